//! How dice have fallen, and how often fair dice fall so unevenly.

/// Faces of a die.
const FACES: usize = 6;
/// Fewer of each face than this, at an even share, say nothing yet: the usual rule for the
/// chi-square test.
const ENOUGH: f64 = 5.0;

/// What has been rolled with two dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rolls {
    /// How many times.
    pub rolls: u32,
    /// How many of them were doubles.
    pub doubles: u32,
    /// How often each face came, 1 first.
    pub faces: [u32; FACES],
}

/// How well dice fit those that are fair.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// How far the counts stray from even ones, by Pearson.
    pub chi_square: f64,
    /// How often fair dice stray as far or farther.
    pub share: f64,
}

impl Rolls {
    /// Counts a roll that came so many times, by its text: `6-5`. Other chances are not
    /// counted.
    pub fn add(&mut self, roll: &str, times: u32) {
        let face = |text: &str| {
            let face: usize = text.parse().ok()?;
            (text.len() == 1 && (1..=FACES).contains(&face)).then(|| face - 1)
        };
        let dice = roll.split_once('-').and_then(|(one, two)| face(one).zip(face(two)));
        let Some((one, two)) = dice else { return };
        self.rolls += times;
        self.doubles += if one == two { times } else { 0 };
        self.faces[one] += times;
        self.faces[two] += times;
    }

    /// The doubles in a hundred rolls.
    #[must_use]
    pub fn percent_of_doubles(&self) -> u32 {
        (self.doubles * 100 + self.rolls / 2).checked_div(self.rolls).unwrap_or(0)
    }

    /// How well the faces fit fair dice; `None` while there are too few of them.
    #[must_use]
    pub fn fit(&self) -> Option<Fit> {
        let even = f64::from(self.faces.iter().sum::<u32>()) / FACES as f64;
        if even < ENOUGH {
            return None;
        }
        let strays = |count: u32| (f64::from(count) - even).powi(2) / even;
        let chi_square = self.faces.into_iter().map(strays).sum();
        Some(Fit { chi_square, share: exceeding(chi_square, FACES as u32 - 1) })
    }
}

/// How often a chi-square of so many degrees of freedom is as high or higher: the regularised
/// upper incomplete gamma function Q(freedom / 2, value / 2).
///
/// By recurrence from its value for 1 or 2 degrees of freedom,
/// Q(a + 1, x) = Q(a, x) + x^a e^-x / Γ(a + 1), which is exact for the few degrees that are
/// wanted.
#[must_use]
pub fn exceeding(value: f64, freedom: u32) -> f64 {
    if value <= 0.0 || freedom == 0 {
        return 1.0;
    }
    let x = value / 2.0;
    let (mut a, mut share) =
        if freedom.is_multiple_of(2) { (1.0, (-x).exp()) } else { (0.5, erfc(x.sqrt())) };
    // x^a e^-x / Γ(a + 1)
    let mut term = if freedom.is_multiple_of(2) {
        x * (-x).exp()
    } else {
        2.0 * (x / std::f64::consts::PI).sqrt() * (-x).exp()
    };
    while 2.0 * a < f64::from(freedom) {
        share += term;
        a += 1.0;
        term *= x / a;
    }
    share.clamp(0.0, 1.0)
}

/// The complementary error function of what is not negative, by Chebyshev fitting (relative
/// error below 1.2e-7).
fn erfc(z: f64) -> f64 {
    const COEFFICIENTS: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let t = 1.0 / (1.0 + z / 2.0);
    let sum = COEFFICIENTS.iter().rev().fold(0.0, |sum, coefficient| sum * t + coefficient);
    t * (sum - z * z).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Critical values of the chi-square distribution as tables have them.
    #[test]
    fn shares_are_those_of_the_tables() {
        for (freedom, value, share) in [
            (1, 3.841, 0.05),
            (1, 6.635, 0.01),
            (2, 5.991, 0.05),
            (3, 7.815, 0.05),
            (4, 13.277, 0.01),
            (5, 1.145, 0.95),
            (5, 4.351, 0.5),
            (5, 9.236, 0.1),
            (5, 11.070, 0.05),
            (5, 15.086, 0.01),
            (5, 20.515, 0.001),
            (10, 18.307, 0.05),
            (20, 31.410, 0.05),
        ] {
            let found = exceeding(value, freedom);
            assert!((found / share - 1.0).abs() < 2e-3, "{freedom} {value}: {found}");
        }
        assert_eq!((exceeding(0.0, 5), exceeding(1e4, 5)), (1.0, 0.0));
    }

    #[test]
    fn rolls_are_counted_by_their_dice() {
        let mut rolls = Rolls::default();
        for (roll, times) in [("6-5", 3), ("4-4", 2), ("d3", 7), ("7-1", 7), ("6-05", 7)] {
            rolls.add(roll, times);
        }
        assert_eq!(rolls, Rolls { rolls: 5, doubles: 2, faces: [0, 0, 0, 4, 3, 3] });
        assert_eq!(rolls.percent_of_doubles(), 40);
        assert_eq!(Rolls::default().percent_of_doubles(), 0);
    }

    #[test]
    fn few_dice_say_nothing() {
        let even = |count| Rolls { rolls: 3 * count, doubles: 0, faces: [count; 6] };
        assert_eq!(even(4).fit(), None);
        assert_eq!(even(5).fit(), Some(Fit { chi_square: 0.0, share: 1.0 }));
        // Six dice too many of one face and none of another: (36 + 36) / 6.
        let uneven = Rolls { rolls: 18, doubles: 0, faces: [12, 0, 6, 6, 6, 6] };
        let fit = uneven.fit().unwrap();
        assert!((fit.chi_square - 12.0).abs() < 1e-9 && (fit.share - 0.0348).abs() < 1e-3);
    }
}
