//! A slow, naive oracle for Shemshesh, written from the rulebook alone.
//!
//! It shares no code and no idea with the real rules: a turn is every sequence of movements that
//! the dice allow, played one by one on a copied board, shorter ones included; which of them are
//! legal is looked up afterwards, and positions are compared as texts.
//! The sentences in quotation marks are the rulebook's (`shemshesh.md`, or `nardy.md` and
//! `README.md` where said so). A comment that begins with "Reading:" settles what they leave open.

use std::collections::BTreeMap;

/// The usual start: "15 checkers a side on the heads". nardy: "the higher die takes White and rolls
/// anew", so that White has yet to roll.
pub const START: &str = "w 1x15 / b 13x15 / off 0 0 / moved - / w roll";

/// What can be chosen before a game.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// `home-doubles=two`
    pub two: bool,
}

/// nardy: "24 points numbered 1..24 round the board; both sides go upward, 24 is followed by 1."
const POINTS: usize = 24;

/// "15 checkers a side"
const CHECKERS: u32 = 15;

/// nardy: "last home point 24", White's "home 19..24", Black's 7..12: the same path indices.
const FIRST_OF_HOME: usize = 19;

#[derive(Clone, Copy, PartialEq)]
enum Side {
    White,
    Black,
}
use Side::{Black, White};

/// The checkers of one side; the arrays are by number of the point, their entry 0 is unused.
#[derive(Clone)]
struct Camp {
    unfrozen: [u32; POINTS + 1],
    frozen: [bool; POINTS + 1],
    off: u32,
    had_first_turn: bool,
}

#[derive(Clone)]
struct Board {
    white: Camp,
    black: Camp,
}

/// What the position waits for.
enum Next {
    Roll(Side),
    Dice(Side, usize, usize),
    Over(String),
}

struct Position {
    board: Board,
    next: Next,
}

/// A turn that has been played up to some movement.
#[derive(Clone)]
struct Turn {
    board: Board,
    side: Side,
    /// How many checkers may leave the head in this turn, and how many have.
    head_limit: u32,
    left_head: u32,
    /// The points with a checker that was freed in this turn.
    freed: Vec<usize>,
    /// The movements' texts and dice.
    movements: Vec<String>,
    dice: Vec<usize>,
    winner: Option<Side>,
}

/// For a position with dice every legal action as (canonical text, position text after it), for a
/// position that waits for a roll every roll (`6-5`) with the position after it; sorted by the text
/// by byte order; empty when the game is over (or when the position text is refused).
pub fn moves(text: &str, options: Options) -> Vec<(String, String)> {
    let Ok(position) = read(text) else {
        return Vec::new();
    };
    match position.next {
        Next::Roll(side) => rolls(&position.board, side),
        Next::Dice(side, high, low) => actions(&position.board, side, high, low, options),
        Next::Over(_) => Vec::new(),
    }
}

/// `none`, `white 2 mars`, `draw 0 stuck`, …; `refused: …` with the reason when the text is no
/// position. The option changes no outcome.
pub fn outcome(text: &str, _options: Options) -> String {
    match read(text) {
        Ok(Position { next: Next::Over(outcome), .. }) => outcome,
        Ok(_) => "none".to_string(),
        Err(reason) => format!("refused: {reason}"),
    }
}

/// The leaf nodes at that depth. README: "an action is a node"; "a chance event is expanded over
/// all its kinds (a roll: the 21 distinct rolls, each counted once) and is not itself a level.
/// Games that ended earlier are not counted at a deeper level; paths are counted, not distinct
/// positions."
pub fn perft(text: &str, options: Options, depth: u32) -> u64 {
    let Ok(position) = read(text) else {
        return 0;
    };
    // Reading: at depth 0 nothing is expanded, a position that waits for a roll is one leaf.
    if depth == 0 {
        return 1;
    }
    let is_roll = matches!(position.next, Next::Roll(_));
    let depth_after = if is_roll { depth } else { depth - 1 };
    let mut leaves = 0;
    for (_, after) in moves(text, options) {
        leaves += perft(&after, options, depth_after);
    }
    leaves
}

// ---- Sides and points ---------------------------------------------------------------------------

impl Board {
    fn of(&self, side: Side) -> &Camp {
        if side == White { &self.white } else { &self.black }
    }

    fn of_mut(&mut self, side: Side) -> &mut Camp {
        if side == White { &mut self.white } else { &mut self.black }
    }
}

impl Camp {
    /// How many checkers of the side are on that point, frozen or not.
    fn count(&self, point: usize) -> u32 {
        self.unfrozen[point] + u32::from(self.frozen[point])
    }

    fn on_board(&self) -> u32 {
        (1..=POINTS).map(|point| self.count(point)).sum()
    }

    fn has_unfrozen(&self) -> bool {
        self.unfrozen.iter().any(|&count| count > 0)
    }
}

fn other(side: Side) -> Side {
    if side == White { Black } else { White }
}

fn letter(side: Side) -> &'static str {
    if side == White { "w" } else { "b" }
}

fn name(side: Side) -> &'static str {
    if side == White { "white" } else { "black" }
}

/// nardy: "White's head is 1 […]; Black's head is 13".
fn head(side: Side) -> usize {
    if side == White { 1 } else { 13 }
}

/// nardy: "A side's path index of a point counts from its head: head 1, last home point 24."
fn path_index(side: Side, point: usize) -> usize {
    if point >= head(side) { point - head(side) + 1 } else { point + POINTS - head(side) + 1 }
}

/// The point with that path index.
fn point_at(side: Side, index: usize) -> usize {
    let point = head(side) + index - 1;
    if point > POINTS { point - POINTS } else { point }
}

/// The side's points in the order of its path, from the head on.
fn path(side: Side) -> Vec<usize> {
    (1..=POINTS).map(|index| point_at(side, index)).collect()
}

/// "every unfrozen checker of the side is in its home"
fn all_unfrozen_in_home(camp: &Camp, side: Side) -> bool {
    (1..=POINTS).all(|point| camp.unfrozen[point] == 0 || path_index(side, point) >= FIRST_OF_HOME)
}

// ---- One movement -------------------------------------------------------------------------------

impl Turn {
    fn begin(board: &Board, side: Side, head_limit: u32) -> Turn {
        Turn {
            board: board.clone(),
            side,
            head_limit,
            left_head: 0,
            freed: Vec::new(),
            movements: Vec::new(),
            dice: Vec::new(),
            winner: None,
        }
    }

    fn own(&self) -> &Camp {
        self.board.of(self.side)
    }

    fn enemy(&self) -> &Camp {
        self.board.of(other(self.side))
    }

    /// The turn with one more movement, if it is legal by itself.
    /// nardy: "Each die moves one checker by its number".
    fn moved(&self, from: usize, die: usize) -> Option<Turn> {
        if self.winner.is_some() || !self.can_leave(from) {
            return None;
        }
        let goal = path_index(self.side, from) + die;
        if goal > POINTS {
            return self.may_bear_off(from, die).then(|| self.borne_off(from, die));
        }
        let to = point_at(self.side, goal);
        // "Never on a point that holds an enemy, frozen or not."
        if self.enemy().count(to) > 0 {
            return None;
        }
        let after = self.landed(from, to, die);
        // "Each movement is judged by itself, after it, and only the run that holds the landing
        // point"
        if in_forbidden_block(&after.board, self.side, to) { None } else { Some(after) }
    }

