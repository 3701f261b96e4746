//! Unused variables and functions.

use crate::base::error::Error;
use crate::kernel::Hook;
use crate::lint::rule::{Detection, Rule, ScriptContext};
use crate::script::hooks::{self, PICTURE};
use crate::script::topics::{constants, unseen_constants};
use crate::script::tree::{Local, NodeKind, ScriptSource, SyntaxNode};
use std::collections::HashSet;
use std::ops::Range;

pub const VARIABLE: Rule = Rule::warning("L0201", Detection::Script(variables));

pub const FUNCTION: Rule = Rule::warning("L0202", Detection::Script(functions));

fn variables(cx: &ScriptContext<'_>) -> Vec<Error> {
    let source = cx.source;
    let mut errors = Vec::new();
    for function in source.functions.iter() {
        unread(source, &function.body, &mut errors);
    }
    let NodeKind::Block(top) = &source.top.what else { return errors };
    let reads: HashSet<&str> = source.top.walk().into_iter().filter_map(SyntaxNode::name).collect();
    for node in top {
        let NodeKind::Let(Local { name, .. }, _) = &node.what else { continue };
        if !constants().any(|topic| topic.name == name) && !reads.contains(name.as_str()) {
            let message = format!("nothing reads the constant `{name}`");
            let error = VARIABLE.at(source, node.at, message);
            let known = constants().map(|topic| topic.name);
            // Whether the value fits the other constant is not certain.
            errors.push(error.meant_or(name, known, unseen_constants()).ambiguous());
        }
    }
    errors
}

/// Returns the variables of a function that are defined and never read.
fn unread(source: &ScriptSource, body: &SyntaxNode, errors: &mut Vec<Error>) {
    let nodes = body.walk();
    let assigned = || {
        nodes.iter().filter_map(|node| match &node.what {
            NodeKind::Assign(target, ..) => Some(&**target),
            _ => None,
        })
    };
    let targets: HashSet<*const SyntaxNode> = assigned().map(std::ptr::from_ref).collect();
    let is_target = |node: &SyntaxNode| targets.contains(&std::ptr::from_ref(node));
    let reads = nodes.iter().filter(|node| !is_target(node)).filter_map(|node| node.name());
    // A change to a part of a shared value is visible elsewhere.
    let in_parts = assigned()
        .filter(|target| target.name().is_none())
        .filter_map(|target| target.root())
        .map(|(name, _)| name);
    let used: HashSet<&str> = reads.chain(in_parts).collect();
    let written: HashSet<&str> = assigned().filter_map(SyntaxNode::name).collect();
    for node in &nodes {
        let names: Vec<&str> = match &node.what {
            NodeKind::Let(local, _) => vec![local.name.as_str()],
            NodeKind::For(names, ..) => names.iter().map(|local| local.name.as_str()).collect(),
            _ => continue,
        };
        for name in names.into_iter().filter(|name| !name.starts_with('_')) {
            if used.contains(name) {
                continue;
            }
            let message = format!("nothing reads `{name}`");
            let error = VARIABLE.at(source, node.at, message);
            let is_let = matches!(node.what, NodeKind::Let(..));
            let error = error.hint(if is_let {
                "use it, or begin its name with `_`"
            } else {
                "begin its name with `_`"
            });
            // The other places would have to be renamed, too.
            let is_only_place = is_let && !written.contains(name);
            let span = error.span.as_ref().filter(|_| is_only_place);
            let found = span.map(crate::base::error::Span::bytes);
            errors.push(match found {
                Some(bytes) => error.fixed_by(bytes.start..bytes.start, "_"),
                None => error,
            });
        }
    }
}

fn functions(cx: &ScriptContext<'_>) -> Vec<Error> {
    let source = cx.source;
    let calls_itself = |name: &str| {
        let own = source.functions.iter().filter(|f| f.name != name).flat_map(|f| f.body.walk());
        let own = own.chain(source.top.walk());
        !own.into_iter().any(|node| node.call().is_some_and(|(called, _)| called == name))
    };
    let mut errors = Vec::new();
    for function in source.functions.iter() {
        let name = function.name.as_str();
        let is_shared = source.folder == "rules";
        let is_called = cx.called.contains(name) && (is_shared || !calls_itself(name));
        if Hook::find(name).is_some() || is_called || name == PICTURE {
            continue;
        }
        let near = hooks::meant(&source.folder, name, &function.params);
        let is_reported = |near: &str| is_shared || source.function(near).is_none();
        let may_be_hook = function.params.first().is_some_and(|first| first == "me");
        if near.is_some_and(is_reported) && (is_shared || may_be_hook) {
            // A misspelled hook is reported by another rule.
            continue;
        }
        let message = format!("nothing calls `{name}`");
        let hint = "it is not a hook (see `litterbox api hooks`): call it or leave it out";
        let error = FUNCTION.at_function(source, name, message).hint(hint);
        errors.push(match extent(source, name).filter(|_| is_shared || !may_be_hook) {
            Some(bytes) => error.fixed_by(bytes, ""),
            None => error,
        });
    }
    errors
}

/// Returns the range of a function and the comments above it, if it starts and ends at line
/// boundaries.
fn extent(source: &ScriptSource, name: &str) -> Option<Range<usize>> {
    let text = &source.script.text;
    let function = source.function(name)?;
    let (before, after) = (&text[..function.start], &text[function.body.bytes.end..]);
    let (rest, after) = after.split_once('\n').unwrap_or((after, ""));
    if !rest.trim().is_empty() || !(before.is_empty() || before.ends_with('\n')) {
        return None;
    }
    let lines: Vec<&str> = before.split_inclusive('\n').collect();
    let mut first = function.first_line(text) - 1;
    if first > 0 && lines[first - 1].trim().is_empty() {
        first -= 1;
    }
    Some(lines[..first].concat().len()..text.len() - after.len())
}
