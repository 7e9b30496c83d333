//! Draws texts of scenes: `cargo run -p kosti-render --example draw -- SCENE THEME PICTURE`.
//!
//! A picture whose name ends with `.gif` is an animation of one or more scenes.

use std::{env, fs};

use kosti_render::{Scene, Theme, gif, png};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [scenes @ .., theme, picture] = &arguments[..] else {
        return Err("usage: draw SCENE... THEME PICTURE".into());
    };
    let theme: Theme = theme.parse()?;
    let mut read: Vec<Scene> = Vec::new();
    for scene in scenes {
        read.push(fs::read_to_string(scene)?.parse()?);
    }
    let file = match &read[..] {
        _ if picture.ends_with(".gif") => gif(&read, theme)?,
        [scene] => png(scene, theme)?,
        _ => return Err("one scene makes one picture".into()),
    };
    fs::write(picture, file)?;
    Ok(())
}
