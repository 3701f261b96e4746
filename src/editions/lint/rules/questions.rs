//! Hooks that must only return an answer, and prompts with an empty text.

use crate::base::error::Error;
use crate::lint::rule::{Detection, Rule, ScriptContext};
use crate::script::api::{Effect, Verb, verbs_named};
use crate::script::hooks::HOOKS;
use crate::script::reflect::TypeSet;
use crate::script::tree::{ScriptFunction, ScriptSource, SyntaxNode};
use crate::script::values::Type;

pub const ACTS: Rule = Rule::error("L0109", Detection::Script(acts));

pub const NO_TEXT: Rule = Rule::warning("L0203", Detection::Script(no_text));

/// A hint about a hook that returns something else.
const NO_KINDS: &str = "return `[]` if the card stands for nothing";
const COMPARE: &str = "end it with a comparison, or with `true` or `false`";

/// Returns the verb that a call most likely means: a value may be `()`, or of any type.
pub fn likely_verb(name: &str, args: &[SyntaxNode]) -> Option<&'static Verb> {
    let fits = |verb: &&Verb| {
        verb.params.len() == args.len()
            && verb.params.iter().zip(args).all(|((_, t), arg)| TypeSet::of(*t).meets(arg.ty.sorts))
    };
    verb(name, args).or_else(|| verbs_named(name).find(fits))
}

/// Returns the verb that a call with these arguments refers to.
pub fn verb(name: &str, args: &[SyntaxNode]) -> Option<&'static Verb> {
    let takes = |verb: &&Verb| {
        verb.params.len() == args.len()
            && verb.params.iter().zip(args).all(|((_, t), arg)| TypeSet::of(*t).meets(arg.ty.sorts))
    };
    // A call that may also refer to a built-in function is not treated as a verb.
    let certain = |verb: &&Verb| {
        verb.params.first().zip(args.first()).is_none_or(|((_, t), arg)| {
            arg.ty.sorts.within(TypeSet::of(*t)) || arg.ty.sorts == TypeSet::ANY
        })
    };
    verbs_named(name).filter(takes).find(certain)
}

fn acts(cx: &ScriptContext<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    for spec in HOOKS.iter().filter(|spec| spec.is_run(&cx.source.folder)) {
        let hook = spec.hook.name();
        let Some(function) = cx.source.function(hook) else { continue };
        for node in reached(cx.source, function) {
            let Some((name, args)) = node.call() else { continue };
            let effect = verb(name, args).map(|verb| verb.effect);
            let Some(effect) = effect.filter(|effect| !spec.may.contains(effect)) else { continue };
            let does = effect.in_words();
            let message = format!("`{name}` {does}, but `{hook}` only answers a question");
            let hint = "do it in a hook that acts, such as `resolve`";
            errors.push(ACTS.at(cx.source, node.at, message).hint(hint));
        }
        let (wanted, in_words, hint) = match spec.returns {
            Type::Bool => (TypeSet::BOOL, "true or false", COMPARE),
            Type::List(_) => (TypeSet::LIST, "a list of kinds", NO_KINDS),
            _ => continue,
        };
        let wrong = function.body.results();
        let wrong = wrong.into_iter().find(|result| !result.ty.sorts.meets(wanted));
        if let Some(wrong) = wrong {
            let got = wrong.ty.sorts.in_words();
            let message = format!("`{hook}` must return {in_words}, not {got}");
            let error = match std::ptr::eq(wrong, &function.body) {
                true => ACTS.at_function(cx.source, hook, message),
                false => ACTS.at(cx.source, wrong.at, message),
            };
            errors.push(error.hint(hint));
        }
    }
    errors
}

/// Returns what a function runs in its script: its own nodes, and those of the functions it calls.
fn reached<'a>(source: &'a ScriptSource, function: &'a ScriptFunction) -> Vec<&'a SyntaxNode> {
    let (mut functions, mut nodes) = (vec![function], Vec::new());
    let mut i = 0;
    while let Some(function) = functions.get(i) {
        let own = function.body.walk();
        for (name, args) in own.iter().filter_map(|node| node.call()) {
            let called = source.function(name).filter(|f| f.params.len() == args.len());
            let is_new = |f: &&ScriptFunction| functions.iter().all(|known| known.name != f.name);
            functions.extend(called.filter(is_new));
        }
        nodes.extend(own);
        i += 1;
    }
    nodes
}

fn no_text(cx: &ScriptContext<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    for node in cx.source.walk() {
        let Some((name, args)) = node.call() else { continue };
        let Some(verb) = verb(name, args).filter(|verb| verb.effect == Effect::Ask) else {
            continue;
        };
        let of = verb.params.iter().position(|(name, t)| *name == "text" && *t == Type::Text);
        let Some(text) = of.and_then(|i| args.get(i)) else { continue };
        if text.text().is_some_and(|text| text.trim().is_empty()) {
            let message = format!("`{name}` has an empty question");
            let error = NO_TEXT.at_text(cx.source, text, message);
            errors.push(error.hint("write a question such as \"Whom?\""));
        }
    }
    errors
}
