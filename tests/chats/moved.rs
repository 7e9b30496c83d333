//! The usual case: only the name of the chat changes.

use super::{
    LIMITS, Platform, all_is_well, count, hold, key, lines, moves, now, run, say_all, says, scope,
    send_all, sender, told, told_texts, until_waiting,
};
use crate::support::{chat::Chat, database, toy_game::toys};
use kosti::app::{
    chats,
    command::Command,
    delivery::Sender,
    jobs::do_all,
    service::{Handled, Incoming, Verdict, handle},
};
use pretty_assertions::assert_eq;
use time::Duration;

/// A match that is over, one with an offer, and a challenge to all.
async fn lively() -> Chat {
    let mut chat = Chat::new().await;
    say_all(
        &mut chat,
        "1",
        &[
            ("anna", "/play senegal @boris"),
            ("boris", "/accept"),
            ("anna", "d2-d3"),
            ("boris", "d4:d2"),
            ("anna", "/resign yes"),
            ("anna", "/play senegal @boris"),
            ("boris", "/accept"),
            ("anna", "d2-d3"),
            ("anna", "/takeback"),
            ("carol", "/play senegal"),
        ],
    )
    .await;
    chat.sent();
    chat
}

/// What a chat that moves keeps as it is.
const KEPT: [&str; 12] = [
    "members",
    "challenges",
    "matches",
    "deals",
    "steps",
    "offers",
    "results",
    "standings",
    "standing_counts",
    "jobs",
    "events",
    "rating_log",
];

async fn kept(chat: &Chat) -> Vec<String> {
    let mut kept = Vec::new();
    for table in KEPT {
        let found = lines(&chat.pool, &format!("select t::text from {table} t order by 1")).await;
        assert!(!found.is_empty(), "{table}");
        kept.extend(found);
    }
    kept
}

