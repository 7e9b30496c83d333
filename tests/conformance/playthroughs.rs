//! One recorded game of each with every answer at every state.
//!
//! The head of a file (`game`, `options`, `seed`) says what is played. A changed answer
//! shows as a changed line; `KOSTI_PLAYTHROUGH=rewrite` writes the files anew, and a
//! missing one for a game of the suite.

use super::{COVERED, find, hidden::VIEWERS, view};
use kosti::{
    game::{Actor, DealNo, Entropy, Facts, OptionSet, Seat, SplitMix, Written, write_record},
    games::{AnyPosition, GameKind},
};
use kosti_oracle::{ashtarashki, emir, senegal, shemshesh};
use std::{collections::BTreeSet, fmt::Write as _, fs, path::PathBuf};

/// What is played.
struct Setting {
    game: GameKind,
    options: OptionSet,
    seed: u64,
}

impl Setting {
    fn read(key: &str, text: &str) -> Self {
        let line =
            |word: &str| text.lines().find_map(|line| line.strip_prefix(word)).unwrap_or_default();
        let game = find(key).expect("a game of the suite");
        let options = OptionSet::parse(game.facts(), line("options ").split_whitespace());
        Setting {
            game,
            options: options.expect("options of the game"),
            seed: line("seed ").parse().unwrap_or(1),
        }
    }
}

fn file(key: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/playthroughs")
        .join(key)
        .with_extension("txt")
}

/// Plays the game and writes down all there is to say.
fn play(setting: &Setting) -> String {
    let Setting { game, options, seed } = setting;
    let facts = game.facts();
    let mut text = format!(
        "game {}\noptions {}\nseed {seed}\nrules version {}\nseats {} {}\n",
        facts.key,
        options.full_text(),
        facts.rules_version,
        facts.seats[Seat::First],
        facts.seats[Seat::Second],
    )
    .replace(" \n", "\n");
    let mut entropy = SplitMix::new(*seed);
    let mut position = game.start(options, DealNo::FIRST);
    let mut steps = Vec::new();
    loop {
        write!(text, "\n# {}\n{}", steps.len(), state(&position)).expect("a string grows");
        let (by, step) = match position.actor() {
            Actor::Over => break,
            Actor::Chance => (None, position.sample(&mut entropy).expect("a chance is due")),
            Actor::Player(seat) => {
                let mut legal = position.legal();
                let drawn = entropy.below(u32::try_from(legal.len()).expect("few actions"));
                (Some(seat), legal.swap_remove(drawn as usize))
            }
        };
        writeln!(text, "step {step}").expect("a string grows");
        position = position.after(&step).expect("a legal step");
        steps.push(Written { by, text: step });
    }
    let stated = options.text();
    let tags = [("Game", facts.key), ("Options", stated.as_str())];
    let tags = if stated.is_empty() { &tags[..1] } else { &tags };
    text + "\n# record\n" + &write_record(tags, &steps)
}

fn state(position: &AnyPosition) -> String {
    let facts = position.facts();
    let mut lines = vec![
        format!("position {}", position.text()),
        format!("actor {}", actor(facts, position.actor())),
    ];
    lines.extend(position.legal().iter().map(|action| format!("legal {action}")));
    lines.extend(position.next(&[]).iter().map(|next| match &next.action {
        None => format!("next {}", next.movement),
        Some(action) => format!("next {} = {action}", next.movement),
    }));
    let outcome = position.outcome();
    let outcome = outcome.map_or_else(|| "none".to_owned(), |outcome| outcome.text(facts.seats));
    lines.push(format!("outcome {outcome}"));
    for loser in Seat::ALL {
        let (seat, outcome) = (facts.seats[loser], position.concede(loser).text(facts.seats));
        lines.push(format!("concede {seat}: {outcome}"));
    }
    if facts.hidden_hands {
        for viewer in VIEWERS {
            let who = viewer.map_or("spectator", |seat| facts.seats[seat]);
            lines.push(format!("seen by {who}: {}", position.hide(viewer).text()));
        }
    }
    let view = view(None, Seat::First);
    lines.extend(
        position.diagram(&view).lines().map(|line| format!("| {line}").trim_end().to_owned()),
    );
    lines.join("\n") + "\n"
}

fn actor(facts: &Facts, actor: Actor) -> &'static str {
    match actor {
        Actor::Player(seat) => facts.seats[seat],
        Actor::Chance => "chance",
        Actor::Over => "over",
    }
}

#[test]
fn games_go_as_recorded() {
    let rewrite = std::env::var("KOSTI_PLAYTHROUGH").is_ok_and(|it| it == "rewrite");
    for key in COVERED {
        let recorded = fs::read_to_string(file(key));
        let known = recorded.as_deref().unwrap_or_default();
        let found = play(&Setting::read(key, known));
        if rewrite {
            fs::write(file(key), &found).expect("the file is written");
            continue;
        }
        assert!(recorded.is_ok(), "{key} has no playthrough");
        let mut lines = (1..).zip(known.lines().zip(found.lines()));
        if let Some((number, (said, now))) = lines.find(|(_, (said, now))| said != now) {
            panic!("{key}.txt, line {number}:\nrecorded {said}\nnow      {now}");
        }
        assert_eq!(known.lines().count(), found.lines().count(), "{key}.txt");
    }
}

