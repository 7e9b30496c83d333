//! The rules. Quoted lines are those of `rules/emir.md`, of `rules/nardy.md` where said.

use super::{
    action::{EmirAction, EmirMovement, Preliminary},
    before::Before,
    side::{BAR, Side, across},
    turn::{Mate, Walker, is_stuck},
};
use crate::{
    game::{
        Actor, BySeat, DealNo, Entropy, Facts, FirstSeat, OptionFact, OptionSet, Outcome, Position,
        Reason, Seat, Step,
    },
    games::nardy::{
        board::Checkers,
        due::Due,
        movement::{Movement, Turn},
        parts::STUCK,
        point::HOME,
        roll::{Roll, leave_head},
        search::Search,
        walk::Walk,
    },
};

/// "an emir that captures the emir wins 32 at once"
const EMIR_CAPTURED: Reason = Reason::new("emir-captured");
/// "one that hits it 64, `emir-mate`"
const EMIR_MATE: Reason = Reason::new("emir-mate");
/// "the loser with a checker on the bar or on its head (free or captive) loses 8 `koks`"
pub(super) const KOKS: Reason = Reason::new("koks");
/// "else with a checker in reserve or anywhere outside its home 4 `home-mars`"
pub(super) const HOME_MARS: Reason = Reason::new("home-mars");
/// "else with none borne off 2 `mars`"
const MARS: Reason = Reason::new("mars");
/// "else 1 `oyn`"
const OYN: Reason = Reason::new("oyn");

static FACTS: Facts = Facts {
    key: "emir",
    rules_version: 1,
    seats: BySeat::new("white", "black"),
    reasons: &[EMIR_CAPTURED, EMIR_MATE, KOKS, HOME_MARS, MARS, OYN, STUCK],
    draws: false,
    chance: true,
    dealt: false,
    hidden_hands: false,
    first_seat: FirstSeat::Rolled,
    target: None,
    options: &[OptionFact { key: "cover-head", values: &["no", "yes"], default: "no" }],
};

/// The variants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EmirOptions {
    /// Whether a covering move may begin from the head: "`cover-head=yes` allows it from the head
    /// too".
    pub cover_head: bool,
}

/// A position of Emir.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Emir {
    pub(super) sides: BySeat<Side>,
    /// "A side has had its first turn when a turn of its has ended" (nardy).
    pub(super) moved: BySeat<bool>,
    pub(super) due: Due,
    pub(super) options: EmirOptions,
}

impl Position for Emir {
    const FACTS: &'static Facts = &FACTS;
    type Action = EmirAction;
    type Chance = Roll;
    type Movement = EmirMovement;
    type Options = EmirOptions;

    fn options(set: &OptionSet) -> EmirOptions {
        EmirOptions { cover_head: set.get("cover-head") == "yes" }
    }

    fn start(options: &EmirOptions, _: DealNo) -> Self {
        let mut start = Emir {
            sides: BySeat::new(Side::START, Side::START),
            moved: BySeat::new(false, false),
            due: Due::Roll(Seat::First),
            options: *options,
        };
        start.begin(Seat::First);
        start
    }

    fn actor(&self) -> Actor {
        self.due.actor()
    }

    fn legal(&self, out: &mut Vec<EmirAction>) {
        out.clear();
        match self.due {
            Due::Choice(seat) => {
                out.extend(self.before(seat).choices().into_iter().map(EmirAction::Before));
            }
            Due::Turn(seat, roll) => {
                let walker = self.walker(seat, roll);
                let turns = Search::new(&walker).plays().into_iter();
                out.extend(turns.map(|play| EmirAction::Turn(play.line.turn())));
            }
            Due::Roll(_) | Due::Over(_) => {}
        }
    }

