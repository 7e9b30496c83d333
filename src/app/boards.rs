//! What is posted of a match: captions and pictures.

use super::{
    button::Verb,
    composer::{self, Choices},
    reply::{MOVEMENTS, Picture, Press, Reply},
    service::{Context, Stop},
    settings::theme,
    table::{Table, deal_steps, hides_something, replay},
    texts::Lang,
};
use crate::{
    game::{Actor, Arg, BySeat, Message, Outcome, Player, Reason, Seat},
    store::outbox::Lane,
};
use anyhow::anyhow;

/// A line for each option that is not at its default.
pub(super) fn option_lines(table: &Table) -> Vec<Message> {
    let key = table.game.facts().key;
    table
        .row
        .options
        .split_whitespace()
        .map(|option| Message::new(format!("{key}-option-{}", option.replace('=', "-"))))
        .collect()
}

/// "@boris (Black) to move", or how it ended.
pub(super) async fn next_line(context: &mut Context<'_>, table: &Table) -> Result<Message, Stop> {
    if let Some(text) = &table.row.outcome {
        let outcome = read_outcome(table, text)?;
        return outcome_line(context, table, &outcome).await;
    }
    let Actor::Player(seat) = table.position.actor() else {
        return Err(anyhow!("a chance is due that nobody has drawn").into());
    };
    let next = table.person(table.series.player(seat));
    Ok(Message::new("to-move")
        .with("number", table.row.number.to_string())
        .with("player", context.mention(next).await?)
        .with("seat", table.seat_word(seat)))
}

/// The same, but nobody is called by it.
pub(super) async fn next_line_quietly(
    context: &mut Context<'_>,
    table: &Table,
) -> Result<Message, Stop> {
    let mut line = next_line(context, table).await?;
    for (_, arg) in &mut line.args {
        if let Arg::Mention { name, .. } = arg {
            *arg = Arg::Text(std::mem::take(name));
        }
    }
    Ok(line)
}

fn read_outcome(table: &Table, text: &str) -> Result<Outcome, Stop> {
    let facts = table.game.facts();
    Ok(Outcome::parse(text, facts.seats, facts.reasons)?)
}

pub(super) async fn outcome_line(
    context: &mut Context<'_>,
    table: &Table,
    outcome: &Outcome,
) -> Result<Message, Stop> {
    let reason = outcome.reason.as_str();
    let reason = if Reason::OF_MATCHES.contains(&outcome.reason) {
        Message::new(format!("reason-{reason}"))
    } else {
        Message::new(format!("{}-reason-{reason}", table.game.facts().key))
    };
    let number = table.row.number.to_string();
    Ok(match outcome.winner {
        _ if outcome.reason == Reason::VOID => Message::new("deal-void").with("number", number),
        None => Message::new("deal-drawn").with("number", number).with("reason", reason),
        Some(seat) => Message::new("deal-won")
            .with("number", number)
            .with("player", context.mention(table.person(table.series.player(seat))).await?)
            .with("seat", table.seat_word(seat))
            .with("points", outcome.points)
            .with("reason", reason),
    })
}

pub(super) async fn score_line(context: &mut Context<'_>, table: &Table) -> Result<Message, Stop> {
    let [one, two] = table.series.points;
    Ok(Message::new("score")
        .with("one", context.name(table.person(Player::One)).await?)
        .with("two", context.name(table.person(Player::Two)).await?)
        .with("points_one", one)
        .with("points_two", two))
}

/// What a board shows: a position, and the steps from there that it tells of.
pub(super) struct Board {
    pub(super) from: String,
    pub(super) steps: Vec<String>,
    /// Whether the deal has ended.
    pub(super) over: bool,
}

/// Posts the board: what is told with it, and how things stand.
pub(super) async fn post_board(
    context: &mut Context<'_>,
    table: &Table,
    told: &[Message],
    status: &[Message],
    board: Board,
    lane: Lane,
) -> Result<(), Stop> {
    let tally = table.position.tally().filter(|_| !board.over && !table.is_over());
    let status: Vec<Message> = tally.into_iter().chain(status.iter().cloned()).collect();
    let (text, status) = (context.public(told), context.public(&status));
    let number = table.row.number;
    let buttons = if table.is_over() {
        vec![vec![context.public_press(Verb::Rematch, number, "press-rematch")]]
    } else if board.over {
        Vec::new()
    } else if hides_something(table) {
        // What is legal would tell of a hand.
        let press = |verb, label| context.public_press(verb, number, label);
        vec![vec![press(Verb::Hand, "press-hand"), press(Verb::Board, "press-board")]]
    } else {
        press_rows(context, table, context.chat_lang, composer::begin(&table.position))
    };
    let picture = Some(picture(context, table, board).await?);
    let reply = Reply { text, status, picture, buttons, ..Reply::default() };
    context.post(lane, Some(number), &reply).await
}

