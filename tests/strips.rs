//! Buttons that are taken away when what they ask is over.

use crate::support::{chat::Chat, published, taker::LIMITS};
use kosti::app::{
    command::Command,
    delivery::{Address, Outbound, SendError, Sender, Transport},
    jobs::do_all,
    reply::{Press, Reply, Segment},
    service::{Answer, Handled, Incoming, Verdict},
};
use pretty_assertions::assert_eq;
use std::sync::{Arc, Mutex};
use time::{Duration, OffsetDateTime};

/// A platform that takes everything and keeps it: `m1`, `m2` and so on.
#[derive(Default)]
struct Platform {
    taken: Mutex<Vec<Reply>>,
    edits: Mutex<Vec<String>>,
}

impl Transport for Platform {
    async fn send(&self, message: &Outbound) -> Result<String, SendError> {
        let mut taken = self.taken.lock().unwrap();
        taken.push(message.reply.clone());
        Ok(format!("m{}", taken.len()))
    }

    async fn strip(&self, _: &Address, message: &str) -> Result<(), SendError> {
        self.edits.lock().unwrap().push(message.to_owned());
        Ok(())
    }

    async fn delete(&self, _: &Address, message: &str) -> Result<(), SendError> {
        self.edits.lock().unwrap().push(format!("all of {message}"));
        Ok(())
    }
}

/// A chat on that platform.
struct Room {
    chat: Chat,
    platform: Arc<Platform>,
    sender: Sender<Platform>,
    now: OffsetDateTime,
}

impl Room {
    async fn new() -> Self {
        let chat = Chat::new().await;
        let platform = Arc::new(Platform::default());
        let bot = chat.incoming.chat.bot();
        let sender = Sender::new(chat.app.clone(), bot, platform.clone(), LIMITS, "a".to_owned());
        let now = chat.incoming.at;
        Room { chat, platform, sender, now }
    }

    async fn handle(&mut self, incoming: Incoming) -> Answer {
        self.now = self.now.max(incoming.at);
        match self.chat.handle(&incoming).await {
            Handled::Done(answer) => answer,
            Handled::Repeat => panic!("a new event is no repeat"),
        }
    }

    /// Sends everything; gives the newest message, and the old ones that were edited, in the
    /// order in which they were sent.
    async fn sent(&mut self) -> (String, Vec<String>) {
        do_all(&self.chat.app, self.now).await.unwrap();
        loop {
            let started = self.sender.step(self.now).await.unwrap();
            self.sender.finish(self.now).await;
            if started == Some(0) {
                break;
            }
        }
        let mut edits = std::mem::take(&mut *self.platform.edits.lock().unwrap());
        edits.sort_by_key(|edit| edit.rsplit('m').next().unwrap().parse::<u32>().ok());
        (format!("m{}", self.platform.taken.lock().unwrap().len()), edits)
    }

    /// Lets a person say a line that is done, and sends what follows from it.
    async fn say(&mut self, name: &str, text: &str) -> (String, Vec<String>) {
        let answer = self.handle(self.chat.line(name, text)).await;
        assert_eq!(answer.verdict, Verdict::Done, "{name} {text}: {:?}", answer.private);
        self.sent().await
    }

    /// Lets a person press a button of a message.
    async fn press(&mut self, name: &str, message: &str, press: &Press) -> Answer {
        let command = self.chat.command(name, Command::Press(press.data.clone()));
        self.handle(Incoming { reply_to: Some(message.to_owned()), ..command }).await
    }

    /// Lets a person press the button of that label in the newest message.
    async fn press_newest(&mut self, name: &str, label: &str) -> Answer {
        let (message, press) = {
            let taken = self.platform.taken.lock().unwrap();
            (format!("m{}", taken.len()), find(taken.last().unwrap(), label))
        };
        self.press(name, &message, &press).await
    }
}

fn find(reply: &Reply, label: &str) -> Press {
    let found = reply.buttons.iter().flatten().find(|press| press.label == label);
    found.unwrap_or_else(|| panic!("{label} is not among {:?}", reply.buttons)).clone()
}

