//! A slow, naive oracle for Ashtarashki, written from the rulebook alone.
//!
//! It shares no code and no idea with the real rules: the board is a map from square names to
//! stones, a stone's kind is the text that the position text has for it, captures are plain
//! recursion over square names, and positions are compared as texts.
//! The sentences in quotation marks are the rulebook's (`ashtarashki.md`, or `README.md` where said
//! so).

use std::collections::{BTreeMap, BTreeSet};

/// The usual start: "White 1: b2 c1 e1 h2; 2: a3 d2 f2 g3; 3: a1 c3 e3 g1. Black 1: a7 d8 f8 g7; 2:
/// b6 c7 e7 h6; 3: b8 d6 f6 h8. White begins."
pub const START: &str = "M1b2,c1,e1,h2;M2a3,d2,f2,g3;M3a1,c3,e3,g1 | \
                         M1a7,d8,f8,g7;M2b6,c7,e7,h6;M3b8,d6,f6,h8 w";

/// "Board 8×8"
const FILES: [char; 8] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const RANKS: [char; 8] = ['1', '2', '3', '4', '5', '6', '7', '8'];

/// "Stones by kind in the order M1 M2 M3 V1 V2 V3 W F"
const KINDS: [&str; 8] = ["M1", "M2", "M3", "V1", "V2", "V3", "W", "F"];

/// "Twelve stones a side, four of each group 1, 2, 3."
const STONES_EACH: usize = 12;
const STONES_OF_GROUP: usize = 4;

#[derive(Clone)]
struct Stone {
    /// `'w'` or `'b'`
    side: char,
    /// One of `KINDS`.
    kind: String,
}

/// By square name; an empty square has no entry.
type Board = BTreeMap<String, Stone>;

#[derive(Clone)]
struct Position {
    board: Board,
    to_move: char,
}

/// An action whose text is not known before all the actions are.
struct Unnamed {
    /// What stands before the origin in the text: `M3`, `W`.
    kind: String,
    from: String,
    /// What stands behind the origin in the text: `b4`, `d2V`, `:b6:c7`.
    rest: String,
    after: Position,
}

/// Every legal action as (move text, position text after it), sorted by move text by byte order;
/// empty when the game is over (or when the position text is refused).
pub fn moves(position: &str) -> Vec<(String, String)> {
    let Ok(position) = read(position) else {
        return Vec::new();
    };
    if result(&position).is_some() {
        return Vec::new();
    }
    merged(named(all_actions(&position)))
}

/// `none`, `white 1 finish`, `black 2 complete`, …; `refused: …` with the reason when the text is
/// no position.
pub fn outcome(position: &str) -> String {
    match read(position) {
        Ok(position) => result(&position).unwrap_or_else(|| "none".to_string()),
        Err(reason) => format!("refused: {reason}"),
    }
}

/// The leaf nodes at that depth. README: "Games that ended earlier are not counted at a deeper
/// level; paths are counted, not distinct positions."
pub fn perft(position: &str, depth: u32) -> u64 {
    if read(position).is_err() {
        return 0;
    }
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    for (_, after) in moves(position) {
        leaves += perft(&after, depth - 1);
    }
    leaves
}

// ---- Squares and sides --------------------------------------------------------------------------

/// "dark squares only (a1 is dark)": those whose file number and rank add up to an even number.
fn is_dark_square(square: &str) -> bool {
    let letters: Vec<char> = square.chars().collect();
    let [file, rank] = letters[..] else {
        return false;
    };
    let file = FILES.iter().position(|&f| f == file);
    let rank = RANKS.iter().position(|&r| r == rank);
    file.zip(rank).is_some_and(|(file, rank)| (file + rank) % 2 == 0)
}

