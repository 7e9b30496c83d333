//! Words that people type, in either language. Nothing of it is ever shown: what is shown
//! stands in the locales.

/// Whether a word is one of those that mean the same.
#[must_use]
pub(super) fn is(word: &str, meaning: &[&str]) -> bool {
    let word = word.to_lowercase();
    meaning.contains(&word.as_str())
}

/// Every list of words that mean the same.
pub const MEANINGS: [&[&str]; 14] = [
    &YES, &ON, &OFF, &ALL, &DICE, &HERE, &ADMINS, &TO, &NO_CLOCK, &HOURS, &DAYS, &DEAL, &MATCH,
    &CHAT,
];

/// Agreeing.
pub(super) const YES: [&str; 2] = ["yes", "да"];
/// Switching something on.
pub(super) const ON: [&str; 4] = ["on", "yes", "да", "вкл"];
/// Switching something off, or choosing none.
pub(super) const OFF: [&str; 5] = ["off", "no", "none", "нет", "выкл"];
/// Everything, everybody, everywhere.
pub(super) const ALL: [&str; 5] = ["all", "everyone", "everywhere", "все", "везде"];
/// Games with dice.
pub(super) const DICE: [&str; 2] = ["dice", "кости"];
/// This place.
pub(super) const HERE: [&str; 2] = ["here", "здесь"];
/// The admins.
pub(super) const ADMINS: [&str; 2] = ["admins", "админы"];
/// In front of the points of a match.
pub(super) const TO: [&str; 2] = ["to", "до"];
/// A game without a clock.
pub(super) const NO_CLOCK: [&str; 2] = ["noclock", "безчасов"];
/// Behind a number of hours.
pub(super) const HOURS: [&str; 2] = ["h", "ч"];
/// Behind a number of days.
pub(super) const DAYS: [&str; 2] = ["d", "д"];
/// One deal of a match.
pub(super) const DEAL: [&str; 4] = ["deal", "round", "раунд", "партию"];
/// A whole match.
pub(super) const MATCH: [&str; 2] = ["match", "матч"];
/// For everybody in the chat.
pub(super) const CHAT: [&str; 2] = ["chat", "чат"];
