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
    let mut hidden_somewhere = false;
    for sample in samples::<P>(GAMES) {
        let mut entropy = SplitMix::new(sample.seed);
        for position in sample.positions() {
            for viewer in VIEWERS {
                hidden_somewhere |= view_of(position, viewer, &sample.options, &mut entropy);
            }
        }
        for (position, step) in &sample.played.steps {
            if matches!(step, Step::Chance(_)) && position.chances().is_none() {
                deals_look_alike(position, &mut entropy);
            }
        }
    }
    assert_eq!(hidden_somewhere, P::FACTS.hidden_hands);
}

/// Checks one view and says whether something is hidden in it.
fn view_of<P: Drawn>(
    position: &P,
    viewer: Option<Seat>,
    options: &OptionSet,
    entropy: &mut dyn Entropy,
) -> bool {
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
    let mut others = 0;
    for _ in 0..8 {
        let whole = position.determinize(viewer, entropy);
        others += usize::from(whole != *position);
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
    // (Only a hand that can be but one way is always the same.)
    assert!(hides || others == 0, "{text}");
    hides
}

/// Both orientations.
fn shows(viewer: Option<Seat>) -> [View; 2] {
    Seat::ALL.map(|below| view(viewer, below))
}

fn shown<P: Drawn>(view: &P, viewer: Option<Seat>) -> Vec<(kosti_render::Scene, String)> {
    shows(viewer).iter().map(|show| (view.scene(show, &[]), view.diagram(show))).collect()
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
