//! Chuvash sausage.

use super::slipped;
use kosti::{
    game::{Actor, DealNo, Entropy, Notation, OptionSet, Position, Seat, SplitMix, Step, perft},
    games::sausage::{Action, Deal, Place, Sausage},
};
use kosti_oracle::sausage as oracle;
use std::{fs, path::Path};

/// How many positions are compared, with each of the cuts in turn: half of them in each test.
const POSITIONS: usize = 20_000;
/// How many deals are compared, and how many with a fault.
const DEALS: usize = 2_000;
/// How many texts with a fault are compared.
const FAULTY: usize = 20_000;

/// "`cut=9`; `cut=7`, `11`, `13` are variants"
const CUTS: [u8; 4] = [9, 7, 11, 13];

/// A game as both sides name it.
fn variant(cut: u8, closed: bool) -> (oracle::Options, <Sausage as Position>::Options) {
    let hands = if closed { "hands=closed" } else { "hands=open" };
    let set = OptionSet::parse(Sausage::FACTS, [hands, &format!("cut={cut}")]).expect("options");
    (oracle::Options { cut, closed }, Sausage::options(&set))
}

/// Every variant.
fn variants() -> impl Iterator<Item = (oracle::Options, <Sausage as Position>::Options)> + Clone {
    CUTS.into_iter().flat_map(|cut| [variant(cut, false), variant(cut, true)])
}

fn legal(position: &Sausage) -> Vec<Action> {
    let mut legal = Vec::new();
    position.legal(&mut legal);
    legal
}

/// Every legal action with the position after it.
fn moves(position: &Sausage) -> Vec<(String, String)> {
    let after = |action| {
        let mut after = position.clone();
        after.apply_unchecked(&Step::Action(action));
        after.to_text()
    };
    legal(position)
        .into_iter()
        .map(|action| (position.action_text(&action), after(action)))
        .collect()
}

/// What has been met among the positions that were compared.
#[derive(Default)]
struct Met {
    positions: usize,
    refused: usize,
    joints: usize,
    cuts: usize,
    passes: usize,
    drawn: usize,
    won: usize,
}

impl Met {
    /// What a text is to both: the same position, or none.
    fn compare(&mut self, text: &str, cut: u8, closed: bool) {
        let (theirs, ours) = variant(cut, closed);
        let outcome = oracle::outcome(text, theirs);
        let position = match (Sausage::from_text(text, &ours), outcome.starts_with("refused")) {
            (Ok(position), false) => position,
            (Err(_), true) => {
                self.refused += 1;
                return;
            }
            (read, _) => panic!("{text:?}, cut {cut}, closed {closed}: {read:?}, {outcome}"),
        };
        assert_eq!(position.to_text(), text);
        let expected = oracle::moves(text, theirs);
        assert_eq!(moves(&position), expected, "moves of {text}, {theirs:?}");
        let found = position.outcome().map(|outcome| outcome.text(Sausage::FACTS.seats));
        assert_eq!(found.as_deref().unwrap_or("none"), outcome, "outcome of {text}, {theirs:?}");
        assert_eq!(position.actor() == Actor::Over, outcome != "none", "end of {text}");
        self.positions += 1;
        let any = |ends: &dyn Fn(&str) -> bool| usize::from(expected.iter().any(|m| ends(&m.0)));
        self.joints += any(&|text| text.contains(' ') && text.ends_with(|c: char| c <= '9'));
        self.cuts += any(&|text| text.ends_with("cut"));
        self.passes += any(&|text| text == "pass");
        self.drawn += usize::from(outcome.ends_with("drawn"));
        self.won += usize::from(outcome.ends_with("cut"));
    }

    fn check(&self) {
        let Met { joints, cuts, passes, drawn, won, .. } = *self;
        let seldom = [joints, cuts, passes, drawn, won].into_iter().min();
        assert!(seldom > Some(20), "{joints} {cuts} {passes} {drawn} {won}");
    }
}

