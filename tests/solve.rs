//! The solver against a plain minimax without a table, on small positions of the games that
//! can be solved.

mod cycles;
mod plain;

use super::support::toy_game::{TOY, Toy};
use kosti::{
    game::{
        Actor, DealNo, Entropy as _, Limits, Notation, OptionSet, Position, Seat, Solver, SplitMix,
        Step, Unsolvable, Value, playout,
    },
    games::{Game as _, ashtarashki::Ashtarashki, senegal::Senegal},
};

/// How many positions of a game are compared.
const POSITIONS: usize = 1000;
/// The positions that minimax may look at for one of them.
const SMALL: u32 = 300;
/// How many actions before the end of a game other ends of it begin.
const LATE: usize = 30;
/// More nodes than any of them needs.
const MANY: u64 = 50_000_000;
/// A table that holds all that a small position needs.
const ROOM: usize = 1 << 20;

/// A position, and by minimax the value of each of its actions.
struct Sample<P: Position> {
    position: P,
    values: Vec<(P::Action, Value)>,
}

/// Small positions, as many of each variant: those near the ends of games played at random,
/// half of those in which it does not matter what one does.
fn samples<P: Position>(variants: &[&[&str]]) -> Vec<Sample<P>> {
    let mut found = Vec::new();
    let mut entropy = SplitMix::new(11);
    for (texts, number) in variants.iter().zip(1..) {
        let set = OptionSet::parse(P::FACTS, texts.iter().copied()).unwrap();
        let start = P::start(&P::options(&set), DealNo::FIRST);
        let (mut late, mut ends) = (start.clone(), 0);
        while found.len() < POSITIONS * number / variants.len() {
            // Most of a game serves several ends.
            if ends % 10 == 0 {
                let mut game = playout(start.clone(), &mut entropy, 10_000);
                late = game.steps.swap_remove(game.steps.len().saturating_sub(LATE)).0;
            }
            ends += 1;
            let game = playout(late.clone(), &mut entropy, 10_000);
            let small = game.steps.into_iter().rev().map_while(|(position, _)| {
                let values = plain::values(&position, &mut SMALL.clone())?;
                Some(Sample { position, values })
            });
            found.extend(small.filter(|sample| is_mixed(sample) || entropy.below(2) == 0));
        }
    }
    found
}

/// Whether there are good and bad actions.
fn is_mixed<P: Position>(sample: &Sample<P>) -> bool {
    sample.values.iter().any(|(_, value)| *value != sample.values[0].1)
}

/// Asserts that a good part of the samples is so.
fn some<P: Position>(samples: &[Sample<P>], what: &str, is: impl Fn(&Sample<P>) -> bool) {
    let counted = samples.iter().filter(|sample| is(sample)).count();
    assert!(counted >= POSITIONS / 20, "{counted} of {} {what}", samples.len());
}

/// The value of a position for whoever acts.
fn of<P: Position>(sample: &Sample<P>) -> Value {
    Value::of_actions(sample.values.iter().map(|(_, value)| *value))
}

/// All that is compared, on positions of one game.
fn compare<P: Notation>(variants: &[&[&str]]) {
    let samples = samples::<P>(variants);
    some(&samples, "won", |sample| of(sample) == Value::Win);
    some(&samples, "lost", |sample| of(sample) == Value::Loss);
    some(&samples, "mixed", is_mixed);
    if P::FACTS.draws {
        some(&samples, "drawn", |sample| of(sample) == Value::Draw);
    }
    for (number, sample) in samples.iter().enumerate() {
        let Sample { position, values } = sample;
        let text = position.to_text();
        let mut solver = Solver::new(ROOM).unwrap();
        assert_eq!(solver.values(position, MANY), *values, "{text}");
        follow(&mut solver, sample);
        // A table of one bucket, so that nearly everything is thrown out; that takes its time.
        if number % 10 == 0 {
            let mut solver = Solver::new(0).unwrap();
            assert_eq!(solver.values(position, MANY), *values, "{text}, no memory");
            follow(&mut solver, sample);
        }
        for nodes in [0, 1, 30] {
            let mut solver = Solver::new(ROOM).unwrap();
            let found = solver.values(position, nodes);
            assert!(solver.nodes() <= nodes, "{text}: {} of {nodes}", solver.nodes());
            for (found, right) in found.into_iter().zip(values) {
                assert!(found == *right || found.1 == Value::Unknown, "{text}: {found:?}");
            }
        }
    }
}

/// Follows the best line: it comes to the end, and nobody gives anything away.
fn follow<P: Notation>(solver: &mut Solver<P>, sample: &Sample<P>) {
    let text = sample.position.to_text();
    let Actor::Player(first) = sample.position.actor() else { panic!("{text} is over") };
    let value = of(sample);
    let line = solver.line(&sample.position, value, MANY);
    let mut position = sample.position.clone();
    for (before, action) in line.actions {
        assert_eq!(before, position, "{text}");
        position.apply(&Step::Action(action)).unwrap();
        if let Some(found) = plain::winner(&position, &mut SMALL.clone()) {
            assert_eq!(found, winner(value, first), "{text}");
        }
    }
    assert_eq!(position.actor(), Actor::Over, "{text}");
    assert_eq!(line.end, position.outcome(), "{text}");
}

fn winner(value: Value, seat: Seat) -> Option<Seat> {
    match value {
        Value::Win => Some(seat),
        Value::Loss => Some(seat.opponent()),
        Value::Draw | Value::Unknown => None,
    }
}

#[test]
fn senegal_is_solved_as_by_minimax() {
    compare::<Senegal>(&[
        &["goal=most", "movers=own"],
        &["goal=most", "movers=any"],
        &["goal=fewest", "movers=own"],
        &["goal=fewest", "movers=any"],
    ]);
}

#[test]
fn ashtarashki_is_solved_as_by_minimax() {
    compare::<Ashtarashki>(&[&[]]);
}

#[test]
fn the_start_is_too_much_for_a_few_nodes() {
    let start = Ashtarashki::start(&(), DealNo::FIRST);
    let mut solver = Solver::new(ROOM).unwrap();
    let values = solver.values(&start, 1000);
    assert!(values.iter().all(|(_, value)| *value == Value::Unknown), "{values:?}");
    assert_eq!(solver.nodes(), 1000);
    let line = solver.line(&start, Value::Unknown, 1000);
    assert!(line.actions.is_empty() && line.end.is_none(), "{line:?}");
}

#[test]
fn chance_is_refused() {
    assert_eq!(Solver::<Toy>::new(ROOM).unwrap_err(), Unsolvable::Chance);
    let start = TOY.start(&OptionSet::defaults(TOY.facts()), DealNo::FIRST);
    let refused = start.solve(Limits { nodes: 1, memory: 0 }, false).unwrap_err();
    assert_eq!(refused.to_string(), "a game with chance cannot be solved");
}

#[test]
fn a_table_without_end_is_refused() {
    assert_eq!(Solver::<Senegal>::new(usize::MAX).unwrap_err(), Unsolvable::Memory);
}
