//! Why a turn is refused.

use super::rules::Shemshesh;
use crate::{
    game::{Message, Position, Refusal},
    games::nardy::{
        Point, Rule,
        refusal::{and_playable, playable},
    },
};

/// Why a turn is refused: the rule that forbids it, and what can be played if that is little.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShemsheshRefusal {
    /// The rule.
    pub rule: Rule<Forbidden>,
    /// All that can be played, if it is little.
    pub playable: Vec<String>,
}

/// A rule that forbids a movement by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Forbidden {
    /// No checker stands where the movement begins.
    Empty(Point),
    /// The checker is the other side's.
    NotYours(Point),
    /// "A frozen checker cannot move."
    Frozen(Point),
    /// "A freed checker does not move in the turn in which it was freed"
    Freed(Point),
    /// "one checker a turn may leave the head"
    Head {
        /// How many may in this turn.
        most: u8,
    },
    /// "Never on a point that holds an enemy, frozen or not."
    Enemy(Point),
    /// "no movement may land in an unbroken run of six or more points of one's own ... unless
    /// some enemy checker ... stands ahead"
    SixBlock(Point),
    /// "Bearing off begins when every unfrozen checker of the side is in its home."
    NotHome(Point),
    /// "A higher die bears a checker off if no unfrozen checker of its side stands behind it."
    Behind {
        /// Which was to leave.
        from: Point,
        /// Which stands behind it.
        behind: Point,
    },
}

impl Refusal for ShemsheshRefusal {
    const IDS: &'static [&'static str] = &[
        "shemshesh-over",
        "shemshesh-roll-due",
        "shemshesh-no-such-point",
        "shemshesh-no-die",
        "shemshesh-too-many",
        "shemshesh-ended",
        "shemshesh-must-use",
        "shemshesh-higher",
        "shemshesh-cannot-pass",
        "shemshesh-empty",
        "shemshesh-not-yours",
        "shemshesh-frozen",
        "shemshesh-freed",
        "shemshesh-head",
        "shemshesh-enemy",
        "shemshesh-six-block",
        "shemshesh-not-home",
        "shemshesh-behind",
        "shemshesh-and-playable",
    ];

    fn message(&self) -> Message {
        let game = Shemshesh::FACTS.key;
        and_playable(self.rule.message(game, Forbidden::message), game, &self.playable)
    }
}

impl Forbidden {
    fn message(&self) -> Message {
        let point = |id, point: &Point| Message::new(id).with("point", point.to_string());
        match self {
            Forbidden::Empty(at) => point("shemshesh-empty", at),
            Forbidden::NotYours(at) => point("shemshesh-not-yours", at),
            Forbidden::Frozen(at) => point("shemshesh-frozen", at),
            Forbidden::Freed(at) => point("shemshesh-freed", at),
            Forbidden::Head { most } => {
                Message::new("shemshesh-head").with("most", u32::from(*most))
            }
            Forbidden::Enemy(at) => point("shemshesh-enemy", at),
            Forbidden::SixBlock(at) => point("shemshesh-six-block", at),
            Forbidden::NotHome(at) => point("shemshesh-not-home", at),
            Forbidden::Behind { from, behind } => {
                point("shemshesh-behind", from).with("behind", behind.to_string())
            }
        }
    }
}

impl Shemshesh {
    /// A refusal by this rule, with what can be played.
    pub(super) fn refusal(&self, rule: Rule<Forbidden>) -> ShemsheshRefusal {
        ShemsheshRefusal { rule, playable: playable(self) }
    }
}
