//! Buttons that are pressed.

use super::{
    answers,
    button::{Button, Tail, Verb},
    challenges,
    command::Giving,
    ends, forget, hands, matches, offers, picker,
    reply::Reply,
    service::{App, Context, NOBODY, Stop, refuse},
};
use crate::{
    game::Message,
    store::{MatchNo, ScopeId, chats, matches as rows},
};
use anyhow::Context as _;
use sqlx::PgConnection;

/// The place of the match or challenge that a button is of, for a platform that does not tell
/// where the button stood; `None` where there is none.
///
/// # Errors
/// When the database fails.
pub async fn place(app: &App, data: &str) -> anyhow::Result<Option<String>> {
    let Ok(button) = data.parse::<Button>() else { return Ok(None) };
    Ok(whereabouts(app, button).await?.map(|(_, place)| place))
}

/// The scope and the place of the match or challenge that a button is of.
pub(super) async fn whereabouts(
    app: &App,
    mut button: Button,
) -> anyhow::Result<Option<(ScopeId, String)>> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    if !follow(&mut transaction, &mut button).await? {
        return Ok(None);
    }
    let place = rows::place(&mut transaction, button.scope, button.number).await?;
    Ok(place.map(|place| (button.scope, place)))
}

/// Does what a button says, if it may still be done and by who presses it. A question that
/// was asked of the presser alone is answered by that.
pub(super) async fn press(context: &mut Context<'_>, data: &str) -> Result<Option<Reply>, Stop> {
    let reply = obey(context, data).await?;
    let asks_on = data.parse::<Button>().is_ok_and(|button| button.verb == Verb::Rules);
    if !asks_on && !reply.as_ref().is_some_and(|reply| reply.in_place) {
        context.strip_question().await?;
    }
    Ok(reply)
}

async fn obey(context: &mut Context<'_>, data: &str) -> Result<Option<Reply>, Stop> {
    let Ok(mut button) = data.parse::<Button>() else {
        return Err(Stop::NotUnderstood(Message::new("press-unknown")));
    };
    if button.scope != context.scope && !follow(context.db, &mut button).await? {
        return refuse(Message::new("press-stale"));
    }
    if button.scope != context.scope {
        return refuse(Message::new("press-elsewhere"));
    }
    // What is asked privately may stand where others see it.
    match button.tail {
        Tail::Owner(NOBODY) if context.admin && button.verb == Verb::Drop => {
            // Who asked does not want to be seen, so neither does who answers.
            context.person = NOBODY;
        }
        Tail::Owner(owner) | Tail::Pick { owner, .. } if owner != context.person => {
            return refuse(Message::new("press-not-yours"));
        }
        _ => {}
    }
    let number = button.number;
    match (button.verb, &button.tail) {
        (Verb::Join, _) => challenges::join(context, number).await,
        (Verb::Decline, _) => challenges::refuse_one(context, number).await,
        (Verb::Agree, Tail::Offer(offer)) => {
            offers::answer_one(context, number, *offer, true).await
        }
        (Verb::Refuse, Tail::Offer(offer)) => {
            offers::answer_one(context, number, *offer, false).await
        }
        (Verb::Resign, _) => {
            current(context, &button).await?;
            ends::resign(context, Some(number), Giving::Deal).await
        }
        (Verb::ResignMatch, _) => {
            current(context, &button).await?;
            ends::resign(context, Some(number), Giving::Match).await
        }
        (Verb::Drop, _) => {
            current(context, &button).await?;
            ends::drop_match(context, number, true).await
        }
        (Verb::Play, tail) => matches::play_listed(context, &button, tail).await,
        (Verb::Foretell, tail) => matches::foretell(context, &button, tail).await,
        (Verb::Compose, Tail::Prefix { places, check }) => {
            matches::compose(context, &button, places, *check).await
        }
        (Verb::Board, _) => matches::board(context, Some(number)).await,
        (Verb::Hand, _) => hands::hand(context, Some(number)).await,
        (Verb::Rematch, _) => challenges::rematch(context, Some(number)).await,
        (Verb::Claim, _) => ends::claim(context, Some(number)).await,
        (Verb::Rules, tail) => answers::explain(context, tail),
        (Verb::Forget, _) => forget::forget(context, true).await,
        (Verb::Pick, Tail::Pick { choices, opponent, .. }) => {
            picker::pick(context, choices, *opponent).await
        }
        (Verb::Agree | Verb::Refuse | Verb::Compose | Verb::Pick, _) => {
            Err(Stop::NotUnderstood(Message::new("press-unknown")))
        }
    }
}

/// Lets a button mean what it meant before the rows of its scope moved into another one; false
/// when it cannot mean anything there.
async fn follow(db: &mut PgConnection, button: &mut Button) -> sqlx::Result<bool> {
    if let Some((scope, shift)) = chats::merged_into(db, button.scope).await? {
        button.scope = scope;
        // 0 is no match's number.
        let number = button.number.0;
        let shifted = if number == 0 { Some(0) } else { number.checked_add(shift) };
        let Some(number) = shifted else { return Ok(false) };
        button.number = MatchNo(number);
    }
    Ok(true)
}

/// Refuses a button that was made for another revision of its match.
pub(super) async fn current(context: &mut Context<'_>, button: &Button) -> Result<(), Stop> {
    let row = rows::lock(context.db, context.scope, button.number).await?;
    match row {
        Some(row) if row.revision.unsigned_abs() == button.revision => Ok(()),
        _ => refuse(Message::new("press-stale")),
    }
}
