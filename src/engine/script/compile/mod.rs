//! Compiled hooks: Rhai's syntax tree is lowered to a tree that works on kernel values, with
//! variables as slots, verbs as direct calls, and closures and short functions as parts of the
//! function that contains or calls them. An option that does not depend on the number of players is
//! a constant. What a hook costs depends on what it does, not on the values it meets.
//!
//! Only what certainly means the same is lowered; a hook with anything else is interpreted, and so
//! is the rest of a run that meets a fault, a limit or an interruption
//! ([`machine::Exit::Bail`]).

mod calls;
mod lists;
mod lower;
mod machine;
mod names;
#[allow(dead_code, reason = "its tables are written next")]
mod native;
mod scope;
mod summary;
mod switch;
mod tree;
mod types;
#[allow(dead_code, reason = "functions on lists and maps are written next")]
mod values;
mod verbs;

pub use machine::{Eval, Exit, Machine, Memory};
pub use names::Names;
pub use summary::Summary;
pub use values::{announced, to_kinds};

use super::hooks::HookSpec;
use super::values::Type;
use crate::base::Interrupt;
use crate::kernel::{Hook, Value};
use names::Unsupported;
use summary::Calls;
use tree::{Function, Node};

/// The compiled functions of all scripts.
#[derive(Debug, Default)]
pub struct Program {
    /// The functions by number; `None` for those that are interpreted.
    pub functions: Vec<Option<Function>>,
    /// The number of each hook's function, by script.
    hooks: Vec<[Option<u32>; Hook::ALL.len()]>,
    /// What the functions do themselves, by number.
    calls: Vec<Calls>,
    /// The functions that are not compiled: script, name and reason.
    pub interpreted: Vec<(u16, String, Unsupported)>,
}

impl Program {
    /// Compiles the functions of scripts. `None`: it is interrupted.
    pub fn new(names: &Names<'_>, interrupt: &Interrupt) -> Option<Self> {
        let mut program = Self { calls: summary::all_calls(names), ..Self::default() };
        let mut calls = Vec::new();
        for (script, name, definition) in names.functions() {
            if interrupt.is_set() {
                return None;
            }
            let hook = Hook::find(name);
            let types = hook.map(|hook| parameter_types(hook, names.is_shared(script)));
            let lowered = if names.overrides(script) {
                Err("a redefined function of the rules".into())
            } else {
                lower::function(names, script, definition, types.unwrap_or_default())
            };
            let number = program.functions.len() as u32;
            let script_hooks = script as usize;
            if program.hooks.len() <= script_hooks {
                program.hooks.resize(script_hooks + 1, [None; Hook::ALL.len()]);
            }
            if let Some(hook) = hook {
                program.hooks[script_hooks][hook as usize] = Some(number);
            }
            let called = match lowered {
                Ok((function, called)) => {
                    program.functions.push(Some(function));
                    called
                }
                Err(reason) => {
                    program.interpreted.push((script, name.to_owned(), reason));
                    program.functions.push(None);
                    Vec::new()
                }
            };
            calls.push(called);
        }
        program.drop_callers(&calls);
        Some(program)
    }

    /// A function that calls an interpreted one is interpreted.
    fn drop_callers(&mut self, calls: &[Vec<u32>]) {
        let mut callers = vec![Vec::new(); calls.len()];
        for (caller, called) in calls.iter().enumerate() {
            called.iter().for_each(|number| callers[*number as usize].push(caller));
        }
        let is_interpreted = |number: &usize| self.functions[*number].is_none();
        let mut dropped: Vec<usize> = (0..calls.len()).filter(is_interpreted).collect();
        while let Some(number) = dropped.pop() {
            let callers = std::mem::take(&mut callers[number]).into_iter();
            dropped.extend(callers.filter(|caller| self.functions[*caller].take().is_some()));
        }
    }

    /// Returns what a query with this function always answers, if it does not depend on the table.
    #[inline]
    pub fn constant(&self, number: u32) -> Option<bool> {
        match self.functions[number as usize].as_ref()?.body {
            Node::Constant(Value::Bool(answer)) => Some(answer),
            _ => None,
        }
    }

    /// Whether a function lets a player win.
    pub fn lets_win(&self) -> bool {
        self.calls.iter().any(|calls| calls.wins)
    }

    /// Returns what a hook of a script does, if the script defines it.
    pub fn summary(&self, script: u16, hook: Hook) -> Option<Summary> {
        let number = (*self.hooks.get(script as usize)?)[hook as usize]?;
        Some(summary::summary(&self.calls, number as usize))
    }

    /// Returns the number of the function of a script's hook, if it is compiled.
    pub fn number(&self, script: u16, hook: Hook) -> Option<u32> {
        let number = (*self.hooks.get(script as usize)?)[hook as usize];
        number.filter(|number| self.functions[*number as usize].is_some())
    }
}

/// Returns the types of a hook's parameters, as far as they are always the same.
fn parameter_types(hook: Hook, of_rules: bool) -> Vec<Option<Type>> {
    let params = HookSpec::of(hook).params(of_rules);
    params.map(|(_, of)| Some(of).filter(|of| !matches!(of, Type::Any(_)))).collect()
}
