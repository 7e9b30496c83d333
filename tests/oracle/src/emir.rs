//! A slow, naive oracle for Emir, written from the rulebook alone.
//!
//! It shares no code and no idea with the real rules: a point is the string of its checkers as the
//! position text has it, every order of the dice is played out on a copy of the table, and results
//! are compared as texts.
//! The sentences in quotation marks are the rulebook's (`emir.md`, `nardy.md`, or `README.md` where
//! said so). "Reading:" marks what the text leaves open.

use std::collections::BTreeMap;

/// The usual start, when the opening roll is over: "the higher die takes White and rolls anew".
pub const START: &str = "1:wwwwwWwwwwww 13:bbbbbBbbbbbb / res 3 3 / bar - - / off 0 0 / moved - / \
                         w roll";

/// What the players agree on before the game.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// "`cover-head=yes` allows it from the head too"
    pub cover_head: bool,
}

/// "15 checkers in all"
const CHECKERS: usize = 15;
/// "Each side has three nukers in reserve"
const NUKERS: usize = 3;
/// "last home point 24", and the first of the home, both as path indices.
const LAST: usize = 24;
const HOME: usize = 19;

/// What a side has beside the board.
#[derive(Clone)]
struct Camp {
    reserve: usize,
    /// In the order of the hits.
    bar: String,
    off: usize,
    moved: bool,
}

/// What comes next; the letter is the side to act.
#[derive(Clone)]
enum Next {
    Pre(char),
    Roll(char),
    /// The higher die first.
    Dice(char, usize, usize),
    Over(String),
}

#[derive(Clone)]
struct Table {
    /// By point, bottom to top; an empty point has no entry.
    stacks: BTreeMap<usize, String>,
    white: Camp,
    black: Camp,
    next: Next,
}

/// What holds for all the movements of a turn.
struct Turn {
    side: char,
    double: bool,
    /// How many checkers may leave the head.
    may_leave: usize,
}

/// Movements played one after another.
#[derive(Clone)]
struct Line {
    words: Vec<String>,
    used: Vec<usize>,
    left_head: usize,
    table: Table,
}

/// Every legal action as (text, position text after it), or every roll where one is due; sorted by
/// text by byte order; empty when the game is over (or when the position text is refused).
pub fn moves(text: &str, options: Options) -> Vec<(String, String)> {
    let Ok(table) = read(text, options) else {
        return Vec::new();
    };
    let list = match table.next {
        Next::Pre(side) => choices(&table, side, options),
        Next::Roll(side) => rolled(&table, side),
        Next::Dice(side, high, low) => turns(&table, side, high, low, options),
        Next::Over(_) => Vec::new(),
    };
    first_texts(list).into_iter().map(|(text, after)| (text, write(&after))).collect()
}

/// `none`, `white 2 mars`, `draw 0 stuck`, …; `refused: …` with the reason when the text is no
/// position.
pub fn outcome(text: &str, options: Options) -> String {
    match read(text, options) {
        Ok(Table { next: Next::Over(end), .. }) => end,
        Ok(_) => "none".to_string(),
        Err(reason) => format!("refused: {reason}"),
    }
}

/// The leaf nodes at that depth. README: "In perft an action is a node (Emir's preliminary choice
/// is one level); a chance event is expanded over all its kinds […] and is not itself a level.
/// Games that ended earlier are not counted at a deeper level; paths are counted".
pub fn perft(text: &str, options: Options, depth: u32) -> u64 {
    let Ok(table) = read(text, options) else {
        return 0;
    };
    // Reading: a roll still due after the last action is not expanded; the node is one leaf.
    if depth == 0 {
        return 1;
    }
    let deeper = if matches!(table.next, Next::Roll(_)) { depth } else { depth - 1 };
    let mut leaves = 0;
    for (_, after) in moves(text, options) {
        leaves += perft(&after, options, deeper);
    }
    leaves
}

// ---- Sides, checkers and points -----------------------------------------------------------------

fn other(side: char) -> char {
    if side == 'w' { 'b' } else { 'w' }
}

fn name_of(side: char) -> &'static str {
    if side == 'w' { "white" } else { "black" }
}

/// "capital for an emir"
fn is_emir(checker: char) -> bool {
    checker.is_ascii_uppercase()
}

fn owner(checker: char) -> char {
    checker.to_ascii_lowercase()
}

fn emir_of(side: char) -> char {
    side.to_ascii_uppercase()
}

/// "White's head is 1 […]; Black's head is 13"
fn head_of(side: char) -> usize {
    if side == 'w' { 1 } else { 13 }
}

/// "A side's path index of a point counts from its head: head 1, last home point 24." "24 is
/// followed by 1."
fn index_of(side: char, point: usize) -> usize {
    if side == 'w' {
        point
    } else if point >= 13 {
        point - 12
    } else {
        point + 12
    }
}

/// The point that has that path index.
fn point_at(side: char, index: usize) -> usize {
    if side == 'w' {
        index
    } else if index <= 12 {
        index + 12
    } else {
        index - 12
    }
}

/// "its home 19..24; […] its home 7..12"
fn in_home(side: char, point: usize) -> bool {
    index_of(side, point) >= HOME
}

impl Table {
    fn camp(&self, side: char) -> &Camp {
        if side == 'w' { &self.white } else { &self.black }
    }

    fn camp_mut(&mut self, side: char) -> &mut Camp {
        if side == 'w' { &mut self.white } else { &mut self.black }
    }

    fn stack(&self, point: usize) -> &str {
        self.stacks.get(&point).map_or("", |stack| stack.as_str())
    }

    /// "A point is a stack; the top checker is the one that moves."
    fn top(&self, point: usize) -> Option<char> {
        self.stack(point).chars().last()
    }

    /// The top of that point is that side's.
    fn stands(&self, side: char, point: usize) -> bool {
        self.top(point).is_some_and(|top| owner(top) == side)
    }

    /// Every checker of that side on that point, captives too, from the top.
    fn all_on(&self, side: char, point: usize) -> Vec<char> {
        self.stack(point).chars().rev().filter(|&checker| owner(checker) == side).collect()
    }

    /// Those above which no enemy stands, from the top.
    fn free_on(&self, side: char, point: usize) -> Vec<char> {
        self.stack(point).chars().rev().take_while(|&checker| owner(checker) == side).collect()
    }

    fn put(&mut self, checker: char, point: usize) {
        self.stacks.entry(point).or_default().push(checker);
    }

    fn lift(&mut self, point: usize) -> Option<char> {
        let checker = self.stacks.get_mut(&point)?.pop();
        if self.stack(point).is_empty() {
            self.stacks.remove(&point);
        }
        checker
    }

    fn is_over(&self) -> bool {
        matches!(self.next, Next::Over(_))
    }
}

// ---- Landing, captures and hits -----------------------------------------------------------------

/// "Open to the mover: an empty point; a point whose top is his; a point with exactly one enemy
/// checker and nothing else." "An emir in its own home cannot be hit: for a double its point is
/// closed if it stands there alone. (It can be captured.)"
fn is_open(table: &Table, side: char, point: usize, double: bool) -> bool {
    let Some(top) = table.top(point) else {
        return true;
    };
    if owner(top) == side {
        return true;
    }
    let alone = table.stack(point).len() == 1;
    let safe = double && is_emir(top) && in_home(owner(top), point);
    alone && !safe
}

/// The top checker of a point goes to an open point. "an emir that captures the emir wins 32 at
/// once, one that hits it 64, `emir-mate`."
fn carry(table: &mut Table, from: usize, to: usize, double: bool) {
    let Some(checker) = table.lift(from) else {
        return;
    };
    let taken = land(table, checker, to, double);
    if is_emir(checker) && taken.is_some_and(is_emir) {
        let end = if double { "64 emir-mate" } else { "32 emir-captured" };
        finish(table, owner(checker), end);
    }
}

/// The single enemy that was taken, if one was. "A roll of two different dice, and a covering move,
/// capture: the single enemy stays underneath as a captive." "A double hits".
fn land(table: &mut Table, checker: char, point: usize, double: bool) -> Option<char> {
    let enemy = table.top(point).filter(|&top| owner(top) != owner(checker));
    if double && enemy.is_some() {
        table.lift(point);
    }
    table.put(checker, point);
    if let Some(enemy) = enemy.filter(|_| double) {
        send_back(table, enemy);
    }
    enemy
}

/// "the single enemy goes on top of the stack on its own head; if an enemy of it stands there (the
/// hitting checker itself, when it was hit on its own head, or a captor), it waits on the bar."
/// Reading: the head is looked at when the hitter has landed; one that came from there is gone.
/// "Older ones may still be waiting when the head is free again within the turn: the new one goes
/// to the head."
fn send_back(table: &mut Table, hit: char) {
    let side = owner(hit);
    if table.stands(other(side), head_of(side)) {
        table.camp_mut(side).bar.push(hit);
    } else {
        table.put(hit, head_of(side));
    }
}

// ---- The course of a turn -----------------------------------------------------------------------

/// "at the start of a side's turn all its bar checkers go on top of its head, in the order in which
/// they were hit, if no enemy stands there; else they wait."
fn enter_bar(table: &mut Table, side: char) {
    if table.stands(other(side), head_of(side)) {
        return;
    }
    let waiting = std::mem::take(&mut table.camp_mut(side).bar);
    for checker in waiting.chars() {
        table.put(checker, head_of(side));
    }
}

/// "Turn: bar, then at most one preliminary action, then the roll". "If a preliminary action is
/// possible the player chooses one or `roll`; if none is, the roll comes at once."
fn begin_turn(table: &mut Table, side: char, options: Options) {
    enter_bar(table, side);
    let none = preliminaries(table, side, options).is_empty();
    table.next = if none { Next::Roll(side) } else { Next::Pre(side) };
}

