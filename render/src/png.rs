//! PNG: pixels as a file.

use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};

/// Writes opaque pixels of red, green, blue and alpha as an RGB file.
pub(crate) fn encode(width: u32, height: u32, pixels: &[u8]) -> Result<Vec<u8>, EncodingError> {
    let (pixels, _) = pixels.as_chunks::<4>();
    let mut colours = vec![[0; 3]; pixels.len()];
    for (colour, [red, green, blue, _]) in colours.iter_mut().zip(pixels) {
        *colour = [*red, *green, *blue];
    }
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    // Boards repeat themselves from left to right: a light search for repeats gives a third of the
    // bytes that the run-lengths of the crate's "fast" setting leave, for little more time.
    encoder.set_deflate_compression(DeflateCompression::Level(1));
    encoder.set_filter(Filter::Sub);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(colours.as_flattened())?;
    writer.finish()?;
    Ok(file)
}
