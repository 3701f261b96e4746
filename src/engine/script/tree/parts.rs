//! The functions of a script, with their variables and statements.

use super::node::{NodeKind, SyntaxNode};
use crate::kernel::Hook;
use crate::script::reflect::Ty;
use std::ops::Range;

/// A variable of a function, by its slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    /// Whether it is a constant.
    pub is_constant: bool,
    /// Whether a closure uses it that is made where it is in scope.
    pub is_captured: bool,
    /// Whether it, or a part of it, gets another value after its declaration.
    pub is_assigned: bool,
}

/// The largest number of expressions and statements of a short function.
const MAX_SHORT_NODES: usize = 80;

/// A function that a script defines.
#[derive(Clone, Debug)]
pub struct ScriptFunction {
    pub name: String,
    /// The names of its parameters, which have the first slots.
    pub params: Vec<String>,
    pub body: SyntaxNode,
    /// Its variables and those of the closures in it, by slot.
    pub variables: Vec<Variable>,
    /// The byte of its keyword `fn`.
    pub start: usize,
    /// The line of its start, counted from 1.
    pub line: usize,
}

impl ScriptFunction {
    /// Returns the line of the first comment directly above the function; its own line without one.
    pub fn first_line(&self, text: &str) -> usize {
        let lines: Vec<&str> = text.lines().take(self.line - 1).collect();
        let is_comment = |line: &&&str| line.starts_with("//") && !line.starts_with("//!");
        self.line - lines.iter().rev().take_while(is_comment).count()
    }

    /// Returns the type of what it returns to its callers, who may give anything to a hook.
    pub fn returned(&self) -> Ty {
        if Hook::find(&self.name).is_some() { Ty::ANY } else { self.body.returned() }
    }

    /// Returns the functions that it and its closures may call, by name and number of arguments;
    /// `None` if it is not short or has a `return`.
    pub fn calls_if_short(&self) -> Option<Vec<(String, usize)>> {
        let (mut n_nodes, mut calls) = (0, Vec::new());
        for node in self.body.walk() {
            n_nodes += 1;
            match &node.what {
                NodeKind::Return(_) | NodeKind::Throw(_) => return None,
                NodeKind::Block(statements) => n_nodes += statements.len(),
                NodeKind::Call { name, args, on_value: false } => {
                    calls.push((name.clone(), args.len()));
                }
                _ => {}
            }
            if n_nodes > MAX_SHORT_NODES {
                return None;
            }
        }
        Some(calls)
    }
}

/// A statement of a function. The contents of a closure without braces belong to the statement
/// around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The line of its start, counted from 1.
    pub line: usize,
    /// The column of its start in characters, counted from 1.
    pub column: usize,
    /// Its byte range, including the semicolon.
    pub bytes: Range<usize>,
    /// The index of its function.
    pub function: usize,
    /// Whether it is the expression of a `switch` arm, without braces.
    pub is_case: bool,
    /// The first byte of its node, which has no parentheses around it.
    pub(super) node: usize,
}