/// "A side has had its first turn when a turn of its has ended, a pass or the end of the game
/// included." "a win comes before it": whoever calls this has not won.
fn end_turn(table: &mut Table, side: char, options: Options) {
    table.camp_mut(side).moved = true;
    if is_stuck(table, options) {
        // "The drawn position is written as it stands, no bar entered."
        table.next = Next::Over("draw 0 stuck".to_string());
    } else {
        begin_turn(table, other(side), options);
    }
}

/// The side whose turn it is wins.
fn finish(table: &mut Table, side: char, end: &str) {
    table.camp_mut(side).moved = true;
    table.next = Next::Over(format!("{} {end}", name_of(side)));
}

/// "neither side could make a movement with any of the 21 rolls, nor a preliminary action in Emir
/// (each side taken by itself as if its own turn began, its bar entered first)"
fn is_stuck(table: &Table, options: Options) -> bool {
    for side in ['w', 'b'] {
        let mut table = table.clone();
        enter_bar(&mut table, side);
        if !preliminaries(&table, side, options).is_empty() {
            return false;
        }
        for (high, low) in all_rolls() {
            if can_move(&table, side, high, low) {
                return false;
            }
        }
    }
    true
}

fn can_move(table: &Table, side: char, high: usize, low: usize) -> bool {
    let turn = turn_of(table, side, high, low);
    let line = first_line(table);
    (1..=LAST).any(|from| [high, low].iter().any(|&die| step(&line, from, die, &turn).is_some()))
}

// ---- Preliminary actions ------------------------------------------------------------------------

/// What the player may choose from before the roll.
fn choices(table: &Table, side: char, options: Options) -> Vec<(String, Table)> {
    let mut list = preliminaries(table, side, options);
    list.push(("roll".to_string(), table.clone()));
    for (_, after) in &mut list {
        if !after.is_over() {
            after.next = Next::Roll(side);
        }
    }
    list
}

fn preliminaries(table: &Table, side: char, options: Options) -> Vec<(String, Table)> {
    let mut list = nukers(table, side);
    for from in 1..=LAST {
        if let Some(after) = covered(table, side, from, options) {
            list.push((format!("cover {from}"), after));
        }
    }
    list
}

/// "at most two at once, on different points"; "`nuker 5`, `nuker 1 5` (points ascending)".
fn nukers(table: &Table, side: char) -> Vec<(String, Table)> {
    let points: Vec<usize> = (1..=LAST).filter(|&point| takes_nuker(table, side, point)).collect();
    let mut list = Vec::new();
    for &first in &points {
        list.extend(nuker(table, side, &[first]));
        for &second in &points {
            if first < second {
                list.extend(nuker(table, side, &[first, second]));
            }
        }
    }
    list
}

/// "put one on top of the own emir where the emir is the only checker of its side on the point and
/// not a captive, and/or one on top of the head if exactly one own free checker is there".
fn takes_nuker(table: &Table, side: char, point: usize) -> bool {
    let free = table.free_on(side, point);
    let lone_emir = free == [emir_of(side)] && table.all_on(side, point) == free;
    let lone_on_head = point == head_of(side) && free.len() == 1;
    lone_emir || lone_on_head
}

fn nuker(table: &Table, side: char, points: &[usize]) -> Option<(String, Table)> {
    let mut after = table.clone();
    let mut text = "nuker".to_string();
    for &point in points {
        let reserve = &mut after.camp_mut(side).reserve;
        *reserve = reserve.checked_sub(1)?;
        after.put(side, point);
        text = format!("{text} {point}");
    }
    Some((text, after))
}

/// "from a point, not the head, with three or more own checkers on top: all of them are laid out
/// from the top". "If the emir takes the emir on the way, the game is over and the rest stays where
/// it is." Reading: all must find room also when the emir would end the game before the last.
fn covered(table: &Table, side: char, from: usize, options: Options) -> Option<Table> {
    let count = table.free_on(side, from).len();
    if count < 3 || (from == head_of(side) && !options.cover_head) {
        return None;
    }
    let mut after = table.clone();
    for to in layout(table, side, from, count)? {
        if !after.is_over() {
            carry(&mut after, from, to, false);
        }
    }
    Some(after)
}

/// "one on each following open point, closed ones skipped […]. The point right ahead must be open,
/// all must find room by path index 24, and six or more closed points in a row may not be crossed
/// between one landing and the next. Open and closed as for a capture".
fn layout(table: &Table, side: char, from: usize, count: usize) -> Option<Vec<usize>> {
    let ahead = index_of(side, from) + 1;
    let mut landings = Vec::new();
    let mut closed = 0;
    for index in ahead..=LAST {
        let point = point_at(side, index);
        if is_open(table, side, point, false) {
            landings.push(point);
            closed = 0;
        } else {
            closed += 1;
        }
        if landings.len() == count {
            return Some(landings);
        }
        if landings.is_empty() || closed >= 6 {
            return None;
        }
    }
    None
}

// ---- The dice -----------------------------------------------------------------------------------

/// "a roll: the 21 distinct rolls"
fn all_rolls() -> Vec<(usize, usize)> {
    let mut rolls = Vec::new();
    for high in 1..=6 {
        for low in 1..=high {
            rolls.push((high, low));
        }
    }
    rolls
}

fn rolled(table: &Table, side: char) -> Vec<(String, Table)> {
    let mut list = Vec::new();
    for (high, low) in all_rolls() {
        let after = Table { next: Next::Dice(side, high, low), ..table.clone() };
        list.push((format!("{high}-{low}"), after));
    }
    list
}

/// "one checker a turn may leave the head. On a player's first turn of the game two may when the
/// roll is 3-3, 4-4 or 6-6."
fn turn_of(table: &Table, side: char, high: usize, low: usize) -> Turn {
    let double = high == low;
    let two = !table.camp(side).moved && double && [3, 4, 6].contains(&high);
    Turn { side, double, may_leave: if two { 2 } else { 1 } }
}

fn first_line(table: &Table) -> Line {
    Line { words: Vec::new(), used: Vec::new(), left_head: 0, table: table.clone() }
}

/// Every legal turn; of its orders the first.
fn turns(
    table: &Table,
    side: char,
    high: usize,
    low: usize,
    options: Options,
) -> Vec<(String, Table)> {
    let turn = turn_of(table, side, high, low);
    // "A double is played four times."
    let dice = if turn.double { vec![high; 4] } else { vec![high, low] };
    let mut lines = Vec::new();
    play(first_line(table), &dice, &turn, &mut lines);
    let mut list = Vec::new();
    for line in allowed(lines, high) {
        // "`pass` when nothing can move."
        let text = if line.words.is_empty() { "pass".to_string() } else { line.words.join(" ") };
        list.push((text, line.table));
    }
    // Here only to save time: the orders that end alike by now.
    let mut list = first_texts(list);
    for (_, after) in &mut list {
        if !after.is_over() {
            end_turn(after, side, options);
        }
    }
    list
}

/// All the ways to go on, stopping early ones included. "A movement that ends the game […] ends the
/// turn at once and lets the other dice lapse".
fn play(line: Line, dice: &[usize], turn: &Turn, lines: &mut Vec<Line>) {
    if !line.table.is_over() {
        for (place, &die) in dice.iter().enumerate() {
            if dice[..place].contains(&die) {
                continue; // another die with that number has been tried
            }
            let mut rest = dice.to_vec();
            rest.remove(place);
            for from in 1..=LAST {
                if let Some(next) = step(&line, from, die, turn) {
                    play(next, &rest, turn, lines);
                }
            }
        }
    }
    lines.push(line);
}

/// "As many dice as possible must be used; if only one of two different dice can be, it must be the
/// higher if that can be." "A movement that ends the game is always allowed where it is legal by
/// itself […]; its dice count towards the most that can be used, like those of any sequence."
fn allowed(mut lines: Vec<Line>, high: usize) -> Vec<Line> {
    let most = lines.iter().map(|line| line.used.len()).max().unwrap_or(0);
    // Reading: a higher die that can only be used to end the game is one that can be used.
    let high_can = lines.iter().any(|line| line.used == [high]);
    lines.retain(|line| {
        let only_lower = most == 1 && high_can && line.used != [high];
        line.table.is_over() || (line.used.len() == most && !only_lower)
    });
    lines
}

/// One more movement. "Each die moves one checker by its number". "`from-to`, with `off` for
/// leaving".
fn step(line: &Line, from: usize, die: usize, turn: &Turn) -> Option<Line> {
    let from_head = from == head_of(turn.side);
    let barred = from_head && line.left_head >= turn.may_leave;
    if barred || !line.table.stands(turn.side, from) {
        return None;
    }
    let aim = index_of(turn.side, from) + die;
    let can = if aim <= LAST {
        is_open(&line.table, turn.side, point_at(turn.side, aim), turn.double)
    } else {
        may_leave_board(&line.table, turn.side, from, aim)
    };
    if !can {
        return None;
    }
    let mut next = line.clone();
    next.used.push(die);
    next.left_head += usize::from(from_head);
    if aim <= LAST {
        let to = point_at(turn.side, aim);
        carry(&mut next.table, from, to, turn.double);
        next.words.push(format!("{from}-{to}"));
    } else {
        bear_off(&mut next.table, turn.side, from);
        next.words.push(format!("{from}-off"));
    }
    Some(next)
}

// ---- Bearing off and the end --------------------------------------------------------------------

/// The points with a checker of that side, captives too.
fn places(table: &Table, side: char) -> Vec<usize> {
    (1..=LAST).filter(|&point| !table.all_on(side, point).is_empty()).collect()
}

