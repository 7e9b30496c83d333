//! What Discord's refusals mean.

use super::rest::RestError;
use crate::app::delivery::SendError;
use serenity::all::{GatewayError, HttpError};
use time::Duration;

/// How long nothing is sent after Discord has refused the token.
const LOCKED_OUT: Duration = Duration::minutes(1);

/// What it means that Discord does not know the token.
pub(super) const TOKEN_REFUSED: &str = "Discord does not know the token: copy it from the Developer Portal anew \
     (KOSTI_DISCORD_TOKEN, or discord.token in the configuration)";

/// What it means that Discord does not take the shards.
const OTHER_SHARDS: &str = "the shards are not those that the bot needs: let Discord choose \
                            them (no KOSTI_DISCORD_SHARDS, no discord.shards), or raise their \
                            number";

/// Codes of refusals, as Discord numbers them.
pub(super) mod code {
    /// The channel is not there.
    pub(in super::super) const UNKNOWN_CHANNEL: u32 = 10003;
    /// The server is not there, or the bot is not in it.
    pub(in super::super) const UNKNOWN_GUILD: u32 = 10004;
    /// The person is not in the server.
    pub(in super::super) const UNKNOWN_MEMBER: u32 = 10007;
    /// The message is not there.
    pub(in super::super) const UNKNOWN_MESSAGE: u32 = 10008;
    /// The webhook, and with it the token of an interaction, is not there any more.
    pub(in super::super) const UNKNOWN_WEBHOOK: u32 = 10015;
    /// The interaction is too old.
    pub(in super::super) const UNKNOWN_INTERACTION: u32 = 10062;
    /// Edits of old messages come too fast.
    pub(in super::super) const OLD_EDITS: u32 = 30046;
    /// The file is too large.
    pub(in super::super) const TOO_LARGE: u32 = 40005;
    /// The interaction has been answered already.
    pub(in super::super) const ANSWERED: u32 = 40060;
    /// The bot may not see that.
    pub(in super::super) const NO_ACCESS: u32 = 50001;
    /// The message is of somebody else.
    pub(in super::super) const NOT_OURS: u32 = 50005;
    /// The person lets nobody write.
    pub(in super::super) const CLOSED: u32 = 50007;
    /// A right is missing.
    pub(in super::super) const NO_RIGHT: u32 = 50013;
    /// The token of an interaction is not good any more.
    pub(in super::super) const OLD_TOKEN: u32 = 50027;
    /// The thread is archived.
    pub(in super::super) const ARCHIVED: u32 = 50083;
    /// The message has a thread already.
    pub(in super::super) const HAS_THREAD: u32 = 160_004;
}

/// Whether an edit has nothing more to do: what it wants is so, or cannot be any more.
pub(super) fn nothing_to_edit(error: &RestError) -> bool {
    matches!(
        error.code(),
        Some(
            code::UNKNOWN_CHANNEL
                | code::UNKNOWN_MESSAGE
                | code::UNKNOWN_WEBHOOK
                | code::OLD_EDITS
                | code::NO_ACCESS
                | code::NOT_OURS
                | code::OLD_TOKEN
                | code::ARCHIVED
        )
    )
}

/// Whether a file is what the channel does not take.
pub(super) fn no_right_to_files(error: &RestError) -> bool {
    matches!(error.code(), Some(code::NO_RIGHT | code::TOO_LARGE))
}

/// Why a message was not sent.
pub(super) fn send_error(error: RestError) -> SendError {
    match error {
        RestError::Refused { code: code::UNKNOWN_GUILD | code::CLOSED, message, .. } => {
            SendError::Gone(message)
        }
        RestError::Refused { message, .. } => SendError::Refused(message),
        RestError::Limited { wait, everywhere } => {
            let wait = Duration::try_from(wait).unwrap_or(LOCKED_OUT);
            SendError::Wait { wait, everywhere }
        }
        RestError::TokenRefused => SendError::Wait { wait: LOCKED_OUT, everywhere: true },
        RestError::Unavailable(error) => SendError::Later(error),
    }
}

/// What it means that a connection has ended, for operators.
pub(super) fn of_gateway(ended: &serenity::Result<()>) -> String {
    use serenity::Error;
    match ended {
        Ok(()) => "the connection has ended".to_owned(),
        Err(Error::Gateway(GatewayError::InvalidAuthentication)) => TOKEN_REFUSED.to_owned(),
        Err(Error::Http(HttpError::UnsuccessfulRequest(response)))
            if response.status_code.as_u16() == 401 =>
        {
            TOKEN_REFUSED.to_owned()
        }
        Err(Error::Gateway(GatewayError::InvalidShardData | GatewayError::OverloadedShard)) => {
            OTHER_SHARDS.to_owned()
        }
        Err(error) => error.to_string(),
    }
}
