//! Shemshesh by its page of the rulebook and by that of the family: for each sentence what it
//! allows and what it forbids. Quoted lines are those of `rules/nardy.md` and
//! `rules/shemshesh.md`.

use crate::support::rules::{ambiguous, legal, played, read, refused, view};
use kosti::{
    game::{
        Actor, DealNo, Notation, OptionSet, Position, ReadError, Seat, SplitMix, Step, playout,
    },
    games::{Drawn, shemshesh::Shemshesh},
};

/// A thousand games at random come to their end.
#[test]
fn games_end() {
    for (option, seeds) in [("home-doubles=four", 0..500), ("home-doubles=two", 500..1000)] {
        let options = OptionSet::parse(Shemshesh::FACTS, [option]).expect("an option");
        let start = Shemshesh::start(&Shemshesh::options(&options), DealNo::FIRST);
        for seed in seeds {
            let game = playout(start.clone(), &mut SplitMix::new(seed), 2000);
            assert_eq!(game.end.actor(), Actor::Over, "{option}, {seed}");
        }
    }
}

/// A position in the middle of a game: what is missing on the board is off.
fn middle(white: &str, black: &str, due: &str) -> Shemshesh {
    let off = [white, black].map(|stacks| 15 - count(stacks));
    let text = format!("w {white} / b {black} / off {} {} / moved wb / {due}", off[0], off[1]);
    read(&text, "home-doubles=four")
}

fn count(stacks: &str) -> u32 {
    let on =
        |stack: &str| stack.split_once('x').map_or(1, |(_, count)| count.parse().expect("a count"));
    stacks.split(' ').filter(|stack| *stack != "-").map(on).sum()
}

/// The sides after a turn, without what follows them.
fn sides(position: &Shemshesh, typed: &str) -> String {
    let (_, text) = played(position, typed);
    text.split(" / off").next().expect("the sides").to_owned()
}

/// White, Black, what is due, what is typed, the sides after it.
fn allows(cases: &[(&str, &str, &str, &str, &str)]) {
    for (white, black, due, typed, after) in cases {
        assert_eq!(sides(&middle(white, black, due), typed), *after, "{typed}");
    }
}

/// White, Black, what is due, what is typed, the rule that forbids it.
fn forbids(cases: &[(&str, &str, &str, &str, &str)]) {
    for (white, black, due, typed, rule) in cases {
        let position = middle(white, black, due);
        assert_eq!(refused(&position, typed), *rule, "{typed} in {}", position.to_text());
    }
}

/// A game from the start, its positions found with the rulebook and a board.
#[test]
fn a_game_goes_by_the_page() {
    let mut position: Shemshesh =
        read("w 1x15 / b 13x15 / off 0 0 / moved - / w roll", "home-doubles=four");
    for (roll, turn, after) in [
        ("6-5", "1-6 6-12", "w 1x14 12 / b 13x15 / off 0 0 / moved w / b roll"),
        (
            "3-3",
            "13-16 13-16 16-19 16-19",
            "w 1x14 12 / b 13x13 19x2 / off 0 0 / moved wb / w roll",
        ),
        ("2-1", "1-2 12-14", "w 1x13 2 14 / b 13x13 19x2 / off 0 0 / moved wb / b roll"),
        ("6-4", "13-17 17-23", "w 1x13 2 14* / b 13x12 19x2 23 / off 0 0 / moved wb / w roll"),
        ("6-3", "1-4 2-8", "w 1x12 4 8 14* / b 13x12 19x2 23 / off 0 0 / moved wb / b roll"),
        (
            "5-2",
            "13-15 19-24",
            "w 1x12 4 8 14* / b 13x11 15 19 23 24 / off 0 0 / moved wb / w roll",
        ),
        ("6-1", "4-5 8-14", "w 1x12 5 14x2 / b 13x11 15 19 23 24 / off 0 0 / moved wb / b roll"),
        (
            "1-1",
            "15-16 16-17 17-18 23-24",
            "w 1x12 5 14x2 / b 13x11 18 19 24x2 / off 0 0 / moved wb / w roll",
        ),
        ("5-4", "5-10 10-14", "w 1x12 14x3 / b 13x11 18 19 24x2 / off 0 0 / moved wb / b roll"),
        ("6-2", "24-2 24-6", "w 1x12 14x3 / b 13x11 18 19 2 6 / off 0 0 / moved wb / w roll"),
        ("4-3", "1-4 4-8", "w 1x11 8 14x3 / b 13x11 18 19 2* 6* / off 0 0 / moved wb / b roll"),
        (
            "6-6",
            "13-19 18-24 24-6 6-12",
            "w 1x11 8* 14x3 / b 13x10 19x2 2 6 12 / off 0 0 / moved wb / w roll",
        ),
    ] {
        position.apply(&Step::Chance(position.read_chance(roll).expect("a roll"))).expect("due");
        assert!(legal(&position).contains(&turn.to_owned()), "{turn}: {:?}", legal(&position));
        position.apply(&Step::Action(position.read_action(turn).expect("a turn"))).expect("legal");
        assert_eq!(position.to_text(), after);
    }
}

