//! A tiny complete game with everything that the first real games lack.
//!
//! # Toy — `toy`
//!
//! **Cards**: eight, two each of `c1` `c2` `c3` `c4`; a card is worth its number.
//! **Die**: six faces, 1 2 2 3 3 4.
//!
//! **Deal**: three cards to each seat, the last two stay aside unseen. If a hand holds
//! both `c4` the deal is void and dealt again. A begins in odd deals, B in even ones.
//! Hands lie open for all to see (`hands=open`); with `hands=closed` each sees only its
//! own until the deal is over.
//!
//! **Turn**: the die is rolled for the seat to move. It lays one or more cards of its
//! hand that are together worth no more than the die; who can lay must. Who cannot (an
//! empty hand included) passes. Then the other seat is to move.
//!
//! **End**: as soon as neither hand holds a card, or after two passes in a row. The seat
//! that laid more wins the difference; equal is a draw. Who gives up loses the
//! difference by which the other leads, at least 1. A match goes to 5 points.
//!
//! **Outcome reasons**: `out` (won, no cards left), `passes` (won after two passes),
//! `equal` (draw): `a 3 out`, `draw 0 equal`.
//!
//! **Move text**: the cards laid, ascending, a space between them: `c1 c1 c2`; a forced
//! pass is `pass`. Input also takes any order and case, `12`, `2, 1`, `c2+c1`, a Cyrillic
//! `с`, and `lay` where there is only one way to lay.
//! **Chance text**: a roll is `d3`; a deal is `deal a c1 c3 c4 / b c2 c2 c3`, a void one
//! `void a c1 c4 c4 / b c2 c2 c3`.
//! **Position text**: each seat's hand and what it has laid, then what is due:
//! `a c3 c4 + c1 / b c2 + c2 c3 / a d2`. Cards ascend, `-` stands for none; a hand that
//! the reader may not see is `?x2`. Due is `a roll`, `a d2` behind the roll, or `over`;
//! ` / passed` is appended when the last action was a pass. Before the deal:
//! `a - + - / b - + - / deal 1` with the number of the deal.
//!
//! # Rolled toy — `toyroll`
//!
//! The same, but the opening roll of each deal gives the seats, as in nardy.

use kosti::{
    game::{
        Actor, BySeat, DealNo, Entropy, Facts, FirstSeat, Message, Notation, OptionFact, OptionSet,
        Outcome, Position, ReadError, Reason, Refusal, Seat, Step, StepOf,
    },
    games::{Drawn, Face, GameKind, Games, View, erased::Locales},
};
use std::sync::OnceLock;

use kosti_render::{Board, Field, Grid, Orientation, Scene, Side, Stone, Strip};

/// The toy game as the application sees it.
pub static TOY: Face<Toy> = Face::new(Locales { ru: RU, en: EN });

/// The toy game whose seats are rolled for.
pub static ROLLED: Face<RolledToy> = Face::new(Locales { ru: SAME, en: SAME });

/// The toy games alone.
#[must_use]
pub fn toys() -> Games {
    static TOYS: [GameKind; 2] = [&TOY, &ROLLED];
    Games::of(&TOYS)
}

/// Senegalese draughts alone: where there is one game, it need not be named.
#[must_use]
pub fn senegal_alone() -> Games {
    static SENEGAL: OnceLock<Vec<GameKind>> = OnceLock::new();
    let found = || Games::registered().find("senegal").into_iter().collect();
    Games::of(SENEGAL.get_or_init(found))
}

/// The toy game and those of the registry.
#[must_use]
pub fn toys_and_registered() -> Games {
    static BOTH: OnceLock<Vec<GameKind>> = OnceLock::new();
    let all = || Games::registered().all().chain(toys().all()).collect();
    Games::of(BOTH.get_or_init(all))
}

/// Its Russian texts.
pub const RU: &str = "\
toy-name = Игрушка
toy-a = А
toy-b = Б

toy-option-hands-closed = закрытые руки

toy-reason-out = карты кончились
toy-reason-passes = два паса подряд
toy-reason-equal = поровну

