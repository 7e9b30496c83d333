//! While a chat cannot be reached, nothing is said there and no time counts.

use super::{
    Platform, all_is_well, count, everything, key, lines, moves, now, say_all, says, scope,
    send_all, sender,
};
use crate::support::chat::{Chat, Sent};
use kosti::app::{
    chats,
    command::Command,
    housekeeping::sweep,
    jobs::{Heart, do_all},
    service::{Handled, Incoming, Verdict, handle},
};
use pretty_assertions::assert_eq;
use sqlx::Row as _;
use time::{Duration, OffsetDateTime};

/// A match in which Anna has an hour for her move, and a challenge.
async fn clocked() -> Chat {
    let mut chat = Chat::new().await;
    say_all(
        &mut chat,
        "1",
        &[
            ("anna", "/play senegal @boris 1h"),
            ("boris", "/accept"),
            ("anna", "d2-d3"),
            ("boris", "d4:d2"),
        ],
    )
    .await;
    chat.sent();
    chat
}

async fn gone(chat: &Chat, at: OffsetDateTime) {
    chats::gone(&chat.app, &key(chat, "1"), at).await.unwrap();
}

async fn back(chat: &Chat, at: OffsetDateTime) {
    chats::back(&chat.app, &key(chat, "1"), at).await.unwrap();
}

async fn deadline(chat: &Chat, number: i32) -> OffsetDateTime {
    let sql = "select deadline from matches where number = $1";
    sqlx::query(sql).bind(number).fetch_one(&chat.pool).await.unwrap().get(0)
}

/// What is said when everything is done that is due.
async fn said(chat: &Chat, at: OffsetDateTime) -> Vec<String> {
    do_all(&chat.app, at).await.unwrap();
    chat.deliver(scope(chat, "1").await.unwrap()).await;
    chat.sent().iter().map(Sent::text).collect()
}

const NOTHING: [&str; 0] = [];

