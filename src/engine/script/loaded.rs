//! A loaded ruleset: its scripts, its program, its tables.

use super::api::RulesetData;
use super::compile::{Definitions, Memory, Program, Summary};
use super::compiled_script::CompiledScript;
use super::hooks::HookSpec;
use super::spec::Script;
use super::values::Type;
use crate::base::Interrupt;
use crate::kernel::rules::Hooks;
use crate::kernel::{Hook, Rules};
use std::cell::Cell;
use std::rc::Rc;

/// The scripts of a kind, of a combo or of the rules, by number.
pub struct OwnerScripts {
    /// All of them, in order.
    pub scripts: Vec<u16>,
    /// The last one that defines each hook.
    pub by_hook: [Option<u16>; Hook::ALL.len()],
    /// The compiled functions of each hook, the last script's first, which runs; empty unless all
    /// that define it are compiled.
    pub compiled: [Box<[u32]>; Hook::ALL.len()],
    /// The hooks that return nothing, and of which a test tells whether they do anything.
    pub guarded: Hooks,
}

impl OwnerScripts {
    pub(super) fn new(scripts: Vec<u16>, units: &[CompiledScript]) -> Self {
        let last = |hook: &Hook| {
            let defines = |n: &&u16| units[**n as usize].hooks.contains_key(hook);
            scripts.iter().rev().find(defines).copied()
        };
        let by_hook = Hook::ALL.each_ref().map(last);
        Self { scripts, by_hook, compiled: Default::default(), guarded: Hooks::default() }
    }

    /// Returns the hooks that any of them defines.
    pub(super) fn hooks(&self) -> Hooks {
        let defined = Hook::ALL.into_iter().filter(|hook| self.by_hook[*hook as usize].is_some());
        defined.fold(Hooks::default(), Hooks::with)
    }

    /// Notes which hooks are compiled in all scripts that define them.
    pub(super) fn find_compiled(&mut self, program: &Program, units: &[CompiledScript]) {
        self.compiled = Hook::ALL.each_ref().map(|hook| {
            let defines = |n: &&u16| units[**n as usize].hooks.contains_key(hook);
            let defining = self.scripts.iter().rev().filter(defines);
            let functions = defining.map(|script| program.number(*script, *hook));
            functions.collect::<Option<_>>().unwrap_or_default()
        });
        let is_guarded = |hook: &Hook| {
            let first = self.compiled[*hook as usize].first();
            let is_tested = first.is_some_and(|first| program.tests[*first as usize].is_some());
            is_tested && HookSpec::of(*hook).returns == Type::Nothing
        };
        self.guarded = Hook::ALL.into_iter().filter(is_guarded).fold(self.guarded, Hooks::with);
    }

    /// Returns what a hook does: the last script which defines it, and those before it that it
    /// continues.
    pub fn summary(&self, program: &Program, hook: Hook) -> Summary {
        let mut all = Summary::default();
        for summary in self.scripts.iter().rev().filter_map(|script| program.summary(*script, hook))
        {
            all.symbols = all.symbols.union(summary.symbols);
            all.reads_card |= summary.reads_card;
            all.asks |= summary.asks;
            if !summary.continues {
                break;
            }
        }
        all
    }
}

/// The result of loading.
pub struct Loaded {
    pub rules: Rc<Rules>,
    pub ruleset_data: RulesetData,
    pub interrupt: Interrupt,
    /// Memory for a run.
    pub memory: Cell<Option<Box<Memory>>>,
    /// The sources, by number.
    pub scripts: Vec<Script>,
    /// The compiled scripts, by the same number.
    pub units: Vec<CompiledScript>,
    /// The scripts of each kind, of each combo and of the rules.
    pub kind_scripts: Vec<OwnerScripts>,
    pub combo_scripts: Vec<OwnerScripts>,
    pub rule_scripts: OwnerScripts,
    /// The definitions of the scripts.
    pub definitions: Definitions,
    pub program: Program,
}
