//! Kosti served on the fake Discord, step by step, with a clock of its own.

use super::{
    database,
    fake_discord::{FakeDiscord, Message, TOKEN},
    served::ENOUGH,
};
use kosti::{
    app::{housekeeping::sweep, service::App},
    chat::discord::{Settings, Steps, connect},
    games::Games,
};
use serenity::model::id::{ChannelId, GuildId, InteractionId, MessageId, UserId};
use sqlx::PgPool;
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
};
use time::{Duration, OffsetDateTime, macros::datetime};
use tokio::sync::watch;

/// A text as it is seen: without the marks that keep it from being more than text.
pub fn seen(text: &str) -> String {
    text.replace(['\u{2060}', '\u{2068}', '\u{2069}'], "")
}

/// What comes of a command or a press.
#[derive(Debug)]
pub struct Told {
    pub asked: InteractionId,
    /// What only the asker sees.
    pub alone: Vec<Message>,
    /// What everybody sees.
    pub news: Vec<Message>,
}

impl Told {
    /// The only message, which everybody sees.
    pub fn only(mut self) -> Message {
        assert_eq!((self.alone.len(), self.news.len()), (0, 1), "{self:#?}");
        self.news.remove(0)
    }

    /// The only text, which nobody but the asker sees.
    pub fn refusal(&self) -> String {
        assert_eq!((self.alone.len(), self.news.len()), (1, 0), "{self:#?}");
        seen(&self.alone[0].plain())
    }
}

/// A guild in which Kosti is served.
pub struct ServedDiscord {
    pub fake: FakeDiscord,
    pub app: App,
    /// The database past the application.
    pub pool: PgPool,
    pub guild: GuildId,
    steps: RefCell<Option<Steps>>,
    people: RefCell<BTreeMap<String, UserId>>,
    channels: RefCell<BTreeMap<String, ChannelId>>,
    now: Cell<OffsetDateTime>,
    /// What was dispatched before this process came.
    before: Cell<u64>,
}

impl ServedDiscord {
    pub async fn new() -> Self {
        ServedDiscord::on(database::pool().await, Games::registered()).await
    }

    pub async fn on(pool: PgPool, games: Games) -> Self {
        let fake = FakeDiscord::start();
        let now = datetime!(2026-11-29 12:00 UTC);
        fake.set_now(now);
        let host = fake.user("Host");
        let guild = fake.guild("Friends", &[host]);
        let app = App::new(pool.clone().into(), games).unwrap();
        let served = ServedDiscord {
            fake,
            app,
            pool,
            guild,
            steps: RefCell::default(),
            people: RefCell::default(),
            channels: RefCell::default(),
            now: Cell::new(now),
            before: Cell::new(0),
        };
        served.start().await;
        served.list_commands().await;
        served
    }

    /// Connects, as a process does that starts.
    pub async fn start(&self) {
        let settings = Settings {
            token: TOKEN.parse().unwrap(),
            api_url: Some(self.fake.url().parse().unwrap()),
            shards: None,
        };
        self.leave().await;
        self.before.set(self.fake.dispatched());
        let (_stop, mut stopping) = watch::channel(false);
        let bot = connect(&self.app, &settings, &mut stopping).await.unwrap().unwrap();
        self.steps.replace(Some(bot.within(ENOUGH).steps()));
        self.fake.connected(1).await;
        self.settle().await;
    }

