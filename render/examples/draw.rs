//! Draws the text of a scene: `cargo run -p kosti-render --example draw -- SCENE THEME PNG`.

use std::{env, fs};

use kosti_render::{Scene, Theme, png};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [scene, theme, picture] = &arguments[..] else {
        return Err("usage: draw SCENE THEME PNG".into());
    };
    let scene: Scene = fs::read_to_string(scene)?.parse()?;
    fs::write(picture, png(&scene, theme.parse::<Theme>()?)?)?;
    Ok(())
}
