//! Layout: from a scene to shapes in pixels.

use crate::{
    grid, nardy,
    palette::Palette,
    scene::{Board, Scene},
    shape::{Colour, Shape},
    squares,
    strip::{self, Rows},
    table,
    text::Fonts,
};

/// A picture as shapes, the first at the bottom.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Under everything.
    pub(crate) colour: Colour,
    /// What is the same in all pictures of the same board.
    pub(crate) ground: Vec<Shape>,
    /// What lies on the ground.
    pub(crate) shapes: Vec<Shape>,
}

impl Layout {
    /// The same picture, so many times as wide and high.
    pub(crate) fn scaled(&self, factor: f32) -> Layout {
        let pixels = |length: u32| (length as f32 * factor).round().max(1.0) as u32;
        let scaled = |shapes: &[Shape]| shapes.iter().map(|shape| shape.scaled(factor)).collect();
        Layout {
            width: pixels(self.width),
            height: pixels(self.height),
            colour: self.colour,
            ground: scaled(&self.ground),
            shapes: scaled(&self.shapes),
        }
    }
}

/// Arranges everything that a scene shows.
pub(crate) fn arrange(scene: &Scene, palette: &Palette, fonts: &Fonts) -> Layout {
    let turn = scene.orientation;
    let (width, height, rows) = match &scene.board {
        Board::Grid(_) => {
            let rows = Rows { above: grid::STRIP_ABOVE, below: grid::STRIP_BELOW };
            (grid::WIDTH, grid::HEIGHT, rows)
        }
        Board::Squares(_) => {
            let rows = Rows { above: squares::STRIP_ABOVE, below: squares::STRIP_BELOW };
            (squares::WIDTH, squares::HEIGHT, rows)
        }
        Board::Nardy(_) => {
            let rows = Rows { above: nardy::STRIP_ABOVE, below: nardy::STRIP_BELOW };
            (nardy::WIDTH, nardy::HEIGHT, rows)
        }
        Board::Table(_) => {
            let rows = Rows { above: table::STRIP_ABOVE, below: table::STRIP_BELOW };
            (table::WIDTH, table::HEIGHT, rows)
        }
    };
    let ground = match &scene.board {
        Board::Grid(board) => grid::ground(board, turn, palette),
        Board::Squares(board) => squares::ground(board, turn, palette),
        Board::Nardy(_) => nardy::ground(turn, palette),
        Board::Table(_) => table::ground(palette),
    };
    let mut shapes = strip::shapes(scene, rows, palette, fonts);
    shapes.extend(match &scene.board {
        Board::Grid(board) => grid::pieces(board, turn, palette),
        Board::Squares(board) => squares::pieces(board, turn, palette),
        Board::Nardy(board) => nardy::pieces(board, turn, palette),
        Board::Table(board) => table::pieces(board, turn, palette),
    });
    Layout { width, height, colour: palette.ground, ground, shapes }
}

#[cfg(test)]
mod tests {
    use super::{Layout, arrange};
    use crate::{
        scene::{
            Board, Branch, Checker, Cut, Die, Event, Field, Grid, Hand, Hop, Laid, Man, Mark,
            Nardy, Orientation, Place, Scene, Side, Squares, Standing, State, Stone, Strip, Table,
            Tile,
        },
        shape::{Frame, Point, Shape},
        text::Fonts,
        theme::Theme,
    };

    /// The longest texts in the strips.
    fn crowded(board: Board, orientation: Orientation) -> Scene {
        let strip = |to_move| Strip {
            name: Some("Щ9".repeat(100)),
            score: Some(u32::MAX),
            stock: Some(u32::MAX),
            to_move,
        };
        Scene { board, orientation, strips: [strip(true), strip(true)] }
    }

    fn fields(files: u8, ranks: u8) -> Vec<Field> {
        (0..files).flat_map(|file| (0..ranks).map(move |rank| Field { file, rank })).collect()
    }

    fn all_marks(fields: &[Field]) -> Vec<(Field, Mark)> {
        let marks = [Mark::Captured, Mark::Left, Mark::Removed, Mark::Retreated].into_iter();
        marks.flat_map(|mark| fields.iter().map(move |&at| (at, mark))).collect()
    }