/// "one checker a turn may leave the head. On a player's first turn of the game two may when
/// the roll is 3-3, 4-4 or 6-6."
#[test]
fn one_checker_leaves_the_head() {
    let first = |moved: &str, due: &str| -> Shemshesh {
        read(&format!("w 1x15 / b 13x15 / off 0 0 / moved {moved} / {due}"), "home-doubles=four")
    };
    for (moved, due, turns) in [
        ("-", "w dice 6-5", &["1-6 6-12"][..]),
        ("-", "w dice 3-3", &["1-4 1-4 4-7 4-7", "1-4 1-4 4-7 7-10"]),
        ("-", "w dice 4-4", &["1-5 1-5 5-9 5-9"]),
        ("-", "w dice 6-6", &["1-7 1-7"]),
        ("-", "w dice 5-5", &["1-6 6-11 11-16 16-21"]),
        ("w", "b dice 6-6", &["13-19 13-19"]),
        ("w", "b dice 4-4", &["13-17 13-17 17-21 17-21"]),
        ("wb", "w dice 6-6", &["1-7"]),
        ("wb", "w dice 3-3", &["1-4 4-7 7-10"]),
    ] {
        assert_eq!(legal(&first(moved, due)), turns, "{moved} {due}");
    }
    assert_eq!(refused(&first("-", "w dice 6-5"), "1-7 1-6"), "head 1");
    assert_eq!(refused(&first("-", "w dice 6-6"), "1-7 1-7 1-7"), "head 2");
    assert_eq!(refused(&first("wb", "w dice 3-3"), "1-4 1-4"), "head 1");
}

/// "Landing: on an empty point, on own checkers, or on one's own frozen checker. Never on a
/// point that holds an enemy, frozen or not."
#[test]
fn nobody_lands_on_an_enemy() {
    allows(&[
        ("1x14 5", "13x15", "w dice 4-2", "1-5 5-7", "w 1x13 5 7 / b 13x15"),
        ("1x14 5*", "13x15", "w dice 4-2", "1-5 5-7", "w 1x13 5 7 / b 13x15"),
        ("1x14 5", "13x15", "w dice 4-2", "5-9 9-11", "w 1x14 11 / b 13x15"),
    ]);
    forbids(&[
        ("1x14 5", "13x14 9", "w dice 4-2", "5-9 9-11", "enemy 9"),
        ("1x14 5", "13x14 9*", "w dice 4-2", "5-9 9-11", "enemy 9"),
        ("1x14 5", "13x13 9x2", "w dice 4-2", "5-9 9-11", "enemy 9"),
        ("1x14 17", "13x14 21", "b dice 4-2", "13-17", "enemy 17"),
    ]);
}

/// "a movement that passes over a point holding exactly one enemy checker freezes it"; "Points
/// are passed between the start and the landing; in bearing off, all points to the end of the
/// path."
#[test]
fn who_is_jumped_alone_is_frozen() {
    allows(&[
        ("1x14 5", "13x14 8", "w dice 6-1", "5-11-12", "w 1x14 12 / b 13x14 8*"),
        ("1x14 5", "13x13 8x2", "w dice 6-1", "5-11-12", "w 1x14 12 / b 13x13 8x2"),
        ("1x14 5", "13x14 8*", "w dice 6-1", "5-11-12", "w 1x14 12 / b 13x14 8*"),
        ("1x14 5", "13x13 8 9", "w dice 6-1", "5-11-12", "w 1x14 12 / b 13x13 8* 9*"),
        ("1x14 5", "13x14 12", "w dice 6-3", "5-11-14", "w 1x14 14 / b 13x14 12*"),
        ("1x14 12", "13 14x14", "w dice 5-1", "12-17 17-18", "w 1x14 18 / b 13* 14x14"),
        ("20x3", "13x14 24", "w dice 5-1", "20-off 20-21", "w 20 21 / b 13x14 24*"),
        // The other side of the end of the path is not passed.
        ("24x3", "13x14 1", "w dice 6-5", "24-off 24-off", "w 24 / b 13x14 1"),
        ("1x14 22", "13x14 23", "b dice 6-1", "23-5 13-14", "w 1x14 22 / b 13x13 14 5"),
        ("1 2 3x13", "13x14 24", "b dice 4-1", "24-4 4-5", "w 1* 2* 3x13 / b 13x14 5"),
    ]);
}

