//! What tests of single rules share: what is typed against a position, and what comes of it.

use kosti::{
    game::{Arg, BySeat, Message, Notation, OptionSet, ReadError, Refusal, Seat, Step},
    games::{Drawn, View},
};

/// A position with these options.
pub fn read<P: Notation>(text: &str, options: &str) -> P {
    let options = OptionSet::parse(P::FACTS, options.split_whitespace()).expect("options");
    let position = P::from_text(text, &P::options(&options));
    position.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The texts of all legal actions.
pub fn legal<P: Notation>(position: &P) -> Vec<String> {
    let mut legal = Vec::new();
    position.legal(&mut legal);
    legal.iter().map(|action| position.action_text(action)).collect()
}

/// The canonical text of what was typed, and the position after it.
pub fn played<P: Notation>(position: &P, typed: &str) -> (String, String) {
    let action = position.read_action(typed);
    let action =
        action.unwrap_or_else(|fault| panic!("{typed} in {}: {fault:?}", position.to_text()));
    let mut after = position.clone();
    after.apply(&Step::Action(action.clone())).expect("a legal action");
    (position.action_text(&action), after.to_text())
}

/// The sentence by which a text is refused, without what could be played instead: its key without
/// the name of the game, and its arguments.
pub fn refused<P: Notation>(position: &P, typed: &str) -> String {
    let Err(ReadError::Illegal(refusal)) = position.read_action(typed) else {
        panic!("{typed} is not refused in {}", position.to_text())
    };
    let mut message = refusal.message();
    if let Some((_, Arg::Said(inner))) = message.args.first() {
        message = (**inner).clone();
    }
    said(&message, P::FACTS.key)
}

/// A sentence of a game by its key without the name of the game, and its arguments.
pub fn said(message: &Message, game: &str) -> String {
    let id = message.id.strip_prefix(game).and_then(|id| id.strip_prefix('-'));
    let id = id.expect("a key of the game").to_owned();
    message.args.iter().fold(id, |text, (_, arg)| match arg {
        Arg::Text(arg) => format!("{text} {arg}"),
        Arg::Number(arg) => format!("{text} {arg}"),
        Arg::Said(inner) => format!("{text} {}", said(inner, game)),
        other => panic!("{other:?}"),
    })
}

/// Which of several actions are meant.
pub fn ambiguous<P: Notation>(position: &P, typed: &str) -> Vec<String> {
    let Err(ReadError::Ambiguous(actions)) = position.read_action(typed) else {
        panic!("{typed} is not ambiguous in {}", position.to_text())
    };
    actions.iter().map(|action| position.action_text(action)).collect()
}

/// A plain view.
pub fn view() -> View {
    View {
        viewer: None,
        below: Seat::First,
        names: BySeat::new(None, None),
        score: None,
        over: false,
        open: false,
        legend: false,
    }
}

/// What is told of an action that was typed: each sentence by its key without the name of the game,
/// and its arguments.
pub fn remarks<P: Drawn>(position: &P, typed: &str) -> Vec<String> {
    let Ok(action) = position.read_action(typed) else { panic!("{typed}") };
    let step = Step::Action(action);
    let mut after = position.clone();
    after.apply(&step).expect("a legal action");
    let remarks = after.remarks(position, &step);
    let known = |message: &Message| P::REMARKS.contains(&message.id.as_ref());
    assert!(remarks.iter().all(known), "{remarks:?}");
    remarks.iter().map(|message| said(message, P::FACTS.key)).collect()
}