/// "Bearing off begins when all 15 are in: nothing in reserve or on the bar, every own checker on
/// the board (captives too) in the home or already off." "It may begin within a turn: each movement
/// is judged by the position before it." "A higher die bears a checker off if no own checker,
/// captive or not, stands behind it in the home."
/// Reading: all 15 must be in at each bearing off, also when one was hit after the first.
fn may_leave_board(table: &Table, side: char, from: usize, aim: usize) -> bool {
    let camp = table.camp(side);
    let places = places(table, side);
    let all_in = places.iter().all(|&point| in_home(side, point));
    if camp.reserve > 0 || !camp.bar.is_empty() || !all_in {
        return false;
    }
    let behind = places.iter().any(|&point| index_of(side, point) < index_of(side, from));
    aim == LAST + 1 || !behind
}

/// "the first to bear off all 15 wins"
fn bear_off(table: &mut Table, side: char, from: usize) {
    table.lift(from);
    table.camp_mut(side).off += 1;
    if table.camp(side).off == CHECKERS {
        let end = loss(table, other(side));
        finish(table, side, &end);
    }
}

/// What the loser loses when the other has borne off all: "with a checker on the bar or on its head
/// (free or captive) […] 8 `koks`, 16 if the emir is among them; else with a checker in reserve or
/// anywhere outside its home 4 `home-mars`, 8 if the emir is outside; else with none borne off 2
/// `mars`; else 1 `oyn`."
fn loss(table: &Table, loser: char) -> String {
    let camp = table.camp(loser);
    let emir = emir_of(loser);
    let mut back = table.all_on(loser, head_of(loser));
    back.extend(camp.bar.chars());
    let mut outside = Vec::new();
    for point in places(table, loser) {
        if !in_home(loser, point) {
            outside.extend(table.all_on(loser, point));
        }
    }
    if !back.is_empty() {
        let points = if back.contains(&emir) { 16 } else { 8 };
        return format!("{points} koks");
    }
    if camp.reserve > 0 || !outside.is_empty() {
        let points = if outside.contains(&emir) { 8 } else { 4 };
        return format!("{points} home-mars");
    }
    if camp.off == 0 { "2 mars".to_string() } else { "1 oyn".to_string() }
}

// ---- Lists and position texts -------------------------------------------------------------------

/// "of all legal sequences that reach the same position it is the first by byte order". README:
/// "sorted by move text".
/// Reading: the position is that of the text, so the other side's bar has entered.
fn first_texts(list: Vec<(String, Table)>) -> Vec<(String, Table)> {
    let mut by_position: BTreeMap<String, (String, Table)> = BTreeMap::new();
    for (text, after) in list {
        let position = write(&after);
        match by_position.get(&position) {
            Some((known, _)) if known.as_bytes() <= text.as_bytes() => {}
            _ => {
                by_position.insert(position, (text, after));
            }
        }
    }
    let mut sorted: Vec<(String, Table)> = by_position.into_values().collect();
    sorted.sort_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
    sorted
}

fn dash_if_empty(text: String) -> String {
    if text.is_empty() { "-".to_string() } else { text }
}

/// "stacks by point 1..24, bottom to top, capital for an emir, `-` for an empty board; reserves;
/// White's and Black's bar in the order of the hits; off; first turns had; the side to act with
/// `pre` (a preliminary choice), `roll` or `dice 6-5`". "the last part of a position text is `over`
/// and the outcome".
fn write(table: &Table) -> String {
    let stacks: Vec<String> =
        table.stacks.iter().map(|(point, stack)| format!("{point}:{stack}")).collect();
    let stacks = dash_if_empty(stacks.join(" "));
    let (white, black) = (&table.white, &table.black);
    let mut moved = String::new();
    for side in ['w', 'b'] {
        if table.camp(side).moved {
            moved.push(side);
        }
    }
    let next = match &table.next {
        Next::Pre(side) => format!("{side} pre"),
        Next::Roll(side) => format!("{side} roll"),
        Next::Dice(side, high, low) => format!("{side} dice {high}-{low}"),
        Next::Over(end) => format!("over {end}"),
    };
    format!(
        "{stacks} / res {} {} / bar {} {} / off {} {} / moved {} / {next}",
        white.reserve,
        black.reserve,
        dash_if_empty(white.bar.clone()),
        dash_if_empty(black.bar.clone()),
        white.off,
        black.off,
        dash_if_empty(moved),
    )
}

/// The same sentences read backwards. README: "writing then reading is the identity, and equal
/// positions have equal texts"; "Positions that cannot be […] are refused with the reason."
fn read(text: &str, options: Options) -> Result<Table, String> {
    let parts: Vec<&str> = text.split(" / ").collect();
    let [stacks, reserve, bar, off, moved, next] = parts[..] else {
        return Err("not six parts".to_string());
    };
    let (white_reserve, black_reserve) = read_two(reserve, "res")?;
    let (white_bar, black_bar) = read_two(bar, "bar")?;
    let (white_off, black_off) = read_two(off, "off")?;
    let table = Table {
        stacks: read_stacks(stacks)?,
        white: read_camp(white_reserve, white_bar, white_off, moved, 'w')?,
        black: read_camp(black_reserve, black_bar, black_off, moved, 'b')?,
        next: read_next(next)?,
    };
    if write(&table) != text {
        return Err("not the canonical text".to_string());
    }
    check_stacks(&table)?;
    for side in ['w', 'b'] {
        check_checkers(&table, side)?;
    }
    check_moved(&table)?;
    check_bars(&table)?;
    check_next(&table, options)?;
    Ok(table)
}

fn read_two<'a>(part: &'a str, name: &str) -> Result<(&'a str, &'a str), String> {
    let words: Vec<&str> = part.split(' ').collect();
    match words[..] {
        [first, white, black] if first == name => Ok((white, black)),
        _ => Err(format!("no {name} of the two sides: {part:?}")),
    }
}

fn read_number(word: &str) -> Result<usize, String> {
    word.parse().map_err(|_| format!("no number: {word:?}"))
}

fn read_stacks(part: &str) -> Result<BTreeMap<usize, String>, String> {
    let mut stacks = BTreeMap::new();
    if part == "-" {
        return Ok(stacks);
    }
    for word in part.split(' ') {
        let Some((point, stack)) = word.split_once(':') else {
            return Err(format!("no point with its stack: {word:?}"));
        };
        let point = read_number(point)?;
        if !(1..=LAST).contains(&point) {
            return Err(format!("no point {point}"));
        }
        if stack.is_empty() || !stack.chars().all(|checker| "wWbB".contains(checker)) {
            return Err(format!("no stack: {stack:?}"));
        }
        stacks.insert(point, stack.to_string());
    }
    Ok(stacks)
}

fn read_camp(reserve: &str, bar: &str, off: &str, moved: &str, side: char) -> Result<Camp, String> {
    let bar = if bar == "-" { "" } else { bar };
    if bar.chars().any(|checker| ![side, emir_of(side)].contains(&checker)) {
        return Err(format!("no bar of {}: {bar:?}", name_of(side)));
    }
    let moved = match moved {
        "moved -" => false,
        "moved w" | "moved b" | "moved wb" => moved.trim_start_matches("moved ").contains(side),
        _ => return Err(format!("no first turns: {moved:?}")),
    };
    let (reserve, off) = (read_number(reserve)?, read_number(off)?);
    Ok(Camp { reserve, bar: bar.to_string(), off, moved })
}

fn read_next(part: &str) -> Result<Next, String> {
    if let Some(end) = part.strip_prefix("over ") {
        return Ok(Next::Over(end.to_string()));
    }
    let side = match part.split_once(' ') {
        Some(("w", _)) => 'w',
        Some(("b", _)) => 'b',
        _ => return Err(format!("no side to act: {part:?}")),
    };
    match &part[2..] {
        "pre" => Ok(Next::Pre(side)),
        "roll" => Ok(Next::Roll(side)),
        dice => {
            let rolls = all_rolls();
            let mut rolls = rolls.into_iter();
            let roll = rolls.find(|(high, low)| dice == format!("dice {high}-{low}"));
            let (high, low) = roll.ok_or_else(|| format!("nothing to do: {part:?}"))?;
            Ok(Next::Dice(side, high, low))
        }
    }
}

// ---- Positions that cannot be -------------------------------------------------------------------

/// "Closed: two or more enemy checkers, or an enemy standing on one's captive": so a point has one
/// captive at most, and it is the lowest. No side moves to its own head, so none captures there.
fn check_stacks(table: &Table) -> Result<(), String> {
    for (&point, stack) in &table.stacks {
        let top = table.top(point).map_or('w', owner);
        if stack.chars().skip(1).any(|checker| owner(checker) != top) {
            return Err(format!("a captive that is not the lowest on {point}"));
        }
        let captive = stack.chars().next().is_some_and(|checker| owner(checker) != top);
        if captive && point == head_of(top) {
            return Err(format!("a captive of {} on its own head", name_of(top)));
        }
        // The game ends with the capture: nobody comes on top of it.
        if stack.len() > 2 && ["WB", "BW"].contains(&&stack[..2]) {
            return Err(format!("an emir took the emir on {point}, and the play went on"));
        }
    }
    Ok(())
}

/// "15 checkers in all", three of them nukers, one an emir. "Nukers left in reserve keep a player
/// from bearing off".
fn check_checkers(table: &Table, side: char) -> Result<(), String> {
    let name = name_of(side);
    let camp = table.camp(side);
    let mut there: Vec<char> = camp.bar.chars().collect();
    for point in places(table, side) {
        there.extend(table.all_on(side, point));
    }
    if camp.reserve > NUKERS {
        return Err(format!("too many nukers of {name}"));
    }
    if camp.off > CHECKERS || there.len() + camp.reserve + camp.off != CHECKERS {
        return Err(format!("not {CHECKERS} checkers of {name}"));
    }
    let emirs = there.iter().filter(|&&checker| is_emir(checker)).count();
    if emirs > 1 || (emirs == 0 && camp.off == 0) {
        return Err(format!("{emirs} emirs of {name}"));
    }
    if camp.off > 0 && camp.reserve > 0 {
        return Err(format!("{name} bore off with nukers in reserve"));
    }
    Ok(())
}

