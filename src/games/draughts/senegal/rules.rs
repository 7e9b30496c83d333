//! The rules. Quoted lines are those of `rules/senegal.md`.

use super::board::{RANKS, Square, Squares};
use crate::{
    game::{
        Actor, BySeat, DealNo, Facts, FirstSeat, OptionFact, OptionSet, Outcome, Position, Reason,
        Seat, Step,
    },
    games::draughts::path,
};
use arrayvec::ArrayVec;

/// "White goes up, Black goes down."
const FORWARD: BySeat<i8> = BySeat::new(1, -1);
/// "its last rank (5 for White, 1 for Black)"
const LAST_RANK: BySeat<u8> = BySeat::new(RANKS - 1, 0);
/// "14 checkers each"
pub(super) const CHECKERS: u32 = 14;
/// "after 20 actions in a row, both sides together, without a capture or a forward
/// step"
pub(super) const QUIET_LIMIT: u8 = 20;
/// "One point for a win."
const POINTS: u32 = 1;

/// The reason of a win.
const COUNT: Reason = Reason::new("count");
/// The reason of a draw.
const EQUAL: Reason = Reason::new("equal");

static FACTS: Facts = Facts {
    key: "senegal",
    rules_version: 1,
    seats: BySeat::new("white", "black"),
    reasons: &[COUNT, EQUAL],
    draws: true,
    chance: false,
    dealt: false,
    hidden_hands: false,
    first_seat: FirstSeat::Swaps,
    target: None,
    options: &[
        OptionFact { key: "goal", values: &["most", "fewest"], default: "most" },
        OptionFact { key: "movers", values: &["own", "any"], default: "own" },
    ],
};

/// Whose count wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// "more wins"
    Most,
    /// "fewer checkers on the board win" (reverse).
    Fewest,
}

/// Which checkers a player may move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Movers {
    /// One's own.
    Own,
    /// "a checker of either colour, each going its own colour's way" (Stavropol).
    Any,
}

/// The variants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SenegalOptions {
    /// Whose count wins.
    pub goal: Goal,
    /// Which checkers a player may move.
    pub movers: Movers,
}

/// A step or a capture: the squares of the moved checker, its origin first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action {
    /// An origin and at least one landing. A capture of all 14 enemies has 15.
    pub(super) path: ArrayVec<Square, 15>,
}

impl Action {
    /// The squares, origin first.
    #[must_use]
    pub fn path(&self) -> &[Square] {
        &self.path
    }

    pub(super) fn origin(&self) -> Square {
        self.path[0]
    }

    pub(super) fn landing(&self) -> Square {
        self.path[self.path.len() - 1]
    }

    /// Whether it takes something: its squares are two apart.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        let (files, ranks) = self.path[0].distance(self.path[1]);
        files.abs() + ranks.abs() == 2
    }

    /// The squares of the checkers that it takes.
    pub(super) fn captured(&self) -> Squares {
        if !self.is_capture() {
            return Squares::EMPTY;
        }
        self.path.windows(2).fold(Squares::EMPTY, |taken, hop| taken.with(hop[0].midway(hop[1])))
    }
}

/// A position of Senegalese draughts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Senegal {
    pub(super) checkers: BySeat<Squares>,
    pub(super) to_move: Seat,
    /// Actions in a row without a capture or a forward step.
    pub(super) quiet: u8,
    pub(super) options: SenegalOptions,
}

impl Position for Senegal {
    const FACTS: &'static Facts = &FACTS;
    type Action = Action;
    type Chance = std::convert::Infallible;
    /// The next square of the path: an origin, then landings.
    type Movement = Square;
    type Options = SenegalOptions;

    fn options(set: &OptionSet) -> SenegalOptions {
        SenegalOptions {
            goal: if set.get("goal") == "fewest" { Goal::Fewest } else { Goal::Most },
            movers: if set.get("movers") == "any" { Movers::Any } else { Movers::Own },
        }
    }

    /// "White on ranks 1 and 2 and on e3, f3; Black on ranks 5, 4 and on a3, b3; c3
    /// and d3 are empty ... White begins."
    fn start(options: &SenegalOptions, _: DealNo) -> Self {
        let middle = |files: [u8; 2]| {
            files
                .into_iter()
                .filter_map(|file| Square::new(file, 2))
                .fold(Squares::EMPTY, Squares::with)
        };
        let ranks = |first, second| Squares::rank(first).union(Squares::rank(second));
        Senegal {
            checkers: BySeat::new(
                ranks(0, 1).union(middle([4, 5])),
                ranks(4, 3).union(middle([0, 1])),
            ),
            to_move: Seat::First,
            quiet: 0,
            options: *options,
        }
    }

    fn actor(&self) -> Actor {
        if self.is_over() { Actor::Over } else { Actor::Player(self.to_move) }
    }

    /// No two actions lead to the same position, so there is nothing to merge: an
    /// action leaves its own origin empty, which no other checker's does; and one
    /// checker never turns back, neither down a rank nor over what it has taken, so
    /// that what it captures fixes its way.
    fn legal(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.is_over() {
            return;
        }
        // "Capturing is compulsory; which capture is free (no majority rule)."
        let capturers = self.can_capture();
        for from in capturers {
            let mover = self.owner(from);
            let chain = Chain {
                mover,
                enemy: self.checkers[mover.opponent()],
                empty: self.empty().with(from),
            };
            let mut path = ArrayVec::new();
            path.push(from);
            chain.extend(&mut path, out);
        }
        if !capturers.is_empty() {
            return;
        }
        let empty = self.empty();
        for from in self.can_step() {
            for (files, ranks) in directions(self.owner(from)) {
                if let Some(to) = from.offset(files, ranks).filter(|to| empty.contains(*to)) {
                    out.push(Action { path: [from, to].into_iter().collect() });
                }
            }
        }
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
        let (from, to) = (action.origin(), action.landing());
        let mover = self.owner(from);
        let captured = action.captured();
        let mine = &mut self.checkers[mover];
        *mine = mine.without(from);
        // "a checker that ends its action on its last rank ... leaves the board"
        if to.rank() != LAST_RANK[mover] {
            *mine = mine.with(to);
        }
        // "the enemy is taken off at once"
        let enemy = &mut self.checkers[mover.opponent()];
        *enemy = enemy.intersection(captured.complement());
        // A step to another rank can only be a forward one.
        let forward = from.rank() != to.rank();
        self.quiet = if forward || !captured.is_empty() { 0 } else { self.quiet + 1 };
        self.to_move = self.to_move.opponent();
    }

