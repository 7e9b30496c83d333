//! What players type, as far as all games read it alike.

/// Longest text that is looked at, in characters. The longest canonical action of any game is
/// far shorter.
pub(super) const LONGEST: usize = 120;

/// Whether a sign stands between the squares or points of an action.
pub(super) const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '‐' | '‑' | '–' | '—' | '−' | '/')
}

/// Whether a sign can stand behind an action as praise, blame or its end.
pub(super) const fn is_praise(c: char) -> bool {
    matches!(c, '!' | '?' | '.' | ',' | ';')
}
