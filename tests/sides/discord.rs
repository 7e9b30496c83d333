//! Discord, with people in two channels of a guild.

use super::{Side, Way};
use crate::support::{
    fake_discord::{BOT, FakeDiscord, Message},
    published,
};
use pretty_assertions::assert_eq;
use serenity::model::id::{ChannelId, UserId};

pub struct OnDiscord {
    pub fake: FakeDiscord,
    people: [UserId; 2],
    /// Where the bot says that it has come.
    general: ChannelId,
    places: [ChannelId; 2],
}

impl OnDiscord {
    pub fn new() -> Self {
        let fake = FakeDiscord::start();
        let people = ["Anna", "Boris"].map(|name| fake.user(name));
        let guild = fake.guild("Friends", &people);
        let places = ["games", "club"].map(|name| fake.channel(guild, name));
        let general = fake.general(guild);
        OnDiscord { fake, people, general, places }
    }

    /// The bot has come: it greets once and has brought its commands.
    pub async fn greets(&self) {
        self.fake.registered().await;
        let greeting = self.fake.next(self.general).await;
        assert!(greeting.plain().starts_with("Hello! I am Kosti"), "{}", greeting.plain());
    }

    /// The end: it has greeted only once, however often it was started.
    pub fn finish(&self) {
        assert_eq!(self.fake.messages(self.general).len(), 1);
        self.fake.finish();
    }

    /// The next message, which is the board after so many moves of a game.
    async fn board(&self, place: usize, moves: usize) -> Message {
        let board = self.fake.next(self.places[place]).await;
        // The games of a guild have one count.
        let name = format!("senegal-{}-{moves:03}.png", place + 1);
        assert_eq!(board.file().name, name, "{}", board.plain());
        let drawn = published::picture(&published::main_line()[..moves], ["Anna", "Boris"]);
        assert!(board.file().bytes == drawn, "the board after {moves} moves");
        board
    }
}

impl Side for OnDiscord {
    const PLATFORM: &str = "discord";
    type Board = Message;

    fn comes_as(way: Way) -> &'static str {
        match way {
            Way::Command => "command",
            Way::Said => "message",
            Way::Button => "press",
        }
    }

    async fn begins(&self, place: usize) -> Message {
        let ([anna, boris], channel) = (self.people, self.places[place]);
        self.fake.slash(anna, channel, "/play game:senegal");
        let challenge = self.fake.next(channel).await;
        self.fake.presses(boris, challenge.id, "Accept");
        self.board(place, 0).await
    }

    async fn plays(&self, place: usize, board: &Message, number: usize) -> Message {
        let (fake, channel) = (&self.fake, self.places[place]);
        let (player, action) = (self.people[number % 2], published::main_line()[number]);
        match Way::of(number) {
            Way::Command => {
                let asked = fake.slash(player, channel, &format!("/move action:{action}"));
                assert!(fake.answered(asked).await.is_none(), "what is seen by all is the answer");
            }
            Way::Said => {
                fake.says(player, channel, &format!("<@{BOT}> {action}"));
            }
            Way::Button => {
                fake.presses(player, board.id, action);
            }
        }
        let next = self.board(place, number + 1).await;
        assert!(next.plain().contains(action), "{}", next.plain());
        next
    }

    async fn errs(&self, place: usize) {
        let [_, boris] = self.people;
        let asked = self.fake.slash(boris, self.places[place], "/move action:a5-a4");
        let refusal = self.fake.answered(asked).await.expect("a refusal");
        assert!(refusal.plain().starts_with("It is not your turn"), "{}", refusal.plain());
    }

    async fn resigns(&self, place: usize) {
        let ([anna, _], channel) = (self.people, self.places[place]);
        let asked = self.fake.slash(anna, channel, "/resign");
        let question = self.fake.answered(asked).await.expect("a question");
        self.fake.presses(anna, question.id, "Yes, I resign");
        let end = self.fake.next(channel).await;
        assert!(end.plain().starts_with("Anna resigns."), "{}", end.plain());
    }

    fn seen(&self) -> [usize; 2] {
        ["createMessage", "editMessage"].map(|name| self.fake.calls(name).len())
    }
}
