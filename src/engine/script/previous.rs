//! `previous(…)`: calls the running hook of the script before the running one in the list of a
//! kind, of a combo or of the rules. An expression is not a hook.

/// The name of the function.
pub const PREVIOUS: &str = "previous";

/// The maximum number of arguments.
pub const MAX_ARGUMENTS: usize = 8;
