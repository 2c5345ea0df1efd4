//! The random numbers of simulations: xoshiro256++, seeded by SplitMix64.
//!
//! Streams are part of the public promise (same seed, same games, on every machine and with any
//! number of threads); a change to anything in this file is a change of [`STREAM_VERSION`].

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Version of the streams: it changes when the same seed gives other numbers than before.
pub const STREAM_VERSION: u32 = 1;

/// One step of SplitMix64 (Steele, Lea and Flood, 2014): advances `state` and returns 64 mixed bits.
pub fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// 64 bits that depend on `seed` and `index` alone: the seed of game `index` of a run.
pub fn mix(seed: u64, index: u64) -> u64 {
    let mut state = seed ^ index.wrapping_mul(0xD1B5_4A32_D192_ED03);
    split_mix(&mut state)
}

/// A seed nobody can guess or repeat, from the system's entropy (also in a process that was forked).
pub fn system_seed() -> u64 {
    getrandom::u64().unwrap_or_else(|_| {
        // A system without a source of entropy: the clock is better than nothing.
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        mix(now.as_nanos() as u64, u64::from(std::process::id()))
    })
}

/// A small fast generator; cheap to copy and to seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream of a 64-bit seed.
    pub fn new(seed: u64) -> Self {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The stream of game `index` of the run with this `seed`, the same whatever runs beside it.
    pub fn for_game(seed: u64, index: u64) -> Self {
        Rng::new(mix(seed, index))
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number in `0..n` (`n > 0`), by a widening multiply; the bias is below n / 2^64.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        debug_assert!(n > 0);
        ((u128::from(self.next_u64()) * n as u128) >> 64) as usize
    }

    /// A uniform number in `[0, 1)` with 53 random bits.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Shuffles a slice uniformly (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// An index drawn with the given weights (not negative, not all zero; they need not sum to 1).
    pub fn weighted(&mut self, weights: &[f64]) -> usize {
        let mut left = self.uniform() * weights.iter().sum::<f64>();
        let mut last = 0;
        for (i, &w) in weights.iter().enumerate() {
            if w > 0.0 {
                last = i;
                if left < w {
                    return i;
                }
                left -= w;
            }
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_mix_gives_the_published_numbers() {
        let mut s = 0;
        assert_eq!(split_mix(&mut s), 0xe220_a839_7b1d_cdaf);
        assert_eq!(split_mix(&mut s), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(split_mix(&mut s), 0x06c4_5d18_8009_454f);
    }

    #[test]
    fn the_stream_is_pinned() {
        // As a separate program computes them.
        let mut rng = Rng::new(1);
        let first: Vec<usize> = (0..8).map(|_| rng.below(1000)).collect();
        assert_eq!(first, [811, 747, 100, 746, 184, 590, 986, 523]);
    }

    #[test]
    fn weighted_never_draws_what_cannot_happen() {
        let mut rng = Rng::new(7);
        for _ in 0..1000 {
            assert_eq!(rng.weighted(&[0.0, 0.5, 0.0]), 1);
        }
    }
}
