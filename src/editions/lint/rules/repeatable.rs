//! Calls that would make runs non-deterministic.

use crate::base::error::Error;
use crate::lint::rule::{Detection, Rule, ScriptContext};
use crate::script::api::Verb;
use crate::script::language::unrepeatable;
use crate::script::reflect::TypeSet;
use crate::script::tree::NodeKind;

pub const NOT: Rule = Rule::error("L0110", Detection::Script(look));

fn look(cx: &ScriptContext<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    for node in cx.source.walk() {
        let Some((name, _)) = node.call() else { continue };
        let Some(instead) = unrepeatable(name).filter(|_| cx.source.function(name).is_none())
        else {
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