/// White begins, and the sides act in turn; at the end of the game a turn has ended.
/// Reading: nothing else is asked of the first turns, not even untouched checkers.
fn check_moved(table: &Table) -> Result<(), String> {
    let moved = (table.white.moved, table.black.moved);
    let expected = match &table.next {
        Next::Pre('w') | Next::Roll('w') | Next::Dice('w', ..) => moved.0 == moved.1,
        Next::Over(end) if end.starts_with("black") => moved.0 && moved.1,
        _ => moved.0,
    };
    if expected { Ok(()) } else { Err("first turns that cannot have been".to_string()) }
}

/// Bar checkers wait only while "an enemy stands there", and only that enemy's turn changes it.
fn check_bars(table: &Table) -> Result<(), String> {
    let waiting_for = match table.next {
        // The turn has just begun.
        Next::Pre(_) => "wb",
        // The side to act may have covered from the other's head. Reading: no traces are asked.
        Next::Roll('w') | Next::Dice('w', ..) => "w",
        Next::Roll(_) | Next::Dice(..) => "b",
        Next::Over(_) => "",
    };
    for side in waiting_for.chars() {
        let free = !table.stands(other(side), head_of(side));
        if free && !table.camp(side).bar.is_empty() {
            return Err(format!("{} on the bar, and nobody on its head", name_of(side)));
        }
    }
    Ok(())
}

fn check_next(table: &Table, options: Options) -> Result<(), String> {
    let ends = plain_ends(table);
    let right = match &table.next {
        Next::Over(end) if ends.is_empty() => hidden_ends(table, options).contains(end),
        // Reading: only the outcomes of the page; `resign`, `time` and `void` are no position's.
        Next::Over(end) => ends == [end.as_str()],
        _ => ends.is_empty(),
    };
    if !right {
        return Err("not the outcome of this position".to_string());
    }
    if let Next::Pre(side) = table.next
        && preliminaries(table, side, options).is_empty()
    {
        return Err("no preliminary action is possible".to_string());
    }
    Ok(())
}

/// The outcomes that the table alone shows.
fn plain_ends(table: &Table) -> Vec<String> {
    let mut ends = Vec::new();
    for side in ['w', 'b'] {
        if table.camp(side).off == CHECKERS {
            ends.push(format!("{} {}", name_of(side), loss(table, other(side))));
        }
        let taken = format!("{}{}", emir_of(other(side)), emir_of(side));
        if table.stacks.values().any(|stack| *stack == taken) {
            ends.push(format!("{} 32 emir-captured", name_of(side)));
        }
    }
    ends
}

/// The outcomes that a table may have had when no plain one is there.
fn hidden_ends(table: &Table, options: Options) -> Vec<String> {
    let mut ends = Vec::new();
    for side in ['w', 'b'] {
        if may_have_hit_emir(table, side) {
            ends.push(format!("{} 64 emir-mate", name_of(side)));
        }
    }
    if is_stuck(table, options) {
        ends.push("draw 0 stuck".to_string());
    }
    ends
}

/// The emir stands alone where it hit the emir, which was not in its home; that one is on top of
/// its head, or the last on the bar with an enemy on its head. No side moves to its own head.
fn may_have_hit_emir(table: &Table, side: char) -> bool {
    let enemy = other(side);
    let head = head_of(enemy);
    let alone = places(table, side).into_iter().any(|point| {
        let there = point != head_of(side) && !in_home(enemy, point);
        there && table.stack(point) == emir_of(side).to_string()
    });
    let hit = if table.stands(side, head) {
        table.camp(enemy).bar.chars().last()
    } else {
        table.top(head)
    };
    alone && hit == Some(emir_of(enemy))
}

// ---- The rulebook's own examples ----------------------------------------------------------------

#[cfg(test)]
const NO: Options = Options { cover_head: false };
#[cfg(test)]
const YES: Options = Options { cover_head: true };

/// A position text without reserves, both first turns had, all the checkers that are not there
/// borne off.
#[cfg(test)]
fn laid(stacks: &str, bars: &str, next: &str) -> String {
    let there = |side| {
        let both = format!("{stacks}{bars}");
        both.chars().filter(|&checker| owner(checker) == side).count()
    };
    let (white, black) = (CHECKERS - there('w'), CHECKERS - there('b'));
    format!("{stacks} / res 0 0 / bar {bars} / off {white} {black} / moved wb / {next}")
}

/// The same with these reserves, and with all the checkers that are not there on the last home
/// point of their side, the emir first.
#[cfg(test)]
fn filled(stacks: &str, reserves: (usize, usize), bars: &str, next: &str) -> String {
    let mut points = read_stacks(stacks).unwrap();
    for (side, reserve) in [('w', reserves.0), ('b', reserves.1)] {
        let there = || stacks.chars().chain(bars.chars()).filter(|&c| owner(c) == side);
        let last = points.entry(point_at(side, LAST)).or_default();
        for missing in 0..CHECKERS - reserve - there().count() {
            let emir = missing == 0 && !there().any(is_emir);
            last.push(if emir { emir_of(side) } else { side });
        }
    }
    let points: Vec<String> =
        points.iter().map(|(point, stack)| format!("{point}:{stack}")).collect();
    let (white, black) = reserves;
    format!("{} / res {white} {black} / bar {bars} / off 0 0 / moved wb / {next}", points.join(" "))
}

#[cfg(test)]
fn refused(text: &str, options: Options) -> bool {
    outcome(text, options).starts_with("refused: ")
}

#[cfg(test)]
fn texts(text: &str, options: Options) -> Vec<String> {
    assert!(!refused(text, options), "{text}: {}", outcome(text, options));
    moves(text, options).into_iter().map(|(action, _)| action).collect()
}

/// The position after an action or a roll.
#[cfg(test)]
fn after(text: &str, action: &str, options: Options) -> String {
    let legal = moves(text, options);
    let found = legal.iter().find(|(other, _)| other == action);
    found.unwrap_or_else(|| panic!("{action} in {text}: {legal:?}")).1.clone()
}

#[test]
fn start_has_the_known_counts() {
    // Of different dice one checker takes both, whichever first; so does one of 1-1, 2-2 and 5-5
    // all four. Two take 3-3 as 3 and 1 or as 2 and 2, 4-4 as 2 and 2, 6-6 as 1 and 1.
    for (depth, leaves) in [(0, 1), (1, 15 + 3 + 2 + 1 + 1), (2, 22 * 22)] {
        assert_eq!(perft(START, NO, depth), leaves, "depth {depth}");
    }
    let covering = START.replace("w roll", "w pre");
    assert!(refused(&covering, NO));
    assert_eq!(texts(&covering, YES), ["cover 1", "roll"]);
    assert_eq!(after(&covering, "roll", YES), START);
    assert_eq!(perft(&covering, YES, 1), 2);
    for options in [NO, YES] {
        assert_eq!(outcome(START, options), "none");
        assert_eq!(moves(START, options).len(), 21);
    }
}

#[test]
fn first_turns_are_known() {
    for (roll, expected) in [
        ("6-5", "1-6 6-12"),
        ("2-1", "1-2 2-4"),
        ("1-1", "1-2 2-3 3-4 4-5"),
        ("2-2", "1-3 3-5 5-7 7-9"),
        ("3-3", "1-4 1-4 4-7 4-7, 1-4 1-4 4-7 7-10"),
        ("4-4", "1-5 1-5 5-9 5-9"),
        ("5-5", "1-6 6-11 11-16 16-21"),
        ("6-6", "1-7 1-7"),
    ] {
        assert_eq!(texts(&after(START, roll, NO), NO).join(", "), expected, "{roll}");
    }
    assert_eq!(
        after(&after(START, "3-3", NO), "1-4 1-4 4-7 7-10", NO),
        "1:wwwwwWwwww 4:w 10:w 13:bbbbbBbbbbbb / res 3 3 / bar - - / off 0 0 / moved w / b roll"
    );
    // Not on the second turn; and the seventh to leave is the emir.
    let second = START.replace("moved -", "moved wb");
    assert_eq!(texts(&after(&second, "6-6", NO), NO), ["1-7"]);
    assert_eq!(texts(&after(&second, "3-3", NO), NO), ["1-4 4-7 7-10"]);
    let seventh = second.replace("wwwwww 13:bbbbbBbbbbbb", " 13:bbbbbBbbbbbb 20:wwwwww");
    let left = after(&after(&seventh, "6-5", NO), "1-6 6-12", NO);
    assert!(left.starts_with("1:wwwww 12:W 13:"), "{left}");
}

/// The page's example has 16 black checkers, so that a reserve of Black is one less here.
#[test]
fn page_example_is_a_position() {
    let example = "1:wb 5:bwww 8:wwwwwww 13:bbbbbBbbbbb / res 2 2 / bar wW - / off 0 0 / \
                   moved wb / b dice 4-4";
    assert_eq!(outcome(example, NO), "none");
    assert!(refused(&example.replace("res 2 2", "res 2 3"), NO));
    // Point 5 is closed, and one checker leaves the head; White waits while Black stands on 1.
    assert_eq!(texts(example, NO), ["13-17 17-21 21-1"]);
    let left = after(example, "13-17 17-21 21-1", NO);
    assert!(left.starts_with("1:wbb 5:bwww 8:wwwwwww 13:bbbbbBbbbb / res 2 2 / bar wW - "));
}

// ---- Single rules -------------------------------------------------------------------------------

