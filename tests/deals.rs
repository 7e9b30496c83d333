//! Matches of several deals of Chuvash sausage: they go on whatever process serves them, and what
//! was hidden is shown when a deal is over, however it ends.

use crate::support::{
    chat::{Chat, Sent, text},
    database,
    table::Now,
};
use kosti::{
    app::{
        animation::Animation,
        reply::Picture,
        service::{Handled, Incoming, ScopeId, Verdict},
    },
    game::{Entropy as _, Record, SplitMix},
    games::Games,
};
use pretty_assertions::assert_eq;
use sqlx::{PgPool, Row as _};
use time::Duration;

/// Actions between two starts of a process.
const BETWEEN: u32 = 10;
/// More actions than a match takes.
const MOST: u32 = 2000;

async fn table(pool: &PgPool) -> Now {
    let scope = sqlx::query("select scope_id from matches").fetch_one(pool).await.unwrap();
    Now::of(pool, Games::registered(), (ScopeId(scope.get(0)), 1)).await.unwrap()
}

/// Plays a match, served by one process or by one after the other; gives its steps, and how often
/// a process came into the middle of a deal.
async fn play_through(options: &str, restarts: bool) -> (Vec<String>, u32) {
    let pool = database::pool().await;
    let mut chat = Chat::on(pool.clone(), Games::registered());
    chat.say("anna", &format!("/play sausage @boris {options}")).await;
    chat.fix_seed(5).await;
    chat.say("boris", "/accept").await;
    let (mut choice, mut starts) = (SplitMix::new(11), 0);
    for acted in 0..MOST {
        let now = table(&pool).await;
        let Some((mover, _)) = now.names() else { break };
        if restarts && acted % BETWEEN == BETWEEN - 1 {
            // Nothing of the process before is left but the database.
            let connections = pool.connect_options().as_ref().clone();
            let pool = sqlx::postgres::PgPoolOptions::new().max_connections(4);
            let start = chat.incoming.at + Duration::hours(1);
            chat = Chat::on(pool.connect_with(connections).await.unwrap(), Games::registered());
            chat.incoming.at = start;
            starts += u32::from(now.position.text().contains(" 0-") && acted > BETWEEN);
        }
        let mut legal = now.position.legal();
        let drawn = choice.below(u32::try_from(legal.len()).unwrap()) as usize;
        let line = chat.line(mover, &legal.swap_remove(drawn));
        let line = Incoming { event: format!("{acted} {}", line.event), ..line };
        let handled = chat.handle(&line).await;
        assert!(matches!(handled, Handled::Done(answer) if answer.verdict == Verdict::Done));
    }
    let rows = sqlx::query("select deal, text from steps order by seq");
    let rows = rows.fetch_all(&pool).await.unwrap();
    let step = |row: &sqlx::postgres::PgRow| {
        format!("{} {}", row.get::<i32, _>(0), row.get::<String, _>(1))
    };
    let steps = rows.iter().map(step).collect();
    let row = sqlx::query("select state, points_1, points_2, deal from matches");
    let row = row.fetch_one(&pool).await.unwrap();
    let (one, two): (i32, i32) = (row.get(1), row.get(2));
    assert_eq!(row.get::<&str, _>(0), "over");
    assert!(one.max(two) >= 30 && one.min(two) < 30 && row.get::<i32, _>(3) > 2, "{one}:{two}");
    let report = kosti::app::audit::audit(&chat.app, None).await.unwrap();
    assert_eq!((report.faults, report.matches), (vec![], 1));
    (steps, starts)
}

#[tokio::test]
async fn a_match_to_30_goes_on_in_another_process() {
    for options in ["", "hands=closed"] {
        let (steps, _) = play_through(options, false).await;
        let (again, starts) = play_through(options, true).await;
        assert_eq!(steps, again);
        assert!(starts > 5, "{starts}");
    }
}

