//! Choosing an action by buttons, in every position of games played at random and in made-up
//! ones.

use crate::support::toy_game::toys_and_registered;
use kosti::{
    app::{
        button::{Button, LONGEST, LONGEST_PREFIX, Tail, Verb, check},
        composer::{
            Choice, Choices, LONGEST_LABEL, MOST_ACTIONS, MOST_MOVEMENTS, MOST_ROWS, Step, begin,
            go_on, rows,
        },
        reply::Press,
        texts::{Lang, Texts},
    },
    game::{
        Actor, Arg, DealNo, Entropy, Facts, Limits, OptionSet, Outcome, Seat, SplitMix, Unsolvable,
    },
    games::{AnyPosition, Continuation, Erased, GameKind, ReadFault, Solution, StepFault, View},
    store::{MatchNo, ScopeId},
};
use kosti_render::Scene;
use pretty_assertions::assert_eq;
use std::collections::BTreeSet;

/// What stands under a message, with the longest numbers that a button can carry.
fn shown(texts: &Texts, choices: &Choices) -> Vec<Vec<Press>> {
    let press = |choice: &Choice| {
        let button = Button {
            verb: choice.verb,
            scope: ScopeId(i64::MAX),
            number: MatchNo(i32::MAX),
            revision: u32::MAX,
            tail: choice.tail.clone(),
        };
        let data = button.to_string();
        assert!(data.len() <= LONGEST, "{data}");
        assert_eq!(data.parse(), Ok(button));
        Press { label: texts.plain(Lang::Ru, &choice.label), data }
    };
    rows(choices.next.iter().map(press).collect(), choices.others.iter().map(press).collect())
}

/// Every platform takes these rows.
fn fit(rows: &[Vec<Press>]) {
    assert!(rows.len() <= MOST_ROWS, "{rows:?}");
    assert!(rows.iter().all(|row| (1..=MOST_ROWS).contains(&row.len())), "{rows:?}");
    let all: Vec<&Press> = rows.iter().flatten().collect();
    assert!(all.iter().all(|press| press.label.chars().count() <= LONGEST_LABEL), "{rows:?}");
    let labels: BTreeSet<&str> = all.iter().map(|press| press.label.as_str()).collect();
    let data: BTreeSet<&str> = all.iter().map(|press| press.data.as_str()).collect();
    assert_eq!((labels.len(), data.len()), (all.len(), all.len()), "{rows:?}");
}

/// Everything that can be pressed from a board on.
struct Walk<'a> {
    texts: &'a Texts,
    position: &'a AnyPosition,
    legal: Vec<String>,
    /// The actions that can be played.
    reached: BTreeSet<String>,
    /// The most movements that a button carried.
    longest: usize,
    /// Actions that can be played or gone on with.
    forks: usize,
}

impl<'a> Walk<'a> {
    fn of(texts: &'a Texts, position: &'a AnyPosition) -> Self {
        let legal = position.legal();
        Walk { texts, position, legal, reached: BTreeSet::new(), longest: 0, forks: 0 }
    }

    fn choose(&mut self, choices: &Choices) {
        fit(&shown(self.texts, choices));
        for choice in choices.next.iter().chain(&choices.others) {
            match &choice.tail {
                Tail::Action { .. } => {
                    assert_eq!(choice.verb, Verb::Play);
                    let action = choice.tail.find(&self.legal).unwrap();
                    assert!(choices.next.is_empty() || action == self.text(choice));
                    self.reached.insert(action.to_owned());
                }
                Tail::Prefix { places, check } => {
                    assert_eq!(choice.verb, Verb::Compose);
                    assert_eq!(go_on(self.position, places, check ^ 1), None);
                    self.longest = self.longest.max(places.len());
                    let step = go_on(self.position, places, *check).unwrap();
                    if places.is_empty() {
                        assert_eq!(step, Step::Choose(begin(self.position)));
                    } else {
                        self.follow(step, &self.text(choice));
                    }
                }
                tail => panic!("{tail:?}"),
            }
        }
    }

    /// What stands on a button, but for what it says of an action that could go on.
    fn text(&self, choice: &Choice) -> String {
        let label = self.texts.plain(Lang::En, &choice.label);
        label.strip_prefix("Play ").map_or(label.clone(), str::to_owned)
    }