#[test]
fn path_goes_round() {
    for side in ['w', 'b'] {
        for index in 1..=LAST {
            assert_eq!(index_of(side, point_at(side, index)), index);
        }
        assert_eq!(point_at(side, 1), head_of(side));
    }
    let home: Vec<usize> = (1..=LAST).filter(|&point| in_home('b', point)).collect();
    assert_eq!(home, [7, 8, 9, 10, 11, 12]);
    assert_eq!((1..=LAST).filter(|&point| in_home('w', point)).min(), Some(19));
    assert_eq!((point_at('b', 12), point_at('b', 13), point_at('b', 24)), (24, 1, 12));
}

#[test]
fn points_are_open_or_closed() {
    for (stack, point, to_capture, to_hit) in [
        ("w", 10, true, true),
        ("ww", 10, true, true),
        ("bw", 10, true, true),
        ("bww", 10, true, true),
        ("b", 10, true, true),
        ("b", 16, true, true),
        ("bb", 16, false, false),
        ("bB", 16, false, false),
        ("wb", 16, false, false),
        ("wB", 16, false, false),
        ("wbb", 16, false, false),
        // An emir in its own home, on the edges of it and outside.
        ("B", 7, true, false),
        ("B", 10, true, false),
        ("B", 12, true, false),
        ("B", 6, true, true),
        ("B", 13, true, true),
        ("B", 20, true, true),
    ] {
        let table = read(&laid(&format!("5:wb {point}:{stack}"), "- -", "w roll"), NO).unwrap();
        assert_eq!(is_open(&table, 'w', point, false), to_capture, "{point}:{stack}");
        assert_eq!(is_open(&table, 'w', point, true), to_hit, "{point}:{stack}");
        assert!(is_open(&table, 'w', 24, true) && !is_open(&table, 'w', 5, false));
    }
}

/// From the first position text that action leads to the second.
#[cfg(test)]
fn leads(from: &str, action: &str, to: &str) {
    assert!(!refused(from, NO), "{from}: {}", outcome(from, NO));
    assert_eq!(after(from, action, NO), to, "{action} in {from}");
    assert!(!refused(to, NO), "{to}: {}", outcome(to, NO));
}

#[test]
fn single_enemies_are_captured() {
    for (stacks, action, stacks_after) in [
        ("5:w 10:b 20:w", "20-21 5-10", "10:bw 21:w"),
        // The captive is free again when no enemy stands above it.
        ("5:w 10:b 20:w", "5-10 10-11", "10:b 11:w 20:w"),
        ("10:bw 20:w", "10-11 11-16", "10:b 16:w 20:w"),
        // "The captor may put any number of his own on top."
        ("5:w 10:bw 20:w", "20-21 5-10", "10:bww 21:w"),
        // An emir in its own home too.
        ("5:w 10:B 20:w", "20-21 5-10", "10:Bw 21:w"),
        ("5:W 10:b 20:w", "20-21 5-10", "10:bW 21:w"),
    ] {
        let from = laid(stacks, "- -", "w dice 5-1");
        leads(&from, action, &laid(stacks_after, "- -", "b roll"));
    }
    // Black's way leads from 24 to 1; a captive cannot move.
    leads(&laid("2:w 23:b", "- -", "b dice 2-1"), "23-1 1-2", &laid("2:wb", "- -", "w roll"));
    assert_eq!(texts(&laid("2:wb 20:wb", "- -", "w dice 2-1"), NO), ["pass"]);
    assert_eq!(texts(&laid("2:wb", "- -", "b dice 2-1"), NO), ["2-3 3-5"]);
}

#[test]
fn doubles_hit() {
    for (stacks, bars, dice, action, stacks_after, bars_after) in [
        ("5:w 10:b 20:w", "- -", "5-5", "5-10 10-15 15-20 20-off", "13:b 20:w", "- -"),
        ("5:w 7:b 13:bB", "- -", "1-1", "5-6 6-7 7-8 8-9", "9:w 13:bBb", "- -"),
        // On its own head, and with a captor there.
        ("5:w 13:b", "- -", "2-2", "5-7 7-9 9-11 11-13", "13:w", "- b"),
        ("5:w 7:b 13:bw", "- -", "2-2", "5-7 7-9 9-11 11-13", "13:bww", "- b"),
        // The hitter came from that head; at the start of the turn the older one enters.
        ("13:w 14:b", "- B", "1-1", "13-14 14-15 15-16 16-17", "13:bB 17:w", "- -"),
        // The head was free for the second hit only, or for none of the two.
        ("1:w 3:b 5:B 13:w", "- -", "2-2", "1-3 13-15 3-5 5-7", "7:w 13:Bb 15:w", "- -"),
        ("1:w 3:b 5:B 13:w", "- -", "2-2", "1-3 3-5 13-15 5-7", "7:w 13:bB 15:w", "- -"),
    ] {
        let from = laid(stacks, bars, &format!("w dice {dice}"));
        leads(&from, action, &laid(stacks_after, bars_after, "b roll"));
    }
    let from = laid("1:w 21:b", "- -", "b dice 1-1");
    leads(&from, "21-22 22-23 23-24 24-1", &laid("1:b", "w -", "w roll"));
    // An emir in its own home cannot be hit.
    assert_eq!(texts(&laid("9:w 10:B", "- -", "w dice 1-1"), NO), ["pass"]);
    assert_eq!(texts(&laid("5:w 6:B 7:bb", "- -", "w dice 1-1"), NO), ["5-6"]);
}

#[test]
fn bar_enters_at_the_start_of_a_turn() {
    for (stacks, bars, action, stacks_after, bars_after) in [
        ("13:w", "- bB", "13-14 14-16", "13:bB 16:w", "- -"),
        ("13:w", "- Bb", "13-14 14-16", "13:Bb 16:w", "- -"),
        // On top of a checker that was a captive.
        ("13:bww", "- b", "13-14 13-15", "13:bb 14:w 15:w", "- -"),
        // "else they wait […]. They do not hinder other moves."
        ("5:w 13:bww", "- b", "5-6 6-8", "8:w 13:bww", "- b"),
    ] {
        let from = laid(stacks, bars, "w dice 2-1");
        leads(&from, action, &laid(stacks_after, bars_after, "b roll"));
    }
    let from = laid("1:b 7:b", "Ww -", "b dice 2-1");
    leads(&from, "1-2 2-4", &laid("1:Ww 4:b 7:b", "- -", "w roll"));
    let waiting = laid("13:w 14:b 20:w", "- bb", "b dice 2-1");
    leads(&waiting, "14-15 15-17", &laid("13:w 17:b 20:w", "- bb", "w roll"));
}

#[test]
fn emir_that_takes_the_emir_ends_the_game() {
    let from = laid("5:W 10:B 20:w", "- -", "w dice 5-1");
    // "ends the turn at once and lets the other dice lapse"
    assert_eq!(texts(&from, NO), ["20-21 5-10", "5-10", "5-6 6-11"]);
    let won = "over white 32 emir-captured";
    leads(&from, "5-10", &laid("10:BW 20:w", "- -", won));
    leads(&from, "20-21 5-10", &laid("10:BW 21:w", "- -", won));
    let from = laid("1:B 12:w 23:w 24:W", "- -", "w dice 1-1");
    assert!(texts(&from, NO).iter().all(|action| action.split(' ').count() == 4));
    let from = laid("5:W 6:B 20:w", "- -", "w dice 1-1");
    leads(&from, "5-6", &laid("6:W 13:B 20:w", "- -", "over white 64 emir-mate"));
    let from = laid("12:W 13:B 20:w", "- -", "w dice 1-1");
    leads(&from, "12-13", &laid("13:W 20:w", "- B", "over white 64 emir-mate"));
    let from = laid("1:W 24:B", "- -", "b dice 1-1");
    assert_eq!(texts(&from, NO), ["24-1"]);
    leads(&from, "24-1", &laid("1:B", "W -", "over black 64 emir-mate"));
    let from = laid("19:W", "- -", "b pre");
    assert!(refused(&from, NO));
    for (stacks, dice, expected) in [
        // No emir hits an emir in its home.
        ("5:W 10:B 15:bb", "w dice 5-5", "pass"),
        // The higher die must be used, also where it ends the game; the lower may be.
        ("10:W 16:B 21:bb", "w dice 6-5", "10-16"),
        ("10:W 15:B 21:bb", "w dice 6-5", "10-15, 10-16"),
        // An end with both dice makes two the most that can be used.
        ("10:W 21:B", "w dice 6-5", "10-15 15-21"),
        ("10:W 15:bb 20:w 21:B", "w dice 6-5", "10-16 16-21"),
    ] {
        assert_eq!(texts(&laid(stacks, "- -", dice), NO).join(", "), expected, "{stacks} {dice}");
    }
}

#[test]
fn dice_are_used_as_far_as_possible() {
    for (stacks, dice, expected) in [
        ("10:w 12:b", "w dice 6-5", "10-15 15-21"),
        ("10:w 15:bb", "w dice 6-5", "10-16 16-21"),
        // If only one can be used, it is the higher if that can be.
        ("10:w 21:bb", "w dice 6-5", "10-16"),
        ("10:w 16:bb 21:bb", "w dice 6-5", "10-15"),
        ("10:w 15:bb 16:bb", "w dice 6-5", "pass"),
        // Both dice can only be used in one way.
        ("10:w 14:w 20:bb 21:bb", "w dice 6-5", "10-16 14-19"),
        ("10:w 14:wb 20:bb 21:bb", "w dice 6-5", "10-16"),
        // Each movement has its own landing.
        ("3:w 4:bb", "w dice 1-1", "pass"),
        ("3:w 6:bb", "w dice 1-1", "3-4 4-5"),
        ("3:w 5:bb 6:bb", "w dice 3-2", "pass"),
        // One checker a turn leaves the head.
        ("1:www 12:b 20:w", "w dice 2-1", "1-2 2-4, 1-2 20-22, 1-3 20-21, 20-21 21-23"),
        ("1:www 12:b", "w dice 6-6", "1-7 7-13 13-19"),
        ("13:bbb 24:w", "b dice 6-6", "13-19 19-1 1-7"),
        // The enemy's head is a point like others.
        ("1:bb 2:bw", "b dice 6-6", "1-7 1-7"),
    ] {
        assert_eq!(texts(&laid(stacks, "- -", dice), NO).join(", "), expected, "{stacks} {dice}");
    }
}

