//! Options that depend on counters that the player does not see.

use super::names::naming;
use crate::base::error::Error;
use crate::kernel::rules::{CounterRule, SeenBy};
use crate::lint::rule::{Detection, Rule, VariantContext};
use crate::script::api::Effect;
use crate::script::hooks::HOOKS;
use crate::script::tree::{NodeKind, SyntaxNode};
use crate::script::values::{NameOf, Type};

pub const HIDDEN: Rule = Rule::error("L0119", Detection::Variant(hidden));

fn hidden(cx: &VariantContext<'_>) -> Vec<Error> {
    let spec = &cx.ruleset.spec;
    let mut errors = Vec::new();
    for hook in HOOKS.iter().filter(|hook| hook.only_reads()) {
        let name = hook.hook.name();
        let Some(function) = cx.source.function(name) else { continue };
        let reader = hook.reader_in(&function.params, cx.source.folder == "rules");
        let is_reader =
            |on: &SyntaxNode| matches!(&on.what, NodeKind::Name(name, _) if Some(name) == reader);
        let nodes = function.body.walk();
        let named = || nodes.iter().flat_map(|node| naming(node, NameOf::Counter));
        // Whoever asks whether a counter is revealed may read it then.
        if named().any(|(_, verb, _)| verb.effect == Effect::Read && verb.returns == Type::Bool) {
            continue;
        }
        for (node, _, counter) in named().filter(|(_, verb, _)| verb.reads_counter()) {
            let (rules, is_own) = match node.call().map(|(_, args)| args) {
                Some([on, _]) => (&spec.seat_counters, is_reader(on)),
                _ => (&spec.table_counters, false),
            };
            let is_hidden = |rule: &&CounterRule| {
                let is_it = counter.text() == Some(&*rule.id);
                let is_seen = match rule.seen_by {
                    SeenBy::Everybody => true,
                    SeenBy::Owner => is_own,
                    SeenBy::Nobody => false,
                };
                is_it && !is_seen
            };
            if let Some(rule) = rules.iter().find(is_hidden) {
                let id = &rule.id;
                let message =
                    format!("`{name}` reads the counter `{id}`, which its player does not see");
                let hint = "options can depend only on what the player sees";
                errors.push(HIDDEN.at_text(cx.source, counter, message).hint(hint));
            }
        }
    }
    errors
}
