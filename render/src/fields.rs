//! Fields: where those of a rectangular board lie, its rim and its coordinates.

use crate::{
    palette::Palette,
    scene::{Field, Orientation},
    shape::{Align, Frame, Point, Shape},
    text::Weight,
};

/// Width of the rim round a board.
pub(crate) const RIM: f32 = 12.0;
const RIM_CORNER: f32 = 18.0;
/// From the rim to the middle of the coordinates.
const COORDINATE_GAP: f32 = 28.0;
const COORDINATE_SIZE: f32 = 40.0;

/// The fields of a rectangular board in the picture.
pub(crate) struct Fields {
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    orientation: Orientation,
    /// Width and height of a field.
    field: f32,
    /// All fields together.
    pub(crate) area: Frame,
}

impl Fields {
    /// As large as they fit into a room that holds the rim too; `None` for a board without fields.
    pub(crate) fn fitted(
        (files, ranks): (u8, u8),
        orientation: Orientation,
        room: Frame,
    ) -> Option<Fields> {
        if files == 0 || ranks == 0 {
            return None;
        }
        let (across, down) = (f32::from(files), f32::from(ranks));
        let width = room.right - room.left - 2.0 * RIM;
        let height = room.bottom - room.top - 2.0 * RIM;
        // Whole and even, so that edges and middles of fields fall on whole pixels.
        let fitting = (width / across).min(height / down);
        let even = (fitting / 2.0).floor() * 2.0;
        let field = if even > 0.0 { even } else { fitting };
        let middle = room.centre();
        let area = Frame {
            left: middle.x - field * across / 2.0,
            top: middle.y - field * down / 2.0,
            right: middle.x + field * across / 2.0,
            bottom: middle.y + field * down / 2.0,
        };
        Some(Fields { files, ranks, orientation, field, area })
    }

    pub(crate) fn holds(&self, at: Field) -> bool {
        at.file < self.files && at.rank < self.ranks
    }

    pub(crate) fn middle(&self, at: Field) -> Point {
        let (file, rank) = (f32::from(at.file) + 0.5, f32::from(at.rank) + 0.5);
        match self.orientation {
            Orientation::FirstBelow => {
                Point::new(self.area.left + file * self.field, self.area.bottom - rank * self.field)
            }
            Orientation::SecondBelow => {
                Point::new(self.area.right - file * self.field, self.area.top + rank * self.field)
            }
        }
    }

    /// A length given as a share of a field.
    pub(crate) fn share(&self, share: f32) -> f32 {
        share * self.field
    }

    /// The field in the lower right corner of the picture.
    pub(crate) fn lower_right(&self) -> Field {
        match self.orientation {
            Orientation::FirstBelow => Field { file: self.files - 1, rank: 0 },
            Orientation::SecondBelow => Field { file: 0, rank: self.ranks - 1 },
        }
    }
}

/// The rim with the plain ground inside of it.
pub(crate) fn rim(fields: &Fields, palette: &Palette) -> Vec<Shape> {
    vec![
        Shape::rounded(&fields.area.grown(RIM).corners(), RIM_CORNER, palette.frame),
        Shape::rounded(&fields.area.corners(), RIM_CORNER - RIM, palette.field),
    ]
}

/// Numbers to the left of the board, letters below.
pub(crate) fn coordinates(fields: &Fields, palette: &Palette) -> Vec<Shape> {
    // Where fields are smaller than the writing, it would run together.
    if fields.field < COORDINATE_SIZE {
        return Vec::new();
    }
    let label = |at: Point, text: String| Shape::Text {
        at,
        align: Align::Centre,
        text,
        size: COORDINATE_SIZE,
        weight: Weight::Regular,
        colour: palette.muted,
    };
    let left = fields.area.left - RIM - COORDINATE_GAP;
    let below = fields.area.bottom + RIM + COORDINATE_GAP;
    let ranks = (0..fields.ranks).map(|rank| {
        let beside = fields.middle(Field { file: 0, rank });
        label(Point::new(left, beside.y), (u16::from(rank) + 1).to_string())
    });
    let files = (0..fields.files).zip('a'..='z').map(|(file, letter)| {
        let above = fields.middle(Field { file, rank: 0 });
        label(Point::new(above.x, below), letter.to_string())
    });
    ranks.chain(files).collect()
}
