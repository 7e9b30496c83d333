//! What the bot may do in a channel: where it may not write it answers.

use super::seen::{lines, told};
use crate::support::{
    fake_discord::{BOT, Leftover, Rights},
    served_discord::ServedDiscord,
};
use pretty_assertions::assert_eq;
use serenity::model::id::UserId;
use time::Duration;

const NO_FILES: &str = "(For pictures and files I need the right to send them here.)";

async fn two() -> (ServedDiscord, [UserId; 2]) {
    let served = ServedDiscord::new().await;
    let people = ["Anna", "Boris"].map(|name| served.person(name));
    (served, people)
}

/// Where files may not be sent the board is a text; the move counts all the same.
#[tokio::test]
async fn a_channel_without_files_gets_its_boards_as_texts() {
    let (served, [anna, boris]) = two().await;
    let main = served.channel("main");
    served.begin(anna, boris).await;
    served.fake.permits(main, |rights| rights.attach = false);
    let board = served.asks(anna, main, "/move action:d2-d3").await.only();
    assert!(board.files.is_empty());
    let told = lines(&board);
    assert_eq!(told[..2], ["Anna: d2-d3", NO_FILES]);
    assert_eq!(told.last().unwrap(), "#1: @Boris (Black) to move.");
    assert_eq!(board.notified, [boris]);
    // A diagram in a box: six lines between its marks.
    let diagram = board.content.split("```").nth(1).unwrap();
    assert_eq!(diagram.trim().lines().count(), 6, "{diagram}");
    assert!(diagram.contains("a b c d e f"), "{diagram}");
    // Its buttons are those of a picture, and what is told alone has no picture either.
    let board = served.taps(boris, &board, "d4:d2").await.only();
    assert_eq!(lines(&board)[0], "Boris: d4:d2");
    let record = served.asks(anna, main, "/record").await;
    let record = record.news.iter().chain(&record.alone).next().unwrap();
    assert!(record.files.is_empty() && record.content.contains("[Game \"senegal\"]"));
    // The right is back, and with it the pictures.
    served.fake.permits(main, |rights| rights.attach = true);
    let board = served.asks(anna, main, "/move action:d1:d3").await.only();
    assert_eq!(board.file().name, "senegal-1-003.png");
    assert_eq!(lines(&board), ["Anna: d1:d3", "#1: @Boris (Black) to move."]);
    // Nothing was tried that was refused.
    served.fake.finish();
}

/// Of a message nobody tells what may be done where it was said: that is found out.
#[tokio::test]
async fn what_nobody_tells_is_found_out() {
    let (served, [anna, boris]) = two().await;
    let main = served.channel("main");
    served.begin(anna, boris).await;
    served.fake.permits(main, |rights| rights.attach = false);
    let news = served.hears(anna, main, &format!("<@{BOT}> d2-d3")).await;
    assert!(news.len() == 1 && news[0].files.is_empty());
    assert_eq!(lines(&news[0])[..2], ["Anna: d2-d3", NO_FILES]);
    served.fake.excuse(Leftover::Refused(50013));
    served.fake.finish();
}

/// A file larger than the channel takes is none.
#[tokio::test]
async fn a_channel_for_small_files_gets_texts() {
    let (served, [anna, boris]) = two().await;
    served.begin(anna, boris).await;
    served.fake.changes_guild(served.guild, |guild| guild.file_limit = 1000);
    let board = served.asks(anna, served.channel("main"), "/move action:d2-d3").await.only();
    assert!(board.files.is_empty() && board.plain().contains(NO_FILES));
    served.fake.finish();
}

