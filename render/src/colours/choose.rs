//! Chooses the colours of each theme's files from the reference scenes.
//!
//! `KOSTI_COLOURS=rewrite cargo test -p kosti-render choose` writes `colours/*.rgb`; the golden
//! pictures change with them.

use std::{
    collections::BTreeMap,
    env,
    fs::{self, DirEntry},
    path::Path,
};

use plotters::drawing::IntoDrawingArea;
use tiny_skia::Pixmap;

use super::{Colours, MOST, distance};
use crate::{
    RenderError, backend::Canvas, gif, layout, paint, scene::Scene, sprite::Sprites, store::Store,
    text::Fonts, theme::Theme,
};

/// Colours that fill more than this share of all pixels are kept exactly.
const FLAT: f64 = 0.0003;

/// Rounds of moving the other colours to the middle of what they stand for.
const ROUNDS: usize = 24;

type Counts = BTreeMap<[u8; 3], u64>;

#[test]
fn the_lists_suit_the_reference_scenes() -> Result<(), Box<dyn std::error::Error>> {
    for theme in Theme::ALL {
        let counts = counts(theme)?;
        if env::var("KOSTI_COLOURS").is_ok_and(|wish| wish == "rewrite") {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("colours");
            fs::write(folder.join(format!("{theme}.rgb")), choose(&counts).as_flattened())?;
            continue;
        }
        let list = Colours::of(theme).list();
        let mut farthest = 0;
        let (mut sum, mut pixels) = (0, 0);
        for (colour, count) in &counts {
            let off = list.iter().map(|listed| distance(*listed, *colour)).min().unwrap_or(0);
            farthest = farthest.max(off);
            sum += u64::from(off) * count;
            pixels += count;
        }
        let mean = sum as f64 / pixels as f64;
        let farthest = f64::from(farthest).sqrt();
        let figures = format!("{theme}: {} colours, {mean:.3}, {farthest:.1}", counts.len());
        // A step of one in each part is a distance of √10; rare pixels of new scenes may be farther.
        assert!(mean <= 1.5 && farthest <= 60.0, "{figures}: choose the colours anew");
    }
    Ok(())
}

/// How often each colour comes in the reference scenes, as pictures and in animations.
fn counts(theme: Theme) -> Result<Counts, Box<dyn std::error::Error>> {
    let fonts = Fonts::bundled()?;
    let store = Store::new(usize::MAX);
    let sprites = Sprites::new(&store, fonts);
    let mut counts = Counts::new();
    for scene in scenes()? {
        let large = layout::arrange(&scene, theme.palette(), fonts);
        for layout in [gif::fitted(&large), large] {
            let (width, height) = (layout.width, layout.height);
            let mut pixels =
                Pixmap::new(width, height).ok_or(RenderError::Canvas { width, height })?;
            let area = Canvas::new(pixels.as_mut(), fonts).into_drawing_area();
            paint::fill(layout.colour, &area)?;
            paint::paint(&layout.ground, &area, &sprites)?;
            paint::paint(&layout.shapes, &area, &sprites)?;
            drop(area);
            for [red, green, blue, _] in pixels.data().as_chunks::<4>().0 {
                *counts.entry([*red, *green, *blue]).or_default() += 1;
            }
        }
    }
    Ok(counts)
}

fn scenes() -> Result<Vec<Scene>, Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenes");
    let mut files = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    files.sort_by_key(DirEntry::path);
    files.into_iter().map(|file| Ok(fs::read_to_string(file.path())?.parse()?)).collect()
}

/// At most [`MOST`] colours for the counted ones, dark to light.
fn choose(counts: &Counts) -> Vec<[u8; 3]> {
    let pixels: u64 = counts.values().sum();
    let flat = |count: u64| count as f64 > FLAT * pixels as f64;
    let mut list: Vec<[u8; 3]> =
        counts.iter().filter(|(_, count)| flat(**count)).map(|(colour, _)| *colour).collect();
    list.truncate(MOST / 2);
    let kept = list.len();
    // Edges are thin, but looked at: rare colours weigh more than their number.
    let wanted: Vec<([u8; 3], f64)> =
        counts.iter().map(|(colour, count)| (*colour, (*count as f64).cbrt())).collect();
    let off = |list: &[[u8; 3]], colour| {
        list.iter().map(|listed| distance(*listed, colour)).min().unwrap_or(u32::MAX)
    };
    let mut farness: Vec<u32> = wanted.iter().map(|(colour, _)| off(&list, *colour)).collect();
    while list.len() < MOST {
        let costs = wanted.iter().zip(&farness).map(|((_, weight), off)| weight * f64::from(*off));
        let worst = costs.enumerate().max_by(|(_, one), (_, other)| one.total_cmp(other));
        let Some((worst, _)) = worst.filter(|(_, cost)| *cost > 0.0) else { break };
        let added = wanted[worst].0;
        list.push(added);
        for ((colour, _), off) in wanted.iter().zip(&mut farness) {
            *off = (*off).min(distance(added, *colour));
        }
    }
    for _ in 0..ROUNDS {
        let mut sums = vec![([0.0; 3], 0.0); list.len()];
        for (colour, weight) in &wanted {
            let nearest = (0..list.len()).min_by_key(|i| distance(list[*i], *colour)).unwrap_or(0);
            let (sum, total) = &mut sums[nearest];
            *total += weight;
            for (part, value) in sum.iter_mut().zip(colour) {
                *part += weight * f64::from(*value);
            }
        }
        for (listed, (sum, total)) in list.iter_mut().zip(sums).skip(kept) {
            if total > 0.0 {
                *listed = sum.map(|part| (part / total).round() as u8);
            }
        }
    }
    list.sort_by_key(|[red, green, blue]| {
        (3 * u32::from(*red) + 5 * u32::from(*green) + 2 * u32::from(*blue), [*red, *green, *blue])
    });
    list.dedup();
    list
}