    fn can_leave(&self, from: usize) -> bool {
        // "A frozen checker cannot move." "A freed checker does not move in the turn in which it
        // was freed"; "On a point with others, one checker fewer can leave."
        let just_freed = u32::from(self.freed.contains(&from));
        if self.own().unfrozen[from] <= just_freed {
            return false;
        }
        from != head(self.side) || self.left_head < self.head_limit
    }

    /// "Bearing off begins when every unfrozen checker of the side is in its home."
    /// nardy: "a checker leaves with the exact number, or with a higher one if no checker of its
    /// side stands behind it"; here "if no unfrozen checker of its side stands behind it". nardy:
    /// "each movement is judged by the position before it."
    fn may_bear_off(&self, from: usize, die: usize) -> bool {
        if !all_unfrozen_in_home(self.own(), self.side) {
            return false;
        }
        let index = path_index(self.side, from);
        let exact = index + die == POINTS + 1;
        let behind = (1..index).any(|i| self.own().unfrozen[point_at(self.side, i)] > 0);
        // Reading: a checker freed in this turn stands behind like any other: "it counts as
        // unfrozen at once for everything else".
        exact || !behind
    }

    fn landed(&self, from: usize, to: usize, die: usize) -> Turn {
        let mut after = self.lifted(from, die, &to.to_string());
        let (start, goal) = (path_index(self.side, from), path_index(self.side, to));
        // "Points are passed between the start and the landing"
        for index in start + 1..goal {
            after.pass_over(point_at(self.side, index));
        }
        after.free(to);
        after.board.of_mut(self.side).unfrozen[to] += 1;
        after.look_for_the_end();
        after
    }

    fn borne_off(&self, from: usize, die: usize) -> Turn {
        let mut after = self.lifted(from, die, "off");
        // "in bearing off, all points to the end of the path."
        for index in path_index(self.side, from) + 1..=POINTS {
            after.pass_over(point_at(self.side, index));
        }
        after.board.of_mut(self.side).off += 1;
        after.look_for_the_end();
        after
    }

    /// The checker is in the player's hand.
    fn lifted(&self, from: usize, die: usize, to: &str) -> Turn {
        let mut after = self.clone();
        after.board.of_mut(self.side).unfrozen[from] -= 1;
        after.left_head += u32::from(from == head(self.side));
        after.movements.push(format!("{from}-{to}"));
        after.dice.push(die);
        after
    }

    fn pass_over(&mut self, point: usize) {
        // "a movement that passes over a point holding exactly one enemy checker freezes it."
        let enemy = self.board.of_mut(other(self.side));
        if enemy.count(point) == 1 {
            enemy.unfrozen[point] = 0;
            enemy.frozen[point] = true;
        }
        self.free(point);
    }

    /// "landing on one's own frozen checker, or passing over it, frees it."
    fn free(&mut self, point: usize) {
        let own = self.board.of_mut(self.side);
        if own.frozen[point] {
            own.frozen[point] = false;
            own.unfrozen[point] += 1;
            self.freed.push(point);
        }
    }

    /// "a side with no unfrozen checker left on the board has won at once, in whosever turn it
    /// happens"; "If both have none, the side that moved wins."
    fn look_for_the_end(&mut self) {
        if !self.own().has_unfrozen() {
            self.winner = Some(self.side);
        } else if !self.enemy().has_unfrozen() {
            self.winner = Some(other(self.side));
        }
    }
}

/// "no movement may land in an unbroken run of six or more points of one's own (frozen ones count)
/// unless some enemy checker, frozen or not, stands ahead of the run on the enemy's path or the
/// enemy has borne one off."; "runs are taken along the enemy's path index 1..24 and do not wrap".
fn in_forbidden_block(board: &Board, side: Side, point: usize) -> bool {
    let (own, enemy, foe) = (board.of(side), board.of(other(side)), other(side));
    let is_own = |index: usize| own.count(point_at(foe, index)) > 0;
    let mut first = path_index(foe, point);
    while first > 1 && is_own(first - 1) {
        first -= 1;
    }
    let mut last = path_index(foe, point);
    while last < POINTS && is_own(last + 1) {
        last += 1;
    }
    let stands_ahead = (last + 1..=POINTS).any(|index| enemy.count(point_at(foe, index)) > 0);
    last - first + 1 >= 6 && !stands_ahead && enemy.off == 0
}

// ---- Rolls and turns ----------------------------------------------------------------------------

/// README: "the 21 distinct rolls". nardy: "Roll text: `6-5`, higher first; a double `4-4`."
fn rolls(board: &Board, side: Side) -> Vec<(String, String)> {
    let mut list = Vec::new();
    for high in 1..=6 {
        for low in 1..=high {
            let position = Position { board: board.clone(), next: Next::Dice(side, high, low) };
            list.push((format!("{high}-{low}"), write(&position)));
        }
    }
    list.sort();
    list
}

