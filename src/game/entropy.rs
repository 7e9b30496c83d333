//! Bytes that chance is drawn from.

/// A source of bytes from which rolls, deals and random playouts are sampled.
///
/// The sampling is our own and fixed, so that the same bytes mean the same dice
/// in every release.
pub trait Entropy {
    /// The next byte.
    fn byte(&mut self) -> u8;

    /// A number in `0..n`, each equally likely, by rejection: one byte a try up to
    /// 256 kinds, else four (big-endian). `n` of 0 or 1 takes no byte and gives 0.
    fn below(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        if n <= 256 {
            let fair = 256 - 256 % n;
            loop {
                let drawn = u32::from(self.byte());
                if drawn < fair {
                    return drawn % n;
                }
            }
        }
        let fair = (1_u64 << 32) - (1_u64 << 32) % u64::from(n);
        loop {
            let drawn = u32::from_be_bytes([self.byte(), self.byte(), self.byte(), self.byte()]);
            if u64::from(drawn) < fair {
                return drawn % n;
            }
        }
    }
}

/// A small seeded generator (SplitMix64, Steele, Lea and Flood 2014) for playouts
/// and tests. Never the source of a match's chance.
#[derive(Clone, Debug)]
pub struct SplitMix {
    state: u64,
    word: u64,
    left: u8,
}

impl SplitMix {
    /// The generator of that seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        SplitMix { state: seed, word: 0, left: 0 }
    }
}

impl Entropy for SplitMix {
    fn byte(&mut self) -> u8 {
        if self.left == 0 {
            self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            self.word = z ^ (z >> 31);
            self.left = 8;
        }
        self.left -= 1;
        (self.word >> (8 * self.left)) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixed<'a>(&'a [u8]);

    impl Entropy for Fixed<'_> {
        fn byte(&mut self) -> u8 {
            let (first, rest) = self.0.split_first().expect("a byte is left");
            self.0 = rest;
            *first
        }
    }

    #[test]
    fn a_byte_beyond_the_fair_range_is_drawn_again() {
        // 252 = 42 * 6 is the first unfair byte of a die.
        assert_eq!(Fixed(&[252, 255, 251]).below(6), 5);
        assert_eq!(Fixed(&[0]).below(6), 0);
        assert_eq!(Fixed(&[255]).below(256), 255);
        assert_eq!(Fixed(&[]).below(1), 0);
    }

    #[test]
    fn more_than_256_kinds_take_four_bytes() {
        assert_eq!(Fixed(&[0, 0, 1, 1]).below(1000), 257);
        // 2^32 = 4294967 * 1000 + 296, so the last 296 words are unfair.
        assert_eq!(Fixed(&[255, 255, 255, 255, 0, 0, 0, 7]).below(1000), 7);
    }

    #[test]
    fn split_mix_gives_its_published_first_words() {
        // The first output for seed 1234567, from the reference implementation's
        // often-quoted test vector.
        let mut source = SplitMix::new(1_234_567);
        let word = u64::from_be_bytes(std::array::from_fn(|_| source.byte()));
        assert_eq!(word, 6_457_827_717_110_365_317);
    }
}
