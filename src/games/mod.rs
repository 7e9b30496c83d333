//! The registry: the one place where a game is added.

mod domino;
mod draughts;
pub mod erased;
mod input;
pub mod nardy;
mod scene;

pub use domino::sausage;
pub use draughts::{ashtarashki, senegal};
pub use erased::{
    AnyPosition, Continuation, Drawn, Erased, Face, Game, LONGEST_FORETOLD, ReadFault, Solution,
    StepFault, View,
};
pub use nardy::{emir, shemshesh};

use erased::Locales;

/// The games that Kosti plays, and the locale files of each. A game is added by its
/// folder, its locale files and one line here.
macro_rules! registry {
    ($($key:literal => $position:ty,)+) => {
        static REGISTRY: &[&dyn Game] = &[
            $(&Face::<$position>::new(Locales {
                ru: include_str!(concat!("../../config/locales/ru/", $key, ".ftl")),
                en: include_str!(concat!("../../config/locales/en/", $key, ".ftl")),
            }),)+
        ];
    };
}

registry! {
    "senegal" => senegal::Senegal,
    "ashtarashki" => ashtarashki::Ashtarashki,
    "shemshesh" => shemshesh::Shemshesh,
    "emir" => emir::Emir,
    "sausage" => sausage::Sausage,
}

/// One of the registered games.
pub type GameKind = &'static dyn Game;

/// The games that can be played: those of the registry, or others in tests.
#[derive(Clone, Copy)]
pub struct Games(&'static [GameKind]);

impl Games {
    /// The games of the registry.
    #[must_use]
    pub const fn registered() -> Self {
        Games(REGISTRY)
    }

    /// These games.
    #[must_use]
    pub const fn of(games: &'static [GameKind]) -> Self {
        Games(games)
    }

    /// Every game, in the order of the registry.
    pub fn all(self) -> impl Iterator<Item = GameKind> {
        self.0.iter().copied()
    }

    /// The game of that key.
    #[must_use]
    pub fn find(self, key: &str) -> Option<GameKind> {
        self.all().find(|game| game.facts().key == key)
    }
}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.all().map(|game| game.facts().key)).finish()
    }
}
