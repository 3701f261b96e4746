//! Values that only some seats may know.

use crate::kernel::{Seat, SeatSet};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
#[cfg(feature = "schema")]
use std::borrow::Cow;

/// The placeholder for an unknown value.
pub const UNKNOWN: &str = "?";

/// A value with the seats that may know it. Serialised as the value, or null if redacted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret<T> {
    value: Option<T>,
    audience: SeatSet,
}

impl<T> Secret<T> {
    /// A value that these seats may know.
    pub const fn new(value: T, audience: SeatSet) -> Self {
        Self { value: Some(value), audience }
    }

    /// A value that everybody may know.
    pub const fn public(value: T) -> Self {
        Self::new(value, SeatSet::ALL)
    }

    /// The value, unless it was redacted.
    pub const fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }
}

impl<T: Serialize> Serialize for Secret<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl<T: JsonSchema> JsonSchema for Secret<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Secret_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Option::<T>::json_schema(generator)
    }
}

/// The player whose knowledge is shown.
#[derive(Clone, Debug)]
pub struct Viewer {
    /// The player's seat.
    pub seat: Seat,
    /// The numbers of the events of which the player may not know anything, in order.
    hidden_events: Vec<i32>,
}

impl Viewer {
    /// A viewer of a game with these events of which the viewer may not know anything, in order.
    pub const fn new(seat: Seat, hidden_events: Vec<i32>) -> Self {
        Self { seat, hidden_events }
    }

    /// The hidden events of the setup, whose numbers count down to the start, and those after it.
    fn hidden_in_setup_and_game(&self) -> (&[i32], &[i32]) {
        self.hidden_events.split_at(self.hidden_events.partition_point(|hidden| *hidden <= 0))
    }

    /// The number that an event has for the viewer: hidden events have none.
    pub fn shown_number(&self, number: i32) -> i32 {
        let (setup, game) = self.hidden_in_setup_and_game();
        let n_after = setup.len() - setup.partition_point(|hidden| *hidden <= number);
        number + n_after as i32 - game.partition_point(|hidden| *hidden < number) as i32
    }

    /// The number of an event by the one that it has for the viewer.
    pub fn number(&self, shown: i32) -> i32 {
        let (setup, game) = self.hidden_in_setup_and_game();
        let after = |number: i32, hidden: &i32| number.saturating_add((*hidden <= number).into());
        let before = |number: i32, hidden: &i32| number.saturating_sub((*hidden >= number).into());
        match shown {
            1.. => game.iter().fold(shown, after),
            _ => setup.iter().rev().fold(shown, before),
        }
    }
}

impl From<Seat> for Viewer {
    /// A viewer of what has no events.
    fn from(seat: Seat) -> Self {
        Self::new(seat, Vec::new())
    }
}

/// Removes what a viewer may not know.
pub trait Redact {
    /// Removes what this viewer may not know.
    fn redact(&mut self, viewer: &Viewer);
}

impl<T: Redact> Redact for Secret<T> {
    fn redact(&mut self, viewer: &Viewer) {
        if !self.audience.has(viewer.seat) {
            self.value = None;
        } else if let Some(value) = &mut self.value {
            value.redact(viewer);
        }
    }
}

impl<T: Redact> Redact for Vec<T> {
    fn redact(&mut self, viewer: &Viewer) {
        self.iter_mut().for_each(|item| item.redact(viewer));
    }
}

impl<T: Redact> Redact for Option<T> {
    fn redact(&mut self, viewer: &Viewer) {
        self.iter_mut().for_each(|item| item.redact(viewer));
    }
}

impl<T: Redact> Redact for Box<T> {
    fn redact(&mut self, viewer: &Viewer) {
        (**self).redact(viewer);
    }
}

/// Implements [`Redact`] for types without secrets.
#[doc(hidden)]
#[macro_export]
macro_rules! public {
    ($($type:ty),* $(,)?) => {
        $(impl $crate::message::Redact for $type {
            fn redact(&mut self, _: &$crate::message::Viewer) {}
        })*
    };
}

/// Structs that are redacted field by field.
#[doc(hidden)]
#[macro_export]
macro_rules! redact_fields {
    ($type:ty: $($field:ident),+ $(,)?) => {
        impl $crate::message::Redact for $type {
            fn redact(&mut self, viewer: &$crate::message::Viewer) {
                $(self.$field.redact(viewer);)+
            }
        }
    };
}

#[doc(hidden)]
pub use {public, redact_fields};

public!(crate::kernel::MoveReason, (String, String));

public!(bool, u16, u32, u64, i32, i64, usize, String);
