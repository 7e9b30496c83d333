//! The rules against slow, naive oracles that share no code with them (`kosti_oracle`).

/// Four tests that run side by side, of a comparison that is seeded by 1 to 4.
macro_rules! quarters {
    ($compare:ident) => {
        #[test]
        fn the_first_quarter_agrees_with_the_oracle() {
            $compare(1);
        }

        #[test]
        fn the_second_quarter_agrees_with_the_oracle() {
            $compare(2);
        }

        #[test]
        fn the_third_quarter_agrees_with_the_oracle() {
            $compare(3);
        }

        #[test]
        fn the_fourth_quarter_agrees_with_the_oracle() {
            $compare(4);
        }
    };
}

mod ashtarashki;
mod emir;
mod nardy;
mod sausage;
mod senegal;
mod shemshesh;

use kosti::game::{Entropy, SplitMix};

/// A text that is one slip away from another: a sign left out, put in, exchanged for one of
/// `signs`, or two of its signs exchanged.
fn slipped(text: &str, signs: &[char], entropy: &mut SplitMix) -> String {
    let mut text: Vec<char> = text.chars().collect();
    let at = entropy.below(text.len() as u32) as usize;
    let sign = signs[entropy.below(signs.len() as u32) as usize];
    match entropy.below(4) {
        0 => drop(text.remove(at)),
        1 => text.insert(at, sign),
        2 => text[at] = sign,
        _ => {
            let other = entropy.below(text.len() as u32) as usize;
            text.swap(at, other);
        }
    }
    text.into_iter().collect()
}