/// Every legal action of a position with the position after it.
type Moves = Box<dyn Fn(&str) -> Vec<(String, String)>>;

/// First movements, of a position and its actions.
type First = fn(&str, &[&str]) -> Vec<String>;

/// What an oracle says of a game.
struct Oracle {
    start: &'static str,
    moves: Moves,
    outcome: Box<dyn Fn(&str) -> String>,
    /// The letter of the side to move.
    side: fn(&str) -> Option<&str>,
    /// The first movements of these actions in a position, each once; `None` where those do not
    /// show them all.
    first: Option<First>,
}

/// The recorded game is right, whatever our rules say: a player who knows only the oracle
/// finds the same lists, positions and end.
fn is_the_oracles(key: &str, oracle: impl Fn(&str) -> Oracle) {
    let text = fs::read_to_string(file(key)).expect("the playthrough");
    let options = text.lines().find_map(|line| line.strip_prefix("options"));
    let oracle = oracle(options.expect("options"));
    let mut due = oracle.start.to_owned();
    let mut states = 0;
    for state in text.split("\n# ").skip(1).filter(|state| !state.starts_with("record")) {
        let lines = |word: &str| -> Vec<&str> {
            state.lines().filter_map(|line| line.strip_prefix(word)).collect()
        };
        assert_eq!(lines("position "), [due.as_str()]);
        let moves = (oracle.moves)(&due);
        let texts: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
        let rolls = due.ends_with(" roll");
        assert_eq!(lines("legal "), if rolls { &[] } else { &texts[..] }, "{due}");
        let outcome = (oracle.outcome)(&due);
        assert_eq!(lines("outcome "), [outcome.as_str()], "{due}");
        let mover = match (oracle.side)(&due) {
            _ if moves.is_empty() => "over",
            _ if rolls => "chance",
            Some("w") => "white",
            _ => "black",
        };
        assert_eq!(lines("actor "), [mover], "{due}");
        if let Some(first) = oracle.first {
            assert_eq!(lines("next "), first(&due, &texts), "{due}");
        }
        states += 1;
        match lines("step ")[..] {
            [step] => {
                let (_, after) = moves.iter().find(|(text, _)| text == step).expect("a legal step");
                due.clone_from(after);
            }
            _ => assert!(moves.is_empty(), "{due}"),
        }
    }
    assert!(states > 20, "{states} states");
    assert_ne!((oracle.outcome)(&due), "none");
}

#[test]
fn the_senegal_playthrough_is_the_oracles() {
    is_the_oracles("senegal", |options| {
        let options = senegal::Options {
            fewest: options.contains("goal=fewest"),
            any: options.contains("movers=any"),
        };
        Oracle {
            start: senegal::START,
            moves: Box::new(move |text| senegal::moves(text, options)),
            outcome: Box::new(move |text| senegal::outcome(text, options)),
            side: |text| text.split(' ').nth(1),
            first: Some(|_, texts| {
                let mut origins: Vec<String> =
                    texts.iter().map(|text| text[..2].to_owned()).collect();
                origins.dedup();
                origins
            }),
        }
    });
}

#[test]
fn the_ashtarashki_playthrough_is_the_oracles() {
    is_the_oracles("ashtarashki", |_| Oracle {
        start: ashtarashki::START,
        moves: Box::new(ashtarashki::moves),
        outcome: Box::new(ashtarashki::outcome),
        side: |text| text.rsplit(' ').next(),
        // The square that each action leaves.
        first: Some(|text, _| {
            let side = usize::from(text.ends_with('b'));
            let squares = |text: &str| -> Vec<String> {
                let army = text.split(' ').step_by(2).nth(side).unwrap_or_default();
                let kinds = army.split([';', ',']).map(|kind| {
                    kind.trim_start_matches(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit())
                });
                kinds.map(str::to_owned).collect()
            };
            let moves = ashtarashki::moves(text);
            let origins: BTreeSet<String> = moves
                .iter()
                .flat_map(|(_, after)| {
                    let left = squares(after);
                    squares(text).into_iter().filter(move |square| !left.contains(square))
                })
                .collect();
            origins.into_iter().collect()
        }),
    });
}

#[test]
fn the_shemshesh_playthrough_is_the_oracles() {
    is_the_oracles("shemshesh", |options| {
        let options = shemshesh::Options { two: options.contains("home-doubles=two") };
        Oracle {
            start: shemshesh::START,
            moves: Box::new(move |text| shemshesh::moves(text, options)),
            outcome: Box::new(move |text| shemshesh::outcome(text, options)),
            side: |text| text.rsplit(" / ").next().and_then(|due| due.split(' ').next()),
            // A turn that is not the first of its result can begin in another way.
            first: None,
        }
    });
}

#[test]
fn the_emir_playthrough_is_the_oracles() {
    is_the_oracles("emir", |options| {
        let options = emir::Options { cover_head: options.contains("cover-head=yes") };
        Oracle {
            start: emir::START,
            moves: Box::new(move |text| emir::moves(text, options)),
            outcome: Box::new(move |text| emir::outcome(text, options)),
            side: |text| text.rsplit(" / ").next().and_then(|due| due.split(' ').next()),
            // A turn that is not the first of its result can begin in another way.
            first: None,
        }
    });
}
