//! The people of the published game and all they do.

use crate::support::{
    fake_discord::{BOT, Call, FakeDiscord, Fault, Leftover, Message, When},
    published,
};
use kosti::{
    app::{audit::audit, service::App},
    games::Games,
};
use pretty_assertions::assert_eq;
use serde_json::json;
use serenity::model::id::{ChannelId, InteractionId, UserId};
use sqlx::PgPool;
use std::{cell::Cell, collections::BTreeMap};

/// Discord's numbers of refusals: the interaction is acknowledged already, it is too old, its
/// token is good no more.
const ANSWERED: u32 = 40060;
const TOO_OLD: u32 = 10062;
const OLD_TOKEN: u32 = 50027;

/// What somebody hears who presses what is not his.
const NOT_YOURS: &str = "You do not play in this game.";

/// Where the game is played.
pub(super) struct Place {
    channel: ChannelId,
    /// White and Black.
    players: [UserId; 2],
    /// What they are called there.
    names: [&'static str; 2],
}

/// Two guilds in which the same two people play, and three others who do not.
pub(super) struct Club {
    pub(super) fake: FakeDiscord,
    pub(super) places: [Place; 2],
    /// The first channels of the guilds, where nobody plays.
    general: [ChannelId; 2],
    bystanders: [UserId; 3],
    /// How often an interaction is acknowledged in vain: it has come before, or somebody else
    /// has acknowledged it.
    in_vain: Cell<usize>,
    /// What bystanders have asked for.
    meddled: Cell<usize>,
}

impl Club {
    /// Nobody has played yet.
    pub(super) fn new() -> Self {
        let fake = FakeDiscord::start();
        fake.recommends_shards(2);
        let people = ["Anna", "Boris", "Vera", "Gleb", "Dina"].map(|name| fake.user(name));
        let [anna, boris, bystanders @ ..] = people;
        let [first, second] = ["Friends", "Others"].map(|name| fake.guild(name, &people));
        fake.nick(second, anna, Some("Nura"));
        let channel = fake.channel(first, "games");
        let thread = fake.thread(fake.channel(second, "games"), "an evening");
        let places = [
            Place { channel, players: [anna, boris], names: ["Anna", "Boris"] },
            Place { channel: thread, players: [boris, anna], names: ["Boris", "Nura"] },
        ];
        let general = [first, second].map(|guild| fake.general(guild));
        Club {
            fake,
            places,
            general,
            bystanders,
            in_vain: Cell::default(),
            meddled: Cell::default(),
        }
    }

    /// The next message in a place, which is that board, drawn from the rules alone.
    pub(super) async fn board(&self, place: &Place, moves: &[&str]) -> Message {
        let board = self.fake.next(place.channel).await;
        let file = board.file();
        assert_eq!(file.name, format!("senegal-1-{:03}.png", moves.len()), "{}", board.content);
        assert!(
            file.bytes == published::picture(moves, place.names),
            "the board after {:?}",
            moves.last()
        );
        // Nobody is called but who is to move.
        let over = moves.len() == published::main_line().len();
        let called: &[UserId] = if over { &[] } else { &[place.players[moves.len() % 2]] };
        assert_eq!(board.notified, called, "{}", board.plain());
        board
    }

    /// One challenges everybody and the other one accepts; gives their first board.
    pub(super) async fn begins(&self, place: &Place) -> Message {
        let [white, black] = place.players;
        self.repeats(self.fake.slash(white, place.channel, "/play game:senegal"));
        let challenge = self.fake.next(place.channel).await;
        self.repeats(self.fake.presses(black, challenge.id, "Accept"));
        self.board(place, &[]).await
    }

    /// Discord wants silence, in one way after the other.
    pub(super) fn storm(&self, way: usize) {
        match way {
            0 => self.fake.fail("createMessage", Fault::RetryAfter(0.2), 3),
            1 => self.fake.fail("createMessage", Fault::RetryAfterAll(0.2), 2),
            2 => self.fake.fail_any(Fault::RetryAfterAll(0.05), 5),
            3 => self.fake.fail("createMessage", Fault::Shared(0.2), 2),
            4 => self.fake.fail("answer", Fault::RetryAfter(0.1), 2),
            _ => self.fake.fail_any(Fault::RetryAfter(0.05), 5),
        }
    }

    /// Tells of an interaction once more.
    fn repeats(&self, asked: InteractionId) {
        self.fake.repeats(asked);
        self.in_vain.set(self.in_vain.get() + 1);
    }

