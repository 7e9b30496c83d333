//! The rules. Quoted lines are those of `rules/shemshesh.md`, of `rules/nardy.md` where said.

use super::turn::Walker;
use crate::{
    game::{
        Actor, BySeat, DealNo, Entropy, Facts, FirstSeat, OptionFact, OptionSet, Outcome, Position,
        Reason, Seat, Step,
    },
    games::nardy::{
        board::{Checkers, Points},
        due::Due,
        movement::{Movement, Turn},
        parts::{CHECKERS, STUCK},
        roll::{DOUBLE, Dice, Roll, leave_head},
        search::Search,
        walk::Walk,
    },
};

/// "1 `oyn` if the loser has borne off at least one"
const OYN: Reason = Reason::new("oyn");
/// "else 2 `mars` if all its unfrozen checkers are in its home (none at all included)"
const MARS: Reason = Reason::new("mars");
/// "else 3 `home-mars`"
const HOME_MARS: Reason = Reason::new("home-mars");

/// "plays a double as two movements"
const HOME_DOUBLE: u8 = 2;

static FACTS: Facts = Facts {
    key: "shemshesh",
    rules_version: 1,
    seats: BySeat::new("white", "black"),
    reasons: &[OYN, MARS, HOME_MARS, STUCK],
    draws: false,
    chance: true,
    dealt: false,
    hidden_hands: false,
    first_seat: FirstSeat::Rolled,
    target: None,
    options: &[OptionFact { key: "home-doubles", values: &["four", "two"], default: "four" }],
};

/// How often a double is played by a player "all of whose unfrozen checkers are in the home
/// when rolling".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HomeDoubles {
    /// Four times, as always.
    Four,
    /// Twice: "house without doubles".
    Two,
}

/// The variants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ShemsheshOptions {
    /// How often a double is played at home.
    pub home_doubles: HomeDoubles,
}

/// The checkers of a side, on its own path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Side {
    pub(super) checkers: Checkers,
    /// Where one lies frozen: "a frozen checker always stands alone".
    pub(super) frozen: Points,
}

impl Side {
    pub(super) fn unfrozen(self) -> Points {
        self.checkers.points().minus(self.frozen)
    }

    /// "a frozen checker with no unfrozen checker of its side behind it can never be freed"
    pub(super) fn dead(self) -> Points {
        let first = self.unfrozen().first();
        self.frozen
            .filter(|at| first.is_none_or(|first| *at < first))
            .fold(Points::NONE, Points::with)
    }

    pub(super) fn is_home(self) -> bool {
        self.unfrozen().is_home()
    }
}

/// A position of Shemshesh.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shemshesh {
    pub(super) sides: BySeat<Side>,
    /// "A side has had its first turn when a turn of its has ended" (nardy).
    pub(super) moved: BySeat<bool>,
    pub(super) due: Due,
    pub(super) options: ShemsheshOptions,
}

impl Position for Shemshesh {
    const FACTS: &'static Facts = &FACTS;
    type Action = Turn;
    type Chance = Roll;
    type Movement = Movement;
    type Options = ShemsheshOptions;

    fn options(set: &OptionSet) -> ShemsheshOptions {
        let two = set.get("home-doubles") == "two";
        ShemsheshOptions { home_doubles: if two { HomeDoubles::Two } else { HomeDoubles::Four } }
    }

    /// "15 checkers a side on the heads"
    fn start(options: &ShemsheshOptions, _: DealNo) -> Self {
        let side = Side { checkers: Checkers::NONE.with(0, CHECKERS), frozen: Points::NONE };
        Shemshesh {
            sides: BySeat::new(side, side),
            moved: BySeat::new(false, false),
            due: Due::Roll(Seat::First),
            options: *options,
        }
    }

    fn actor(&self) -> Actor {
        self.due.actor()
    }

    fn legal(&self, out: &mut Vec<Turn>) {
        out.clear();
        if let Some((_, walker)) = self.turn() {
            out.extend(Search::new(&walker).plays().into_iter().map(|play| play.line.turn()));
        }
    }

    fn next(&self, prefix: &[Movement]) -> Vec<Movement> {
        self.turn().map_or_else(Vec::new, |(_, walker)| Search::new(&walker).next(prefix))
    }

