//! Telegram, with people in two groups.

use super::{Side, Way};
use crate::support::{
    fake_telegram::{FakeTelegram, Line, Message},
    players::Players,
    published,
};
use pretty_assertions::assert_eq;
use teloxide::types::ChatId;

pub struct OnTelegram {
    pub fake: FakeTelegram,
    places: [Players; 2],
}

impl OnTelegram {
    pub fn new() -> Self {
        let fake = FakeTelegram::start();
        let friends = Players::new(&fake);
        let club = Players { group: fake.supergroup("Club", &friends.people), ..friends };
        OnTelegram { fake, places: [friends, club] }
    }

    /// The next message, which is the board after so many moves.
    async fn board(&self, group: ChatId, moves: usize) -> Message {
        let board = self.fake.next(group).await;
        let file = board.file.as_ref().expect("a board");
        assert_eq!(file.name, format!("senegal-1-{moves:03}.png"), "{}", board.plain());
        let drawn = published::picture(&published::main_line()[..moves], ["Anna", "Boris"]);
        assert!(file.bytes == drawn, "the board after {moves} moves");
        board
    }
}

impl Side for OnTelegram {
    const PLATFORM: &str = "telegram";
    type Board = Message;

    fn comes_as(way: Way) -> &'static str {
        match way {
            Way::Command | Way::Said => "message",
            Way::Button => "press",
        }
    }

    async fn begins(&self, place: usize) -> Message {
        let Players { group, people: [anna, boris] } = self.places[place];
        self.fake.says(group, anna, "/play senegal");
        let challenge = self.fake.next(group).await;
        let query = self.fake.presses(boris, group, challenge.id, "Accept");
        let board = self.board(group, 0).await;
        assert_eq!(self.fake.toast(&query).await.text, "");
        board
    }

    async fn plays(&self, place: usize, board: &Message, number: usize) -> Message {
        let Players { group, people } = self.places[place];
        let (player, action) = (people[number % 2], published::main_line()[number]);
        match Way::of(number) {
            Way::Command => {
                self.fake.says(group, player, &format!("/move {action}"));
            }
            Way::Said => {
                self.fake.say(Line::new(group, player, action).reply_to(board.id));
            }
            Way::Button => {
                let query = self.fake.presses(player, group, board.id, action);
                assert_eq!(self.fake.toast(&query).await.text, "");
            }
        }
        let next = self.board(group, number + 1).await;
        assert!(next.plain().contains(action), "{}", next.plain());
        next
    }

    async fn errs(&self, place: usize) {
        let Players { group, people: [_, boris] } = self.places[place];
        self.fake.says(group, boris, "/move a5-a4");
        let refusal = self.fake.next(group).await;
        assert!(refusal.plain().starts_with("It is not your turn"), "{}", refusal.plain());
    }

    async fn resigns(&self, place: usize) {
        let Players { group, people } = self.places[place];
        self.fake.says(group, people[0], "/resign");
        let question = self.fake.next(group).await;
        let query = self.fake.presses(people[0], group, question.id, "Yes, I resign");
        let end = self.fake.next(group).await;
        assert!(end.plain().starts_with("Anna resigns."), "{}", end.plain());
        assert_eq!(self.fake.toast(&query).await.text, "");
    }

    fn seen(&self) -> [usize; 2] {
        let of =
            |methods: &[&str]| methods.iter().map(|method| self.fake.calls(method).len()).sum();
        [
            of(&["sendMessage", "sendPhoto"]),
            of(&["editMessageReplyMarkup", "editMessageText", "editMessageCaption"]),
        ]
    }
}
