//! Admins who do not show who they are, and people who speak as a channel.

use super::{lines, seen, told};
use crate::support::{
    fake_telegram::{ANONYMOUS_ADMIN, Line, Message},
    served::Served,
};
use pretty_assertions::assert_eq;
use sqlx::Row as _;
use time::Duration;

const UNSEEN: &str = "I cannot see who you are. Write as yourself, not as the chat or a channel.";

/// What the bot says to a line in the name of the chat.
async fn unseen(served: &Served, text: &str) -> Vec<Message> {
    served.hear(Line::new(served.group, ANONYMOUS_ADMIN, text).anonymously()).await
}

#[tokio::test]
async fn an_anonymous_admin_decides_but_does_not_play() {
    let (served, _) = Served::among(&["host"]).await;
    let settings = unseen(&served, "/settings clock 24h").await;
    assert_eq!(told(&settings), ["clock, for new games: 1 day"]);
    let list = unseen(&served, "/settings").await;
    assert_eq!(lines(&list[0])[0], "This chat (its admins change it with /settings name value):");
    assert!(!told(&list).iter().any(|line| line == "You:"), "{:?}", told(&list));
    assert_eq!(
        told(&unseen(&served, "/settings clock none").await)[0],
        "clock, for new games: none"
    );
    for text in [
        "/play senegal",
        "/play",
        "/accept",
        "/lang ru",
        "/settings block @anna",
        "/settings public on",
        "/notify off",
        "/resign",
        "/forget",
        "/vs @anna",
        "/rank",
    ] {
        let refused = unseen(&served, text).await;
        assert_eq!(told(&refused), [UNSEEN], "{text}");
    }
    assert_eq!(told(&unseen(&served, "/lang ru chat").await), ["Теперь я говорю здесь по-русски."]);
    assert_eq!(
        told(&unseen(&served, "/games").await)[0],
        "Здесь ничего не играют. Начать можно командой /play."
    );
    // Nobody has been stored by all that.
    let people =
        sqlx::query("select (select count(*) from persons) + (select count(*) from members)");
    let people: i64 = people.fetch_one(&served.pool).await.unwrap().get(0);
    assert_eq!(people, 0);
    served.fake.finish();
}

/// The question comes as an answer to somebody unseen, whose press shows who it is: that is
/// not told to all.
#[tokio::test]
async fn an_anonymous_admin_ends_a_match() {
    let served = Served::new().await;
    let [anna, boris, carol] = ["anna", "boris", "carol"].map(|name| served.person(name));
    let admin = served.person("admin");
    served.begin(anna, boris).await;
    served.tell(anna, "/move d2-d3").await;
    served.tell(boris, "/move d4:d2").await;
    let question = unseen(&served, "/cancel 1").await.remove(0);
    assert_eq!(
        lines(&question),
        ["Drop game 1? It would count for nothing. Then say /cancel 1 yes."]
    );
    for other in [anna, boris, carol] {
        let (toast, news) = served.tap(other, &question, "Yes, drop it").await;
        assert_eq!((toast.text.as_str(), news.len()), ("That button is not for you.", 0));
    }
    let (_, news) = served.tap(admin, &question, "Yes, drop it").await;
    assert_eq!(told(&news), ["The admins end game #1.", "#1 does not count."]);
    // By the words, too.
    served.begin(anna, boris).await;
    let news = unseen(&served, "/cancel 2 yes").await;
    assert_eq!(told(&news), ["The admins end game #2.", "#2 does not count."]);
    // What is answered is not asked any more.
    assert!(served.fake.message(served.group, question.id).labels().is_empty());
    // The name of Telegram's account for such admins stands nowhere.
    let all = served.fake.messages(served.group);
    assert!(all.iter().all(|message| !seen(message.plain()).contains("Group")));
    served.fake.finish();
}

#[tokio::test]
async fn a_channel_is_neither_a_player_nor_an_admin() {
    let served = Served::new().await;
    let channel = served.fake.channel("News");
    let admin = served.person("admin");
    for (text, answer) in [
        ("/play senegal", UNSEEN),
        ("/accept", UNSEEN),
        ("/settings clock 24h", "Only the admins of this chat change that."),
        ("/lang ru chat", "Only the admins of this chat change that."),
        ("/games", "Nothing is played here. /play begins a game."),
    ] {
        let line = Line::new(served.group, admin, text).in_name_of(channel);
        assert_eq!(told(&served.hear(line).await), [answer], "{text}");
    }
    // What a channel passes on to its group is not said there.
    let post = Line::new(served.group, admin, "/games").posted_by(channel);
    assert_eq!(told(&served.hear(post).await), [""; 0]);
    served.pass(Duration::minutes(1)).await;
    served.fake.finish();
}

/// Whoever talks as the chat under a board is not asked to do so as somebody else.
#[tokio::test]
async fn talk_as_the_chat_is_talk() {
    let served = Served::new().await;
    let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
    let board = served.begin(anna, boris).await;
    for (text, answer) in [("well played", vec![]), ("d2-d3", vec![UNSEEN])] {
        let line = Line::new(served.group, ANONYMOUS_ADMIN, text).anonymously();
        assert_eq!(told(&served.hear(line.reply_to(board.id)).await), answer, "{text}");
    }
    served.fake.finish();
}
