//! Emir by its page of the rulebook and by that of the family: for each sentence what it allows
//! and what it forbids. Quoted lines are those of `rules/nardy.md` and `rules/emir.md`.

mod refusals;
mod remarks;

use crate::support::rules::{ambiguous, legal, played, read, refused, view};
use kosti::{
    game::{
        Actor, DealNo, Notation, OptionSet, Position, ReadError, Seat, SplitMix, Step, playout,
    },
    games::{Drawn, emir::Emir},
};

const START: &str =
    "1:wwwwwWwwwwww 13:bbbbbBbbbbbb / res 3 3 / bar - - / off 0 0 / moved - / w roll";

/// A position in the middle of a game, nothing in reserve: what is missing on the board is off.
fn middle(stacks: &str, bar: &str, due: &str) -> Emir {
    let off = ['w', 'b'].map(|side| 15 - count(&format!("{stacks} {bar}"), side));
    let (board, [white, black]) = (board(split(stacks)), off);
    read(&format!("{board} / res 0 0 / bar {bar} / off {white} {black} / moved wb / {due}"), "")
}

/// Stacks by their points.
fn split(stacks: &str) -> Vec<(u8, String)> {
    let stack = |stack: &str| {
        let (point, stack) = stack.split_once(':').expect("a stack");
        (point.parse().expect("a point"), stack.to_owned())
    };
    stacks.split(' ').map(stack).collect()
}

fn board(mut stacks: Vec<(u8, String)>) -> String {
    stacks.sort();
    let stack = |(point, stack): &(u8, String)| format!("{point}:{stack}");
    stacks.iter().map(stack).collect::<Vec<_>>().join(" ")
}

fn count(stacks: &str, side: char) -> usize {
    stacks.chars().filter(|c| c.eq_ignore_ascii_case(&side)).count()
}

/// The same with these reserves and nothing off: what is missing stands on the last home point of
/// its side, the emir first if it is among it.
fn filled(stacks: &str, reserve: [usize; 2], bar: &str, due: &str, options: &str) -> Emir {
    let mut all = split(stacks);
    let there = format!("{stacks} {bar}");
    for (side, last, reserve) in [('w', 24, reserve[0]), ('b', 12, reserve[1])] {
        let emir = side.to_ascii_uppercase();
        let missing = 15 - reserve - count(&there, side);
        let filling: String = (0..missing)
            .map(|at| if at == 0 && !there.contains(emir) { emir } else { side })
            .collect();
        match all.iter_mut().find(|(point, _)| *point == last) {
            Some((_, stack)) => stack.push_str(&filling),
            None if missing > 0 => all.push((last, filling)),
            None => {}
        }
    }
    let (board, [white, black]) = (board(all), reserve);
    read(
        &format!("{board} / res {white} {black} / bar {bar} / off 0 0 / moved wb / {due}"),
        options,
    )
}

/// Each of these parts, with commas between them, stands in the text of the position after what
/// was typed; `!5` is an empty point.
fn leads(position: &Emir, typed: &str, parts: &str) {
    let (_, after) = played(position, typed);
    for part in parts.split(", ") {
        let there = match part.strip_prefix('!') {
            Some(point) => !after.split(' ').any(|word| word.starts_with(&format!("{point}:"))),
            None => format!(" {after} ").contains(&format!(" {part} ")),
        };
        assert!(there, "{part} in {after}");
    }
}

/// Stacks, what is due, what is typed, what comes of it: nothing is in reserve or on the bar.
fn allows(cases: &[(&str, &str, &str, &str)]) {
    for (stacks, due, typed, parts) in cases {
        leads(&filled(stacks, [0, 0], "- -", due, ""), typed, parts);
    }
}

/// Stacks, what is due, what is typed, the rule that forbids it.
fn forbids(cases: &[(&str, &str, &str, &str)]) {
    for (stacks, due, typed, rule) in cases {
        let position = filled(stacks, [0, 0], "- -", due, "");
        assert_eq!(refused(&position, typed), *rule, "{typed} in {}", position.to_text());
    }
}

/// "each head holds 12 checkers; the seventh to leave is the emir. Each side has three nukers in
/// reserve beside the board"; "with `yes` ... the game begins with `w pre`"
#[test]
fn the_game_begins_by_the_page() {
    for (option, text) in
        [("cover-head=no", START.to_owned()), ("cover-head=yes", START.replace("roll", "pre"))]
    {
        let options = OptionSet::parse(Emir::FACTS, [option]).expect("an option");
        let start = Emir::start(&Emir::options(&options), DealNo::FIRST);
        assert_eq!(start.to_text(), text);
    }
    let start: Emir = read(&START.replace("roll", "pre"), "cover-head=yes");
    assert_eq!(legal(&start), ["cover 1", "roll"]);
    assert_eq!(played(&start, "roll").1, START);
    // All twelve find room over the closed head of Black.
    leads(&start, "cover 1", "!1, 2:w, 7:w, 8:W, 9:w, 12:w, 14:w, w roll, moved -");
    forbids(&[("1:wwwwwwwww 18:W", "w roll", "roll", "roll-due")]);
}