/// The square that many files to the right and ranks up (negative: left, down), if on the board.
fn shifted(square: &str, files: isize, ranks: isize) -> Option<String> {
    let file = FILES.iter().position(|&f| f == file_of(square))?;
    let rank = RANKS.iter().position(|&r| r == rank_of(square))?;
    let file = FILES.get(file.checked_add_signed(files)?)?;
    let rank = RANKS.get(rank.checked_add_signed(ranks)?)?;
    Some(format!("{file}{rank}"))
}

fn file_of(square: &str) -> char {
    square.chars().next().unwrap_or('?')
}

fn rank_of(square: &str) -> char {
    square.chars().nth(1).unwrap_or('?')
}

fn other_side(side: char) -> char {
    if side == 'w' { 'b' } else { 'w' }
}

fn name_of(side: char) -> &'static str {
    if side == 'w' { "white" } else { "black" }
}

/// The adjacent squares in front of a stone of that side, or behind it.
fn neighbours(square: &str, side: char, forward: bool) -> Vec<String> {
    let up = (side == 'w') == forward;
    let ranks = if up { 1 } else { -1 };
    [-1, 1].into_iter().filter_map(|files| shifted(square, files, ranks)).collect()
}

/// "its last rank (8 for White, 1 for Black)"
fn last_rank_of(side: char) -> char {
    if side == 'w' { '8' } else { '1' }
}

/// The squares on which stones of that side stand, with their kinds.
fn stones_of(board: &Board, side: char) -> Vec<(String, String)> {
    let mut stones = Vec::new();
    for (square, stone) in board {
        if stone.side == side {
            stones.push((square.clone(), stone.kind.clone()));
        }
    }
    stones
}

// ---- Steps and captures -------------------------------------------------------------------------

/// "Capturing is compulsory; which capture is free."
fn all_actions(position: &Position) -> Vec<Unnamed> {
    let mut captures = Vec::new();
    for (square, kind) in stones_of(&position.board, position.to_move) {
        captures.extend(captures_of(position, &square, &kind));
    }
    if !captures.is_empty() {
        return captures;
    }
    let mut steps = Vec::new();
    for (square, kind) in stones_of(&position.board, position.to_move) {
        steps.extend(steps_of(position, &square, &kind));
    }
    steps
}

/// "one diagonal step to an empty square, forward or backward"; an F "moves no more".
fn steps_of(position: &Position, from: &str, kind: &str) -> Vec<Unnamed> {
    let mut steps = Vec::new();
    if kind == "F" {
        return steps;
    }
    for forward in [true, false] {
        for to in neighbours(from, position.to_move, forward) {
            if position.board.contains_key(&to) {
                continue;
            }
            let standing = if forward { Some(kind.to_string()) } else { retreated(kind) };
            // "A retreat adds the standing reached: `M1d2V`, `V1d2W`, `Wb4Z`."
            let suffix = match &standing {
                _ if forward => String::new(),
                Some(standing) => standing[..1].to_string(),
                None => "Z".to_string(),
            };
            let mut board = position.board.clone();
            board.remove(from);
            if let Some(standing) = standing {
                put(&mut board, &to, position.to_move, &standing);
            }
            let after = Position { board, to_move: other_side(position.to_move) };
            let rest = format!("{to}{suffix}");
            steps.push(Unnamed { kind: kind.to_string(), from: from.to_string(), rest, after });
        }
    }
    steps
}

/// "A backward step is a retreat: M becomes V, V becomes W, and a W that steps back […] is taken
/// off the board at once"; "A W hides its number".
fn retreated(kind: &str) -> Option<String> {
    match kind.split_at(1) {
        ("M", group) => Some(format!("V{group}")),
        ("V", _) => Some("W".to_string()),
        _ => None,
    }
}

/// A stone ends its action on that square. "a stone of any standing that ends its action on its
/// last rank (8 for White, 1 for Black) becomes F".
fn put(board: &mut Board, square: &str, side: char, kind: &str) {
    let kind = if rank_of(square) == last_rank_of(side) { "F" } else { kind };
    board.insert(square.to_string(), Stone { side, kind: kind.to_string() });
}

