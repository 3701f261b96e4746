//! Hooks that must only return an answer, and prompts with an empty text.

use crate::error::Error;
use crate::kernel::Hook;
use crate::lint::rule::{Detection, Rule, ScriptContext};
use crate::lint::tree::SyntaxNode;
use crate::lint::types::results;
use crate::script::api::{Effect, Verb, verbs};
use crate::script::reflect::TypeSet;
use crate::script::values::Type;

pub const ACTS: Rule = Rule::error("L0109", Detection::Script(acts));

pub const NO_TEXT: Rule = Rule::warning("L0203", Detection::Script(no_text));

/// What to do about a hook that returns something else than true or false.
const COMPARE: &str = "end it with a comparison, or with `true` or `false`";

/// Returns the verb that a call with these arguments refers to.
pub fn verb(name: &str, args: &[SyntaxNode]) -> Option<&'static Verb> {
    let takes = |verb: &&Verb| {
        verb.name == name
            && verb.params.len() == args.len()
            && verb.params.iter().zip(args).all(|((_, t), arg)| TypeSet::of(*t).meets(arg.ty.sorts))
    };
    // A call that may also refer to a built-in function is not treated as a verb.
    let certain = |verb: &&Verb| {
        verb.params.first().zip(args.first()).is_none_or(|((_, t), arg)| {
            arg.ty.sorts.within(TypeSet::of(*t)) || arg.ty.sorts == TypeSet::ANY
        })
    };
    verbs().filter(takes).find(certain)
}

fn acts(cx: &ScriptContext<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    for hook in ["playable", "responds"] {
        let Some(function) = cx.source.function(hook) else { continue };
        for node in function.body.walk() {
            let Some((name, args)) = node.call() else { continue };
            let Some(does) = verb(name, args).and_then(Verb::does) else { continue };
            let message = format!("`{name}` {does}, but `{hook}` only answers a question");
            let error = ACTS.at(cx.source, node.at, message);
            errors.push(error.hint("do it in `announce` or in `resolve`"));
        }
    }
    let yes_or_no = Hook::ALL
        .into_iter()
        .filter(|hook| matches!(hook, Hook::Playable | Hook::Responds) || hook.is_replacement());
    let yes_or_no = yes_or_no.map(|hook| (hook.name(), TypeSet::BOOL, "true or false", COMPARE));
    let list = "return `[]` if the card stands for nothing";
    let plays_as = ("plays_as", TypeSet::LIST, "a list of kinds", list);
    for (hook, wanted, in_words, hint) in yes_or_no.chain([plays_as]) {
        let Some(function) = cx.source.function(hook) else { continue };
        let wrong = results(&function.body);
        let wrong = wrong.into_iter().find(|result| !result.ty.sorts.meets(wanted));
        if let Some(wrong) = wrong {
            let got = wrong.ty.sorts.in_words();
            let message = format!("`{hook}` must return {in_words}, not {got}");
            let error = match wrong.at.is_none() {
                true => ACTS.at_function(cx.source, hook, message),
                false => ACTS.at(cx.source, wrong.at, message),
            };
            errors.push(error.hint(hint));
        }
    }
    errors
}

fn no_text(cx: &ScriptContext<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    for node in cx.source.walk() {
        let Some((name, args)) = node.call() else { continue };
        let Some(verb) = verb(name, args).filter(|verb| verb.effect == Effect::Prompt) else {
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
