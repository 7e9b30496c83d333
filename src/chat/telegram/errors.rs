//! What Telegram's refusals mean.

use crate::app::delivery::SendError;
use anyhow::anyhow;
use teloxide::{ApiError, RequestError};
use time::Duration;

/// How long nothing is sent after Telegram has refused the token.
const LOCKED_OUT: Duration = Duration::minutes(1);

/// What it means that Telegram does not know the token.
const TOKEN_REFUSED: &str = "Telegram does not know the token: copy it from @BotFather anew \
                             (KOSTI_TELEGRAM_TOKEN, or telegram.token in the configuration)";
/// What it means that updates are asked for elsewhere, too.
const SOMEBODY_POLLS: &str = "somebody else polls with the same token: stop the other program, \
                              or let both use one database";

/// What a refusal says, as Telegram words it.
pub(super) fn told(error: &ApiError) -> String {
    match error {
        ApiError::Unknown(text) => text.clone(),
        known => known.to_string(),
    }
}

/// Whether an error is a refusal that says one of these things, in any case of its letters.
fn says(error: &RequestError, words: &[&str]) -> bool {
    let RequestError::Api(error) = error else { return false };
    let told = told(error).to_ascii_lowercase();
    words.iter().any(|words| told.contains(words))
}

/// Whether Telegram wants to have the call later.
pub(super) const fn is_put_off(error: &RequestError) -> bool {
    matches!(error, RequestError::RetryAfter(_))
}

/// Whether the topic is not there.
pub(super) fn no_such_thread(error: &RequestError) -> bool {
    says(error, &["message thread not found", "topic_deleted", "topic_id_invalid"])
}

/// Whether the chat lets the bot send no pictures or other files.
pub(super) fn no_right_to_files(error: &RequestError) -> bool {
    says(
        error,
        &[
            "not enough rights to send photo",
            "not enough rights to send animation",
            "not enough rights to send document",
            "not enough rights to send gif",
            "chat_send_photos_forbidden",
            "chat_send_media_forbidden",
            "chat_send_gifs_forbidden",
            "chat_send_docs_forbidden",
        ],
    )
}

/// Whether Telegram does not know a file under that id any more.
pub(super) fn no_such_file(error: &RequestError) -> bool {
    matches!(
        error,
        RequestError::Api(
            ApiError::WrongFileId | ApiError::WrongFileIdOrUrl | ApiError::FileIdInvalid
        )
    ) || says(error, &["wrong file", "file_reference", "wrong remote file", "file reference"])
}

/// Whether an edit has nothing more to do: what it wants is so, or cannot be any more.
pub(super) fn nothing_to_edit(error: &RequestError) -> bool {
    says(
        error,
        &[
            "message is not modified",
            "message to edit not found",
            "message can't be edited",
            "message to delete not found",
            "message can't be deleted",
            "message_id_invalid",
            "message identifier is not specified",
        ],
    )
}

/// Whether a message is too old to be deleted, or not ours to delete.
pub(super) fn cannot_be_deleted(error: &RequestError) -> bool {
    says(error, &["message can't be deleted"])
}

/// Whether a webhook is set, so that updates cannot be polled.
pub(super) fn webhook_is_set(error: &RequestError) -> bool {
    says(error, &["webhook is active", "terminated by setwebhook"])
}

/// Whether somebody else polls with the same token.
pub(super) fn somebody_polls(error: &RequestError) -> bool {
    says(error, &["terminated by other getupdates"])
}

/// Whether the token is refused.
pub(super) fn token_is_refused(error: &RequestError) -> bool {
    matches!(error, RequestError::Api(ApiError::InvalidToken))
}

/// What an error means for a message.
pub(super) fn send_error(error: RequestError) -> SendError {
    match error {
        RequestError::RetryAfter(seconds) => {
            SendError::Wait { wait: Duration::seconds(seconds.seconds().into()), everywhere: false }
        }
        RequestError::MigrateToChatId(chat) => SendError::Moved(chat.0.to_string()),
        RequestError::Api(ApiError::InvalidToken) => {
            SendError::Wait { wait: LOCKED_OUT, everywhere: true }
        }
        RequestError::Api(ref refusal) if is_gone(refusal) => SendError::Gone(told(refusal)),
        RequestError::Api(refusal) if !is_unwell(&refusal) => SendError::Refused(told(&refusal)),
        other => SendError::Later(anyhow!(harmless(&other))),
    }
}

