//! Kosti served on the fake Telegram, step by step, with a clock of its own.

use super::{
    database,
    fake_telegram::{FakeTelegram, Line, Message, Status, TOKEN, Toast, USERNAME},
};
use kosti::{
    app::{command::Command, housekeeping::sweep, rates::Limits, service::App},
    chat::telegram::{Intake, Settings, Steps, connect},
    games::Games,
};
use sqlx::PgPool;
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
};
use teloxide::types::{ChatId, MessageId, UserId};
use time::{Duration, OffsetDateTime, macros::datetime};
use tokio::sync::watch;

/// More than any test sends.
pub const ENOUGH: Limits = Limits {
    all_a_second: 100_000,
    chat_a_minute: 100_000,
    kept_for_turns: 0,
    chat_in_a_burst: 100_000,
};

/// A forum in which Kosti is served.
pub struct Served {
    pub fake: FakeTelegram,
    pub app: App,
    /// The database past the application.
    pub pool: PgPool,
    pub group: ChatId,
    steps: RefCell<Option<Steps>>,
    people: RefCell<BTreeMap<String, UserId>>,
    topics: RefCell<BTreeMap<String, MessageId>>,
    now: Cell<OffsetDateTime>,
    /// The newest message of the group that a test has looked at.
    looked_at: Cell<i32>,
    limits: Limits,
}

impl Served {
    pub async fn new() -> Self {
        Served::on(database::pool().await, Games::registered(), ENOUGH).await
    }

    pub async fn on(pool: PgPool, games: Games, limits: Limits) -> Self {
        let fake = FakeTelegram::start();
        let host = fake.user("Host");
        let group = fake.forum("Friends", &[host]);
        Served::of(fake, group, pool, games, limits).await
    }

    /// Kosti in a chat that is there.
    pub async fn of(
        fake: FakeTelegram,
        group: ChatId,
        pool: PgPool,
        games: Games,
        limits: Limits,
    ) -> Self {
        let app = App::new(pool.clone().into(), games).unwrap();
        let served = Served {
            fake,
            app,
            pool,
            group,
            steps: RefCell::default(),
            people: RefCell::default(),
            topics: RefCell::default(),
            now: Cell::new(datetime!(2026-11-29 12:00 UTC)),
            looked_at: Cell::new(0),
            limits,
        };
        served.at(served.now.get());
        served.start().await;
        served
    }

    /// In a group in which people are who have said nothing yet.
    pub async fn among(names: &[&str]) -> (Self, Vec<UserId>) {
        let fake = FakeTelegram::start();
        let people: Vec<UserId> = names.iter().map(|name| fake.user(name)).collect();
        let group = fake.supergroup("Friends", &people);
        let pool = database::pool().await;
        (Served::of(fake, group, pool, Games::registered(), ENOUGH).await, people)
    }

    /// Connects, as a process does that starts.
    pub async fn start(&self) {
        let settings = Settings {
            token: TOKEN.parse().unwrap(),
            api_url: Some(self.fake.url().parse().unwrap()),
            intake: Intake::Polling,
        };
        let (_stop, mut stopping) = watch::channel(false);
        let bot = connect(&self.app, &settings, &mut stopping).await.unwrap().unwrap();
        self.steps.replace(Some(bot.within(self.limits).steps()));
    }

    /// Connects, as a process does that takes over from one that is gone.
    pub async fn restart(&self) {
        let sql = "update leases set until = clock_timestamp()";
        sqlx::query(sql).execute(&self.pool).await.unwrap();
        self.start().await;
    }

    pub async fn list_commands(&self) {
        let steps = self.steps.take().unwrap();
        steps.list_commands().await.unwrap();
        self.steps.replace(Some(steps));
    }

    /// Sets the clocks of both sides.
    pub fn at(&self, now: OffsetDateTime) {
        self.now.set(now);
        self.fake.set_now(now);
    }

    /// Lets time pass, in which what is due is done and said.
    pub async fn pass(&self, time: Duration) {
        self.at(self.now.get() + time);
        sweep(&self.app, self.now.get()).await.unwrap();
        self.settle().await;
    }

    /// Does all that can be done now.
    pub async fn settle(&self) {
        let mut steps = self.steps.take().unwrap();
        steps.settle(self.now.get()).await.unwrap();
        self.steps.replace(Some(steps));
    }

    /// How many rows there are in the database.
    pub async fn count(&self, of: &str) -> i64 {
        database::count(&self.pool, of).await
    }

