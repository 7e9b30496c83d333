//! A group chat without a platform: people speak to the service, what is sent is kept.

use super::database;
use kosti::{
    app::{
        command::Command,
        delivery::{Outbound, follow},
        housekeeping::sweep,
        jobs::do_all,
        reply::{Reply, Segment},
        service::{Answer, Answers, App, ChatKey, Handled, Incoming, ScopeId, handle, scope_of},
        texts::Lang,
    },
    games::Games,
};
use sqlx::PgPool;
use std::sync::{
    Mutex,
    atomic::{AtomicI64, AtomicU64, Ordering},
};
use time::{Duration, OffsetDateTime, macros::datetime};

/// A chat, and the messages that have been sent to it.
pub struct Chat {
    pub app: App,
    /// The database past the application.
    pub pool: PgPool,
    pub incoming: Incoming,
    sent: Mutex<Vec<Sent>>,
    events: AtomicU64,
    /// Seconds that passed beside those between the lines.
    skipped: AtomicI64,
    /// The newest message that was sent.
    pub last: AtomicI64,
}

/// A message as it was sent.
#[derive(Clone, Debug)]
pub struct Sent {
    pub reply: Reply,
    /// Where it was sent.
    pub place: String,
    pub png: Option<Vec<u8>>,
    pub gif: Option<Vec<u8>>,
}

impl Sent {
    pub fn text(&self) -> String {
        text(&self.reply)
    }
}

pub fn text(reply: &Reply) -> String {
    reply.whole().iter().map(Segment::plain).collect()
}

impl Chat {
    pub async fn new() -> Self {
        Chat::on(database::pool().await, Games::registered())
    }

    /// A chat on a database that may hold something already.
    pub fn on(pool: PgPool, games: Games) -> Self {
        Chat::of(App::new(pool.clone().into(), games).unwrap(), pool)
    }

    /// A chat of an application.
    pub fn of(app: App, pool: PgPool) -> Self {
        let chat = ChatKey { platform: "test".into(), bot_id: "bot".into(), chat_id: "1".into() };
        Chat {
            app,
            pool,
            incoming: Incoming {
                chat,
                place: "main".into(),
                account: String::new(),
                name: String::new(),
                admin: false,
                handle: None,
                masked: false,
                pointed: None,
                answers: Answers::Returned,
                event: String::new(),
                at: datetime!(2026-11-29 12:00 UTC),
                reply_to: None,
                alone: false,
                guest: false,
                locale: Lang::En,
                own_locale: None,
                wait: None,
                command: Command::Help,
            },
            sent: Mutex::default(),
            events: AtomicU64::new(0),
            skipped: AtomicI64::new(0),
            last: AtomicI64::new(0),
        }
    }

    /// What comes in when a person types a line, a second after the line before.
    pub fn line(&self, name: &str, text: &str) -> Incoming {
        self.command(name, Command::parse(text))
    }

    /// What comes in when a person does something, a second after the line before. Whoever
    /// is called `admin` is one.
    pub fn command(&self, name: &str, command: Command) -> Incoming {
        let number = self.events.fetch_add(1, Ordering::Relaxed);
        let skipped = self.skipped.load(Ordering::Relaxed);
        Incoming {
            account: name.to_lowercase(),
            name: name.to_owned(),
            admin: name == "admin",
            event: format!("e{number}"),
            at: self.incoming.at + Duration::seconds(number.cast_signed() + skipped),
            command,
            ..self.incoming.clone()
        }
    }

    /// Lets time pass, and gives what time it is then.
    pub fn passes(&self, time: Duration) -> OffsetDateTime {
        let skipped = self.skipped.fetch_add(time.whole_seconds(), Ordering::Relaxed);
        let events = self.events.load(Ordering::Relaxed).cast_signed();
        self.incoming.at + Duration::seconds(events + skipped) + time
    }

    /// Lets time pass, in which what is due is done and said.
    pub async fn pass(&self, time: Duration) {
        let now = self.passes(time);
        sweep(&self.app, now).await.unwrap();
        do_all(&self.app, now).await.unwrap();
        let (scope, _) =
            scope_of(&self.app, &self.incoming.chat, Lang::En, self.incoming.at).await.unwrap();
        self.deliver(scope).await;
    }

    pub async fn handle(&self, incoming: &Incoming) -> Handled {
        handle(&self.app, incoming).await.unwrap()
    }

    /// Lets a person say a line, does the jobs that follow from it, and sends what is said.
    pub async fn say(&self, name: &str, text: &str) -> Answer {
        self.does(name, &self.incoming.place, Command::parse(text)).await
    }

    /// Lets a person do something in a place, and what follows from it.
    pub async fn does(&self, name: &str, place: &str, command: Command) -> Answer {
        let line = Incoming { place: place.to_owned(), ..self.command(name, command) };
        match self.handle(&line).await {
            Handled::Done(answer) => {
                do_all(&self.app, line.at).await.unwrap();
                self.deliver(answer.scope).await;
                answer
            }
            Handled::Repeat => panic!("a new event is no repeat"),
        }
    }

    /// Gives the open challenges a seed that is known, so that chance is the same in every
    /// run of a test.
    pub async fn fix_seed(&self, byte: u8) {
        sqlx::query("update challenges set seed = $1 where state = 'open'")
            .bind(vec![byte; 32])
            .execute(&self.pool)
            .await
            .unwrap();
    }

    /// Sends what waits.
    pub async fn deliver(&self, scope: ScopeId) {
        let show = async |message: &Outbound| {
            let mut sent = self.sent.lock().unwrap();
            let (png, gif) = (message.png.clone(), message.gif.clone());
            let (reply, place) = (message.reply.clone(), message.to.place.clone());
            sent.push(Sent { reply, place, png, gif });
            Ok(format!("m{}", message.nonce))
        };
        let mut last = self.last.load(Ordering::Relaxed);
        follow(&self.app, &self.incoming.chat, scope, &mut last, show).await.unwrap();
        self.last.store(last, Ordering::Relaxed);
    }

    /// Takes what was sent since the last time.
    pub fn sent(&self) -> Vec<Sent> {
        std::mem::take(&mut self.sent.lock().unwrap())
    }
}