/// "only M stones capture"; "3 takes 2, 2 takes 1, 1 takes 3; the enemy may be M or V of that
/// group, or any W. F stones are never taken."
fn takes(kind: &str, enemy: &str) -> bool {
    match kind {
        "M1" => ["M3", "V3", "W"].contains(&enemy),
        "M2" => ["M1", "V1", "W"].contains(&enemy),
        "M3" => ["M2", "V2", "W"].contains(&enemy),
        _ => false,
    }
}

/// "The capturer steps diagonally, forward or backward, onto an adjacent enemy and takes it".
fn victims(board: &Board, at: &str, side: char, kind: &str) -> Vec<String> {
    let mut squares = neighbours(at, side, true);
    squares.extend(neighbours(at, side, false));
    squares.retain(|square| {
        board.get(square).is_some_and(|stone| stone.side != side && takes(kind, &stone.kind))
    });
    squares
}

/// All the captures that the stone on that square can make, each with its whole chain.
fn captures_of(position: &Position, from: &str, kind: &str) -> Vec<Unnamed> {
    let mut board = position.board.clone();
    board.remove(from); // the stone is in the player's hand until its action ends
    let mut chains = Vec::new();
    for victim in victims(&board, from, position.to_move, kind) {
        go_on(&board, "", &victim, position.to_move, kind, &mut chains);
    }
    let mut captures = Vec::new();
    for (rest, board) in chains {
        let after = Position { board, to_move: other_side(position.to_move) };
        captures.push(Unnamed { kind: kind.to_string(), from: from.to_string(), rest, after });
    }
    captures
}

/// The stone in hand takes the enemy on `at`, and so on.
/// "The same stone goes on capturing as long as it can, choosing its way freely; on its last rank
/// it stops". "A backward capture is no retreat": the kind stays.
/// "A capture: `M3:b6:c7`, every square named."
fn go_on(
    board: &Board,
    chain: &str,
    at: &str,
    side: char,
    kind: &str,
    chains: &mut Vec<(String, Board)>,
) {
    let mut board = board.clone();
    board.remove(at);
    let chain = format!("{chain}:{at}");
    let next = victims(&board, at, side, kind);
    if next.is_empty() || rank_of(at) == last_rank_of(side) {
        put(&mut board, at, side, kind);
        chains.push((chain, board));
        return;
    }
    for victim in next {
        go_on(&board, &chain, &victim, side, kind, chains);
    }
}

// ---- Move texts ---------------------------------------------------------------------------------

/// "When the texts of two stones, suffix included, would be the same, each names its origin: its
/// file, `M2fe3`, `M2e:f4`, or its whole square if another of those stones stands on that file,
/// `M1c3:d4`."
fn named(actions: Vec<Unnamed>) -> Vec<(String, Position)> {
    let mut texts = Vec::new();
    for action in &actions {
        let mut others = BTreeSet::new(); // the other stones with that text
        for other in &actions {
            let same = other.kind == action.kind && other.rest == action.rest;
            if same && other.from != action.from {
                others.insert(other.from.clone());
            }
        }
        let file = file_of(&action.from);
        let origin = if others.is_empty() {
            String::new()
        } else if others.iter().any(|other| file_of(other) == file) {
            action.from.clone()
        } else {
            file.to_string()
        };
        texts.push((format!("{}{origin}{}", action.kind, action.rest), action.after.clone()));
    }
    texts
}

/// "Origins are named first, then actions of equal result are merged: a W with two empty squares
/// behind it has one self-removal, under the first text." README: "Actions that lead to the same
/// position are one action (its text is the first by byte order of those that do)." And of the
/// list: "sorted by move text".
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

