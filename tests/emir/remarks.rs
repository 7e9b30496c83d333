//! What is told of what happens in Emir, and of what will.

use super::{Emir, filled, middle};
use crate::support::rules::{remarks, said};
use kosti::{
    app::texts::{Lang, Texts},
    game::{Actor, DealNo, Message, Notation, OptionSet, Position, SplitMix, playout},
    games::{Drawn, Games, LONGEST_FORETOLD},
};

/// Stacks, what waits on the bar, what is due, what is typed, and what is told of it.
fn tells(cases: &[(&str, &str, &str, &str, &[&str])]) {
    for (stacks, bar, due, typed, told) in cases {
        let position = filled(stacks, [0, 0], bar, due, "");
        assert_eq!(remarks(&position, typed), *told, "{typed} in {stacks}");
    }
}

#[test]
fn captives_are_told_of() {
    let (bar, due) = ("- -", "w dice 6-1");
    tells(&[
        ("3:ww", bar, due, "3-9 3-4", &[]),
        ("3:ww 9:b", bar, due, "3-9 3-4", &["taken black 9"]),
        ("3:ww 4:b 9:b", bar, due, "3-9 3-4", &["taken black 4, 9"]),
        ("3:ww 9:B", bar, due, "3-9 3-4", &["emir-taken black 9"]),
        ("3:ww 4:b 9:B", bar, due, "3-9 3-4", &["taken black 4", "emir-taken black 9"]),
        ("3:ww 8:bw", bar, due, "8-9 3-9", &["freed black 8"]),
        ("3:ww 8:Bw", bar, due, "8-9 3-9", &["emir-freed black 8"]),
        // It is taken anew before the turn ends, or another one stays on it.
        ("3:w 9:bw", bar, due, "9-10 3-9", &[]),
        ("3:w 9:bww", bar, due, "9-10 3-9", &[]),
    ]);
    // What is Black's is told in the order of its way.
    tells(&[("14:bb 2:w 20:w", bar, "b dice 6-1", "14-20 14-15", &["taken white 20"])]);
}

#[test]
fn hits_are_told_of() {
    let (bar, due) = ("- -", "w dice 3-3");
    tells(&[
        ("2:wwww 3:w 6:b", bar, due, "3-6 2-5 2-5 2-5", &["hit black 1"]),
        ("2:wwww 3:w 5:b 6:b", bar, due, "3-6 2-5 2-5 2-5", &["hit black 2"]),
        ("2:wwww 3:w 6:B", bar, due, "3-6 2-5 2-5 2-5", &["emir-hit black"]),
        ("2:wwww 3:w 5:b 6:B", bar, due, "3-6 2-5 2-5 2-5", &["hit black 1", "emir-hit black"]),
        ("2:wwww 10:w 13:b", bar, due, "10-13 2-5 2-5 2-5", &["barred black 1"]),
        ("2:wwww 10:w 13:B", bar, due, "10-13 2-5 2-5 2-5", &["emir-barred black"]),
        // The bar is entered behind the turn.
        ("2:wwww 10:w 13:b", bar, due, "10-13 13-16 2-5 2-5", &["hit black 1"]),
        ("2:wwwww 13:w", "- bB", due, "13-16 2-5 2-5 2-5", &["entered black 2"]),
        ("2:wwwww 13:w", "- bB", due, "2-5 2-5 2-5 2-5", &[]),
        (
            "2:wwww 3:w 6:b 13:w",
            "- B",
            due,
            "13-16 3-6 2-5 2-5",
            &["hit black 1", "entered black 1"],
        ),
        // Who has been freed can be hit at once.
        ("2:www 3:w 6:bw", bar, due, "6-9 3-6 2-5 2-5", &["hit black 1"]),
    ]);
}

#[test]
fn an_emir_that_is_home_is_told_of() {
    let bar = "- -";
    tells(&[
        ("2:ww 16:W", bar, "w dice 6-1", "16-22 2-3", &["safe white"]),
        ("2:ww 16:W", bar, "w dice 2-1", "16-18 2-3", &[]),
        ("2:ww 19:W", bar, "w dice 2-1", "19-21 2-3", &[]),
        ("2:ww 16:w", bar, "w dice 6-1", "16-22 2-3", &[]),
    ]);
}

