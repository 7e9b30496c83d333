//! Laws of how positions look.

use super::{face, hidden::VIEWERS, samples};
use kosti::{
    game::{Actor, BySeat, OptionSet, Seat, Step},
    games::{Drawn, View},
};
use kosti_render::{Orientation, Theme, png};

/// Games of each variant.
const GAMES: u32 = 10;
/// Pictures of each variant.
const PICTURES: usize = 6;

fn views() -> Vec<View> {
    let names = BySeat::new(Some("Анна".to_owned()), None);
    VIEWERS
        .into_iter()
        .flat_map(|viewer| Seat::ALL.map(|below| (viewer, below)))
        .map(|(viewer, below)| View {
            viewer,
            below,
            names: names.clone(),
            score: (below == Seat::First).then_some(BySeat::new(3, 0)),
            over: false,
            open: false,
            legend: false,
        })
        .collect()
}

/// There is a scene and a diagram of every position for every viewer, with and without
/// the steps that led there; it is turned as wanted, names and score stand in it, and it
/// says whose turn it is.
pub(super) fn shows_every_position<P: Drawn>() {
    let views = views();
    for sample in samples::<P>(GAMES) {
        for (at, position) in sample.positions().enumerate() {
            for view in &views {
                let seen = position.hide(view.viewer);
                let since: Vec<_> = sample.played.steps[at.saturating_sub(3)..at]
                    .iter()
                    .map(|(before, step)| (before.hide(view.viewer), step.clone()))
                    .collect();
                for since in [&[][..], &since] {
                    let scene = seen.scene(view, since);
                    let orientation = match view.below {
                        Seat::First => Orientation::FirstBelow,
                        Seat::Second => Orientation::SecondBelow,
                    };
                    assert_eq!(scene.orientation, orientation);
                    for seat in Seat::ALL {
                        let strip = &scene.strips[seat.index()];
                        assert_eq!(strip.name, view.names[seat]);
                        assert_eq!(strip.score, view.score.map(|score| score[seat]));
                        match position.actor() {
                            Actor::Player(actor) => assert_eq!(strip.to_move, seat == actor),
                            Actor::Over => assert!(!strip.to_move),
                            Actor::Chance => {}
                        }
                    }
                }
                // Given up: nobody is to move, whatever the rules say.
                let ended = seen.scene(&View { over: true, ..view.clone() }, &[]);
                assert!(ended.strips.iter().all(|strip| !strip.to_move), "{}", seen.to_text());
                let diagram = seen.diagram(view);
                assert!(!diagram.trim().is_empty(), "{}", seen.to_text());
            }
        }
    }
}

/// What is shown with the rules is a position by the usual options, and can be drawn.
pub(super) fn shows_an_example<P: Drawn>() {
    let game = face::<P>();
    let position = game.read(&OptionSet::defaults(P::FACTS), &game.example()).expect("a position");
    assert_eq!(position.text(), game.example());
    let view = View { legend: true, ..views().remove(0) };
    let scene = position.scene(&view, &[]).expect("no step is illegal");
    assert!(png(&scene, Theme::Birch).expect("a picture").starts_with(b"\x89PNG"));
}

/// A sample of the scenes can be drawn, the last actions marked.
pub(super) fn draws_pictures<P: Drawn>() {
    let views = views();
    for sample in samples::<P>(1) {
        let steps = &sample.played.steps;
        for picture in 0..PICTURES {
            let at = steps.len() * picture / (PICTURES - 1);
            let view = &views[picture % views.len()];
            let before: &[(P, Step<_, _>)] = &steps[at.saturating_sub(1)..at];
            let since: Vec<_> = before
                .iter()
                .map(|(before, step)| (before.hide(view.viewer), step.clone()))
                .collect();
            let position = steps.get(at).map_or(&sample.played.end, |(position, _)| position);
            let scene = position.hide(view.viewer).scene(view, &since);
            let file = png(&scene, Theme::Birch).expect("a picture");
            assert!(file.starts_with(b"\x89PNG\r\n\x1a\n"), "{}", position.to_text());
        }
    }
}
