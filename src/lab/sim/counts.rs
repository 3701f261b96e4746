//! Counts that add up: those of disjoint games, merged in any order, are those of all games. No sum
//! overflows: it stays at the largest number.

use std::collections::BTreeMap;

/// Counts of some games.
pub trait Merge {
    /// Adds the counts of other games.
    fn merge_from(&mut self, other: &Self);
}

impl Merge for u64 {
    fn merge_from(&mut self, other: &Self) {
        *self = self.saturating_add(*other);
    }
}

impl<T: Merge, const N: usize> Merge for [T; N] {
    fn merge_from(&mut self, other: &Self) {
        self.iter_mut().zip(other).for_each(|(ours, theirs)| ours.merge_from(theirs));
    }
}

impl<T: Merge + Clone + Default> Merge for Vec<T> {
    fn merge_from(&mut self, other: &Self) {
        self.resize(self.len().max(other.len()), T::default());
        self.iter_mut().zip(other).for_each(|(ours, theirs)| ours.merge_from(theirs));
    }
}

impl<K: Clone + Ord, T: Merge + Clone> Merge for BTreeMap<K, T> {
    fn merge_from(&mut self, other: &Self) {
        for (key, theirs) in other {
            match self.get_mut(key) {
                Some(ours) => ours.merge_from(theirs),
                None => drop(self.insert(key.clone(), theirs.clone())),
            }
        }
    }
}

/// Declares a struct of counts, which are merged field by field.
macro_rules! counts {
    ($(#[$about:meta])* pub struct $name:ident {
        $($(#[$what:meta])* $visible:vis $field:ident: $type:ty,)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($(#[$what])* $visible $field: $type,)* }

        impl $crate::sim::counts::Merge for $name {
            fn merge_from(&mut self, other: &Self) {
                $($crate::sim::counts::Merge::merge_from(&mut self.$field, &other.$field);)*
            }
        }
    };
}

/// Declares a struct of sums that are exact, whatever the order. JSON numbers have 64 bits at most,
/// so it is saved as a text.
macro_rules! sums {
    ($(#[$about:meta])* pub struct $name:ident { $($(#[$what:meta])* $field:ident,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[derive(serde::Serialize, serde::Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name { $($(#[$what])* $field: i128,)* }

        impl From<$name> for String {
            fn from($name { $($field),* }: $name) -> Self {
                [$($field.to_string()),*].join(" ")
            }
        }

        impl TryFrom<String> for $name {
            type Error = std::num::ParseIntError;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                let mut parts = text.split(' ');
                Ok(Self { $($field: parts.next().unwrap_or_default().parse()?),* })
            }
        }

        impl $crate::sim::counts::Merge for $name {
            fn merge_from(&mut self, other: &Self) {
                $(self.$field = self.$field.saturating_add(other.$field);)*
            }
        }
    };
}

pub(super) use {counts, sums};
