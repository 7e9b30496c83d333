//! Challenges: made, accepted, declined, withdrawn.

use super::{
    button::Verb,
    chats::Again,
    clocks::clock_line,
    command::{Clock, Play},
    dice::Seed,
    ends, hands,
    jobs::Kind,
    names, offers, picker,
    reply::Reply,
    service::{Context, Stop, refuse},
    settings::Challengers,
    table::{Table, find_over, game, number_of_player, own_player},
    texts::Lang,
    turns,
};
use crate::{
    game::{Arg, DealNo, FirstSeat, Message, OptionError, OptionSet, Player, Seat},
    games::GameKind,
    store::{
        MatchNo, PersonId, SeedBytes,
        challenges::{self, Challenge, Invited, Settled},
        jobs::Ended,
        matches::{self, Match},
        members,
        outbox::Lane,
        places, scopes,
    },
};
use anyhow::Context as _;

/// A challenge that may be made: who is to play what, how.
pub(super) struct Terms {
    pub(super) game: GameKind,
    pub(super) options: OptionSet,
    /// The seat of the challenger.
    pub(super) seat: Seat,
    pub(super) invited: Invited,
    pub(super) target: Option<i32>,
    pub(super) clock: Option<i32>,
}

/// Challenges a person, a name, or anyone.
pub(super) async fn play(context: &mut Context<'_>, play: &Play) -> Result<Option<Reply>, Stop> {
    let pointed = match play.opponent {
        None => context.pointed(true).await?,
        Some(_) => None,
    };
    if pointed == Some(context.person) {
        return refuse(Message::new("challenge-self"));
    }
    if *play == Play::default() {
        return picker::begin(context, pointed);
    }
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
    let invited = match (&play.opponent, pointed) {
        (Some(name), _) => invited(context, name).await?,
        (None, Some(person)) => Invited::Person(person),
        (None, None) => Invited::Anyone,
    };
    let clock = match play.clock {
        // Nobody could be warned.
        Clock::Each(_) if context.guest => return refuse(Message::new("guest-no-clock")),
        _ if context.guest => None,
        Clock::Usual => context.settings.clock,
        Clock::None => None,
        Clock::Each(seconds) => Some(seconds),
    };
    let target = play.target.or(facts.target).and_then(|target| i32::try_from(target).ok());
    let clock = clock.and_then(|seconds| i32::try_from(seconds).ok());
    challenge(context, Terms { game, options, seat, invited, target, clock }).await
}

/// Makes a challenge, if nothing speaks against it.
pub(super) async fn challenge(
    context: &mut Context<'_>,
    terms: Terms,
) -> Result<Option<Reply>, Stop> {
    if context.settings.challengers == Challengers::Admins && !context.admin {
        return refuse(Message::new("only-admins-challenge"));
    }
    may_play_here(context, terms.game.facts().key).await?;
    may_challenge(context, &terms.invited).await?;
    is_new(context, &terms).await?;
    let seed = Seed::draw()?;
    let challenge = Challenge {
        number: scopes::next_number(context.db, context.scope).await?,
        game: terms.game.facts().key.to_owned(),
        options: terms.options.text(),
        target: terms.target,
        challenger: context.person,
        challenger_seat: if terms.seat == Seat::First { 1 } else { 2 },
        invited: terms.invited,
        clock: terms.clock,
        seed: SeedBytes(seed.as_bytes().to_vec()),
        expires_at: context.now() + context.app.manners.challenge_expiry(),
    };
    let (place, now) = (context.at.place.clone(), context.now());
    challenges::insert(context.db, context.scope, &place, &challenge, now).await?;
    context.later(Kind::Expire, (challenge.number, 0), challenge.expires_at).await?;
    post(context, &challenge, Vec::new()).await?;
    Ok(None)
}

/// Posts a challenge with its buttons, below some lines.
async fn post(
    context: &mut Context<'_>,
    challenge: &Challenge,
    mut lines: Vec<Message>,
) -> Result<(), Stop> {
    lines.extend(challenge_lines(context, challenge).await?);
    let press = |verb, label| context.public_press(verb, challenge.number, label);
    let mut row = vec![press(Verb::Join, "press-accept")];
    if challenge.invited != Invited::Anyone {
        row.push(press(Verb::Decline, "press-decline"));
    }
    let reply = Reply { text: context.public(&lines), buttons: vec![row], ..Reply::default() };
    context.post(Lane::Offer, Some(challenge.number), &reply).await
}

/// Posts the open challenges of this place again, as far as they are to be shown.
pub(super) async fn show(context: &mut Context<'_>, again: Again) -> Result<(), Stop> {
    for challenge in open(context).await? {
        if let Some(lines) = again.of(challenge.number)
            // One of a game that only a newer release knows is shown by that.
            && context.app.games.find(&challenge.game).is_some()
        {
            post(context, &challenge, lines).await?;
        }
    }
    Ok(())
}

