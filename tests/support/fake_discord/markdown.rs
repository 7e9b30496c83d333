//! What a reader sees of a text.

/// A text as it is shown.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Shown {
    pub plain: String,
    /// Addresses that can be followed.
    pub links: Vec<String>,
}

/// Marks around a part of a text; longer ones come first.
const PAIRS: [&str; 7] = ["***", "**", "__", "~~", "||", "*", "_"];
/// Marks before a line, and what is shown for them.
const LINES: [(&str, &str); 8] = [
    ("### ", ""),
    ("## ", ""),
    ("# ", ""),
    ("-# ", ""),
    (">>> ", ""),
    ("> ", ""),
    ("- ", "• "),
    ("* ", "• "),
];

/// Shows a text; the closure knows what stands for a mention: its sign and its id.
pub fn show(text: &str, names: &dyn Fn(&str, u64) -> Option<String>) -> Shown {
    let letters: Vec<char> = text.chars().collect();
    let mut painter = Painter { shown: Shown::default(), names };
    painter.paint(&letters, true);
    painter.shown
}

/// A text without the parts that are code: nobody is called from there.
pub fn outside_code(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut kept = String::new();
    let mut at = 0;
    while at < letters.len() {
        match Code::at(&letters, at) {
            Some(code) => {
                kept.push(' ');
                at = code.end;
            }
            None if letters[at] == '\\' && letters.get(at + 1) == Some(&'`') => at += 2,
            None => {
                kept.push(letters[at]);
                at += 1;
            }
        }
    }
    kept
}

/// Code: what is between its marks, and where it ends.
struct Code {
    from: usize,
    to: usize,
    end: usize,
}

impl Code {
    fn at(letters: &[char], at: usize) -> Option<Code> {
        let marks = letters[at..].iter().take_while(|letter| **letter == '`').count();
        if marks == 0 {
            return None;
        }
        let marks = marks.min(3);
        let from = at + marks;
        let closes = |to: &usize| letters[*to..*to + marks].iter().all(|letter| *letter == '`');
        let mut ends = from + 1..(letters.len() + 1).saturating_sub(marks);
        let to = ends.find(|to| {
            // A longer run of marks closes no shorter one.
            let longer = letters.get(to + marks) == Some(&'`') || letters[to - 1] == '`';
            closes(to) && (marks == 3 || !longer)
        })?;
        let (mut from, mut inner) = (from, to);
        if marks == 3 {
            // The language stands in the line of the fence.
            let first = letters[from..to].iter().position(|letter| *letter == '\n');
            let is_name =
                |letter: &char| letter.is_ascii_alphanumeric() || "_+-.#".contains(*letter);
            if let Some(first) = first
                && letters[from..from + first].iter().all(is_name)
            {
                from += first + 1;
            }
            if inner > from && letters[inner - 1] == '\n' {
                inner -= 1;
            }
        }
        Some(Code { from, to: inner, end: to + marks })
    }
}

struct Painter<'a> {
    shown: Shown,
    names: &'a dyn Fn(&str, u64) -> Option<String>,
}