/// "The complete loss is looked at first (also by removing one's own last stone), then the finish,
/// then the block."
fn result(position: &Position) -> Option<String> {
    for side in ['w', 'b'] {
        if stones_of(&position.board, side).is_empty() {
            return Some(format!("{} 2 complete", name_of(other_side(side))));
        }
    }
    for side in ['w', 'b'] {
        if has_finished(&position.board, side) {
            return Some(format!("{} 1 finish", name_of(side)));
        }
    }
    if all_actions(position).is_empty() {
        return Some(format!("{} 1 blocked", name_of(other_side(position.to_move))));
    }
    None
}

/// "a player who holds all four squares of the last rank with F stones wins 1 point".
fn has_finished(board: &Board, side: char) -> bool {
    let finished = stones_of(board, side).into_iter().filter(|(_, kind)| kind == "F");
    finished.count() == 4 // an F stands on the last rank, which has four dark squares
}

// ---- Position texts -----------------------------------------------------------------------------

/// "White's stones, ` | `, Black's, a space, the side to move."
fn write(position: &Position) -> String {
    let white = write_side(&position.board, 'w');
    let black = write_side(&position.board, 'b');
    format!("{white} | {black} {}", position.to_move)
}

/// "Stones by kind in the order M1 M2 M3 V1 V2 V3 W F, kinds separated by `;`, squares by `,`
/// sorted by file then rank; `-` for a side without stones."
fn write_side(board: &Board, side: char) -> String {
    let mut groups = Vec::new();
    for kind in KINDS {
        let mut squares = Vec::new();
        for (square, of_kind) in stones_of(board, side) {
            if of_kind == kind {
                squares.push(square);
            }
        }
        squares.sort();
        if !squares.is_empty() {
            groups.push(format!("{kind}{}", squares.join(",")));
        }
    }
    if groups.is_empty() { "-".to_string() } else { groups.join(";") }
}

/// The same sentences read backwards. README: "writing then reading is the identity, and equal
/// positions have equal texts"; "Positions that cannot be (a stone off its squares, too many
/// checkers, an unfinished stone on its last rank) are refused with the reason."
fn read(text: &str) -> Result<Position, String> {
    let Some((white, rest)) = text.split_once(" | ") else {
        return Err("no bar between the sides".to_string());
    };
    let Some((black, to_move)) = rest.split_once(' ') else {
        return Err("no side to move".to_string());
    };
    let to_move = match to_move {
        "w" => 'w',
        "b" => 'b',
        _ => return Err(format!("unknown side {to_move:?}")),
    };
    let mut board = Board::new();
    read_side(white, 'w', &mut board)?;
    read_side(black, 'b', &mut board)?;
    // One action empties or finishes one side only, and the game ends with it.
    if board.is_empty() {
        return Err("both sides without stones".to_string());
    }
    if has_finished(&board, 'w') && has_finished(&board, 'b') {
        return Err("both sides have finished".to_string());
    }
    let position = Position { board, to_move };
    if write(&position) != text {
        return Err("not the canonical text".to_string());
    }
    Ok(position)
}

fn read_side(text: &str, side: char, board: &mut Board) -> Result<(), String> {
    if text == "-" {
        return Ok(());
    }
    for part in text.split(';') {
        let Some(kind) = KINDS.into_iter().find(|kind| part.starts_with(kind)) else {
            return Err(format!("no kind of stone: {part:?}"));
        };
        for square in part[kind.len()..].split(',') {
            if !is_dark_square(square) {
                return Err(format!("no dark square: {square:?}"));
            }
            // "it stands there to the end"
            if (kind == "F") != (rank_of(square) == last_rank_of(side)) {
                return Err(format!("{kind} of {} on {square}", name_of(side)));
            }
            let stone = Stone { side, kind: kind.to_string() };
            if board.insert(square.to_string(), stone).is_some() {
                return Err(format!("two stones on {square}"));
            }
        }
    }
    let stones = stones_of(board, side);
    if stones.len() > STONES_EACH {
        return Err(format!("too many stones: {}", name_of(side)));
    }
    for group in ['1', '2', '3'] {
        let of_group = stones.iter().filter(|(_, kind)| kind.ends_with(group)).count();
        if of_group > STONES_OF_GROUP {
            return Err(format!("too many stones of group {group}: {}", name_of(side)));
        }
    }
    Ok(())
}

