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
        Actor, Arg, DealNo, Entropy, Facts, Limits, Message, OptionSet, Outcome, Seat, SplitMix,
        Unsolvable,
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

    /// Presses everything; `before` is where the last choice can be undone to.
    fn choose(&mut self, choices: &Choices, before: Option<&Choices>) {
        fit(&shown(self.texts, choices));
        for choice in choices.next.iter().chain(&choices.others) {
            let leads = |choice: &Choice| {
                let Tail::Prefix { places, check } = &choice.tail else { panic!("{choice:?}") };
                go_on(self.position, places, *check)
            };
            if choice.label == Message::new("press-undo") {
                assert_eq!(leads(choice), before.map(|before| Step::Choose(before.clone())));
                continue;
            }
            if choice.label == Message::new("press-more") {
                let Some(Step::Choose(more)) = leads(choice) else { panic!("{choice:?}") };
                self.choose(&more, Some(choices));
                continue;
            }
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
                    self.follow(step, &self.text(choice), choices);
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

    fn follow(&mut self, step: Step, label: &str, before: &Choices) {
        match step {
            Step::Play(action) => {
                assert_eq!(action, label, "a button says what it plays");
                assert!(self.legal.contains(&action));
                self.reached.insert(action);
            }
            Step::Choose(choices) => {
                let plays = choices.others.iter().any(|choice| choice.verb == Verb::Play);
                if choices.next.is_empty() {
                    // What was pressed said less than what is played.
                    assert!(plays && choices.others.len() == 2, "{choices:?}");
                    assert_ne!(self.text(&choices.others[0]), label);
                } else {
                    assert!(choices.next.len() + choices.others.len() > 2, "{choices:?}");
                    self.forks += usize::from(plays);
                }
                self.choose(&choices, Some(before));
            }
        }
    }

    /// What can be pressed where movements are composed, however few actions there are.
    fn by_movements(&mut self) {
        for (place, continuation) in (0..).zip(self.position.next(&[])) {
            let step = go_on(self.position, &[place], check(&continuation.movement)).unwrap();
            match step {
                Step::Play(action) => drop(self.reached.insert(action)),
                Step::Choose(choices) => self.choose(&choices, Some(&begin(self.position))),
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

/// Turns by dice can be built in very many ways: where there are more of them, not everything
/// is pressed.
const MOST_PRESSED: usize = 12;

#[test]
fn every_action_of_every_game_can_be_chosen() {
    let texts = Texts::new(toys_and_registered()).unwrap();
    for game in toys_and_registered().all() {
        let (mut composed, mut forks, mut longest) = (0, 0, 0);
        for options in variants(game) {
            let by_dice = matches!(game.facts().key, "emir" | "shemshesh");
            let seeds = if by_dice { 0..1 } else { 0..3 };
            for position in seeds.flat_map(|seed| positions(game, &options, seed)) {
                if by_dice && position.legal().len() > MOST_PRESSED {
                    continue;
                }
                let mut board = Walk::of(&texts, &position);
                board.choose(&begin(&position), None);
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
            "emir" | "shemshesh" => assert!(composed > 10 && forks == 0 && longest > 1),
            // A tile, then its place; seldom are there so many.
            "sausage" => assert!(composed > 5 && forks == 0 && longest == 2),
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
    walk.choose(&begin(&position), None);
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

fn named(actions: Vec<(Vec<String>, String)>) -> AnyPosition {
    named_in("senegal", actions)
}

/// The same in a game of that key, which has dice or not.
fn named_in(key: &str, mut actions: Vec<(Vec<String>, String)>) -> AnyPosition {
    let game = toys_and_registered().find(key).unwrap();
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

    fn remarks(&self, step: &str) -> Result<Vec<Message>, StepFault> {
        self.0.remarks(step)
    }

    fn tally(&self) -> Option<Message> {
        self.0.tally()
    }

    fn foretold(&self, _: &str) -> Option<Message> {
        None
    }

    fn called(&self, _: &str) -> Option<Message> {
        None
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
    // One of the buttons leads to those that there is no place for.
    assert_eq!(counts(&begin(&fans(MOST_MOVEMENTS + 1))), (MOST_MOVEMENTS - 1, 1));
    // Behind the first movement there is a way back, and the way to end it there.
    let behind = |count: usize, whole: bool| {
        let ways = (0..count).map(|n| movements(&["a", &format!("{n:02}")]));
        let whole = whole.then(|| movements(&["a"]));
        made_up(ways.chain(whole).chain([movements(&["b"])]))
    };
    assert_eq!(counts(&first(&behind(MOST_MOVEMENTS, false), 0)), (MOST_MOVEMENTS, 1));
    assert_eq!(counts(&first(&behind(MOST_MOVEMENTS + 1, false), 0)), (MOST_MOVEMENTS - 1, 2));
    assert_eq!(counts(&first(&behind(MOST_MOVEMENTS - 1, true), 0)), (MOST_MOVEMENTS - 1, 2));
    assert_eq!(counts(&first(&behind(MOST_MOVEMENTS, true), 0)), (MOST_MOVEMENTS - 2, 3));
}

#[test]
fn what_there_is_no_place_for_is_a_button_away() {
    let texts = Texts::new(toys_and_registered()).unwrap();
    for count in [MOST_MOVEMENTS + 1, 2 * MOST_MOVEMENTS, 63] {
        let ways = (0..count).flat_map(|n| {
            let one = format!("{n:02}");
            [movements(&[&one, "x"]), movements(&[&one, "y"]), movements(&[&one])]
        });
        let position = made_up(ways);
        let mut walk = Walk::of(&texts, &position);
        walk.choose(&begin(&position), None);
        walk.reached_all();
        assert_eq!(walk.forks, count);
        // There is no such page.
        assert_eq!(go_on(&position, &[63; 9], check("")), None);
    }
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

/// The buttons that are pressed for an action that is built of these movements.
fn build(texts: &Texts, position: &AnyPosition, wanted: &str) -> Vec<String> {
    let plain = |choice: &Choice| texts.plain(Lang::En, &choice.label);
    let movements: Vec<&str> = wanted.split(' ').collect();
    let mut choices = begin(position);
    let mut pressed = Vec::new();
    loop {
        let whole = format!("Play {wanted}");
        let next = movements.get(choices.chosen.len()).copied().unwrap_or_default();
        let all = || choices.next.iter().chain(&choices.others);
        let named = |label: &str| all().find(|choice| plain(choice) == label).cloned();
        let press = [wanted, &whole, next, "More"].into_iter().find_map(named);
        let press = press.unwrap_or_else(|| panic!("{wanted}: {pressed:?}, then {choices:?}"));
        pressed.push(plain(&press));
        match &press.tail {
            Tail::Prefix { places, check } => match go_on(position, places, *check).unwrap() {
                Step::Choose(further) => choices = further,
                Step::Play(action) => {
                    assert_eq!(action, wanted);
                    return pressed;
                }
            },
            tail => {
                assert_eq!(tail.find(&position.legal()), Some(wanted));
                return pressed;
            }
        }
    }
}

#[test]
fn every_turn_by_dice_can_be_built() {
    let texts = Texts::new(toys_and_registered()).unwrap();
    let game = toys_and_registered().find("shemshesh").unwrap();
    let (mut built, mut most) = (0, 0);
    for options in variants(game) {
        for (at, position) in positions(game, &options, 3).into_iter().enumerate() {
            let legal = position.legal();
            // Of the many turns of a double some are enough.
            let some = legal.iter().skip(at % 7).step_by(legal.len() / 12 + 1);
            for turn in some.filter(|_| legal.len() > MOST_ACTIONS) {
                let pressed = build(&texts, &position, turn);
                assert_eq!(pressed.last(), Some(&format!("Play {turn}")));
                (built, most) = (built + 1, most.max(pressed.len()));
            }
        }
    }
    assert!(built > 200 && most == 5, "{built} {most}");
}

/// Thirteen checkers that can all go by either die: more buttons than a message has.
#[test]
fn a_turn_with_very_many_beginnings_can_be_built() {
    let texts = Texts::new(toys_and_registered()).unwrap();
    let game = toys_and_registered().find("shemshesh").unwrap();
    let options = OptionSet::defaults(game.facts());
    let text = "w 1 2 3 5 7 8 9 11 13 14 15 17 18x2 / b 24 12x14 / off 1 0 / moved wb / w dice 2-1";
    let position = game.read(&options, text).unwrap();
    assert!(position.next(&[]).len() > MOST_MOVEMENTS, "{:?}", position.next(&[]));
    let legal = position.legal();
    for turn in legal.iter().step_by(3).chain(legal.last()) {
        build(&texts, &position, turn);
    }
    fit(&shown(&texts, &begin(&position)));
}

#[test]
fn a_turn_by_dice_is_asked_for_before_it_is_played() {
    let both = |order: [&str; 2]| (movements(&order), "a b".to_owned());
    let others = (0..MOST_ACTIONS).map(|n| (movements(&[&format!("z{n}")]), format!("z{n}")));
    let all = || [both(["a", "b"]), both(["b", "a"])].into_iter().chain(others.clone()).collect();
    let pressed = |position: &AnyPosition, label: &str| {
        let all = begin(position).next;
        let choice = all.into_iter().find(|choice| choice.label.args[0].1 == Arg::from(label));
        let Tail::Prefix { places, check } = choice.unwrap().tail else { panic!("{label}") };
        go_on(position, &places, check).unwrap()
    };
    let dice = named_in("toy", all());
    assert_eq!(begin(&dice).next.len(), MOST_ACTIONS + 2);
    // What stands on it is all that it plays.
    assert_eq!(pressed(&dice, "z0"), Step::Play("z0".to_owned()));
    for (first, chosen) in [("a", ["a", "b"]), ("b", ["b", "a"])] {
        let Step::Choose(asked) = pressed(&dice, first) else { panic!("{first} is played") };
        assert_eq!((asked.chosen, asked.next), (movements(&chosen), Vec::new()));
        let verbs = asked.others.iter().map(|choice| choice.verb).collect::<Vec<_>>();
        assert_eq!(verbs, [Verb::Play, Verb::Compose]);
    }
    // Without dice the button says it.
    assert_eq!(pressed(&named(all()), "a b"), Step::Play("a b".to_owned()));
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
