//! What a line that is being typed can go on with.

use crate::app::{command::Command, suggest::MatchNo};

/// From so many alternatives on only their next steps are offered.
const MANY: usize = 40;
/// So many are of no use to anybody.
const TOO_MANY: usize = 1000;

/// Commands that mostly go on.
const WANT_MORE: [&str; 10] =
    ["play", "move", "rules", "top", "lang", "as", "vs", "settings", "theme", "notify"];
/// Clocks of a game, as examples.
const CLOCKS: [&str; 3] = ["24h", "3d", "noclock"];
/// The values of a switch.
const SWITCH: [&str; 2] = ["on", "off"];
/// What boards can be of, apart from a game.
const BOARDS: [&str; 4] = ["week", "month", "season", "rating"];

/// The words that lines are made of, whoever speaks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Vocabulary {
    /// The words of commands, without `/`.
    pub(super) commands: Vec<&'static str>,
    /// The games.
    pub(super) games: Vec<Game>,
    /// The codes of the languages.
    pub(super) languages: Vec<&'static str>,
    /// The names of the colours of pictures.
    pub(super) themes: Vec<&'static str>,
    /// The settings of a chat.
    pub(super) settings: Vec<&'static str>,
}

/// What can be said of a game when it is begun.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Game {
    /// Its key.
    pub(super) key: &'static str,
    /// Its options as `key=value`.
    pub(super) options: Vec<String>,
    /// The words of its seats, where they can be chosen.
    pub(super) seats: Vec<&'static str>,
}

/// What is known of the room at this moment.
pub(super) trait Room {
    /// The names of people.
    fn people(&self) -> Vec<String>;

    /// What a person may play now, in the match of that number or in the only one.
    fn actions(&self, speaker: &str, number: Option<MatchNo>) -> Vec<String>;

    /// The labels of the buttons that can be pressed.
    fn buttons(&self) -> Vec<String>;
}

/// What can stand where something is being typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Completion {
    /// Where that begins, in bytes.
    pub(super) start: usize,
    /// What can stand there; a space at the end says that more has to follow.
    pub(super) candidates: Vec<String>,
}

impl Completion {
    /// What the typed line lacks if it can go on in one way only.
    pub(super) fn rest(&self, typed: &str) -> Option<&str> {
        let [only] = &self.candidates[..] else { return None };
        let part = typed.get(self.start..).filter(|part| !part.is_empty())?;
        only.strip_prefix(part).map(str::trim_end).filter(|rest| !rest.is_empty())
    }
}

/// How a line can go on that has been typed so far.
pub(super) fn complete(
    typed: &str,
    speaker: &str,
    vocabulary: &Vocabulary,
    room: &dyn Room,
) -> Completion {
    // Several lines can have been pasted: the last one goes on.
    let line = typed.rsplit('\n').next().unwrap_or_default().trim_start();
    let start = typed.len() - line.len();
    let completion = match line.strip_prefix('@') {
        None => Line { said: line, start, speaker, console: true, vocabulary, room }.complete(),
        Some(rest) => match rest.split_once(char::is_whitespace) {
            None => Completion { start, candidates: fit(rest, mentions(room, None)) },
            Some((speaker, said)) => {
                let said = said.trim_start();
                let start = typed.len() - said.len();
                Line { said, start, speaker, console: false, vocabulary, room }.complete()
            }
        },
    };
    if completion.candidates.len() > TOO_MANY { Completion::default() } else { completion }
}

/// What a person is about to say.
struct Line<'a> {
    said: &'a str,
    /// Where it begins in what was typed.
    start: usize,
    speaker: &'a str,
    /// Whether it can be said to the console rather than to the room.
    console: bool,
    vocabulary: &'a Vocabulary,
    room: &'a dyn Room,
}