/// Refuses a game that the chat does not want, or not now.
async fn may_play_here(context: &mut Context<'_>, key: &str) -> Result<(), Stop> {
    let settings = &context.settings;
    if !settings.places.is_empty()
        && !settings.places.contains(&context.at.place)
        && !places::is_own(context.db, context.scope, &context.at.place).await?
    {
        return refuse(Message::new("not-played-here"));
    }
    if !settings.games.is_empty() && !settings.games.iter().any(|allowed| allowed == key) {
        let games = settings.games.clone();
        return refuse(Message::new("game-not-played").with("games", games));
    }
    let most = settings.matches.unwrap_or(context.app.manners.live_matches);
    if matches::count_live(context.db, context.scope).await? >= i64::from(most) {
        return refuse(Message::new("too-many-matches").with("most", u32::from(most)));
    }
    Ok(())
}

/// Refuses to ask the same of the same person twice.
async fn is_new(context: &mut Context<'_>, terms: &Terms) -> Result<(), Stop> {
    let own: PersonId = context.person;
    let same = |challenge: &Challenge| {
        challenge.challenger == own
            && challenge.invited == terms.invited
            && challenge.game == terms.game.facts().key
            && challenge.options == terms.options.text()
            && challenge.target == terms.target
            && challenge.clock == terms.clock
    };
    match open(context).await?.into_iter().find(same) {
        Some(challenge) => {
            refuse(Message::new("challenge-waits").with("number", challenge.number.to_string()))
        }
        None => Ok(()),
    }
}

/// Refuses to molest people.
async fn may_challenge(context: &mut Context<'_>, invited: &Invited) -> Result<(), Stop> {
    let manners = context.app.manners.clone();
    let target = match invited {
        Invited::Person(person) => Some(*person),
        Invited::Anyone | Invited::Name(_) => None,
    };
    let (scope, own, now) = (context.scope, context.person, context.now());
    let standing = challenges::standing(context.db, scope, own, target, now).await?;
    if standing.of_challenger >= i64::from(manners.pending_per_sender) {
        let most = u32::from(manners.pending_per_sender);
        return refuse(Message::new("too-many-own").with("most", most));
    }
    let Some(target) = target else { return Ok(()) };
    if members::blocks(context.db, target, own).await? {
        let name = context.name(target).await?;
        return refuse(Message::new("challenge-blocked").with("player", name));
    }
    if standing.to_invited >= i64::from(manners.pending_per_target) {
        let name = context.name(target).await?;
        return refuse(Message::new("too-many-waiting").with("player", name));
    }
    let until = standing.declined_at.map(|declined| declined + manners.cooldown());
    if let Some(until) = until.filter(|until| now < *until) {
        let name = context.name(target).await?;
        let minutes = ((until - now).whole_seconds() + 59) / 60;
        return refuse(
            Message::new("declined-lately").with("player", name).with("minutes", minutes.max(1)),
        );
    }
    Ok(())
}

/// Challenges the opponent of a match that is over to another one, sides changed; agrees
/// where the opponent was first.
pub(super) async fn rematch(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
) -> Result<Option<Reply>, Stop> {
    let table = find_over(context, number).await?;
    let done = once_more(context, &table).await?;
    context.strip(table.row.number, Verb::Rematch).await?;
    Ok(done)
}

async fn once_more(context: &mut Context<'_>, table: &Table) -> Result<Option<Reply>, Stop> {
    let player = own_player(context, table)?;
    let opponent = table.person(player.opponent());
    if members::is_forgotten(context.db, context.scope, opponent).await? {
        return refuse(Message::new("rematch-gone"));
    }
    let own: PersonId = context.person;
    let same = |challenge: &&Challenge| {
        challenge.challenger == opponent
            && challenge.invited == Invited::Person(own)
            && challenge.game == table.row.game
            && challenge.options == table.row.options
            && challenge.target == table.row.target
    };
    let open = open(context).await?;
    if let Some(challenge) = open.iter().find(same) {
        return begin(context, challenge).await;
    }
    let mine = |challenge: &&Challenge| {
        challenge.challenger == own
            && challenge.invited == Invited::Person(opponent)
            && challenge.game == table.row.game
    };
    if let Some(challenge) = open.iter().find(mine) {
        let number = challenge.number.to_string();
        return refuse(Message::new("challenge-waits").with("number", number));
    }
    let terms = Terms {
        game: table.game,
        options: table.options.clone(),
        seat: table.series.seat(player).opponent(),
        invited: Invited::Person(opponent),
        target: table.row.target,
        clock: table.row.clock,
    };
    challenge(context, terms).await
}

