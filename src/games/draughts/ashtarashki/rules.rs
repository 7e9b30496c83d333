//! The rules. Quoted lines are those of `rules/ashtarashki.md`.

use super::{
    action::{Action, Manner},
    board::{GOALS, Square, Squares},
    stone::Stone,
};
use crate::{
    game::{
        Actor, BySeat, DealNo, Facts, FirstSeat, OptionSet, Outcome, Position, Reason, Seat, Step,
    },
    games::draughts::path,
};

/// "Twelve stones a side"
pub(super) const STONES: u32 = 12;
/// "four of each group 1, 2, 3"
pub(super) const STONES_OF_GROUP: u32 = 4;

/// "A player who holds all four squares of the last rank with F stones wins 1 point."
const FINISH: Reason = Reason::new("finish");
/// "A player to move without a legal action is blocked and loses 1 point."
const BLOCKED: Reason = Reason::new("blocked");
/// "A player whose last stone is gone ... has lost completely: 2 points."
const COMPLETE: Reason = Reason::new("complete");

static FACTS: Facts = Facts {
    key: "ashtarashki",
    rules_version: 1,
    seats: BySeat::new("white", "black"),
    reasons: &[FINISH, BLOCKED, COMPLETE],
    // "There are no draws"
    draws: false,
    chance: false,
    dealt: false,
    hidden_hands: false,
    first_seat: FirstSeat::Swaps,
    target: None,
    options: &[],
};

/// "White 1: b2 c1 e1 h2; 2: a3 d2 f2 g3; 3: a1 c3 e3 g1. Black 1: a7 d8 f8 g7; 2: b6 c7 e7 h6;
/// 3: b8 d6 f6 h8." Files and ranks count from 0.
const SET_UP: BySeat<[[(u8, u8); 4]; 3]> = BySeat::new(
    [
        [(1, 1), (2, 0), (4, 0), (7, 1)],
        [(0, 2), (3, 1), (5, 1), (6, 2)],
        [(0, 0), (2, 2), (4, 2), (6, 0)],
    ],
    [
        [(0, 6), (3, 7), (5, 7), (6, 6)],
        [(1, 5), (2, 6), (4, 6), (7, 5)],
        [(1, 7), (3, 5), (5, 5), (7, 7)],
    ],
);

/// The stones of a side by [`Stone::index`].
pub(super) type Army = [Squares; Stone::ALL.len()];

/// A position of Ashtarashki.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ashtarashki {
    pub(super) armies: BySeat<Army>,
    pub(super) to_move: Seat,
}

impl Position for Ashtarashki {
    const FACTS: &'static Facts = &FACTS;
    type Action = Action;
    type Chance = std::convert::Infallible;
    /// The next square of the path: an origin, then landings.
    type Movement = Square;
    type Options = ();

    fn options(_: &OptionSet) {}

    /// "A stone starts as M", "White begins."
    fn start((): &(), _: DealNo) -> Self {
        let army = |groups: [[(u8, u8); 4]; 3]| {
            let mut army = [Squares::EMPTY; Stone::ALL.len()];
            for (stone, squares) in Stone::CAPTURERS.into_iter().zip(groups) {
                army[stone.index()] = squares
                    .into_iter()
                    .filter_map(|(file, rank)| Square::new(file, rank))
                    .collect();
            }
            army
        };
        Ashtarashki { armies: BySeat(SET_UP.0.map(army)), to_move: Seat::First }
    }

    fn actor(&self) -> Actor {
        let over = self.decided().is_some() || self.is_blocked();
        if over { Actor::Over } else { Actor::Player(self.to_move) }
    }

    fn legal(&self, out: &mut Vec<Action>) {
        self.spelled(out);
        merge(out);
    }

    fn next(&self, prefix: &[Square]) -> Vec<Square> {
        path::next(self, Action::path, prefix)
    }

    fn composed(&self, sequence: &[Square]) -> Option<Action> {
        path::composed(self, Action::path, sequence)
    }

