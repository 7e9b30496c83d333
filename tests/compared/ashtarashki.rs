//! Ashtarashki.

use super::slipped;
use kosti::{
    game::{
        Actor, DealNo, Entropy, Notation, OptionSet, Position, Record, SplitMix, Step, perft,
        playout, replay,
    },
    games::ashtarashki::Ashtarashki,
};
use kosti_oracle::ashtarashki as oracle;

/// How many positions are compared: a quarter in each test, so that they run side by side.
const POSITIONS: usize = 100_000;
/// How many actions are written, and how many positions, and read again.
const ROUND_TRIPS: usize = 10_000;
/// How many texts with a fault are compared.
const FAULTY: usize = 20_000;

fn read(text: &str) -> Ashtarashki {
    let position = Ashtarashki::from_text(text, &());
    position.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Every legal action with the position after it.
fn moves(position: &Ashtarashki) -> Vec<(String, String)> {
    let mut legal = Vec::new();
    position.legal(&mut legal);
    let after = |action| {
        let mut after = position.clone();
        after.apply_unchecked(&Step::Action(action));
        after.to_text()
    };
    legal.into_iter().map(|action| (position.action_text(&action), after(action))).collect()
}

/// What an oracle's position is in the rules; gives its actions and its outcome.
fn compare(text: &str) -> (Vec<(String, String)>, String) {
    let position = read(text);
    assert_eq!(position.to_text(), text);
    let (expected, outcome) = (oracle::moves(text), oracle::outcome(text));
    assert_eq!(moves(&position), expected, "moves of {text}");
    let found = position.outcome().map(|outcome| outcome.text(Ashtarashki::FACTS.seats));
    assert_eq!(found.as_deref().unwrap_or("none"), outcome, "outcome of {text}");
    assert_eq!(position.actor() == Actor::Over, expected.is_empty(), "end of {text}");
    (expected, outcome)
}

/// What has been met among the positions that were compared.
#[derive(Default)]
struct Met {
    positions: usize,
    chains: usize,
    origins: usize,
    removals: usize,
    finished: usize,
    blocked: usize,
    complete: usize,
}

impl Met {
    fn compare(&mut self, text: &str) {
        let (moves, outcome) = compare(text);
        self.positions += 1;
        let any = |is: &dyn Fn(&str) -> bool| usize::from(moves.iter().any(|(text, _)| is(text)));
        self.chains += any(&|text| text.matches(':').count() > 1);
        self.removals += any(&|text| text.ends_with('Z'));
        self.origins += any(&|text| {
            let squares = text.trim_start_matches(['M', 'V', 'W', '1', '2', '3']);
            !text.contains(':') && squares.trim_end_matches(['V', 'W', 'Z']).len() == 3
        });
        match outcome.split(' ').next_back() {
            Some("finish") => self.finished += 1,
            Some("blocked") => self.blocked += 1,
            Some("complete") => self.complete += 1,
            _ => {}
        }
    }

    fn check(&self) {
        let Met { chains, origins, removals, finished, blocked, complete, .. } = *self;
        let seldom = [chains, origins, removals, finished, blocked, complete].into_iter().min();
        assert!(seldom > Some(10), "{chains} {origins} {removals} {finished} {blocked} {complete}");
    }
}

/// Positions of games that are played at random, and of any placement.
fn compare_quarter(seed: u64) {
    let mut entropy = SplitMix::new(seed);
    let start = Ashtarashki::start(&(), DealNo::FIRST);
    let mut met = Met::default();
    while met.positions < POSITIONS / 8 {
        let game = playout(start.clone(), &mut entropy, 1000);
        for position in game.steps.iter().map(|(position, _)| position).chain([&game.end]) {
            met.compare(&position.to_text());
        }
    }
    while met.positions < POSITIONS / 4 {
        let text = placed(&mut entropy);
        if oracle::outcome(&text).starts_with("refused") {
            assert!(Ashtarashki::from_text(&text, &()).is_err(), "{text}");
        } else {
            met.compare(&text);
        }
    }
    met.check();
}

/// Any placement: thick or thin, of stones of all standings or mostly of one, with few that
/// have finished or nearly all.
fn placed(entropy: &mut SplitMix) -> String {
    const KINDS: [&str; 7] = ["M1", "M2", "M3", "V1", "V2", "V3", "W"];
    let density = 1 + entropy.below(9);
    let finishing = entropy.below(5);
    let (often, share) = (entropy.below(7) as usize, entropy.below(5));
    let mut stones: [Vec<(usize, String)>; 2] = [Vec::new(), Vec::new()];
    for square in (0..32).map(|at| {
        let (file, rank) = (at / 4, at % 4 * 2 + at / 4 % 2);
        format!("{}{}", char::from(b'a' + file), rank + 1)
    }) {
        let edge = ["8", "1"].iter().position(|rank| square.ends_with(rank));
        // One side, or one square short of it, holds all its goals now and then.
        let filled = finishing == 4 && edge == Some(often % 2);
        if entropy.below(10) >= if filled { 9 } else { density } {
            continue;
        }
        let side = if filled { often % 2 } else { entropy.below(2) as usize };
        let kind = if entropy.below(4) < share { often } else { entropy.below(7) as usize };
        let of_kind = |kind: &str| {
            let shown =
                stones[side].iter().filter(|(at, _)| *at < 6 && KINDS[*at].ends_with(&kind[1..]));
            shown.count()
        };
        let kind = if kind < 6 && of_kind(KINDS[kind]) == 4 { 6 } else { kind };
        let goal = edge == Some(side);
        if stones[side].len() < 12 && (!goal || entropy.below(4) < finishing) {
            stones[side].push((if goal { 7 } else { kind }, square));
        }
    }
    let [white, black] = stones.map(|mut stones| {
        stones.sort();
        let kinds = stones.chunk_by(|one, other| one.0 == other.0).map(|run| {
            let squares: Vec<&str> = run.iter().map(|(_, square)| square.as_str()).collect();
            format!("{}{}", KINDS.get(run[0].0).unwrap_or(&"F"), squares.join(","))
        });
        let kinds: Vec<String> = kinds.collect();
        if kinds.is_empty() { "-".to_owned() } else { kinds.join(";") }
    });
    format!("{white} | {black} {}", ['w', 'b'][entropy.below(2) as usize])
}

quarters!(compare_quarter);

/// Eight W stand round a stone, which no game at random brings about. It can begin with any of
/// four and go round either way, so eight ways lead to four squares: "actions of equal result
/// are merged". Either way is read as the one that stays.
#[test]
fn captures_of_the_same_enemies_are_one_action() {
    let text = "M1d4 | Wb4,c3,c5,d2,d6,e3,e5,f4 w";
    let (moves, _) = compare(text);
    let texts: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "M1:c3:b4:c5:d6:e5:f4:e3:d2",
            "M1:c3:d2:e3:f4:e5:d6:c5:b4",
            "M1:c5:b4:c3:d2:e3:f4:e5:d6",
            "M1:e3:d2:c3:b4:c5:d6:e5:f4",
        ]
    );
    let other = read(text).read_action("M1:e3:f4:e5:d6:c5:b4:c3:d2").expect("a legal action");
    assert_eq!(other.to_string(), texts[0]);
}