/// nardy: "An action is the whole turn." "of all legal sequences that reach the same position it is
/// the first by byte order."
fn actions(
    board: &Board,
    side: Side,
    high: usize,
    low: usize,
    options: Options,
) -> Vec<(String, String)> {
    let mut sequences = Vec::new();
    let turn = Turn::begin(board, side, head_limit(board.of(side), high, low));
    play(&turn, &dice_of(board.of(side), side, high, low, options), &mut sequences);
    let mut first_text: BTreeMap<String, String> = BTreeMap::new();
    for turn in legal(&sequences, high, low) {
        // nardy: "separated by spaces, in the order played"; "`pass` when nothing can move."
        let text = turn.movements.join(" ");
        let text = if text.is_empty() { "pass".to_string() } else { text };
        let after = write(&ended(turn));
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
    list.sort();
    list
}

/// nardy: "one checker a turn may leave the head. On a player's first turn of the game two may when
/// the roll is 3-3, 4-4 or 6-6."
fn head_limit(camp: &Camp, high: usize, low: usize) -> u32 {
    let rolled = [(3, 3), (4, 4), (6, 6)].contains(&(high, low));
    if !camp.had_first_turn && rolled { 2 } else { 1 }
}

/// nardy: "A double is played four times." "a player all of whose unfrozen checkers are in the home
/// when rolling plays a double as two movements."
fn dice_of(camp: &Camp, side: Side, high: usize, low: usize, options: Options) -> Vec<usize> {
    if high == low && !(options.two && all_unfrozen_in_home(camp, side)) {
        vec![high; 4]
    } else {
        vec![high, low]
    }
}

/// Every sequence of movements with these dice, from none on, whether it could go on or not.
fn play(turn: &Turn, dice: &[usize], sequences: &mut Vec<Turn>) {
    sequences.push(turn.clone());
    for (place, &die) in dice.iter().enumerate() {
        if dice[..place].contains(&die) {
            continue;
        }
        let mut left = dice.to_vec();
        left.remove(place);
        for from in 1..=POINTS {
            if let Some(after) = turn.moved(from, die) {
                play(&after, &left, sequences);
            }
        }
    }
}

/// nardy: "As many dice as possible must be used; if only one of two different dice can be, it must
/// be the higher if that can be." "A movement that ends the game is always allowed where it is
/// legal by itself, ends the turn at once and lets the other dice lapse; its dice count towards the
/// most that can be used, like those of any sequence."
fn legal(sequences: &[Turn], high: usize, low: usize) -> Vec<&Turn> {
    let most = sequences.iter().map(|turn| turn.dice.len()).max().unwrap_or(0);
    // Reading: the higher die "can be" used also where only a movement that ends the game uses it.
    let only_high = most == 1 && high != low && sequences.iter().any(|turn| turn.dice == [high]);
    let mut list = Vec::new();
    for turn in sequences {
        // Reading: "legal by itself" asks nothing of the movements before it but that each was.
        let ends = turn.winner.is_some();
        let uses_most = turn.dice.len() == most && !(only_high && turn.dice == [low]);
        if ends || uses_most {
            list.push(turn);
        }
    }
    list
}

/// The position after the turn.
fn ended(turn: &Turn) -> Position {
    let mut board = turn.board.clone();
    // nardy: "a side has had its first turn when a turn of its has ended, a pass or the end of the
    // game included."
    board.of_mut(turn.side).had_first_turn = true;
    let next = if let Some(winner) = turn.winner {
        Next::Over(win(&board, winner)) // nardy: "a win comes before it"
    } else if is_stuck(&board) {
        Next::Over("draw 0 stuck".to_string())
    } else {
        Next::Roll(other(turn.side))
    };
    Position { board, next }
}

/// nardy: "when, at the end of a turn, neither side could make a movement with any of the 21 rolls
/// […] (each side taken by itself as if its own turn began […]), the game is drawn at once".
fn is_stuck(board: &Board) -> bool {
    // A roll's first movement may be any of its dice, so the 21 rolls are the dice 1 to 6.
    let can_move = |side: Side| {
        let turn = Turn::begin(board, side, 1);
        (1..=6).any(|die| (1..=POINTS).any(|from| turn.moved(from, die).is_some()))
    };
    !can_move(White) && !can_move(Black)
}

/// "1 `oyn` if the loser has borne off at least one; else 2 `mars` if all its unfrozen checkers are
/// in its home (none at all included), else 3 `home-mars`."
fn win(board: &Board, winner: Side) -> String {
    let loser = other(winner);
    let points = if board.of(loser).off > 0 {
        "1 oyn"
    } else if all_unfrozen_in_home(board.of(loser), loser) {
        "2 mars"
    } else {
        "3 home-mars"
    };
    format!("{} {points}", name(winner))
}

// ---- Position texts -----------------------------------------------------------------------------

/// "`w 1x15 / b 13x15 / off 0 0 / moved - / w roll`"; "the side to act with `roll` before the dice
/// or `dice 6-5` after". nardy: "the last part of a position text is `over` and the outcome".
fn write(position: &Position) -> String {
    let (white, black) = (&position.board.white, &position.board.black);
    let moved = match (white.had_first_turn, black.had_first_turn) {
        (false, false) => "-",
        (true, false) => "w",
        (false, true) => "b",
        (true, true) => "wb",
    };
    let next = match &position.next {
        Next::Roll(side) => format!("{} roll", letter(*side)),
        Next::Dice(side, high, low) => format!("{} dice {high}-{low}", letter(*side)),
        Next::Over(outcome) => format!("over {outcome}"),
    };
    let (whites, blacks) = (write_camp(white, White), write_camp(black, Black));
    format!("w {whites} / b {blacks} / off {} {} / moved {moved} / {next}", white.off, black.off)
}

/// "each side's points in its path order, `p`, `pxN` or `p*` (frozen), `-` for none"
fn write_camp(camp: &Camp, side: Side) -> String {
    let mut points = Vec::new();
    for point in path(side) {
        match camp.unfrozen[point] {
            _ if camp.frozen[point] => points.push(format!("{point}*")),
            0 => {}
            1 => points.push(format!("{point}")),
            count => points.push(format!("{point}x{count}")),
        }
    }
    if points.is_empty() { "-".to_string() } else { points.join(" ") }
}

/// The same sentences read backwards. README: "writing then reading is the identity, and equal
/// positions have equal texts"; "Positions that cannot be […] are refused with the reason."
fn read(text: &str) -> Result<Position, String> {
    let parts: Vec<&str> = text.split(" / ").collect();
    let [white, black, off, moved, next] = parts[..] else {
        return Err("not five parts".to_string());
    };
    let (white_off, black_off) = part(off, "off ")?
        .split_once(' ')
        .ok_or_else(|| format!("not two numbers of checkers: {off:?}"))?;
    let moved = part(moved, "moved ")?;
    if !["-", "w", "b", "wb"].contains(&moved) {
        return Err(format!("unknown sides: {moved:?}"));
    }
    let mut white = read_camp(part(white, "w ")?)?;
    let mut black = read_camp(part(black, "b ")?)?;
    white.off = number(white_off)?;
    black.off = number(black_off)?;
    white.had_first_turn = moved.contains('w');
    black.had_first_turn = moved.contains('b');
    let position = Position { board: Board { white, black }, next: read_next(next)? };
    if write(&position) != text {
        return Err("not the canonical text".to_string());
    }
    check_checkers(&position.board)?;
    check_first_turns(&position)?;
    check_history(&position.board)?;
    check_end(&position)?;
    Ok(position)
}

fn part<'a>(text: &'a str, start: &str) -> Result<&'a str, String> {
    text.strip_prefix(start).ok_or_else(|| format!("{text:?} does not begin with {start:?}"))
}

/// A number of checkers.
fn number(text: &str) -> Result<u32, String> {
    let number: u32 = text.parse().map_err(|_| format!("no number: {text:?}"))?;
    if number > CHECKERS { Err(format!("too many checkers: {number}")) } else { Ok(number) }
}

fn read_camp(text: &str) -> Result<Camp, String> {
    let mut camp = Camp {
        unfrozen: [0; POINTS + 1],
        frozen: [false; POINTS + 1],
        off: 0,
        had_first_turn: false,
    };
    if text == "-" {
        return Ok(camp);
    }
    for word in text.split(' ') {
        let (point, count) = word.split_once('x').unwrap_or((word.trim_end_matches('*'), "1"));
        let point: usize = point.parse().map_err(|_| format!("no point: {word:?}"))?;
        if !(1..=POINTS).contains(&point) {
            return Err(format!("off the board: {word:?}"));
        }
        if word.ends_with('*') {
            camp.frozen[point] = true; // "a frozen checker always stands alone"
        } else {
            camp.unfrozen[point] += number(count)?;
        }
        if camp.frozen[point] && camp.unfrozen[point] > 0 {
            return Err(format!("a frozen checker not alone on {point}"));
        }
    }
    Ok(camp)
}

fn read_next(text: &str) -> Result<Next, String> {
    if let Some(outcome) = text.strip_prefix("over ") {
        return Ok(Next::Over(outcome.to_string())); // compared with the position in `check_end`
    }
    let (side, what) = match text.split_once(' ') {
        Some(("w", what)) => (White, what),
        Some(("b", what)) => (Black, what),
        _ => return Err(format!("no side to act: {text:?}")),
    };
    if what == "roll" {
        return Ok(Next::Roll(side));
    }
    for high in 1..=6 {
        for low in 1..=high {
            if what == format!("dice {high}-{low}") {
                return Ok(Next::Dice(side, high, low));
            }
        }
    }
    Err(format!("neither `roll` nor dice: {what:?}"))
}

