//! What is typed in Ashtarashki, how it is refused: by the rule, and what pictures mark.

use kosti::{
    game::{Arg, BySeat, Message, OptionSet, Seat},
    games::{Games, ReadFault, View},
};

const START: &str = "M1b2,c1,e1,h2;M2a3,d2,f2,g3;M3a1,c3,e3,g1 | \
                     M1a7,d8,f8,g7;M2b6,c7,e7,h6;M3b8,d6,f6,h8 w";
/// M3:b6:c7 is the whole of the only capture.
const CHAIN: &str = "M1h2;M3a5 | M1d8;M2b6,c7 w";
/// Two stones beat b6, one beats on.
const CHOICE: &str = "M3a5,c5 | M1d8;M2b6,c7 w";

fn read(position: &str, typed: &str) -> Result<String, ReadFault> {
    let game = Games::registered().find("ashtarashki").expect("the game");
    let options = OptionSet::defaults(game.facts());
    let position = game.read(&options, position).unwrap_or_else(|why| panic!("{position}: {why}"));
    position.read_action(typed)
}

#[test]
fn texts_and_squares_are_read() {
    for (position, typed, action) in [
        (START, "M3b4", "M3b4"),
        (START, "m3b4", "M3b4"),
        (START, "М3b4", "M3b4"),
        (START, "1. M3 b4!", "M3b4"),
        (START, "c3-b4", "M3b4"),
        (START, "с3 в4", "M3b4"),
        (START, "C3/B4", "M3b4"),
        (START, "M3c3-b4", "M3b4"),
        (START, "a3b4", "M2b4"),
        (START, "M2b4", "M2b4"),
        (START, "cd4", "M3cd4"),
        (START, "M3ed4", "M3ed4"),
        (START, "e3-d4", "M3ed4"),
        (START, "a3", "M2b4"),
        (CHAIN, "M3:b6:c7", "M3:b6:c7"),
        (CHAIN, "m3xb6xc7", "M3:b6:c7"),
        (CHAIN, "a5:b6:c7", "M3:b6:c7"),
        (CHAIN, "А5хВ6хС7", "M3:b6:c7"),
        (CHAIN, "a5 c7", "M3:b6:c7"),
        (CHAIN, "a5:b6", "M3:b6:c7"),
        (CHAIN, "c7", "M3:b6:c7"),
        (CHAIN, ":b6", "M3:b6:c7"),
        // "a W with two empty squares behind it has one self-removal"
        ("Wc5 | M1h8 w", "Wb4Z", "Wb4Z"),
        ("Wc5 | M1h8 w", "Wd4Z", "Wb4Z"),
        ("Wc5 | M1h8 w", "c5-d4", "Wb4Z"),
        ("Wc5 | M1h8 w", "c5-b4z", "Wb4Z"),
        ("Wa5,c5 | M1h8 w", "Wd4Z", "Wcb4Z"),
        // A text without a suffix is a step forward, squares are either.
        ("M1c3,c5 | M1h8 w", "M1b4", "M1b4"),
        ("M1c3,c5 | M1h8 w", "m1b4v", "M1b4V"),
        ("M1c3,c5 | M1h8 w", "c5-b4", "M1b4V"),
        ("V1c5 | M1h8 w", "V1b4", "V1b4W"),
    ] {
        assert_eq!(read(position, typed), Ok(action.to_owned()), "{typed} in {position}");
    }
}

#[test]
fn what_fits_several_actions_is_not_guessed() {
    for (position, typed, actions) in [
        (START, "b4", &["M2b4", "M3b4"][..]),
        (START, "d4", &["M3cd4", "M3ed4"]),
        (START, "M3d4", &["M3cd4", "M3ed4"]),
        (START, "c3", &["M3b4", "M3cd4"]),
        ("M1c3,c5 | M1h8 w", "b4", &["M1b4", "M1b4V"]),
        ("M1c3,c5,e5 | M3d4 w", "M1:d4", &["M1c3:d4", "M1c5:d4", "M1e:d4"]),
        ("M1c3,c5,e5 | M3d4 w", "cd4", &["M1c3:d4", "M1c5:d4"]),
    ] {
        let actions = actions.iter().map(|&action| action.to_owned()).collect();
        assert_eq!(read(position, typed), Err(ReadFault::Ambiguous(actions)), "{typed}");
    }
}

/// A refusal without the captures that may be added, and those.
fn parts(message: &Message) -> (&str, Vec<String>) {
    let mut id = &*message.id;
    let mut captures = Vec::new();
    for (_, arg) in &message.args {
        match arg {
            Arg::Said(inner) => id = &inner.id,
            Arg::OneOf(texts) => captures.clone_from(texts),
            _ => {}
        }
    }
    (id, captures)
}

