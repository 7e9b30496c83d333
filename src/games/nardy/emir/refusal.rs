//! Why an action is refused.

use super::rules::Emir;
use crate::{
    game::{Message, Position, Refusal},
    games::nardy::{
        Point, Rule,
        refusal::{and_playable, playable},
    },
};

/// Why an action is refused: the rule that forbids it, and what can be played if that is little.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EmirRefusal {
    /// The rule.
    pub cause: Cause,
    /// All that can be played, if it is little.
    pub playable: Vec<String>,
}

/// A rule that forbids an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// A turn by the dice, or anything while none is due.
    Turn(Rule<Forbidden>),
    /// What was to be done before the roll.
    Before(Unready),
}

/// A rule that forbids a movement by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Forbidden {
    /// No checker stands where the movement begins.
    Empty(Point),
    /// The checker is the other side's.
    NotYours(Point),
    /// "It cannot move until no enemy stands above it."
    Captive(Point),
    /// "one checker a turn may leave the head"
    Head {
        /// How many may in this turn.
        most: u8,
    },
    /// "Closed: two or more enemy checkers"
    Closed(Point),
    /// "or an enemy standing on one's captive"
    OnCaptive(Point),
    /// "An emir in its own home cannot be hit"
    EmirAtHome(Point),
    /// "nukers left in reserve keep a player from bearing off"
    Reserve {
        /// How many there are.
        reserve: u8,
    },
    /// "Bearing off begins when all 15 are in: nothing in reserve or on the bar"
    Bar {
        /// How many wait there.
        bar: u8,
    },
    /// "every own checker on the board (captives too) in the home or already off"
    NotHome(Point),
    /// "A higher die bears a checker off if no own checker, captive or not, stands behind it in
    /// the home."
    Behind {
        /// Which was to leave.
        from: Point,
        /// Which stands behind it.
        behind: Point,
    },
}

/// A rule that forbids what was to be done before the roll, or the dice before that is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unready {
    /// "If a preliminary action is possible the player chooses one or `roll`"
    ChoiceDue,
    /// "bar, then at most one preliminary action, then the roll, then the dice"
    Rolled,
    /// No nuker is left.
    NoNukers,
    /// Fewer are left than were to be put.
    NukersLeft {
        /// How many are left.
        reserve: u8,
    },
    /// There is no point for one: neither the emir nor the last of the head is alone.
    NowhereForNuker,
    /// "put one on top of the own emir where the emir is the only checker of its side ..., and/or
    /// one on top of the head if exactly one own free checker is there"
    NotForNuker(Point),
    /// "at most two at once"
    TwoNukers,
    /// "on different points"
    OneNukerEach(Point),
    /// No point can be laid out.
    NoCover,
    /// "from a point, not the head"
    CoverHead,
    /// "with three or more own checkers on top"
    CoverFew(Point),
    /// "The point right ahead must be open"
    CoverAhead(Point),
    /// "all must find room by path index 24"
    CoverRoom(Point),
    /// "six or more closed points in a row may not be crossed"
    CoverWall(Point),
}

impl Refusal for EmirRefusal {
    const IDS: &'static [&'static str] = &[
        "emir-over",
        "emir-roll-due",
        "emir-no-such-point",
        "emir-no-die",
        "emir-too-many",
        "emir-ended",
        "emir-must-use",
        "emir-higher",
        "emir-cannot-pass",
        "emir-empty",
        "emir-not-yours",
        "emir-captive",
        "emir-head",
        "emir-closed",
        "emir-on-captive",
        "emir-at-home",
        "emir-reserve",
        "emir-bar",
        "emir-not-home",
        "emir-behind",
        "emir-choice-due",
        "emir-rolled",
        "emir-no-nukers",
        "emir-nukers-left",
        "emir-nowhere-for-nuker",
        "emir-not-for-nuker",
        "emir-two-nukers",
        "emir-one-nuker-each",
        "emir-no-cover",
        "emir-cover-head",
        "emir-cover-few",
        "emir-cover-ahead",
        "emir-cover-room",
        "emir-cover-wall",
        "emir-and-playable",
    ];

    fn message(&self) -> Message {
        let game = Emir::FACTS.key;
        let refusal = match &self.cause {
            Cause::Turn(rule) => rule.message(game, Forbidden::message),
            Cause::Before(rule) => rule.message(),
        };
        and_playable(refusal, game, &self.playable)
    }
}

impl Forbidden {
    fn message(&self) -> Message {
        match self {
            Forbidden::Empty(at) => of("emir-empty", at),
            Forbidden::NotYours(at) => of("emir-not-yours", at),
            Forbidden::Captive(at) => of("emir-captive", at),
            Forbidden::Head { most } => count("emir-head", "most", *most),
            Forbidden::Closed(at) => of("emir-closed", at),
            Forbidden::OnCaptive(at) => of("emir-on-captive", at),
            Forbidden::EmirAtHome(at) => of("emir-at-home", at),
            Forbidden::Reserve { reserve } => count("emir-reserve", "count", *reserve),
            Forbidden::Bar { bar } => count("emir-bar", "count", *bar),
            Forbidden::NotHome(at) => of("emir-not-home", at),
            Forbidden::Behind { from, behind } => {
                of("emir-behind", from).with("behind", behind.to_string())
            }
        }
    }
}

impl Unready {
    fn message(&self) -> Message {
        match self {
            Unready::ChoiceDue => Message::new("emir-choice-due"),
            Unready::Rolled => Message::new("emir-rolled"),
            Unready::NoNukers => Message::new("emir-no-nukers"),
            Unready::NukersLeft { reserve } => count("emir-nukers-left", "count", *reserve),
            Unready::NowhereForNuker => Message::new("emir-nowhere-for-nuker"),
            Unready::NotForNuker(at) => of("emir-not-for-nuker", at),
            Unready::TwoNukers => Message::new("emir-two-nukers"),
            Unready::OneNukerEach(at) => of("emir-one-nuker-each", at),
            Unready::NoCover => Message::new("emir-no-cover"),
            Unready::CoverHead => Message::new("emir-cover-head"),
            Unready::CoverFew(at) => of("emir-cover-few", at),
            Unready::CoverAhead(at) => of("emir-cover-ahead", at),
            Unready::CoverRoom(at) => of("emir-cover-room", at),
            Unready::CoverWall(at) => of("emir-cover-wall", at),
        }
    }
}

fn of(id: &'static str, point: &Point) -> Message {
    Message::new(id).with("point", point.to_string())
}

fn count(id: &'static str, name: &'static str, count: u8) -> Message {
    Message::new(id).with(name, u32::from(count))
}

impl Emir {
    /// A refusal for this cause, with what can be played.
    pub(super) fn refusal(&self, cause: Cause) -> EmirRefusal {
        EmirRefusal { cause, playable: playable(self) }
    }
}