/// "A frozen checker cannot move."; "landing on one's own frozen checker, or passing over it,
/// frees it"; "On a point with others, one checker fewer can leave."
#[test]
fn who_was_freed_moves_from_the_next_turn_on() {
    allows(&[
        ("1x14 5*", "13x15", "w dice 4-2", "1-5 5-7", "w 1x13 5 7 / b 13x15"),
        ("1x14 5*", "13x15", "w dice 6-1", "1-7 7-8", "w 1x13 5 8 / b 13x15"),
        ("1x14 5*", "13x15", "w dice 2-2", "1-3-5-7-9", "w 1x13 5 9 / b 13x15"),
        // It counts as unfrozen at once: it is no obstacle, and others may stand on it.
        ("1x13 4 5*", "13x15", "w dice 4-1", "1-5 4-5", "w 1x12 5x3 / b 13x15"),
    ]);
    forbids(&[
        ("1x14 5*", "13x15", "w dice 4-2", "5-9", "frozen 5"),
        ("1x14 5*", "13x15", "w dice 6-1", "1-7 5-6", "freed 5"),
        ("1x14 5*", "13x15", "w dice 2-2", "1-3-5 5-7 5-7", "freed 5"),
        ("1x13 4 5*", "13x15", "w dice 1-1", "4-5 5-6 5-6", "freed 5"),
        // Two more stand there, so two can leave and not the third.
        ("1x12 4x2 5*", "13x15", "w dice 1-1", "4-5 4-5 5-6 5-6 5-6", "too-many 4"),
        ("1* 13x14", "5x14 6", "w dice 2-1", "1-3", "frozen 1"),
    ]);
    let both = middle("1x12 4x2 5*", "13x15", "w dice 1-1");
    assert_eq!(sides(&both, "4-5(2) 5-6(2)"), "w 1x12 5 6x2 / b 13x15");
    let next = middle("1x13 5 8", "13x15", "w dice 6-1");
    assert_eq!(sides(&next, "5-6 6-12"), "w 1x13 8 12 / b 13x15");
}

/// "no movement may land in an unbroken run of six or more points of one's own (frozen ones
/// count) unless some enemy checker, frozen or not, stands ahead of the run on the enemy's path
/// or the enemy has borne one off."
#[test]
fn six_in_a_row_need_an_enemy_ahead() {
    allows(&[
        ("1x10 2 3 4 5 6", "13x14 9", "w dice 6-1", "1-7 6-7", "w 1x9 2 3 4 5 7x2 / b 13x14 9"),
        ("1x10 2 3 4 5 6", "13x14 9*", "w dice 6-1", "1-7 6-7", "w 1x9 2 3 4 5 7x2 / b 13x14 9*"),
        ("1x10 2 3 4 5 6", "13x14", "w dice 6-1", "1-7 6-7", "w 1x9 2 3 4 5 7x2 / b 13x14"),
        // Each movement is judged after it: the run has been left.
        ("2 3 4 5 6x11", "13x15", "w dice 5-1", "2-7 6-7", "w 3 4 5 6x10 7x2 / b 13x15"),
        // Only the run that holds the landing point.
        (
            "1x8 2 3 4 5 6 7 10",
            "13x15",
            "w dice 2-1",
            "10-12 7-8",
            "w 1x8 2 3 4 5 6 8 12 / b 13x15",
        ),
        // "runs ... do not wrap: ... White's 10 to 15 are not (Black starts at 13)."
        (
            "1x9 7 10 11 12 14 15",
            "20x15",
            "w dice 6-1",
            "7-13 15-16",
            "w 1x9 10 11 12 13 14 16 / b 20x15",
        ),
        (
            "13 14 15 16 17 19x10",
            "1x14 12",
            "b dice 5-1",
            "1-6 6-7",
            "w 13 14 15 16 17 19x10 / b 1x13 7 12",
        ),
    ]);
    forbids(&[
        ("1x10 2 3 4 5 6", "13x15", "w dice 6-1", "1-7 6-7", "six-block 7"),
        ("1x10 2 3 4 5 6", "13x14 24", "w dice 6-1", "1-7 6-7", "six-block 7"),
        ("1x10 2 3 4 5 7*", "13x15", "w dice 5-1", "1-6", "six-block 6"),
        ("1x8 2 3 4 5 6 7 10", "13x15", "w dice 2-1", "10-12 1-2", "six-block 2"),
        // "White's 20 to 24 and 1 are a run of six (Black passes them in a row)"
        ("1x9 2 18 20 21 22 23", "13x15", "w dice 6-1", "18-24 2-3", "six-block 24"),
        ("1 2 3 4 5 18x10", "13x9 14 15 16 17 19 20", "b dice 5-1", "13-18", "enemy 18"),
        ("1x15", "13x10 14 15 16 17 18", "b dice 6-1", "13-19 18-19", "six-block 19"),
    ]);
}

