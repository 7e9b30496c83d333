//! The rules. Quoted lines are those of `rules/sausage.md`.

use super::{
    action::{Action, Movement, Place},
    branch::{Branch, Branches},
    deal::{Deal, can_be_held, holds_soap},
    hand::Hand,
    tile::{HIGHEST, SET, Tile, Tiles},
};
use crate::game::{
    Actor, BySeat, DealNo, Entropy, Facts, FirstSeat, OptionFact, OptionSet, Outcome, Position,
    Reason, Seat, Step, StepOf,
};

/// "The first to cut wins the deal."
const CUT: Reason = Reason::new("cut");
/// "the deal is drawn at once, 0 points"
const DRAWN: Reason = Reason::new("drawn");

static FACTS: Facts = Facts {
    key: "sausage",
    rules_version: 1,
    seats: BySeat::new("a", "b"),
    reasons: &[CUT, DRAWN],
    draws: false,
    chance: true,
    dealt: true,
    hidden_hands: true,
    first_seat: FirstSeat::Stays,
    // "Deals go on until someone has at least 30 points"
    target: Some(30),
    options: &[
        // "with `hands=closed` each sees only its own"
        OptionFact { key: "hands", values: &["open", "closed"], default: "open" },
        // "`cut=7`, `11`, `13` are variants"
        OptionFact { key: "cut", values: &["7", "9", "11", "13"], default: "9" },
    ],
};

/// What giving up costs before the tiles are dealt: a hand will be of 14 tiles, three doubles
/// among them at the least.
const BEFORE_DEAL: u32 = 17;

/// How often hands are drawn for a reader who sees none, until they can have been dealt. They
/// seldom have to be drawn twice.
const MOST_DRAWS: usize = 100;

/// How the sausage is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SausageOptions {
    /// `hands=closed`
    pub closed: bool,
    /// How many tiles a cut must cut off.
    pub cut: u8,
}

impl SausageOptions {
    /// "it cuts off 2k+1 tiles (k of each branch and the soap). This must be at least nine, so
    /// k ≥ 4"
    pub(super) const fn lets_cut_at(self, joint: u8) -> bool {
        2 * joint + 1 >= self.cut
    }
}

/// What is due.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Due {
    /// The tiles are dealt.
    Deal(DealNo),
    /// A seat lays, cuts or passes, unless the deal is drawn.
    Turn(Seat),
    /// Nothing: that seat has cut with that tile.
    Nothing(Seat, Tile),
}

/// A position of Chuvash sausage.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sausage {
    pub(super) branches: Branches,
    pub(super) hands: BySeat<Hand>,
    pub(super) due: Due,
    pub(super) options: SausageOptions,
}

impl Position for Sausage {
    const FACTS: &'static Facts = &FACTS;
    type Action = Action;
    type Chance = Deal;
    type Movement = Movement;
    type Options = SausageOptions;

    fn options(set: &OptionSet) -> SausageOptions {
        SausageOptions {
            closed: set.get("hands") == "closed",
            cut: set.get("cut").parse().unwrap_or(9),
        }
    }

    fn start(options: &SausageOptions, deal: DealNo) -> Self {
        Sausage {
            branches: Branches::default(),
            hands: BySeat::new(Hand::EMPTY, Hand::EMPTY),
            due: Due::Deal(deal),
            options: *options,
        }
    }

    fn actor(&self) -> Actor {
        match self.due {
            Due::Deal(_) => Actor::Chance,
            Due::Turn(_) if self.is_drawn() => Actor::Over,
            Due::Turn(seat) => Actor::Player(seat),
            Due::Nothing(..) => Actor::Over,
        }
    }

    fn legal(&self, out: &mut Vec<Action>) {
        out.clear();
        let Due::Turn(seat) = self.due else { return };
        let Hand::Seen(hand) = self.hands[seat] else { return };
        if self.is_drawn() {
            return;
        }
        // "whoever holds the soap begins and lays it (forced)"
        if self.soap_holder() == Some(seat) {
            out.push(Action::Soap);
            return;
        }
        for tile in hand.intersection(self.playable()).iter() {
            let begin = out.len();
            out.extend(self.places(tile).map(|place| Action::Lay(tile, place)));
            out[begin..].sort_unstable_by_key(|action| match action {
                Action::Lay(_, place) => Some(place.order()),
                Action::Soap | Action::Pass => None,
            });
        }
        // "who can do neither passes"
        if out.is_empty() {
            out.push(Action::Pass);
        }
    }