    fn apply_unchecked(&mut self, step: &Step<Action, Self::Chance>) {
        let action = match step {
            Step::Action(action) => action,
            Step::Chance(never) => match *never {},
        };
        let mover = self.to_move;
        let (from, to) = (action.origin(), action.end());
        let mine = &mut self.armies[mover];
        let origin = &mut mine[action.stone.index()];
        *origin = origin.without(from);
        let reached = match action.manner {
            // "A backward capture is no retreat."
            Manner::Advance | Manner::Capture => Some(action.stone),
            Manner::Retreat => action.stone.retreated(),
        };
        if let Some(reached) = reached {
            // "a stone of any standing that ends its action on its last rank ... becomes F"
            let stands = if GOALS[mover].contains(to) { Stone::F } else { reached };
            let landing = &mut mine[stands.index()];
            *landing = landing.with(to);
        }
        if action.is_capture() {
            let captured = action.captured();
            for stones in &mut self.armies[mover.opponent()] {
                *stones = stones.minus(captured);
            }
        }
        self.to_move = mover.opponent();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.decided().or_else(|| {
            let blocked = self.is_blocked();
            blocked.then(|| Outcome::win(self.to_move.opponent(), 1, BLOCKED))
        })
    }

    fn concede(&self, loser: Seat) -> Outcome {
        Outcome::win(loser.opponent(), 1, FINISH)
    }
}

impl Ashtarashki {
    pub(super) fn army(&self, seat: Seat) -> &Army {
        &self.armies[seat]
    }

    /// The squares of a side's stones.
    pub(super) fn stones_of(&self, seat: Seat) -> Squares {
        self.army(seat).iter().fold(Squares::EMPTY, |all, stones| all.union(*stones))
    }

    /// The squares of all stones.
    pub(super) fn stones(&self) -> Squares {
        self.stones_of(Seat::First).union(self.stones_of(Seat::Second))
    }

    /// The stone on a square, and whose it is.
    pub(super) fn stone_on(&self, square: Square) -> Option<(Seat, Stone)> {
        Seat::ALL.into_iter().find_map(|seat| {
            let stands = |stone: &Stone| self.army(seat)[stone.index()].contains(square);
            Stone::ALL.into_iter().find(stands).map(|stone| (seat, stone))
        })
    }

    /// The end by the stones alone. "The complete loss is looked at first ..., then the finish,
    /// then the block."
    fn decided(&self) -> Option<Outcome> {
        let first = |met: &dyn Fn(Seat) -> bool| Seat::ALL.into_iter().find(|seat| met(*seat));
        if let Some(loser) = first(&|seat| self.stones_of(seat).is_empty()) {
            return Some(Outcome::win(loser.opponent(), 2, COMPLETE));
        }
        first(&|seat| self.army(seat)[Stone::F.index()] == GOALS[seat])
            .map(|winner| Outcome::win(winner, 1, FINISH))
    }

    fn is_blocked(&self) -> bool {
        !self.can_step() && !self.can_capture()
    }

    /// Every way to write what is legal, ordered by the texts: "Origins are named first, then
    /// actions of equal result are merged".
    pub(super) fn spelled(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.decided().is_some() {
            return;
        }
        // "Capturing is compulsory; which capture is free."
        self.captures(out);
        if out.is_empty() {
            self.steps(out);
        }
    }
}

/// "a W with two empty squares behind it has one self-removal, under the first text"; captures of
/// the same enemies by the same stone to the same square are one action too.
fn merge(actions: &mut Vec<Action>) {
    // Two ways round the same enemies have four landings at the least.
    let doubtful = |action: &Action| action.is_removal() || action.path.len() > 4;
    let mut at = 0;
    while at < actions.len() {
        let action = &actions[at];
        let known =
            doubtful(action) && actions[..at].iter().any(|earlier| earlier.has_result_of(action));
        if known {
            actions.remove(at);
        } else {
            at += 1;
        }
    }
}