/// "Bearing off begins when every unfrozen checker of the side is in its home. A higher die
/// bears a checker off if no unfrozen checker of its side stands behind it."
#[test]
fn checkers_leave_from_the_home() {
    allows(&[
        ("19 20 23x2", "13x15", "w dice 6-5", "19-off 20-off", "w 23x2 / b 13x15"),
        ("22 23x2", "13x15", "w dice 6-5", "22-off 23-off", "w 23 / b 13x15"),
        // Frozen ones neither keep the others nor stand behind them.
        ("3* 19* 23x2 24", "13x15", "w dice 6-5", "23-off 23-off", "w 3* 19* 24 / b 13x15"),
        // It may begin within a turn, and moving inside goes on.
        ("18 20 24x2", "13x15", "w dice 5-1", "18-19 20-off", "w 19 24x2 / b 13x15"),
        ("19 20 24x2", "13x15", "w dice 2-1", "19-21 20-21", "w 21x2 24x2 / b 13x15"),
        ("1x15", "7 8 12x2", "b dice 6-5", "7-off 8-off", "w 1x15 / b 12x2"),
    ]);
    forbids(&[
        ("18 20 24x2", "13x15", "w dice 6-5", "20-off", "not-home 18"),
        ("18 20 24x2", "13x15", "w dice 5-1", "20-off 18-19", "not-home 18"),
        ("19 20 23x2", "13x15", "w dice 6-5", "23-off", "behind 23 19"),
        ("19 20 23x2", "13x15", "w dice 2-1", "20-off", "no-die 20-off"),
        // A checker that must not be freed: now it must go home first.
        ("15 16* 20x2", "13x15", "w dice 6-5", "15-21 20-off", "not-home 16"),
        ("18 19* 20x2", "13x14 1", "w dice 6-2", "18-20 20-off", "behind 20 19"),
    ]);
}

/// "A side with no unfrozen checker left on the board has won at once, in whosever turn it
/// happens ... If both have none, the side that moved wins."; "1 `oyn` if the loser has borne
/// off at least one; else 2 `mars` if all its unfrozen checkers are in its home (none at all
/// included), else 3 `home-mars`. Dead checkers never count."
#[test]
fn who_has_none_left_has_won() {
    for (white, black, due, typed, canonical, end) in [
        ("23 24", "13x15", "w dice 6-5", "23-off 24-off", "23-off 24-off", "white 3 home-mars"),
        ("3* 19* 24", "13x15", "w dice 6-5", "24-off", "24-off", "white 3 home-mars"),
        ("24", "7x15", "w dice 6-5", "24-off", "24-off", "white 2 mars"),
        ("24", "3* 7x14", "w dice 6-5", "24-off", "24-off", "white 2 mars"),
        ("24", "7x14", "w dice 6-5", "24-off", "24-off", "white 1 oyn"),
        ("24", "13x14", "w dice 6-5", "24-off", "24-off", "white 1 oyn"),
        ("1x15", "12", "b dice 6-5", "12-off", "12-off", "black 3 home-mars"),
        // Who freezes the last one hands over the win.
        ("1x14 19", "5", "w dice 6-1", "1-7", "1-7", "black 3 home-mars"),
        ("20 21x14", "22", "w dice 3-1", "20-23", "20-23", "black 2 mars"),
        ("20 21x13", "22", "w dice 5-1", "20-off", "20-21 21-off", "black 1 oyn"),
        // Both at once, by whichever of two ways.
        ("20", "22", "w dice 5-1", "20-off", "20-21 21-off", "white 1 oyn"),
        (
            "20",
            "14* 15* 16* 17* 18* 19* 22 23* 24* 1* 2* 3* 4* 5* 6*",
            "w dice 5-1",
            "20-off",
            "20-21 21-off",
            "white 2 mars",
        ),
    ] {
        let (said, after) = played(&middle(white, black, due), typed);
        assert_eq!(said, canonical, "{white} / {black}");
        assert!(after.ends_with(&format!(" / over {end}")), "{after}: {end}");
    }
    // Freed in time: one is left.
    let (_, after) = played(&middle("19 20*", "13x15", "w dice 6-5"), "19-off");
    assert_eq!(after, "w 20 / b 13x15 / off 14 0 / moved wb / b roll");
}

