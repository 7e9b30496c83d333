//! Seats that the opening roll of each deal gives.

use crate::support::{
    chat::{Chat, text},
    database,
    table::Now,
    toy_game::toys,
};
use kosti::{
    app::{
        audit::{Wrong, audit},
        dice::{Dice, Seed},
        proof::{ProofError, prove},
        service::{ScopeId, Verdict},
    },
    game::{DealNo, Entropy as _, OptionSet, Record, SplitMix},
};
use pretty_assertions::assert_eq;
use sha2::{Digest as _, Sha256};
use sqlx::{AssertSqlSafe, PgPool, Row as _};
use std::cmp::Ordering;

/// The opening rolls of a deal as `docs/chance.md` says them, without our own code.
fn by_the_page(seed: &[u8], event: &str, name: &str, deal: i32) -> Vec<[u8; 2]> {
    // HMAC (RFC 2104) over SHA-256, whose blocks have 64 bytes.
    let hmac = |message: &str| {
        let key = [seed, event.as_bytes()].concat();
        let mut block = [0; 64];
        if key.len() > block.len() {
            block[..32].copy_from_slice(&Sha256::digest(&key));
        } else {
            block[..key.len()].copy_from_slice(&key);
        }
        let [inner, outer] = [0x36, 0x5c].map(|pad| block.map(|byte| byte ^ pad));
        let inside = Sha256::digest([&inner[..], message.as_bytes()].concat());
        Sha256::digest([&outer[..], &inside[..]].concat())
    };
    let mut dice = (0..)
        .flat_map(|block| hmac(&format!("kosti1|{name}|{deal}|0|{block}")).to_vec())
        .filter(|byte| *byte < 252)
        .map(|byte| byte % 6 + 1);
    let mut rolls = Vec::new();
    loop {
        let roll = [dice.next().unwrap(), dice.next().unwrap()];
        rolls.push(roll);
        if roll[0] != roll[1] {
            return rolls;
        }
    }
}

#[test]
fn the_openings_of_the_page_are_rolled() {
    let seed: Vec<u8> = (0..32).collect();
    let rolls = |deal| by_the_page(&seed, "event-1", "7.12", deal);
    assert_eq!(
        [1, 2, 3, 4, 5, 6, 7].map(rolls),
        [[6, 3], [5, 4], [2, 3], [5, 2], [6, 3], [4, 6], [4, 1]].map(|roll| vec![roll])
    );
}

/// A deal as stored.
struct Deal {
    number: i32,
    first_player: i16,
}

/// A match of the rolled toy.
struct Match {
    chat: Chat,
    scope: ScopeId,
    seed: Vec<u8>,
    event: String,
}

impl Match {
    async fn begun(options: &str, seed: u8) -> Self {
        let mut chat = Chat::on(database::pool().await, toys());
        // A key of any length is taken.
        chat.incoming.event = "of a platform with long ids ".repeat(usize::from(seed % 3));
        chat.say("anna", &format!("/play toyroll @boris {options}")).await;
        chat.fix_seed(seed).await;
        let mut accept = chat.line("boris", "/accept");
        accept.event = format!("{}{}", chat.incoming.event, accept.event);
        chat.handle(&accept).await;
        let row = sqlx::query("select scope_id, seed, event from matches")
            .fetch_one(&chat.pool)
            .await
            .unwrap();
        let scope = ScopeId(row.get("scope_id"));
        assert_eq!(row.get::<&str, _>("event"), accept.event);
        chat.deliver(scope).await;
        Match { seed: row.get("seed"), event: row.get("event"), chat, scope }
    }

    fn pool(&self) -> &PgPool {
        &self.chat.pool
    }

    async fn now(&self) -> Now {
        Now::of(self.pool(), toys(), (self.scope, 1)).await.unwrap()
    }

    async fn play(&self, seed: u64, most: usize) {
        let mut choice = SplitMix::new(seed);
        for _ in 0..most {
            let now = self.now().await;
            let Some((mover, _)) = now.names() else { return };
            let mut legal = now.position.legal();
            let drawn = choice.below(u32::try_from(legal.len()).unwrap()) as usize;
            let answer = self.chat.say(mover, &legal.swap_remove(drawn)).await;
            assert_eq!(answer.verdict, Verdict::Done);
        }
    }

    async fn deals(&self) -> Vec<Deal> {
        let rows = sqlx::query("select deal, first_player from deals order by deal")
            .fetch_all(self.pool())
            .await
            .unwrap();
        let deal = |row: &sqlx::postgres::PgRow| Deal {
            number: row.get("deal"),
            first_player: row.get("first_player"),
        };
        rows.iter().map(deal).collect()
    }

    fn name(&self) -> String {
        format!("{}.1", self.scope.0)
    }