toy-over = Сдача окончена.
toy-roll-due = Сначала бросают кубик или сдают.
toy-no-such-card = Карты { $card } нет: есть c1, c2, c3, c4.
toy-not-held = Карт { $cards } у вас на руке нет.
toy-too-high = Вместе это { $sum }, а на кубике { $die }.
toy-must-lay = Пасовать нельзя, можно выложить: { $ways }.
toy-only-pass = Выложить нечего: остаётся пас.

toy-rules =
    Восемь карт: по две c1, c2, c3, c4. У каждого по три; сдача с двумя c4 на одной руке не считается.
    Ход: бросают кубик с гранями 1 2 2 3 3 4 и выкладывают одну или несколько карт, вместе не больше кубика. Кто может, обязан; кто не может, пасует.
    Сдача кончается, когда карт ни у кого нет или после двух пасов подряд. Кто выложил больше, получает разницу.
    Запись: c1, c1 c2, pass.
";

/// Its English texts.
pub const EN: &str = "\
toy-name = Toy
toy-a = A
toy-b = B

toy-option-hands-closed = closed hands

toy-reason-out = no cards left
toy-reason-passes = two passes in a row
toy-reason-equal = equal sums

toy-over = The deal is over.
toy-roll-due = The die is rolled or the cards are dealt first.
toy-no-such-card = There is no card { $card }: there are c1, c2, c3, c4.
toy-not-held = You do not hold { $cards }.
toy-too-high = That is { $sum } together, but the die shows { $die }.
toy-must-lay = You cannot pass, you can lay: { $ways }.
toy-only-pass = There is nothing you can lay: only a pass is left.

toy-rules =
    Eight cards: two each of c1, c2, c3, c4. Three to each seat; a deal with both c4 in one hand is void.
    Turn: a die with the faces 1 2 2 3 3 4 is rolled; lay one or more cards, together no higher than the die. Who can, must; who cannot passes.
    The deal ends when nobody holds a card or after two passes in a row. Who laid more scores the difference.
    Writing: c1, c1 c2, pass.
";

/// The texts of the rolled toy are those of the other one.
const SAME: &str = "\
toyroll-name = { toy-name }
toyroll-a = { toy-a }
toyroll-b = { toy-b }
toyroll-option-hands-closed = { toy-option-hands-closed }
toyroll-reason-out = { toy-reason-out }
toyroll-reason-passes = { toy-reason-passes }
toyroll-reason-equal = { toy-reason-equal }
toyroll-rules = { toy-rules }
";

const OUT: Reason = Reason::new("out");
const PASSES: Reason = Reason::new("passes");
const EQUAL: Reason = Reason::new("equal");

const PLAIN: Facts = Facts {
    key: "toy",
    rules_version: 1,
    seats: BySeat::new("a", "b"),
    reasons: &[OUT, PASSES, EQUAL],
    draws: false,
    chance: true,
    dealt: true,
    hidden_hands: true,
    first_seat: FirstSeat::Stays,
    target: Some(5),
    options: &[OptionFact { key: "hands", values: &["open", "closed"], default: "open" }],
};

static FACTS: Facts = PLAIN;
static ROLLED_FACTS: Facts = Facts { key: "toyroll", first_seat: FirstSeat::Rolled, ..PLAIN };

/// "three cards to each seat"
const HAND: u8 = 3;
/// "two each"
const COPIES: u8 = 2;
/// "six faces, 1 2 2 3 3 4"
const DIE: [(u8, u32); 4] = [(1, 1), (2, 2), (3, 2), (4, 1)];

/// The options of the toy game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ToyOptions {
    /// `hands=closed`.
    pub closed: bool,
}

/// A card, 1 to 4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

impl Card {
    const ALL: [Card; 4] = [Card(1), Card(2), Card(3), Card(4)];
    const FOUR: Card = Card(4);

    fn read(text: &str) -> Option<Self> {
        Card::ALL.into_iter().find(|card| card.text() == text)
    }

    fn text(self) -> String {
        format!("c{}", self.0)
    }
}

/// Some cards: how many of each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cards([u8; 4]);

impl Cards {
    fn of(self, card: Card) -> u8 {
        self.0[usize::from(card.0 - 1)]
    }

    fn with(mut self, card: Card) -> Self {
        self.0[usize::from(card.0 - 1)] += 1;
        self
    }

