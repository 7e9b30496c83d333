//! Commands, from what people type to what is stored and sent.

use crate::support::{
    chat::{Chat, text},
    published,
};
use kosti::{
    app::service::{Handled, Verdict, handle},
    game::Record,
    games::Games,
};
use sqlx::{AssertSqlSafe, PgPool, Row as _};
use std::collections::HashSet;

async fn count(pool: &PgPool, sql: &str) -> i64 {
    let sql = format!("select count(*) from {sql}");
    sqlx::query(AssertSqlSafe(sql)).fetch_one(pool).await.unwrap().get(0)
}

/// Plays the published game to a number of actions.
async fn play_to(chat: &Chat, from: usize, to: usize) {
    let moves = published::main_line();
    for (at, action) in moves.iter().enumerate().take(to).skip(from) {
        let name = if at % 2 == 0 { "anna" } else { "boris" };
        let answer = chat.say(name, action).await;
        assert_eq!(answer.verdict, Verdict::Done, "{name} {action}: {:?}", answer.private);
    }
}

async fn begun() -> Chat {
    let chat = Chat::new().await;
    chat.say("anna", "/play senegal @boris").await;
    chat.say("boris", "/accept").await;
    chat
}

#[tokio::test(flavor = "multi_thread")]
async fn the_published_game_goes_on_after_a_restart() {
    let chat = begun().await;
    play_to(&chat, 0, 33).await;
    let mut sent = chat.sent();
    // Another process takes over: nothing is kept but the database.
    let pool = chat.pool.clone();
    let chat = {
        let mut again = Chat::on(pool, Games::registered());
        again.last = chat.last;
        again.incoming.at += time::Duration::days(2);
        again.incoming.event = "restarted".into();
        again
    };
    for (at, action) in published::main_line().iter().enumerate().skip(33) {
        let name = if at % 2 == 0 { "anna" } else { "boris" };
        let mut line = chat.line(name, action);
        line.event = format!("second {at}");
        let Handled::Done(answer) = chat.handle(&line).await else { panic!("no repeat") };
        assert_eq!(answer.verdict, Verdict::Done, "{action}");
        chat.deliver(answer.scope).await;
    }
    sent.extend(chat.sent());
    let pictures: HashSet<&[u8]> = sent.iter().filter_map(|sent| sent.png.as_deref()).collect();
    assert_eq!(sent.iter().filter(|sent| sent.png.is_some()).count(), 68);
    assert_eq!(pictures.len(), 68, "each position has its own picture");
    assert_eq!(sent.last().unwrap().text(), "anna: a3-a4\n#1: a draw, equal checkers.");

    let pool = &chat.pool;
    assert_eq!(count(pool, "matches where state = 'over' and outcome = 'draw 0 equal'").await, 1);
    assert_eq!(count(pool, "results").await, 2);
    assert_eq!(count(pool, "results where verdict = 'draw' and points = 0").await, 2);
    assert_eq!(count(pool, "steps").await, 67);
    assert_eq!(count(pool, "outbox where state <> 'sent'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_record_of_a_match_replays_to_its_end() {
    let chat = begun().await;
    play_to(&chat, 0, 67).await;
    chat.sent();
    chat.say("carol", "/record").await;
    let sent = chat.sent();
    let document = sent[0].reply.document.as_ref().unwrap();
    let records = Record::parse_all(&document.text).unwrap();
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].tag("White"), Some("anna"));
    assert_eq!(records[0].tag("Black"), Some("boris"));
    assert_eq!(records[0].tag("Result"), Some("draw 0 equal"));
    assert_eq!(records[0].tag("Date"), Some("2026.11.29"));
    let game = Games::registered().find("senegal").unwrap();
    let options = kosti::game::OptionSet::defaults(game.facts());
    let replay = game.replay(&options, &records[0]);
    assert_eq!(replay.failure, None);
    assert_eq!(replay.steps.len(), 67);
    assert_eq!(replay.position.unwrap().text(), published::LAST_POSITION);

    chat.say("carol", "/top").await;
    assert_eq!(
        chat.sent()[0].text(),
        "Points in this chat\n\
         1. anna – 0 points (won 0, drawn 1, lost 0)\n\
         1. boris – 0 points (won 0, drawn 1, lost 0)"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_event_at_once_is_done_once() {
    let chat = begun().await;
    let line = chat.line("anna", "d2-d3");
    let handled = futures(100, |_| handle(&chat.app, &line)).await;
    let done = handled.iter().filter(|handled| matches!(handled, Handled::Done(_))).count();
    assert_eq!((done, handled.len()), (1, 100));
    assert_eq!(chat.handle(&line).await, Handled::Repeat);
    assert_eq!(count(&chat.pool, "steps").await, 1);
    assert_eq!(count(&chat.pool, "outbox").await, 3, "challenge, start, one turn");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_moves_at_once_are_played_one_after_the_other() {
    let chat = begun().await;
    // Both are legal now; after either it is Black's turn.
    let lines = [chat.line("anna", "d2-d3"), chat.line("anna", "c2-c3")];
    let handled = futures(2, |at| handle(&chat.app, &lines[at])).await;
    let mut verdicts: Vec<Verdict> = handled
        .iter()
        .map(|handled| match handled {
            Handled::Done(answer) => answer.verdict,
            Handled::Repeat => panic!("neither is a repeat"),
        })
        .collect();
    verdicts.sort_by_key(|verdict| *verdict as u8);
    assert_eq!(verdicts, [Verdict::Done, Verdict::Refused]);
    assert_eq!(count(&chat.pool, "steps").await, 1);
    assert_eq!(count(&chat.pool, "matches where revision = 1 and last_seq = 1").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_challenge_is_accepted_by_one() {
    let chat = Chat::new().await;
    chat.say("anna", "/play senegal").await;
    let names: Vec<String> = (0..8).map(|number| format!("guest{number}")).collect();
    let lines: Vec<_> = names.iter().map(|name| chat.line(name, "/accept")).collect();
    let handled = futures(lines.len(), |at| handle(&chat.app, &lines[at])).await;
    let done = handled
        .iter()
        .filter(
            |handled| matches!(handled, Handled::Done(answer) if answer.verdict == Verdict::Done),
        )
        .count();
    assert_eq!(done, 1);
    assert_eq!(count(&chat.pool, "matches").await, 1);
    assert_eq!(count(&chat.pool, "challenges where state = 'accepted'").await, 1);
    assert_eq!(count(&chat.pool, "persons").await, 9);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_chat_is_made_once_by_many_at_once() {
    let chat = Chat::new().await;
    let lines: Vec<_> = (0..10).map(|_| chat.line("anna", "/games")).collect();
    let handled = futures(lines.len(), |at| handle(&chat.app, &lines[at])).await;
    assert!(handled.iter().all(|handled| matches!(handled, Handled::Done(_))));
    assert_eq!(count(&chat.pool, "scopes").await, 1);
    assert_eq!(count(&chat.pool, "persons").await, 1);
    assert_eq!(count(&chat.pool, "outbox").await, 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_matches_at_once_do_not_disturb_each_other() {
    let chat = Chat::new().await;
    for pair in 0..4 {
        chat.say(&format!("a{pair}"), &format!("/play senegal @b{pair}")).await;
        chat.say(&format!("b{pair}"), "/accept").await;
    }
    let moves = published::main_line();
    for (round, action) in moves.iter().enumerate().take(20) {
        let side = if round % 2 == 0 { "a" } else { "b" };
        let lines: Vec<_> =
            (0..4).map(|pair| chat.line(&format!("{side}{pair}"), action)).collect();
        let handled = futures(4, |at| handle(&chat.app, &lines[at])).await;
        assert!(handled.iter().all(
            |handled| matches!(handled, Handled::Done(answer) if answer.verdict == Verdict::Done)
        ));
    }
    assert_eq!(count(&chat.pool, "steps").await, 80);
    assert_eq!(count(&chat.pool, "matches where revision = 20").await, 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_command_changes_nothing_but_is_remembered() {
    let chat = begun().await;
    play_to(&chat, 0, 1).await;
    let line = chat.line("boris", "c4-c3");
    let Handled::Done(answer) = chat.handle(&line).await else { panic!("no repeat") };
    assert_eq!(answer.verdict, Verdict::Refused);
    assert_eq!(text(&answer.private.unwrap()), "A capture is compulsory: d4:d2.");
    assert_eq!(chat.handle(&line).await, Handled::Repeat);
    assert_eq!(count(&chat.pool, "steps").await, 1);
    assert_eq!(count(&chat.pool, "matches where revision = 1").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_undoes_what_was_done_before_it() {
    let chat = begun().await;
    chat.say("anna", "/draw").await;
    // The new offer would have taken the place of the old one.
    let answer = chat.say("anna", "/takeback").await;
    assert_eq!(text(&answer.private.unwrap()), "You have no move to take back.");
    assert_eq!(chat.say("boris", "/accept").await.verdict, Verdict::Done);
    assert_eq!(count(&chat.pool, "offers where state = 'accepted'").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_keeps_nothing_of_its_event() {
    let chat = begun().await;
    let line = chat.line("anna", "d2-d3");
    let set = async |position: &str| {
        let sql = format!("update matches set position = {position}");
        sqlx::query(AssertSqlSafe(sql)).execute(&chat.pool).await.unwrap();
    };
    set("position || 'x'").await;
    assert!(handle(&chat.app, &line).await.is_err());
    // When the fault is mended, the platform may give the event once more.
    set("left(position, -1)").await;
    assert!(
        matches!(chat.handle(&line).await, Handled::Done(answer) if answer.verdict == Verdict::Done)
    );
    assert_eq!(count(&chat.pool, "steps").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_played_only_in_its_place() {
    let chat = begun().await;
    let mut line = chat.line("anna", "/move #1 d2-d3");
    line.place = "another topic".into();
    let Handled::Done(answer) = chat.handle(&line).await else { panic!("no repeat") };
    assert_eq!(answer.verdict, Verdict::Refused);
    assert_eq!(text(&answer.private.unwrap()), "Game #1 is played elsewhere.");
    // Another chat does not even know of it.
    let mut line = chat.line("anna", "/move #1 d2-d3");
    line.chat.chat_id = "2".into();
    let Handled::Done(answer) = chat.handle(&line).await else { panic!("no repeat") };
    assert_eq!(text(&answer.private.unwrap()), "There is no game #1 here.");
    assert_eq!(count(&chat.pool, "steps").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_to_a_board_means_its_match() {
    let chat = Chat::new().await;
    for _ in 0..2 {
        chat.say("anna", "/play senegal @boris white").await;
        chat.say("boris", "/accept").await;
    }
    // Both wait for anna, so a bare move is not enough.
    let answer = chat.say("anna", "d2-d3").await;
    assert_eq!(
        text(&answer.private.unwrap()),
        "Which game do you mean: #1 @boris or #2 @boris? Add its number: /m #2 d2-d3, /board 2."
    );
    let boards = sqlx::query("select message_id from messages where match = 1")
        .fetch_all(&chat.pool)
        .await
        .unwrap();
    let mut line = chat.line("anna", "d2-d3");
    line.reply_to = Some(boards[0].get(0));
    let Handled::Done(answer) = chat.handle(&line).await else { panic!("no repeat") };
    assert_eq!(answer.verdict, Verdict::Done);
    assert_eq!(count(&chat.pool, "steps where match = 1").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_to_a_challenge_means_the_match_that_it_became() {
    let chat = Chat::new().await;
    chat.say("anna", "/play senegal @boris white").await;
    let challenge = sqlx::query("select message_id from messages").fetch_one(&chat.pool).await;
    let challenge: String = challenge.unwrap().get(0);
    let answer = async |name: &str, text: &str| {
        let mut line = chat.line(name, text);
        line.reply_to = Some(challenge.clone());
        let Handled::Done(answer) = chat.handle(&line).await else { panic!("no repeat") };
        answer
    };
    // There is no match yet.
    let said = answer("boris", "with pleasure").await;
    assert_eq!(text(&said.private.unwrap()), "No game is played here. /play begins one.");
    assert_eq!(said.verdict, Verdict::NotUnderstood);
    chat.say("boris", "/accept").await;
    chat.say("anna", "/play senegal @boris white").await;
    chat.say("boris", "/accept").await;
    assert_eq!(answer("anna", "d2-d3").await.verdict, Verdict::Done);
    assert_eq!(count(&chat.pool, "steps where match = 1").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_challenge_has_expired() {
    let chat = Chat::new().await;
    chat.say("anna", "/play senegal @boris").await;
    let mut line = chat.line("boris", "/accept");
    line.at += time::Duration::hours(25);
    let Handled::Done(answer) = chat.handle(&line).await else { panic!("no repeat") };
    assert_eq!(text(&answer.private.unwrap()), "There is nothing here for you to accept.");
}

#[tokio::test(flavor = "multi_thread")]
async fn events_are_remembered_for_three_days() {
    let chat = begun().await;
    let line = chat.line("anna", "/games");
    chat.handle(&line).await;
    let sweep = async |days| {
        let now = line.at + time::Duration::days(days);
        kosti::app::housekeeping::sweep(&chat.app, now).await.unwrap()
    };
    assert_eq!(sweep(2).await, 0);
    assert_eq!(chat.handle(&line).await, Handled::Repeat);
    assert_eq!(sweep(4).await, 3);
    assert_eq!(count(&chat.pool, "events").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_came_back_is_used_again() {
    let chat = begun().await;
    play_to(&chat, 0, 4).await;
    for turn in 4..10 {
        // Every connection is cut, as by a restart of the server.
        let cut = "select count(pg_terminate_backend(pid)) from pg_stat_activity
                   where datname = current_database() and pid <> pg_backend_pid()";
        let mut other = chat.pool.acquire().await.unwrap();
        sqlx::query(cut).execute(&mut *other).await.unwrap();
        other.close().await.unwrap();
        play_to(&chat, turn, turn + 1).await;
    }
    assert_eq!(count(&chat.pool, "steps").await, 10);
    let report = kosti::app::audit::audit(&chat.app, None).await.unwrap();
    assert_eq!(report.faults, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_cut_off_in_the_middle_can_come_again() {
    let chat = begun().await;
    let line = chat.line("anna", "d2-d3");
    // Somebody holds the match, so the command waits in the middle of its transaction.
    let mut holder = chat.pool.begin().await.unwrap();
    sqlx::query("select 1 from matches for update").execute(&mut *holder).await.unwrap();
    let app = chat.app.clone();
    let waiting = {
        let line = line.clone();
        tokio::spawn(async move { handle(&app, &line).await })
    };
    let waits = "select count(pg_terminate_backend(pid)) from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock'";
    loop {
        let cut: i64 = sqlx::query(waits).fetch_one(&chat.pool).await.unwrap().get(0);
        if cut > 0 {
            break;
        }
        tokio::task::yield_now().await;
    }
    assert!(waiting.await.unwrap().is_err());
    holder.rollback().await.unwrap();
    assert_eq!(count(&chat.pool, "steps").await, 0);
    // The platform gives the event once more, and this time it is done.
    assert!(
        matches!(chat.handle(&line).await, Handled::Done(answer) if answer.verdict == Verdict::Done)
    );
    assert_eq!(chat.handle(&line).await, Handled::Repeat);
    assert_eq!(count(&chat.pool, "steps").await, 1);
}

/// Runs as many handlings at once, each on a task of its own.
async fn futures<'a, F>(many: usize, make: impl Fn(usize) -> F) -> Vec<Handled>
where
    F: Future<Output = anyhow::Result<Handled>> + 'a,
{
    let mut waiting: Vec<_> = (0..many).map(|at| Box::pin(make(at))).collect();
    let mut done = Vec::new();
    std::future::poll_fn(|context| {
        waiting.retain_mut(|future| match future.as_mut().poll(context) {
            std::task::Poll::Ready(handled) => {
                done.push(handled.unwrap());
                false
            }
            std::task::Poll::Pending => true,
        });
        if waiting.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    done
}
