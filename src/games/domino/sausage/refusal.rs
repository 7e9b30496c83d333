//! Why an action is refused.

use super::{
    action::{Action, Place},
    branch::Branch,
    rules::Sausage,
    tile::{Tile, Tiles},
    typed::Typed,
};
use crate::game::{Actor, Message, Position, Refusal};

/// The most actions that a refusal lists; of more it names the tiles alone.
const MOST_WAYS: usize = 6;

/// Why an action is refused: the rule that forbids it, and what can be played instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SausageRefusal {
    /// The rule.
    pub rule: Rule,
    /// Legal actions, those with the same tile if there are any, or tiles that can be laid.
    pub ways: Vec<String>,
}

/// A rule that forbids an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rule {
    /// The deal has ended.
    Over,
    /// The tiles are dealt first.
    DealDue,
    /// "whoever holds the soap begins and lays it (forced)"
    SoapBegins,
    /// "a double-six set"
    NoSuchTile(u8, u8),
    /// The tile lies on the table.
    Laid(Tile),
    /// The tile is not in the hand.
    NotHeld(Tile),
    /// "one half matching the value there"
    NoMatch {
        /// The tile.
        tile: Tile,
        /// The branch.
        branch: Branch,
        /// What it ends with.
        value: u8,
    },
    /// "the branches may differ by at most three tiles": that branch is so far ahead.
    Ahead(Branch),
    /// The tile, no place said, fits nowhere.
    NoPlace(Tile),
    /// "if it is a double, also into an inner joint"
    OnlyDoubles(Tile),
    /// "1 to one less than its tiles"
    NoSuchJoint {
        /// The branch.
        branch: Branch,
        /// Its joint.
        joint: u8,
        /// How many inner ones it has.
        joints: u8,
    },
    /// "between two tiles that meet with its value"
    OtherJoint {
        /// The branch.
        branch: Branch,
        /// Its joint.
        joint: u8,
        /// The value with which the tiles meet.
        value: u8,
    },
    /// "the values of the k-th joint of the upper and the k-th joint of the lower branch"
    NoCut(Tile),
    /// "This must be at least nine"
    ShortCut {
        /// The tile.
        tile: Tile,
        /// What it would cut off.
        tiles: u8,
        /// What must be cut off.
        least: u8,
    },
    /// No tile cuts.
    NoCuts,
    /// "Who can lay a tile or cut must do one of these"
    MustPlay,
}

impl Refusal for SausageRefusal {
    const IDS: &'static [&'static str] = &[
        "sausage-over",
        "sausage-deal-due",
        "sausage-soap-begins",
        "sausage-no-such-tile",
        "sausage-laid",
        "sausage-not-held",
        "sausage-upper-ends",
        "sausage-lower-ends",
        "sausage-upper-ahead",
        "sausage-lower-ahead",
        "sausage-no-place",
        "sausage-only-doubles",
        "sausage-no-such-joint",
        "sausage-no-joints",
        "sausage-other-joint",
        "sausage-no-cut",
        "sausage-short-cut",
        "sausage-no-cuts",
        "sausage-must-play",
        "sausage-and-ways",
        "sausage-and-pass",
    ];

    fn message(&self) -> Message {
        let message = self.rule_message();
        match &self.ways[..] {
            [] => message,
            [only] if *only == Action::Pass.to_string() => {
                Message::new("sausage-and-pass").with("refusal", message)
            }
            ways => Message::new("sausage-and-ways")
                .with("refusal", message)
                .with("ways", ways.to_vec()),
        }
    }
}

impl SausageRefusal {
    fn rule_message(&self) -> Message {
        let of = |id, tile: &Tile| Message::new(id).with("tile", tile.to_string());
        let place = |branch: &Branch, joint: &u8| Place::Joint(*branch, *joint).to_string();
        match &self.rule {
            Rule::Over => Message::new("sausage-over"),
            Rule::DealDue => Message::new("sausage-deal-due"),
            Rule::SoapBegins => of("sausage-soap-begins", &Tile::SOAP),
            Rule::NoSuchTile(one, other) => {
                Message::new("sausage-no-such-tile").with("tile", format!("{one}-{other}"))
            }
            Rule::Laid(tile) => of("sausage-laid", tile),
            Rule::NotHeld(tile) => of("sausage-not-held", tile),
            Rule::NoMatch { tile, branch, value } => {
                let id = match branch {
                    Branch::Upper => "sausage-upper-ends",
                    Branch::Lower => "sausage-lower-ends",
                };
                of(id, tile).with("value", u32::from(*value))
            }
            Rule::Ahead(Branch::Upper) => Message::new("sausage-upper-ahead"),
            Rule::Ahead(Branch::Lower) => Message::new("sausage-lower-ahead"),
            Rule::NoPlace(tile) => of("sausage-no-place", tile),
            Rule::OnlyDoubles(tile) => of("sausage-only-doubles", tile),
            Rule::NoSuchJoint { branch, joint, joints: 0 } => {
                Message::new("sausage-no-joints").with("joint", place(branch, joint))
            }
            Rule::NoSuchJoint { branch, joint, joints } => Message::new("sausage-no-such-joint")
                .with("joint", place(branch, joint))
                .with("first", place(branch, &1))
                .with("last", place(branch, joints)),
            Rule::OtherJoint { branch, joint, value } => Message::new("sausage-other-joint")
                .with("joint", place(branch, joint))
                .with("value", u32::from(*value)),
            Rule::NoCut(tile) => of("sausage-no-cut", tile),
            Rule::ShortCut { tile, tiles, least } => of("sausage-short-cut", tile)
                .with("tiles", u32::from(*tiles))
                .with("least", u32::from(*least)),
            Rule::NoCuts => Message::new("sausage-no-cuts"),
            Rule::MustPlay => Message::new("sausage-must-play"),
        }
    }
}

