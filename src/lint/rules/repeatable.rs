//! Calls that would make runs non-deterministic.

use crate::error::Error;
use crate::lint::rule::{Detection, Rule, ScriptContext};
use crate::lint::tree::NodeKind;
use crate::script::api::Verb;
use crate::script::reflect::TypeSet;

pub const NOT: Rule = Rule::error("L0110", Detection::Script(look));

/// Names of clock, sleep and random functions in other languages, with what to use instead.
const FOREIGN: [(&str, &str); 12] = [
    ("timestamp", "there is no clock in a game"),
    ("now", "there is no clock in a game"),
    ("time", "there is no clock in a game"),
    ("sleep", "a script cannot wait; a question waits for its answer by itself"),
    ("wait", "a script cannot wait; a question waits for its answer by itself"),
    ("exit", "a hook ends with `return`"),
    ("rand", "use `random(n)`: a number from 0 to n - 1"),
    ("rand_int", "use `random(n)`: a number from 0 to n - 1"),
    ("random_int", "use `random(n)`: a number from 0 to n - 1"),
    ("random_range", "use `random(n)`: a number from 0 to n - 1"),
    ("dice", "use `random(6) + 1`"),
    ("sample", "use `list[random(list.len)]`"),
];

/// Returns the replacement for a non-deterministic function.
pub fn foreign(name: &str) -> Option<&'static str> {
    FOREIGN.iter().find(|(other, _)| *other == name).map(|(_, instead)| *instead)
}

fn look(cx: &ScriptContext<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    for node in cx.source.walk() {
        let Some((name, _)) = node.call() else { continue };
        let Some(instead) = foreign(name).filter(|_| cx.source.function(name).is_none()) else {
            continue;
        };
        let message = format!("`{name}` would not be the same when the script is run again");
        errors.push(NOT.at(cx.source, node.at, message).hint(instead));
    }
    for node in cx.source.top.walk() {
        let (name, args) = match &node.what {
            NodeKind::Call { name, args, .. } => (name, args.as_slice()),
            NodeKind::Property(on, name) => (name, std::slice::from_ref(&**on)),
            _ => continue,
        };
        let is_certain = args.first().is_none_or(|on| on.ty.sorts != TypeSet::ANY);
        let verb = super::questions::verb(name, args).filter(|_| is_certain);
        if verb.is_none_or(Verb::is_constant) {
            continue;
        }
        let message =
            format!("`{name}` looks at a table, and a constant is made before there is one");
        let error = NOT.at(cx.source, node.at, message);
        errors.push(error.hint("read it in the hook that needs it"));
    }
    errors
}
