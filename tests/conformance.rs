//! The laws of the contract of a game, held by every registered game and by the toy
//! games, with each of their options, over games played at random.
//!
//! A game that is registered gets its line in [`suite`], its counts in `tests/perft` and
//! its playthrough in `tests/playthroughs`; [`coverage`] finds what is missing.

mod coverage;
mod faces;
mod hidden;
mod playthroughs;
mod positions;
mod provided;
mod records;
mod scenes;
mod toy_rules;

use super::support::toy_game::{RolledToy, Toy, toys};
use kosti::{
    game::{BySeat, DealNo, OptionSet, Playout, Position, Seat, SplitMix, playout},
    games::{
        GameKind, Games, View, ashtarashki::Ashtarashki, emir::Emir, sausage::Sausage,
        senegal::Senegal, shemshesh::Shemshesh,
    },
};

/// The steps in which every game comes to its end.
const MOST_STEPS: usize = 2000;

/// Makes a test of each law for each game: `module: Type`. The module is the key.
macro_rules! suite {
    ($($key:ident: $position:ty,)+) => {
        /// The games that the suite runs on.
        const COVERED: &[&str] = &[$(stringify!($key)),+];

        $(mod $key {
            use super::*;

            #[test]
            fn is_the_game_of_that_key() {
                assert_eq!(<$position>::FACTS.key, stringify!($key));
            }

            #[test]
            fn lists_what_is_legal() {
                positions::lists_what_is_legal::<$position>();
            }

            #[test]
            fn reads_what_it_writes() {
                positions::reads_what_it_writes::<$position>();
            }

            #[test]
            fn reads_generously_and_never_guesses() {
                positions::reads_generously_and_never_guesses::<$position>();
            }

            #[test]
            fn applies_legal_steps_only() {
                positions::applies_legal_steps_only::<$position>();
            }

            #[test]
            fn composes_every_action() {
                positions::composes_every_action::<$position>();
            }

            #[test]
            fn ends_with_an_outcome() {
                positions::ends_with_an_outcome::<$position>();
            }

            #[test]
            fn draws_its_chances() {
                positions::draws_its_chances::<$position>();
            }

            #[test]
            fn replays_its_records() {
                records::replays_its_records::<$position>();
            }

            #[test]
            fn replays_matches_of_several_deals() {
                records::replays_matches_of_several_deals::<$position>();
            }

            #[test]
            fn keeps_deals_without_steps_apart() {
                records::keeps_deals_without_steps_apart::<$position>();
            }

            #[test]
            fn names_what_cannot_be_replayed() {
                records::names_what_cannot_be_replayed::<$position>();
            }

            #[test]
            fn hides_what_a_viewer_may_not_see() {
                hidden::hides_what_a_viewer_may_not_see::<$position>();
            }

            #[test]
            fn shows_every_position() {
                scenes::shows_every_position::<$position>();
            }

            #[test]
            fn draws_pictures() {
                scenes::draws_pictures::<$position>();
            }

            #[test]
            fn shows_an_example() {
                scenes::shows_an_example::<$position>();
            }

            #[test]
            fn says_the_same_without_its_types() {
                faces::says_the_same_without_its_types::<$position>();
            }
        })+
    };
}

suite! {
    senegal: Senegal,
    ashtarashki: Ashtarashki,
    shemshesh: Shemshesh,
    emir: Emir,
    sausage: Sausage,
    toy: Toy,
    toyroll: RolledToy,
}

/// A registered game, or a toy game.
fn find(key: &str) -> Option<GameKind> {
    Games::registered().find(key).or_else(|| toys().find(key))
}

/// The face of a typed game.
fn face<P: Position>() -> GameKind {
    find(P::FACTS.key).expect("a game of the suite")
}

/// Every combination of a game's options.
fn variants<P: Position>() -> Vec<OptionSet> {
    let mut texts: Vec<Vec<String>> = vec![Vec::new()];
    for fact in P::FACTS.options {
        texts = texts
            .iter()
            .flat_map(|said| {
                fact.values.iter().map(move |value| {
                    let one = format!("{}={value}", fact.key);
                    said.iter().cloned().chain([one]).collect()
                })
            })
            .collect();
    }
    texts
        .iter()
        .map(|said| OptionSet::parse(P::FACTS, said.iter().map(String::as_str)).expect("options"))
        .collect()
}

/// A game that was played at random.
struct Sample<P: Position> {
    options: OptionSet,
    deal: DealNo,
    seed: u64,
    played: Playout<P>,
}

impl<P: Position> Sample<P> {
    /// Plays it.
    fn new(options: &OptionSet, number: u32, seed: u64) -> Self {
        let deal = DealNo::new(number).expect("deals count from 1");
        let start = P::start(&P::options(options), deal);
        let played = playout(start, &mut SplitMix::new(seed), MOST_STEPS);
        Sample { options: options.clone(), deal, seed, played }
    }

    /// Every position, the last one too.
    fn positions(&self) -> impl Iterator<Item = &P> {
        self.played.steps.iter().map(|(position, _)| position).chain([&self.played.end])
    }
}

/// So many games of each variant, one by one, of the first and the second deal by turns.
fn samples<P: Position>(each: u32) -> impl Iterator<Item = Sample<P>> {
    variants::<P>().into_iter().flat_map(move |options| {
        (0..each).map(move |game| Sample::new(&options, 1 + game % 2, u64::from(game)))
    })
}

/// The legal actions.
fn legal<P: Position>(position: &P) -> Vec<P::Action> {
    let mut legal = Vec::new();
    position.legal(&mut legal);
    legal
}

/// The plain view of a game that goes on.
fn view(viewer: Option<Seat>, below: Seat) -> View {
    let names = BySeat::new(None, None);
    View { viewer, below, names, score: None, over: false, open: false, legend: false }
}
