//! A slow, naive oracle for Chuvash sausage, written from the rulebook alone.
//!
//! It shares no code and no idea with the real rules: values are characters, branches and hands
//! are plain lists, and every way to lay or cut is tried one after another.
//! The sentences in quotation marks are the rulebook's (`sausage.md`, or `README.md` where said
//! so). Where they leave something open, a line that begins with "Reading:" tells the choice.
//!
//! A position text is refused when
//! - it is not the canonical text, or names a tile, a seat or a number that there is none of;
//! - a tile occurs twice, a hand has more than 14 tiles, or all tiles are more than 28;
//! - a branch does not begin with 0, or two of its neighbours do not meet with one value;
//! - the branches differ by more than three tiles;
//! - the soap is in a branch, or in a hand while it is the other's turn or a branch has tiles;
//! - a hand is hidden though the hands are open;
//! - a cut does not fit the joints, cuts off too few, or its seat is to move or still has 14 tiles;
//! - a deal has the number 0, or something lies on the table or in a hand before it.

use std::fmt;

/// "`hands=closed`" and "`cut=9`; `cut=7`, `11`, `13` are variants".
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many tiles a cut must cut off at least: 7, 9, 11 or 13.
    pub cut: u8,
    /// Whether a hand may be hidden: `?x14`.
    pub closed: bool,
}

/// "a double-six set"
const VALUES: [char; 7] = ['0', '1', '2', '3', '4', '5', '6'];

/// "28 tiles", "14 tiles a hand"
const TILES: usize = 28;
const TILES_OF_HAND: usize = 14;

/// "(0-0, the **soap**, among them)"
const SOAP: Tile = Tile { large: '0', small: '0' };

/// "One seat takes 1-1 2-2 3-3, the other 4-4 5-5 6-6"
const LOW: [char; 3] = ['1', '2', '3'];
const HIGH: [char; 3] = ['4', '5', '6'];

/// "Before the deal: `u - / l - / a - / b - / deal 1` with the number of the deal."
const BEFORE_A_DEAL: &str = "u - / l - / a - / b - / deal ";

/// A tile in a hand: "The larger half stands first."
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Tile {
    large: char,
    small: char,
}

/// A tile in a branch: "each tile inner half first".
#[derive(Clone, Copy, Debug)]
struct Laid {
    inner: char,
    outer: char,
}

#[derive(Clone, Debug)]
enum Hand {
    Open(Vec<Tile>),
    /// "A hand that the reader may not see is `?x14`."
    Hidden(usize),
}

/// Everything in a position text but a deal to come.
#[derive(Clone, Debug)]
struct Table {
    upper: Vec<Laid>,
    lower: Vec<Laid>,
    a: Hand,
    b: Hand,
    to_move: char,
    /// The tile that cut, and the seat that laid it across.
    cut: Option<(Tile, char)>,
}

/// What a position text says: a deal is waited for, or there was one.
enum Position {
    Waiting,
    Dealt(Table),
}

/// One way to lay a tile, which stands then at that place (from 0) of the branch.
struct Way {
    text: String,
    branch: char,
    place: usize,
    laid: Laid,
}

/// Every legal action as (move text, position text after it), sorted by move text by byte order.
///
/// Empty when the deal is over, when it is still to be dealt, when the hand of the seat to move is
/// hidden, and when the position text is refused.
pub fn moves(text: &str, options: Options) -> Vec<(String, String)> {
    let Ok(Position::Dealt(table)) = read(text, options) else {
        return Vec::new();
    };
    if table.cut.is_some() || is_drawn(&table, options) {
        return Vec::new();
    }
    let mut list = Vec::new();
    for (text, after) in all_actions(&table, options) {
        list.push((text, write(&after)));
    }
    list.sort();
    list
}

/// The position text after that deal (`deal a 5-5 4-3 … / b 6-6 5-4 …`) or void deal (`void a … /
/// b …`) in a position that waits for one; `refused: …` with the reason when that cannot be.
pub fn deal(text: &str, deal: &str) -> String {
    match dealt(text, deal) {
        Ok(after) => after,
        Err(reason) => format!("refused: {reason}"),
    }
}

/// `none`, `a 7 cut`, `draw 0 drawn`; `refused: …` with the reason when the text is no position, or
/// when the hand to be counted is hidden and cannot be told from what is seen.
pub fn outcome(text: &str, options: Options) -> String {
    let result = match read(text, options) {
        Ok(Position::Waiting) => Ok("none".to_string()),
        Ok(Position::Dealt(table)) => result(&table, options),
        Err(reason) => Err(reason),
    };
    result.unwrap_or_else(|reason| format!("refused: {reason}"))
}

/// The leaf nodes at that depth. README: "Games that ended earlier are not counted at a deeper
/// level; paths are counted, not distinct positions."
pub fn perft(text: &str, options: Options, depth: u32) -> u64 {
    if read(text, options).is_err() {
        return 0;
    }
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    for (_, after) in moves(text, options) {
        leaves += perft(&after, options, depth - 1);
    }
    leaves
}

// ---- Tiles, branches, hands ---------------------------------------------------------------------

impl Tile {
    fn new(one: char, other: char) -> Tile {
        Tile { large: one.max(other), small: one.min(other) }
    }

    fn is_double(self) -> bool {
        self.large == self.small
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.large, self.small)
    }
}

impl Laid {
    fn tile(self) -> Tile {
        Tile::new(self.inner, self.outer)
    }
}

impl Hand {
    fn size(&self) -> usize {
        match self {
            Hand::Open(tiles) => tiles.len(),
            Hand::Hidden(size) => *size,
        }
    }

    /// The tiles that the text shows.
    fn shown(&self) -> &[Tile] {
        match self {
            Hand::Open(tiles) => tiles,
            Hand::Hidden(_) => &[],
        }
    }
}

impl Table {
    fn branch(&self, branch: char) -> &[Laid] {
        if branch == 'u' { &self.upper } else { &self.lower }
    }

    fn hand(&self, seat: char) -> &Hand {
        if seat == 'a' { &self.a } else { &self.b }
    }

    /// The table after a tile has left the hand of the seat to move, the other seat to move.
    fn without(&self, tile: Tile) -> Table {
        let mut after = self.clone();
        let hand = if self.to_move == 'a' { &mut after.a } else { &mut after.b };
        if let Hand::Open(tiles) = hand {
            tiles.retain(|&other| other != tile);
        }
        after.to_move = other_seat(self.to_move);
        after
    }
}

fn other_seat(seat: char) -> char {
    if seat == 'a' { 'b' } else { 'a' }
}

fn all_tiles() -> Vec<Tile> {
    let mut tiles = Vec::new();
    for large in VALUES {
        for small in VALUES {
            if small <= large {
                tiles.push(Tile { large, small });
            }
        }
    }
    tiles
}

/// "both start with the value 0"
fn end_value(branch: &[Laid]) -> char {
    branch.last().map_or('0', |last| last.outer)
}

/// Reading: a table without a tile in its branches has its soap in a hand if a hand shows it, or
/// if both hands, one of them hidden, still have all their tiles; else the soap lies.
fn soap_is_in_a_hand(table: &Table) -> bool {
    let whole = table.a.size() == TILES_OF_HAND && table.b.size() == TILES_OF_HAND;
    whole || table.a.shown().contains(&SOAP) || table.b.shown().contains(&SOAP)
}

/// The tiles that the text shows, the soap on the table included.
fn seen_tiles(table: &Table) -> Vec<Tile> {
    let mut tiles = Vec::new();
    if !soap_is_in_a_hand(table) {
        tiles.push(SOAP);
    }
    tiles.extend(table.upper.iter().map(|laid| laid.tile()));
    tiles.extend(table.lower.iter().map(|laid| laid.tile()));
    tiles.extend(table.a.shown());
    tiles.extend(table.b.shown());
    tiles.extend(table.cut.map(|(tile, _)| tile));
    tiles
}

/// The tiles of a hand, or those that a hidden hand may have: all that the text does not show.
fn possible_tiles(table: &Table, seat: char) -> Vec<Tile> {
    match table.hand(seat) {
        Hand::Open(tiles) => tiles.clone(),
        Hand::Hidden(_) => {
            let seen = seen_tiles(table);
            all_tiles().into_iter().filter(|tile| !seen.contains(tile)).collect()
        }
    }
}

// ---- Laying and cutting -------------------------------------------------------------------------