    fn plus(self, other: Cards) -> Self {
        Cards(std::array::from_fn(|at| self.0[at] + other.0[at]))
    }

    /// `None` when some of `other` are not there.
    fn minus(self, other: Cards) -> Option<Self> {
        let mut left = self;
        for (left, other) in left.0.iter_mut().zip(other.0) {
            *left = left.checked_sub(other)?;
        }
        Some(left)
    }

    fn len(self) -> u8 {
        self.0.iter().sum()
    }

    fn is_empty(self) -> bool {
        self.len() == 0
    }

    fn sum(self) -> u8 {
        self.iter().map(|card| card.0).sum()
    }

    fn iter(self) -> impl Iterator<Item = Card> {
        Card::ALL
            .into_iter()
            .flat_map(move |card| std::iter::repeat_n(card, usize::from(self.of(card))))
    }

    /// "both `c4`"
    fn is_void(self) -> bool {
        self.of(Card::FOUR) == COPIES
    }

    fn text(self) -> String {
        if self.is_empty() {
            return "-".to_owned();
        }
        self.iter().map(Card::text).collect::<Vec<_>>().join(" ")
    }

    fn read(text: &str) -> Option<Self> {
        if text == "-" {
            return Some(Cards::default());
        }
        text.split(' ').try_fold(Cards::default(), |cards, word| {
            Some(cards.with(Card::read(word)?)).filter(|cards| cards.len() <= HAND)
        })
    }
}

/// A hand, as far as it can be seen. An empty one always can.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Hand {
    Seen(Cards),
    Hidden(u8),
}

impl Hand {
    fn len(self) -> u8 {
        match self {
            Hand::Seen(cards) => cards.len(),
            Hand::Hidden(count) => count,
        }
    }

    fn seen(self) -> Cards {
        match self {
            Hand::Seen(cards) => cards,
            Hand::Hidden(_) => Cards::default(),
        }
    }

    fn hidden(self) -> Self {
        match self {
            Hand::Seen(cards) if !cards.is_empty() => Hand::Hidden(cards.len()),
            Hand::Seen(_) | Hand::Hidden(_) => self,
        }
    }

    fn without(self, laid: Cards) -> Self {
        match self {
            Hand::Seen(cards) => Hand::Seen(cards.minus(laid).unwrap_or_default()),
            Hand::Hidden(count) if count > laid.len() => Hand::Hidden(count - laid.len()),
            Hand::Hidden(_) => Hand::Seen(Cards::default()),
        }
    }

    fn text(self) -> String {
        match self {
            Hand::Seen(cards) => cards.text(),
            Hand::Hidden(count) => format!("?x{count}"),
        }
    }

    fn read(text: &str) -> Option<Self> {
        match text.strip_prefix("?x") {
            Some(count) => count.parse().ok().filter(|count| *count > 0).map(Hand::Hidden),
            None => Cards::read(text).map(Hand::Seen),
        }
    }
}

/// What is due.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Due {
    Deal(DealNo),
    Roll(Seat),
    Turn(Seat, u8),
    Over,
}

/// A position of a toy game; it matters nowhere in them whether seats are rolled for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AnyToy<const ROLLED: bool> {
    hands: BySeat<Hand>,
    laid: BySeat<Cards>,
    due: Due,
    passed: bool,
    options: ToyOptions,
}

/// The toy game.
pub type Toy = AnyToy<false>;
/// The rolled toy.
pub type RolledToy = AnyToy<true>;

/// Cards laid, or a forced pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ToyAction {
    /// Lays some cards.
    Lay(Cards),
    /// Passes.
    Pass,
}

/// A roll or a deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ToyChance {
    /// The die.
    Roll(u8),
    /// The hands, which can be void.
    Deal(BySeat<Cards>),
}

impl<const ROLLED: bool> Position for AnyToy<ROLLED> {
    const FACTS: &'static Facts = if ROLLED { &ROLLED_FACTS } else { &FACTS };
    type Action = ToyAction;
    type Chance = ToyChance;
    type Movement = Card;
    type Options = ToyOptions;

    fn options(set: &OptionSet) -> ToyOptions {
        ToyOptions { closed: set.get("hands") == "closed" }
    }