/// "15 checkers a side"; nobody ever lands on an enemy.
fn check_checkers(board: &Board) -> Result<(), String> {
    for side in [White, Black] {
        let count = board.of(side).on_board() + board.of(side).off;
        if count != CHECKERS {
            return Err(format!("{} has {count} checkers", name(side)));
        }
    }
    for point in 1..=POINTS {
        if board.white.count(point) > 0 && board.black.count(point) > 0 {
            return Err(format!("both sides on {point}"));
        }
    }
    Ok(())
}

/// "the sides that have had their first turn (`-`, `w`, `b`, `wb`)"
fn check_first_turns(position: &Position) -> Result<(), String> {
    let board = &position.board;
    for side in [White, Black] {
        // Reading: a side that has not had its first turn has all its checkers on the head.
        if !board.of(side).had_first_turn && board.of(side).unfrozen[head(side)] != CHECKERS {
            return Err(format!("{} has moved before its first turn", name(side)));
        }
    }
    // Reading: as `b` is a text of the page, Black may have begun, though nardy lets White begin.
    for side in [White, Black] {
        if board.of(side).had_first_turn && !board.of(other(side)).had_first_turn {
            // Reading: after the very first turn the other side is to act.
            match position.next {
                Next::Roll(to_act) | Next::Dice(to_act, _, _) if to_act == other(side) => {}
                _ => return Err(format!("{} has had no turn", name(other(side)))),
            }
        }
    }
    Ok(())
}

/// What no sequence of turns makes is a position all the same where it could go on.
///
/// Reading: "unless […] the enemy has borne one off" and "only the run that holds the landing
/// point" would say nothing if unfrozen checkers outside of the home of a side that has borne off,
/// or blocks with nobody ahead of them, could not be in a position.
fn check_history(board: &Board) -> Result<(), String> {
    // Reading: of two sides without an unfrozen checker one has borne its last off.
    if [White, Black].iter().all(|&s| !board.of(s).has_unfrozen() && board.of(s).off == 0) {
        return Err("neither side can have moved last".to_string());
    }
    Ok(())
}

/// A position is over when the game has ended in it, with the right outcome, and not else.
fn check_end(position: &Position) -> Result<(), String> {
    let ends = possible_ends(&position.board);
    match &position.next {
        // Reading: `resign`, `time` and `agreed` end games, not positions: they are refused.
        Next::Over(outcome) if !ends.contains(outcome) => {
            Err(format!("not over with {outcome:?}, but {ends:?}"))
        }
        Next::Roll(_) | Next::Dice(..) if !ends.is_empty() => {
            Err(format!("the game has ended: {ends:?}"))
        }
        _ => Ok(()),
    }
}

/// The outcomes that can stand with the board; none while the game goes on.
fn possible_ends(board: &Board) -> Vec<String> {
    let mut ends = Vec::new();
    for side in [White, Black] {
        // Reading: where both have none, the text tells who moved; the mover's last went off.
        let moved_last = board.of(side).off > 0 || board.of(other(side)).has_unfrozen();
        if !board.of(side).has_unfrozen() && moved_last {
            ends.push(win(board, side));
        }
    }
    if board.white.has_unfrozen() && board.black.has_unfrozen() && is_stuck(board) {
        ends.push("draw 0 stuck".to_string());
    }
    ends
}

// ---- The rulebook's own examples ----------------------------------------------------------------

#[cfg(test)]
const USUAL: Options = Options { two: false };
#[cfg(test)]
const TWO: Options = Options { two: true };
#[cfg(test)]
const EXAMPLE: &str = "w 1x12 7* 9 11 / b 13x14 5 / off 0 0 / moved wb / b dice 6-5";

#[cfg(test)]
fn legal_moves(position: &str, options: Options) -> Vec<(String, String)> {
    let outcome = outcome(position, options);
    assert!(!outcome.starts_with("refused"), "{position}: {outcome}");
    moves(position, options)
}

/// The texts of the legal actions, joined by commas.
#[cfg(test)]
fn texts(position: &str) -> String {
    let texts = legal_moves(position, USUAL).into_iter().map(|(text, _)| text);
    texts.collect::<Vec<_>>().join(", ")
}

/// The position after the action with that canonical text.
#[cfg(test)]
fn after(position: &str, text: &str) -> String {
    let legal = legal_moves(position, USUAL);
    let found = legal.iter().find(|(other, _)| other == text);
    found.unwrap_or_else(|| panic!("no {text} in {position}: {legal:?}")).1.clone()
}

#[cfg(test)]
fn checked(cases: &[(&str, &str)]) {
    for (position, expected) in cases {
        assert_eq!(texts(position), *expected, "{position}");
    }
}

#[cfg(test)]
fn checked_after(cases: &[(&str, &str, &str)]) {
    for (position, text, expected) in cases {
        assert_eq!(after(position, text), *expected, "{text} in {position}");
        assert!(!outcome(expected, USUAL).starts_with("refused"), "{expected}");
    }
}

/// Followed by hand: one checker alone leaves the head but with 3-3, 4-4 and 6-6, and 13 is held.
#[test]
fn start_has_the_counts_followed_by_hand() {
    let rolls = legal_moves(START, USUAL);
    assert_eq!(rolls.len(), 21);
    assert_eq!(rolls[0].0, "1-1");
    assert_eq!(rolls[1], ("2-1".to_string(), START.replace("roll", "dice 2-1")));
    assert_eq!(rolls[20].0, "6-6");
    for (roll, position) in &rolls {
        let expected = match roll.as_str() {
            "3-3" => "1-4 1-4 4-7 4-7, 1-4 1-4 4-7 7-10",
            "4-4" => "1-5 1-5 5-9 5-9",
            "6-6" => "1-7 1-7",
            "5-5" => "1-6 6-11 11-16 16-21",
            "6-5" => "1-6 6-12",
            "2-1" => "1-2 2-4",
            _ => continue,
        };
        assert_eq!(texts(position), expected, "{roll}");
    }
    assert_eq!(perft(START, USUAL, 0), 1);
    assert_eq!(perft(START, USUAL, 1), 22);
    assert_eq!(perft(&START.replace("roll", "dice 3-3"), USUAL, 1), 2);
    assert_eq!(outcome(START, USUAL), "none");
}

#[test]
fn example_of_a_position_text() {
    assert_eq!(texts(EXAMPLE), "13-18 18-24, 13-19 5-10");
    // Passing 7 and 9: the one stays frozen, the other freezes.
    checked_after(&[(
        EXAMPLE,
        "13-19 5-10",
        "w 1x12 7* 9* 11 / b 13x13 19 10 / off 0 0 / moved wb / w roll",
    )]);
}

// ---- Single rules -------------------------------------------------------------------------------

