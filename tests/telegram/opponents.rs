//! Whom a challenge is for, however that is said.

use super::{lines, told};
use crate::support::{
    fake_telegram::{Line, Message, Status},
    served::Served,
};
use pretty_assertions::assert_eq;
use teloxide::types::UserId;

const NO_OPPONENT: &str = "anna looks for an opponent: Senegalese draughts.";

async fn served() -> (Served, UserId) {
    let served = Served::new().await;
    let anna = served.person("anna");
    (served, anna)
}

/// The challenge that a line makes: whom it names, and whom it notifies.
async fn challenge(served: &Served, line: Line) -> (Message, String, Vec<UserId>) {
    let mut news = served.hear(line).await;
    assert_eq!(news.len(), 1, "{:?}", told(&news));
    let message = news.remove(0);
    let (first, called) = (lines(&message).remove(0), message.notified.clone());
    (message, first, called)
}

fn challenges(name: &str) -> String {
    format!("anna challenges @{name}: Senegalese draughts.")
}

/// The first line that is said when there is no more than one message.
async fn said(served: &Served, line: Line) -> String {
    told(&served.hear(line).await).join(" / ")
}

#[tokio::test]
async fn an_answer_is_for_whoever_is_answered() {
    let (served, anna) = served().await;
    let boris = served.person("boris");
    let talk = served.fake.says(served.group, boris, "who plays with me?");
    let line = Line::new(served.group, anna, "/play senegal").reply_to(talk);
    let (message, first, called) = challenge(&served, line).await;
    assert_eq!((first, called), (challenges("boris"), vec![boris]));
    let (_, news) = served.tap(boris, &message, "Accept").await;
    assert_eq!(told(&news)[1], "#1: @anna (White) to move.");
    served.fake.finish();
}

/// A text mention has offsets in units of UTF-16, and may stand anywhere behind the command.
#[tokio::test]
async fn a_mention_without_a_username_is_for_that_person() {
    let (served, anna) = served().await;
    let group = served.group;
    let boris = served.fake.user_with("Борис 😀 ван", |user| {
        user.last_name = Some("Дер 🎲🎲".to_owned());
    });
    served.fake.becomes(group, boris, Status::Member);
    let shown = "Борис 😀 ван Дер 🎲🎲";
    for (at, text) in
        [format!("/play {shown} senegal black"), format!("/play senegal black {shown}")]
            .iter()
            .enumerate()
    {
        let line = Line::new(group, anna, text).mentioning(shown, boris);
        let (message, first, called) = challenge(&served, line).await;
        assert_eq!((first, called), (challenges(shown), vec![boris]));
        assert_eq!(lines(&message)[1], "anna plays Black.");
        let cancelled = served.tell(anna, &format!("/cancel {}", at + 1)).await;
        assert_eq!(told(&cancelled), ["anna withdraws the challenge."]);
    }
    served.fake.finish();
}

#[tokio::test]
async fn a_username_is_for_whoever_was_seen_with_it() {
    let (served, anna) = served().await;
    let boris = served.person("boris");
    served.fake.renames(boris, |user| user.username = Some("Boris_K".to_owned()));
    served.tell(boris, "/games").await;
    let line = Line::new(served.group, anna, "/play senegal @boris_k");
    let (message, first, called) = challenge(&served, line).await;
    assert_eq!((first, called), (challenges("boris"), vec![boris]));
    let carol = served.person("carol");
    let (toast, news) = served.tap(carol, &message, "Accept").await;
    assert_eq!(toast.text, "Challenge #1 is not for you to answer this way.");
    assert_eq!(told(&news), [""; 0]);
    served.fake.finish();
}

/// Nobody can tell whose a name is that was never seen: the one who bears it will.
#[tokio::test]
async fn an_unknown_username_is_for_whoever_bears_it() {
    let (served, anna) = served().await;
    let group = served.group;
    let stranger = served.person("dan");
    served.fake.renames(stranger, |user| user.username = Some("Stranger_1".to_owned()));
    let line = || Line::new(group, anna, "/play senegal @stranger_1");
    let (message, first, called) = challenge(&served, line()).await;
    assert_eq!((first, called), (challenges("stranger_1"), vec![stranger]));
    // A display name is easily taken, and counts for nothing once the bearer has been seen.
    served.tell(stranger, "/games").await;
    let others = ["carol", "Stranger_1"].map(|name| served.person(name));
    let refusal = "Challenge #1 is not for you to answer this way.";
    for other in others {
        let (toast, news) = served.tap(other, &message, "Accept").await;
        assert_eq!((toast.text.as_str(), news.len()), (refusal, 0));
        assert_eq!(told(&served.tell(other, "/accept 1").await), [refusal]);
        let decline = served.tap(other, &message, "Decline").await.0;
        assert_eq!(decline.text, refusal);
    }
    let (_, news) = served.tap(stranger, &message, "Accept").await;
    assert_eq!(told(&news)[1], "#1: @anna (White) to move.");
    // By a command as well as by the button.
    let line = Line::new(group, anna, "/play senegal @never_seen");
    let (_, first, _) = challenge(&served, line).await;
    assert_eq!(first, challenges("never_seen"));
    let other = served.person("eve");
    served.fake.renames(other, |user| user.username = Some("never_seen".to_owned()));
    let news = served.tell(other, "/accept").await;
    assert_eq!(told(&news)[1], "#2: @anna (White) to move.");
    assert_eq!(
        told(&served.tell(stranger, "/accept 2").await),
        ["There is no open challenge #2 here."]
    );
    served.fake.finish();
}

