//! Ids and names that a script uses and its variant does not define.

use crate::error::Error;
use crate::lint::rule::{Detection, Rule, VariantContext};
use crate::lint::tree::{NodeKind, SyntaxNode};
use crate::script::api::verbs;
use crate::script::reflect::TypeSet;
use crate::script::values::Type;
use crate::variant::Ruleset;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::sync::Arc;

pub const KIND: Rule = Rule::error("L0111", Detection::Variant(kinds));
pub const PLAY: Rule = Rule::error("L0112", Detection::Variant(plays));
pub const PARAM: Rule = Rule::error("L0113", Detection::Variant(params));
pub const OPTION: Rule = Rule::error("L0114", Detection::Variant(options));
pub const COUNTER: Rule = Rule::error("L0115", Detection::Variant(counters));
pub const PILE: Rule = Rule::error("L0116", Detection::Variant(piles));
pub const DATA: Rule = Rule::error("L0117", Detection::Variant(data));
pub const TAG: Rule = Rule::warning("L0204", Detection::Variant(tags));

/// Returns the string at each argument with this parameter name or type.
fn asked<'a>(cx: &VariantContext<'a>, verb: &str, param: &str) -> Vec<&'a SyntaxNode> {
    let mut found = Vec::new();
    for node in cx.source.walk() {
        let Some((name, args)) = node.call().filter(|(name, _)| *name == verb) else { continue };
        for verb in verbs().filter(|v| v.name == name && v.params.len() == args.len()) {
            let at = verb.params.iter().position(|(name, _)| *name == param);
            found.extend(at.map(|i| &args[i]).filter(|arg| arg.text().is_some()));
        }
    }
    found
}

/// Returns the strings that a value is compared with: `action.what == "nope"`.
fn compared<'a>(
    cx: &VariantContext<'a>,
    is_asked: impl Fn(&SyntaxNode) -> bool,
) -> Vec<(&'a SyntaxNode, &'a SyntaxNode)> {
    let mut found = Vec::new();
    for node in cx.source.walk() {
        let NodeKind::Operator(symbol, args) = &node.what else { continue };
        let [a, b] = args.as_slice() else { continue };
        if !matches!(symbol.as_str(), "==" | "!=") {
            continue;
        }
        for (value, text) in [(a, b), (b, a)] {
            if text.text().is_some() && is_asked(value) {
                found.push((value, text));
            }
        }
    }
    found
}

fn ids<'a>(cx: &VariantContext<'a>) -> Vec<&'a str> {
    cx.ruleset.spec.kinds.iter().map(|kind| &*kind.id).collect()
}

/// Reports a string that is not a known name.
fn unknown(
    cx: &VariantContext<'_>,
    (rule, what): (&Rule, &str),
    node: &SyntaxNode,
    known: &[&str],
    fix: &str,
) -> Option<Error> {
    let name = node.text().filter(|name| !known.contains(name))?;
    let message = format!("there is no {what} `{name}`");
    let error = rule.at_text(cx.source, node, message);
    Some(error.meant_or(name, known.iter().copied(), fix))
}

/// Returns a string literal, or the string literals of a list.
fn texts(node: &SyntaxNode) -> Vec<&SyntaxNode> {
    match &node.what {
        NodeKind::List(items) => items.iter().collect(),
        _ => vec![node],
    }
}

fn kinds(cx: &VariantContext<'_>) -> Vec<Error> {
    let of_kind = |of: Type| match of {
        Type::Kind => true,
        Type::Any(types) => types.contains(&Type::Kind),
        Type::List(of) => *of == Type::Kind,
        _ => false,
    };
    let mut asked: Vec<&SyntaxNode> = Vec::new();
    for node in cx.source.walk() {
        let Some((name, args)) = node.call() else { continue };
        // Rhai's lists have methods with the same names as verbs; those take closures.
        for verb in verbs().filter(|v| v.name == name && v.params.len() == args.len()) {
            let params = verb.params.iter().zip(args);
            asked.extend(params.filter(|((_, t), _)| of_kind(*t)).flat_map(|(_, a)| texts(a)));
        }
    }
    let is_kind =
        |node: &SyntaxNode| matches!(&node.what, NodeKind::Property(_, name) if name == "kind");
    asked.extend(compared(cx, is_kind).into_iter().map(|(_, text)| text));
    let fix = "kinds are counted in the `deck` of the variant";
    let known = ids(cx);
    let one = |node: &SyntaxNode| unknown(cx, (&KIND, "kind of card"), node, &known, fix);
    asked.into_iter().filter_map(one).collect()
}

