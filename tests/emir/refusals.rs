//! Every refusal of Emir is said somewhere, in both languages, with what can be played instead.

use super::{Emir, filled, middle};
use crate::support::rules::legal;
use kosti::{
    app::texts::{Lang, Texts},
    game::{Arg, Message, Notation, ReadError, Refusal},
    games::{Games, emir::EmirRefusal},
};
use std::collections::BTreeSet;

/// The most actions that are told as what can be played.
const FEW: usize = 6;

fn refusal(position: &Emir, typed: &str) -> Message {
    match position.read_action(typed) {
        Err(ReadError::Illegal(refusal)) => refusal.message(),
        other => panic!("{typed}: {other:?}"),
    }
}

#[test]
fn every_refusal_names_its_rule_and_what_can_be_played() {
    let [one, none] = [[1, 0], [0, 0]];
    let dice =
        |stacks: &str, dice: &str| filled(stacks, none, "- -", &format!("w dice {dice}"), "");
    let pre = |stacks: &str, reserve| filled(stacks, reserve, "- -", "w pre", "");
    let home = |stacks: &str, bar: &str, roll: &str| middle(stacks, bar, &format!("w dice {roll}"));
    let cases = [
        ("over", middle("9:BW", "- -", "over white 32 emir-captured"), "1-7"),
        ("roll-due", filled("3:ww", none, "- -", "w roll", ""), "3-9"),
        ("no-such-point", pre("1:w 5:W", one), "nuker 25"),
        ("no-die", dice("3:ww", "6-1"), "3-6"),
        ("too-many", dice("3:ww", "6-1"), "3-9 3-4 4-5"),
        ("ended", dice("3:W 9:B", "6-5"), "3-9 9-14"),
        ("must-use", dice("3:w 10:w 14:bb 16:bb", "6-5"), "3-8"),
        ("higher", dice("3:w 14:bb 15:bb", "6-5"), "3-8"),
        ("cannot-pass", dice("3:ww", "6-5"), "pass"),
        ("empty", dice("3:ww", "6-1"), "4-5"),
        ("not-yours", dice("3:ww 9:b", "6-1"), "9-15"),
        ("captive", dice("3:ww 9:wbb", "6-1"), "9-15"),
        ("head", dice("1:wwww", "6-5"), "1-7 1-6"),
        ("closed", dice("3:ww 9:bb", "6-1"), "3-9"),
        ("on-captive", dice("3:ww 9:wb", "6-1"), "3-9"),
        ("at-home", dice("2:wwww 5:w 8:B", "3-3"), "5-8"),
        ("reserve", filled("19:wwwwwwwwwww", [2, 0], "- -", "w dice 6-5", ""), "19-off"),
        ("bar", home("1:b 22:w 12:B", "w -", "6-3"), "22-off"),
        ("not-home", home("18:w 21:w 12:B", "- -", "4-1"), "21-off"),
        ("behind", home("20:w 22:w 12:B", "- -", "4-1"), "22-off"),
        ("choice-due", pre("1:w 5:W", one), "1-7"),
        ("rolled", dice("3:ww", "6-1"), "roll"),
        ("no-nukers", pre("1:w 2:www 5:W", none), "nuker 5"),
        ("nukers-left", pre("1:w 5:W", one), "nuker 1 5"),
        ("nowhere-for-nuker", pre("1:ww 2:www 5:Ww", one), "nuker"),
        ("not-for-nuker", pre("1:w 5:W 7:w", one), "nuker 7"),
        ("two-nukers", pre("1:w 5:W 7:w", one), "nuker 1 5 7"),
        ("one-nuker-each", pre("1:w 5:W", one), "nuker 5 5"),
        ("no-cover", pre("1:w 5:W", one), "cover"),
        ("cover-head", pre("1:www 18:W", one), "cover 1"),
        ("cover-few", pre("2:ww 18:W", one), "cover 2"),
        ("cover-ahead", pre("2:www 3:bb 18:W", one), "cover 2"),
        ("cover-room", pre("18:W 22:www", one), "cover 22"),
        ("cover-wall", pre("2:www 4:bb 5:bb 6:bb 7:bb 8:bb 9:bb 18:W", one), "cover 2"),
    ];
    let texts = Texts::new(Games::registered()).expect("texts");
    let mut said = BTreeSet::new();
    for (key, position, typed) in &cases {
        let message = refusal(position, typed);
        let all = legal(position);
        let rule = match message.args.first() {
            Some((_, Arg::Said(inner))) => {
                assert_eq!(message.id, "emir-and-playable");
                assert!((1..=FEW).contains(&all.len()), "{typed}: {all:?}");
                (**inner).clone()
            }
            _ => {
                assert!(all.is_empty() || all.len() > FEW, "{typed}: {all:?}");
                message.clone()
            }
        };
        assert_eq!(rule.id, format!("emir-{key}"), "{typed}");
        for lang in Lang::ALL {
            let text = texts.plain(lang, &message);
            assert!(!text.contains(['{', '}']) && !text.contains("emir-"), "{text}");
            let told = all.iter().all(|action| text.contains(action.as_str()));
            assert!(told || message == rule, "{text}");
        }
        said.extend([rule.id.into_owned(), message.id.into_owned()]);
    }
    let all: BTreeSet<String> = EmirRefusal::IDS.iter().map(|id| (*id).to_owned()).collect();
    assert_eq!(said, all);
}
