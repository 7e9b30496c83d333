//! A slow, naive oracle for Senegalese draughts, written from the rulebook alone.
//!
//! It shares no code and no idea with the real rules: the board is a map from square names to
//! letters, captures are plain recursion over square names, and positions are compared as texts.
//! The sentences in quotation marks are the rulebook's (`senegal.md`, or `README.md` where said so).

use std::collections::BTreeMap;

/// The two variants of the game; the default game is `goal=most`, `movers=own`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// `goal=fewest`: the side with fewer checkers on the board wins.
    pub fewest: bool,
    /// `movers=any`: the player to move may move a checker of either colour.
    pub any: bool,
}

/// The usual start: "White on ranks 1 and 2 and on e3, f3; Black on ranks 5 and 4 and on a3, b3;
/// c3 and d3 are empty: 14 checkers each. White begins."
pub const START: &str = "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww w 0";

/// "Board 6 files a–f, 5 ranks."
const FILES: [char; 6] = ['a', 'b', 'c', 'd', 'e', 'f'];
const RANKS: [char; 5] = ['1', '2', '3', '4', '5'];

/// "14 checkers each."
const CHECKERS_EACH: usize = 14;

/// "after 20 actions in a row, both sides together, without a capture or a forward step"
const IDLE_ACTIONS: u32 = 20;

/// Square name to `'w'` or `'b'`; an empty square has no entry.
type Board = BTreeMap<String, char>;

#[derive(Clone)]
struct Position {
    board: Board,
    to_move: char,
    count: u32,
}

/// Every legal action as (move text, position text after it), sorted by move text by byte order;
/// empty when the game is over (or when the position text is refused).
pub fn moves(position: &str, options: Options) -> Vec<(String, String)> {
    let Ok(position) = read(position) else {
        return Vec::new();
    };
    if is_over(&position, options) {
        return Vec::new();
    }
    merged(all_actions(&position, options))
}

/// `none`, `white 1 count`, `black 1 count` or `draw 0 equal`; `refused: …` with the reason when
/// the text is no position.
pub fn outcome(position: &str, options: Options) -> String {
    let position = match read(position) {
        Ok(position) => position,
        Err(reason) => return format!("refused: {reason}"),
    };
    if is_over(&position, options) {
        result_by_count(&position.board, options)
    } else {
        "none".to_string()
    }
}

/// The leaf nodes at that depth. README: "Games that ended earlier are not counted at a deeper
/// level; paths are counted, not distinct positions."
pub fn perft(position: &str, options: Options, depth: u32) -> u64 {
    if read(position).is_err() {
        return 0;
    }
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    for (_, after) in moves(position, options) {
        leaves += perft(&after, options, depth - 1);
    }
    leaves
}

// ---- Squares and colours ------------------------------------------------------------------------

/// README: "Squares are file letter + rank digit; White's first rank is rank 1."
fn square_name(file: char, rank: char) -> String {
    format!("{file}{rank}")
}

/// The square that many files to the right and ranks up (negative: left, down), if on the board.
fn shifted(square: &str, files: isize, ranks: isize) -> Option<String> {
    let mut letters = square.chars();
    let file = letters.next()?;
    let rank = letters.next()?;
    let file_index = FILES.iter().position(|&f| f == file)?;
    let rank_index = RANKS.iter().position(|&r| r == rank)?;
    let new_file = FILES.get(file_index.checked_add_signed(files)?)?;
    let new_rank = RANKS.get(rank_index.checked_add_signed(ranks)?)?;
    Some(square_name(*new_file, *new_rank))
}

fn rank_of(square: &str) -> char {
    square.chars().nth(1).unwrap_or('?')
}

fn enemy_of(colour: char) -> char {
    if colour == 'w' { 'b' } else { 'w' }
}

/// "White goes up, Black goes down."
fn forward_of(colour: char) -> isize {
    if colour == 'w' { 1 } else { -1 }
}

/// "its last rank (5 for White, 1 for Black)"
fn last_rank_of(colour: char) -> char {
    if colour == 'w' { '5' } else { '1' }
}

/// "sideways or forward" ("Never backward, never diagonally."), as (files, ranks).
fn directions_of(colour: char) -> Vec<(isize, isize)> {
    vec![(-1, 0), (1, 0), (0, forward_of(colour))]
}

// ---- Steps and captures -------------------------------------------------------------------------

/// The colours whose checkers the player to move may move.
/// "the player to move may move a checker of either colour" with `movers=any`; "Default
/// `movers=own`."
fn colours_to_move(to_move: char, options: Options) -> Vec<char> {
    if options.any { vec!['w', 'b'] } else { vec![to_move] }
}

/// The squares on which checkers of that colour stand.
fn squares_of(board: &Board, colour: char) -> Vec<String> {
    let mut squares = Vec::new();
    for (square, &letter) in board {
        if letter == colour {
            squares.push(square.clone());
        }
    }
    squares
}