    /// "Then the checkers on the board are counted: more wins, equal is a draw."
    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let [white, black] = self.checkers.0.map(Squares::len);
        if white == black {
            return Some(Outcome::draw(EQUAL));
        }
        let white_wins = match self.options.goal {
            Goal::Most => white > black,
            Goal::Fewest => white < black,
        };
        let winner = if white_wins { Seat::First } else { Seat::Second };
        Some(Outcome::win(winner, POINTS, COUNT))
    }

    fn concede(&self, loser: Seat) -> Outcome {
        Outcome::win(loser.opponent(), POINTS, COUNT)
    }
}

impl Senegal {
    /// Whose checker stands there (an empty square counts as Black's).
    pub(super) fn owner(&self, square: Square) -> Seat {
        if self.checkers[Seat::First].contains(square) { Seat::First } else { Seat::Second }
    }

    /// The last rank of the checker that stands there.
    pub(super) fn last_rank_of(&self, square: Square) -> u8 {
        LAST_RANK[self.owner(square)]
    }

    pub(super) fn empty(&self) -> Squares {
        self.checkers[Seat::First].union(self.checkers[Seat::Second]).complement()
    }

    /// The sides whose checkers the player to move may move.
    pub(super) fn movers(&self) -> &'static [Seat] {
        match (self.options.movers, self.to_move) {
            (Movers::Any, _) => &Seat::ALL,
            (Movers::Own, Seat::First) => &[Seat::First],
            (Movers::Own, Seat::Second) => &[Seat::Second],
        }
    }

    fn is_over(&self) -> bool {
        !self.capture_can_ever_happen()
            || self.quiet >= QUIET_LIMIT
            || self.can_step().union(self.can_capture()).is_empty()
    }

    /// "no capture can ever happen again, which is when no white checker stands on a
    /// rank lower than or equal to that of some black checker"
    fn capture_can_ever_happen(&self) -> bool {
        let [white, black] = self.checkers.0;
        let mut low_white = Squares::EMPTY;
        for rank in 0..RANKS {
            let row = Squares::rank(rank);
            low_white = low_white.union(white.intersection(row));
            if !low_white.is_empty() && !black.intersection(row).is_empty() {
                return true;
            }
        }
        false
    }

    /// The checkers that can capture: "jump over an adjacent enemy, sideways or
    /// forward, to the empty square right behind it".
    pub(super) fn can_capture(&self) -> Squares {
        let empty = self.empty();
        self.movers().iter().fold(Squares::EMPTY, |found, &mover| {
            let enemy = self.checkers[mover.opponent()];
            directions(mover).into_iter().fold(found, |found, (files, ranks)| {
                let behind = empty.origins(2 * files, 2 * ranks);
                let over = enemy.origins(files, ranks);
                found.union(self.checkers[mover].intersection(over).intersection(behind))
            })
        })
    }

    /// The checkers that can step: "one step sideways or forward to an empty square".
    fn can_step(&self) -> Squares {
        let empty = self.empty();
        self.movers().iter().fold(Squares::EMPTY, |found, &mover| {
            directions(mover).into_iter().fold(found, |found, (files, ranks)| {
                let from = empty.origins(files, ranks);
                found.union(self.checkers[mover].intersection(from))
            })
        })
    }
}

/// Where a checker may go: left, forward, right; in the order of the squares' names.
pub(super) fn directions(mover: Seat) -> [(i8, i8); 3] {
    [(-1, 0), (0, FORWARD[mover]), (1, 0)]
}

/// A capture that is being made.
#[derive(Clone, Copy)]
struct Chain {
    mover: Seat,
    enemy: Squares,
    empty: Squares,
}

impl Chain {
    /// Adds every finished capture that continues this path.
    fn extend(self, path: &mut ArrayVec<Square, 15>, out: &mut Vec<Action>) {
        let at = path[path.len() - 1];
        let mut hops = ArrayVec::<(Square, Square), 3>::new();
        for (files, ranks) in directions(self.mover) {
            let over = at.offset(files, ranks).filter(|over| self.enemy.contains(*over));
            let to = at.offset(2 * files, 2 * ranks).filter(|to| self.empty.contains(*to));
            hops.extend(over.zip(to));
        }
        // "While the checker is short of its last rank it must go on capturing as
        // long as it can ... On its last rank it may go on sideways or stop."
        let may_stop = hops.is_empty() || at.rank() == LAST_RANK[self.mover];
        if may_stop && path.len() > 1 {
            out.push(Action { path: path.clone() });
        }
        for (over, to) in hops {
            // Each hop takes one of at most 14 enemies, so the path has room.
            if path.try_push(to).is_ok() {
                let after =
                    Chain { enemy: self.enemy.without(over), empty: self.empty.with(over), ..self };
                after.extend(path, out);
                path.pop();
            }
        }
    }
}