/// "Who can lay a tile or cut must do one of these, whichever he likes; who can do neither passes."
/// No two of these actions lead to the same position: there is one tile of a kind.
fn all_actions(table: &Table, options: Options) -> Vec<(String, Table)> {
    let Hand::Open(hand) = table.hand(table.to_move) else {
        return Vec::new();
    };
    // "whoever holds the soap begins and lays it (forced)"
    if hand.contains(&SOAP) {
        return vec![(SOAP.to_string(), table.without(SOAP))];
    }
    let mut actions = Vec::new();
    for &tile in hand {
        for way in ways_to_lay(table, tile) {
            actions.push((way.text.clone(), after_laying(table, tile, &way)));
        }
        if cuts(table, tile, options) {
            let mut after = table.without(tile);
            after.cut = Some((tile, table.to_move));
            actions.push((format!("{tile} cut"), after));
        }
    }
    if actions.is_empty() {
        let mut after = table.clone();
        after.to_move = other_seat(table.to_move);
        actions.push(("pass".to_string(), after));
    }
    actions
}

/// Both kinds of laying: "at the end of a branch", "also into an inner joint".
fn ways_to_lay(table: &Table, tile: Tile) -> Vec<Way> {
    let mut ways = Vec::new();
    for branch in ['u', 'l'] {
        let tiles = table.branch(branch);
        let grown = tiles.len() + 1;
        let other = table.branch(if branch == 'u' { 'l' } else { 'u' }).len();
        // "After the placement, inner ones too, the branches may differ by at most three tiles."
        if grown.abs_diff(other) > 3 {
            continue;
        }
        ways.extend(way_at_the_end(branch, tiles, tile));
        ways.extend(ways_into_joints(branch, tiles, tile));
    }
    ways
}

/// "at the end of a branch, one half matching the value there"
fn way_at_the_end(branch: char, tiles: &[Laid], tile: Tile) -> Option<Way> {
    let inner = end_value(tiles);
    let outer = if inner == tile.large {
        tile.small
    } else if inner == tile.small {
        tile.large
    } else {
        return None;
    };
    let laid = Laid { inner, outer };
    Some(Way { text: format!("{tile} {branch}"), branch, place: tiles.len(), laid })
}

/// "if it is a double, also into an inner joint of a branch between two tiles that meet with its
/// value"; "`6-6 l1` into the joint behind the first tile of the lower branch (1 to one less than
/// its tiles […])".
fn ways_into_joints(branch: char, tiles: &[Laid], tile: Tile) -> Vec<Way> {
    let mut ways = Vec::new();
    if !tile.is_double() {
        return ways;
    }
    for joint in 1..tiles.len() {
        if tiles[joint - 1].outer == tile.large && tiles[joint].inner == tile.large {
            let laid = Laid { inner: tile.large, outer: tile.large };
            let text = format!("{tile} {branch}{joint}");
            ways.push(Way { text, branch, place: joint, laid });
        }
    }
    ways
}

/// "(the tiles beyond move outward by one place)"
fn after_laying(table: &Table, tile: Tile, way: &Way) -> Table {
    let mut after = table.without(tile);
    let branch = if way.branch == 'u' { &mut after.upper } else { &mut after.lower };
    branch.insert(way.place, way.laid);
    after
}

/// "the k-th joint of a branch is the outer value of its k-th tile. A tile whose halves are the
/// values of the k-th joint of the upper and the k-th joint of the lower branch (same k) may be
/// laid across"; "The joint at the very end of a branch counts; where both joints show the same
/// value the double of it cuts. A tile that fits at several k is one action."
fn cuts(table: &Table, tile: Tile, options: Options) -> bool {
    for k in 1..=table.upper.len().min(table.lower.len()) {
        let across = Tile::new(table.upper[k - 1].outer, table.lower[k - 1].outer);
        // "it cuts off 2k+1 tiles (k of each branch and the soap). This must be at least nine"
        if across == tile && 2 * k + 1 >= usize::from(options.cut) {
            return true;
        }
    }
    false
}

// ---- The end ------------------------------------------------------------------------------------

/// "The first to cut wins the deal."
fn result(table: &Table, options: Options) -> Result<String, String> {
    if let Some((_, winner)) = table.cut {
        return Ok(format!("{winner} {} cut", count(table, other_seat(winner))?));
    }
    let text = if is_drawn(table, options) { "draw 0 drawn" } else { "none" };
    Ok(text.to_string())
}

/// "the winner scores, for the tiles left in the loser's hand, 1 for each ordinary tile and 2 for
/// each double."
///
/// Reading: a hidden hand is counted if it must be all the tiles that the text does not show (as in
/// a text with one hidden hand and all 28 tiles); else nobody can count it.
fn count(table: &Table, loser: char) -> Result<usize, String> {
    let tiles = possible_tiles(table, loser);
    if tiles.len() != table.hand(loser).size() {
        return Err(format!("the hidden hand of {loser} cannot be counted"));
    }
    let doubles = tiles.iter().filter(|tile| tile.is_double()).count();
    Ok(tiles.len() + doubles)
}

/// "If after an action neither seat can lay or cut (empty hands included), the deal is drawn at
/// once, 0 points."
///
/// Reading: with a hidden hand the deal is drawn if no tile that it may have could be laid or cut;
/// with all 28 tiles that is exactly when the deal is drawn for one who sees both hands.
fn is_drawn(table: &Table, options: Options) -> bool {
    table.cut.is_none()
        && !soap_is_in_a_hand(table)
        && !can_act(table, 'a', options)
        && !can_act(table, 'b', options)
}

fn can_act(table: &Table, seat: char, options: Options) -> bool {
    possible_tiles(table, seat)
        .into_iter()
        .any(|tile| !ways_to_lay(table, tile).is_empty() || cuts(table, tile, options))
}

// ---- The deal -----------------------------------------------------------------------------------

/// README: "A deal of tiles stands before action 1 in braces: `{deal a 5-5 4-3 … / b 6-6 5-4 …}`, a
/// void one before it as `{void a … / b …}`."
fn dealt(text: &str, deal: &str) -> Result<String, String> {
    let Some(number) = number_of_deal(text)? else {
        return Err("no deal is waited for".to_string());
    };
    let Some((word, hands)) = deal.split_once(' ') else {
        return Err("no deal".to_string());
    };
    let Some((a, b)) = hands.split_once(" / ") else {
        return Err("no two hands".to_string());
    };
    let a = read_dealt_hand(a, 'a')?;
    let b = read_dealt_hand(b, 'b')?;
    once_each(&[a.clone(), b.clone()].concat())?;
    doubles_of_a_deal(&number, &a, &b)?;
    let void = is_void(&a) || is_void(&b);
    match (word, void) {
        // Reading: the deal that is dealt again keeps its number.
        ("void", true) => Ok(text.to_string()),
        ("void", false) => Err("a void deal needs five tiles with a blank in a hand".to_string()),
        ("deal", true) => Err("five tiles with a blank in a hand: the deal is void".to_string()),
        ("deal", false) => {
            // "whoever holds the soap begins"
            let to_move = if a.contains(&SOAP) { 'a' } else { 'b' };
            let (a, b) = (Hand::Open(a), Hand::Open(b));
            Ok(write(&Table { upper: vec![], lower: vec![], a, b, to_move, cut: None }))
        }
        _ => Err(format!("no deal: {word:?}")),
    }
}

/// Reading: a dealt hand has the order of the position text.
fn read_dealt_hand(text: &str, seat: char) -> Result<Vec<Tile>, String> {
    let tiles = read_tiles(named(text, seat)?)?;
    if tiles.len() != TILES_OF_HAND {
        return Err(format!("the hand of {seat} has {} tiles", tiles.len()));
    }
    if !tiles.is_sorted_by(|one, next| one >= next) {
        return Err(format!("the hand of {seat} does not fall"));
    }
    Ok(tiles)
}

/// "One seat takes 1-1 2-2 3-3, the other 4-4 5-5 6-6; A has the low ones in odd deals, B in even
/// ones."
fn doubles_of_a_deal(number: &str, a: &[Tile], b: &[Tile]) -> Result<(), String> {
    let odd = number.ends_with(['1', '3', '5', '7', '9']);
    let (low, high) = if odd { (a, b) } else { (b, a) };
    if !LOW.iter().all(|&value| low.contains(&Tile::new(value, value))) {
        return Err("the low doubles are in the other hand".to_string());
    }
    if !HIGH.iter().all(|&value| high.contains(&Tile::new(value, value))) {
        return Err("the high doubles are in the other hand".to_string());
    }
    Ok(())
}