/// A picture as it would be were nothing hidden.
fn opened(picture: &Picture) -> Picture {
    Picture { options: String::new(), ..picture.clone() }
}

fn pictures(sent: &[Sent]) -> Vec<(&Picture, &[u8])> {
    let drawn = |sent: &'_ Sent| sent.reply.picture.is_some() && sent.png.is_some();
    let shown = sent.iter().filter(|sent| drawn(sent));
    shown.map(|sent| (sent.reply.picture.as_ref().unwrap(), sent.png.as_deref().unwrap())).collect()
}

/// Lets both act twice.
async fn begin(chat: &Chat) {
    for _ in 0..4 {
        let now = table(&chat.pool).await;
        let (mover, _) = now.names().unwrap();
        assert_eq!(chat.say(mover, &now.position.legal()[0]).await.verdict, Verdict::Done);
    }
}

/// The boards so far hide all hands but those of a deal that is over; gives how many of these
/// there are.
fn opened_at_ends(chat: &Chat) -> usize {
    let (sent, games) = (chat.sent(), Games::registered());
    let mut over = 0;
    for (picture, png) in pictures(&sent) {
        let open = opened(picture);
        let diagrams = [picture, &open].map(|it| it.diagram(games).unwrap());
        assert!(!diagrams[1].contains('?'));
        let same = (diagrams[0] == diagrams[1], png == open.png(games).unwrap());
        assert_eq!(same, (picture.over, picture.over), "{picture:?}");
        over += usize::from(picture.over);
    }
    over
}

/// Asks for the record and the replay; gives the deals of both.
async fn told(chat: &Chat) -> Option<usize> {
    chat.sent();
    let mut refusals = Vec::new();
    for line in ["/record", "/replay"] {
        let answer = chat.say("carol", line).await;
        refusals.extend(answer.private.map(|reply| text(&reply)));
    }
    let sent = chat.sent();
    if sent.is_empty() {
        assert_eq!(
            refusals,
            [
                "A round with hidden hands is recorded when it is over.",
                "A round with hidden hands is shown when it is over."
            ]
        );
        return None;
    }
    assert_eq!((sent.len(), refusals.len()), (2, 0));
    let record = &sent[0].reply.document.as_ref().unwrap().text;
    let animation = sent[1].reply.animation.as_ref().unwrap();
    let open = Animation { options: String::new(), ..animation.clone() };
    assert!(sent[1].gif == open.gif(Games::registered()).ok(), "a replay hides nothing");
    let deals = Record::parse_all(record).unwrap().len();
    assert_eq!(deals, animation.reels.len());
    assert!(animation.reels.iter().all(|reel| reel.over));
    Some(deals)
}

/// However a deal ends, its hands lie open then, and it can be looked at; the one that is played
/// cannot.
#[tokio::test]
async fn hands_are_shown_when_a_deal_ends() {
    let chat = Chat::on(database::pool().await, Games::registered());
    chat.say("anna", "/play sausage @boris hands=closed to 30 24h").await;
    chat.fix_seed(5).await;
    chat.say("boris", "/accept").await;
    begin(&chat).await;
    assert_eq!((opened_at_ends(&chat), told(&chat).await), (0, None));
    // One deal is given up.
    let (mover, _) = table(&chat.pool).await.names().unwrap();
    chat.say(mover, "/resign deal").await;
    assert_eq!((opened_at_ends(&chat), told(&chat).await), (1, Some(1)));
    begin(&chat).await;
    assert_eq!((opened_at_ends(&chat), told(&chat).await), (0, Some(1)));
    // One ends by the clock.
    let (_, other) = table(&chat.pool).await.names().unwrap();
    chat.pass(Duration::hours(25)).await;
    chat.say(other, "/claim").await;
    assert_eq!((opened_at_ends(&chat), told(&chat).await), (1, Some(2)));
    assert!(table(&chat.pool).await.over, "a match ends by the clock");
}
