//! Pictures as pixels.

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, DeflateCompression, Encoder, Filter};

/// A decoded picture.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Pixels {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Rows of red, green, blue.
    pub(crate) data: Vec<u8>,
}

impl Pixels {
    pub(crate) fn decode(file: &[u8]) -> Pixels {
        let mut reader = Decoder::new(Cursor::new(file)).read_info().unwrap();
        let mut data = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut data).unwrap();
        assert_eq!((info.color_type, info.bit_depth), (ColorType::Rgb, BitDepth::Eight));
        Pixels { width: info.width, height: info.height, data }
    }

    /// As small a file as the encoder makes.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_deflate_compression(DeflateCompression::Level(9));
        encoder.set_filter(Filter::NoFilter);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&self.data).unwrap();
        writer.finish().unwrap();
        file
    }

    /// Half as wide and high, each pixel the mean of four.
    pub(crate) fn halved(&self) -> Pixels {
        let (width, height) = (self.width / 2, self.height / 2);
        let mut data = Vec::new();
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (2 * x, 2 * y))) {
            let four = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(|(x, y)| self.at(x, y));
            let sum = |part: usize| four.iter().map(|pixel| u32::from(pixel[part])).sum::<u32>();
            data.extend([0, 1, 2].map(|part| ((sum(part) + 2) / 4) as u8));
        }
        Pixels { width, height, data }
    }

    pub(crate) fn at(&self, x: u32, y: u32) -> [u8; 3] {
        let start = (y as usize * self.width as usize + x as usize) * 3;
        self.data[start..start + 3].try_into().unwrap()
    }

    /// Black where both are equal, white where they differ.
    pub(crate) fn difference(&self, other: &Pixels) -> Pixels {
        let pairs = self.data.chunks(3).zip(other.data.chunks(3));
        let data = pairs.flat_map(|(one, two)| [if one == two { 0 } else { 255 }; 3]).collect();
        Pixels { data, ..*self }
    }
}
