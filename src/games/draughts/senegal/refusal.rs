//! Why an action is refused.

use super::{
    board::Square,
    rules::{Movers, Senegal, directions},
};
use crate::game::{Actor, Message, Notation, Position, Refusal};

/// Why an action is refused: the rule that forbids it, and what must be captured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SenegalRefusal {
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
    /// No checker stands where the action begins.
    Empty(Square),
    /// The checker is the other side's.
    NotYours(Square),
    /// "Never backward"
    Backward,
    /// "never diagonally"
    Diagonal,
    /// A step goes one square, a jump two.
    TooFar,
    /// Another checker stands where the action goes.
    Occupied(Square),
    /// A jump with no enemy under it.
    NothingToCapture {
        /// Where the jump begins.
        from: Square,
        /// Where it lands.
        to: Square,
    },
    /// A step to the next square, written as a capture.
    StepTakesNothing {
        /// Where the step begins.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// "Capturing is compulsory"
    CaptureCompulsory,
    /// The checker has no way to act.
    Stuck(Square),
    /// No checker can reach the square.
    Unreachable(Square),
}

impl Refusal for SenegalRefusal {
    const IDS: &'static [&'static str] = &[
        "senegal-over",
        "senegal-no-such-square",
        "senegal-empty",
        "senegal-not-yours",
        "senegal-backward",
        "senegal-diagonal",
        "senegal-too-far",
        "senegal-occupied",
        "senegal-nothing-to-capture",
        "senegal-step-takes-nothing",
        "senegal-capture-compulsory",
        "senegal-stuck",
        "senegal-unreachable",
        "senegal-and-capture",
    ];

    fn message(&self) -> Message {
        let square = |id, square: &Square| Message::new(id).with("square", square.to_string());
        let message = match &self.rule {
            Rule::Over => Message::new("senegal-over"),
            Rule::NoSuchSquare(text) => {
                Message::new("senegal-no-such-square").with("square", text.as_str())
            }
            Rule::Empty(at) => square("senegal-empty", at),
            Rule::NotYours(at) => square("senegal-not-yours", at),
            Rule::Backward => Message::new("senegal-backward"),
            Rule::Diagonal => Message::new("senegal-diagonal"),
            Rule::TooFar => Message::new("senegal-too-far"),
            Rule::Occupied(at) => square("senegal-occupied", at),
            Rule::NothingToCapture { from, to } => Message::new("senegal-nothing-to-capture")
                .with("from", from.to_string())
                .with("to", to.to_string()),
            Rule::StepTakesNothing { from, to } => Message::new("senegal-step-takes-nothing")
                .with("from", from.to_string())
                .with("to", to.to_string()),
            Rule::CaptureCompulsory => {
                return Message::new("senegal-capture-compulsory")
                    .with("captures", self.captures.clone());
            }
            Rule::Stuck(at) => square("senegal-stuck", at),
            Rule::Unreachable(at) => square("senegal-unreachable", at),
        };
        if self.captures.is_empty() {
            return message;
        }
        Message::new("senegal-and-capture")
            .with("refusal", message)
            .with("captures", self.captures.clone())
    }
}

impl Senegal {
    /// A refusal by this rule, with the captures that there are.
    pub(super) fn refusal(&self, rule: Rule) -> SenegalRefusal {
        let mut legal = Vec::new();
        self.legal(&mut legal);
        SenegalRefusal {
            rule,
            captures: legal
                .iter()
                .filter(|action| action.is_capture())
                .map(|action| self.action_text(action))
                .collect(),
        }
    }

    /// Finds the rule that forbids what a player typed: squares that fit no legal
    /// action, and whether a capture sign stood between them.
    pub(super) fn refuse(&self, squares: &[Square], capture: bool) -> SenegalRefusal {
        let rule = self.broken_rule(squares, capture);
        self.refusal(rule)
    }

    fn broken_rule(&self, squares: &[Square], capture: bool) -> Rule {
        if self.actor() == Actor::Over {
            return Rule::Over;
        }
        let Some((&from, landings)) = squares.split_first() else {
            return Rule::CaptureCompulsory;
        };
        let occupied = !self.empty().contains(from);
        if !occupied {
            return if landings.is_empty() { Rule::Unreachable(from) } else { Rule::Empty(from) };
        }
        let mover = self.owner(from);
        if self.options.movers == Movers::Own && mover != self.to_move {
            return Rule::NotYours(from);
        }
        let mut after = self.clone();
        let mut at = from;
        for &to in landings {
            let (files, ranks) = at.distance(to);
            let length = files.abs() + ranks.abs();
            if files != 0 && ranks != 0 {
                return Rule::Diagonal;
            }
            if length == 0 || length > 2 {
                return Rule::TooFar;
            }
            if !directions(mover).contains(&(files / length, ranks / length)) {
                return Rule::Backward;
            }
            if !after.empty().contains(to) {
                return Rule::Occupied(to);
            }
            if length == 1 {
                if landings.len() > 1 {
                    return Rule::TooFar;
                }
                if capture {
                    return Rule::StepTakesNothing { from: at, to };
                }
                // The step itself is sound, so only a capture can forbid it.
                return Rule::CaptureCompulsory;
            }
            let over = at.midway(to);
            if !after.checkers[mover.opponent()].contains(over) {
                return Rule::NothingToCapture { from: at, to };
            }
            after.checkers[mover.opponent()] = after.checkers[mover.opponent()].without(over);
            after.checkers[mover] = after.checkers[mover].without(at).with(to);
            at = to;
        }
        if self.can_capture().is_empty() { Rule::Stuck(from) } else { Rule::CaptureCompulsory }
    }
}