/// "What the rules would give had the other side won in this position"
#[test]
fn giving_up_costs_what_losing_would() {
    let position = middle("3* 19 24x13", "13x14", "w dice 6-5");
    let given = |loser| position.concede(loser).text(Shemshesh::FACTS.seats);
    assert_eq!(given(Seat::First), "black 2 mars");
    assert_eq!(given(Seat::Second), "white 1 oyn");
    let start: Shemshesh =
        read("w 1x15 / b 13x15 / off 0 0 / moved - / w roll", "home-doubles=four");
    assert_eq!(start.concede(Seat::Second).text(Shemshesh::FACTS.seats), "white 3 home-mars");
}

/// "As many dice as possible must be used; if only one of two different dice can be, it must be
/// the higher if that can be. Who can move nothing passes."
#[test]
fn as_many_dice_as_possible_are_used() {
    for (white, black, due, turns) in [
        // 12 is closed behind either die.
        ("1x15", "13x13 12x2", "w dice 6-5", &["1-7"][..]),
        ("1x15", "13x11 7x2 12x2", "w dice 6-5", &["1-6"]),
        ("1x15", "13x11 6x2 7x2", "w dice 6-5", &["pass"]),
        // 1-7 would leave nothing for the five.
        ("1x13 9 20", "13x11 14x2 12x2", "w dice 6-5", &["1-6 9-15", "9-15 15-20"]),
        ("1x15", "13x13 10x2", "w dice 3-3", &["1-4 4-7"]),
    ] {
        assert_eq!(legal(&middle(white, black, due)), turns, "{white} / {black}");
    }
    forbids(&[
        ("1x15", "13x13 12x2", "w dice 6-5", "1-6", "higher 6"),
        ("1x15", "13x13 12x2", "w dice 6-5", "pass", "cannot-pass"),
        ("1x13 9 20", "13x11 14x2 12x2", "w dice 6-5", "1-7", "must-use 2"),
        ("1x15", "13x11 6x2 7x2", "w dice 6-5", "1-7", "enemy 7"),
        ("1x14 5", "13x15", "w dice 6-5", "1-7 5-10 10-11", "too-many 2"),
        ("1x14 5", "13x15", "w dice 6-5", "1-4", "no-die 1-4"),
        ("1x14 5", "13x15", "w dice 6-5", "5-1", "no-die 5-1"),
        ("1x14 5", "13x15", "w dice 6-5", "13-19", "not-yours 13"),
        ("1x14 5", "13x15", "w dice 6-5", "2-8", "empty 2"),
        ("1x14 5", "13x15", "w dice 6-5", "1-25", "no-such-point 25"),
    ]);
}

/// "A movement that ends the game is always allowed where it is legal by itself, ends the turn
/// at once and lets the other dice lapse; its dice count towards the most that can be used"
#[test]
fn what_ends_the_game_is_always_allowed() {
    // Black's last is on 5; one die would do, though two can be played.
    let position = middle("1x14 8", "5", "w dice 6-1");
    assert_eq!(legal(&position), ["1-2 2-8", "1-2 8-14", "1-7", "8-14 14-15", "8-9 1-7"]);
    assert_eq!(refused(&position, "1-7 7-8"), "ended");
    // The lower die alone ends it, though the higher one can be played.
    let position = middle("1x14 7", "3", "w dice 6-3");
    assert!(["1-4", "1-7"].iter().all(|turn| legal(&position).contains(&(*turn).to_owned())));
    // With the movement that ends it two dice can be used, so one alone is not enough.
    let position = middle("1 20x14", "7* 10", "w dice 6-4");
    assert_eq!(legal(&position), ["1-5 5-11"]);
    assert_eq!(refused(&position, "20-24"), "must-use 2");
}

