//! Questions that are asked of somebody alone, where all can see them.

use super::lines;
use crate::support::{fake_telegram::Line, served::Served};
use pretty_assertions::assert_eq;

#[tokio::test]
async fn only_who_was_asked_can_answer_a_question() {
    let served = Served::new().await;
    let group = served.group;
    let [anna, boris, carol] = ["anna", "boris", "carol"].map(|name| served.person(name));
    let admin = served.person("admin");
    served.begin(anna, boris).await;
    served.tell(anna, "/move d2-d3").await;
    served.tell(boris, "/move d4:d2").await;
    served.begin(anna, boris).await;
    for (text, asker, label, done) in [
        ("/resign 1", anna, "Yes, I resign", "anna resigns."),
        ("/cancel 2", boris, "Yes, drop it", "boris drops game #2."),
        ("/forget", boris, "Yes, forget me", "You are forgotten."),
    ] {
        let said = served.fake.says(group, asker, text);
        served.news();
        served.settle().await;
        let question = served.news().remove(0);
        assert_eq!(question.reply_to, Some(said), "{text}");
        assert_eq!(question.labels(), [[label]]);
        for other in [anna, boris, carol, admin].into_iter().filter(|user| *user != asker) {
            let (toast, news) = served.tap(other, &question, label).await;
            assert_eq!((toast.text.as_str(), news.len()), ("That button is not for you.", 0));
        }
        let (toast, news) = served.tap(asker, &question, label).await;
        let answer = news.first().map_or(toast.text, |message| lines(message).remove(0));
        assert_eq!(answer, done);
    }
    served.fake.finish();
}

/// A match may be the admin's to end; the question goes to the one who asked.
#[tokio::test]
async fn an_admin_is_asked_before_a_match_ends() {
    let served = Served::new().await;
    let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
    let admin = served.person("admin");
    served.begin(anna, boris).await;
    let question = served.hear(Line::new(served.group, admin, "/cancel 1")).await.remove(0);
    let (toast, _) = served.tap(anna, &question, "Yes, drop it").await;
    assert_eq!(toast.text, "That button is not for you.");
    let (_, news) = served.tap(admin, &question, "Yes, drop it").await;
    assert_eq!(lines(&news[0]), ["admin, an admin, ends game #1.", "#1 does not count."]);
    served.fake.finish();
}