/// Where the bot may not write, or not even look, a turn answers the interaction, for everybody
/// to see.
#[tokio::test]
async fn where_it_may_not_write_it_answers() {
    for change in
        [|rights: &mut Rights| rights.send = false, |rights: &mut Rights| rights.view = false]
    {
        let (served, [anna, boris]) = two().await;
        let (fake, main) = (&served.fake, served.channel("main"));
        served.begin(anna, boris).await;
        fake.permits(main, change);
        let posted = fake.calls("createMessage").len();
        let answer = served.asks(anna, main, "/move action:d2-d3").await;
        let asked = answer.asked;
        let board = answer.only();
        assert_eq!(lines(&board), ["Anna: d2-d3", "#1: @Boris (Black) to move."]);
        assert_eq!((board.interaction, board.files.len()), (Some(asked), 1));
        assert_eq!(board.notified, [boris]);
        // So does the next one, and the button that was pressed is used up.
        let next = served.taps(boris, &board, "d4:d2").await.only();
        assert_eq!(lines(&next), ["Boris: d4:d2", "#1: @Anna (White) to move."]);
        assert_eq!(next.notified, [anna]);
        assert_eq!(fake.message(board.id).labels(), [[""; 0]; 0]);
        // What is refused is for the asker alone.
        let refusal = served.asks(boris, main, "/move action:d1:d3").await.refusal();
        assert_eq!(refusal, "It is not your turn: Anna is to move.");
        assert_eq!(served.asks(anna, main, "/moves").await.alone.len(), 1);
        assert_eq!(fake.calls("createMessage").len(), posted);
        // The right is back.
        fake.permits(main, |rights| *rights = Rights::default());
        let board = served.asks(anna, main, "/move action:d1:d3").await.only();
        assert_eq!((board.interaction, board.notified), (None, vec![boris]));
        assert_eq!(fake.calls("createMessage").len(), posted + 1);
        // An old board that is not seen cannot be changed.
        fake.excuse(Leftover::Refused(50001));
        fake.finish();
    }
}

/// What one process was asked another one answers.
#[tokio::test]
async fn another_process_answers() {
    let (served, [anna, boris]) = two().await;
    let main = served.channel("main");
    served.begin(anna, boris).await;
    served.fake.permits(main, |rights| rights.send = false);
    // Somebody else sends, so this process does not.
    let other = "update leases set holder = 'another', token = token + 1,
                 until = clock_timestamp() + interval '1 hour'";
    sqlx::query(other).execute(&served.pool).await.unwrap();
    let answer = served.asks(anna, main, "/move action:d2-d3").await;
    assert!(answer.alone.is_empty() && answer.news.is_empty());
    assert_eq!(served.count("steps").await, 1);
    let before = served.newest(main);
    served.restart().await;
    served.settle().await;
    let news = served.since(main, before);
    assert_eq!(told(&news), ["Anna: d2-d3", "#1: @Boris (Black) to move."]);
    assert_eq!((news[0].interaction, &news[0].notified), (Some(answer.asked), &vec![boris]));
    served.fake.finish();
}

/// When nobody has asked lately there is nothing to answer: it is tried once, and then it waits
/// for whoever asks.
#[tokio::test]
async fn nothing_is_tried_again_and_again() {
    let (served, [anna, boris]) = two().await;
    let (fake, main) = (&served.fake, served.channel("main"));
    let line = format!("/play game:senegal opponent:@{boris} clock:24h");
    let challenge = served.asks(anna, main, &line).await.only();
    let board = served.taps(boris, &challenge, "Accept").await.only();
    served.taps(anna, &board, "d2-d3").await.only();
    fake.permits(main, |rights| rights.send = false);
    served.asks(boris, main, "/moves").await;
    let tried = || fake.calls("createMessage").len();
    let before = tried();
    // The warning, and the word that the time is over.
    for (hours, tries) in [(17, 0), (2, 1), (3, 1), (5, 2), (24, 2)] {
        served.pass(Duration::hours(hours)).await;
        assert_eq!(tried(), before + tries, "{hours}");
    }
    assert_eq!(served.count("outbox where state not in ('sent', 'dead')").await, 0);
    assert_eq!(fake.calls("createFollowup").len(), 1);
    let claimed = served.asks(anna, main, "/claim").await.only();
    assert_eq!(lines(&claimed)[0], "The time of Boris has run out.");
    fake.excuse(Leftover::Refused(50013));
    fake.finish();
}

/// Threads have a right of their own.
#[tokio::test]
async fn a_thread_in_which_it_may_not_write() {
    let (served, [anna, boris]) = two().await;
    let (fake, main) = (&served.fake, served.channel("main"));
    let thread = fake.thread(main, "games");
    served.begin_in(thread, anna, boris).await;
    fake.permits(main, |rights| rights.send_in_threads = false);
    let answer = served.asks(anna, thread, "/move action:d2-d3").await;
    let asked = answer.asked;
    assert_eq!(answer.only().interaction, Some(asked));
    fake.permits(main, |rights| (rights.send, rights.send_in_threads) = (false, true));
    let board = served.asks(boris, thread, "/move action:d4:d2").await.only();
    assert_eq!((board.interaction, board.notified), (None, vec![anna]));
    fake.finish();
}
