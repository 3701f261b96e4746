//! What the tests use of private modules.

pub use crate::files::lines::LineReader;
pub use crate::repl::colour::{code as highlight, partner};
pub use crate::repl::helper::Assistant;
pub use crate::repl::journal_file::{JournalHeader, line, read};
pub use crate::repl::wrap::wrap;