/// Whether it is Telegram that has failed: it says so as it says what it refuses.
fn is_unwell(answer: &ApiError) -> bool {
    let told = told(answer).to_ascii_lowercase();
    ["internal server error", "bad gateway", "service unavailable", "gateway timeout"]
        .iter()
        .any(|words| told.starts_with(words))
}

/// Whether the bot cannot reach the chat any more.
fn is_gone(refusal: &ApiError) -> bool {
    let told = told(refusal).to_ascii_lowercase();
    told.starts_with("forbidden:")
        || told.starts_with("unauthorized: bot")
        || told.contains("chat not found")
        || told.contains("group is deactivated")
        || told.contains("peer_id_invalid")
}

/// An error as it may be logged: without the address, for the token stands in it.
pub(super) fn harmless(error: &RequestError) -> String {
    match error {
        RequestError::Network(source) => {
            let mut told = "no network".to_owned();
            let mut cause = std::error::Error::source(&**source);
            while let Some(inner) = cause {
                told = format!("{told}: {inner}");
                cause = inner.source();
            }
            if source.is_timeout() {
                told.push_str(" (timed out)");
            }
            told
        }
        RequestError::InvalidJson { .. } => "the answer cannot be read".to_owned(),
        RequestError::Api(ApiError::InvalidToken) => TOKEN_REFUSED.to_owned(),
        RequestError::Api(_) if somebody_polls(error) => SOMEBODY_POLLS.to_owned(),
        RequestError::Api(refusal) => told(refusal),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn api(text: &str) -> RequestError {
        let json = serde_json::Value::String(text.to_owned());
        RequestError::Api(serde_json::from_value(json).unwrap())
    }

    #[test]
    fn refusals_are_told_apart() {
        for gone in [
            "Forbidden: bot was kicked from the supergroup chat",
            "Forbidden: bot was kicked from the group chat",
            "Forbidden: bot is not a member of the supergroup chat",
            "Forbidden: bot was blocked by the user",
            "Forbidden: bot can't initiate conversation with a user",
            "Forbidden: user is deactivated",
            "Bad Request: chat not found",
        ] {
            assert!(matches!(send_error(api(gone)), SendError::Gone(_)), "{gone}");
        }
        for refused in [
            "Bad Request: have no rights to send a message",
            "Bad Request: TOPIC_CLOSED",
            "Bad Request: message is too long",
        ] {
            let error = send_error(api(refused));
            assert!(matches!(&error, SendError::Refused(told) if told == refused), "{error:?}");
        }
        for unwell in ["Internal Server Error", "Internal Server Error: restart", "Bad Gateway"] {
            assert!(matches!(send_error(api(unwell)), SendError::Later(_)), "{unwell}");
        }
        assert!(no_such_thread(&api("Bad Request: message thread not found")));
        assert!(no_right_to_files(&api(
            "Bad Request: not enough rights to send photos to the chat"
        )));
        assert!(nothing_to_edit(&api("Bad Request: message to edit not found")));
        assert!(nothing_to_edit(&api(
            "Bad Request: message is not modified: specified new message content and reply markup \
             are exactly the same as a current content and reply markup of the message"
        )));
        assert!(no_such_file(&api("Bad Request: wrong file identifier/HTTP URL specified")));
        assert!(webhook_is_set(&api(
            "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to \
             delete the webhook first"
        )));
        let ended = api("Conflict: terminated by setWebhook request");
        assert!(webhook_is_set(&ended) && !somebody_polls(&ended));
        let other =
            api("Conflict: terminated by other getUpdates request; make sure that only one bot \
             instance is running");
        assert!(somebody_polls(&other) && !webhook_is_set(&other));
        assert!(token_is_refused(&api("Unauthorized")) && token_is_refused(&api("Not Found")));
    }
}
