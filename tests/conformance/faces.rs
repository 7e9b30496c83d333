//! The face without types says what the types say.

use super::{face, hidden::VIEWERS, legal, samples, view};
use kosti::{
    game::{
        Actor, Notation, ReadError, Record, Refusal, Seat, SplitMix, Step, Written, perft, replay,
        write_record,
    },
    games::{AnyPosition, Continuation, Drawn, ReadFault},
};

/// Games of each variant.
const GAMES: u32 = 3;
/// More actions are not counted two levels deep where rolls multiply them.
const MANY: u64 = 30;

/// Every answer of the face along a game, and its replay.
pub(super) fn says_the_same_without_its_types<P: Drawn>() {
    let game = face::<P>();
    assert_eq!(game.facts().key, P::FACTS.key);
    assert_eq!(game.refusal_ids(), P::Refusal::IDS);
    assert!(game.read(&kosti::game::OptionSet::defaults(P::FACTS), "nowhere").is_err());
    for sample in samples::<P>(GAMES) {
        let mut erased = game.start(&sample.options, sample.deal);
        let mut texts = Vec::new();
        let mut steps = Vec::new();
        for (position, step) in &sample.played.steps {
            same(position, &erased);
            let read = game.read(&sample.options, &position.to_text()).expect("a position");
            assert_eq!(read.text(), position.to_text());
            let (by, text) = match step {
                Step::Action(action) => (position.actor(), position.action_text(action)),
                Step::Chance(chance) => (position.actor(), position.chance_text(chance)),
            };
            let by = if let Actor::Player(seat) = by { Some(seat) } else { None };
            steps.push(Written { by, text: text.clone() });
            erased = erased.after(&text).expect("a legal step");
            texts.push(text);
        }
        same(&sample.played.end, &erased);

        // The steps of the whole game are marked as they are by the types.
        for viewer in VIEWERS {
            let view = view(viewer, Seat::First);
            let since: Vec<_> = sample
                .played
                .steps
                .iter()
                .map(|(before, step)| (before.hide(viewer), step.clone()))
                .collect();
            let scene = sample.played.end.hide(viewer).scene(&view, &since);
            let start = game.start(&sample.options, sample.deal);
            assert_eq!(start.scene(&view, &texts), Ok(scene));
            assert!(start.scene(&view, &["zzz".to_owned()]).is_err());
        }

        let record = write_record(&[("Deal", &sample.deal.get().to_string())], &steps);
        let [record] = &Record::parse_all(&record).expect("a record")[..] else {
            panic!("not one record")
        };
        let typed = replay::<P>(record, &P::options(&sample.options));
        let found = game.replay(&sample.options, record);
        assert_eq!(found.position.map(|end| end.text()), typed.position.map(|end| end.to_text()));
        assert_eq!(
            (found.steps, found.outcome, found.failure),
            (typed.steps, typed.outcome, typed.failure)
        );
    }
}

fn same<P: Drawn>(position: &P, erased: &AnyPosition) {
    let text = position.to_text();
    assert_eq!(erased.facts().key, P::FACTS.key);
    assert_eq!(erased.text(), text);
    assert_eq!(erased.boxed().text(), text);
    assert_eq!(erased.actor(), position.actor(), "{text}");
    assert_eq!(erased.outcome(), position.outcome(), "{text}");
    for seat in Seat::ALL {
        assert_eq!(erased.concede(seat), position.concede(seat), "{text}");
    }
    let list = texts(position);
    assert_eq!(erased.legal(), list, "{text}");
    for depth in 0..=2 {
        // A deal has too many kinds.
        let few = || perft(position, 1).is_none_or(|count| count <= MANY);
        if depth < 2 || !P::FACTS.chance || few() {
            assert_eq!(erased.perft(depth), perft(position, depth), "{text}");
        }
    }
    assert!(position.actor() != Actor::Over || erased.perft(1) == Some(0), "{text}");
    let drawn = position.sample(&mut SplitMix::new(5)).map(|chance| position.chance_text(&chance));
    assert_eq!(erased.sample(&mut SplitMix::new(5)), drawn, "{text}");
    continued(position, erased, &mut Vec::new());

    for typed in list.iter().map(String::as_str).chain(["", "zzz", "a1", "1", "pass", "a1a3a5"]) {
        let expected = match position.read_action(typed) {
            Ok(action) => Ok(position.action_text(&action)),
            Err(ReadError::Syntax) => Err(ReadFault::Syntax),
            Err(ReadError::Illegal(refusal)) => Err(ReadFault::Illegal(refusal.message())),
            Err(ReadError::Ambiguous(actions)) => Err(ReadFault::Ambiguous(
                actions.iter().map(|action| position.action_text(action)).collect(),
            )),
        };
        assert_eq!(erased.read_action(typed), expected, "{typed:?} in {text}");
        // Only exact texts are steps.
        assert_eq!(
            erased.after(typed).is_ok(),
            list.iter().any(|known| known == typed),
            "{typed:?} in {text}"
        );
    }
    for (action, said) in legal(position).into_iter().zip(&list) {
        let mut after = position.clone();
        after.apply_unchecked(&Step::Action(action));
        assert_eq!(erased.after(said).map(|after| after.text()).ok(), Some(after.to_text()));
    }
    for viewer in VIEWERS {
        let seen = position.hide(viewer);
        assert_eq!(erased.hide(viewer).text(), seen.to_text());
        assert_eq!(erased.hide(viewer).legal(), texts(&seen));
        for below in Seat::ALL {
            let view = view(viewer, below);
            assert_eq!(erased.scene(&view, &[]), Ok(seen.scene(&view, &[])));
            assert_eq!(erased.diagram(&view), seen.diagram(&view));
        }
    }
}

fn texts<P: Notation>(position: &P) -> Vec<String> {
    legal(position).iter().map(|action| position.action_text(action)).collect()
}

/// The same continuations of every prefix.
fn continued<P: Drawn>(position: &P, erased: &AnyPosition, prefix: &mut Vec<P::Movement>) {
    let said: Vec<String> =
        (0..prefix.len()).map(|at| position.movement_text(&prefix[..at], &prefix[at])).collect();
    let next = position.next(prefix);
    let expected: Vec<Continuation> = next
        .iter()
        .map(|movement| {
            let whole: Vec<_> = prefix.iter().chain([movement]).cloned().collect();
            Continuation {
                movement: position.movement_text(prefix, movement),
                action: position.composed(&whole).map(|action| position.action_text(&action)),
            }
        })
        .collect();
    assert_eq!(erased.next(&said), expected, "{said:?} in {}", position.to_text());
    for movement in next {
        prefix.push(movement);
        continued(position, erased, prefix);
        prefix.pop();
    }
}
