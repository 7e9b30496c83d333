//! Chuvash sausage, sentence by sentence of its page in the rulebook.

use kosti::{
    game::{
        Actor, BySeat, DealNo, Entropy as _, Length, Notation, OptionSet, Outcome, Player,
        Position, Progress, ReadError, Refusal as _, Seat, Series, SplitMix, Step, playout,
    },
    games::{
        Drawn as _, View,
        sausage::{Sausage, Tile, Tiles},
    },
};
use kosti_render::{Board, Cut, Hand, Laid, Table};

type Options = <Sausage as Position>::Options;

fn options(texts: &str) -> Options {
    let set = OptionSet::parse(Sausage::FACTS, texts.split_whitespace());
    Sausage::options(&set.expect("options of the game"))
}

fn read(text: &str, options: &Options) -> Sausage {
    let position = Sausage::from_text(text, options);
    let position = position.unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(position.to_text(), text);
    position
}

fn legal(position: &Sausage) -> Vec<String> {
    let mut legal = Vec::new();
    position.legal(&mut legal);
    legal.iter().map(|action| position.action_text(action)).collect()
}

fn outcome(position: &Sausage) -> String {
    let outcome = position.outcome().map(|outcome| outcome.text(Sausage::FACTS.seats));
    outcome.unwrap_or_else(|| "none".to_owned())
}

/// The position after an action by its canonical text.
fn after(position: &Sausage, action: &str) -> Sausage {
    let action = position.read_action(action).unwrap_or_else(|error| {
        panic!("{action} in {}: {error:?}", position.to_text());
    });
    let mut after = position.clone();
    after.apply(&Step::Action(action)).expect("a legal action");
    after
}