fn plays(cx: &VariantContext<'_>) -> Vec<Error> {
    let combos = cx.ruleset.spec.combos.iter().map(|combo| &*combo.id);
    let known: Vec<&str> =
        ids(cx).into_iter().chain(combos).chain(["explosion", "draw", "turn"]).collect();
    let is_what =
        |node: &SyntaxNode| matches!(&node.what, NodeKind::Property(_, name) if name == "what");
    let fix = "what is played is the id of a kind or combo, `explosion`, `draw` or `turn`";
    let one =
        |(_, text): (&SyntaxNode, &SyntaxNode)| unknown(cx, (&PLAY, "play"), text, &known, fix);
    compared(cx, is_what).into_iter().filter_map(one).collect()
}

/// Finds parameters that a script reads of a card, `card.param("suit")`, and that no kind has.
fn params_of_cards(cx: &VariantContext<'_>) -> Vec<Error> {
    let kinds = cx.ruleset.spec.kinds.iter();
    let known: Vec<&str> = kinds.flat_map(|kind| kind.params.keys().map(String::as_str)).collect();
    let fix = "give it to a kind in the variant";
    let one = |node: &SyntaxNode| match node.call() {
        Some(("param", [_, name] | [_, name, _])) => {
            unknown(cx, (&PARAM, "parameter of a kind"), name, &known, fix)
        }
        _ => None,
    };
    cx.source.walk().filter_map(one).collect()
}

fn params<'a>(cx: &VariantContext<'a>) -> Vec<Error> {
    let mut errors = params_of_cards(cx);
    let own = |node: &'a SyntaxNode| match node.call() {
        Some(("param", [name])) if name.text().is_some() => Some(name),
        _ => None,
    };
    let asked: Vec<&SyntaxNode> = cx.source.walk().filter_map(own).collect();
    for node in &asked {
        let name = node.text().unwrap_or_default();
        if cx.source.folder == "rules" {
            let error = PARAM.at_text(cx.source, node, "a rule has no parameters".to_owned());
            errors.push(error.hint("read an option or data of the variant instead"));
            continue;
        }
        let lacking = cx.owners.iter().filter(|(_, params)| !params.contains_key(name));
        let lacking: Vec<_> = lacking.collect();
        let Some((_, params)) = lacking.first() else { continue };
        let of: Vec<String> = lacking.iter().map(|(id, _)| format!("`{id}`")).collect();
        let message = format!("there is no parameter `{name}` of {}", of.join(", "));
        let error = PARAM.at_text(cx.source, node, message);
        let give = format!(
            "give it in the variant: \"kinds\": {{ \"{}\": {{ \"{name}\": 2 }} }}",
            lacking[0].0
        );
        let error = error.meant_or(name, params.keys().map(String::as_str), give);
        // Either side may be misspelled: the more frequent spelling is taken as correct.
        let n_reads = asked.iter().filter(|node| node.text() == Some(name)).count();
        let is_certain = error.fix.is_empty() || cx.owners.len() > n_reads;
        errors.push(if is_certain { error } else { error.ambiguous() });
    }
    errors
}

fn options(cx: &VariantContext<'_>) -> Vec<Error> {
    let options = &cx.ruleset.options;
    let known: Vec<&str> = options.iter().map(|option| &*option.name).collect();
    let fix = "declare it in `OPTIONS` of the script, or in the `options` of the variant";
    let names = asked(cx, "option", "name").into_iter();
    let mut errors: Vec<Error> =
        names.filter_map(|node| unknown(cx, (&OPTION, "option"), node, &known, fix)).collect();
    let is_option = |node: &SyntaxNode| node.call().is_some_and(|(name, _)| name == "option");
    for (value, text) in compared(cx, is_option) {
        let name = value.call().and_then(|(_, args)| args.first()?.text()).unwrap_or_default();
        let Some(option) = options.iter().find(|option| &*option.name == name) else { continue };
        let values: Vec<&str> = option.texts.iter().map(|text| &**text).collect();
        if values.is_empty() {
            continue;
        }
        let fix = format!("its values are {}", values.join(", "));
        errors.extend(unknown(cx, (&OPTION, "value"), text, &values, &fix).map(|error| {
            let value = text.text().unwrap_or_default();
            Error { message: format!("the option `{name}` is never `{value}`"), ..error }
        }));
    }
    errors
}