const AGAIN: [&str; 3] = [
    "anna: d2-d3\n#2: @boris (Black) to move.",
    "anna asks @boris to take the last move back: /accept 2 or /decline 2.",
    "carol looks for an opponent: Senegalese draughts.\ncarol plays White.\n\
     /accept 3 – let's play.",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_chat_that_moves_takes_everything_with_it() {
    let mut chat = lively().await;
    let old = scope(&chat, "1").await.unwrap();
    run(
        &chat.pool,
        "insert into outbox (scope_id, platform, bot_id, place, match, lane, payload, state,
             made_at, due_at, state_at)
         select scope_id, platform, bot_id, place, match, 3, '{\"strip\": {\"message\": \"m1\"}}',
             case lane when 0 then 'pending' else 'sending' end, made_at, due_at, state_at
         from outbox where match is not null",
    )
    .await;
    let before = kept(&chat).await;
    assert!(count(&chat.pool, "messages").await > 0);
    moves(&chat, "1", "2").await;
    assert_eq!((scope(&chat, "1").await, scope(&chat, "2").await), (None, Some(old)));
    assert_eq!(kept(&chat).await, before);
    assert_eq!(count(&chat.pool, "messages").await, 0, "they are in the old chat");
    assert_eq!(count(&chat.pool, "outbox where lane = 3 and state <> 'dead'").await, 0);
    let sent = told(&chat, old).await;
    assert_eq!(sent.iter().map(|sent| sent.text()).collect::<Vec<_>>(), AGAIN);
    assert!(sent[0].png.is_some());

    // What was posted again can be pressed.
    chat.incoming.chat.chat_id = "2".into();
    for (sent, name) in [(&sent[1], "boris"), (&sent[2], "boris")] {
        let press = Command::Press(sent.reply.buttons[0][0].data.clone());
        assert_eq!(chat.does(name, "main", press).await.verdict, Verdict::Done);
    }
    say_all(&mut chat, "2", &[("anna", "/m #2 c2-c3"), ("carol", "/m d2-d3")]).await;
    // A board of the new chat is known by its message.
    let board = lines(&chat.pool, "select message_id from messages where match = 3").await;
    let line = Incoming { reply_to: Some(board[0].clone()), ..chat.line("anna", "/board") };
    assert!(matches!(chat.handle(&line).await, Handled::Done(_)));
    all_is_well(&chat, 3).await;
    assert_eq!(count(&chat.pool, "scopes").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_is_told_again_changes_nothing() {
    let chat = lively().await;
    let old = scope(&chat, "1").await.unwrap();
    let bot = chat.incoming.chat.bot();
    moves(&chat, "1", "2").await;
    assert_eq!(told(&chat, old).await.len(), 3);
    let before = super::everything(&chat.pool).await;
    for after in [Duration::ZERO, Duration::seconds(1), Duration::days(3000)] {
        for (from, to) in [("1", "2"), ("2", "2"), ("1", "3"), ("7", "8")] {
            chats::moved(&chat.app, &bot, from, to, now(&chat) + after).await.unwrap();
        }
    }
    assert_eq!(super::everything(&chat.pool).await, before);
    // Another bot's chat of that name is another chat.
    let other = kosti::app::service::BotKey { bot_id: "other".into(), ..bot };
    chats::moved(&chat.app, &other, "2", "9", now(&chat)).await.unwrap();
    assert_eq!(super::everything(&chat.pool).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn several_who_tell_of_a_move_at_once_move_it_once() {
    for round in 0..8_usize {
        let mut chat = lively().await;
        let bot = chat.incoming.chat.bot();
        let old = scope(&chat, "1").await.unwrap();
        if round >= 4 {
            // There are two scopes in any case.
            says(&mut chat, "2", "emma", "/games").await;
            chat.sent();
        }
        // The first word from the new chat may come before, after, or in the middle.
        let mut line = chat.line("dora", "/play senegal @anna");
        line.chat = key(&chat, "2");
        let at = line.at + Duration::seconds(1);
        let tell = || {
            let (app, bot) = (chat.app.clone(), bot.clone());
            tokio::spawn(async move { chats::moved(&app, &bot, "1", "2", at).await })
        };
        let speak = || {
            let (app, line) = (chat.app.clone(), line.clone());
            tokio::spawn(async move { handle(&app, &line).await })
        };
        let (mut tellers, mut spoken) = (Vec::new(), None);
        for at in 0..4 {
            if at == round % 4 {
                spoken = Some(speak());
            }
            tellers.push(tell());
        }
        for teller in tellers {
            teller.await.unwrap().unwrap();
        }
        let handled = spoken.unwrap().await.unwrap().unwrap();
        assert!(matches!(handled, Handled::Done(answer) if answer.verdict == Verdict::Done));
        assert_eq!((scope(&chat, "1").await, scope(&chat, "2").await), (None, Some(old)));
        let pool = &chat.pool;
        for table in ["members", "challenges", "matches", "outbox", "events", "jobs"] {
            assert_eq!(count(pool, &format!("{table} where scope_id <> {}", old.0)).await, 0);
        }
        assert_eq!(count(pool, "challenges where number = 4 and state = 'open'").await, 1);
        let texts = told_texts(&chat, old).await;
        for again in AGAIN {
            let found = texts.iter().filter(|text| **text == again).count();
            assert_eq!(found, 1, "{again} in {texts:#?}");
        }
        all_is_well(&chat, 2).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_hands_stay_closed_on_a_board_that_is_posted_again() {
    let mut chat = Chat::on(database::pool().await, toys());
    says(&mut chat, "1", "anna", "/play toy @boris to 5 hands=closed").await;
    chat.fix_seed(3).await;
    says(&mut chat, "1", "boris", "/accept").await;
    super::play_on(&mut chat, "1", 1, 3, 2).await;
    let old = scope(&chat, "1").await.unwrap();
    says(&mut chat, "1", "carol", "/board").await;
    let asked = chat.sent().pop().unwrap();
    moves(&chat, "1", "2").await;
    let mut sent = told(&chat, old).await;
    let posted = sent.pop().unwrap();
    assert!(sent.is_empty());
    assert_eq!((posted.text(), &posted.png), (asked.text(), &asked.png));
    let diagram = posted.reply.picture.unwrap().diagram(toys()).unwrap();
    assert!(diagram.contains('?') || !diagram.contains("c4 c4"), "{diagram}");
    super::play_on(&mut chat, "2", 1, 4, 500).await;
    all_is_well(&chat, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_under_way_during_a_move_leaves_no_trace_of_where_it_went() {
    let mut chat = Chat::new().await;
    let platform = Platform::open();
    let mut sender = sender(&chat, &platform);
    let handle_all = async |chat: &mut Chat, id: &str, said: &[(&str, &str)]| {
        chat.incoming.chat.chat_id = id.into();
        for (name, line) in said {
            chat.handle(&chat.line(name, line)).await;
        }
    };
    let begin = [("anna", "/play senegal @boris"), ("boris", "/accept")];
    handle_all(&mut chat, "1", &begin).await;
    send_all(&mut sender, now(&chat)).await;
    handle_all(&mut chat, "1", &[("anna", "d2-d3")]).await;
    platform.close();
    assert_eq!(sender.step(now(&chat)).await.unwrap(), Some(1));
    moves(&chat, "1", "2").await;
    platform.gate.add_permits(1000);
    sender.finish(now(&chat)).await;
    // It was told, in whichever chat; nothing is known by that message.
    assert_eq!(platform.texts()[2], "anna: d2-d3\n#1: @boris (Black) to move.");
    assert_eq!(count(&chat.pool, "messages").await, 0);
    assert_eq!(*platform.stripped.lock().unwrap(), ["m1"], "the challenge, while it was there");
    assert_eq!(count(&chat.pool, "outbox where lane = 3 and state = 'pending'").await, 0);
    send_all(&mut sender, now(&chat)).await;
    assert_eq!(platform.texts()[3], platform.texts()[2], "the board is posted again");
    assert_eq!(lines(&chat.pool, "select message_id from messages").await, ["m4"]);
    handle_all(&mut chat, "2", &[("boris", "d4:d2")]).await;
    send_all(&mut sender, now(&chat)).await;
    assert_eq!(*platform.stripped.lock().unwrap(), ["m1", "m4"]);

    // What failed to go to the old chat goes to the new one.
    handle_all(&mut chat, "2", &[("anna", "d1:d3")]).await;
    platform.close();
    sender.step(now(&chat)).await.unwrap();
    *platform.fails.lock().unwrap() = true;
    moves(&chat, "2", "3").await;
    platform.gate.add_permits(1000);
    sender.finish(now(&chat)).await;
    assert_eq!(platform.texts().len(), 5);
    send_all(&mut sender, now(&chat) + Duration::minutes(1)).await;
    let told = "anna: d1:d3\n#1: @boris (Black) to move.";
    assert_eq!(platform.texts()[5..], [told, told]);
    assert_eq!(count(&chat.pool, "messages").await, 2);
    assert_eq!(*platform.stripped.lock().unwrap(), ["m1", "m4"]);

    // Who reports in the middle of a move waits for its end.
    handle_all(&mut chat, "3", &[("boris", "e4-d4")]).await;
    platform.close();
    assert_eq!(sender.step(now(&chat)).await.unwrap(), Some(1));
    let gate = hold(&chat.pool, "select from matches for update").await;
    let (app, bot, at) = (chat.app.clone(), chat.incoming.chat.bot(), now(&chat));
    let moving = tokio::spawn(async move { chats::moved(&app, &bot, "3", "4", at).await });
    until_waiting(&chat.pool, &[&moving]).await;
    platform.gate.add_permits(1000);
    let finishing = tokio::spawn(async move { sender.finish(at).await });
    until_waiting(&chat.pool, &[&moving, &finishing]).await;
    gate.rollback().await.unwrap();
    moving.await.unwrap().unwrap();
    finishing.await.unwrap();
    assert!(platform.texts().last().unwrap().starts_with("boris: e4-d4"));
    assert_eq!(count(&chat.pool, "messages").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_shown_keeps_nothing_from_moving() {
    let mut chat = lively().await;
    say_all(&mut chat, "1", &[("anna", "/play senegal @dora"), ("dora", "/accept")]).await;
    chat.sent();
    let old = scope(&chat, "1").await.unwrap();
    run(&chat.pool, "update matches set position = 'spoilt' where number = 2").await;
    moves(&chat, "1", "2").await;
    assert_eq!(scope(&chat, "2").await, Some(old));
    let texts = told_texts(&chat, old).await;
    assert_eq!(texts, ["#4: @anna (White) to move.", AGAIN[2]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_place_of_a_chat_gets_its_own_again() {
    let mut chat = Chat::new().await;
    for (name, place, line) in [
        ("anna", "one", "/play senegal @boris"),
        ("boris", "one", "/accept"),
        ("anna", "two", "/play senegal"),
        ("carol", "three", "/play senegal @dora"),
    ] {
        chat.does(name, place, Command::parse(line)).await;
    }
    chat.sent();
    let old = scope(&chat, "1").await.unwrap();
    moves(&chat, "1", "2").await;
    let places: Vec<_> = told(&chat, old).await.into_iter().map(|sent| sent.place).collect();
    assert_eq!(places, ["one", "three", "two"]);
    // An expired one is not offered again.
    do_all(&chat.app, now(&chat)).await.unwrap();
    let bot = chat.incoming.chat.bot();
    chat.incoming.chat.chat_id = "3".into();
    chats::moved(&chat.app, &bot, "2", "3", now(&chat) + Duration::days(2)).await.unwrap();
    let places: Vec<_> = told(&chat, old).await.into_iter().map(|sent| sent.place).collect();
    assert_eq!(places, ["one"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sender_elsewhere_finds_what_is_posted_again() {
    let chat = lively().await;
    moves(&chat, "1", "2").await;
    let platform = Platform::open();
    let bot = chat.incoming.chat.bot();
    let mut sender = Sender::new(chat.app.clone(), bot, platform.clone(), LIMITS, "b".into());
    send_all(&mut sender, now(&chat)).await;
    let mut texts = platform.texts();
    texts.sort();
    let mut wanted = AGAIN.to_vec();
    wanted.sort_unstable();
    assert_eq!(texts, wanted);
}