/// "neither side could make a movement with any of the 21 rolls ...: the game is drawn at once,
/// `stuck`, 0 points"
#[test]
fn when_nobody_can_ever_move_it_is_a_draw() {
    let (white, black) = ("1x8 14* 15* 16* 17* 18* 19* 22", "13x8 23 2* 3* 4* 5* 6* 7*");
    let position = middle(white, black, "w dice 2-1");
    assert_eq!(legal(&position), ["22-24"]);
    assert_eq!(
        played(&position, "22-24").1,
        "w 1x8 14* 15* 16* 17* 18* 19* 24 / b 13x8 23* 2* 3* 4* 5* 6* 7* / off 0 0 / moved wb \
         / over draw 0 stuck"
    );
    // Black could go on with another roll, so it goes on, though nobody can with this one.
    let (white, black) = ("1x8 14* 15* 16* 17* 18* 24x2", "13x9 2* 3* 4* 5* 6* 7*");
    let position = middle(white, black, "w dice 2-1");
    assert_eq!(legal(&position), ["pass"]);
    assert!(played(&position, "pass").1.ends_with(" / b roll"));
}

/// "a player all of whose unfrozen checkers are in the home when rolling plays a double as two
/// movements"
#[test]
fn a_double_at_home_is_played_twice_if_wanted() {
    for (white, four, two) in [
        ("19x12", &["19-20 19-20 19-20 19-20", "19-20 19-20 19-20 20-21"][..], "19-20 19-20"),
        ("3* 19x11", &["19-20 19-20 19-20 19-20"], "19-20 19-20"),
        ("18 19x11", &["18-19 19-20 19-20 19-20"], "18-19 19-20 19-20 19-20"),
    ] {
        let text = |off| format!("w {white} / b 13x15 / off {off} 0 / moved wb / w dice 1-1");
        let position: Shemshesh = read(&text(15 - count(white)), "home-doubles=four");
        assert!(four.iter().all(|turn| legal(&position).contains(&(*turn).to_owned())), "{white}");
        let position: Shemshesh = read(&text(15 - count(white)), "home-doubles=two");
        assert!(legal(&position).contains(&two.to_owned()), "{white}: {:?}", legal(&position));
    }
}

/// "Input also takes `1/7 1/6`, `1-7,1-6`, and just the dice origins in the order of the roll
/// where that is unambiguous."; "One checker using several dice may be written `1-7-12`;
/// repeated movements `7-12(4)`."
#[test]
fn turns_are_read_generously() {
    let position = middle("1x13 8 20", "13x15", "w dice 6-5");
    for (typed, turn) in [
        ("1-7 8-13", None),
        ("1-7 20-off", None),
        ("1-7 1-6", None),
        ("1/7 7/12", Some("1-6 6-12")),
        ("1-7,8-14", None),
        ("1-7-12", Some("1-6 6-12")),
        ("1-12", Some("1-6 6-12")),
        ("8-14 1-6", Some("1-6 8-14")),
        ("14/8", None),
        ("8 1", Some("1-6 8-14")),
        ("8,1", Some("1-6 8-14")),
        // The eight cannot play the five.
        ("1 8", Some("1-6 8-14")),
        ("1 7", Some("1-6 6-12")),
        ("8-14-19", Some("8-14 14-19")),
        ("8 14", Some("8-14 14-19")),
        ("8-14 14", Some("8-14 14-19")),
        ("12. 8-14 1-6!", Some("1-6 8-14")),
    ] {
        let read = position.read_action(typed).ok().map(|turn| position.action_text(&turn));
        assert_eq!(read.as_deref(), turn, "{typed}");
    }
    for typed in ["1", "8", "8-14", "1-6"] {
        let turns = ambiguous(&position, typed);
        assert!(turns.len() > 1 && turns.len() < legal(&position).len(), "{typed}: {turns:?}");
    }
    for typed in ["", "move", "off", "1-7 to 12", "d2-d3", "6-5:"] {
        assert_eq!(position.read_action(typed), Err(ReadError::Syntax), "{typed}");
    }
    let double = middle("1x11 7x4", "13x15", "w dice 5-5");
    assert_eq!(played(&double, "7-12(4)").0, "7-12 7-12 7-12 7-12");
    assert_eq!(played(&double, "7(4)").0, "7-12 7-12 7-12 7-12");
    assert_eq!(played(&double, "7 7 7 7").0, "7-12 7-12 7-12 7-12");
    assert_eq!(refused(&double, "7-12(3) 12-18"), "no-die 12-18");
    // The checker can leave by the five, or by both dice.
    let two_ways = middle("20 22x2", "13x15", "w dice 5-2");
    assert_eq!(ambiguous(&two_ways, "20-off"), ["20-22 22-off", "20-off 22-24"]);
}