/// Every legal action as (move text, position after it), before merging.
/// "Capturing is compulsory; which capture is free (no majority rule)." And with `movers=any`:
/// "a capture that either colour can make is compulsory".
fn all_actions(position: &Position, options: Options) -> Vec<(String, Position)> {
    let colours = colours_to_move(position.to_move, options);
    let mut captures = Vec::new();
    for &colour in &colours {
        for square in squares_of(&position.board, colour) {
            captures.extend(captures_of(position, &square, colour));
        }
    }
    if !captures.is_empty() {
        return captures;
    }
    let mut steps = Vec::new();
    for &colour in &colours {
        for square in squares_of(&position.board, colour) {
            steps.extend(steps_of(position, &square, colour));
        }
    }
    steps
}

/// "Move: one step sideways or forward to an empty square. Never backward, never diagonally."
/// With `movers=any`: "each going its own colour's way" and "forward, last rank and enemy are the
/// moved checker's".
/// "the count of actions since the last capture or forward step": a forward step sets it to 0, a
/// sideways step adds 1.
fn steps_of(position: &Position, from: &str, colour: char) -> Vec<(String, Position)> {
    let mut steps = Vec::new();
    for (files, ranks) in directions_of(colour) {
        let Some(to) = shifted(from, files, ranks) else {
            continue;
        };
        if position.board.contains_key(&to) {
            continue;
        }
        let mut board = position.board.clone();
        board.remove(from);
        let is_forward = ranks != 0;
        let count = if is_forward { 0 } else { position.count + 1 };
        let text = format!("{from}-{to}");
        steps.push((text, finished(position, board, &to, colour, count)));
    }
    steps
}

/// All the captures that the checker on that square can make, each with its whole chain.
fn captures_of(position: &Position, from: &str, colour: char) -> Vec<(String, Position)> {
    let mut board = position.board.clone();
    board.remove(from); // the checker is in the player's hand until its action ends
    let mut found = Vec::new();
    for (captured, landing) in jumps_of(&board, from, colour) {
        let mut after = board.clone();
        after.remove(&captured);
        let text = format!("{from}:{landing}");
        go_on(position, &after, &text, &landing, colour, &mut found);
    }
    found
}

/// One jump, as (captured square, landing square). "Capture: jump over an adjacent enemy,
/// sideways or forward, to the empty square right behind it". The jumping checker itself is not on
/// the board.
fn jumps_of(board: &Board, from: &str, colour: char) -> Vec<(String, String)> {
    let mut jumps = Vec::new();
    for (files, ranks) in directions_of(colour) {
        let Some(over) = shifted(from, files, ranks) else {
            continue;
        };
        let Some(landing) = shifted(from, 2 * files, 2 * ranks) else {
            continue;
        };
        if board.get(&over) == Some(&enemy_of(colour)) && !board.contains_key(&landing) {
            jumps.push((over, landing));
        }
    }
    jumps
}

/// The checker has just landed on `at`; what follows in the same action.
/// "the enemy is taken off at once": `board` is already without the checkers captured so far.
/// "While the checker is short of its last rank it must go on capturing as long as it can, choosing
/// its way freely. On its last rank it *may* go on sideways or stop".
/// "a chain with every landing square: `e4:e2:c2`".
/// A capture sets the count to 0: "the count of actions since the last capture or forward step".
fn go_on(
    position: &Position,
    board: &Board,
    text: &str,
    at: &str,
    colour: char,
    found: &mut Vec<(String, Position)>,
) {
    let jumps = jumps_of(board, at, colour);
    let must_go_on = rank_of(at) != last_rank_of(colour) && !jumps.is_empty();
    if !must_go_on {
        let end = finished(position, board.clone(), at, colour, 0);
        found.push((text.to_string(), end));
    }
    for (captured, landing) in jumps {
        let mut after = board.clone();
        after.remove(&captured);
        let longer = format!("{text}:{landing}");
        go_on(position, &after, &longer, &landing, colour, found);
    }
}

/// The position after an action of a checker (lifted off `board`) that ends on `at`; the other side
/// is to move.
/// "a checker that ends its action on its last rank (5 for White, 1 for Black) leaves the board. It
/// is nobody's gain."
fn finished(before: &Position, mut board: Board, at: &str, colour: char, count: u32) -> Position {
    if rank_of(at) != last_rank_of(colour) {
        board.insert(at.to_string(), colour);
    }
    Position { board, to_move: enemy_of(before.to_move), count }
}

/// README: "Actions that lead to the same position are one action (its text is the first by byte
/// order of those that do)." And of the list: "sorted by move text".
fn merged(actions: Vec<(String, Position)>) -> Vec<(String, String)> {
    let mut first_text: BTreeMap<String, String> = BTreeMap::new();
    for (text, after) in actions {
        let after = write(&after);
        match first_text.get(&after) {
            Some(known) if known.as_bytes() <= text.as_bytes() => {}
            _ => {
                first_text.insert(after, text);
            }
        }
    }
    let mut list = Vec::new();
    for (after, text) in first_text {
        list.push((text, after));
    }
    list.sort_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
    list
}

