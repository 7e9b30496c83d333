//! Which parts of a picture were drawn on.

use std::ops::Range;

/// Width and height of a part in pixels.
const SIDE: usize = 16;

/// A picture cut into squares, each drawn on or not.
pub(crate) struct Touched {
    width: usize,
    height: usize,
    /// Parts in a row.
    across: usize,
    drawn: Vec<bool>,
}

impl Touched {
    pub(crate) fn new(width: u32, height: u32) -> Touched {
        let (width, height) = (width as usize, height as usize);
        let across = width.div_ceil(SIDE);
        Touched { width, height, across, drawn: vec![false; across * height.div_ceil(SIDE)] }
    }

    /// Marks the parts under a rectangle of pixels; hands on each stretch of pixels in a row, as
    /// places in the picture, of the parts that were free until now.
    pub(crate) fn draw_on(
        &mut self,
        across: Range<usize>,
        down: Range<usize>,
        mut opened: impl FnMut(Range<usize>),
    ) {
        let (width, height) = (self.width, self.height);
        let columns = across.start / SIDE..across.end.min(width).div_ceil(SIDE);
        for row in down.start / SIDE..down.end.min(height).div_ceil(SIDE) {
            for column in columns.clone() {
                let Some(drawn) = self.drawn.get_mut(row * self.across + column) else { continue };
                if !std::mem::replace(drawn, true) {
                    stretches(width, height, row, column..column + 1).for_each(&mut opened);
                }
            }
        }
    }

    /// The stretches of pixels in rows that were drawn on, as places in the picture.
    pub(crate) fn drawn(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.drawn.chunks(self.across.max(1)).enumerate().flat_map(move |(row, parts)| {
            let mut next = 0;
            let runs = parts.chunk_by(|one, other| one == other).filter_map(move |run| {
                let columns = next..next + run.len();
                next = columns.end;
                run.first().is_some_and(|drawn| *drawn).then_some(columns)
            });
            runs.flat_map(move |columns| stretches(self.width, self.height, row, columns))
        })
    }
}

/// The pixels of some neighbouring parts, row by row.
fn stretches(
    width: usize,
    height: usize,
    row: usize,
    columns: Range<usize>,
) -> impl Iterator<Item = Range<usize>> {
    let (left, right) = (columns.start * SIDE, (columns.end * SIDE).min(width));
    let rows = row * SIDE..((row + 1) * SIDE).min(height);
    rows.map(move |y| y * width + left..y * width + right)
}

#[cfg(test)]
mod tests {
    use super::Touched;

    #[test]
    fn every_pixel_is_handed_on_once() {
        let (width, height) = (100, 70);
        let mut touched = Touched::new(width, height);
        let mut seen = vec![0; (width * height) as usize];
        for (across, down) in [(40..41, 30..33), (0..64, 20..50), (90..200, 60..90), (5..5, 5..5)] {
            touched.draw_on(across.clone(), down.clone(), |stretch| {
                seen[stretch].iter_mut().for_each(|count| *count += 1);
            });
            for (x, y) in across.flat_map(|x| down.clone().map(move |y| (x, y))) {
                if x < 100 && y < 70 {
                    assert_eq!(seen[y * 100 + x], 1, "{x} {y}");
                }
            }
        }
        let mut drawn = vec![0; seen.len()];
        for stretch in touched.drawn() {
            drawn[stretch].iter_mut().for_each(|count| *count += 1);
        }
        assert_eq!(drawn, seen);
        assert!(drawn.contains(&0) && drawn.iter().all(|count| *count <= 1));
    }
}