#[test]
fn checkers_are_borne_off() {
    for (stacks, dice, expected) in [
        ("12:b 20:ww", "w dice 5-5", "20-off 20-off"),
        // It may begin within a turn, and moving inside the home stays allowed.
        ("12:b 18:w 20:w", "w dice 5-1", "18-19 19-24, 18-19 20-off, 18-23 20-21"),
        // A higher die, with nothing behind in the home, captive or not.
        ("12:b 22:ww", "w dice 6-4", "22-off 22-off"),
        ("12:b 21:w 22:w", "w dice 6-3", "21-24 22-off, 21-off 22-off"),
        ("12:b 21:w 23:w", "w dice 3-3", "21-24 23-off 24-off"),
        ("19:wb 22:w", "w dice 6-4", "pass"),
        ("19:wb 22:w", "w dice 6-3", "22-off"),
        ("22:w 23:wb", "w dice 6-5", "22-off"),
        // A captive outside the home.
        ("18:wb 22:w", "w dice 6-3", "pass"),
        ("7:b 12:b 24:w", "b dice 6-1", "12-off 7-off, 7-8 8-off"),
    ] {
        assert_eq!(texts(&laid(stacks, "- -", dice), NO).join(", "), expected, "{stacks} {dice}");
    }
    // One on the bar; one in reserve.
    assert_eq!(texts(&laid("1:b 24:w", "w -", "w dice 2-1"), NO), ["pass"]);
    let reserve = "12:b 20:wwwwwwWwwwwwww / res 1 0 / bar - - / off 0 14 / moved wb / w dice 5-5";
    assert_eq!(texts(reserve, NO), ["pass"]);
    let none = reserve.replace("20:w", "20:ww").replace("res 1", "res 0");
    assert_eq!(texts(&none, NO), ["20-off 20-off 20-off 20-off"]);
    let left = laid("12:b 20:ww", "- -", "w dice 6-5");
    leads(&left, "20-off 20-off", &laid("12:b", "- -", "over white 1 oyn"));
}

#[test]
fn wins_have_their_points() {
    for (black, bar, expected) in [
        ("13:b", "-", "8 koks"),
        ("13:B", "-", "16 koks"),
        ("13:b 14:B", "-", "8 koks"),
        ("13:bB 14:b", "-", "16 koks"),
        ("14:B", "b", "8 koks"),
        ("14:b", "B", "16 koks"),
        ("13:B", "b", "16 koks"),
        ("12:b 14:b", "-", "4 home-mars"),
        ("12:B 14:b", "-", "4 home-mars"),
        ("6:B 12:b", "-", "8 home-mars"),
        ("13:bbbbbbbbbbbbbbB", "-", "16 koks"),
        ("6:bb 7:bbbbbbbbbbbbB", "-", "4 home-mars"),
        ("7:bbbbbbbbbbbbbbB", "-", "2 mars"),
        ("7:bbbbbbb 12:bbbbbbbB", "-", "2 mars"),
        ("7:bbbbbbbbbbbbbb", "-", "1 oyn"),
        ("12:b", "-", "1 oyn"),
        ("12:B", "-", "1 oyn"),
    ] {
        let bars = format!("- {bar}");
        let from = laid(&format!("{black} 24:w"), &bars, "w dice 2-1");
        let to = laid(black, &bars, &format!("over white {expected}"));
        leads(&from, "24-off", &to);
        assert_eq!(outcome(&to, NO), format!("white {expected}"));
        assert!(moves(&to, NO).is_empty());
        assert_eq!((perft(&to, NO, 0), perft(&to, NO, 1)), (1, 0));
    }
    let reserve = "7:bbbbbbbbbbbbbB 24:w / res 0 1 / bar - - / off 14 0 / moved wb / w dice 2-1";
    let to = "7:bbbbbbbbbbbbbB / res 0 1 / bar - - / off 15 0 / moved wb / over white 4 home-mars";
    leads(reserve, "24-off", to);
    let from = laid("1:W 12:b", "- -", "b dice 2-1");
    leads(&from, "12-off", &laid("1:W", "- -", "over black 16 koks"));
}

/// What a side may choose from before the roll; empty when nothing can be chosen.
#[cfg(test)]
fn choice(stacks: &str, reserve: usize, bars: &str, side: char, options: Options) -> String {
    let reserves = if side == 'w' { (reserve, 0) } else { (0, reserve) };
    let pre = filled(stacks, reserves, bars, &format!("{side} pre"));
    assert!(!refused(&pre.replace("pre", "roll"), options), "{}", outcome(&pre, options));
    moves(&pre, options).into_iter().map(|(text, _)| text).collect::<Vec<_>>().join(", ")
}

#[test]
fn nukers_are_put() {
    for (stacks, reserve, bars, expected) in [
        ("1:w 5:W", 3, "- -", "nuker 1, nuker 1 5, nuker 5, roll"),
        ("1:w 5:W", 2, "- -", "nuker 1, nuker 1 5, nuker 5, roll"),
        ("1:w 5:W", 1, "- -", "nuker 1, nuker 5, roll"),
        ("1:w 5:W", 0, "- -", ""),
        // An emir alone on the head is one point.
        ("1:W", 3, "- -", "nuker 1, roll"),
        ("1:ww 5:W", 3, "- -", "nuker 5, roll"),
        ("1:wW", 3, "- -", ""),
        ("1:w 5:wW", 3, "- -", "nuker 1, roll"),
        ("1:w 5:Ww", 3, "- -", "nuker 1, roll"),
        // Captives, and an emir that is a captor.
        ("1:wb 5:W", 3, "- -", "nuker 5, roll"),
        ("1:w 5:Wb", 3, "- -", "nuker 1, roll"),
        ("1:w 5:bW", 3, "- -", "nuker 1, nuker 1 5, nuker 5, roll"),
        ("1:w 5:bWw", 3, "- -", "nuker 1, roll"),
        ("1:b", 3, "W -", ""),
        ("1:b 5:W", 3, "w -", "nuker 5, roll"),
    ] {
        assert_eq!(choice(stacks, reserve, bars, 'w', NO), expected, "{stacks} {reserve}");
    }
    assert_eq!(choice("2:B 13:b", 3, "- -", 'b', NO), "nuker 13, nuker 2, nuker 2 13, roll");
    let pre = filled("1:w 5:bW", (3, 0), "- -", "w pre");
    let two = pre.replace("1:w 5:bW", "1:ww 5:bWw").replace("res 3", "res 1");
    leads(&pre, "nuker 1 5", &two.replace("pre", "roll"));
    let one = pre.replace("5:bW", "5:bWw").replace("res 3", "res 2");
    leads(&pre, "nuker 5", &one.replace("pre", "roll"));
    // "at most one preliminary action, then the roll": and the choice comes back next turn.
    leads(&pre, "roll", &pre.replace("pre", "roll"));
    assert_eq!(moves(&pre.replace("pre", "roll"), NO).len(), 21);
    let black = filled("1:w 5:bW 6:b", (3, 0), "- -", "b dice 2-1");
    leads(&black, "6-7 7-9", &filled("1:w 5:bW 9:b", (3, 0), "- -", "w pre"));
}

#[test]
fn covering_moves_lay_a_stack_out() {
    for (stacks, side, expected) in [
        ("8:www", 'w', "cover 8, roll"),
        ("8:wWw", 'w', "cover 8, roll"),
        ("8:ww", 'w', ""),
        ("8:bww", 'w', ""),
        ("8:bwww", 'w', "cover 8, roll"),
        ("5:www 8:www", 'w', "cover 5, cover 8, roll"),
        // Not from the head.
        ("1:www", 'w', ""),
        ("13:bbb", 'b', ""),
        // The point right ahead must be open.
        ("8:www 9:bb", 'w', ""),
        ("8:www 9:wb", 'w', ""),
        ("8:www 9:b", 'w', "cover 8, roll"),
        ("8:www 9:B", 'w', "cover 8, roll"),
        ("8:www 9:bw", 'w', "cover 8, roll"),
        // Room by path index 24.
        ("21:www", 'w', "cover 21, roll"),
        ("20:wwww 21:bw", 'w', "cover 20, roll"),
        ("21:www 23:bb", 'w', ""),
        ("21:wwww", 'w', ""),
        ("22:www", 'w', ""),
        ("9:bbb", 'b', "cover 9, roll"),
        ("10:bbb", 'b', ""),
        ("22:bbb", 'b', "cover 22, roll"),
        ("23:bbb", 'b', ""),
        // Six closed points in a row, the filled 12 among them.
        ("6:www 8:bb 9:bb 10:bb 11:bb", 'w', "cover 6, roll"),
        ("6:www 8:bb 9:bb 10:bb 11:bb 13:bb", 'w', ""),
        ("6:www 8:bb 9:bb 10:bb 11:bb 14:bb", 'w', "cover 6, roll"),
        ("6:www 9:bb 10:bb 11:bb 13:bb 14:wb", 'w', ""),
        ("6:www 9:bb 10:bb 11:bb 13:bb 14:b", 'w', "cover 6, roll"),
        ("5:www 9:bb 10:bb 11:bb 13:bb 14:wb", 'w', "cover 5, roll"),
        // All must find room, also behind an emir that would end the game.
        ("20:wwWw 22:B", 'w', "cover 20, roll"),
        ("21:wwWw 23:B", 'w', ""),
    ] {
        assert_eq!(choice(stacks, 0, "- -", side, NO), expected, "{stacks}");
    }
    assert_eq!(choice("1:www", 0, "- -", 'w', YES), "cover 1, roll");
    assert_eq!(choice("13:bbb", 0, "- -", 'b', YES), "cover 13, roll");
    assert_eq!(choice("1:ww 13:bb", 0, "- -", 'w', YES), "");
    for (stacks, action, stacks_after, next) in [
        ("8:wWw 9:b 10:bb", "cover 8", "9:bw 10:bb 11:W 13:w", "w roll"),
        ("8:bwwW 9:w", "cover 8", "8:b 9:wW 10:w 11:w", "w roll"),
        ("8:wWww 9:B", "cover 8", "9:Bw 10:w 11:W 13:w", "w roll"),
        ("8:wwWw 10:B", "cover 8", "8:ww 9:w 10:BW", "over white 32 emir-captured"),
        ("8:wwW 9:B", "cover 8", "8:ww 9:BW", "over white 32 emir-captured"),
        ("8:Www 11:B", "cover 8", "9:w 10:w 11:BW", "over white 32 emir-captured"),
    ] {
        let from = filled(stacks, (0, 0), "- -", "w pre");
        leads(&from, action, &filled(stacks_after, (0, 0), "- -", next));
    }
    // Black's bar waits for Black's turn when White has covered from Black's head.
    let from = filled("13:bwww", (0, 0), "- b", "w pre");
    let to = filled("13:b 14:w 15:w 16:w", (0, 0), "- b", "w roll");
    leads(&from, "cover 13", &to);
    let dice = to.replace("roll", "dice 2-1");
    let to = filled("13:bb 16:www", (0, 0), "- -", "b roll");
    leads(&dice, "14-16 15-16", &to);
}

