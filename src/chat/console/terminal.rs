//! What a terminal can do, as far as its environment tells.

use rustix::termios;
use std::io;

/// How pictures get into a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The kitty graphics protocol.
    Kitty,
    /// The inline images of iTerm2.
    Iterm,
}

/// Which pictures are wanted in the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pictures {
    /// Those that the terminal is known to show.
    #[default]
    Auto,
    /// None.
    None,
    /// Those of a protocol, whatever the terminal seems to be.
    By(Protocol),
}

/// A terminal that somebody sits at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terminal {
    /// Whether the cursor can be moved, so that a line can be edited.
    pub editing: bool,
    /// Whether colours are welcome.
    pub colours: bool,
    /// How it shows pictures, if it does.
    pub pictures: Option<Protocol>,
    /// Whether tmux stands in between: it lets through only what is marked for it.
    pub tmux: bool,
}

/// Terminals that only write one line below the other.
const SIMPLE: [&str; 3] = ["dumb", "cons25", "emacs"];

impl Terminal {
    /// What the terminal can do whose environment has these variables.
    pub fn of(wanted: Pictures, variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let term = set("TERM").unwrap_or_else(|| "dumb".to_owned());
        let editing = !SIMPLE.contains(&term.to_lowercase().as_str());
        let within = |name: &str| term == name || term.starts_with(&format!("{name}-"));
        let tmux = set("TMUX").is_some() || within("tmux");
        let multiplexed = tmux || set("STY").is_some() || within("screen");
        let pictures = match wanted {
            _ if !editing => None,
            Pictures::None => None,
            Pictures::By(protocol) => Some(protocol),
            Pictures::Auto if multiplexed => None,
            Pictures::Auto => protocol(&term, set),
        };
        Terminal { editing, colours: editing && set("NO_COLOR").is_none(), pictures, tmux }
    }
}

/// What terminals are known to show. A terminal inherits the variables of the one that it
/// was started from: `TERM` is set anew by all, `TERM_PROGRAM` by many, others by one.
fn protocol(term: &str, set: impl Fn(&str) -> Option<String>) -> Option<Protocol> {
    match term {
        "xterm-kitty" | "xterm-ghostty" => return Some(Protocol::Kitty),
        "wezterm" => return Some(Protocol::Iterm),
        _ => {}
    }
    match set("TERM_PROGRAM").as_deref() {
        Some("ghostty") => return Some(Protocol::Kitty),
        Some("iTerm.app" | "WezTerm") => return Some(Protocol::Iterm),
        Some(_) => return None,
        None => {}
    }
    // Konsole shows them since 22.04; it writes its version as 220400.
    let konsole = set("KONSOLE_VERSION").and_then(|version| version.parse::<u32>().ok());
    if konsole.is_some_and(|version| version >= 220_400) || set("KITTY_WINDOW_ID").is_some() {
        return Some(Protocol::Kitty);
    }
    // It comes over ssh where TERM_PROGRAM does not.
    (set("LC_TERMINAL").as_deref() == Some("iTerm2")).then_some(Protocol::Iterm)
}

/// The window of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    /// Its width in cells.
    pub(super) columns: u16,
    /// Its height in cells.
    pub(super) rows: u16,
    /// Width and height of a cell in pixels, where they are known.
    pub(super) cell: Option<(u16, u16)>,
}

impl Window {
    /// The window as it is now.
    pub(super) fn now() -> Self {
        let size = termios::tcgetwinsize(io::stdout()).ok();
        let filled = |value: Option<u16>| value.filter(|value| *value > 0);
        let columns = filled(size.map(|size| size.ws_col)).unwrap_or(80);
        let rows = filled(size.map(|size| size.ws_row)).unwrap_or(24);
        let width = filled(size.map(|size| size.ws_xpixel / columns));
        let height = filled(size.map(|size| size.ws_ypixel / rows));
        Window { columns, rows, cell: width.zip(height) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terminal(wanted: Pictures, variables: &[(&str, &str)]) -> Terminal {
        Terminal::of(wanted, |name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn terminals_with_pictures_are_known() {
        use Protocol::{Iterm, Kitty};
        for (variables, pictures) in [
            (&[("TERM", "xterm-kitty")][..], Some(Kitty)),
            (&[("TERM", "xterm-256color"), ("KITTY_WINDOW_ID", "1")], Some(Kitty)),
            (&[("TERM", "xterm-ghostty"), ("TERM_PROGRAM", "ghostty")], Some(Kitty)),
            (&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "ghostty")], Some(Kitty)),
            (&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "iTerm.app")], Some(Iterm)),
            (&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "WezTerm")], Some(Iterm)),
            (&[("TERM", "xterm-256color"), ("LC_TERMINAL", "iTerm2")], Some(Iterm)),
            (&[("TERM", "xterm-256color"), ("KONSOLE_VERSION", "230804")], Some(Kitty)),
            (&[("TERM", "xterm-256color"), ("KONSOLE_VERSION", "211203")], None),
            (&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "Apple_Terminal")], None),
            // A terminal that was started from kitty.
            (&[("TERM", "xterm"), ("TERM_PROGRAM", "vscode"), ("KITTY_WINDOW_ID", "1")], None),
            // kitty that was started from WezTerm.
            (&[("TERM", "xterm-kitty"), ("TERM_PROGRAM", "WezTerm")], Some(Kitty)),
            (&[("TERM", "xterm-256color")], None),
            (&[("TERM", "xterm-256color"), ("KITTY_WINDOW_ID", "")], None),
            // Multiplexers inherit what they were started from.
            (&[("TERM", "tmux-256color"), ("KITTY_WINDOW_ID", "1")], None),
            (&[("TERM", "xterm-kitty"), ("TMUX", "/tmp/tmux-0/default,1,0")], None),
            (&[("TERM", "screen"), ("LC_TERMINAL", "iTerm2")], None),
            (&[("TERM", "xterm-kitty"), ("STY", "1.pts-0")], None),
        ] {
            assert_eq!(terminal(Pictures::Auto, variables).pictures, pictures, "{variables:?}");
            assert_eq!(terminal(Pictures::None, variables).pictures, None);
            let asked = terminal(Pictures::By(Iterm), variables);
            assert_eq!(asked.pictures, Some(Iterm), "{variables:?}");
        }
        assert!(terminal(Pictures::By(Kitty), &[("TERM", "tmux-256color")]).tmux);
        assert!(!terminal(Pictures::By(Kitty), &[("TERM", "xterm-kitty")]).tmux);
    }

    #[test]
    fn colours_and_editing_want_a_terminal_that_can() {
        for (variables, editing, colours) in [
            (&[("TERM", "xterm-256color")][..], true, true),
            (&[("TERM", "xterm"), ("NO_COLOR", "")], true, true),
            (&[("TERM", "xterm"), ("NO_COLOR", "1")], true, false),
            (&[("TERM", "xterm"), ("NO_COLOR", "0")], true, false),
            (&[("TERM", "dumb")], false, false),
            (&[("TERM", "")], false, false),
            (&[], false, false),
        ] {
            let found = terminal(Pictures::By(Protocol::Kitty), variables);
            assert_eq!((found.editing, found.colours), (editing, colours), "{variables:?}");
            assert_eq!(found.pictures.is_some(), editing, "{variables:?}");
        }
    }
}