#[tokio::test]
async fn a_name_is_for_whoever_is_known_by_it() {
    let (served, anna) = served().await;
    let boris = served.person("Борис");
    served.tell(boris, "/games").await;
    let line = Line::new(served.group, anna, "/play senegal @БОРИС");
    let (_, first, called) = challenge(&served, line).await;
    assert_eq!((first, called), (challenges("Борис"), vec![boris]));
    // Whoever bears the name of somebody else does not mean herself.
    let other = served.fake.user("anna");
    served.fake.becomes(served.group, other, Status::Member);
    served.tell(other, "/games").await;
    let line = Line::new(served.group, anna, "/play senegal @anna");
    let (_, first, called) = challenge(&served, line).await;
    assert_eq!((first, called), (challenges("anna"), vec![other]));
    served.fake.finish();
}

#[tokio::test]
async fn nobody_plays_alone() {
    let (served, anna) = served().await;
    let group = served.group;
    served.fake.renames(anna, |user| user.username = Some("the_real_anna".to_owned()));
    let own = served.fake.says(group, anna, "let us play");
    for line in [
        Line::new(group, anna, "/play senegal").reply_to(own),
        Line::new(group, anna, "/play").reply_to(own),
        Line::new(group, anna, "/play senegal me").mentioning("me", anna),
        Line::new(group, anna, "/play senegal @the_REAL_anna"),
        Line::new(group, anna, "/play senegal @Anna"),
    ] {
        assert_eq!(said(&served, line.clone()).await, "You cannot challenge yourself.", "{line:?}");
        served.pass(time::Duration::seconds(11)).await;
    }
    served.fake.finish();
}

#[tokio::test]
async fn programs_do_not_play() {
    let (served, anna) = served().await;
    let group = served.group;
    let robo = served.fake.user_with("Robo", |user| {
        user.is_bot = true;
        user.username = Some("robo_bot".to_owned());
    });
    served.fake.becomes(group, robo, Status::Member);
    let talk = served.fake.says(group, robo, "I am a program");
    let robo_refused = "Robo is a program, and programs do not play here.";
    let own_refused = "Kosti is a program, and programs do not play here.";
    for (line, refusal) in [
        (Line::new(group, anna, "/play@kosti_bot senegal").reply_to(talk), robo_refused),
        (Line::new(group, anna, "/play@kosti_bot").reply_to(talk), robo_refused),
        (Line::new(group, anna, "/vs@kosti_bot").reply_to(talk), robo_refused),
        (Line::new(group, anna, "/play senegal it").mentioning("it", robo), robo_refused),
        (Line::new(group, anna, "/play senegal @Kosti_Bot"), own_refused),
        (Line::new(group, anna, "/vs @kosti_bot"), own_refused),
    ] {
        assert_eq!(said(&served, line.clone()).await, refusal, "{line:?}");
        served.pass(time::Duration::seconds(11)).await;
    }
    // Whoever addresses us does not mean us.
    served.fake.privacy_off();
    let line = Line::new(group, anna, " @Kosti_Bot /play senegal goal=fewest");
    let (_, first, called) = challenge(&served, line).await;
    assert_eq!((first.as_str(), called), (NO_OPPONENT, vec![]));
    // Whoever answers a message of ours does not, either.
    let ours = served.last();
    let line = Line::new(group, anna, "/play senegal").reply_to(ours.id);
    let (_, first, called) = challenge(&served, line).await;
    assert_eq!((first.as_str(), called), (NO_OPPONENT, vec![]));
    served.fake.finish();
}

/// Who speaks as the chat or a channel cannot be seen, and cannot be challenged by mistake.
#[tokio::test]
async fn nobody_is_challenged_unseen() {
    let (served, anna) = served().await;
    let (fake, group) = (&served.fake, served.group);
    let channel = fake.channel("News");
    let admin = served.person("admin");
    let unseen = "I cannot see who wrote that: it was said as a chat or a channel.";
    for line in [
        Line::new(group, admin, "hello").anonymously(),
        Line::new(group, admin, "hello").in_name_of(channel),
    ] {
        let talk = fake.say(line);
        for text in ["/play senegal", "/play", "/rank", "/settings block"] {
            let line = Line::new(group, anna, text).reply_to(talk);
            assert_eq!(said(&served, line).await, unseen, "{text}");
            served.pass(time::Duration::seconds(11)).await;
        }
    }
    // A post under which people comment was written by nobody who is here.
    let post = fake.say(Line::new(group, admin, "news").posted_by(channel));
    let line = Line::new(group, anna, "/play senegal").reply_to(post);
    let (_, first, called) = challenge(&served, line).await;
    assert_eq!((first.as_str(), called), (NO_OPPONENT, vec![]));
    served.fake.finish();
}
