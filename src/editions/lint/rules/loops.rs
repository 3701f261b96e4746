//! Loops that never end.

use crate::base::error::Error;
use crate::lint::rule::{Detection, Rule, ScriptContext};
use crate::script::tree::{NodeKind, SyntaxNode};
use std::collections::BTreeSet;

pub const ENDLESS: Rule = Rule::error("L0107", Detection::Script(look));

fn look(cx: &ScriptContext<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    for node in cx.source.walk() {
        let NodeKind::Loop { condition, until, body, .. } = &node.what else { continue };
        if leaves(body, false) {
            continue;
        }
        let (message, hint) = match condition.as_deref() {
            None => ("this loop never ends".to_owned(), "leave it with `break` or `return`"),
            Some(SyntaxNode { what: NodeKind::Bool(value), .. }) if value != until => {
                let message = format!("this loop never ends: its condition is always {value}");
                (message, "leave it with `break` or `return`")
            }
            Some(condition) => match unchanged(condition, body) {
                Some(names) => {
                    let message = format!("this loop never ends: nothing in it changes {names}");
                    (message, "change it in the body of the loop")
                }
                None => continue,
            },
        };
        errors.push(ENDLESS.at(cx.source, node.at, message).hint(hint));
    }
    errors
}

/// Returns whether the body of a loop can exit it; `nested`: inside an inner loop.
fn leaves(node: &SyntaxNode, nested: bool) -> bool {
    match &node.what {
        NodeKind::Return(_) | NodeKind::Throw(_) => true,
        NodeKind::Break(_) => !nested,
        NodeKind::Closure(..) => false,
        NodeKind::Loop { body, .. } | NodeKind::For(_, _, body) => leaves(body, true),
        _ => node.children().into_iter().any(|child| leaves(child, nested)),
    }
}

/// Returns the variables of a condition if it depends only on variables that the body never
/// changes.
fn unchanged(condition: &SyntaxNode, body: &SyntaxNode) -> Option<String> {
    let mut names = BTreeSet::new();
    for node in condition.walk() {
        match &node.what {
            NodeKind::Name(name, _) => drop(names.insert(name.as_str())),
            NodeKind::Int(_) | NodeKind::Bool(_) | NodeKind::Text(_) | NodeKind::Operator(..) => {}
            _ => return None,
        }
    }
    let is_named = |node: &SyntaxNode| node.root().is_some_and(|(name, _)| names.contains(name));
    let is_changed = |node: &&SyntaxNode| match &node.what {
        NodeKind::Assign(target, ..) => is_named(target),
        // A method call may change its list, and a closure may change a captured variable.
        NodeKind::Call { args, .. } => args.first().is_some_and(is_named),
        _ => false,
    };
    let changed = body.walk().iter().any(is_changed) || body.inside().len() != body.walk().len();
    if changed || names.is_empty() {
        return None;
    }
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    Some(names.join(" or "))
}
