//! Scenes: what a picture shows, as plain data in board units.

mod nardy;
mod squares;
mod table;

pub use nardy::{Checker, Die, Event, Hop, Nardy, Place, State};
pub use squares::{Man, Squares, Standing};
pub use table::{Branch, Cut, Hand, Laid, Table, Tile};

/// One of the two sides of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The side that begins: White where sides have colours.
    First,
    /// The other side.
    Second,
}

impl Side {
    /// Both sides, in order.
    pub const ALL: [Side; 2] = [Side::First, Side::Second];

    /// The place of this side in arrays by side: 0 or 1.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Side::First => 0,
            Side::Second => 1,
        }
    }

    /// The opposing side.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// A field of a [`Grid`] or of [`Squares`], counted from a1, which is file 0 and rank 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field {
    /// Files from the first side's left: 0 is `a`.
    pub file: u8,
    /// Ranks from the first side's edge: 0 is `1`.
    pub rank: u8,
}

/// Which side sits at the bottom of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Orientation {
    /// The first side is below: a1 is in the lower left corner.
    #[default]
    FirstBelow,
    /// The second side is below: a1 is in the upper right corner.
    SecondBelow,
}

impl Orientation {
    /// Both ways to turn a board.
    pub const ALL: [Orientation; 2] = [Orientation::FirstBelow, Orientation::SecondBelow];

    /// The side that sits at the bottom.
    #[must_use]
    pub const fn below(self) -> Side {
        match self {
            Orientation::FirstBelow => Side::First,
            Orientation::SecondBelow => Side::Second,
        }
    }
}

/// A checker on a field of a [`Grid`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stone {
    /// Where it stands.
    pub at: Field,
    /// Whose it is.
    pub side: Side,
}

/// What the last action did on a field, apart from moving over it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// A checker was taken here.
    Captured,
    /// A checker left the board from here.
    Left,
    /// A checker was taken off here by its own side.
    Removed,
    /// A checker stepped back to here and lost rights.
    Retreated,
}

/// A rectangular board of equal fields, each with at most one checker.
///
/// Stones, trail fields and marks that lie off the board are not drawn.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Grid {
    /// How many files, from `a` on.
    pub files: u8,
    /// How many ranks, from `1` on.
    pub ranks: u8,
    /// The checkers on the board.
    pub stones: Vec<Stone>,
    /// The last action: its origin and every landing, in order. Empty: none.
    ///
    /// These fields are tinted and a thin arrow runs through them under the stones.
    pub trail: Vec<Field>,
    /// What the last action did on its way.
    pub marks: Vec<(Field, Mark)>,
}

/// The board of a scene.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Board {
    /// A rectangular board of fields.
    Grid(Grid),
    /// A checkered board.
    Squares(Squares),
    /// A board of nardy.
    Nardy(Box<Nardy>),
    /// A table of dominoes.
    Table(Table),
}

/// What is told of one side beside the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Strip {
    /// The player's name, as the player wrote it; nothing takes its place.
    ///
    /// Too long a name is cut with `…`; what the bundled fonts cannot draw is left out.
    pub name: Option<String>,
    /// Points in the match of several deals, if there is one.
    pub score: Option<u32>,
    /// Checkers left on the board.
    pub stock: Option<u32>,
    /// Whether this side is to move.
    pub to_move: bool,
}

/// Everything one picture shows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Scene {
    /// The board and what stands on it.
    pub board: Board,
    /// Which side sits at the bottom.
    pub orientation: Orientation,
    /// The strips of the first and of the second side.
    pub strips: [Strip; 2],
}
