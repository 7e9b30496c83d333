//! The chat scripts on Telegram: what people see there is what the console shows.
//!
//! Each line is said in two chats at the same time: in one without a platform, and in one
//! of the fake Telegram, each with a database of its own. What is told, asked, drawn and
//! attached has to be the same.

use crate::{
    scripts::{Act, Line, command, masked, read, stands},
    support::{
        chat::{Chat, text},
        database,
        fake_telegram::{Message, Toast},
        served::{ENOUGH, Served},
        toy_game::{toys, toys_and_registered},
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
        service::{Answer, App, Handled, Incoming},
    },
    games::Games,
};
use pretty_assertions::assert_eq;
use std::{
    fs,
    path::Path,
    sync::{Arc, Mutex},
};
use teloxide::types::MessageId;
use time::OffsetDateTime;

/// What is shown by a message.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Shown {
    place: String,
    text: String,
    labels: Vec<Vec<String>>,
    /// The name of its file, which pictures have not on Telegram, and the file's SHA-256.
    file: Option<(String, String)>,
}

/// The most characters of a toast.
const TOAST: usize = 200;

fn digest(bytes: &[u8]) -> String {
    use sha2::{Digest as _, Sha256};
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A text without what is not seen, and without what is drawn anew in each run.
fn seen(text: &str) -> String {
    let seen = text.replace(['\u{2060}', '\u{2068}', '\u{2069}'], "");
    let words = |line: &str| line.split(' ').map(masked).collect::<Vec<_>>().join(" ");
    seen.trim().lines().map(words).collect::<Vec<_>>().join("\n")
}

fn file_name(name: &str) -> String {
    let picture = [".png", ".gif"].into_iter().find(|ending| name.ends_with(ending));
    picture.unwrap_or(name).to_owned()
}

fn of_reply(reply: &Reply, place: &str, png: Option<&[u8]>, gif: Option<&[u8]>) -> Shown {
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

fn of_message(served: &Served, message: &Message) -> Shown {
    let owned = |row: Vec<&str>| row.into_iter().map(str::to_owned).collect();
    Shown {
        place: served.place(message.topic),
        text: seen(message.plain()),
        labels: message.labels().into_iter().map(owned).collect(),
        file: message.file.as_ref().map(|file| (file_name(&file.name), digest(&file.bytes))),
    }
}

/// What somebody is shown alone: by a toast if it is short and has no buttons.
fn is_toast(reply: &Reply) -> bool {
    reply.buttons.is_empty()
        && reply.picture.is_none()
        && text(reply).encode_utf16().count() <= TOAST
}

/// Two chats in which the same is said.
struct Both {
    plain: Chat,
    /// Sends for the chat without a platform.
    sender: Sender<Takes>,
    taken: Arc<Takes>,
    presses: Vec<Press>,
    served: Served,
    /// The newest message of Telegram that was looked at.
    last: i32,
}

impl Both {
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
        let mut served = Served::on(database::pool().await, games, ENOUGH).await;
        served.app.manners.refusal_seconds = 0;
        served.start().await;
        Both { plain, sender, taken, presses: Vec::new(), served, last: 0 }
    }

    async fn act(&mut self, act: &Act<'_>) {
        match act {
            Act::Passes(time) => {
                let now = self.plain.passes(*time);
                sweep(&self.plain.app, now).await.unwrap();
                do_all(&self.plain.app, now).await.unwrap();
                self.send(now).await;
                self.served.at(now - *time);
                self.served.pass(*time).await;
                self.compare(None, "time").await;
            }
            Act::Told(told) => panic!("Telegram tells that itself: {told}"),
            Act::Stands { number, position } => {
                stands(&self.plain.pool, *number, position).await;
                stands(&self.served.pool, *number, position).await;
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
        // On Telegram the event comes first: its name is mixed into the chance.
        let person = self.served.person(name);
        self.served.fake.private(person);
        self.served.topic(place);
        self.served.settle().await;
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
        self.served.at(line.at);
        let user = self.served.person(name);
        let (fake, group) = (&self.served.fake, self.served.group);
        let (before, mut pressed) = (fake.last_update(), None);
        let (mut query, mut suffix) = (None, "");
        match &command {
            Command::Press(data) => {
                let label = said.trim_matches(['(', ')']);
                let messages = fake.messages(group);
                let button = |message: &Message| {
                    let mut all = message.markup.rows.iter().flatten();
                    all.rfind(|button| button.label == label).and_then(|found| found.data.clone())
                };
                let found =
                    messages.iter().rev().find_map(|message| Some((message.id, button(message)?)));
                let newest = messages.last().unwrap().id;
                let (message, data) = found.unwrap_or((newest, data.clone()));
                query = Some(fake.presses_data(user, group, message, &data));
                pressed = Some(message);
            }
            Command::Left | Command::Returned => {
                use crate::support::fake_telegram::Status;
                let there = command == Command::Returned;
                let member = if there { Status::Member } else { Status::Left };
                fake.becomes(group, user, member);
                suffix = ".0";
            }
            _ => {
                self.served.writes(name, place, &Served::typed(said));
            }
        }
        // Telegram does not tell that somebody has left who was not there.
        if fake.last_update() > before {
            line.event = format!("u{}{suffix}", fake.last_update());
        }
        let Handled::Done(answer) = self.plain.handle(&line).await else { panic!("no repeat") };
        do_all(&self.plain.app, line.at).await.unwrap();
        self.send(line.at).await;
        self.served.settle().await;
        let toast = match &query {
            Some(query) => Some(self.served.fake.toast(query).await),
            None => None,
        };
        self.changed(&answer, pressed, said);
        self.compare(Some((&line, &answer, toast)), said).await;
        self.plain.fix_seed(3).await;
        fix_seed(&self.served).await;
    }

    /// Compares what an answer in place of a message has made of it.
    fn changed(&self, answer: &Answer, pressed: Option<MessageId>, said: &str) {
        let (Some(reply), Some(pressed)) = (answer.private.as_deref(), pressed) else { return };
        if !reply.in_place {
            return;
        }
        let wanted = of_reply(reply, "", None, None);
        let message = self.served.fake.message(self.served.group, pressed);
        let found = of_message(&self.served, &message);
        assert_eq!(wanted.labels, found.labels, "{said}");
        match reply.text[..] {
            [] => assert_eq!(Some(&*wanted.text), found.text.lines().last(), "{said}"),
            _ => assert_eq!(wanted.text, found.text, "{said}"),
        }
    }

    /// Compares what both chats show.
    async fn compare(&mut self, answered: Option<(&Incoming, &Answer, Option<Toast>)>, said: &str) {
        let mut wanted: Vec<Shown> = Vec::new();
        for sent in std::mem::take(&mut *self.taken.0.lock().unwrap()) {
            wanted.push(of_sent(&sent));
            self.presses.extend(sent.reply.buttons.iter().flatten().cloned());
        }
        if let Some((line, answer, toast)) = answered {
            let private = answer.private.as_deref();
            self.presses.extend(private.iter().flat_map(|r| r.buttons.iter().flatten()).cloned());
            match (private, toast) {
                // In the message itself: that was compared.
                (Some(reply), toast) if reply.in_place => {
                    assert_eq!(toast.map(|toast| toast.text).unwrap_or_default(), "", "{said}");
                }
                // In a chat of theirs alone.
                (Some(reply), toast) if answer.secret => {
                    assert_eq!(toast.map(|toast| toast.text).unwrap_or_default(), "", "{said}");
                    let alone = self.served.fake.private(self.served.person(&line.name));
                    let told = self.served.fake.next(alone).await;
                    assert_eq!(seen(told.plain()), seen(&text(reply)), "{said}");
                }
                (Some(reply), Some(toast)) if is_toast(reply) => {
                    assert_eq!(seen(&toast.text), seen(&text(reply)), "{said}");
                }
                (Some(reply), toast) => {
                    assert_eq!(toast.map(|toast| toast.text).unwrap_or_default(), "", "{said}");
                    let png = kosti::app::delivery::draw(&self.plain.app, reply).await;
                    wanted.push(of_reply(reply, &line.place, png.as_deref(), None));
                }
                (None, toast) => {
                    assert_eq!(toast.map(|toast| toast.text).unwrap_or_default(), "", "{said}");
                }
            }
        }
        let sent = self.served.sent_after(self.last);
        self.last = sent.iter().map(|message| message.id.0).max().unwrap_or(self.last);
        let mut found: Vec<Shown> =
            sent.iter().map(|message| of_message(&self.served, message)).collect();
        // Lanes may change the order.
        wanted.sort();
        found.sort();
        assert_eq!(wanted, found, "{said}");
    }
}

/// Makes chance the same in both chats.
async fn fix_seed(served: &Served) {
    sqlx::query("update challenges set seed = $1 where state = 'open'")
        .bind(vec![3_u8; 32])
        .execute(&served.pool)
        .await
        .unwrap();
}

pub async fn run(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/scripts/{name}.txt"));
    let script = fs::read_to_string(&path).unwrap();
    let games = match script.lines().next() {
        Some("# Games: toys") => toys(),
        Some("# Games: all") => toys_and_registered(),
        _ => Games::registered(),
    };
    let mut both = Both::new(games).await;
    for line in script.lines() {
        if let Line::Act(act) = read(line) {
            both.act(&act).await;
        }
    }
    both.served.fake.confirmed().await;
    both.served.fake.finish();
}
