//! Layout: from a scene to shapes in pixels.

use crate::{
    grid,
    palette::Palette,
    scene::{Board, Scene},
    shape::{Colour, Shape},
    strip::{self, Rows},
    text::Fonts,
};

/// A picture as shapes, the first at the bottom.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) ground: Colour,
    pub(crate) shapes: Vec<Shape>,
}

/// Arranges everything that a scene shows.
pub(crate) fn arrange(scene: &Scene, palette: &Palette, fonts: &Fonts) -> Layout {
    match &scene.board {
        Board::Grid(board) => {
            let rows = Rows { above: grid::STRIP_ABOVE, below: grid::STRIP_BELOW };
            let mut shapes = strip::shapes(scene, rows, palette, fonts);
            shapes.extend(grid::shapes(board, scene.orientation, palette));
            Layout { width: grid::WIDTH, height: grid::HEIGHT, ground: palette.ground, shapes }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Layout, arrange};
    use crate::{
        scene::{Board, Field, Grid, Mark, Orientation, Scene, Side, Stone, Strip},
        shape::{Frame, Point, Shape},
        text::Fonts,
        theme::Theme,
    };

    /// Every field with a stone and both marks, a trail round the board, the longest texts.
    fn crowded(files: u8, ranks: u8, orientation: Orientation) -> Scene {
        let fields = (0..files).flat_map(|file| (0..ranks).map(move |rank| Field { file, rank }));
        let fields: Vec<Field> = fields.collect();
        let strip = |to_move| Strip {
            name: Some("Щ".repeat(200)),
            score: Some(u32::MAX),
            stock: Some(u32::MAX),
            to_move,
        };
        let marks = [Mark::Captured, Mark::Left].into_iter();
        let grid = Grid {
            files,
            ranks,
            stones: fields.iter().map(|&at| Stone { at, side: Side::First }).collect(),
            trail: fields.clone(),
            marks: marks.flat_map(|mark| fields.iter().map(move |&at| (at, mark))).collect(),
        };
        Scene { board: Board::Grid(grid), orientation, strips: [strip(true), strip(true)] }
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
                let mut pixels = Vec::new();
                fonts.line(text, *weight, *size).cover(*at, *align, |x, y, _| {
                    pixels.push(Point::new(x as f32, y as f32));
                    pixels.push(Point::new(x as f32 + 1.0, y as f32 + 1.0));
                });
                pixels
            }
            Shape::Sprite { centre, sprite } => {
                Frame::around(*centre, sprite.side as f32 / 2.0).corners().into()
            }
        }
    }

    fn strays(layout: &Layout, fonts: &Fonts) -> Vec<String> {
        let inside = |point: &Point| {
            (0.0..=layout.width as f32).contains(&point.x)
                && (0.0..=layout.height as f32).contains(&point.y)
        };
        let strays = layout.shapes.iter().filter(|shape| !extent(shape, fonts).iter().all(inside));
        strays.map(|shape| format!("{shape:?}")).collect()
    }

    #[test]
    fn nothing_leaves_the_canvas() -> Result<(), crate::RenderError> {
        let fonts = Fonts::bundled()?;
        for (files, ranks) in [(6, 5), (1, 1), (8, 8), (1, 20), (30, 1), (40, 40)] {
            for orientation in Orientation::ALL {
                for theme in Theme::ALL {
                    let scene = crowded(files, ranks, orientation);
                    let layout = arrange(&scene, theme.palette(), fonts);
                    let strays = strays(&layout, fonts);
                    assert!(strays.is_empty(), "{files}×{ranks} {orientation:?}: {strays:#?}");
                }
            }
        }
        Ok(())
    }

    #[test]
    fn a_shape_across_the_edge_is_noticed() -> Result<(), crate::RenderError> {
        let fonts = Fonts::bundled()?;
        let palette = Theme::Birch.palette();
        let mut layout = arrange(&crowded(2, 2, Orientation::FirstBelow), palette, fonts);
        let centre = Point::new(layout.width as f32 - 5.0, 100.0);
        layout.shapes.push(Shape::Disc { centre, radius: 5.5, colour: palette.ink });
        assert_eq!(strays(&layout, fonts).len(), 1);
        Ok(())
    }
}
