//! Random generators: one stream for each purpose, cloned with the table.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;

/// The purpose of a random number. With separate streams, a card that draws one more number does
/// not change later shuffles, so that two variants can be compared on common random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stream {
    /// Building and dealing the deck.
    Deal,
    /// Shuffles during the game.
    Shuffle,
    /// Everything else: a stolen card, a rolled number.
    Effect,
}

/// The three generators of a table (PCG, `XSL RR 128/64 MCG`), or the keys that replace them for
/// games with different decks on common random numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Streams {
    generators: [Pcg64Mcg; 3],
    keys: Option<CommonRandomKeys>,
}

/// Keyed draws. An outcome is a function of the seed, of the number of earlier draws in this
/// stream, and of what is decided: each card gets a keyed draw by its kind, so that adding a card
/// does not perturb the rest. Games with different decks stay synchronised as far as possible
/// (common random numbers: A. M. Law, *Simulation Modeling and Analysis*, chapter 11.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CommonRandomKeys {
    seed: u64,
    asked: [u32; 3],
}

/// One step of SplitMix64: maps neighbouring seeds to unrelated ones.
pub const fn split_mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Creates a generator for a seed and a caller-defined purpose.
pub fn generator(seed: u64, purpose: u64) -> Pcg64Mcg {
    let low = split_mix(seed ^ split_mix(purpose));
    let high = split_mix(low);
    Pcg64Mcg::new(u128::from(high) << 64 | u128::from(low))
}

/// The keyed draw of an item: the item with the smallest draw is chosen, and adding or removing an
/// item does not change the draws of the others.
pub const fn keyed_draw(key: u64, identity: u64) -> u64 {
    split_mix(key ^ split_mix(identity))
}

/// Returns a number below `n`, each equally likely (Lemire's multiplication with rejection).
///
/// For what happens at the table: recorded games depend on the numbers of this function and of
/// [`shuffle`]. The crate `rand`, which draws the choices of agents, sampled deals and whatever
/// else no game records, promises no equal values across its versions.
///
/// # Panics
/// When `n` is 0.
#[inline]
pub(in crate::kernel) fn below(rng: &mut Pcg64Mcg, n: u32) -> u32 {
    assert!(n > 0, "a random number below 0 does not exist");
    loop {
        let product = u64::from(rng.next_u32()) * u64::from(n);
        let low = product as u32;
        // A low part of at least `n` is above any threshold: the division is rarely executed.
        if low >= n || low >= n.wrapping_neg() % n {
            return (product >> 32) as u32;
        }
    }
}

/// Shuffles a slice uniformly (Fisher-Yates); recorded games depend on it, as on [`below`].
pub(in crate::kernel) fn shuffle<T>(rng: &mut Pcg64Mcg, items: &mut [T]) {
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
    /// Creates the streams of a seed.
    pub fn new(seed: u64) -> Self {
        let generators = [generator(seed, 1), generator(seed, 2), generator(seed, 3)];
        Self { generators, keys: None }
    }

    /// Creates the keys of a seed.
    pub fn keyed(seed: u64) -> Self {
        Self { keys: Some(CommonRandomKeys { seed, asked: [0; 3] }), ..Self::new(seed) }
    }

    /// Returns the next numbers of the generators, and the keys: what identifies the state.
    pub fn identity(&self) -> ([u64; 3], Option<(u64, [u32; 3])>) {
        let next = |generator: &Pcg64Mcg| generator.clone().next_u64();
        (self.generators.each_ref().map(next), self.keys.map(|keys| (keys.seed, keys.asked)))
    }

    /// Whether draws are keyed.
    pub const fn is_keyed(&self) -> bool {
        self.keys.is_some()
    }

    /// Returns the key of the next draw if draws are keyed; each key is used once.
    #[inline]
    pub fn key(&mut self, stream: Stream) -> Option<u64> {
        let keys = self.keys.as_mut()?;
        let asked = &mut keys.asked[stream as usize];
        *asked += 1;
        let when = (stream as u64) << 32 | u64::from(*asked);
        Some(split_mix(keys.seed ^ split_mix(when)))
    }

    /// Returns a number below `n` from a stream, each equally likely.
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

    /// Returns the generator of a stream.
    pub const fn stream(&mut self, stream: Stream) -> &mut Pcg64Mcg {
        &mut self.generators[stream as usize]
    }
}
