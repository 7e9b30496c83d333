//! Tables of dominoes: a sausage of tiles and two hands.

/// A domino tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tile {
    /// The pips of the half nearer to the soap; of the upper half in a hand.
    pub inner: u8,
    /// The pips of the other half. Halves of more than nine pips are blank.
    pub outer: u8,
}

/// One of the two branches that grow from the soap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Branch {
    /// The upper branch.
    Upper,
    /// The lower branch.
    Lower,
}

/// The tiles that a side holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Hand {
    /// Tiles that the reader may see, in the order in which they lie.
    Open(Vec<Tile>),
    /// So many tiles face down.
    Closed(u8),
}

impl Default for Hand {
    fn default() -> Self {
        Hand::Open(Vec::new())
    }
}

/// A tile laid across from branch to branch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cut {
    /// The joint, counted from 1: behind so many tiles of each branch.
    pub joint: u8,
    /// The tile, its inner half at the upper branch.
    pub tile: Tile,
}

/// A place of a tile on a [`Table`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Laid {
    /// The soap.
    Soap,
    /// A tile of a branch, counted from 1.
    Tile(Branch, u8),
}

/// A table on which two branches of tiles grow from the soap.
///
/// Both branches lie beside each other, so that their equal joints face each other. Turning the
/// scene swaps the hands only: upper and lower are names.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Table {
    /// Whether the soap, the double blank, has been laid.
    pub soap: bool,
    /// The upper branch from the soap outward.
    pub upper: Vec<Tile>,
    /// The lower branch from the soap outward.
    pub lower: Vec<Tile>,
    /// What each side holds.
    pub hands: [Hand; 2],
    /// Joints at which a cut is threatened.
    pub threats: Vec<u8>,
    /// The tile that has cut the sausage; what it cuts off is tinted.
    pub cut: Option<Cut>,
    /// The tile that was laid last.
    pub last: Option<Laid>,
}