    fn start(options: &ToyOptions, deal: DealNo) -> Self {
        let none = Cards::default();
        AnyToy {
            hands: BySeat::new(Hand::Seen(none), Hand::Seen(none)),
            laid: BySeat::new(none, none),
            due: Due::Deal(deal),
            passed: false,
            options: *options,
        }
    }

    fn actor(&self) -> Actor {
        match self.due {
            Due::Deal(_) | Due::Roll(_) => Actor::Chance,
            Due::Turn(seat, _) => Actor::Player(seat),
            Due::Over => Actor::Over,
        }
    }

    /// Of a hand that cannot be seen nothing is known to be legal.
    fn legal(&self, out: &mut Vec<ToyAction>) {
        out.clear();
        let Due::Turn(seat, die) = self.due else { return };
        let Hand::Seen(hand) = self.hands[seat] else { return };
        // Ways to lay in the order of their texts: longer ones right behind their
        // beginnings, as the cards of a text ascend.
        fn extend(laid: Cards, from: Card, hand: Cards, die: u8, out: &mut Vec<ToyAction>) {
            for card in Card::ALL.into_iter().filter(|card| *card >= from) {
                let more = laid.with(card);
                if hand.minus(more).is_some() && more.sum() <= die {
                    out.push(ToyAction::Lay(more));
                    extend(more, card, hand, die, out);
                }
            }
        }
        extend(Cards::default(), Card(1), hand, die, out);
        if out.is_empty() {
            out.push(ToyAction::Pass);
        }
    }

    fn next(&self, prefix: &[Card]) -> Vec<Card> {
        let Due::Turn(seat, die) = self.due else { return Vec::new() };
        let Hand::Seen(hand) = self.hands[seat] else { return Vec::new() };
        let laid = prefix.iter().fold(Cards::default(), |laid, card| laid.with(*card));
        Card::ALL
            .into_iter()
            .filter(|card| hand.minus(laid.with(*card)).is_some())
            .filter(|card| laid.with(*card).sum() <= die)
            .collect()
    }

    /// The empty sequence is the forced pass.
    fn composed(&self, sequence: &[Card]) -> Option<ToyAction> {
        let laid = sequence.iter().fold(Cards::default(), |laid, card| laid.with(*card));
        let action = if laid.is_empty() { ToyAction::Pass } else { ToyAction::Lay(laid) };
        self.is_legal(action).then_some(action)
    }

    fn chances(&self) -> Option<Vec<(ToyChance, u32)>> {
        match self.due {
            Due::Deal(_) => None,
            Due::Roll(_) => {
                Some(DIE.map(|(face, weight)| (ToyChance::Roll(face), weight)).to_vec())
            }
            Due::Turn(..) | Due::Over => Some(Vec::new()),
        }
    }

    fn admits(&self, chance: &ToyChance) -> bool {
        match (self.due, chance) {
            (Due::Roll(_), ToyChance::Roll(face)) => DIE.iter().any(|(known, _)| known == face),
            (Due::Deal(_), ToyChance::Deal(BySeat([a, b]))) => {
                let all = a.plus(*b);
                a.len() == HAND && b.len() == HAND && all.0.iter().all(|count| *count <= COPIES)
            }
            _ => false,
        }
    }

    fn sample(&self, entropy: &mut dyn Entropy) -> Option<ToyChance> {
        match self.due {
            Due::Deal(_) => {
                let mut rest = Cards([COPIES; 4]);
                Some(ToyChance::Deal(BySeat::from_fn(|_| draw(&mut rest, HAND, entropy))))
            }
            Due::Roll(_) => {
                let faces = [1, 2, 2, 3, 3, 4];
                Some(ToyChance::Roll(faces[entropy.below(6) as usize]))
            }
            Due::Turn(..) | Due::Over => None,
        }
    }

