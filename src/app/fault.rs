//! Named points on the way from a command to its message, at which tests kill the process.

/// The points, in the order in which a command passes them.
pub const POINTS: [&str; 7] =
    ["received", "remembered", "handled", "committed", "claimed", "drawn", "shown"];

/// Ends the process at once, as a power cut would, where `KOSTI_KILL_AT` names this point.
/// Does nothing in release builds.
pub fn point(name: &str) {
    debug_assert!(POINTS.contains(&name));
    if cfg!(debug_assertions) && std::env::var("KOSTI_KILL_AT").is_ok_and(|at| at == name) {
        std::process::abort();
    }
}
