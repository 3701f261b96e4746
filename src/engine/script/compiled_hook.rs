//! Runs compiled hooks.

use super::compile::{Eval, Machine, announced, to_kinds};
use super::hooks::HookSpec;
use super::loaded::Loaded;
use super::values::Type;
use crate::kernel::effect::EffectContext;
use crate::kernel::effect::Values;
use crate::kernel::{Fault, Hook, Owner, Value};

/// Runs a compiled hook of an owner: the first of a chain of functions, each of which may run the
/// next one as `previous`. `finish` gets what the function has returned.
#[inline(always)]
pub fn run<T>(
    loaded: &Loaded,
    owner: Owner,
    chain: &[u32],
    context: &mut EffectContext,
    push_args: impl FnOnce(&mut Vec<Value>),
    finish: impl FnOnce(Eval<&mut Value>, &mut EffectContext) -> T,
) -> T {
    let Loaded { program, ruleset_data, memory: spare, interrupt, .. } = loaded;
    let mut memory = spare.take().unwrap_or_default();
    memory.clear();
    push_args(&mut memory.stack);
    let functions = &program.functions;
    let mut machine =
        Machine::new(functions, context, ruleset_data, owner, chain, interrupt, &mut memory);
    let result = machine.hook();
    let done = finish(result.map(|()| &mut memory.returned), context);
    spare.set(Some(memory));
    done
}

/// Takes the fault of the last run.
#[cold]
pub fn take_fault(loaded: &Loaded) -> Option<Box<Fault>> {
    let mut memory = loaded.memory.take()?;
    let fault = memory.fault.take();
    loaded.memory.set(Some(memory));
    fault
}

/// Stores the values that a hook returned as the kernel keeps them. `takes_one` says whether
/// `resolve` takes one value after `me`.
///
/// # Errors
/// What is wrong with the value.
#[inline]
pub fn store_returned(
    loaded: &Loaded,
    hook: Hook,
    value: &mut Value,
    takes_one: impl FnOnce() -> bool,
    returned: &mut Values,
) -> Result<(), Unfit> {
    let kinds = &loaded.ruleset_data.kinds;
    match HookSpec::of(hook).returns {
        Type::Bool => {
            let Value::Bool(answer) = *value else { return Err(Unfit::Bool) };
            returned.push(Value::Bool(answer));
        }
        Type::Datum if !Type::Datum.fits(value) => return Err(Unfit::Datum),
        Type::Datum => match announced(kinds, std::mem::take(value)) {
            Value::Unit if !takes_one() => {}
            Value::List(values) => returned.extend(values.iter().cloned()),
            value => returned.push(value),
        },
        Type::Nothing => {}
        list => {
            to_kinds(kinds, value);
            match value {
                value if !list.fits(value) => return Err(Unfit::Kinds),
                Value::List(kinds) => returned.extend(kinds.iter().cloned()),
                _ => return Err(Unfit::Kinds),
            }
        }
    }
    Ok(())
}

/// A value that a hook must not return.
#[derive(Clone, Copy, Debug)]
pub enum Unfit {
    Bool,
    Datum,
    Kinds,
}

impl Unfit {
    /// The fault of a hook that returns a value of this type.
    #[cold]
    pub fn fault(self, hook: Hook, given: &str) -> Fault {
        let (wanted, hint) = match self {
            Self::Bool => ("true or false", "end the hook with a comparison, `true` or `false`"),
            Self::Datum => (
                "values that can be announced",
                "return players, cards, kinds, numbers, texts or lists of them",
            ),
            Self::Kinds => ("a list of kinds", "return `[]` if the card stands for nothing"),
        };
        let given = match (self, given) {
            (Self::Kinds, "list") => "a list with other values",
            _ => given,
        };
        let message = format!("`{}` must return {wanted}, not {given}", hook.name());
        Fault::new("F0204", message).hint(hint)
    }
}