impl Sausage {
    /// Finds the rule that forbids what was typed: something that fits no legal action.
    pub(super) fn refuse(&self, typed: Typed) -> SausageRefusal {
        let rule = self.broken_rule(typed);
        let ways = match rule {
            Rule::Over | Rule::DealDue | Rule::SoapBegins => Vec::new(),
            _ => self.ways(typed),
        };
        SausageRefusal { rule, ways }
    }

    fn broken_rule(&self, typed: Typed) -> Rule {
        let seat = match self.actor() {
            Actor::Chance => return Rule::DealDue,
            Actor::Over => return Rule::Over,
            Actor::Player(seat) => seat,
        };
        if self.soap_holder() == Some(seat) {
            return Rule::SoapBegins;
        }
        match typed {
            Typed::Lay(tile, _) if self.laid().contains(tile) => Rule::Laid(tile),
            Typed::Lay(tile, _) if !self.hands[seat].seen().contains(tile) => Rule::NotHeld(tile),
            Typed::Pass => Rule::MustPlay,
            Typed::Cut => Rule::NoCuts,
            Typed::NoSuchTile(one, other) => Rule::NoSuchTile(one, other),
            Typed::Lay(tile, None) => self.no_place(tile),
            Typed::Lay(tile, Some(Place::End(branch))) => self.not_at_end(tile, branch),
            Typed::Lay(tile, Some(Place::Joint(branch, joint))) => {
                self.not_in_joint(tile, branch, joint)
            }
            Typed::Lay(tile, Some(Place::Cut)) => self.no_cut(tile),
        }
    }

    fn no_place(&self, tile: Tile) -> Rule {
        // What would fit if the branch were not too far ahead is told so.
        let ahead = Branch::ALL.into_iter().find(|branch| {
            !self.branches.may_grow(*branch) && self.branches.of(*branch).matching().contains(tile)
        });
        ahead.map_or(Rule::NoPlace(tile), Rule::Ahead)
    }

    fn not_at_end(&self, tile: Tile, branch: Branch) -> Rule {
        let value = self.branches.of(branch).end();
        if Tiles::with_half(value).contains(tile) {
            Rule::Ahead(branch)
        } else {
            Rule::NoMatch { tile, branch, value }
        }
    }

    fn not_in_joint(&self, tile: Tile, branch: Branch, joint: u8) -> Rule {
        if !tile.is_double() {
            return Rule::OnlyDoubles(tile);
        }
        let mut joints = self.branches.of(branch).inner_joints();
        match joints.find(|(number, _)| *number == joint) {
            None => {
                let joints = self.branches.of(branch).inner_joints().count();
                Rule::NoSuchJoint { branch, joint, joints: u8::try_from(joints).unwrap_or(u8::MAX) }
            }
            Some((_, value)) if value == tile.high() => Rule::Ahead(branch),
            Some((_, value)) => Rule::OtherJoint { branch, joint, value },
        }
    }

    fn no_cut(&self, tile: Tile) -> Rule {
        let short = self.branches.bridges().filter(|(_, bridge)| *bridge == tile).last();
        short.map_or(Rule::NoCut(tile), |(joint, _)| Rule::ShortCut {
            tile,
            tiles: 2 * joint + 1,
            least: self.options.cut,
        })
    }

    /// What can be played instead.
    fn ways(&self, typed: Typed) -> Vec<String> {
        let mut legal = Vec::new();
        self.legal(&mut legal);
        let same: Vec<String> = legal
            .iter()
            .filter(|action| matches!(typed, Typed::Lay(tile, _) if action.tile() == Some(tile)))
            .map(ToString::to_string)
            .collect();
        match (&same[..], legal.len() > MOST_WAYS) {
            ([], true) => {
                let tiles: Tiles = legal.into_iter().filter_map(Action::tile).collect();
                tiles.iter().map(|tile| tile.to_string()).collect()
            }
            ([], false) => legal.iter().map(ToString::to_string).collect(),
            _ => same,
        }
    }
}
