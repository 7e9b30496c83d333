//! Why an action is refused.

use super::{
    board::{GOALS, Square, is_dark},
    capture::adjacent,
    rules::Ashtarashki,
    stone::Stone,
    typed::Typed,
};
use crate::game::{Actor, Message, Position, Refusal};

/// Why an action is refused: the rule that forbids it, and what must be captured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AshtarashkiRefusal {
    /// The rule.
    pub rule: Rule,
    /// The legal captures, if there are any; one of them is compulsory.
    pub captures: Vec<String>,
}

/// A rule that forbids an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rule {
    /// The game has ended.
    Over,
    /// The board has no such square.
    NoSuchSquare(String),
    /// "dark squares only"
    Light(Square),
    /// No stone stands where the action begins.
    Empty(Square),
    /// The stone is the other side's.
    NotYours(Square),
    /// Another stone stands where the action begins than was said.
    Otherwise {
        /// Where.
        square: Square,
        /// What stands there.
        stone: Stone,
    },
    /// An F "moves no more".
    Finished(Square),
    /// "one diagonal step"
    NotDiagonal,
    /// "one diagonal step"
    TooFar,
    /// An own stone stands where the action goes.
    Occupied(Square),
    /// "F stones are never taken."
    FinishedIsSafe(Square),
    /// "only M stones capture"
    OnlyFullCapture {
        /// Where the stone stands.
        square: Square,
        /// What stands there.
        stone: Stone,
    },
    /// "3 takes 2, 2 takes 1, 1 takes 3"
    DoesNotBeat {
        /// The stone that would capture.
        stone: Stone,
        /// Where the enemy stands.
        square: Square,
        /// The enemy.
        enemy: Stone,
    },
    /// A capture with no enemy where it lands.
    NothingToCapture(Square),
    /// "on its last rank it stops"
    StopsOnLastRank(Square),
    /// A retreat was written as something else, or something else as a retreat.
    WrongSuffix {
        /// The action as it is written.
        text: String,
    },
    /// "Capturing is compulsory"
    CaptureCompulsory,
    /// The stone has no way to act.
    Stuck(Square),
    /// No such stone can reach the square.
    Unreachable(Square),
}

impl Refusal for AshtarashkiRefusal {
    const IDS: &'static [&'static str] = &[
        "ashtarashki-over",
        "ashtarashki-no-such-square",
        "ashtarashki-light",
        "ashtarashki-empty",
        "ashtarashki-not-yours",
        "ashtarashki-otherwise",
        "ashtarashki-finished",
        "ashtarashki-not-diagonal",
        "ashtarashki-too-far",
        "ashtarashki-occupied",
        "ashtarashki-finished-is-safe",
        "ashtarashki-only-full-capture",
        "ashtarashki-does-not-beat",
        "ashtarashki-nothing-to-capture",
        "ashtarashki-stops-on-last-rank",
        "ashtarashki-wrong-suffix",
        "ashtarashki-capture-compulsory",
        "ashtarashki-stuck",
        "ashtarashki-unreachable",
        "ashtarashki-and-capture",
    ];

    fn message(&self) -> Message {
        let message = self.rule_message();
        if self.captures.is_empty() || self.rule == Rule::CaptureCompulsory {
            return message;
        }
        Message::new("ashtarashki-and-capture")
            .with("refusal", message)
            .with("captures", self.captures.clone())
    }
}

impl AshtarashkiRefusal {
    fn rule_message(&self) -> Message {
        let on = |id, square: &Square| Message::new(id).with("square", square.to_string());
        match &self.rule {
            Rule::Over => Message::new("ashtarashki-over"),
            Rule::NoSuchSquare(text) => {
                Message::new("ashtarashki-no-such-square").with("square", text.as_str())
            }
            Rule::Light(at) => on("ashtarashki-light", at),
            Rule::Empty(at) => on("ashtarashki-empty", at),
            Rule::NotYours(at) => on("ashtarashki-not-yours", at),
            Rule::Otherwise { square, stone } => {
                on("ashtarashki-otherwise", square).with("stone", stone.text())
            }
            Rule::Finished(at) => on("ashtarashki-finished", at),
            Rule::NotDiagonal => Message::new("ashtarashki-not-diagonal"),
            Rule::TooFar => Message::new("ashtarashki-too-far"),
            Rule::Occupied(at) => on("ashtarashki-occupied", at),
            Rule::FinishedIsSafe(at) => on("ashtarashki-finished-is-safe", at),
            Rule::OnlyFullCapture { square, stone } => {
                on("ashtarashki-only-full-capture", square).with("stone", stone.text())
            }
            Rule::DoesNotBeat { stone, square, enemy } => on("ashtarashki-does-not-beat", square)
                .with("stone", stone.text())
                .with("enemy", enemy.text()),
            Rule::NothingToCapture(at) => on("ashtarashki-nothing-to-capture", at),
            Rule::StopsOnLastRank(at) => on("ashtarashki-stops-on-last-rank", at),
            Rule::WrongSuffix { text } => {
                Message::new("ashtarashki-wrong-suffix").with("text", text.as_str())
            }
            Rule::CaptureCompulsory => Message::new("ashtarashki-capture-compulsory")
                .with("captures", self.captures.clone()),
            Rule::Stuck(at) => on("ashtarashki-stuck", at),
            Rule::Unreachable(at) => on("ashtarashki-unreachable", at),
        }
    }
}

