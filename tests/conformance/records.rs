//! Laws of records: what was played comes back from its text.

use super::{Sample, samples, variants};
use kosti::{
    game::{
        Actor, FailureKind, Notation, OptionSet, Outcome, Reason, Record, Replay, Seat, Step,
        Written, replay, write_record,
    },
    games::Drawn,
};

/// Games of each variant.
const GAMES: u32 = 10;

/// A record with the tags of a match.
fn record<P: Notation>(sample: &Sample<P>, tags: &[(&str, &str)], steps: &[Written]) -> String {
    let (options, deal) = (sample.options.text(), sample.deal.get().to_string());
    let names = [("White", "Анна \"Аня\""), ("Black", "back\\slash"), ("Date", "2026.11.29")];
    let mut all = vec![("Game", P::FACTS.key), ("Deal", deal.as_str())];
    if !options.is_empty() {
        all.push(("Options", options.as_str()));
    }
    all.extend(names);
    all.extend(tags);
    write_record(&all, steps)
}

fn written<P: Notation>(sample: &Sample<P>) -> Vec<Written> {
    let steps = &sample.played.steps;
    steps
        .iter()
        .map(|(position, step)| match (step, position.actor()) {
            (Step::Chance(chance), _) => Written { by: None, text: position.chance_text(chance) },
            (Step::Action(action), Actor::Player(seat)) => {
                Written { by: Some(seat), text: position.action_text(action) }
            }
            (Step::Action(action), actor) => panic!("{action:?} by {actor:?}"),
        })
        .collect()
}

/// Reads the options from the tag, as a reader of the file would.
fn replayed<P: Notation>(record: &Record) -> Replay<P> {
    assert_eq!(record.tag("Game"), Some(P::FACTS.key));
    assert_eq!(record.tag("White"), Some("Анна \"Аня\""));
    assert_eq!(record.tag("Black"), Some("back\\slash"));
    let options = record.tag("Options").unwrap_or_default().split_whitespace();
    let options = OptionSet::parse(P::FACTS, options).expect("options");
    replay::<P>(record, &P::options(&options))
}

fn one(text: &str) -> Record {
    let [record] = &Record::parse_all(text).expect("a record")[..] else {
        panic!("not one record: {text}")
    };
    record.clone()
}

/// The whole of what was played, and no failure.
fn assert_replayed<P: Notation>(
    text: &str,
    record: &Record,
    end: &P,
    steps: &[Written],
    outcome: Option<Outcome>,
) {
    let found = replayed::<P>(record);
    assert_eq!(found.failure, None, "{text}");
    assert_eq!(found.position.as_ref(), Some(end), "{text}");
    assert_eq!(found.steps, steps, "{text}");
    assert_eq!(found.outcome, outcome, "{text}");
}

/// A game whole, cut off in the middle, given up there, and begun there.
pub(super) fn replays_its_records<P: Drawn>() {
    for sample in samples::<P>(GAMES) {
        let (steps, end) = (&sample.played.steps, &sample.played.end);
        let all = written(&sample);
        let outcome = end.outcome();
        let result = outcome.map_or_else(String::new, |outcome| outcome.text(P::FACTS.seats));
        let text = record(&sample, &[("Result", &result)], &all);
        assert_replayed(&text, &one(&text), end, &all, outcome);
        let text = record(&sample, &[], &all);
        assert_replayed(&text, &one(&text), end, &all, outcome);

        // Cut off at every place in turn of the games.
        for cut in (sample.seed as usize % 7..steps.len()).step_by(7) {
            let (before, after) = all.split_at(cut);
            let middle = &steps[cut].0;
            let text = record(&sample, &[("Result", "none")], before);
            assert_replayed(&text, &one(&text), middle, before, None);

            let resigned = Outcome { reason: Reason::RESIGN, ..middle.concede(Seat::First) };
            let said = resigned.text(P::FACTS.seats);
            let text = record(&sample, &[("Result", &said)], before);
            assert_replayed(&text, &one(&text), middle, before, Some(resigned));

            let start = middle.to_text();
            let text = record(&sample, &[("Start", &start), ("Result", &result)], after);
            assert_replayed(&text, &one(&text), end, after, outcome);
        }
    }
}

