//! Challenges: made, accepted, declined, withdrawn.

use super::{
    command::Play,
    dice::Seed,
    names, offers,
    reply::Reply,
    service::{Context, Stop, refuse},
    table::{game, number_of_player},
    texts::Lang,
    turns,
};
use crate::{
    game::{DealNo, FirstSeat, Message, OptionError, OptionSet, Player, Seat},
    games::GameKind,
    store::{
        MatchNo, PersonId, SeedBytes,
        challenges::{self, Challenge, Invited, Settled},
        matches::Match,
        members,
        outbox::Lane,
        scopes,
    },
};
use anyhow::Context as _;
use time::Duration;

/// How long a challenge stands.
const EXPIRY: Duration = Duration::hours(24);

/// Challenges a person, a name, or anyone.
pub(super) async fn play(context: &mut Context<'_>, play: &Play) -> Result<Option<Reply>, Stop> {
    let game = wanted_game(context, play)?;
    let facts = game.facts();
    let options = OptionSet::parse(facts, play.options.iter().map(String::as_str))
        .map_err(|error| Stop::NotUnderstood(option_refusal(&error)))?;
    let seat = match &play.seat {
        None => Seat::First,
        Some(_) if facts.first_seat == FirstSeat::Rolled => {
            return refuse(Message::new("seats-are-rolled"));
        }
        Some(word) => wanted_seat(context, game, word)?,
    };
    let invited = match &play.opponent {
        None => Invited::Anyone,
        Some(name) => invited(context, name).await?,
    };
    let target = play.target.or(facts.target);
    let seed = Seed::draw()?;
    let challenge = Challenge {
        number: scopes::next_number(context.db, context.scope).await?,
        game: facts.key.to_owned(),
        options: options.text(),
        target: target.and_then(|target| i32::try_from(target).ok()),
        challenger: context.person,
        challenger_seat: if seat == Seat::First { 1 } else { 2 },
        invited,
        seed: SeedBytes(seed.as_bytes().to_vec()),
    };
    let (place, now) = (context.at.place.clone(), context.now());
    challenges::insert(context.db, context.scope, &place, &challenge, now, now + EXPIRY).await?;
    let lines = challenge_lines(context, &challenge).await?;
    let reply = Reply { text: context.public(&lines), ..Reply::default() };
    context.post(Lane::Offer, None, &reply).await?;
    Ok(None)
}

fn wanted_game(context: &Context<'_>, play: &Play) -> Result<GameKind, Stop> {
    let games = context.app.games;
    let known = || -> Vec<String> { games.all().map(|game| game.facts().key.to_owned()).collect() };
    match &play.game {
        Some(key) => match games.find(key) {
            Some(game) => Ok(game),
            None => Err(Stop::NotUnderstood(
                Message::new("no-such-game").with("word", key.as_str()).with("games", known()),
            )),
        },
        None => match &games.all().collect::<Vec<_>>()[..] {
            [only] => Ok(*only),
            _ => refuse(Message::new("which-game").with("games", known())),
        },
    }
}

/// Reads the word of a seat: the rulebook's, or that of any language.
fn wanted_seat(context: &Context<'_>, game: GameKind, word: &str) -> Result<Seat, Stop> {
    let facts = game.facts();
    let texts = &context.app.texts;
    let found = Seat::ALL.into_iter().find(|seat| {
        let local = Message::new(format!("{}-{}", facts.key, facts.seats[*seat]));
        facts.seats[*seat] == word
            || Lang::ALL.into_iter().any(|lang| texts.plain(lang, &local).to_lowercase() == word)
    });
    match found {
        Some(seat) => Ok(seat),
        None => {
            let seats = facts.seats.0.map(str::to_owned).to_vec();
            Err(Stop::NotUnderstood(
                Message::new("no-such-seat").with("word", word).with("seats", seats),
            ))
        }
    }
}

fn option_refusal(error: &OptionError) -> Message {
    let list =
        |known: &[&str]| -> Vec<String> { known.iter().map(|known| (*known).to_owned()).collect() };
    match error {
        OptionError::UnknownKey { key, known } if known.is_empty() => {
            Message::new("no-options").with("key", key.as_str())
        }
        OptionError::UnknownKey { key, known } => {
            Message::new("no-such-option").with("key", key.as_str()).with("options", list(known))
        }
        OptionError::UnknownValue { key, value, known } => Message::new("no-such-value")
            .with("key", *key)
            .with("value", value.as_str())
            .with("values", list(known)),
        OptionError::Repeated { key } => Message::new("option-repeated").with("key", *key),
    }
}

/// Whom a name means: the one person known by it here, else whoever bears it.
async fn invited(context: &mut Context<'_>, name: &str) -> Result<Invited, Stop> {
    let name = names::shown(name);
    if name == names::NOTHING {
        return Err(Stop::NotUnderstood(Message::new("usage-play")));
    }
    let key = names::key(&name);
    let known = members::named(context.db, context.scope, &key).await?;
    if known.contains(&context.person) {
        return refuse(Message::new("challenge-self"));
    }
    Ok(match known[..] {
        [person] => Invited::Person(person),
        _ => Invited::Name(name),
    })
}

