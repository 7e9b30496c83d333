//! What an answer says about limits.

use reqwest::{StatusCode, header::HeaderMap};
use serde_json::Value;
use std::{sync::Arc, time::Duration};

/// Longer than any limit: what is told in error must not stop us for ever.
const LONGEST: Duration = Duration::from_secs(86_400);
/// How long a call is put off when Discord does not say it.
const UNTOLD: Duration = Duration::from_secs(1);
/// How long all are put off when what stands before Discord does not say it.
const UNTOLD_BAN: Duration = Duration::from_secs(60);

/// An answer, as far as limits are concerned.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Heard {
    pub(super) status: u16,
    pub(super) quota: Option<Quota>,
    pub(super) put_off: Option<PutOff>,
    /// Whether Discord holds it against us.
    pub(super) invalid: bool,
}

/// What is left of a bucket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Quota {
    /// Discord's name for it; what leads elsewhere has another bucket of that name.
    pub(super) bucket: Option<Arc<str>>,
    pub(super) limit: u32,
    pub(super) remaining: u32,
    pub(super) reset_after: Duration,
}

/// Too many calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PutOff {
    pub(super) wait: Duration,
    pub(super) scope: Scope,
}

/// What there were too many of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    /// Calls of one bucket.
    Bucket,
    /// Calls of the bot.
    Bot,
    /// Calls from this address.
    Address,
}

impl Heard {
    pub(super) fn read(status: StatusCode, headers: &HeaderMap, body: &Value) -> Self {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let seconds = |name: &str| text(name).and_then(|text| text.trim().parse().ok());
        let number = |name: &str| text(name).and_then(|text| text.trim().parse::<u32>().ok());
        let quota = || {
            Some(Quota {
                bucket: text("x-ratelimit-bucket").map(Arc::from),
                limit: number("x-ratelimit-limit")?,
                remaining: number("x-ratelimit-remaining")?,
                reset_after: span(seconds("x-ratelimit-reset-after")?),
            })
        };
        let shared = text("x-ratelimit-scope") == Some("shared");
        let too_many = status == StatusCode::TOO_MANY_REQUESTS;
        let invalid = too_many && !shared
            || matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
        let put_off = || {
            // Discord itself always answers in JSON.
            let scope = if !body.is_object() {
                Scope::Address
            } else if body["global"] == true
                || text("x-ratelimit-global") == Some("true")
                || text("x-ratelimit-scope") == Some("global")
            {
                Scope::Bot
            } else {
                Scope::Bucket
            };
            let told = body["retry_after"].as_f64().or_else(|| seconds("retry-after"));
            let wait = match (told, scope) {
                (Some(told), _) => span(told),
                // What has a code and no time is a refusal: waiting does not help.
                (None, _) if body["code"].as_u64().unwrap_or(0) != 0 => return None,
                (None, Scope::Address) => UNTOLD_BAN,
                (None, _) => UNTOLD,
            };
            Some(PutOff { wait, scope })
        };
        let put_off = if too_many { put_off() } else { None };
        Heard { status: status.as_u16(), quota: quota(), put_off, invalid }
    }
}

fn span(seconds: f64) -> Duration {
    if seconds.is_nan() || seconds <= 0.0 {
        return Duration::ZERO;
    }
    Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST).min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reqwest::header::{HeaderName, HeaderValue};
    use serde_json::json;

    fn read(status: u16, headers: &[(&str, &str)], body: &Value) -> Heard {
        let header = |(name, value): &(&str, &str)| {
            let name = HeaderName::try_from(*name).unwrap();
            (name, HeaderValue::from_str(value).unwrap())
        };
        let headers = headers.iter().map(header).collect();
        Heard::read(StatusCode::from_u16(status).unwrap(), &headers, body)
    }

    const QUOTA: [(&str, &str); 4] = [
        ("X-RateLimit-Limit", "5"),
        ("X-RateLimit-Remaining", "3"),
        ("X-RateLimit-Reset-After", "1.250"),
        ("X-RateLimit-Bucket", "abcd1234"),
    ];

    #[test]
    fn headers_say_what_is_left() {
        let quota = Quota {
            bucket: Some("abcd1234".into()),
            limit: 5,
            remaining: 3,
            reset_after: Duration::from_millis(1250),
        };
        let heard = read(200, &QUOTA, &Value::Null);
        let fine = Heard { status: 200, quota: Some(quota), put_off: None, invalid: false };
        assert_eq!(heard, fine);
        for at in 0..3 {
            let mut headers = QUOTA.to_vec();
            headers.remove(at);
            assert_eq!(read(200, &headers, &Value::Null).quota, None);
        }
        assert_eq!(read(200, &QUOTA[..3], &Value::Null).quota.unwrap().bucket, None);
    }

    #[test]
    fn who_is_put_off_knows_for_how_long_and_by_what() {
        let wait = |wait, scope| Some(PutOff { wait: Duration::from_millis(wait), scope });
        let body = json!({"message": "x", "retry_after": 64.57, "global": false});
        let heard = read(429, &[("Retry-After", "65"), ("X-RateLimit-Scope", "user")], &body);
        assert_eq!((heard.put_off, heard.invalid), (wait(64_570, Scope::Bucket), true));
        let heard = read(429, &[("X-RateLimit-Scope", "shared")], &body);
        assert_eq!((heard.put_off, heard.invalid), (wait(64_570, Scope::Bucket), false));
        for (headers, body) in [
            (vec![("X-RateLimit-Global", "true")], json!({"retry_after": 1})),
            (vec![("X-RateLimit-Scope", "global")], json!({"retry_after": 1})),
            (vec![("Retry-After", "1")], json!({"global": true})),
        ] {
            let heard = read(429, &headers, &body);
            assert_eq!((heard.put_off, heard.invalid), (wait(1000, Scope::Bot), true));
        }
        let heard = read(429, &[("Retry-After", "7")], &Value::Null);
        assert_eq!(heard.put_off, wait(7000, Scope::Address));
        assert_eq!(read(429, &[], &Value::Null).put_off, wait(60_000, Scope::Address));
        assert_eq!(read(429, &[], &json!({"message": "x"})).put_off, wait(1000, Scope::Bucket));
        assert_eq!(read(429, &[], &json!({"code": 30046})).put_off, None);
    }

    #[test]
    fn odd_times_stop_nobody_for_ever() {
        for (told, seconds) in [("-1", 0), ("NaN", 0), ("1e300", 86_400), ("inf", 86_400)] {
            let heard = read(429, &[("Retry-After", told)], &json!({}));
            assert_eq!(heard.put_off.unwrap().wait, Duration::from_secs(seconds), "{told}");
        }
    }

    #[test]
    fn refusals_are_held_against_us() {
        let invalid = |status| read(status, &[], &json!({})).invalid;
        assert!(invalid(401) && invalid(403) && invalid(429));
        assert!(!invalid(404) && !invalid(400) && !invalid(204) && !invalid(500));
    }
}