/// The deals of a match stand one after another in a text, the last one cut off.
pub(super) fn replays_matches_of_several_deals<P: Drawn>() {
    for options in variants::<P>() {
        for game in 0..u64::from(GAMES) {
            let deals: Vec<Sample<P>> = (1..=4)
                .map(|number| Sample::new(&options, number, 100 * game + u64::from(number)))
                .collect();
            let played: Vec<_> = deals
                .iter()
                .map(|sample| {
                    let last = sample.deal.get() == 4;
                    let steps = &sample.played.steps;
                    let cut = if last { steps.len() / 2 } else { steps.len() };
                    let end = steps.get(cut).map_or(&sample.played.end, |(position, _)| position);
                    (sample, written(sample)[..cut].to_vec(), end)
                })
                .collect();
            let text: String = played
                .iter()
                .map(|(sample, steps, _)| record(sample, &[], steps))
                .collect::<Vec<_>>()
                .join("\n");
            let records = Record::parse_all(&text).expect("records");
            assert_eq!(records.len(), played.len(), "{text}");
            for (record, (sample, steps, end)) in records.iter().zip(&played) {
                assert_eq!(record.tag("Deal"), Some(sample.deal.get().to_string().as_str()));
                assert_replayed(&text, record, *end, steps, end.outcome());
            }
        }
    }
}

/// A deal that was given up before its first step stays a record of its own.
pub(super) fn keeps_deals_without_steps_apart<P: Drawn>() {
    for sample in samples::<P>(1) {
        let (all, start) = (written(&sample), &sample.played.steps[0].0);
        let given_up = Outcome { reason: Reason::RESIGN, ..start.concede(Seat::First) };
        let tags = [("Result", &*given_up.text(P::FACTS.seats))];
        let text = [record(&sample, &tags, &[]), record(&sample, &[], &all)].join("\n");
        let records = Record::parse_all(&text).expect("records");
        assert_eq!(records.len(), 2, "{text}");
        assert_replayed(&text, &records[0], start, &[], Some(given_up));
        let end = &sample.played.end;
        assert_replayed(&text, &records[1], end, &all, end.outcome());
    }
}

/// A replay gives what could be played and the first failure with its place.
pub(super) fn names_what_cannot_be_replayed<P: Drawn>() {
    for sample in samples::<P>(GAMES) {
        let (steps, end) = (&sample.played.steps, &sample.played.end);
        let all = written(&sample);
        let outcome = end.outcome().expect("the game has ended");
        let fails = |tags: &[(&str, &str)], list: &[Written]| {
            let text = record(&sample, tags, list);
            let found = replayed::<P>(&one(&text));
            let failure = found.failure.unwrap_or_else(|| panic!("no failure: {text}"));
            assert_eq!(failure.played, found.steps.len(), "{text}");
            assert_eq!(found.steps, list[..failure.played], "{text}");
            (failure, found.position)
        };

        let mut longer = all.clone();
        longer.push(all[all.len() - 1].clone());
        let (failure, position) = fails(&[], &longer);
        assert!(matches!(failure.kind, FailureKind::AfterEnd(_)), "{failure:?}");
        assert_eq!((failure.played, position.as_ref()), (all.len(), Some(end)));

        for at in (0..all.len()).step_by(5) {
            let mut faulty = all.clone();
            faulty[at].text = "zzz".to_owned();
            let (failure, position) = fails(&[], &faulty);
            let place = failure.place.expect("a place in the text");
            assert_eq!((failure.played, position.as_ref()), (at, Some(&steps[at].0)));
            let text = record(&sample, &[], &faulty);
            let line = text.lines().nth(place.line as usize - 1).expect("a line");
            let found: String = line.chars().skip(place.column as usize - 1).take(3).collect();
            assert_eq!(found, "zzz", "{text}");
            let chance = matches!(steps[at].1, Step::Chance(_));
            let named = match failure.kind {
                FailureKind::Unreadable(said) => !chance && said == "zzz",
                FailureKind::Chance(said) => chance && said == "zzz",
                _ => false,
            };
            assert!(named, "{text}");
        }

        let winner = if outcome.winner == Some(Seat::First) { Seat::Second } else { Seat::First };
        let other = Outcome { winner: Some(winner), points: outcome.points.max(1), ..outcome };
        let (said, found) = (other.text(P::FACTS.seats), outcome.text(P::FACTS.seats));
        let (failure, _) = fails(&[("Result", &said)], &all);
        assert_eq!(failure.kind, FailureKind::Result { said: said.clone(), found });
        let (failure, _) = fails(&[("Result", &said)], &all[..all.len() - 1]);
        assert_eq!(failure.kind, FailureKind::Result { said, found: "none".to_owned() });
        let (failure, _) = fails(&[("Result", "nobody 1 count")], &all);
        assert!(matches!(failure.kind, FailureKind::ResultText(_)), "{failure:?}");
        let (failure, position) = fails(&[("Start", "nowhere")], &all);
        assert!(matches!(failure.kind, FailureKind::Start(_)), "{failure:?}");
        assert_eq!((failure.played, position), (0, None));
    }
}
