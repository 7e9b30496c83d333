//! Choosing what to play by buttons: a game, its options, the length, the clock.

use super::{
    button::{Tail, Verb},
    challenges::{self, Terms},
    reply::{Press, Reply, in_rows},
    service::{Context, Stop, refuse},
    settings::clock_words,
};
use crate::{
    game::{Facts, Message, OptionSet, Seat},
    games::GameKind,
    store::{MatchNo, PersonId, challenges::Invited, members},
};

/// Lengths that are offered where a game has no usual target.
const TARGETS: [u32; 3] = [3, 5, 7];
/// Clocks that are offered, in seconds for each action.
const CLOCKS: [u32; 3] = [3600, 24 * 3600, 3 * 24 * 3600];

/// What has been chosen so far. On a button: `[game, length, clock, option…]`, each the
/// place in its list and 0 the usual; a last digit more says that it is done.
#[derive(Clone)]
struct Choice {
    game: u8,
    target: u8,
    clock: u8,
    options: Vec<u8>,
    opponent: Option<PersonId>,
}

impl Choice {
    fn digits(&self) -> Vec<u8> {
        let mut digits = vec![self.game, self.target, self.clock];
        digits.extend(&self.options);
        digits
    }

    fn tail(&self, owner: PersonId, done: bool) -> Tail {
        let mut choices = self.digits();
        choices.extend(done.then_some(0));
        Tail::Pick { owner, choices, opponent: self.opponent }
    }
}

/// Asks what to play: the game, or with one game what else there is to choose.
pub(super) fn begin(
    context: &Context<'_>,
    opponent: Option<PersonId>,
) -> Result<Option<Reply>, Stop> {
    let games: Vec<GameKind> = context.app.games.all().collect();
    if let [only] = games[..] {
        return ask(context, only, &usual(0, only, opponent));
    }
    let presses = games.iter().zip(0..).map(|(game, at)| {
        let name = Message::new(format!("{}-name", game.facts().key));
        button(context, usual(at, *game, opponent).tail(context.person, false), name)
    });
    let mut reply = context.private(&[Message::new("pick-game")]);
    reply.buttons = in_rows(presses.collect());
    Ok(Some(reply))
}

fn usual(at: u8, game: GameKind, opponent: Option<PersonId>) -> Choice {
    let options = vec![0; game.facts().options.len()];
    Choice { game: at, target: 0, clock: 0, options, opponent }
}

/// Goes on from what was chosen: asks what else, or makes the challenge.
pub(super) async fn pick(
    context: &mut Context<'_>,
    choices: &[u8],
    opponent: Option<PersonId>,
) -> Result<Option<Reply>, Stop> {
    let unknown = || Stop::NotUnderstood(Message::new("press-unknown"));
    let [at, target, clock, rest @ ..] = choices else { return Err(unknown()) };
    let game = context.app.games.all().nth(usize::from(*at)).ok_or_else(unknown)?;
    let facts = game.facts();
    let (options, done) = rest.split_at_checked(facts.options.len()).ok_or_else(unknown)?;
    let choice =
        Choice { game: *at, target: *target, clock: *clock, options: options.to_vec(), opponent };
    if done.is_empty() {
        let reply = ask(context, game, &choice)?;
        return Ok(reply.map(|reply| Reply { in_place: true, ..reply }));
    }
    let set = options_of(facts, &choice).ok_or_else(unknown)?;
    let invited = match opponent {
        None => Invited::Anyone,
        Some(person) if person == context.person => {
            return refuse(Message::new("challenge-self"));
        }
        // A button can be forged: nobody is called who is not here.
        Some(person) if !members::is_here(context.db, context.scope, person).await? => {
            return Err(unknown());
        }
        Some(person) => Invited::Person(person),
    };
    let target = match (usize::from(choice.target).checked_sub(1), facts.target) {
        (None, usual) => usual,
        (Some(at), _) => Some(*TARGETS.get(at).ok_or_else(unknown)?),
    };
    let clock = match usize::from(choice.clock).checked_sub(1) {
        None => context.settings.clock,
        Some(at) => Some(*CLOCKS.get(at).ok_or_else(unknown)?),
    };
    let (target, clock) = (
        target.and_then(|target| i32::try_from(target).ok()),
        clock.and_then(|seconds| i32::try_from(seconds).ok()),
    );
    let terms = Terms { game, options: set, seat: Seat::First, invited, target, clock };
    challenges::challenge(context, terms).await
}

/// The options that were chosen; `None` when the game has no such values.
fn options_of(facts: &'static Facts, choice: &Choice) -> Option<OptionSet> {
    let mut texts = Vec::new();
    for (fact, at) in facts.options.iter().zip(&choice.options) {
        if let Some(at) = usize::from(*at).checked_sub(1) {
            texts.push(format!("{}={}", fact.key, others(fact.values, fact.default).nth(at)?));
        }
    }
    OptionSet::parse(facts, texts.iter().map(String::as_str)).ok()
}

/// The values of an option that are not the usual one.
fn others(
    values: &'static [&'static str],
    default: &'static str,
) -> impl Iterator<Item = &'static str> {
    values.iter().copied().filter(move |value| *value != default)
}

/// What can be chosen of a game: what is chosen is marked and goes back to the usual when
/// it is pressed again.
fn ask(context: &Context<'_>, game: GameKind, choice: &Choice) -> Result<Option<Reply>, Stop> {
    let facts = game.facts();
    let name = Message::new(format!("{}-name", facts.key));
    let mut rows = Vec::new();
    for (place, fact) in facts.options.iter().enumerate() {
        let row = others(fact.values, fact.default).zip(1..).map(|(value, at)| {
            let label = Message::new(format!("{}-option-{}-{value}", facts.key, fact.key));
            let mut next = choice.clone();
            let is = toggle(&mut next.options[place], at);
            chosen(context, &next, label, is)
        });
        rows.push(row.collect::<Vec<_>>());
    }
    if facts.target.is_none() {
        let row = TARGETS.into_iter().zip(1..).map(|(target, at)| {
            let mut next = choice.clone();
            let is = toggle(&mut next.target, at);
            chosen(context, &next, Message::new("pick-target").with("points", target), is)
        });
        rows.push(row.collect());
    }
    let row = CLOCKS.into_iter().zip(1..).map(|(clock, at)| {
        let mut next = choice.clone();
        let is = toggle(&mut next.clock, at);
        chosen(context, &next, clock_words(clock), is)
    });
    rows.push(row.collect());
    let go = if choice.opponent.is_some() { "pick-go" } else { "pick-go-open" };
    rows.push(vec![button(context, choice.tail(context.person, true), Message::new(go))]);
    rows.retain(|row| !row.is_empty());
    let mut reply = context.private(&[Message::new("pick-options").with("game", name)]);
    reply.buttons = rows;
    Ok(Some(reply))
}

/// Chooses a place, or the usual where it was chosen already; gives whether it was.
fn toggle(digit: &mut u8, at: u8) -> bool {
    let is = *digit == at;
    *digit = if is { 0 } else { at };
    is
}

fn chosen(context: &Context<'_>, next: &Choice, label: Message, is: bool) -> Press {
    let id = if is { "pick-chosen" } else { "pick-other" };
    button(context, next.tail(context.person, false), Message::new(id).with("choice", label))
}

fn button(context: &Context<'_>, tail: Tail, label: Message) -> Press {
    context.press(context.own_lang, Verb::Pick, (MatchNo(0), 0), tail, label)
}
