//! Unknown properties.

use crate::base::error::Error;
use crate::lint::rule::{Detection, Rule, ScriptContext};
use crate::script::api::{Form, instead_of, verbs_named};
use crate::script::reflect::TypeSet;
use crate::script::tree::NodeKind;

pub const UNKNOWN: Rule = Rule::error("L0104", Detection::Script(look));

fn look(cx: &ScriptContext<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    for node in cx.source.walk() {
        let NodeKind::Property(on, name) = &node.what else { continue };
        let may_be_map = on.ty.sorts.meets(TypeSet::MAP);
        if may_be_map && cx.keys.contains(name) {
            continue;
        }
        let ways = cx.known.get(&format!("get${name}"));
        let fits = |sorts: TypeSet| {
            ways.is_some_and(|ways| ways.iter().any(|way| way.params[0].meets(sorts)))
        };
        if fits(on.ty.sorts) {
            continue;
        }
        let has = cx.known.iter().filter(|(_, ways)| {
            ways.iter().any(|way| way.params.len() == 1 && way.params[0].meets(on.ty.sorts))
        });
        let has = has.filter_map(|(name, _)| name.strip_prefix("get$"));
        // Rhai gives every value a `tag`.
        let has: Vec<&str> = has.filter(|name| *name != "tag").collect();
        let message = match ways {
            Some(_) => format!("there is no `{name}` of {}", on.ty.sorts.in_words()),
            None => format!("nothing has a property `{name}`"),
        };
        let error = UNKNOWN.at(cx.source, node.at, message);
        let method = verbs_named(name).find(|verb| verb.form == Form::Method);
        let list = match on.ty.sorts == TypeSet::ANY || has.is_empty() {
            true => "`litterbox api` lists what values have".to_owned(),
            false => format!("it has {}", has.join(", ")),
        };
        errors.push(match method {
            _ if ways.is_none() && instead_of(name).is_some() => {
                error.hint(instead_of(name).unwrap_or_default())
            }
            None if name == "kind" && on.ty.sorts == TypeSet::ACTION => {
                error.hint("did you mean `what`?")
            }
            Some(verb) => error.hint(format!("it is a function: {}", verb.signature())),
            None => error.meant_or(name, has, list),
        });
    }
    errors
}
