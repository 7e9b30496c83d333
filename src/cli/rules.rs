//! `kosti rules …`: the rules as texts, for people and tests.

use crate::{
    app::texts::{Lang, Texts},
    game::{Actor, DealNo, FailureKind, Limits, OptionSet, Record, SplitMix, Value, write_record},
    games::{AnyPosition, GameKind, Games, ReadFault},
};
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Subcommand};
use std::{
    fmt::Write as _,
    io::{self, Read as _, Write as _},
};

/// The subcommands of `kosti rules`.
#[derive(Clone, PartialEq, Eq, Debug, Subcommand)]
pub(super) enum Rules {
    /// List the games and their options with the defaults.
    List,
    /// Print the start position.
    Start {
        #[command(flatten)]
        game: Chosen,
        /// Draws the deal of games that begin with one.
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
    /// Print each legal action, a tab, and the position after it.
    Moves {
        #[command(flatten)]
        game: Chosen,
        /// The position text.
        position: String,
    },
    /// Count the leaf nodes of the game tree, a line a depth.
    Perft {
        #[command(flatten)]
        game: Chosen,
        /// How many actions deep.
        #[arg(long)]
        depth: u32,
        /// The position text, if not the start.
        #[arg(long)]
        position: Option<String>,
    },
    /// Play a record and print the last position and the outcome.
    Replay {
        /// The record; `-` is the standard input.
        file: String,
        #[command(flatten)]
        options: Variant,
    },
    /// Print the outcome of a position, or `none`.
    Outcome {
        #[command(flatten)]
        game: Chosen,
        /// The position text.
        position: String,
    },
    /// Print each legal action, a tab, and who wins by it: `win` for whoever plays it, `draw`,
    /// `loss`, or `unknown` if that could not be proven within the limits.
    ///
    /// For games without chance and without hidden hands. Of a position in which the game is
    /// over, the outcome is printed.
    Solve {
        #[command(flatten)]
        game: Chosen,
        /// The position text.
        position: String,
        #[command(flatten)]
        effort: Effort,
    },
}

/// How much solving may cost, and what for.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct Effort {
    /// How many positions may be expanded; as many again for the line.
    #[arg(long, default_value_t = 2_000_000)]
    nodes: u64,
    /// The size of the table in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    memory: usize,
    /// Print the best line as well, numbered as in a record, up to the outcome; `unknown`
    /// stands where it cannot be followed any more.
    #[arg(long)]
    line: bool,
}

/// A game and its options.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct Chosen {
    /// The key of the game.
    game: String,
    #[command(flatten)]
    options: Variant,
}

/// The options of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Args)]
pub(super) struct Variant {
    /// An option of the game, such as `goal=fewest`; may be repeated.
    #[arg(short = 'o', value_name = "KEY=VALUE")]
    option: Vec<String>,
}

impl Variant {
    fn read(&self, game: GameKind) -> Result<OptionSet> {
        Ok(OptionSet::parse(game.facts(), self.option.iter().map(String::as_str))?)
    }
}

impl Chosen {
    fn find(&self, games: Games) -> Result<(GameKind, OptionSet)> {
        let game = find(games, &self.game)?;
        Ok((game, self.options.read(game)?))
    }
}

pub(super) fn find(games: Games, key: &str) -> Result<GameKind> {
    games.find(key).ok_or_else(|| {
        let known: Vec<&str> = games.all().map(|game| game.facts().key).collect();
        anyhow!("unknown game {key:?}: there is {}", known.join(", "))
    })
}

/// Runs a subcommand and prints what it shows.
///
/// # Errors
/// Unknown games and options, positions that cannot be, records that cannot be
/// played.
pub(super) fn run(rules: &Rules, games: Games) -> Result<()> {
    let shown = match rules {
        Rules::List => list(games),
        Rules::Start { game, seed } => start(games, game, *seed)?,
        Rules::Moves { game, position } => moves(games, game, position)?,
        Rules::Perft { game, depth, position } => {
            return perft(games, game, *depth, position.as_deref());
        }
        Rules::Replay { file, options } => return replay(games, file, options),
        Rules::Outcome { game, position } => {
            let (game, options) = game.find(games)?;
            outcome_text(&read(game, &options, position)?) + "\n"
        }
        Rules::Solve { game, position, effort } => solve(games, game, position, effort)?,
    };
    Ok(print(&shown)?)
}

/// Writes to the standard output.
pub(super) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn list(games: Games) -> String {
    games
        .all()
        .map(|game| {
            let options = OptionSet::defaults(game.facts()).full_text();
            format!("{} {options}", game.facts().key).trim_end().to_owned() + "\n"
        })
        .collect()
}

fn start(games: Games, game: &Chosen, seed: u64) -> Result<String> {
    let (game, options) = game.find(games)?;
    let mut position = game.start(&options, DealNo::FIRST);
    let mut entropy = SplitMix::new(seed);
    while game.facts().dealt && position.actor() == Actor::Chance {
        let Some(chance) = position.sample(&mut entropy) else { break };
        position = position.after(&chance)?;
    }
    Ok(position.text() + "\n")
}

fn read(game: GameKind, options: &OptionSet, text: &str) -> Result<AnyPosition> {
    game.read(options, text.trim())
        .map_err(|reason| anyhow!("no position of {}: {reason}", game.facts().key))
}

