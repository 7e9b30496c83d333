//! The published game in two guilds at once, which lie on two shards, each served by a process
//! of its own, with everything that can go wrong on the way: people who press what is not
//! theirs, interactions that come twice, sockets that break, a storm of refusals, a process that
//! is killed and started again.

mod club;

use crate::support::{
    database,
    fake_discord::{FakeDiscord, Fault, TOKEN, When},
    process::{self, Process},
    published,
    served::ENOUGH,
};
use club::Club;
use kosti::{
    app::{jobs::Worker, service::App},
    chat::discord::{Settings, connect},
    games::Games,
    store,
};
use sqlx::{PgPool, postgres::PgConnectOptions};
use std::ops::RangeInclusive;
use tokio::sync::watch;

/// The move before which Discord asks to connect anew.
const RECONNECT: usize = 7;
/// The move before which the sockets are cut; it is told when they are taken up again.
const CUT: usize = 11;
/// The move before which Discord knows the sessions no more.
const INVALID: usize = 18;
/// The move that somebody else has acknowledged.
const TAKEN: usize = 24;
/// The move that is too old to be acknowledged.
const LATE: usize = 30;
/// The moves in which Discord wants silence.
const STORM: RangeInclusive<usize> = 34..=39;
/// The move whose board comes without an answer to the bot.
const LOST: usize = 44;
/// The move during whose board the sender is killed.
const KILL: usize = 50;

/// The program, serving one of two shards.
fn start(fake: &FakeDiscord, url: &str, shard: usize) -> Process {
    Process::start(
        "discord::published::serving",
        &[
            ("KOSTI_PART", &fake.url()),
            ("KOSTI_PART_URL", url),
            ("KOSTI_PART_SHARDS", &format!("{shard}/2")),
        ],
    )
}

#[test]
#[ignore = "a process of its own"]
fn serving() {
    let variable = |name| std::env::var(name).unwrap();
    let (api, url) = (variable("KOSTI_PART"), variable("KOSTI_PART_URL"));
    let shards = variable("KOSTI_PART_SHARDS");
    process::run(async {
        let options: PgConnectOptions = url.parse().unwrap();
        let database = store::open(options, 8).await.unwrap();
        let app = App::new(database, Games::registered()).unwrap();
        let settings = Settings {
            token: TOKEN.parse().unwrap(),
            api_url: Some(api.parse().unwrap()),
            shards: Some(shards.parse().unwrap()),
        };
        let (stop, mut stopping) = watch::channel(false);
        let bot = connect(&app, &settings, &mut stopping).await.unwrap().unwrap();
        let ends = async {
            process::input_ends().await;
            stop.send_replace(true);
        };
        let worker = Worker::new(app.clone());
        let (served, (), ()) = tokio::join!(
            bot.within(ENOUGH).run(stopping.clone()),
            worker.run(told(stopping)),
            ends
        );
        served.unwrap();
    });
}

async fn told(mut stop: watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Who sends for the bot.
async fn sender(pool: &PgPool) -> String {
    let sql = "select holder from leases where name like 'sender:%'";
    sqlx::query_scalar(sql).fetch_one(pool).await.unwrap()
}

#[tokio::test]
async fn the_published_game_comes_through() {
    let options = database::connect_options(true).await;
    let url = database::address(&options);
    let pool = PgPool::connect_with(options).await.unwrap();
    let club = Club::new();
    let (fake, [here, there]) = (&club.fake, &club.places);
    // The shard of the first guild is the second one. Who is alone sends.
    let second = start(fake, &url, 0);
    fake.registered().await;
    fake.connected(1).await;
    let two = club.begins(there).await;
    let alone = sender(&pool).await;
    let first = start(fake, &url, 1);
    fake.connected(2).await;
    let one = club.begins(here).await;
    let mut boards = [one, two];
    // In the order of the guilds that they serve.
    let mut processes = [Some(first), Some(second)];

    let moves = published::main_line();
    for (number, action) in moves.iter().enumerate() {
        let [one, two] = &boards;
        tokio::join!(club.meddle(here, one, action), club.meddle(there, two, action));
        let plays = async |guild: usize| {
            club.plays(&club.places[guild], &boards[guild], number, action).await;
        };
        match number {
            RECONNECT => fake.asks_to_reconnect(),
            CUT => fake.cuts(),
            INVALID => {
                club.quiet().await;
                fake.invalidates(false);
                fake.connected(2).await;
            }
            LOST => fake.fail("createMessage", Fault::CutAfter, 1),
            number if STORM.contains(&number) => club.storm(number - STORM.start()),
            _ => {}
        }
        // In which guild the move is made last: what goes wrong concerns the other one.
        let mut last = 1;
        match number {
            TAKEN => {
                let spoil = async |asked| club.acknowledges(asked).await;
                club.plays_unanswered(here, number, action, spoil).await;
            }
            LATE => {
                let spoil = async |asked| fake.expires(asked);
                club.plays_unanswered(here, number, action, spoil).await;
            }
            LOST => {
                plays(0).await;
                club.sent_again(here).await;
            }
            KILL => {
                club.quiet().await;
                // The sender, and not the process that has the move.
                let gone = sender(&pool).await;
                last = usize::from(gone == alone);
                let shown = fake.hold("createMessage", When::After);
                plays(1 - last).await;
                fake.held(shown).await;
                processes[last] = None;
                fake.sockets(1).await;
                fake.release(shown);
                // Who sends now does not know what was shown.
                club.sent_again(&club.places[1 - last]).await;
                assert_ne!(sender(&pool).await, gone);
                processes[last] = Some(start(fake, &url, 1 - last));
                fake.connected(2).await;
            }
            _ => plays(0).await,
        }
        plays(last).await;
        let played = &moves[..=number];
        let (one, two) = tokio::join!(club.board(here, played), club.board(there, played));
        boards = [one, two];
    }
    tokio::join!(club.ends(here), club.ends(there));
    club.quiet().await;
    for process in processes.into_iter().flatten() {
        assert!(process.end().success());
    }
    club.results(&pool).await;
    club.done().await;
}
