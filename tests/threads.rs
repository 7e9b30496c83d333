//! A thread or topic for each match, where a chat wants that.

use crate::{
    discord::seen::lines as lines_there,
    support::{
        chat::Chat,
        database,
        fake_discord::{self, Leftover},
        fake_telegram::{BOT, Fault, Line, Message, Status},
        served::Served,
        served_discord::ServedDiscord,
    },
    telegram::{lines, told},
};
use pretty_assertions::assert_eq;
use serde_json::json;
use serenity::model::id::ChannelId;
use teloxide::types::{MessageId, UserId};
use time::Duration;

const TITLE: &str = "#1 Senegalese draughts: anna – boris";

/// A forum whose matches get topics, if the bot may open some.
async fn forum(status: Status) -> (Served, [UserId; 2]) {
    let served = Served::new().await;
    let host = served.person("admin");
    served.fake.makes(served.group, host, BOT, status);
    let people = ["anna", "boris"].map(|name| served.person(name));
    served.say("admin", "/settings threads on").await;
    let news = served.news();
    assert_eq!(
        told(&news).last().unwrap(),
        "threads, a thread or topic for each game: on",
        "{news:?}"
    );
    (served, people)
}

/// Lets the two begin a match in a topic, or in General; gives its first messages.
async fn begin(served: &Served, line: Line, [_, two]: [UserId; 2]) -> Vec<Message> {
    let challenge = served.hear(line).await.remove(0);
    served.tap(two, &challenge, "Accept").await.1
}

/// The board among what was told, and where it is told where that is.
fn split(news: Vec<Message>) -> (Message, Message) {
    let (mut boards, mut pointers): (Vec<_>, Vec<_>) =
        news.into_iter().partition(|message| message.file.is_some());
    assert_eq!((boards.len(), pointers.len()), (1, 1), "{boards:?} {pointers:?}");
    (boards.remove(0), pointers.remove(0))
}