/// "If a hand holds five or more of the seven tiles with a blank, the deal is void and dealt
/// again." The soap is one of the seven.
fn is_void(hand: &[Tile]) -> bool {
    hand.iter().filter(|tile| tile.small == '0').count() >= 5
}

// ---- Position texts -----------------------------------------------------------------------------

/// "`u 0-3 3-3 / l 0-6 6-2 / a 5-5 4-3 / b 6-6 5-4 / a`"; "After a cut the tile has left the hand,
/// the other seat is to move, and ` / cut 4-3 a` is appended when seat a cut".
///
/// Reading: the tiles that a cut cuts off stay in the text of the branches.
fn write(table: &Table) -> String {
    let mut text = format!(
        "u {} / l {} / a {} / b {} / {}",
        write_branch(&table.upper),
        write_branch(&table.lower),
        write_hand(&table.a),
        write_hand(&table.b),
        table.to_move
    );
    if let Some((tile, seat)) = table.cut {
        text.push_str(&format!(" / cut {tile} {seat}"));
    }
    text
}

/// "branches from the soap outward, each tile inner half first"; "`-` for an empty branch or hand"
fn write_branch(branch: &[Laid]) -> String {
    let mut words = Vec::new();
    for laid in branch {
        words.push(format!("{}-{}", laid.inner, laid.outer));
    }
    if words.is_empty() { "-".to_string() } else { words.join(" ") }
}

/// "hands with the larger half first, falling by the larger half, then the smaller"
fn write_hand(hand: &Hand) -> String {
    let tiles = match hand {
        Hand::Hidden(size) => return format!("?x{size}"),
        Hand::Open(tiles) => tiles,
    };
    let mut tiles = tiles.clone();
    tiles.sort();
    tiles.reverse();
    let words: Vec<String> = tiles.iter().map(Tile::to_string).collect();
    if words.is_empty() { "-".to_string() } else { words.join(" ") }
}

/// The same sentences read backwards. README: "writing then reading is the identity, and equal
/// positions have equal texts"; "Positions that cannot be […] are refused with the reason."
fn read(text: &str, options: Options) -> Result<Position, String> {
    if ![7, 9, 11, 13].contains(&options.cut) {
        return Err(format!("there is no cut={}", options.cut));
    }
    if number_of_deal(text)?.is_some() {
        return Ok(Position::Waiting);
    }
    let table = read_table(text)?;
    possible_hands(&table, options)?;
    possible_branches(&table)?;
    possible_soap(&table)?;
    once_each(&seen_tiles(&table))?;
    possible_cut(&table, options)?;
    if write(&table) != text {
        return Err("not the canonical text".to_string());
    }
    Ok(Position::Dealt(table))
}

/// The number in the text of a position that waits for a deal.
/// Reading: a match can have any number of deals, so that no number is too large.
fn number_of_deal(text: &str) -> Result<Option<String>, String> {
    let Some(number) = text.strip_prefix(BEFORE_A_DEAL) else {
        return Ok(None);
    };
    let digits = number.chars().all(|digit| digit.is_ascii_digit());
    if number.is_empty() || !digits || number.starts_with('0') {
        return Err(format!("no number of a deal: {number:?}"));
    }
    Ok(Some(number.to_string()))
}

fn read_table(text: &str) -> Result<Table, String> {
    let parts: Vec<&str> = text.split(" / ").collect();
    let (upper, lower, a, b, to_move, cut) = match parts[..] {
        [upper, lower, a, b, to_move] => (upper, lower, a, b, to_move, None),
        [upper, lower, a, b, to_move, cut] => (upper, lower, a, b, to_move, Some(cut)),
        _ => return Err(format!("{} parts", parts.len())),
    };
    Ok(Table {
        upper: read_branch(named(upper, 'u')?)?,
        lower: read_branch(named(lower, 'l')?)?,
        a: read_hand(named(a, 'a')?)?,
        b: read_hand(named(b, 'b')?)?,
        to_move: read_seat(to_move)?,
        cut: cut.map(read_cut).transpose()?,
    })
}

/// What stands behind the name and the space.
fn named(part: &str, name: char) -> Result<&str, String> {
    let rest = part.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
    rest.ok_or_else(|| format!("not {name:?}: {part:?}"))
}

fn read_seat(text: &str) -> Result<char, String> {
    match text {
        "a" => Ok('a'),
        "b" => Ok('b'),
        _ => Err(format!("no seat: {text:?}")),
    }
}

/// The first and the second half as they are written.
fn read_halves(text: &str) -> Result<(char, char), String> {
    let letters: Vec<char> = text.chars().collect();
    match letters[..] {
        [one, '-', other] if VALUES.contains(&one) && VALUES.contains(&other) => Ok((one, other)),
        _ => Err(format!("no tile: {text:?}")),
    }
}

fn read_tile(text: &str) -> Result<Tile, String> {
    let (large, small) = read_halves(text)?;
    if large < small {
        return Err(format!("the larger half stands first: {text:?}"));
    }
    Ok(Tile { large, small })
}

fn read_branch(text: &str) -> Result<Vec<Laid>, String> {
    let mut branch = Vec::new();
    if text == "-" {
        return Ok(branch);
    }
    for word in text.split(' ') {
        let (inner, outer) = read_halves(word)?;
        branch.push(Laid { inner, outer });
    }
    Ok(branch)
}

fn read_tiles(text: &str) -> Result<Vec<Tile>, String> {
    if text == "-" {
        return Ok(Vec::new());
    }
    text.split(' ').map(read_tile).collect()
}

/// Reading: an empty hand is `-`, also for one who may not see it.
fn read_hand(text: &str) -> Result<Hand, String> {
    let Some(size) = text.strip_prefix("?x") else {
        return Ok(Hand::Open(read_tiles(text)?));
    };
    for known in 1..=TILES_OF_HAND {
        if size == known.to_string() {
            return Ok(Hand::Hidden(known));
        }
    }
    Err(format!("no hidden hand: {text:?}"))
}

fn read_cut(text: &str) -> Result<(Tile, char), String> {
    let words: Vec<&str> = text.split(' ').collect();
    match words[..] {
        ["cut", tile, seat] => Ok((read_tile(tile)?, read_seat(seat)?)),
        _ => Err(format!("no cut: {text:?}")),
    }
}

// ---- Positions that cannot be -------------------------------------------------------------------

fn once_each(tiles: &[Tile]) -> Result<(), String> {
    for tile in tiles {
        if tiles.iter().filter(|&other| other == tile).count() > 1 {
            return Err(format!("{tile} twice"));
        }
    }
    Ok(())
}

/// "with `hands=closed` each sees only its own": both may be hidden from one who has no hand.
///
/// Reading: tiles may be missing, as in the page's own position text of nine tiles.
/// Reading: what holds at the deal (the low and the high doubles, no five tiles with a blank in a
/// hand) is not asked for later; the page's own position text has high doubles in both hands.
/// Reading: how many tiles each seat has laid is not asked for, as passes hide it.
fn possible_hands(table: &Table, options: Options) -> Result<(), String> {
    let mut tiles = table.upper.len() + table.lower.len();
    tiles += usize::from(table.cut.is_some());
    tiles += usize::from(!soap_is_in_a_hand(table));
    for seat in ['a', 'b'] {
        let hand = table.hand(seat);
        if matches!(hand, Hand::Hidden(_)) && !options.closed {
            return Err(format!("the hand of {seat} is hidden though hands are open"));
        }
        if hand.size() > TILES_OF_HAND {
            return Err(format!("too many tiles in the hand of {seat}"));
        }
        tiles += hand.size();
    }
    if tiles > TILES {
        return Err(format!("{tiles} tiles"));
    }
    Ok(())
}

/// "From the soap two **branches** grow, the upper `u` and the lower `l`; both start with the value
/// 0."; "the branches may differ by at most three tiles".
fn possible_branches(table: &Table) -> Result<(), String> {
    for branch in ['u', 'l'] {
        let mut value = '0';
        for laid in table.branch(branch) {
            if laid.inner != value {
                return Err(format!("no {value} meets {} in {branch}", laid.tile()));
            }
            if laid.tile() == SOAP {
                return Err(format!("the soap in {branch}"));
            }
            value = laid.outer;
        }
    }
    if table.upper.len().abs_diff(table.lower.len()) > 3 {
        return Err("the branches differ by more than three tiles".to_string());
    }
    Ok(())
}

