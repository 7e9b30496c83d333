//! Pictures as the escape sequences that terminals show.
//!
//! kitty: <https://sw.kovidgoyal.net/kitty/graphics-protocol/>, iTerm2:
//! <https://iterm2.com/documentation-images.html>. Both leave the cursor in the last row of
//! the picture.

use super::terminal::{Protocol, Window};
use base64::{Engine as _, engine::general_purpose::STANDARD};

/// The most bytes of data in one of kitty's sequences.
const CHUNK: usize = 4096;
/// The most cells that a picture is wide: a board is not better to see for filling a large
/// window.
const WIDEST: u16 = 64;
/// Rows that stay free, so that a board and what is said of it can be seen together.
const FREE: u16 = 5;
/// The size of a cell where the terminal does not tell it. Only the ratio counts.
const CELL: (u16, u16) = (10, 20);

/// A PNG as a terminal shows it, so many cells wide; its height follows.
pub(super) fn escape(png: &[u8], protocol: Protocol, columns: u16, tmux: bool) -> String {
    let data = STANDARD.encode(png);
    let sequences = match protocol {
        Protocol::Kitty => kitty(&data, columns),
        Protocol::Iterm => {
            let size = png.len();
            vec![format!(
                "\u{1b}]1337;File=inline=1;size={size};width={columns};height=auto;\
                 preserveAspectRatio=1:{data}\u{7}"
            )]
        }
    };
    sequences
        .iter()
        .map(|sequence| if tmux { passed(sequence) } else { sequence.clone() })
        .collect()
}

/// The data in chunks. Only the first one says what is meant: transmit and show (`T`) a PNG
/// (`100`) and answer nothing (`2`): an answer would come in as if it had been typed.
fn kitty(data: &str, columns: u16) -> Vec<String> {
    let mut rest = data;
    let mut sequences = Vec::new();
    let mut keys = format!("a=T,f=100,q=2,c={columns},");
    while !rest.is_empty() {
        // Base64 is ASCII.
        let (chunk, more) = rest.split_at(rest.len().min(CHUNK));
        let m = u8::from(!more.is_empty());
        sequences.push(format!("\u{1b}_G{keys}m={m};{chunk}\u{1b}\\"));
        keys.clear();
        rest = more;
    }
    sequences
}

/// A sequence as tmux lets it through to the terminal around it.
fn passed(sequence: &str) -> String {
    format!("\u{1b}Ptmux;{}\u{1b}\\", sequence.replace('\u{1b}', "\u{1b}\u{1b}"))
}

/// How many cells wide a PNG is to be in a window: not larger than it is, not wider or
/// higher than what is free.
pub(super) fn columns(png: &[u8], window: Window) -> u16 {
    let (cell_width, cell_height) = window.cell.unwrap_or(CELL);
    let [cell_width, cell_height] = [cell_width, cell_height].map(u64::from);
    let mut columns = u64::from(window.columns.saturating_sub(1).min(WIDEST));
    if let Some((width, height)) = size(png) {
        let rows = u64::from(window.rows.saturating_sub(FREE));
        columns = columns.min(rows * cell_height * width / (height * cell_width));
        if window.cell.is_some() {
            columns = columns.min(width.div_ceil(cell_width));
        }
    }
    u16::try_from(columns).unwrap_or(WIDEST).max(1)
}