/// nardy: "As many dice as possible must be used; if only one of two different dice can be, it must
/// be the higher if that can be. Who can move nothing passes."
#[test]
fn as_many_dice_as_possible() {
    checked(&[
        // The checkers on 24 cannot move before the one on 14 is in the home.
        ("w 14 24x14 / b 13x13 17x2 / off 0 0 / moved wb / w dice 2-1", "14-16"),
        ("w 14 24x14 / b 13x13 17x2 / off 0 0 / moved wb / w dice 3-1", "14-15 15-18"),
        ("w 14 24x14 / b 13x11 17x2 19x2 / off 0 0 / moved wb / w dice 3-2", "14-16"),
        ("w 14 24x14 / b 13x11 16x2 17x2 / off 0 0 / moved wb / w dice 3-2", "pass"),
        ("w 14 24x14 / b 13x13 17x2 / off 0 0 / moved wb / w dice 3-3", "pass"),
        ("w 14 24x14 / b 13x13 18x2 / off 0 0 / moved wb / w dice 2-2", "14-16"),
        ("w 14 24x14 / b 13x13 20x2 / off 0 0 / moved wb / w dice 2-2", "14-16 16-18"),
        // "Each die is a movement of its own with its own landing": 4 on by 3 and 1 needs 15 or 17.
        ("w 14 24x14 / b 13x11 15x2 17x2 / off 0 0 / moved wb / w dice 3-1", "pass"),
        // After 14-15 or 6-7 the 2 is blocked but for 7-9, which ends the game: it is the most.
        (
            "w 1* 2* 3* 4* 5* 6 10* 11* 12* 14 18* 19* 20* 21* 22* / b 16* 17* 8 / off 0 12 \
             / moved wb / w dice 2-1",
            "6-7 7-9",
        ),
    ]);
    let position = "w 14 24x14 / b 13x13 17x2 / off 0 0 / moved wb / w dice 3-3";
    assert_eq!(after(position, "pass"), position.replace("w dice 3-3", "b roll"));
}

/// nardy: "one checker a turn may leave the head. On a player's first turn of the game two may when
/// the roll is 3-3, 4-4 or 6-6."
#[test]
fn head_rule() {
    checked(&[
        ("w 1x15 / b 13x15 / off 0 0 / moved wb / w dice 6-6", "1-7"),
        ("w 1x15 / b 13x15 / off 0 0 / moved wb / w dice 3-3", "1-4 4-7 7-10"),
        ("w 1x15 / b 13x15 / off 0 0 / moved - / w dice 2-2", "1-3 3-5 5-7 7-9"),
        ("w 1x14 12 / b 13x15 / off 0 0 / moved w / b dice 6-6", "13-19 13-19"),
        ("w 1x14 12 / b 13x15 / off 0 0 / moved w / b dice 4-4", "13-17 13-17 17-21 17-21"),
        ("w 1x14 12 / b 13x15 / off 0 0 / moved wb / b dice 6-6", "13-19"),
        ("w 1x14 12 / b 13x15 / off 0 0 / moved wb / b dice 2-1", "13-14 14-16"),
    ]);
    let expected = "w 1x14 12 / b 13x13 19x2 / off 0 0 / moved wb / w roll";
    let first = "w 1x14 12 / b 13x15 / off 0 0 / moved w / b dice 6-6";
    assert_eq!(after(first, "13-19 13-19"), expected);
    // nardy: "a side has had its first turn when a turn of its has ended, a pass […] included."
    assert_eq!(
        after("w 1x14 16 / b 13x15 / off 0 0 / moved w / b dice 3-3", "pass"),
        "w 1x14 16 / b 13x15 / off 0 0 / moved wb / w roll"
    );
    assert!(after(&START.replace("roll", "dice 2-1"), "1-2 2-4").ends_with("moved w / b roll"));
}

/// "on an empty point, on own checkers, or on one's own frozen checker. Never on a point that holds
/// an enemy, frozen or not." "A frozen checker cannot move."
#[test]
fn landing_and_freezing() {
    checked(&[
        ("w 1x13 5 8* / b 13x14 6 / off 0 0 / moved wb / w dice 2-1", "1-2 2-4, 1-2 5-7, 5-7 7-8"),
        ("w 1x13 5 8* / b 13x14 6* / off 0 0 / moved wb / w dice 2-1", "1-2 2-4, 1-2 5-7, 5-7 7-8"),
    ]);
    checked_after(&[
        (
            "w 1x13 5 8* / b 13x14 6 / off 0 0 / moved wb / w dice 2-1",
            "5-7 7-8",
            "w 1x13 8x2 / b 13x14 6* / off 0 0 / moved wb / b roll",
        ),
        // "a point holding exactly one enemy checker"
        (
            "w 1x13 5 8* / b 13x13 6x2 / off 0 0 / moved wb / w dice 2-1",
            "1-2 5-7",
            "w 1x12 2 7 8* / b 13x13 6x2 / off 0 0 / moved wb / b roll",
        ),
        // "Points are passed between the start and the landing": 5 and 7 are not, 6 and 8 are.
        (
            "w 4 9x14 / b 13x11 5 6 7 8 / off 0 0 / moved wb / w dice 5-5",
            "4-9 9-14 9-14 9-14",
            "w 9x12 14x3 / b 13x11 5* 6* 7* 8* / off 0 0 / moved wb / b roll",
        ),
        (
            "w 5 7 9x13 / b 13x11 6 8 10 11 / off 0 0 / moved wb / w dice 2-2",
            "5-7 7-9 7-9",
            "w 9x15 / b 13x11 6* 8* 10 11 / off 0 0 / moved wb / b roll",
        ),
    ]);
}

/// "landing on one's own frozen checker, or passing over it, frees it. A freed checker does not
/// move in the turn in which it was freed […]; the one that freed it may go on. On a point with
/// others, one checker fewer can leave."
#[test]
fn freeing() {
    checked(&[
        // Only one of the two on 7 goes on; the freed one on 7 stays.
        ("w 6 7* 24x13 / b 13x15 / off 0 0 / moved wb / w dice 1-1", "6-7 7-8 8-9 9-10"),
        ("w 6x2 7* 24x12 / b 13x13 9x2 / off 0 0 / moved wb / w dice 1-1", "6-7 6-7 7-8 7-8"),
        ("w 5 7* 24x13 / b 13x15 / off 0 0 / moved wb / w dice 3-1", "5-6 6-9"),
        ("w 6 7* 24x13 / b 13x13 9x2 / off 0 0 / moved wb / w dice 2-1", "6-8"),
    ]);
    checked_after(&[
        (
            "w 6x2 7* 24x12 / b 13x13 9x2 / off 0 0 / moved wb / w dice 1-1",
            "6-7 6-7 7-8 7-8",
            "w 7 8x2 24x12 / b 13x13 9x2 / off 0 0 / moved wb / b roll",
        ),
        (
            "w 5 7* 24x13 / b 13x15 / off 0 0 / moved wb / w dice 3-1",
            "5-6 6-9",
            "w 7 9 24x13 / b 13x15 / off 0 0 / moved wb / b roll",
        ),
        // The freed checker counts as outside the home at once, as standing behind too.
        (
            "w 18 19* 22x13 / b 13x15 / off 0 0 / moved wb / w dice 6-2",
            "18-24 22-24",
            "w 19 22x12 24x2 / b 13x15 / off 0 0 / moved wb / b roll",
        ),
    ]);
    checked(&[
        ("w 18 19* 22x13 / b 13x15 / off 0 0 / moved wb / w dice 6-2", "18-24 22-24"),
        // In its next turn it moves like any other.
        ("w 7 24x14 / b 13x15 / off 0 0 / moved wb / w dice 2-1", "7-8 8-10"),
        // A passed checker is freed also by bearing off: "all points to the end of the path".
        ("w 19 21* / b 13x15 / off 13 0 / moved wb / w dice 6-6", "19-off"),
        ("w 19 21* / b 13x15 / off 13 0 / moved wb / w dice 6-4", "19-off"),
    ]);
    checked_after(&[(
        "w 19 21* / b 13x14 23 / off 13 0 / moved wb / w dice 6-4",
        "19-off",
        "w 21 / b 13x14 23* / off 14 0 / moved wb / b roll",
    )]);
}

