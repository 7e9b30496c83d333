//! Named points on the way from a command to its message, at which tests kill the process.

/// The points, in the order in which a command passes them.
pub const POINTS: [&str; 7] =
    ["received", "remembered", "handled", "committed", "claimed", "drawn", "shown"];

/// The variable that names the point.
pub const VARIABLE: &str = "KOSTI_KILL_AT";

/// Ends the process at once, as a power cut would, where [`VARIABLE`] names this point.
/// Does nothing in release builds.
pub fn point(name: &str) {
    debug_assert!(POINTS.contains(&name));
    if cfg!(debug_assertions) && std::env::var(VARIABLE).is_ok_and(|at| at == name) {
        std::process::abort();
    }
}
