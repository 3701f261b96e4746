//! Loops that cannot end.

use crate::error::{Error, Severity};
use crate::lint::rule::{Look, Rule, Scene};
use crate::lint::tree::{Node, What};
use crate::lint::types::{inside, root};
use std::collections::BTreeSet;

pub const ENDLESS: Rule = Rule {
    code: "L0107",
    severity: Severity::Error,
    name: "endless-loop",
    summary: "a loop can never end",
    why: "A run is stopped after 50,000 steps and all that it did is taken back, so the card can \
          never be played.",
    cure: "Leave the loop with `break` or `return`, or change in its body what its condition \
           depends on.",
    bad: &[(
        "scripts/cards/demo.rhai",
        "//! Demo.\n\nfn resolve(me) {\n    let n = 0;\n    while n < 3 { me.draw(); }\n}\n",
    )],
    good: &[(
        "scripts/cards/demo.rhai",
        "//! Demo.\n\nfn resolve(me) {\n    let n = 0;\n    while n < 3 { me.draw(); n += 1; }\n}\n",
    )],
    look: Look::Script(look),
};

fn look(scene: &Scene<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    for node in scene.source.walk() {
        let What::Loop { condition, until, body } = &node.what else { continue };
        if leaves(body, false) {
            continue;
        }
        let (message, hint) = match condition.as_deref() {
            None => ("this loop never ends".to_owned(), "leave it with `break` or `return`"),
            Some(Node { what: What::Bool(value), .. }) if value != until => {
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
        errors.push(ENDLESS.at(scene.source, node.at, message).hint(hint));
    }
    errors
}

/// Whether the body of a loop can be left from within; `nested` in a loop of its own.
fn leaves(node: &Node, nested: bool) -> bool {
    match &node.what {
        What::Return(_) => true,
        What::Break(_) => !nested,
        What::Closure(..) => false,
        What::Loop { body, .. } | What::For(_, _, body) => leaves(body, true),
        _ => node.children().into_iter().any(|child| leaves(child, nested)),
    }
}

/// The variables of a condition, where it depends on nothing else and the body changes none.
fn unchanged(condition: &Node, body: &Node) -> Option<String> {
    let mut names = BTreeSet::new();
    for node in condition.walk() {
        match &node.what {
            What::Name(name) => drop(names.insert(name.as_str())),
            What::Int(_) | What::Bool(_) | What::Text(_) | What::Operator(..) => {}
            _ => return None,
        }
    }
    let is_changed = |node: &&Node| match &node.what {
        What::Assign(target, _) => root(target).is_some_and(|name| names.contains(name)),
        // A list may be changed by a function that is called on it, a captured name by a closure.
        What::Call { args, .. } => {
            args.first().and_then(root).is_some_and(|name| names.contains(name))
        }
        _ => false,
    };
    let changed = body.walk().iter().any(is_changed) || inside(body).len() != body.walk().len();
    if changed || names.is_empty() {
        return None;
    }
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    Some(names.join(" or "))
}