    /// Somebody of that name, in the group. Whoever is called `admin` is one.
    pub fn person(&self, name: &str) -> UserId {
        // One account has a name in one case of letters at a time.
        let account = name.to_lowercase();
        if let Some(user) = self.people.borrow().get(&account) {
            self.fake.renames(*user, |user| user.first_name = name.to_owned());
        }
        *self.people.borrow_mut().entry(account).or_insert_with(|| {
            let user = self.fake.user(name);
            let member = if name == "admin" { Status::Administrator } else { Status::Member };
            self.fake.becomes(self.group, user, member);
            user
        })
    }

    /// A topic of that name; none for `main`.
    pub fn topic(&self, name: &str) -> Option<MessageId> {
        if name == "main" {
            return None;
        }
        let mut topics = self.topics.borrow_mut();
        Some(*topics.entry(name.to_owned()).or_insert_with(|| {
            let host = self.person("Host of topics");
            self.fake.topic(self.group, host, name)
        }))
    }

    /// The name of a topic.
    pub fn place(&self, topic: Option<MessageId>) -> String {
        let topics = self.topics.borrow();
        let found = topics.iter().find(|(_, id)| Some(**id) == topic);
        found.map_or_else(|| "main".to_owned(), |(name, _)| name.clone())
    }

    /// Lets somebody write in a place; what follows comes with [`Served::settle`].
    pub fn writes(&self, name: &str, place: &str, text: &str) -> MessageId {
        let user = self.person(name);
        let line = Line::new(self.group, user, text);
        self.fake.say(match self.topic(place) {
            Some(topic) => line.in_topic(topic),
            None => line,
        })
    }

    /// Lets somebody say something, and what follows from it.
    pub async fn say(&self, name: &str, text: &str) {
        self.writes(name, "main", text);
        self.settle().await;
    }

    /// Lets a line be said, and what follows from it; gives what the bot says in the group
    /// by that.
    pub async fn hear(&self, line: Line) -> Vec<Message> {
        self.news();
        self.fake.say(line);
        self.settle().await;
        self.news()
    }

    /// Lets somebody say something in the group, outside of its topics.
    pub async fn tell(&self, user: UserId, text: &str) -> Vec<Message> {
        self.hear(Line::new(self.group, user, text)).await
    }

    /// Lets somebody press a button of a message; gives what the presser is shown and what
    /// the bot says in the group by that.
    pub async fn tap(
        &self,
        user: UserId,
        message: &Message,
        button: &str,
    ) -> (Toast, Vec<Message>) {
        self.news();
        let query = self.fake.presses(user, message.chat, message.id, button);
        self.settle().await;
        (self.fake.toast(&query).await, self.news())
    }

    /// What the bot has said in the group since it was looked at last.
    pub fn news(&self) -> Vec<Message> {
        let news = self.sent_after(self.looked_at.get());
        self.looked_at.set(news.last().map_or(self.looked_at.get(), |message| message.id.0));
        news
    }

    /// Lets one challenge the other to the Senegalese draughts; gives their first board.
    pub async fn begin(&self, one: UserId, two: UserId) -> Message {
        let challenge = self.hear(self.challenge(one, two)).await.remove(0);
        let (_, mut board) = self.tap(two, &challenge, "Accept").await;
        board.remove(0)
    }

    /// The line by which one challenges the other, whatever they are called.
    pub fn challenge(&self, one: UserId, two: UserId) -> Line {
        Line::new(self.group, one, "/play senegal you").mentioning("you", two)
    }

    /// The messages of the group that the bot sent after one.
    pub fn sent_after(&self, last: i32) -> Vec<Message> {
        let mut sent = self.fake.messages(self.group);
        sent.retain(|message| message.id.0 > last);
        sent
    }

    /// What the bot said last.
    pub fn last(&self) -> Message {
        self.fake.messages(self.group).pop().unwrap()
    }

    /// Lets somebody press the newest button of a label; gives what the presser is shown.
    pub async fn press(&self, name: &str, label: &str) -> String {
        let messages = self.fake.messages(self.group);
        let message = messages.iter().rev().find(|message| message.button(label).is_some());
        let message = message.unwrap_or_else(|| panic!("no button {label:?}")).id;
        let query = self.fake.presses(self.person(name), self.group, message, label);
        self.settle().await;
        self.fake.toast(&query).await.text
    }

    /// How a text is typed so that the bot hears it in a group.
    pub fn typed(text: &str) -> String {
        let text = text.trim();
        match Command::parse(text) {
            Command::Move { bare: true, .. } => format!("/move {text}"),
            Command::Unknown(word) => text.replacen(&word, &format!("{word}@{USERNAME}"), 1),
            _ => text.to_owned(),
        }
    }
}