/// "On a player's first turn of the game two may when the roll is 3-3, 4-4 or 6-6."
#[test]
fn two_may_leave_the_head_at_first() {
    for (roll, turns) in [
        ("4-4", &["1-5 1-5 5-9 5-9", "1-5 5-9 1-5 5-9"][..]),
        ("5-5", &["1-6 6-11 11-16 16-21"]),
        ("6-6", &["1-7 1-7"]),
    ] {
        let position: Emir = read(&START.replace("roll", &format!("dice {roll}")), "");
        assert!(legal(&position).iter().all(|turn| !turn.contains("13")), "{roll}");
        let (text, _) = played(&position, turns[0]);
        assert!(turns.contains(&text.as_str()), "{text}");
    }
    let second = START.replace("moved -", "moved wb").replace("roll", "dice 6-6");
    let second: Emir = read(&second, "");
    assert_eq!(legal(&second), ["1-7"]);
    assert_eq!(refused(&second, "1-7 1-7"), "head 1");
}

/// "Open to the mover: an empty point; a point whose top is his; a point with exactly one enemy
/// checker and nothing else. Closed: two or more enemy checkers, or an enemy standing on one's
/// captive."
#[test]
fn points_are_open_or_closed() {
    allows(&[
        ("3:ww", "w dice 6-1", "3-9 3-4", "!3, 4:w, 9:w"),
        ("3:ww 9:w", "w dice 6-1", "3-9 3-4", "9:ww"),
        ("3:ww 9:bw", "w dice 6-1", "3-9 3-4", "9:bww"),
        ("3:ww 9:b", "w dice 6-1", "3-9 3-4", "9:bw"),
        ("14:bb 20:w", "b dice 6-1", "14-20 14-15", "15:b, 20:wb"),
    ]);
    forbids(&[
        ("3:ww 9:bb", "w dice 6-1", "3-9", "closed 9"),
        ("3:ww 9:wb", "w dice 6-1", "3-9", "on-captive 9"),
        ("3:ww 9:wbb", "w dice 6-1", "3-9", "closed 9"),
        ("3:ww 9:wbb", "w dice 6-1", "9-15", "captive 9"),
        ("3:ww 9:b", "w dice 6-1", "9-15", "not-yours 9"),
        ("3:ww 9:b", "w dice 6-1", "4-5", "empty 4"),
    ]);
}

/// "the single enemy stays underneath as a captive. It cannot move until no enemy stands above it.
/// The captor may put any number of his own on top."
#[test]
fn captives_are_held_until_nobody_stands_on_them() {
    allows(&[
        ("3:ww 9:b", "w dice 6-5", "3-9 9-14", "3:w, 9:b, 14:w"),
        ("3:w 9:bw", "w dice 6-1", "3-9 9-10", "9:bw, 10:w"),
        // What was set free in this turn can be taken again in it.
        ("3:w 9:bw", "w dice 6-1", "9-10 3-9", "9:bw, 10:w"),
        ("9:BwW", "w dice 2-1", "9-10 9-11", "9:B, 10:W, 11:w"),
        // Each holds one of the other.
        ("6:wb 14:b 20:bw", "b dice 6-1", "14-15 6-12", "6:w, 15:b, 20:bw"),
    ]);
    forbids(&[("6:wb 14:b 20:bw", "b dice 6-1", "14-20", "on-captive 20")]);
}

/// "A double hits: the single enemy goes on top of the stack on its own head; if an enemy of it
/// stands there (the hitting checker itself, when it was hit on its own head, or a captor), it
/// waits on the bar."
#[test]
fn doubles_hit() {
    for (stacks, typed, parts) in [
        ("2:wwww 3:w 6:b", "3-6 2-5 2-5 2-5", "6:w, 13:b, bar - -"),
        ("2:wwww 3:w 6:b 13:bb", "3-6 2-5 2-5 2-5", "6:w, 13:bbb, bar - -"),
        ("2:wwww 3:w 6:B 13:bb", "3-6 2-5 2-5 2-5", "6:w, 13:bbB, bar - -"),
        // The hitting checker itself.
        ("2:wwww 10:w 13:b", "10-13 2-5 2-5 2-5", "13:w, bar - b"),
        // A captor.
        ("2:wwww 3:w 6:b 13:bw", "3-6 2-5 2-5 2-5", "6:w, 13:bw, bar - b"),
        // It goes on within the turn, so that the bar is entered.
        ("2:wwww 10:w 13:b", "10-13 13-16 2-5 2-5", "13:b, 16:w, bar - -"),
        // Nothing but the single one is hit.
        ("2:wwww 3:w 6:bw", "3-6 2-5 2-5 2-5", "6:bww, bar - -"),
    ] {
        allows(&[(stacks, "w dice 3-3", typed, parts)]);
    }
    forbids(&[
        ("2:wwww 3:w 6:bb", "w dice 3-3", "3-6", "closed 6"),
        ("2:wwww 3:w 6:wb", "w dice 3-3", "3-6", "on-captive 6"),
    ]);
}