fn moves(games: Games, game: &Chosen, text: &str) -> Result<String> {
    let (game, options) = game.find(games)?;
    let position = read(game, &options, text)?;
    let mut shown = String::new();
    for action in position.legal() {
        let after = position.after(&action)?;
        writeln!(shown, "{action}\t{}", after.text())?;
    }
    Ok(shown)
}

fn perft(games: Games, game: &Chosen, depth: u32, text: Option<&str>) -> Result<()> {
    let (game, options) = game.find(games)?;
    let position = match text {
        Some(text) => read(game, &options, text)?,
        None => game.start(&options, DealNo::FIRST),
    };
    for depth in 1..=depth {
        let leaves = position
            .perft(depth)
            .context("a deal here has too many kinds to count: give a position behind it")?;
        print(&format!("{depth} {leaves}\n"))?;
    }
    Ok(())
}

fn solve(games: Games, game: &Chosen, text: &str, effort: &Effort) -> Result<String> {
    let (game, options) = game.find(games)?;
    let position = read(game, &options, text)?;
    let limits = Limits { nodes: effort.nodes, memory: effort.memory.saturating_mul(1 << 20) };
    let solution = position.solve(limits, effort.line)?;
    if position.outcome().is_some() {
        return Ok(outcome_text(&position) + "\n");
    }
    let mut shown = String::new();
    for (action, value) in solution.values {
        writeln!(shown, "{action}\t{value}")?;
    }
    if effort.line {
        let end = solution.end.map_or_else(
            || Value::Unknown.to_string(),
            |outcome| outcome.text(position.facts().seats),
        );
        let line = write_record(&[], &solution.line);
        writeln!(shown, "{}", format!("{} {end}", line.trim()).trim_start())?;
    }
    Ok(shown)
}

fn outcome_text(position: &AnyPosition) -> String {
    position
        .outcome()
        .map_or_else(|| "none".to_owned(), |outcome| outcome.text(position.facts().seats))
}

/// The game of a record and its options; `variant` counts where the record states none.
pub(super) fn stated(
    games: Games,
    record: &Record,
    variant: &Variant,
) -> Result<(GameKind, OptionSet)> {
    let key = record.tag("Game").context("the record has no [Game] tag")?;
    let game = find(games, key)?;
    let Some(said) = record.tag("Options") else { return Ok((game, variant.read(game)?)) };
    let words = said.split([' ', ',']).filter(|said| !said.is_empty());
    let stated = OptionSet::parse(game.facts(), words)?;
    if !variant.option.is_empty() && variant.read(game)? != stated {
        bail!("the record states its options itself: {said}");
    }
    Ok((game, stated))
}

/// The records in a file; `-` is the standard input.
pub(super) fn read_records(file: &str) -> Result<Vec<Record>> {
    let mut bytes = Vec::new();
    if file == "-" {
        io::stdin().read_to_end(&mut bytes).context("cannot read the standard input")?;
    } else {
        bytes = std::fs::read(file).with_context(|| format!("cannot read {file}"))?;
    }
    let text = String::from_utf8(bytes).context("a record is UTF-8 text")?;
    Ok(Record::parse_all(&text)?)
}

fn replay(games: Games, file: &str, variant: &Variant) -> Result<()> {
    for record in read_records(file)? {
        let (game, options) = stated(games, &record, variant)?;
        let replay = game.replay(&options, &record);
        if let Some(position) = &replay.position {
            let outcome = replay
                .outcome
                .map_or_else(|| "none".to_owned(), |outcome| outcome.text(game.facts().seats));
            print(&format!("{}\n{outcome}\n", position.text()))?;
        }
        if let Some(failure) = replay.failure {
            let place = failure.place.map_or_else(String::new, |place| format!("{place}: "));
            bail!("{place}after {} steps: {}", failure.played, explain(games, failure.kind)?);
        }
    }
    Ok(())
}

/// Why a text is no action, in a sentence.
pub(super) fn explain_fault(games: Games, lang: Lang, fault: ReadFault) -> String {
    match fault {
        ReadFault::Syntax => "this is no action".to_owned(),
        ReadFault::Illegal(message) => Texts::new(games)
            .map_or_else(|error| error.to_string(), |texts| texts.plain(lang, &message)),
        ReadFault::Ambiguous(actions) => format!("this can mean {}", actions.join(" or ")),
    }
}

pub(super) fn explain(games: Games, kind: FailureKind) -> Result<String> {
    Ok(match kind {
        FailureKind::Deal(text) => format!("{text:?} is no number of a deal"),
        FailureKind::Start(reason) => format!("the start position cannot be: {reason}"),
        FailureKind::Unreadable(text) => format!("{text:?} is no action"),
        FailureKind::Illegal(text, message) => {
            format!("{text}: {}", Texts::new(games)?.plain(Lang::En, &message))
        }
        FailureKind::Ambiguous(text, actions) => {
            format!("{text} can mean {}", actions.join(" or "))
        }
        FailureKind::Chance(text) => format!("{text:?} cannot be rolled or dealt here"),
        FailureKind::ChanceDue(text) => format!("{text:?} stands where a roll or deal is due"),
        FailureKind::AfterEnd(text) => format!("{text:?} comes after the end of the game"),
        FailureKind::ResultText(text) => format!("{text:?} is no outcome"),
        FailureKind::Result { said, found } => {
            format!("the record says {said:?}, but the game came to {found:?}")
        }
    })
}