/// What a challenge says: who, whom, what, and how to answer.
async fn challenge_lines(
    context: &mut Context<'_>,
    challenge: &Challenge,
) -> Result<Vec<Message>, Stop> {
    let game = game(context, &challenge.game)?;
    let key = game.facts().key;
    let challenger = context.name(challenge.challenger).await?;
    let name = Message::new(format!("{key}-name"));
    let mut lines = vec![
        match &challenge.invited {
            Invited::Anyone => {
                Message::new("challenge-open").with("challenger", challenger.as_str())
            }
            Invited::Person(person) => {
                let invited = context.mention(*person).await?;
                Message::new("challenge")
                    .with("challenger", challenger.as_str())
                    .with("invited", invited)
            }
            Invited::Name(name) => Message::new("challenge")
                .with("challenger", challenger.as_str())
                .with("invited", format!("@{name}")),
        }
        .with("game", name),
    ];
    for option in challenge.options.split_whitespace() {
        lines.push(Message::new(format!("{key}-option-{}", option.replace('=', "-"))));
    }
    if let Some(target) = challenge.target {
        lines.push(Message::new("challenge-target").with("points", target.unsigned_abs()));
    }
    if game.facts().first_seat != FirstSeat::Rolled {
        let seat = if challenge.challenger_seat == 1 { Seat::First } else { Seat::Second };
        let seat = Message::new(format!("{key}-{}", game.facts().seats[seat]));
        let line = Message::new("challenge-seat").with("challenger", challenger).with("seat", seat);
        lines.push(line);
    }
    if game.facts().chance {
        let seed = Seed::from_bytes(&challenge.seed.0).context("stored seed")?;
        lines.push(Message::new("challenge-commit").with("commit", seed.commitment()));
    }
    let number = challenge.number.0.unsigned_abs();
    let answer = match challenge.invited {
        Invited::Anyone => "challenge-answer-open",
        Invited::Person(_) | Invited::Name(_) => "challenge-answer",
    };
    lines.push(Message::new(answer).with("number", number));
    Ok(lines)
}

/// Whether a person may accept a challenge.
async fn may_accept(context: &mut Context<'_>, challenge: &Challenge) -> Result<bool, Stop> {
    Ok(match &challenge.invited {
        _ if challenge.challenger == context.person => false,
        Invited::Anyone => true,
        Invited::Person(person) => *person == context.person,
        Invited::Name(name) => names::key(&context.name(context.person).await?) == names::key(name),
    })
}

/// The open challenges of this place that are (or are not) the asker's own.
async fn open(context: &mut Context<'_>) -> Result<Vec<Challenge>, Stop> {
    let (place, now) = (context.at.place.clone(), context.now());
    Ok(challenges::lock_open(context.db, context.scope, &place, now).await?)
}

/// The challenge that an answer means, among those that `fit`.
fn choose(
    fit: Vec<Challenge>,
    all: &[MatchNo],
    number: Option<MatchNo>,
    none: &'static str,
    not_yours: &'static str,
) -> Result<Challenge, Stop> {
    let mut fit = fit;
    match number {
        Some(number) => {
            if let Some(at) = fit.iter().position(|challenge| challenge.number == number) {
                return Ok(fit.swap_remove(at));
            }
            let id = if all.contains(&number) { not_yours } else { "no-such-challenge" };
            refuse(Message::new(id).with("number", number.to_string()))
        }
        None if fit.len() == 1 => Ok(fit.remove(0)),
        None if fit.is_empty() => refuse(Message::new(none)),
        None => {
            let list = fit.iter().map(|challenge| challenge.number.to_string()).collect::<Vec<_>>();
            refuse(Message::new("which-challenge").with("numbers", list))
        }
    }
}

/// The challenges that the asker may accept; those meant for the asker come before
/// those open to all.
async fn acceptable(
    context: &mut Context<'_>,
    all: Vec<Challenge>,
    number: Option<MatchNo>,
) -> Result<Vec<Challenge>, Stop> {
    let mut fit = Vec::new();
    for challenge in all {
        if may_accept(context, &challenge).await? {
            fit.push(challenge);
        }
    }
    if number.is_none() && fit.iter().any(|challenge| challenge.invited != Invited::Anyone) {
        fit.retain(|challenge| challenge.invited != Invited::Anyone);
    }
    Ok(fit)
}

/// Whether an answer can be meant for an offer rather than for a challenge; refuses where it
/// can be meant for either. An offer comes before a challenge that is open to all.
async fn answers_offer(
    context: &mut Context<'_>,
    fit: &[Challenge],
    open: &[MatchNo],
    number: Option<MatchNo>,
) -> Result<bool, Stop> {
    if let Some(number) = number {
        return Ok(!open.contains(&number));
    }
    let directed = fit.iter().filter(|challenge| challenge.invited != Invited::Anyone);
    let mut numbers: Vec<String> = directed.map(|challenge| challenge.number.to_string()).collect();
    if numbers.is_empty() {
        return Ok(true);
    }
    let Some(offered) = offers::offered_to(context).await? else { return Ok(false) };
    numbers.insert(0, offered.to_string());
    refuse(Message::new("which-challenge").with("numbers", numbers))
}

