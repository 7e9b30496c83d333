//! Colours of files: the few of which the pictures of a theme are made.
//!
//! Each theme has one committed list, chosen from the reference scenes by the `choose` test.

use std::sync::{
    LazyLock,
    atomic::{AtomicU32, Ordering},
};

use crate::theme::Theme;

/// The longest list: an index is a byte, and animations keep one for "as before".
pub(crate) const MOST: usize = 255;

/// The index that stands for no colour.
pub(crate) const NONE: u8 = MOST as u8;

/// Weights of red, green and blue in distances; eyes tell greens apart best.
const WEIGHTS: [i32; 3] = [3, 5, 2];

/// Pixels that are looked at together.
const RUN: usize = 8;

/// Places in the memory of answers, as a power of two.
const MEMORY_BITS: u32 = 14;

/// The colours of a theme's files and the way from any colour to the nearest of them.
pub(crate) struct Colours {
    list: &'static [[u8; 3]],
    /// The listed colours as opaque pixels, black where there is none.
    pixels: [[u8; 4]; 256],
    /// Answers given: a colour in the upper three bytes, its index in the lowest.
    ///
    /// Each entry is whole in itself, so threads may overwrite one another's.
    memory: Box<[AtomicU32]>,
}

impl Colours {
    /// The colours of a theme.
    pub(crate) fn of(theme: Theme) -> &'static Colours {
        static BIRCH: LazyLock<Colours> =
            LazyLock::new(|| Colours::new(include_bytes!("../colours/birch.rgb")));
        static NIGHT: LazyLock<Colours> =
            LazyLock::new(|| Colours::new(include_bytes!("../colours/night.rgb")));
        static CLEAR: LazyLock<Colours> =
            LazyLock::new(|| Colours::new(include_bytes!("../colours/clear.rgb")));
        match theme {
            Theme::Birch => &BIRCH,
            Theme::Night => &NIGHT,
            Theme::Clear => &CLEAR,
        }
    }

    fn new(bytes: &'static [u8]) -> Colours {
        let (list, _) = bytes.as_chunks::<3>();
        let list = list.get(..MOST).unwrap_or(list);
        // Black with its answer: right wherever it lies.
        let black = u32::from(search(list, [0; 3]));
        let memory = (0..1 << MEMORY_BITS).map(|_| AtomicU32::new(black)).collect();
        let mut pixels = [[0, 0, 0, u8::MAX]; 256];
        for (pixel, [red, green, blue]) in pixels.iter_mut().zip(list) {
            *pixel = [*red, *green, *blue, u8::MAX];
        }
        Colours { list, pixels, memory }
    }

    /// The colours in the order of their indices, as red, green and blue.
    pub(crate) fn list(&self) -> &'static [[u8; 3]] {
        self.list
    }

    /// Writes the colour of each index as red, green, blue, alpha.
    pub(crate) fn show(&self, indices: &[u8], pixels: &mut [[u8; 4]]) {
        let (runs, rest) = indices.as_chunks::<RUN>();
        let (shown, shown_rest) = pixels.as_chunks_mut::<RUN>();
        let colour = |index: u8| self.pixels[usize::from(index)];
        for (run, shown) in runs.iter().zip(shown) {
            let [first, ..] = *run;
            if *run == [first; RUN] {
                *shown = [colour(first); RUN];
            } else {
                *shown = run.map(colour);
            }
        }
        for (index, pixel) in rest.iter().zip(shown_rest) {
            *pixel = colour(*index);
        }
    }

    /// Writes the index of the nearest colour for each opaque pixel of red, green, blue, alpha.
    pub(crate) fn index(&self, pixels: &[[u8; 4]], indices: &mut [u8]) {
        let (runs, rest) = pixels.as_chunks::<RUN>();
        let (found, found_rest) = indices.as_chunks_mut::<RUN>();
        for (run, found) in runs.iter().zip(found) {
            let [first, ..] = *run;
            // Pictures are mostly plain. Without an early end, all are compared at once.
            let unlike = |pixel: &[u8; 4]| u32::from_ne_bytes(*pixel) ^ u32::from_ne_bytes(first);
            if run.iter().fold(0, |all, pixel| all | unlike(pixel)) == 0 {
                *found = [self.nearest(first); RUN];
            } else {
                for (pixel, found) in run.iter().zip(found) {
                    *found = self.nearest(*pixel);
                }
            }
        }
        for (pixel, found) in rest.iter().zip(found_rest) {
            *found = self.nearest(*pixel);
        }
    }

    fn nearest(&self, [red, green, blue, _]: [u8; 4]) -> u8 {
        let colour = u32::from_be_bytes([0, red, green, blue]);
        // Multiplying by an odd number near 2³² divided by the golden ratio spreads neighbours.
        let place = colour.wrapping_mul(0x9E37_79B1) >> (u32::BITS - MEMORY_BITS);
        let Some(entry) = self.memory.get(place as usize) else { return 0 };
        let known = entry.load(Ordering::Relaxed);
        if known >> 8 == colour {
            return known as u8;
        }
        let found = search(self.list, [red, green, blue]);
        entry.store(colour << 8 | u32::from(found), Ordering::Relaxed);
        found
    }
}

/// The index of the nearest colour, the first of several.
fn search(list: &[[u8; 3]], colour: [u8; 3]) -> u8 {
    let keys = (0u32..).zip(list).map(|(index, listed)| distance(*listed, colour) << 8 | index);
    keys.min().unwrap_or(0) as u8
}

/// A measure of how different two colours look.
fn distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    let mut sum = 0;
    for ((one, other), weight) in one.into_iter().zip(other).zip(WEIGHTS) {
        let apart = i32::from(one) - i32::from(other);
        sum += weight * apart * apart;
    }
    sum.unsigned_abs()
}

#[cfg(test)]
mod choose;

#[cfg(test)]
mod tests {
    use super::{Colours, MOST, search};
    use crate::theme::Theme;

    #[test]
    fn every_colour_of_a_list_is_its_own() {
        for theme in Theme::ALL {
            let list = Colours::of(theme).list();
            assert!((2..=MOST).contains(&list.len()), "{theme}: {}", list.len());
            for (index, colour) in list.iter().enumerate() {
                assert_eq!(usize::from(search(list, *colour)), index, "{theme} {colour:?}");
            }
        }
    }

    #[test]
    fn remembered_answers_are_right() {
        let colours = Colours::of(Theme::Birch);
        let pixels: Vec<[u8; 4]> =
            (0..1 << 16).map(|i: u32| (i.wrapping_mul(40_503) << 8 | 255).to_be_bytes()).collect();
        let searched = pixels.iter().map(|[r, g, b, _]| search(colours.list(), [*r, *g, *b]));
        let searched: Vec<u8> = searched.collect();
        for _ in 0..2 {
            let mut indices = vec![0; pixels.len()];
            colours.index(&pixels, &mut indices);
            assert!(indices == searched);
        }
    }
}