// ---- The end ------------------------------------------------------------------------------------

/// The three ends of the game: "the game ends as soon as no capture can ever happen again"; "It
/// also ends when the side to move has no legal action, and after 20 actions in a row, both sides
/// together, without a capture or a forward step, even if a capture is waiting".
fn is_over(position: &Position, options: Options) -> bool {
    !can_ever_capture(&position.board)
        || position.count >= IDLE_ACTIONS
        || all_actions(position, options).is_empty()
}

/// "no capture can ever happen again, which is when no white checker stands on a rank lower than or
/// equal to that of some black checker (one side without checkers included)".
fn can_ever_capture(board: &Board) -> bool {
    for white in squares_of(board, 'w') {
        for black in squares_of(board, 'b') {
            if rank_of(&white) <= rank_of(&black) {
                return true;
            }
        }
    }
    false
}

/// "Then the checkers on the board are counted: more wins, equal is a draw. One point for a win."
/// "`goal=fewest` (reverse): fewer checkers on the board win." With `movers=any` "Ownership of the
/// count does not change." The reasons: "`count` (win by count), `equal` (draw)".
fn result_by_count(board: &Board, options: Options) -> String {
    let white = squares_of(board, 'w').len();
    let black = squares_of(board, 'b').len();
    if white == black {
        return "draw 0 equal".to_string();
    }
    let white_has_more = white > black;
    let white_wins = if options.fewest { !white_has_more } else { white_has_more };
    if white_wins { "white 1 count".to_string() } else { "black 1 count".to_string() }
}

// ---- Position texts -----------------------------------------------------------------------------

/// "Position text: ranks 5 to 1 separated by `/`, files a to f, `w` `b` or a digit for empty
/// squares, then the side to move and the count of actions since the last capture or forward step."
fn write(position: &Position) -> String {
    let mut rows = Vec::new();
    for &rank in RANKS.iter().rev() {
        let mut row = String::new();
        let mut empty = 0;
        for &file in &FILES {
            match position.board.get(&square_name(file, rank)) {
                None => empty += 1,
                Some(&letter) => {
                    if empty > 0 {
                        row.push_str(&empty.to_string());
                        empty = 0;
                    }
                    row.push(letter);
                }
            }
        }
        if empty > 0 {
            row.push_str(&empty.to_string());
        }
        rows.push(row);
    }
    format!("{} {} {}", rows.join("/"), position.to_move, position.count)
}

/// The same sentence read backwards. README: "writing then reading is the identity, and equal
/// positions have equal texts"; "Positions that cannot be (a stone off its squares, too many
/// checkers, an unfinished stone on its last rank) are refused with the reason."
fn read(text: &str) -> Result<Position, String> {
    let parts: Vec<&str> = text.split(' ').collect();
    let [rows, side, count] = parts[..] else {
        return Err("not three parts".to_string());
    };
    let rows: Vec<&str> = rows.split('/').collect();
    if rows.len() != RANKS.len() {
        return Err("not five ranks".to_string());
    }
    let mut board = Board::new();
    for (row, &rank) in rows.iter().zip(RANKS.iter().rev()) {
        let mut letters = String::new(); // the row with a '.' for every empty square
        for letter in row.chars() {
            match letter {
                'w' | 'b' => letters.push(letter),
                '1'..='6' => {
                    for _ in 0..letter.to_digit(10).unwrap_or(0) {
                        letters.push('.');
                    }
                }
                _ => return Err(format!("unknown letter {letter:?}")),
            }
        }
        if letters.chars().count() != FILES.len() {
            return Err(format!("rank {rank} has not six files"));
        }
        for (letter, &file) in letters.chars().zip(FILES.iter()) {
            if letter == '.' {
                continue;
            }
            if rank == last_rank_of(letter) {
                return Err(format!("{letter} on its last rank: {file}{rank}"));
            }
            board.insert(square_name(file, rank), letter);
        }
    }
    for colour in ['w', 'b'] {
        if squares_of(&board, colour).len() > CHECKERS_EACH {
            return Err(format!("too many checkers: {colour}"));
        }
    }
    let to_move = match side {
        "w" => 'w',
        "b" => 'b',
        _ => return Err(format!("unknown side {side:?}")),
    };
    let count: u32 = match count.parse() {
        Ok(count) => count,
        Err(_) => return Err(format!("no count: {count:?}")),
    };
    if count > IDLE_ACTIONS {
        return Err(format!("count above {IDLE_ACTIONS}"));
    }
    let position = Position { board, to_move, count };
    if write(&position) != text {
        return Err("not the canonical text".to_string());
    }
    Ok(position)
}