// ---- The rulebook's own examples ----------------------------------------------------------------

/// The position after moves with their canonical texts; numbers and dots are passed over.
#[cfg(test)]
fn replayed(start: &str, record: &str) -> String {
    let mut position = start.to_string();
    for word in record.split_whitespace().filter(|word| !word.ends_with(['.', '…'])) {
        let legal = moves(&position);
        let found = legal.iter().find(|(text, _)| text == word);
        position = found.unwrap_or_else(|| panic!("{word} in {position}: {legal:?}")).1.clone();
    }
    position
}

#[cfg(test)]
fn texts(position: &str) -> Vec<String> {
    assert!(!outcome(position).starts_with("refused"), "{position}: {}", outcome(position));
    moves(position).into_iter().map(|(text, _)| text).collect()
}

#[test]
fn start_has_the_known_counts() {
    for (depth, leaves) in [(0, 1), (1, 7), (2, 49), (3, 382), (4, 2659)] {
        assert_eq!(perft(START, depth), leaves, "depth {depth}");
    }
}

#[test]
fn published_game_replays() {
    let end = replayed(
        START,
        "1. M3b4 M3g5 2. M3f4 M3c5 3. M1c3 M1f6 4. M2fe3 M1e5 5. M3a5 M1:f4 6. M3:b6:c7 M1:c7 \
         7. M2e:f4 M3:f4:g3 8. M1:g3 M2d6 9. M1f2 M2g5 10. M1e3 M2e5 11. M1b4 M2d4 \
         12. M1:c5 M2:c5 13. M2b4 M1d6",
    );
    // Followed by hand, stone by stone.
    assert_eq!(end, "M1c1,e3,g3;M2b4,d2;M3a1,g1 | M1a7,d6,f8;M2c5,g5;M3b8,h8 w");
    assert_eq!(outcome(&end), "none");
}

/// The side that wins with the best play of both: "There are no draws".
#[cfg(test)]
fn winner(position: &Position, known: &mut BTreeMap<String, char>) -> char {
    let text = write(position);
    if let Some(&winner) = known.get(&text) {
        return winner;
    }
    let to_move = position.to_move;
    let side = if let Some(result) = result(position) {
        if result.starts_with("white") { 'w' } else { 'b' }
    } else {
        let mut actions = all_actions(position).into_iter();
        let wins = actions.any(|action| winner(&action.after, known) == to_move);
        if wins { to_move } else { other_side(to_move) }
    };
    known.insert(text, side);
    side
}

#[cfg(test)]
const STUDY: &str = "M1c3;V2d4;Wa5;Fd8,f8,h8 | M3c5,g3;V3e3;Fa1,c1,g1 w";

#[test]
fn published_study_replays() {
    let end = replayed(STUDY, "1. Wb4Z 1… M3:d4 2. M1:d4:e3 M3h4V 3. M1f4");
    assert_eq!(end, "M1f4;Fd8,f8,h8 | V3h4;Fa1,c1,g1 b");
}

/// "1. Wb4Z is the only winning action".
#[test]
fn published_study_has_one_winning_action() {
    let mut known = BTreeMap::new();
    let mut winning = moves(STUDY);
    winning.retain(|(_, after)| winner(&read(after).unwrap(), &mut known) == 'w');
    let winning: Vec<String> = winning.into_iter().map(|(text, _)| text).collect();
    assert_eq!(winning, ["Wb4Z"]);
}

// ---- Single rules -------------------------------------------------------------------------------

