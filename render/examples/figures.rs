//! Processor time and bytes of every reference scene: `cargo run --release -p kosti-render
//! --example figures`.
//!
//! Times are of one thread in milliseconds: the first picture of a renderer, then the fastest and
//! the middle one of many. The animation has thirty frames between which the turn changes.

use std::{error::Error, fs, path::Path};

use kosti_render::{Renderer, Scene, Theme};
use rustix::time::{ClockId, clock_gettime};

/// Pictures drawn for the warm figures.
const WARM: usize = 101;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenes");
    let mut paths = fs::read_dir(folder)?
        .map(|file| Ok(file?.path()))
        .collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    paths.sort();
    println!("| scene | theme | cold | warm, least | warm, median | KiB | GIF a frame | GIF KiB |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let scene: Scene = fs::read_to_string(&path)?.parse()?;
        for theme in Theme::ALL {
            let renderer = Renderer::new();
            let (file, cold) = timed(|| renderer.png(&scene, theme));
            let bytes = file?.len();
            let mut warm: Vec<f64> =
                (0..WARM).map(|_| timed(|| renderer.png(&scene, theme)).1).collect();
            warm.sort_by(f64::total_cmp);
            let (least, median) = (warm[0], warm[WARM / 2]);
            let mut turned = scene.clone();
            turned.strips.iter_mut().for_each(|strip| strip.to_move = !strip.to_move);
            let frames: Vec<Scene> = [scene.clone(), turned].into_iter().cycle().take(30).collect();
            let (film, time) = timed(|| renderer.gif(&frames, theme));
            println!(
                "| {name} | {theme} | {cold:.1} | {least:.2} | {median:.2} | {:.1} | {:.2} | {:.0} |",
                bytes as f64 / 1024.0,
                time / frames.len() as f64,
                film?.len() as f64 / 1024.0,
            );
        }
    }
    Ok(())
}

/// What a function makes, and the milliseconds that the thread worked on it.
fn timed<T>(make: impl FnOnce() -> T) -> (T, f64) {
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
    };
    let start = now();
    let made = make();
    (made, now() - start)
}
