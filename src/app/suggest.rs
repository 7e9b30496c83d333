//! What can be suggested to somebody who types. Everything here only reads: no lock is
//! taken, nobody is made known, nothing is remembered.

use super::{service::App, table::player_of_number};
use crate::{
    game::{Actor, Length, OptionSet, Series},
    store::{PersonId, ScopeId, matches, members},
};
use anyhow::{Context as _, anyhow};
use time::OffsetDateTime;

pub use crate::store::MatchNo;

/// The most names that are suggested.
const MOST_NAMES: i64 = 100;

/// Who types, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asker<'a> {
    /// The platform's word in the store.
    pub platform: &'a str,
    /// The platform's id of the person.
    pub account: &'a str,
    /// The scope of the chat.
    pub scope: ScopeId,
    /// The place within the chat.
    pub place: &'a str,
}

/// The names of those who have spoken in a scope or are challenged there, the newest first.
///
/// # Errors
/// When the database fails.
pub async fn people(app: &App, scope: ScopeId, now: OffsetDateTime) -> anyhow::Result<Vec<String>> {
    let mut db = app.database.begin().await.context("no database connection")?;
    Ok(members::names(&mut db, scope, now, MOST_NAMES).await?)
}

/// The texts of the actions that the asker may play now: in the match of that number, else
/// in the only one of this place that waits for the asker. Whoever is not to move gets
/// none, so that nothing is told of hands that are not the asker's own.
///
/// # Errors
/// When the database fails or holds what cannot be read.
pub async fn actions(
    app: &App,
    asker: &Asker<'_>,
    number: Option<MatchNo>,
) -> anyhow::Result<Vec<String>> {
    let mut db = app.database.begin().await.context("no database connection")?;
    let known = members::find_account(&mut db, asker.platform, asker.account).await?;
    let Some(person) = known else { return Ok(Vec::new()) };
    let mut waiting = Vec::new();
    let live = matches::live(&mut db, asker.scope).await?;
    for live in live.into_iter().filter(|live| app.games.find(&live.game).is_some()) {
        let meant = number.is_none_or(|number| number == live.number);
        if meant && live.place == asker.place && live.players.contains(&person.id) {
            waiting.extend(waits_for(app, &live, person.id)?);
        }
    }
    Ok(match waiting.len() {
        1 => waiting.remove(0),
        _ => Vec::new(),
    })
}

/// What a person may play in a match, if it is that person's turn.
fn waits_for(
    app: &App,
    live: &matches::Live,
    person: PersonId,
) -> anyhow::Result<Option<Vec<String>>> {
    let game = app.games.find(&live.game);
    let game = game.with_context(|| format!("stored game {:?} is not registered", live.game))?;
    let options = OptionSet::parse(game.facts(), live.options.split_whitespace())?;
    let position = game
        .read(&options, &live.position)
        .map_err(|reason| anyhow!("stored position: {reason}"))?;
    let series = Series::new(Length::Single, player_of_number(live.first_player));
    let Actor::Player(seat) = position.actor() else { return Ok(None) };
    let own = live.players[series.player(seat).index()] == person;
    Ok(own.then(|| position.legal()))
}