    fn next(&self, prefix: &[Movement]) -> Vec<Movement> {
        let mut legal = Vec::new();
        self.legal(&mut legal);
        let parts = legal.into_iter().map(Action::movements);
        let mut movements: Vec<Movement> = match *prefix {
            [] => parts.map(|(tile, _)| tile).collect(),
            [tile] => {
                parts.filter(|(first, _)| *first == tile).filter_map(|parts| parts.1).collect()
            }
            _ => Vec::new(),
        };
        // A tile's actions follow one another.
        movements.dedup();
        movements
    }

    fn composed(&self, sequence: &[Movement]) -> Option<Action> {
        let parts = match *sequence {
            [whole] => (whole, None),
            [tile, place] => (tile, Some(place)),
            _ => return None,
        };
        let mut legal = Vec::new();
        self.legal(&mut legal);
        legal.into_iter().find(|action| action.movements() == parts)
    }

    /// Deals are too many to list.
    fn chances(&self) -> Option<Vec<(Deal, u32)>> {
        match self.due {
            Due::Deal(_) => None,
            Due::Turn(_) | Due::Nothing(..) => Some(Vec::new()),
        }
    }

    fn admits(&self, deal: &Deal) -> bool {
        matches!(self.due, Due::Deal(number) if deal.fits(number))
    }

    fn sample(&self, entropy: &mut dyn Entropy) -> Option<Deal> {
        match self.due {
            Due::Deal(number) => Some(Deal::sample(number, entropy)),
            Due::Turn(_) | Due::Nothing(..) => None,
        }
    }

    fn apply_unchecked(&mut self, step: &StepOf<Self>) {
        match (step, self.due) {
            // "the deal is void and dealt again"
            (Step::Chance(deal), Due::Deal(_)) if !deal.is_void() => {
                if let Some(begins) = holds_soap(deal.hands()) {
                    self.hands = deal.hands().map(Hand::Seen);
                    self.due = Due::Turn(begins);
                }
            }
            // "then the seats alternate, one tile a turn"
            (Step::Action(action), Due::Turn(seat)) => {
                self.due = Due::Turn(seat.opponent());
                if let Some(tile) = action.tile() {
                    self.hands[seat] = self.hands[seat].without(tile);
                }
                if let Action::Lay(tile, place) = *action {
                    self.lay(seat, tile, place);
                }
            }
            _ => {}
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.due {
            Due::Nothing(winner, _) => {
                Some(Outcome::win(winner, self.points(winner.opponent()), CUT))
            }
            Due::Turn(_) if self.is_drawn() => Some(Outcome::draw(DRAWN)),
            Due::Turn(_) | Due::Deal(_) => None,
        }
    }

    /// Giving up costs a point even with an empty hand: it would be a draw otherwise.
    fn concede(&self, loser: Seat) -> Outcome {
        let points = match self.due {
            Due::Deal(_) => BEFORE_DEAL,
            Due::Turn(_) | Due::Nothing(..) => self.points(loser).max(1),
        };
        Outcome::win(loser.opponent(), points, CUT)
    }

    fn hide(&self, viewer: Option<Seat>) -> Self {
        let mut view = self.clone();
        if self.options.closed && self.actor() != Actor::Over {
            for seat in Seat::ALL.into_iter().filter(|seat| Some(*seat) != viewer) {
                view.hands[seat] = view.hands[seat].hidden();
            }
        }
        view
    }

    /// All tiles out of sight are in the hidden hands, unless the position has fewer than 28.
    fn determinize(&self, viewer: Option<Seat>, entropy: &mut dyn Entropy) -> Self {
        let view = self.hide(viewer);
        let mut whole = view.clone();
        if !view.hides_a_hand() {
            return whole;
        }
        for _ in 0..MOST_DRAWS {
            whole.hands = view.imagined_hands(entropy);
            let can_be = whole.hands.0.iter().all(|hand| can_be_held(hand.seen()));
            if can_be && whole.hide(viewer) == view {
                break;
            }
        }
        whole
    }
}

impl Sausage {
    /// Lays a tile of a hand that it has left.
    fn lay(&mut self, seat: Seat, tile: Tile, place: Place) {
        // Where no such branch can be, the step was not legal.
        let _ = match place {
            Place::End(branch) => {
                let chain = self.branches.of_mut(branch);
                let outer = if chain.end() == tile.high() { tile.low() } else { tile.high() };
                chain.grow(outer)
            }
            Place::Joint(branch, joint) => self.branches.of_mut(branch).insert(joint),
            Place::Cut => {
                self.due = Due::Nothing(seat, tile);
                true
            }
        };
    }

