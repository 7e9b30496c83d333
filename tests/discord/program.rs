//! `kosti run` as people run it, on the fake Discord, alone or beside Telegram.

use crate::support::{
    daemon::{Daemon, Ended, lines},
    database,
    fake_discord::{FakeDiscord, Leftover as Left, TOKEN},
    fake_telegram::{self, FakeTelegram, Leftover},
    players::Players,
};
use pretty_assertions::assert_eq;
use serenity::model::id::{ChannelId, UserId};

/// A token of the right form that nobody knows.
const WRONG: &str = "MTEwMDAwMDAwMDAwMDAwMDAwMQ.Wrong1.no-such-token-0123456789abcdef0123456";

/// A database, a Telegram and a Discord for processes.
struct World {
    telegram: FakeTelegram,
    players: Players,
    discord: FakeDiscord,
    channel: ChannelId,
    people: [UserId; 2],
    pool: sqlx::PgPool,
    database: String,
}

impl World {
    async fn new() -> Self {
        let database = database::url().await;
        let pool = sqlx::PgPool::connect(&database).await.unwrap();
        let telegram = FakeTelegram::start();
        let players = Players::new(&telegram);
        let discord = FakeDiscord::start();
        let people = ["Anna", "Boris"].map(|name| discord.user(name));
        let guild = discord.guild("Friends", &people);
        let channel = discord.general(guild);
        World { telegram, players, discord, channel, people, pool, database }
    }

    /// Starts it with these tokens; an empty one is none.
    fn start(&self, telegram: &str, discord: &str, more: &[(&str, &str)]) -> Daemon {
        let (there, here) = (self.telegram.url(), self.discord.url());
        let own = [
            ("KOSTI_DATABASE_URL", self.database.as_str()),
            ("KOSTI_TELEGRAM_API_URL", &there),
            ("KOSTI_DISCORD_API_URL", &here),
            ("KOSTI_DISCORD_TOKEN", discord),
        ];
        Daemon::with_token(telegram, &[&own, more].concat())
    }

    /// Plays two moves on Discord.
    async fn play(&self) {
        let (fake, channel, [anna, boris]) = (&self.discord, self.channel, self.people);
        let opponent = boris;
        fake.registered().await;
        assert!(fake.next(channel).await.plain().starts_with("Hello!"));
        fake.slash(anna, channel, &format!("/play game:senegal opponent:@{opponent}"));
        let challenge = fake.next(channel).await;
        fake.presses(boris, challenge.id, "Accept");
        let board = fake.next(channel).await;
        fake.presses(anna, board.id, "d2-d3");
        assert!(fake.next(channel).await.plain().contains("d2-d3"));
        let asked = fake.slash(boris, channel, "/move action:d4:d2");
        assert!(fake.next(channel).await.plain().contains("d4:d2"));
        assert!(fake.answered(asked).await.is_none());
    }

    async fn count(&self, of: &str) -> i64 {
        database::count(&self.pool, of).await
    }

    fn finish(self) {
        self.telegram.excuse(Leftover::Unread);
        self.telegram.finish();
        self.discord.finish();
    }
}