/// "neither a roll nor the end is a player's": what is refused without a turn.
#[test]
fn nothing_is_played_without_dice() {
    let roll = middle("1x15", "13x15", "w roll");
    assert_eq!((roll.actor(), refused(&roll, "1-7")), (Actor::Chance, "roll-due".to_owned()));
    let over = middle("3* 4*", "13x15", "over white 3 home-mars");
    assert_eq!((over.actor(), refused(&over, "1-7")), (Actor::Over, "over".to_owned()));
    assert!(legal(&roll).is_empty() && legal(&over).is_empty());
}

/// A refusal tells what can be played instead, if that is little.
#[test]
fn what_can_be_played_instead_is_told() {
    let playable = |position: &Shemshesh, typed: &str| match position.read_action(typed) {
        Err(ReadError::Illegal(refusal)) => refusal.playable,
        other => panic!("{other:?}"),
    };
    let few = middle("1x13 9 20", "13x11 14x2 12x2", "w dice 6-5");
    assert_eq!(playable(&few, "1-7"), ["1-6 9-15", "9-15 15-20"]);
    let many = middle("1x8 2 3 4 5 6 7 10", "13x15", "w dice 3-2");
    assert!(legal(&many).len() > 6 && playable(&many, "1-14").is_empty());
}

/// "five dead checkers in a row are a *shemshesh*, a block that nothing breaks": five of Black's
/// shut in five of White's, who can only go with sixes.
#[test]
fn five_dead_checkers_shut_five_in() {
    let (white, black) = ("1x5 20x10", "13x10 2* 3* 4* 5* 6*");
    forbids(&[
        (white, black, "w dice 5-4", "1-6", "enemy 6"),
        (white, black, "w dice 5-4", "1-5", "enemy 5"),
        (white, black, "w dice 5-4", "6-11", "not-yours 6"),
    ]);
    let position = middle(white, black, "w dice 6-3");
    assert_eq!(sides(&position, "1-7 20-23"), "w 1x4 7 20x9 23 / b 13x10 2* 3* 4* 5* 6*");
}

/// Five singles in a row with nothing of their own behind them: one six freezes all for good.
#[test]
fn a_block_becomes_dead_at_one_jump() {
    let position = middle("2 3 4 5 6 20x10", "13x14 1", "b dice 6-1");
    let text = "w 2* 3* 4* 5* 6* 20x10 / b 13x13 14 7";
    assert_eq!(sides(&position, "1-7 13-14"), text);
    let dead = middle("2* 3* 4* 5* 6* 20x10", "13x13 14 7", "w dice 6-5");
    let scene = scene(&dead);
    assert!((2..=6).all(|point| scene.contains(&format!("\npoint {point} w+\n"))), "{scene}");
    // With one of its own behind it a frozen checker is only frozen.
    let live = middle("1 2* 3* 4* 5* 6* 20x9", "13x13 14 7", "w dice 6-5");
    let scene = self::scene(&live);
    assert!((2..=6).all(|point| scene.contains(&format!("\npoint {point} w*\n"))), "{scene}");
    // It can be freed at one jump as well.
    assert_eq!(sides(&live, "1-6 6-12"), "w 2 3 4 5 6 12 20x9 / b 13x13 14 7*");
}

fn scene(position: &Shemshesh) -> String {
    position.scene(&view(), &[]).to_string()
}

/// The picture marks what the last turn did, and shows whose dice lie on the board.
#[test]
fn the_last_turn_is_marked() {
    let mut position = middle("1x13 5* 8", "13x13 6 9", "w dice 6-1");
    let mut since = Vec::new();
    for text in ["1-7 7-8", "4-4"] {
        let step = match position.actor() {
            Actor::Chance => Step::Chance(position.read_chance(text).expect("a roll")),
            _ => Step::Action(position.read_action(text).expect("a turn")),
        };
        since.push((position.clone(), step.clone()));
        position.apply(&step).expect("a legal step");
        let dice = if text == "4-4" { "dice b4 b4 b4 b4" } else { "dice w6- w1-" };
        let scene = position.scene(&view(), &since).to_string();
        for line in
            [dice, "hops 1-2 2-8", "events freed 5", "events frozen 6", "point 6 b*", "point 8 wx2"]
        {
            assert!(scene.lines().any(|found| found == line), "{line} in {scene}");
        }
    }
    let lines: Vec<String> = position.diagram(&view()).lines().map(str::to_owned).collect();
    assert_eq!(
        lines,
        [
            " 12 11 10  9  8  7   6  5  4  3  2  1",
            "  ·  ·  ·  ● ○2  ·  ●*  ○  ·  ·  ·○12",
            "●13  ·  ·  ·  ·  ·   ·  ·  ·  ·  ·  ·",
            " 13 14 15 16 17 18  19 20 21 22 23 24",
            "off ○0 ●0  ● 4-4",
        ]
    );
}

