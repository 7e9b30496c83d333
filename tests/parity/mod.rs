//! The chat scripts on platforms: what people see there is what the console shows.
//!
//! Each line is said in two chats at the same time: in one without a platform, and in one
//! of a fake platform, each with a database of its own. What is told, asked, drawn and
//! attached has to be the same.

mod buttons;
pub mod discord;
pub mod telegram;

use crate::{
    scripts::{Act, Line, below, command, masked, read, stands},
    support::{
        chat::{Chat, text},
        database,
        served::ENOUGH,
        toy_game::{senegal_alone, toys, toys_and_registered},
    },
};
use kosti::{
    app::{
        command::Command,
        delivery::{Address, Outbound, SendError, Sender, Transport},
        housekeeping::sweep,
        jobs::do_all,
        manners::Manners,
        reply::{Press, Reply},
        service::{Answer, App, Handled},
    },
    games::Games,
};
use pretty_assertions::assert_eq;
use sqlx::PgPool;
use std::{
    fs,
    path::Path,
    sync::{Arc, Mutex},
};
use time::{Duration, OffsetDateTime};

/// What is shown by a message.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Shown {
    pub place: String,
    pub text: String,
    pub labels: Vec<Vec<String>>,
    /// The name of its file, which pictures have not on Telegram, and the file's SHA-256.
    pub file: Option<(String, String)>,
}

pub fn digest(bytes: &[u8]) -> String {
    use sha2::{Digest as _, Sha256};
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A text without what is not seen, and without what is drawn anew in each run.
pub fn seen(text: &str) -> String {
    let seen = text.replace(['\u{2060}', '\u{2068}', '\u{2069}'], "");
    let words = |line: &str| line.split(' ').map(masked).collect::<Vec<_>>().join(" ");
    seen.trim().lines().map(words).collect::<Vec<_>>().join("\n")
}

pub fn file_name(name: &str) -> String {
    let picture = [".png", ".gif"].into_iter().find(|ending| name.ends_with(ending));
    picture.unwrap_or(name).to_owned()
}

pub fn of_reply(reply: &Reply, place: &str, png: Option<&[u8]>, gif: Option<&[u8]>) -> Shown {
    let file = match (&reply.picture, &reply.animation, &reply.document) {
        (Some(_), _, _) => Some((".png".to_owned(), digest(png.unwrap()))),
        (_, Some(_), _) => Some((".gif".to_owned(), digest(gif.unwrap()))),
        (_, _, Some(document)) => Some((document.name.clone(), digest(document.text.as_bytes()))),
        _ => None,
    };
    let labels = |row: &Vec<Press>| row.iter().map(|press| press.label.clone()).collect();
    Shown {
        place: place.to_owned(),
        text: seen(&text(reply)),
        labels: reply.buttons.iter().map(labels).collect(),
        file,
    }
}

fn of_sent(sent: &Outbound) -> Shown {
    of_reply(&sent.reply, &sent.to.place, sent.png.as_deref(), sent.gif.as_deref())
}

/// Takes what is sent.
#[derive(Default)]
struct Takes(Mutex<Vec<Outbound>>);

impl Transport for Takes {
    async fn send(&self, message: &Outbound) -> Result<String, SendError> {
        self.0.lock().unwrap().push(message.clone());
        Ok(format!("m{}", message.nonce))
    }

    async fn strip(&self, _: &Address, _: &str) -> Result<(), SendError> {
        Ok(())
    }

    async fn delete(&self, _: &Address, _: &str) -> Result<(), SendError> {
        Ok(())
    }
}

/// What somebody does.
pub struct Deed<'a> {
    pub name: &'a str,
    pub place: &'a str,
    pub said: &'a str,
    pub command: &'a Command,
}

impl Deed<'_> {
    /// The label of the button that is pressed.
    pub fn label(&self) -> &str {
        self.said.trim_matches(['(', ')'])
    }
}

/// A fake platform on which the same is said.
pub trait Platform: Sized {
    /// A chat of the platform; every refusal is told there.
    async fn on(pool: PgPool, games: Games) -> Self;

    /// The database past the application.
    fn pool(&self) -> &PgPool;

    /// Sets the clocks of both sides.
    fn at(&self, now: OffsetDateTime);

    /// Lets time pass, in which what is due is done and said.
    async fn pass(&self, time: Duration);

    /// Makes somebody and a place known to the platform.
    async fn meets(&self, name: &str, place: &str);

    /// Lets somebody do something; gives what the event is called, if the bot is told.
    async fn does(&mut self, deed: &Deed<'_>) -> Option<String>;

    /// Does all that can be done now.
    async fn settle(&self);

    /// Compares what the asker was shown alone; gives what was shown to all instead.
    async fn alone(
        &mut self,
        deed: &Deed<'_>,
        answer: &Answer,
        wanted: Option<Shown>,
    ) -> Option<Shown>;

    /// What the bot has said in the chat since it was looked at last.
    fn news(&mut self) -> Vec<Shown>;

    /// Nothing is left over.
    async fn finish(self);
}

/// Two chats in which the same is said.
struct Both<P> {
    plain: Chat,
    /// Sends for the chat without a platform.
    sender: Sender<Takes>,
    taken: Arc<Takes>,
    presses: Vec<Press>,
    /// Those of the newest message that has any.
    newest: Vec<Press>,
    platform: P,
}

impl<P: Platform> Both<P> {
    async fn new(games: Games) -> Self {
        let pool = database::pool().await;
        // Every refusal is told, as on the console.
        let manners = Manners { refusal_seconds: 0, ..Manners::default() };
        let app = App { manners, ..App::new(pool.clone().into(), games).unwrap() };
        let plain = Chat::of(app, pool);
        let taken = Arc::<Takes>::default();
        let bot = plain.incoming.chat.bot();
        let sender =
            Sender::new(plain.app.clone(), bot, taken.clone(), ENOUGH, "parity".to_owned());
        let platform = P::on(database::pool().await, games).await;
        Both { plain, sender, taken, presses: Vec::new(), newest: Vec::new(), platform }
    }

