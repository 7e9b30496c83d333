//! What somebody has reached: `/rank`, `/history`, `/vs`.

use super::{
    answers::post,
    names,
    periods::Period,
    reply::Reply,
    service::{Context, Stop, refuse},
    tops::discipline,
};
use crate::{
    game::{Arg, Message},
    store::{
        PersonId, ladder, members,
        ratings::{self, Discipline, OfPerson},
        results::{self, Past, Verdict, Versus},
        standings::{self, ALL_GAMES, Board},
    },
};
use time::UtcOffset;

/// Results that are listed.
const RESULTS: i64 = 10;
/// Ratings that are listed.
const RATINGS: i64 = 12;

/// Points and place here, and the ratings.
pub(super) async fn rank(
    context: &mut Context<'_>,
    name: Option<&str>,
) -> Result<Option<Reply>, Stop> {
    let own: PersonId = context.person;
    let person = meant(context, name).await?.unwrap_or(own);
    let period = Period::All.text();
    let board = Board { scope: context.scope, game: ALL_GAMES, period: &period };
    let name = context.name(person).await?;
    let mut lines = vec![match standings::of_person(context.db, board, person).await? {
        Some(row) => Message::new("career")
            .with("name", name)
            .with("rank", row.rank)
            .with("people", standings::people(context.db, board).await?)
            .with("points", row.points)
            .with("wins", i64::from(row.wins))
            .with("draws", i64::from(row.draws))
            .with("losses", i64::from(row.losses)),
        None => Message::new("career-none").with("name", name),
    }];
    for row in ratings::of_person(context.db, person, RATINGS).await? {
        // What was played with another set of games is left out.
        if context.app.games.find(&row.game).is_some() {
            lines.push(rating_line(context, &row).await?);
        }
    }
    post(context, &lines).await
}

async fn rating_line(context: &mut Context<'_>, row: &OfPerson) -> Result<Message, Stop> {
    let of = Discipline { game: &row.game, variant: &row.variant };
    let line = if row.ranked {
        let (rank, people) = ladder::place(context.db, of, row.shown).await?;
        Message::new("career-rating").with("rank", rank).with("people", people)
    } else {
        Message::new("career-unsettled").with("matches", i64::from(row.matches))
    };
    Ok(line.with("game", discipline(of)).with("rating", i64::from(row.shown)))
}

/// The one whom a name means here: of several, whoever was seen last.
async fn named(context: &mut Context<'_>, name: &str) -> Result<PersonId, Stop> {
    let name = names::shown(name);
    let known = members::named(context.db, context.scope, &names::key(&name)).await?;
    match known.first() {
        Some(person) => Ok(*person),
        None => refuse(Message::new("no-such-person").with("name", name)),
    }
}

/// The one whom a name means here, or at whom the command points without one.
async fn meant(context: &mut Context<'_>, name: Option<&str>) -> Result<Option<PersonId>, Stop> {
    match name {
        Some(name) => named(context, name).await.map(Some),
        None => context.pointed(false).await,
    }
}

/// The last results here, of everybody or of one.
pub(super) async fn history(
    context: &mut Context<'_>,
    name: Option<&str>,
) -> Result<Option<Reply>, Stop> {
    let person = meant(context, name).await?;
    let past = results::last(context.db, context.scope, person, RESULTS).await?;
    let title = match person {
        None if past.is_empty() => Message::new("top-none"),
        None => Message::new("history"),
        Some(person) => {
            let id = if past.is_empty() { "history-of-none" } else { "history-of" };
            Message::new(id).with("name", context.name(person).await?)
        }
    };
    let lines: Vec<Message> = std::iter::once(title).chain(past.iter().map(past_line)).collect();
    post(context, &lines).await
}

fn past_line(past: &Past) -> Message {
    let date = past.ended_at.to_offset(UtcOffset::UTC).date();
    let date = format!("{}-{:02}-{:02}", date.year(), u8::from(date.month()), date.day());
    let name = |name: &Option<String>| match name {
        Some(name) => Arg::from(name.as_str()),
        None => Arg::from(Message::new("someone")),
    };
    let id = match past.verdict {
        Verdict::Win => "history-won",
        Verdict::Draw => "history-drawn",
        Verdict::Loss => "history-lost",
    };
    let line = Message::new(id)
        .with("date", date)
        .with("number", past.number.to_string())
        .with("game", Message::new(format!("{}-name", past.game)))
        .with("player", name(&past.name))
        .with("opponent", name(&past.opponent))
        .with("points", i64::from(past.points[0]))
        .with("against", i64::from(past.points[1]));
    if past.rated { line } else { Message::new("history-unrated").with("line", line) }
}

/// What the asker and somebody have against each other here.
pub(super) async fn versus(
    context: &mut Context<'_>,
    name: Option<&str>,
) -> Result<Option<Reply>, Stop> {
    let one: PersonId = context.person;
    let Some(two) = meant(context, name).await? else {
        return Err(Stop::NotUnderstood(Message::new("usage-vs")));
    };
    if one == two {
        return refuse(Message::new("versus-self"));
    }
    let names = [context.name(one).await?, context.name(two).await?];
    let rows = results::versus(context.db, context.scope, one, two).await?;
    let id = if rows.is_empty() { "versus-none" } else { "versus" };
    let mut lines =
        vec![Message::new(id).with("one", names[0].as_str()).with("two", names[1].as_str())];
    lines.extend(rows.iter().map(|row| {
        versus_line("versus-game", row).with("game", Message::new(format!("{}-name", row.game)))
    }));
    if rows.len() > 1 {
        lines.push(versus_line("versus-all", &total(&rows)));
    }
    post(context, &lines).await
}

fn versus_line(id: &'static str, row: &Versus) -> Message {
    Message::new(id)
        .with("wins", row.wins)
        .with("draws", row.draws)
        .with("losses", row.losses)
        .with("points", row.points[0])
        .with("against", row.points[1])
}

fn total(rows: &[Versus]) -> Versus {
    let sum = |of: fn(&Versus) -> i64| rows.iter().map(of).sum();
    Versus {
        game: String::new(),
        wins: sum(|row| row.wins),
        draws: sum(|row| row.draws),
        losses: sum(|row| row.losses),
        points: [sum(|row| row.points[0]), sum(|row| row.points[1])],
    }
}
