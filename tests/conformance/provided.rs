//! What the contract provides to a game that says only the least.

use super::positions::shares;
use crate::support::toy_game::Toy;
use kosti::game::{
    Actor, DealNo, Facts, IllegalStep, OptionSet, Outcome, Position, Seat, SplitMix, Step, StepOf,
};

/// A die of three kinds that is thrown once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Die {
    thrown: bool,
}

impl Position for Die {
    const FACTS: &'static Facts = Toy::FACTS;
    type Action = ();
    type Chance = char;
    type Movement = ();
    type Options = ();

    fn options(_: &OptionSet) {}

    fn start((): &(), _: DealNo) -> Self {
        Die { thrown: false }
    }

    fn actor(&self) -> Actor {
        if self.thrown { Actor::Over } else { Actor::Chance }
    }

    fn legal(&self, out: &mut Vec<()>) {
        out.clear();
    }

    fn chances(&self) -> Option<Vec<(char, u32)>> {
        Some(if self.thrown { Vec::new() } else { vec![('x', 1), ('y', 5), ('z', 2)] })
    }

    fn apply_unchecked(&mut self, _: &StepOf<Self>) {
        self.thrown = true;
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn concede(&self, loser: Seat) -> Outcome {
        Outcome::win(loser.opponent(), 1, Toy::FACTS.reasons[0])
    }
}

#[test]
fn chances_are_drawn_by_their_weights() {
    let die = Die { thrown: false };
    shares(&die, &die.chances().expect("few chances"), &mut SplitMix::new(0));
    assert_eq!(Die { thrown: true }.sample(&mut SplitMix::new(0)), None);
}

#[test]
fn only_listed_chances_are_admitted() {
    let mut die = Die { thrown: false };
    assert!(die.admits(&'z') && !die.admits(&'w'));
    assert_eq!(die.apply(&Step::Chance('w')), Err(IllegalStep));
    assert_eq!(die.apply(&Step::Action(())), Err(IllegalStep));
    assert_eq!(die, Die { thrown: false });
    assert_eq!(die.apply(&Step::Chance('z')), Ok(()));
    assert_eq!(die.apply(&Step::Chance('z')), Err(IllegalStep));
}

#[test]
fn nothing_is_hidden_or_composed_unless_a_game_says_so() {
    let die = Die { thrown: false };
    assert_eq!(die.hide(None), die);
    assert_eq!(die.determinize(Some(Seat::First), &mut SplitMix::new(0)), die);
    assert_eq!((die.next(&[]), die.composed(&[()])), (Vec::new(), None));
}