#[test]
fn game_without_movements_is_drawn() {
    // "two stacks on the last home points, each on the other's captive"
    let from = filled("12:wb 23:w 24:bw", (0, 2), "- -", "w dice 6-1");
    assert_eq!(texts(&from, NO), ["23-24"]);
    let to = after(&from, "23-24", NO);
    assert!(to.ends_with(" / over draw 0 stuck"), "{to}");
    assert_eq!(outcome(&to, NO), "draw 0 stuck");
    assert!(moves(&to, NO).is_empty());
    // A preliminary action, or a movement of the other side, prevents it.
    let nuker = filled("2:B 12:wb 23:w 24:bw", (0, 2), "- -", "w dice 6-1");
    assert!(after(&nuker, "23-24", NO).ends_with(" / b pre"));
    let movement = filled("11:b 12:wb 23:w 24:bw", (0, 2), "- -", "w dice 6-1");
    assert!(after(&movement, "23-24", NO).ends_with(" / b roll"));
    let bear_off = filled("12:wb 23:w 24:bw", (0, 0), "- -", "w dice 6-1");
    assert!(after(&bear_off, "23-24", NO).ends_with(" / over draw 0 stuck"));
    let bear_off = filled("12:b 23:w 24:w", (2, 0), "- -", "w dice 6-1");
    assert!(after(&bear_off, "23-24", NO).ends_with(" / b roll"));
}

#[test]
fn rolls_and_first_turns_are_noted() {
    let rolls = moves(START, NO);
    let texts_of_rolls: Vec<&str> = rolls.iter().map(|(roll, _)| roll.as_str()).collect();
    assert_eq!(
        texts_of_rolls.join(" "),
        "1-1 2-1 2-2 3-1 3-2 3-3 4-1 4-2 4-3 4-4 5-1 5-2 5-3 5-4 5-5 6-1 6-2 6-3 6-4 6-5 6-6"
    );
    for (roll, dice) in &rolls {
        assert_eq!(*dice, START.replace("roll", &format!("dice {roll}")));
    }
    // "a pass or the end of the game included"
    let from = laid("10:w 15:bb 16:bb", "- -", "w dice 6-5").replace("moved wb", "moved -");
    let to = laid("10:w 15:bb 16:bb", "- -", "b roll").replace("moved wb", "moved w");
    leads(&from, "pass", &to);
    let from = laid("12:b 24:B", "- -", "b dice 2-1").replace("moved wb", "moved w");
    assert!(refused(&from, NO));
    let from = laid("12:b 24:W", "- -", "b dice 2-1").replace("moved wb", "moved w");
    leads(&from, "12-off", &laid("24:W", "- -", "over black 1 oyn"));
}

// ---- Refusals and random playing ----------------------------------------------------------------

#[test]
fn texts_that_are_no_position_are_refused() {
    let good = "1:wwW 5:bw 8:bwww 13:bbbbbBbbbb 20:wwwww / res 3 3 / bar - - / off 0 0 / \
                moved wb / w roll";
    assert_eq!(outcome(good, NO), "none");
    for text in ["", " ", "-", "w roll", &good[..good.len() - 9], &format!("{good} / w roll")] {
        assert!(refused(text, NO), "{text:?}");
        assert!(moves(text, NO).is_empty() && perft(text, NO, 0) == 0);
    }
    for (from, to) in [
        ("1:wwW", " 1:wwW"),
        ("w roll", "w roll "),
        ("1:wwW 5:bw", "5:bw 1:wwW"),
        ("1:wwW 5:bw", "1:wwW  5:bw"),
        ("1:wwW", "01:wwW"),
        ("1:wwW", "+1:wwW"),
        ("1:wwW", "0:wwW"),
        ("20:w", "25:w"),
        ("20:w", "-1:w"),
        ("1:wwW", "1:w 1:wW"),
        ("1:wwW", "1wwW"),
        ("1:wwW", "1:wwW 2:"),
        ("1:wwW", "1:wxW"),
        ("1:wwW", "1:wвW"),
        ("1:wwW", "1:ww"),
        // Not 15 checkers, or not one emir.
        ("1:wwW", "1:wwwW"),
        ("1:wwW", "1:wW"),
        ("1:wwW", "1:www"),
        ("1:wwW", "1:wWW"),
        ("5:bw", "5:Bw"),
        ("/ res", " / res"),
        (" / res", "/ res"),
        ("res 3 3", "res 3"),
        ("res 3 3", "res 3 3 3"),
        ("res 3 3", "res 3  3"),
        ("res 3 3", "res 03 3"),
        ("res 3 3", "res - 3"),
        ("res 3 3", "Res 3 3"),
        ("res 3 3", "res 2 3"),
        ("20:wwwww / res 3 3", "20:wwww / res 4 3"),
        // Borne off with a nuker in reserve.
        ("20:wwwww / res 3 3 / bar - - / off 0", "20:wwww / res 3 3 / bar - - / off 1"),
        ("off 0 0", "off 0 -"),
        ("off 0 0", "off 18446744073709551615 0"),
        ("bar - -", "bar -"),
        ("bar - -", "bar w"),
        ("20:wwwww / res 3 3 / bar - -", "20:wwww / res 3 3 / bar b -"),
        // Nobody on the head that the bar waits for.
        ("20:wwwww / res 3 3 / bar - -", "20:wwww / res 3 3 / bar w -"),
        // Stacks that no movement makes.
        ("5:bw 8:bwww", "5:w 8:bbwww"),
        ("8:bwww", "8:wbww"),
        ("8:bwww", "8:wwwb"),
        ("1:wwW 5:bw", "1:bwwW 5:w"),
        ("20:wwwww", "13:wbbbbbBbbbb 20:wwww"),
        ("1:wwW 5:bw 8:bwww 13:bbbbbB", "1:www 5:BW 8:bwww 13:bbbbbb"),
        ("1:wwW 5:bw 8:bwww 13:bbbbbB", "1:www 5:bw 8:BWww 13:bbbbbb"),
        ("moved wb", "moved bw"),
        ("moved wb", "moved b"),
        ("moved wb", "moved w"),
        ("moved wb", "moved"),
        ("moved wb", "moved ww"),
        ("moved wb", "moved moved wb"),
        ("w roll", "w"),
        ("w roll", "w Roll"),
        ("w roll", "W roll"),
        ("w roll", "a roll"),
        ("w roll", "wв roll"),
        ("w roll", "w dice"),
        ("w roll", "w dice 5-6"),
        ("w roll", "w dice 7-1"),
        ("w roll", "w dice 1-0"),
        ("w roll", "w dice 65"),
        ("w roll", "b pre"),
        ("w roll", "over"),
        ("w roll", "over "),
        ("w roll", "over none"),
        ("w roll", "over draw 0 stuck"),
        ("w roll", "over white 2 mars"),
        ("w roll", "over white 64 emir-mate"),
        ("w roll", "over white 32 emir-captured"),
        ("w roll", "over white 1 resign"),
        ("w roll", "w over draw 0 stuck"),
    ] {
        assert!(good.contains(from), "{from:?}");
        assert!(refused(&good.replacen(from, to, 1), NO), "{to:?} for {from:?}");
    }
    for (from, to) in [
        ("w roll", "w pre"),
        ("w roll", "b roll"),
        ("w roll", "b dice 1-1"),
        ("moved wb", "moved -"),
        ("moved wb / w", "moved w / b"),
    ] {
        assert_eq!(outcome(&good.replacen(from, to, 1), NO), "none", "{to:?} for {from:?}");
    }
}