    fn follow(&mut self, step: Step, label: &str) {
        match step {
            Step::Play(action) => {
                assert_eq!(action, label, "a button says what it plays");
                assert!(self.legal.contains(&action));
                self.reached.insert(action);
            }
            Step::Choose(choices) => {
                assert!(choices.next.len() + choices.others.len() > 2, "{choices:?}");
                self.forks += usize::from(choices.others.len() > 1);
                self.choose(&choices);
            }
        }
    }

    /// What can be pressed where movements are composed, however few actions there are.
    fn by_movements(&mut self) {
        for (place, continuation) in (0..).zip(self.position.next(&[])) {
            let step = go_on(self.position, &[place], check(&continuation.movement)).unwrap();
            match step {
                Step::Play(action) => drop(self.reached.insert(action)),
                Step::Choose(choices) => self.choose(&choices),
            }
        }
    }

    fn reached_all(&self) {
        let all: BTreeSet<String> = self.legal.iter().cloned().collect();
        assert_eq!(self.reached, all, "{:?}", self.position);
    }
}

/// Every variant that differs from the plain game in one option, and the plain game.
fn variants(game: GameKind) -> Vec<OptionSet> {
    let facts = game.facts();
    let one = facts.options.iter().flat_map(|fact| {
        let values = fact.values.iter().filter(|value| **value != fact.default);
        values.map(move |value| format!("{}={value}", fact.key))
    });
    let parse = |texts: &[&str]| OptionSet::parse(facts, texts.iter().copied()).unwrap();
    std::iter::once(parse(&[])).chain(one.map(|text| parse(&[&text]))).collect()
}

/// The positions of a game played at random in which a player chooses.
fn positions(game: GameKind, options: &OptionSet, seed: u64) -> Vec<AnyPosition> {
    let mut entropy = SplitMix::new(seed);
    let mut position = game.start(options, DealNo::FIRST);
    let mut found = Vec::new();
    loop {
        let step = match position.actor() {
            Actor::Over => return found,
            Actor::Chance => position.sample(&mut entropy).unwrap(),
            Actor::Player(_) => {
                found.push(position.clone());
                let mut legal = position.legal();
                legal.swap_remove(entropy.below(u32::try_from(legal.len()).unwrap()) as usize)
            }
        };
        position = position.after(&step).unwrap();
    }
}

#[test]
fn every_action_of_every_game_can_be_chosen() {
    let texts = Texts::new(toys_and_registered()).unwrap();
    for game in toys_and_registered().all() {
        let (mut composed, mut forks, mut longest) = (0, 0, 0);
        for options in variants(game) {
            for position in (0..3).flat_map(|seed| positions(game, &options, seed)) {
                let mut board = Walk::of(&texts, &position);
                board.choose(&begin(&position));
                board.reached_all();
                assert_eq!(board.longest > 0, board.legal.len() > MOST_ACTIONS);
                let mut moves = Walk::of(&texts, &position);
                moves.by_movements();
                if !position.next(&[]).is_empty() {
                    moves.reached_all();
                }
                composed += usize::from(board.longest > 0);
                forks += moves.forks;
                longest = longest.max(moves.longest);
            }
        }
        match game.facts().key {
            "senegal" => assert!(composed > 100 && forks > 1 && longest > 3),
            // No capture of it may be left off.
            "ashtarashki" => assert!(composed > 100 && forks == 0 && longest > 1),
            key => assert!(composed == 0 && longest > 1, "{key}: {composed} {forks} {longest}"),
        }
    }
}

/// The longest captures of Senegalese draughts: six checkers, and the last rank to stop on.
#[test]
fn the_longest_action_fits_on_a_button() {
    let texts = Texts::new(toys_and_registered()).unwrap();
    let game = toys_and_registered().find("senegal").unwrap();
    let options = OptionSet::defaults(game.facts());
    let position = game.read(&options, "1b1b2/4b1/1b1b2/bb4/w1w1w1 w 0").unwrap();
    let mut walk = Walk::of(&texts, &position);
    assert_eq!(walk.legal.iter().map(String::len).max(), Some("a1:a3:c3:e3:e5:c5:a5".len()));
    walk.choose(&begin(&position));
    walk.by_movements();
    walk.reached_all();
    // The first fork is where the checker alone leads.
    assert_eq!((walk.longest, walk.forks), (7, 1));
}

/// A position with actions that are made up: the movements of each, and its text.
struct MadeUp(AnyPosition, Vec<(Vec<String>, String)>);

/// A position whose actions are the movements one after another.
fn made_up(actions: impl IntoIterator<Item = Vec<String>>) -> AnyPosition {
    let actions = actions.into_iter().map(|movements| (movements.clone(), movements.join("+")));
    named(actions.collect())
}

