//! Channels, threads and posts of forums: each has its own games, and they outlive it.

use super::seen::{lines, told};
use crate::support::{fake_discord::Leftover, served_discord::ServedDiscord};
use pretty_assertions::assert_eq;
use serenity::model::id::UserId;
use time::Duration;

async fn two() -> (ServedDiscord, [UserId; 2]) {
    let served = ServedDiscord::new().await;
    let people = ["Anna", "Boris"].map(|name| served.person(name));
    (served, people)
}

#[tokio::test]
async fn every_place_has_its_own_games() {
    let (served, [anna, boris]) = two().await;
    let fake = &served.fake;
    let main = served.channel("main");
    let forum = fake.forum(served.guild, "posts");
    let places = [
        main,
        fake.channel(served.guild, "games"),
        fake.thread(main, "thread"),
        fake.forum_post(forum, anna, "post"),
    ];
    for place in places {
        assert_eq!(served.begin_in(place, anna, boris).await.channel, place);
    }
    for (at, place) in places.into_iter().enumerate() {
        // In its place a match needs no number.
        let board = served.asks(anna, place, "/move action:d2-d3").await.only();
        assert_eq!(lines(&board)[1], format!("#{}: @Boris (Black) to move.", at + 1));
        let list = served.asks(boris, place, "/moves").await.refusal();
        assert!(list.contains("d4:d2"), "{list}");
        let elsewhere = (at + 1) % places.len() + 1;
        let line = format!("/move match:{elsewhere} action:d2-d3");
        let refusal = served.asks(anna, place, &line).await.refusal();
        assert_eq!(refusal, format!("Game #{elsewhere} is played elsewhere."));
    }
    // All of them are games of this server.
    let list = served.asks(anna, main, "/games").await;
    let list = list.news.iter().chain(&list.alone).next().unwrap();
    assert_eq!(lines(list).len(), 4, "{}", list.plain());
    fake.finish();
}

/// Writing opens an archived thread again, changing a message does not.
#[tokio::test]
async fn an_archived_thread_is_opened_again() {
    let (served, [anna, boris]) = two().await;
    let fake = &served.fake;
    let thread = fake.thread(served.channel("main"), "thread");
    let line = format!("/play game:senegal opponent:@{boris} clock:24h");
    let challenge = served.asks(anna, thread, &line).await.only();
    let board = served.taps(boris, &challenge, "Accept").await.only();
    fake.archives(thread, false);
    let next = served.asks(anna, thread, "/move action:d2-d3").await.only();
    assert!(!fake.is_archived(thread));
    assert_eq!(fake.message(board.id).labels().len(), 0);
    // The warning of the clock opens it, too.
    fake.archives(thread, false);
    served.pass(Duration::hours(19)).await;
    let warned = served.since(thread, Some(next.id));
    assert_eq!(told(&warned), ["#1: @Boris, you have 5 hours left."]);
    assert!(!fake.is_archived(thread));
    // In a locked one nothing can be said, and nothing is tried again.
    fake.archives(thread, true);
    let before = fake.calls("createMessage").len();
    served.asks(boris, thread, "/move action:d4:d2").await;
    assert_eq!(fake.calls("createMessage").len(), before + 1);
    served.pass(Duration::hours(3)).await;
    assert_eq!(fake.calls("createMessage").len(), before + 1);
    assert_eq!(served.count("steps").await, 2);
    fake.excuse(Leftover::Refused(160_005));
    fake.finish();
}

/// A thread that is deleted takes its messages along, but not the match: it goes on above.
#[tokio::test]
async fn a_match_outlives_its_thread() {
    let (served, [anna, boris]) = two().await;
    let fake = &served.fake;
    let games = fake.channel(served.guild, "games");
    let thread = fake.thread(games, "thread");
    served.begin_in(thread, anna, boris).await;
    served.asks(anna, thread, "/move action:d2-d3").await.only();
    fake.deletes_channel(thread);
    served.settle().await;
    let board = served.asks(boris, games, "/board").await.only();
    assert_eq!(lines(&board), ["Anna: d2-d3", "#1: @Boris (Black) to move."]);
    let next = served.taps(boris, &board, "d4:d2").await.only();
    assert_eq!((lines(&next)[0].as_str(), next.channel), ("Boris: d4:d2", games));
    fake.finish();
}

/// When a channel is deleted, its matches go on in the first one of the server.
#[tokio::test]
async fn a_match_outlives_its_channel() {
    let (served, [anna, boris]) = two().await;
    let (fake, main) = (&served.fake, served.channel("main"));
    let games = fake.channel(served.guild, "games");
    let thread = fake.thread(games, "thread");
    served.begin_in(games, anna, boris).await;
    served.begin_in(thread, anna, boris).await;
    fake.deletes_channel(games);
    served.settle().await;
    let board = served.asks(anna, main, "/move match:1 action:d2-d3").await.only();
    assert_eq!(lines(&board)[1], "#1: @Boris (Black) to move.");
    // Of its thread nobody tells: who names the match finds out.
    let line = "/move match:2 action:d2-d3";
    let refusal = served.asks(anna, main, line).await.refusal();
    assert_eq!(refusal, "Game #2 is played elsewhere.");
    let board = served.asks(anna, main, line).await.only();
    assert_eq!(lines(&board)[1], "#2: @Boris (Black) to move.");
    fake.excuse(Leftover::Refused(10003));
    fake.finish();
}

