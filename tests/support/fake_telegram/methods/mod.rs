//! The methods of the Bot API that are modelled.

mod chats;
mod commands;
mod delete;
mod edit;
mod files;
mod me;
mod queries;
mod send;
mod topics;
pub mod updates;
mod webhook;

use super::{params::Params, refusal::Refusal, state::State};
use serde_json::Value;

/// A method.
pub struct Method {
    /// As the documentation writes it.
    pub name: &'static str,
    /// The parameters that are modelled: a bot that names another one fails the test.
    params: &'static [&'static str],
    run: Run,
}

/// What a method does.
type Run = fn(&mut State, &Params) -> Result<Value, Refusal>;

/// Waits for updates, so it is no function of the state.
pub const GET_UPDATES: &str = "getUpdates";

const fn method(name: &'static str, params: &'static [&'static str], run: Run) -> Method {
    Method { name, params, run }
}

#[rustfmt::skip]
static METHODS: &[Method] = &[
    method("answerCallbackQuery", queries::ANSWER, queries::answer),
    method("createForumTopic", topics::PARAMS, topics::create),
    method("deleteMessage", delete::PARAMS, delete::delete),
    method("deleteMyCommands", commands::PLACE, commands::delete),
    method("deleteWebhook", webhook::DELETE, webhook::delete),
    method("editMessageCaption", edit::CAPTION, edit::caption),
    method("editMessageMedia", edit::MEDIA, edit::media),
    method("editMessageReplyMarkup", edit::MARKUP, edit::markup),
    method("editMessageText", edit::TEXT, edit::text),
    method("getChat", chats::CHAT, chats::chat),
    method("getChatAdministrators", chats::CHAT, chats::administrators),
    method("getChatMember", chats::MEMBER, chats::member),
    method("getFile", files::PARAMS, files::file),
    method("getMe", &[], me::me),
    method("getMyCommands", commands::PLACE, commands::get),
    method(GET_UPDATES, updates::PARAMS, updates::never),
    method("getWebhookInfo", &[], webhook::info),
    method("leaveChat", chats::CHAT, chats::leave),
    method("sendAnimation", send::ANIMATION, send::animation),
    method("sendChatAction", send::ACTION, send::action),
    method("sendDocument", send::DOCUMENT, send::document),
    method("sendMessage", send::MESSAGE, send::message),
    method("sendPhoto", send::PHOTO, send::photo),
    method("setMyCommands", commands::SET, commands::set),
    method("setMyDescription", commands::LONG, commands::long),
    method("setMyShortDescription", commands::SHORT, commands::short),
    method("setWebhook", webhook::SET, webhook::set),
];

impl Method {
    /// The method of a name, in whatever case.
    pub fn named(name: &str) -> Option<&'static Method> {
        METHODS.iter().find(|method| method.name.eq_ignore_ascii_case(name))
    }

    /// Notes parameters that it does not have.
    pub fn check(&self, state: &mut State, params: &Params) {
        for key in params.values.keys().filter(|key| !self.params.contains(&key.as_str())) {
            state.violation(format!("{} has no parameter {key}", self.name));
        }
    }

    pub fn run(&self, state: &mut State, params: &Params) -> Result<Value, Refusal> {
        (self.run)(state, params)
    }

    /// Whether it sends or changes a message, which counts against the limits.
    pub fn counts(&self) -> bool {
        self.name != "sendChatAction"
            && ["send", "edit"].iter().any(|verb| self.name.starts_with(verb))
    }
}