    /// Every field with a stone and all marks, a trail round the board.
    fn full_grid(files: u8, ranks: u8) -> Board {
        let fields = fields(files, ranks);
        let stones = fields.iter().map(|&at| Stone { at, side: Side::First }).collect();
        let marks = all_marks(&fields);
        Board::Grid(Grid { files, ranks, stones, trail: fields, marks })
    }

    /// Every field with a man or, if `empty`, without, and all marks, a trail round the board.
    fn full_squares(files: u8, ranks: u8, empty: bool) -> Board {
        let fields = fields(files, ranks);
        let standings = [
            Standing::Full(255),
            Standing::Turned(255),
            Standing::Covered,
            Standing::Finished,
            Standing::Full(10),
        ];
        let man =
            |(at, standing): (&Field, Standing)| Man { at: *at, side: Side::Second, standing };
        let men = fields.iter().zip(standings.into_iter().cycle()).map(man);
        let men = if empty { Vec::new() } else { men.collect() };
        let (marks, ring) = (all_marks(&fields), vec![255; 9]);
        Board::Squares(Squares { files, ranks, men, trail: fields, marks, ring })
    }

    /// Every kind of checker, `height` of them on each point and on the bar, and every movement and
    /// event there is.
    fn full_nardy(height: usize) -> Board {
        let checker = |i: usize| Checker {
            side: Side::ALL[i % 2],
            emir: i.is_multiple_of(3),
            state: [State::Captive, State::Free, State::Frozen, State::Dead][i % 4],
        };
        let stack = |from: usize| (from..from + height).map(checker).collect::<Vec<_>>();
        let mut places: Vec<Place> = (0..=25).map(Place::Point).collect();
        for side in Side::ALL {
            places.extend([Place::Bar(side), Place::Reserve(side), Place::Off(side)]);
        }
        let hops = places.iter().flat_map(|&from| places.iter().map(move |&to| Hop { from, to }));
        let events =
            [Event::Captured, Event::Freed, Event::Frozen, Event::Hit, Event::Entered].into_iter();
        let events = events.flat_map(|event| places.iter().map(move |&place| (place, event)));
        let dice = (0..40).map(|i| Die { side: Side::ALL[i % 2], pips: i as u8, used: i > 20 });
        let count = height.min(255) as u8;
        Board::Nardy(Box::new(Nardy {
            points: std::array::from_fn(stack),
            bar: [stack(0), stack(1)],
            reserve: [count; 2],
            off: [count; 2],
            dice: dice.take(height).collect(),
            hops: hops.collect(),
            events: events.collect(),
        }))
    }

    /// Branches and hands of so many tiles, a cut at this joint, a threat at every joint.
    fn full_table(tiles: usize, held: usize, cut: u8) -> Board {
        let tile = |i: usize| Tile { inner: (i % 12) as u8, outer: (i * 2 % 12) as u8 };
        let row = |count: usize| (0..count).map(tile).collect::<Vec<_>>();
        Board::Table(Table {
            soap: true,
            upper: row(tiles),
            lower: row(tiles.saturating_sub(3)),
            hands: [Hand::Open(row(held)), Hand::Closed(held.min(255) as u8)],
            threats: (0..=u8::MAX).collect(),
            cut: Some(Cut { joint: cut, tile: tile(3) }),
            last: Some(Laid::Tile(Branch::Upper, 1)),
        })
    }

    /// The fullest boards there are.
    fn full_boards() -> Vec<Board> {
        let sizes = [(6, 5), (1, 1), (8, 8), (1, 20), (30, 1), (40, 40)];
        let fields = sizes.into_iter().flat_map(|(files, ranks)| {
            [
                full_grid(files, ranks),
                full_squares(files, ranks, false),
                full_squares(files, ranks, true),
            ]
        });
        let tables = [
            (0, 0, 0),
            (1, 1, 1),
            (5, 14, 5),
            (12, 3, 4),
            (15, 14, 15),
            (9, 99, 255),
            (300, 300, 0),
        ];
        let tables = tables.map(|(tiles, held, cut)| full_table(tiles, held, cut));
        fields.chain([0, 1, 5, 30, 300].map(full_nardy)).chain(tables).collect()
    }

