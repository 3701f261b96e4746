//! Definitions of scripts: their functions, and the variables that change or that closures share.

use super::builtins::ListFunction;
use crate::kernel::Hook;
use crate::script::language::natives;
use crate::script::tree::{Closure, NodeKind, ScriptFunction, ScriptSource, SyntaxNode};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A function that a script defines.
#[derive(Debug)]
pub struct Definition {
    functions: Arc<Vec<ScriptFunction>>,
    index: usize,
    /// The uses of its variables, by their slots.
    pub uses: Vec<VariableUse>,
    /// The functions that it may call, by name and number of arguments, if it is short and has no
    /// `return`.
    pub calls: Option<Vec<FunctionKey>>,
}

/// The uses of a variable.
#[derive(Clone, Copy, Debug, Default)]
pub struct VariableUse {
    /// Whether it, or a part of it, may change after its declaration.
    pub is_assigned: bool,
    /// Whether closures that are values share it.
    pub is_shared: bool,
}

/// The definitions of a script.
#[derive(Debug)]
pub struct ScriptNames {
    pub source: ScriptSource,
    pub functions: BTreeMap<FunctionKey, Definition>,
    /// The uses of its variables outside of functions, by their slots.
    pub uses: Vec<VariableUse>,
    /// Whether the script is one of the rules, whose functions other scripts may call.
    pub is_shared: bool,
    /// Whether it is not, and redefines one of those functions.
    pub overrides: bool,
}

/// The functions of all scripts.
#[derive(Debug, Default)]
pub struct Definitions {
    pub scripts: Vec<ScriptNames>,
    /// The functions by number: the script and the key, in their order.
    pub numbered: Vec<(u16, FunctionKey)>,
    /// The functions of the rules that every script may call, the last of each name, with their
    /// numbers.
    pub shared: BTreeMap<FunctionKey, u32>,
}

/// The name of a function, and the number of its parameters.
pub type FunctionKey = (String, usize);

impl Definition {
    /// Returns the function.
    pub fn function(&self) -> &ScriptFunction {
        &self.functions[self.index]
    }
}

impl Definitions {
    /// Collects the functions of the scripts; `n_shared` of them, the first ones, are rules.
    pub fn new(scripts: impl Iterator<Item = ScriptSource>, n_shared: usize) -> Self {
        let mut all = Self::default();
        for (i, source) in scripts.enumerate() {
            let is_shared = i < n_shared;
            let script = ScriptNames::new(source, is_shared, &all.shared);
            for key in script.functions.keys() {
                if is_shared && !is_hook(&key.0) {
                    all.shared.insert(key.clone(), all.numbered.len() as u32);
                }
                all.numbered.push((i as u16, key.clone()));
            }
            all.scripts.push(script);
        }
        all
    }

    /// Returns the number of a function of a script.
    pub fn number(&self, script: u16, name: &str, n_params: usize) -> Option<u32> {
        let wanted = (script, name, n_params);
        let found =
            |(script, (name, n)): &(u16, FunctionKey)| (*script, name.as_str(), *n).cmp(&wanted);
        self.numbered.binary_search_by(found).ok().map(|number| number as u32)
    }

    /// Returns the last function of the rules with this name, such as a hook.
    pub fn of_rules(&self, name: &str, n_params: usize) -> Option<u32> {
        let is_shared = |script: &u16| self.scripts[*script as usize].is_shared;
        let mut numbers = (0..self.scripts.len() as u16).rev().filter(is_shared);
        numbers.find_map(|script| self.number(script, name, n_params))
    }
}

impl ScriptNames {
    /// Collects what a script defines; `shared` are the functions of the rules before it.
    pub fn new(source: ScriptSource, is_shared: bool, shared: &BTreeMap<FunctionKey, u32>) -> Self {
        let definition = |(index, function): (usize, &ScriptFunction)| {
            let uses = uses(&function.body, function.variables.len());
            let (functions, calls) = (source.functions.clone(), function.calls_if_short());
            let key = (function.name.clone(), function.params.len());
            (key, Definition { functions, index, uses, calls })
        };
        let functions: BTreeMap<FunctionKey, Definition> =
            source.functions.iter().enumerate().map(definition).collect();
        let overrides = !is_shared && functions.keys().any(|key| shared.contains_key(key));
        let uses = uses(&source.top, source.constants.len());
        Self { source, functions, uses, is_shared, overrides }
    }
}

/// Whether a function with this name and number of values after the receiver changes it.
pub fn is_change(name: &str, n_args: usize) -> bool {
    natives(name, n_args.wrapping_add(1)).any(|native| native.changes)
}

/// Returns whether a function with this name is a hook.
pub fn is_hook(name: &str) -> bool {
    Hook::find(name).is_some()
}

/// Returns what is done with variables, by their slots.
fn uses(body: &SyntaxNode, n_variables: usize) -> Vec<VariableUse> {
    let mut uses = vec![VariableUse::default(); n_variables];
    let mut inlined = BTreeSet::new();
    for node in body.walk() {
        let changed = match &node.what {
            NodeKind::Assign(target, ..) => Some(&**target),
            NodeKind::Call { name, args, on_value } => {
                if inlined_closure(node).is_some() {
                    inlined.insert(std::ptr::from_ref(&args[1]));
                }
                let is_sort = *on_value && matches!(&**name, "sort" | "sort_by");
                let is_change = is_sort || is_change(name, args.len().wrapping_sub(1));
                args.first().filter(|_| is_change)
            }
            NodeKind::Closure(closure) if !inlined.contains(&std::ptr::from_ref(node)) => {
                closure.captured.iter().for_each(|slot| uses[usize::from(*slot)].is_shared = true);
                None
            }
            _ => None,
        };
        if let Some((_, Some(slot))) = changed.and_then(SyntaxNode::root) {
            uses[usize::from(slot)].is_assigned = true;
        }
    }
    uses
}

/// Returns the function and the closure of a call of a list function with a closure that takes as
/// many values as it may: the closure is then a part of the function around it.
pub fn inlined_closure(node: &SyntaxNode) -> Option<(ListFunction, &Closure)> {
    let NodeKind::Call { name, args, on_value: true } = &node.what else { return None };
    let NodeKind::Closure(closure) = &args.get(1)?.what else { return None };
    let function = ListFunction::find(name, args.len() - 2)?;
    function.counts().contains(&closure.params.len()).then_some((function, &**closure))
}
