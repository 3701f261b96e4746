//! Calls of `previous` where no script precedes.

use crate::base::error::Error;
use crate::kernel::Hook;
use crate::lint::rule::{Detection, Rule, VariantContext};
use crate::script::tree::{ScriptSource, SyntaxNode};
use crate::script::{PREVIOUS, Script};

pub const NOWHERE: Rule = Rule::error("L0118", Detection::Variant(look));

/// Returns the calls of `previous` in a script, each with the name of its function.
pub fn calls(source: &ScriptSource) -> impl Iterator<Item = (&SyntaxNode, &str)> {
    let bodies = source.functions.iter();
    let nodes = bodies.flat_map(|f| f.body.walk().into_iter().map(|node| (node, f.name.as_str())));
    nodes.filter(|(node, _)| node.call().is_some_and(|(name, _)| name == PREVIOUS))
}

fn look(cx: &VariantContext<'_>) -> Vec<Error> {
    let spec = &cx.ruleset.spec;
    let owners = spec.owners().map(|(id, scripts, _)| (format!("`{id}`"), scripts));
    let rules = std::iter::once(("the rules".to_owned(), &*spec.rules));
    let is_own = |script: &Script| script.name == cx.source.script.name;
    let lists = owners.chain(rules);
    let lists: Vec<_> = lists.filter(|(_, scripts)| scripts.iter().any(is_own)).collect();
    let mut errors = Vec::new();
    for (node, function) in calls(cx.source) {
        if Hook::find(function).is_none() {
            let message = format!("`{PREVIOUS}` is called outside of a hook, in `{function}`");
            let error = NOWHERE.at(cx.source, node.at, message);
            errors.push(error.hint("call it in the hook and pass the result on"));
            continue;
        }
        let defines = |script: &Script| {
            let source = cx.scripts.iter().find(|source| source.script.name == script.name);
            source.is_some_and(|source| source.function(function).is_some())
        };
        let lacks = |scripts: &&[Script]| {
            let at = scripts.iter().position(is_own).unwrap_or_default();
            !scripts[..at].iter().any(defines)
        };
        let Some((of, _)) = lists.iter().find(|(_, scripts)| lacks(scripts)) else {
            continue;
        };
        let own = &cx.source.script.name;
        let message = format!("no script of {of} before {own} defines `{function}`");
        let error = NOWHERE.at(cx.source, node.at, message);
        errors.push(error.hint("list it after a script that does: \"script\": [\"…\", \"…\"]"));
    }
    errors
}
