//! How long pictures take: `cargo bench -p kosti-render`.
//!
//! Processor time and bytes are printed by the example `figures`.

use std::{fmt, fs, path::Path};

use divan::{Bencher, counter::ItemsCount};
use kosti_render::{Renderer, Scene, Theme, gif};

fn main() {
    divan::main();
}

/// A reference scene in a theme.
struct Case {
    name: String,
    scene: Scene,
    theme: Theme,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.name, self.theme)
    }
}

#[expect(clippy::expect_used, reason = "a bench without its scenes has nothing to do")]
fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenes");
    let mut cases = Vec::new();
    for file in fs::read_dir(folder).expect("reference scenes") {
        let path = file.expect("a reference scene").path();
        let text = fs::read_to_string(&path).expect("the text of a scene");
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for theme in Theme::ALL {
            let scene: Scene = text.parse().expect("a scene");
            cases.push(Case { name: name.clone(), scene, theme });
        }
    }
    cases.sort_by_key(Case::to_string);
    cases
}

/// The first picture: board and pieces are drawn too.
#[divan::bench(args = cases(), sample_count = 20)]
fn cold(bencher: Bencher, case: &Case) {
    bencher.with_inputs(Renderer::new).bench_refs(|renderer| renderer.png(&case.scene, case.theme));
}

/// Every other picture.
#[divan::bench(args = cases())]
fn warm(bencher: Bencher, case: &Case) {
    let renderer = Renderer::new();
    bencher.bench(|| renderer.png(&case.scene, case.theme));
}

/// An animation of thirty frames between which the turn changes.
#[divan::bench(args = cases(), sample_count = 10)]
fn animation(bencher: Bencher, case: &Case) {
    let mut other = case.scene.clone();
    other.strips.iter_mut().for_each(|strip| strip.to_move = !strip.to_move);
    let scenes: Vec<Scene> = [case.scene.clone(), other].into_iter().cycle().take(30).collect();
    bencher.counter(ItemsCount::new(scenes.len())).bench(|| gif(&scenes, case.theme));
}
