//! Rules in Rhai: compiles the scripts of a ruleset and runs their hooks for the kernel.
//!
//! A script is straight-line code that runs to completion. A prompt without an answer ends the run
//! ([`crate::kernel::Stop::Asked`]); the kernel discards its changes and runs it again from the
//! start once the prompt is answered. This module neither reads files nor refers to cards by name.

pub mod agent;
pub mod api;
mod compile;
mod compiled_script;
mod constants;
mod control;
mod evaluation;
#[doc(hidden)]
pub mod expression;
mod fault;
mod functions;
pub mod hooks;
mod host;
pub mod language;
mod load;
mod loaded;
mod meter;
#[doc(hidden)]
pub mod options;
mod panics;
mod picture;
mod previous;
mod print;
pub mod probe;
mod recording;
pub mod reflect;
mod refusal;
mod returned;
mod rulebook;
mod sets;
mod show;
#[doc(hidden)]
pub mod span;
pub mod spec;
pub mod symbol;
mod tables;
pub mod topics;
#[doc(hidden)]
pub mod tree;
mod unknown;
pub mod values;
mod watch;

pub use agent::{AgentScript, ScriptedAgent};
#[doc(hidden)]
pub use constants::constant_words;
pub use control::{Control, ReadScripts};
#[doc(hidden)]
pub use evaluation::NOT_READING;
#[doc(hidden)]
pub use fault::INTERRUPTED;
pub use host::Host;
#[doc(hidden)]
pub use meter::LIMITS;
pub use meter::MAX_OPERATIONS;
#[doc(hidden)]
pub use panics::is_parsing;
pub use previous::PREVIOUS;
pub use recording::{Frame, HookRun, Local, StatementRun};
pub use spec::{ComboSpec, KindSpec, PileSpec, Script, Setting, Spec, TeamSpec};
pub use symbol::Symbol;
pub use tables::{ANY_KIND, WITHOUT};
#[doc(hidden)]
pub use tree::{NO_EXPRESSION, UNKNOWN_NAME};