/// What it says never tells the token.
fn check(said: &[String], token: &str) {
    let secret = token.rsplit('.').next().unwrap();
    assert_eq!(lines(said, secret), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_serves_on_both_and_ends_in_good_order() {
    let world = World::new().await;
    let daemon = world.start(fake_telegram::TOKEN, TOKEN, &[]);
    world.play().await;
    world.players.begin(&world.telegram).await;
    world.players.play(&world.telegram, 0..2);
    world.telegram.confirmed().await;
    assert_eq!(world.count("steps").await, 4);
    let said = daemon.stop().await;
    assert_eq!(lines(&said, "serving on Telegram").len(), 1, "{said:#?}");
    assert_eq!(lines(&said, "serving on Discord").len(), 1, "{said:#?}");
    assert_eq!(lines(&said, "finishing what is under way").len(), 1, "{said:#?}");
    assert_eq!(said.len(), 3, "{said:#?}");
    assert_eq!(world.count("leases where until > clock_timestamp()").await, 0);
    world.discord.sockets(0).await;
    check(&said, TOKEN);
    world.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn it_serves_on_discord_alone() {
    let world = World::new().await;
    let daemon = world.start(" ", TOKEN, &[("KOSTI_LOG", "trace")]);
    world.play().await;
    let said = daemon.stop().await;
    assert_eq!(lines(&said, "serving on Telegram"), [""; 0]);
    assert_eq!(world.count("steps").await, 2);
    assert!(world.telegram.all_calls().is_empty());
    // Not even where it says everything.
    check(&said, TOKEN);
    world.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn it_serves_on_telegram_alone() {
    let world = World::new().await;
    let daemon = world.start(fake_telegram::TOKEN, "", &[]);
    world.players.begin(&world.telegram).await;
    world.telegram.confirmed().await;
    let said = daemon.stop().await;
    assert_eq!(said.len(), 2, "{said:#?}");
    assert!(world.discord.all_calls().is_empty());
    world.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn without_any_token_it_tells_what_to_do() {
    let environment = [("KOSTI_DISCORD_TOKEN", " ")];
    let Ended { code, said, .. } = Daemon::with_token("", &environment).end().await;
    assert_eq!(code, Some(1), "{said:#?}");
    let [told] = &said[..] else { panic!("{said:#?}") };
    for words in ["KOSTI_TELEGRAM_TOKEN", "KOSTI_DISCORD_TOKEN", "Developer Portal", "kosti play"] {
        assert!(told.contains(words), "{told}");
    }
}

/// Where one platform does not know its bot, the other one is served.
#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_of_discord_is_said_in_a_sentence() {
    let world = World::new().await;
    let daemon = world.start(fake_telegram::TOKEN, WRONG, &[]);
    let said = daemon.says("Discord does not know the token", 1).await;
    let told = lines(&said, "token").pop().unwrap();
    for words in ["again_in=60s", "Developer Portal", "KOSTI_DISCORD_TOKEN", "discord.token"] {
        assert!(told.contains(words), "{told}");
    }
    world.players.begin(&world.telegram).await;
    world.players.play(&world.telegram, 0..1);
    world.telegram.confirmed().await;
    assert_eq!(world.count("steps").await, 1);
    let said = daemon.stop().await;
    assert_eq!(lines(&said, "WARN").len(), 1, "{said:#?}");
    assert_eq!(said.len(), 3, "{said:#?}");
    check(&said, WRONG);
    world.discord.excuse(Left::Refused(401));
    world.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_of_telegram_leaves_discord_alone() {
    let world = World::new().await;
    let daemon = world.start("4839574812:another-token-9876543210", TOKEN, &[]);
    daemon.says("Telegram does not know the token", 1).await;
    world.play().await;
    let said = daemon.stop().await;
    assert_eq!(lines(&said, "WARN").len(), 1, "{said:#?}");
    world.finish();
}

/// What cannot be meant is refused before anything begins.
#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_meant_is_refused_at_once() {
    for (name, value, words) in [
        ("KOSTI_DISCORD_TOKEN", "abc", "Developer Portal"),
        ("KOSTI_DISCORD_TOKEN", "123456:a-token-of-telegram", "Developer Portal"),
        ("KOSTI_DISCORD_TOKEN", "Bot a.b.c", "Developer Portal"),
        ("KOSTI_DISCORD_SHARDS", "4/4", "0-1/4"),
        ("KOSTI_DISCORD_SHARDS", "3-2/4", "0-1/4"),
        ("KOSTI_DISCORD_SHARDS", "all", "0-1/4"),
        ("KOSTI_DISCORD_API_URL", "discord.com", "discord.api_url has to be an address"),
        ("KOSTI_DISCORD_API_URL", "ftp://discord.com", "discord.api_url has to be an address"),
    ] {
        let environment = [("KOSTI_DISCORD_TOKEN", TOKEN), (name, value)];
        let Ended { code, said, .. } = Daemon::with_token("", &environment).end().await;
        assert_eq!(code, Some(1), "{name}={value}: {said:#?}");
        let [told] = &said[..] else { panic!("{name}={value}: {said:#?}") };
        assert!(told.starts_with("kosti: ") && told.contains(words), "{name}={value}: {told}");
        check(&said, TOKEN);
    }
}

/// A process serves the shards that it is told to.
#[tokio::test(flavor = "multi_thread")]
async fn it_serves_the_shards_that_are_named() {
    let world = World::new().await;
    let daemon = world.start("", TOKEN, &[("KOSTI_DISCORD_SHARDS", "1-2/3")]);
    world.discord.connected(2).await;
    let mut shards = world.discord.identifies();
    shards.sort_unstable();
    assert_eq!(shards, [(1, 3), (2, 3)]);
    // Only the first one lists the commands.
    daemon.stop().await;
    assert!(world.discord.calls("overwriteCommands").is_empty());
    world.finish();
}