/// "While the soap is still in a hand, both branches are `-` and it is that seat's turn."
fn possible_soap(table: &Table) -> Result<(), String> {
    if !soap_is_in_a_hand(table) {
        return Ok(());
    }
    if !table.upper.is_empty() || !table.lower.is_empty() {
        return Err("the branches have tiles and a hand has the soap".to_string());
    }
    let without = match table.hand(table.to_move) {
        Hand::Open(tiles) => !tiles.contains(&SOAP),
        Hand::Hidden(_) => table.hand(other_seat(table.to_move)).shown().contains(&SOAP),
    };
    if without {
        return Err(format!("{} is to move without the soap", table.to_move));
    }
    Ok(())
}

fn possible_cut(table: &Table, options: Options) -> Result<(), String> {
    let Some((tile, seat)) = table.cut else {
        return Ok(());
    };
    if seat == table.to_move {
        return Err(format!("{seat} has cut and is to move"));
    }
    if table.hand(seat).size() == TILES_OF_HAND {
        return Err(format!("{seat} has cut and still has all its tiles"));
    }
    if !cuts(table, tile, options) {
        return Err(format!("{tile} cuts nothing"));
    }
    Ok(())
}

// ---- The rulebook's own examples ----------------------------------------------------------------

#[cfg(test)]
const OPEN: Options = Options { cut: 9, closed: false };

#[cfg(test)]
const CLOSED: Options = Options { cut: 9, closed: true };

/// The page's position text.
#[cfg(test)]
const PAGE: &str = "u 0-3 3-3 / l 0-6 6-2 / a 5-5 4-3 / b 6-6 5-4 / a";

/// The page's worked example, with hands that it may have been dealt; b is to move.
#[cfg(test)]
const WORKED: &str = "u 0-3 3-3 3-6 6-4 4-1 / l 0-6 6-2 2-1 1-3 3-2 / \
                      a 5-1 5-0 4-3 4-2 2-2 2-0 1-1 1-0 / \
                      b 6-6 6-5 6-1 5-5 5-4 5-3 5-2 4-4 4-0 / b";

/// Two hands that may be dealt with an odd number, and two that are void.
#[cfg(test)]
const DEALT: [&str; 2] = [
    "6-5 6-4 6-0 5-4 5-3 5-2 4-3 4-2 3-3 2-2 2-1 1-1 1-0 0-0",
    "6-6 6-3 6-2 6-1 5-5 5-1 5-0 4-4 4-1 4-0 3-2 3-1 3-0 2-0",
];
#[cfg(test)]
const VOID: [&str; 2] = [
    "6-5 6-4 5-4 5-3 5-2 4-3 4-2 3-3 3-1 2-2 2-1 1-1 1-0 0-0",
    "6-6 6-3 6-2 6-1 6-0 5-5 5-1 5-0 4-4 4-1 4-0 3-2 3-0 2-0",
];

#[cfg(test)]
fn texts(position: &str, options: Options) -> Vec<String> {
    let outcome = outcome(position, options);
    assert!(!outcome.starts_with("refused"), "{position}: {outcome}");
    moves(position, options).into_iter().map(|(text, _)| text).collect()
}

/// The legal actions, one space between them.
#[cfg(test)]
fn line(position: &str) -> String {
    texts(position, OPEN).join(" | ")
}

#[cfg(test)]
fn after(position: &str, text: &str) -> String {
    let legal = moves(position, OPEN);
    let found = legal.iter().find(|(other, _)| other == text);
    found.unwrap_or_else(|| panic!("{text} in {position}: {legal:?}")).1.clone()
}

#[cfg(test)]
fn has(position: &str, text: &str) -> bool {
    texts(position, OPEN).iter().any(|other| other == text)
}

#[test]
fn page_position_is_one() {
    assert_eq!(outcome(PAGE, OPEN), "none");
    assert_eq!(line(PAGE), "4-3 u");
    let next = "u 0-3 3-3 3-4 / l 0-6 6-2 / a 5-5 / b 6-6 5-4 / b";
    assert_eq!(moves(PAGE, OPEN), [("4-3 u".to_string(), next.to_string())]);
    assert_eq!(line(next), "5-4 u | 6-6 l1");
}

/// "The fourth joints are 4 and 3, so 4-3 threatens to cut nine."
#[test]
fn worked_example_threatens_a_cut() {
    assert!(!line(WORKED).contains("cut"));
    let of_a = "1-0 u | 1-1 l3 | 1-1 u | 2-0 l | 2-2 l | 2-2 l2 | 4-2 l | 4-3 cut | 5-1 u";
    let turned = format!("{}/ a", WORKED.trim_end_matches("/ b"));
    assert_eq!(line(&turned), of_a);
    let end = after(&turned, "4-3 cut");
    assert_eq!(
        end,
        "u 0-3 3-3 3-6 6-4 4-1 / l 0-6 6-2 2-1 1-3 3-2 / a 5-1 5-0 4-2 2-2 2-0 1-1 1-0 / \
         b 6-6 6-5 6-1 5-5 5-4 5-3 5-2 4-4 4-0 / b / cut 4-3 a"
    );
    assert_eq!(outcome(&end, OPEN), "a 12 cut");
    assert!(moves(&end, OPEN).is_empty());
    // Nine is too few for eleven.
    let eleven = Options { cut: 11, closed: false };
    assert!(!texts(&turned, eleven).contains(&"4-3 cut".to_string()));
    assert!(outcome(&end, eleven).starts_with("refused"));
}

/// "6-6 laid between 0-6 and 6-2 shifts the lower joints and ends the threat".
#[test]
fn worked_example_defends_below() {
    let defended = after(WORKED, "6-6 l1");
    assert!(defended.contains(" / l 0-6 6-6 6-2 2-1 1-3 3-2 / "), "{defended}");
    assert!(!line(&defended).contains("cut"), "{defended}");
}

/// "laid between 3-6 and 6-4 it also ends it, but then 2-2 between 6-2 and 2-1 brings 4-3 back at
/// the fifth joints (eleven tiles). (It makes other threats too; a program sees them all.)"
#[test]
fn worked_example_defends_above() {
    let defended = after(WORKED, "6-6 u3");
    assert!(defended.starts_with("u 0-3 3-3 3-6 6-6 6-4 4-1 / "), "{defended}");
    assert!(!has(&defended, "4-3 cut"));
    assert!(has(&defended, "4-2 cut"));
    let back = after(&defended, "2-2 l2");
    assert!(back.contains(" / l 0-6 6-2 2-2 2-1 1-3 3-2 / "), "{back}");
    let again = after(&back, "6-1 u");
    for (cut, may) in [(7, true), (9, true), (11, true), (13, false)] {
        let actions = texts(&again, Options { cut, closed: false });
        assert_eq!(actions.contains(&"4-3 cut".to_string()), may, "cut={cut}");
    }
}

/// "If the lower branch has eight tiles and the upper five, only the upper may grow."
#[test]
fn only_the_upper_branch_may_grow() {
    let eight = "u 0-3 3-3 3-6 6-4 4-1 / l 0-6 6-2 2-1 1-3 3-2 2-5 5-4 4-2 / \
                 a 6-5 6-1 5-5 2-2 1-1 / b 6-6 2-0 / a";
    // 6-5 and 2-2 fit only the lower branch, 5-5 only its joint.
    assert_eq!(line(eight), "1-1 u | 6-1 u");
    let grown = after(eight, "6-1 u");
    assert_eq!(line(&grown), "2-0 l | 6-6 l1 | 6-6 u | 6-6 u3");
}

// ---- Single rules -------------------------------------------------------------------------------

/// "whoever holds the soap begins and lays it (forced); then the seats alternate"; "`0-0` for the
/// soap".
#[test]
fn soap_is_laid_first() {
    let [low, high] = DEALT;
    let a_begins = format!("u - / l - / a {low} / b {high} / a");
    assert_eq!(line(&a_begins), "0-0");
    let laid = after(&a_begins, "0-0");
    let low = low.trim_end_matches(" 0-0");
    assert_eq!(laid, format!("u - / l - / a {low} / b {high} / b"));
    assert_eq!(line(&laid), "2-0 l | 2-0 u | 3-0 l | 3-0 u | 4-0 l | 4-0 u | 5-0 l | 5-0 u");
    // No other tile is looked at, so that there is no draw before.
    assert_eq!(outcome(&a_begins, OPEN), "none");
    assert_eq!(line("u - / l - / a 5-5 / b 0-0 / b"), "0-0");
    assert_eq!(outcome("u - / l - / a 5-5 / b - / b", OPEN), "draw 0 drawn");
}