/// Accepts a challenge, or the offer that is open in a match of the asker.
pub(super) async fn accept(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
) -> Result<Option<Reply>, Stop> {
    let all = open(context).await?;
    let numbers: Vec<MatchNo> = all.iter().map(|challenge| challenge.number).collect();
    let fit = acceptable(context, all, number).await?;
    if answers_offer(context, &fit, &numbers, number).await?
        && offers::answer(context, number, true).await?
    {
        return Ok(None);
    }
    let challenge = choose(fit, &numbers, number, "nothing-to-accept", "challenge-not-yours")?;
    let row = new_match(context, &challenge)?;
    challenges::settle(context.db, context.scope, challenge.number, Settled::Accepted).await?;
    turns::begin(context, row).await?;
    Ok(None)
}

fn new_match(context: &Context<'_>, challenge: &Challenge) -> Result<Match, Stop> {
    let game = game(context, &challenge.game)?;
    let options = OptionSet::parse(game.facts(), challenge.options.split_whitespace())?;
    let challenger_first = challenge.challenger_seat == 1;
    let first = if challenger_first { Player::One } else { Player::Two };
    Ok(Match {
        number: challenge.number,
        place: context.at.place.clone(),
        game: challenge.game.clone(),
        rules_version: game.facts().rules_version,
        options: challenge.options.clone(),
        target: challenge.target,
        players: [challenge.challenger, context.person],
        points: [0, 0],
        deal: 1,
        first_player: number_of_player(first),
        position: game.start(&options, DealNo::FIRST).text(),
        revision: 0,
        last_seq: 0,
        outcome: None,
        seed: challenge.seed.clone(),
        event: context.at.event.clone(),
        started_at: context.now(),
    })
}

/// Turns down a challenge, or the offer that is open in a match of the asker.
pub(super) async fn decline(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
) -> Result<Option<Reply>, Stop> {
    let all = open(context).await?;
    let numbers: Vec<MatchNo> = all.iter().map(|challenge| challenge.number).collect();
    let mut fit = acceptable(context, all, number).await?;
    // Nobody can turn down for all what is open to all.
    fit.retain(|challenge| challenge.invited != Invited::Anyone);
    if answers_offer(context, &fit, &numbers, number).await?
        && offers::answer(context, number, false).await?
    {
        return Ok(None);
    }
    let challenge = choose(fit, &numbers, number, "nothing-to-decline", "challenge-not-yours")?;
    challenges::settle(context.db, context.scope, challenge.number, Settled::Declined).await?;
    let line = Message::new("challenge-declined")
        .with("player", context.name(context.person).await?)
        .with("challenger", context.mention(challenge.challenger).await?);
    say(context, line).await
}

/// Takes back the asker's own challenge, or own open offer.
pub(super) async fn cancel(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
) -> Result<Option<Reply>, Stop> {
    let all = open(context).await?;
    let numbers: Vec<MatchNo> = all.iter().map(|challenge| challenge.number).collect();
    let own: PersonId = context.person;
    let fit: Vec<Challenge> =
        all.into_iter().filter(|challenge| challenge.challenger == own).collect();
    let named = number.is_some_and(|number| numbers.contains(&number));
    if !named && (fit.is_empty() || number.is_some()) && offers::withdraw(context, number).await? {
        return Ok(None);
    }
    let challenge = choose(fit, &numbers, number, "nothing-to-cancel", "challenge-not-yours")?;
    challenges::settle(context.db, context.scope, challenge.number, Settled::Withdrawn).await?;
    let line = Message::new("challenge-withdrawn").with("challenger", context.name(own).await?);
    say(context, line).await
}

async fn say(context: &mut Context<'_>, line: Message) -> Result<Option<Reply>, Stop> {
    let reply = Reply { text: context.public(&[line]), ..Reply::default() };
    context.post(Lane::Offer, None, &reply).await?;
    Ok(None)
}

/// The lines that list a challenge.
pub(super) async fn listed(context: &mut Context<'_>) -> Result<Vec<Message>, Stop> {
    let mut lines = Vec::new();
    for challenge in open(context).await? {
        let key = challenge.game.clone();
        let invited = match &challenge.invited {
            Invited::Anyone => Message::new("anyone").into(),
            Invited::Person(person) => context.name(*person).await?.into(),
            Invited::Name(name) => crate::game::Arg::Text(name.clone()),
        };
        let mut line = Message::new("games-challenge")
            .with("number", challenge.number.to_string())
            .with("game", Message::new(format!("{key}-name")))
            .with("challenger", context.name(challenge.challenger).await?);
        line.args.push(("invited", invited));
        lines.push(line);
    }
    Ok(lines)
}
