//! Laws of single positions: lists, texts, steps, ends, chances.

use super::{MOST_STEPS, Sample, legal, samples};
use kosti::{
    game::{
        Actor, Arg, Entropy, Message, Notation, Outcome, Position, ReadError, Refusal, Seat,
        SplitMix, Step, StepOf,
    },
    games::Drawn,
};
use std::{
    collections::{BTreeSet, HashMap, HashSet},
    fmt::Debug,
};

/// Games of each variant.
const GAMES: u32 = 20;
/// How many actions of other positions are tried on each position.
const FOREIGN: usize = 12;

/// There is an action exactly when a player acts; the list is sorted by the bytes of the
/// texts; no two actions have one text or one result.
pub(super) fn lists_what_is_legal<P: Drawn>() {
    // A list with something in it, which is to be cleared.
    let mut list = Vec::new();
    for sample in samples::<P>(GAMES) {
        for position in sample.positions() {
            let text = position.to_text();
            position.legal(&mut list);
            assert_eq!(list.is_empty(), !matches!(position.actor(), Actor::Player(_)), "{text}");
            let texts: Vec<String> =
                list.iter().map(|action| position.action_text(action)).collect();
            assert!(texts.is_sorted_by(|a, b| a.as_bytes() < b.as_bytes()), "{text}: {texts:?}");
            let mut results = HashSet::new();
            for (action, said) in list.iter().zip(&texts) {
                let mut after = position.clone();
                after.apply_unchecked(&Step::Action(action.clone()));
                assert!(results.insert(after), "{text}: {said} is another action too");
            }
        }
    }
}

/// Texts of positions, actions and chances mean what they were written for; equal
/// positions have equal texts, others others.
pub(super) fn reads_what_it_writes<P: Drawn>() {
    let mut texts: HashMap<(String, String), P> = HashMap::new();
    let mut positions: HashMap<P, String> = HashMap::new();
    for sample in samples::<P>(GAMES) {
        let options = P::options(&sample.options);
        for position in sample.positions() {
            let text = position.to_text();
            plain(&text);
            assert_eq!(P::from_text(&text, &options).as_ref().ok(), Some(position), "{text}");
            let one = texts.entry((sample.options.full_text(), text.clone()));
            assert_eq!(one.or_insert_with(|| position.clone()), position, "{text}");
            let known = positions.entry(position.clone()).or_insert_with(|| text.clone());
            assert_eq!(*known, text);
            for action in legal(position) {
                let said = position.action_text(&action);
                plain(&said);
                assert_eq!(position.read_action(&said), Ok(action), "{text}: {said}");
            }
        }
        for (position, step) in &sample.played.steps {
            let Step::Chance(chance) = step else { continue };
            let said = position.chance_text(chance);
            plain(&said);
            assert_eq!(position.read_chance(&said).as_ref(), Some(chance), "{said}");
            assert_eq!(position.read_chance(&format!("{said} ")), None, "{said}");
            assert_eq!(sample.played.end.read_chance(&said), None, "{said} behind the end");
        }
    }
}

