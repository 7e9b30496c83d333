//! Games in which positions come again: a token goes from place to place, and may come round.

use kosti::game::{
    Actor, BySeat, DealNo, Entropy as _, Facts, FirstSeat, OptionSet, Outcome, Position, Reason,
    Seat, Solver, SplitMix, Step, Unsolvable, Value,
};
use std::{convert::Infallible, sync::Arc};

/// How many games are compared.
const GAMES: usize = 3000;
const ROOM: usize = 1 << 16;
const MANY: u64 = 100_000;

const END: Reason = Reason::new("end");

const fn facts(hidden_hands: bool) -> Facts {
    Facts {
        key: "token",
        rules_version: 1,
        seats: BySeat::new("a", "b"),
        reasons: &[END],
        draws: true,
        chance: false,
        dealt: false,
        hidden_hands,
        first_seat: FirstSeat::Stays,
        target: None,
        options: &[],
    }
}

static FACTS: Facts = facts(false);
static HIDING: Facts = facts(true);

/// A place of the token.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Place {
    /// The seat to move chooses the next place.
    Ways(Seat, Vec<usize>),
    /// The game is over.
    End(Option<Seat>),
}

/// Where the token is. The places are those of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Token<const HIDES: bool> {
    places: Arc<Vec<Place>>,
    at: usize,
}

impl<const HIDES: bool> Position for Token<HIDES> {
    const FACTS: &'static Facts = if HIDES { &HIDING } else { &FACTS };
    type Action = usize;
    type Chance = Infallible;
    type Movement = Infallible;
    type Options = ();

    fn options(_: &OptionSet) {}

    fn start((): &(), _: DealNo) -> Self {
        Token { places: Arc::new(vec![Place::End(None)]), at: 0 }
    }

    fn actor(&self) -> Actor {
        match &self.places[self.at] {
            Place::Ways(seat, _) => Actor::Player(*seat),
            Place::End(_) => Actor::Over,
        }
    }

    fn legal(&self, out: &mut Vec<usize>) {
        out.clear();
        if let Place::Ways(_, ways) = &self.places[self.at] {
            out.extend(ways);
        }
    }

    fn apply_unchecked(&mut self, step: &Step<usize, Infallible>) {
        match step {
            Step::Action(to) => self.at = *to,
            Step::Chance(never) => match *never {},
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.places[self.at] {
            Place::Ways(..) => None,
            Place::End(winner) => {
                Some(winner.map_or(Outcome::draw(END), |seat| Outcome::win(seat, 1, END)))
            }
        }
    }

    fn concede(&self, loser: Seat) -> Outcome {
        Outcome::win(loser.opponent(), 1, END)
    }
}

fn token(places: Vec<Place>) -> Token<false> {
    Token { places: Arc::new(places), at: 0 }
}

/// Values of the ways from the first place.
fn values(places: Vec<Place>) -> Vec<Value> {
    let found = Solver::new(ROOM).unwrap().values(&token(places), MANY);
    found.into_iter().map(|(_, value)| value).collect()
}

const A: Seat = Seat::First;
const B: Seat = Seat::Second;

#[test]
fn a_win_past_a_repetition_is_a_win() {
    use Place::{End, Ways};
    // B can only go back to where A, the next time, goes to the end.
    let places = vec![Ways(A, vec![1, 2]), Ways(B, vec![0]), End(Some(A))];
    assert_eq!(values(places), [Value::Win, Value::Win]);
}

#[test]
fn what_depends_on_a_repetition_is_unknown() {
    use Place::{End, Ways};
    // Both go round, for whoever does not loses.
    let places = vec![Ways(A, vec![1, 2]), Ways(B, vec![0, 3]), End(Some(B)), End(Some(A))];
    assert_eq!(values(places), [Value::Unknown, Value::Loss]);
}

#[test]
fn a_draw_beside_a_repetition_is_not_claimed() {
    use Place::{End, Ways};
    let places = vec![Ways(A, vec![1]), Ways(B, vec![0, 2]), End(None)];
    assert_eq!(values(places), [Value::Unknown]);
    let places = vec![Ways(A, vec![1]), Ways(B, vec![2, 3]), End(None), End(Some(A))];
    assert_eq!(values(places), [Value::Draw]);
}

#[test]
fn a_seat_may_move_twice() {
    use Place::{End, Ways};
    let places =
        vec![Ways(A, vec![1, 4]), Ways(A, vec![2, 3]), End(Some(B)), End(Some(A)), End(None)];
    assert_eq!(values(places), [Value::Win, Value::Draw]);
}

/// A game of so many places, ends and ways at random. A few lead back.
fn drawn(entropy: &mut SplitMix, size: u32) -> Vec<Place> {
    let ends = [Some(A), Some(B), None];
    let mut place = |at: u32| {
        if at > 0 && entropy.below(4) == 0 {
            return Place::End(ends[entropy.below(3) as usize]);
        }
        let seat = if entropy.below(2) == 0 { A } else { B };
        let mut ways: Vec<usize> =
            (0..=entropy.below(3)).map(|_| entropy.below(size) as usize).collect();
        ways.sort_unstable();
        ways.dedup();
        Place::Ways(seat, ways)
    };
    (0..size).map(&mut place).collect()
}

/// From which places a seat can force its win, found backwards from the ends.
fn won(places: &[Place], by: Seat) -> Vec<bool> {
    let mut won = vec![false; places.len()];
    loop {
        let next: Vec<bool> = places
            .iter()
            .map(|place| match place {
                Place::End(winner) => *winner == Some(by),
                Place::Ways(seat, ways) if *seat == by => ways.iter().any(|to| won[*to]),
                Place::Ways(_, ways) => ways.iter().all(|to| won[*to]),
            })
            .collect();
        if next == won {
            return won;
        }
        won = next;
    }
}

#[test]
fn no_repetition_makes_a_value_wrong() {
    let mut entropy = SplitMix::new(5);
    let mut counts = [0; 4];
    for _ in 0..GAMES {
        let places = drawn(&mut entropy, 12);
        let position = token(places.clone());
        let Actor::Player(seat) = position.actor() else { panic!("the game is over") };
        let [wins, loses] = [seat, seat.opponent()].map(|seat| won(&places, seat));
        for memory in [0, ROOM] {
            for (to, value) in Solver::new(memory).unwrap().values(&position, MANY) {
                let right = match value {
                    Value::Win => wins[to],
                    Value::Loss => loses[to],
                    Value::Draw => !wins[to] && !loses[to],
                    Value::Unknown => true,
                };
                assert!(right, "{value} by {to} of {places:?}");
                counts[value as usize] += 1;
                // What is won or lost without any doubt should mostly be found out.
                counts[3] -= usize::from(value == Value::Unknown && !wins[to] && !loses[to]);
            }
        }
    }
    let [won, drawn, lost, missed] = counts;
    assert!(won > GAMES / 2 && lost > GAMES / 2 && drawn > GAMES / 10, "{counts:?}");
    assert!(missed * 20 < won + lost, "{counts:?}");
}

#[test]
fn hidden_hands_are_refused() {
    assert_eq!(Solver::<Token<true>>::new(ROOM).unwrap_err(), Unsolvable::Hidden);
    assert_eq!(Unsolvable::Hidden.to_string(), "a game with hidden hands cannot be solved");
}