/// "at the end of a branch, one half matching the value there"
#[test]
fn ends_take_matching_tiles() {
    let both = "u 0-1 / l 0-2 / a 6-5 4-2 2-1 1-1 / b 6-6 / a";
    assert_eq!(line(both), "1-1 u | 2-1 l | 2-1 u | 4-2 l");
    assert!(after(both, "2-1 l").contains("l 0-2 2-1 /"));
    assert!(after(both, "2-1 u").starts_with("u 0-1 1-2 /"));
    assert_eq!(line("u - / l - / a 6-0 5-4 / b 6-6 / a"), "6-0 l | 6-0 u");
}

/// "also into an inner joint of a branch between two tiles that meet with its value"
#[test]
fn doubles_go_into_joints() {
    // An ordinary tile never; a double into every joint of its value, and at the end.
    let many = "u 0-1 1-2 2-4 4-1 1-5 / l 0-5 5-3 3-1 / a 3-3 1-1 / b 6-6 / a";
    assert_eq!(line(many), "1-1 l | 1-1 u1 | 1-1 u4 | 3-3 l2");
    assert!(after(many, "1-1 u4").starts_with("u 0-1 1-2 2-4 4-1 1-1 1-5 / "));
    assert!(after(many, "1-1 u1").starts_with("u 0-1 1-1 1-2 2-4 4-1 1-5 / "));
    // A branch of one tile has no inner joint.
    assert_eq!(line("u 0-1 / l - / a 1-1 / b 6-6 / a"), "1-1 u");
    assert_eq!(line("u 0-1 / l - / a 2-2 / b 2-0 / a"), "pass");
}

/// "the branches may differ by at most three tiles", "inner ones too"
#[test]
fn branches_differ_by_three_at_most() {
    let three = "u 0-1 1-2 2-3 / l - / a 3-0 2-2 / b 6-6 / a";
    assert_eq!(line(three), "3-0 l");
    let two = "u 0-1 1-2 / l - / a 2-2 1-1 / b 6-6 / a";
    assert_eq!(line(two), "1-1 u1 | 2-2 u");
    let below = "u 0-1 / l 0-2 2-3 3-4 4-5 / a 5-1 4-4 / b 6-6 / a";
    assert_eq!(line(below), "5-1 u");
}

/// "who can do neither passes"; README: "A forced pass is an action with the text `pass`."
#[test]
fn passes_are_forced() {
    let stuck = "u 0-1 / l 0-2 / a 6-5 / b 5-2 / a";
    let next = "u 0-1 / l 0-2 / a 6-5 / b 5-2 / b";
    assert_eq!(moves(stuck, OPEN), [("pass".to_string(), next.to_string())]);
    assert_eq!(line(next), "5-2 l");
    // An empty hand passes as well, as long as the other can lay.
    assert_eq!(line("u 0-1 / l 0-2 / a - / b 5-2 / a"), "pass");
    // Who can cut may not pass, and need not cut.
    let free = "u 0-1 1-2 2-3 3-6 / l 0-2 2-4 4-1 1-5 / a 6-5 / b 4-4 / a";
    assert_eq!(line(free), "6-5 cut | 6-5 l | 6-5 u");
    let only = "u 0-1 1-2 2-3 3-5 5-1 / l 0-2 2-4 4-3 3-6 6-2 / a 6-5 / b 5-5 / a";
    assert_eq!(line(only), "6-5 cut");
}

/// "A tile whose halves are the values of the k-th joint of the upper and the k-th joint of the
/// lower branch (same k) may be laid across: it cuts off 2k+1 tiles […]. This must be at least
/// nine, so k ≥ 4 (`cut=9`; `cut=7`, `11`, `13` are variants)."
#[test]
fn cuts_need_enough_tiles() {
    // The joint at the very end counts: 6 and 3 are the sixth.
    for (tile, k) in [("3-0", 3), ("6-4", 4), ("5-1", 5), ("6-3", 6)] {
        let branches = "u 0-1 1-2 2-3 3-4 4-5 5-6 / l 0-2 2-4 4-0 0-6 6-1 1-3";
        for cut in [7, 9, 11, 13] {
            let options = Options { cut, closed: false };
            let actions = texts(&format!("{branches} / a {tile} / b 3-3 / a"), options);
            let may = 2 * k + 1 >= cut;
            assert_eq!(actions.contains(&format!("{tile} cut")), may, "cut={cut}, {tile}");
            let end = outcome(&format!("{branches} / a - / b 3-3 / b / cut {tile} a"), options);
            assert_eq!(end == "a 2 cut", may, "cut={cut}, {tile}: {end}");
        }
    }
    // Joints of different k do not go together: 3 is the third above, 6 the fourth below.
    let table = "u 0-1 1-2 2-3 3-4 4-5 / l 0-2 2-4 4-0 0-6 6-1 / a 6-3 / b 1-1 / a";
    assert_eq!(line(table), "pass");
}

/// "where both joints show the same value the double of it cuts"
#[test]
fn doubles_cut_equal_joints() {
    let equal = "u 0-1 1-2 2-3 3-6 / l 0-2 2-4 4-5 5-6 / a 6-6 / b 5-5 / a";
    assert_eq!(line(equal), "6-6 cut | 6-6 l | 6-6 u");
    let end = after(equal, "6-6 cut");
    assert_eq!(end, "u 0-1 1-2 2-3 3-6 / l 0-2 2-4 4-5 5-6 / a - / b 5-5 / b / cut 6-6 a");
    // "2 for each double"
    assert_eq!(outcome(&end, OPEN), "a 2 cut");
    assert_eq!(outcome(&end.replace("b 5-5 /", "b - /"), OPEN), "a 0 cut");
}

/// "A tile that fits at several k is one action."
#[test]
fn one_tile_cuts_once() {
    // The joints: 5 and 6 at the fourth, 6 and 5 at the sixth.
    let twice = "u 0-1 1-2 2-3 3-5 5-0 0-6 / l 0-2 2-4 4-3 3-6 6-1 1-5 / a 6-5 / b 5-5 / a";
    assert_eq!(line(twice), "6-5 cut | 6-5 l | 6-5 u");
}

/// "If after an action neither seat can lay or cut (empty hands included), the deal is drawn at
/// once, 0 points."
#[test]
fn deals_are_drawn_when_both_are_stuck() {
    let last = "u 0-1 / l 0-2 / a 5-2 / b 6-4 / a";
    let end = after(last, "5-2 l");
    assert_eq!(end, "u 0-1 / l 0-2 2-5 / a - / b 6-4 / b");
    assert_eq!(outcome(&end, OPEN), "draw 0 drawn");
    assert!(moves(&end, OPEN).is_empty());
    // The seat that has just laid could lay again: no draw yet.
    let end = after("u 0-1 / l 0-2 / a 5-3 5-2 / b 6-4 / a", "5-2 l");
    assert_eq!((outcome(&end, OPEN).as_str(), line(&end).as_str()), ("none", "pass"));
    // Stuck by the balance alone, or able to cut alone.
    let far = "u 0-1 1-2 2-3 / l - / a 3-3 2-2 / b 6-3 / a";
    assert_eq!(outcome(far, OPEN), "draw 0 drawn");
    let cut = "u 0-1 1-2 2-3 3-5 5-1 / l 0-2 2-4 4-3 3-6 6-2 / a 6-5 / b 5-5 / b";
    assert_eq!(outcome(cut, OPEN), "none");
    assert_eq!(line(&cut.replace("/ b 5-5 / b", "/ b 5-5 / a")), "6-5 cut");
    assert_eq!(line("u 0-1 / l 0-2 / a - / b - / a"), "");
    assert_eq!(outcome("u 0-1 / l 0-2 / a - / b - / a", OPEN), "draw 0 drawn");
}

/// README: "Games that ended earlier are not counted at a deeper level".
#[test]
fn perft_counts_leaves() {
    for (text, counts) in [
        (PAGE, [1, 1, 2]),
        ("u 0-1 / l 0-2 / a 5-2 / b 6-4 / a", [1, 1, 0]),
        ("u 0-1 / l 0-2 / a - / b - / a", [1, 0, 0]),
        ("u - / l - / a 1-0 / b 2-0 1-1 / a", [1, 2, 4]),
        ("u - / l - / a - / b - / deal 1", [1, 0, 0]),
        ("no position", [0, 0, 0]),
    ] {
        for (depth, leaves) in counts.into_iter().enumerate() {
            assert_eq!(perft(text, OPEN, depth as u32), leaves, "{text}, depth {depth}");
        }
    }
}