/// "no movement may land in an unbroken run of six or more points of one's own (frozen ones count)
/// unless some enemy checker, frozen or not, stands ahead of the run on the enemy's path"
#[test]
fn six_block() {
    checked(&[
        // "White's 20 to 24 and 1 are a run of six (Black passes them in a row)", and so are 21 to
        // 24, 1 and 2.
        (
            "w 1x6 19 21x2 22x2 23x2 24x2 / b 13x15 / off 0 0 / moved wb / w dice 6-1",
            "1-7 21-22, 1-7 22-23, 1-7 23-24, 1-7 7-8",
        ),
        (
            "w 1x7 19 21x2 22x2 23* 24x2 / b 13x15 / off 0 0 / moved wb / w dice 6-1",
            "1-7 21-22, 1-7 22-23, 1-7 7-8",
        ),
    ]);
    for (black, fills_20, fills_2) in [
        ("13x15", false, false),
        ("13x14 20", false, false),
        ("13x14 2", true, false),
        ("13x14 3", true, true),
        ("13x14 3*", true, true),
    ] {
        let white = "1x5 8 19 21x2 22x2 23x2 24x2";
        let position = format!("w {white} / b {black} / off 0 0 / moved wb / w dice 6-1");
        let legal = legal_moves(&position, USUAL);
        let reached = |points: &str| legal.iter().any(|(_, after)| after.contains(points));
        assert_eq!(reached(" 20 21x2"), fills_20, "{position}: {legal:?}");
        assert_eq!(reached("w 1x4 2 14 "), fills_2, "{position}: {legal:?}");
    }
}

/// "runs are taken along the enemy's path index 1..24 and do not wrap"; "Each movement is judged by
/// itself, after it, and only the run that holds the landing point".
#[test]
fn six_block_along_the_enemys_path() {
    // "White's 10 to 15 are not (Black starts at 13)."
    let position = "w 7x9 10 11 12 14 15x2 / b 24x15 / off 0 0 / moved wb / w dice 6-1";
    let reached = "w 7x7 8 10 11 12 13 14 15x2 / b 24x15 / off 0 0 / moved wb / b roll";
    assert!(legal_moves(position, USUAL).iter().any(|(_, after)| after == reached));
    // Nor are Black's 22 to 3, but its 8 to 13 are, the end and the head of its own path.
    let position = "w 19x15 / b 14x8 21 22 23 24 1 2x2 / off 0 0 / moved wb / b dice 6-1";
    let reached = "w 19x15 / b 14x8 22 23 24 1 2 3x2 / off 0 0 / moved wb / w roll";
    assert!(legal_moves(position, USUAL).iter().any(|(_, after)| after == reached));
    for (white, fills_8) in [("1x15", false), ("1x14 7", false), ("1x14 14", true)] {
        let black = "13x6 5 9x2 10x2 11x2 12x2";
        let position = format!("w {white} / b {black} / off 0 0 / moved wb / b dice 3-1");
        assert_eq!(texts(&position).contains("5-8"), fills_8, "{position}");
    }
    // 7 would close 7 to 12, with no White ahead; with 12 left first it closes nothing.
    let position = "w 1x15 / b 14x4 6 8x2 9x2 10x2 11x2 12x2 / off 0 0 / moved wb / b dice 2-1";
    assert!(!legal_moves(position, USUAL).iter().any(|(text, _)| text.contains("6-7")));
    let position = "w 1x15 / b 14x4 6 8 9x3 10x2 11x2 12x2 / off 0 0 / moved wb / b dice 2-1";
    assert!(!texts(position).contains("6-7 8-10") && texts(position).contains("8-10 6-7"));
}

/// "Bearing off begins when every unfrozen checker of the side is in its home. A higher die bears a
/// checker off if no unfrozen checker of its side stands behind it."
#[test]
fn bearing_off() {
    checked(&[
        (
            "w 5* 20x7 24x7 / b 13x15 / off 0 0 / moved wb / w dice 5-1",
            "20-21 20-off, 20-off 24-off",
        ),
        ("w 5* 20 24x13 / b 13x15 / off 0 0 / moved wb / w dice 6-5", "20-off 24-off"),
        ("w 5 20 24x13 / b 13x15 / off 0 0 / moved wb / w dice 6-5", "5-10 10-16"),
        // nardy: "It may begin within a turn: each movement is judged by the position before it."
        ("w 18 24x14 / b 13x15 / off 0 0 / moved wb / w dice 2-1", "18-19 19-21, 18-20 24-off"),
        // nardy: "Moving inside the home stays allowed."
        ("w 22x2 / b 13x15 / off 13 0 / moved wb / w dice 2-1", "22-23 22-24, 22-23 23-off"),
        // A frozen checker does not stand behind.
        ("w 19* 22 / b 13x15 / off 13 0 / moved wb / w dice 6-5", "22-off"),
        ("w 19 22 / b 13x15 / off 13 0 / moved wb / w dice 5-5", "19-24 22-off 24-off"),
        // Black's home.
        ("w 1x15 / b 8 12 / off 0 13 / moved wb / b dice 5-1", "12-off 8-off, 8-9 9-off"),
    ]);
}

