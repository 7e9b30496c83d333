//! What stones are.

use std::fmt;

/// A stone by its standing and, while it shows it, its group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stone {
    /// Group 1 with full rights.
    M1,
    /// Group 2 with full rights.
    M2,
    /// Group 3 with full rights.
    M3,
    /// Group 1, retreated once.
    V1,
    /// Group 2, retreated once.
    V2,
    /// Group 3, retreated once.
    V3,
    /// Retreated twice: "A W hides its number".
    W,
    /// Finished.
    F,
}

impl Stone {
    /// "Stones by kind in the order M1 M2 M3 V1 V2 V3 W F"
    pub const ALL: [Stone; 8] =
        [Stone::M1, Stone::M2, Stone::M3, Stone::V1, Stone::V2, Stone::V3, Stone::W, Stone::F];

    /// "only M stones capture"
    pub(super) const CAPTURERS: [Stone; 3] = [Stone::M1, Stone::M2, Stone::M3];

    /// Those that move: an F "moves no more".
    pub(super) const MOVERS: [Stone; 7] =
        [Stone::M1, Stone::M2, Stone::M3, Stone::V1, Stone::V2, Stone::V3, Stone::W];

    /// As it is written: the standing and, where it shows, the number of the group.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Stone::M1 => "M1",
            Stone::M2 => "M2",
            Stone::M3 => "M3",
            Stone::V1 => "V1",
            Stone::V2 => "V2",
            Stone::V3 => "V3",
            Stone::W => "W",
            Stone::F => "F",
        }
    }

    /// The stone of that text.
    pub(super) fn read(text: &str) -> Option<Stone> {
        Stone::ALL.into_iter().find(|stone| stone.text() == text)
    }

    /// The letter of the standing.
    pub(super) const fn standing(self) -> char {
        match self {
            Stone::M1 | Stone::M2 | Stone::M3 => 'M',
            Stone::V1 | Stone::V2 | Stone::V3 => 'V',
            Stone::W => 'W',
            Stone::F => 'F',
        }
    }

    /// The number of the group, while it shows.
    #[must_use]
    pub const fn group(self) -> Option<u8> {
        match self {
            Stone::M1 | Stone::V1 => Some(1),
            Stone::M2 | Stone::V2 => Some(2),
            Stone::M3 | Stone::V3 => Some(3),
            Stone::W | Stone::F => None,
        }
    }

    /// "3 takes 2, 2 takes 1, 1 takes 3; the enemy may be M or V of that group, or any W. F
    /// stones are never taken."
    pub(super) const fn prey(self) -> &'static [Stone] {
        match self {
            Stone::M3 => &[Stone::M2, Stone::V2, Stone::W],
            Stone::M2 => &[Stone::M1, Stone::V1, Stone::W],
            Stone::M1 => &[Stone::M3, Stone::V3, Stone::W],
            _ => &[],
        }
    }

    /// "A backward step is a retreat: M becomes V, V becomes W, and a W that steps back ... is
    /// taken off the board at once" (`None`).
    pub(super) const fn retreated(self) -> Option<Stone> {
        match self {
            Stone::M1 => Some(Stone::V1),
            Stone::M2 => Some(Stone::V2),
            Stone::M3 => Some(Stone::V3),
            Stone::V1 | Stone::V2 | Stone::V3 => Some(Stone::W),
            Stone::W => None,
            // It moves no more.
            Stone::F => Some(Stone::F),
        }
    }

    /// The place in lists by kind.
    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
