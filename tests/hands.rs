//! Closed hands on platforms: whole deals are played by buttons alone, and all that is shown to
//! anybody is searched for tiles that he may not know.

use crate::{
    parity::seen,
    support::{
        database,
        fake_telegram::{Line, Message, USERNAME},
        served::{ENOUGH, Served},
        served_discord::ServedDiscord,
        table::Now,
    },
};
use kosti::{
    app::{reply::Picture, service::ScopeId},
    game::Seat,
    games::Games,
};
use pretty_assertions::assert_eq;
use sqlx::{PgPool, Row as _};
use teloxide::types::{ChatId, UserId};

/// The match as it stands.
async fn now(pool: &PgPool) -> Now {
    let scope = sqlx::query("select scope_id from matches").fetch_one(pool).await.unwrap();
    Now::of(pool, Games::registered(), (ScopeId(scope.get(0)), 1)).await.unwrap()
}

/// The tiles that a seat holds.
fn held(now: &Now, seat: Seat) -> Vec<String> {
    let text = now.position.text();
    let head = if seat == Seat::First { "a " } else { "b " };
    let hand = text.split(" / ").find_map(|part| part.strip_prefix(head)).unwrap();
    hand.split(' ').filter(|tile| tile.len() == 3).map(str::to_owned).collect()
}

/// The tiles that somebody must not know: all that others hold.
fn unknown(now: &Now, name: &str) -> Vec<String> {
    let own = now.seat(name);
    Seat::ALL.into_iter().filter(|seat| Some(*seat) != own).flat_map(|s| held(now, s)).collect()
}

/// The tiles that are named in a text.
fn named<'a>(text: &str, tiles: &'a [String]) -> Vec<&'a String> {
    tiles.iter().filter(|tile| text.contains(tile.as_str())).collect()
}

async fn steps(pool: &PgPool) -> i64 {
    database::count(pool, "steps where kind = 'action' and text <> 'pass'").await
}

/// What a spectator is drawn of the newest board.
async fn for_all(pool: &PgPool) -> Vec<u8> {
    let sql = "select payload from outbox where payload->'say'->'picture' is not null
               and payload->'say'->>'picture' is not null order by id desc limit 1";
    let row = sqlx::query(sql).fetch_one(pool).await.unwrap();
    let payload: serde_json::Value = row.get(0);
    let picture: Picture = serde_json::from_value(payload["say"]["picture"].clone()).unwrap();
    assert_eq!(picture.viewer, None);
    picture.png(Games::registered()).unwrap()
}

const FIX: &str = "update challenges set seed = decode(repeat('09', 32), 'hex')";

fn shown(message: &Message) -> String {
    format!("{} {:?}", seen(message.plain()), message.labels())
}