/// Width and height of a PNG, which stand in its first chunk.
fn size(png: &[u8]) -> Option<(u64, u64)> {
    let number = |at: usize| {
        let bytes: [u8; 4] = png.get(at..at + 4)?.try_into().ok()?;
        Some(u64::from(u32::from_be_bytes(bytes))).filter(|number| *number > 0)
    };
    number(16).zip(number(20))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of so many bytes, each another one than its neighbours.
    fn picture(length: usize) -> Vec<u8> {
        (0..length).map(|at| (at * 151 % 251) as u8).collect()
    }

    /// Reads base64 by its table (RFC 4648), without the library that writes it.
    fn decoded(text: &str) -> Vec<u8> {
        const TABLE: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let digits: Vec<u32> = text
            .trim_end_matches('=')
            .chars()
            .map(|digit| u32::try_from(TABLE.find(digit).unwrap()).unwrap())
            .collect();
        let bytes = |quad: &[u32]| {
            let whole =
                quad.iter().fold(0, |sum, digit| sum << 6 | digit) << (6 * (4 - quad.len()));
            whole.to_be_bytes()[1..quad.len()].to_vec()
        };
        digits.chunks(4).flat_map(bytes).collect()
    }

    /// Takes kitty's sequences apart: the keys of each, and the data of all.
    fn read_kitty(mut text: &str) -> (Vec<String>, Vec<u8>) {
        let (mut keys, mut data) = (Vec::new(), String::new());
        while !text.is_empty() {
            let (sequence, rest) =
                text.strip_prefix("\u{1b}_G").unwrap().split_once("\u{1b}\\").unwrap();
            let (control, payload) = sequence.split_once(';').unwrap();
            assert!(payload.len() <= 4096, "{}", payload.len());
            assert!(rest.is_empty() || payload.len().is_multiple_of(4));
            keys.push(control.to_owned());
            data.push_str(payload);
            text = rest;
        }
        (keys, decoded(&data))
    }

    #[test]
    fn kitty_gets_chunks_of_which_the_first_says_what_they_are() {
        for (length, keys) in [
            (1, &["a=T,f=100,q=2,c=40,m=0"][..]),
            (3072, &["a=T,f=100,q=2,c=40,m=0"]),
            (3073, &["a=T,f=100,q=2,c=40,m=1", "m=0"]),
            (10_000, &["a=T,f=100,q=2,c=40,m=1", "m=1", "m=1", "m=0"]),
        ] {
            let png = picture(length);
            let (found, data) = read_kitty(&escape(&png, Protocol::Kitty, 40, false));
            assert_eq!(found, keys, "{length}");
            assert!(data == png, "{length}");
        }
    }

    #[test]
    fn iterm_gets_one_sequence() {
        let png = picture(1000);
        let text = escape(&png, Protocol::Iterm, 32, false);
        let inside = text.strip_prefix("\u{1b}]1337;File=").unwrap().strip_suffix('\u{7}').unwrap();
        let (arguments, data) = inside.split_once(':').unwrap();
        let mut arguments: Vec<&str> = arguments.split(';').collect();
        arguments.sort_unstable();
        let wanted = ["height=auto", "inline=1", "preserveAspectRatio=1", "size=1000", "width=32"];
        assert_eq!(arguments, wanted);
        assert!(decoded(data) == png);
    }

    #[test]
    fn tmux_passes_each_sequence_on() {
        let png = picture(4000);
        let text = escape(&png, Protocol::Kitty, 40, true);
        let parts: Vec<String> = text
            .split_inclusive("\u{1b}\\\u{1b}\\")
            .map(|part| {
                let inside = part.strip_prefix("\u{1b}Ptmux;").unwrap();
                inside.strip_suffix("\u{1b}\\").unwrap().replace("\u{1b}\u{1b}", "\u{1b}")
            })
            .collect();
        assert_eq!(parts.len(), 2);
        assert_eq!(parts.concat(), escape(&png, Protocol::Kitty, 40, false));
    }

    #[test]
    fn a_picture_fits_its_window() {
        let png = |width: u32, height: u32| {
            let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
            png.extend(width.to_be_bytes());
            png.extend(height.to_be_bytes());
            png
        };
        let fit = |png: &[u8], columns, rows, cell| columns_of(png, columns, rows, cell);
        let board = png(1024, 1120);
        // By the height: 19 free rows of 20 pixels, 380 × 1024 / 1120 = 347 pixels wide.
        assert_eq!(fit(&board, 80, 24, Some((10, 20))), 34);
        assert_eq!(fit(&board, 80, 24, None), 34);
        // By the width.
        assert_eq!(fit(&board, 20, 100, None), 19);
        assert_eq!(fit(&board, 300, 100, None), 64);
        // Not larger than it is: 1024 pixels in cells of 20.
        assert_eq!(fit(&board, 300, 100, Some((20, 40))), 52);
        // Never nothing, whatever the window or the picture.
        assert_eq!(fit(&board, 1, 1, None), 1);
        assert_eq!(fit(&png(1, 60_000), 80, 24, Some((10, 20))), 1);
        assert_eq!(fit(b"no picture", 80, 24, None), 64);
        assert_eq!(fit(&png(0, 0), 80, 24, None), 64);
    }

    fn columns_of(png: &[u8], columns: u16, rows: u16, cell: Option<(u16, u16)>) -> u16 {
        super::columns(png, Window { columns, rows, cell })
    }
}