    /// "While the soap is still in a hand, ... it is that seat's turn." Hands of 28 tiles hold it
    /// also where it is out of sight.
    pub(super) fn soap_holder(&self) -> Option<Seat> {
        let Due::Turn(mover) = self.due else { return None };
        if !self.branches.are_empty() {
            return None;
        }
        let whole_set = self.hides_a_hand() && self.held() == SET;
        holds_soap(self.hands.map(Hand::seen)).or(whole_set.then_some(mover))
    }

    /// Whether the soap lies on the table.
    pub(super) fn soap_is_laid(&self) -> bool {
        !matches!(self.due, Due::Deal(_)) && self.soap_holder().is_none()
    }

    /// Every tile on the table, one that has cut too.
    pub(super) fn laid(&self) -> Tiles {
        let mut tiles = self.branches.tiles();
        if self.soap_is_laid() {
            tiles = tiles.with(Tile::SOAP);
        }
        if let Due::Nothing(_, tile) = self.due {
            tiles = tiles.with(tile);
        }
        tiles
    }

    /// The tiles of the hands that are in sight.
    pub(super) fn seen(&self) -> Tiles {
        let [a, b] = self.hands.0.map(Hand::seen);
        a.union(b)
    }

    /// How many tiles are held.
    pub(super) fn held(&self) -> u32 {
        self.hands.0.iter().map(|hand| hand.len()).sum()
    }

    pub(super) fn hides_a_hand(&self) -> bool {
        self.hands.0.iter().any(|hand| hand.is_hidden())
    }

    /// Tiles that lie or are held nowhere in sight.
    pub(super) fn unseen(&self) -> Tiles {
        Tiles::ALL.minus(self.laid()).minus(self.seen())
    }

    /// The tiles that are held, as far as the reader can know: a hidden hand can hold whatever is
    /// not in sight.
    pub(super) fn possibly_held(&self) -> Tiles {
        let seen = self.seen();
        if self.hides_a_hand() { seen.union(self.unseen()) } else { seen }
    }

    /// "1 for each ordinary tile and 2 for each double"; `None` for a hidden hand unless it must be
    /// all that is not in sight.
    pub(super) fn counted(&self, seat: Seat) -> Option<u32> {
        let hand = match self.hands[seat] {
            Hand::Seen(tiles) => tiles,
            Hand::Hidden(count) => Some(self.unseen()).filter(|unseen| unseen.len() == count)?,
        };
        Some(hand.len() + hand.intersection(Tiles::doubles(0, HIGHEST)).len())
    }

    /// The same; what cannot be told counts the least that it can.
    fn points(&self, seat: Seat) -> u32 {
        self.counted(seat).unwrap_or(self.hands[seat].len())
    }

    /// "If after an action neither seat can lay or cut (empty hands included), the deal is drawn
    /// at once". Hidden hands tell it too: of all 28 tiles the reader knows which are held.
    fn is_drawn(&self) -> bool {
        matches!(self.due, Due::Turn(_))
            && self.soap_is_laid()
            && self.possibly_held().intersection(self.playable()).is_empty()
    }

    /// Every tile that there is a place for, whoever holds it.
    pub(super) fn playable(&self) -> Tiles {
        let mut tiles: Tiles = self.cuts().map(|(_, tile)| tile).collect();
        for branch in Branch::ALL.into_iter().filter(|branch| self.branches.may_grow(*branch)) {
            tiles = tiles.union(self.branches.of(branch).matching());
        }
        tiles
    }

    /// Where a tile can be laid now.
    fn places(&self, tile: Tile) -> impl Iterator<Item = Place> {
        let growing = Branch::ALL.into_iter().filter(|branch| self.branches.may_grow(*branch));
        let ends = growing.flat_map(move |branch| {
            let chain = self.branches.of(branch);
            // "at the end of a branch, one half matching the value there"
            let end = Tiles::with_half(chain.end()).contains(tile).then_some(Place::End(branch));
            // "if it is a double, also into an inner joint of a branch between two tiles that
            // meet with its value"
            let joints = chain
                .inner_joints()
                .filter(move |(_, value)| Tile::of(*value, *value) == tile)
                .map(move |(joint, _)| Place::Joint(branch, joint));
            end.into_iter().chain(joints)
        });
        // "A tile that fits at several k is one action."
        let cuts = self.cuts().any(|(_, bridge)| bridge == tile).then_some(Place::Cut);
        ends.chain(cuts)
    }

    /// Each joint at which a tile would cut off enough, with the tile.
    pub(super) fn cuts(&self) -> impl Iterator<Item = (u8, Tile)> {
        self.branches.bridges().filter(|(joint, _)| self.options.lets_cut_at(*joint))
    }
}
