//! Named points on the way from a command to its message, at which tests kill the process or
//! let it panic.

use std::{env, process};

/// The points, in the order in which a command passes them.
pub const POINTS: [&str; 7] =
    ["received", "remembered", "handled", "committed", "claimed", "drawn", "shown"];

/// The variable that names the point of the end.
pub const VARIABLE: &str = "KOSTI_KILL_AT";

/// The variable that names the point of the panic, and after a colon what is said by it.
pub const PANIC: &str = "KOSTI_PANIC_AT";

/// Ends the process at once, as a power cut would, where [`VARIABLE`] names this point, and
/// panics where [`PANIC`] does. Does nothing in release builds.
///
/// # Panics
/// Where that is asked for.
#[allow(clippy::panic, reason = "wanted")]
pub fn point(name: &str) {
    debug_assert!(POINTS.contains(&name));
    if !cfg!(debug_assertions) {
        return;
    }
    if env::var(VARIABLE).is_ok_and(|at| at == name) {
        process::abort();
    }
    if let Ok(told) = env::var(PANIC)
        && let Some((at, words)) = told.split_once(':')
        && at == name
    {
        panic!("{words}");
    }
}
