//! The chance in the table: named generators, one stream for each purpose, cloned with the table.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;

/// What a random number is for. Separate streams keep a card that draws one more number from
/// changing every later shuffle, so that two variants can be compared on the same luck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stream {
    /// Building and dealing the deck.
    Deal,
    /// Shuffles during the game.
    Shuffle,
    /// Everything else: a stolen card, a rolled number.
    Effect,
}

/// The three generators of a table (PCG, `XSL RR 128/64 MCG`); and, where games of different decks
/// are to be played on the same luck, the keys that take their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Streams {
    generators: [Pcg64Mcg; 3],
    keys: Option<CommonRandomKeys>,
}

/// Luck by keys. What is left to chance is a function of the seed, of how often chance was asked
/// before in this stream, and of what it decides: cards draw lots, each by its kind, so that one
/// card more leaves the others as they would have been. Games of different decks go through the
/// same luck as far as they can (common random numbers, synchronised: A. M. Law, *Simulation
/// Modeling and Analysis*, chapter 11.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct CommonRandomKeys {
    seed: u64,
    asked: [u32; 3],
}

impl std::hash::Hash for Streams {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        for generator in &self.generators {
            generator.clone().next_u64().hash(state);
        }
        if let Some(keys) = &self.keys {
            keys.hash(state);
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

/// The lot that something draws under a key: the one with the least has been chosen at random, and
/// one more or less to choose from leaves the lots of the others as they are.
#[must_use]
pub const fn keyed_draw(key: u64, identity: u64) -> u64 {
    split_mix(key ^ split_mix(identity))
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
        let generators = [generator(seed, 1), generator(seed, 2), generator(seed, 3)];
        Self { generators, keys: None }
    }

    /// The keys of a game's seed.
    #[must_use]
    pub fn keyed(seed: u64) -> Self {
        Self { keys: Some(CommonRandomKeys { seed, asked: [0; 3] }), ..Self::new(seed) }
    }

    /// Whether chance is keyed.
    #[must_use]
    pub const fn is_keyed(&self) -> bool {
        self.keys.is_some()
    }

    /// The key of what is decided now, where chance is keyed; each is given out once.
    #[inline]
    pub fn key(&mut self, stream: Stream) -> Option<u64> {
        let keys = self.keys.as_mut()?;
        let asked = &mut keys.asked[stream as usize];
        *asked += 1;
        let when = (stream as u64) << 32 | u64::from(*asked);
        Some(split_mix(keys.seed ^ split_mix(when)))
    }

    /// A number below `n` from a stream, each equally likely.
    ///
    /// # Panics
    /// When `n` is 0.
    #[inline]
    pub fn below(&mut self, stream: Stream, n: u32) -> u32 {
        match self.key(stream) {
            None => below(self.stream(stream), n),
            Some(key) => below(&mut generator(key, 0), n),
        }
    }

    /// The generator of one stream.
    pub const fn stream(&mut self, stream: Stream) -> &mut Pcg64Mcg {
        &mut self.generators[stream as usize]
    }
}
