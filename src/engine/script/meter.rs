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