/// What holds of a position.
enum Says {
    /// All that is legal.
    Legal(&'static [&'static str]),
    /// This is legal.
    Has(&'static str),
    /// This is not, for the reason of that key.
    Not(&'static str, &'static str),
    /// This leads there.
    Leads(&'static str, &'static str),
    /// This text means that action.
    Means(&'static str, &'static str),
    /// This text can mean all of these.
    Asks(&'static str, &'static [&'static str]),
    /// The outcome.
    Ends(&'static str),
    /// The points that giving up costs A and B.
    Costs(u32, u32),
}

use Says::{Asks, Costs, Ends, Has, Leads, Legal, Means, Not};

/// The page's worked example with the tiles that are left.
const WORKED: &str = "u 0-3 3-3 3-6 6-4 4-1 / l 0-6 6-2 2-1 1-3 3-2 / \
                      a 5-1 5-0 4-3 4-2 2-2 2-0 1-1 1-0 / \
                      b 6-6 6-5 6-1 5-5 5-4 5-3 5-2 4-4 4-0 / b";

/// A sentence of the page, options, a position, what holds there.
const SENTENCES: &[(&str, &str, &str, &[Says])] = &[
    (
        "whoever holds the soap begins and lays it (forced)",
        "",
        "u - / l - / a 6-1 5-5 / b 6-0 1-0 0-0 / b",
        &[
            Legal(&["0-0"]),
            Leads("0-0", "u - / l - / a 6-1 5-5 / b 6-0 1-0 / a"),
            Means("00", "0-0"),
            Not("6-0 u", "sausage-soap-begins"),
            Not("pass", "sausage-soap-begins"),
        ],
    ),
    (
        "both start with the value 0",
        "",
        "u - / l - / a 6-1 5-0 / b 6-0 1-0 / a",
        &[
            Legal(&["5-0 l", "5-0 u"]),
            Leads("5-0 l", "u - / l 0-5 / a 6-1 / b 6-0 1-0 / b"),
            Not("6-1 u", "sausage-upper-ends"),
            Asks("50", &["5-0 l", "5-0 u"]),
        ],
    ),
    (
        "then the seats alternate, one tile a turn; at the end of a branch, one half matching",
        "",
        "u 0-1 / l 0-2 / a 6-1 2-1 2-0 / b 6-5 / a",
        &[
            Legal(&["2-1 l", "2-1 u", "6-1 u"]),
            Leads("6-1 u", "u 0-1 1-6 / l 0-2 / a 2-1 2-0 / b 6-5 / b"),
            Leads("2-1 l", "u 0-1 / l 0-2 2-1 / a 6-1 2-0 / b 6-5 / b"),
            Means("61", "6-1 u"),
            Not("6-1 l", "sausage-lower-ends"),
            Not("2-0", "sausage-no-place"),
            Not("1-0 u", "sausage-laid"),
            Not("0-0 u", "sausage-laid"),
            Not("6-5 u", "sausage-not-held"),
            Not("7-1 u", "sausage-no-such-tile"),
        ],
    ),
    (
        "if it is a double, also into an inner joint of a branch between two tiles that meet with \
         its value (the tiles beyond move outward by one place)",
        "",
        "u 0-6 6-4 4-6 / l 0-4 4-3 / a 6-6 4-4 6-3 / b 5-5 / a",
        // 4-6 stands twice: see the next one.
        &[],
    ),
    (
        "if it is a double, also into an inner joint of a branch between two tiles that meet with \
         its value (the tiles beyond move outward by one place)",
        "",
        "u 0-6 6-4 4-5 5-6 / l 0-4 4-3 3-3 / a 6-6 6-3 4-4 / b 5-5 / a",
        &[
            Legal(&["4-4 l1", "4-4 u2", "6-3 cut", "6-3 l", "6-3 u", "6-6 u", "6-6 u1"]),
            Leads("6-6 u1", "u 0-6 6-6 6-4 4-5 5-6 / l 0-4 4-3 3-3 / a 6-3 4-4 / b 5-5 / b"),
            Leads("6-6 u", "u 0-6 6-4 4-5 5-6 6-6 / l 0-4 4-3 3-3 / a 6-3 4-4 / b 5-5 / b"),
            Leads("4-4 l1", "u 0-6 6-4 4-5 5-6 / l 0-4 4-4 4-3 3-3 / a 6-6 6-3 / b 5-5 / b"),
            Means("66 U 1", "6-6 u1"),
            Asks("44", &["4-4 l1", "4-4 u2"]),
            Not("6-3 u1", "sausage-only-doubles"),
            Not("6-6 u2", "sausage-other-joint"),
            Not("6-6 u4", "sausage-no-such-joint"),
            Not("6-6 u0", "sausage-no-such-joint"),
            Not("4-4 l", "sausage-lower-ends"),
        ],
    ),
    (
        "After the placement, inner ones too, the branches may differ by at most three tiles.",
        "",
        "u 0-1 1-2 2-3 / l - / a 3-3 2-2 5-0 / b 4-4 / a",
        &[
            Legal(&["5-0 l"]),
            Not("3-3 u", "sausage-upper-ahead"),
            Not("3-3", "sausage-upper-ahead"),
            Not("2-2 u2", "sausage-upper-ahead"),
            Not("2-2 l1", "sausage-no-joints"),
        ],
    ),
    (
        "If the lower branch has eight tiles and the upper five, only the upper may grow.",
        "",
        "u 0-1 1-1 1-2 2-2 2-3 / l 0-4 4-4 4-5 5-5 5-6 6-6 6-0 0-3 / a 3-3 4-3 6-3 / b 4-2 / a",
        &[
            Legal(&["3-3 u", "4-3 u", "6-3 u"]),
            Not("4-3 l", "sausage-lower-ahead"),
            Not("4-3 cut", "sausage-no-cut"),
        ],
    ),
    (
        "Who can lay a tile or cut must do one of these, whichever he likes; who can do neither \
         passes.",
        "",
        "u 0-1 / l 0-2 / a 6-5 / b 6-1 / a",
        &[
            Legal(&["pass"]),
            Leads("pass", "u 0-1 / l 0-2 / a 6-5 / b 6-1 / b"),
            Not("6-5 u", "sausage-upper-ends"),
        ],
    ),
    (
        "the same for who can",
        "",
        "u 0-1 / l 0-2 / a 6-5 / b 6-1 / b",
        &[
            Legal(&["6-1 u"]),
            Not("pass", "sausage-must-play"),
            Not("x", "sausage-no-cuts"),
            Leads("6-1 u", "u 0-1 1-6 / l 0-2 / a 6-5 / b - / a"),
        ],
    ),
    (
        "a tile that is laid lets go on, and passes have no bounds",
        "",
        "u 0-1 1-6 / l 0-2 / a 6-5 / b - / b",
        &[Legal(&["pass"]), Leads("pass", "u 0-1 1-6 / l 0-2 / a 6-5 / b - / a")],
    ),
    (
        "This must be at least nine, so k ≥ 4; the joint at the very end of a branch counts",
        "",
        "u 0-1 1-2 2-3 3-4 / l 0-5 5-2 2-6 6-6 / a 6-4 6-3 4-4 / b 5-5 4-2 / a",
        &[
            Legal(&["4-4 u", "6-3 l", "6-4 cut", "6-4 l", "6-4 u"]),
            Leads(
                "6-4 cut",
                "u 0-1 1-2 2-3 3-4 / l 0-5 5-2 2-6 6-6 / a 6-3 4-4 / b 5-5 4-2 / b / cut 6-4 a",
            ),
            Means("46x", "6-4 cut"),
            Means("64 Х", "6-4 cut"),
            Means("cut", "6-4 cut"),
            Not("6-3 cut", "sausage-short-cut"),
            Not("4-4 cut", "sausage-no-cut"),
            Costs(3, 3),
        ],
    ),
    (
        "`cut=7`, `11`, `13` are variants: seven",
        "cut=7",
        "u 0-1 1-2 2-3 3-4 / l 0-5 5-2 2-6 6-6 / a 6-4 6-3 4-4 / b 5-5 4-2 / a",
        &[Has("6-3 cut"), Has("6-4 cut"), Asks("x", &["6-3 cut", "6-4 cut"])],
    ),
    (
        "eleven",
        "cut=11",
        "u 0-1 1-2 2-3 3-4 / l 0-5 5-2 2-6 6-6 / a 6-4 6-3 4-4 / b 5-5 4-2 / a",
        &[Not("6-4 cut", "sausage-short-cut"), Not("6-3 cut", "sausage-short-cut")],
    ),
    (
        "where both joints show the same value the double of it cuts",
        "",
        "u 0-1 1-2 2-3 3-4 4-6 / l 0-5 5-5 5-1 1-4 4-3 / a 4-4 / b 6-1 / a",
        &[Legal(&["4-4 cut", "4-4 l4", "4-4 u4"])],
    ),
    (
        "A tile that fits at several k is one action.",
        "",
        "u 0-1 1-2 2-3 3-6 6-6 / l 0-5 5-5 5-1 1-4 4-4 / a 6-4 / b 6-1 / a",
        &[Legal(&["6-4 cut", "6-4 l", "6-4 u"])],
    ),
    (
        "The first to cut wins the deal. The winner scores, for the tiles left in the loser's \
         hand, 1 for each ordinary tile and 2 for each double.",
        "",
        "u 0-1 1-2 2-3 3-4 / l 0-5 5-2 2-6 6-6 / a 4-4 / b 5-5 4-2 4-1 / b / cut 6-4 a",
        &[Legal(&[]), Ends("a 4 cut"), Not("5-5", "sausage-over"), Costs(2, 4)],
    ),
    (
        "the same for B, with nothing left in the other hand",
        "",
        "u 0-1 1-2 2-3 3-4 / l 0-5 5-2 2-6 6-6 / a - / b 5-5 / a / cut 6-4 b",
        &[Ends("b 0 cut"), Costs(1, 2)],
    ),
    (
        "If after an action neither seat can lay or cut (empty hands included), the deal is drawn \
         at once, 0 points.",
        "",
        "u 0-1 1-3 / l 0-2 / a 2-1 / b 6-5 / a",
        &[Has("2-1 l"), Leads("2-1 l", "u 0-1 1-3 / l 0-2 2-1 / a - / b 6-5 / b")],
    ),
    (
        "the deal is drawn at once",
        "",
        "u 0-1 1-3 / l 0-2 2-1 / a - / b 6-5 / b",
        &[Legal(&[]), Ends("draw 0 drawn"), Not("6-5 u", "sausage-over"), Costs(1, 1)],
    ),
    (
        "empty hands included",
        "",
        "u 0-1 1-3 / l 0-2 2-1 / a - / b - / a",
        &[Legal(&[]), Ends("draw 0 drawn")],
    ),
    (
        "Move text: input also takes `64u`, `4-6 upper`, `43x`, `66 l 1`.",
        "",
        "u 0-3 3-3 3-2 2-6 / l 0-6 6-2 2-1 1-4 / a 6-6 6-4 4-6 4-3 / b 5-4 / a",
        // 6-4 stands twice: see the next one.
        &[],
    ),
    (
        "Move text: input also takes `64u`, `4-6 upper`, `43x`, `66 l 1`.",
        "",
        "u 0-3 3-3 3-2 2-6 / l 0-6 6-2 2-5 5-4 / a 6-6 6-4 4-3 / b 5-3 / a",
        &[
            Legal(&["4-3 l", "6-4 cut", "6-4 l", "6-4 u", "6-6 l1", "6-6 u"]),
            Means("64u", "6-4 u"),
            Means("4-6 upper", "6-4 u"),
            Means("46×", "6-4 cut"),
            Means("66 l 1", "6-6 l1"),
            Means("34", "4-3 l"),
            Means("3. 66л1", "6-6 l1"),
            Not("43x", "sausage-no-cut"),
        ],
    ),
    (
        "Position text: `u 0-3 3-3 / l 0-6 6-2 / a 5-5 4-3 / b 6-6 5-4 / a`",
        "",
        "u 0-3 3-3 / l 0-6 6-2 / a 5-5 4-3 / b 6-6 5-4 / a",
        &[Legal(&["4-3 u"])],
    ),
    (
        "Before the deal: `u - / l - / a - / b - / deal 1` with the number of the deal.",
        "",
        "u - / l - / a - / b - / deal 12",
        &[Legal(&[]), Not("0-0", "sausage-deal-due"), Costs(17, 17), Ends("none")],
    ),
    (
        "A hand that the reader may not see is `?x14`.",
        "hands=closed",
        "u 0-3 3-3 / l 0-6 6-2 / a 5-5 4-3 / b ?x2 / a",
        &[Legal(&["4-3 u"]), Leads("4-3 u", "u 0-3 3-3 3-4 / l 0-6 6-2 / a 5-5 / b ?x2 / b")],
    ),
    (
        "The fourth joints are 4 and 3, so 4-3 threatens to cut nine.",
        "",
        WORKED,
        &[
            Has("6-6 l1"),
            Has("6-6 u3"),
            Leads(
                "6-6 l1",
                "u 0-3 3-3 3-6 6-4 4-1 / l 0-6 6-6 6-2 2-1 1-3 3-2 / \
                 a 5-1 5-0 4-3 4-2 2-2 2-0 1-1 1-0 / b 6-5 6-1 5-5 5-4 5-3 5-2 4-4 4-0 / a",
            ),
            Not("4-3 cut", "sausage-not-held"),
        ],
    ),
    (
        "6-6 laid between 0-6 and 6-2 shifts the lower joints and ends the threat",
        "",
        "u 0-3 3-3 3-6 6-4 4-1 / l 0-6 6-6 6-2 2-1 1-3 3-2 / \
         a 5-1 5-0 4-3 4-2 2-2 2-0 1-1 1-0 / b 6-5 6-1 5-5 5-4 5-3 5-2 4-4 4-0 / a",
        &[Not("4-3 cut", "sausage-no-cut")],
    ),
    (
        "laid between 3-6 and 6-4 it also ends it",
        "",
        "u 0-3 3-3 3-6 6-6 6-4 4-1 / l 0-6 6-2 2-1 1-3 3-2 / \
         a 5-1 5-0 4-3 4-2 2-2 2-0 1-1 1-0 / b 6-5 6-1 5-5 5-4 5-3 5-2 4-4 4-0 / a",
        &[
            Not("4-3 cut", "sausage-no-cut"),
            // "It makes other threats too; a program sees them all."
            Means("x", "4-2 cut"),
            Leads(
                "2-2 l2",
                "u 0-3 3-3 3-6 6-6 6-4 4-1 / l 0-6 6-2 2-2 2-1 1-3 3-2 / \
                 a 5-1 5-0 4-3 4-2 2-0 1-1 1-0 / b 6-5 6-1 5-5 5-4 5-3 5-2 4-4 4-0 / b",
            ),
        ],
    ),
    (
        "but then 2-2 between 6-2 and 2-1 brings 4-3 back at the fifth joints (eleven tiles)",
        "cut=11",
        "u 0-3 3-3 3-6 6-6 6-4 4-1 / l 0-6 6-2 2-2 2-1 1-3 3-2 / \
         a 5-1 5-0 4-3 4-2 2-0 1-1 1-0 / b 6-5 6-1 5-5 5-4 5-3 5-2 4-4 4-0 / a",
        &[Means("x", "4-3 cut")],
    ),
];

#[test]
fn the_page_holds_sentence_by_sentence() {
    for (sentence, set, text, says) in SENTENCES {
        let position = read(text, &options(set));
        for said in *says {
            let found = position.read_action(match said {
                Not(typed, _) | Means(typed, _) | Asks(typed, _) => typed,
                _ => "",
            });
            match (said, &found) {
                (Legal(list), _) => assert_eq!(legal(&position), *list, "{sentence}"),
                (Has(action), _) => {
                    assert!(legal(&position).contains(&(*action).to_owned()), "{sentence}");
                }
                (Leads(action, to), _) => {
                    assert!(legal(&position).contains(&(*action).to_owned()), "{sentence}");
                    assert_eq!(after(&position, action).to_text(), *to, "{sentence}");
                }
                (Ends(end), _) => assert_eq!(outcome(&position), *end, "{sentence}"),
                (Costs(a, b), _) => {
                    let costs = Seat::ALL.map(|seat| position.concede(seat));
                    assert_eq!(costs.map(|it| it.points), [*a, *b], "{sentence}");
                }
                (Not(_, id), Err(ReadError::Illegal(refusal))) => {
                    let message = refusal.message();
                    let ids = format!("{message:?}");
                    assert!(ids.contains(&format!("{id:?}")), "{sentence}: {ids}, not {id}");
                }
                (Means(_, text), Ok(action)) => {
                    assert_eq!(position.action_text(action), *text, "{sentence}");
                }
                (Asks(_, texts), Err(ReadError::Ambiguous(actions))) => {
                    let found: Vec<String> =
                        actions.iter().map(|action| position.action_text(action)).collect();
                    assert_eq!(found, *texts, "{sentence}");
                }
                (Not(typed, _) | Means(typed, _) | Asks(typed, _), found) => {
                    panic!("{sentence}: {typed} is {found:?}")
                }
            }
        }
    }
}
