//! What the comparisons of games with dice share.

use super::slipped;
use kosti::game::{Actor, DealNo, Entropy, Notation, OptionSet, Position, SplitMix, Step, playout};
use std::collections::BTreeMap;

/// The most steps of a game.
const MOST_STEPS: usize = 2000;

/// The options of a game of which these differ from the usual ones.
pub(super) fn options<P: Position>(said: &str) -> P::Options {
    P::options(&OptionSet::parse(P::FACTS, said.split_whitespace()).expect("options"))
}

/// The steps that can follow a text, each with the position after it.
type Moves = dyn Fn(&str) -> Vec<(String, String)>;

/// What an oracle says of a text.
pub(super) struct Oracle {
    pub(super) moves: Box<Moves>,
    pub(super) outcome: Box<dyn Fn(&str) -> String>,
}

impl Oracle {
    pub(super) fn refuses(&self, text: &str) -> bool {
        (self.outcome)(text).starts_with("refused")
    }
}

/// The rules beside their oracle, with what has been met among the positions that were compared.
pub(super) struct Compared<P: Position> {
    options: P::Options,
    oracle: Oracle,
    /// What is counted where a turn or the position after it contains it.
    parts: &'static [&'static str],
    /// Positions with dice.
    pub(super) positions: usize,
    pub(super) met: BTreeMap<String, usize>,
}