fn counters(cx: &VariantContext<'_>) -> Vec<Error> {
    let spec = &cx.ruleset.spec;
    let mut errors = Vec::new();
    for node in cx.source.walk() {
        let Some(("get" | "set", args)) = node.call() else { continue };
        let is_set = node.call().is_some_and(|(name, _)| name == "set");
        let has_owner = args.len() == if is_set { 3 } else { 2 };
        let Some(name) = args.get(usize::from(has_owner)) else { continue };
        // Lists and maps also have `get` and `set`, which take an index or a key.
        let on = args.first().filter(|_| has_owner).map(|on| on.ty.sorts);
        let may_be = |of: TypeSet| on.is_some_and(|on| on.meets(of));
        let (on_player, on_card) = (may_be(TypeSet::PLAYER), may_be(TypeSet::CARD));
        let all = [
            (on.is_none(), &spec.table_counters, "counter of the table", "leave out its owner"),
            (on_player, &spec.seat_counters, "counter of a player", "`me.get(…)`"),
            (on_card, &spec.card_counters, "counter of a card", "`this_card().get(…)`"),
        ];
        let meant = || all.iter().filter(|(is_meant, ..)| *is_meant);
        let Some((_, _, what, _)) = meant().next() else { continue };
        let has_name = |names: &[Arc<str>]| names.iter().any(|known| name.text() == Some(known));
        let other = all.iter().find(|(is_meant, names, ..)| !is_meant && has_name(names));
        let fix = match other {
            Some((_, _, what, how)) => format!("it is a {what}: {how}"),
            None => "counters are declared under `counters` of the variant".to_owned(),
        };
        let known: Vec<&str> =
            meant().flat_map(|(_, names, ..)| names.iter().map(|name| &**name)).collect();
        errors.extend(unknown(cx, (&COUNTER, what), name, &known, &fix));
    }
    errors
}

/// Returns the ids of all piles of a variant.
pub fn pile_ids(ruleset: &Ruleset) -> Vec<&str> {
    let own = ruleset.spec.piles.iter().map(|pile| &*pile.id);
    let known: BTreeSet<&str> = own.chain(["draw", "discard", "box"]).collect();
    known.into_iter().collect()
}

fn piles(cx: &VariantContext<'_>) -> Vec<Error> {
    let known = pile_ids(cx.ruleset);
    let fix = "piles are described under `piles` of the variant";
    let named = asked(cx, "pile", "name").into_iter();
    named.filter_map(|node| unknown(cx, (&PILE, "pile"), node, &known, fix)).collect()
}

fn data(cx: &VariantContext<'_>) -> Vec<Error> {
    fn paths(json: &Json, at: &str, found: &mut Vec<String>) {
        for (key, value) in json.as_object().into_iter().flatten() {
            let path = if at.is_empty() { key.clone() } else { format!("{at}.{key}") };
            match value {
                Json::Object(_) => paths(value, &path, found),
                _ => found.push(path),
            }
        }
    }
    let mut known = Vec::new();
    paths(&cx.ruleset.spec.data, "", &mut known);
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let fix = "data stands under `data` of the variant; `a.b` is the entry `b` of the object `a`";
    let asked = asked(cx, "data", "path").into_iter();
    asked.filter_map(|node| unknown(cx, (&DATA, "data"), node, &known, fix)).collect()
}

fn tags(cx: &VariantContext<'_>) -> Vec<Error> {
    let spec = &cx.ruleset.spec;
    let own = spec.kinds.iter().flat_map(|kind| &kind.tags).chain(&spec.explosion_tags);
    let own: BTreeSet<&str> = own.map(String::as_str).chain(["apart"]).collect();
    let mut asked: Vec<&SyntaxNode> = Vec::new();
    for node in cx.source.walk() {
        let Some((name, args)) = node.call() else { continue };
        let of_verb = verbs().filter(|v| v.name == name && v.params.len() == args.len());
        let at = of_verb.filter_map(|v| v.params.iter().position(|(name, _)| *name == "tag"));
        asked.extend(at.map(|i| &args[i]));
        if matches!(name, "same" | "different" | "any") {
            asked.extend(args.get(1));
        }
    }
    let mut errors = Vec::new();
    for node in asked {
        let Some(tag) = node.text().filter(|tag| !own.contains(tag)) else { continue };
        let message = format!("no kind has the tag `{tag}`");
        let error = TAG.at_text(cx.source, node, message).with_suggestion(tag, own.iter().copied());
        errors.extend(error.hint.is_some().then_some(error));
    }
    errors
}