/// "An emir in its own home cannot be hit: for a double its point is closed if it stands there
/// alone. (It can be captured.)"
#[test]
fn an_emir_at_home_is_safe_from_hits() {
    forbids(&[("2:wwww 5:w 8:B", "w dice 3-3", "5-8", "at-home 8")]);
    allows(&[
        ("2:wwww 5:w 8:B", "w dice 3-1", "5-8 2-3", "8:Bw"),
        // Others are hit there, and the emir elsewhere.
        ("2:wwww 5:w 8:b", "w dice 3-3", "5-8 2-5 2-5 2-5", "8:w, 13:b"),
        ("2:wwww 3:w 6:B", "w dice 3-3", "3-6 2-5 2-5 2-5", "6:w, 13:B"),
        // White's home is not Black's.
        ("2:wwww 17:w 20:B", "w dice 3-3", "17-20 2-5 2-5 2-5", "20:w, 13:B"),
    ]);
}

/// "at the start of a side's turn all its bar checkers go on top of its head, in the order in which
/// they were hit, if no enemy stands there; else they wait. They do not hinder other moves."
#[test]
fn the_bar_is_entered_when_the_head_is_free() {
    let due = "w dice 3-3";
    // Two wait behind White's checker on 13; it stays.
    let position = filled("2:wwwww 13:w", [0, 0], "- bB", due, "");
    leads(&position, "2-5 2-5 2-5 2-5", "13:w, bar - bB");
    // It leaves: both enter in their order.
    leads(&position, "13-16 2-5 2-5 2-5", "13:bB, 16:w, bar - -");
    // "Older ones may still be waiting when the head is free again within the turn: the new one
    // goes to the head."
    let position = filled("2:wwww 3:w 6:b 13:w", [0, 0], "- B", due, "");
    leads(&position, "13-16 3-6 2-5 2-5", "13:bB, 6:w, bar - -");
    leads(&position, "3-6 13-16 2-5 2-5", "13:Bb, 6:w, bar - -");
    // Black's other checkers go on while the bar waits.
    let position = filled("13:w 14:bb", [0, 0], "- b", "b dice 2-1", "");
    leads(&position, "14-15 14-16", "15:b, 16:b, bar - b");
}

/// "put one on top of the own emir where the emir is the only checker of its side on the point and
/// not a captive, and/or one on top of the head if exactly one own free checker is there; at most
/// two at once, on different points (the emir alone on the head is one point: one nuker)."
#[test]
fn nukers_are_put_on_lone_checkers() {
    for (stacks, reserve, choices) in [
        ("1:w 5:W", 3, &["nuker 1", "nuker 1 5", "nuker 5", "roll"][..]),
        ("1:w 5:W", 1, &["nuker 1", "nuker 5", "roll"]),
        ("1:ww 5:W", 3, &["nuker 5", "roll"]),
        ("1:w 5:bW", 3, &["nuker 1", "nuker 1 5", "nuker 5", "roll"]),
        ("1:w 5:wW", 3, &["nuker 1", "roll"]),
        ("1:w 5:Wb", 3, &["nuker 1", "roll"]),
        ("1:W", 3, &["nuker 1", "roll"]),
    ] {
        let position = filled(stacks, [reserve, 0], "- -", "w pre", "");
        assert_eq!(legal(&position), choices, "{stacks}");
    }
    let position = filled("1:w 5:W 7:w", [3, 0], "- -", "w pre", "");
    leads(&position, "nuker 5", "1:w, 5:Ww, res 2 0, w roll");
    leads(&position, "nuker 5 1", "1:ww, 5:Ww, res 1 0, w roll");
    leads(&position, "roll", "1:w, 5:W, res 3 0, w roll");
    for (typed, rule) in [
        ("nuker 7", "not-for-nuker 7"),
        ("nuker 5 7", "not-for-nuker 7"),
        ("nuker 5 5", "one-nuker-each 5"),
        ("nuker 1 5 7", "two-nukers"),
        ("nuker 25", "no-such-point 25"),
        ("1-7", "choice-due"),
        ("pass", "choice-due"),
        ("cover", "no-cover"),
    ] {
        assert_eq!(refused(&position, typed), rule, "{typed}");
    }
    let one = filled("1:w 5:W", [1, 0], "- -", "w pre", "");
    assert_eq!(refused(&one, "nuker 1 5"), "nukers-left 1");
    let none = filled("1:w 2:www 5:W", [0, 0], "- -", "w pre", "");
    assert_eq!(refused(&none, "nuker 5"), "no-nukers");
    let nowhere = filled("1:ww 2:www 5:Ww", [1, 0], "- -", "w pre", "");
    assert_eq!(refused(&nowhere, "nuker"), "nowhere-for-nuker");
    // Black's points ascend by their numbers, not along its path. Its captive head is no head.
    let black = filled("5:B 13:b", [0, 2], "- -", "b pre", "");
    assert_eq!(legal(&black), ["nuker 13", "nuker 5", "nuker 5 13", "roll"]);
    let held = filled("5:B 13:bw", [0, 2], "- -", "b pre", "");
    assert_eq!(legal(&held), ["nuker 5", "roll"]);
}

