//! What somebody may have meant.

/// How alike two names have to be, from 0 to 1.
const ALIKE: f64 = 0.6;

/// The name that is most like a word, if one is like it at all.
pub(super) fn nearest(word: &str, names: impl IntoIterator<Item = String>) -> Option<String> {
    let likeness = |name: String| (strsim::normalized_damerau_levenshtein(word, &name), name);
    let alike = names.into_iter().map(likeness).filter(|(likeness, _)| *likeness >= ALIKE);
    alike.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, name)| name)
}

/// The end of a sentence that says so.
pub(super) fn meant(word: &str, names: impl IntoIterator<Item = String>) -> String {
    nearest(word, names).map_or_else(String::new, |name| format!("; did you mean {name}?"))
}
