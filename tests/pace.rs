//! Who gives too many commands: refused, without the others noticing.

use crate::{
    ops::Numbers,
    support::{chat::Chat, fake_telegram::Line, served::Served, served_discord::ServedDiscord},
    telegram::told,
};
use governor::{Quota, clock::FakeRelativeClock};
use kosti::app::{
    command::Command,
    meters::{Meters, Stored},
    pace::Pace,
    service::{Answer, Handled, Incoming, Verdict},
};
use pretty_assertions::assert_eq;
use std::{num::NonZeroU32, sync::Arc, time::Duration};
use teloxide::types::ChatId;

const THREE: NonZeroU32 = NonZeroU32::new(3).unwrap();

/// Three at once, and no more as long as a test lasts.
fn three() -> Arc<Pace> {
    let quota = Quota::with_period(Duration::from_secs(1 << 20)).unwrap().allow_burst(THREE);
    Arc::new(Pace::within(Some(quota)))
}

/// What is said of it, without the number.
fn is_too_many(told: &str) -> bool {
    let rest = told.strip_prefix("Too many commands in a row. Wait ");
    let seconds = rest.and_then(|rest| rest.strip_suffix(" seconds."));
    seconds.is_some_and(|seconds| seconds.parse().is_ok_and(|seconds: u32| seconds > 0))
}

fn counted(meters: &Meters, outcome: &str) -> f64 {
    let told = meters.told(&Stored::default(), &[]).unwrap();
    Numbers::read(&told).sum("kosti_commands_total", &[("outcome", outcome)])
}

#[tokio::test]
async fn a_person_gives_so_many_a_minute_in_all_chats() {
    let chat = Chat::new().await;
    let clock = FakeRelativeClock::default();
    let pace = Pace::timed_by(clock.clone(), Some(Quota::per_minute(THREE)));
    let line = |name| chat.line(name, "/games");
    for _ in 0..3 {
        assert_eq!(pace.take(&line("anna")), None);
    }
    // A chat of another number is another chat, but she is who she was.
    let mut elsewhere = line("anna");
    elsewhere.chat.chat_id.push('0');
    assert_eq!(pace.take(&elsewhere), Some(Duration::from_secs(20)));
    // So is who has her number on another platform, or is called as she is; but it is no person.
    let mut other = line("anna");
    other.chat.platform = "elsewhere".to_owned();
    assert_eq!(pace.take(&other), None);
    assert_eq!(pace.take(&line("boris")), None);
    // What the platform tells of her she has not asked for.
    for command in [Command::Left, Command::Returned] {
        assert_eq!(pace.take(&chat.command("anna", command)), None);
    }
    // Talk counts by itself.
    for _ in 0..3 {
        assert_eq!(pace.take(&chat.line("anna", "hello")), None);
    }
    assert_eq!(pace.take(&chat.line("anna", "hello")), Some(Duration::from_secs(20)));
    // Those who hide themselves in a chat are one, and not one in two chats.
    let masked = || Incoming { masked: true, ..line("anna") };
    let hidden = || Incoming { account: "8".to_owned(), ..masked() };
    for one in [masked(), hidden(), masked()] {
        assert_eq!(pace.take(&one), None);
    }
    assert_eq!(pace.take(&hidden()), Some(Duration::from_secs(20)));
    assert_eq!(pace.take(&Incoming { masked: true, ..elsewhere }), None);
    // An admin who does so is not kept from settings by those who speak as their channels.
    assert_eq!(pace.take(&Incoming { admin: true, ..masked() }), None);
    // Whoever waits can go on, as long as he waited.
    clock.advance(Duration::from_millis(19_500));
    assert_eq!(pace.take(&line("anna")), Some(Duration::from_millis(500)));
    clock.advance(Duration::from_millis(20_500));
    assert_eq!([line("anna"), line("anna")].each_ref().map(|one| pace.take(one)), [None; 2]);
    assert_eq!(pace.take(&line("anna")), Some(Duration::from_secs(20)));
    clock.advance(Duration::from_secs(60));
    assert_eq!([(); 4].map(|()| pace.take(&line("anna")).is_none()), [true, true, true, false]);
}

#[tokio::test]
async fn without_a_number_nobody_has_to_wait() {
    let chat = Chat::new().await;
    for pace in [Pace::default(), Pace::per_minute(0)] {
        assert!((0..10_000).all(|_| pace.take(&chat.line("anna", "/games")).is_none()));
    }
    let pace = Pace::per_minute(60);
    let first = (0..60).all(|_| pace.take(&chat.line("anna", "/games")).is_none());
    assert!(first, "60 at once");
}

/// What has to be tried again, because the database does not answer, is one command.
#[tokio::test]
async fn a_command_that_is_tried_again_is_counted_once() {
    let chat = Chat::new().await;
    let pace = three();
    let lines = [(); 4].map(|()| chat.line("anna", "/games"));
    for _ in 0..10 {
        assert_eq!(lines.each_ref().map(|one| pace.take(one).is_none()), [true, true, true, false]);
    }
    // By its event nobody else gives one more.
    let boris = |event: &str| Incoming { event: event.to_owned(), ..chat.line("boris", "/games") };
    let passed = lines.each_ref().map(|one| pace.take(&boris(&one.event)).is_none());
    assert_eq!(passed, [true, true, true, false]);
}

