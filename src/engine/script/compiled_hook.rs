//! Runs compiled hooks.

use super::api::Reads;
use super::compile::{Eval, Machine, announced, to_kinds};
use super::hooks::HookSpec;
use super::host_context::Replay;
use super::loaded::Loaded;
use super::values::Type;
use crate::kernel::effect::EffectContext;
use crate::kernel::effect::Values;
use crate::kernel::{Hook, Owner, Value};

/// Runs a compiled hook of an owner: the first of a chain of functions, each of which may run the
/// next one as `previous`. `finish` gets what the function has returned, and what a run that
/// changes nothing has read.
#[inline(always)]
pub fn run<T>(
    loaded: &Loaded,
    owner: Owner,
    chain: &[u32],
    context: &mut EffectContext,
    push_args: impl FnOnce(&mut Vec<Value>),
    finish: impl FnOnce(Eval<&mut Value>, Reads, &mut EffectContext) -> T,
) -> T {
    let Loaded { program, ruleset_data, host_context, .. } = loaded;
    let mut memory = host_context.memory.take().unwrap_or_default();
    memory.clear();
    push_args(&mut memory.stack);
    let interrupt = host_context.meter.interrupt();
    let functions = &program.functions;
    let mut machine =
        Machine::new(functions, context, ruleset_data, owner, chain, interrupt, &mut memory);
    let result = machine.hook();
    let reads = machine.reads;
    let done = finish(result.map(|()| &mut memory.returned), reads, context);
    host_context.memory.set(Some(memory));
    done
}

/// Returns what the verbs of the last run returned, which the interpreter must repeat.
/// `n_operations`: those before it, since the interpreter counts those of the run.
#[cold]
pub fn to_repeat(loaded: &Loaded, context: &mut EffectContext, n_operations: u64) -> Replay {
    let host_context = &loaded.host_context;
    context.cost.n_operations = n_operations;
    host_context.n_repeated.set(host_context.n_repeated.get() + 1);
    let mut memory = host_context.memory.take().unwrap_or_default();
    let results = std::mem::take(&mut memory.results);
    let fault = memory.fault.take();
    host_context.memory.set(Some(memory));
    Replay { results, fault }
}

/// Stores the values that a hook returned as the kernel keeps them. Returns whether they fit.
/// `takes_one` says whether `resolve` takes one value after `me`.
#[inline]
pub fn store_returned(
    loaded: &Loaded,
    hook: Hook,
    value: &mut Value,
    takes_one: impl FnOnce() -> bool,
    returned: &mut Values,
) -> bool {
    let kinds = &loaded.ruleset_data.kinds;
    match HookSpec::of(hook).returns {
        Type::Bool => {
            let Value::Bool(answer) = *value else { return false };
            returned.push(Value::Bool(answer));
        }
        Type::Datum => match announced(kinds, std::mem::take(value)) {
            Value::Unit if !takes_one() => {}
            Value::List(values) => returned.extend(values.iter().cloned()),
            value => returned.push(value),
        },
        Type::Nothing => {}
        list => {
            to_kinds(kinds, value);
            match value {
                value if !list.fits(value) => return false,
                Value::List(kinds) => returned.extend(kinds.iter().cloned()),
                _ => return false,
            }
        }
    }
    true
}
