//! Discord.

use super::{Deed, Platform, Shown, digest, file_name, seen};
use crate::support::{
    fake_discord::{BOT, Given, Message},
    served_discord::ServedDiscord,
};
use kosti::{
    app::{
        command::{Command, OWN_SETTINGS, SETTINGS},
        service::{Answer, Answers, ChatKey, Incoming, handle},
        texts::Lang,
    },
    games::Games,
};
use pretty_assertions::assert_eq;
use serenity::model::id::{ChannelId, InteractionId, MessageId};
use sqlx::PgPool;
use std::collections::BTreeSet;
use time::{Duration, OffsetDateTime};

pub struct OnDiscord {
    pub served: ServedDiscord,
    games: Games,
    /// The messages that were looked at.
    known: BTreeSet<MessageId>,
    asked: Option<Asked>,
}

/// How it was asked last.
enum Asked {
    Typed(InteractionId),
    Pressed(InteractionId, MessageId),
    Said,
}

fn of_message(served: &ServedDiscord, message: &Message) -> Shown {
    let owned = |row: Vec<&str>| row.into_iter().map(str::to_owned).collect();
    let boxed = message.embeds.first().map(|embed| embed.description.clone());
    let text = match boxed {
        // Too long for a message: it stands in a box below it.
        Some(boxed) => Message { content: boxed, ..message.clone() }.plain(),
        None => message.plain(),
    };
    let file = message.files.first();
    Shown {
        place: served.place(message.channel),
        text: seen(&text),
        labels: message.labels().into_iter().map(owned).collect(),
        file: file.map(|file| (file_name(&file.name), digest(&file.bytes))),
    }
}