/// "One seat takes 1-1 2-2 3-3, the other 4-4 5-5 6-6; A has the low ones in odd deals, B in even
/// ones."
#[test]
fn deals_give_the_doubles_by_turns() {
    let [low, high] = DEALT;
    let (odd, even) = (format!("a {low} / b {high}"), format!("a {high} / b {low}"));
    for (number, fits, not, seat) in
        [("1", &odd, &even, 'a'), ("2", &even, &odd, 'b'), ("13", &odd, &even, 'a')]
    {
        let waiting = format!("{BEFORE_A_DEAL}{number}");
        let dealt = deal(&waiting, &format!("deal {fits}"));
        assert_eq!(dealt, format!("u - / l - / {fits} / {seat}"));
        assert_eq!(line(&dealt), "0-0");
        let other = deal(&waiting, &format!("deal {not}"));
        assert_eq!(other, "refused: the low doubles are in the other hand");
        assert!(deal(&dealt, &format!("deal {fits}")).starts_with("refused"));
        assert!(deal(&waiting, &format!("void {fits}")).starts_with("refused: a void deal"));
        assert_eq!(outcome(&waiting, OPEN), "none");
        assert!(moves(&waiting, OPEN).is_empty());
    }
}

/// "If a hand holds five or more of the seven tiles with a blank, the deal is void and dealt
/// again."
#[test]
fn deals_with_five_blanks_are_void() {
    let [low, high] = VOID;
    for (number, hands) in [(1, [low, high]), (2, [high, low])] {
        let waiting = format!("{BEFORE_A_DEAL}{number}");
        let hands = format!("a {} / b {}", hands[0], hands[1]);
        assert_eq!(deal(&waiting, &format!("void {hands}")), waiting);
        assert!(deal(&waiting, &format!("deal {hands}")).starts_with("refused: five tiles"));
        let other = format!("{BEFORE_A_DEAL}{}", number + 1);
        assert!(deal(&other, &format!("void {hands}")).starts_with("refused: the low"));
    }
}

#[test]
fn texts_that_are_no_deal_are_refused() {
    let waiting = "u - / l - / a - / b - / deal 1";
    let fits = format!("deal a {} / b {}", DEALT[0], DEALT[1]);
    assert!(!deal(waiting, &fits).starts_with("refused"));
    for (part, other) in [
        ("deal a", "a"),
        ("deal a", "Deal a"),
        ("deal a", "deal  a"),
        ("deal a", "deal b"),
        (" / b", " / a"),
        (" / b", "/ b"),
        (" / b", " b"),
        (" / b ", " / b -"),
        ("6-5 6-4", "6-4 6-5"),
        ("6-5 6-4", "6-5  6-4"),
        ("6-5 6-4", "5-6 6-4"),
        ("6-5 6-4", "6-5"),
        ("6-5 6-4", "6-5 6-5"),
        ("6-5 6-4", "6-5 6-4 6-3"),
        ("6-5 6-4", "6-6 6-4"),
        ("6-5 6-4", "6-5 6-7"),
        (DEALT[0], "?x14"),
        (DEALT[1], "-"),
        ("3-1 3-0 2-0", "3-1 3-0 2-0 "),
        ("3-1 3-0 2-0", "3-1 3-0 2-0 / a"),
    ] {
        assert!(fits.contains(part), "{part}");
        let text = fits.replace(part, other);
        assert!(deal(waiting, &text).starts_with("refused"), "{text:?} is a deal");
    }
    assert!(deal(&waiting.replace('1', "0"), &fits).starts_with("refused"));
}

/// "with `hands=closed` each sees only its own"; "A hand that the reader may not see is `?x14`."
#[test]
fn hidden_hands_are_read_when_hands_are_closed() {
    let own = PAGE.replace("b 6-6 5-4", "b ?x2");
    assert!(outcome(&own, OPEN).starts_with("refused"));
    assert_eq!(outcome(&own, CLOSED), "none");
    let next = "u 0-3 3-3 3-4 / l 0-6 6-2 / a 5-5 / b ?x2 / b";
    assert_eq!(moves(&own, CLOSED), [("4-3 u".to_string(), next.to_string())]);
    // The hand of the seat to move is hidden.
    assert!(moves(next, CLOSED).is_empty());
    assert_eq!(outcome(next, CLOSED), "none");
    assert_eq!((perft(&own, CLOSED, 1), perft(&own, CLOSED, 2)), (1, 0));
    // An open hand stays one.
    assert_eq!(moves(PAGE, OPEN), moves(PAGE, CLOSED));
    // The other may be able to lay, so that one passes.
    assert_eq!(texts("u 0-1 / l 0-2 / a 6-5 / b ?x1 / a", CLOSED), ["pass"]);
    assert_eq!(texts("u 0-1 / l 0-2 / a 6-5 / b - / a", CLOSED), [""; 0]);
    // Nobody who sees neither hand knows more before the soap lies.
    for seat in ['a', 'b'] {
        let text = format!("u - / l - / a ?x14 / b ?x14 / {seat}");
        assert_eq!(outcome(&text, CLOSED), "none");
        assert!(moves(&text, CLOSED).is_empty());
    }
}

/// The reading of draws with hidden hands.
#[test]
fn hidden_hands_end_deals_like_open_ones() {
    // All tiles with a 1 lie, and the doubles of all joints; 6-3 is across at the fifth joints.
    let stuck = "u 0-2 2-2 2-1 1-1 1-3 3-3 3-0 0-4 4-4 4-1 / l 0-5 5-5 5-1 1-6 6-6 6-0 0-1";
    let thirteen = Options { cut: 13, closed: true };
    for hands in [
        "a 6-5 6-4 6-2 5-2 4-2 / b 6-3 5-4 5-3 4-3 3-2 / a",
        "a 6-5 6-4 6-2 5-2 4-2 / b ?x5 / a",
        "a ?x5 / b 6-3 5-4 5-3 4-3 3-2 / a",
        "a ?x5 / b ?x5 / a",
        "a ?x10 / b - / b",
    ] {
        let text = format!("{stuck} / {hands}");
        assert_eq!(outcome(&text, thirteen), "draw 0 drawn", "{hands}");
        assert_eq!(outcome(&text, CLOSED), "none", "{hands}");
        assert!(moves(&text, thirteen).is_empty());
    }
}

/// The reading of points with hidden hands.
#[test]
fn hidden_hands_are_counted_when_they_can_be_told() {
    let cut = "u 0-1 1-2 2-3 3-6 / l 0-2 2-4 4-5 5-6";
    // Of the fourteen tiles that are nowhere here, five are doubles.
    let winner = "6-4 6-2 6-1 6-0";
    for (hands, end) in [
        (format!("a {winner} / b 4-4 / b / cut 6-6 a"), "a 2 cut"),
        (format!("a {winner} / b ?x14 / b / cut 6-6 a"), "a 19 cut"),
        ("a ?x4 / b 4-4 / b / cut 6-6 a".to_string(), "a 2 cut"),
        (format!("a {winner} / b - / b / cut 6-6 a"), "a 0 cut"),
        (format!("a {winner} / b ?x13 / b / cut 6-6 a"), "refused: "),
        ("a ?x4 / b ?x14 / b / cut 6-6 a".to_string(), "refused: "),
    ] {
        let text = format!("{cut} / {hands}");
        let found = outcome(&text, CLOSED);
        assert!(
            found == end || end == "refused: " && found.ends_with("cannot be counted"),
            "{text}"
        );
        assert!(moves(&text, CLOSED).is_empty());
    }
}

// ---- Refused position texts ---------------------------------------------------------------------

#[cfg(test)]
fn refuse(list: &[&str], options: Options, reason: &str) {
    for text in list {
        let found = outcome(text, options);
        assert!(found.starts_with(&format!("refused: {reason}")), "{text:?}: {found}");
        assert!(moves(text, options).is_empty());
        assert_eq!(perft(text, options, 0), 0);
    }
}

