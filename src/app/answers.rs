//! Answers to questions: lists, boards, records, rules, languages.

use super::{
    animation::{Animation, Reel},
    button::{Tail, Verb},
    challenges,
    dice::{self, Seed},
    fairness::Rolls,
    history::standing,
    reply::{Document, Picture, Reply, in_rows},
    service::{Context, Stop, refuse},
    settings::theme,
    table::{Table, Wanted, find, hides_something, live, player_of_number, stored},
};
use crate::{
    game::{
        Actor, DealNo, FirstSeat, Length, Message, Outcome, Player, Seat, Series, Written,
        write_record,
    },
    games::GameKind,
    store::{
        MatchNo,
        matches::{self as rows, StepKind},
        outbox::Lane,
        rolls,
    },
};
use anyhow::Context as _;

/// How many of the newest matches of a chat its rolls are counted in: enough to tell fair dice
/// from others, and no more than can be read while somebody waits.
const COUNTED_MATCHES: i64 = 200;

/// Posts an answer for everybody.
pub(super) async fn post(
    context: &mut Context<'_>,
    lines: &[Message],
) -> Result<Option<Reply>, Stop> {
    let reply = Reply { text: context.public(lines), ..Reply::default() };
    context.post(Lane::Answer, None, &reply).await?;
    Ok(None)
}

/// Lists what is played in this scope and who is challenged here.
pub(super) async fn games(context: &mut Context<'_>) -> Result<Option<Reply>, Stop> {
    let mut lines = Vec::new();
    for live in live(context).await? {
        let (_, _, position) = stored(context, &live.game, &live.options, &live.position)?;
        let first = player_of_number(live.first_player);
        let series = Series::new(Length::Single, first);
        let person = |seat: Seat| live.players[series.player(seat).index()];
        let mut line = Message::new("games-match")
            .with("number", live.number.to_string())
            .with("game", Message::new(format!("{}-name", live.game)))
            .with("first", context.name(person(Seat::First)).await?)
            .with("second", context.name(person(Seat::Second)).await?);
        if let Actor::Player(seat) = position.actor() {
            line = line.with("next", context.name(person(seat)).await?);
        }
        lines.push(line);
    }
    lines.extend(challenges::listed(context).await?);
    if lines.is_empty() {
        lines.push(Message::new("games-none"));
    }
    post(context, &lines).await
}

/// The game of a key, as typed.
pub(super) fn named_game(context: &Context<'_>, key: &str) -> Result<GameKind, Stop> {
    let games = context.app.games;
    let known: Vec<String> = games.all().map(|game| game.facts().key.to_owned()).collect();
    games.find(key).ok_or_else(|| {
        Stop::NotUnderstood(Message::new("no-such-game").with("word", key).with("games", known))
    })
}

