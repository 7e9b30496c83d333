//! Themes: the names under which people choose colours, and the colours.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// A set of colours for pictures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Theme {
    /// Light wood.
    #[default]
    Birch,
    /// Dark.
    Night,
    /// Black, white and colours that colour-blind eyes tell apart; marks differ by shape.
    Clear,
}

impl Theme {
    /// Every theme, the default first.
    pub const ALL: [Theme; 3] = [Theme::Birch, Theme::Night, Theme::Clear];

    /// The name used in settings and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Theme::Birch => "birch",
            Theme::Night => "night",
            Theme::Clear => "clear",
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// There is no theme of this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("no theme of this name")]
pub struct UnknownTheme;

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Theme::ALL.into_iter().find(|theme| theme.as_str() == name).ok_or(UnknownTheme)
    }
}

#[cfg(test)]
mod tests {
    use super::{Theme, UnknownTheme};

    #[test]
    fn names_are_read_back() {
        for theme in Theme::ALL {
            assert_eq!(theme.as_str().parse(), Ok(theme));
            assert_eq!(theme.to_string(), theme.as_str());
        }
        assert_eq!("Birch".parse::<Theme>(), Err(UnknownTheme));
        assert_eq!(Theme::default(), Theme::Birch);
    }
}