/// Deals played at random, as each seat and a spectator see them.
#[test]
fn positions_of_games_are_the_oracles() {
    let mut entropy = SplitMix::new(1);
    let mut met = Met::default();
    for (cut, number) in CUTS.into_iter().cycle().zip(1..) {
        if met.positions > POSITIONS / 2 {
            break;
        }
        let (_, closed) = variant(cut, true);
        let mut position = Sausage::start(&closed, DealNo::new(number).expect("from 1"));
        loop {
            let text = position.to_text();
            met.compare(&text, cut, true);
            met.compare(&text, cut, false);
            for viewer in [Some(Seat::First), Some(Seat::Second), None] {
                met.compare(&position.hide(viewer).to_text(), cut, true);
            }
            let step = match position.actor() {
                Actor::Over => break,
                Actor::Chance => position.sample(&mut entropy).map(Step::Chance),
                Actor::Player(_) => {
                    let mut legal = legal(&position);
                    // Cuts are put off now and then, so that deals grow long.
                    let cuts = |action: &Action| matches!(action, Action::Lay(_, Place::Cut));
                    if !legal.iter().all(cuts) && entropy.below(8) > 0 {
                        legal.retain(|action| !cuts(action));
                    }
                    let drawn = entropy.below(legal.len() as u32) as usize;
                    Some(Step::Action(legal.swap_remove(drawn)))
                }
            };
            position.apply_unchecked(&step.expect("a step is due"));
        }
    }
    assert_eq!(met.refused, 0);
    met.check();
}

/// Any tiles, laid and held anyhow; most of it can be.
#[test]
fn placed_positions_are_the_oracles() {
    let mut entropy = SplitMix::new(2);
    let mut met = Met::default();
    for (options, _) in variants().cycle() {
        if met.positions > POSITIONS / 2 {
            break;
        }
        let text = placed(&mut entropy, options.closed);
        met.compare(&text, options.cut, options.closed);
    }
    assert!(met.refused > POSITIONS / 20, "{} refused", met.refused);
    met.check();
}

fn pick<T>(from: &mut Vec<T>, entropy: &mut dyn Entropy) -> T {
    from.swap_remove(entropy.below(from.len() as u32) as usize)
}

fn joined(tiles: &[(u8, u8)]) -> String {
    let texts: Vec<String> = tiles.iter().map(|(one, other)| format!("{one}-{other}")).collect();
    if texts.is_empty() { "-".to_owned() } else { texts.join(" ") }
}

