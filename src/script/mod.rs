//! The rules in Rhai: compiles the scripts of a ruleset and runs their hooks for the kernel.
//!
//! A script is straight-line code that runs to completion. A question without an answer ends the
//! run ([`crate::kernel::Stop::Asked`]); the kernel drops what it did and runs it again from its
//! start once the answer is there. Nothing in here reads a file or knows a card by name.

pub mod agent;
pub mod api;
mod engine;
pub mod expression;
mod fault;
mod guard;
mod host;
mod host_context;
mod load;
pub mod probe;
mod recording;
pub mod reflect;
pub mod spec;
pub mod statement_map;
pub mod topics;
mod trace_tree;
pub mod values;
mod watch;

pub use agent::{AgentScript, ScriptedAgent};
pub use engine::{MAX_OPERATIONS, interrupt, is_interrupted, take_interrupt};
pub use host::Host;
pub use load::KERNEL_OPTIONS;
pub use spec::{ComboSpec, KindSpec, PileSpec, Script, Setting, Spec};
pub use watch::{LineRun, Local};