impl OnDiscord {
    /// The options of a command that say what a line says, if there are such.
    fn options(&self, said: &str) -> Option<(String, Vec<(&'static str, Given)>)> {
        let said = said.trim();
        if let Command::Move { number, text, bare: true } = Command::parse(said) {
            return self.filled("move", number.map(|number| number.0), &[("action", &text)]);
        }
        let (word, rest) = said.strip_prefix('/')?.split_once(' ').unwrap_or((&said[1..], ""));
        let word = match word {
            "m" => "move",
            "challenge" => "play",
            word => word,
        };
        if rest.contains('@') || !kosti::app::command::WORDS.contains(&word) {
            return None;
        }
        if let ("move", Command::Move { number, text, .. }) = (word, Command::parse(said)) {
            return self.filled("move", number.map(|number| number.0), &[("action", &text)]);
        }
        let mut words: Vec<&str> = rest.split_whitespace().collect();
        let number = match word {
            "play" | "top" | "rank" | "history" | "vs" | "rules" | "help" | "settings" | "lang"
            | "theme" | "notify" | "forget" | "games" => None,
            _ => words.first().and_then(|first| first.trim_start_matches('#').parse().ok()),
        };
        if number.is_some() {
            words.remove(0);
        }
        let game = |word: &str| self.games.find(word).is_some();
        let rest = words.get(1..).unwrap_or_default().join(" ");
        match (word, &words[..]) {
            ("play", [first, ..]) if game(first) && !rest.is_empty() => {
                self.filled(word, None, &[("game", first), ("more", &rest)])
            }
            ("play" | "rules", [first]) if game(first) => {
                self.filled(word, None, &[("game", first)])
            }
            ("resign", [what @ ("deal" | "match")]) => self.filled(word, number, &[("what", what)]),
            ("cancel" | "forget", ["yes"]) => self.filled(word, number, &[("sure", "true")]),
            ("top", [_, ..]) => self.filled(word, None, &[("board", &words.join(" "))]),
            ("settings", [name]) if is_setting(name) => {
                self.filled(word, None, &[("setting", name)])
            }
            ("settings", [name, ..]) if is_setting(name) => {
                self.filled(word, None, &[("setting", name), ("value", &rest)])
            }
            ("lang", [code @ ("en" | "ru")]) => self.filled(word, None, &[("language", code)]),
            ("lang", [code @ ("en" | "ru"), "chat"]) => {
                self.filled(word, None, &[("language", code), ("chat", "true")])
            }
            ("theme", [name @ ("birch" | "night" | "clear")]) => {
                self.filled(word, None, &[("theme", name)])
            }
            ("theme", [name @ ("birch" | "night" | "clear"), "chat"]) => {
                self.filled(word, None, &[("theme", name), ("chat", "true")])
            }
            ("notify", ["on"]) => self.filled(word, None, &[("pings", "true")]),
            ("notify", ["off"]) => self.filled(word, None, &[("pings", "false")]),
            (word, []) if word != "move" => self.filled(word, number, &[]),
            _ => None,
        }
    }

    fn filled(
        &self,
        word: &str,
        number: Option<i32>,
        options: &[(&'static str, &str)],
    ) -> Option<(String, Vec<(&'static str, Given)>)> {
        let mut given: Vec<(&'static str, Given)> = number
            .filter(|number| *number > 0)
            .map(|n| ("match", i64::from(n).into()))
            .into_iter()
            .collect();
        for (name, value) in options {
            let value = match (*name, *value) {
                ("chat" | "sure" | "pings", flag) => (flag == "true").into(),
                ("value" | "more" | "board" | "action", text) if text.chars().count() > 200 => {
                    return None;
                }
                (_, "") => return None,
                (_, text) => text.into(),
            };
            given.push((name, value));
        }
        Some((word.to_owned(), given))
    }

    /// Nobody tells the bot; it is found out when the bot looks.
    async fn comes_or_goes(&mut self, deed: &Deed<'_>) -> Option<String> {
        let (user, now) = (self.served.person(deed.name), self.served.now());
        let event = format!("looked{}", now.unix_timestamp());
        let incoming = Incoming {
            chat: ChatKey {
                platform: "discord".into(),
                bot_id: BOT.to_string(),
                chat_id: self.served.guild.to_string(),
            },
            place: self.served.channel(deed.place).to_string(),
            account: user.to_string(),
            name: deed.name.to_owned(),
            handle: None,
            admin: false,
            masked: false,
            pointed: None,
            answers: Answers::Returned,
            event: event.clone(),
            at: now,
            reply_to: None,
            alone: false,
            guest: false,
            locale: Lang::En,
            own_locale: None,
            wait: None,
            command: deed.command.clone(),
        };
        handle(&self.served.app, &incoming).await.unwrap();
        self.asked = None;
        Some(event)
    }

    /// The newest message that somebody sees with a button of that label.
    fn with_button(&self, deed: &Deed<'_>) -> Option<(MessageId, String)> {
        let user = self.served.person(deed.name);
        let mut seen: Vec<Message> = Vec::new();
        for channel in self.served.places() {
            seen.extend(self.served.fake.messages(channel));
            seen.extend(self.served.fake.ephemerals_of(user, channel));
        }
        seen.sort_by_key(|message| message.id);
        let button = |message: &Message| {
            let mut all = message.rows.iter().flatten();
            all.rfind(|button| button.label == deed.label()).and_then(|b| b.custom_id.clone())
        };
        seen.iter().rev().find_map(|message| Some((message.id, button(message)?)))
    }

    fn newest(&self) -> MessageId {
        let of = |channel: ChannelId| self.served.fake.messages(channel);
        let all = self.served.places().into_iter().flat_map(of);
        all.map(|message| message.id).max().unwrap()
    }
}

fn is_setting(name: &str) -> bool {
    SETTINGS.contains(&name) || OWN_SETTINGS.contains(&name)
}

impl Platform for OnDiscord {
    async fn on(pool: PgPool, games: Games) -> Self {
        let mut served = ServedDiscord::on(pool, games).await;
        served.app.manners.refusal_seconds = 0;
        served.restart().await;
        let mut on = OnDiscord { served, games, known: BTreeSet::new(), asked: None };
        // The bot has said that it has come.
        assert_eq!(on.news().len(), 1);
        on
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
        self.served.person(name);
        self.served.channel(place);
        self.served.settle().await;
    }

    async fn does(&mut self, deed: &Deed<'_>) -> Option<String> {
        let (fake, user) = (&self.served.fake, self.served.person(deed.name));
        let channel = self.served.channel(deed.place);
        let (asked, event) = match deed.command {
            Command::Press(data) => {
                let found = self.with_button(deed);
                let (message, pressed) = match &found {
                    Some((message, data)) => (*message, fake.presses_data(user, *message, data)),
                    None => {
                        let newest = self.newest();
                        (newest, fake.presses_data(user, newest, data))
                    }
                };
                (Asked::Pressed(pressed, message), format!("i{pressed}"))
            }
            // Nobody tells the bot: it finds out when it looks.
            Command::Left | Command::Returned => return self.comes_or_goes(deed).await,
            _ => match self.options(deed.said) {
                Some((word, options)) => {
                    let asked = fake.slash_with(user, channel, &word, &options);
                    (Asked::Typed(asked), format!("i{asked}"))
                }
                None => {
                    let said = fake.says(user, channel, &format!("<@{BOT}> {}", deed.said));
                    (Asked::Said, format!("m{said}"))
                }
            },
        };
        self.asked = Some(asked);
        Some(event)
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
        let (said, fake) = (deed.said, &self.served.fake);
        let Some(asked) = self.asked.take() else { return wanted };
        let shown: Vec<Shown> = match &asked {
            Asked::Said => {
                if answer.secret
                    && let Some(wanted) = &wanted
                {
                    // Where to ask for it, so that nobody else sees it.
                    let text = match answer.own_lang {
                        Lang::En => {
                            "That is for your eyes only: ask by a command, so that nobody else sees the answer."
                        }
                        Lang::Ru => {
                            "Это только для ваших глаз: спросите командой, тогда ответа не увидит никто другой."
                        }
                    };
                    let text = text.to_owned();
                    return Some(Shown { text, labels: Vec::new(), file: None, ..wanted.clone() });
                }
                return wanted;
            }
            Asked::Typed(asked) => {
                let answered = fake.answered(*asked).await;
                answered.iter().map(|message| of_message(&self.served, message)).collect()
            }
            Asked::Pressed(asked, message) => {
                if let Some(reply) = answer.private.as_deref().filter(|reply| reply.in_place) {
                    let wanted = wanted.unwrap();
                    let found = of_message(&self.served, &fake.message(*message));
                    assert_eq!(wanted.labels, found.labels, "{said}");
                    match reply.text[..] {
                        [] => assert_eq!(Some(&*wanted.text), found.text.lines().last(), "{said}"),
                        _ => assert_eq!(wanted.text, found.text, "{said}"),
                    }
                    return None;
                }
                let told = fake.ephemerals(*asked);
                told.iter().map(|message| of_message(&self.served, message)).collect()
            }
        };
        assert_eq!(wanted.into_iter().collect::<Vec<_>>(), shown, "{said}");
        None
    }

    fn news(&mut self) -> Vec<Shown> {
        let mut news = Vec::new();
        for channel in self.served.places() {
            for message in self.served.fake.messages(channel) {
                if self.known.insert(message.id) {
                    news.push(of_message(&self.served, &message));
                }
            }
        }
        news
    }

    async fn finish(self) {
        self.served.fake.finish();
    }
}
