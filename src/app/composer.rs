//! Choosing an action by buttons: which there are in a position, and where each leads.
//!
//! Where there are few actions, each has a button. Where there are many and the game composes
//! them, a button adds a movement, until the movements are a whole action; what leaves no choice
//! follows by itself. What stands on a button is what it plays: where the movements make more
//! than that, as the last die of a turn does, a button with the whole of it is asked for first.
//! Nothing is kept between two presses: a button carries all the movements before it.

use super::{
    button::{LONGEST_PREFIX, Tail, Verb, check},
    reply::Press,
};
use crate::{
    game::{Arg, Message},
    games::{AnyPosition, Continuation},
};

/// The most actions that have a button each.
pub const MOST_ACTIONS: usize = 8;
/// The most movements that can be chosen from at once.
pub const MOST_MOVEMENTS: usize = 24;
/// The place of no movement: each one at the end leads to more of those to choose from.
const MORE: u8 = 63;
/// The most actions among which it is looked whether a movement leads to one of them only:
/// among more it hardly does, and the games take their time for it.
const MOST_FORESEEN: usize = 64;
/// The most rows of buttons under a message, and the most buttons in a row.
pub const MOST_ROWS: usize = 5;
/// The most characters on a button.
pub const LONGEST_LABEL: usize = 40;

/// A button, whatever match it is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What it does.
    pub verb: Verb,
    /// What it does it with.
    pub tail: Tail,
    /// What stands on it.
    pub label: Message,
}

/// What can be pressed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// The texts of the movements that were chosen already.
    pub chosen: Vec<String>,
    /// The actions or movements to choose from.
    pub next: Vec<Choice>,
    /// What else can be done: play the action as it is, see more, undo.
    pub others: Vec<Choice>,
}

/// Where a button leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// To an action that is played.
    Play(String),
    /// To more buttons.
    Choose(Choices),
}

/// What can be pressed under the board of a position; nothing where nobody can choose, or
/// only by typing.
#[must_use]
pub fn begin(position: &AnyPosition) -> Choices {
    let legal = position.legal();
    if legal.len() > MOST_ACTIONS {
        let first = Sequence::default();
        return first.choices(position, &legal, &position.next(&[]), 0).unwrap_or_default();
    }
    let one = |action: &String| play(position, &legal, action, "press-movement");
    Choices { next: legal.iter().filter_map(one).collect(), ..Choices::default() }
}

/// What can be pressed where nothing but this action is asked about: it is played, or undone.
#[must_use]
pub fn only(position: &AnyPosition, legal: &[String], action: &str) -> Choices {
    let undo = Sequence::default().way(&[], "press-undo");
    let id = if position.called(action).is_some() { "press-play-called" } else { "press-play" };
    let others = play(position, legal, action, id).into_iter().chain([undo]);
    Choices { chosen: vec![action.to_owned()], next: Vec::new(), others: others.collect() }
}

/// Where the button leads that carries these movements, each as its place among those that
/// continue the ones before it; `None` when they are not the movements that it was made for.
#[must_use]
pub fn go_on(position: &AnyPosition, places: &[u8], wanted: u16) -> Option<Step> {
    let page = places.iter().rev().take_while(|place| **place == MORE).count();
    let places = &places[..places.len() - page];
    let mut sequence = Sequence::read(position, places)?;
    if check(&sequence.text()) != wanted {
        return None;
    }
    if places.is_empty() && page == 0 {
        return Some(Step::Choose(begin(position)));
    }
    let legal = position.legal();
    let label = sequence.label(position, &legal);
    let next = sequence.settle(position);
    if let (Some(action), [], 0) = (&sequence.action, &next[..], page)
        && *action == label
    {
        return Some(Step::Play(label));
    }
    Some(Step::Choose(sequence.choices(position, &legal, &next, page)?))
}