    fn composed(&self, sequence: &[Movement]) -> Option<Turn> {
        let (_, walker) = self.turn()?;
        Search::new(&walker).composed(sequence)
    }

    fn chances(&self) -> Option<Vec<(Roll, u32)>> {
        Some(self.due.rolls())
    }

    fn admits(&self, _: &Roll) -> bool {
        self.due.is_roll()
    }

    fn sample(&self, entropy: &mut dyn Entropy) -> Option<Roll> {
        self.due.draw(entropy)
    }

    fn apply_unchecked(&mut self, step: &Step<Turn, Roll>) {
        match step {
            Step::Chance(roll) => self.due = self.due.rolled(*roll),
            Step::Action(turn) => self.play(turn),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.due.outcome()
    }

    /// "Points: 1 `oyn` if the loser has borne off at least one; else 2 `mars` if all its
    /// unfrozen checkers are in its home (none at all included), else 3 `home-mars`. Dead
    /// checkers never count."
    fn concede(&self, loser: Seat) -> Outcome {
        let side = self.sides[loser];
        let (points, reason) = if side.checkers.on(Checkers::OFF) > 0 {
            (1, OYN)
        } else if side.is_home() {
            (2, MARS)
        } else {
            (3, HOME_MARS)
        };
        Outcome::win(loser.opponent(), points, reason)
    }
}

impl Shemshesh {
    /// The side whose turn it is, and its turn.
    pub(super) fn turn(&self) -> Option<(Seat, Walker)> {
        let Due::Turn(seat, roll) = self.due else { return None };
        Some((seat, self.walker(seat, roll)))
    }

    fn walker(&self, seat: Seat, roll: Roll) -> Walker {
        Walker::new(self, seat, self.dice_of(seat, roll), leave_head(roll, !self.moved[seat]))
    }

    /// The dice that a roll gives.
    pub(super) fn dice_of(&self, seat: Seat, roll: Roll) -> Dice {
        let at_home = self.options.home_doubles == HomeDoubles::Two && self.sides[seat].is_home();
        Dice::of(roll, if at_home { HOME_DOUBLE } else { DOUBLE })
    }

    /// Plays a legal turn.
    pub(super) fn play(&mut self, turn: &Turn) {
        let Some((seat, walker)) = self.turn() else { return };
        let moved = |state, movement: &Movement| walker.moved(&state, *movement);
        let end = turn.movements().iter().fold(walker.start(), moved);
        let enemy = seat.opponent();
        self.sides[seat] = Side { checkers: end.mine, frozen: end.frozen };
        self.sides[enemy].frozen = self.sides[enemy].frozen.union(end.struck.other_side());
        self.moved[seat] = true;
        let ends = self.ends();
        // "If both have none, the side that moved wins."
        let mover = ends.iter().find(|outcome| outcome.winner == Some(seat));
        self.due = match mover.or(ends.first()) {
            Some(outcome) => Due::Over(*outcome),
            None => Due::Roll(enemy),
        };
    }

    /// The outcomes that the checkers can have led to; none when the game goes on. "A side with
    /// no unfrozen checker left on the board has won"; "a win comes before" a draw (nardy).
    pub(super) fn ends(&self) -> Vec<Outcome> {
        let done = self.sides.map(|side| side.unfrozen().is_empty());
        let won = Seat::ALL.into_iter().filter(|seat| done[*seat]);
        match done.0 {
            [false, false] if self.is_stuck() => vec![Outcome::draw(STUCK)],
            // Who moved has borne off its last.
            [true, true] => {
                let moved = |seat: &Seat| self.sides[*seat].checkers.on(Checkers::OFF) > 0;
                won.filter(moved).map(|seat| self.concede(seat.opponent())).collect()
            }
            _ => won.map(|seat| self.concede(seat.opponent())).collect(),
        }
    }

    /// "neither side could make a movement with any of the 21 rolls ... (each side taken by
    /// itself as if its own turn began ...)" (nardy)
    fn is_stuck(&self) -> bool {
        let rolls = || Roll::all().filter(|(roll, _)| roll.is_double());
        Seat::ALL.into_iter().all(|seat| {
            // Any die is one of some roll.
            rolls().all(|(roll, _)| {
                let walker = self.walker(seat, roll);
                walker.movements(&walker.start(), roll.high()).is_empty()
            })
        })
    }
}
