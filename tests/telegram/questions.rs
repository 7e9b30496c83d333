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

/// What is chosen to be played is chosen by who asked, in the place of the question.
#[tokio::test]
async fn only_who_asked_chooses_what_to_play() {
    let served = Served::new().await;
    let group = served.group;
    let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
    let talk = served.fake.says(group, boris, "who plays?");
    for (line, go, told_first) in [
        (Line::new(group, anna, "/play"), "Look for an opponent", "anna looks for an opponent"),
        (Line::new(group, anna, "/play").reply_to(talk), "Challenge", "anna challenges @boris"),
    ] {
        let asked = served.hear(line).await.remove(0);
        assert_eq!(lines(&asked), ["What do you want to play?"]);
        served.tap(anna, &asked, "Senegalese draughts").await;
        let question = served.fake.message(group, asked.id);
        assert_eq!(lines(&question), ["Senegalese draughts. Choose what you like, or just begin."]);
        assert!(question.reply_to.is_some());
        for button in ["to 3 points", go] {
            let (toast, news) = served.tap(boris, &question, button).await;
            assert_eq!((toast.text.as_str(), news.len()), ("That button is not for you.", 0));
        }
        let (toast, news) = served.tap(anna, &question, "to 3 points").await;
        assert_eq!((toast.text.as_str(), news.len()), ("", 0));
        let chosen = served.fake.message(group, question.id);
        assert!(chosen.button("✓ to 3 points").is_some(), "{:?}", chosen.labels());
        let (_, news) = served.tap(anna, &chosen, go).await;
        let challenge = lines(&news[0]);
        assert_eq!(challenge[0], format!("{told_first}: Senegalese draughts."));
        assert_eq!(challenge[1], "A match to 3 points.");
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