impl Line<'_> {
    fn complete(&self) -> Completion {
        if self.said.starts_with('(') {
            let labels = self.room.buttons().into_iter().map(|label| format!("({label})"));
            return Completion { start: self.start, candidates: fit(self.said, labels.collect()) };
        }
        if let Some(completion) = self.action() {
            let beginning = self.said.is_empty() && completion.candidates.is_empty();
            return if beginning { self.command("") } else { completion };
        }
        let Some(command) = self.said.strip_prefix('/') else { return Completion::default() };
        match command.split_once(char::is_whitespace) {
            None => self.command(command),
            Some((word, arguments)) => self.arguments(&word.to_lowercase(), arguments),
        }
    }

    /// The actions that fit, if an action is being typed.
    fn action(&self) -> Option<Completion> {
        // As the command would be read if it went on with a letter.
        const LETTER: char = 'a';
        let Command::Move { number, text, .. } = Command::parse(&format!("{}{LETTER}", self.said))
        else {
            return None;
        };
        let text = text.strip_suffix(LETTER)?;
        let start = self.start + self.said.len() - text.len();
        let actions = self.room.actions(self.speaker, number);
        Some(Completion { start, candidates: fitting_actions(text, actions) })
    }

    fn command(&self, part: &str) -> Completion {
        let console: &[&str] = if self.console { &["as", "quit"] } else { &[] };
        let words = self.vocabulary.commands.iter().chain(console);
        let spaced =
            words.map(|word| format!("/{word}{}", if WANT_MORE.contains(word) { " " } else { "" }));
        Completion { start: self.start, candidates: fit(&format!("/{part}"), spaced.collect()) }
    }

    fn arguments(&self, word: &str, arguments: &str) -> Completion {
        let part = arguments.rsplit(char::is_whitespace).next().unwrap_or_default();
        let start = self.start + self.said.len() - part.len();
        let before: Vec<&str> =
            arguments[..arguments.len() - part.len()].split_whitespace().collect();
        let first = before.is_empty();
        let games = || self.vocabulary.games.iter().map(|game| game.key.to_owned()).collect();
        let known = match word {
            "play" | "challenge" => self.challenge(&before, part),
            "rules" if first => games(),
            "top" => self.top(&before),
            "lang" if first => owned(&self.vocabulary.languages),
            "theme" if first => owned(&self.vocabulary.themes),
            "lang" | "theme" if before.len() == 1 => owned(&["chat"]),
            "notify" if first => owned(&SWITCH),
            "settings" if first => {
                let own = ["public", "block", "unblock"];
                owned(&self.vocabulary.settings).into_iter().chain(owned(&own)).collect()
            }
            "settings" => self.setting(&before),
            "rank" | "history" if first => mentions(self.room, None),
            "vs" if first => mentions(self.room, Some(self.speaker)),
            "resign" => owned(&["yes", "deal", "match"]),
            "cancel" => owned(&["yes"]),
            "forget" if first => owned(&["yes"]),
            "as" if self.console && first => match part.strip_prefix('@') {
                Some(_) => mentions(self.room, None),
                None => names(self.room, None),
            },
            _ => Vec::new(),
        };
        let candidates =
            fit(part, known.into_iter().map(|known| known.trim_end().to_owned()).collect());
        let spaced = matches!(word, "play" | "challenge");
        let candidates = if spaced {
            candidates.into_iter().map(|candidate| candidate + " ").collect()
        } else {
            candidates
        };
        Completion { start, candidates }
    }

    /// What a board can be of after these words.
    fn top(&self, before: &[&str]) -> Vec<String> {
        let games = &self.vocabulary.games;
        let said = |word: &str| before.iter().any(|said| said.to_lowercase() == word);
        let game = games.iter().find(|game| said(game.key));
        let mut known = Vec::new();
        if !BOARDS.into_iter().any(said) {
            known.extend(owned(&BOARDS));
        }
        match (game, &games[..]) {
            (None, _) => known.extend(games.iter().map(|game| game.key.to_owned())),
            (Some(game), _) if said("rating") => known.extend(unsaid(&game.options, before)),
            _ => {}
        }
        known
    }

    /// What a setting can be that is named by the first of these words.
    fn setting(&self, before: &[&str]) -> Vec<String> {
        let Vocabulary { games, languages, themes, .. } = self.vocabulary;
        let first = before.len() == 1;
        match before.first().map(|name| name.to_lowercase()).as_deref() {
            Some("games") => {
                let all = first.then(|| "all".to_owned());
                let keys = games.iter().map(|game| game.key);
                let new = keys.filter(|key| !before.contains(key)).map(str::to_owned);
                all.into_iter().chain(new).collect()
            }
            _ if !first => Vec::new(),
            Some("language") => owned(languages),
            Some("theme") => owned(themes),
            Some("clock") => owned(&["24h", "3d", "none"]),
            Some("place") => owned(&["here", "all"]),
            Some("challengers") => owned(&["everyone", "admins"]),
            Some("matches") => owned(&["10", "none"]),
            Some("quiet") => owned(&["23-8", "off"]),
            Some("turn" | "delete" | "public") => owned(&SWITCH),
            Some("block" | "unblock") => mentions(self.room, Some(self.speaker)),
            _ => Vec::new(),
        }
    }

    /// What a challenge can go on with after these words.
    fn challenge(&self, before: &[&str], part: &str) -> Vec<String> {
        let points = |word: &&str| matches!(*word, "to" | "до");
        if before.last().is_some_and(points) {
            return Vec::new();
        }
        let invited = before.iter().any(|word| word.starts_with('@'));
        let number =
            |at: usize| at.checked_sub(1).is_some_and(|at| before.get(at).is_some_and(points));
        let clock = |at: usize, word: &str| {
            let lower = word.to_lowercase();
            !number(at) && (word.starts_with(|c: char| c.is_ascii_digit()) || lower == "noclock")
        };
        let clocked = before.iter().enumerate().any(|(at, word)| clock(at, word));
        let mut bare = before.iter().enumerate().filter(|(at, word)| {
            !number(*at)
                && !clock(*at, word)
                && !points(word)
                && !word.starts_with('@')
                && !word.contains('=')
        });
        let games = &self.vocabulary.games;
        let named = bare.next().map(|(_, word)| word.to_lowercase());
        let mut known = Vec::new();
        let game = match (&named, &games[..]) {
            (Some(named), _) => games.iter().find(|game| game.key == named),
            (None, [only]) => Some(only),
            (None, _) => None,
        };
        if named.is_none() {
            known.extend(games.iter().map(|game| game.key.to_owned()));
        }
        if !invited {
            known.extend(mentions(self.room, Some(self.speaker)));
        }
        if let Some(game) = game {
            if named.is_some() && bare.next().is_none() {
                known.extend(owned(&game.seats));
            }
            known.extend(unsaid(&game.options, before));
        }
        if !before.iter().any(points) && !part.starts_with('@') {
            known.push("to".to_owned());
        }
        if !clocked {
            known.extend(owned(&CLOCKS));
        }
        known
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// The options whose keys are in none of these words.
fn unsaid(options: &[String], before: &[&str]) -> Vec<String> {
    let said = |option: &&String| {
        let key = option.split('=').next();
        before.iter().any(|word| word.contains('=') && word.split('=').next() == key)
    };
    options.iter().filter(|option| !said(option)).cloned().collect()
}

/// The names that can be typed as one word, but for one.
fn names(room: &dyn Room, but: Option<&str>) -> Vec<String> {
    let mut names = room.people();
    let but = but.map(str::to_lowercase);
    names.retain(|name| {
        !name.contains(char::is_whitespace) && but.as_ref() != Some(&name.to_lowercase())
    });
    names
}

fn mentions(room: &dyn Room, but: Option<&str>) -> Vec<String> {
    names(room, but).into_iter().map(|name| format!("@{name} ")).collect()
}

/// Those that begin as typed, in whatever case.
fn fit(part: &str, known: Vec<String>) -> Vec<String> {
    let part = part.to_lowercase();
    let begins = |text: &String| {
        let text = text.to_lowercase();
        // The name alone, or with its mark.
        text.starts_with(&part)
            || text.strip_prefix('@').is_some_and(|name| name.starts_with(&part))
    };
    known.into_iter().filter(begins).collect()
}

/// The actions that begin as typed: sign for sign or, where none does, but for the signs
/// between letters and digits. Of very many only the next step.
fn fitting_actions(typed: &str, actions: Vec<String>) -> Vec<String> {
    let lower = typed.to_lowercase();
    let exact = |action: &&String| action.to_lowercase().starts_with(&lower);
    let found: Vec<String> = actions.iter().filter(exact).cloned().collect();
    if found.is_empty() {
        let folded = fold(typed);
        let alike = |action: &String| !folded.is_empty() && fold(action).starts_with(&folded);
        return actions.into_iter().filter(alike).collect();
    }
    if found.len() <= MANY {
        return found;
    }
    let mut steps: Vec<String> = found.iter().map(|action| step(action, typed.len())).collect();
    steps.dedup();
    steps
}

/// An action up to the end of the part that follows what is typed.
fn step(action: &str, typed: usize) -> String {
    let Some(rest) = action.get(typed..) else { return action.to_owned() };
    let part = rest.find(char::is_alphanumeric).and_then(|begin| {
        let end = rest[begin..].find(|c: char| !c.is_alphanumeric())?;
        let sign = rest[begin + end..].chars().next()?;
        Some(typed + begin + end + sign.len_utf8())
    });
    action[..part.unwrap_or(action.len())].to_owned()
}

/// Letters and digits alone; Cyrillic letters as the Latin ones that look alike.
fn fold(text: &str) -> String {
    let latin = |c| match c {
        'а' => 'a',
        'в' => 'b',
        'с' => 'c',
        'е' => 'e',
        'н' => 'h',
        'м' => 'm',
        other => other,
    };
    let signs = text.chars().flat_map(char::to_lowercase).map(latin);
    signs.filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fake;

    impl Room for Fake {
        fn people(&self) -> Vec<String> {
            ["Анна", "boris", "Bella", "two words"].map(str::to_owned).to_vec()
        }

        fn actions(&self, speaker: &str, number: Option<MatchNo>) -> Vec<String> {
            let actions: &[&str] = match (speaker, number.map(|number| number.0)) {
                ("boris", None) => &["c2-c3", "d2-d3", "d2-e2", "e3-d3"],
                ("boris", Some(2)) => &["a5:c5:c3"],
                _ => &[],
            };
            owned(actions)
        }

        fn buttons(&self) -> Vec<String> {
            owned(&["Accept", "Decline", "Yes, I resign"])
        }
    }

    fn vocabulary() -> Vocabulary {
        let game = |key, seats: &[&'static str]| Game {
            key,
            options: owned(&["goal=most", "goal=fewest", "movers=own"]),
            seats: seats.to_vec(),
        };
        Vocabulary {
            commands: vec!["play", "move", "moves", "games", "rules", "resign", "lang"],
            games: vec![game("senegal", &["white", "black"]), game("emir", &[])],
            languages: vec!["ru", "en"],
            themes: vec!["birch", "night"],
            settings: vec!["clock", "games", "turn"],
        }
    }

    /// The line with each of its continuations.
    fn lines(typed: &str, speaker: &str) -> Vec<String> {
        let Completion { start, candidates } = complete(typed, speaker, &vocabulary(), &Fake);
        candidates.iter().map(|candidate| format!("{}{candidate}", &typed[..start])).collect()
    }

    #[test]
    fn lines_go_on() {
        for (typed, wanted) in [
            // Commands, those of the console among them.
            ("/m", &["/move ", "/moves"][..]),
            ("/Q", &["/quit"]),
            ("  /ga", &["  /games"]),
            ("@boris /q", &[]),
            ("@boris /mov", &["@boris /move ", "@boris /moves"]),
            ("/x", &[]),
            // Names.
            ("@", &["@Анна ", "@boris ", "@Bella "]),
            ("@а", &["@Анна "]),
            ("@BO", &["@boris "]),
            ("@x", &[]),
            ("/as ", &["/as Анна", "/as boris", "/as Bella"]),
            ("/as @b", &["/as @boris", "/as @Bella"]),
            ("/as boris ", &[]),
            // Actions: bare, by command, of a match, of another person, generously.
            ("d", &["d2-d3", "d2-e2"]),
            ("D2-D", &["d2-d3"]),
            ("d2d", &["d2-d3"]),
            ("с2", &["c2-c3"]),
            ("/m e", &["/m e3-d3"]),
            ("/move d2-e", &["/move d2-e2"]),
            ("/m #2 ", &["/m #2 a5:c5:c3"]),
            ("#2 a5c", &["#2 a5:c5:c3"]),
            ("2 a", &["2 a5:c5:c3"]),
            ("@Анна d", &[]),
            ("@Анна /m ", &[]),
            ("x", &[]),
            ("# a comment", &[]),
            // Challenges.
            ("/play s", &["/play senegal "]),
            ("/play @b", &["/play @Bella "]),
            ("/play senegal @a", &[]),
            (
                "/play senegal @Анна g",
                &["/play senegal @Анна goal=most ", "/play senegal @Анна goal=fewest "],
            ),
            (
                "/play senegal goal=most ",
                &[
                    "/play senegal goal=most @Анна ",
                    "/play senegal goal=most @Bella ",
                    "/play senegal goal=most white ",
                    "/play senegal goal=most black ",
                    "/play senegal goal=most movers=own ",
                    "/play senegal goal=most to ",
                    "/play senegal goal=most 24h ",
                    "/play senegal goal=most 3d ",
                    "/play senegal goal=most noclock ",
                ],
            ),
            (
                "/play senegal white to 5 @Bella g",
                &[
                    "/play senegal white to 5 @Bella goal=most ",
                    "/play senegal white to 5 @Bella goal=fewest ",
                ],
            ),
            ("/play 24h senegal to 5 w", &["/play 24h senegal to 5 white "]),
            ("/play senegal to 3 2", &["/play senegal to 3 24h "]),
            ("/play senegal 12h n", &[]),
            ("/play senegal noclock 3", &[]),
            ("/play to ", &[]),
            ("/play emir w", &[]),
            ("/challenge e", &["/challenge emir "]),
            // Other arguments.
            ("/rules ", &["/rules senegal", "/rules emir"]),
            ("/rules senegal ", &[]),
            ("/lang r", &["/lang ru"]),
            ("/lang ru ", &["/lang ru chat"]),
            ("/lang ru chat ", &[]),
            ("/theme n", &["/theme night"]),
            ("/theme night ", &["/theme night chat"]),
            ("/notify o", &["/notify on", "/notify off"]),
            ("/resign 2 y", &["/resign 2 yes"]),
            ("/resign m", &["/resign match"]),
            ("/cancel 2 ", &["/cancel 2 yes"]),
            ("/forget ", &["/forget yes"]),
            ("/rank b", &["/rank @boris", "/rank @Bella"]),
            ("/vs @b", &["/vs @Bella"]),
            (
                "/top ",
                &[
                    "/top week",
                    "/top month",
                    "/top season",
                    "/top rating",
                    "/top senegal",
                    "/top emir",
                ],
            ),
            ("/top week ", &["/top week senegal", "/top week emir"]),
            (
                "/top rating senegal g",
                &["/top rating senegal goal=most", "/top rating senegal goal=fewest"],
            ),
            ("/top month senegal g", &[]),
            ("/settings ga", &["/settings games"]),
            ("/settings b", &["/settings block"]),
            ("/settings games senegal ", &["/settings games senegal emir"]),
            ("/settings turn ", &["/settings turn on", "/settings turn off"]),
            ("/settings turn on ", &[]),
            ("/settings unblock b", &["/settings unblock @Bella"]),
            // Buttons.
            ("(", &["(Accept)", "(Decline)", "(Yes, I resign)"]),
            ("@boris (yes, ", &["@boris (Yes, I resign)"]),
            ("(x", &[]),
            ("/games ", &[]),
            // Below other lines.
            ("@anna /games\nd2-d", &["@anna /games\nd2-d3"]),
            ("d2\n @boris /moves\n@bor", &["d2\n @boris /moves\n@boris "]),
        ] {
            assert_eq!(lines(typed, "boris"), wanted, "{typed:?}");
        }
    }

    #[test]
    fn an_empty_line_goes_on_with_an_action_or_else_a_command() {
        assert_eq!(lines("", "boris"), ["c2-c3", "d2-d3", "d2-e2", "e3-d3"]);
        let commands = lines("", "anna");
        assert_eq!(commands.len(), 9);
        assert!(commands.iter().all(|line| line.starts_with('/')));
        assert_eq!(lines("@anna ", "boris").len(), 7);
    }

    #[test]
    fn the_rest_is_hinted_where_there_is_one_way() {
        let rest = |typed: &str| {
            let completion = complete(typed, "boris", &vocabulary(), &Fake);
            completion.rest(typed).map(str::to_owned)
        };
        assert_eq!(rest("e").as_deref(), Some("3-d3"));
        assert_eq!(rest("/pl").as_deref(), Some("ay"));
        assert_eq!(rest("@bo").as_deref(), Some("ris"));
        for typed in ["", "d", "e3-d3", "E3", "c2c", "@boris ", "x"] {
            assert_eq!(rest(typed), None, "{typed:?}");
        }
    }

    #[test]
    fn of_very_many_actions_the_next_steps_are_offered() {
        let actions: Vec<String> = (0..100)
            .map(|at| format!("24/{} {}/5", at / 10, at % 10))
            .chain(["bar/3 6/2".to_owned()])
            .collect();
        let steps = |typed: &str| fitting_actions(typed, actions.clone());
        assert_eq!(steps(""), ["24/", "bar/"]);
        assert_eq!(steps("24/").len(), 10);
        assert_eq!(steps("24/")[3], "24/3 ");
        assert_eq!(steps("24/3 ").len(), 10);
        assert_eq!(steps("24/3 ")[7], "24/3 7/5");
        assert_eq!(steps("2437"), ["24/3 7/5"]);
        let far_too_many = |_: &str, _| (0..1001).map(|at| format!("{at}")).collect();
        struct Many(fn(&str, Option<MatchNo>) -> Vec<String>);
        impl Room for Many {
            fn people(&self) -> Vec<String> {
                Vec::new()
            }

            fn actions(&self, speaker: &str, number: Option<MatchNo>) -> Vec<String> {
                (self.0)(speaker, number)
            }

            fn buttons(&self) -> Vec<String> {
                Vec::new()
            }
        }
        let found = complete("", "anna", &vocabulary(), &Many(far_too_many));
        assert_eq!(found, Completion::default());
    }
}
