//! Hooks that the kernel never runs, because of the folder of their script or because it has no
//! effect.

use crate::base::error::Error;
use crate::kernel::Hook;
use crate::lint::rule::{Detection, Rule, ScriptContext, VariantContext};
use crate::script::Script;
use crate::script::api::{Verb, verbs_named};
use crate::script::hooks::{self, HOOKS, HookSpec};
use crate::script::tree::{NodeKind, ScriptSource, SyntaxNode};

pub const NEVER_RUN: Rule = Rule::error("L0105", Detection::Script(look));
pub const NO_EFFECT: Rule = Rule::warning("L0128", Detection::Script(without_effect));
pub const HIDES_VERB: Rule = Rule::warning("L0132", Detection::Script(hides_verb));
pub const UNHEARD: Rule = Rule::warning("L0129", Detection::Variant(unheard));

fn look(cx: &ScriptContext<'_>) -> Vec<Error> {
    let source = cx.source;
    let mut errors = Vec::new();
    for function in source.functions.iter() {
        let name = function.name.as_str();
        let here: Vec<&str> = hooks::names(&source.folder).collect();
        if here.contains(&name) || cx.called.contains(name) {
            continue;
        }
        if let Some(spec) = Hook::find(name).map(HookSpec::of) {
            let folders = spec.folders;
            let message =
                format!("`{name}` never runs in a script of the folder {}", source.folder);
            let error = NEVER_RUN.at_function(source, name, message);
            errors.push(error.hint(format!(
                "it runs in {}; the hooks here are {}",
                folders.join(" and "),
                here.join(", ")
            )));
            continue;
        }
        // For cards and combos, the loader has already reported it.
        let is_said =
            source.folder != "rules" && function.params.first().is_some_and(|p| p == "me");
        let message = format!("`{name}` is not a hook and nothing calls it");
        let error = NEVER_RUN.at_function(source, name, message);
        let near = hooks::meant(&source.folder, name, &function.params);
        let error = match near {
            Some(near) => error.meant_or(name, [near], format!("write `{near}`")),
            None => error,
        };
        // A hook of the rules replaces that of the scripts before it.
        let error = if source.folder == "rules" { error.ambiguous() } else { error };
        errors.extend((error.hint.is_some() && !is_said).then_some(error));
    }
    errors
}

/// Reports when a card or combo can be played that does nothing.
fn without_effect(cx: &ScriptContext<'_>) -> Vec<Error> {
    let has = |hook: Hook| cx.source.function(hook.name()).is_some();
    let acts = [Hook::Resolve, Hook::Announce, Hook::PlaysAs].into_iter().any(has);
    if acts || cx.is_part || cx.source.folder == "rules" {
        return Vec::new();
    }
    let never = [Hook::Playable, Hook::Responds, Hook::Cancelled];
    let never = never.into_iter().filter(|hook| has(*hook));
    let finding = |hook: Hook| {
        let name = hook.name();
        let message =
            format!("`{name}` never runs: the script has neither `resolve` nor `announce`");
        NO_EFFECT.at_function(cx.source, name, message).hint("write what happens: `fn resolve(me)`")
    };
    never.map(finding).collect()
}

/// Reports functions that are called instead of a verb.
fn hides_verb(cx: &ScriptContext<'_>) -> Vec<Error> {
    let hidden = cx.source.functions.iter().filter_map(|function| {
        let name = function.name.as_str();
        let of_as_many = |verb: &&Verb| verb.params.len() == function.params.len();
        let verb = verbs_named(name).find(of_as_many).filter(|_| Hook::find(name).is_none())?;
        let message = format!("`{name}` hides the verb `{}`", verb.signature());
        let error = HIDES_VERB.at_function(cx.source, name, message);
        Some(error.hint("give the function another name"))
    });
    hidden.collect()
}

/// Reports hooks that a card hears in play, if nothing ever puts it there.
fn unheard(cx: &VariantContext<'_>) -> Vec<Error> {
    let source = cx.source;
    let is_own = |other: &ScriptSource| other.script.name == source.script.name;
    let heard = HOOKS.iter().filter(|spec| spec.hook.has_listeners());
    let Some(hook) =
        heard.map(|spec| spec.hook.name()).find(|hook| source.function(hook).is_some())
    else {
        return Vec::new();
    };
    let may_hear = |scripts: &[Script]| {
        cx.scripts.iter().filter(|part| part.is_one_of(scripts)).any(|part| {
            let is = |name, usual| part.constant(name).is_none_or(|at| at.text() == Some(usual));
            !is("TO", "discard") || !is("HEARS", "play")
        })
    };
    let mut owners = cx.ruleset.spec.owners().map(|(_, scripts, _)| scripts);
    let is_heard = owners.any(|scripts| source.is_one_of(scripts) && may_hear(scripts));
    let may_put = |other: &&ScriptSource| other.is_broken || puts_into_play(other, is_own(other));
    let comes = cx.scripts.iter().any(may_put);
    if source.folder != "cards" || comes || is_heard {
        return Vec::new();
    }
    let message =
        format!("`{hook}` never runs: the card goes to the discard pile, where it hears nothing");
    let hint = "let it stay in play, `const TO = \"front\";`, or hear in the hand, \
                `const HEARS = \"hand\";`";
    vec![UNHEARD.at_function(source, hook, message).hint(hint)]
}

/// Whether a script may put other cards than its own in front of a player or on the table; its own,
/// too, if that `is_own`. A hazard lies in front of its player.
fn puts_into_play(source: &ScriptSource, is_own: bool) -> bool {
    let is_play = |node: &SyntaxNode| match &node.what {
        NodeKind::Property(_, name) => name == "front",
        _ => matches!(node.call(), Some(("table", []))),
    };
    let is_own_card = |node: &SyntaxNode| matches!(node.call(), Some(("this_card", [])));
    source.walk().any(|node| match (&node.what, node.call()) {
        (NodeKind::Let(_, value), _) => is_play(value),
        (_, Some(("explode", _))) => is_own,
        (_, Some((_, [card, to @ ..]))) => to.iter().any(is_play) && (is_own || !is_own_card(card)),
        _ => false,
    })
}