#[test]
fn texts_of_another_form_are_refused() {
    for (part, other) in [
        (PAGE, ""),
        (PAGE, "a"),
        (PAGE, "u - / l - / a - / b -"),
        (PAGE, "u - / l - / a - / b - / c"),
        (PAGE, "u - / l - / a - / b - / deal"),
        (PAGE, "u - / l - / a - / b - / deal "),
        (PAGE, "u - / l - / a - / b - / deal 0"),
        (PAGE, "u - / l - / a - / b - / deal 01"),
        (PAGE, "u - / l - / a - / b - / deal +1"),
        (PAGE, "u - / l - / a - / b - / deal 1 "),
        (PAGE, "u - / l - / a - / b - / Deal 1"),
        (PAGE, "u - / l - / a - / b - / deal one"),
        (PAGE, "u - / l - / a 6-5 / b - / deal 1"),
        (PAGE, "u 0-1 / l - / a - / b - / deal 1"),
        (PAGE, "u - / l - / a - / b - / deal 1 / cut 4-3 a"),
        ("/ a 5-5 4-3 / b 6-6 5-4", "/ b 6-6 5-4 / a 5-5 4-3"),
        ("u 0-3 3-3", "U 0-3 3-3"),
        ("u 0-3 3-3", "u 0-3  3-3"),
        ("u 0-3 3-3", " u 0-3 3-3"),
        ("u 0-3 3-3", "u 0-3 3-3 -"),
        ("u 0-3 3-3", "u 03 33"),
        ("u 0-3 3-3", "u"),
        ("u 0-3 3-3", "u "),
        ("u 0-3 3-3", "0-3 3-3"),
        (" / l", "/l"),
        (" / l", " / / l"),
        ("5-5 4-3", "4-3 5-5"),
        ("5-5 4-3", "5-5 3-4"),
        ("5-5 4-3", "5-5 4-7"),
        ("5-5 4-3", "5-5,4-3"),
        ("5-5 4-3", "5-5 4-3 "),
        ("6-6 5-4", "?2"),
        ("6-6 5-4", "?x"),
        ("6-6 5-4", "?x0"),
        ("6-6 5-4", "?x02"),
        ("6-6 5-4", "?x15"),
        ("6-6 5-4", "6-6 ?x1"),
        ("5-4 / a", "5-4 / A"),
        ("5-4 / a", "5-4 / a "),
        ("5-4 / a", "5-4 / b / a"),
        ("5-4 / a", "5-4 / a / cut"),
        ("5-4 / a", "5-4 / a / cut 4-2"),
        ("5-4 / a", "5-4 / a / cut 4-2 c"),
        ("5-4 / a", "5-4 / a / 4-2 b"),
    ] {
        assert!(PAGE.contains(part), "{part}");
        refuse(&[&PAGE.replace(part, other)], CLOSED, "");
    }
    refuse(&["u - / l - / a - / b - / deal 1"], Options { cut: 8, closed: false }, "there is no");
    let number = "u - / l - / a - / b - / deal 120";
    assert_eq!((outcome(number, OPEN), perft(number, OPEN, 0)), ("none".to_string(), 1));
}

#[test]
fn tiles_that_cannot_be_are_refused() {
    let twice = [
        "u 0-3 3-3 / l 0-6 6-2 / a 5-5 4-3 / b 6-6 5-5 / a",
        "u 0-3 3-3 / l 0-6 6-2 / a 5-5 5-5 / b 6-6 5-4 / a",
        "u 0-3 3-3 / l 0-6 6-2 / a 5-5 3-3 / b 6-6 5-4 / a",
        "u 0-3 3-3 / l 0-6 6-0 / a 5-5 4-3 / b 6-6 5-4 / a",
        "u 0-3 3-3 / l 0-3 / a 5-5 / b 6-6 5-4 / a",
        "u - / l - / a 0-0 / b 0-0 / a",
        "u 0-1 1-2 2-3 3-6 / l 0-2 2-4 4-5 5-6 / a 6-6 / b 5-5 / b / cut 6-6 a",
    ];
    refuse(&twice, OPEN, "");
    let [low, high] = DEALT;
    let many = format!("u - / l - / a 6-6 {low} / b {} / a", high.trim_start_matches("6-6 "));
    refuse(&[&many], OPEN, "too many tiles");
    let hidden = [
        "u 0-1 / l - / a ?x14 / b ?x13 / a",
        "u - / l - / a ?x14 / b 6-5 6-4 6-0 5-4 5-3 5-2 4-3 4-2 3-3 2-2 2-1 1-1 1-0 / b",
    ];
    refuse(&hidden[..1], CLOSED, "29 tiles");
    assert_eq!(outcome(hidden[1], CLOSED), "none");
    assert_eq!(outcome("u 0-1 / l - / a ?x13 / b ?x13 / a", CLOSED), "none");
    refuse(&["u 0-1 / l - / a ?x13 / b ?x13 / a"], OPEN, "the hand of a is hidden");
}

#[test]
fn branches_that_cannot_be_are_refused() {
    let chains = [
        "u 1-0 / l - / a 5-5 / b 6-6 / a",
        "u 0-1 / l 6-6 / a 5-5 / b - / a",
        "u 0-3 4-3 / l 0-6 / a 5-5 / b 6-6 / a",
        "u 0-3 3-4 / l 0-6 2-6 / a 5-5 / b 6-6 / a",
    ];
    refuse(&chains, OPEN, "no ");
    refuse(&["u 0-0 0-3 / l - / a 5-5 / b 6-6 / a"], OPEN, "the soap in u");
    let four = [
        "u 0-1 1-2 2-3 3-4 / l - / a 5-5 / b 6-6 / a",
        "u 0-6 / l 0-1 1-2 2-3 3-4 4-5 / a 5-5 / b 6-6 / a",
    ];
    refuse(&four, OPEN, "the branches differ");
}

#[test]
fn soaps_that_cannot_be_are_refused() {
    let [low, high] = DEALT;
    let other = "is to move without the soap";
    refuse(&["u - / l - / a 0-0 / b 5-5 / b"], OPEN, &format!("b {other}"));
    refuse(&[&format!("u - / l - / a {low} / b {high} / b")], OPEN, &format!("b {other}"));
    refuse(&[&format!("u - / l - / a {low} / b ?x14 / b")], CLOSED, &format!("b {other}"));
    refuse(&[&format!("u - / l - / a ?x14 / b {high} / b")], CLOSED, &format!("b {other}"));
    for hands in [format!("a {low} / b ?x14 / a"), format!("a ?x14 / b {high} / a")] {
        assert_eq!(outcome(&format!("u - / l - / {hands}"), CLOSED), "none");
    }
    assert_eq!(texts(&format!("u - / l - / a {low} / b ?x14 / a"), CLOSED), ["0-0"]);
    refuse(&["u 0-1 / l - / a 0-0 / b 5-5 / a"], OPEN, "the branches have tiles");
}

#[test]
fn cuts_that_cannot_be_are_refused() {
    let cut = "u 0-1 1-2 2-3 3-6 / l 0-2 2-4 4-5 5-6 / a 6-4 / b 5-5";
    assert_eq!(outcome(&format!("{cut} / b / cut 6-6 a"), OPEN), "a 2 cut");
    assert_eq!(outcome(&format!("{cut} / a / cut 6-6 b"), OPEN), "b 1 cut");
    refuse(&[&format!("{cut} / a / cut 6-6 a")], OPEN, "a has cut and is to move");
    refuse(&[&format!("{cut} / b / cut 6-1 a")], OPEN, "6-1 cuts nothing");
    refuse(&[&format!("{cut} / b / cut 5-5 a")], OPEN, "5-5 twice");
    // Across at the third joints.
    let third = format!("{cut} / b / cut 5-3 a");
    refuse(&[&third], OPEN, "5-3 cuts nothing");
    assert_eq!(outcome(&third, Options { cut: 7, closed: false }), "a 2 cut");
    let whole = format!("{cut} / b / cut 6-6 a").replace("a 6-4", "a ?x14");
    refuse(&[&whole], CLOSED, "a has cut and still has all its tiles");
    refuse(&["u - / l - / a - / b - / b / cut 6-6 a"], OPEN, "6-6 cuts nothing");
}

// ---- Random playing -----------------------------------------------------------------------------

/// A small generator of random numbers (a linear congruence, its high bits).
#[cfg(test)]
struct Numbers(u64);