    /// The bystanders press every button of a board and type the move of somebody else.
    pub(super) async fn meddle(&self, place: &Place, board: &Message, action: &str) {
        // Everybody presses every kind of button in time.
        let people = self.bystanders.iter().cycle().skip(self.meddled.get() % 3);
        let mut asked = Vec::new();
        for (button, who) in board.buttons().zip(people) {
            let custom_id = button.custom_id.as_deref().unwrap();
            asked.push(self.fake.presses_data(*who, board.id, custom_id));
        }
        let types = |who| self.fake.slash(who, place.channel, &format!("/move action:{action}"));
        asked.extend(self.bystanders.map(types));
        self.repeats(asked[0]);
        self.repeats(*asked.last().unwrap());
        self.meddled.set(self.meddled.get() + asked.len());
        let told = self.fake.until("bystanders to be answered", |state| {
            let after = state.messages.range(board.id..).map(|(_, message)| message);
            let theirs = after
                .filter(|one| one.channel == place.channel && one.is_ephemeral() && !one.loading);
            let told: Vec<_> = theirs.filter(|one| !one.deleted).cloned().collect();
            (told.len() >= asked.len()).then_some(told)
        });
        let mut answered = Vec::new();
        for message in told.await {
            assert_eq!(message.content, NOT_YOURS);
            answered.push(message.interaction.unwrap());
        }
        answered.sort_unstable();
        assert_eq!(answered, asked, "each is answered once");
        assert_eq!(self.fake.message(board.id).rows, board.rows, "nothing changes");
    }

    /// Makes a move by a command, by a message that calls the bot, or by a button.
    pub(super) async fn plays(&self, place: &Place, board: &Message, number: usize, action: &str) {
        let player = place.players[number % 2];
        let asked = match (number % 3, board.button(action)) {
            (0, _) => {
                let typed = [("action", action[..2].into())];
                let typing = self.fake.types(player, place.channel, "move", &typed, "action");
                let offered = self.fake.offered(typing).await;
                assert!(offered.iter().any(|choice| choice.name == action), "{offered:?}");
                self.command(place, number, action)
            }
            (1, _) => {
                self.fake.says(player, place.channel, &format!("<@{BOT}> {action}"));
                return;
            }
            (_, Some(button)) => {
                self.fake.presses(player, board.id, button.custom_id.as_deref().unwrap())
            }
            (_, None) => self.command(place, number, action),
        };
        self.repeats(asked);
    }

    fn command(&self, place: &Place, number: usize, action: &str) -> InteractionId {
        let player = place.players[number % 2];
        self.fake.slash(player, place.channel, &format!("/move action:{action}"))
    }

    /// Makes a move by a command that the bot cannot acknowledge when it wants to: the closure
    /// sees to that.
    pub(super) async fn plays_unanswered(
        &self,
        place: &Place,
        number: usize,
        action: &str,
        spoil: impl AsyncFnOnce(InteractionId),
    ) {
        let answer = self.fake.hold("answer", When::Before);
        let asked = self.command(place, number, action);
        self.fake.held(answer).await;
        spoil(asked).await;
        self.fake.release(answer);
    }

    /// Acknowledges an interaction as another process of the bot would.
    pub(super) async fn acknowledges(&self, asked: InteractionId) {
        let token = self.fake.interaction(asked).token;
        let url = format!("{}/api/v10/interactions/{asked}/{token}/callback", self.fake.url());
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let answer = client
            .post(url)
            .header("User-Agent", "DiscordBot (https://example.org, 1)")
            .header("Content-Type", "application/json")
            .body(json!({ "type": 5, "data": { "flags": 64 } }).to_string());
        assert!(answer.send().await.unwrap().status().is_success());
        self.in_vain.set(self.in_vain.get() + 1);
    }

    /// Waits until the newest message of a place was sent again, with the same nonce.
    pub(super) async fn sent_again(&self, place: &Place) {
        self.fake
            .until("a message that is sent again", |state| {
                let newest = *state.standing(place.channel).last()?;
                let nonce = state.message(newest).nonce.clone()?;
                let mut sent = state.calls.iter().filter(|call| {
                    call.channel == Some(place.channel) && call.body["nonce"] == nonce.as_str()
                });
                let (_, again) = (sent.next()?, sent.next()?);
                again.status.filter(|status| *status == 200).map(drop)
            })
            .await;
    }

