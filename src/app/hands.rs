//! Closed hands: what a player alone may see, and where it can be shown to that player.
//!
//! Some platforms show what one person asks for to that person alone. Where one cannot, hands
//! are shown in the chat that the bot and the player have of their own, and such a chat has to
//! be opened by the player: it is seen to that both have done so before hands are dealt.

use super::{
    boards::own_view,
    button::{Button, Tail, Verb},
    chats, press,
    reply::Reply,
    service::{App, Context, Stop, refuse},
    table::{Wanted, find, game, hides_something, own_player},
    texts::Lang,
};
use crate::{
    game::{Actor, DealNo, Message, OptionSet, SplitMix},
    games::GameKind,
    store::{
        MatchNo, ScopeId, challenges,
        matches::Match,
        members,
        outbox::BotKey,
        scopes::{self, ChatKey},
    },
};
use anyhow::Context as _;
use std::future::Future;
use time::OffsetDateTime;

/// What a link begins with that shows a hand.
const LINK: &str = "hand-";
/// The most chances that come before hands are seen.
const MOST_CHANCES: usize = 16;

/// How hands are shown to their owners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hands {
    /// Where they are asked for.
    Here,
    /// In the chat of the bot and the player.
    Alone {
        /// Whether it has just been tried to reach those who were not known to be in reach.
        tested: bool,
    },
}

/// A platform on which a chat of the bot and a person has to be opened by the person, and is
/// called as the person is.
pub trait Reach: Sync {
    /// Whether the bot can write to an account in the chat of theirs.
    fn reach(&self, account: &str) -> impl Future<Output = anyhow::Result<bool>> + Send;
}

/// No such platform.
pub(super) struct Nobody;

impl Reach for Nobody {
    async fn reach(&self, _: &str) -> anyhow::Result<bool> {
        Ok(true)
    }
}

/// The chat of a bot and an account, see [`Reach`].
#[must_use]
pub fn chat(bot: &BotKey, account: &str) -> ChatKey {
    let BotKey { platform, bot_id } = bot.clone();
    ChatKey { platform, bot_id, chat_id: account.to_owned() }
}

/// Notes that a chat of the bot and somebody is open.
///
/// # Errors
/// When the database fails.
pub async fn opened(
    app: &App,
    chat: &ChatKey,
    locale: Lang,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    chats::back(app, chat, now).await?;
    let mut transaction = app.database.begin().await.context("no database connection")?;
    scopes::of_chat(&mut transaction, chat, locale.as_str(), now).await?;
    transaction.commit().await?;
    Ok(())
}

/// The button that a link stands for; `None` when it is no link to a hand.
#[must_use]
pub fn pressed_by(link: &str) -> Option<String> {
    let (scope, number) = link.strip_prefix(LINK)?.split_once('-')?;
    // Numbers below zero are none that a link carries.
    let scope = ScopeId(i64::try_from(scope.parse::<u64>().ok()?).ok()?);
    let number = MatchNo(i32::try_from(number.parse::<u32>().ok()?).ok()?);
    Some(Button { verb: Verb::Hand, scope, number, revision: 0, tail: Tail::Nothing }.to_string())
}

/// What a link carries that shows the hand of a match.
fn link(scope: ScopeId, number: MatchNo) -> String {
    format!("{LINK}{}-{}", scope.0, number.0)
}

/// The chat and the place of the match whose hand a button shows or plays from, for a press in
/// the chat of the bot and the presser; `None` where there is none that can be reached.
///
/// # Errors
/// When the database fails.
pub async fn home(
    app: &App,
    bot: &BotKey,
    data: &str,
) -> anyhow::Result<Option<(ChatKey, String)>> {
    let Ok(button) = data.parse::<Button>() else { return Ok(None) };
    if !matches!(button.verb, Verb::Hand | Verb::Play | Verb::Compose) {
        return Ok(None);
    }
    let Some((scope, place)) = press::whereabouts(app, button).await? else { return Ok(None) };
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let known = scopes::chat_of(&mut transaction, scope, bot).await?;
    let Some((chat_id, _)) = known else { return Ok(None) };
    let chat = chat(bot, &chat_id);
    // What is pressed elsewhere does not tell that a chat is in reach.
    let reached = scopes::is_in_reach(&mut transaction, &chat).await?;
    Ok(reached.then_some((chat, place)))
}

/// Shows the asker what the asker alone may see.
pub(super) async fn hand(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
) -> Result<Option<Reply>, Stop> {
    if let Some(number) = number
        && challenges::is_open(context.db, context.scope, number).await?
    {
        return refuse(Message::new("hand-not-dealt").with("number", number.to_string()));
    }
    let table = find(context, number, Wanted::Player).await?;
    let player = own_player(context, &table)?;
    let number = table.row.number;
    if table.is_over() {
        return refuse(Message::new("match-is-over").with("number", number.to_string()));
    }
    if !hides_something(&table) {
        return refuse(Message::new("hand-open").with("number", number.to_string()));
    }
    context.secret = true;
    context.opens = Some(link(context.scope, number));
    own_view(context, &table, player).await.map(Some)
}

/// Refuses to begin a match with closed hands while a hand could not be shown to its owner.
pub(super) async fn can_be_shown(context: &mut Context<'_>, row: &Match) -> Result<(), Stop> {
    let Hands::Alone { tested } = context.hands else { return Ok(()) };
    let game = game(context, &row.game)?;
    let options = OptionSet::parse(game.facts(), row.options.split_whitespace())?;
    if !closes_hands(game, &options) {
        return Ok(());
    }
    let (bot, mut unreached, mut names) = (context.at.bot.clone(), Vec::new(), Vec::new());
    for person in row.players {
        for (_, account) in members::accounts(context.db, &bot.platform, &[person.0]).await? {
            if !scopes::is_in_reach(context.db, &chat(&bot, &account)).await? {
                names.push(context.name(person).await?);
                unreached.push(account);
            }
        }
    }
    if unreached.is_empty() {
        return Ok(());
    }
    if !tested {
        return Err(Stop::Unreached(unreached));
    }
    context.opens = Some(link(context.scope, row.number));
    let number = row.number.to_string();
    refuse(Message::new("hands-unreached").with("players", names).with("number", number))
}

/// Whether hands are hidden when a game begins that is played so.
fn closes_hands(game: GameKind, options: &OptionSet) -> bool {
    if !game.facts().hidden_hands {
        return false;
    }
    let mut position = game.start(options, DealNo::FIRST);
    // Which hands are dealt makes no difference.
    let mut entropy = SplitMix::new(0);
    for _ in 0..MOST_CHANCES {
        if position.actor() != Actor::Chance {
            break;
        }
        let Some(chance) = position.sample(&mut entropy) else { break };
        let Ok(next) = position.after(&chance) else { break };
        position = next;
    }
    position.hide(None).text() != position.text()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_their_hands_and_nothing_else_does() {
        for (scope, number) in [(1, 1), (i64::MAX, i32::MAX)] {
            let data = pressed_by(&link(ScopeId(scope), MatchNo(number))).unwrap();
            let button: Button = data.parse().unwrap();
            assert_eq!((button.verb, button.scope.0, button.number.0), (Verb::Hand, scope, number));
        }
        for other in ["", "hand", "hand-1", "hand--1-1", "hand-1--1", "hand-1-4294967295", "x-1-1"]
        {
            assert_eq!(pressed_by(other), None, "{other}");
        }
    }
}
