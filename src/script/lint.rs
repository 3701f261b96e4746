//! Mistakes that a script carries for long before a game runs into them: calls of functions that
//! do not exist, or with other values than they take.

use super::api::{Form, Verb, verbs};
use super::fault;
use super::load::{Loaded, Unit};
use super::spec::Script;
use crate::error::{Error, suggest};
use rhai::{ASTNode, Expr, FnCallExpr, Position, Stmt};
use std::collections::{BTreeMap, BTreeSet};

/// What the language itself calls, whatever is registered; `curry` is in every closure that takes a
/// variable along.
const BUILT_IN: [&str; 6] = ["print", "debug", "type_of", "is_def_var", "is_def_fn", "curry"];

/// The functions a script can call, with the numbers of values they take.
type Known = BTreeMap<String, BTreeSet<usize>>;

/// All such mistakes in compiled scripts.
pub fn calls(loaded: &Loaded) -> Vec<Error> {
    let mut everywhere = Known::new();
    let registered = loaded.engine.collect_fn_metadata(
        None,
        |info| Some((info.metadata.name.to_string(), info.metadata.num_params)),
        true,
    );
    for (name, n_values) in registered {
        everywhere.entry(name).or_default().insert(n_values);
    }
    let each = loaded.scripts.iter().zip(&loaded.units);
    each.flat_map(|(script, unit)| in_script(script, unit, &everywhere)).collect()
}

fn in_script(script: &Script, unit: &Unit, everywhere: &Known) -> Vec<Error> {
    let mut known = everywhere.clone();
    for function in unit.ast.iter_functions() {
        known.entry(function.name.to_owned()).or_default().insert(function.params.len());
    }
    let mut errors = Vec::new();
    unit.ast.walk(&mut |path| {
        if let Some((call, on, position)) = path.last().and_then(call_in) {
            errors.extend(mistake(script, call, on, position, &known));
        }
        true
    });
    // Functions are walked in no particular order.
    errors.sort_by_key(|error| error.spot.as_ref().map(|spot| (spot.line, spot.column)));
    errors
}

/// A call, and how many values stand before its brackets.
fn call_in<'a>(node: &'a ASTNode<'_>) -> Option<(&'a FnCallExpr, usize, Position)> {
    let (call, on, position) = match node {
        ASTNode::Expr(Expr::FnCall(call, position)) => (call, 0, *position),
        ASTNode::Expr(Expr::MethodCall(call, position)) => (call, 1, *position),
        ASTNode::Stmt(Stmt::FnCall(call, position)) => (call, 0, *position),
        _ => return None,
    };
    let is_word = call.name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_word && call.op_token.is_none()).then_some((call, on, position))
}

fn mistake(
    script: &Script,
    call: &FnCallExpr,
    on: usize,
    position: Position,
    known: &Known,
) -> Option<Error> {
    let name = call.name.as_str();
    let error = match known.get(name) {
        _ if BUILT_IN.contains(&name) => return None,
        Some(counts) if counts.contains(&(call.args.len() + on)) => return None,
        Some(counts) => {
            let takes: Vec<String> =
                counts.iter().filter_map(|n| n.checked_sub(on)).map(|n| n.to_string()).collect();
            let (takes, given) = (takes.join(" or "), call.args.len());
            let noun = if given == 1 { "value" } else { "values" };
            let message = format!("`{name}` is called with {given} {noun} and takes {takes}");
            let error = Error::new("S0107", message);
            match verbs().find(|verb| verb.name == name && verb.form != Form::Property) {
                Some(verb) => error.hint(format!("it is {}", verb.signature())),
                None => error,
            }
        }
        None if verbs().any(|verb| verb.name == name) => {
            let error = Error::new("S0107", format!("`{name}` is no function but a property"));
            error.hint(format!("write `.{name}` without brackets"))
        }
        None => {
            let error = Error::new("S0106", format!("there is no function `{name}`"));
            let names = verbs().filter(is_callable).map(|verb| verb.name);
            let near = suggest(name, names.chain(known.keys().map(String::as_str)));
            let all = "`litterbox api` lists all that scripts can call".to_owned();
            error.hint(near.map_or(all, |near| format!("did you mean `{near}`?")))
        }
    };
    Some(error.at(fault::spot(script, position)))
}

fn is_callable(verb: &&Verb) -> bool {
    verb.form != Form::Property
}