    fn apply_unchecked(&mut self, step: &StepOf<Self>) {
        match (step, self.due) {
            (Step::Chance(ToyChance::Deal(hands)), Due::Deal(number)) => {
                // "If a hand holds both `c4` the deal is void and dealt again."
                if hands.0.iter().any(|hand| hand.is_void()) {
                    return;
                }
                self.hands = hands.map(Hand::Seen);
                // "A begins in odd deals, B in even ones."
                let odd = number.get() % 2 == 1;
                self.due = Due::Roll(if odd { Seat::First } else { Seat::Second });
            }
            (Step::Chance(ToyChance::Roll(face)), Due::Roll(seat)) => {
                self.due = Due::Turn(seat, *face);
            }
            (Step::Action(ToyAction::Lay(cards)), Due::Turn(seat, _)) => {
                self.hands[seat] = self.hands[seat].without(*cards);
                self.laid[seat] = self.laid[seat].plus(*cards);
                self.passed = false;
                // "as soon as neither hand holds a card"
                let out = self.hands.0.iter().all(|hand| hand.len() == 0);
                self.due = if out { Due::Over } else { Due::Roll(seat.opponent()) };
            }
            (Step::Action(ToyAction::Pass), Due::Turn(seat, _)) => {
                // "or after two passes in a row"
                self.due = if self.passed { Due::Over } else { Due::Roll(seat.opponent()) };
                self.passed = true;
            }
            _ => {}
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.due != Due::Over {
            return None;
        }
        let [a, b] = self.laid.0.map(Cards::sum);
        if a == b {
            return Some(Outcome::draw(EQUAL));
        }
        let winner = if a > b { Seat::First } else { Seat::Second };
        let reason = if self.passed { PASSES } else { OUT };
        Some(Outcome::win(winner, u32::from(a.abs_diff(b)), reason))
    }

    fn concede(&self, loser: Seat) -> Outcome {
        let winner = loser.opponent();
        let lead = self.laid[winner].sum().saturating_sub(self.laid[loser].sum());
        Outcome::win(winner, u32::from(lead.max(1)), PASSES)
    }

    fn hide(&self, viewer: Option<Seat>) -> Self {
        let mut view = self.clone();
        if self.options.closed && self.due != Due::Over {
            for seat in Seat::ALL.into_iter().filter(|seat| Some(*seat) != viewer) {
                view.hands[seat] = view.hands[seat].hidden();
            }
        }
        view
    }

    /// Any cards that are not in sight can be in a hidden hand, unless the deal would
    /// have been void.
    fn determinize(&self, viewer: Option<Seat>, entropy: &mut dyn Entropy) -> Self {
        let view = self.hide(viewer);
        let hidden = view.hands.map(|hand| hand.len() - hand.seen().len());
        if hidden.0 == [0, 0] {
            return view;
        }
        loop {
            let mut whole = view.clone();
            let mut unseen = view.unseen();
            for seat in Seat::ALL {
                let drawn = draw(&mut unseen, hidden[seat], entropy);
                whole.hands[seat] = Hand::Seen(view.hands[seat].seen().plus(drawn));
            }
            if !whole.was_void() {
                return whole;
            }
        }
    }
}

/// Takes cards out of `rest`, each as likely as any other.
fn draw(rest: &mut Cards, count: u8, entropy: &mut dyn Entropy) -> Cards {
    let mut drawn = Cards::default();
    for _ in 0..count {
        let at = entropy.below(u32::from(rest.len())) as usize;
        if let Some(card) = rest.iter().nth(at) {
            drawn = drawn.with(card);
            *rest = rest.minus(Cards::default().with(card)).unwrap_or_default();
        }
    }
    drawn
}

impl<const ROLLED: bool> AnyToy<ROLLED> {
    fn is_legal(&self, action: ToyAction) -> bool {
        let mut legal = Vec::new();
        self.legal(&mut legal);
        legal.contains(&action)
    }

    /// Every card that is not in sight.
    fn unseen(&self) -> Cards {
        let seen = |seat| self.hands[seat].seen().plus(self.laid[seat]);
        let all = seen(Seat::First).plus(seen(Seat::Second));
        Cards([COPIES; 4]).minus(all).unwrap_or_default()
    }

    /// Whether some seat was dealt both `c4`.
    fn was_void(&self) -> bool {
        Seat::ALL.into_iter().any(|seat| self.hands[seat].seen().plus(self.laid[seat]).is_void())
    }