    /// Waits until all repeats have been heard, so that nothing is under way.
    pub(super) async fn quiet(&self) {
        self.fake
            .until("repeats to be heard", |state| {
                let late = state.calls.iter().filter(|call| code(call) == Some(ANSWERED));
                (late.count() >= self.in_vain.get()).then_some(())
            })
            .await;
    }

    /// What stands in a place when the game is over.
    pub(super) async fn ends(&self, place: &Place) {
        let last = published::main_line().len();
        let boards = (0..=last).map(|number| format!("senegal-1-{number:03}.png"));
        let told = self.fake.messages(place.channel);
        let files = told.iter().flat_map(|message| &message.files).map(|file| file.name.clone());
        assert_eq!(files.collect::<Vec<_>>(), boards.collect::<Vec<_>>(), "each once and in order");
        assert!(told.iter().flat_map(|one| &one.notified).all(|who| place.players.contains(who)));
        let newest = told.last().unwrap().id;
        self.fake
            .until("old boards to have no buttons", |state| {
                let mut old = state.standing(place.channel).into_iter().filter(|id| *id < newest);
                old.all(|id| state.message(id).rows.is_empty()).then_some(())
            })
            .await;
        self.repeats(self.fake.slash(place.players[1], place.channel, "/record"));
        let record = self.fake.next(place.channel).await;
        let record = String::from_utf8(record.file().bytes.to_vec()).unwrap();
        let (tags, moves) = record.split_once("\n\n").unwrap();
        let tags: Vec<_> = tags.lines().filter(|tag| !tag.starts_with("[Date ")).collect();
        let [white, black] = place.names;
        let names = (format!("[White \"{white}\"]"), format!("[Black \"{black}\"]"));
        let wanted = ["[Game \"senegal\"]", &names.0, &names.1, "[Result \"draw 0 equal\"]"];
        assert_eq!(tags, wanted);
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(moves), words(published::MAIN.trim_end_matches('.')));
    }

    /// What is stored in the end.
    pub(super) async fn results(&self, pool: &PgPool) {
        let sql = "select position, outcome from matches";
        let over: Vec<(String, Option<String>)> =
            sqlx::query_as(sql).fetch_all(pool).await.unwrap();
        let drawn = (published::LAST_POSITION.to_owned(), Some("draw 0 equal".to_owned()));
        assert_eq!(over, [drawn.clone(), drawn]);
        let sql = "select verdict, points, count(*) from results group by 1, 2";
        let booked: Vec<(String, i32, i64)> = sqlx::query_as(sql).fetch_all(pool).await.unwrap();
        assert_eq!(booked, [("draw".to_owned(), 0, 4)]);
        let app = App::new(pool.clone().into(), Games::registered()).unwrap();
        let report = audit(&app, None).await.unwrap();
        assert_eq!((report.matches, report.faults), (2, Vec::new()));
    }

    /// The bot is gone: nothing is wrong and nothing is left over but what was meant to be.
    pub(super) async fn done(&self) {
        self.fake.sockets(0).await;
        // Every guild is greeted once, however often Discord has told of it.
        for channel in self.general {
            assert_eq!(self.fake.messages(channel).len(), 1);
        }
        let of =
            |place: &Place| self.bystanders.map(|who| self.fake.ephemerals_of(who, place.channel));
        let told: usize = self.places.iter().flat_map(of).map(|told| told.len()).sum();
        assert_eq!(told, self.meddled.get());
        let in_vain = (ANSWERED, self.in_vain.get());
        assert_eq!(self.refusals(), [in_vain, (TOO_OLD, 1), (OLD_TOKEN, 1)].into());
        for code in [ANSWERED, TOO_OLD, OLD_TOKEN] {
            self.fake.excuse(Leftover::Refused(code));
        }
        assert!(self.fake.resumes() >= 4, "{}", self.fake.resumes());
        // Both at first and where the sessions were gone, and the one that was killed.
        assert_eq!(self.fake.identifies().len(), 5);
        self.fake.finish();
    }

    /// How often which refusals came that no test has injected.
    fn refusals(&self) -> BTreeMap<u32, usize> {
        let mut times = BTreeMap::new();
        for code in self.fake.all_calls().iter().filter_map(code) {
            *times.entry(code).or_insert(0) += 1;
        }
        times
    }
}

/// With which number a call was refused, unless the test wanted that.
fn code(call: &Call) -> Option<u32> {
    call.refusal.as_ref().filter(|_| !call.injected).map(|refusal| refusal.code)
}