/// "A covering move that makes four or five own points in a row is a *carpet*, six or more
/// *Suleiman's carpet*"
#[test]
fn carpets_are_told_of() {
    let (bar, due) = ("- -", "w pre");
    tells(&[
        ("2:www", bar, due, "cover 2", &[]),
        ("2:wwww", bar, due, "cover 2", &["carpet white 4"]),
        ("2:www 6:w", bar, due, "cover 2", &["carpet white 4"]),
        ("2:wwwww", bar, due, "cover 2", &["carpet white 5"]),
        ("2:wwwwww", bar, due, "cover 2", &["suleiman white 6"]),
        ("2:wwww 4:b", bar, due, "cover 2", &["taken black 4", "carpet white 4"]),
        // The row was there before.
        ("2:www 3:w 4:w 5:w 6:w", bar, due, "cover 2", &[]),
        // A closed point lies in it.
        ("2:wwwww 5:bb", bar, due, "cover 2", &[]),
        // Black passes 21 to 24 and 1 in a row.
        ("1:w 20:www", bar, due, "cover 20", &["carpet white 5"]),
        // A turn by the dice covers nothing.
        ("3:w 4:w 5:w 7:w", bar, "w dice 2-1", "4-6 3-4", &[]),
    ]);
}

/// "nukers left in reserve keep a player from bearing off; the caption reminds"
#[test]
fn nukers_in_reserve_are_told_of() {
    for (stacks, reserve, due, typed, told) in [
        ("1:w 5:W", 3, "w pre", "roll", &["nukers-kept white 3"][..]),
        ("1:w 5:W", 3, "w pre", "nuker 1", &[]),
        ("2:www 6:W", 1, "w pre", "cover 2", &["carpet white 4", "nukers-kept white 1"]),
        ("2:www 6:Ww", 1, "w pre", "roll", &[]),
        ("18:w 19:wwwwwwwwww", 2, "w dice 6-5", "18-24 19-24", &["nukers-wait white 2"]),
        ("17:w 19:wwwwwwwwww", 2, "w dice 6-1", "19-20 17-23", &["nukers-wait white 2"]),
        ("18:w 19:wwwwwwwwww", 2, "w dice 5-4", "19-24 19-23", &[]),
        // They wait already.
        ("19:wwwwwwwwwww", 2, "w dice 2-1", "19-21 19-20", &[]),
    ] {
        let position = filled(stacks, [reserve, 0], "- -", due, "");
        assert_eq!(remarks(&position, typed), told, "{typed} in {stacks}");
    }
    let position = filled("18:w 19:wwwwwwwwwwww", [0, 0], "- -", "w dice 6-5", "");
    assert_eq!(remarks(&position, "18-24 19-24"), [""; 0]);
}

/// "16 if the emir is among them", "8 if the emir is outside"
#[test]
fn the_end_says_what_the_emir_costs() {
    for (stacks, bar, told) in [
        ("12:b 13:B 24:w", "- -", &["doubled black"][..]),
        ("13:b 12:B 24:w", "- -", &[]),
        ("6:B 12:b 24:w", "- -", &["doubled black"]),
        ("6:b 12:B 24:w", "- -", &[]),
        ("12:B 24:w", "- -", &[]),
    ] {
        let position = middle(stacks, bar, "w dice 6-5");
        assert_eq!(remarks(&position, "24-off"), told, "{stacks}");
    }
    tells(&[
        ("3:W 9:B", "- -", "w dice 6-5", "3-9", &[]),
        ("2:Wwww 6:B", "- -", "w pre", "cover 2", &["carpet white 4"]),
    ]);
}

