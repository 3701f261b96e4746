//! Rhai: `script`.

pub mod generated;
pub mod hostile;
pub mod language;
pub mod machine;
pub mod oracle;
pub mod panics;
pub mod print;
pub mod queries;
pub mod recorded_statements;
pub mod reference;
#[cfg(unix)]
pub mod tree;
pub mod typed_scripts;
pub mod types;
pub mod watched;
pub mod written_values;
