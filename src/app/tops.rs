//! `/top`: the boards of points and of ratings.

use super::{
    answers::{named_game, post},
    challenges::option_refusal,
    periods::{Period, is_word},
    reply::Reply,
    service::{Context, Stop, refuse},
};
use crate::{
    game::{Message, OptionSet},
    games::GameKind,
    store::{
        PersonId,
        ladder::{self, Place},
        ratings::{self, Discipline},
        standings::{self, ALL_GAMES, Board, Standing},
    },
};

/// Rows of a board, the asker's own row apart.
const ROWS: i64 = 10;

/// What the words after `/top` ask for.
enum Wanted {
    Points { game: Option<GameKind>, period: Period },
    Ratings { game: Option<GameKind>, options: Vec<String> },
}

/// Shows a board of this scope, or that of ratings.
pub(super) async fn top(
    context: &mut Context<'_>,
    words: &[String],
) -> Result<Option<Reply>, Stop> {
    let lines = match read(context, words)? {
        Wanted::Points { game, period } => points(context, game, period).await?,
        Wanted::Ratings { game, options } => rating(context, game, &options).await?,
    };
    post(context, &lines).await
}

fn read(context: &Context<'_>, words: &[String]) -> Result<Wanted, Stop> {
    let usage = || Stop::NotUnderstood(Message::new("usage-top"));
    let texts = &context.app.texts;
    let (mut game, mut period, mut rating, mut options) = (None, None, false, Vec::new());
    for word in words {
        let repeated = if word.contains('=') {
            options.push(word.clone());
            false
        } else if is_word(word, "word-rating", texts) {
            std::mem::replace(&mut rating, true)
        } else if let Some(meant) = Period::meant(word, context.now(), texts) {
            period.replace(meant).is_some()
        } else if word.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(usage());
        } else {
            game.replace(named_game(context, word)?).is_some()
        };
        if repeated {
            return Err(usage());
        }
    }
    match (rating, period) {
        (true, None) => Ok(Wanted::Ratings { game, options }),
        (false, period) if options.is_empty() => {
            Ok(Wanted::Points { game, period: period.unwrap_or(Period::All) })
        }
        _ => Err(usage()),
    }
}

async fn points(
    context: &mut Context<'_>,
    game: Option<GameKind>,
    period: Period,
) -> Result<Vec<Message>, Stop> {
    let key = game.map(|game| game.facts().key);
    let text = period.text();
    let board = Board { scope: context.scope, game: key.unwrap_or(ALL_GAMES), period: &text };
    let mut rows = standings::first(context.db, board, ROWS).await?;
    if !rows.iter().any(|row| row.person == context.person) {
        rows.extend(standings::of_person(context.db, board, context.person).await?);
    }
    let named = key.map(|key| Message::new(format!("{key}-name")));
    let title = match (named, period.title()) {
        (None, None) if rows.is_empty() => return Ok(vec![Message::new("top-none")]),
        (None, None) => Message::new("top"),
        (Some(game), None) => Message::new("top-game").with("game", game),
        (None, Some(period)) => Message::new("top-period").with("period", period),
        (Some(game), Some(period)) => {
            Message::new("top-game-period").with("game", game).with("period", period)
        }
    };
    if rows.is_empty() {
        return Ok(vec![title, Message::new("top-empty")]);
    }
    Ok(std::iter::once(title).chain(rows.iter().map(points_line)).collect())
}

fn points_line(row: &Standing) -> Message {
    Message::new("top-row")
        .with("rank", row.rank)
        .with("name", row.name.as_str())
        .with("points", row.points)
        .with("wins", i64::from(row.wins))
        .with("draws", i64::from(row.draws))
        .with("losses", i64::from(row.losses))
}

async fn rating(
    context: &mut Context<'_>,
    game: Option<GameKind>,
    options: &[String],
) -> Result<Vec<Message>, Stop> {
    let games = context.app.games;
    let game = match (game, &games.all().collect::<Vec<_>>()[..]) {
        (Some(game), _) => game,
        (None, [only]) => *only,
        (None, all) => {
            let known = all.iter().map(|game| game.facts().key.to_owned()).collect::<Vec<_>>();
            return refuse(Message::new("which-game").with("games", known));
        }
    };
    let facts = game.facts();
    let variant = OptionSet::parse(facts, options.iter().map(String::as_str))
        .map_err(|error| Stop::NotUnderstood(option_refusal(&error)))?
        .text();
    let of = Discipline { game: facts.key, variant: &variant };
    let person = context.person;
    let rows = ladder::first(context.db, of, ROWS).await?;
    let mut lines = vec![Message::new("rating").with("game", discipline(of))];
    if rows.is_empty() {
        lines.push(Message::new("rating-none"));
    }
    let own_shown = rows.iter().any(|row| row.person == person);
    for row in rows {
        lines.push(rating_line(context, row).await?);
    }
    if !own_shown {
        lines.extend(own_line(context, of, person).await?);
    }
    Ok(lines)
}

/// A game, and the options with which it is rated apart.
pub(super) fn discipline(of: Discipline<'_>) -> Message {
    let name = Message::new(format!("{}-name", of.game));
    if of.variant.is_empty() {
        return name;
    }
    Message::new("variant").with("game", name).with("options", of.variant)
}

async fn rating_line(context: &mut Context<'_>, row: Place) -> Result<Message, Stop> {
    // Whoever asks wants to know which row is the own one.
    let name =
        if row.person == context.person { Some(context.name(row.person).await?) } else { row.name };
    let line = match name {
        Some(name) => Message::new("rating-row").with("name", name),
        None => Message::new("rating-row-unnamed"),
    };
    Ok(line.with("rank", row.rank).with("rating", i64::from(row.shown)))
}

async fn own_line(
    context: &mut Context<'_>,
    of: Discipline<'_>,
    person: PersonId,
) -> Result<Option<Message>, Stop> {
    let Some(rated) = ratings::read(context.db, person, of).await? else { return Ok(None) };
    if rated.ranked_until.is_some() {
        let (rank, _) = ladder::place(context.db, of, rated.shown).await?;
        let row = Place { rank, person, name: None, shown: rated.shown };
        return Ok(Some(rating_line(context, row).await?));
    }
    let name = context.name(person).await?;
    let line = Message::new("rating-unsettled").with("name", name);
    Ok(Some(line.with("rating", i64::from(rated.shown))))
}
