//! Draws the contact sheet of all reference scenes in the three themes:
//! `cargo run --release -p kosti-render --example sheet`, which writes `docs/pictures.png`.

use std::{error::Error, fs, io::Cursor, path::PathBuf};

use kosti_render::{Scene, Theme, png};

/// Width of a picture on the sheet, and the room between pictures.
const WIDTH: usize = 320;
const GAP: usize = 12;
const GROUND: [u8; 3] = [0x80, 0x80, 0x80];

/// The scenes from top to bottom.
const SCENES: [&str; 12] = [
    "senegal",
    "ashtarashki-start",
    "ashtarashki",
    "ashtarashki-study",
    "shemshesh-start",
    "shemshesh",
    "shemshesh-off",
    "emir",
    "emir-nukers",
    "sausage-closed",
    "sausage",
    "sausage-cut",
];

/// Rows of red, green and blue.
struct Picture {
    width: usize,
    pixels: Vec<[u8; 3]>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let crate_folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let width = Theme::ALL.len() * (WIDTH + GAP) + GAP;
    let mut sheet = vec![GROUND; width * GAP];
    for name in SCENES {
        let text = fs::read_to_string(crate_folder.join(format!("tests/scenes/{name}.scene")))?;
        let scene: Scene = text.parse()?;
        let mut pictures = Vec::new();
        for theme in Theme::ALL {
            pictures.push(reduced(&decoded(&png(&scene, theme)?)?));
        }
        for y in 0..pictures.iter().map(|p| p.pixels.len() / WIDTH).min().unwrap_or(0) {
            sheet.extend([GROUND; GAP]);
            for picture in &pictures {
                sheet.extend(&picture.pixels[y * WIDTH..(y + 1) * WIDTH]);
                sheet.extend([GROUND; GAP]);
            }
        }
        sheet.extend(vec![GROUND; width * GAP]);
    }
    let path = crate_folder.join("../docs/pictures.png");
    fs::write(path, encoded(&Picture { width, pixels: sheet })?)?;
    Ok(())
}

/// The picture at [`WIDTH`], each pixel the mean of what it covers.
fn reduced(picture: &Picture) -> Picture {
    let height = picture.pixels.len() / picture.width;
    let scale = picture.width as f64 / WIDTH as f64;
    let mut pixels = Vec::new();
    for y in 0..(height as f64 / scale) as usize {
        let rows = spread(y, scale, height);
        for x in 0..WIDTH {
            let columns = spread(x, scale, picture.width);
            let mut sums = [0.0; 3];
            for (row, tall) in &rows {
                for (column, wide) in &columns {
                    let pixel = picture.pixels[row * picture.width + column];
                    for (sum, part) in sums.iter_mut().zip(pixel) {
                        *sum += f64::from(part) * tall * wide;
                    }
                }
            }
            pixels.push(sums.map(|sum| (sum / (scale * scale)).round() as u8));
        }
    }
    Picture { width: WIDTH, pixels }
}

/// The source pixels that a pixel covers, and how much of each.
fn spread(at: usize, scale: f64, end: usize) -> Vec<(usize, f64)> {
    let (from, to) = (at as f64 * scale, (at + 1) as f64 * scale);
    let covered = from as usize..(to.ceil() as usize).min(end);
    covered.map(|i| (i, to.min(i as f64 + 1.0) - from.max(i as f64))).collect()
}

fn decoded(file: &[u8]) -> Result<Picture, Box<dyn Error>> {
    let mut decoder = ::png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(::png::Transformations::EXPAND);
    let mut reader = decoder.read_info()?;
    let mut data = vec![0; reader.output_buffer_size().ok_or("a picture too large")?];
    let info = reader.next_frame(&mut data)?;
    let (pixels, _) = data.as_chunks::<3>();
    Ok(Picture { width: info.width as usize, pixels: pixels.to_vec() })
}

fn encoded(picture: &Picture) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut file = Vec::new();
    let height = picture.pixels.len() / picture.width;
    let mut encoder = ::png::Encoder::new(&mut file, picture.width.try_into()?, height.try_into()?);
    encoder.set_color(::png::ColorType::Rgb);
    encoder.set_deflate_compression(::png::DeflateCompression::Level(9));
    encoder.set_filter(::png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(picture.pixels.as_flattened())?;
    writer.finish()?;
    Ok(file)
}
