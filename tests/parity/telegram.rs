//! Telegram.

use super::{Deed, Platform, Shown, digest, file_name, seen};
use crate::support::{
    fake_telegram::{Message, Status},
    served::{ENOUGH, Served},
};
use kosti::{
    app::{command::Command, service::Answer},
    games::Games,
};
use pretty_assertions::assert_eq;
use sqlx::PgPool;
use teloxide::types::{ChatId, MessageId};
use time::{Duration, OffsetDateTime};

/// The most characters of a toast.
const TOAST: usize = 200;

pub struct OnTelegram {
    pub served: Served,
    /// The newest message that was looked at.
    last: i32,
    /// The last press, and the message whose button it was.
    pressed: Option<(String, ChatId, MessageId)>,
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

impl Platform for OnTelegram {
    async fn on(pool: PgPool, games: Games) -> Self {
        let mut served = Served::on(pool, games, ENOUGH).await;
        served.app.manners.refusal_seconds = 0;
        served.start().await;
        OnTelegram { served, last: 0, pressed: None }
    }

    fn pool(&self) -> &PgPool {
        &self.served.pool
    }

    fn at(&self, now: OffsetDateTime) {
        self.served.at(now);
    }

    async fn pass(&self, time: Duration) {
        self.served.pass(time).await;
    }

    async fn meets(&self, name: &str, place: &str) {
        let person = self.served.person(name);
        self.served.fake.private(person);
        self.served.topic(place);
        self.served.settle().await;
    }

    async fn does(&mut self, deed: &Deed<'_>) -> Option<String> {
        let user = self.served.person(deed.name);
        let (fake, group) = (&self.served.fake, self.served.group);
        let before = fake.last_update();
        let mut suffix = "";
        self.pressed = None;
        match deed.command {
            Command::Press(data) => {
                // Below a board, or below a hand.
                let alone = ChatId::from(user);
                let messages = [fake.messages(alone), fake.messages(group)].concat();
                let button = |message: &Message| {
                    let mut all = message.markup.rows.iter().flatten();
                    let found = all.rfind(|button| button.label == deed.label());
                    found.and_then(|found| found.data.clone())
                };
                let found =
                    messages.iter().rev().find_map(|message| Some((message, button(message)?)));
                let newest = messages.last().unwrap();
                let (message, data) = found.unwrap_or((newest, data.clone()));
                let (chat, id) = (message.chat, message.id);
                self.pressed = Some((fake.presses_data(user, chat, id, &data), chat, id));
            }
            Command::Left | Command::Returned => {
                let there = *deed.command == Command::Returned;
                let member = if there { Status::Member } else { Status::Left };
                fake.becomes(group, user, member);
                suffix = ".0";
            }
            _ => {
                self.served.writes(deed.name, deed.place, &Served::typed(deed.said));
            }
        }
        // Telegram does not tell that somebody has left who was not there.
        (fake.last_update() > before).then(|| format!("u{}{suffix}", fake.last_update()))
    }

    async fn settle(&self) {
        self.served.settle().await;
    }

    async fn alone(
        &mut self,
        deed: &Deed<'_>,
        answer: &Answer,
        wanted: Option<Shown>,
    ) -> Option<Shown> {
        let said = deed.said;
        let fake = &self.served.fake;
        let pressed = self.pressed.take();
        let toast = match &pressed {
            Some((query, ..)) => Some(fake.toast(query).await.text),
            None => None,
        };
        let silent = || assert_eq!(toast.clone().unwrap_or_default(), "", "{said}");
        let (Some(wanted), Some(reply)) = (wanted, answer.private.as_deref()) else {
            silent();
            return None;
        };
        if reply.in_place {
            silent();
            let (_, chat, message) = pressed.unwrap();
            let found = of_message(&self.served, &fake.message(chat, message));
            assert_eq!(wanted.labels, found.labels, "{said}");
            match reply.text[..] {
                [] => assert_eq!(Some(&*wanted.text), found.text.lines().last(), "{said}"),
                _ => assert_eq!(wanted.text, found.text, "{said}"),
            }
            return None;
        }
        // In a chat of theirs alone.
        if answer.secret {
            match &toast {
                // Others see that it is shown.
                Some(toast) if reply.picture.is_some() => {
                    assert!(toast.ends_with("in our chat."), "{said}: {toast}");
                }
                _ => silent(),
            }
            let alone = fake.private(self.served.person(deed.name));
            let told = fake.next(alone).await;
            let told = of_message(&self.served, &told);
            assert_eq!(wanted, Shown { place: wanted.place.clone(), ..told }, "{said}");
            return None;
        }
        // By a toast if it is short and has no buttons.
        let short = wanted.labels.is_empty()
            && wanted.file.is_none()
            && wanted.text.encode_utf16().count() <= TOAST;
        match &toast {
            Some(toast) if short => {
                assert_eq!(wanted.text, seen(toast), "{said}");
                None
            }
            _ => {
                silent();
                Some(wanted)
            }
        }
    }

    fn news(&mut self) -> Vec<Shown> {
        let sent = self.served.sent_after(self.last);
        self.last = sent.iter().map(|message| message.id.0).max().unwrap_or(self.last);
        sent.iter().map(|message| of_message(&self.served, message)).collect()
    }

    async fn finish(self) {
        self.served.fake.confirmed().await;
        self.served.fake.finish();
    }
}