impl<P: Notation> Compared<P> {
    pub(super) fn new(said: &str, oracle: Oracle, parts: &'static [&'static str]) -> Self {
        Compared { options: options::<P>(said), oracle, parts, positions: 0, met: BTreeMap::new() }
    }

    fn note(&mut self, what: &str) {
        *self.met.entry(what.to_owned()).or_default() += 1;
    }

    /// A position is the same one in the rules; gives what can follow.
    pub(super) fn compare(&mut self, text: &str) -> Vec<(String, String)> {
        let position = P::from_text(text, &self.options);
        let position = position.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.to_text(), text);
        let expected = (self.oracle.moves)(text);
        assert_eq!(moves(&position), expected, "steps of {text}, {:?}", self.options);
        let outcome = position.outcome().map(|outcome| outcome.text(P::FACTS.seats));
        let outcome = outcome.as_deref().unwrap_or("none");
        assert_eq!(outcome, (self.oracle.outcome)(text), "outcome of {text}");
        assert_eq!(position.actor() == Actor::Over, expected.is_empty(), "end of {text}");
        if position.actor() != Actor::Chance {
            for (action, after) in &expected {
                self.note(match action.split(' ').count() {
                    _ if action == "pass" => "pass",
                    1 => "one die",
                    2 => "two dice",
                    _ => "more dice",
                });
                for part in self.parts {
                    if action.contains(part) || after.contains(part) {
                        self.note(part);
                    }
                }
            }
        }
        expected
    }

    /// The same of every roll from there, as far as it is `wanted`.
    pub(super) fn compare_rolls(&mut self, text: &str, mut wanted: impl FnMut() -> bool) {
        for (roll, rolled) in self.compare(text) {
            if wanted() {
                self.positions += 1;
                self.note(&roll);
                self.compare(&rolled);
            }
        }
    }

    /// The first turns of a game of White's, every one of them, and every roll after them.
    pub(super) fn compare_openings(&mut self, start: &str) {
        for (roll, rolled) in self.compare(start) {
            for (turn, after) in self.compare(&rolled) {
                self.compare_rolls(&after, || true);
                assert!(after.contains(" / moved w / "), "{roll}: {turn}");
            }
        }
    }

    /// Positions of games that are played at random, each with every roll, until there are so
    /// many.
    pub(super) fn compare_games(&mut self, entropy: &mut SplitMix, until: usize) {
        let start = P::start(&self.options, DealNo::FIRST);
        while self.positions < until {
            let game = playout(start.clone(), entropy, MOST_STEPS);
            self.compare(&game.end.to_text());
            for (position, _) in game.steps {
                let text = position.to_text();
                // Those with dice come by the rolls; every position would leave too few games.
                if text.contains(" dice ") || entropy.below(8) > 0 {
                    continue;
                }
                if position.actor() == Actor::Chance {
                    self.compare_rolls(&text, || true);
                } else {
                    self.compare(&text);
                }
            }
        }
    }

    /// Placed positions, with some rolls of each: that is enough, so that there are the more
    /// placements.
    pub(super) fn compare_placed(
        &mut self,
        entropy: &mut SplitMix,
        until: usize,
        placed: impl Fn(&mut SplitMix) -> String,
    ) {
        while self.positions < until {
            let text = placed(entropy);
            if self.read_alike(&text) {
                continue;
            }
            if text.ends_with(" roll") {
                self.compare_rolls(&text, || entropy.below(6) == 0);
            } else {
                self.compare(&text);
            }
        }
    }

    /// Whether both refuse a text: they read it as the same position or not at all.
    pub(super) fn read_alike(&self, text: &str) -> bool {
        let refused = self.oracle.refuses(text);
        let read = P::from_text(text, &self.options);
        if let Ok(position) = &read {
            assert_eq!(position.to_text(), text);
        }
        assert_eq!(read.is_err(), refused, "{text:?}: {read:?}, {}", (self.oracle.outcome)(text));
        refused
    }

    /// Each of these, the rolls and every kind of turn has been met.
    pub(super) fn has_met_all(&self) {
        let is_roll = |what: &&String| what.len() == 3 && what.as_bytes()[1] == b'-';
        assert_eq!(self.met.keys().filter(is_roll).count(), 21);
        let turns = ["pass", "one die", "two dice", "more dice"];
        for what in turns.iter().chain(self.parts) {
            assert!(self.met.get(*what).is_some_and(|count| *count >= 5), "{what}: {:?}", self.met);
        }
    }

    /// So many texts that are one slip away from a position of a game at random or a placed one,
    /// or say something else to be due or to have been.
    pub(super) fn slips_are_refused_alike(
        &self,
        signs: &[char],
        due: &[&str],
        placed: impl Fn(&mut SplitMix) -> String,
        most: usize,
    ) {
        let start = P::start(&self.options, DealNo::FIRST);
        let mut entropy = SplitMix::new(7);
        let (mut refused, mut compared) = (0, 0);
        while compared < most {
            let game = playout(start.clone(), &mut entropy, MOST_STEPS);
            let played = game.steps.iter().map(|(position, _)| position).chain([&game.end]);
            for position in played {
                let text =
                    if entropy.below(4) == 0 { placed(&mut entropy) } else { position.to_text() };
                let (board, _) = text.rsplit_once(" / ").expect("what is due");
                let (sides, _) = board.rsplit_once(" / ").expect("who has moved");
                let due = due[entropy.below(due.len() as u32) as usize];
                let moved = ["-", "w", "b", "wb"][entropy.below(4) as usize];
                for text in [
                    slipped(&text, signs, &mut entropy),
                    format!("{board} / {due}"),
                    format!("{sides} / moved {moved} / {due}"),
                ] {
                    refused += usize::from(self.read_alike(&text));
                    compared += 1;
                }
            }
        }
        assert!(refused > most / 4 && refused < compared, "{refused} of {compared} refused");
    }
}

/// Every step with the position after it: the rolls, or the legal actions.
fn moves<P: Notation>(position: &P) -> Vec<(String, String)> {
    let after = |step: &Step<_, _>| {
        let mut after = position.clone();
        after.apply_unchecked(step);
        after.to_text()
    };
    if position.actor() == Actor::Chance {
        let chances = position.chances().expect("the rolls").into_iter();
        let mut rolls: Vec<_> = chances
            .map(|(roll, _)| (position.chance_text(&roll), after(&Step::Chance(roll))))
            .collect();
        rolls.sort();
        return rolls;
    }
    let mut legal = Vec::new();
    position.legal(&mut legal);
    let actions = legal.into_iter();
    actions.map(|action| (position.action_text(&action), after(&Step::Action(action)))).collect()
}
