//! GIF: pictures as an animation.

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use crate::{
    RenderError,
    colours::{Colours, NONE},
    layout::Layout,
    picture::Picture,
};

/// The longest side of an animation, in pixels.
pub const GIF_SIDE: u32 = 640;

/// The most frames of an animation.
pub const GIF_FRAMES: usize = 300;

/// The largest animation, in bytes.
pub const GIF_BYTES: usize = 5 << 20;

/// How long frames stand, in hundredths of a second: time to see a move, and to look at the end.
const DELAY: u16 = 80;
const LAST_DELAY: u16 = 400;

/// A layout at the size that it has in animations.
pub(crate) fn fitted(layout: &Layout) -> Layout {
    let factor = GIF_SIDE as f32 / layout.width.max(layout.height) as f32;
    layout.scaled(factor.min(1.0))
}

/// Writes the pictures of places `0..count` as an animation; too many are thinned out.
pub(crate) fn encode(
    count: usize,
    colours: &Colours,
    picture: impl FnMut(usize) -> Result<Picture, RenderError>,
) -> Result<Vec<u8>, RenderError> {
    encode_within(GIF_BYTES, chosen(count, GIF_FRAMES), colours, picture)
}

fn encode_within(
    bytes: usize,
    mut places: Vec<usize>,
    colours: &Colours,
    mut picture: impl FnMut(usize) -> Result<Picture, RenderError>,
) -> Result<Vec<u8>, RenderError> {
    loop {
        match encode_all(&places, colours, bytes, &mut picture)? {
            Ok(file) => return Ok(file),
            // Between frames farther apart more changes, so a few less than fitted.
            Err(Full { fitting }) => {
                let fewer = (fitting * 9 / 10).clamp(1, places.len().saturating_sub(1).max(1));
                let kept = chosen(places.len(), fewer);
                places = kept.into_iter().filter_map(|i| places.get(i).copied()).collect();
            }
        }
    }
}

/// So many places of `0..count` at most: the last, the first and evenly chosen ones.
fn chosen(count: usize, most: usize) -> Vec<usize> {
    let last = count.saturating_sub(1);
    match most {
        _ if count <= most => (0..count).collect(),
        0 | 1 => vec![last],
        // Rounded to the nearest place.
        _ => (0..most).map(|i| (2 * i * last + most - 1) / (2 * (most - 1))).collect(),
    }
}

/// So many frames fitted, then the file was full.
struct Full {
    fitting: usize,
}

fn encode_all(
    places: &[usize],
    colours: &Colours,
    most: usize,
    mut picture: impl FnMut(usize) -> Result<Picture, RenderError>,
) -> Result<Result<Vec<u8>, Full>, RenderError> {
    let [first, others @ ..] = places else { return Err(RenderError::NoScene) };
    let mut shown = picture(*first)?;
    let side = |length: u32| u16::try_from(length).map_err(|_| RenderError::Sizes);
    let (width, height) = (side(shown.width)?, side(shown.height)?);
    let palette = colours.list().as_flattened();
    // The index of no colour has to be one of the palette's.
    let palette: Vec<u8> = palette
        .iter()
        .copied()
        .chain(std::iter::repeat(0))
        .take(3 * (usize::from(NONE) + 1))
        .collect();
    let mut encoder = Encoder::new(Vec::new(), width, height, &palette).map_err(unwritten)?;
    encoder.set_repeat(Repeat::Infinite).map_err(unwritten)?;
    let delay = |place: &usize| if Some(place) == places.last() { LAST_DELAY } else { DELAY };
    let whole = Frame {
        delay: delay(first),
        width,
        height,
        buffer: shown.indices.as_slice().into(),
        ..Frame::default()
    };
    encoder.write_frame(&whole).map_err(unwritten)?;
    for (done, place) in (1..).zip(others) {
        let next = picture(*place)?;
        if (next.width, next.height) != (shown.width, shown.height) {
            return Err(RenderError::Sizes);
        }
        let frame = Frame { delay: delay(place), ..change(&shown, &next) };
        encoder.write_frame(&frame).map_err(unwritten)?;
        // One more byte ends the file.
        if encoder.get_ref().len() >= most {
            return Ok(Err(Full { fitting: done }));
        }
        shown = next;
    }
    let file = encoder.into_inner().map_err(|e| RenderError::Encoding(Box::new(e)))?;
    Ok(Ok(file))
}