/// What can be pressed, as the buttons of a match. What does more than its text tells is told
/// of first.
fn press_rows(
    context: &Context<'_>,
    table: &Table,
    lang: Lang,
    choices: Choices,
) -> Vec<Vec<Press>> {
    let at = (table.row.number, table.row.revision);
    let press =
        |choice: composer::Choice| context.press(lang, choice.verb, at, choice.tail, choice.label);
    let plays = choices.next.iter().any(|choice| choice.verb == Verb::Play);
    let legal = if plays { table.position.legal() } else { Vec::new() };
    let first = |mut choice: composer::Choice| {
        let action = choice.tail.find(&legal);
        if action.is_some_and(|action| table.position.foretold(action).is_some()) {
            choice.verb = Verb::Foretell;
        }
        choice
    };
    let next = choices.next.into_iter().map(first).map(press).collect();
    composer::rows(next, choices.others.into_iter().map(press).collect())
}

/// Goes on with the choice of an action in the place of its board, with what is told of it.
pub(super) async fn choose_on(
    context: &mut Context<'_>,
    table: &Table,
    choices: Choices,
    foretold: Option<Message>,
) -> Result<Reply, Stop> {
    // Of a hidden hand nobody else reads.
    let alone = hides_something(table);
    let mut line = if alone {
        next_line_quietly(context, table).await?
    } else {
        next_line(context, table).await?
    };
    if !choices.chosen.is_empty() {
        let whole = choices.others.iter().any(|choice| choice.verb == Verb::Play);
        let ends = whole && choices.next.is_empty();
        line.id = if ends { "to-move-whole" } else { "to-move-so-far" }.into();
        let called = table.position.called(&choices.chosen.join(" "));
        let movements = called.map_or_else(|| Arg::from(last_of(&choices.chosen)), Arg::from);
        line = line.with("movements", movements);
    }
    if let Some(foretold) = foretold {
        line.id = "to-move-foretold".into();
        line = line.with("foretold", foretold);
    }
    let (status, lang) = if alone {
        (context.private(&[line]).text, context.own_lang)
    } else {
        (context.public(&[line]), context.chat_lang)
    };
    let buttons = press_rows(context, table, lang, choices);
    Ok(Reply { status, buttons, in_place: true, ..Reply::default() })
}

/// What a player alone may see of a match, turned to the player, with what can be played now.
pub(super) async fn own_view(
    context: &mut Context<'_>,
    table: &Table,
    player: Player,
) -> Result<Reply, Stop> {
    let seat = table.series.seat(player);
    let steps = deal_steps(context, table).await?;
    let (from, last) = replay(table, &steps)?;
    let board = Board { from: from.text(), steps: last, over: false };
    let picture = picture(context, table, board).await?;
    let number = if seat == Seat::First { 1 } else { 2 };
    let colours = context.own.theme.as_ref().or(context.settings.theme.as_ref());
    let picture = Picture {
        name: format!("{}-{}", picture.name, table.game.facts().seats[seat]),
        viewer: Some(number),
        below: number,
        theme: theme(colours),
        ..picture
    };
    let line = Message::new("hand").with("number", table.row.number.to_string());
    // Whoever looks at a hand reminds nobody.
    let status = next_line_quietly(context, table).await?;
    let buttons = match table.position.actor() {
        Actor::Player(next) if next == seat => {
            press_rows(context, table, context.own_lang, composer::begin(&table.position))
        }
        _ => Vec::new(),
    };
    let status = context.private(&[status]).text;
    Ok(Reply { status, picture: Some(picture), buttons, ..context.private(&[line]) })
}

/// The movements that were chosen last, as many as there is room for.
fn last_of(movements: &[String]) -> String {
    let text = movements.join(" ");
    match text.chars().count().saturating_sub(MOVEMENTS) {
        0 => text,
        missing => format!("…{}", text.chars().skip(missing).collect::<String>()),
    }
}

async fn picture(context: &mut Context<'_>, table: &Table, board: Board) -> Result<Picture, Stop> {
    let mut names = BySeat::new(None, None);
    for seat in Seat::ALL {
        let person = table.person(table.series.player(seat));
        names[seat] = Some(context.name(person).await?);
    }
    let score = table
        .row
        .target
        .map(|_| Seat::ALL.map(|seat| table.series.points[table.series.player(seat).index()]));
    Ok(Picture {
        name: format!("{}-{}-{:03}", table.row.game, table.row.number.0, table.row.revision),
        game: table.row.game.clone(),
        options: table.row.options.clone(),
        from: board.from,
        steps: board.steps,
        viewer: None,
        below: if context.settings.turn { mover_number(table) } else { 1 },
        names: names.0,
        score,
        over: board.over,
        legend: context.settings.legend,
        theme: theme(context.settings.theme.as_ref()),
    })
}

/// The number of the seat that is to move; the first one when nobody is.
fn mover_number(table: &Table) -> u8 {
    match table.position.actor() {
        Actor::Player(Seat::Second) => 2,
        Actor::Player(Seat::First) | Actor::Chance | Actor::Over => 1,
    }
}
