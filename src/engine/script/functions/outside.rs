//! Functions that scripts have only outside of hooks: `random` of agents, and the patterns of sets.

use super::native::{Failure, Native, Of, Outcome, Runner, fault};
use super::parts::{int, items};
use crate::kernel::{Transient, Value};
use std::sync::Arc;

/// `random(n)` of an agent.
pub const RANDOM: Native = Native {
    params: &[Of::Int],
    returned: Of::Int,
    changes: false,
    is_per_entry: false,
    run: random,
};

/// The functions whose results a `SET` is, by name.
pub const SETS: [(&str, Native); 7] = [
    ("same", set(&[Of::Int], |_, args| of_tag(SAME, args))),
    ("same", set(&[Of::Int, Of::Text], |_, args| of_tag(SAME, args))),
    ("different", set(&[Of::Int], |_, args| of_tag(DIFFERENT, args))),
    ("different", set(&[Of::Int, Of::Text], |_, args| of_tag(DIFFERENT, args))),
    ("any", set(&[Of::Int], |_, args| of_tag(ANY, args))),
    ("any", set(&[Of::Int, Of::Text], |_, args| of_tag(ANY, args))),
    ("any_of", set(&[Of::Int, Of::List], any_of)),
];

/// The function of a pattern.
const fn set(params: &'static [Of], run: fn(&mut dyn Runner, &mut [Value]) -> Outcome) -> Native {
    Native { params, returned: Of::Any, changes: false, is_per_entry: false, run }
}

fn random(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    match u32::try_from(int(&args[0])).ok().filter(|n| *n > 0) {
        Some(n) => Ok(Value::Int(runner.random(n).into())),
        None => {
            let hint = "`random(6)` is a number from 0 to 5";
            fault("F0115", "`random` expects a number above 0".to_owned(), hint)
        }
    }
}

/// The number of the form of a set, as in `SET_FORMS` of [`crate::script::sets`].
const SAME: i64 = 0;
const DIFFERENT: i64 = 1;
const ANY: i64 = 2;

fn of_tag(form: i64, args: &[Value]) -> Outcome {
    let tag = args.get(1).cloned().unwrap_or_default();
    Ok(pattern([args[0].clone(), Value::Int(form), tag, Value::Unit]))
}

fn any_of(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let write = |kind: &Value| Ok(Value::Text(runner.write(kind, false)?.into()));
    let kinds: Result<Vec<Value>, Failure> = items(&args[1]).iter().map(write).collect();
    Ok(pattern([args[0].clone(), Value::Int(ANY), Value::Unit, Value::List(kinds?.into())]))
}

fn pattern(parts: [Value; 4]) -> Value {
    Value::Transient(Transient::Set(Arc::new(parts.into())))
}