/// The rectangle in which a picture differs from the one before, nothing where it does not.
fn change(before: &Picture, after: &Picture) -> Frame<'static> {
    let width = after.width as usize;
    let rows = || before.indices.chunks(width).zip(after.indices.chunks(width)).enumerate();
    let differing = |(y, (before, after)): (usize, (&[u8], &[u8]))| {
        let mut pairs = before.iter().zip(after);
        let left = pairs.position(|(before, after)| before != after)?;
        let last = pairs.rposition(|(before, after)| before != after);
        Some((y, left, last.map_or(left, |rest| left + 1 + rest)))
    };
    let bounds = rows().filter_map(differing).fold(None, |bounds, (y, left, right)| match bounds {
        None => Some((y, y, left, right)),
        Some((top, _, l, r)) => Some((top, y, left.min(l), right.max(r))),
    });
    // A frame has at least one pixel.
    let (top, bottom, left, right) = bounds.unwrap_or_default();
    let changes = rows().skip(top).take(bottom + 1 - top).flat_map(|(_, (before, after))| {
        let pairs = before.iter().zip(after).skip(left).take(right + 1 - left);
        pairs.map(|(before, after)| if before == after { NONE } else { *after })
    });
    Frame {
        dispose: DisposalMethod::Keep,
        transparent: Some(NONE),
        left: left as u16,
        top: top as u16,
        width: (right + 1 - left) as u16,
        height: (bottom + 1 - top) as u16,
        buffer: changes.collect::<Vec<u8>>().into(),
        ..Frame::default()
    }
}

fn unwritten(error: EncodingError) -> RenderError {
    RenderError::Encoding(Box::new(error))
}

#[cfg(test)]
mod tests {
    use super::{Full, chosen, encode_all, encode_within};
    use crate::{RenderError, colours::Colours, picture::Picture, theme::Theme};

    #[test]
    fn chosen_places_are_even_and_hold_both_ends() {
        assert_eq!(chosen(3, 300), [0, 1, 2]);
        assert_eq!(chosen(9, 5), [0, 2, 4, 6, 8]);
        assert_eq!(chosen(5, 4), [0, 1, 3, 4]);
        assert_eq!(chosen(7, 2), [0, 6]);
        assert_eq!(chosen(7, 1), [6]);
        assert_eq!(chosen(0, 5), []);
        for count in [301, 450, 599, 600, 10_000] {
            let places = chosen(count, 300);
            assert_eq!((places.len(), places[0], places[299]), (300, 0, count - 1));
            let gaps: Vec<usize> = places.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let (least, most) = (gaps.iter().min(), gaps.iter().max());
            assert!(most <= least.map(|gap| gap + 1).as_ref(), "{count}: {least:?} {most:?}");
        }
    }

    /// Noise, so that every frame takes as many bytes.
    fn noise(place: usize) -> Result<Picture, RenderError> {
        let mut state = place as u32 + 1;
        let indices = (0..10_000).map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8 % 200
        });
        Ok(Picture { width: 100, height: 100, indices: indices.collect() })
    }

    #[test]
    fn large_files_are_thinned_out() -> Result<(), RenderError> {
        let colours = Colours::of(Theme::Birch);
        let whole = encode_within(usize::MAX, (0..20).collect(), colours, noise)?.len();
        for most in [whole - 1, whole / 2, whole / 5] {
            let mut drawn = Vec::new();
            let file = encode_within(most, (0..20).collect(), colours, |place| {
                drawn.push(place);
                noise(place)
            })?;
            assert!((most / 3..=most).contains(&file.len()), "{} of {most}", file.len());
            // The last attempt began with the first picture and ended with the last one.
            let start = drawn.iter().rposition(|place| *place == 0);
            let shown = &drawn[start.unwrap_or_default()..];
            assert!(shown.len() >= 2 && shown.len() < 20 && shown.ends_with(&[19]), "{shown:?}");
        }
        Ok(())
    }

    #[test]
    fn a_full_file_tells_how_much_fitted() -> Result<(), RenderError> {
        let colours = Colours::of(Theme::Birch);
        let places: Vec<usize> = (0..20).collect();
        let full = encode_all(&places, colours, usize::MAX, noise)?;
        let size = full.unwrap_or_default().len();
        match encode_all(&places, colours, size / 2, noise)? {
            Err(Full { fitting }) => assert!((8..=11).contains(&fitting), "{fitting}"),
            Ok(file) => assert!(file.is_empty(), "{} bytes", file.len()),
        }
        assert!(encode_all(&places, colours, size, noise)?.is_ok());
        assert!(encode_all(&places, colours, size - 1, noise)?.is_err());
        Ok(())
    }
}
