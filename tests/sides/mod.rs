//! The other sides of a service that somebody sets up as README.md says: both platforms, people
//! who play there, and an operator who reads the numbers.
//!
//! `tests/newcomer` starts them as a process of their own. They say where they are; then each
//! line of the script is a part for them to play, and is repeated when that has come true.

mod discord;
mod numbers;
mod telegram;

use crate::{
    ops::until_ready,
    support::{fake_discord, fake_telegram, process, running::free_address},
};
use discord::OnDiscord;
use numbers::{AFTER_THE_RESTORE, BEFORE_THE_BACKUP, compare, numbers};
use std::ops::Range;
use telegram::OnTelegram;
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines, Stdin, stdin};

/// What begins the lines for the script; the harness writes others.
const MARK: &str = "newcomer:";
/// The places in which a game is played to its end, and in which one goes on.
const ENDS: usize = 0;
const GOES_ON: usize = 1;
/// The moves of that game, and of this one before the backup and after the restore. The ways in
/// which moves are made change from one to the next; the first one after the restore is made by a
/// button of a board from before it.
const WHOLE: Range<usize> = 0..6;
const BEFORE: Range<usize> = 0..2;
const AFTER: Range<usize> = 2..5;

/// The ways in which moves are made, in turn.
const WAYS: [Way; 3] = [Way::Command, Way::Said, Way::Button];

/// How a move is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// By a command.
    Command,
    /// By a text that the bot sees: an answer to the board, or one that calls the bot.
    Said,
    /// By a button of the board.
    Button,
}

impl Way {
    fn of(number: usize) -> Self {
        WAYS[number % WAYS.len()]
    }
}

/// Two people on a platform, with two places for a game each.
trait Side {
    /// What the numbers call the platform.
    const PLATFORM: &str;
    /// A message with a board.
    type Board;

    /// What the numbers call something that comes in that way.
    fn comes_as(way: Way) -> &'static str;

    /// Begins a game; gives its first board.
    async fn begins(&self, place: usize) -> Self::Board;

    /// Makes the move of that number; gives the board that it leads to.
    async fn plays(&self, place: usize, board: &Self::Board, number: usize) -> Self::Board;

    /// Moves when it is not the own turn; that is refused.
    async fn errs(&self, place: usize);

    /// White gives up, and is asked whether that is meant.
    async fn resigns(&self, place: usize);

    /// How many messages the bot has sent, those aside that only answer who asked, and how often
    /// it has edited one.
    fn seen(&self) -> [usize; 2];
}

/// One game to its end, and another one begun; gives the newest board of that.
async fn both_games<S: Side>(side: &S) -> S::Board {
    let mut board = side.begins(ENDS).await;
    for number in WHOLE {
        board = side.plays(ENDS, &board, number).await;
    }
    side.errs(ENDS).await;
    side.resigns(ENDS).await;
    let mut board = side.begins(GOES_ON).await;
    for number in BEFORE {
        board = side.plays(GOES_ON, &board, number).await;
    }
    board
}

/// The game goes on to its end from the board that was there.
async fn goes_on<S: Side>(side: &S, mut board: S::Board) {
    for number in AFTER {
        board = side.plays(GOES_ON, &board, number).await;
    }
    side.resigns(GOES_ON).await;
}

#[test]
#[ignore = "what tests/newcomer starts"]
fn serving() {
    process::run(async {
        let mut parts = BufReader::new(stdin()).lines();
        let at = free_address().await;
        let (telegram, discord) = (OnTelegram::new(), OnDiscord::new());
        let tokens = [fake_telegram::TOKEN, fake_discord::TOKEN];
        let [there, here] = [telegram.fake.url(), discord.fake.url()];
        println!("{MARK} {there} {} {here} {} {at}", tokens[0], tokens[1]);

        let (here, there) = part(&mut parts, "play", async {
            until_ready(at).await;
            discord.greets().await;
            let boards = tokio::join!(both_games(&telegram), both_games(&discord));
            let done = &BEFORE_THE_BACKUP;
            let numbers = numbers(at, done).await;
            compare(&numbers, &telegram, done, [0; 2]);
            compare(&numbers, &discord, done, [0; 2]);
            boards
        })
        .await;
        let before = (telegram.seen(), discord.seen());
        part(&mut parts, "go on", async {
            until_ready(at).await;
            tokio::join!(goes_on(&telegram, here), goes_on(&discord, there));
            let done = &AFTER_THE_RESTORE;
            let numbers = numbers(at, done).await;
            compare(&numbers, &telegram, done, before.0);
            compare(&numbers, &discord, done, before.1);
        })
        .await;
        part(&mut parts, "leave", async {
            telegram.fake.finish();
            discord.finish();
        })
        .await;
    });
}

/// Plays a part when the script says so.
async fn part<T>(
    parts: &mut Lines<BufReader<Stdin>>,
    name: &str,
    play: impl Future<Output = T>,
) -> T {
    assert_eq!(parts.next_line().await.unwrap().as_deref(), Some(name));
    let played = play.await;
    println!("{MARK} {name}");
    played
}