/// The topics that the bot has opened, with their names.
fn opened(served: &Served) -> Vec<String> {
    let calls = served.fake.calls("createForumTopic");
    calls.iter().map(|call| call.params["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn every_match_gets_a_topic() {
    let (served, people) = forum(Status::Administrator).await;
    let ([anna, boris], group) = (people, served.group);
    let games = served.topic("games").unwrap();
    let line = Line::new(group, anna, "/play senegal you 24h").mentioning("you", boris);
    let news = begin(&served, line.in_topic(games), people).await;
    assert_eq!(opened(&served), [TITLE]);
    let (board, pointer) = split(news);
    let own = board.topic.unwrap();
    assert_ne!(own, games);
    // Where it was agreed it is told where it is.
    assert_eq!(pointer.topic, Some(games));
    assert_eq!(lines(&pointer), [format!("It is played in its own topic: {TITLE}")]);
    assert_eq!(lines(&board)[0], "Senegalese draughts: here we go!");
    // There it needs no number, elsewhere it is not played.
    let here = |user, text: &str| Line::new(group, user, text).in_topic(own);
    let news = served.hear(here(anna, "/move d2-d3")).await;
    assert_eq!((news.len(), news[0].topic), (1, Some(own)));
    for text in ["/move #1 d4:d2", "/board"] {
        served.pass(Duration::seconds(11)).await;
        let there = Line::new(group, boris, text).in_topic(games);
        assert_eq!(told(&served.hear(there).await), ["Game #1 is played elsewhere."]);
    }
    // What comes later comes there.
    served.pass(Duration::hours(19)).await;
    let news = served.news();
    assert_eq!(told(&news), ["#1: @boris, you have 5 hours left."]);
    assert_eq!(news[0].topic, Some(own));
    served.hear(here(boris, "/resign yes")).await;
    // Another one of the two goes on in it, wherever games are played else.
    served.say("admin", "/settings place here").await;
    served.news();
    let news = served.hear(here(anna, "/rematch")).await;
    let (_, news) = served.tap(boris, &news[0], "Accept").await;
    assert_eq!((news.len(), news[0].topic), (1, Some(own)));
    let refused = Line::new(group, anna, "/play senegal").in_topic(games);
    assert_eq!(told(&served.hear(refused).await), ["This chat plays elsewhere."]);
    assert_eq!(opened(&served).len(), 1);
    served.fake.finish();
}

/// Where the bot may open no topics, or there are none, games are played as ever.
#[tokio::test]
async fn without_topics_it_is_played_where_it_was_agreed() {
    let (served, people) = forum(Status::Member).await;
    let games = served.topic("games");
    for topic in [games, None] {
        let line = served.challenge(people[0], people[1]);
        let line = topic.map_or(line.clone(), |topic| line.in_topic(topic));
        let news = begin(&served, line, people).await;
        assert_eq!((news.len(), news[0].topic), (1, topic));
    }
    assert_eq!(opened(&served).len(), 2);
    served.fake.finish();
    let (served, [host, boris]) = {
        let (served, people) = Served::among(&["anna", "boris"]).await;
        (served, [people[0], people[1]])
    };
    served.tell(host, "/settings threads on").await;
    let line = served.challenge(host, boris);
    let news = begin(&served, line, [host, boris]).await;
    assert_eq!((news.len(), news[0].topic), (1, None));
    assert_eq!(opened(&served), [TITLE]);
    served.fake.finish();
}

/// A topic that is opened without our learning of it is left alone; the match is in one.
#[tokio::test]
async fn a_topic_that_nobody_learns_of_is_opened_again() {
    let (served, people) = forum(Status::Administrator).await;
    served.fake.fail("createForumTopic", Fault::CutAfter, 1);
    let news = begin(&served, served.challenge(people[0], people[1]), people).await;
    assert!(news.is_empty(), "the board waits: {news:?}");
    served.pass(Duration::seconds(3)).await;
    let news = served.news();
    assert_eq!(opened(&served), [TITLE, TITLE]);
    let (board, _) = split(news);
    let answers = served.fake.calls("createForumTopic");
    let topics: Vec<_> = answers.iter().map(|call| call.outcome.clone()).collect();
    let second = topics[1].clone().unwrap().unwrap();
    assert_eq!(board.topic.map(|topic| topic.0.into()), second["message_thread_id"].as_i64());
    served.fake.finish();
}

/// When its topic is deleted, a match goes on in General, and the next one gets its own again.
#[tokio::test]
async fn a_match_outlives_its_own_topic() {
    let (served, people) = forum(Status::Administrator).await;
    let ([anna, _], group) = (people, served.group);
    let news = begin(&served, served.challenge(people[0], people[1]), people).await;
    let own: MessageId = split(news).0.topic.unwrap();
    served.fake.deletes_topic(group, own);
    served.tell(anna, "/move #1 d2-d3").await;
    let news = served.tell(anna, "/move #1 d2-d3").await;
    assert_eq!(told(&news), ["anna: d2-d3", "#1: @boris (Black) to move."]);
    assert_eq!(news[0].topic, None);
    let news = begin(&served, served.challenge(people[1], people[0]), [anna; 2]).await;
    assert!(split(news).0.topic.is_some_and(|topic| topic != own));
    assert_eq!(opened(&served)[1], "#2 Senegalese draughts: boris – anna");
    served.fake.finish();
}

/// Where a topic is not opened soon, nobody waits for it, and other matches do not at all.
#[tokio::test]
async fn nobody_waits_long_for_a_topic() {
    let (served, people) = forum(Status::Administrator).await;
    served.fake.fail("createForumTopic", Fault::RetryAfter(61), 1);
    let news = begin(&served, served.challenge(people[0], people[1]), people).await;
    assert_eq!((news.len(), news[0].topic), (1, None));
    served.fake.fail("createForumTopic", Fault::CutBefore, 5);
    let news = begin(&served, served.challenge(people[0], people[1]), people).await;
    assert_eq!(news.len(), 0);
    for seconds in [20, 20, 12] {
        served.pass(Duration::seconds(seconds)).await;
        assert_eq!(served.news().len(), 0);
    }
    served.pass(Duration::seconds(8)).await;
    let news = served.news();
    assert_eq!((news.len(), news[0].topic), (1, None));
    served.fake.finish();
}

/// A match that is over before its topic is open needs none: it is told where it was agreed.
#[tokio::test]
async fn what_is_over_gets_no_topic() {
    let (served, people) = forum(Status::Administrator).await;
    served.fake.fail("createForumTopic", Fault::RetryAfter(30), 1);
    begin(&served, served.challenge(people[0], people[1]), people).await;
    served.tell(people[1], "/resign yes").await;
    served.pass(Duration::seconds(31)).await;
    let news = served.news();
    assert_eq!(opened(&served).len(), 1);
    assert_eq!((news.len(), news[0].topic), (1, None), "{news:?}");
    assert_eq!(lines(&news[0])[1], "boris resigns.");
    served.fake.finish();
}

/// What was agreed in a topic goes on there when its own one is deleted.
#[tokio::test]
async fn a_match_goes_back_to_where_it_was_agreed() {
    let (served, people) = forum(Status::Administrator).await;
    let (games, group) = (served.topic("games").unwrap(), served.group);
    let line = served.challenge(people[0], people[1]).in_topic(games);
    let own = split(begin(&served, line, people).await).0.topic.unwrap();
    served.fake.deletes_topic(group, own);
    // Who asks elsewhere lets it be looked after.
    let here = Line::new(group, people[0], "/move #1 d2-d3").in_topic(games);
    served.hear(here.clone()).await;
    let news = served.hear(here).await;
    assert_eq!(told(&news), ["anna: d2-d3", "#1: @boris (Black) to move."]);
    assert_eq!(news[0].topic, Some(games));
    served.fake.finish();
}

/// However long people's names are, and whatever stands in them, the place has a title.
#[tokio::test]
async fn a_title_is_not_too_long() {
    let (served, people) = forum(Status::Administrator).await;
    for (user, first, last) in
        [(people[0], "@everyone \u{202e}", "я"), (people[1], "/top ", "\u{1f3b2}")]
    {
        served.fake.renames(user, |user| {
            user.first_name = format!("{first}{}", last.repeat(64 - first.chars().count()));
        });
    }
    let line = served.challenge(people[0], people[1]);
    let (_, pointer) = split(begin(&served, line, people).await);
    let title = opened(&served).remove(0);
    assert!(title.starts_with("#1 Senegalese draughts: @everyone я") && title.ends_with('…'));
    assert_eq!(title.chars().count(), 100, "{title}");
    assert_eq!(lines(&pointer), [format!("It is played in its own topic: {title}")]);
    served.fake.finish();
}

/// Where there are no places to open, a match goes on as ever.
#[tokio::test]
async fn a_console_has_one_place() {
    let chat = Chat::new().await;
    for (name, line) in [
        ("admin", "/settings threads on"),
        ("anna", "/play senegal @boris"),
        ("boris", "/accept"),
        ("anna", "d2-d3"),
    ] {
        chat.say(name, line).await;
    }
    let boards = chat.sent().into_iter().filter(|sent| sent.png.is_some());
    assert_eq!(boards.map(|sent| sent.place).collect::<Vec<_>>(), ["main", "main"]);
    assert_eq!(database::count(&chat.pool, "outbox where state = 'dead'").await, 1);
    assert_eq!(database::count(&chat.pool, "matches where own_place").await, 0);
}

/// A server whose matches get threads.
async fn server() -> (ServedDiscord, [serenity::model::id::UserId; 2], ChannelId) {
    let served = ServedDiscord::new().await;
    let people = ["Anna", "Boris"].map(|name| served.person(name));
    let (admin, main) = (served.person("admin"), served.channel("main"));
    served.asks(admin, main, "/settings setting:threads value:on").await;
    (served, people, main)
}

#[tokio::test]
async fn every_match_gets_a_thread() {
    let (served, [anna, boris], main) = server().await;
    // Whether Discord's answer comes or not, there is one thread.
    served.fake.fail("startThreadFrom", fake_discord::Fault::CutAfter, 1);
    let line = format!("/play game:senegal opponent:@{boris} clock:24h");
    let challenge = served.asks(anna, main, &line).await.only();
    let told = served.taps(boris, &challenge, "Accept").await;
    assert_eq!((told.alone.len(), told.news.len()), (0, 0));
    served.pass(Duration::seconds(3)).await;
    let threads = served.fake.threads(main);
    let own = ChannelId::new(challenge.id.get());
    assert_eq!(threads, [(own, "#1 Senegalese draughts: Anna – Boris".to_owned())]);
    let board = served.fake.messages(own).pop().unwrap();
    assert_eq!(lines_there(&board)[0], "Senegalese draughts: here we go!");
    // It is played there, without a number.
    let board = served.taps(anna, &board, "d2-d3").await.only();
    assert_eq!(board.channel, own);
    let line = "/move match:1 action:d4:d2";
    let refusal = served.asks(boris, main, line).await.refusal();
    assert_eq!(refusal, "Game #1 is played elsewhere.");
    let board = served.asks(boris, own, "/move action:d4:d2").await.only();
    assert_eq!(lines_there(&board)[0], "Boris: d4:d2");
    served.pass(Duration::hours(19)).await;
    let warned = served.since(own, Some(board.id));
    assert_eq!(lines_there(&warned[0]), ["#1: @Anna, you have 5 hours left."]);
    let question = served.asks(anna, own, "/resign").await.alone.remove(0);
    let label = question.labels().concat()[0].to_owned();
    served.taps(anna, &question, &label).await;
    let challenge = served.asks(anna, own, "/rematch").await.only();
    assert_eq!(served.taps(boris, &challenge, "Accept").await.only().channel, own);
    assert_eq!(served.fake.threads(main).len(), 1);
    // Its thread is deleted: it goes on above, and the next one gets another.
    served.fake.deletes_channel(own);
    served.settle().await;
    let board = served.asks(boris, main, "/board").await.only();
    assert!(lines_there(&board).last().unwrap().starts_with("#2: "), "{}", board.plain());
    let line = format!("/play game:senegal opponent:@{anna}");
    let challenge = served.asks(boris, main, &line).await.only();
    served.taps(anna, &challenge, "Accept").await;
    assert_eq!(served.fake.threads(main).len(), 1);
    served.fake.excuse(Leftover::Refused(160_004));
    served.fake.finish();
}

#[tokio::test]
async fn without_threads_it_is_played_where_it_was_agreed() {
    let (served, [anna, boris], main) = server().await;
    // In a thread there are none.
    let thread = served.fake.thread(main, "thread");
    assert_eq!(served.begin_in(thread, anna, boris).await.channel, thread);
    // A challenge that is gone is nothing to begin with.
    let line = format!("/play game:senegal opponent:@{boris}");
    let challenge = served.asks(anna, main, &line).await.only();
    let number = lines_there(&challenge);
    served.fake.deletes(challenge.id);
    served.asks(boris, main, "/accept").await;
    let threads = served.fake.threads(main);
    assert_eq!(threads.len(), 2, "{number:?}");
    assert_eq!(threads[1].1, "#2 Senegalese draughts: Anna – Boris");
    assert_eq!(served.fake.messages(threads[1].0).len(), 1);
    // The bot may not begin one.
    served.fake.permits(main, |rights| rights.create_threads = false);
    assert_eq!(served.begin_in(main, anna, boris).await.channel, main);
    assert_eq!(served.fake.threads(main).len(), 2);
    for code in [50024, 10008, 50013] {
        served.fake.excuse(Leftover::Refused(code));
    }
    let body = &served.fake.calls("startThread")[0].body;
    assert_eq!(body["type"], json!(11));
    served.fake.finish();
}

/// What is told of a match later on is told where it goes on, in the channel above its thread.
#[tokio::test]
async fn a_clock_finds_a_match_whose_thread_is_deleted() {
    let (served, [anna, boris], main) = server().await;
    let games = served.channel("games");
    let line = format!("/play game:senegal opponent:@{boris} clock:24h");
    let challenge = served.asks(anna, games, &line).await.only();
    served.taps(boris, &challenge, "Accept").await;
    served.fake.deletes_channel(ChannelId::new(challenge.id.get()));
    served.settle().await;
    let before = [games, main].map(|channel| served.newest(channel));
    served.pass(Duration::hours(19)).await;
    let [here, elsewhere] =
        [(games, before[0]), (main, before[1])].map(|(channel, last)| served.since(channel, last));
    assert_eq!(here.len(), 1, "{elsewhere:?}");
    assert_eq!(lines_there(&here[0]), ["#1: @Anna, you have 5 hours left."]);
    assert_eq!(elsewhere.len(), 0);
    served.fake.finish();
}

/// A thread that the bot may begin, but not write in, is left again.
#[tokio::test]
async fn a_thread_that_is_closed_to_the_bot_hides_no_match() {
    let (served, [anna, boris], main) = server().await;
    served.fake.permits(main, |rights| rights.send_in_threads = false);
    let board = served.begin_in(main, anna, boris).await;
    assert_eq!(lines_there(&board)[0], "Senegalese draughts: here we go!");
    let board = served.taps(anna, &board, "d2-d3").await.only();
    assert_eq!(board.channel, main);
    assert_eq!(served.fake.threads(main).len(), 1);
    served.fake.excuse(Leftover::Refused(50013));
    served.fake.finish();
}
