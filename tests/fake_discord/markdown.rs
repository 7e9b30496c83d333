//! What a reader sees of a text.

use super::{into, place};
use crate::support::fake_discord::FakeDiscord;
use pretty_assertions::assert_eq;
use serde_json::json;

#[tokio::test]
async fn marks_are_not_seen() {
    let fake = FakeDiscord::start();
    let (anna, guild, channel) = place(&fake);
    fake.nick(guild, anna, Some("Anna_the_*great*"));
    for (text, shown) in [
        ("plain", "plain"),
        ("**bold** and *thin* and _thin_ and __under__", "bold and thin and thin and under"),
        ("~~gone~~ ||secret|| ***both***", "gone secret both"),
        ("**bold and *both* again**", "bold and both again"),
        (r"\*\*no\*\* \_no\_ \~ \| \\ \<@1\>", r"**no** _no_ ~ | \ <@1>"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("_a_b_", "a_b"),
        ("*", "*"),
        ("**", "**"),
        ("a ** b", "a ** b"),
        ("`code *as it is*`", "code *as it is*"),
        ("``two ` inside``", "two ` inside"),
        ("`one ``inside` out", "one ``inside out"),
        ("```\na *b*\nc\n```", "a *b*\nc"),
        ("```text\nboard\n```after", "boardafter"),
        ("```one line```", "one line"),
        (r"\`not code\`", "`not code`"),
        ("# Title\n## Sub\n-# small\n> quoted\n- item", "Title\nSub\nsmall\nquoted\n• item"),
        (r"\# no title", "# no title"),
        ("1 > 0 # x", "1 > 0 # x"),
        ("[text](https://a.org/b)", "text"),
        ("[text](nothing)", "[text](nothing)"),
    ] {
        super::done(&fake, "POST", &into(channel), json!({ "content": text })).await;
        assert_eq!(fake.next(channel).await.plain(), shown, "{text}");
    }
    let text = format!("<@{anna}> in <#{channel}>, `<@{anna}>`, <@77>");
    super::post(&fake, channel, &text).await;
    let shown = format!("@Anna_the_*great* in #general, <@{anna}>, <@77>");
    assert_eq!(fake.next(channel).await.plain(), shown);
    fake.finish();
}

#[tokio::test]
async fn addresses_can_be_followed() {
    let fake = FakeDiscord::start();
    let (_, _, channel) = place(&fake);
    for (text, links) in [
        ("see https://a.org/x_y_z.", vec!["https://a.org/x_y_z"]),
        ("(https://a.org/b) and <http://b.org>", vec!["https://a.org/b", "http://b.org"]),
        ("https://a.org/b_(c)", vec!["https://a.org/b_(c)"]),
        ("[x](https://a.org) [y](<https://b.org>)", vec!["https://a.org", "https://b.org"]),
        ("`https://a.org` a.org", vec![]),
        (r"https\://a.org https:/\/a.org", vec![]),
    ] {
        super::post(&fake, channel, text).await;
        assert_eq!(fake.next(channel).await.links(), links, "{text}");
    }
    fake.finish();
}