impl Painter<'_> {
    /// Shows a part; `begins`: whether a line begins with it.
    fn paint(&mut self, letters: &[char], begins: bool) {
        let mut at = 0;
        let mut begins = begins;
        while at < letters.len() {
            if begins && let Some(length) = self.line(&letters[at..]) {
                at += length;
                begins = false;
                continue;
            }
            begins = letters[at] == '\n';
            at += self.step(letters, at);
        }
    }

    fn line(&mut self, rest: &[char]) -> Option<usize> {
        let mark = LINES.iter().find(|(mark, _)| starts(rest, mark))?;
        self.shown.plain.push_str(mark.1);
        Some(mark.0.len())
    }

    /// Shows what stands there; gives how many letters it has.
    fn step(&mut self, letters: &[char], at: usize) -> usize {
        let rest = &letters[at..];
        if rest[0] == '\\' && rest.get(1).is_some_and(char::is_ascii_punctuation) {
            self.shown.plain.push(rest[1]);
            return 2;
        }
        if let Some(code) = Code::at(letters, at) {
            self.shown.plain.extend(&letters[code.from..code.to]);
            return code.end - at;
        }
        let special = self.mention(rest).or_else(|| self.link(rest));
        if let Some(length) = special.or_else(|| self.masked(rest)) {
            return length;
        }
        for mark in PAIRS {
            if starts(rest, mark)
                && let Some(close) = close(rest, mark)
            {
                let inner = &rest[mark.len()..close];
                self.paint(inner, false);
                return close + mark.len();
            }
        }
        self.shown.plain.push(rest[0]);
        1
    }

    fn mention(&mut self, rest: &[char]) -> Option<usize> {
        let sign = ["<@!", "<@&", "<@", "<#"].into_iter().find(|sign| starts(rest, sign))?;
        let end = rest.iter().position(|letter| *letter == '>')?;
        let id: String = rest[sign.len()..end].iter().collect();
        let name = (self.names)(&sign[1..2], id.parse().ok()?)?;
        self.shown.plain.push_str(&name);
        Some(end + 1)
    }

    fn link(&mut self, rest: &[char]) -> Option<usize> {
        let bare = usize::from(rest[0] == '<');
        let address = &rest[bare..];
        if !["http://", "https://"].iter().any(|scheme| starts(address, scheme)) {
            return None;
        }
        let stops = |letter: &char| letter.is_whitespace() || "<>".contains(*letter);
        let mut length = address.iter().position(stops).unwrap_or(address.len());
        if bare == 1 && address.get(length) != Some(&'>') {
            return None;
        }
        while bare == 0 && ends_sentence(&address[..length]) {
            length -= 1;
        }
        let address: String = address[..length].iter().collect();
        self.shown.plain.push_str(&address);
        self.shown.links.push(address);
        Some(length + 2 * bare)
    }

    /// `[what is shown](https://…)`.
    fn masked(&mut self, rest: &[char]) -> Option<usize> {
        if rest[0] != '[' {
            return None;
        }
        let middle = (1..rest.len()).find(|at| starts(&rest[*at..], "]("))?;
        let end = middle + rest[middle..].iter().position(|letter| *letter == ')')?;
        let address: String = rest[middle + 2..end].iter().collect();
        let address = address.trim_matches(['<', '>']);
        if middle == 1 || !["http://", "https://"].iter().any(|scheme| address.starts_with(scheme))
        {
            return None;
        }
        self.shown.links.push(address.to_owned());
        self.paint(&rest[1..middle], false);
        Some(end + 1)
    }
}

fn starts(letters: &[char], with: &str) -> bool {
    let mut letters = letters.iter();
    with.chars().all(|wanted| letters.next() == Some(&wanted))
}

/// Whether an address ends with what belongs to the sentence around it.
fn ends_sentence(address: &[char]) -> bool {
    let count = |wanted: char| address.iter().filter(|letter| **letter == wanted).count();
    match address.last() {
        Some(')') => count(')') > count('('),
        Some(last) => ".,:;!?'\"".contains(*last),
        None => false,
    }
}

/// Where the mark that begins here stands again and ends the part.
fn close(rest: &[char], mark: &str) -> Option<usize> {
    let length = mark.len();
    let first = rest.get(length)?;
    if mark.starts_with('*') && first.is_whitespace() {
        return None;
    }
    let mut at = length;
    while at < rest.len() {
        if rest[at] == '\\' {
            at += 2;
            continue;
        }
        if let Some(code) = Code::at(rest, at) {
            at = code.end;
            continue;
        }
        if at > length && starts(&rest[at..], mark) && closes(rest, at, mark) {
            return Some(at);
        }
        // A double mark inside a part with a single one belongs to the inside.
        let double = length == 1 && rest.get(at + 1) == Some(&rest[at]) && rest[at] == rest[0];
        at += if double { 2 } else { 1 };
    }
    None
}

fn closes(rest: &[char], at: usize, mark: &str) -> bool {
    let after = rest.get(at + mark.len());
    match mark {
        "_" => after.is_none_or(|letter| !letter.is_alphanumeric() && *letter != '_'),
        "*" => !rest[at - 1].is_whitespace() && after != Some(&'*'),
        "**" | "__" => after != Some(&rest[0]),
        _ => true,
    }
}