/// "all of them are laid out from the top, one on each following open point, closed ones skipped,
/// until the point is empty of them."
#[test]
fn covering_moves_lay_a_stack_out() {
    for (stacks, typed, parts) in [
        ("2:www 4:bb", "cover 2", "!2, 3:w, 4:bb, 5:w, 6:w, w roll"),
        ("2:Www", "cover 2", "!2, 3:w, 4:w, 5:W"),
        ("2:bwww 3:w", "cover 2", "2:b, 3:ww, 4:w, 5:w"),
        ("2:www 3:b 4:B 5:wb", "cover 2", "3:bw, 4:Bw, 5:wb, 6:w"),
        // "(a lone emir in its own home is open)"
        ("6:www 7:B", "cover 6", "7:Bw, 8:w, 9:w"),
        // Five closed ones in a row are crossed.
        ("2:www 4:bb 5:bb 6:bb 7:bb 8:bb", "cover 2", "3:w, 9:w, 10:w"),
        // It captures although a double may follow.
        ("2:www 3:b", "cover 2", "3:bw, bar - -"),
    ] {
        leads(&filled(stacks, [0, 0], "- -", "w pre", ""), typed, parts);
    }
    for (stacks, typed, rule) in [
        ("2:ww 18:W", "cover 2", "cover-few 2"),
        ("2:bww 18:W", "cover 2", "cover-few 2"),
        ("2:www 3:bb 18:W", "cover 2", "cover-ahead 3"),
        ("2:www 3:wb 18:W", "cover 2", "cover-ahead 3"),
        ("22:www 18:W", "cover 22", "cover-room 22"),
        ("2:www 4:bb 5:bb 6:bb 7:bb 8:bb 9:bb 18:W", "cover 2", "cover-wall 2"),
        ("1:www 18:W", "cover 1", "cover-head"),
    ] {
        let position = filled(stacks, [1, 0], "- -", "w pre", "");
        assert_eq!(refused(&position, typed), rule, "{stacks}");
    }
    let head = filled("1:wwww", [0, 0], "- -", "w pre", "cover-head=yes");
    assert_eq!(legal(&head), ["cover 1", "roll"]);
    leads(&head, "cover 1", "!1, 2:w, 5:w");
}

/// "If the emir takes the emir on the way, the game is over and the rest stays where it is."; "all
/// must find room by path index 24"
#[test]
fn a_covering_emir_takes_the_emir() {
    let due = "w pre";
    let position = filled("2:wwW 3:B", [0, 0], "- -", due, "");
    leads(&position, "cover 2", "2:ww, 3:BW, !4, over white 32 emir-captured");
    let position = filled("2:wWw 4:B", [0, 0], "- -", due, "");
    leads(&position, "cover 2", "2:w, 3:w, 4:BW, !5, over white 32 emir-captured");
    // What it stood on is free again.
    let position = filled("2:bWww 5:B", [0, 0], "- -", due, "");
    leads(&position, "cover 2", "2:b, 3:w, 4:w, 5:BW, over white 32 emir-captured");
    // Another checker takes it: the game goes on.
    let position = filled("2:Www 3:B", [0, 0], "- -", due, "");
    leads(&position, "cover 2", "3:Bw, 5:W, w roll");
    // One of three would find no room, though the game would end before.
    let position = filled("2:www 22:wwW 23:B", [0, 0], "- -", due, "");
    assert_eq!(refused(&position, "cover 22"), "cover-room 22");
}

