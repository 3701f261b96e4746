//! Compiled hooks: the tree of a script is lowered to one that works on kernel values, with
//! variables as slots, verbs as direct calls, and closures and short functions as parts of the
//! function that contains or calls them. An option that does not depend on the number of players is
//! a constant. The types of values are those that the tree has. What a hook costs depends on what
//! it does, not on the values it meets.
//!
//! A form that scripts cannot use is refused when they are loaded ([`Unsupported`]).

mod access;
mod builtins;
mod calls;
mod chains;
mod closures;
mod code;
mod conditions;
mod definitions;
mod exprs;
mod faults;
mod format;
mod frames;
mod lists;
mod loops;
mod lower;
mod machine;
mod memory;
mod names;
mod native;
mod operators;
mod places;
mod query_test;
mod scope;
mod summary;
mod switch;
mod tree;
mod values;
mod verbs;
mod watching;

pub use access::Access;
pub use code::Code;
pub use definitions::Definitions;
pub use machine::{Exit, Machine};
pub use memory::{AgentMemory, Memory};
pub use names::{CodeNames, VariantNames, Vocabulary};
pub use summary::Summary;
pub use values::{announced, to_kinds};

use super::hooks::HookSpec;
use super::refusal::Unsupported;
use super::values::Type;
use crate::base::Interrupt;
use crate::kernel::{Hook, Value};
use lower::MoreFunctions;
pub use query_test::{Asked, Test};
use summary::Calls;
pub use tree::Function;
use tree::Node;

/// The compiled functions of all scripts.
#[derive(Debug, Default)]
pub struct Program {
    /// The functions by number, those of closures last.
    pub functions: Vec<Function>,
    /// The tests that answer queries without a run, and tell which other hooks do nothing, by the
    /// number of their functions.
    pub tests: Vec<Option<Test>>,
    /// The number of each hook's function, by script.
    hooks: Vec<[Option<u32>; Hook::ALL.len()]>,
    /// The verbs and functions that each function calls itself, by number.
    calls: Vec<Calls>,
    /// The forms that scripts cannot use.
    pub refused: Vec<Unsupported>,
}

impl Program {
    /// Compiles the functions of scripts. `None`: it is interrupted.
    pub fn new(names: &CodeNames<'_>, interrupt: &Interrupt) -> Option<Self> {
        let mut program = Self { calls: summary::all_calls(names), ..Self::default() };
        let mut more = MoreFunctions::default();
        for (script, name, definition) in names.functions() {
            if interrupt.is_set() {
                return None;
            }
            let hook = names.hook(name);
            let lowered = lower::function(names, script, definition, &mut more);
            let number = program.functions.len() as u32;
            let script_hooks = script as usize;
            if program.hooks.len() <= script_hooks {
                program.hooks.resize(script_hooks + 1, [None; Hook::ALL.len()]);
            }
            if let Some(hook) = hook {
                program.hooks[script_hooks][hook as usize] = Some(number);
            }
            let function = lowered.unwrap_or_else(|refusal| {
                program.refused.push(refusal);
                Function::default()
            });
            let test = hook.and_then(|hook| match HookSpec::of(hook).returns {
                Type::Bool => Test::of_query(names.rules, &function.body),
                Type::Nothing if hook != Hook::Setup => Test::of_guard(names.rules, &function.body),
                _ if hook == Hook::Announce => Test::of_question(&function.body),
                _ => None,
            });
            program.tests.push(test);
            program.functions.push(function);
        }
        program.functions.append(&mut more.functions);
        Some(program)
    }

    /// Returns what a query with this function always answers, if it does not depend on the table.
    #[inline]
    pub fn constant(&self, number: u32) -> Option<bool> {
        match self.functions[number as usize].body {
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
        Some(summary::summary(&self.calls, self.number(script, hook)? as usize))
    }

    /// Returns the number of the function of a script's hook.
    pub fn number(&self, script: u16, hook: Hook) -> Option<u32> {
        (*self.hooks.get(script as usize)?)[hook as usize]
    }
}