#[cfg(test)]
impl Numbers {
    /// A number below that one.
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    /// "The other 22 tiles (0-0, the **soap**, among them) are mixed, 11 to each".
    fn hands(&mut self, number: usize) -> String {
        let double = |value: &char| Tile::new(*value, *value);
        let mut hands: Vec<Vec<Tile>> =
            vec![LOW.iter().map(double).collect(), HIGH.iter().map(double).collect()];
        let mut others = all_tiles();
        others.retain(|tile| !hands.concat().contains(tile));
        while !others.is_empty() {
            let to = others.len() % 2;
            hands[to].push(others.remove(self.below(others.len())));
        }
        if number.is_multiple_of(2) {
            hands.reverse();
        }
        let texts: Vec<String> =
            hands.into_iter().map(|tiles| write_hand(&Hand::Open(tiles))).collect();
        format!("a {} / b {}", texts[0], texts[1])
    }

    /// The position after a deal with that number, void ones before it passed over.
    fn dealt(&mut self, number: usize) -> String {
        let waiting = format!("{BEFORE_A_DEAL}{number}");
        loop {
            let hands = self.hands(number);
            let after = deal(&waiting, &format!("deal {hands}"));
            if !after.starts_with("refused") {
                return after;
            }
            assert_eq!(deal(&waiting, &format!("void {hands}")), waiting, "{after}");
        }
    }
}

/// The table of a text that is one.
#[cfg(test)]
fn table_of(text: &str, options: Options) -> Table {
    match read(text, options) {
        Ok(Position::Dealt(table)) => table,
        Ok(Position::Waiting) => panic!("{text} waits"),
        Err(reason) => panic!("{text}: {reason}"),
    }
}

/// The text with the hands of those seats hidden; an empty hand stays `-`.
#[cfg(test)]
fn hidden(text: &str, seats: &[char], options: Options) -> String {
    let mut table = table_of(text, options);
    for &seat in seats {
        let hand = if seat == 'a' { &mut table.a } else { &mut table.b };
        if hand.size() > 0 {
            *hand = Hand::Hidden(hand.size());
        }
    }
    write(&table)
}

/// The layings once more, the other way about: put every tile into every place of a branch, either
/// way round, and keep what is a position.
#[cfg(test)]
fn placings(text: &str, options: Options) -> Vec<String> {
    let table = table_of(text, options);
    let mut list = std::collections::BTreeSet::new();
    for &tile in table.hand(table.to_move).shown() {
        for (inner, outer) in [(tile.large, tile.small), (tile.small, tile.large)] {
            for place in 0..=table.upper.len() {
                let mut after = table.without(tile);
                after.upper.insert(place, Laid { inner, outer });
                list.insert(write(&after));
            }
            for place in 0..=table.lower.len() {
                let mut after = table.without(tile);
                after.lower.insert(place, Laid { inner, outer });
                list.insert(write(&after));
            }
        }
    }
    list.into_iter().filter(|after| read(after, options).is_ok()).collect()
}

/// What holds of any position, with all its actions.
#[cfg(test)]
fn holds(text: &str, options: Options) {
    let legal = moves(text, options);
    let table = table_of(text, options);
    assert_eq!(write(&table), text);
    assert_eq!(seen_tiles(&table).len(), TILES);
    assert_eq!(legal.is_empty(), outcome(text, options) != "none", "{text}");
    assert!(legal.is_sorted_by(|one, next| one.0 < next.0), "{text}");
    let mut afters: Vec<&String> = legal.iter().map(|(_, after)| after).collect();
    afters.sort();
    assert!(afters.is_sorted_by(|one, next| one < next), "{text}");
    for (action, after) in &legal {
        let next = table_of(after, options);
        let less = usize::from(action != "pass");
        let (size, left) = (table.hand(table.to_move).size(), next.hand(table.to_move).size());
        assert_eq!((left + less, next.to_move), (size, other_seat(table.to_move)), "{after}");
        assert_eq!(action.ends_with("cut"), next.cut.is_some());
    }
    if !legal.is_empty() && !soap_is_in_a_hand(&table) {
        let kinds = ["cut", "pass"];
        let layings = legal.iter().filter(|(action, _)| !kinds.iter().any(|k| action.ends_with(k)));
        let mut layings: Vec<&String> = layings.map(|(_, after)| after).collect();
        layings.sort();
        assert_eq!(layings, placings(text, options).iter().collect::<Vec<_>>(), "{text}");
    }
}

/// What closed hands show is what open ones show.
#[cfg(test)]
fn closed_agrees(text: &str, cut: u8) {
    let (open, closed) = (Options { cut, closed: false }, Options { cut, closed: true });
    let table = table_of(text, open);
    let (seat, other) = (table.to_move, other_seat(table.to_move));
    let end = outcome(text, open);
    assert_eq!((outcome(text, closed), moves(text, closed)), (end.clone(), moves(text, open)));
    // One who has a hand knows the other one, as all 28 tiles are dealt.
    assert_eq!(outcome(&hidden(text, &[seat], open), closed), end);
    assert_eq!(outcome(&hidden(text, &[other], open), closed), end);
    // One who has none knows all but the points.
    let blind = outcome(&hidden(text, &['a', 'b'], open), closed);
    assert!(blind == end || blind.ends_with("cannot be counted") && end.ends_with("cut"), "{text}");
    let mut expected = Vec::new();
    for (action, after) in moves(text, open) {
        expected.push((action, hidden(&after, &[other], open)));
    }
    assert_eq!(moves(&hidden(text, &[other], open), closed), expected, "{text}");
    if table.hand(seat).size() > 0 {
        assert!(moves(&hidden(text, &[seat], open), closed).is_empty());
    }
}

/// A deal played at random: the position texts and, behind each but the last, its action.
#[cfg(test)]
fn played(numbers: &mut Numbers, number: usize, options: Options) -> (Vec<String>, Vec<String>) {
    let mut positions = vec![numbers.dealt(number)];
    let mut actions = Vec::new();
    loop {
        let mut legal = moves(&positions[positions.len() - 1], options);
        // Cuts are put off now and then, so that deals grow long.
        if legal.iter().any(|(action, _)| !action.ends_with("cut")) && numbers.below(4) > 0 {
            legal.retain(|(action, _)| !action.ends_with("cut"));
        }
        if legal.is_empty() {
            return (positions, actions);
        }
        let (action, after) = legal.swap_remove(numbers.below(legal.len()));
        positions.push(after);
        actions.push(action);
        assert!(actions.len() <= 2 * TILES, "no end: {positions:?}");
    }
}

#[test]
fn random_deals_keep_the_rules_and_end() {
    let mut numbers = Numbers(1);
    let mut ends = String::new();
    let mut all = Vec::new();
    for number in 1..=40 {
        let cut = [9, 9, 7, 11, 13][number % 5];
        let options = Options { cut, closed: false };
        let (positions, actions) = played(&mut numbers, number, options);
        for text in &positions {
            holds(text, options);
            closed_agrees(text, cut);
        }
        assert!(actions.windows(2).all(|pair| pair != ["pass", "pass"]), "{positions:?}");
        ends.push_str(&outcome(&positions[positions.len() - 1], options));
        all.extend(actions);
    }
    // All kinds of actions and ends have been seen.
    let count = |fits: &dyn Fn(&String) -> bool| all.iter().filter(|action| fits(action)).count();
    let into_joints = count(&|action| action.contains(' ') && action.ends_with(|c| c <= '9'));
    let passes = count(&|action| action == "pass");
    assert!(into_joints > 100 && passes > 5, "{into_joints} into joints, {passes} passes");
    for end in ["a ", "b ", "draw "] {
        assert!(ends.contains(end), "{ends}");
    }
}

/// Texts that are one slip away from a position are another one or refused.
#[test]
fn random_slips_are_read_exactly() {
    let mut numbers = Numbers(2);
    let (positions, _) = played(&mut numbers, 1, OPEN);
    let mut refused = 0;
    for slip in 0..2000 {
        let mut signs: Vec<char> = positions[slip % positions.len()].chars().collect();
        let (at, other) = (numbers.below(signs.len()), numbers.below(signs.len()));
        match numbers.below(3) {
            0 => drop(signs.remove(at)),
            1 => signs.insert(at, ['0', '6', '7', '-', ' ', '/', '?', 'x', 'u'][other % 9]),
            _ => signs.swap(at, other),
        }
        let text: String = signs.into_iter().collect();
        match read(&text, CLOSED) {
            Ok(Position::Dealt(table)) => assert_eq!(write(&table), text),
            Ok(Position::Waiting) => assert!(text.starts_with(BEFORE_A_DEAL)),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 1000 && refused < 2000, "{refused} refused");
}