/// nardy: "A movement that ends the game is always allowed where it is legal by itself, ends the
/// turn at once and lets the other dice lapse". "who freezes the enemy's last unfrozen checker
/// hands over the win. If both have none, the side that moved wins." And the points.
#[test]
fn ends() {
    checked_after(&[
        (
            "w 24 / b 13x15 / off 14 0 / moved wb / w dice 6-6",
            "24-off",
            "w - / b 13x15 / off 15 0 / moved wb / over white 3 home-mars",
        ),
        (
            "w 24 / b 12x15 / off 14 0 / moved wb / w dice 6-5",
            "24-off",
            "w - / b 12x15 / off 15 0 / moved wb / over white 2 mars",
        ),
        (
            "w 24 / b 7x10 12x4 / off 14 1 / moved wb / w dice 6-5",
            "24-off",
            "w - / b 7x10 12x4 / off 15 1 / moved wb / over white 1 oyn",
        ),
        // "Dead checkers never count": neither Black's on 14 nor White's on 3.
        (
            "w 3* 24 / b 14* 7x14 / off 13 0 / moved wb / w dice 6-5",
            "24-off",
            "w 3* / b 14* 7x14 / off 14 0 / moved wb / over white 2 mars",
        ),
        // Two ways of one and two dice to one end: the first text by byte order.
        (
            "w 19 / b 12x15 / off 14 0 / moved wb / w dice 6-1",
            "19-20 20-off",
            "w - / b 12x15 / off 15 0 / moved wb / over white 2 mars",
        ),
    ]);
    let black = "13* 14* 15* 16* 17* 18* 22 2* 3* 4* 5* 6* 7* 8* 9*";
    let frozen = black.replace("22", "22*");
    let position = format!("w 19 / b {black} / off 14 0 / moved wb / w dice 6-5");
    let handed_over = format!("w 24 / b {frozen} / off 14 0 / moved wb / over black 1 oyn");
    let own_win = format!("w - / b {frozen} / off 15 0 / moved wb / over white 2 mars");
    let expected = [("19-24".to_string(), handed_over), ("19-off".to_string(), own_win)];
    assert_eq!(legal_moves(&position, USUAL), expected);
    // One die or two.
    let position = format!("w 20 / b {black} / off 14 0 / moved wb / w dice 3-1");
    assert_eq!(texts(&position), "20-21 21-24, 20-23");
    // The loser's points by its own checkers.
    for (white, points) in [("5x14 6", "3 home-mars"), ("5x15", "3 home-mars")] {
        let position = format!("w {white} / b 8 / off 0 14 / moved wb / w dice 6-4");
        for (_, after) in legal_moves(&position, USUAL) {
            assert_eq!(outcome(&after, USUAL), format!("black {points}"));
        }
    }
}

/// nardy: "the game is drawn at once, `stuck`, 0 points"; "The drawn position is written as it
/// stands".
#[test]
fn stuck() {
    let black = "13* 14* 15* 16* 17* 23x5 12x5";
    let before =
        format!("w 1* 2* 3* 4* 5* 10 11x4 24x5 / b {black} / off 0 0 / moved wb / w dice 2-1");
    let drawn =
        format!("w 1* 2* 3* 4* 5* 11x5 24x5 / b {black} / off 0 0 / moved wb / over draw 0 stuck");
    assert_eq!(legal_moves(&before, USUAL), [("10-11".to_string(), drawn.clone())]);
    assert_eq!(outcome(&drawn, USUAL), "draw 0 stuck");
    assert!(moves(&drawn, USUAL).is_empty());
    // Stuck for one side only: it passes.
    let one = before.replace("w dice 2-1", "b dice 6-6");
    assert_eq!(texts(&one), "pass");
    assert_eq!(after(&one, "pass"), one.replace("b dice 6-6", "w roll"));
}

/// "a player all of whose unfrozen checkers are in the home when rolling plays a double as two
/// movements."
#[test]
fn house_without_doubles() {
    for (white, off, four, two) in [
        ("20x5 24x5", 5, 4, 2),
        ("5* 20x5 24x5", 4, 4, 2),
        // Not in the home when rolling.
        ("18 24x14", 0, 4, 4),
        ("24x2", 13, 2, 2),
        ("24", 14, 1, 1),
    ] {
        let position = format!("w {white} / b 7x15 / off {off} 0 / moved wb / w dice 1-1");
        for (options, count) in [(USUAL, four), (TWO, two)] {
            for (text, _) in legal_moves(&position, options) {
                assert_eq!(text.split(' ').count(), count, "{text} in {position}");
            }
        }
        let position = position.replace("1-1", "2-1");
        assert_eq!(legal_moves(&position, USUAL), legal_moves(&position, TWO));
    }
}

#[test]
fn perft_ends_with_the_game() {
    let position = "w 24 / b 13x15 / off 14 0 / moved wb / w roll";
    assert_eq!([0, 1, 2].map(|depth| perft(position, USUAL, depth)), [1, 21, 0]);
    let (_, over) = moves(&moves(position, USUAL)[0].1, USUAL).remove(0);
    assert_eq!([0, 1].map(|depth| perft(&over, USUAL, depth)), [1, 0]);
    assert_eq!(perft("", USUAL, 0), 0);
}

#[test]
fn texts_that_are_no_position_are_refused() {
    let over = "w - / b 12x15 / off 15 0 / moved wb / over white 2 mars";
    let black = "13* 14* 15* 16* 17* 18* 22* 2* 3* 4* 5* 6* 7* 8* 9*";
    let both = format!("w - / b {black} / off 15 0 / moved wb / over white 2 mars");
    for text in [
        "w 1x15 / b 13x15 / off 0 0 / moved b / w dice 6-6",
        "w 1x15 / b 13x15 / off 0 0 / moved - / b roll",
        EXAMPLE,
        over,
        &both,
        // What could not come of turns, but could go on.
        "w 13* 14x14 / b 24x15 / off 0 0 / moved wb / w roll",
        "w 18 24x13 / b 13x15 / off 1 0 / moved wb / w roll",
        "w 1x10 20 21 22 23 24 / b 13x15 / off 0 0 / moved wb / w roll",
    ] {
        assert!(!outcome(text, USUAL).starts_with("refused"), "{text}: {}", outcome(text, USUAL));
    }
    let mut refused = Vec::new();
    for (place, wrong) in [
        // The form.
        ("w 1x12", "W 1x12"),
        ("w 1x12", "w  1x12"),
        ("w 1x12", "1x12"),
        ("w 1x12", " w 1x12"),
        ("6-5", "6-5 "),
        (" / b 13", "/b 13"),
        (" / off 0 0", ""),
        ("off 0 0", "off 0"),
        ("off 0 0", "off 0 0 0"),
        ("off 0 0", "off -0 0"),
        ("off 0 0", "off 00 0"),
        ("wb", "bw"),
        ("wb", ""),
        ("dice 6-5", "dice 5-6"),
        ("dice 6-5", "dice 6-0"),
        ("dice 6-5", "dice 7-5"),
        ("dice 6-5", "dice"),
        ("dice 6-5", ""),
        ("b dice", "g dice"),
        ("b dice 6-5", "roll"),
        ("b dice 6-5", "over"),
        ("b dice 6-5", "none"),
        ("9 11", "11 9"),
        ("13x14 5", "5 13x14"),
        ("9 11", "9x1 11"),
        ("9 11", "9 11x0 11"),
        ("9 11", "09 11"),
        ("9 11", "+9 11"),
        ("1x12", "1x11 1"),
        ("7*", "7**"),
        ("7*", "*7"),
        ("7*", "7*x1"),
        ("1x12", "1x4294967295"),
        ("1x12", "1x18446744073709551616"),
        // The checkers.
        ("1x12", "1x11"),
        ("1x12", "1x13"),
        ("off 0 0", "off 1 0"),
        ("9 11", "9 25"),
        ("9 11", "0 11"),
        ("9 11", "9 13"),
        ("7* 9", "7* 7"),
        ("7* 9", "7 7*"),
        ("9 11", "9x2*"),
        // Not over, or not so.
        ("b dice 6-5", "over white 3 home-mars"),
        ("b dice 6-5", "over draw 0 stuck"),
        // The first turns.
        ("wb", "w"),
        ("wb", "b"),
        ("wb", "-"),
    ] {
        assert!(EXAMPLE.contains(place), "{place}");
        refused.push(EXAMPLE.replace(place, wrong));
    }
    for text in [
        "",
        "w 1x15 / b 13x15 / off 0 0 / moved w / w roll",
        "w 1x15 / b 13x15 / off 0 0 / moved b / b roll",
        // Over, or with another outcome.
        "w - / b 12x15 / off 15 0 / moved wb / w roll",
        "w - / b 12x15 / off 15 0 / moved wb / b dice 6-5",
        "w - / b 12x15 / off 15 0 / moved wb / over white 3 home-mars",
        "w - / b 12x15 / off 15 0 / moved wb / over black 2 mars",
        "w - / b 12x15 / off 15 0 / moved wb / over white 2 mars resign",
        "w - / b 12x15 / off 15 0 / moved wb / over white 2 resign",
        "w - / b 12x15 / off 15 0 / moved wb / over draw 0 stuck",
        "w - / b 12x15 / off 15 0 / moved wb / over none",
        "w - / b 13x15 / off 15 0 / moved w / over white 3 home-mars",
        "w - / b - / off 15 15 / moved wb / w roll",
        "w 1* 2* 3* 4* 5* 11x5 24x5 / b 13* 14* 15* 16* 17* 23x5 12x5 / off 0 0 / moved wb \
         / w roll",
        &both.replace("white 2 mars", "black 1 oyn"),
    ] {
        refused.push(text.to_string());
    }
    for text in refused {
        assert!(outcome(&text, USUAL).starts_with("refused: "), "{text:?} is a position");
        assert!(moves(&text, USUAL).is_empty());
    }
}

