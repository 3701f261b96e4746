//! The faults of a run: what is wrong, where, and what has called it.

use super::machine::{Eval, Exit, Machine};
use super::tree::{At, CLOSURE};
use crate::base::error::suggest_or;
use crate::kernel::{Fault, Value};
use crate::script::api::{RulesetData, Verb};
use crate::script::fault::{INTERRUPTED, TOO_MANY_OPERATIONS};
use crate::script::functions::ValueLimits;
use crate::script::hooks;
use crate::script::meter::MAX_OPERATIONS;
use crate::script::show::{append, read_by_all};
use crate::script::tree::sentence;
use crate::script::unknown::{misused_function, unfit_closure, unknown_property};
use crate::script::values::{Type, type_of};

/// The types of values in words: `(list, number)`.
fn types(values: &[Value]) -> String {
    let words: Vec<&str> = values.iter().map(type_of).collect();
    format!("({})", words.join(", "))
}

/// The fault of a hook that only reads, and calls a verb that does more.
#[cold]
pub fn forbidden(verb: &Verb) -> Fault {
    let message =
        format!("`{}` {}, which this hook must not do", verb.name, verb.effect.in_words());
    Fault::new("F0201", message).hint(format!("{} can only read", hooks::queries()))
}

/// The fault of a verb that does not take a value of this type, or this text, as a parameter.
pub fn unfit_value(
    verb: &Verb,
    (name, wanted): (&str, Type),
    value: &Value,
    text: Option<&str>,
    ruleset_data: &RulesetData,
) -> Fault {
    if wanted == Type::Kind
        && let Some(text) = text
    {
        let known = ruleset_data.kinds.ids();
        let hint = suggest_or(text, known, "the `deck` of the variant lists the kinds");
        return Fault::new("F0103", format!("there is no kind `{text}`")).hint(hint);
    }
    let given = type_of(value);
    Fault::new("F0102", format!("`{}` expects {wanted} as `{name}`, not {given}", verb.name))
        .hint(format!("usage: `{}`", verb.signature()))
}

impl Machine<'_> {
    /// Ends the run with a fault. Its place is added by what is running.
    #[cold]
    pub fn fail(
        &mut self,
        code: &'static str,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Exit {
        self.memory.fault = Some(Box::new(Fault::new(code, message).hint(hint)));
        Exit::Fault
    }

    /// Ends the run with a fault at this place.
    pub(super) fn fail_at(
        &mut self,
        code: &'static str,
        message: impl Into<String>,
        hint: impl Into<String>,
        at: At,
    ) -> Exit {
        self.fail(code, message, hint);
        self.place(at);
        Exit::Fault
    }

    /// Adds its place to a fault that has none.
    fn place(&mut self, at: At) {
        if let Some(fault) = &mut self.memory.fault
            && fault.place.is_none()
        {
            fault.place = at;
        }
    }

    /// Adds to a fault what has called it.
    pub(super) fn called_by(&mut self, name: &str, at: At) {
        self.place(at);
        if let Some(fault) = &mut self.memory.fault {
            let call = (name.to_owned(), at);
            // A function without end has called itself again and again.
            if fault.code != "F0002" || fault.chain.last() != Some(&call) {
                fault.chain.push(call);
            }
        }
    }

    /// Adds to a fault of a closure which function has called it.
    pub(super) fn called_in(&mut self, name: &str, at: At) {
        let Some(fault) = &mut self.memory.fault else { return };
        let Some((CLOSURE, place)) = fault.chain.last_mut().map(|(n, p)| (&**n, p)) else {
            return;
        };
        *place = place.or(at);
        // As in Rhai.
        if !matches!(name, "sort" | "sort_by") {
            fault.chain.push((name.to_owned(), at));
        }
    }

    #[cold]
    pub(super) fn too_many_operations(&mut self) -> Exit {
        let message = format!("the script does not end: more than {MAX_OPERATIONS} operations");
        let hint = "check for a loop whose condition never becomes false";
        self.fail(TOO_MANY_OPERATIONS, message, hint)
    }

    #[cold]
    pub(super) fn interrupted(&mut self) -> Exit {
        self.fail(INTERRUPTED, "the script was interrupted", "the game is unchanged")
    }

    /// The fault of a value that is too large: `a list`.
    pub(super) fn too_large(&mut self, what: &str) -> Exit {
        let message = format!("the script creates {what} that is too large");
        let ValueLimits { text, list, map } = self.memory.limits;
        let hint =
            format!("the limits are {text} characters, {list} list entries and {map} map entries");
        self.fail("F0003", message, hint)
    }

    /// The fault of a value of another type.
    pub(super) fn mismatch(&mut self, wanted: &str, value: &Value, at: At) -> Exit {
        let message = format!("expected {wanted}, found {}", type_of(value));
        let hint = match wanted {
            "bool" => "a condition is `true` or `false`: compare the value, as in `value != ()`",
            _ => "`litterbox api` lists the types of all functions",
        };
        self.fail_at("F0102", message, hint, at)
    }

    /// The fault of a function that does not take these values.
    pub(super) fn no_function(&mut self, name: &str, args: &[Value], at: At) -> Exit {
        let (message, hint) = misused_function(name, &types(args));
        self.fail_at("F0102", message, hint, at)
    }

    pub(super) fn no_property(&mut self, name: &str, of: &Value, at: At) -> Exit {
        let (message, hint) = unknown_property(type_of(of), name);
        self.fail_at("F0101", message, hint, at)
    }

    pub(super) fn unfit_closure(&mut self, args: &[Value]) -> Exit {
        let (message, hint) = unfit_closure(&types(args));
        self.fail("F0102", message, hint)
    }

    pub(super) fn arithmetic(&mut self, said: String, at: At) -> Exit {
        let hint = "numbers are 64-bit integers and cannot be divided by 0";
        self.fail_at("F0005", said, hint, at)
    }

    /// The fault of something that is not there.
    pub(super) fn missing(&mut self, said: String, at: At) -> Exit {
        self.fail_at("F0007", said, "check that it exists before reading it", at)
    }

    /// The fault of a value without elements.
    pub(super) fn not_indexed(&mut self, value: &Value, index: &Value, at: At) -> Exit {
        let (of, by) = (type_of(value), type_of(index));
        let message = format!("nothing can be read by an index here: {of} [{by}]");
        let hint = "lists, texts and maps have an index: `list[0]`, `pile.cards[0]`";
        self.fail_at("F0008", message, hint, at)
    }

    /// The fault of a change of a constant.
    pub(super) fn constant_changed(&mut self, function: &str, at: At) -> Exit {
        let message = format!("`{function}` would change a constant");
        self.fail_at("F0008", message, "declare it with `let` to change it", at)
    }

    pub(super) fn thrown(&mut self, value: &Value, at: At) -> Exit {
        let mut text = String::new();
        append(&self.context, value, false, &mut text);
        let message = sentence(&read_by_all(&self.context, &text));
        self.fail_at("F0202", message, "thrown by the script: check what leads to this line", at)
    }
}

impl Machine<'_> {
    /// Adds a place to the fault of a result, if it has none.
    #[inline]
    pub(super) fn located<T>(&mut self, result: Eval<T>, at: At) -> Eval<T> {
        if let Err(Exit::Fault) = result {
            self.fault_at(at);
        }
        result
    }

    #[cold]
    fn fault_at(&mut self, at: At) {
        self.place(at);
        if let Some(fault) = &mut self.memory.fault
            && let Some((name, place @ None)) = fault.chain.last_mut()
            && name == CLOSURE
        {
            *place = at;
        }
    }
}