/// Ends a challenge that nobody has answered.
pub(super) async fn expire(context: &mut Context<'_>, number: MatchNo) -> Result<Ended, Stop> {
    let (scope, now) = (context.scope, context.now());
    let Some((challenger, game)) = challenges::lock(context.db, scope, number).await? else {
        return Ok(Ended::Done);
    };
    challenges::settle(context.db, scope, number, Settled::Expired, now).await?;
    let line = Message::new("challenge-expired")
        .with("number", number.to_string())
        .with("challenger", context.name(challenger).await?)
        .with("game", Message::new(format!("{game}-name")));
    end(context, number, line).await?;
    Ok(Ended::Done)
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

/// Why options are not those of a game.
pub(super) fn option_refusal(error: &OptionError) -> Message {
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
    let mut known = members::named(context.db, context.scope, &key).await?;
    if known == [context.person] {
        return refuse(Message::new("challenge-self"));
    }
    // Whoever bears the same name means the other one.
    known.retain(|person| *person != context.person);
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
            Invited::Name(name) => {
                let night = context.settings.is_night(context.now());
                let called = Arg::Call(name.clone());
                Message::new("challenge")
                    .with("challenger", challenger.as_str())
                    .with("invited", if night { Arg::Text(format!("@{name}")) } else { called })
            }
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
    if let Some(clock) = challenge.clock {
        lines.push(clock_line(clock));
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
        // Open to all but those by whom the challenger does not want to be challenged.
        Invited::Anyone => {
            !members::blocks(context.db, challenge.challenger, context.person).await?
        }
        Invited::Person(person) => *person == context.person,
        Invited::Name(name) => {
            let key = names::key(name);
            members::named(context.db, context.scope, &key).await?.contains(&context.person)
        }
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
    begin(context, &challenge).await
}

/// Accepts the challenge of a number, and nothing else.
pub(super) async fn join(
    context: &mut Context<'_>,
    number: MatchNo,
) -> Result<Option<Reply>, Stop> {
    let all = open(context).await?;
    let numbers: Vec<MatchNo> = all.iter().map(|challenge| challenge.number).collect();
    let fit = acceptable(context, all, Some(number)).await?;
    let challenge =
        choose(fit, &numbers, Some(number), "nothing-to-accept", "challenge-not-yours")?;
    begin(context, &challenge).await
}

/// Makes a match of a challenge.
async fn begin(context: &mut Context<'_>, challenge: &Challenge) -> Result<Option<Reply>, Stop> {
    // The chat may have chosen otherwise since, or have enough to play by now.
    may_play_here(context, &challenge.game).await?;
    let row = new_match(context, challenge)?;
    hands::can_be_shown(context, &row).await?;
    let (scope, now) = (context.scope, context.now());
    challenges::settle(context.db, scope, challenge.number, Settled::Accepted, now).await?;
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
        changed_at: context.now(),
        clock: challenge.clock,
        deadline: None,
        nudged_at: None,
        forfeit: None,
        rated: !context.guest,
        named: None,
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
    turn_down(context, &challenge).await
}

/// Turns down the challenge of a number, and nothing else.
pub(super) async fn refuse_one(
    context: &mut Context<'_>,
    number: MatchNo,
) -> Result<Option<Reply>, Stop> {
    let all = open(context).await?;
    let numbers: Vec<MatchNo> = all.iter().map(|challenge| challenge.number).collect();
    let mut fit = acceptable(context, all, Some(number)).await?;
    fit.retain(|challenge| challenge.invited != Invited::Anyone);
    let challenge =
        choose(fit, &numbers, Some(number), "nothing-to-decline", "challenge-not-yours")?;
    turn_down(context, &challenge).await
}

async fn turn_down(
    context: &mut Context<'_>,
    challenge: &Challenge,
) -> Result<Option<Reply>, Stop> {
    let now = context.now();
    let (scope, number) = (context.scope, challenge.number);
    challenges::settle(context.db, scope, number, Settled::Declined, now).await?;
    challenges::meant(context.db, scope, number, context.person).await?;
    let line = Message::new("challenge-declined")
        .with("player", context.name(context.person).await?)
        .with("challenger", context.mention(challenge.challenger).await?);
    end(context, number, line).await?;
    Ok(None)
}

/// Takes back the asker's own challenge or open offer, or drops a match that is to count
/// for nothing.
pub(super) async fn cancel(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
    sure: bool,
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
    if let Some(number) = number
        && !named
        && matches::read(context.db, context.scope, number).await?.is_some()
    {
        return ends::drop_match(context, number, sure).await;
    }
    let challenge = choose(fit, &numbers, number, "nothing-to-cancel", "challenge-not-yours")?;
    let now = context.now();
    challenges::settle(context.db, context.scope, challenge.number, Settled::Withdrawn, now)
        .await?;
    let line = Message::new("challenge-withdrawn").with("challenger", context.name(own).await?);
    end(context, challenge.number, line).await?;
    Ok(None)
}

/// Tells that a challenge has come to nothing; it cannot be answered any more.
async fn end(context: &mut Context<'_>, number: MatchNo, line: Message) -> Result<(), Stop> {
    let reply = Reply { text: context.public(&[line]), ..Reply::default() };
    context.post(Lane::Offer, Some(number), &reply).await?;
    context.strip(number, Verb::Join).await
}

/// The lines that list a challenge.
pub(super) async fn listed(context: &mut Context<'_>) -> Result<Vec<Message>, Stop> {
    let mut lines = Vec::new();
    for challenge in open(context).await? {
        let key = challenge.game.clone();
        let invited = match &challenge.invited {
            Invited::Anyone => Message::new("anyone").into(),
            Invited::Person(person) => context.name(*person).await?.into(),
            Invited::Name(name) => Arg::Text(name.clone()),
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