/// "Turn: bar, then at most one preliminary action, then the roll, then the dice."; "if none is,
/// the roll comes at once"
#[test]
fn a_turn_has_its_order() {
    let after = |position: &Emir, typed: &str| read::<Emir>(&played(position, typed).1, "");
    let position = filled("2:www 5:W 14:bb", [1, 1], "- -", "w pre", "");
    let rolled = after(&position, "cover 2");
    assert_eq!(
        (rolled.actor(), refused(&rolled, "nuker 5")),
        (Actor::Chance, "roll-due".to_owned())
    );
    let dice: Emir = read(&rolled.to_text().replace("roll", "dice 6-5"), "");
    assert_eq!(refused(&dice, "nuker 5"), "rolled");
    assert_eq!(refused(&dice, "roll"), "rolled");
    // Black has nothing to choose.
    let black = after(&dice, "5-11 4-9");
    assert_eq!(black.actor(), Actor::Chance);
    // White could choose as long as there is something to choose.
    let choice = filled("5:W 14:bbbbbb 15:B", [1, 0], "- -", "b dice 2-1", "");
    assert!(played(&choice, "15-16 14-16").1.ends_with(" / w pre"));
    let none = filled("5:W 14:bbbbbb 15:B", [0, 0], "- -", "b dice 2-1", "");
    assert!(played(&none, "15-16 14-16").1.ends_with(" / w roll"));
}

/// "Bearing off begins when all 15 are in: nothing in reserve or on the bar, every own checker on
/// the board (captives too) in the home or already off. A higher die bears a checker off if no own
/// checker, captive or not, stands behind it in the home."
#[test]
fn all_are_in_before_any_leave() {
    for (stacks, bar, due, typed, parts) in [
        ("20:w 22:w 12:B", "- -", "w dice 5-3", "20-off 22-off", "off 15 14"),
        ("20:wb 22:w 23:w 12:B", "- -", "w dice 3-2", "22-off 23-off", "off 14 13"),
        ("20:w 21:w 12:B", "- -", "w dice 6-5", "20-off 21-off", "off 15 14"),
        ("18:w 21:w 12:B", "- -", "w dice 4-1", "18-19 21-off", "off 14 14"),
        ("9:b 10:w 11:B 24:w", "- -", "b dice 4-2", "9-off 11-off", "off 13 15"),
    ] {
        leads(&middle(stacks, bar, due), typed, parts);
    }
    for (stacks, bar, due, typed, rule) in [
        ("18:w 21:w 12:B", "- -", "w dice 4-1", "21-off", "not-home 18"),
        ("7:wb 21:w 12:B", "- -", "w dice 4-1", "21-off", "not-home 7"),
        ("20:wb 22:w 23:w 12:B", "- -", "w dice 6-4", "22-off", "behind 22 20"),
        ("20:w 22:w 12:B", "- -", "w dice 4-1", "22-off", "behind 22 20"),
        ("1:b 22:w 12:B", "w -", "w dice 6-3", "22-off", "bar 1"),
    ] {
        assert_eq!(refused(&middle(stacks, bar, due), typed), rule, "{stacks}");
    }
    // "nukers left in reserve keep a player from bearing off"
    let position = filled("19:wwwwwwwwwww", [2, 0], "- -", "w dice 6-5", "");
    assert_eq!(refused(&position, "19-off"), "reserve 2");
}

/// "an emir that captures the emir wins 32 at once, one that hits it 64, `emir-mate`."
#[test]
fn the_emir_takes_the_emir() {
    allows(&[
        ("3:W 9:B", "w dice 6-5", "3-9", "9:BW, over white 32 emir-captured"),
        ("3:wW 9:B", "w dice 6-5", "3-9", "3:w, 9:BW, over white 32 emir-captured"),
        ("2:wwww 3:W 6:B", "w dice 3-3", "3-6", "6:W, 13:B, over white 64 emir-mate"),
        ("2:wwww 10:W 13:B", "w dice 3-3", "10-13", "13:W, bar - B, over white 64 emir-mate"),
        ("14:B 16:W", "b dice 2-2", "14-16", "16:B, 1:W, over black 64 emir-mate"),
        ("14:B 16:W", "b dice 2-1", "14-16", "16:WB, over black 32 emir-captured"),
        // It need not.
        ("3:W 4:w 9:B", "w dice 6-5", "4-10 3-8", "8:W, 9:B, 10:w"),
        // Neither one that takes another nor another that takes one ends the game.
        ("3:W 9:b", "w dice 6-5", "3-9 9-14", "9:b, 14:W"),
        ("3:w 4:w 9:B", "w dice 6-1", "3-9 4-5", "5:w, 9:Bw"),
    ]);
}

