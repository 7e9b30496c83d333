//! Whether everything can be told apart, by colour-blind eyes too.

use kosti_render::{Scene, Theme, png};

use crate::pixels::Pixels;

/// How eyes without one kind of cone see linear red, green and blue: the matrices for the full
/// severity of protanomaly, deuteranomaly and tritanomaly in Machado, Oliveira and Fernandes, "A
/// Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions on
/// Visualization and Computer Graphics 15 (6), 2009. The first one is for usual eyes.
const EYES: [(&str, [[f64; 3]; 3]); 4] = [
    ("usual", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protan",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deutan",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritan",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

/// A pixel of this much other lightness, 0 to 100, is seen at a glance.
const GLANCE: f64 = 20.0;

/// A round piece of a picture as lightness, 0 to 100.
struct Piece {
    name: String,
    light: Vec<f64>,
}

impl Piece {
    fn mean(&self) -> f64 {
        self.light.iter().sum::<f64>() / self.light.len() as f64
    }

    /// The share of pixels that differ at a glance.
    fn differs(&self, other: &Piece) -> f64 {
        let pairs = self.light.iter().zip(&other.light);
        let differing = pairs.filter(|(one, other)| (*one - *other).abs() >= GLANCE).count();
        differing as f64 / self.light.len() as f64
    }
}

fn lightness(colour: [u8; 3], eyes: &[[f64; 3]; 3]) -> f64 {
    let linear = colour.map(|part| {
        let share = f64::from(part) / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    });
    let seen = eyes.map(|row| {
        let sum: f64 = row.iter().zip(linear).map(|(weight, part)| weight * part).sum();
        sum.clamp(0.0, 1.0)
    });
    let luminance = 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2];
    if luminance > 0.008_856 { 116.0 * luminance.cbrt() - 16.0 } else { 903.3 * luminance }
}

/// The discs of this radius round the given places of a scene's picture.
fn pieces(
    text: &str,
    theme: Theme,
    eyes: &[[f64; 3]; 3],
    radius: i32,
    places: &[(&str, (i32, i32))],
) -> Vec<Piece> {
    let scene: Scene = text.parse().unwrap();
    let pixels = Pixels::decode(&png(&scene, theme).unwrap());
    let round = |(dx, dy): &(i32, i32)| dx * dx + dy * dy < radius * radius;
    let offsets: Vec<(i32, i32)> = (-radius..radius)
        .flat_map(|dy| (-radius..radius).map(move |dx| (dx, dy)))
        .filter(round)
        .collect();
    let piece = |(name, (x, y)): &(&str, (i32, i32))| Piece {
        name: (*name).to_owned(),
        light: offsets
            .iter()
            .map(|(dx, dy)| lightness(pixels.at((x + dx) as u32, (y + dy) as u32), eyes))
            .collect(),
    };
    places.iter().map(piece).collect()
}

/// Every two pieces differ at a glance in at least this share of their pixels.
fn all_differ(
    text: &str,
    themes: &[Theme],
    radius: i32,
    places: &[(&str, (i32, i32))],
    share: f64,
) {
    for theme in themes {
        for (whose, eyes) in &EYES {
            let pieces = pieces(text, *theme, eyes, radius, places);
            for (i, one) in pieces.iter().enumerate() {
                for other in &pieces[i + 1..] {
                    let differs = one.differs(other);
                    assert!(
                        differs >= share,
                        "{theme}, {whose} eyes: {} and {} differ in {differs:.3}",
                        one.name,
                        other.name,
                    );
                }
            }
        }
    }
}

/// The middle of a field of an 8×8 board of squares.
fn square(file: i32, rank: i32) -> (i32, i32) {
    (162 + 100 * file, 889 - 100 * rank)
}

/// The middle of the lowest checker on a point of the lower row, 13 to 24.
fn point(number: i32) -> (i32, i32) {
    let column = number - 13;
    (204 + 72 * column + if column < 6 { 0 } else { 80 }, 789)
}

const MEN: &str = "board squares 8 8
men first M1a1 M2c1 M3e1 V1g1 V2b2 V3d2 Wf2 Fh2
men second M1a3 M2c3 M3e3 V1g3 V2b4 V3d4 Wf4 Fh4";

#[test]
fn men_of_all_standings_and_sides_differ() {
    let names = ["M1", "M2", "M3", "V1", "V2", "V3", "W", "F"];
    let mut places = Vec::new();
    for rank in [0, 2] {
        for (i, name) in (0..).zip(names) {
            places.push((name, square(2 * (i % 4) + i / 4, rank + i / 4)));
        }
    }
    all_differ(MEN, &Theme::ALL, 40, &places, 0.03);
}

const FIELD_MARKS: &str = "board squares 8 8
men first M1a3 M1c3 M1e3 M1g3
marks captured a1 a3
marks left c1 c3
marks removed e1 e3";

#[test]
fn marks_on_fields_differ() {
    let on_fields = [("captured", 0), ("left", 2), ("removed", 4), ("nothing", 6)];
    let empty = on_fields.map(|(name, file)| (name, square(file, 0)));
    all_differ(FIELD_MARKS, &[Theme::Clear], 15, &empty, 0.06);
    let badges = on_fields.map(|(name, file)| {
        let (x, y) = square(file, 2);
        (name, (x + 35, y - 35))
    });
    all_differ(FIELD_MARKS, &[Theme::Clear], 12, &badges, 0.06);
}

const CHECKERS: &str = "board nardy
point 13 w
point 14 w*
point 15 w+
point 16 W
point 17 w_ b
point 18 W_ b
point 19 b
point 20 b*
point 21 b+
point 22 B
point 23 b_ w
point 24 B_ w";

#[test]
fn checkers_of_all_kinds_and_sides_differ() {
    let kinds = ["free", "frozen", "dead", "emir", "captive", "captive emir"];
    let mut places = Vec::new();
    for first in [13, 19] {
        places.extend((first..).zip(kinds).map(|(number, kind)| (kind, point(number))));
    }
    all_differ(CHECKERS, &Theme::ALL, 31, &places, 0.03);
}

const EVENTS: &str = "board nardy
point 13 w
point 14 w
point 15 w
point 16 w
point 17 w
events frozen 13
events freed 14
events hit 15
events entered 16";

#[test]
fn events_differ() {
    let events = ["frozen", "freed", "hit", "entered", "nothing"];
    let places: Vec<_> = (13..)
        .zip(events)
        .map(|(number, event)| {
            let (x, y) = point(number);
            (event, (x + 23, y - 23))
        })
        .collect();
    all_differ(EVENTS, &[Theme::Clear], 15, &places, 0.06);
}

const DICE: &str = "board nardy\ndice w1 w1- b1 b1-";

#[test]
fn dice_of_both_sides_differ_played_or_not() {
    let places =
        [("w", (860, 480)), ("w played", (932, 480)), ("b", (348, 480)), ("b played", (420, 480))];
    all_differ(DICE, &Theme::ALL, 24, &places, 0.04);
}

#[test]
fn the_first_side_is_the_lighter_one_whatever_has_become_of_it() {
    for theme in Theme::ALL {
        for (whose, eyes) in &EYES {
            let pair = |text, radius, places: [(&str, (i32, i32)); 2]| {
                let pieces = pieces(text, theme, eyes, radius, &places);
                let [first, second] = &pieces[..] else { panic!("two pieces") };
                let lighter = first.mean() - second.mean();
                assert!(lighter >= 20.0, "{theme}, {whose} eyes, {}: {lighter:.1}", first.name);
            };
            for (number, kind) in (13..).zip(["free", "frozen", "dead", "emir"]) {
                pair(CHECKERS, 30, [(kind, point(number)), (kind, point(number + 6))]);
            }
            for (i, kind) in (0..).zip(["M1", "M2", "M3", "V1", "V2", "V3", "W", "F"]) {
                let file = 2 * (i % 4) + i / 4;
                let at = |rank| square(file, rank + i / 4);
                pair(MEN, 38, [(kind, at(0)), (kind, at(2))]);
            }
        }
    }
}
