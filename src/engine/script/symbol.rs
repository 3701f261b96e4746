//! The symbols of cards and combos: what a play does, at a glance.

use serde::Deserialize;

macro_rules! symbols {
    ($($symbol:ident $name:ident),* $(,)?) => {
        /// The symbol of a card or combo. If its scripts do several things, the first one counts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "lowercase")]
        pub enum Symbol {
            $($symbol),*
        }

        impl Symbol {
            /// All symbols, in the order in which they count.
            pub const ALL: &[Self] = &[$(Self::$symbol),*];

            /// Returns its name in title files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$symbol => stringify!($name)),*
                }
            }
        }
    };
}

symbols! {
    Cat cat,
    Burst burst,
    Shield shield,
    Stop stop,
    Bolt bolt,
    Reverse reverse,
    Draw draw,
    Skip skip,
    Take take,
    Shuffle shuffle,
    Eye eye,
    Step step,
    Letter letter,
}

/// A set of symbols.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symbols(u16);

impl Symbols {
    /// The set with one more.
    pub const fn with(self, symbol: Symbol) -> Self {
        Self(self.0 | 1 << symbol as u16)
    }

    /// The set without one.
    pub const fn without(self, symbol: Symbol) -> Self {
        Self(self.0 & !(1 << symbol as u16))
    }

    pub const fn has(self, symbol: Symbol) -> bool {
        self.0 >> symbol as u16 & 1 == 1
    }

    /// The set of the symbols of both.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The symbols, in the order in which they count.
    pub fn iter(self) -> impl Iterator<Item = Symbol> {
        Symbol::ALL.iter().copied().filter(move |symbol| self.has(*symbol))
    }
}
