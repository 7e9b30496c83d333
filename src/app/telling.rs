//! What is told of what happens by itself: rolls, passes, turns that leave no choice.

use super::singles::PASS;
use crate::game::Message;

/// Sentences that are being gathered.
#[derive(Default)]
pub(super) struct Telling {
    lines: Vec<Message>,
    /// Who rolled what, while it is not known what becomes of it.
    rolled: Option<Message>,
    /// How many turns were played.
    turns: u32,
    /// How many lines stand before those of the first turn.
    before: usize,
}

impl Telling {
    /// How many turns were played by themselves.
    pub(super) const fn turns(&self) -> u32 {
        self.turns
    }

    /// Somebody rolls.
    pub(super) fn rolls(&mut self, player: String, roll: &str) {
        self.lines.extend(self.rolled.take());
        self.rolled = Some(Message::new("rolled").with("player", player).with("roll", roll));
    }

    /// The player's turn is played, by the roll if there was one.
    pub(super) fn plays(&mut self, player: String, action: &str) {
        if self.turns == 0 {
            self.before = self.lines.len();
        }
        self.turns += 1;
        let line = match (self.rolled.take(), action) {
            (Some(rolled), PASS) => Message { id: "rolled-passed".into(), ..rolled },
            (Some(rolled), _) => {
                Message { id: "rolled-only".into(), ..rolled }.with("action", action)
            }
            (None, PASS) => Message::new("passed").with("player", player),
            (None, _) => Message::new("only-move").with("player", player).with("action", action),
        };
        self.lines.push(line);
    }

    /// Something else happens.
    pub(super) fn adds(&mut self, lines: impl IntoIterator<Item = Message>) {
        self.lines.extend(self.rolled.take());
        self.lines.extend(lines);
    }

    /// All of it, under a heading where many turns are told at once.
    pub(super) fn lines(mut self) -> Vec<Message> {
        self.lines.extend(self.rolled.take());
        if self.turns > 1 {
            let heading = Message::new("turns-without-choice").with("count", self.turns);
            self.lines.insert(self.before, heading);
        }
        self.lines
    }
}
