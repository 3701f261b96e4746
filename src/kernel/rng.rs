//! The chance in the table: named generators, one stream for each purpose, cloned with the table.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use serde::{Deserialize, Serialize};

/// What a random number is for. Separate streams keep a card that draws one more number from
/// changing every later shuffle, so that two variants can be compared on the same luck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Building and dealing the deck.
    Deal,
    /// Shuffles during the game.
    Shuffle,
    /// Everything else: a stolen card, a rolled number.
    Effect,
}

/// The three generators of a table (PCG, `XSL RR 128/64 MCG`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Streams([Pcg64Mcg; 3]);

impl std::hash::Hash for Streams {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        for stream in &self.0 {
            stream.clone().next_u64().hash(state);
        }
    }
}

/// One step of SplitMix64: turns neighbouring seeds into unrelated ones.
#[must_use]
pub const fn split_mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A generator for a seed and a purpose of one's own.
#[must_use]
pub fn generator(seed: u64, purpose: u64) -> Pcg64Mcg {
    let low = split_mix(seed ^ split_mix(purpose));
    let high = split_mix(low);
    Pcg64Mcg::new(u128::from(high) << 64 | u128::from(low))
}

/// A number below `n`, each equally likely (Lemire's multiplication with rejection).
///
/// # Panics
/// When `n` is 0.
#[inline]
pub fn below(rng: &mut Pcg64Mcg, n: u32) -> u32 {
    assert!(n > 0, "a random number below 0 does not exist");
    loop {
        let product = u64::from(rng.next_u32()) * u64::from(n);
        let low = product as u32;
        // A low part of at least `n` is above any threshold: the division is hardly ever made.
        if low >= n || low >= n.wrapping_neg() % n {
            return (product >> 32) as u32;
        }
    }
}

/// Puts a slice into a uniformly random order (Fisher-Yates).
pub fn shuffle<T>(rng: &mut Pcg64Mcg, items: &mut [T]) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(rng, i as u32 + 1) as usize);
    }
}

impl Default for Streams {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Streams {
    /// The streams of a game's seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self([generator(seed, 1), generator(seed, 2), generator(seed, 3)])
    }

    /// The generator of one stream.
    pub const fn stream(&mut self, stream: Stream) -> &mut Pcg64Mcg {
        &mut self.0[stream as usize]
    }
}