/// "Everything is ASCII ... single spaces as shown, no trailing space"
fn plain(text: &str) {
    assert!(text.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{text:?}");
    assert!(!text.contains("  ") && text.trim() == text && !text.is_empty(), "{text:?}");
}

/// Whatever is typed is read as a legal action, or refused with a sentence that the
/// locales have, or answered with two legal actions or more.
pub(super) fn reads_generously_and_never_guesses<P: Drawn>() {
    let mut typed: Vec<String> =
        ["", " ", "-", "?", "1.", "pass", "zzz", "💥", "ё5:и7", "99999999999999999999"]
            .map(str::to_owned)
            .to_vec();
    typed.push("a1".repeat(500));
    typed.push("1 ".repeat(500));
    let fixed = typed.len();
    for sample in samples::<P>(GAMES / 4) {
        let mut entropy = SplitMix::new(sample.seed);
        for position in sample.positions() {
            let list = legal(position);
            for action in &list {
                let said = position.action_text(action);
                let spaced = said.chars().flat_map(|c| [c, ' ']).collect();
                typed.extend([
                    said.to_uppercase(),
                    format!("  12. {said} "),
                    spaced,
                    slip(&said, &mut entropy),
                ]);
            }
            for text in &typed {
                match position.read_action(text) {
                    Ok(action) => {
                        assert!(list.contains(&action), "{text:?} in {}", position.to_text());
                    }
                    Err(ReadError::Syntax) => {}
                    Err(ReadError::Illegal(refusal)) => known::<P>(&refusal.message()),
                    Err(ReadError::Ambiguous(actions)) => {
                        assert!(actions.len() > 1, "{text:?} in {}", position.to_text());
                        let mut rest = list.iter();
                        let in_order =
                            actions.iter().all(|action| rest.any(|known| known == action));
                        assert!(in_order, "{text:?} in {}", position.to_text());
                    }
                }
            }
            // Some of it is tried again on the next position.
            typed.drain(fixed..(typed.len() - FOREIGN.min(typed.len() - fixed)));
        }
    }
}

/// A text with one character left out, doubled or exchanged.
fn slip(text: &str, entropy: &mut SplitMix) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let mut place = || entropy.below(chars.len() as u32) as usize;
    let (at, other, kind) = (place(), place(), place());
    match kind % 3 {
        0 => drop(chars.remove(at)),
        1 => chars.insert(at, chars[other]),
        _ => chars.swap(at, other),
    }
    chars.into_iter().collect()
}

/// Every sentence of a refusal is among those that the game states.
fn known<P: Notation>(message: &Message) {
    assert!(P::Refusal::IDS.contains(&&*message.id), "{message:?}");
    for (_, arg) in &message.args {
        if let Arg::Said(inner) = arg {
            known::<P>(inner);
        }
    }
}

/// The checked way does what the unchecked one does for legal steps, and nothing for
/// others.
pub(super) fn applies_legal_steps_only<P: Drawn>() {
    // Steps of other positions, the newest last.
    let mut foreign: Vec<StepOf<P>> = Vec::new();
    let mut refused = 0;
    for sample in samples::<P>(GAMES / 2) {
        for position in sample.positions() {
            let steps = possible(position);
            for step in &steps {
                let (mut checked, mut unchecked) = (position.clone(), position.clone());
                assert_eq!(checked.apply(step), Ok(()), "{step:?} in {}", position.to_text());
                unchecked.apply_unchecked(step);
                assert_eq!(checked, unchecked, "{step:?} in {}", position.to_text());
            }
            for step in foreign.iter().filter(|step| !steps.contains(step)) {
                let too_many = matches!(step, Step::Chance(chance)
                    if position.actor() == Actor::Chance && position.admits(chance));
                if !too_many {
                    refused += 1;
                    let mut after = position.clone();
                    assert!(after.apply(step).is_err(), "{step:?} in {}", position.to_text());
                    assert_eq!(after, *position, "{step:?}");
                }
            }
            foreign.extend(steps);
            foreign.drain(..foreign.len().saturating_sub(FOREIGN));
        }
    }
    assert!(refused > 0, "nothing was refused");
}

/// Every step that can be listed here, or else one that is drawn.
fn possible<P: Position>(position: &P) -> Vec<StepOf<P>> {
    match (position.actor(), position.chances()) {
        (Actor::Chance, Some(chances)) => {
            chances.into_iter().map(|(chance, _)| Step::Chance(chance)).collect()
        }
        (Actor::Chance, None) => {
            position.sample(&mut SplitMix::new(0)).map(Step::Chance).into_iter().collect()
        }
        _ => legal(position).into_iter().map(Step::Action).collect(),
    }
}