fn named(mut actions: Vec<(Vec<String>, String)>) -> AnyPosition {
    let game = toys_and_registered().find("toy").unwrap();
    let start = game.start(&OptionSet::defaults(game.facts()), DealNo::FIRST);
    actions.sort_by(|one, two| one.1.cmp(&two.1));
    Box::new(MadeUp(start, actions))
}

impl Erased for MadeUp {
    fn legal(&self) -> Vec<String> {
        let mut legal: Vec<String> = self.1.iter().map(|(_, text)| text.clone()).collect();
        legal.dedup();
        legal
    }

    fn next(&self, prefix: &[String]) -> Vec<Continuation> {
        let mut found: Vec<Continuation> = Vec::new();
        for (movements, _) in self.1.iter().filter(|(movements, _)| movements.starts_with(prefix)) {
            let Some(movement) = movements.get(prefix.len()) else { continue };
            if found.iter().all(|known| known.movement != *movement) {
                let whole = [prefix, std::slice::from_ref(movement)].concat();
                let action = self.1.iter().find(|(movements, _)| *movements == whole);
                let action = action.map(|(_, text)| text.clone());
                found.push(Continuation { movement: movement.clone(), action });
            }
        }
        found
    }

    fn facts(&self) -> &'static Facts {
        self.0.facts()
    }

    fn text(&self) -> String {
        self.0.text()
    }

    fn actor(&self) -> Actor {
        self.0.actor()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn concede(&self, loser: Seat) -> Outcome {
        self.0.concede(loser)
    }

    fn read_action(&self, text: &str) -> Result<String, ReadFault> {
        self.0.read_action(text)
    }

    fn sample(&self, entropy: &mut dyn Entropy) -> Option<String> {
        self.0.sample(entropy)
    }

    fn after(&self, step: &str) -> Result<AnyPosition, StepFault> {
        self.0.after(step)
    }

    fn hide(&self, viewer: Option<Seat>) -> AnyPosition {
        self.0.hide(viewer)
    }

    fn perft(&self, depth: u32) -> Option<u64> {
        self.0.perft(depth)
    }

    fn solve(&self, limits: Limits, line: bool) -> Result<Solution, Unsolvable> {
        self.0.solve(limits, line)
    }

    fn scene(&self, view: &View, steps: &[String]) -> Result<Scene, StepFault> {
        self.0.scene(view, steps)
    }

    fn diagram(&self, view: &View) -> String {
        self.0.diagram(view)
    }

    fn boxed(&self) -> AnyPosition {
        Box::new(MadeUp(self.0.clone(), self.1.clone()))
    }
}

