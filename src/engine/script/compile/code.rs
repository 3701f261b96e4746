//! Code outside of functions: expressions, and the constants of scripts.

use super::lower::{self, Lowered, MoreFunctions};
use super::names::CodeNames;
use super::summary::{self, Calls, VerbCalled};
use super::tree::Function;
use super::{Program, summary::all_calls};

/// Code that is lowered as a function.
#[derive(Debug)]
pub struct Code {
    /// Its functions after those of the program; the last one is the code itself.
    pub functions: Vec<Function>,
    /// The number of that function.
    pub number: u32,
    /// Its variables outside of functions, with their slots.
    pub variables: Vec<(String, u16)>,
    /// The first verb that it calls whose result is not the same in all games.
    pub reads: Option<VerbCalled>,
    /// The first verb that it calls that does more than read.
    pub acts: Option<VerbCalled>,
}

impl Code {
    /// Lowers the code outside of the functions of a script.
    ///
    /// # Errors
    /// What scripts cannot use.
    pub fn new(names: &CodeNames<'_>, program: &Program, script: u16) -> Lowered<Self> {
        let (mut functions, mut more) = (Vec::new(), MoreFunctions::default());
        let mut own = Vec::new();
        if script == names.number_apart() {
            own = all_calls(names);
            for (script, _, definition) in names.functions() {
                functions.push(lower::function(names, script, definition, &mut more)?);
            }
        }
        let (code, variables) = lower::top_level(names, script, &mut more)?;
        let number = names.first_more + more.functions.len() as u32;
        functions.append(&mut more.functions);
        functions.push(code);
        let first_own = names.first_more as usize - own.len();
        let called = |number: usize| match number.checked_sub(first_own) {
            Some(i) if i < own.len() => own.get(i),
            _ => program.calls.get(number),
        };
        let calls = summary::calls(names, script, &names.script(script).source.top);
        let find = |which: fn(&Calls) -> Option<VerbCalled>| summary::find(&calls, called, which);
        let (reads, acts) = (find(|calls| calls.reads), find(|calls| calls.acts));
        Ok(Self { functions, number, variables, reads, acts })
    }
}
