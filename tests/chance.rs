//! Matches with rolls, deals, passes and hidden hands: the toy game through everything.

use crate::support::{
    chat::{Chat, text},
    database,
    toy_game::toys,
};
use kosti::{
    app::{
        dice::{Dice, Seed},
        proof::{ProofError, prove},
        service::Verdict,
    },
    game::{Actor, DealNo, Entropy as _, OptionSet, Record, Seat, SplitMix},
    games::AnyPosition,
};
use sqlx::{PgPool, Row as _};

/// The match as it stands in the store.
struct Now {
    position: AnyPosition,
    first_player: i16,
    over: bool,
}

impl Now {
    async fn of(pool: &PgPool) -> Self {
        let row = sqlx::query("select position, options, first_player, state from matches")
            .fetch_one(pool)
            .await
            .unwrap();
        let game = toys().find("toy").unwrap();
        let options: String = row.get("options");
        let options = OptionSet::parse(game.facts(), options.split_whitespace()).unwrap();
        let position = game.read(&options, row.get("position")).unwrap();
        let over = row.get::<&str, _>("state") == "over";
        Now { position, first_player: row.get("first_player"), over }
    }

    /// Who is to move.
    fn name(&self) -> &'static str {
        let Actor::Player(seat) = self.position.actor() else { panic!("somebody is to move") };
        if (seat == Seat::First) == (self.first_player == 1) { "anna" } else { "boris" }
    }
}

async fn begun(options: &str, seed: u8) -> Chat {
    let chat = Chat::on(database::pool().await, toys());
    chat.say("anna", &format!("/play toy @boris {options}")).await;
    chat.fix_seed(seed).await;
    let answer = chat.say("boris", "/accept").await;
    assert_eq!(answer.verdict, Verdict::Done);
    chat
}

async fn play_on(chat: &Chat, choice: &mut SplitMix, most: usize) {
    for _ in 0..most {
        let now = Now::of(&chat.pool).await;
        if now.over {
            return;
        }
        let mut legal = now.position.legal();
        assert_ne!(legal, ["pass"], "a forced pass is never asked for");
        let drawn = choice.below(u32::try_from(legal.len()).unwrap());
        let answer = chat.say(now.name(), &legal.swap_remove(drawn as usize)).await;
        assert_eq!(answer.verdict, Verdict::Done, "{:?}", answer.private.map(|reply| text(&reply)));
    }
}

/// The steps of the match: deal, kind, text.
async fn steps(pool: &PgPool) -> Vec<(i32, String, String)> {
    let rows = sqlx::query("select deal, kind, text from steps order by seq")
        .fetch_all(pool)
        .await
        .unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect()
}