    fn next(&self, prefix: &[EmirMovement]) -> Vec<EmirMovement> {
        match (self.due, prefix) {
            (Due::Choice(seat), []) => {
                self.before(seat).choices().into_iter().map(EmirMovement::Before).collect()
            }
            (Due::Turn(seat, roll), _) => {
                let Some(prefix) = dice_only(prefix) else { return Vec::new() };
                let walker = self.walker(seat, roll);
                Search::new(&walker).next(&prefix).into_iter().map(EmirMovement::Die).collect()
            }
            _ => Vec::new(),
        }
    }

    fn composed(&self, sequence: &[EmirMovement]) -> Option<EmirAction> {
        match (self.due, sequence) {
            (Due::Choice(seat), [EmirMovement::Before(chosen)]) => {
                let chosen = self.before(seat).choices().into_iter().find(|one| one == chosen);
                chosen.map(EmirAction::Before)
            }
            (Due::Turn(seat, roll), _) => {
                let walker = self.walker(seat, roll);
                Search::new(&walker).composed(&dice_only(sequence)?).map(EmirAction::Turn)
            }
            _ => None,
        }
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

    fn apply_unchecked(&mut self, step: &Step<EmirAction, Roll>) {
        match (step, self.due) {
            (Step::Chance(roll), _) => self.due = self.due.rolled(*roll),
            (Step::Action(EmirAction::Before(chosen)), Due::Choice(seat)) => {
                self.choose(seat, chosen);
            }
            (Step::Action(EmirAction::Turn(turn)), Due::Turn(seat, roll)) => {
                self.play(seat, roll, turn);
            }
            (Step::Action(_), _) => {}
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.due.outcome()
    }

    /// "the loser with a checker on the bar or on its head (free or captive) loses 8 `koks`, 16
    /// if the emir is among them; else with a checker in reserve or anywhere outside its home 4
    /// `home-mars`, 8 if the emir is outside; else with none borne off 2 `mars`; else 1 `oyn`."
    fn concede(&self, loser: Seat) -> Outcome {
        let side = self.sides[loser];
        let occupied = side.occupied();
        let emir = side.emir.place;
        let (points, reason) = if side.bar > 0 || occupied.contains(0) {
            (if emir == BAR || emir == 0 { 16 } else { 8 }, KOKS)
        } else if side.reserve > 0 || !occupied.is_home() {
            (if emir < HOME { 8 } else { 4 }, HOME_MARS)
        } else if side.free.on(Checkers::OFF) == 0 {
            (2, MARS)
        } else {
            (1, OYN)
        };
        Outcome::win(loser.opponent(), points, reason)
    }
}

impl Emir {
    /// That side before its roll.
    pub(super) fn before(&self, seat: Seat) -> Before {
        let (mine, theirs) = (self.sides[seat], self.sides[seat.opponent()]);
        Before { seat, mine, theirs, options: self.options }
    }

    pub(super) fn walker(&self, seat: Seat, roll: Roll) -> Walker {
        Walker::new(&self.before(seat), roll, leave_head(roll, !self.moved[seat]))
    }

    /// How many checkers an action hits.
    pub(super) fn hits(&self, action: &EmirAction) -> u8 {
        match (action, self.due) {
            (EmirAction::Turn(turn), Due::Turn(seat, roll)) => self.walker(seat, roll).hit_by(turn),
            _ => 0,
        }
    }

    /// "Turn: bar, then at most one preliminary action, then the roll ... If a preliminary action
    /// is possible the player chooses one or `roll`; if none is, the roll comes at once."
    fn begin(&mut self, seat: Seat) {
        let held = self.sides[seat.opponent()].holds_head();
        self.sides[seat].enter(held);
        self.due = if self.before(seat).is_choice() { Due::Choice(seat) } else { Due::Roll(seat) };
    }

    /// Does what is done before the roll.
    fn choose(&mut self, seat: Seat, chosen: &Preliminary) {
        let (mine, theirs, won) = self.before(seat).done(chosen);
        self.sides[seat] = mine;
        self.sides[seat.opponent()] = theirs;
        if won {
            self.end(seat, Some(Mate::Captured));
        } else {
            self.due = Due::Roll(seat);
        }
    }

    /// Plays a legal turn.
    fn play(&mut self, seat: Seat, roll: Roll, turn: &Turn) {
        let walker = self.walker(seat, roll);
        let moved = |state, movement: &Movement| walker.moved(&state, *movement);
        let end = turn.movements().iter().fold(walker.start(), moved);
        self.sides[seat] = end.mine;
        self.sides[seat.opponent()] = end.theirs;
        self.end(seat, end.mate);
    }

    /// Ends the turn of a side.
    fn end(&mut self, seat: Seat, mate: Option<Mate>) {
        self.moved[seat] = true;
        let enemy = seat.opponent();
        let outcome = match mate {
            Some(mate) => Some(won_by(seat, mate)),
            None if self.sides[seat].is_off() => Some(self.concede(enemy)),
            None => self.stuck(),
        };
        match outcome {
            Some(outcome) => self.due = Due::Over(outcome),
            None => self.begin(enemy),
        }
    }

    fn stuck(&self) -> Option<Outcome> {
        let [white, black] = &self.sides.0;
        is_stuck(white, black, self.options).then_some(Outcome::draw(STUCK))
    }

    /// The outcomes that the checkers show: the emir is under the emir, or a side is off.
    pub(super) fn must_end(&self) -> Vec<Outcome> {
        let ended = |seat: &Seat| {
            let seat = *seat;
            if self.pair(seat).is_some() {
                Some(won_by(seat, Mate::Captured))
            } else {
                self.sides[seat].is_off().then(|| self.concede(seat.opponent()))
            }
        };
        Seat::ALL.iter().filter_map(ended).collect()
    }

    /// How many checkers of a side stand on the enemy's emir, if its own emir was the first.
    pub(super) fn pair(&self, seat: Seat) -> Option<u8> {
        let (mine, theirs) = (self.sides[seat], self.sides[seat.opponent()]);
        let there = theirs.emir.place;
        let held = there < Checkers::OFF && theirs.captive.contains(there);
        let first = held && mine.emir.place == across(there) && mine.emir.beneath == 0;
        first.then(|| mine.free.on(mine.emir.place))
    }

    /// The outcomes that may have come when [`Self::must_end`] says nothing.
    pub(super) fn can_end(&self) -> Vec<Outcome> {
        let mates = Seat::ALL.into_iter().filter(|seat| self.may_have_hit(*seat));
        mates.map(|seat| won_by(seat, Mate::Hit)).chain(self.stuck()).collect()
    }

    /// Whether the emir of a side can just have hit the other one: it stands alone where that
    /// one stood, which has come to its head or to the bar last.
    fn may_have_hit(&self, seat: Seat) -> bool {
        let (mine, theirs) = (self.sides[seat], self.sides[seat.opponent()]);
        let at = mine.emir.place;
        let alone = (1..Checkers::OFF).contains(&at)
            && mine.is_lone_emir(at)
            && !theirs.captive.contains(across(at));
        let beneath = if theirs.emir.place == BAR { theirs.bar } else { theirs.free.on(0) };
        let last = matches!(theirs.emir.place, BAR | 0)
            && theirs.emir.beneath + 1 == beneath
            && mine.holds_head() == (theirs.emir.place == BAR);
        // "An emir in its own home cannot be hit"
        alone && last && across(at) < HOME
    }
}

/// "an emir that captures the emir wins 32 at once, one that hits it 64"
const fn won_by(seat: Seat, mate: Mate) -> Outcome {
    match mate {
        Mate::Captured => Outcome::win(seat, 32, EMIR_CAPTURED),
        Mate::Hit => Outcome::win(seat, 64, EMIR_MATE),
    }
}

/// Movements by dice; `None` when anything else is among them.
fn dice_only(movements: &[EmirMovement]) -> Option<Vec<Movement>> {
    let die = |movement: &EmirMovement| match movement {
        EmirMovement::Die(movement) => Some(*movement),
        EmirMovement::Before(_) => None,
    };
    movements.iter().map(die).collect()
}
