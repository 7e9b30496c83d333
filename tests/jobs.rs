//! Jobs: done once, by whoever gets to them; and who notices that nobody did.

use crate::support::{
    chat::Chat,
    database,
    fragile::{BREAKS, fragile},
};
use kosti::{
    app::{
        jobs::{Gap, Heart, Worker, do_all},
        service::{BotKey, handle},
    },
    store::{
        MatchNo, ScopeId,
        jobs::{self, Claimed, Ended, Job, JobKey},
    },
};
use pretty_assertions::assert_eq;
use sqlx::{PgPool, Row as _};
use time::{Duration, OffsetDateTime};

/// Lets two people play a match that ends, without doing what follows.
async fn finished(chat: &Chat) {
    for (name, line) in [
        ("anna", "/play senegal @boris"),
        ("boris", "/accept"),
        ("anna", "d2-d3"),
        ("boris", "d4:d2"),
        ("anna", "/resign yes"),
    ] {
        handle(&chat.app, &chat.line(name, line)).await.unwrap();
    }
}

/// Kind, state and how often it was claimed; without those that rate.
async fn stored(pool: &PgPool) -> Vec<(String, String, i32)> {
    let mut jobs = all_stored(pool).await;
    jobs.retain(|(kind, ..)| kind != "rate" && kind != "expire");
    jobs
}

async fn all_stored(pool: &PgPool) -> Vec<(String, String, i32)> {
    let rows = sqlx::query("select kind, state, token from jobs order by number, kind");
    let rows = rows.fetch_all(pool).await.unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect()
}

async fn run(pool: &PgPool, sql: &'static str) {
    sqlx::query(sql).execute(pool).await.unwrap();
}