async fn dice(pool: &PgPool) -> Dice {
    let row =
        sqlx::query("select scope_id, seed, event from matches").fetch_one(pool).await.unwrap();
    let seed = Seed::from_bytes(row.get("seed")).unwrap();
    Dice::new(&seed, row.get("event"), &format!("{}.1", row.get::<i64, _>("scope_id"))).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_matches_are_played_told_and_recorded() {
    let mut voids = 0;
    let mut passes = 0;
    for seed in 0..4_u8 {
        let options = if seed % 2 == 0 { "to 9" } else { "to 9 hands=closed" };
        let chat = begun(options, seed).await;
        play_on(&chat, &mut SplitMix::new(seed.into()), 400).await;
        let pool = &chat.pool;
        assert!(Now::of(pool).await.over);
        let steps = steps(pool).await;
        voids += steps.iter().filter(|(_, _, text)| text.starts_with("void")).count();
        passes += steps.iter().filter(|(_, _, text)| text == "pass").count();

        // Every step is told once, in its order.
        let sent = chat.sent();
        let told: Vec<String> = sent
            .iter()
            .filter_map(|sent| sent.reply.picture.as_ref())
            .flat_map(|picture| picture.steps.clone())
            .collect();
        let made: Vec<String> = steps.iter().map(|(_, _, text)| text.clone()).collect();
        assert_eq!(told, made);

        // Every chance is the one that seed and event give.
        let dice = dice(pool).await;
        let game = toys().find("toy").unwrap();
        let set = OptionSet::parse(game.facts(), options.split_whitespace().skip(2)).unwrap();
        let deals = steps.iter().map(|(deal, _, _)| *deal).max().unwrap();
        for deal in 1..=deals {
            let number = DealNo::new(deal.unsigned_abs()).unwrap();
            let mut position = game.start(&set, number);
            let mut k = 0;
            for (_, kind, text) in steps.iter().filter(|(of, _, _)| *of == deal) {
                if kind == "chance" {
                    k += 1;
                    let drawn = position.sample(&mut dice.stream(number, k)).unwrap();
                    assert_eq!(drawn, *text, "deal {deal}, chance {k}");
                }
                position = position.after(text).unwrap();
            }
            assert!(position.outcome().is_some());
        }

        // The record replays, deal by deal.
        chat.say("carol", "/record").await;
        let sent = chat.sent();
        let record = &sent[0].reply.document.as_ref().unwrap().text;
        let records = Record::parse_all(record).unwrap();
        assert_eq!(records.len(), usize::try_from(deals).unwrap());
        for record in &records {
            let replay = game.replay(&set, record);
            assert_eq!(replay.failure, None, "{record:?}");
            let chances = replay.steps.iter().filter(|step| step.by.is_none()).count();
            assert_eq!(prove(game, &set, record), Ok(u32::try_from(chances).unwrap()));
            assert_eq!(
                record.tag("Result").unwrap(),
                replay.outcome.unwrap().text(game.facts().seats)
            );
        }

        let results: i64 =
            sqlx::query("select count(*) from results").fetch_one(pool).await.unwrap().get(0);
        assert_eq!(results, 2);
        let best: i32 =
            sqlx::query("select max(points) from results").fetch_one(pool).await.unwrap().get(0);
        assert!(best >= 9);
    }
    assert!(voids > 0 && passes > 0, "{voids} void deals, {passes} passes");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_meets_the_same_roll() {
    let chat = begun("to 50", 11).await;
    let mut choice = SplitMix::new(3);
    play_on(&chat, &mut choice, 3).await;
    let mut same = 0;
    for _ in 0..12 {
        let before = Now::of(&chat.pool).await;
        if before.over {
            break;
        }
        let deal = steps(&chat.pool).await.last().unwrap().0;
        let (mover, action) = (before.name(), before.position.legal().remove(0));
        chat.say(mover, &action).await;
        let after = Now::of(&chat.pool).await;
        if steps(&chat.pool).await.last().unwrap().0 != deal || after.over {
            continue;
        }
        let other = if mover == "anna" { "boris" } else { "anna" };
        chat.say(mover, "/takeback").await;
        chat.say(other, "/accept").await;
        let again = Now::of(&chat.pool).await;
        assert_eq!(again.position.text(), before.position.text());
        chat.say(mover, &action).await;
        assert_eq!(Now::of(&chat.pool).await.position.text(), after.position.text());
        same += 1;
    }
    assert!(same >= 4, "{same}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_taken_back_or_listed_while_hands_are_hidden() {
    let chat = begun("hands=closed", 12).await;
    let now = Now::of(&chat.pool).await;
    let (mover, action) = (now.name(), now.position.legal().remove(0));
    let other = if mover == "anna" { "boris" } else { "anna" };
    for name in [other, "carol"] {
        let answer = chat.say(name, "/moves").await;
        assert_eq!(answer.verdict, Verdict::Refused, "{name}");
    }
    let answer = chat.say(mover, "/moves").await;
    assert!(text(&answer.private.unwrap()).contains(&action));
    chat.say(mover, &action).await;
    let answer = chat.say(mover, "/takeback").await;
    assert_eq!(text(&answer.private.unwrap()), "Nothing is taken back while hands are hidden.");
    // The record of a deal that is hidden waits for its end.
    let answer = chat.say(mover, "/record").await;
    let said = text(&answer.private.unwrap());
    assert_eq!(said, "A round with hidden hands is recorded when it is over.");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_of_closed_hands_shows_no_card_that_is_held() {
    let chat = begun("to 9 hands=closed", 13).await;
    play_on(&chat, &mut SplitMix::new(11), 400).await;
    for sent in chat.sent() {
        let text = sent.text();
        assert!(!text.contains("deal a c") && !text.contains("void a c"), "{text}");
        // Cards are named only where they were laid.
        for line in text.lines().filter(|line| line.contains(": ")) {
            assert!(!line.contains(" / "), "{line}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_commitment_stands_in_the_challenge_and_fits_the_seed() {
    let chat = Chat::on(database::pool().await, toys());
    chat.say("anna", "/play toy @boris").await;
    let challenge = chat.sent()[0].text();
    chat.say("boris", "/accept").await;
    let row = sqlx::query("select seed, event from matches").fetch_one(&chat.pool).await.unwrap();
    let seed = Seed::from_bytes(row.get("seed")).unwrap();
    assert!(challenge.contains(&seed.commitment()), "{challenge}");
    assert_eq!(row.get::<&str, _>("event"), "e1", "the event of /accept");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_was_tampered_with_is_not_proved() {
    let chat = begun("to 3", 14).await;
    play_on(&chat, &mut SplitMix::new(5), 200).await;
    chat.sent();
    chat.say("anna", "/record").await;
    let sent = chat.sent();
    let text = &sent[0].reply.document.as_ref().unwrap().text;
    let game = toys().find("toy").unwrap();
    let options = OptionSet::defaults(game.facts());
    let verdict = |text: &str| prove(game, &options, &Record::parse_all(text).unwrap()[0]);
    assert!(verdict(text).unwrap() > 0);
    let line =
        |name: &str| text.lines().find(|line| line.starts_with(&format!("[{name} "))).unwrap();
    let event = text.replacen(line("Event"), "[Event \"another\"]", 1);
    assert!(matches!(verdict(&event), Err(ProofError::Chance { deal: 1, k: 1, .. })));
    let seed = text.replacen(line("Seed"), &format!("[Seed \"{}\"]", "0".repeat(64)), 1);
    assert_eq!(verdict(&seed), Err(ProofError::Commitment));
    let none = text.replacen(line("Seed"), "", 1);
    assert_eq!(verdict(&none), Err(ProofError::Missing("Seed")));
    let faulty = text.replacen(line("Seed"), "[Seed \"xyz\"]", 1);
    assert_eq!(verdict(&faulty), Err(ProofError::Faulty("Seed")));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seed_is_secret_until_the_match_is_over() {
    let chat = begun("to 9", 15).await;
    play_on(&chat, &mut SplitMix::new(5), 3).await;
    chat.say("anna", "/record").await;
    let row = sqlx::query("select seed from matches").fetch_one(&chat.pool).await.unwrap();
    let seed = Seed::from_bytes(row.get("seed")).unwrap().to_hex();
    let sent = chat.sent();
    assert!(sent.iter().any(|sent| sent.reply.document.is_some()));
    for sent in &sent {
        assert!(!format!("{:?}", sent.reply).contains(&seed));
    }
    let leaks: i64 = sqlx::query("select count(*) from outbox where strpos(payload::text, $1) > 0")
        .bind(&seed)
        .fetch_one(&chat.pool)
        .await
        .unwrap()
        .get(0);
    assert_eq!(leaks, 0);
}