    fn opening(&self, deal: i32) -> Vec<[u8; 2]> {
        by_the_page(&self.seed, &self.event, &self.name(), deal)
    }

    async fn record(&self) -> String {
        self.chat.sent();
        self.chat.say("carol", "/record").await;
        self.chat.sent()[0].reply.document.as_ref().unwrap().text.clone()
    }

    async fn faults(&self) -> Vec<Wrong> {
        let report = audit(&self.chat.app, None).await.unwrap();
        assert_eq!(report.matches, 1);
        report.faults.into_iter().map(|fault| fault.what).collect()
    }

    async fn run(&self, sql: &str) {
        sqlx::query(AssertSqlSafe(sql.to_owned())).execute(self.pool()).await.unwrap();
    }
}

fn person(player: usize) -> &'static str {
    ["anna", "boris"][player]
}

/// How opening rolls are told.
fn said(rolls: &[[u8; 2]]) -> Vec<String> {
    let line = |[one, two]: &[u8; 2]| {
        let end = match one.cmp(two) {
            Ordering::Equal => "once more",
            Ordering::Greater => "anna plays A",
            Ordering::Less => "boris plays A",
        };
        format!("anna rolls {one}, boris rolls {two}: {end}.")
    };
    rolls.iter().map(line).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_deal_has_the_seats_of_its_opening_roll() {
    let (mut ties, mut annas, mut boriss) = (0, 0, 0);
    for seed in 0..6_u8 {
        let options = if seed % 2 == 0 { "to 12" } else { "to 12 hands=closed" };
        let game = Match::begun(options, seed).await;
        game.play(seed.into(), 400).await;
        assert!(game.now().await.over);
        let deals = game.deals().await;
        assert!(deals.len() > 1, "{} deals", deals.len());

        // By the page, by our own dice, by what is stored and by what is told.
        let dice =
            Dice::new(&Seed::from_bytes(&game.seed).unwrap(), &game.event, &game.name()).unwrap();
        let sent = game.chat.sent();
        let told: Vec<String> = sent.iter().map(|sent| text(&sent.reply)).collect();
        let told: Vec<&str> = told
            .iter()
            .flat_map(|text| text.lines())
            .filter(|line| line.contains(", boris rolls "))
            .collect();
        let mut wanted = Vec::new();
        for deal in &deals {
            let rolls = game.opening(deal.number);
            let no = DealNo::new(deal.number.unsigned_abs()).unwrap();
            assert_eq!(dice.opening(no), rolls, "deal {}", deal.number);
            let [one, two] = *rolls.last().unwrap();
            assert_eq!(deal.first_player, if one > two { 1 } else { 2 }, "deal {}", deal.number);
            ties += rolls.len() - 1;
            annas += usize::from(one > two);
            boriss += usize::from(two > one);
            wanted.extend(said(&rolls));
        }
        assert_eq!(told, wanted);

        // In the record, where the holders of the seats stand by their names.
        let text = game.record().await;
        let records = Record::parse_all(&text).unwrap();
        assert_eq!(records.len(), deals.len());
        let kind = toys().find("toyroll").unwrap();
        let set = OptionSet::parse(kind.facts(), options.split_whitespace().skip(2)).unwrap();
        for (record, deal) in records.iter().zip(&deals) {
            let rolls: Vec<String> =
                game.opening(deal.number).iter().map(|[one, two]| format!("{one}-{two}")).collect();
            assert_eq!(record.tag("Opening"), Some(rolls.join(" ").as_str()));
            let first = if deal.first_player == 1 { 0 } else { 1 };
            assert_eq!(record.tag("A"), Some(person(first)));
            assert_eq!(record.tag("B"), Some(person(1 - first)));
            assert!(prove(kind, &set, record).unwrap() > 1);
        }
        assert_eq!(game.faults().await, []);
        let points: Vec<i64> = sqlx::query(
            "select coalesce(sum(split_part(outcome, ' ', 2)::int), 0) from deals
             where outcome like case first_player when 1 then 'a %' else 'b %' end
             union all
             select coalesce(sum(split_part(outcome, ' ', 2)::int), 0) from deals
             where outcome like case first_player when 1 then 'b %' else 'a %' end",
        )
        .fetch_all(game.pool())
        .await
        .unwrap()
        .iter()
        .map(|row| row.get(0))
        .collect();
        let booked = sqlx::query("select points_1::bigint, points_2::bigint from matches")
            .fetch_one(game.pool())
            .await
            .unwrap();
        assert_eq!(points, [booked.get::<i64, _>(0), booked.get::<i64, _>(1)]);
    }
    assert!(ties > 0 && annas > 2 && boriss > 2, "{ties} ties, {annas}, {boriss}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_can_choose_a_seat_that_is_rolled_for() {
    let chat = Chat::on(database::pool().await, toys());
    let answer = chat.say("anna", "/play toyroll @boris b").await;
    assert_eq!(answer.verdict, Verdict::Refused);
    let said = text(&answer.private.unwrap());
    assert_eq!(said, "In this game the opening roll gives the sides.");
    chat.say("anna", "/play toyroll @boris").await;
    let challenge = chat.sent()[0].text();
    assert!(!challenge.contains("anna plays"), "{challenge}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seats_are_told_before_the_first_action() {
    let game = Match::begun("to 12", 3).await;
    let sent = game.chat.sent();
    let begin = sent.last().unwrap();
    let rolls = said(&game.opening(1)).join("\n");
    let head = format!("Toy: here we go!\nA match to 12 points.\n{rolls}\n");
    assert!(begin.text().starts_with(&head), "{}", begin.text());
    // A begins in the first deal, and the picture names the seats as they were rolled.
    let [one, two] = *game.opening(1).last().unwrap();
    let first = usize::from(one < two);
    let [a, b] = &begin.reply.picture.as_ref().unwrap().names;
    assert_eq!([a.as_deref(), b.as_deref()], [Some(person(first)), Some(person(1 - first))]);
    assert!(begin.text().ends_with(&format!("#1: @{} (A) to move.", person(first))));
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_that_were_not_rolled_are_found() {
    let game = Match::begun("to 12", 1).await;
    // Before the first action nobody has acted from a wrong seat.
    let swap = "update matches set first_player = 3 - first_player";
    let swap_deal = "update deals set first_player = 3 - first_player where deal =";
    game.run(&format!("{swap_deal} 1")).await;
    game.run(swap).await;
    assert_eq!(game.faults().await, [Wrong::Deal(1)]);
    game.run(&format!("{swap_deal} 1")).await;
    assert_eq!(game.faults().await, [Wrong::Deal(1)], "the match has another seat than its deal");
    game.run(swap).await;
    assert_eq!(game.faults().await, []);

    game.play(4, 400).await;
    assert!(game.deals().await.len() > 2);
    // Whoever swaps the seats of a whole deal, and who acted in it, is found too.
    game.run(&format!("{swap_deal} 2")).await;
    game.run("update steps set player = 3 - player where deal = 2").await;
    assert_eq!(game.faults().await, [Wrong::Deal(2)]);
    game.run(&format!("{swap_deal} 2")).await;
    assert_eq!(game.faults().await.len(), 1, "the actors of the wrong seats");
    game.run("update steps set player = 3 - player where deal = 2").await;
    assert_eq!(game.faults().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_opening_that_was_not_rolled_is_not_proved() {
    let game = Match::begun("to 12", 2).await;
    game.play(5, 400).await;
    let text = game.record().await;
    let kind = toys().find("toyroll").unwrap();
    let options = OptionSet::defaults(kind.facts());
    let verdict = |text: &str| prove(kind, &options, &Record::parse_all(text).unwrap()[1]);
    assert!(verdict(&text).is_ok());
    let second = Record::parse_all(&text).unwrap().swap_remove(1);
    let said = second.tag("Opening").unwrap();
    let other = if said.ends_with('1') { "1-2" } else { "2-1" };
    let (first, rest) = text.split_at(text.find("[Deal \"2\"]").unwrap());
    let at = rest.find("[Opening ").unwrap();
    let end = at + rest[at..].find('\n').unwrap() + 1;
    let with = |tag: &str| format!("{first}{}{tag}{}", &rest[..at], &rest[end..]);
    assert_eq!(
        verdict(&with(&format!("[Opening \"{other}\"]\n"))),
        Err(ProofError::Opening { deal: 2, drawn: said.to_owned(), said: other.to_owned() })
    );
    assert_eq!(verdict(&with("")), Err(ProofError::Missing("Opening")));
    // The rolls of another deal are no better.
    let elsewhere = Record::parse_all(&text).unwrap().swap_remove(0);
    let elsewhere = elsewhere.tag("Opening").unwrap();
    assert_ne!(elsewhere, said);
    assert!(matches!(
        verdict(&with(&format!("[Opening \"{elsewhere}\"]\n"))),
        Err(ProofError::Opening { .. })
    ));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_leaves_the_seats_as_they_are() {
    let game = Match::begun("to 30", 5).await;
    game.play(6, 9).await;
    let before = game.now().await;
    let (mover, other) = before.names().unwrap();
    let deal = game.deals().await.len();
    game.chat.say(mover, &before.position.legal()[0]).await;
    if game.deals().await.len() == deal {
        game.chat.say(mover, "/takeback").await;
        assert_eq!(game.chat.say(other, "/accept").await.verdict, Verdict::Done);
        let again = game.now().await;
        assert_eq!(again.position.text(), before.position.text());
        assert_eq!(again.first_player, before.first_player);
    }
    assert_eq!(game.faults().await, []);
}