/// Branches that match, up to the first tile that does not, of any lengths; the other tiles in
/// the hands, some of them nowhere; now and then a cut, a soap in a hand, a hidden hand.
fn placed(entropy: &mut SplitMix, closed: bool) -> String {
    let mut pool: Vec<(u8, u8)> =
        (1..=6).flat_map(|high| (0..=high).map(move |low| (high, low))).collect();
    let soap = entropy.below(16) == 0;
    let length = if soap { 0 } else { entropy.below(14) };
    let mut branches = [length, length.saturating_sub(entropy.below(5))];
    if entropy.below(2) == 0 {
        branches.reverse();
    }
    let branches = branches.map(|length| {
        let (mut laid, mut value) = (Vec::new(), 0);
        for _ in 0..length {
            let fits: Vec<usize> =
                (0..pool.len()).filter(|at| [pool[*at].0, pool[*at].1].contains(&value)).collect();
            let Some(at) = fits.get(entropy.below(1 + fits.len() as u32) as usize) else { break };
            let (high, low) = pool.swap_remove(*at);
            laid.push(if high == value { (high, low) } else { (low, high) });
            value = laid[laid.len() - 1].1;
        }
        laid
    });
    let common = branches[0].len().min(branches[1].len());
    let mut cut = None;
    if common > 0 && entropy.below(6) == 0 {
        let at = common - 1 - entropy.below(1 + common as u32 / 2) as usize;
        let (one, other) = (branches[0][at].1, branches[1][at].1);
        let tile = (one.max(other), one.min(other));
        if pool.contains(&tile) || entropy.below(8) == 0 {
            pool.retain(|other| *other != tile);
            cut = Some(tile);
        }
    }
    let mut hands = [Vec::new(), Vec::new()];
    let missing = if entropy.below(2) == 0 { 0 } else { entropy.below(12) as usize };
    let share = entropy.below(5);
    while pool.len() > missing {
        let tile = pick(&mut pool, entropy);
        hands[usize::from(entropy.below(4) < share)].push(tile);
    }
    let mover = entropy.below(2) as usize;
    if soap {
        hands[if entropy.below(4) == 0 { 1 - mover } else { mover }].push((0, 0));
    }
    let hidden = if closed { entropy.below(6) } else { 0 };
    let mut seat = 0;
    let [a, b] = hands.map(|mut hand| {
        hand.sort_by(|one, other| other.cmp(one));
        seat += 1;
        let shown = hand.is_empty() || hidden & seat == 0;
        if shown { joined(&hand) } else { format!("?x{}", hand.len()) }
    });
    let [upper, lower] = branches.map(|branch| joined(&branch));
    let names = ["a", "b"];
    let cut = cut.map_or_else(String::new, |tile| {
        let by = if entropy.below(8) == 0 { mover } else { 1 - mover };
        format!(" / cut {} {}", joined(&[tile]), names[by])
    });
    format!("u {upper} / l {lower} / a {a} / b {b} / {}{cut}", names[mover])
}

/// Deals, void ones too, lead to the same positions; others are refused by both.
#[test]
fn deals_are_the_oracles() {
    let mut entropy = SplitMix::new(3);
    let (mut void, mut refused) = (0, 0);
    for number in (1..).take(DEALS) {
        let (_, options) = variant(9, false);
        let start = Sausage::start(&options, DealNo::new(number).expect("from 1"));
        let deal = start.sample(&mut entropy).expect("a deal is due");
        let text = start.chance_text(&deal);
        void += usize::from(deal.is_void());
        let faulty = slipped(&text, &['0', '6', '5', '-', ' ', 'd', 'v', '/'], &mut entropy);
        let mut words: Vec<&str> = text.split(' ').collect();
        let (one, other) = (2 + entropy.below(14) as usize, 18 + entropy.below(14) as usize);
        words.swap(one, other);
        for said in [text.clone(), faulty, words.join(" "), text.replace("deal", "void")] {
            let after = oracle::deal(&start.to_text(), &said);
            let found = start.read_chance(&said).map(|deal: Deal| {
                assert_eq!(start.chance_text(&deal), said);
                let mut after = start.clone();
                after.apply_unchecked(&Step::Chance(deal));
                after.to_text()
            });
            refused += usize::from(found.is_none());
            assert_eq!(found.is_none(), after.starts_with("refused"), "{said}: {after}");
            assert!(found.is_none_or(|found| found == after), "{said}");
        }
    }
    assert!(void > 20 && void < DEALS / 2, "{void} void");
    assert!(refused > DEALS, "{refused} refused");
}

/// Counts of a few levels, which tie the file of `tests/perft` to the oracle.
#[test]
fn it_counts_as_the_oracle_does() {
    for (text, depth) in COUNTED {
        for (theirs, ours) in variants() {
            let position = Sausage::from_text(text, &ours).expect("a position");
            let expected = oracle::perft(text, theirs, depth);
            assert_eq!(perft(&position, depth), Some(expected), "{text}, {theirs:?}");
        }
    }
}

