//! Options that depend on counters the player does not see.

use super::names::naming;
use crate::error::Error;
use crate::kernel::rules::{CounterRule, SeenBy};
use crate::lint::rule::{Detection, Rule, VariantContext};
use crate::lint::tree::{NodeKind, SyntaxNode};
use crate::script::api::Form;
use crate::script::hooks::HOOKS;
use crate::script::values::NameOf;

pub const HIDDEN: Rule = Rule::error("L0119", Detection::Variant(hidden));

/// The verb that tells whether everybody sees a counter.
const IS_REVEALED: &str = "is_revealed";

fn hidden(cx: &VariantContext<'_>) -> Vec<Error> {
    let spec = &cx.ruleset.spec;
    let mut errors = Vec::new();
    for hook in HOOKS.iter().filter(|hook| hook.only_reads()) {
        let Some(function) = cx.source.function(hook.hook.name()) else { continue };
        let me = function.params.first().map(String::as_str);
        let is_asked = function
            .body
            .walk()
            .into_iter()
            .any(|node| node.call().is_some_and(|(name, _)| name == IS_REVEALED));
        for node in function.body.walk().into_iter().filter(|_| !is_asked) {
            let Some((_, verb, name)) = naming(node, NameOf::Counter).next() else { continue };
            let is_me =
                |on: &SyntaxNode| matches!(&on.what, NodeKind::Name(n) if Some(n.as_str()) == me);
            let on = node.call().and_then(|(_, args)| args.first());
            let (rules, is_own) = match verb.form {
                Form::Method => (&spec.seat_counters, on.is_some_and(is_me)),
                _ => (&spec.table_counters, false),
            };
            let is_hidden = |rule: &&CounterRule| {
                name.text() == Some(&*rule.id)
                    && match rule.seen_by {
                        SeenBy::Everybody => false,
                        SeenBy::Owner => !is_own,
                        _ => true,
                    }
            };
            if let Some(rule) = rules.iter().find(is_hidden).filter(|_| verb.name == "get") {
                let message = format!(
                    "`{}` reads the counter `{}`, which its player does not see",
                    hook.hook.name(),
                    rule.id
                );
                let hint = "options can depend only on what the player sees";
                errors.push(HIDDEN.at_text(cx.source, name, message).hint(hint));
            }
        }
    }
    errors
}