fn play(
    position: &AnyPosition,
    legal: &[String],
    action: &str,
    id: &'static str,
) -> Option<Choice> {
    let tail = Tail::action(legal, action)?;
    let text = position.called(action).map_or_else(|| Arg::from(action), Arg::from);
    Some(Choice { verb: Verb::Play, tail, label: Message::new(id).with("text", text) })
}

/// Movements that follow one another.
#[derive(Clone, Default)]
struct Sequence {
    places: Vec<u8>,
    movements: Vec<String>,
    /// The action that they make, if it is a whole one.
    action: Option<String>,
    /// How many there were before the last one that was a choice.
    before: usize,
}

impl Sequence {
    fn read(position: &AnyPosition, places: &[u8]) -> Option<Self> {
        let mut sequence = Sequence::default();
        for place in places {
            let next = position.next(&sequence.movements);
            if next.len() > 1 || sequence.action.is_some() {
                sequence.before = sequence.places.len();
            }
            sequence.add(*place, next.get(usize::from(*place))?);
        }
        Some(sequence)
    }

    fn add(&mut self, place: u8, continuation: &Continuation) {
        self.places.push(place);
        self.movements.push(continuation.movement.clone());
        self.action.clone_from(&continuation.action);
    }

    fn text(&self) -> String {
        self.movements.join(" ")
    }

    /// Adds the movements that leave no choice; gives those that there are to choose from.
    fn settle(&mut self, position: &AnyPosition) -> Vec<Continuation> {
        loop {
            let next = position.next(&self.movements);
            match (&next[..], &self.action) {
                ([only], None) if self.places.len() < LONGEST_PREFIX => self.add(0, only),
                _ => return next,
            }
        }
    }

    /// What can be pressed behind these movements, which nothing follows by itself; `None` when
    /// there is no such page of it.
    fn choices(
        self,
        position: &AnyPosition,
        legal: &[String],
        next: &[Continuation],
        page: usize,
    ) -> Option<Choices> {
        let whole = self.action.as_ref();
        let whole = whole.and_then(|action| play(position, legal, action, "press-play"));
        let mut others: Vec<Choice> = whole.into_iter().collect();
        let most = MOST_MOVEMENTS - others.len();
        let carried = self.places.len() + page;
        // No game has as many, and there is no place for more.
        let next = &next[..next.len().min(usize::from(MORE))];
        let mut shown = next;
        if carried >= LONGEST_PREFIX {
            shown = &[];
        } else if next.len() > most {
            // What leads to more takes a button too.
            let from = page.checked_mul(most - 1).filter(|from| *from < next.len())?;
            let to = next.len().min(from + most - 1);
            shown = &next[from..to];
            others.extend(
                (to < next.len()).then(|| self.way(&[MORE].repeat(page + 1), "press-more")),
            );
        } else if page > 0 {
            return None;
        }
        let first = next.len().min(page * (most - 1));
        let buttons = self.continued(position, legal, shown, u8::try_from(first).ok()?);
        if page > 0 {
            others.push(self.way(&[MORE].repeat(page - 1), "press-undo"));
        } else if !self.places.is_empty() {
            others.extend(self.undo(position));
        }
        Some(Choices { chosen: self.movements, next: buttons, others })
    }

    /// A button for each of these movements, the first of which has that place.
    fn continued(
        &self,
        position: &AnyPosition,
        legal: &[String],
        next: &[Continuation],
        first: u8,
    ) -> Vec<Choice> {
        let mut choices = Vec::with_capacity(next.len());
        let mut played: Vec<String> = Vec::new();
        for (place, continuation) in (first..).zip(next) {
            let mut sequence = self.clone();
            sequence.add(place, continuation);
            let (places, check) = (sequence.places.clone(), check(&sequence.text()));
            let text = sequence.label(position, legal);
            // Movements in another order can make the same action.
            if text != continuation.movement {
                if played.contains(&text) {
                    continue;
                }
                played.push(text.clone());
            }
            let label = Message::new("press-movement").with("text", text);
            choices.push(Choice {
                verb: Verb::Compose,
                tail: Tail::Prefix { places, check },
                label,
            });
        }
        choices
    }