/// Where the checkers come to stand, how many they capture and which, whether the emir is among
/// them, whether one is freed, which carpet it is, whether it wins.
#[test]
fn what_a_covering_move_will_do_is_told() {
    for (stacks, action, told) in [
        ("2:www", "cover 2", Some("foretold 3–5 0  0 0 0 0")),
        ("2:www 4:b", "cover 2", Some("foretold 3–5 1 4 0 0 0 0")),
        ("2:bwww 3:b 4:B 5:wb", "cover 2", Some("foretold 3, 4, 6 2 3, 4 1 1 0 0")),
        ("2:wWw 4:B", "cover 2", Some("foretold 3, 4 1 4 0 0 0 1")),
        ("2:wwww 4:bb", "cover 2", Some("foretold 3, 5–7 0  0 0 0 0")),
        ("2:wwww", "cover 2", Some("foretold 3–6 0  0 0 1 0")),
        ("2:wwwwww", "cover 2", Some("foretold 3–8 0  0 0 2 0")),
        ("2:www", "cover 3", None),
        ("2:www", "roll", None),
        ("2:www", "nuker 2", None),
    ] {
        let position = filled(stacks, [0, 0], "- -", "w pre", "");
        let found = position.foretold(action).map(|message| said(&message, "emir"));
        assert_eq!(found.as_deref(), told, "{action} in {stacks}");
    }
    let dice = filled("2:www", [0, 0], "- -", "w dice 2-1", "");
    assert_eq!(dice.foretold("cover 2"), None);
}

/// It has room under a board, and speaks of what comes.
#[test]
fn what_is_foretold_is_short() {
    let texts = Texts::new(Games::registered()).expect("texts");
    let mut longest = [0; 2];
    let mut look = |position: &Emir| {
        let mut legal = Vec::new();
        position.legal(&mut legal);
        for action in legal {
            let Some(message) = position.foretold(&position.action_text(&action)) else { continue };
            for (longest, lang) in longest.iter_mut().zip(Lang::ALL) {
                let text = texts.plain(lang, &message);
                *longest = text.chars().count().max(*longest);
                assert!(*longest <= LONGEST_FORETOLD && !text.contains("  "), "{text}");
            }
        }
    };
    let stacks = "2:bwwwwwwwwwwww 3:b 4:b 5:bb 6:b 7:b 8:bb 9:b 10:b 13:B 14:bb";
    look(&filled(stacks, [0, 0], "- -", "w pre", ""));
    let options = OptionSet::defaults(Emir::FACTS);
    for seed in 0..100 {
        let start = Emir::start(&Emir::options(&options), DealNo::FIRST);
        let game = playout(start, &mut SplitMix::new(seed), 2000);
        let choices = game.steps.iter().map(|(position, _)| position);
        choices.filter(|position| matches!(position.actor(), Actor::Player(_))).for_each(&mut look);
    }
    assert!(longest.iter().all(|longest| *longest > 80), "{longest:?}");
}

/// On a button a choice before the roll stands in words that can be typed too.
#[test]
fn choices_are_called_as_they_are_typed() {
    let texts = Texts::new(Games::registered()).expect("texts");
    let position = filled("1:w 2:www 5:W 6:www", [3, 0], "- -", "w pre", "");
    let mut legal = Vec::new();
    position.legal(&mut legal);
    assert_eq!(legal.len(), 6);
    for action in legal {
        let text = position.action_text(&action);
        let called = position.called(&text).expect("a word");
        assert_eq!(texts.plain(Lang::En, &called), text);
        let russian = texts.plain(Lang::Ru, &called);
        assert!(!russian.is_ascii(), "{russian}");
        assert_eq!(position.read_action(&russian), Ok(action), "{russian}");
    }
    assert_eq!(position.called("1-7 1-6"), None);
    assert_eq!(position.called("pass"), None);
}

/// The pips of both, what is off, and the nukers.
#[test]
fn pips_are_counted_to_the_end_of_the_path() {
    for (position, tally) in [
        (filled("1:wwwwwWwwwwww 13:bbbbbBbbbbbb", [3, 3], "- -", "w roll", ""), [288, 288, 0, 6]),
        // A captive goes its way too, and one on the bar all of it.
        (middle("23:w 22:wb 12:B 13:w", "- b", "w dice 2-1"), [17, 40, 24, 0]),
    ] {
        let Message { id, args } = position.tally().expect("a tally");
        let number = |name: &str| {
            let arg = args.iter().find(|(known, _)| *known == name).map(|(_, arg)| arg.clone());
            match arg {
                Some(kosti::game::Arg::Number(number)) => number,
                other => panic!("{name}: {other:?}"),
            }
        };
        let found = ["white", "black", "off", "nukers"].map(number);
        assert_eq!((id.as_ref(), found), ("emir-tally", tally), "{}", position.to_text());
        assert_eq!(number("off_white") + number("off_black"), number("off"));
        assert_eq!(number("nukers_white") + number("nukers_black"), number("nukers"));
    }
}