impl Ashtarashki {
    /// A refusal by this rule, with the captures that there are.
    pub(super) fn refusal(&self, rule: Rule) -> AshtarashkiRefusal {
        let mut legal = Vec::new();
        self.legal(&mut legal);
        legal.retain(super::Action::is_capture);
        AshtarashkiRefusal { rule, captures: legal.iter().map(ToString::to_string).collect() }
    }

    /// Finds the rule that forbids what was typed: something that fits no legal action.
    pub(super) fn refuse(&self, typed: &Typed) -> AshtarashkiRefusal {
        let rule = self.broken_rule(typed).unwrap_or(Rule::CaptureCompulsory);
        let refusal = self.refusal(rule);
        match (&refusal.rule, typed.squares.last()) {
            // Nothing need be captured, so it is the square that cannot be reached.
            (Rule::CaptureCompulsory, Some(at)) if refusal.captures.is_empty() => {
                AshtarashkiRefusal { rule: Rule::Unreachable(*at), ..refusal }
            }
            _ => refusal,
        }
    }

    fn broken_rule(&self, typed: &Typed) -> Option<Rule> {
        if self.actor() == Actor::Over {
            return Some(Rule::Over);
        }
        if let Some(light) = typed.squares.iter().find(|square| !is_dark(**square)) {
            return Some(Rule::Light(*light));
        }
        let (from, landings) = typed.squares.split_first()?;
        if landings.is_empty() || typed.file.is_some() {
            return self.broken_without_origin(typed);
        }
        self.broken_way(*from, landings, typed)
    }

    /// The rule that forbids an action of which only the landings are known, or only the origin.
    fn broken_without_origin(&self, typed: &Typed) -> Option<Rule> {
        let &to = typed.squares.first()?;
        let mine = |square: Square| match self.stone_on(square) {
            Some((seat, stone)) if seat == self.to_move => Some(stone),
            _ => None,
        };
        if typed.squares.len() == 1
            && typed.file.is_none()
            && let Some(stone) = mine(to)
        {
            return Some(match stone {
                Stone::F => Rule::Finished(to),
                _ if !typed.is_of(stone) => Rule::Otherwise { square: to, stone },
                _ if self.can_capture() => Rule::CaptureCompulsory,
                _ => Rule::Stuck(to),
            });
        }
        let from = adjacent(to).find(|from| {
            typed.file.is_none_or(|file| file == from.file_letter())
                && mine(*from).is_some_and(|stone| stone != Stone::F && typed.is_of(stone))
        });
        match from {
            Some(from) => self.broken_way(from, &typed.squares, typed),
            None => Some(Rule::Unreachable(to)),
        }
    }

    /// The rule that forbids a way over squares.
    fn broken_way(&self, from: Square, landings: &[Square], typed: &Typed) -> Option<Rule> {
        let stone = match self.stone_on(from) {
            None => return Some(Rule::Empty(from)),
            Some((seat, _)) if seat != self.to_move => return Some(Rule::NotYours(from)),
            Some((_, Stone::F)) => return Some(Rule::Finished(from)),
            Some((_, stone)) if !typed.is_of(stone) => {
                return Some(Rule::Otherwise { square: from, stone });
            }
            Some((_, stone)) => stone,
        };
        let mut at = from;
        let mut taken = Vec::new();
        for &to in landings {
            if !taken.is_empty() && GOALS[self.to_move].contains(at) {
                return Some(Rule::StopsOnLastRank(at));
            }
            match at.distance(to) {
                (-1 | 1, -1 | 1) => {}
                (files, ranks) if files.abs() == ranks.abs() => return Some(Rule::TooFar),
                _ => return Some(Rule::NotDiagonal),
            }
            match self.stone_on(to).filter(|_| !taken.contains(&to)) {
                Some((seat, _)) if seat == self.to_move => return Some(Rule::Occupied(to)),
                Some((_, Stone::F)) => return Some(Rule::FinishedIsSafe(to)),
                Some(_) if stone.prey().is_empty() => {
                    return Some(Rule::OnlyFullCapture { square: from, stone });
                }
                Some((_, enemy)) if !stone.prey().contains(&enemy) => {
                    return Some(Rule::DoesNotBeat { stone, square: to, enemy });
                }
                Some(_) => {}
                None if typed.capture || landings.len() > 1 => {
                    return Some(Rule::NothingToCapture(to));
                }
                None => return self.broken_step(from, to),
            }
            taken.push(to);
            at = to;
        }
        let ways = self.ways(from, landings);
        ways.first().map(|text| Rule::WrongSuffix { text: text.clone() })
    }

    /// A step to an empty square is forbidden only by a capture, or was written with another
    /// standing than it leads to.
    fn broken_step(&self, from: Square, to: Square) -> Option<Rule> {
        let text = self.ways(from, &[to]).into_iter().next()?;
        Some(Rule::WrongSuffix { text })
    }

    /// The texts of the legal actions that begin with these squares.
    fn ways(&self, from: Square, landings: &[Square]) -> Vec<String> {
        let mut legal = Vec::new();
        self.spelled(&mut legal);
        let begins = |action: &super::Action| {
            action.origin() == from && action.landings().starts_with(landings)
        };
        legal.iter().filter(|action| begins(action)).map(ToString::to_string).collect()
    }
}

impl Typed {
    /// Whether what was said of the stone is true of this one.
    fn is_of(&self, stone: Stone) -> bool {
        self.standing.is_none_or(|standing| standing == stone.standing())
            && self.group.is_none_or(|group| stone.group() == Some(group))
    }
}