/// Continued from nothing, movements make exactly the legal actions; or a game never
/// composes any.
pub(super) fn composes_every_action<P: Drawn>() {
    let mut composes = None;
    for sample in samples::<P>(GAMES / 4) {
        for position in sample.positions() {
            let text = position.to_text();
            let mut tree =
                Tree { position, whole: BTreeSet::new(), movements: Vec::new(), tried: 0 };
            tree.gather(&mut Vec::new());
            let list: BTreeSet<String> =
                legal(position).iter().map(|action| position.action_text(action)).collect();
            if list.is_empty() {
                assert!(tree.whole.is_empty() && tree.movements.is_empty(), "{text}");
                continue;
            }
            let here = !tree.whole.is_empty();
            assert_eq!(*composes.get_or_insert(here), here, "{text}: only some are composed");
            if here {
                assert_eq!(tree.whole, list, "{text}");
                tree.refuse(&mut Vec::new());
            }
        }
    }
}

/// Everything that can be composed in a position.
struct Tree<'a, P: Notation> {
    position: &'a P,
    /// The texts of whole actions.
    whole: BTreeSet<String>,
    /// Every movement that occurs.
    movements: Vec<P::Movement>,
    /// How many movements have been tried where they are illegal.
    tried: usize,
}

impl<P: Notation> Tree<'_, P> {
    fn gather(&mut self, prefix: &mut Vec<P::Movement>) {
        let next = self.position.next(prefix);
        let action = self.position.composed(prefix);
        let finished = next.is_empty() && !prefix.is_empty();
        assert!(!finished || action.is_some(), "{prefix:?} leads nowhere");
        if let Some(action) = action {
            self.whole.insert(self.position.action_text(&action));
        }
        let mut texts = HashSet::new();
        for movement in next {
            let text = self.position.movement_text(prefix, &movement);
            plain(&text);
            assert!(texts.insert(text), "two movements have one text behind {prefix:?}");
            if !self.movements.contains(&movement) {
                self.movements.push(movement.clone());
            }
            prefix.push(movement);
            self.gather(prefix);
            prefix.pop();
        }
    }

    /// What is no legal sequence neither goes on nor is an action.
    /// Each prefix is tried with a few other movements, by turns.
    fn refuse(&mut self, prefix: &mut Vec<P::Movement>) {
        const EACH: usize = 3;
        let next = self.position.next(prefix);
        let illegal: Vec<P::Movement> =
            self.movements.iter().filter(|movement| !next.contains(movement)).cloned().collect();
        for movement in illegal.iter().cycle().skip(self.tried).take(EACH.min(illegal.len())) {
            prefix.push(movement.clone());
            assert!(self.position.next(prefix).is_empty(), "{prefix:?} goes on");
            assert_eq!(self.position.composed(prefix), None, "{prefix:?}");
            prefix.pop();
        }
        self.tried += EACH;
        for movement in next {
            prefix.push(movement);
            self.refuse(prefix);
            prefix.pop();
        }
    }
}

/// Every game ends; there is an outcome then and not earlier, for a reason that the game
/// states. Giving up always gives the other side something.
pub(super) fn ends_with_an_outcome<P: Drawn>() {
    for sample in samples::<P>(GAMES) {
        let Sample { options, deal, seed, played } = &sample;
        let name = format!("{options:?}, deal {}, seed {seed}", deal.get());
        assert!(played.steps.len() < MOST_STEPS && played.end.actor() == Actor::Over, "{name}");
        for position in sample.positions() {
            let text = position.to_text();
            let outcome = position.outcome();
            assert_eq!(outcome.is_some(), position.actor() == Actor::Over, "{text}");
            if let Some(outcome) = outcome {
                let end = (P::FACTS.key, outcome.reason.as_str());
                let free = outcome.winner.is_some() && WON_FOR_NOTHING.contains(&end);
                sound::<P>(&outcome, free);
            }
            for loser in Seat::ALL {
                let outcome = position.concede(loser);
                sound::<P>(&outcome, false);
                assert_eq!(outcome.winner, Some(loser.opponent()), "{text}");
            }
        }
    }
}

