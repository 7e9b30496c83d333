//! What the players of Shemshesh have words for. Quoted lines are those of
//! `rules/shemshesh.md`.

use super::rules::{Shemshesh, Side};
use crate::{
    game::{Message, Position as _, Seat},
    games::nardy::{
        board::{Checkers, Points},
        remarks::{self, about, about_points, longest_row},
    },
};

/// The keys of all sentences of this file.
pub(super) const IDS: [&str; 6] = [
    "shemshesh-froze",
    "shemshesh-freed-by-own",
    "shemshesh-died",
    "shemshesh-shemshesh",
    "shemshesh-sheshar",
    "shemshesh-tally",
];

/// "five dead checkers in a row are a *shemshesh*"
const SHEMSHESH: u32 = 5;
/// "six of one's own in a row a *sheshar*"
const SHESHAR: u32 = 6;

/// What a step has brought about. At the end of a game there is more to tell than that.
pub(super) fn remarks(before: &Shemshesh, after: &Shemshesh) -> Vec<Message> {
    if after.outcome().is_some() {
        return Vec::new();
    }
    let of_seat = |seat: Seat| {
        let [was, is] = [before, after].map(|position| position.sides[seat]);
        let died = is.dead().minus(was.dead());
        let froze = is.frozen.minus(was.frozen).minus(died);
        let freed = was.frozen.minus(is.frozen);
        let on = |id, points: Points| about_points::<Shemshesh>(seat, id, points);
        let rows = [
            ("shemshesh-shemshesh", SHEMSHESH, [was, is].map(Side::dead)),
            ("shemshesh-sheshar", SHESHAR, [was, is].map(|side| side.checkers.points())),
        ];
        let made = rows.into_iter().filter(|(_, length, [was, is])| {
            let longest = |points| longest_row(points, points);
            longest(*was) < *length && longest(*is) >= *length
        });
        let told = [
            on("shemshesh-froze", froze),
            on("shemshesh-freed-by-own", freed),
            on("shemshesh-died", died),
        ];
        told.into_iter().flatten().chain(made.map(move |(id, ..)| about::<Shemshesh>(seat, id)))
    };
    Seat::ALL.into_iter().flat_map(of_seat).collect()
}

/// The pips that each side has to go with those that can still move, and how many it has
/// borne off.
pub(super) fn tally(position: &Shemshesh) -> Message {
    let sides = position.sides.0;
    let off = sides.map(|side| side.checkers.on(Checkers::OFF));
    remarks::tally("shemshesh-tally", sides.map(pips), off)
}

/// "It stays as an obstacle to the end": what is dead does not go anywhere.
fn pips(side: Side) -> u32 {
    remarks::pips(side.checkers, side.checkers.points().minus(side.dead()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Arg, Notation as _, OptionSet, Step};

    fn position(text: &str) -> Shemshesh {
        let options = Shemshesh::options(&OptionSet::defaults(Shemshesh::FACTS));
        Shemshesh::from_text(text, &options).unwrap()
    }

    /// What is said of a turn: the key, the side, and the points.
    fn said(text: &str, turn: &str) -> Vec<String> {
        let before = position(text);
        let Ok(action) = before.read_action(turn) else { panic!("{turn}") };
        let mut after = before.clone();
        after.apply(&Step::Action(action)).unwrap();
        let tell = |message: Message| {
            assert!(IDS.contains(&message.id.as_ref()), "{message:?}");
            let args = message.args.into_iter().map(|(_, arg)| match arg {
                Arg::Said(side) => side.id.replace("shemshesh-", ""),
                Arg::Text(points) => points,
                arg => panic!("{arg:?}"),
            });
            let id = message.id.strip_prefix("shemshesh-").unwrap().to_owned();
            [id].into_iter().chain(args).collect::<Vec<_>>().join(" ")
        };
        remarks(&before, &after).into_iter().map(tell).collect()
    }

    #[test]
    fn a_quiet_turn_is_not_remarkable() {
        let text = "w 1x15 / b 13x15 / off 0 0 / moved - / w dice 6-5";
        assert_eq!(said(text, "1-7 7-12"), [""; 0]);
    }

    #[test]
    fn what_is_frozen_freed_and_dead_is_told() {
        let text = "w 1x14 3 / b 13x14 5 / off 0 0 / moved wb / w dice 4-2";
        assert_eq!(said(text, "3-7 1-3"), ["froze black 5"]);
        let text = "w 1x13 5* 20 / b 13x14 14 / off 0 0 / moved wb / w dice 4-2";
        assert_eq!(said(text, "1-5 20-22"), ["freed-by-own white 5"]);
        // Those on 12 are ahead of it.
        let text = "w 1x14 3 / b 5 12x14 / off 0 0 / moved wb / w dice 4-2";
        assert_eq!(said(text, "3-7 1-3"), ["died black 5"]);
    }

    #[test]
    fn rows_are_told_when_they_are_made() {
        let text = "w 1x14 5 / b 6* 7* 8* 9* 10 12x10 / off 0 0 / moved wb / w dice 6-2";
        assert_eq!(said(text, "5-11 1-3"), ["died black 10", "shemshesh black"]);
        let text = "w 1x9 2 3 4 5 7 20 / b 13x14 8 / off 0 0 / moved wb / w dice 5-1";
        assert_eq!(said(text, "1-6 20-21"), ["sheshar white"]);
        // "White's 20 to 24 and 1 are a run of six"
        let text = "w 1x10 17 20 21 22 24 / b 13x14 5 / off 0 0 / moved wb / w dice 6-1";
        assert_eq!(said(text, "17-23 1-2"), ["sheshar white"]);
        // It stood before.
        let text = "w 1x8 2 3 4 5 6 7 20 / b 13x14 8 / off 0 0 / moved wb / w dice 2-1";
        assert_eq!(said(text, "20-22 22-23"), [""; 0]);
    }

    #[test]
    fn pips_are_counted_to_the_end_of_the_path() {
        let tally = |text| {
            let counted = super::tally(&position(text));
            let number = |(_, arg)| match arg {
                Arg::Number(number) => number,
                arg => panic!("{arg:?}"),
            };
            counted.args.into_iter().map(number).collect::<Vec<_>>()
        };
        let start = "w 1x15 / b 13x15 / off 0 0 / moved - / w roll";
        assert_eq!(tally(start), [360, 360, 0, 0, 0]);
        // The dead one does not count.
        let dead = "w 1x12 3 / b 5* 12x13 / off 2 1 / moved wb / w roll";
        assert_eq!(tally(dead), [310, 13, 3, 2, 1]);
    }
}
