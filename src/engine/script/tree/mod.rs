//! A script as a tree: statements and expressions with their bytes, their variables and the types
//! of their values. It is made of Rhai's syntax tree; what that has lost (ends, the values of
//! `switch`, the form of closures) is taken from the tokens. No other module uses Rhai.
//!
//! Start with [`node::SyntaxNode`], then `lower`, which makes it.

mod annotate;
mod bodies;
mod cases;
mod engine;
mod expression;
mod infer;
pub mod lexer;
mod lower;
pub mod node;
pub mod open;
mod parts;
mod rejected;
mod size;
pub mod source;
pub mod statements;
pub mod syntax;
mod tokens;
pub mod types;

pub use annotate::{annotate, annotate_all, body_for};
pub use engine::language_definitions;
pub use expression::{NO_EXPRESSION, UNKNOWN_NAME};
pub use infer::NamedValues;
pub use node::{Arm, Closure, Local, NodeKind, Switch, SyntaxNode};
pub use parts::{ScriptFunction, Statement, Variable};
pub use rejected::sentence;
pub use source::{Parser, ScriptSource};
pub use types::{Functions, KnownFunctions};
