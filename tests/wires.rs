//! The wire to the database is cut at the end of a transaction, when nobody can tell whether
//! it was kept: every transaction of a little match in turn.

use crate::support::{
    chat::Chat,
    database, published,
    taker::{LIMITS, Taker},
    told::doubles,
    wire::{Cut, Wire},
};
use kosti::{
    app::{
        audit::audit,
        delivery::Sender,
        service::{Handled, Verdict, handle},
    },
    games::Games,
};
use pretty_assertions::assert_eq;
use sqlx::{
    PgPool, Row as _,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use std::sync::Arc;
use time::{Duration, OffsetDateTime};

async fn connect(options: PgConnectOptions) -> PgPool {
    PgPoolOptions::new().max_connections(4).connect_with(options).await.unwrap()
}

/// Says a line as a front end does: again, as the same event, until it is answered.
async fn say(chat: &Chat, name: &str, line: &str) {
    let incoming = chat.line(name, line);
    for attempt in 0..5 {
        match handle(&chat.app, &incoming).await {
            Ok(Handled::Done(answer)) => return assert_eq!(answer.verdict, Verdict::Done),
            Ok(Handled::Repeat) => return assert!(attempt > 0, "a new event is no repeat"),
            Err(_) => {}
        }
    }
    panic!("{line} is never answered");
}

/// A database behind a wire, and the way past it.
struct Room {
    wire: Wire,
    through: PgPool,
    past: PgPool,
}

impl Room {
    async fn new() -> Self {
        let server = database::connect_options(true).await;
        let wire = Wire::to(&server).await;
        let through = connect(wire.options(&server)).await;
        Room { wire, through, past: connect(server).await }
    }

    async fn waiting(&self, bot: &str) -> i64 {
        let sql = "select count(*) from outbox
                   where bot_id = $1 and state in ('pending', 'sending')";
        sqlx::query(sql).bind(bot).fetch_one(&self.past).await.unwrap().get(0)
    }

    /// Sends until nothing waits; what fails is tried again in the next round.
    async fn send_all(&self, chat: &Chat, sender: &mut Sender<Taker>, now: &mut OffsetDateTime) {
        for _ in 0..20 {
            let _ = sender.step(*now).await;
            sender.finish(*now).await;
            if self.waiting(&chat.incoming.chat.bot_id).await == 0 {
                return;
            }
            // Longer than the sender trusts in its lease.
            *now += Duration::seconds(3);
        }
        panic!("something waits for ever");
    }

    /// Plays and sends in a chat of its own while the wire is cut so; false when there were
    /// not so many transactions.
    async fn played(&self, cut: Cut, after: usize) -> bool {
        let mut chat = Chat::on(self.through.clone(), Games::registered());
        chat.incoming.chat.chat_id = after.to_string();
        chat.incoming.chat.bot_id = format!("bot{after}");
        let platform = Arc::new(Taker::default());
        let bot = chat.incoming.chat.bot();
        let mut sender = Sender::new(chat.app.clone(), bot, platform.clone(), LIMITS, "a".into());
        let mut now = chat.incoming.at + Duration::minutes(1);

        self.wire.cut(cut, after);
        say(&chat, "anna", "/play senegal @boris").await;
        self.send_all(&chat, &mut sender, &mut now).await;
        say(&chat, "boris", "/accept").await;
        let moves = &published::main_line()[..4];
        let mut made = Vec::new();
        for (at, action) in moves.iter().enumerate() {
            let name = if at % 2 == 0 { "anna" } else { "boris" };
            say(&chat, name, action).await;
            made.push(format!("{name}: {action}"));
            if at != 1 {
                self.send_all(&chat, &mut sender, &mut now).await;
            }
        }

        let sql = "select text from steps join chat_keys using (scope_id)
                   where bot_id = $1 order by seq";
        let bot = &chat.incoming.chat.bot_id;
        let steps = sqlx::query(sql).bind(bot).fetch_all(&self.past).await.unwrap();
        let steps: Vec<&str> = steps.iter().map(|row| row.get(0)).collect();
        assert_eq!(steps, moves, "{cut:?} {after}");
        // What was kept is not told again; what was told and could not be noted is.
        let told = platform.told("main", &made);
        let most = usize::from(cut == Cut::BeforeCommit);
        assert!(
            doubles(&made, &told).is_some_and(|doubles| doubles <= most),
            "{cut:?} {after}: {told:?}"
        );
        self.wire.was_cut()
    }

    async fn swept(&self, cut: Cut) {
        let mut after = 0;
        while self.played(cut, after).await {
            after += 1;
        }
        // Six commands, their messages, the lease.
        assert!(after > 12, "{after} transactions");
        let app = Chat::on(self.past.clone(), Games::registered()).app;
        let report = audit(&app, None).await.unwrap();
        assert_eq!((report.faults, report.matches), (vec![], after as u64 + 1));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_of_which_the_database_never_hears_comes_again() {
    Room::new().await.swept(Cut::BeforeCommit).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_that_was_kept_unheard_is_not_lost_or_doubled() {
    Room::new().await.swept(Cut::AfterCommit).await;
}
