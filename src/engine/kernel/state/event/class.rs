//! The classes of events, at which breakpoints stop, and the macros that declare events with them.

use crate::kernel::action::{Action, Subject};
use crate::kernel::cause::MoveReason;

/// A set of classes of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventClasses(pub(super) u64);

/// Declares classes, each with its bits, its name and its sentence.
macro_rules! classes {
    ($($class:ident = $bits:expr, $name:literal: $about:literal;)*) => {
        impl EventClasses {
            $(
                #[doc = $about]
                pub const $class: Self = Self($bits);
            )*

            /// The classes that have a name, each with its sentence.
            pub const NAMED: &[(&str, &str, Self)] = &[$(($name, $about, Self::$class)),*];
        }
    };
}

/// Declares a group of events, each with its class, or the function that tells it of a field.
macro_rules! events {
    ($(#[$about:meta])* pub enum $group:ident {
        $(
            $(#[$doc:meta])*
            $event:ident $({ $($(#[$field_doc:meta])* $field:ident: $type:ty),* $(,)? })?
            $(($inner:ty))? => $class:ident $(($arg:ident))?,
        )*
    }) => {
        $(#[$about])*
        pub enum $group {
            $(
                $(#[$doc])*
                $event $({ $($(#[$field_doc])* $field: $type),* })? $(($inner))?,
            )*
        }

        impl $group {
            fn class(&self) -> EventClasses {
                match self {
                    $(Self::$event { $($arg,)? .. } => EventClasses::$class $(($arg))?,)*
                }
            }
        }
    };
}

pub(super) use {classes, events};

impl EventClasses {
    /// The class of events that breakpoints cannot name.
    pub(super) const OTHER: Self = Self(1 << 62);
    pub(super) const INTERNAL: Self = Self(1 << 63);

    /// The class of a move for a reason.
    pub(super) const fn of_move(reason: &MoveReason) -> Self {
        Self(1 << *reason as u64)
    }

    /// The class of the announcement of an action.
    pub(super) const fn of_announced(action: &Action) -> Self {
        match action.subject {
            Subject::Card(..) | Subject::Combo(_) => Self::PLAY,
            Subject::Explosion(_) => Self::EXPLODE,
            Subject::Draw | Subject::Turn | Subject::Between => Self::OTHER,
        }
    }
}
