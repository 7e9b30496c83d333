//! The `kosti` program.

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    kosti::cli::run(&kosti::cli::Options::parse())
}