/// What happens while the bot is away is found out when it has something to say.
#[tokio::test]
async fn a_channel_may_go_while_nobody_looks() {
    let (served, [anna, boris]) = two().await;
    let (fake, main) = (&served.fake, served.channel("main"));
    let games = fake.channel(served.guild, "games");
    let line = format!("/play game:senegal opponent:@{boris} clock:24h");
    let challenge = served.asks(anna, games, &line).await.only();
    let board = served.taps(boris, &challenge, "Accept").await.only();
    served.taps(anna, &board, "d2-d3").await.only();
    served.leave().await;
    fake.deletes_channel(games);
    served.restart().await;
    let before = served.newest(main);
    served.pass(Duration::hours(19)).await;
    let news = served.since(main, before);
    assert_eq!(told(&news), ["#1: @Boris, you have 5 hours left."]);
    let board = served.asks(boris, main, "/move action:d4:d2").await.only();
    assert_eq!(lines(&board)[0], "Boris: d4:d2");
    fake.excuse(Leftover::Refused(10003));
    fake.finish();
}

/// A button means something only in the server in which it was shown.
#[tokio::test]
async fn a_button_of_another_server_does_nothing() {
    let (served, [anna, boris]) = two().await;
    let fake = &served.fake;
    let board = served.begin(anna, boris).await;
    let other = fake.guild_without_bot("Others", &[anna, boris]);
    fake.invites_bot(other);
    served.settle().await;
    let there = fake.general(other);
    let line = format!("/play game:senegal opponent:@{boris}");
    let challenge = served.asks(anna, there, &line).await.only();
    for button in board.buttons() {
        let data = button.custom_id.clone().unwrap();
        let asked = fake.presses_data(anna, challenge.id, &data);
        served.settle().await;
        let told = told(&fake.ephemerals(asked));
        assert_eq!(told, ["That button belongs to another chat."]);
    }
    assert_eq!(served.count("steps").await, 0);
    assert_eq!(fake.message(challenge.id).labels(), [["Accept", "Decline"]]);
    assert_eq!(fake.message(board.id).labels(), board.labels());
    fake.finish();
}

/// While the bot is not in the server clocks stand still there, and nothing is tried.
#[tokio::test]
async fn thrown_out_and_back() {
    let (served, [anna, boris]) = two().await;
    let (fake, main) = (&served.fake, served.channel("main"));
    let line = format!("/play game:senegal opponent:@{boris} clock:24h");
    let challenge = served.asks(anna, main, &line).await.only();
    let board = served.taps(boris, &challenge, "Accept").await.only();
    served.taps(anna, &board, "d2-d3").await.only();
    served.pass(Duration::hours(1)).await;
    fake.removes_bot(served.guild);
    served.settle().await;
    let calls = || fake.all_calls().len();
    let before = calls();
    for _ in 0..4 {
        served.pass(Duration::hours(24)).await;
    }
    assert_eq!(calls(), before);
    let newest = served.newest(main);
    fake.invites_bot(served.guild);
    served.settle().await;
    let refusal = served.asks(anna, main, "/claim").await;
    assert_eq!(told(&refusal.alone), ["Boris still has 23 hours."]);
    // It says hello as everywhere, and goes on.
    let news = served.since(main, newest);
    assert_eq!(news.len(), 1);
    assert!(news[0].plain().starts_with("Hello! I am Kosti"), "{}", news[0].plain());
    let board = served.asks(boris, main, "/move action:d4:d2").await.only();
    assert_eq!(lines(&board)[0], "Boris: d4:d2");
    fake.finish();
}

/// What Discord has out of order is not left.
#[tokio::test]
async fn an_outage_is_no_removal() {
    let (served, [anna, boris]) = two().await;
    let (fake, main) = (&served.fake, served.channel("main"));
    let line = format!("/play game:senegal opponent:@{boris} clock:24h");
    let challenge = served.asks(anna, main, &line).await.only();
    let board = served.taps(boris, &challenge, "Accept").await.only();
    served.taps(anna, &board, "d2-d3").await.only();
    fake.outage(served.guild, true);
    served.settle().await;
    served.pass(Duration::hours(1)).await;
    fake.outage(served.guild, false);
    let before = served.newest(main);
    served.settle().await;
    assert_eq!(told(&served.since(main, before)), [""; 0]);
    // Its clocks have gone on.
    let refusal = served.asks(anna, main, "/claim").await.refusal();
    assert_eq!(refusal, "Boris still has 23 hours.");
    let board = served.asks(boris, main, "/move action:d4:d2").await.only();
    assert_eq!(lines(&board)[0], "Boris: d4:d2");
    fake.finish();
}
