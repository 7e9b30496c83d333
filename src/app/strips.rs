//! Messages that are out of date: what they ask is answered, or a newer board has come. Their
//! buttons are taken away.
//!
//! A board makes every older message of its match out of date when it is sent. Challenges,
//! offers and rematches that end otherwise, and questions that were asked of one person, are
//! seen to in the transaction that ends them. There may be no time for the edit itself: a
//! button that stays is judged like any other.

use super::{
    button::{Button, Tail, Verb},
    reply::{Outgoing, Reply},
    service::{Context, Stop},
    settings, trace,
};
use crate::store::{
    MatchNo, ScopeId, challenges,
    messages::{self, Old, Sent},
    offers,
    outbox::{self, BotKey, Due, Lane, New, Noted},
};
use serde::Deserialize as _;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// How the store names what the first button of a message does.
fn kind(verb: Verb) -> String {
    verb.letter().to_string()
}

/// The first button of a message: all of them go together.
fn first_button(reply: &Reply) -> Option<Button> {
    reply.buttons.iter().flatten().next()?.data.parse().ok()
}

/// Whether what a message asks was over before it was sent, so that nobody could take its
/// buttons.
async fn is_over(db: &mut PgConnection, scope: ScopeId, asks: &Button) -> sqlx::Result<bool> {
    Ok(match (asks.verb, &asks.tail) {
        (Verb::Join, _) => !challenges::is_open(db, scope, asks.number).await?,
        (Verb::Agree, Tail::Offer(number)) => {
            let open = offers::open(db, scope, asks.number).await?;
            open.is_none_or(|open| open.number.unsigned_abs() != *number)
        }
        _ => false,
    })
}

/// Notes a message that a platform has taken, for the first time or as a double of one that
/// another sender has told meanwhile; gives those that are out of date by it.
pub(super) async fn note(
    db: &mut PgConnection,
    bot_id: &str,
    due: &Due,
    (message, noted): (&str, Noted),
    now: OffsetDateTime,
) -> sqlx::Result<Vec<Old>> {
    let (Some(of), Ok(Outgoing::Say(reply))) = (due.of, Outgoing::deserialize(&due.payload)) else {
        return Ok(Vec::new());
    };
    if noted == Noted::Lost {
        return Ok(Vec::new());
    }
    let first = noted == Noted::First;
    let asks = first_button(&reply);
    let buttons = asks.as_ref().map(|button| kind(button.verb));
    let board = reply.picture.is_some();
    let mut sent = Sent {
        bot_id,
        place: &due.place,
        message,
        of,
        buttons: buttons.as_deref(),
        board,
        // A double is not the newest board, whenever it comes.
        at: if first { now } else { due.made_at },
    };
    let mut old = match (due.lane, first) {
        (Lane::Turn, true) => messages::supersede(db, due.scope, of).await?,
        _ => Vec::new(),
    };
    let over = match &asks {
        _ if due.lane == Lane::Turn => !first,
        Some(asks) => is_over(db, due.scope, asks).await?,
        None => false,
    };
    if over {
        (sent.buttons, sent.board) = (None, false);
        let (bot_id, place) = (bot_id.to_owned(), due.place.clone());
        let (message, buttons) = (message.to_owned(), buttons.is_some());
        old.push(Old { bot_id, place, message, buttons, board });
    }
    messages::insert(db, due.scope, &sent).await?;
    Ok(old)
}

/// Has messages of a match or challenge edited that are out of date; boards are deleted where
/// the chat wants that.
pub(super) async fn edit(
    db: &mut PgConnection,
    (scope, of): (ScopeId, MatchNo),
    platform: &str,
    old: Vec<Old>,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let boards = old.iter().any(|old| old.board);
    let delete = boards && settings::deletes_boards(db, scope).await?;
    for Old { bot_id, place, message, buttons, board } in old {
        let edit = match (board && delete, buttons) {
            (true, _) => Outgoing::Delete { message },
            (false, true) => Outgoing::Strip { message },
            (false, false) => continue,
        };
        let bot = BotKey { platform: platform.to_owned(), bot_id };
        let payload = serde_json::to_value(edit)?;
        let new = New {
            place: &place,
            of: Some(of),
            lane: Lane::Edit,
            payload: &payload,
            trace: trace::current(),
        };
        outbox::insert(db, scope, &bot, &new, now).await?;
    }
    Ok(())
}

impl Context<'_> {
    /// Takes the buttons from the messages of a match or challenge that begin with such a
    /// one: what they ask is answered.
    pub(super) async fn strip(&mut self, of: MatchNo, verb: Verb) -> Result<(), Stop> {
        let scope = self.scope;
        let old = messages::answered(self.db, scope, of, &kind(verb)).await?;
        edit(self.db, (scope, of), &self.at.bot.platform, old, self.at.time).await?;
        Ok(())
    }

    /// Takes the buttons from the message whose button was pressed, if it is a question that
    /// was asked of one person: nobody else knows of it.
    pub(super) async fn strip_question(&mut self) -> Result<(), Stop> {
        let Some(message) = self.at.reply_to.clone() else { return Ok(()) };
        let (scope, bot, place) = (self.scope, &self.at.bot, &self.at.place);
        if messages::is_known(self.db, scope, &bot.bot_id, place, &message).await? {
            return Ok(());
        }
        let payload = serde_json::to_value(Outgoing::Strip { message })?;
        let new =
            New { place, of: None, lane: Lane::Edit, payload: &payload, trace: trace::current() };
        outbox::insert(self.db, scope, bot, &new, self.at.time).await?;
        Ok(())
    }
}
