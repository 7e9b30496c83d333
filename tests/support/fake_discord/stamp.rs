//! Times as Discord writes them.

use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// A time in ISO 8601.
pub fn stamp(at: OffsetDateTime) -> String {
    at.format(&Rfc3339).unwrap()
}