// ---- Random games -------------------------------------------------------------------------------

/// The next of a row of numbers that looks random (splitmix64), below the bound.
#[cfg(test)]
fn random(state: &mut u64, bound: usize) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ (mixed >> 31)) % bound as u64) as usize
}

/// The position with the sides and the halves of the board exchanged.
#[cfg(test)]
fn mirrored(text: &str) -> String {
    let position = read(text).unwrap();
    let turned = |camp: &Camp| {
        let mut turned = camp.clone();
        for point in 1..=POINTS {
            let opposite = if point > 12 { point - 12 } else { point + 12 };
            turned.unfrozen[opposite] = camp.unfrozen[point];
            turned.frozen[opposite] = camp.frozen[point];
        }
        turned
    };
    let board =
        Board { white: turned(&position.board.black), black: turned(&position.board.white) };
    let next = match position.next {
        Next::Roll(side) => Next::Roll(other(side)),
        Next::Dice(side, high, low) => Next::Dice(other(side), high, low),
        Next::Over(outcome) => Next::Over(match outcome.split_once(' ') {
            Some(("white", points)) => format!("black {points}"),
            Some(("black", points)) => format!("white {points}"),
            _ => outcome,
        }),
    };
    write(&Position { board, next })
}

/// "a frozen checker with no unfrozen checker of its side behind it can never be freed."
#[cfg(test)]
fn dead(board: &Board) -> Vec<usize> {
    let mut dead = Vec::new();
    for side in [White, Black] {
        for point in path(side) {
            if board.of(side).unfrozen[point] > 0 {
                break;
            }
            if board.of(side).frozen[point] {
                dead.push(point);
            }
        }
    }
    dead
}

/// How far the checkers of the side have come, those borne off the farthest.
#[cfg(test)]
fn way(board: &Board, side: Side) -> usize {
    let camp = board.of(side);
    let mut way = camp.off as usize * (POINTS + 1);
    for point in 1..=POINTS {
        way += camp.count(point) as usize * path_index(side, point);
    }
    way
}

/// What holds of every action of every position.
#[cfg(test)]
fn check_action(position: &str, text: &str, after: &str, options: Options) {
    let (Position { board, next: Next::Dice(side, high, low) }, Ok(then)) =
        (read(position).unwrap(), read(after))
    else {
        panic!("{text} in {position}: {after}: {}", outcome(after, options));
    };
    let dice = dice_of(board.of(side), side, high, low, options);
    let movements = if text == "pass" { 0 } else { text.split(' ').count() };
    let gone = way(&then.board, side) - way(&board, side);
    assert!(movements <= dice.len() && gone <= dice.iter().sum(), "{text} in {position}");
    assert!(gone >= movements, "{text} in {position}");
    assert_eq!(way(&then.board, other(side)), way(&board, other(side)));
    let dead_after = dead(&then.board);
    assert!(dead(&board).iter().all(|point| dead_after.contains(point)), "{text} in {position}");
    match then.next {
        Next::Roll(to_act) => assert!(to_act != side, "{text} in {position}"),
        Next::Dice(..) => panic!("{text} in {position}"),
        Next::Over(_) => assert!(moves(after, options).is_empty()),
    }
}

/// The list is sorted, has no text and no position twice, every action uses as many dice or ends
/// the game, and the mirrored position has the mirrored actions.
#[cfg(test)]
fn check_actions(position: &str, legal: &[(String, String)], options: Options) {
    assert!(legal.is_sorted() && !legal.is_empty(), "{position}");
    let mut afters: Vec<String> = legal.iter().map(|(_, after)| mirrored(after)).collect();
    let going_on = legal.iter().filter(|(_, after)| !after.contains("over"));
    let mut counts: Vec<usize> = going_on.map(|(text, _)| text.split(' ').count()).collect();
    counts.dedup();
    assert!(counts.len() <= 1, "{position}: {legal:?}");
    let mirror = moves(&mirrored(position), options);
    let mut of_mirror: Vec<String> = mirror.into_iter().map(|(_, after)| after).collect();
    afters.sort();
    of_mirror.sort();
    assert_eq!(afters, of_mirror, "{position}");
    afters.dedup();
    assert_eq!(afters.len(), of_mirror.len(), "{position}");
    let mut texts: Vec<&String> = legal.iter().map(|(text, _)| text).collect();
    texts.dedup();
    assert_eq!(texts.len(), legal.len(), "{position}");
}

/// A game at random to its end.
#[cfg(test)]
fn random_game(seed: u64, options: Options) -> String {
    let mut state = seed;
    let mut position = START.to_string();
    for _ in 0..1000 {
        let rolls = moves(&position, options);
        if rolls.is_empty() {
            return outcome(&position, options);
        }
        let (high, low) = (random(&mut state, 6) + 1, random(&mut state, 6) + 1);
        let roll = format!("{}-{}", high.max(low), high.min(low));
        let rolled = rolls.iter().find(|(text, _)| *text == roll).unwrap().1.clone();
        let legal = moves(&rolled, options);
        check_actions(&rolled, &legal, options);
        for (text, after) in &legal {
            check_action(&rolled, text, after, options);
        }
        position = legal[random(&mut state, legal.len())].1.clone();
    }
    panic!("no end of the game with seed {seed}: {position}");
}

#[test]
fn random_games_end_and_break_nothing() {
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..24 {
        let options = if seed % 2 == 0 { USUAL } else { TWO };
        *ends.entry(random_game(seed, options)).or_default() += 1;
    }
    for side in ["white", "black"] {
        assert!(ends.keys().any(|outcome| outcome.starts_with(side)), "{ends:?}");
    }
}