/// Positions of `tests/perft/sausage.perft`.
const COUNTED: [(&str, u32); 3] = [
    (
        "u - / l - / a 6-5 6-4 6-0 5-4 5-3 5-2 4-3 4-2 3-3 2-2 2-1 1-1 1-0 0-0 / \
         b 6-6 6-3 6-2 6-1 5-5 5-1 5-0 4-4 4-1 4-0 3-2 3-1 3-0 2-0 / a",
        5,
    ),
    (
        "u 0-3 3-3 3-6 6-4 4-1 / l 0-6 6-2 2-1 1-3 3-2 / a 5-1 5-0 4-3 4-2 2-2 2-0 1-1 1-0 / \
         b 6-6 6-5 6-1 5-5 5-4 5-3 5-2 4-4 4-0 / b",
        4,
    ),
    ("u 0-3 3-3 / l 0-6 6-2 / a 5-5 4-3 / b 6-6 5-4 / a", 4),
];

/// Texts that are one slip away from a position.
#[test]
fn slips_are_refused_alike() {
    const SIGNS: [char; 22] = [
        'u', 'l', 'a', 'b', 'c', 'd', '0', '1', '2', '3', '4', '5', '6', '7', '-', '/', ' ', '?',
        'x', 'A', 'а', '–',
    ];
    let mut entropy = SplitMix::new(4);
    let mut met = Met::default();
    for (at, (options, _)) in (0..FAULTY).zip(variants().cycle()) {
        let text = match at % 8 {
            0 => "u - / l - / a - / b - / deal 1".to_owned(),
            1 => COUNTED[1].0.to_owned(),
            _ => placed(&mut entropy, options.closed),
        };
        met.compare(&slipped(&text, &SIGNS, &mut entropy), options.cut, options.closed);
    }
    assert!(met.refused > FAULTY / 4 && met.positions > FAULTY / 50, "{}", met.positions);
}

/// The recorded deal is right, whatever our rules say: a player who knows only the oracle finds
/// the same lists, positions and end.
#[test]
fn the_playthrough_is_the_oracles() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs/sausage.txt");
    let text = fs::read_to_string(file).expect("the playthrough");
    assert!(text.contains("\noptions hands=open cut=9\n"));
    let (options, _) = variant(9, false);
    let mut due = "u - / l - / a - / b - / deal 1".to_owned();
    let (mut void, mut actions) = (0, 0);
    for state in text.split("\n# ").skip(1).filter(|state| !state.starts_with("record")) {
        let lines = |word: &str| -> Vec<&str> {
            state.lines().filter_map(|line| line.strip_prefix(word)).collect()
        };
        assert_eq!(lines("position "), [due.as_str()]);
        let moves = oracle::moves(&due, options);
        let texts: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(lines("legal "), texts, "{due}");
        let outcome = oracle::outcome(&due, options);
        assert_eq!(lines("outcome "), [outcome.as_str()], "{due}");
        let waits = due.contains(" / deal ");
        let actor = match due.rsplit(' ').next() {
            _ if outcome != "none" => "over",
            _ if waits => "chance",
            side => side.expect("a side"),
        };
        assert_eq!(lines("actor "), [actor], "{due}");
        let mut tiles: Vec<String> = moves
            .iter()
            .map(|(text, _)| match text.split_once(' ') {
                Some((tile, _)) => tile.to_owned(),
                None => format!("{text} = {text}"),
            })
            .collect();
        tiles.dedup();
        assert_eq!(lines("next "), tiles, "{due}");
        for viewer in ["a", "b", "spectator"] {
            assert_eq!(lines(&format!("seen by {viewer}: ")), [due.as_str()]);
        }
        match lines("step ")[..] {
            [step] if waits => {
                let after = oracle::deal(&due, step);
                void += usize::from(after == due);
                due = after;
            }
            [step] => {
                let (_, after) = moves.iter().find(|(text, _)| text == step).expect("a legal step");
                due.clone_from(after);
                actions += 1;
            }
            _ => assert_ne!(outcome, "none", "{due}"),
        }
    }
    assert!(void > 0 && actions > 20, "{void} void deals, {actions} actions");
    assert_ne!(oracle::outcome(&due, options), "none");
}
