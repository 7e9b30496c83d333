//! Two people who play the published game in a group of the fake Telegram.

use super::{
    fake_telegram::{FakeTelegram, Message},
    published,
};
use teloxide::types::{ChatId, UserId};

/// Two people and their group.
#[derive(Clone, Copy, Debug)]
pub struct Players {
    pub group: ChatId,
    /// Who challenges, and who accepts and moves second.
    pub people: [UserId; 2],
}

impl Players {
    pub fn new(fake: &FakeTelegram) -> Self {
        let people = ["Anna", "Boris"].map(|name| fake.user(name));
        Players { group: fake.supergroup("Friends", &people), people }
    }

    /// Begins a match; gives its first board.
    pub async fn begin(&self, fake: &FakeTelegram) -> Message {
        let [anna, boris] = self.people;
        fake.says(self.group, anna, "/play senegal");
        let asked = fake.next(self.group).await;
        let query = fake.presses(boris, self.group, asked.id, "Accept");
        fake.toast(&query).await;
        fake.next(self.group).await
    }

    /// Lets them say what they play, without waiting for answers.
    pub fn play(&self, fake: &FakeTelegram, actions: std::ops::Range<usize>) {
        for at in actions {
            let action = published::main_line()[at];
            fake.says(self.group, self.people[at % 2], &format!("/move {action}"));
        }
    }
}