/// What was told: the newest message and the old ones that are edited.
fn told(newest: &str, edits: &[&str]) -> (String, Vec<String>) {
    (newest.to_owned(), edits.iter().map(|edit| (*edit).to_owned()).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn challenges_lose_their_buttons_however_they_end() {
    let mut room = Room::new().await;
    assert_eq!(room.say("anna", "/play senegal @boris").await, told("m1", &[]));
    assert_eq!(room.say("boris", "/decline").await, told("m2", &["m1"]));
    assert_eq!(room.say("anna", "/play senegal").await, told("m3", &[]));
    assert_eq!(room.say("dora", "/play senegal").await, told("m4", &[]));
    assert_eq!(room.say("anna", "/cancel").await, told("m5", &["m3"]));
    room.now += Duration::hours(25);
    assert_eq!(room.sent().await, told("m6", &["m4"]), "nobody answered");
    // The clock of the chat goes on from there.
    room.chat.incoming.at = room.now;
    room.say("anna", "/play senegal").await;
    assert_eq!(room.say("dora", "/play senegal @anna").await, told("m8", &[]));
    let (newest, edits) = room.say("anna", "/forget yes").await;
    assert_eq!((newest, edits), told("m8", &["m7", "m8"]));
    room.say("boris", "/play senegal").await;
    assert_eq!(room.press_newest("dora", "Accept").await.verdict, Verdict::Done);
    assert_eq!(room.sent().await, told("m10", &["m9"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_lose_their_buttons_and_the_board_keeps_its_own() {
    let mut room = Room::new().await;
    room.say("anna", "/play senegal @boris").await;
    assert_eq!(room.say("boris", "/accept").await, told("m2", &["m1"]));
    assert_eq!(room.say("boris", "/draw").await, told("m3", &[]));
    assert_eq!(room.say("carol", "/board").await, told("m4", &[]), "the offer is still open");
    assert_eq!(room.press_newest("anna", "d2-d3").await.verdict, Verdict::Done);
    assert_eq!(room.sent().await, told("m5", &["m2", "m3", "m4"]));
    assert_eq!(room.say("anna", "/draw").await, told("m6", &[]));
    assert_eq!(room.say("anna", "/takeback").await, told("m7", &["m6"]));
    assert_eq!(room.say("anna", "/cancel").await, told("m8", &["m7"]));
    assert_eq!(room.say("anna", "/takeback").await, told("m9", &[]));
    assert_eq!(room.press_newest("anna", "No").await.verdict, Verdict::Refused);
    assert_eq!(room.sent().await, told("m9", &[]));
    assert_eq!(room.press_newest("boris", "No").await.verdict, Verdict::Done);
    assert_eq!(room.sent().await, told("m10", &["m9"]));
    assert_eq!(room.say("anna", "/takeback").await, told("m11", &[]));
    assert_eq!(room.press_newest("boris", "Agree").await.verdict, Verdict::Done);
    assert_eq!(room.sent().await, told("m12", &["m5", "m11"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_is_over_when_the_match_goes_on() {
    let mut room = Room::new().await;
    room.say("anna", "/play senegal @boris 1h").await;
    room.say("boris", "/accept").await;
    room.say("anna", "d2-d3").await;
    room.now += Duration::minutes(62);
    room.chat.incoming.at = room.now;
    assert_eq!(room.sent().await, told("m4", &[]), "the time is over");
    assert_eq!(room.say("boris", "d4:d2").await, told("m5", &["m3", "m4"]));
    // Whoever leaves can be claimed against too.
    let left = room.chat.command("anna", Command::Left);
    room.handle(left).await;
    assert_eq!(room.sent().await, told("m6", &[]));
    assert_eq!(room.press_newest("boris", "Claim the win").await.verdict, Verdict::Done);
    assert_eq!(room.sent().await, told("m7", &["m5", "m6"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_is_asked_once() {
    let mut room = Room::new().await;
    room.say("anna", "/play senegal @boris").await;
    room.say("boris", "/accept").await;
    for (at, action) in published::main_line().iter().enumerate() {
        room.say(["anna", "boris"][at % 2], action).await;
    }
    assert_eq!(room.say("carol", "/board").await, told("m70", &[]));
    assert_eq!(room.press_newest("carol", "Rematch").await.verdict, Verdict::Refused);
    assert_eq!(room.press_newest("anna", "Rematch").await.verdict, Verdict::Done);
    assert_eq!(room.sent().await, told("m71", &["m69", "m70"]));
    assert_eq!(room.say("boris", "/rematch").await, told("m72", &["m71"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_old_boards_are_deleted_where_the_chat_wants_it() {
    let mut room = Room::new().await;
    room.say("admin", "/settings delete on").await;
    room.say("anna", "/play senegal @boris").await;
    assert_eq!(room.say("boris", "/accept").await.1, ["m2"]);
    assert_eq!(room.say("boris", "/draw").await, told("m4", &[]));
    assert_eq!(room.say("anna", "d2-d3").await, told("m5", &["all of m3", "m4"]));
    assert_eq!(room.say("carol", "/board").await, told("m6", &[]));
    let (_, edits) = room.say("boris", "/resign yes").await;
    assert_eq!(edits, ["all of m5", "all of m6"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_to_one_person_is_answered_by_a_press() {
    let mut room = Room::new().await;
    // The picker changes where it stands until it is done.
    let pick = room.handle(room.chat.line("anna", "/play")).await.private.unwrap();
    assert!(!pick.in_place);
    let game = room.press("anna", "p1", &find(&pick, "Senegalese draughts")).await;
    let pick = game.private.unwrap();
    let pick = room.press("anna", "p1", &find(&pick, "to 3 points")).await.private.unwrap();
    assert!(pick.in_place && !pick.text.is_empty());
    assert_eq!(room.sent().await, told("m0", &[]));
    assert_eq!(room.press("anna", "p1", &find(&pick, "Look for an opponent")).await.private, None);
    let (newest, edits) = room.sent().await;
    assert_eq!((newest.as_str(), edits), ("m1", vec!["p1".to_owned()]));
    room.say("boris", "/accept").await;

    let ask = room.handle(room.chat.line("anna", "/resign")).await.private.unwrap();
    let yes = find(&ask, "Yes, I resign");
    // What is refused answers nothing.
    assert_eq!(room.press("boris", "p2", &yes).await.verdict, Verdict::Refused);
    assert_eq!(room.sent().await, told("m2", &[]));
    assert_eq!(room.press("anna", "p2", &yes).await.verdict, Verdict::Done);
    let (newest, edits) = room.sent().await;
    assert_eq!(newest, "m3");
    assert!(edits.contains(&"p2".to_owned()) && edits.contains(&"m2".to_owned()), "{edits:?}");

    let ask = room.handle(room.chat.line("boris", "/forget")).await.private.unwrap();
    room.press("boris", "p3", &find(&ask, "Yes, forget me")).await;
    assert_eq!(room.sent().await.1, ["p3"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_keeps_its_place_while_an_action_is_chosen() {
    let mut room = Room::new().await;
    room.say("anna", "/play senegal @boris").await;
    room.say("boris", "/accept").await;
    let moves = ["d2-d3", "d4:d2", "d1:d3", "e4-d4", "e2-d2", "f4-e4", "d3-c3", "b3:d3:d1"];
    for (at, action) in moves.iter().enumerate() {
        room.say(["anna", "boris"][at % 2], action).await;
    }
    let chosen = room.press_newest("anna", "c2").await.private.unwrap();
    assert!(chosen.in_place && chosen.text.is_empty() && chosen.picture.is_none());
    let plain = chosen.status.iter().map(Segment::plain).collect::<String>();
    assert_eq!(plain, "#1: @anna (White) to move: c2 …", "a line with the one who is to move");
    assert_eq!(chosen.mentioned().len(), 1);
    assert_eq!(room.sent().await, told("m10", &[]), "nothing new, nothing taken away");
    let played = room.press("anna", "m10", &find(&chosen, "c2-c3")).await;
    assert_eq!((played.verdict, played.private), (Verdict::Done, None));
    assert_eq!(room.sent().await, told("m11", &["m10"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_over_before_it_was_sent_keeps_no_buttons() {
    let mut room = Room::new().await;
    for (name, text) in [("anna", "/play senegal @boris"), ("boris", "/decline")] {
        room.handle(room.chat.line(name, text)).await;
    }
    assert_eq!(room.sent().await, told("m2", &["m1"]));
    room.say("anna", "/play senegal").await;
    room.say("boris", "/accept").await;
    room.say("anna", "d2-d3").await;
    // The offer that takes the place of another one, and keeps its own.
    for (name, text) in [("anna", "/draw"), ("anna", "/takeback")] {
        room.handle(room.chat.line(name, text)).await;
    }
    assert_eq!(room.sent().await, told("m7", &["m6"]));
    assert_eq!(room.press_newest("boris", "Agree").await.verdict, Verdict::Done);
}