#[test]
fn refusals_name_the_rule() {
    for (position, typed, rule) in [
        (START, "i9", "no-such-square"),
        (START, "c3-c9", "no-such-square"),
        (START, "c3-c4", "light"),
        (START, "d4-e5", "empty"),
        (START, "b6-a5", "not-yours"),
        (START, "M1c3-b4", "otherwise"),
        (START, "V3c3-b4", "otherwise"),
        (START, "c3-c5", "not-diagonal"),
        (START, "c3-e5", "too-far"),
        (START, "c3-c3", "too-far"),
        (START, "b2-c3", "occupied"),
        (START, "M1c3", "otherwise"),
        (START, "b2", "stuck"),
        (START, "e5", "unreachable"),
        (START, "M1b4", "unreachable"),
        (START, "c3:b4", "nothing-to-capture"),
        (START, "c3-b4-a5", "nothing-to-capture"),
        (START, "M3b4V", "wrong-suffix"),
        (START, "c3-b4z", "wrong-suffix"),
        // "3 takes 2, 2 takes 1, 1 takes 3"
        ("M1b2;M3h2 | M2c3 w", "b2:c3", "does-not-beat"),
        ("M1b2 | M1c3 w", "b2:c3", "does-not-beat"),
        ("M2b2 | V3c3 w", "b2-c3", "does-not-beat"),
        ("M1b2 | V3c5,d4 w", "b2:c3", "nothing-to-capture"),
        // "only M stones capture"
        ("V1b2 | M3c3 w", "b2:c3", "only-full-capture"),
        ("Wb2 | M3c3 w", "b2:c3", "only-full-capture"),
        // "F stones are never taken"; an F "moves no more"
        ("M1b2 | M1h8;Fa1,c1 w", "b2:a1", "finished-is-safe"),
        ("M1c3;Fb8 | M1h6 w", "b8-a7", "finished"),
        ("M1c3;Fb8 | M1h6 w", "b8", "finished"),
        ("Fb8,d8,f8,h8 | M1h6 b", "h6-g5", "over"),
    ] {
        let fault = read(position, typed);
        let Err(ReadFault::Illegal(message)) = &fault else {
            panic!("{typed} in {position}: {fault:?}");
        };
        let expected = format!("ashtarashki-{rule}");
        assert_eq!(parts(message), (expected.as_str(), vec![]), "{typed} in {position}");
    }
    for typed in ["", "hello", "M3", "M3b", "b", "M4b4", "b4b", "z", "c3b4Q", "M3b4 M3b4"] {
        assert_eq!(read(START, typed), Err(ReadFault::Syntax), "{typed}");
    }
}

/// "Capturing is compulsory", and what must be captured is listed.
#[test]
fn refusals_list_the_captures() {
    for (position, typed, rule, captures) in [
        (CHAIN, "M1g3", "capture-compulsory", &["M3:b6:c7"][..]),
        (CHAIN, "h2-g3", "capture-compulsory", &["M3:b6:c7"]),
        (CHAIN, "h2", "capture-compulsory", &["M3:b6:c7"]),
        (CHAIN, "h2-h4", "not-diagonal", &["M3:b6:c7"]),
        (CHAIN, "a5:b6:a7", "nothing-to-capture", &["M3:b6:c7"]),
        (CHOICE, "a5-b4", "capture-compulsory", &["M3a:b6:c7", "M3c:b6:c7"]),
        // "on its last rank it stops"
        ("M1c7 | M3b8;Wa7 w", "c7:b8:a7", "stops-on-last-rank", &["M1:b8"]),
    ] {
        let fault = read(position, typed);
        let Err(ReadFault::Illegal(message)) = &fault else {
            panic!("{typed} in {position}: {fault:?}");
        };
        let captures: Vec<String> = captures.iter().map(|&text| text.to_owned()).collect();
        let expected = format!("ashtarashki-{rule}");
        assert_eq!(parts(message), (expected.as_str(), captures), "{typed} in {position}");
    }
}

/// The lines of the scene after an action that tell of it.
fn marked(position: &str, action: &str, legend: bool) -> Vec<String> {
    let game = Games::registered().find("ashtarashki").expect("the game");
    let position = game.read(&OptionSet::defaults(game.facts()), position).expect("a position");
    let names = BySeat::new(None, None);
    let (below, over, open) = (Seat::First, false, false);
    let view = View { viewer: None, below, names, score: None, over, open, legend };
    let scene = position.scene(&view, &[action.to_owned()]).expect("a legal action").to_string();
    let tells = |line: &&str| ["trail ", "marks ", "ring "].iter().any(|key| line.starts_with(key));
    scene.lines().filter(tells).map(str::to_owned).collect()
}

/// The whole way of a capture, a retreat, and a stone that takes itself off, as in the study of
/// the rulebook; who beats whom where that is asked for.
#[test]
fn pictures_mark_the_last_action() {
    const STUDY: &str = "M1c3;V2d4;Wa5;Fd8,f8,h8 | M3c5,g3;V3e3;Fa1,c1,g1 w";
    for (position, action, lines) in [
        (START, "M3b4", &["trail c3 b4"][..]),
        (CHAIN, "M3:b6:c7", &["trail a5 b6 c7", "marks captured b6 c7"]),
        (STUDY, "M1d2V", &["trail c3 d2", "marks retreated d2"]),
        ("V1c3 | M2h8 w", "V1d2W", &["trail c3 d2", "marks retreated d2"]),
        (STUDY, "Wb4Z", &["trail a5 b4", "marks removed b4"]),
    ] {
        assert_eq!(marked(position, action, false), lines, "{action}");
        assert_eq!(marked(position, action, true), [lines, &["ring 3 2 1"]].concat(), "{action}");
    }
}
