//! What time it is to a front end.

use std::sync::{Arc, Mutex, PoisonError};
use time::OffsetDateTime;

/// What time it is: that of this machine, or one that is set.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock(Arc<Mutex<Option<OffsetDateTime>>>);

impl Clock {
    pub(super) fn now(&self) -> OffsetDateTime {
        let set = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        set.unwrap_or_else(OffsetDateTime::now_utc)
    }

    /// Lets it be that time until another one is set.
    pub(super) fn set(&self, now: OffsetDateTime) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
    }
}
