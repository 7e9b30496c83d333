//! The command line: options, what they build, and what runs.

mod audit;
mod check_config;
mod configuration;
mod database;
mod dice;
mod export;
mod health;
mod import;
mod migrate;
mod ops;
mod play;
mod render;
mod rules;
mod run;
mod signals;
mod work;

use crate::{
    app::{fault, names},
    games::Games,
    telemetry,
};
use clap::{CommandFactory as _, Parser, Subcommand};
use std::{
    io::{self, Write as _},
    process::ExitCode,
};

/// Play little-known board games inside your group chats.
#[derive(Debug, Parser)]
#[command(version, about)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Open a chat in this terminal.
    Play(play::Play),
    /// Serve the bots, until a signal comes.
    Run(Box<run::Run>),
    /// Ask a bot that is being served whether it lives.
    Health(health::Health),
    /// Print the configuration that run would have and where each value comes from, or all that
    /// is wrong with it.
    CheckConfig(Box<run::Run>),
    /// Replay every match that is stored and tell what is wrong.
    Audit(audit::Audit),
    /// Write a backup, of everything or of one scope, while Kosti goes on.
    Export(export::Export),
    /// Take a backup: one of everything into an empty database, one of a scope into any.
    Import(import::Import),
    /// Bring the schema of the database up to date and tell its version.
    Migrate(migrate::Migrate),
    /// Show the rules as texts: positions, actions, records.
    #[command(subcommand)]
    Rules(rules::Rules),
    /// Draw a scene file or a position as a PNG picture, a record as an animation.
    Render(render::Render),
    /// Check the chance of a record.
    #[command(subcommand)]
    Dice(dice::Dice),
}

/// Variables of the program that are no keys of the configuration.
fn variables() -> Vec<String> {
    fn of(command: &clap::Command) -> Vec<String> {
        let own = command.get_arguments().filter_map(clap::Arg::get_env);
        let own = own.map(|name| name.to_string_lossy().into_owned());
        own.chain(command.get_subcommands().flat_map(of)).collect()
    }
    let mut variables = of(&Options::command());
    variables.extend([fault::VARIABLE, fault::PANIC].map(str::to_owned));
    variables
}

/// Longest error that is told, in characters: it can quote what came in.
const LONGEST_ERROR: usize = 500;

/// What is logged where nothing is served.
const QUIET: &str = "warn,sqlx=error";

/// Runs the program; the exit code is 1 after a failure, which is said in one line
/// on the standard error.
#[must_use]
pub fn run(options: &Options) -> ExitCode {
    let done = execute(&options.command);
    done.unwrap_or_else(|error| {
        // Whoever read the output has had enough.
        if is_broken_pipe(&error) {
            return ExitCode::SUCCESS;
        }
        // A terminal that is gone cannot be told.
        let said = names::cut(&format!("{error:#}"), LONGEST_ERROR);
        let _ = writeln!(io::stderr(), "kosti: {said}");
        ExitCode::FAILURE
    })
}

fn execute(command: &Command) -> anyhow::Result<ExitCode> {
    // A server is configured first.
    if !matches!(command, Command::Run(_)) {
        telemetry::start(&telemetry::Log::of_environment(), QUIET, Vec::new());
    }
    let games = Games::registered();
    match command {
        Command::Play(play) => play::run(play, games),
        Command::Run(options) => run::run(options, games),
        Command::CheckConfig(options) => check_config::run(options),
        Command::Audit(options) => audit::run(options, games),
        Command::Export(options) => export::run(options),
        Command::Import(options) => import::run(options, games),
        Command::Migrate(options) => migrate::run(options),
        Command::Health(options) => health::run(options).map(|()| ExitCode::SUCCESS),
        Command::Dice(dice) => dice::run(dice, games).map(|()| ExitCode::SUCCESS),
        Command::Render(options) => render::run(options, games).map(|()| ExitCode::SUCCESS),
        Command::Rules(rules) => rules::run(rules, games).map(|()| ExitCode::SUCCESS),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
