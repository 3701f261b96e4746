//! The limits of a run.
//!
//! A run counts one operation for each statement and each expression that is no literal, added up
//! for each straight piece of code and charged when it begins, and one for [`CELLS_PER_OPERATION`]
//! entries that a function looks at, in `n_operations` of [`Cost`]. The operations of a run are
//! those of its hook and of all hooks that run inside it; the games that a searching agent
//! simulates while a script waits for its answer count their own.
//!
//! [`Cost`]: crate::kernel::effect::EffectContext::cost

use crate::kernel::card::MAX_CARDS;
use crate::kernel::limits::{MAX_EVENTS, MAX_QUESTIONS, MAX_TASKS, MAX_TEXT_BYTES};
use crate::kernel::turns::MAX_TURNS;

/// The maximum number of operations per run.
pub const MAX_OPERATIONS: u64 = 50_000;

/// The number of entries of lists and maps, or 8 bytes of texts, whose copy is one operation.
pub const CELLS_PER_OPERATION: usize = 32;

/// The maximum length of a text in bytes, and of all texts in a list: a list can hold the id of
/// each card of a deck.
pub const MAX_TEXT: usize = 16_384;

/// The maximum number of entries of a list, nested ones included: a list can hold a whole deck.
pub const MAX_LIST: usize = MAX_CARDS;

/// The maximum number of entries of a map.
pub const MAX_MAP: usize = 128;

/// The maximum number of nested calls of functions.
pub const MAX_LEVELS: u32 = 32;

/// The maximum number of variables, constants and parameters in a function with its closures, or
/// outside of functions: Rhai's parser compares each with all before it.
pub const MAX_VARIABLES: usize = 1_024;

/// The limits that authors meet: what is limited, and the number.
#[doc(hidden)]
pub const LIMITS: &[(&str, u64)] = &[
    ("operations of a run, with the hooks that run inside it", MAX_OPERATIONS),
    ("function calls, one inside the other", MAX_LEVELS as u64),
    ("bytes of a text, and of all texts in a list", MAX_TEXT as u64),
    ("entries of a list, with those of lists in it", MAX_LIST as u64),
    ("entries of a map", MAX_MAP as u64),
    ("variables that a function declares", MAX_VARIABLES as u64),
    ("events that follow from one answer", MAX_EVENTS as u64),
    ("questions that follow from one answer", MAX_QUESTIONS as u64),
    ("plays and explosions that follow from one answer", MAX_TASKS as u64),
    ("bytes of texts that follow from one answer", MAX_TEXT_BYTES as u64),
    ("turns that a player owes", MAX_TURNS as u64),
];