fn later(chat: &Chat) -> OffsetDateTime {
    chat.incoming.at + Duration::hours(1)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_match_is_proved_and_rated_once() {
    let chat = Chat::new().await;
    for _ in 0..6 {
        finished(&chat).await;
    }
    let now = later(&chat);
    let mut workers: Vec<Worker> = (0..4).map(|_| Worker::new(chat.app.clone())).collect();
    let [one, two, three, four] = &mut workers[..] else { unreachable!() };
    let begun = tokio::join!(one.step(now), two.step(now), three.step(now), four.step(now));
    let begun = [begun.0, begun.1, begun.2, begun.3].map(Result::unwrap);
    // Three of a day are rated.
    assert!(begun.iter().sum::<usize>() <= 6 + 3);
    for worker in &mut workers {
        worker.finish().await;
    }
    do_all(&chat.app, now).await.unwrap();
    let done = stored(&chat.pool).await;
    assert_eq!(done, vec![("audit".to_owned(), "done".to_owned(), 1); 6]);
    let mut rated = all_stored(&chat.pool).await;
    rated.retain(|(kind, ..)| kind == "rate");
    assert_eq!(rated, vec![("rate".to_owned(), "done".to_owned(), 1); 3]);
    assert_eq!(do_all(&chat.app, now).await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_cannot_be_proved_is_kept_as_dead() {
    let chat = Chat::new().await;
    finished(&chat).await;
    run(&chat.pool, "update steps set text = 'd2-c2' where seq = 1").await;
    do_all(&chat.app, later(&chat)).await.unwrap();
    assert_eq!(stored(&chat.pool).await, [("audit".to_owned(), "dead".to_owned(), 1)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_fails_waits_longer_each_time_and_is_given_up() {
    let chat = Chat::new().await;
    finished(&chat).await;
    let pool = &chat.pool;
    run(pool, "alter table deals rename to hidden").await;
    run(pool, "delete from jobs where kind <> 'audit'").await;
    let mut now = later(&chat);
    let mut waits = Vec::new();
    for _ in 0..10 {
        assert_eq!(do_all(&chat.app, now).await.unwrap(), 1, "{waits:?} {:?}", stored(pool).await);
        assert_eq!(do_all(&chat.app, now).await.unwrap(), 0, "not at once again");
        let due: OffsetDateTime =
            sqlx::query("select due_at from jobs").fetch_one(pool).await.unwrap().get(0);
        waits.push((due - now).whole_seconds());
        now = due.max(now);
    }
    assert_eq!(waits[..9], [2, 4, 8, 16, 32, 64, 128, 256, 300]);
    assert_eq!(stored(pool).await, [("audit".to_owned(), "dead".to_owned(), 10)]);
    run(pool, "alter table hidden rename to deals").await;
    assert_eq!(do_all(&chat.app, now + Duration::days(1)).await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_panics_is_given_up_as_one_that_fails() {
    let chat = Chat::on(database::pool().await, fragile());
    for (name, line) in [("anna", "/play senegal @boris 24h"), ("boris", "/accept")] {
        handle(&chat.app, &chat.line(name, line)).await.unwrap();
    }
    let pool = &chat.pool;
    run(pool, "delete from jobs where kind <> 'flag'").await;
    let breaks = sqlx::query("update matches set position = $1").bind(BREAKS);
    breaks.execute(pool).await.unwrap();
    let mut now = later(&chat) + Duration::days(1);
    for tried in 1..=10 {
        assert_eq!(do_all(&chat.app, now).await.unwrap(), 1);
        let state = if tried < 10 { "pending" } else { "dead" };
        assert_eq!(stored(pool).await, [("flag".to_owned(), state.to_owned(), tried)]);
        now += Duration::hours(1);
    }
    assert_eq!(do_all(&chat.app, now).await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_lost_claim_did_is_not_stored() {
    let chat = Chat::new().await;
    let mut db = chat.pool.acquire().await.unwrap();
    let now = later(&chat);
    let kind = "something".to_owned();
    let job = Job {
        key: JobKey { scope: ScopeId(1), number: MatchNo(1), revision: 3, kind: kind.clone() },
        bot: chat.incoming.chat.bot(),
        place: "main".into(),
        trace: None,
    };
    for _ in 0..2 {
        jobs::insert(&mut db, &job, now, now).await.unwrap();
    }
    assert_eq!(stored(&chat.pool).await.len(), 1, "one of its kind");
    let early = now - Duration::seconds(1);
    let kinds = [kind];
    assert_eq!(jobs::due(&mut db, &kinds, early, 9).await.unwrap(), []);
    assert_eq!(jobs::claim(&mut db, &job, early).await.unwrap(), None);
    assert_eq!(jobs::due(&mut db, &kinds, now, 9).await.unwrap(), std::slice::from_ref(&job));
    let one = jobs::claim(&mut db, &job, now).await.unwrap().unwrap();
    assert_eq!(jobs::claim(&mut db, &job, now).await.unwrap(), None);
    assert_eq!(jobs::due(&mut db, &kinds, now, 9).await.unwrap(), []);
    assert!(jobs::renew(&mut db, &one).await.unwrap());
    run(&chat.pool, "update jobs set until = clock_timestamp()").await;
    let two = jobs::claim(&mut db, &job, now).await.unwrap().unwrap();
    assert_eq!((one.token, two.token), (1, 2));
    assert!(!jobs::renew(&mut db, &one).await.unwrap());
    assert!(!jobs::end(&mut db, &one, Ended::Done, now).await.unwrap());
    assert!(jobs::end(&mut db, &two, Ended::Done, now).await.unwrap());
    assert!(!jobs::end(&mut db, &two, Ended::Dead, now).await.unwrap(), "it has ended");
    let three = Claimed { token: 3, ..two };
    assert!(!jobs::renew(&mut db, &three).await.unwrap());
    assert_eq!(jobs::claim(&mut db, &job, now).await.unwrap(), None);
    // The kind is none that this program knows: it is left to those who do.
    run(&chat.pool, "update jobs set state = 'pending'").await;
    assert_eq!(do_all(&chat.app, now).await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_stops_in_good_order() {
    let chat = Chat::new().await;
    finished(&chat).await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(Worker::new(chat.app.clone()).run(async {
        let _ = stopped.await;
    }));
    while stored(&chat.pool).await[0].1 != "done" {
        tokio::task::yield_now().await;
    }
    stop.send(()).unwrap();
    running.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gap_in_which_nobody_served_a_bot_is_told_to_one() {
    let chat = Chat::new().await;
    let bot = chat.incoming.chat.bot();
    let heart = || Heart::new(chat.app.clone(), bot.clone());
    let (mut one, mut two) = (heart(), heart());
    let start = chat.incoming.at;
    let at = |seconds| start + Duration::seconds(seconds);
    assert_eq!(one.beat(at(0)).await.unwrap(), None, "the first time of all");
    assert_eq!(two.beat(at(5)).await.unwrap(), None);
    assert_eq!(one.beat(at(20)).await.unwrap(), None);
    assert_eq!(one.beat(at(80)).await.unwrap(), None, "60 s are no gap");
    let (told_one, told_two) = tokio::join!(one.beat(at(200)), two.beat(at(200)));
    let told: Vec<Gap> = [told_one.unwrap(), told_two.unwrap()].into_iter().flatten().collect();
    assert_eq!(told, [Gap { from: at(80), to: at(200) }]);
    // A clock that is behind does not turn the time back.
    assert_eq!(heart().beat(at(150)).await.unwrap(), None);
    assert_eq!(heart().beat(at(210)).await.unwrap(), None);
    let other = BotKey { bot_id: "other".into(), ..bot.clone() };
    assert_eq!(Heart::new(chat.app.clone(), other).beat(at(500)).await.unwrap(), None);
    assert!(one.beat(at(500)).await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn no_clock_runs_before_a_gap_is_over() {
    let chat = Chat::new().await;
    let start = chat.incoming.at;
    let mut heart = Heart::new(chat.app.clone(), chat.incoming.chat.bot());
    for (name, line) in
        [("anna", "/play senegal @boris 1h"), ("boris", "/accept"), ("anna", "d2-d3")]
    {
        handle(&chat.app, &chat.line(name, line)).await.unwrap();
    }
    heart.beat(start + Duration::minutes(1)).await.unwrap();
    // What boris does at once is heard of when the bot is served again, and anna with it.
    let line = chat.line("boris", "d4:d2");
    let later = start + Duration::hours(10);
    assert!(heart.beat(later).await.unwrap().is_some());
    handle(&chat.app, &line).await.unwrap();
    let deadline = || async {
        let row = sqlx::query("select deadline from matches").fetch_one(&chat.pool).await.unwrap();
        row.get::<OffsetDateTime, _>(0)
    };
    assert_eq!(deadline().await, later + Duration::hours(1));
    // Without a gap the time of the event counts.
    let mut line = chat.line("anna", "d1:d3");
    line.at = later + Duration::minutes(30);
    handle(&chat.app, &line).await.unwrap();
    assert_eq!(deadline().await, line.at + Duration::hours(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn new_messages_of_a_bot_are_heard() {
    let chat = Chat::new().await;
    let bot = chat.incoming.chat.bot();
    let mut listener = chat.app.database.listen(&bot).await.unwrap().unwrap();
    let other = BotKey { bot_id: "other".into(), ..bot };
    let mut others = chat.app.database.listen(&other).await.unwrap().unwrap();
    handle(&chat.app, &chat.line("anna", "/play senegal")).await.unwrap();
    listener.heard().await.unwrap();
    let mut elsewhere = chat.line("anna", "/play senegal");
    elsewhere.chat.bot_id = "other".into();
    handle(&chat.app, &elsewhere).await.unwrap();
    others.heard().await.unwrap();
    // What was said before that to the other bot was not heard by this one: the next thing
    // that is said to it is the next that it hears.
    let next = listener.heard();
    tokio::pin!(next);
    tokio::select! {
        biased;
        _ = &mut next => panic!("nothing was said to this bot"),
        () = std::future::ready(()) => {}
    }
    handle(&chat.app, &chat.line("anna", "/games")).await.unwrap();
    next.await.unwrap();
}
