//! Hooks that the kernel never runs for scripts of their folder.

use crate::error::Error;
use crate::kernel::Hook;
use crate::lint::rule::{Detection, Rule, ScriptContext};
use crate::script::reflect::is_run;

pub const NEVER_RUN: Rule = Rule::error("L0105", Detection::Script(look));

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