    /// Why the position cannot be.
    fn fault(&self) -> Option<&'static str> {
        let held = self.hands.map(Hand::len);
        let laid = self.laid.map(Cards::len);
        if let Due::Deal(_) = self.due {
            let untouched = held.0 == [0, 0] && laid.0 == [0, 0] && !self.passed;
            return (!untouched).then_some("nothing is held or laid before the deal");
        }
        if Seat::ALL.into_iter().any(|seat| held[seat] + laid[seat] != HAND) {
            return Some("each seat was dealt three cards");
        }
        let hidden = self.hands.0.iter().any(|hand| matches!(hand, Hand::Hidden(_)));
        if hidden && (!self.options.closed || self.due == Due::Over) {
            return Some("the hands are open");
        }
        let out = held.0 == [0, 0];
        if self.due == Due::Over && out == self.passed || self.due != Due::Over && out {
            return Some("the deal is over when neither seat has cards or both passed");
        }
        let seen = |seat| self.hands[seat].seen().plus(self.laid[seat]);
        if seen(Seat::First).plus(seen(Seat::Second)).0.iter().any(|count| *count > COPIES) {
            return Some("there are two of each card");
        }
        self.was_void().then_some("this deal would have been void")
    }
}

/// Why a text is no position of the toy game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ToyPositionError {
    /// It is not written as one.
    #[error("a position is written a HAND + LAID / b HAND + LAID / DUE")]
    Shape,
    /// It cannot be.
    #[error("{0}")]
    Fault(&'static str),
    /// It is written another way.
    #[error("this position is written {0:?}")]
    Spelling(String),
}

impl<const ROLLED: bool> Notation for AnyToy<ROLLED> {
    type Refusal = ToyRefusal;
    type PositionError = ToyPositionError;

    fn to_text(&self) -> String {
        let seat = |seat: Seat| {
            let (hand, laid) = (self.hands[seat].text(), self.laid[seat].text());
            format!("{} {hand} + {laid}", FACTS.seats[seat])
        };
        let due = match self.due {
            Due::Deal(number) => format!("deal {}", number.get()),
            Due::Roll(seat) => format!("{} roll", FACTS.seats[seat]),
            Due::Turn(seat, face) => format!("{} d{face}", FACTS.seats[seat]),
            Due::Over => "over".to_owned(),
        };
        let passed = if self.passed { " / passed" } else { "" };
        format!("{} / {} / {due}{passed}", seat(Seat::First), seat(Seat::Second))
    }

    fn from_text(text: &str, options: &ToyOptions) -> Result<Self, ToyPositionError> {
        let position: Self = read_position(text, *options).ok_or(ToyPositionError::Shape)?;
        if let Some(fault) = position.fault() {
            return Err(ToyPositionError::Fault(fault));
        }
        let canonical = position.to_text();
        if canonical == text { Ok(position) } else { Err(ToyPositionError::Spelling(canonical)) }
    }

    fn action_text(&self, action: &ToyAction) -> String {
        match action {
            ToyAction::Lay(cards) => cards.text(),
            ToyAction::Pass => "pass".to_owned(),
        }
    }

    fn read_action(&self, text: &str) -> Result<ToyAction, ReadError<Self>> {
        let refuse = |refusal| Err(ReadError::Illegal(refusal));
        let typed = read_typed(text).ok_or(ReadError::Syntax)?;
        let (seat, die) = match self.due {
            Due::Turn(seat, die) => (seat, die),
            Due::Over => return refuse(ToyRefusal::Over),
            Due::Deal(_) | Due::Roll(_) => return refuse(ToyRefusal::RollDue),
        };
        let mut legal = Vec::new();
        self.legal(&mut legal);
        let pass_only = !matches!(legal.first(), Some(ToyAction::Lay(_)));
        let cards = match typed {
            Typed::Pass if pass_only => return Ok(ToyAction::Pass),
            Typed::Pass => {
                let ways = legal.iter().map(|action| self.action_text(action)).collect();
                return refuse(ToyRefusal::MustLay { ways });
            }
            Typed::Lay if pass_only => return refuse(ToyRefusal::OnlyPass),
            Typed::Lay if legal.len() > 1 => return Err(ReadError::Ambiguous(legal)),
            Typed::Lay => return Ok(legal.remove(0)),
            Typed::NoSuchCard(digit) => {
                return refuse(ToyRefusal::NoSuchCard(format!("c{digit}")));
            }
            Typed::Cards(cards) => cards,
        };
        if self.hands[seat].seen().minus(cards).is_none() {
            refuse(ToyRefusal::NotHeld(cards.text()))
        } else if cards.sum() > die {
            refuse(ToyRefusal::TooHigh { sum: cards.sum(), die })
        } else {
            Ok(ToyAction::Lay(cards))
        }
    }

