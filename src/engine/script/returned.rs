//! The values that hooks return, as the kernel keeps them.

use super::compile::{announced, to_kinds};
use super::hooks::HookSpec;
use super::values::{Kinds, Type};
use crate::kernel::effect::Values;
use crate::kernel::{Fault, Hook, Value};

/// Adds what a hook returned to the values that the kernel keeps. `takes_one` says whether
/// `resolve` takes one value after `me`.
#[inline(always)]
pub fn returned(
    kinds: &Kinds,
    hook: Hook,
    value: &mut Value,
    returned: &mut Values,
    takes_one: impl FnOnce() -> bool,
) -> Result<(), Unfit> {
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