/// "the loser with a checker on the bar or on its head (free or captive) loses 8 `koks`, 16 if the
/// emir is among them; else with a checker in reserve or anywhere outside its home 4 `home-mars`, 8
/// if the emir is outside; else with none borne off 2 `mars`; else 1 `oyn`."
#[test]
fn the_loser_pays_by_what_is_left() {
    for (black, reserve, outcome) in [
        ("12:Bb 13:b", 0, "white 8 koks"),
        ("12:b 13:B", 0, "white 16 koks"),
        ("12:b 13:bB", 0, "white 16 koks"),
        ("1:B 12:b 13:b", 0, "white 8 koks"),
        ("12:Bbbbbbbbbbb 13:b", 3, "white 8 koks"),
        ("12:Bbbbbbbbbbbb", 3, "white 4 home-mars"),
        ("6:b 12:B", 0, "white 4 home-mars"),
        ("6:B 12:b", 0, "white 8 home-mars"),
        ("6:Bbbbbbbbbbbb", 3, "white 8 home-mars"),
        ("7:Bbbbbbbbbbbbbbb", 0, "white 2 mars"),
        ("7:B 12:b", 0, "white 1 oyn"),
        ("12:b", 0, "white 1 oyn"),
    ] {
        let off = 15 - reserve - count(black, 'b');
        let text = |stacks: &str, white: u32, due: &str| {
            let rest = format!("res 0 {reserve} / bar - - / off {white} {off} / moved wb / {due}");
            format!("{stacks} / {rest}")
        };
        let before: Emir = read(&text(&format!("{black} 24:w"), 14, "w dice 6-5"), "");
        assert_eq!(played(&before, "24-off").1, text(black, 15, &format!("over {outcome}")));
        // "(what the rules would give had the other side won in this position)"
        assert_eq!(before.concede(Seat::Second).text(Emir::FACTS.seats), outcome);
    }
    for (stacks, bar, outcome) in [
        ("12:B 13:bw 24:w", "- -", "white 8 koks"),
        ("12:b 13:Bw 24:w", "- -", "white 16 koks"),
        ("12:B 13:w 24:w", "- b", "white 8 koks"),
        ("12:b 13:w 24:w", "- bB", "white 16 koks"),
        ("6:Bw 12:b 24:w", "- -", "white 8 home-mars"),
    ] {
        let position = middle(stacks, bar, "w roll");
        assert_eq!(position.concede(Seat::Second).text(Emir::FACTS.seats), outcome, "{stacks}");
    }
}

/// "It happens: two stacks on the last home points, each on the other's captive."
#[test]
fn when_nobody_can_ever_move_it_is_a_draw() {
    let position = filled("12:wb 23:w 24:bw", [0, 0], "- -", "w dice 2-1", "");
    assert_eq!(legal(&position), ["23-24"]);
    leads(&position, "23-24", "over draw 0 stuck");
}

/// "As many dice as possible must be used; if only one of two different dice can be, it must be the
/// higher if that can be. Who can move nothing passes."
#[test]
fn as_many_dice_as_possible_are_used() {
    let stuck = "12:wb 24:bwwwwwwwwwwwwW";
    let position = filled(&format!("{stuck} 6:bb"), [0, 0], "- -", "w dice 6-5", "");
    assert_eq!(legal(&position), ["pass"]);
    leads(&position, "pass", "b roll");
    forbids(&[
        ("3:w 8:bb 14:bb", "w dice 6-5", "3-8", "closed 8"),
        ("3:w 15:bb 14:bb", "w dice 6-5", "3-8", "higher 6"),
        ("3:w 15:bb 14:bb", "w dice 6-5", "pass", "cannot-pass"),
        ("3:w 4:w 14:bb 15:bb", "w dice 6-5", "3-9 9-14", "closed 14"),
    ]);
}

/// What is done before the roll is read generously, and never guessed.
#[test]
fn choices_are_read_generously() {
    let position = filled("1:w 2:www 5:W 6:www", [3, 0], "- -", "w pre", "");
    for (typed, text) in [
        ("roll", "roll"),
        (" ROLL! ", "roll"),
        ("Бросок", "roll"),
        ("бросить", "roll"),
        ("7. nuker 5", "nuker 5"),
        ("Nuker 5, 1", "nuker 1 5"),
        ("nukers 1-5", "nuker 1 5"),
        ("нукер 1", "nuker 1"),
        ("COVER 2", "cover 2"),
        ("накрыть 6", "cover 6"),
    ] {
        assert_eq!(played(&position, typed).0, text, "{typed}");
    }
    assert_eq!(ambiguous(&position, "nuker"), ["nuker 1", "nuker 1 5", "nuker 5"]);
    assert_eq!(ambiguous(&position, "cover"), ["cover 2", "cover 6"]);
    let one = filled("2:www 5:W", [1, 0], "- -", "w pre", "");
    assert_eq!(played(&one, "nuker").0, "nuker 5");
    assert_eq!(played(&one, "cover").0, "cover 2");
    for typed in ["", "roll 5", "cover 2 6", "nuker off", "take 5", "cover 2-off", "r o l l"] {
        assert_eq!(position.read_action(typed), Err(ReadError::Syntax), "{typed}");
    }
    let over: Emir = middle("9:BW", "- -", "over white 32 emir-captured");
    assert_eq!(refused(&over, "roll"), "over");
    assert_eq!(refused(&over, "1-7"), "over");
}

