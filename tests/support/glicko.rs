//! Glicko-2 once more, written from the paper alone (glicko.net/glicko/glicko2.pdf): the
//! volatility by bisection instead of the paper's own iteration.

/// Rating, deviation, volatility.
pub type Numbers = (f64, f64, f64);

const SCALE: f64 = 173.7178;
const TAU: f64 = 0.5;

/// Step 2 to 8, for games against opponents of a rating and deviation with a score.
pub fn period((rating, deviation, volatility): Numbers, games: &[(f64, f64, f64)]) -> Numbers {
    let mu = (rating - 1500.0) / SCALE;
    let phi = deviation / SCALE;
    let mut information = 0.0;
    let mut surprise = 0.0;
    for (opponent, unsure, score) in games {
        let mu_j = (opponent - 1500.0) / SCALE;
        let phi_j = unsure / SCALE;
        let g = 1.0 / (1.0 + 3.0 * phi_j * phi_j / std::f64::consts::PI.powi(2)).sqrt();
        let expected = 1.0 / (1.0 + (-g * (mu - mu_j)).exp());
        information += g * g * expected * (1.0 - expected);
        surprise += g * (score - expected);
    }
    let v = 1.0 / information;
    let delta = v * surprise;
    let f = |x: f64| {
        let e = x.exp();
        let sum = phi * phi + v + e;
        e * (delta * delta - sum) / (2.0 * sum * sum)
            - (x - (volatility * volatility).ln()) / (TAU * TAU)
    };
    // f falls from above 0 to below it.
    let (mut low, mut high) = (-30.0, 10.0);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if f(middle) > 0.0 { low = middle } else { high = middle }
    }
    let volatility = (low / 2.0).exp();
    let before = phi * phi + volatility * volatility;
    let phi = 1.0 / (1.0 / before + information).sqrt();
    let mu = mu + phi * phi * surprise;
    (mu * SCALE + 1500.0, phi * SCALE, volatility)
}

/// The deviation after so many days without a match; five are a period.
pub fn rested((rating, deviation, volatility): Numbers, days: f64) -> Numbers {
    let phi = deviation / SCALE;
    let grown = (phi * phi + volatility * volatility * days / 5.0).sqrt() * SCALE;
    (rating, grown.min(350.0), volatility)
}