/// What cannot be is refused.
#[test]
fn positions_that_cannot_be_are_refused() {
    let options = Shemshesh::options(&OptionSet::defaults(Shemshesh::FACTS));
    for text in [
        "w 1x15 / b 13x15 / off 0 0 / moved - / w roll",
        "w 1x12 7* 9 11 / b 13x14 5 / off 0 0 / moved wb / b dice 6-5",
        "w 1x14 8 / b 13x15 / off 0 0 / moved w / b roll",
        "w 1x15 / b 13x14 7 / off 0 0 / moved b / w roll",
        "w 18 24x13 / b 13x15 / off 1 0 / moved wb / w roll",
        "w - / b 13x15 / off 15 0 / moved wb / over white 3 home-mars",
    ] {
        assert_eq!(Shemshesh::from_text(text, &options).expect("a position").to_text(), text);
    }
    for (text, fault) in [
        ("", "a position is written"),
        ("w 1x15 / b 13x15 / off 0 0 / moved -", "a position is written"),
        ("b 13x15 / w 1x15 / off 0 0 / moved - / w roll", "a position is written"),
        ("w 1x15 / b 13x15 / off 0 0 / moved bw / b roll", "a position is written"),
        ("w 1x15 / b 13x15 / off 00 0 / moved - / w roll", "a position is written"),
        ("w 1x15 / b 13x15 / off 0 0 / moved - / w dice 5-6", "a position is written"),
        ("w 1x15 / b 13x15 / off 0 0 / moved - / w dice 6-7", "a position is written"),
        ("w 1x15 / b 13x15 / off 0 0 / moved - / over white 4 mars x", "a position is written"),
        ("w 1x14 25 / b 13x15 / off 0 0 / moved wb / w roll", "\"25\" is no point"),
        ("w 1x14 9xx / b 13x15 / off 0 0 / moved wb / w roll", "\"9xx\" is no point"),
        ("w 1x14 9*x1 / b 13x15 / off 0 0 / moved wb / w roll", "\"9*x1\" is no point"),
        ("w 1x14 9x2* / b 13x15 / off 0 0 / moved wb / w roll", "\"9x2*\" is no point"),
        ("w 1x13 9* 9 / b 13x15 / off 0 0 / moved wb / w roll", "point 9 is named twice"),
        ("w 1x14 9 / b 13x14 9 / off 0 0 / moved wb / w roll", "point 9 is named twice"),
        ("w 1x14 / b 13x15 / off 0 0 / moved wb / w roll", "white has 14 checkers"),
        ("w 1x15 / b 13x15 / off 0 1 / moved wb / w roll", "black has 16 checkers"),
        ("w 1x14 8 / b 13x15 / off 0 0 / moved - / w roll", "white has not had a first turn"),
        ("w 1x14 8 / b 13x14 8 / off 0 0 / moved w / b roll", "point 8 is named twice"),
        ("w 1x14 8 / b 13x14 7 / off 0 0 / moved w / b roll", "black has not had a first turn"),
        ("w 1x14 8 / b 13x15 / off 0 0 / moved w / w roll", "behind the first turn"),
        ("w 1x15 / b 13x14 7 / off 0 0 / moved b / b roll", "behind the first turn"),
        ("w 1x14 7 / b 13x15 / off 0 0 / moved b / w roll", "white has not had a first turn"),
        ("w 8 1x14 / b 13x15 / off 0 0 / moved wb / w roll", "this position is written"),
        ("w 1x14 8x1 / b 13x15 / off 0 0 / moved wb / w roll", "this position is written"),
        ("w 1x15 / b 7 13x14 / off 0 0 / moved wb / w roll", "this position is written"),
        (
            "w 3* / b 13x15 / off 14 0 / moved wb / w roll",
            "the game is over with these checkers: white 3",
        ),
        ("w 3* / b 13x15 / off 14 0 / moved wb / over white 2 mars", "the game is over with these"),
        ("w 3* / b 13x15 / off 14 0 / moved wb / over black 1 oyn", "the game is over with these"),
        ("w 3 / b 13x15 / off 14 0 / moved wb / over white 3 home-mars", "the game is not over"),
        ("w 3 / b 13x15 / off 14 0 / moved wb / over draw 0 stuck", "the game is not over"),
        ("w 3 / b 13x15 / off 14 0 / moved wb / over black 1 resign", "the game is not over"),
    ] {
        let error = Shemshesh::from_text(text, &options).expect_err(text).to_string();
        assert!(error.starts_with(fault), "{text}: {error}");
    }
}