/// Gives the record of a match as a file.
pub(super) async fn record(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
) -> Result<Option<Reply>, Stop> {
    let table = find(context, number, Wanted::Anyone).await?;
    let facts = table.game.facts();
    let steps = rows::steps(context.db, context.scope, table.row.number).await?;
    let steps = standing(&steps);
    let deals = rows::deals(context.db, context.scope, table.row.number).await?;
    let date = table.row.started_at.date();
    let date = format!("{}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day());
    let several = table.row.target.is_some();
    // What proves the chance; the seed itself is told when the match is over.
    let seed = Seed::from_bytes(&table.row.seed.0).filter(|_| facts.chance);
    let name = dice::match_name(context.scope, &table.row);
    let proof = seed.as_ref().map(|seed| (name, seed.commitment()));
    let told_seed = seed.as_ref().filter(|_| table.is_over()).map(Seed::to_hex);
    // A deal in which something is hidden is told when it is over.
    let hidden = hides_something(&table);
    let mut records = Vec::new();
    for deal in deals {
        if hidden && !table.is_over() && deal.deal == table.row.deal {
            continue;
        }
        let first = player_of_number(deal.first_player);
        let series = Series::new(Length::Single, first);
        let names = [
            context.name(table.person(series.player(Seat::First))).await?,
            context.name(table.person(series.player(Seat::Second))).await?,
        ];
        let seats = facts.seats.0.map(capitalised);
        let result = deal.outcome.unwrap_or_else(|| "none".to_owned());
        let no = deal.deal.to_string();
        let opening = opening_text(&table, deal.deal);
        let usual = u32::try_from(deal.deal)
            .ok()
            .and_then(DealNo::new)
            .is_some_and(|no| table.game.start(&table.options, no).text() == deal.start);
        let mut tags = vec![("Game", facts.key)];
        if !table.row.options.is_empty() {
            tags.push(("Options", &table.row.options));
        }
        tags.extend([
            (seats[0].as_str(), names[0].as_str()),
            (seats[1].as_str(), names[1].as_str()),
            ("Date", date.as_str()),
        ]);
        if several {
            tags.push(("Deal", &no));
        }
        if !usual {
            tags.push(("Start", &deal.start));
        }
        if let Some((name, commitment)) = &proof {
            tags.extend([
                ("Match", name.as_str()),
                ("Commit", commitment.as_str()),
                ("Event", table.row.event.as_str()),
            ]);
        }
        if let Some(seed) = &told_seed {
            tags.push(("Seed", seed));
        }
        if let Some(opening) = &opening {
            tags.push(("Opening", opening));
        }
        tags.push(("Result", &result));
        let written: Vec<Written> = steps
            .iter()
            .filter(|step| step.deal == deal.deal)
            .map(|step| Written {
                by: step.player.map(|player| series.seat(player_of_number(player))),
                text: step.text.clone(),
            })
            .collect();
        records.push(write_record(&tags, &written));
    }
    if records.is_empty() {
        return refuse(Message::new("record-hidden"));
    }
    let text = records.join("\n");
    let name = format!("{}-{}.txt", facts.key, table.row.number.0);
    let line = Message::new("record").with("number", table.row.number.to_string());
    let reply = Reply {
        text: context.public(&[line]),
        document: Some(Document { name, text }),
        ..Reply::default()
    };
    context.post(Lane::Answer, Some(table.row.number), &reply).await?;
    Ok(None)
}

/// The opening rolls of a deal, in games where they give the seats: `3-3 5-2`, the die of
/// the challenger first.
fn opening_text(table: &Table, deal: i32) -> Option<String> {
    let rolled = table.game.facts().first_seat == FirstSeat::Rolled;
    let deal = u32::try_from(deal).ok().and_then(DealNo::new)?;
    let dice = table.dice.as_ref().filter(|_| rolled)?;
    Some(dice.opening_text(deal))
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Explains a game, or asks which one.
pub(super) fn rules(context: &Context<'_>, key: Option<&str>) -> Result<Option<Reply>, Stop> {
    match (key, &context.app.games.all().collect::<Vec<_>>()[..]) {
        (Some(key), _) => Ok(Some(rules_of(context, named_game(context, key)?))),
        (None, [only]) => Ok(Some(rules_of(context, *only))),
        (None, all) => {
            let mut reply = context.private(&[Message::new("which-rules")]);
            let keys = keys(context);
            let press = |game: &GameKind| {
                let key = game.facts().key;
                let tail = Tail::action(&keys, key)?;
                let label = Message::new(format!("{key}-name"));
                let at = (MatchNo(0), 0);
                Some(context.press(context.own_lang, Verb::Rules, at, tail, label))
            };
            reply.buttons = in_rows(all.iter().filter_map(press).collect());
            Ok(Some(reply))
        }
    }
}

/// The keys of all games.
fn keys(context: &Context<'_>) -> Vec<String> {
    context.app.games.all().map(|game| game.facts().key.to_owned()).collect()
}

/// Explains the game that a button names.
pub(super) fn explain(context: &Context<'_>, tail: &Tail) -> Result<Option<Reply>, Stop> {
    match tail.find(&keys(context)) {
        Some(key) => rules(context, Some(key)),
        None => refuse(Message::new("press-stale")),
    }
}

/// The rules of a game, with a position of it as a picture.
fn rules_of(context: &Context<'_>, game: GameKind) -> Reply {
    let key = game.facts().key;
    let lines = [Message::new(format!("{key}-name")), Message::new(format!("{key}-rules"))];
    let mut reply = context.private(&lines);
    reply.picture = Some(Picture {
        name: format!("{key}-rules"),
        game: key.to_owned(),
        options: String::new(),
        from: game.example(),
        steps: Vec::new(),
        viewer: None,
        below: 1,
        names: [None, None],
        score: None,
        over: false,
        legend: true,
        theme: theme(context.own.theme.as_ref()),
    });
    reply
}

/// Gives a match as an animation.
pub(super) async fn replay(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
) -> Result<Option<Reply>, Stop> {
    let table = find(context, number, Wanted::Anyone).await?;
    // A deal in which something is hidden is shown when it is over.
    let waits = hides_something(&table) && !table.is_over();
    let steps = rows::steps(context.db, context.scope, table.row.number).await?;
    let steps = standing(&steps);
    let facts = table.game.facts();
    let mut reels = Vec::new();
    let mut series = Series::new(table.series.length, Player::One);
    for deal in rows::deals(context.db, context.scope, table.row.number).await? {
        if waits && deal.deal == table.row.deal {
            continue;
        }
        series.first = player_of_number(deal.first_player);
        let points = Seat::ALL.map(|seat| series.points[series.player(seat).index()]);
        let mut names = [None, None];
        for (seat, name) in Seat::ALL.into_iter().zip(&mut names) {
            *name = Some(context.name(table.person(series.player(seat))).await?);
        }
        let steps = steps.iter().filter(|step| step.deal == deal.deal);
        reels.push(Reel {
            from: deal.start,
            steps: steps.map(|step| (step.text.clone(), step.player.is_some())).collect(),
            names,
            over: deal.outcome.is_some(),
            score: table.row.target.map(|_| points),
        });
        if let Some(outcome) = &deal.outcome {
            let outcome = Outcome::parse(outcome, facts.seats, facts.reasons)?;
            series.finish(&outcome, facts.first_seat);
        }
    }
    if reels.is_empty() {
        return refuse(Message::new("replay-hidden"));
    }
    let number = table.row.number;
    let line = Message::new("replay").with("number", number.to_string());
    let reply = Reply {
        text: context.public(&[line]),
        animation: Some(Animation {
            name: format!("{}-{}", table.row.game, number.0),
            game: table.row.game.clone(),
            options: table.row.options.clone(),
            reels,
            theme: theme(context.settings.theme.as_ref()),
        }),
        ..Reply::default()
    };
    context.post(Lane::Answer, Some(number), &reply).await?;
    Ok(None)
}

/// Tells how the chance of a match can be checked, and how the dice have fallen in it and in
/// the chat.
pub(super) async fn dice(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
) -> Result<Option<Reply>, Stop> {
    let table = find(context, number, Wanted::Anyone).await?;
    let number = table.row.number.to_string();
    if !table.game.facts().chance {
        return refuse(Message::new("no-chance-in-this-game").with("number", number));
    }
    let seed = Seed::from_bytes(&table.row.seed.0).context("stored seed")?;
    let steps = rows::steps(context.db, context.scope, table.row.number).await?;
    let steps = standing(&steps);
    let drawn = steps.iter().filter(|step| step.kind == StepKind::Chance).count();
    let mut lines = vec![
        Message::new("dice")
            .with("number", number)
            .with("count", u32::try_from(drawn).unwrap_or(u32::MAX)),
        Message::new("dice-commit").with("commit", seed.commitment()),
        Message::new("dice-event").with("event", table.row.event.as_str()),
    ];
    lines.push(if table.is_over() {
        Message::new("dice-seed").with("seed", seed.to_hex())
    } else {
        Message::new("dice-seed-later")
    });
    let mut of_match = Rolls::default();
    for step in steps.iter().filter(|step| step.kind == StepKind::Chance) {
        of_match.add(&step.text, 1);
    }
    lines.extend(roll_lines(Message::new("dice-match"), &of_match));
    let rolled = rolls::newest(context.db, context.scope, COUNTED_MATCHES).await?;
    let mut of_chat = Rolls::default();
    for (roll, times) in &rolled.rolls {
        of_chat.add(roll, u32::try_from(*times).unwrap_or(u32::MAX));
    }
    if rolled.matches > 1 {
        let heading = Message::new("dice-chat").with("matches", rolled.matches);
        lines.extend(roll_lines(heading, &of_chat));
    }
    post(context, &lines).await
}

/// How dice have fallen, if any have, and whether fair ones would have.
fn roll_lines(heading: Message, rolls: &Rolls) -> Vec<Message> {
    if rolls.rolls == 0 {
        return Vec::new();
    }
    let names = ["one", "two", "three", "four", "five", "six"];
    let faces = names
        .into_iter()
        .zip(rolls.faces)
        .fold(Message::new("dice-faces"), |faces, (name, count)| faces.with(name, count));
    let counts = heading
        .with("rolls", rolls.rolls)
        .with("faces", faces)
        .with("doubles", rolls.percent_of_doubles());
    let fit = rolls.fit().map(|fit| {
        let (share, tenths) = ((fit.share * 100.0) as u32, (fit.chi_square * 10.0).round() as u32);
        let message = match share {
            0 => Message::new("dice-fit-rare"),
            share => Message::new("dice-fit").with("share", share),
        };
        message.with("whole", tenths / 10).with("tenths", tenths % 10)
    });
    [Some(counts), fit].into_iter().flatten().collect()
}