/// Positions, their actions and whole records are read as they were written.
#[test]
fn texts_come_back_from_round_trips() {
    let mut entropy = SplitMix::new(5);
    let (mut positions, mut actions) = (0, 0);
    while positions < ROUND_TRIPS {
        let text = placed(&mut entropy);
        let Ok(position) = Ashtarashki::from_text(&text, &()) else { continue };
        positions += 1;
        assert_eq!(position.to_text(), text);
        for (said, after) in moves(&position) {
            let action = position.read_action(&said).unwrap_or_else(|_| panic!("{said} in {text}"));
            assert_eq!(position.action_text(&action), said, "{text}");
            let mut reached = position.clone();
            reached.apply_unchecked(&Step::Action(action));
            assert_eq!(reached, read(&after), "{said} in {text}");
            actions += 1;
        }
    }
    assert!(actions > ROUND_TRIPS, "{actions} actions");
}

/// Squares alone mean the action that passes them; where a square is not enough, all that it
/// could mean are listed.
#[test]
fn squares_alone_are_read() {
    let mut entropy = SplitMix::new(6);
    for _ in 0..ROUND_TRIPS {
        let Ok(position) = Ashtarashki::from_text(&placed(&mut entropy), &()) else { continue };
        let mut legal = Vec::new();
        position.legal(&mut legal);
        for action in &legal {
            let sign = if action.is_capture() { ":" } else { "-" };
            let squares: Vec<String> = action.path().iter().map(ToString::to_string).collect();
            let read = position.read_action(&squares.join(sign));
            assert_eq!(read.as_ref(), Ok(action), "{} in {}", action, position.to_text());
        }
    }
}

