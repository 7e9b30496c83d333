//! Games with a position that breaks whoever reads it.

use kosti::{
    game::{DealNo, Facts, OptionSet, Record, Replay},
    games::{AnyPosition, Game, GameKind, Games},
};
use std::sync::OnceLock;

/// The text of that position.
pub const BREAKS: &str = "a position that breaks";

struct Fragile(GameKind);

/// The registered games, with that position.
pub fn fragile() -> Games {
    static ALL: OnceLock<Vec<GameKind>> = OnceLock::new();
    let wrap = |game| -> GameKind { Box::leak(Box::new(Fragile(game))) };
    Games::of(ALL.get_or_init(|| Games::registered().all().map(wrap).collect()))
}

impl Game for Fragile {
    fn facts(&self) -> &'static Facts {
        self.0.facts()
    }

    fn locales(&self) -> [(&'static str, &'static str); 2] {
        self.0.locales()
    }

    fn refusal_ids(&self) -> &'static [&'static str] {
        self.0.refusal_ids()
    }
    fn remark_ids(&self) -> &'static [&'static str] {
        self.0.remark_ids()
    }

    fn start(&self, options: &OptionSet, deal: DealNo) -> AnyPosition {
        self.0.start(options, deal)
    }

    fn example(&self) -> String {
        self.0.example()
    }

    fn read(&self, options: &OptionSet, text: &str) -> Result<AnyPosition, String> {
        assert_ne!(text, BREAKS);
        self.0.read(options, text)
    }

    fn start_of(&self, options: &OptionSet, record: &Record) -> Result<AnyPosition, String> {
        self.0.start_of(options, record)
    }

    fn replay(&self, options: &OptionSet, record: &Record) -> Replay<AnyPosition> {
        self.0.replay(options, record)
    }
}