#[test]
fn texts_name_origins_where_they_must() {
    for (position, expected) in [
        // A retreat and a step to one square differ by the suffix.
        ("M1c3,c5 | M1h8 w", "M1b2V M1b4 M1b4V M1b6 M1d2V M1d4 M1d4V M1d6"),
        ("M1a3,c3 | M1h8 w", "M1ab2V M1ab4 M1cb2V M1cb4 M1d2V M1d4"),
        // Groups and standings apart are texts apart.
        ("M1a3;M2c3 | M1h8 w", "M1b2V M1b4 M2b2V M2b4 M2d2V M2d4"),
        // Two on one file by their squares, the third by its file.
        ("M1c3,c5,e5 | M3d4 w", "M1c3:d4 M1c5:d4 M1e:d4"),
        ("M1c3,e3 | M3d4 w", "M1c:d4 M1e:d4"),
        ("M1c3,e3 | M3d4,d6,f2;Wc5 w", "M1:f2 M1c:d4:c5:d6 M1e:d4:c5:d6"),
        // One stone with two ways back goes under the first text after naming.
        ("Wc5 | M1h8 w", "Wb4Z Wb6 Wd6"),
        ("Wa5,c5 | M1h8 w", "Wab4Z Wab6 Wcb4Z Wcb6 Wd6"),
        ("Wc5,e5 | M1h8 w", "Wb4Z Wb6 Wcd6 Wed4Z Wed6 Wf6"),
        ("V1c5,e5 | M1h8 w", "V1b4W V1b6 V1cd4W V1cd6 V1ed4W V1ed6 V1f4W V1f6"),
        // A retreat needs an empty square.
        ("V1b4;V2b6;Wa5 | M1h8 w", "V1a3W V1c3W V1c5 V2a7 V2c5W V2c7"),
        ("M1a1 | M1c3;Wb4 b", "M1b2 M1d2 M1d4V Wa3 Wa5Z"),
    ] {
        let expected: Vec<&str> = expected.split(' ').collect();
        assert_eq!(texts(position), expected, "{position}");
    }
}

#[test]
fn captures_follow_the_ring_and_the_standing() {
    for taker in ["M1", "M2", "M3", "V1", "V2", "V3", "W"] {
        for enemy in ["M1", "M2", "M3", "V1", "V2", "V3", "W"] {
            let ring = [("M1", "3"), ("M2", "1"), ("M3", "2")];
            let may = ring
                .iter()
                .any(|&(kind, group)| kind == taker && (enemy.ends_with(group) || enemy == "W"));
            for square in ["b2", "b4", "d2", "d4"] {
                let legal = texts(&format!("{taker}c3 | {enemy}{square} w"));
                assert_eq!(legal == [format!("{taker}:{square}")], may, "{taker} {enemy} {square}");
            }
        }
    }
    // An F is never taken, and takes nothing.
    assert_eq!(texts("M1b2 | M1h8;Fa1,c1 w"), ["M1a3", "M1c3"]);
    assert_eq!(texts("M2a7;Fb8 | M3c7 w"), ["M2b6V"]);
}