/// Counts of a few levels, which tie the file of `tests/perft` to the oracle.
#[test]
fn it_counts_as_the_oracle_does() {
    for (text, depth) in [
        (oracle::START, 5),
        ("M1c3;V2d4;Wa5;Fd8,f8,h8 | M3c5,g3;V3e3;Fa1,c1,g1 w", 4),
        ("M1c1,e3,g3;M2b4,d2;M3a1,g1 | M1a7,d6,f8;M2c5,g5;M3b8,h8 w", 3),
    ] {
        assert_eq!(perft(&read(text), depth), Some(oracle::perft(text, depth)), "{text}");
    }
}

/// Whether both read a text alike: as the same position or not at all.
fn read_alike(text: &str) -> bool {
    let refused = oracle::outcome(text).starts_with("refused");
    let read = Ashtarashki::from_text(text, &());
    if let Ok(position) = &read {
        assert_eq!(position.to_text(), text);
    }
    assert_eq!(read.is_err(), refused, "{text:?}: {read:?}");
    refused
}

/// Texts that are one slip away from a position.
#[test]
fn slips_are_refused_alike() {
    const SIGNS: [char; 24] = [
        'M', 'V', 'W', 'F', '0', '1', '2', '3', '4', '8', '9', ',', ';', '|', ' ', '-', 'a', 'b',
        'h', 'i', 'w', 'Z', 'А', 'm',
    ];
    let mut entropy = SplitMix::new(7);
    let mut refused = 0;
    for at in 0..FAULTY {
        let text = if at % 8 == 0 { oracle::START.to_owned() } else { placed(&mut entropy) };
        refused += usize::from(read_alike(&slipped(&text, &SIGNS, &mut entropy)));
    }
    assert!(refused > FAULTY / 4 && refused < FAULTY, "{refused} refused");
}

/// "Published game (opening of one, every action legal)" and "Published study 11".
#[test]
fn published_games_replay() {
    let game = "1. M3b4 M3g5 2. M3f4 M3c5 3. M1c3 M1f6 4. M2fe3 M1e5 5. M3a5 M1:f4 \
                6. M3:b6:c7 M1:c7 7. M2e:f4 M3:f4:g3 8. M1:g3 M2d6 9. M1f2 M2g5 10. M1e3 M2e5 \
                11. M1b4 M2d4 12. M1:c5 M2:c5 13. M2b4 M1d6";
    let study = "M1c3;V2d4;Wa5;Fd8,f8,h8 | M3c5,g3;V3e3;Fa1,c1,g1 w";
    let line = "1. Wb4Z M3:d4 2. M1:d4:e3 M3h4V 3. M1f4";
    // Both ends were followed by hand.
    for (start, actions, end) in [
        (None, game, "M1c1,e3,g3;M2b4,d2;M3a1,g1 | M1a7,d6,f8;M2c5,g5;M3b8,h8 w"),
        (Some(study), line, "M1f4;Fd8,f8,h8 | V3h4;Fa1,c1,g1 b"),
    ] {
        let start = start.map_or_else(String::new, |start| format!("[Start \"{start}\"]\n"));
        let text = format!("[Game \"ashtarashki\"]\n{start}\n{actions}\n");
        let record = &Record::parse_all(&text).expect("a record")[0];
        let options = OptionSet::defaults(Ashtarashki::FACTS);
        let played = replay::<Ashtarashki>(record, &Ashtarashki::options(&options));
        assert_eq!(played.failure, None, "{actions}");
        assert_eq!(played.position.map(|position| position.to_text()).as_deref(), Some(end));
    }
}
