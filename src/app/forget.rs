//! Forgetting a person.

use super::{
    button::Verb,
    ends,
    reply::Reply,
    service::{At, Context, Stop},
    settings::ChatSettings,
    table::Table,
};
use crate::{
    game::Message,
    store::{MatchNo, challenges, matches, members, ratings, scopes},
};

/// Forgets who asks, after asking once more: matches that are being played are given up,
/// challenges taken back, the name and the account are removed. Opponents keep their
/// results.
pub(super) async fn forget(context: &mut Context<'_>, sure: bool) -> Result<Option<Reply>, Stop> {
    if !sure {
        let mut reply = context.private(&[Message::new("forget-sure")]);
        let press = context.private_press(Verb::Forget, (MatchNo(0), 0), "press-forget");
        reply.buttons = vec![vec![press]];
        return Ok(Some(reply));
    }
    let (person, now) = (context.person, context.now());
    for scope in members::scopes_of(context.db, person).await? {
        let Some(stored) = scopes::read(context.db, scope).await? else { continue };
        let bot = scopes::bot(context.db, scope).await?;
        let mut there = Context {
            app: context.app,
            db: &mut *context.db,
            at: At { bot: bot.unwrap_or_else(|| context.at.bot.clone()), ..context.at.clone() },
            scope,
            person,
            admin: false,
            chat_lang: stored.language.parse().unwrap_or(context.chat_lang),
            own_lang: context.own_lang,
            settings: ChatSettings::of(&stored.settings),
            own: context.own.clone(),
            handle: None,
            pointed: None,
            secret: false,
        };
        // First the challenges: one that is being accepted has become a match then.
        challenges::withdraw_all(there.db, scope, person, now).await?;
        leave(&mut there).await?;
    }
    ratings::forget(context.db, person).await?;
    members::forget(context.db, person).await?;
    Ok(Some(context.private(&[Message::new("forgotten")])))
}

/// Gives up every match of the asker in a scope.
async fn leave(context: &mut Context<'_>) -> Result<(), Stop> {
    let (scope, person) = (context.scope, context.person);
    for number in matches::live_of(context.db, scope, person).await? {
        let Some(row) = matches::lock(context.db, scope, number).await? else { continue };
        context.at.place.clone_from(&row.place);
        let table = Table::new(context, row)?;
        if let Some(player) = table.player(person).filter(|_| !table.is_over()) {
            ends::abandon(context, table, player).await?;
        }
    }
    Ok(())
}