#[test]
fn actions_have_their_results() {
    for (position, text, after, result) in [
        // A backward capture is no retreat.
        ("M1c5 | M2h8;M3b4 w", "M1:b4", "M1b4 | M2h8 b", "none"),
        ("M1c3 | M2h8 w", "M1d2V", "V1d2 | M2h8 b", "none"),
        ("V1c3 | M2h8 w", "V1d2W", "Wd2 | M2h8 b", "none"),
        ("M3h4;Wc3 | M2h8 w", "Wb2Z", "M3h4 | M2h8 b", "none"),
        ("Wc3;Fb8 | M2h8 w", "Wb2Z", "Fb8 | M2h8 b", "none"),
        // The chain stops on the last rank.
        ("M1c7 | M3b8,c5;Wa7 w", "M1:b8", "Fb8 | M3c5;Wa7 b", "none"),
        ("Wc7 | M2h8 w", "Wd8", "Fd8 | M2h8 b", "none"),
        // Ends.
        ("Wc3 | M2h8 w", "Wb2Z", "- | M2h8 b", "black 2 complete"),
        ("M1c3 | M3d4 w", "M1:d4", "M1d4 | - b", "white 2 complete"),
        ("Wc7;Fb8,f8,h8 | M2h4 w", "Wd8", "Fb8,d8,f8,h8 | M2h4 b", "white 1 finish"),
        ("M1c7;Fb8,f8,h8 | M3d8 w", "M1:d8", "Fb8,d8,f8,h8 | - b", "white 2 complete"),
        ("M1b6;Fb8,f8,h8 | M3h4;Fc1,e1,g1 b", "M3g3", "M1b6;Fb8,f8,h8 | M3g3;Fc1,e1,g1 w", "none"),
        ("M1a3;Fb8 | M3c5;V3b6 b", "M3b4", "M1a3;Fb8 | M3b4;V3b6 w", "none"),
        ("V1a3;Fb8 | M3c3;V3c5 b", "V3b4", "V1a3;Fb8 | M3c3;V3b4 w", "none"),
    ] {
        let legal = moves(position);
        let found = legal.iter().find(|(other, _)| other == text);
        let found = found.unwrap_or_else(|| panic!("{text} in {position}: {legal:?}"));
        assert_eq!((found.1.as_str(), outcome(&found.1).as_str()), (after, result), "{position}");
        assert_eq!(moves(after).is_empty(), result != "none", "{after}");
    }
    // Blocked, with and without stones that could move if there were room.
    assert_eq!(outcome("Fb8 | M2h6 w"), "black 1 blocked");
    assert_eq!(outcome("V1a1 | V1b2 w"), "black 1 blocked");
    assert_eq!(outcome("Wa1 | V1b2 w"), "black 1 blocked");
    assert_eq!(outcome("M1b2 | Fa1 b"), "white 1 blocked");
    assert_eq!(outcome("Fb8,d8,f8,h8 | Fa1 b"), "white 1 finish");
    assert_eq!(outcome("M1b2 | Fa1,c1,e1,g1 w"), "black 1 finish");
}

#[test]
fn texts_that_are_no_position_are_refused() {
    for text in [
        "",
        "w",
        "- | - w",
        "M1b2 | M1a7",
        "M1b2 | M1a7 ",
        "M1b2 | M1a7 w ",
        " M1b2 | M1a7 w",
        "M1b2 |  M1a7 w",
        "M1b2|M1a7 w",
        "M1b2 | M1a7 W",
        "M1b2 |  w",
        "m1b2 | M1a7 w",
        "M4b2 | M1a7 w",
        "W1b2 | M1a7 w",
        "Vb2 | M1a7 w",
        "M1 | M1a7 w",
        "M1b2; | M1a7 w",
        "M1b2, | M1a7 w",
        "M1b3 | M1a7 w",
        "M1i1 | M1a7 w",
        "M1b2,b2 | M1a7 w",
        "M1b2 | M1b2 w",
        "M1c3,b2 | M1a7 w",
        "M2b2;M1c3 | M1a7 w",
        "M1b2;M1c3 | M1a7 w",
        "M1b8 | M1a7 w",
        "M1b2 | Wa1 w",
        "Fc7 | M1a7 w",
        "Fa1 | M1a7 w",
        "M1a1,a3,a5,a7,b2 | M1h6 w",
        "M1a1,a3,a5;V1a7,b2 | M1h6 w",
        "Wa1,a3,a5,a7,b2,b4,b6,c1,c3,c5,c7,d2,d4 | M1h6 w",
        "Fb8,d8,f8,h8 | Fa1,c1,e1,g1 w",
    ] {
        assert!(outcome(text).starts_with("refused"), "{text:?} is a position");
        assert!(moves(text).is_empty());
    }
    for text in [START, STUDY, "- | M1a7 w", "Wa1,a3,a5,a7,b2,b4,b6,c1,c3,c5,c7,d2 | M1h6 w"] {
        assert!(!outcome(text).starts_with("refused"), "{text:?}: {}", outcome(text));
    }
}
