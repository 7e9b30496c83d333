//! What comes of a call that Discord did not do.

use std::time::Duration;

/// Why a call was not done.
#[derive(Debug, thiserror::Error)]
pub(in crate::chat::discord) enum RestError {
    /// Discord will not do it, now or later.
    #[error("Discord refuses: {status}, code {code}: {message}")]
    Refused {
        /// The status of HTTP.
        status: u16,
        /// Discord's own code; 0 when it has none.
        code: u32,
        /// What Discord says about it, for operators.
        message: String,
    },
    /// It would have to wait longer than it may.
    #[error("there is no room for it at Discord for {wait:?}")]
    Limited {
        /// After which time it is worth asking again.
        wait: Duration,
        /// Whether it is so for all calls, or only for those like it.
        everywhere: bool,
    },
    /// Discord does not know the token of the bot. Nothing is called for a minute.
    #[error("Discord refuses the token of the bot")]
    TokenRefused,
    /// No answer, or none that says whether it was done.
    #[error("Discord does not answer: {0:#}")]
    Unavailable(anyhow::Error),
}

impl RestError {
    /// Discord's code of a refusal, such as 10008: there is no such message.
    pub(in crate::chat::discord) fn code(&self) -> Option<u32> {
        match self {
            RestError::Refused { code, .. } if *code != 0 => Some(*code),
            _ => None,
        }
    }
}