/// The only ends, by game and reason, that can be won without points: there may be no "tiles left
/// in the loser's hand".
const WON_FOR_NOTHING: [(&str, &str); 1] = [("sausage", "cut")];

/// A win has points unless it can be free, a draw none; the text can be read.
fn sound<P: Notation>(outcome: &Outcome, free: bool) {
    let text = outcome.text(P::FACTS.seats);
    plain(&text);
    assert!(P::FACTS.reasons.contains(&outcome.reason), "{text}");
    assert!(free || outcome.winner.is_some() == (outcome.points > 0), "{text}");
    assert_eq!(Outcome::parse(&text, P::FACTS.seats, P::FACTS.reasons).as_ref(), Ok(outcome));
}

/// Chances that can be listed have positive weights and are drawn about as often as these
/// say; others are drawn as what can happen. Where no chance is due there is none.
pub(super) fn draws_its_chances<P: Drawn>() {
    let mut entropy = SplitMix::new(0);
    for sample in samples::<P>(2) {
        let mut counted = 0;
        for position in sample.positions() {
            let text = position.to_text();
            if position.actor() != Actor::Chance {
                assert_eq!(position.chances(), Some(Vec::new()), "{text}");
                assert_eq!(position.sample(&mut entropy), None, "{text}");
                continue;
            }
            match position.chances() {
                Some(chances) => {
                    assert!(!chances.is_empty(), "{text}");
                    distinct(chances.iter().map(|(chance, _)| chance));
                    distinct(chances.iter().map(|(chance, _)| position.chance_text(chance)));
                    for (chance, weight) in &chances {
                        assert!(*weight > 0 && position.admits(chance), "{text}: {chance:?}");
                    }
                    counted += 1;
                    if counted <= 3 {
                        shares(position, &chances, &mut entropy);
                    }
                }
                None => many(position, &mut entropy),
            }
        }
    }
}

fn distinct<T: Eq + std::hash::Hash + Debug>(all: impl Iterator<Item = T>) {
    let mut seen = HashSet::new();
    for one in all {
        let said = format!("{one:?}");
        assert!(seen.insert(one), "{said} stands twice");
    }
}

/// Draws each kind about as often as its weight says: within five standard deviations.
pub(super) fn shares<P: Position>(
    position: &P,
    chances: &[(P::Chance, u32)],
    entropy: &mut SplitMix,
) {
    const DRAWS: u32 = 20_000;
    let mut drawn: HashMap<P::Chance, u32> = HashMap::new();
    for _ in 0..DRAWS {
        *drawn.entry(position.sample(entropy).expect("a chance is due")).or_default() += 1;
    }
    let total: u32 = chances.iter().map(|(_, weight)| weight).sum();
    for (chance, weight) in chances {
        let share = f64::from(*weight) / f64::from(total);
        let found = f64::from(drawn.remove(chance).unwrap_or(0));
        let (mean, spread) =
            (f64::from(DRAWS) * share, (f64::from(DRAWS) * share * (1.0 - share)).sqrt());
        assert!((found - mean).abs() <= 5.0 * spread, "{chance:?}: {found} of about {mean}");
    }
    assert!(drawn.is_empty(), "other kinds were drawn: {drawn:?}");
}

/// Draws chances that cannot be listed: each can happen, its text can be read, and there
/// are several.
fn many<P: Notation>(position: &P, entropy: &mut SplitMix) {
    let mut kinds = HashSet::new();
    for _ in 0..200 {
        let chance = position.sample(entropy).expect("a chance is due");
        let text = position.chance_text(&chance);
        assert!(position.admits(&chance), "{text}");
        assert_eq!(position.read_chance(&text).as_ref(), Some(&chance), "{text}");
        let mut after = position.clone();
        assert_eq!(after.apply(&Step::Chance(chance)), Ok(()), "{text}");
        kinds.insert(text);
    }
    assert!(kinds.len() > 20, "only {kinds:?}");
}