    /// Listens no more, until it is started again.
    pub async fn leave(&self) {
        if let Some(old) = self.steps.take() {
            old.stop().await;
            self.fake.sockets(0).await;
        }
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

    /// What time it is.
    pub fn now(&self) -> OffsetDateTime {
        self.now.get()
    }

    /// Lets time pass, in which what is due is done and said.
    pub async fn pass(&self, time: Duration) {
        self.at(self.now.get() + time);
        sweep(&self.app, self.now.get()).await.unwrap();
        self.settle().await;
    }

    /// Does all that can be done now.
    pub async fn settle(&self) {
        loop {
            let came = self.fake.dispatched();
            let mut steps = self.steps.take().unwrap();
            steps.settle(came - self.before.get(), self.now.get()).await.unwrap();
            self.steps.replace(Some(steps));
            if self.fake.dispatched() == came {
                break;
            }
        }
        // A lease ends by the time of the database, which does not wait for tests.
        let sql = "update leases set until = clock_timestamp() + interval '1 hour'";
        sqlx::query(sql).execute(&self.pool).await.unwrap();
    }

    /// How many rows there are in the database.
    pub async fn count(&self, of: &str) -> i64 {
        database::count(&self.pool, of).await
    }

    /// Somebody of that name, in the guild. Whoever is called `admin` is one.
    pub fn person(&self, name: &str) -> UserId {
        // One account has a name in one case of letters at a time.
        let account = name.to_lowercase();
        if let Some(user) = self.people.borrow().get(&account) {
            self.fake.changes_user(*user, |user| user.global_name = Some(name.to_owned()));
        }
        *self.people.borrow_mut().entry(account).or_insert_with(|| {
            // Who speaks no language of ours is spoken to as the guild is.
            let user = self.fake.user_with(name, |user| {
                user.locale = "de".to_owned();
                user.username = format!("{}_of_discord", user.username);
            });
            self.fake.joins(self.guild, user);
            self.fake.admin(self.guild, user, name == "admin");
            user
        })
    }

    /// A channel of that name; the first one for `main`.
    pub fn channel(&self, name: &str) -> ChannelId {
        if name == "main" {
            return self.fake.general(self.guild);
        }
        let mut channels = self.channels.borrow_mut();
        *channels.entry(name.to_owned()).or_insert_with(|| self.fake.channel(self.guild, name))
    }

    /// The name of a channel.
    pub fn place(&self, channel: ChannelId) -> String {
        let channels = self.channels.borrow();
        let found = channels.iter().find(|(_, id)| **id == channel);
        found.map_or_else(|| "main".to_owned(), |(name, _)| name.clone())
    }

    /// Every channel that there is.
    pub fn places(&self) -> Vec<ChannelId> {
        let channels = self.channels.borrow();
        [self.channel_of_guild()].into_iter().chain(channels.values().copied()).collect()
    }

    fn channel_of_guild(&self) -> ChannelId {
        self.fake.general(self.guild)
    }

    /// Lets somebody give a command in the first channel, and what follows from it.
    pub async fn slash(&self, user: UserId, line: &str) -> InteractionId {
        let asked = self.fake.slash(user, self.channel("main"), line);
        self.settle().await;
        asked
    }

    /// Lets somebody press a button, and what follows from it.
    pub async fn press(&self, user: UserId, message: &Message, button: &str) -> InteractionId {
        let asked = self.fake.presses(user, message.id, button);
        self.settle().await;
        asked
    }

    /// Lets somebody give a command in a channel; gives what is told to that one alone, and what
    /// the bot says there by that.
    pub async fn asks(&self, user: UserId, channel: ChannelId, line: &str) -> Told {
        let before = self.newest(channel);
        let asked = self.fake.slash(user, channel, line);
        self.settle().await;
        self.told(asked, channel, before)
    }

    /// Lets somebody press a button of a message; gives the same.
    pub async fn taps(&self, user: UserId, message: &Message, button: &str) -> Told {
        let before = self.newest(message.channel);
        let asked = self.fake.presses(user, message.id, button);
        self.settle().await;
        self.told(asked, message.channel, before)
    }

    /// Lets somebody write into a channel; gives what the bot says there by that.
    pub async fn hears(&self, user: UserId, channel: ChannelId, text: &str) -> Vec<Message> {
        let before = self.newest(channel);
        self.fake.says(user, channel, text);
        self.settle().await;
        self.since(channel, before)
    }

    fn told(&self, asked: InteractionId, channel: ChannelId, before: Option<MessageId>) -> Told {
        Told { asked, alone: self.fake.ephemerals(asked), news: self.since(channel, before) }
    }

    /// The newest message of the bot in a channel.
    pub fn newest(&self, channel: ChannelId) -> Option<MessageId> {
        self.fake.messages(channel).last().map(|message| message.id)
    }

    /// What the bot has said in a channel after a message.
    pub fn since(&self, channel: ChannelId, before: Option<MessageId>) -> Vec<Message> {
        let mut news = self.fake.messages(channel);
        news.retain(|message| before.is_none_or(|before| message.id > before));
        news
    }

    /// Lets one challenge the other in a channel; gives their first board.
    pub async fn begin_in(&self, channel: ChannelId, one: UserId, two: UserId) -> Message {
        let line = format!("/play game:senegal opponent:@{two}");
        let challenge = self.asks(one, channel, &line).await.only();
        self.taps(two, &challenge, "Accept").await.only()
    }

    /// Lets one challenge the other to the Senegalese draughts; gives their first board.
    pub async fn begin(&self, one: UserId, two: UserId) -> Message {
        self.slash(one, &format!("/play game:senegal opponent:@{two}")).await;
        let challenge = self.last();
        self.press(two, &challenge, "Accept").await;
        self.last()
    }

    /// What the bot said last in the first channel.
    pub fn last(&self) -> Message {
        self.fake.messages(self.channel("main")).pop().unwrap()
    }
}
