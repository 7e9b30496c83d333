//! Two people, or a person and a job, who want different things at the same moment.

use crate::support::{chat::Chat, database};
use kosti::{
    app::{
        audit::audit,
        jobs::do_all,
        service::{Handled, Incoming, Verdict, handle},
    },
    store::{Database, matches},
};
use pretty_assertions::assert_eq;
use sqlx::{Executor as _, Row as _, postgres::PgPoolOptions};
use time::Duration;

/// How often each race is run: who is first differs.
const ROUNDS: usize = 12;

async fn begun(play: &str) -> Chat {
    let chat = Chat::new().await;
    for (name, line) in [
        ("anna", play),
        ("boris", "/accept"),
        ("anna", "d2-d3"),
        ("boris", "d4:d2"),
        ("anna", "d1:d3"),
    ] {
        assert_eq!(chat.say(name, line).await.verdict, Verdict::Done, "{line}");
    }
    chat
}

async fn verdict(chat: &Chat, incoming: &Incoming) -> Verdict {
    match handle(&chat.app, incoming).await.unwrap() {
        Handled::Done(answer) => answer.verdict,
        Handled::Repeat => panic!("a new event is no repeat"),
    }
}

async fn count(chat: &Chat, sql: &'static str) -> i64 {
    sqlx::query(sql).fetch_one(&chat.pool).await.unwrap().get(0)
}

async fn all_is_well(chat: &Chat) {
    assert_eq!(audit(&chat.app, None).await.unwrap().faults, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_and_a_move_at_once_are_not_both_heard() {
    let (mut claimed, mut moved) = (0, 0);
    for round in 0..ROUNDS {
        let chat = begun("/play senegal @boris 1h").await;
        chat.pass(Duration::hours(2)).await;
        let mut lines = [chat.line("anna", "/claim"), chat.line("boris", "e4-d4")];
        lines.rotate_left(round % 2);
        let [one, two] = &lines;
        let heard = tokio::join!(verdict(&chat, one), verdict(&chat, two));
        assert!([heard.0, heard.1].contains(&Verdict::Done));
        assert!([heard.0, heard.1].contains(&Verdict::Refused), "{heard:?}");
        let over = count(&chat, "select count(*) from matches where state = 'over'").await;
        assert_eq!(count(&chat, "select count(*) from results").await, over * 2);
        assert_eq!(count(&chat, "select count(*) from steps").await, 4 - over);
        claimed += over;
        moved += 1 - over;
        all_is_well(&chat).await;
    }
    assert_eq!(claimed + moved, i64::try_from(ROUNDS).unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_that_both_want_at_once_begins_once() {
    for _ in 0..ROUNDS {
        let chat = begun("/play senegal @boris").await;
        chat.say("boris", "/resign yes").await;
        let (one, two) = (chat.line("anna", "/rematch 1"), chat.line("boris", "/rematch 1"));
        let heard = tokio::join!(verdict(&chat, &one), verdict(&chat, &two));
        assert_eq!(heard, (Verdict::Done, Verdict::Done));
        assert_eq!(count(&chat, "select count(*) from matches where state = 'live'").await, 1);
        assert_eq!(count(&chat, "select count(*) from challenges where state = 'open'").await, 0);
        all_is_well(&chat).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_ends_and_is_accepted_at_once_does_one_of_both() {
    for _ in 0..ROUNDS {
        let chat = Chat::new().await;
        chat.say("anna", "/play senegal @boris").await;
        // Accepted in time, and handled when it has ended.
        let accept = chat.line("boris", "/accept");
        let later = accept.at + Duration::hours(25);
        let (accepted, done) = tokio::join!(verdict(&chat, &accept), do_all(&chat.app, later));
        assert_eq!(done.unwrap(), 1);
        let states = "select string_agg(state, ' ') from challenges";
        let state: String = sqlx::query(states).fetch_one(&chat.pool).await.unwrap().get(0);
        let matches = count(&chat, "select count(*) from matches").await;
        let told = count(&chat, "select count(*) from outbox where lane < 3").await;
        let stripped = count(&chat, "select count(*) from outbox where lane = 3").await;
        let came = (state.as_str(), matches, told, stripped);
        match accepted {
            Verdict::Done => assert_eq!(came, ("accepted", 1, 2, 0)),
            _ => assert_eq!(came, ("expired", 0, 2, 1)),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_challenge_withdrawn_and_accepted_at_once_does_one_of_both() {
    for _ in 0..ROUNDS {
        let chat = Chat::new().await;
        chat.say("anna", "/play senegal").await;
        let (cancel, accept) = (chat.line("anna", "/cancel"), chat.line("boris", "/accept 1"));
        let heard = tokio::join!(verdict(&chat, &cancel), verdict(&chat, &accept));
        assert!(
            matches!(heard, (Verdict::Done, Verdict::Refused) | (Verdict::Refused, Verdict::Done)),
            "{heard:?}"
        );
        let matches = count(&chat, "select count(*) from matches").await;
        assert_eq!(matches, i64::from(heard.1 == Verdict::Done));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_agreed_and_a_move_at_once_are_not_both_heard() {
    for _ in 0..ROUNDS {
        let chat = begun("/play senegal @boris").await;
        chat.say("anna", "/draw").await;
        let (agree, play) = (chat.line("boris", "/accept"), chat.line("boris", "e4-d4"));
        let heard = tokio::join!(verdict(&chat, &agree), verdict(&chat, &play));
        let over = count(&chat, "select count(*) from matches where state = 'over'").await;
        match heard {
            (Verdict::Done, Verdict::Refused) => assert_eq!(over, 1),
            (Verdict::Refused, Verdict::Done) => assert_eq!(over, 0),
            _ => panic!("{heard:?}"),
        }
        all_is_well(&chat).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_clocks_of_one_match_do_not_both_run() {
    let chat = begun("/play senegal @boris 1h").await;
    let mut db = chat.pool.acquire().await.unwrap();
    let scope: i64 =
        sqlx::query("select scope_id from matches").fetch_one(&mut *db).await.unwrap().get(0);
    let number = kosti::store::MatchNo(1);
    let read = matches::read(&mut db, kosti::store::ScopeId(scope), number).await.unwrap();
    let first = read.unwrap().deadline.unwrap();
    chat.say("boris", "e4-d4").await;
    let read = matches::read(&mut db, kosti::store::ScopeId(scope), number).await.unwrap();
    let second = read.unwrap().deadline.unwrap();
    assert_eq!(second - first, Duration::seconds(1), "from the time of the event on");
    chat.sent();
    // The jobs of the clock that was stopped have nothing to say.
    do_all(&chat.app, first + Duration::minutes(1)).await.unwrap();
    chat.pass(Duration::minutes(61)).await;
    let flags = chat.sent().iter().filter(|sent| sent.text().contains("has run out")).count();
    assert_eq!(flags, 1);
}

#[tokio::test]
async fn who_stops_waiting_for_a_transaction_leaves_none_behind() {
    let options = database::connect_options(true).await;
    // A connection is not looked at before it is used: it has to be left in order.
    let pool = PgPoolOptions::new().max_connections(1).test_before_acquire(false);
    let pool = pool.connect_with(options).await.unwrap();
    let database = Database::from(pool.clone());
    for moments in 0..ROUNDS {
        let patience = async {
            for _ in 0..moments {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            biased;
            begun = database.begin() => drop(begun.unwrap()),
            () = patience => {}
        }
        let mut connection = pool.acquire().await.unwrap();
        // There are savepoints only within a transaction.
        assert!(connection.execute("savepoint here").await.is_err(), "{moments}");
    }
}
