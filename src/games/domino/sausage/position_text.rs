//! Texts of positions.

use super::{
    branch::{Branch, Branches, Chain, MOST_AHEAD},
    deal::holds_soap,
    hand::{HAND, Hand},
    rules::{Due, Sausage, SausageOptions},
    tile::{HIGHEST, SET, Tile, Tiles, read_halves},
};
use crate::game::{BySeat, DealNo, Position, Seat};

/// Why a text is no position of Chuvash sausage.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SausagePositionError {
    /// The parts are not those of a position.
    #[error("a position is written u TILES / l TILES / a HAND / b HAND / a, b or deal N")]
    Shape,
    /// Something else than tiles from the soap outward.
    #[error("{0:?} is no branch: tiles are written inner half first, as in 0-6 6-2")]
    Branch(String),
    /// Two tiles that do not match.
    #[error("{tile} does not match: the value there is {value}")]
    NoMatch {
        /// The tile as it is written.
        tile: String,
        /// What its inner half must be.
        value: u8,
    },
    /// Something else than a hand.
    #[error("{0:?} is no hand: tiles fall, as in 6-6 5-4, or are hidden, as in ?x14")]
    Hand(String),
    /// More tiles than a hand has.
    #[error("{seat} holds {found} tiles: a hand has no more than 14")]
    TooMany {
        /// `a` or `b`.
        seat: &'static str,
        /// How many were found.
        found: u32,
    },
    /// More tiles than there are.
    #[error("there are only 28 tiles")]
    MoreThanSet,
    /// A tile in two places.
    #[error("{0} stands twice")]
    Twice(Tile),
    /// One branch too far ahead.
    #[error("the branches have {upper} and {lower} tiles: they may differ by three")]
    Ahead {
        /// Tiles of the upper one.
        upper: usize,
        /// Tiles of the lower one.
        lower: usize,
    },
    /// The soap in a hand, and something else laid before it or another seat to move.
    #[error("{seat} holds the soap: it is the first tile and {seat} lays it")]
    Soap {
        /// `a` or `b`.
        seat: &'static str,
    },
    /// A hidden hand that everybody sees.
    #[error("hands lie open: no hand is hidden")]
    Hidden,
    /// A hidden hand that must be counted.
    #[error("the hand of {seat} is to be counted: it cannot be hidden")]
    Uncounted {
        /// `a` or `b`.
        seat: &'static str,
    },
    /// Something is held or laid before the deal.
    #[error("nothing is held or laid before the deal")]
    BeforeDeal,
    /// A cut that is none.
    #[error("{tile} cuts nothing off that is long enough")]
    Cut {
        /// The tile.
        tile: Tile,
    },
    /// The one who has cut holds all the tiles that were dealt.
    #[error("{seat} has cut: it cannot hold 14 tiles")]
    NothingLaid {
        /// `a` or `b`.
        seat: &'static str,
    },
    /// The one who has cut would be to move.
    #[error("behind a cut the other seat is to move")]
    CutterToMove,
    /// The same position is written another way.
    #[error("this position is written {canonical:?}")]
    Spelling {
        /// The right way.
        canonical: String,
    },
}

impl Sausage {
    pub(super) fn position_text(&self) -> String {
        let [upper, lower] = Branch::ALL.map(|branch| branch_text(self.branches.of(branch)));
        let [a, b] = self.hands.0;
        let seat = |seat: Seat| Self::FACTS.seats[seat];
        let due = match self.due {
            Due::Deal(number) => format!("deal {}", number.get()),
            Due::Turn(mover) => seat(mover).to_owned(),
            Due::Nothing(by, tile) => {
                format!("{} / cut {tile} {}", seat(by.opponent()), seat(by))
            }
        };
        format!("u {upper} / l {lower} / a {a} / b {b} / {due}")
    }

    pub(super) fn read_position(
        text: &str,
        options: SausageOptions,
    ) -> Result<Self, SausagePositionError> {
        let mut parts = text.split(" / ");
        let mut part = || parts.next().ok_or(SausagePositionError::Shape);
        let named = |text, name| str::strip_prefix(text, name).ok_or(SausagePositionError::Shape);
        let upper = read_branch(named(part()?, "u ")?)?;
        let lower = read_branch(named(part()?, "l ")?)?;
        let a = read_hand(named(part()?, "a ")?)?;
        let b = read_hand(named(part()?, "b ")?)?;
        let mut due = read_due(part()?)?;
        if let Some(cut) = parts.next() {
            due = read_cut(cut, due)?;
        }
        let branches = Branches::new(upper, lower);
        let position = Sausage { branches, hands: BySeat::new(a, b), due, options };
        position.check()?;
        let canonical = position.position_text();
        if canonical == text {
            Ok(position)
        } else {
            Err(SausagePositionError::Spelling { canonical })
        }
    }

    /// "Positions that cannot be ... are refused with the reason." Tiles may be missing.
    fn check(&self) -> Result<(), SausagePositionError> {
        if let Due::Deal(_) = self.due {
            let untouched = self.branches.are_empty() && self.held() == 0;
            return if untouched { Ok(()) } else { Err(SausagePositionError::BeforeDeal) };
        }
        self.check_hands()?;
        self.check_soap()?;
        self.check_tiles()?;
        let [upper, lower] = Branch::ALL.map(|branch| self.branches.of(branch).len());
        if upper.abs_diff(lower) > MOST_AHEAD {
            return Err(SausagePositionError::Ahead { upper, lower });
        }
        match self.due {
            Due::Nothing(by, tile) => self.check_cut(by, tile),
            Due::Deal(_) | Due::Turn(_) => Ok(()),
        }
    }

