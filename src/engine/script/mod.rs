//! Rules in Rhai: compiles the scripts of a ruleset and runs their hooks for the kernel.
//!
//! A script is straight-line code that runs to completion. A prompt without an answer ends the run
//! ([`crate::kernel::Stop::Asked`]); the kernel discards its changes and runs it again from the
//! start once the prompt is answered. This module neither reads files nor refers to cards by name.

pub mod agent;
pub mod api;
mod closures;
mod compile;
mod compiled_hook;
mod compiled_script;
mod constants;
mod control;
mod engine;
#[doc(hidden)]
pub mod expression;
mod fault;
mod functions;
pub mod hooks;
mod host;
mod host_context;
mod interpreter;
pub mod language;
mod last_answers;
mod load;
mod loaded;
mod meter;
#[doc(hidden)]
pub mod options;
mod picture;
mod previous;
mod print;
pub mod probe;
mod recording;
pub mod reflect;
mod rulebook;
mod script_error;
mod script_size;
mod sets;
mod show;
mod sorting;
#[doc(hidden)]
pub mod span;
pub mod spec;
pub mod symbol;
#[doc(hidden)]
pub mod syntax;
mod tables;
mod texts;
pub mod topics;
#[doc(hidden)]
pub mod tree;
mod unknown;
pub mod values;
mod watch;

pub use agent::{AgentScript, ScriptedAgent};
pub use control::Control;
pub use engine::STACK_SIZE;
#[doc(hidden)]
pub use fault::INTERRUPTED;
pub use host::Host;
#[doc(hidden)]
pub use interpreter::is_interpreting;
pub use meter::MAX_OPERATIONS;
pub use previous::PREVIOUS;
pub use recording::{Frame, HookRun, Local, StatementRun};
pub use spec::{ComboSpec, KindSpec, PileSpec, Script, Setting, Spec, TeamSpec};
pub use symbol::Symbol;
pub use tables::{ANY_KIND, WITHOUT};