/// A refusal tells what can be played instead, if that is little.
#[test]
fn what_can_be_played_instead_is_told() {
    let position = filled("1:w 5:W", [1, 0], "- -", "w pre", "");
    match position.read_action("cover 1") {
        Err(ReadError::Illegal(refusal)) => {
            assert_eq!(refusal.playable, ["nuker 1", "nuker 5", "roll"]);
        }
        other => panic!("{other:?}"),
    }
}

/// What was typed, the roll behind it if one comes, and lines of the scene after it.
fn marks(position: &Emir, typed: &str, lines: &[&str]) {
    let action = position.read_action(typed).expect("an action");
    let step = Step::Action(action);
    let mut after = position.clone();
    after.apply(&step).expect("a legal step");
    let scene = after.scene(&view(), &[(position.clone(), step)]).to_string();
    for line in lines {
        assert!(scene.lines().any(|found| found == *line), "{line} in {scene}");
    }
}

/// The picture shows captives, crowns, reserve and bar, and marks what the last action did.
#[test]
fn the_last_action_is_marked() {
    let position = filled("3:ww 8:bw 9:b", [2, 1], "- -", "w dice 6-1", "");
    marks(
        &position,
        "3-9 8-9",
        &[
            "dice w6- w1-",
            "hops 3-9 8-9",
            "events captured 9",
            "events freed 8",
            "point 8 b",
            "point 9 b_ wx2",
            "reserve 2 1",
        ],
    );
    let position = filled("2:wwww 10:w 13:b", [0, 0], "- -", "w dice 3-3", "");
    marks(&position, "10-13 2-5 2-5 2-5", &["events hit barb", "bar second b", "point 13 w"]);
    marks(&position, "10-13 13-16 2-5 2-5", &["events hit 13", "point 13 b"]);
    let position = filled("2:wwwww 13:w", [0, 0], "- bB", "w dice 3-3", "");
    marks(&position, "13-16 2-5 2-5 2-5", &["events entered 13", "point 13 b B"]);
    let position = filled("1:w 5:W", [3, 3], "- -", "w pre", "");
    marks(
        &position,
        "nuker 1 5",
        &["hops resw-1 resw-5", "events entered 1 5", "point 1 wx2", "point 5 W w", "reserve 1 3"],
    );
    let position = filled("2:www 3:b", [0, 0], "- -", "w pre", "");
    marks(&position, "cover 2", &["hops 2-3 2-4 2-5", "events captured 3", "point 3 b_ w"]);
}

/// The diagram tells the same in signs: the stacks of the emirs stand below it.
#[test]
fn the_diagram_shows_all_there_is() {
    let text = "1:wb 5:bwww 8:wwwwwww 13:bbbbbBbbbbb / res 2 2 / bar wW - / off 0 0 / moved wb \
                / b dice 4-4";
    let position: Emir = read(text, "");
    let lines: Vec<String> = position.diagram(&view()).lines().map(str::to_owned).collect();
    assert_eq!(
        lines,
        [
            " 12 11 10  9  8  7   6  5  4  3  2  1",
            "  ·  ·  ·  · ○7  ·   ·_○3  ·  ·  · _●",
            "●11  ·  ·  ·  ·  ·   ·  ·  ·  ·  ·  ·",
            " 13 14 15 16 17 18  19 20 21 22 23 24",
            "off ○0 ●0  ● 4-4",
            "res 2 2  bar wW -",
            "13:bbbbbBbbbbb",
        ]
    );
}

/// Games at random come to their end.
#[test]
fn games_end() {
    for (option, seeds) in [("cover-head=no", 0..600), ("cover-head=yes", 600..1000)] {
        let options = OptionSet::parse(Emir::FACTS, [option]).expect("an option");
        let start = Emir::start(&Emir::options(&options), DealNo::FIRST);
        for seed in seeds {
            let game = playout(start.clone(), &mut SplitMix::new(seed), 2000);
            assert_eq!(game.end.actor(), Actor::Over, "{option}, {seed}");
        }
    }
}