#[tokio::test]
async fn a_deal_on_telegram_is_played_by_buttons() {
    let served = Served::on(database::pool().await, Games::registered(), ENOUGH).await;
    let fake = &served.fake;
    let people = ["anna", "boris", "carol"].map(|name| (name, served.person(name)));
    let user = |name: &str| people.iter().find(|(known, _)| *known == name).unwrap().1;
    let alone = |name: &str| fake.messages(ChatId::from(user(name)));
    let line = Line::new(served.group, user("anna"), "/play sausage you hands=closed to 1");
    let challenge = served.hear(line.mentioning("you", user("boris"))).await.remove(0);
    sqlx::query(FIX).execute(&served.pool).await.unwrap();

    // Neither can be shown a hand, so none is dealt.
    let (toast, news) = served.tap(user("boris"), &challenge, "Accept").await;
    assert!(toast.text.contains("I may not show anna or boris theirs yet"), "{}", toast.text);
    assert_eq!(seen(news[0].plain()), seen(&toast.text));
    let url = news[0].button("Open a chat with me").unwrap().url.clone().unwrap();
    let payload = url.strip_prefix(&format!("https://t.me/{USERNAME}?start=")).unwrap().to_owned();
    assert_eq!(served.count("matches").await, 0);
    for (name, left) in [("anna", "boris"), ("boris", "nobody")] {
        fake.says(ChatId::from(user(name)), user(name), &format!("/start {payload}"));
        served.settle().await;
        let told = alone(name);
        assert_eq!(told.len(), 1);
        assert!(shown(&told[0]).starts_with("Game #1 has not begun."), "{}", told[0].plain());
        if left != "nobody" {
            served.pass(time::Duration::seconds(11)).await;
            let (toast, _) = served.tap(user("boris"), &challenge, "Accept").await;
            assert!(toast.text.contains(&format!("I may not show {left} ")), "{}", toast.text);
            assert_eq!(served.count("matches").await, 0);
        }
    }
    // Once known, nobody is looked for again.
    let looked = fake.calls("sendChatAction").len();
    let (_, mut news) = served.tap(user("boris"), &challenge, "Accept").await;
    assert_eq!(fake.calls("sendChatAction").len(), looked);
    let mut turns = 0;
    let mut board = news.pop().unwrap();
    loop {
        let here = now(&served.pool).await;
        let Some((mover, other)) = here.names() else { break };
        assert_eq!(board.labels(), [["My hand", "Board"]]);
        assert_eq!(board.file.as_ref().unwrap().bytes, for_all(&served.pool).await);
        for message in fake.messages(served.group).iter().filter(|m| m.id.0 >= board.id.0) {
            let all = unknown(&here, "carol");
            assert_eq!(named(&shown(message), &all), Vec::<&String>::new());
        }
        let (toast, _) = served.tap(user("carol"), &board, "My hand").await;
        assert!(toast.text.contains("You do not play in this game"), "{}", toast.text);
        let (toast, news) = served.tap(user(other), &board, "My hand").await;
        assert_eq!((toast.text.as_str(), news.len()), ("I show it to you in our chat.", 0));
        let looks = alone(other).pop().unwrap();
        assert!(looks.file.is_some() && looks.labels().is_empty(), "{looks:?}");
        served.tap(user(mover), &board, "My hand").await;
        let before = steps(&served.pool).await;
        let hand = alone(mover).pop().unwrap();
        assert_ne!(hand.file.as_ref().unwrap().bytes, for_all(&served.pool).await);
        for name in ["anna", "boris"] {
            for message in alone(name).iter().rev().take(1) {
                let said = shown(message);
                assert_eq!(named(&said, &unknown(&here, name)), Vec::<&String>::new());
            }
        }
        // Some presses choose a tile, the last one where it goes.
        for _ in 0..4 {
            let hand = fake.message(hand.chat, hand.id);
            let label = hand.labels()[0][0].to_owned();
            press_alone(&served, user(mover), &hand, &label).await;
            if steps(&served.pool).await > before {
                break;
            }
        }
        assert_eq!(steps(&served.pool).await, before + 1);
        assert!(fake.message(hand.chat, hand.id).labels().is_empty());
        board = served.last();
        turns += 1;
    }
    assert!(turns > 5, "{turns}");
    assert_eq!(board.labels(), [["Rematch"]]);
    fake.confirmed().await;
    fake.finish();
}

/// Lets somebody press a button in the chat of the two; nothing is told by a toast.
async fn press_alone(served: &Served, user: UserId, message: &Message, label: &str) {
    let query = served.fake.presses(user, message.chat, message.id, label);
    served.settle().await;
    assert_eq!(served.fake.toast(&query).await.text, "");
}

/// Who has closed the chat with the bot is led to it by the button.
#[tokio::test]
async fn a_hand_is_a_link_while_a_chat_is_closed() {
    let served = Served::on(database::pool().await, Games::registered(), ENOUGH).await;
    let fake = &served.fake;
    let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
    for user in [anna, boris] {
        fake.private(user);
    }
    let line = Line::new(served.group, anna, "/play sausage you hands=closed");
    let challenge = served.hear(line.mentioning("you", boris)).await.remove(0);
    served.tap(boris, &challenge, "Accept").await;
    let board = served.last();
    fake.blocks(anna, true);
    served.settle().await;
    let (toast, news) = served.tap(anna, &board, "My hand").await;
    let url = toast.url.unwrap();
    let payload = url.strip_prefix(&format!("https://t.me/{USERNAME}?start=")).unwrap();
    assert!(payload.starts_with("hand-"), "{payload}");
    assert_eq!((toast.text.as_str(), news.len()), ("", 0));
    fake.blocks(anna, false);
    fake.says(ChatId::from(anna), anna, &format!("/start {payload}"));
    served.settle().await;
    let hand = fake.messages(ChatId::from(anna)).pop().unwrap();
    assert!(shown(&hand).starts_with("Your hand in game #1:") && hand.file.is_some());
    // A stranger is shown nothing by the same link.
    let carol = served.person("carol");
    fake.says(ChatId::from(carol), carol, &format!("/start {payload}"));
    served.settle().await;
    let told = fake.messages(ChatId::from(carol)).pop().unwrap();
    assert!(told.plain().contains("You do not play in this game") && told.file.is_none());
    // Alone with the bot, without a link, it is said where hands are to be had.
    fake.says(ChatId::from(anna), anna, "/hand");
    served.settle().await;
    let told = fake.messages(ChatId::from(anna)).pop().unwrap();
    assert!(told.plain().contains("press “My hand” below the board"), "{}", told.plain());
    fake.confirmed().await;
    fake.finish();
}

