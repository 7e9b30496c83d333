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
    /// The squares of a checkered board that are not `field`.
    pub(crate) light: Colour,
    /// The two tones of points, trays and the bar, and numbers on the frame.
    pub(crate) points: [Colour; 2],
    pub(crate) tray: Colour,
    pub(crate) band: Colour,
    /// Tiles, their backs, and the thread between them.
    pub(crate) bone: Colour,
    pub(crate) bone_edge: Colour,
    pub(crate) pip: Colour,
    pub(crate) back: Colour,
    pub(crate) back_edge: Colour,
    pub(crate) thread: Colour,
    /// Names and scores; coordinates.
    pub(crate) ink: Colour,
    pub(crate) muted: Colour,
    /// The turn, the last action's way and fields; what was taken.
    pub(crate) accent: Colour,
    pub(crate) tint: Colour,
    pub(crate) taken: Colour,
    /// Under the stones; none where contrast is all.
    pub(crate) shadow: Option<Colour>,
    /// Whether the rims of men repeat their standing in notches.
    pub(crate) notched: bool,
    stones: [StonePalette; 2],
}

/// The colours of one side's stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StonePalette {
    pub(crate) fill: Colour,
    pub(crate) edge: Colour,
    /// On light stones softer than the edge, so that the disc reads before its ornament.
    pub(crate) ring: Colour,
    /// Rings that carry a meaning.
    pub(crate) mark: Colour,
    /// A second disc on the stone.
    pub(crate) cover: Colour,
    /// The line round stones that touch others.
    pub(crate) rim: Colour,
    /// The back of a stone, and the grooves in it.
    pub(crate) reverse: Colour,
    pub(crate) groove: Colour,
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
    light: Colour::hex(0xF3EBDD),
    points: [Colour::hex(0xEFE3CE), Colour::hex(0xB08D66)],
    tray: Colour::hex(0xCBB189),
    band: Colour::hex(0xF3EBDD),
    bone: Colour::hex(0xFAF2DF),
    bone_edge: Colour::hex(0x8A7458),
    pip: Colour::hex(0x2B2320),
    back: Colour::hex(0x8F6D49),
    back_edge: Colour::hex(0xE3D2B4),
    thread: Colour::hex(0x8A7458),
    ink: Colour::hex(0x2B2320),
    muted: Colour::hex(0x8A7458),
    accent: Colour::hex(0xC8502D),
    tint: Colour::hex(0xC8502D).fade(56),
    taken: Colour::hex(0xC8502D),
    shadow: Some(Colour::hex(0x2B2320).fade(80)),
    notched: false,
    stones: [
        StonePalette {
            fill: Colour::hex(0xFBF6EA),
            edge: Colour::hex(0x8A7458),
            ring: Colour::hex(0x8A7458).fade(150),
            mark: Colour::hex(0x8A7458),
            cover: Colour::hex(0xE6D8BE),
            rim: Colour::hex(0x8A7458),
            reverse: Colour::hex(0xE4D3B5),
            groove: Colour::hex(0xA88C66),
            ink: Colour::hex(0x2B2320),
        },
        StonePalette {
            fill: Colour::hex(0x3B2A22),
            edge: Colour::hex(0x3B2A22),
            ring: Colour::hex(0xC9A77A),
            mark: Colour::hex(0xC9A77A),
            cover: Colour::hex(0x604839),
            rim: Colour::hex(0xC9A77A),
            reverse: Colour::hex(0x98816A),
            groove: Colour::hex(0x543F31),
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
    light: Colour::hex(0x3D4855),
    points: [Colour::hex(0x5A6878), Colour::hex(0x3E4A57)],
    tray: Colour::hex(0x222932),
    band: Colour::hex(0xA9B5C3),
    bone: Colour::hex(0xE7E1D3),
    bone_edge: Colour::hex(0x5F6C7B),
    pip: Colour::hex(0x14181D),
    back: Colour::hex(0x44505E),
    back_edge: Colour::hex(0x8A97A6),
    thread: Colour::hex(0x6B7889),
    ink: Colour::hex(0xD8DEE6),
    muted: Colour::hex(0x8A97A6),
    accent: Colour::hex(0xE0A53A),
    tint: Colour::hex(0xE0A53A).fade(56),
    taken: Colour::hex(0xE0A53A),
    shadow: Some(Colour::hex(0x000000).fade(110)),
    notched: false,
    stones: [
        StonePalette {
            fill: Colour::hex(0xE9EDF2),
            edge: Colour::hex(0x5F6C7B),
            ring: Colour::hex(0x5F6C7B).fade(150),
            mark: Colour::hex(0x5F6C7B),
            cover: Colour::hex(0xBCC7D3),
            rim: Colour::hex(0x5F6C7B),
            reverse: Colour::hex(0xB4BFCB),
            groove: Colour::hex(0x5F6C7B),
            ink: Colour::hex(0x0E1216),
        },
        StonePalette {
            fill: Colour::hex(0x0E1216),
            edge: Colour::hex(0x0E1216),
            ring: Colour::hex(0x7FA0C0),
            mark: Colour::hex(0x7FA0C0),
            cover: Colour::hex(0x2C3B4A),
            rim: Colour::hex(0x7FA0C0),
            reverse: Colour::hex(0x4F6680),
            groove: Colour::hex(0x18222D),
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
    light: Colour::hex(0xFFFFFF),
    points: [Colour::hex(0xFFFFFF), Colour::hex(0xA6A6A6)],
    tray: Colour::hex(0xF2F2F2),
    band: Colour::hex(0xFFFFFF),
    bone: Colour::hex(0xFFFFFF),
    bone_edge: Colour::hex(0x000000),
    pip: Colour::hex(0x000000),
    back: Colour::hex(0x4D4D4D),
    back_edge: Colour::hex(0xFFFFFF),
    thread: Colour::hex(0x595959),
    ink: Colour::hex(0x000000),
    muted: Colour::hex(0x595959),
    accent: Colour::hex(0x0072B2),
    tint: Colour::hex(0x0072B2).fade(64),
    taken: Colour::hex(0xD55E00),
    shadow: None,
    notched: true,
    stones: [
        StonePalette {
            fill: Colour::hex(0xFFFFFF),
            edge: Colour::hex(0x000000),
            ring: Colour::hex(0x000000).fade(130),
            mark: Colour::hex(0x000000),
            cover: Colour::hex(0xD0D0D0),
            rim: Colour::hex(0x000000),
            reverse: Colour::hex(0xFFFFFF),
            groove: Colour::hex(0x6A6A6A),
            ink: Colour::hex(0x000000),
        },
        StonePalette {
            fill: Colour::hex(0x000000),
            edge: Colour::hex(0x000000),
            ring: Colour::hex(0xFFFFFF),
            mark: Colour::hex(0xFFFFFF),
            cover: Colour::hex(0x505050),
            rim: Colour::hex(0xFFFFFF),
            reverse: Colour::hex(0x3A3A3A),
            groove: Colour::hex(0xB8B8B8),
            ink: Colour::hex(0xFFFFFF),
        },
    ],
};