    fn movement_text(&self, _: &[Card], movement: &Card) -> String {
        movement.text()
    }

    fn chance_text(&self, chance: &ToyChance) -> String {
        match chance {
            ToyChance::Roll(face) => format!("d{face}"),
            ToyChance::Deal(BySeat([a, b])) => {
                let word = if a.is_void() || b.is_void() { "void" } else { "deal" };
                format!("{word} a {} / b {}", a.text(), b.text())
            }
        }
    }

    fn read_chance(&self, text: &str) -> Option<ToyChance> {
        let chance = match text.strip_prefix('d').and_then(|face| face.parse().ok()) {
            Some(face) => ToyChance::Roll(face),
            None => {
                let (_, hands) = text.split_once(" a ")?;
                let (a, b) = hands.split_once(" / b ")?;
                ToyChance::Deal(BySeat::new(Cards::read(a)?, Cards::read(b)?))
            }
        };
        (self.admits(&chance) && self.chance_text(&chance) == text).then_some(chance)
    }
}

fn read_position<const ROLLED: bool>(text: &str, options: ToyOptions) -> Option<AnyToy<ROLLED>> {
    let mut parts = text.split(" / ");
    let mut seat = |word: &str| {
        let (hand, laid) =
            parts.next()?.strip_prefix(word)?.strip_prefix(' ')?.split_once(" + ")?;
        Some((Hand::read(hand)?, Cards::read(laid)?))
    };
    let (a, b) = (seat("a")?, seat("b")?);
    let due = match parts.next()?.split_once(' ') {
        None => Due::Over,
        Some(("deal", number)) => Due::Deal(DealNo::new(number.parse().ok()?)?),
        Some((word, due)) => {
            let seat = Seat::ALL.into_iter().find(|seat| FACTS.seats[*seat] == word)?;
            match due.strip_prefix('d') {
                None => Due::Roll(seat),
                Some(face) => {
                    let face = face.parse().ok()?;
                    DIE.iter().find(|(known, _)| *known == face)?;
                    Due::Turn(seat, face)
                }
            }
        }
    };
    // What else is written than the canonical text is found when that is compared.
    let passed = parts.next() == Some("passed");
    Some(AnyToy { hands: BySeat::new(a.0, b.0), laid: BySeat::new(a.1, b.1), due, passed, options })
}

/// What a player typed.
enum Typed {
    Cards(Cards),
    Lay,
    Pass,
    NoSuchCard(char),
}

fn read_typed(text: &str) -> Option<Typed> {
    let folded: String = text
        .chars()
        .take(40)
        .flat_map(char::to_lowercase)
        .filter(|c| !c.is_whitespace() && !matches!(c, ',' | '+'))
        .map(|c| if c == 'с' { 'c' } else { c })
        .collect();
    match folded.as_str() {
        "pass" => return Some(Typed::Pass),
        "lay" => return Some(Typed::Lay),
        _ => {}
    }
    let mut cards = Cards::default();
    let mut rest = folded.chars();
    loop {
        let digit = match rest.next() {
            None => break,
            Some('c') => rest.next()?,
            Some(other) => other,
        };
        if !digit.is_ascii_digit() {
            return None;
        }
        match Card::read(&format!("c{digit}")) {
            Some(card) => cards = cards.with(card),
            None => return Some(Typed::NoSuchCard(digit)),
        }
    }
    (!cards.is_empty()).then_some(Typed::Cards(cards))
}

/// Why an action of the toy game is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ToyRefusal {
    /// The deal is over.
    Over,
    /// A roll or a deal comes first.
    RollDue,
    /// There is no such card.
    NoSuchCard(String),
    /// The cards are not in the hand.
    NotHeld(String),
    /// "together worth no more than the die"
    TooHigh {
        /// What they are worth.
        sum: u8,
        /// What the die shows.
        die: u8,
    },
    /// "who can lay must"
    MustLay {
        /// The ways to lay.
        ways: Vec<String>,
    },
    /// "Who cannot ... passes."
    OnlyPass,
}