/// What is made up below a board of the chat shows nothing there.
#[tokio::test]
async fn nobody_chooses_from_a_hidden_hand_below_a_board() {
    let served = Served::on(database::pool().await, Games::registered(), ENOUGH).await;
    let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
    for user in [anna, boris] {
        served.fake.private(user);
    }
    let line = Line::new(served.group, anna, "/play sausage you hands=closed");
    let challenge = served.hear(line.mentioning("you", boris)).await.remove(0);
    served.tap(boris, &challenge, "Accept").await;
    let board = served.last();
    let row = sqlx::query("select revision from matches").fetch_one(&served.pool).await.unwrap();
    let (mover, _) = now(&served.pool).await.names().unwrap();
    let hand = board.button("My hand").unwrap().data.clone().unwrap();
    let mut button: kosti::app::button::Button = hand.parse().unwrap();
    button.verb = kosti::app::button::Verb::Compose;
    button.revision = row.get::<i32, _>(0).unsigned_abs();
    let (places, check) = (Vec::new(), kosti::app::button::check(""));
    button.tail = kosti::app::button::Tail::Prefix { places, check };
    let (user, data) = (served.person(mover), button.to_string());
    let query = served.fake.presses_data(user, served.group, board.id, &data);
    served.settle().await;
    assert_eq!(served.fake.toast(&query).await.text, "That button is not one that I know.");
    assert_eq!(served.fake.message(served.group, board.id).labels(), board.labels());
    served.fake.confirmed().await;
    served.fake.finish();
}

#[tokio::test]
async fn a_deal_on_discord_is_played_by_buttons() {
    let served = ServedDiscord::on(database::pool().await, Games::registered()).await;
    let (fake, main) = (&served.fake, served.channel("main"));
    let people = ["anna", "boris", "carol"].map(|name| (name, served.person(name)));
    let user = |name: &str| people.iter().find(|(known, _)| *known == name).unwrap().1;
    let line = format!("/play game:sausage opponent:@{} to:1 more:hands=closed", user("boris"));
    let challenge = served.asks(user("anna"), main, &line).await.only();
    sqlx::query(FIX).execute(&served.pool).await.unwrap();
    let mut board = served.taps(user("boris"), &challenge, "Accept").await.news.pop().unwrap();
    let mut turns = 0;
    loop {
        let here = now(&served.pool).await;
        let Some((mover, other)) = here.names() else { break };
        assert_eq!(board.labels(), [["My hand", "Board"]]);
        assert_eq!(board.files[0].bytes, for_all(&served.pool).await);
        for message in served.since(main, None).iter().filter(|m| m.id >= board.id) {
            let said = format!("{} {:?}", seen(&message.plain()), message.labels());
            assert_eq!(named(&said, &unknown(&here, "carol")), Vec::<&String>::new());
        }
        let refusal = served.taps(user("carol"), &board, "My hand").await.refusal();
        assert!(refusal.contains("You do not play in this game"), "{refusal}");
        let told = served.taps(user(other), &board, "My hand").await;
        assert_eq!((told.alone.len(), told.news.len()), (1, 0));
        assert!(told.alone[0].labels().is_empty() && told.alone[0].files.len() == 1);
        let said = told.alone[0].plain();
        assert_eq!(named(&seen(&said), &unknown(&here, other)), Vec::<&String>::new());
        let told = served.taps(user(mover), &board, "My hand").await;
        let mut hand = told.alone[0].clone();
        assert_ne!(hand.files[0].bytes, for_all(&served.pool).await);
        let before = steps(&served.pool).await;
        for _ in 0..4 {
            let said = format!("{} {:?}", seen(&hand.plain()), hand.labels());
            assert_eq!(named(&said, &unknown(&here, mover)), Vec::<&String>::new());
            let label = hand.labels()[0][0].to_owned();
            served.press(user(mover), &hand, &label).await;
            if steps(&served.pool).await > before {
                break;
            }
            hand = fake.message(hand.id);
        }
        assert_eq!(steps(&served.pool).await, before + 1);
        // What was asked of one person is gone.
        let left = fake.ephemerals_of(user(mover), main);
        assert!(left.iter().all(|message| message.id != hand.id), "{left:?}");
        board = served.last();
        turns += 1;
    }
    assert!(turns > 5, "{turns}");
    assert_eq!(board.labels(), [["Rematch"]]);
    served.fake.finish();
}
