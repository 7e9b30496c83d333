//! Forgetting a person.

use super::{
    button::Verb,
    ends,
    hands::Hands,
    reply::Reply,
    service::{At, Context, Stop},
    settings::ChatSettings,
    table::Table,
};
use crate::{
    game::Message,
    store::{
        MatchNo, challenges, matches, members, ratings,
        scopes::{self, Scope},
    },
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
    for stored in known_in(context).await? {
        let scope = stored.id;
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
            pointed: None,
            guest: false,
            secret: false,
            hands: Hands::Here,
            opens: None,
            talk: false,
            elsewhere: None,
        };
        // First the challenges: one that is being accepted has become a match then.
        for number in challenges::withdraw_all(there.db, scope, person, now).await? {
            there.strip(number, Verb::Join).await?;
        }
        leave(&mut there).await?;
    }
    ratings::forget(context.db, person).await?;
    members::forget(context.db, person).await?;
    Ok(Some(context.private(&[Message::new("forgotten")])))
}

/// The scopes that know the asker, entered in their order.
async fn known_in(context: &mut Context<'_>) -> Result<Vec<Scope>, Stop> {
    'again: loop {
        let mut entered = Vec::new();
        for scope in members::scopes_of(context.db, context.person).await? {
            match scopes::enter(context.db, scope).await? {
                // Meanwhile everything of it has moved, to where nobody was known perhaps.
                Some(Scope { merged_into: Some(_), .. }) => continue 'again,
                scope => entered.extend(scope),
            }
        }
        return Ok(entered);
    }
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
