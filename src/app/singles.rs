//! Actions that leave nothing to decide: played without asking, where that is wanted.

use super::{
    service::{Context, Stop},
    settings::OwnSettings,
    table::{Table, number_of_player},
};
use crate::{
    game::{Actor, Player},
    games::AnyPosition,
    store::{
        matches::{StepKind, StoredStep},
        members,
    },
};

/// The action of a player who cannot do anything.
pub(super) const PASS: &str = "pass";

/// For which players of a match the only action that there is plays itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Singles([bool; 2]);

impl Singles {
    pub(super) async fn of(context: &mut Context<'_>, table: &Table) -> Result<Self, Stop> {
        let chance = table.game.facts().chance;
        let mut played = [false; 2];
        for player in Player::ALL {
            let person = members::read(context.db, table.person(player)).await?;
            let own = person.map(|person| OwnSettings::of(&person.settings)).unwrap_or_default();
            played[player.index()] = own.auto.plays(chance);
        }
        Ok(Singles(played))
    }

    /// The action that is played without asking: a pass always, another one where it is the
    /// only one. It would tell of a hidden hand that there was no other.
    pub(super) fn only(self, position: &AnyPosition, player: Player) -> Option<String> {
        let Actor::Player(_) = position.actor() else { return None };
        let mut legal = position.legal();
        let only = if legal.len() == 1 { legal.pop()? } else { return None };
        let open = || position.hide(None).text() == position.text();
        (only == PASS || self.0[player.index()] && open()).then_some(only)
    }

    /// Which of these steps of a deal were decisions of a player, with the steps before them.
    /// What would only play itself again is none.
    pub(super) fn decisions<'a>(
        self,
        start: &AnyPosition,
        steps: &[&'a StoredStep],
        player: Player,
    ) -> Vec<&'a StoredStep> {
        let own = |step: &StoredStep| {
            let acted = step.kind == StepKind::Action && step.text != PASS;
            acted && step.player == Some(number_of_player(player))
        };
        if !self.0[player.index()] {
            return steps.iter().copied().filter(|step| own(step)).collect();
        }
        // What cannot be replayed was decided, for all that is known.
        let mut position = Some(start.clone());
        let mut found = Vec::new();
        for step in steps {
            let alone = |position: &AnyPosition| self.only(position, player).is_some();
            if own(step) && !position.as_ref().is_some_and(alone) {
                found.push(*step);
            }
            position = position.and_then(|position| position.after(&step.text).ok());
        }
        found
    }
}
