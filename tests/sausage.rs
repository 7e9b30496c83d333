//! Chuvash sausage, sentence by sentence of its page in the rulebook.

use kosti::{
    app::dice::{Dice, Seed},
    game::{
        Actor, BySeat, DealNo, Length, Notation, OptionSet, Outcome, Player, Position, Progress,
        ReadError, Refusal as _, Seat, Series, SplitMix, Step, playout,
    },
    games::{
        Drawn as _, View,
        sausage::{Action, Deal, Sausage, Tile, Tiles},
    },
};
use kosti_render::{Board, Branch, Cut, Hand, Laid, Table};
use std::{fs, path::Path};

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
        "u 0-1 / l 0-2 / a 6-1 4-3 2-1 / b 6-5 / a",
        &[
            Legal(&["2-1 l", "2-1 u", "6-1 u"]),
            Leads("6-1 u", "u 0-1 1-6 / l 0-2 / a 4-3 2-1 / b 6-5 / b"),
            Leads("2-1 l", "u 0-1 / l 0-2 2-1 / a 6-1 4-3 / b 6-5 / b"),
            Means("61", "6-1 u"),
            Not("6-1 l", "sausage-lower-ends"),
            Not("4-3", "sausage-no-place"),
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
        "u 0-6 6-4 4-5 5-6 / l 0-4 4-3 3-3 / a 6-6 6-3 4-4 / b 5-5 / a",
        &[
            Legal(&["4-4 l1", "4-4 u2", "6-3 l", "6-3 u", "6-6 u", "6-6 u1"]),
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
        "u 0-1 1-2 2-3 / l - / a 5-0 3-3 2-2 / b 4-4 / a",
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
        "u 0-1 1-1 1-2 2-2 2-3 / l 0-4 4-4 4-5 5-5 5-6 6-6 6-0 0-3 / a 6-3 4-3 3-3 / b 4-2 / a",
        &[
            Legal(&["3-3 u", "4-3 u", "6-3 cut", "6-3 u"]),
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
            Costs(4, 3),
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
        "u 0-1 1-2 2-3 3-4 4-0 / l 0-5 5-5 5-6 6-4 4-1 / a 4-4 / b 6-2 / a",
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
        "u 0-3 3-3 3-1 1-6 / l 0-6 6-2 2-5 5-4 / a 6-6 6-4 4-3 / b 5-3 / a",
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

/// "One seat takes 1-1 2-2 3-3, the other 4-4 5-5 6-6; A has the low ones in odd deals, B in even
/// ones. The other 22 tiles ... are mixed, 11 to each: 14 tiles a hand. If a hand holds five or
/// more of the seven tiles with a blank, the deal is void and dealt again."
#[test]
fn deals_are_as_the_page_says() {
    let tile = |value| Tile::new(value, value).expect("a double");
    let low: Tiles = (1..=3).map(tile).collect();
    let high: Tiles = (4..=6).map(tile).collect();
    let mut entropy = SplitMix::new(1);
    let (mut void, mut held) = (0, [0; 28]);
    for number in 1..=2000 {
        let start = Sausage::start(&options(""), DealNo::new(number).expect("from 1"));
        let deal = start.sample(&mut entropy).expect("a deal is due");
        let BySeat([a, b]) = deal.hands();
        assert_eq!((a.len(), b.len(), a.union(b)), (14, 14, Tiles::ALL));
        let (takes_low, takes_high) = if number % 2 == 1 { (a, b) } else { (b, a) };
        assert!(low.minus(takes_low).is_empty() && high.minus(takes_high).is_empty());
        let blanks = |hand: Tiles| hand.iter().filter(|tile| tile.low() == 0).count();
        let mut position = start.clone();
        position.apply(&Step::Chance(deal)).expect("a deal that can be");
        assert_eq!(deal.is_void(), blanks(a) >= 5 || blanks(b) >= 5);
        let text = start.chance_text(&deal);
        assert_eq!(deal.is_void(), text.starts_with("void a "), "{text}");
        if deal.is_void() {
            void += 1;
            assert_eq!(position, start);
        } else {
            let begins = if a.contains(Tile::SOAP) { Seat::First } else { Seat::Second };
            assert_eq!(position.actor(), Actor::Player(begins));
            assert!(position.to_text().starts_with(&text.replace("deal a", "u - / l - / a")));
        }
        for (count, tile) in held.iter_mut().zip(Tiles::ALL.iter()) {
            *count += u32::from(a.contains(tile));
        }
        // The hands of the next deal are those of the other seats.
        let next = Sausage::start(&options(""), DealNo::new(number + 1).expect("from 1"));
        assert!(start.admits(&deal) && !next.admits(&deal));
    }
    // Of 2000 deals each tile is A's in about the half; 150 is more than six spreads.
    assert!(held.iter().all(|count| count.abs_diff(1000) < 150), "{held:?}");
    // A hand has 5 or more of the 7 blanks in 2 * (21 * C(15, 6) + 7 * C(15, 5) + C(15, 4)) of
    // the C(22, 11) = 705432 ways: 723 of 2000, and 107 is five spreads.
    assert!((f64::from(void) - 723.0).abs() < 107.0, "{void} void");
}

/// The deals that `docs/chance.md` shows were made from its words by another program.
#[test]
fn deals_are_drawn_as_the_page_of_chance_says() {
    let seed: Vec<u8> = (0..32).collect();
    let seed = Seed::from_bytes(&seed).expect("32 bytes");
    let dice = Dice::new(&seed, "event-1", "7.12").expect("a match");
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/chance.md"));
    let page = page.expect("the page");
    for number in [1, 2] {
        let deal = DealNo::new(number).expect("from 1");
        let start = Sausage::start(&options(""), deal);
        let drawn = start.sample(&mut dice.stream(deal, 1)).expect("a deal is due");
        let row =
            format!("| sausage, deal {number}, chance 1 | `{}` |\n", start.chance_text(&drawn));
        assert!(page.contains(&row), "{row}");
    }
}

/// "Deals go on until someone has at least 30 points", with the same seats, and every deal ends.
#[test]
fn a_thousand_matches_end() {
    let mut entropy = SplitMix::new(2);
    let target = Sausage::FACTS.target.expect("matches have a target");
    assert_eq!(target, 30);
    let (mut drawn, mut cuts, mut longest) = (0, 0, 0);
    for game in 0..1000 {
        let closed = if game % 2 == 0 { "" } else { "hands=closed" };
        let mut series = Series::new(Length::To(target), Player::One);
        let winner = loop {
            let start = Sausage::start(&options(closed), series.deal);
            let played = playout(start, &mut entropy, 200);
            longest = longest.max(played.steps.len());
            let outcome: Outcome = played.end.outcome().expect("the deal ends");
            drawn += u32::from(outcome.winner.is_none());
            cuts += u32::from(outcome.winner.is_some());
            assert_eq!(series.first, Player::One);
            match series.finish(&outcome, Sausage::FACTS.first_seat) {
                Progress::NextDeal => assert!(series.points.iter().all(|points| *points < 30)),
                Progress::Over(winner) => break winner,
            }
        };
        let winner = winner.expect("somebody has 30 points");
        assert!(series.points[winner.index()] >= 30);
    }
    assert!(drawn > 100 && cuts > drawn, "{drawn} drawn, {cuts} cut");
    assert!(longest < 80, "{longest} steps");
}

fn view(viewer: Option<Seat>, legend: bool) -> View {
    let names = BySeat::new(None, None);
    View { viewer, below: Seat::First, names, score: None, over: false, open: false, legend }
}

fn table(position: &Sausage, legend: bool, since: &[(Sausage, Step<Action, Deal>)]) -> Table {
    match position.scene(&view(None, legend), since).board {
        Board::Table(table) => table,
        other => panic!("{other:?}"),
    }
}

/// The scene after one action of a position.
fn played(text: &str, set: &str, action: &str) -> Table {
    let before = read(text, &options(set));
    let step = Step::Action(before.read_action(action).expect("a legal action"));
    table(&after(&before, action), false, &[(before, step)])
}

#[test]
fn the_last_tile_is_marked() {
    let soap = "u - / l - / a 6-1 5-5 / b 6-0 0-0 / b";
    assert_eq!(played(soap, "", "0-0").last, Some(Laid::Soap));
    let text = "u 0-6 6-4 4-5 5-6 / l 0-4 4-3 3-3 / a 6-6 6-3 4-4 / b 5-5 / a";
    for (action, last) in [
        ("6-6 u", Laid::Tile(Branch::Upper, 5)),
        ("6-6 u1", Laid::Tile(Branch::Upper, 2)),
        ("4-4 u2", Laid::Tile(Branch::Upper, 3)),
        ("4-4 l1", Laid::Tile(Branch::Lower, 2)),
        ("6-3 l", Laid::Tile(Branch::Lower, 4)),
    ] {
        assert_eq!(played(text, "", action).last, Some(last), "{action}");
    }
    // A forced pass behind it changes nothing.
    let before = read("u 0-1 / l 0-2 / a 6-5 6-1 / b 5-4 / a", &options(""));
    let (laid, passed) = (after(&before, "6-1 u"), after(&after(&before, "6-1 u"), "pass"));
    let step = |position: &Sausage, text| Step::Action(position.read_action(text).expect("legal"));
    let since = [(before.clone(), step(&before, "6-1 u")), (laid.clone(), step(&laid, "pass"))];
    assert_eq!(table(&passed, false, &since).last, Some(Laid::Tile(Branch::Upper, 2)));
    assert_eq!(table(&passed, false, &since[1..]).last, None);
}

/// A cut is drawn where it cuts off the most.
#[test]
fn a_cut_is_drawn_across() {
    let text = "u 0-1 1-2 2-3 3-6 6-6 / l 0-5 5-5 5-1 1-4 4-4 / a 6-4 / b 6-1 / a";
    let table = played(text, "", "64x");
    let tile = kosti_render::Tile { inner: 6, outer: 4 };
    assert_eq!((table.cut, table.last), (Some(Cut { joint: 5, tile }), None));
    assert_eq!(table.hands[0], Hand::Open(Vec::new()));
}

/// Threatened cuts are shown "on request".
#[test]
fn the_legend_shows_threats() {
    let position = read(WORKED, &options(""));
    assert_eq!(table(&position, false, &[]).threats, [0; 0]);
    assert_eq!(table(&position, true, &[]).threats, [4]);
    assert_eq!(table(&read(WORKED, &options("cut=11")), true, &[]).threats, [0; 0]);
    let cut = after(&after(&position, "5-2 l"), "4-3 cut");
    assert_eq!(table(&cut, true, &[]).threats, [0; 0]);
}

/// What a reader cannot see is in no text, list, refusal, scene or diagram, threats shown or not.
#[test]
fn closed_hands_give_nothing_away() {
    let closed = options("hands=closed");
    let mut entropy = SplitMix::new(3);
    let mut threats = 0;
    for number in 1..=40 {
        let start = Sausage::start(&closed, DealNo::new(number).expect("from 1"));
        let played = playout(start, &mut entropy, 200);
        for (position, _) in played.steps.iter().filter(|(it, _)| it.actor() != Actor::Chance) {
            for viewer in [None, Some(Seat::First), Some(Seat::Second)] {
                let seen = position.hide(viewer);
                let text = seen.to_text();
                for seat in Seat::ALL.into_iter().filter(|seat| Some(*seat) != viewer) {
                    let part = text.split(" / ").nth(2 + seat.index()).expect("a hand");
                    assert!(part.contains(" ?x") || part.ends_with(" -"), "{text}");
                }
                if viewer.is_none() {
                    assert_eq!(legal(&seen), [""; 0]);
                    for said in ["pass", "00", "66", "x", "50 u", "11 l1"] {
                        let refused = seen.read_action(said);
                        let Err(ReadError::Illegal(refusal)) = refused else { panic!("{said}") };
                        assert!(refusal.ways.is_empty(), "{refusal:?}");
                    }
                }
                for legend in [false, true] {
                    let view = view(viewer, legend);
                    let shown = (seen.scene(&view, &[]), seen.diagram(&view));
                    if let Board::Table(table) = &shown.0.board {
                        threats += table.threats.len();
                    }
                    for _ in 0..4 {
                        let other = position.determinize(viewer, &mut entropy).hide(viewer);
                        let found = (other.scene(&view, &[]), other.diagram(&view));
                        assert_eq!(found, shown, "{text}");
                    }
                }
            }
        }
    }
    assert!(threats > 0);
}

/// A seat knows the other hand, as all tiles are dealt; a spectator can imagine many, and none
/// that cannot have been dealt.
#[test]
fn hidden_hands_are_imagined() {
    let closed = options("hands=closed");
    let mut entropy = SplitMix::new(4);
    let start = Sausage::start(&closed, DealNo::FIRST);
    let mut kinds = std::collections::BTreeSet::new();
    for _ in 0..50 {
        let played = playout(start.clone(), &mut entropy, 10);
        for position in played.steps.iter().map(|(position, _)| position) {
            for seat in Seat::ALL {
                assert_eq!(position.determinize(Some(seat), &mut entropy), *position);
            }
            let other = position.determinize(None, &mut entropy);
            assert_eq!(other.hide(None), position.hide(None));
            kinds.insert(other.to_text());
            let hand = |at| {
                let text = other.to_text();
                text.split(" / ").nth(at).map(str::to_owned).expect("a hand")
            };
            for hand in [hand(2), hand(3)] {
                let holds = |doubles: [&str; 3]| doubles.iter().any(|it| hand.contains(it));
                let low = holds(["1-1", "2-2", "3-3"]);
                assert!(!(low && holds(["4-4", "5-5", "6-6"])), "{hand}");
                assert!(hand.split(' ').filter(|word| word.ends_with("-0")).count() < 5, "{hand}");
            }
        }
    }
    assert!(kinds.len() > 300, "{}", kinds.len());
}

#[test]
fn diagrams_are_narrow() {
    let position = read(
        "u 0-3 3-3 3-6 6-4 4-1 1-5 5-5 5-6 / l 0-6 6-6 6-2 2-1 1-3 3-2 / \
         a 5-0 4-3 4-2 2-2 2-0 1-1 1-0 / b 5-4 5-3 5-2 4-4 4-0 / b",
        &options(""),
    );
    let lines = [
        "B 5-4 5-3 5-2 4-4 4-0",
        "",
        "    1   2   3   4   5   6   7",
        "u 0-3 3-3 3-6 6-4 4-1 1-5 5-5",
        "l 0-6 6-6 6-2 2-1 1-3 3-2",
        "    8",
        "u 5-6",
        "",
        "A 5-0 4-3 4-2 2-2 2-0 1-1 1-0",
    ];
    assert_eq!(position.diagram(&view(None, false)), lines.join("\n"));
    let soap = read("u - / l - / a 6-1 / b 6-0 / a", &options(""));
    assert_eq!(soap.diagram(&view(None, false)), "B 6-0\n\nu -\n  0-0\nl -\n\nA 6-1");
}