/// What cannot be is refused.
#[test]
fn positions_that_cannot_be_are_refused() {
    let options = Emir::options(&OptionSet::defaults(Emir::FACTS));
    let full = "1:wwwwwWwwwwww 13:bbbbbBbbbbbb / res 3 3 / bar - - / off 0 0 / moved";
    for text in [
        START.to_owned(),
        format!("{full} w / b dice 6-5"),
        format!("{full} wb / w roll"),
        "12:B / res 0 0 / bar - - / off 15 14 / moved wb / over white 1 oyn".to_owned(),
        "9:BW / res 0 0 / bar - - / off 14 14 / moved wb / over white 32 emir-captured".to_owned(),
        "6:W 13:B / res 0 0 / bar - - / off 14 14 / moved wb / over white 64 emir-mate".to_owned(),
        "13:W / res 0 0 / bar - B / off 14 14 / moved wb / over white 64 emir-mate".to_owned(),
        "9:BW / res 0 0 / bar - - / off 14 14 / moved w / over white 32 emir-captured".to_owned(),
    ] {
        let read = Emir::from_text(&text, &options).map(|position| position.to_text());
        assert_eq!(read.as_ref(), Ok(&text));
    }
    let rest = |bar: &str, off: &str, due: &str| {
        format!(" / res 0 0 / bar {bar} / off {off} / moved wb / {due}")
    };
    for (text, fault) in [
        (String::new(), "a position is written"),
        (format!("{full} bw / w roll"), "a position is written"),
        (format!("{full} - / w dice 5-6"), "a position is written"),
        (format!("{full} - / w go"), "a position is written"),
        (full.replace("res 3 3", "res 03 3") + " - / w roll", "a position is written"),
        (full.replace("bar - -", "bar b -") + " - / w roll", "a position is written"),
        (full.replace("1:www", "1:wxw") + " - / w roll", "\"1:wxwwwWwwwwww\" is no point"),
        (full.replace("1:w", "25:w") + " - / w roll", "\"25:wwwwwWwwwwww\" is no point"),
        (full.replace("1:wwwww", "1: 1:wwwww") + " - / w roll", "\"1:\" is no point"),
        (full.replace("13:b", "1:b") + " - / w roll", "point 1 is named twice"),
        (full.replace("1:w", "2:w 1:w") + " - / w roll", "white has 16 checkers"),
        (full.replace("1:w", "1:") + " - / w roll", "white has 14 checkers"),
        (full.replace("1:ww", "1:").replace("res 3", "res 5") + " - / w roll", "white has more"),
        (full.replace('W', "w") + " - / w roll", "white has 0 emirs"),
        (full.replace("1:w", "1:W") + " - / w roll", "white has 2 emirs"),
        (full.replace("1:ww", "1:").replace("off 0", "off 2") + " - / w roll", "white cannot have"),
        (
            full.replace("1:ww", "1:").replace("bar -", "bar ww") + " wb / w roll",
            "the bar of white",
        ),
        (full.replace("1:w", "2:w 1:") + " - / w roll", "this position is written"),
        (format!("{full} w / w roll"), "White begins"),
        (format!("{full} - / b roll"), "White begins"),
        (format!("{full} b / w roll"), "White begins"),
        (format!("{full} - / w pre"), "nothing can be done"),
        (format!("{full} wb / over white 64 emir-mate"), "the game is not over"),
        (format!("{full} wb / over draw 0 stuck"), "the game is not over"),
        (format!("{full} wb / over white 16 resign"), "the game is not over"),
        ("5:wbw 9:B 10:W".to_owned() + &rest("- -", "12 13", "w roll"), "on point 5 a single"),
        ("5:wwb 9:B 10:W".to_owned() + &rest("- -", "12 13", "w roll"), "on point 5 a single"),
        ("1:bw 9:B 10:W".to_owned() + &rest("- -", "13 13", "w roll"), "nobody takes a captive"),
        ("9:BW".to_owned() + &rest("- -", "14 14", "b roll"), "the game is over with these"),
        ("9:BWw".to_owned() + &rest("- -", "13 14", "b roll"), "the game was over when"),
        ("9:BWw".to_owned() + &rest("- -", "13 14", "over white 32 emir-captured"), "the game was"),
        (
            "9:BW".to_owned() + &rest("- -", "14 14", "over black 32 emir-captured"),
            "the game is over",
        ),
        ("9:B".to_owned() + &rest("- -", "15 14", "w roll"), "the game is over with these"),
        (
            "9:B".to_owned() + &rest("- -", "15 14", "over white 2 mars"),
            "the game is over with these",
        ),
        ("-".to_owned() + &rest("- -", "15 15", "over white 1 oyn"), "only one side"),
        // Nobody comes to its own head, and no emir is hit at home.
        (
            "1:W 13:B".to_owned() + &rest("- -", "14 14", "over white 64 emir-mate"),
            "the game is not",
        ),
        (
            "9:W 13:B".to_owned() + &rest("- -", "14 14", "over white 64 emir-mate"),
            "the game is not",
        ),
        (
            "6:W 13:Bb".to_owned() + &rest("- -", "14 13", "over white 64 emir-mate"),
            "the game is not",
        ),
        (
            "6:W 14:B".to_owned() + &rest("- -", "14 14", "over white 64 emir-mate"),
            "the game is not",
        ),
    ] {
        let error = Emir::from_text(&text, &options).expect_err(&text).to_string();
        assert!(error.starts_with(fault), "{text}: {error}");
    }
    let text = full.replace("1:ww", "1:").replace("bar -", "bar ww") + " wb / w pre";
    let yes = OptionSet::parse(Emir::FACTS, ["cover-head=yes"]).expect("an option");
    let error = Emir::from_text(&text, &Emir::options(&yes)).expect_err("no position").to_string();
    assert!(error.starts_with("the bar of white"), "{error}");
}
