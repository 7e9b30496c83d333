//! Laws of what a viewer may not see.

use super::{face, legal, samples, view};
use kosti::{
    game::{Actor, Entropy, OptionSet, Seat, SplitMix, Step},
    games::{Drawn, View},
};
use std::collections::HashMap;

/// Games of each variant.
const GAMES: u32 = 4;
/// Those who look: the seats and a spectator.
pub(super) const VIEWERS: [Option<Seat>; 3] = [Some(Seat::First), Some(Seat::Second), None];

/// A viewer's position is all that reaches the viewer: whatever may lie hidden, the view,
/// its texts, scene and diagram are the same. A player sees all of what the own turn
/// needs.
pub(super) fn hides_what_a_viewer_may_not_see<P: Drawn>() {
    let (mut hidden, mut drawn) = (false, false);
    for sample in samples::<P>(GAMES) {
        let mut entropy = SplitMix::new(sample.seed);
        for position in sample.positions() {
            for viewer in VIEWERS {
                let (hides, others) = view_of(position, viewer, &sample.options, &mut entropy);
                hidden |= hides;
                drawn |= others;
            }
        }
        for (position, step) in &sample.played.steps {
            match step {
                Step::Chance(_) if position.chances().is_none() => {
                    deals_look_alike(position, &mut entropy);
                }
                Step::Chance(_) => {}
                Step::Action(action) => {
                    let said = position.action_text(action);
                    actions_look_alike(position, &said, &sample.options, &mut entropy);
                }
            }
        }
    }
    assert_eq!((hidden, drawn), (P::FACTS.hidden_hands, P::FACTS.hidden_hands));
}

/// Checks one view and says whether something is hidden in it, and whether something else
/// than the truth was drawn for it.
fn view_of<P: Drawn>(
    position: &P,
    viewer: Option<Seat>,
    options: &OptionSet,
    entropy: &mut dyn Entropy,
) -> (bool, bool) {
    let text = position.to_text();
    let view = position.hide(viewer);
    assert_eq!(view.hide(viewer), view, "{text}");
    assert_eq!(
        P::from_text(&view.to_text(), &P::options(options)).as_ref().ok(),
        Some(&view),
        "{text}"
    );
    assert_eq!(view.actor(), position.actor(), "{text}");
    assert_eq!(view.outcome(), position.outcome(), "{text}");
    if let Some(seat) = viewer
        && position.actor() == Actor::Player(seat)
    {
        assert_eq!(legal(&view), legal(position), "{text}");
    }
    let hides = view != *position;
    // What is hidden from a player is hidden from a spectator.
    assert_eq!(view.hide(None), position.hide(None), "{text}");

    let shown = shown(&view, viewer);
    let erased = face::<P>();
    let mut others = false;
    for _ in 0..8 {
        let whole = position.determinize(viewer, entropy);
        others |= whole != *position;
        assert_eq!(whole.hide(viewer), view, "{text}");
        assert_eq!(whole.determinize(viewer, entropy).hide(viewer), view, "{text}");
        assert_eq!(view.determinize(viewer, entropy).hide(viewer), view, "{text}");
        assert!(
            P::from_text(&whole.to_text(), &P::options(options)).is_ok(),
            "{}",
            whole.to_text()
        );
        // The same through the face that the application sees, which hides by itself.
        let whole = erased.read(options, &whole.to_text()).expect("a position");
        assert_eq!(whole.hide(viewer).text(), view.to_text(), "{text}");
        for (show, (scene, diagram)) in shows(viewer).iter().zip(&shown) {
            assert_eq!(whole.scene(show, &[]).as_ref(), Ok(scene), "{text}");
            assert_eq!(whole.diagram(show), *diagram, "{text}");
        }
    }
    assert!(hides || !others, "{text}");
    (hides, others)
}

/// Both orientations.
fn shows(viewer: Option<Seat>) -> [View; 2] {
    Seat::ALL.map(|below| view(viewer, below))
}

fn shown<P: Drawn>(view: &P, viewer: Option<Seat>) -> Vec<(kosti_render::Scene, String)> {
    shows(viewer).iter().map(|show| (view.scene(show, &[]), view.diagram(show))).collect()
}

/// An action shows the same to a viewer whatever lies hidden, unless it ends the deal.
fn actions_look_alike<P: Drawn>(
    position: &P,
    action: &str,
    options: &OptionSet,
    entropy: &mut dyn Entropy,
) {
    let face = face::<P>();
    let erased = |position: &P| face.read(options, &position.to_text()).expect("a position");
    let steps = [action.to_owned()];
    let after = erased(position).after(action).expect("a legal action");
    for viewer in VIEWERS {
        let whole = erased(&position.determinize(viewer, entropy));
        // The one who acts may have to hold other cards.
        let Ok(other) = whole.after(action) else { continue };
        if [after.actor(), other.actor()].contains(&Actor::Over) {
            continue;
        }
        assert_eq!(other.hide(viewer).text(), after.hide(viewer).text());
        for show in shows(viewer) {
            let scene = erased(position).scene(&show, &steps);
            assert_eq!(whole.scene(&show, &steps), scene, "{}", after.text());
        }
    }
}

/// Two deals that a viewer cannot tell apart behind them are marked alike too.
fn deals_look_alike<P: Drawn>(position: &P, entropy: &mut dyn Entropy) {
    for viewer in VIEWERS {
        let [view, _] = shows(viewer);
        let mut seen = HashMap::new();
        for _ in 0..200 {
            let Some(chance) = position.sample(entropy) else { continue };
            let step = Step::Chance(chance);
            let mut after = position.clone();
            after.apply_unchecked(&step);
            let after = after.hide(viewer);
            let scene = after.scene(&view, &[(position.hide(viewer), step)]);
            let known = seen.entry(after.to_text()).or_insert_with(|| scene.clone());
            assert_eq!(*known, scene, "{}", after.to_text());
        }
    }
}
