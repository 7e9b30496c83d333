//! Where the bot is no member, and only a person has brought it: it can but answer.

use super::seen::lines;
use crate::support::{
    fake_discord::{Leftover, Message},
    served_discord::ServedDiscord,
};
use pretty_assertions::assert_eq;
use serenity::model::id::{ChannelId, UserId};
use time::Duration;

const NO_CLOCK: &str =
    "I am only a guest here and could not call you in time, so no clock can run.";

/// What Discord takes by one interaction.
const FEW: usize = 5;

/// A person who has installed the bot, and a friend who has not; a chat of the two, and a
/// server in which the bot is not.
async fn guests() -> (ServedDiscord, [ChannelId; 2], [UserId; 2]) {
    let served = ServedDiscord::new().await;
    let [anna, boris] = ["Anna", "Boris"].map(|name| served.person(name));
    served.fake.changes_user(anna, |user| user.installed = true);
    let group = served.fake.group_dm(&[anna, boris]);
    let guild = served.fake.guild_without_bot("Others", &[anna, boris]);
    let channel = served.fake.general(guild);
    (served, [group, channel], [anna, boris])
}

async fn challenge(
    served: &ServedDiscord,
    place: ChannelId,
    [anna, boris]: [UserId; 2],
) -> Message {
    let line = format!("/play game:senegal opponent:@{boris}");
    served.asks(anna, place, &line).await.only()
}

/// A whole talk by answers: everybody sees the turns, only the asker a refusal.
#[tokio::test]
async fn a_game_is_played_by_answers() {
    let (served, places, people) = guests().await;
    let ([anna, boris], fake) = (people, &served.fake);
    let posted = fake.calls("createMessage").len();
    for place in places {
        let challenge = challenge(&served, place, people).await;
        assert_eq!(lines(&challenge)[0], "Anna challenges @Boris: Senegalese draughts.");
        assert_eq!(challenge.notified, [boris]);
        let board = served.taps(boris, &challenge, "Accept").await.only();
        assert_eq!(board.notified, [anna]);
        assert_eq!(board.file().name, "senegal-1-000.png");
        // Nobody else could take their buttons.
        assert_eq!(fake.message(challenge.id).labels().len(), 0);
        let answer = served.asks(anna, place, "/move action:d2-d3").await;
        let asked = answer.asked;
        let board = answer.only();
        assert_eq!((board.interaction, &board.notified), (Some(asked), &vec![boris]));
        assert_eq!(lines(&board), ["Anna: d2-d3", "#1: @Boris (Black) to move."]);
        for line in ["/move action:d1:d3", "/move action:nonsense", "/accept"] {
            served.asks(anna, place, line).await.refusal();
        }
        let refusal = served.taps(anna, &board, "d4:d2").await.refusal();
        assert_eq!(refusal, "It is not your turn: Boris is to move.");
        assert_eq!(fake.message(board.id).labels(), [["d4:d2"]]);
        let next = served.taps(boris, &board, "d4:d2").await.only();
        assert_eq!(lines(&next)[0], "Boris: d4:d2");
        assert_eq!(fake.message(board.id).labels().len(), 0);
        // A question and its answer.
        let question = served.asks(anna, place, "/resign").await.alone.remove(0);
        let end = served.taps(anna, &question, "Yes, I resign").await.only();
        assert_eq!(lines(&end)[0], "Anna resigns.");
        assert!(fake.message(question.id).deleted);
    }
    assert_eq!(fake.calls("createMessage").len(), posted);
    assert_eq!(served.count("matches where rated").await, 0);
    assert_eq!(served.count("matches where not rated").await, 2);
    fake.finish();
}

/// Nobody could be warned, so no clock runs, whatever was chosen.
#[tokio::test]
async fn no_clock_runs() {
    let (served, places, people) = guests().await;
    let [anna, boris] = people;
    for place in places {
        let line = format!("/play game:senegal opponent:@{boris} clock:24h");
        assert_eq!(served.asks(anna, place, &line).await.refusal(), NO_CLOCK);
    }
    // She has made that server, and its clock counts where the bot is a member.
    let chosen = served.asks(anna, places[1], "/settings setting:clock value:24h").await;
    assert_eq!(served.count("scopes where settings::text like '%clock%'").await, 1, "{chosen:?}");
    let challenge = challenge(&served, places[1], people).await;
    assert!(!challenge.plain().contains("Each move within"), "{}", challenge.plain());
    served.taps(boris, &challenge, "Accept").await.only();
    assert_eq!(served.count("matches where clock is not null or deadline is not null").await, 0);
    served.fake.finish();
}

/// By one interaction Discord takes only a few messages of a guest.
#[tokio::test]
async fn many_things_at_once_do_no_harm() {
    let (served, [place, _], people) = guests().await;
    let [anna, boris] = people;
    for _ in 0..FEW + 2 {
        let challenge = challenge(&served, place, people).await;
        served.taps(boris, &challenge, "Accept").await.only();
    }
    let answer = served.asks(anna, place, "/forget sure:true").await;
    assert_eq!(served.count("matches where outcome is null").await, 0);
    let by = served.fake.interaction(answer.asked).followups.len();
    assert_eq!(by, FEW);
    // What does not fit is given up at once.
    assert_eq!(served.count("outbox where state not in ('sent', 'dead')").await, 0);
    served.fake.excuse(Leftover::Refused(40094));
    served.fake.finish();
}

/// What lets the bot answer is good for a quarter of an hour; then it waits until it is asked.
#[tokio::test]
async fn after_a_while_nothing_is_said() {
    let (served, places, people) = guests().await;
    let [anna, boris] = people;
    let calls = || served.fake.all_calls().len();
    for place in places {
        let board = challenge(&served, place, people).await;
        let board = served.taps(boris, &board, "Accept").await.only();
        challenge(&served, place, people).await;
        let before = calls();
        // The second challenge expires, and nobody can be told.
        served.pass(Duration::hours(25)).await;
        assert_eq!(calls(), before);
        assert_eq!(served.count("challenges where state = 'open'").await, 0);
        assert_eq!(served.count("outbox where state not in ('sent', 'dead')").await, 0);
        // An old board is played on, and loses its buttons by the press.
        let next = served.taps(anna, &board, "d2-d3").await.only();
        assert_eq!(lines(&next)[0], "Anna: d2-d3");
        assert_eq!(served.fake.message(board.id).labels().len(), 0);
        served.asks(anna, place, "/board").await.only();
    }
    served.fake.finish();
}

/// What is asked while the bot is away is answered while there is time for it.
#[tokio::test]
async fn another_process_answers_for_a_guest() {
    let (served, [place, _], people) = guests().await;
    let board = challenge(&served, place, people).await;
    served.taps(people[1], &board, "Accept").await.only();
    let other = "update leases set holder = 'another', token = token + 1,
                 until = clock_timestamp() + interval '1 hour'";
    sqlx::query(other).execute(&served.pool).await.unwrap();
    let answer = served.asks(people[0], place, "/move action:d2-d3").await;
    assert!(answer.alone.is_empty() && answer.news.is_empty());
    let before = served.newest(place);
    served.pass(Duration::minutes(13)).await;
    served.restart().await;
    served.settle().await;
    let news = served.since(place, before);
    assert_eq!((news.len(), news[0].interaction), (1, Some(answer.asked)));
    served.fake.finish();
}