fn movements(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// Where the first button of that place leads.
fn first(position: &AnyPosition, place: usize) -> Choices {
    let Choice { tail, .. } = begin(position).next.swap_remove(place);
    let Tail::Prefix { places, check } = tail else { panic!("{tail:?}") };
    match go_on(position, &places, check) {
        Some(Step::Choose(choices)) => choices,
        step => panic!("{step:?}"),
    }
}

#[test]
fn there_are_no_more_buttons_than_can_be_shown() {
    let texts = Texts::new(toys_and_registered()).unwrap();
    let counts = |choices: &Choices| {
        fit(&shown(&texts, choices));
        (choices.next.len(), choices.others.len())
    };
    let fans = |count: usize| {
        let ways =
            (0..count).flat_map(|n| ["x", "y"].map(|end| movements(&[&format!("{n:02}"), end])));
        made_up(ways)
    };
    assert_eq!(counts(&begin(&fans(MOST_MOVEMENTS))), (MOST_MOVEMENTS, 0));
    assert_eq!(counts(&begin(&fans(MOST_MOVEMENTS + 1))), (0, 0));
    // Behind the first movement there is a way back, and the way to end it there.
    let behind = |count: usize, whole: bool| {
        let ways = (0..count).map(|n| movements(&["a", &format!("{n:02}")]));
        let whole = whole.then(|| movements(&["a"]));
        made_up(ways.chain(whole).chain([movements(&["b"])]))
    };
    assert_eq!(counts(&first(&behind(MOST_MOVEMENTS, false), 0)), (MOST_MOVEMENTS, 1));
    assert_eq!(counts(&first(&behind(MOST_MOVEMENTS + 1, false), 0)), (0, 1));
    assert_eq!(counts(&first(&behind(MOST_MOVEMENTS - 1, true), 0)), (MOST_MOVEMENTS - 1, 2));
    assert_eq!(counts(&first(&behind(MOST_MOVEMENTS, true), 0)), (0, 2));
}

#[test]
fn a_button_carries_no_more_than_it_can() {
    let texts = Texts::new(toys_and_registered()).unwrap();
    let path = |length: usize, end: &str| {
        let mut path: Vec<String> = (0..length).map(|n| format!("{n}")).collect();
        path.push(end.to_owned());
        path
    };
    // Enough other actions to make them composed.
    let others = || (0..MOST_ACTIONS).map(|n| movements(&[&format!("z{n}")]));
    for (length, buttons) in [(LONGEST_PREFIX - 1, 2), (LONGEST_PREFIX, 0), (40, 0)] {
        let ways = ["x", "y"].map(|end| path(length, end));
        let choices = first(&made_up(ways.into_iter().chain(others())), 0);
        assert_eq!(choices.chosen.len(), length.min(LONGEST_PREFIX));
        assert_eq!((choices.next.len(), choices.others.len()), (buttons, 1));
        shown(&texts, &choices);
    }
}

#[test]
fn movements_in_another_order_are_one_button_where_they_are_one_action() {
    let both = |order: [&str; 2]| (movements(&order), "a b".to_owned());
    let others = (0..MOST_ACTIONS).map(|n| (movements(&[&format!("z{n}")]), format!("z{n}")));
    let position = named([both(["a", "b"]), both(["b", "a"])].into_iter().chain(others).collect());
    assert_eq!(position.next(&[]).len(), MOST_ACTIONS + 2);
    assert_eq!(begin(&position).next.len(), MOST_ACTIONS + 1);
}

#[test]
fn a_button_says_what_it_plays_unless_there_is_too_much_to_look_at() {
    let labels = |many: usize| {
        let ways = (0..many).map(|n| movements(&["a", &format!("{n}")]));
        let choices = begin(&made_up(ways.chain([movements(&["b", "c"])])));
        choices.next.into_iter().map(|choice| choice.label.args[0].1.clone()).collect::<Vec<_>>()
    };
    assert_eq!(labels(10), ["a", "b+c"].map(Arg::from));
    assert_eq!(labels(100), ["a", "b"].map(Arg::from));
}

#[test]
fn other_rules_are_noticed() {
    let ways = |first: &str| {
        let ends = ["x", "y"].map(|end| movements(&[first, end]));
        made_up(ends.into_iter().chain((0..MOST_ACTIONS).map(|n| movements(&[&format!("z{n}")]))))
    };
    let (old, new) = (ways("a"), ways("b"));
    let Tail::Prefix { places, check } = begin(&old).next.swap_remove(0).tail else { panic!() };
    assert!(go_on(&old, &places, check).is_some());
    assert_eq!(go_on(&new, &places, check), None);
    assert_eq!(go_on(&old, &[63], check), None);
}

#[test]
fn labels_are_short_and_differ_and_rows_are_full() {
    let press = |(at, label): (usize, String)| Press { label, data: at.to_string() };
    for longest in [1, 5, 7, 11, 17, 30, 40, 41, 200] {
        for others in 0..=2 {
            for next in 0..=MOST_ROWS * MOST_ROWS - others {
                // They are alike but for what is in their middle.
                let label = |at: usize| {
                    format!("{}{at:02}{}", "a".repeat(longest / 2), "b".repeat(longest / 2))
                };
                let all: Vec<Press> = (0..next + others).map(|at| press((at, label(at)))).collect();
                let (one, two) = all.split_at(next);
                let rows = rows(one.to_vec(), two.to_vec());
                fit(&rows);
                let order: Vec<&str> =
                    rows.iter().flatten().map(|press| press.data.as_str()).collect();
                assert!(order.iter().enumerate().all(|(at, data)| *data == at.to_string()));
                assert_eq!(order.len(), next + others);
                if longest < LONGEST_LABEL - 2 {
                    let whole = rows.iter().flatten().enumerate();
                    whole.for_each(|(at, press)| assert_eq!(press.label, label(at)));
                }
            }
        }
    }
    let short = rows((0..10).map(|at| press((at, format!("a{at}")))).collect(), Vec::new());
    assert_eq!(short.iter().map(Vec::len).collect::<Vec<_>>(), [5, 5]);
    let long =
        rows((0..4).map(|at| press((at, format!("a{at}:b1:c1:d1:e1:f1")))).collect(), Vec::new());
    assert_eq!(long.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
}
