//! Runs compiled hooks.

use super::compile::{Earlier, Exit, Function, Machine, Node, announced, to_kinds};
use super::host_context::Replay;
use super::loaded::{Loaded, OwnerScripts};
use super::values::Type;
use crate::kernel::effect::EffectContext;
use crate::kernel::value::Values;
use crate::kernel::{Hook, Owner, Value};

/// The scripts of an owner that define a hook.
struct Defining<'a> {
    loaded: &'a Loaded,
    own: &'a OwnerScripts,
    hook: Hook,
}

impl Earlier for Defining<'_> {
    fn function(&self, depth: usize) -> Option<&Function> {
        let Loaded { units, program, .. } = self.loaded;
        let defines = |n: &&u16| units[**n as usize].hooks.contains_key(&self.hook);
        let earlier = self.own.scripts.iter().rev().filter(defines).nth(depth + 1)?;
        program.hook(*earlier, self.hook)
    }
}

/// What a run has led to.
pub struct Ran<T> {
    /// What it returned; if the interpreter must repeat the run, what its verbs returned.
    pub result: Result<T, (Exit, Replay)>,
    /// Whether a run that changes nothing has read more of the table than the players.
    pub has_read_table: bool,
}

/// Runs a compiled hook of an owner and passes what it returns to `accept`, which says whether it
/// is of the right type.
#[inline]
pub fn run<T>(
    loaded: &Loaded,
    own: &OwnerScripts,
    (owner, hook, number): (Owner, Hook, u32),
    context: &mut EffectContext,
    push_args: impl FnOnce(&mut Vec<Value>),
    accept: impl FnOnce(&mut EffectContext, Value) -> Option<T>,
) -> Ran<T> {
    let Loaded { program, ruleset_data, host_context, .. } = loaded;
    let functions = &program.functions;
    let function = functions[number as usize].as_ref().expect("the hook is compiled");
    let earlier = Defining { loaded, own, hook };
    let mut memory = host_context.memory.take().unwrap_or_default();
    push_args(&mut memory.stack);
    let interrupt = host_context.meter.interrupt();
    let spent = context.cost.n_operations;
    let mut machine =
        Machine::new(functions, context, ruleset_data, owner, &earlier, interrupt, memory);
    let result = machine.hook(function, own.scripts.len() > 1);
    let Machine { mut memory, fault, context, has_read_table, .. } = machine;
    let accepted = result.and_then(|value| accept(context, value).ok_or(Exit::Bail));
    let result = accepted.map_err(|exit| {
        if exit != Exit::Bail {
            return (exit, Replay::default());
        }
        // The interpreter repeats the run and counts it.
        context.cost.n_operations = spent;
        host_context.n_repeated.set(host_context.n_repeated.get() + 1);
        (exit, Replay { results: std::mem::take(&mut memory.results), fault })
    });
    memory.stack.clear();
    if !memory.results.is_empty() {
        memory.results.clear();
    }
    host_context.memory.set(Some(memory));
    Ran { result, has_read_table }
}

/// Returns what a compiled query always answers, if it does not depend on the table.
#[inline]
pub fn constant(loaded: &Loaded, number: u32, n_args: usize) -> Option<bool> {
    match loaded.program.functions[number as usize].as_ref() {
        Some(Function { body: Node::Constant(Value::Bool(answer)), n_params, .. })
            if *n_params == n_args =>
        {
            Some(*answer)
        }
        _ => None,
    }
}

/// Stores the values that a hook returned as the kernel keeps them. Returns whether they fit.
/// `takes_one` says whether `resolve` takes one value after `me`.
#[inline]
pub fn store_returned(
    loaded: &Loaded,
    hook: Hook,
    mut value: Value,
    takes_one: impl FnOnce() -> bool,
    returned: &mut Values,
) -> bool {
    let kinds = &loaded.ruleset_data.kinds;
    if hook == Hook::PlaysAs {
        to_kinds(kinds, &mut value);
        return match &value {
            Value::List(kinds) if Type::List(&Type::Kind).fits(&value) => {
                returned.extend(kinds.iter().cloned());
                true
            }
            _ => false,
        };
    }
    if hook.is_query() || hook.is_replacement() {
        let is_answer = matches!(value, Value::Bool(_));
        returned.extend(is_answer.then_some(value));
        return is_answer;
    }
    if hook == Hook::Announce {
        match announced(kinds, value) {
            Value::Unit if !takes_one() => {}
            Value::List(values) => returned.extend(values.iter().cloned()),
            value => returned.push(value),
        }
    }
    true
}