#[tokio::test(flavor = "multi_thread")]
async fn clocks_stand_still_while_a_chat_is_out_of_reach() {
    let mut chat = clocked().await;
    // The time of another one has run out before.
    say_all(
        &mut chat,
        "1",
        &[("carol", "/play senegal @dora 1h"), ("dora", "/accept"), ("carol", "/m #2 d2-d3")],
    )
    .await;
    let sql = "update matches set deadline = deadline - interval '50 minutes' where number = 2";
    super::run(&chat.pool, sql).await;
    chat.sent();
    let (before, passed) = (deadline(&chat, 1).await, deadline(&chat, 2).await);
    let left = before - Duration::minutes(40);
    gone(&chat, left).await;
    assert!(passed < left);
    // The warnings and the end of both clocks, by the times that were.
    assert_eq!(said(&chat, left + Duration::hours(5)).await, NOTHING);
    // Again it is told, and later.
    gone(&chat, left + Duration::hours(2)).await;
    let returned = left + Duration::hours(6);
    back(&chat, returned).await;
    assert_eq!(deadline(&chat, 1).await, before + Duration::hours(6));
    assert_eq!(deadline(&chat, 2).await, passed);
    back(&chat, returned + Duration::hours(1)).await;
    assert_eq!(deadline(&chat, 1).await, before + Duration::hours(6));

    let flag = "#2: the time of dora has run out. @carol, you can /claim 2 the win, or wait.";
    assert_eq!(said(&chat, returned).await, [flag]);
    let end = before + Duration::hours(6);
    assert_eq!(said(&chat, end - Duration::minutes(16)).await, NOTHING);
    let warning = said(&chat, end - Duration::minutes(15)).await;
    assert_eq!(warning, ["#1: @anna, you have 15 minutes left."]);
    assert_eq!(said(&chat, end).await, NOTHING);
    let flag = "#1: the time of anna has run out. @boris, you can /claim 1 the win, or wait.";
    assert_eq!(said(&chat, end + Duration::minutes(1)).await, [flag]);
    assert_eq!(said(&chat, end + Duration::days(1)).await, NOTHING);
    all_is_well(&chat, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chat_that_is_not_known_is_not_made_known() {
    let mut chat = Chat::new().await;
    let before = everything(&chat.pool).await;
    for _ in 0..2 {
        gone(&chat, now(&chat)).await;
        back(&chat, now(&chat)).await;
    }
    assert_eq!(everything(&chat.pool).await, before);
    says(&mut chat, "1", "anna", "/games").await;
    let before = everything(&chat.pool).await;
    back(&chat, now(&chat)).await;
    assert_eq!(everything(&chat.pool).await, before);
    gone(&chat, now(&chat)).await;
    back(&chat, now(&chat)).await;
    assert_eq!(everything(&chat.pool).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_command_means_that_the_chat_is_there() {
    let mut chat = clocked().await;
    let before = deadline(&chat, 1).await;
    let repeated = chat.line("carol", "/play senegal");
    chat.handle(&repeated).await;
    let left = now(&chat);
    for (minutes, name, command) in [
        (30, "anna", Command::parse("/games")),
        (120, "anna", Command::parse("xyzzy")),
        // Somebody of whom nothing is stored, but the chat was heard of.
        (180, "stranger", Command::Left),
    ] {
        let away = left + Duration::minutes(minutes);
        gone(&chat, away).await;
        assert_eq!(chat.handle(&repeated).await, Handled::Repeat);
        assert_eq!(count(&chat.pool, "scopes where gone_at is not null").await, 1);
        let at = away + Duration::minutes(30);
        let line = Incoming { at, ..chat.command(name, command) };
        assert!(matches!(handle(&chat.app, &line).await.unwrap(), Handled::Done(_)));
        assert_eq!(count(&chat.pool, "scopes where gone_at is not null").await, 0);
        assert_eq!(handle(&chat.app, &line).await.unwrap() == Handled::Repeat, name == "anna");
    }
    // The deadline had passed when the chat was lost for the second time.
    assert_eq!(deadline(&chat, 1).await, before + Duration::minutes(30));
    assert_eq!(count(&chat.pool, "accounts where account_id = 'stranger'").await, 0);
    // One that happened before the chat was lost is heard, and costs nobody any time.
    gone(&chat, left + Duration::hours(9)).await;
    let line = Incoming { at: left + Duration::hours(8), ..chat.line("anna", "d1:d3") };
    let Handled::Done(answer) = handle(&chat.app, &line).await.unwrap() else { panic!("new") };
    assert_eq!(answer.verdict, Verdict::Done);
    assert_eq!(deadline(&chat, 1).await, line.at + Duration::hours(1));
    says(&mut chat, "1", "carol", "/games").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn going_and_returning_at_once_costs_no_time_twice() {
    for _ in 0..8 {
        let chat = clocked().await;
        let before = deadline(&chat, 1).await;
        let left = before - Duration::minutes(30);
        let chat_key = key(&chat, "1");
        let (app, key) = (&chat.app, &chat_key);
        let (one, two, three) = tokio::join!(
            chats::gone(app, key, left),
            chats::gone(app, key, left),
            chats::gone(app, key, left),
        );
        [one, two, three].into_iter().for_each(Result::unwrap);
        let at = left + Duration::hours(3);
        let line = Incoming { at, ..chat.line("carol", "/games") };
        let (one, two, spoken, jobs) = tokio::join!(
            chats::back(app, key, at),
            chats::back(app, key, at),
            handle(app, &line),
            do_all(app, at),
        );
        [one, two].into_iter().for_each(Result::unwrap);
        assert!(matches!(spoken.unwrap(), Handled::Done(_)));
        jobs.unwrap();
        assert_eq!(deadline(&chat, 1).await, before + Duration::hours(3));
        // The warning comes at its time, whether or not its job had to wait before.
        let at = before + Duration::hours(3) - Duration::minutes(15);
        let texts = said(&chat, at).await;
        assert!(texts.contains(&"#1: @anna, you have 15 minutes left.".to_owned()), "{texts:?}");
        assert_eq!(said(&chat, at).await, NOTHING);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_to_be_said_waits_and_is_given_up_after_a_day() {
    let mut chat = Chat::new().await;
    let platform = Platform::open();
    let mut sender = sender(&chat, &platform);
    let speak = async |chat: &mut Chat, id: &str, said: &[(&str, &str)]| {
        chat.incoming.chat.chat_id = id.into();
        for (name, line) in said {
            chat.handle(&chat.line(name, line)).await;
        }
    };
    let begin = [("anna", "/play senegal @boris"), ("boris", "/accept"), ("anna", "d2-d3")];
    speak(&mut chat, "1", &begin).await;
    gone(&chat, now(&chat)).await;
    speak(&mut chat, "2", &[("carol", "/play senegal")]).await;
    send_all(&mut sender, now(&chat)).await;
    assert_eq!(platform.texts().len(), 1, "only what is for the other chat");
    let at = now(&chat) + Duration::hours(20);
    assert_eq!(sweep(&chat.app, at).await.unwrap(), 0);
    send_all(&mut sender, at).await;
    assert_eq!(platform.texts().len(), 1);
    back(&chat, at).await;
    send_all(&mut sender, at).await;
    // First the challenge; then both boards are told by one message.
    assert_eq!(platform.texts().len(), 3);
    let board = "Senegalese draughts: here we go!\nanna: d2-d3\n#1: @boris (Black) to move.";
    assert_eq!(platform.texts()[2], board);

    speak(&mut chat, "1", &[("boris", "d4:d2")]).await;
    let left = now(&chat);
    gone(&chat, left).await;
    let at = left + Duration::hours(25);
    sweep(&chat.app, at).await.unwrap();
    assert_eq!(count(&chat.pool, "outbox where lane < 3 and state = 'dead'").await, 1);
    back(&chat, at).await;
    send_all(&mut sender, at).await;
    assert_eq!(platform.texts().len(), 3);
    // What waits for a chat that is there is not given up by that.
    speak(&mut chat, "1", &[("anna", "/board")]).await;
    sweep(&chat.app, at + Duration::hours(25)).await.unwrap();
    assert_eq!(count(&chat.pool, "outbox where state = 'pending' and lane = 2").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_nobody_could_answer_ends_when_the_chat_is_back() {
    let mut chat = Chat::new().await;
    says(&mut chat, "1", "anna", "/play senegal").await;
    chat.sent();
    let left = now(&chat);
    gone(&chat, left).await;
    assert_eq!(said(&chat, left + Duration::days(3)).await, NOTHING);
    assert_eq!(count(&chat.pool, "challenges where state = 'open'").await, 1);
    back(&chat, left + Duration::days(4)).await;
    let ended = "Nobody answered the challenge #1 of anna: Senegalese draughts. It is over.";
    assert_eq!(said(&chat, left + Duration::days(4)).await, [ended]);
    // One that can still be answered goes on.
    says(&mut chat, "1", "anna", "/play senegal").await;
    chat.sent();
    let left = now(&chat);
    gone(&chat, left).await;
    back(&chat, left + Duration::hours(3)).await;
    assert_eq!(said(&chat, left + Duration::hours(23)).await, NOTHING);
    assert_eq!(said(&chat, left + Duration::hours(25)).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_not_silent_while_nobody_could_be_heard() {
    let mut chat = Chat::new().await;
    let lines = [("anna", "/play senegal @boris"), ("boris", "/accept"), ("anna", "d2-d3")];
    say_all(&mut chat, "1", &lines).await;
    chat.sent();
    let start = now(&chat);
    let all = async |day: i64| {
        let at = start + Duration::days(day);
        sweep(&chat.app, at).await.unwrap();
        said(&chat, at).await
    };
    assert_eq!(all(20).await, NOTHING);
    gone(&chat, start + Duration::days(20)).await;
    assert_eq!(all(90).await, NOTHING);
    back(&chat, start + Duration::days(100)).await;
    assert_eq!(all(107).await, NOTHING);
    let lapsed = all(109).await;
    assert!(lapsed[0].starts_with("#1: nobody has played on"), "{lapsed:?}");

    // One whose end was due already ends after the return, if it is still to end.
    let mut chat = Chat::new().await;
    say_all(&mut chat, "1", &lines).await;
    chat.sent();
    let start = now(&chat);
    sweep(&chat.app, start + Duration::days(29)).await.unwrap();
    gone(&chat, start + Duration::days(29)).await;
    assert_eq!(said(&chat, start + Duration::days(30)).await, NOTHING);
    back(&chat, start + Duration::days(40)).await;
    assert_eq!(said(&chat, start + Duration::days(40)).await, NOTHING);
    says(&mut chat, "1", "boris", "d4:d2").await;
    assert_eq!(count(&chat.pool, "matches where state = 'live'").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gap_in_which_the_chat_was_out_of_reach_counts_once() {
    // Minutes after the start: when the bot was served last, and again; when the chat was lost
    // and whether that was heard of before the gap; when it was back.
    for (from, to, lost, before) in
        [(1, 300, 10, true), (20, 300, 10, true), (1, 300, 60, false), (1, 300, 310, false)]
    {
        let chat = clocked().await;
        let start = now(&chat);
        let at = |minutes| start + Duration::minutes(minutes);
        let mut heart = Heart::new(chat.app.clone(), chat.incoming.chat.bot());
        let deadline_before = deadline(&chat, 1).await;
        for minute in 0..=from.max(if before { lost } else { 0 }) {
            if minute <= from {
                assert_eq!(heart.beat(at(minute)).await.unwrap(), None);
            }
            if before && minute == lost {
                gone(&chat, at(lost)).await;
            }
        }
        heart.beat(at(to)).await.unwrap().unwrap();
        if !before {
            gone(&chat, at(lost)).await;
        }
        back(&chat, at(400)).await;
        // The bot is not served between the last beat and the gap's end, nor is the chat there
        // from its loss on.
        let stood = if lost > to { (to - from) + (400 - lost) } else { 400 - from.min(lost) };
        assert_eq!(
            deadline(&chat, 1).await,
            deadline_before + Duration::minutes(stood),
            "{from} {to} {lost}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chat_that_moves_is_there_again() {
    let mut chat = clocked().await;
    say_all(&mut chat, "2", &[("carol", "/play senegal @dora 2h"), ("dora", "/accept")]).await;
    let of_young = "select deadline from matches where place = 'main' and clock = 7200";
    let young = async || -> OffsetDateTime {
        sqlx::query(of_young).fetch_one(&chat.pool).await.unwrap().get(0)
    };
    let (before, young_before) = (deadline(&chat, 1).await, young().await);
    let left = now(&chat);
    chats::gone(&chat.app, &key(&chat, "1"), left).await.unwrap();
    chats::gone(&chat.app, &key(&chat, "2"), left + Duration::minutes(30)).await.unwrap();
    let bot = chat.incoming.chat.bot();
    let at = left + Duration::hours(5);
    chats::moved(&chat.app, &bot, "1", "2", at).await.unwrap();
    let sql = "select deadline from matches where clock = 3600";
    let old: OffsetDateTime = sqlx::query(sql).fetch_one(&chat.pool).await.unwrap().get(0);
    assert_eq!(old, before + Duration::hours(5));
    assert_eq!(young().await, young_before + Duration::minutes(270));
    assert_eq!(count(&chat.pool, "scopes where gone_at is not null").await, 0);
    // The usual case too.
    chats::gone(&chat.app, &key(&chat, "2"), at).await.unwrap();
    moves(&chat, "2", "3").await;
    assert_eq!(count(&chat.pool, "scopes where gone_at is not null").await, 0);
    let texts = lines(&chat.pool, "select state from outbox where state = 'pending'").await;
    assert!(!texts.is_empty());
    all_is_well(&chat, 2).await;
}