impl Refusal for ToyRefusal {
    const IDS: &'static [&'static str] = &[
        "toy-over",
        "toy-roll-due",
        "toy-no-such-card",
        "toy-not-held",
        "toy-too-high",
        "toy-must-lay",
        "toy-only-pass",
    ];

    fn message(&self) -> Message {
        match self {
            ToyRefusal::Over => Message::new("toy-over"),
            ToyRefusal::RollDue => Message::new("toy-roll-due"),
            ToyRefusal::NoSuchCard(card) => {
                Message::new("toy-no-such-card").with("card", card.as_str())
            }
            ToyRefusal::NotHeld(cards) => {
                Message::new("toy-not-held").with("cards", cards.as_str())
            }
            ToyRefusal::TooHigh { sum, die } => Message::new("toy-too-high")
                .with("sum", u32::from(*sum))
                .with("die", u32::from(*die)),
            ToyRefusal::MustLay { ways } => Message::new("toy-must-lay").with("ways", ways.clone()),
            ToyRefusal::OnlyPass => Message::new("toy-only-pass"),
        }
    }
}

impl<const ROLLED: bool> Drawn for AnyToy<ROLLED> {
    /// Four files for the four cards; from A's edge two ranks for A's hand and two for
    /// what A laid, the same from B's. A hidden hand is only counted in the strip.
    fn scene(&self, view: &View, since: &[(Self, StepOf<Self>)]) -> Scene {
        let stones = Seat::ALL
            .into_iter()
            .flat_map(|seat| {
                let hand = stack(self.hands[seat].seen(), seat, 0);
                hand.into_iter().chain(stack(self.laid[seat], seat, 2))
            })
            .collect();
        let trail = match since.last() {
            Some((
                AnyToy { laid, due: Due::Turn(seat, _), .. },
                Step::Action(ToyAction::Lay(cards)),
            )) => {
                let before = stack(laid[*seat], *seat, 2);
                stack(laid[*seat].plus(*cards), *seat, 2)
                    .into_iter()
                    .filter(|stone| !before.contains(stone))
                    .map(|stone| stone.at)
                    .collect()
            }
            _ => Vec::new(),
        };
        let strip = |seat| Strip {
            name: view.names[seat].clone(),
            score: view.score.map(|score| score[seat]),
            stock: Some(u32::from(self.hands[seat].len())),
            to_move: !view.over
                && matches!(self.due, Due::Roll(due) | Due::Turn(due, _) if due == seat),
        };
        Scene {
            board: Board::Grid(Grid { files: 4, ranks: 8, stones, trail, marks: Vec::new() }),
            orientation: match view.below {
                Seat::First => Orientation::FirstBelow,
                Seat::Second => Orientation::SecondBelow,
            },
            strips: Seat::ALL.map(strip),
        }
    }

    fn diagram(&self, view: &View) -> String {
        let seat = |seat: Seat| {
            let (hand, laid) = (self.hands[seat].text(), self.laid[seat].text());
            format!("{}: {hand}\n   {laid}\n", FACTS.seats[seat].to_uppercase())
        };
        let due = match self.due {
            Due::Deal(_) | Due::Over => String::new(),
            Due::Roll(seat) => format!("{}?", FACTS.seats[seat]),
            Due::Turn(seat, face) => format!("{} d{face}", FACTS.seats[seat]),
        };
        seat(view.below.opponent()) + &seat(view.below) + &due
    }
}

/// Cards as stones, `off` ranks from the edge of their seat.
fn stack(cards: Cards, seat: Seat, off: u8) -> Vec<Stone> {
    let side = match seat {
        Seat::First => Side::First,
        Seat::Second => Side::Second,
    };
    Card::ALL
        .into_iter()
        .flat_map(|card| (0..cards.of(card)).map(move |copy| (card, copy + off)))
        .map(|(card, from_edge)| {
            let rank = if seat == Seat::First { from_edge } else { 7 - from_edge };
            Stone { at: Field { file: card.0 - 1, rank }, side }
        })
        .collect()
}