#[test]
fn finished_positions_have_their_own_outcomes() {
    for (stacks, bars, end) in [
        ("12:b", "- -", "white 1 oyn"),
        ("6:b", "- -", "white 4 home-mars"),
        ("24:W", "- -", "black 1 oyn"),
        ("10:BW", "- -", "white 32 emir-captured"),
        ("10:WB", "- -", "black 32 emir-captured"),
        ("2:W 13:bB", "- -", "white 64 emir-mate"),
        ("13:W", "- bB", "white 64 emir-mate"),
    ] {
        let text = laid(stacks, bars, &format!("over {end}"));
        assert_eq!(outcome(&text, NO), end, "{text}");
        for other in ["white 2 mars", "black 2 mars", "black 64 emir-mate", "draw 0 stuck"] {
            assert!(refused(&laid(stacks, bars, &format!("over {other}")), NO), "{text} {other}");
        }
    }
    // The emir that hit stands alone, and not where none can be hit; the other was the last hit.
    for (stacks, bars) in
        [("2:Ww 13:bB", "- -"), ("10:W 13:bB", "- -"), ("2:W 13:Bb", "- -"), ("13:W", "- Bb")]
    {
        assert!(refused(&laid(stacks, bars, "over white 64 emir-mate"), NO), "{stacks}");
    }
    // The game goes on without an end, and ends with one.
    assert!(!refused(&laid("2:W 13:bB", "- -", "b roll"), NO));
    for stacks in ["12:b", "24:W", "10:BW", "10:WB"] {
        assert!(refused(&laid(stacks, "- -", "b roll"), NO), "{stacks}");
    }
    assert!(refused(&laid("-", "- -", "over white 1 oyn"), NO));
}

/// xorshift
#[cfg(test)]
struct Chance(u64);

#[cfg(test)]
impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % count
    }
}

/// What holds for every position and its list, whatever the rules of landing.
#[cfg(test)]
fn check_list(text: &str, legal: &[(String, String)], options: Options) {
    let table = read(text, options).unwrap_or_else(|reason| panic!("{text}: {reason}"));
    assert!(legal.windows(2).all(|pair| pair[0].0.as_bytes() < pair[1].0.as_bytes()), "{text}");
    let mut results: Vec<&String> = legal.iter().map(|(_, after)| after).collect();
    results.sort();
    results.dedup();
    assert_eq!(results.len(), legal.len(), "{text}");
    assert_eq!(legal.is_empty(), table.is_over(), "{text}");
    if let Next::Dice(side, high, low) = table.next {
        for (action, after) in legal {
            check_turn(&table, side, high == low, action, &read(after, options).unwrap());
        }
        let mut lengths: Vec<usize> = legal
            .iter()
            .filter(|(_, after)| outcome(after, options) == "none")
            .map(|(action, _)| action.split(' ').count())
            .collect();
        lengths.dedup();
        assert!(lengths.len() <= 1, "{text}: {lengths:?}");
    }
}

/// The mover's checkers have gone where the text says; no enemy has moved, but to its head or to
/// the bar.
#[cfg(test)]
fn check_turn(before: &Table, side: char, double: bool, action: &str, after: &Table) {
    let mut counts: Vec<usize> = (0..=LAST).map(|point| before.all_on(side, point).len()).collect();
    let words: Vec<&str> = action.split(' ').filter(|&word| word != "pass").collect();
    assert!(words.len() <= if double { 4 } else { 2 });
    let mut off = before.camp(side).off;
    for word in &words {
        let (from, to) = word.split_once('-').unwrap();
        counts[from.parse::<usize>().unwrap()] -= 1;
        match to.parse::<usize>() {
            Ok(to) => counts[to] += 1,
            Err(_) => off += 1,
        }
    }
    let head = format!("{}-", head_of(side));
    let left = words.iter().filter(|word| word.starts_with(&head)).count();
    assert!(left <= if double && !before.camp(side).moved { 2 } else { 1 });
    assert_eq!(after.camp(side).off, off);
    assert_eq!(after.camp(side).reserve, before.camp(side).reserve);
    let enemy = other(side);
    for (point, &count) in counts.iter().enumerate().skip(1) {
        assert_eq!(after.all_on(side, point).len(), count, "{action}");
        let enemies = [before, after].map(|table| table.all_on(enemy, point).len());
        let gone = double && enemies == [1, 0];
        assert!(point == head_of(enemy) || enemies[0] == enemies[1] || gone, "{action}");
    }
}

/// What came up in games played at random from that position: first words of texts, and ends.
#[cfg(test)]
fn played(start: &str, options: Options, games: usize, seed: u64) -> BTreeMap<String, usize> {
    let mut chance = Chance(seed);
    let mut seen = BTreeMap::new();
    for _ in 0..games {
        let mut text = start.to_string();
        let mut steps = 0;
        while outcome(&text, options) == "none" {
            let legal = moves(&text, options);
            check_list(&text, &legal, options);
            let (action, after) = &legal[chance.below(legal.len())];
            if let Some(word) = action.split(' ').next().filter(|word| !word.contains('-')) {
                *seen.entry(word.to_string()).or_default() += 1;
            }
            text = after.clone();
            steps += 1;
            assert!(steps < 10_000, "no end: {text}");
        }
        check_list(&text, &moves(&text, options), options);
        let end = outcome(&text, options);
        *seen.entry(end.split(' ').skip(1).collect::<Vec<_>>().join(" ")).or_default() += 1;
    }
    seen
}

#[test]
fn games_end_and_keep_their_checkers() {
    let seen = played(START, NO, 12, 20_261_130);
    for kind in ["cover", "nuker", "pass", "roll", "1 oyn", "4 home-mars"] {
        assert!(seen.contains_key(kind), "no {kind} in {seen:?}");
    }
    let covering = START.replace("w roll", "w pre");
    let seen = played(&covering, YES, 4, 5);
    assert!(seen.contains_key("cover"), "{seen:?}");
}

/// Stacks laid at random, few or many, some of them on a captive; and the checkers that are left.
#[cfg(test)]
fn random_stacks(chance: &mut Chance) -> (Vec<String>, [usize; 2]) {
    let mut left = [CHECKERS, CHECKERS];
    let mut stacks: BTreeMap<usize, String> = BTreeMap::new();
    for _ in 0..2 + chance.below(20) {
        let mover = chance.below(2);
        let (side, point) = (['w', 'b'][mover], 1 + chance.below(LAST));
        let captive = chance.below(4) == 0 && left[1 - mover] > 0 && point != head_of(side);
        let count = (1 + chance.below(4)).min(left[mover]);
        if count == 0 || stacks.contains_key(&point) {
            continue;
        }
        let mut stack = side.to_string().repeat(count);
        if captive {
            stack.insert(0, other(side));
            left[1 - mover] -= 1;
        }
        left[mover] -= count;
        stacks.insert(point, stack);
    }
    (stacks.iter().map(|(point, stack)| format!("{point}:{stack}")).collect(), left)
}

/// A position text with such stacks, sometimes to be refused; the checkers that are left are in
/// reserve, on the bar or off.
#[cfg(test)]
fn random_text(chance: &mut Chance) -> String {
    let (mut words, left) = random_stacks(chance);
    let (mut reserves, mut bars, mut offs) = ([0, 0], ["-".to_string(), "-".to_string()], [0, 0]);
    for (place, side) in ['w', 'b'].into_iter().enumerate() {
        match left[place] {
            few if few <= NUKERS => reserves[place] = few,
            many if chance.below(3) == 0 => bars[place] = side.to_string().repeat(many),
            many => offs[place] = many,
        }
        // One on the board is the emir, if it has not been borne off.
        let mut own: Vec<&mut String> =
            words.iter_mut().filter(|word| word.contains(side)).collect();
        if !own.is_empty() && (offs[place] == 0 || chance.below(4) > 0) {
            let chosen = chance.below(own.len());
            *own[chosen] = own[chosen].replacen(side, &emir_of(side).to_string(), 1);
        }
    }
    let stacks = dash_if_empty(words.join(" "));
    let (high, low) = all_rolls()[chance.below(21)];
    let next = if chance.below(4) == 0 { "pre".to_string() } else { format!("dice {high}-{low}") };
    let side = ['w', 'b'][chance.below(2)];
    format!(
        "{stacks} / res {} {} / bar {} / off {} {} / moved wb / {side} {next}",
        reserves[0],
        reserves[1],
        bars.join(" "),
        offs[0],
        offs[1],
    )
}

#[test]
fn positions_lead_to_positions() {
    let mut chance = Chance(7);
    let (mut positions, mut ends) = (0, 0);
    for _ in 0..1000 {
        let text = random_text(&mut chance);
        if refused(&text, NO) {
            continue;
        }
        positions += 1;
        let legal = moves(&text, NO);
        check_list(&text, &legal, NO);
        for (action, after) in &legal {
            assert!(!refused(after, NO), "{action} in {text}: {after}, {}", outcome(after, NO));
            ends += usize::from(outcome(after, NO) != "none");
        }
        assert_eq!(perft(&text, NO, 1), legal.len() as u64, "{text}");
    }
    assert!(positions > 500 && ends > 5, "{positions} positions, {ends} ends");
}

/// Texts one slip away from a position are refused or are positions themselves.
#[test]
fn slips_break_nothing() {
    let signs: Vec<char> = "wWbB0123569:/- в".chars().collect();
    let mut chance = Chance(8);
    let mut refusals = 0;
    for _ in 0..5000 {
        let mut text: Vec<char> = random_text(&mut chance).chars().collect();
        let (at, sign) = (chance.below(text.len()), signs[chance.below(signs.len())]);
        match chance.below(3) {
            0 => drop(text.remove(at)),
            1 => text.insert(at, sign),
            _ => text[at] = sign,
        }
        let text: String = text.into_iter().collect();
        match read(&text, YES) {
            Ok(table) => assert_eq!(write(&table), text),
            Err(_) => refusals += 1,
        }
    }
    assert!(refusals > 3000 && refusals < 5000, "{refusals}");
}
