//! Values used in a way that fails when the script is run: properties that cannot be set, piles as
//! lists, answers that may be missing, lists indexed in closures, and responses never asked for.

use super::questions::verb;
use crate::base::error::Error;
use crate::kernel::Moment;
use crate::lint::rule::{Detection, Rule, ScriptContext};
use crate::script::PREVIOUS;
use crate::script::api::{Effect, Form, Verb, verbs_named};
use crate::script::reflect::TypeSet;
use crate::script::tree::{NodeKind, ScriptFunction, SyntaxNode};

pub const READ_ONLY: Rule = Rule::error("L0121", Detection::Script(read_only));

pub const NO_LIST: Rule = Rule::error("L0122", Detection::Script(no_list));

pub const MISSING: Rule = Rule::warning("L0123", Detection::Script(missing));

pub const NEVER_ASKED: Rule = Rule::warning("L0124", Detection::Script(never_asked));

fn read_only(cx: &ScriptContext<'_>) -> Vec<Error> {
    let assigned = |node: &SyntaxNode| {
        let NodeKind::Assign(target, ..) = &node.what else { return None };
        let NodeKind::Property(on, name) = &target.what else { return None };
        let is_handle = !on.ty.sorts.meets(TypeSet::MAP);
        let message = format!("the property `{name}` cannot be set");
        let error = READ_ONLY.at(cx.source, target.at, message);
        let sets = |verb: &&Verb| verb.form == Form::Method && verb.effect == Effect::Change;
        let hint = verbs_named(name).find(sets).map_or_else(
            || "call the function that changes it: see `litterbox api`".to_owned(),
            |verb| format!("use `{}`", verb.signature()),
        );
        is_handle.then(|| error.hint(hint))
    };
    cx.source.walk().filter_map(assigned).collect()
}

fn no_list(cx: &ScriptContext<'_>) -> Vec<Error> {
    let over = |node: &SyntaxNode| {
        let (on, message, hint) = match &node.what {
            NodeKind::For(_, on, _) => {
                (on, "`for` cannot go over a pile", "write `.cards` after it")
            }
            NodeKind::Index(on, _) => (on, "a pile cannot be indexed", "write `.at(0)`: 0 = top"),
            _ => return None,
        };
        let is_pile = on.ty.sorts == TypeSet::PILE;
        is_pile.then(|| NO_LIST.at(cx.source, on.at, message.to_owned()).hint(hint))
    };
    cx.source.walk().filter_map(over).collect()
}

/// Whether a verb asks a player, and returns `()` if there are no options.
fn is_maybe_nothing(verb: &Verb) -> bool {
    verb.effect == Effect::Ask && TypeSet::of(verb.returns).meets(TypeSet::NOTHING)
}

/// Whether a node calls a verb on cards.
fn takes_cards(node: &SyntaxNode) -> bool {
    let verb = node.call().and_then(|(name, args)| verb(name, args));
    verb.is_some_and(|verb| TypeSet::of(verb.params[0].1).meets(TypeSet::CARD))
}

fn missing(cx: &ScriptContext<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    for function in cx.source.functions.iter() {
        // A card is offered only if the first question of `announce` has an option.
        let is_announce = function.name == "announce";
        for node in function.body.walk() {
            let on = match &node.what {
                NodeKind::Property(on, _) => &**on,
                NodeKind::Call { args, on_value: true, .. } => &args[0],
                _ => continue,
            };
            // A list of such answers fails like the answer itself, where a verb wants cards.
            let answers = match &on.what {
                NodeKind::List(items) if takes_cards(node) => items.as_slice(),
                _ => std::slice::from_ref(on),
            };
            let called = answers.iter().find_map(|answer| Some((answer, answer.call()?)));
            let Some((on, (name, args))) = called else { continue };
            let may_be_empty = |options: &SyntaxNode| {
                matches!(options.call(), Some(("others_with_cards" | "filter", _)))
            };
            let why = match name {
                "find" if args.len() == 2 => "there is no such card",
                _ if is_announce || !args.last().is_some_and(may_be_empty) => continue,
                _ => match verb(name, args) {
                    Some(verb) if is_maybe_nothing(verb) => "there is no option",
                    _ => continue,
                },
            };
            let message = format!("`{name}` returns `()` if {why}");
            let error = MISSING.at(cx.source, on.at, message);
            errors.push(error.hint("store it with `let`, and test it: `if it != () { … }`"));
        }
    }
    errors
}

fn never_asked(cx: &ScriptContext<'_>) -> Vec<Error> {
    let source = cx.source;
    let defines = |hook: &str| source.functions.iter().any(|f| f.name == hook);
    // Such a script is part of a list, and another script there has the `WHEN`.
    let is_previous = |node: &&SyntaxNode| node.call().is_some_and(|(name, _)| name == PREVIOUS);
    let extends = |f: &ScriptFunction| f.body.walk().iter().any(is_previous);
    let is_part =
        !defines("resolve") && !defines("announce") || source.functions.iter().any(extends);
    if source.folder != "cards" || !defines("responds") || is_part {
        return Vec::new();
    }
    let when = source.constant("WHEN");
    let (_, main) = Moment::ALL[0];
    let is_asked = match when.map(|value| &value.what) {
        None => false,
        Some(NodeKind::List(moments)) => moments.iter().any(|moment| moment.text() != Some(main)),
        // It is computed: unknown here.
        Some(_) => true,
    };
    if is_asked {
        return Vec::new();
    }
    let message = "`responds` is never asked: `WHEN` has no moment for a response".to_owned();
    let error = NEVER_ASKED.at_function(source, "responds", message);
    vec![error.hint("add one: `const WHEN = [\"main\", \"card\"];`")]
}