    /// What stands on the button that adds the last of these movements: that movement, or the
    /// action if there is no choice any more. By dice it is always the movement: who builds a
    /// turn out of dice looks at the next one only.
    fn label(&self, position: &AnyPosition, legal: &[String]) -> String {
        let foreseen = legal.len() <= MOST_FORESEEN && !position.facts().chance;
        let only = foreseen.then(|| self.clone().only(position)).flatten();
        only.or_else(|| self.movements.last().cloned()).unwrap_or_default()
    }

    /// The action that is played with these movements, if there is no choice any more.
    fn only(mut self, position: &AnyPosition) -> Option<String> {
        let rest = self.settle(position);
        self.action.filter(|_| rest.is_empty())
    }

    /// Back to where the last choice was made, among the movements that were shown then.
    fn undo(&self, position: &AnyPosition) -> Option<Choice> {
        let chosen = usize::from(*self.places.get(self.before)?);
        let sequence = Sequence::read(position, &self.places[..self.before])?;
        let most = MOST_MOVEMENTS - usize::from(sequence.action.is_some());
        let paged = position.next(&sequence.movements).len() > most;
        let page = if paged { chosen / (most - 1) } else { 0 };
        Some(sequence.way(&[MORE].repeat(page), "press-undo"))
    }

    /// The way to these movements, or to a page of what follows them.
    fn way(&self, pages: &[u8], id: &'static str) -> Choice {
        let (places, check) = ([&self.places, pages].concat(), check(&self.text()));
        Choice {
            verb: Verb::Compose,
            tail: Tail::Prefix { places, check },
            label: Message::new(id),
        }
    }
}

/// Buttons in rows, their labels cut so that they can be read, and told from one another:
/// first those to choose from, the shorter the more in a row, then the others.
#[must_use]
pub fn rows(mut next: Vec<Press>, mut others: Vec<Press>) -> Vec<Vec<Press>> {
    let mut known: Vec<String> = Vec::new();
    for press in next.iter_mut().chain(&mut others) {
        press.label = distinct(&press.label, &known);
        known.push(press.label.clone());
    }
    let most = MOST_ROWS - usize::from(!others.is_empty());
    if next.len() > most * MOST_ROWS {
        next.append(&mut others);
    }
    let longest = next.iter().map(|press| press.label.chars().count()).max().unwrap_or(0);
    let fit = match longest {
        0..=6 => 5,
        7..=8 => 4,
        9..=12 => 3,
        13..=18 => 2,
        _ => 1,
    };
    let most = MOST_ROWS - usize::from(!others.is_empty());
    let lines = next.len().div_ceil(fit).min(most).max(1);
    let each = next.len().div_ceil(lines).max(1);
    let mut rows: Vec<Vec<Press>> = next.chunks(each).map(<[Press]>::to_vec).collect();
    rows.extend((!others.is_empty()).then_some(others));
    rows
}

/// A label that is not too long, and none of those that are known.
fn distinct(label: &str, known: &[String]) -> String {
    let mut shown = shortened(label, LONGEST_LABEL);
    let mut number = 2;
    while known.contains(&shown) {
        let mark = format!(" {number}");
        shown = shortened(label, LONGEST_LABEL.saturating_sub(mark.len())) + &mark;
        number += 1;
    }
    shown
}

/// A text of so many characters at the most: where it begins and where it ends says more than
/// what is between.
fn shortened(text: &str, longest: usize) -> String {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= longest {
        return text.to_owned();
    }
    let kept = longest.saturating_sub(1);
    let (head, tail) = (kept.div_ceil(2), characters.len() - kept / 2);
    characters[..head].iter().chain(&['…']).chain(&characters[tail..]).collect()
}