    async fn act(&mut self, act: &Act<'_>) {
        match act {
            Act::Passes(time) => {
                let now = self.plain.passes(*time);
                sweep(&self.plain.app, now).await.unwrap();
                do_all(&self.plain.app, now).await.unwrap();
                self.send(now).await;
                self.platform.at(now - *time);
                self.platform.pass(*time).await;
                self.compare(None, "time").await;
            }
            Act::Told(told) => panic!("platforms tell that themselves: {told}"),
            Act::Stands { number, position } => {
                stands(&self.plain.pool, *number, position).await;
                stands(self.platform.pool(), *number, position).await;
            }
            Act::Does { name, place, said } => self.does(name, place, said).await,
        }
    }

    /// Sends what the chat without a platform says.
    async fn send(&mut self, now: OffsetDateTime) {
        while self.sender.step(now).await.unwrap().is_some_and(|started| started > 0) {
            self.sender.finish(now).await;
        }
    }

    async fn does(&mut self, name: &str, place: &str, said: &str) {
        // On the platform the event comes first: its name is mixed into the chance.
        self.platform.meets(name, place).await;
        // Chance is another one than in the script: what is not there to be pressed is made up
        // for by what is.
        let other = |label: &str| {
            let there = self.presses.iter().any(|press| press.label == label);
            self.presses.last().filter(|_| !there && !label.starts_with('='))
        };
        let label = said.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let made_up = label.and_then(other).map(|press| format!("({})", press.label));
        let said = made_up.as_deref().unwrap_or(said);
        let command = command(said, &self.presses);
        let mut line = self.plain.command(name, command.clone());
        line.place = place.to_owned();
        line.reply_to = below(said);
        self.platform.at(line.at);
        let deed = Deed { name, place, said, command: &command };
        if let Some(event) = self.platform.does(&deed).await {
            line.event = event;
        }
        let Handled::Done(answer) = self.plain.handle(&line).await else { panic!("no repeat") };
        do_all(&self.plain.app, line.at).await.unwrap();
        self.send(line.at).await;
        self.platform.settle().await;
        self.compare(Some((&deed, &answer)), said).await;
        self.plain.fix_seed(3).await;
        fix_seed(self.platform.pool()).await;
    }

    /// Remembers the buttons of a message.
    fn show(&mut self, reply: &Reply) {
        let presses: Vec<Press> = reply.buttons.iter().flatten().cloned().collect();
        self.presses.extend(presses.iter().cloned());
        if !presses.is_empty() {
            self.newest = presses;
        }
    }

    /// Compares what both chats show.
    async fn compare(&mut self, answered: Option<(&Deed<'_>, &Answer)>, said: &str) {
        let mut wanted: Vec<Shown> = Vec::new();
        let taken = std::mem::take(&mut *self.taken.0.lock().unwrap());
        for sent in taken {
            wanted.push(of_sent(&sent));
            self.show(&sent.reply);
        }
        if let Some((deed, answer)) = answered {
            let private = answer.private.as_deref();
            private.iter().for_each(|reply| self.show(reply));
            let alone = match private {
                None => None,
                Some(reply) => {
                    let png = kosti::app::delivery::draw(&self.plain.app, reply).await;
                    let gif = kosti::app::delivery::animate(&self.plain.app, reply).await;
                    Some(of_reply(reply, deed.place, png.as_deref(), gif.as_deref()))
                }
            };
            wanted.extend(self.platform.alone(deed, answer, alone).await);
        }
        let mut found = self.platform.news();
        // Lanes may change the order.
        wanted.sort();
        found.sort();
        assert_eq!(wanted, found, "{said}");
    }
}

/// Makes chance the same in both chats.
async fn fix_seed(pool: &PgPool) {
    sqlx::query("update challenges set seed = $1 where state = 'open'")
        .bind(vec![3_u8; 32])
        .execute(pool)
        .await
        .unwrap();
}

pub async fn run<P: Platform>(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/scripts/{name}.txt"));
    let script = fs::read_to_string(&path).unwrap();
    let games = match script.lines().next() {
        Some("# Games: toys") => toys(),
        Some("# Games: all") => toys_and_registered(),
        Some("# Games: registered") => Games::registered(),
        _ => senegal_alone(),
    };
    let mut both = Both::<P>::new(games).await;
    for line in script.lines() {
        if let Line::Act(act) = read(line) {
            both.act(&act).await;
        }
    }
    both.platform.finish().await;
}
