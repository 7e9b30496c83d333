//! Updates that came together: those of a chat one after another, chats side by side.

use super::{
    attempt::{Fate, attempt},
    front::Front,
};
use crate::app::failures::of_task;
use std::{cmp::Reverse, collections::BTreeMap};
use teloxide::types::Update;
use time::OffsetDateTime;
use tokio::task::JoinSet;

/// Chats that are served at a time.
const AT_ONCE: usize = 8;

/// Handles updates; gives the first one that is not behind us, if there is one. Where the
/// database does not answer, the rest is not begun.
pub(super) async fn handle(front: Front, updates: Vec<Update>, now: OffsetDateTime) -> Option<u32> {
    let first = first_of(&updates);
    let mut waiting = by_chat(updates);
    let (mut under_way, mut away) = (JoinSet::new(), false);
    let mut left = Vec::new();
    loop {
        while !away
            && under_way.len() < AT_ONCE
            && let Some(updates) = waiting.pop()
        {
            let front = front.clone();
            under_way.spawn(async move { in_order(&front, updates, now).await });
        }
        let Some(done) = under_way.join_next().await else { break };
        match done {
            Ok(None) => {}
            Ok(Some(stopped)) => {
                left.push(stopped.at);
                away |= stopped.away;
            }
            Err(error) => {
                tracing::error!(error = of_task(&error), "a chat was left in the middle");
                left.extend(first);
            }
        }
    }
    left.extend(waiting.iter().filter_map(|updates| first_of(updates)));
    left.into_iter().min()
}

fn first_of(updates: &[Update]) -> Option<u32> {
    updates.iter().map(|update| update.id.0).min()
}

/// Updates chat by chat; the chat of the first one stands last.
fn by_chat(updates: Vec<Update>) -> Vec<Vec<Update>> {
    let mut chats: BTreeMap<Option<i64>, Vec<Update>> = BTreeMap::new();
    for update in updates {
        chats.entry(update.chat().map(|chat| chat.id.0)).or_default().push(update);
    }
    let mut chats: Vec<_> = chats.into_values().collect();
    chats.sort_by_key(|updates| Reverse(first_of(updates)));
    chats
}

/// Where the updates of a chat do not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stopped {
    /// The update that has to be tried again.
    at: u32,
    /// Whether others need not be tried now.
    away: bool,
}

/// Handles the updates of a chat one after another, as far as it goes.
async fn in_order(front: &Front, updates: Vec<Update>, now: OffsetDateTime) -> Option<Stopped> {
    for update in updates {
        let away = match attempt(front, &update, now).await {
            Fate::Behind => continue,
            Fate::Again => false,
            Fate::Away => true,
        };
        return Some(Stopped { at: update.id.0, away });
    }
    None
}
