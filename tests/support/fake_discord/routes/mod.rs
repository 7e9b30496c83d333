//! What can be asked: method, path and what is done.

mod answer;
mod channels;
mod edit;
mod guilds;
mod me;
mod messages;
mod threads;
mod webhooks;

use super::{ask::Ask, refusal::Refusal, state::State};
use serde_json::Value;

/// What comes back; `None`: 204.
pub type Answer = Result<Option<Value>, Refusal>;

/// A kind of call.
pub struct Route {
    pub name: &'static str,
    pub method: &'static str,
    /// A part is a word or `{}`.
    path: &'static str,
    /// Whether no token of the bot is needed: the path has one.
    pub is_open: bool,
    pub run: fn(&mut State, &Ask) -> Answer,
}

const fn bot(
    name: &'static str,
    method: &'static str,
    path: &'static str,
    run: fn(&mut State, &Ask) -> Answer,
) -> Route {
    Route { name, method, path, is_open: false, run }
}

const fn open(
    name: &'static str,
    method: &'static str,
    path: &'static str,
    run: fn(&mut State, &Ask) -> Answer,
) -> Route {
    Route { name, method, path, is_open: true, run }
}

/// All of them; of two that fit, the first is meant.
static ROUTES: [Route; 24] = [
    bot("getMe", "GET", "/users/@me", me::me),
    bot("createDm", "POST", "/users/@me/channels", channels::create_dm),
    bot("getApplication", "GET", "/applications/@me", me::application),
    bot("getOauthApplication", "GET", "/oauth2/applications/@me", me::application),
    open("getGateway", "GET", "/gateway", me::gateway),
    bot("getGatewayBot", "GET", "/gateway/bot", me::gateway_bot),
    bot("overwriteCommands", "PUT", "/applications/{}/commands", me::overwrite_commands),
    open("answer", "POST", "/interactions/{}/{}/callback", answer::answer),
    open("createFollowup", "POST", "/webhooks/{}/{}", webhooks::create),
    open("getOriginal", "GET", "/webhooks/{}/{}/messages/@original", webhooks::get_original),
    open("editOriginal", "PATCH", "/webhooks/{}/{}/messages/@original", webhooks::edit_original),
    open(
        "deleteOriginal",
        "DELETE",
        "/webhooks/{}/{}/messages/@original",
        webhooks::delete_original,
    ),
    open("getFollowup", "GET", "/webhooks/{}/{}/messages/{}", webhooks::get),
    open("editFollowup", "PATCH", "/webhooks/{}/{}/messages/{}", webhooks::edit),
    open("deleteFollowup", "DELETE", "/webhooks/{}/{}/messages/{}", webhooks::delete),
    bot("createMessage", "POST", "/channels/{}/messages", messages::create),
    bot("getMessage", "GET", "/channels/{}/messages/{}", messages::get),
    bot("editMessage", "PATCH", "/channels/{}/messages/{}", messages::edit),
    bot("deleteMessage", "DELETE", "/channels/{}/messages/{}", messages::delete),
    bot("getChannel", "GET", "/channels/{}", channels::get),
    bot("startThread", "POST", "/channels/{}/threads", threads::start),
    bot("startThreadFrom", "POST", "/channels/{}/messages/{}/threads", threads::start_from),
    bot("getGuildChannels", "GET", "/guilds/{}/channels", guilds::channels),
    bot("getMember", "GET", "/guilds/{}/members/{}", guilds::member),
];

impl Route {
    /// The route of a request, and what stands for its `{}`.
    pub fn find(method: &str, path: &str) -> Option<(&'static Route, Vec<String>)> {
        let routes = ROUTES.iter().filter(|route| route.method == method);
        routes.filter_map(|route| Some((route, route.places(path)?))).next()
    }

    fn places(&self, path: &str) -> Option<Vec<String>> {
        let (wanted, given): (Vec<_>, Vec<_>) =
            (self.path.split('/').collect(), path.split('/').collect());
        let fits = wanted.len() == given.len()
            && wanted.iter().zip(&given).all(|(wanted, given)| *wanted == "{}" || wanted == given);
        let places = wanted.iter().zip(&given).filter(|(wanted, _)| **wanted == "{}");
        fits.then(|| places.map(|(_, given)| (*given).to_owned()).collect())
    }

    /// What its calls are counted by, besides their kind.
    pub fn major(&self, places: &[String]) -> String {
        let many = if self.is_open { 2 } else { 1 };
        places.iter().take(many).cloned().collect::<Vec<_>>().join("/")
    }

    pub fn names_channel(&self) -> bool {
        self.path.starts_with("/channels/")
    }
}

/// The name of a kind of call.
///
/// # Panics
/// When there is none of that name.
pub fn named(name: &str) -> &'static str {
    let route = ROUTES.iter().find(|route| route.name == name);
    route.unwrap_or_else(|| panic!("there is no call {name}")).name
}