/// What was too much is not done later on by itself, when a platform tells of it again.
#[tokio::test]
async fn what_was_refused_is_not_done_when_it_is_repeated() {
    let chat = Chat::new().await;
    let line = chat.line("anna", "/play senegal");
    let wait = Some(Duration::from_millis(1001));
    let Handled::Done(answer) = chat.handle(&Incoming { wait, ..line.clone() }).await else {
        panic!("it is no repeat");
    };
    let Answer { verdict, private, .. } = answer;
    assert_eq!(verdict, Verdict::Refused);
    let said = private.unwrap().whole().iter().map(|part| part.plain()).collect::<String>();
    assert_eq!(said, "Too many commands in a row. Wait 2 seconds.");
    assert_eq!(chat.handle(&line).await, Handled::Repeat);
    let wait = Some(Duration::from_secs(1));
    let again = Incoming { wait, ..line };
    assert_eq!(chat.handle(&again).await, Handled::Repeat);
    assert_eq!(counted(&chat.app.meters, "too_many"), 1.0);
    chat.say("boris", "/accept").await;
    assert_eq!(counted(&chat.app.meters, "done"), 0.0);
}

#[tokio::test]
async fn on_telegram_it_is_told_now_and_then() {
    let mut served = Served::new().await;
    let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
    let board = served.begin(anna, boris).await;
    served.app.pace = three();
    served.restart().await;
    for _ in 0..3 {
        assert_eq!(served.tell(anna, "/games").await.len(), 1);
    }
    // Telegram is not asked for her rights, and what she says is not done.
    let asked = || served.fake.calls("getChatMember").len();
    let before = asked();
    let news = served.tell(anna, "/settings clock 24h").await;
    assert!(news.len() == 1 && is_too_many(news[0].plain()), "{:?}", told(&news));
    for text in ["/resign sure", "/move d2-d3", "/board", "/top", "/play senegal"] {
        assert_eq!(told(&served.tell(anna, text).await), [""; 0], "{text}");
    }
    assert_eq!(asked(), before);
    served.pass(time::Duration::seconds(11)).await;
    let news = served.tell(anna, "/top").await;
    assert!(news.len() == 1 && is_too_many(news[0].plain()), "{:?}", told(&news));
    // Who presses is told each time, for nobody else sees it.
    for _ in 0..2 {
        let (toast, news) = served.tap(anna, &board, "d2-d3").await;
        assert!(is_too_many(&toast.text) && news.is_empty(), "{}", toast.text);
    }
    // In her own chat it is told now and then, too.
    served.fake.private(anna);
    let home = ChatId(anna.0.cast_signed());
    for _ in 0..3 {
        served.fake.say(Line::new(home, anna, "/start"));
    }
    served.pass(time::Duration::seconds(11)).await;
    for text in ["/help", "/start"] {
        served.fake.say(Line::new(home, anna, text));
    }
    served.settle().await;
    let told_there: Vec<_> = served.fake.messages(home);
    assert!(told_there.iter().all(|message| is_too_many(message.plain())), "{told_there:?}");
    assert_eq!(told_there.len(), 2);
    // The others have not noticed: it is still her move, and they can do what they like.
    let news = told(&served.tell(boris, "/board").await);
    assert_eq!(news.last().unwrap(), "#1: @anna (White) to move.");
    assert_eq!(counted(&served.app.meters, "too_many"), 14.0);
    served.fake.finish();
}

#[tokio::test]
async fn on_discord_it_is_told_alone() {
    let mut served = ServedDiscord::new().await;
    let [anna, boris] = ["Anna", "Boris"].map(|name| served.person(name));
    let main = served.channel("main");
    let board = served.begin(anna, boris).await;
    served.app.pace = three();
    served.restart().await;
    for _ in 0..3 {
        served.slash(anna, "/games").await;
    }
    let lines = ["/move action:d2-d3", "/resign", "/board", "/play game:senegal"];
    for line in lines {
        let told = served.asks(anna, main, line).await;
        assert_eq!((told.alone.len(), told.news.len()), (1, 0), "{line}");
        assert!(is_too_many(&told.alone[0].content), "{}", told.alone[0].content);
    }
    let told = served.taps(anna, &board, "d2-d3").await;
    assert_eq!((told.alone.len(), told.news.len()), (1, 0));
    assert!(is_too_many(&told.alone[0].content), "{}", told.alone[0].content);
    let told = served.asks(boris, main, "/board").await.only();
    assert!(told.content.ends_with("(White) to move."), "{}", told.content);
    assert_eq!(counted(&served.app.meters, "too_many"), 5.0);
    served.fake.finish();
}

/// Also where the bot can but answer, as a guest or without the right to write, and where
/// somebody is alone with it.
#[tokio::test]
async fn on_discord_it_is_told_once_wherever_it_is() {
    let mut served = ServedDiscord::new().await;
    let [anna, boris] = ["Anna", "Boris"].map(|name| served.person(name));
    served.fake.changes_user(anna, |user| user.installed = true);
    let (main, home) = (served.channel("main"), served.fake.dm(anna));
    let group = served.fake.group_dm(&[anna, boris]);
    let board = served.begin(anna, boris).await;
    served.app.pace = three();
    served.restart().await;
    for _ in 0..3 {
        served.slash(anna, "/games").await;
    }
    served.fake.permits(main, |rights| rights.send = false);
    let line = format!("/play game:senegal opponent:@{boris}");
    for (place, line) in [(main, "/board"), (group, &line), (home, "/play game:senegal")] {
        let refusal = served.asks(anna, place, line).await.refusal();
        assert!(is_too_many(&refusal), "{refusal}");
    }
    let refusal = served.taps(anna, &board, "d2-d3").await.refusal();
    assert!(is_too_many(&refusal), "{refusal}");
    assert_eq!(served.count("challenges").await, 1);
    served.fake.finish();
}