    /// The corners of every rectangle that a shape fills or may touch.
    fn extent(shape: &Shape, fonts: &Fonts) -> Vec<Point> {
        match shape {
            Shape::Disc { centre, radius, .. } => Frame::around(*centre, *radius).corners().into(),
            Shape::Ring { centre, radius, width, .. } => {
                Frame::around(*centre, radius + width / 2.0).corners().into()
            }
            Shape::Polygon { points, .. } => points.clone(),
            Shape::Line { points, width, .. } => {
                points.iter().flat_map(|&end| Frame::around(end, width / 2.0).corners()).collect()
            }
            Shape::Text { at, align, text, size, weight, .. } => {
                let line = fonts.line(text, *weight, *size);
                let corners = line.glyphs(*at, *align).flat_map(|glyph| {
                    let ink = glyph.px_bounds();
                    [Point::new(ink.min.x, ink.min.y), Point::new(ink.max.x, ink.max.y)]
                });
                corners.collect()
            }
            Shape::Shadow { centre, radius, blur, .. } => {
                Frame::around(*centre, radius + blur).corners().into()
            }
            Shape::Piece { at, reach, shapes } => {
                let parts = shapes.iter().flat_map(|shape| extent(shape, fonts));
                let parts = parts.map(|corner| corner.by(at.x, at.y));
                parts.chain(Frame::around(*at, *reach).corners()).collect()
            }
        }
    }

    fn strays(layout: &Layout, fonts: &Fonts) -> Vec<String> {
        let inside = |point: &Point| {
            (0.0..=layout.width as f32).contains(&point.x)
                && (0.0..=layout.height as f32).contains(&point.y)
        };
        let shapes = layout.ground.iter().chain(&layout.shapes);
        let strays = shapes.filter(|shape| !extent(shape, fonts).iter().all(inside));
        strays.map(|shape| format!("{shape:?}")).collect()
    }

    #[test]
    fn nothing_leaves_the_canvas() -> Result<(), crate::RenderError> {
        let fonts = Fonts::bundled()?;
        for board in full_boards() {
            for orientation in Orientation::ALL {
                for theme in Theme::ALL {
                    let scene = crowded(board.clone(), orientation);
                    let layout = arrange(&scene, theme.palette(), fonts);
                    let strays = strays(&layout, fonts);
                    assert!(strays.is_empty(), "{theme} {scene}: {strays:#?}");
                }
            }
        }
        Ok(())
    }

    #[test]
    fn no_piece_extends_beyond_its_reach() -> Result<(), crate::RenderError> {
        let fonts = Fonts::bundled()?;
        for board in full_boards() {
            let scene = crowded(board, Orientation::FirstBelow);
            let layout = arrange(&scene, Theme::Clear.palette(), fonts);
            for shape in layout.ground.iter().chain(&layout.shapes) {
                let Shape::Piece { reach, shapes, .. } = shape else { continue };
                let corners = shapes.iter().flat_map(|shape| extent(shape, fonts));
                let far = corners.map(|corner| corner.x.abs().max(corner.y.abs()));
                let farthest = far.fold(0.0, f32::max);
                // A sprite has a pixel to spare, all but a sixteenth of it for places between pixels.
                assert!(farthest <= reach.ceil() + 0.0625, "{farthest} > {reach} in {shape:?}");
            }
        }
        Ok(())
    }

    #[test]
    fn a_shape_across_the_edge_is_noticed() -> Result<(), crate::RenderError> {
        let fonts = Fonts::bundled()?;
        let palette = Theme::Birch.palette();
        let mut layout =
            arrange(&crowded(full_grid(2, 2), Orientation::FirstBelow), palette, fonts);
        let centre = Point::new(layout.width as f32 - 5.0, 100.0);
        layout.shapes.push(Shape::Disc { centre, radius: 5.5, colour: palette.ink });
        assert_eq!(strays(&layout, fonts).len(), 1);
        Ok(())
    }
}
