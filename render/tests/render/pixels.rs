//! Pictures as pixels.

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, DeflateCompression, Encoder, Filter, Transformations};

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
        let mut decoder = Decoder::new(Cursor::new(file));
        decoder.set_transformations(Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut data = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut data).unwrap();
        assert_eq!((info.color_type, info.bit_depth), (ColorType::Rgb, BitDepth::Eight));
        Pixels { width: info.width, height: info.height, data }
    }

    /// As small a file as the encoder makes of at most 256 colours.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let (pixels, _) = self.data.as_chunks::<3>();
        let mut colours: Vec<[u8; 3]> = pixels.to_vec();
        colours.sort_unstable();
        colours.dedup();
        let index = |pixel| u8::try_from(colours.binary_search(pixel).unwrap()).unwrap();
        let indices: Vec<u8> = pixels.iter().map(index).collect();
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(ColorType::Indexed);
        encoder.set_palette(colours.as_flattened());
        encoder.set_deflate_compression(DeflateCompression::Level(9));
        encoder.set_filter(Filter::NoFilter);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&indices).unwrap();
        writer.finish().unwrap();
        file
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
