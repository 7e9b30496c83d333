//! The published game in a group, by a process of its own, with everything that can go wrong on
//! the way: people who press what is not theirs, updates that come twice, a storm of refusals,
//! a group that becomes a supergroup, a program that is killed and started again.

use crate::support::{
    database,
    fake_telegram::{FakeTelegram, Fault, Leftover, Message, TOKEN},
    process::{self, Process},
    published,
    served::ENOUGH,
};
use kosti::{
    app::{jobs::Worker, service::App},
    chat::telegram::{Intake, Settings, connect},
    games::Games,
    store,
};
use pretty_assertions::assert_eq;
use sqlx::{PgPool, postgres::PgConnectOptions};
use teloxide::types::{ChatId, UserId};
use tokio::sync::watch;

/// The move before which the group becomes a supergroup.
const UPGRADE: usize = 10;
/// The move before which the program is killed.
const KILL: usize = 20;
/// The move before which the storm of refusals begins.
const STORM: usize = 30;

/// The program, serving without limits of its own: what Telegram's are is tested elsewhere,
/// and would take minutes here.
fn start(fake: &FakeTelegram, url: &str) -> Process {
    Process::start(
        "telegram::published::serving",
        &[("KOSTI_PART", &fake.url()), ("KOSTI_PART_URL", url)],
    )
}

#[test]
#[ignore = "a process of its own"]
fn serving() {
    let variable = |name| std::env::var(name).unwrap();
    let (api, url) = (variable("KOSTI_PART"), variable("KOSTI_PART_URL"));
    process::run(async {
        let options: PgConnectOptions = url.parse().unwrap();
        let database = store::open(options, 8).await.unwrap();
        let app = App::new(database, Games::registered()).unwrap();
        let settings = Settings {
            token: TOKEN.parse().unwrap(),
            api_url: Some(api.parse().unwrap()),
            intake: Intake::Polling,
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

struct Group {
    fake: FakeTelegram,
    chat: ChatId,
    players: [UserId; 2],
    bystanders: [UserId; 3],
}

impl Group {
    /// The next message of the bot that shows a board of this revision: others may come
    /// before it, and after a kill one may come twice.
    async fn board(&self, file: &str) -> Message {
        loop {
            let message = self.fake.next(self.chat).await;
            if message.file.as_ref().is_some_and(|shown| shown.name == file) {
                return message;
            }
        }
    }

    /// Every bystander presses every button of a message.
    async fn meddle(&self, message: &Message) {
        let mut pressed = Vec::new();
        for (number, button) in message.markup.rows.iter().flatten().enumerate() {
            let data = button.data.as_deref().unwrap();
            let who = self.bystanders[number % 3];
            pressed.push(self.fake.presses_data(who, self.chat, message.id, data));
            self.fake.repeats(self.fake.last_update());
        }
        for query in pressed {
            let toast = self.fake.toast(&query).await;
            assert_eq!(toast.text, "You do not play in this game.");
        }
    }
}

async fn stored(pool: &PgPool) -> (String, Option<String>) {
    sqlx::query_as("select position, outcome from matches").fetch_one(pool).await.unwrap()
}

#[tokio::test]
async fn the_published_game_comes_through() {
    let options = database::connect_options(true).await;
    let url = database::address(&options);
    let pool = PgPool::connect_with(options).await.unwrap();
    let fake = FakeTelegram::start();
    let people = ["Anna", "Boris", "Vera", "Gleb", "Dina"].map(|name| fake.user(name));
    let chat = fake.group("Friends", &people);
    let [anna, boris, bystanders @ ..] = people;
    let mut group = Group { fake, chat, players: [anna, boris], bystanders };
    let mut serving = start(&group.fake, &url);

    group.fake.says(chat, anna, "/play senegal");
    let challenge = group.fake.next(chat).await;
    group.fake.presses(boris, chat, challenge.id, "Accept");
    let mut board = group.board("senegal-1-000.png").await;

    let moves = published::main_line();
    for (number, action) in moves.iter().enumerate() {
        group.meddle(&board).await;
        if number == UPGRADE {
            group.chat = group.fake.upgrades(group.chat, anna);
            // The boards of the old chat are gone: there is a fresh one.
            board = group.board(&format!("senegal-1-{number:03}.png")).await;
        }
        if number == KILL {
            drop(serving);
            serving = start(&group.fake, &url);
        }
        if number == STORM {
            group.fake.fail_any(Fault::RetryAfter(1), 5);
        }
        let player = group.players[number % 2];
        // By command, as an answer to the board, and by its button.
        match number % 3 {
            0 => {
                group.fake.says(group.chat, player, &format!("/m {action}"));
            }
            1 => {
                let line = crate::support::fake_telegram::Line::new(group.chat, player, action);
                group.fake.say(line.reply_to(board.id));
            }
            _ => match board.button(action) {
                Some(button) => {
                    let label = button.label.clone();
                    group.fake.presses(player, group.chat, board.id, &label);
                }
                None => {
                    group.fake.says(group.chat, player, &format!("/move@Kosti_Bot {action}"));
                }
            },
        }
        // Telegram may tell everything twice.
        group.fake.repeats(group.fake.last_update());
        board = group.board(&format!("senegal-1-{:03}.png", number + 1)).await;
        let shown = board.file.as_ref().unwrap();
        assert!(
            shown.bytes == published::picture(&moves[..=number], ["Anna", "Boris"]),
            "the board after {action}"
        );
    }
    group.fake.confirmed().await;
    let (position, outcome) = stored(&pool).await;
    assert_eq!(position, published::LAST_POSITION);
    assert!(outcome.unwrap().starts_with("draw"), "a draw 1:1");
    // Who is called is called once a turn: nobody else ever.
    for message in group.fake.messages(group.chat) {
        assert!(message.notified.iter().all(|called| group.players.contains(called)));
    }
    group.fake.excuse(Leftover::Unread);
    drop(serving);
    group.fake.finish();
}
