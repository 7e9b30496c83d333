//! Palettes: the colours of each theme.

use crate::{scene::Side, shape::Colour, theme::Theme};

/// The colours of a theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Palette {
    /// Under everything.
    pub(crate) ground: Colour,
    /// The strips beside the board.
    pub(crate) panel: Colour,
    /// The rim of the board.
    pub(crate) frame: Colour,
    /// The fields, and the light grid on them.
    pub(crate) field: Colour,
    pub(crate) grid: Colour,
    /// Names and scores; coordinates.
    pub(crate) ink: Colour,
    pub(crate) muted: Colour,
    /// The turn, the last action's way and fields; what was taken.
    pub(crate) accent: Colour,
    pub(crate) tint: Colour,
    pub(crate) taken: Colour,
    /// Under the stones; none where contrast is all.
    pub(crate) shadow: Option<Colour>,
    stones: [StonePalette; 2],
}

/// The colours of one side's stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StonePalette {
    pub(crate) fill: Colour,
    pub(crate) edge: Colour,
    /// On light stones softer than the edge, so that the disc reads before its ornament.
    pub(crate) ring: Colour,
    /// Numbers on the stone.
    pub(crate) ink: Colour,
}

impl Palette {
    pub(crate) fn stone(&self, side: Side) -> StonePalette {
        let [first, second] = self.stones;
        match side {
            Side::First => first,
            Side::Second => second,
        }
    }
}

impl Theme {
    pub(crate) const fn palette(self) -> &'static Palette {
        match self {
            Theme::Birch => &BIRCH,
            Theme::Night => &NIGHT,
            Theme::Clear => &CLEAR,
        }
    }
}

const BIRCH: Palette = Palette {
    ground: Colour::hex(0xF3EBDD),
    panel: Colour::hex(0xE8DBC4),
    frame: Colour::hex(0x7A5C3E),
    field: Colour::hex(0xD9C5A3),
    grid: Colour::hex(0xF3EBDD),
    ink: Colour::hex(0x2B2320),
    muted: Colour::hex(0x8A7458),
    accent: Colour::hex(0xC8502D),
    tint: Colour::hex(0xC8502D).fade(56),
    taken: Colour::hex(0xC8502D),
    shadow: Some(Colour::hex(0x2B2320).fade(80)),
    stones: [
        StonePalette {
            fill: Colour::hex(0xFBF6EA),
            edge: Colour::hex(0x8A7458),
            ring: Colour::hex(0x8A7458).fade(150),
            ink: Colour::hex(0x2B2320),
        },
        StonePalette {
            fill: Colour::hex(0x3B2A22),
            edge: Colour::hex(0x3B2A22),
            ring: Colour::hex(0xC9A77A),
            ink: Colour::hex(0xFBF6EA),
        },
    ],
};

const NIGHT: Palette = Palette {
    ground: Colour::hex(0x20262E),
    panel: Colour::hex(0x2C3540),
    frame: Colour::hex(0x151A20),
    field: Colour::hex(0x2C3540),
    grid: Colour::hex(0x465260),
    ink: Colour::hex(0xD8DEE6),
    muted: Colour::hex(0x8A97A6),
    accent: Colour::hex(0xE0A53A),
    tint: Colour::hex(0xE0A53A).fade(56),
    taken: Colour::hex(0xE0A53A),
    shadow: Some(Colour::hex(0x000000).fade(110)),
    stones: [
        StonePalette {
            fill: Colour::hex(0xE9EDF2),
            edge: Colour::hex(0x5F6C7B),
            ring: Colour::hex(0x5F6C7B).fade(150),
            ink: Colour::hex(0x0E1216),
        },
        StonePalette {
            fill: Colour::hex(0x0E1216),
            edge: Colour::hex(0x0E1216),
            ring: Colour::hex(0x7FA0C0),
            ink: Colour::hex(0xE9EDF2),
        },
    ],
};

const CLEAR: Palette = Palette {
    ground: Colour::hex(0xFFFFFF),
    panel: Colour::hex(0xE6E6E6),
    frame: Colour::hex(0x000000),
    field: Colour::hex(0xE6E6E6),
    grid: Colour::hex(0xFFFFFF),
    ink: Colour::hex(0x000000),
    muted: Colour::hex(0x595959),
    accent: Colour::hex(0x0072B2),
    tint: Colour::hex(0x0072B2).fade(64),
    taken: Colour::hex(0xD55E00),
    shadow: None,
    stones: [
        StonePalette {
            fill: Colour::hex(0xFFFFFF),
            edge: Colour::hex(0x000000),
            ring: Colour::hex(0x000000).fade(130),
            ink: Colour::hex(0x000000),
        },
        StonePalette {
            fill: Colour::hex(0x000000),
            edge: Colour::hex(0x000000),
            ring: Colour::hex(0xFFFFFF),
            ink: Colour::hex(0xFFFFFF),
        },
    ],
};