    fn check_hands(&self) -> Result<(), SausagePositionError> {
        for seat in Seat::ALL {
            let (hand, seat) = (self.hands[seat], Self::FACTS.seats[seat]);
            if hand.len() > HAND {
                return Err(SausagePositionError::TooMany { seat, found: hand.len() });
            }
            if hand.is_hidden() && !self.options.closed {
                return Err(SausagePositionError::Hidden);
            }
        }
        Ok(())
    }

    fn check_soap(&self) -> Result<(), SausagePositionError> {
        let in_sight = holds_soap(self.hands.map(Hand::seen));
        // Out of sight only where all 28 tiles are held.
        let Some(holder) = in_sight.or(self.soap_holder()) else { return Ok(()) };
        let begins = self.branches.are_empty() && self.due == Due::Turn(holder);
        let can_hold = in_sight.is_some() || self.hands[holder].is_hidden();
        if begins && can_hold {
            Ok(())
        } else {
            Err(SausagePositionError::Soap { seat: Self::FACTS.seats[holder] })
        }
    }

    fn check_tiles(&self) -> Result<(), SausagePositionError> {
        let mut known =
            if self.soap_is_laid() { Tiles::EMPTY.with(Tile::SOAP) } else { Tiles::EMPTY };
        let laid = Branch::ALL.into_iter().flat_map(|branch| {
            self.branches.of(branch).halves().map(|(inner, outer)| Tile::of(inner, outer))
        });
        let cut = match self.due {
            Due::Nothing(_, tile) => Some(tile),
            Due::Deal(_) | Due::Turn(_) => None,
        };
        let held = self.hands.0.into_iter().flat_map(|hand| hand.seen().iter());
        for tile in laid.chain(cut).chain(held) {
            if known.contains(tile) {
                return Err(SausagePositionError::Twice(tile));
            }
            known = known.with(tile);
        }
        let hidden: u32 = self.hands.0.iter().map(|hand| hand.hidden_len()).sum();
        if known.len() + hidden > SET { Err(SausagePositionError::MoreThanSet) } else { Ok(()) }
    }

    fn check_cut(&self, by: Seat, tile: Tile) -> Result<(), SausagePositionError> {
        let named = |seat: Seat| Self::FACTS.seats[seat];
        if !self.cuts().any(|(_, bridge)| bridge == tile) {
            return Err(SausagePositionError::Cut { tile });
        }
        if self.hands[by].len() == HAND {
            return Err(SausagePositionError::NothingLaid { seat: named(by) });
        }
        let loser = by.opponent();
        match self.counted(loser) {
            Some(_) => Ok(()),
            None => Err(SausagePositionError::Uncounted { seat: named(loser) }),
        }
    }
}

fn branch_text(chain: &Chain) -> String {
    let tiles: Vec<String> =
        chain.halves().map(|(inner, outer)| format!("{inner}-{outer}")).collect();
    if tiles.is_empty() { "-".to_owned() } else { tiles.join(" ") }
}

fn read_branch(text: &str) -> Result<Chain, SausagePositionError> {
    let mut chain = Chain::default();
    if text == "-" {
        return Ok(chain);
    }
    let unreadable = || SausagePositionError::Branch(text.to_owned());
    for word in text.split(' ') {
        let (inner, outer) = read_halves(word).ok_or_else(unreadable)?;
        if outer > HIGHEST {
            return Err(unreadable());
        }
        if inner != chain.end() {
            return Err(SausagePositionError::NoMatch {
                tile: word.to_owned(),
                value: chain.end(),
            });
        }
        if !chain.grow(outer) {
            return Err(unreadable());
        }
    }
    Ok(chain)
}

fn read_hand(text: &str) -> Result<Hand, SausagePositionError> {
    Hand::read(text).ok_or_else(|| SausagePositionError::Hand(text.to_owned()))
}

fn read_seat(text: &str) -> Option<Seat> {
    Seat::ALL.into_iter().find(|seat| Sausage::FACTS.seats[*seat] == text)
}

fn read_due(text: &str) -> Result<Due, SausagePositionError> {
    let number = |text: &str| text.strip_prefix("deal ")?.parse().ok().and_then(DealNo::new);
    let turn = read_seat(text).map(Due::Turn);
    turn.or_else(|| number(text).map(Due::Deal)).ok_or(SausagePositionError::Shape)
}

/// Reads `cut 4-3 a` behind the seat to move.
fn read_cut(text: &str, due: Due) -> Result<Due, SausagePositionError> {
    let cut = text.strip_prefix("cut ").and_then(|rest| rest.split_once(' '));
    let (tile, by) = cut.ok_or(SausagePositionError::Shape)?;
    let tile = Tile::read(tile).ok_or(SausagePositionError::Shape)?;
    let by = read_seat(by).ok_or(SausagePositionError::Shape)?;
    match due {
        Due::Turn(seat) if seat == by.opponent() => Ok(Due::Nothing(by, tile)),
        Due::Turn(_) => Err(SausagePositionError::CutterToMove),
        Due::Deal(_) | Due::Nothing(..) => Err(SausagePositionError::Shape),
    }
}
