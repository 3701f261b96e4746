//! Hooks that the kernel never runs, because of the folder of their script or because it has no
//! effect.

use crate::error::Error;
use crate::kernel::Hook;
use crate::lint::rule::{Detection, Rule, ScriptContext};
use crate::script::reflect::is_run;

pub const NEVER_RUN: Rule = Rule::error("L0105", Detection::Script(look));
pub const NO_EFFECT: Rule = Rule::warning("L0128", Detection::Script(without_effect));

fn look(cx: &ScriptContext<'_>) -> Vec<Error> {
    let source = cx.source;
    let mut errors = Vec::new();
    for function in &source.functions {
        let name = function.name.as_str();
        let here = Hook::ALL.into_iter().filter(|hook| is_run(*hook, &source.folder));
        let here: Vec<&str> = here.map(Hook::name).collect();
        if here.contains(&name) || cx.called.contains(name) {
            continue;
        }
        if let Some(hook) = Hook::ALL.into_iter().find(|hook| hook.name() == name) {
            let folders = ["cards", "combos", "rules"];
            let folders: Vec<_> = folders.into_iter().filter(|f| is_run(hook, f)).collect();
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
        let error = error.with_suggestion(name, here.iter().copied());
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
    let never = [Hook::Playable, Hook::Responds].into_iter().filter(|hook| has(*hook));
    let finding = |hook: Hook| {
        let name = hook.name();
        let message =
            format!("`{name}` never runs: the script has neither `resolve` nor `announce`");
        NO_EFFECT.at_function(cx.source, name, message).hint("write what happens: `fn resolve(me)`")
    };
    never.map(finding).collect()
}
