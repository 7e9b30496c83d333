//! What a call is counted with.

use reqwest::Method;
use std::{fmt, sync::Arc};

/// What calls have in common that share a limit: the method, the path without its ids, and
/// the channel, guild, webhook or interaction that the path is about.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(in crate::chat::discord) struct Route {
    kind: Kind,
    major: Arc<str>,
    class: Class,
}

/// A route wherever it leads: Discord names one bucket for all of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Kind {
    method: Method,
    template: Arc<str>,
}

/// Whose limits count besides those of the bucket.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Class {
    /// The first answer to an interaction: late after three seconds.
    Callback,
    /// What the token of an interaction or of a webhook is enough for.
    Token,
    /// What the bot does with its own token.
    Bot,
}

impl Route {
    pub(super) fn of(method: &Method, path: &str) -> Self {
        let path = path.split_once('?').map_or(path, |(path, _)| path);
        let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        let with_token = matches!(segments[..], ["webhooks" | "interactions", _, _, ..]);
        let mut template = String::new();
        for (at, segment) in segments.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|at| segments.get(at));
            template.push('/');
            template.push_str(if with_token && at == 2 {
                "{token}"
            } else if before == Some(&"reactions") {
                "{emoji}"
            } else if segment.bytes().all(|byte| byte.is_ascii_digit()) {
                "{id}"
            } else {
                segment
            });
        }
        let major = match segments[..] {
            ["webhooks" | "interactions", id, token, ..] => format!("{id}/{token}"),
            ["channels" | "guilds" | "webhooks", id, ..] => id.to_owned(),
            _ => String::new(),
        };
        let class = match segments[..] {
            ["interactions", _, _, "callback"] => Class::Callback,
            _ if with_token => Class::Token,
            _ => Class::Bot,
        };
        let kind = Kind { method: method.clone(), template: template.into() };
        Route { kind, major: major.into(), class }
    }

    pub(super) fn kind(&self) -> &Kind {
        &self.kind
    }

    pub(super) fn major(&self) -> &Arc<str> {
        &self.major
    }

    pub(super) fn class(&self) -> Class {
        self.class
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.method, self.template)
    }
}

/// As it may be logged: the token of an interaction lets everybody speak for the bot.
impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.kind, f)
    }
}

impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.kind, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(path: &str) -> (String, String, Class) {
        let route = Route::of(&Method::POST, path);
        (route.kind.template.to_string(), route.major.to_string(), route.class)
    }

    #[test]
    fn ids_are_not_part_of_a_template() {
        for (path, template, major, class) in [
            ("/channels/12/messages", "/channels/{id}/messages", "12", Class::Bot),
            ("/channels/12/messages/3?a=b", "/channels/{id}/messages/{id}", "12", Class::Bot),
            ("/guilds/7/members/5", "/guilds/{id}/members/{id}", "7", Class::Bot),
            ("/users/@me", "/users/@me", "", Class::Bot),
            ("/applications/1/commands", "/applications/{id}/commands", "", Class::Bot),
            (
                "/channels/1/messages/2/reactions/%F0%9F%8E%B2/@me",
                "/channels/{id}/messages/{id}/reactions/{emoji}/@me",
                "1",
                Class::Bot,
            ),
            ("/webhooks/4", "/webhooks/{id}", "4", Class::Bot),
            ("/webhooks/4/aW50", "/webhooks/{id}/{token}", "4/aW50", Class::Token),
            (
                "/webhooks/4/123/messages/@original",
                "/webhooks/{id}/{token}/messages/@original",
                "4/123",
                Class::Token,
            ),
            (
                "/interactions/9/aW50/callback?with_response=true",
                "/interactions/{id}/{token}/callback",
                "9/aW50",
                Class::Callback,
            ),
        ] {
            assert_eq!(route(path), (template.to_owned(), major.to_owned(), class));
        }
    }

    #[test]
    fn a_route_is_method_template_and_place() {
        let one = Route::of(&Method::GET, "/channels/1/messages/2");
        assert_eq!(one, Route::of(&Method::GET, "/channels/1/messages/3"));
        assert_ne!(one, Route::of(&Method::PATCH, "/channels/1/messages/2"));
        assert_ne!(one, Route::of(&Method::GET, "/channels/2/messages/2"));
        assert_eq!(one.kind(), Route::of(&Method::GET, "/channels/2/messages/2").kind());
    }

    #[test]
    fn no_token_is_shown() {
        let route = Route::of(&Method::POST, "/interactions/9/aW50/callback");
        assert_eq!(format!("{route} {route:?}").matches("aW50").count(), 0);
        assert_eq!(route.to_string(), "POST /interactions/{id}/{token}/callback");
    }
}
