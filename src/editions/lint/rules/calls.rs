//! Calls of unknown functions, with the wrong number of arguments, or with arguments of the wrong
//! type.

use crate::base::error::{Edit, Error, plural};
use crate::lint::rule::{Detection, Rule, ScriptContext};
use crate::script::api::{
    CARDS_OF_PILE, Form, NO_NUMBER, Verb, instead_of, rewritten, usage, verbs, verbs_named,
};
use crate::script::language::unrepeatable;
use crate::script::reflect::{Signature, Ty, TypeSet};
use crate::script::tree::types::fits;
use crate::script::tree::{NodeKind, ScriptSource, SyntaxNode};
use crate::script::values::Type;
use std::collections::BTreeSet;
use strsim::damerau_levenshtein;

/// Up to this distance two names differ by a slip of the fingers.
const SLIP: usize = 2;

pub const UNKNOWN: Rule = Rule::error("L0101", Detection::Script(unknown));

pub const NUMBER: Rule = Rule::error("L0102", Detection::Script(number));

pub const SORT: Rule = Rule::error("L0103", Detection::Script(sort));

/// Returns each call of a script: its name, its arguments, and whether it is written
/// `value.name(…)`.
fn calls<'a>(
    cx: &ScriptContext<'a>,
) -> impl Iterator<Item = (&'a SyntaxNode, &'a str, &'a [SyntaxNode], bool)> {
    cx.source.walk().filter_map(|node| match &node.what {
        // A call of a closure has unknown parameters.
        NodeKind::Call { name, .. } if name == "call" => None,
        NodeKind::Call { name, args, on_value } => {
            Some((node, name.as_str(), &args[..], *on_value))
        }
        _ => None,
    })
}

/// Returns the calls of functions that are not there.
pub fn unknown(cx: &ScriptContext<'_>) -> Vec<Error> {
    let missing = |(_, name, ..): &(_, &str, _, _)| {
        cx.known.get(name).is_none() && unrepeatable(name).is_none()
    };
    let words = cx.known.iter().map(|(name, _)| name.as_str()).filter(|name| !name.contains('$'));
    let words: Vec<&str> = words.filter(|name| name.starts_with(char::is_alphabetic)).collect();
    let error = |(node, name, args, _): (&SyntaxNode, &str, &[SyntaxNode], _)| {
        let error = UNKNOWN.at(cx.source, node.at, format!("there is no function `{name}`"));
        if let Some(now) = instead_of(name) {
            let text = |node: &SyntaxNode| cx.source.script.text.get(node.bytes.clone());
            let values: Option<Vec<&str>> = args.iter().map(text).collect();
            let now_here = values.and_then(|values| rewritten(name, &values));
            let edit = |text| Edit { bytes: node.bytes.clone(), text };
            return Error { fix: now_here.map(edit).into_iter().collect(), ..error }.hint(now);
        }
        let defines =
            |other: &&ScriptSource| other.folder == "rules" && other.function(name).is_some();
        if let Some(other) = cx.sources.iter().find(defines) {
            let file = &other.script.name;
            let id = file.trim_start_matches("rules/").trim_end_matches(".rhai");
            let variant = cx.variant.map(|id| format!("variants/{id}.json"));
            let variant = variant.as_deref().unwrap_or("the variant");
            return error.hint(format!("{file} has it: list `{id}` in the `rules` of {variant}"));
        }
        let own = cx.source.functions.iter().map(|function| function.name.as_str());
        // Verbs first: Rhai has many built-in functions with short names.
        let verbs = verbs().map(|verb| verb.name).filter(|verb| can_call(cx, verb));
        let verbs: Vec<&str> = verbs.chain(own).collect();
        let fitting = || verbs.iter().copied().filter(|verb| accepts(cx, verb, args));
        let is_slip = fitting().any(|verb| damerau_levenshtein(name, verb) <= SLIP);
        let longer = fitting().filter(|verb| !is_slip && is_longer(name, verb));
        let longer: BTreeSet<&str> = longer.collect();
        if !longer.is_empty() {
            let names: Vec<String> = longer.iter().map(|verb| format!("`{verb}`")).collect();
            return error.hint(format!("did you mean {}?", names.join(" or ")));
        }
        let likely = error.clone().with_suggestion(name, fitting());
        if likely.hint.is_some() {
            return likely;
        }
        let unlikely = error.clone().with_suggestion(name, verbs.iter().copied());
        if unlikely.hint.is_some() {
            return unlikely.ambiguous();
        }
        let all = match &*cx.source.folder {
            "agents" => {
                "agents have the functions of Rhai and `random(n)`; `view` has what they see"
            }
            _ => "`litterbox api` lists all functions",
        };
        error.meant_or(name, words.iter().copied(), all)
    };
    calls(cx).filter(missing).map(error).collect()
}

/// Whether a script can use a verb; agents cannot.
fn can_call(cx: &ScriptContext<'_>, verb: &str) -> bool {
    cx.known.get(verb).is_some() || cx.known.get(&format!("get${verb}")).is_some()
}

/// Whether a function can be called with these arguments, as far as their types are known.
fn accepts(cx: &ScriptContext<'_>, name: &str, args: &[SyntaxNode]) -> bool {
    let types: Vec<_> = args.iter().map(|arg| arg.ty).collect();
    let ways = cx.known.get(name).into_iter().flatten();
    ways.into_iter().any(|way| fits(way, &types)) && wrong_items(name, args).is_none()
}

/// Whether one name is the other one with more words at its end: `choose_word`, `choose`.
fn is_longer(a: &str, b: &str) -> bool {
    let adds = |long: &str, short: &str| {
        long.strip_prefix(short).is_some_and(|rest| rest.starts_with('_'))
    };
    adds(a, b) || adds(b, a)
}

fn number(cx: &ScriptContext<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    for (node, name, args, on_value) in calls(cx) {
        let Some(ways) = cx.known.get(name) else { continue };
        if ways.iter().any(|way| way.params.len() == args.len()) {
            continue;
        }
        let on = usize::from(on_value);
        let mut takes: Vec<usize> =
            ways.iter().filter_map(|way| way.params.len().checked_sub(on)).collect();
        takes.sort_unstable();
        takes.dedup();
        let given = args.len() - on;
        let takes = match takes.as_slice() {
            [] => "no values".to_owned(),
            [n] => plural(*n, "value"),
            many => format!(
                "{} values",
                many.iter().map(usize::to_string).collect::<Vec<_>>().join(" or ")
            ),
        };
        let message = format!("`{name}` takes {takes}, but is called with {given}");
        let error = NUMBER.at(cx.source, node.at, message);
        errors.push(match (cx.source.function(name), usage(name)) {
            (Some(function), _) => {
                error.hint(format!("it is fn {name}({})", function.params.join(", ")))
            }
            (None, usage) if usage.is_empty() => error.hint(format!("give it {takes}")),
            (None, usage) => {
                let on_type = args.first().filter(|_| on_value).map(|of| of.ty.sorts.in_words());
                if let Some(now) = on_type.and_then(|of| instead_of(&format!("{of}.{name}"))) {
                    errors.push(error.hint(now));
                    continue;
                }
                let is_function = |verb: &&Verb| {
                    verb.form == Form::Function && verb.params.len() == args.len() - on
                };
                let instead = match verbs_named(name).find(is_function).filter(|_| on_value) {
                    Some(_) => format!("write `{name}(…)` without a value before it: "),
                    None => String::new(),
                };
                error.hint(format!("{instead}it is {usage}"))
            }
        });
    }
    errors
}

/// Reports calculations with `()`.
fn nothing(cx: &ScriptContext<'_>) -> Vec<Error> {
    let of_nothing = |node: &SyntaxNode| match &node.what {
        NodeKind::Operator(symbol, args) if "+-*/%".contains(symbol.as_str()) => {
            let is_nothing = args.iter().any(|arg| arg.ty.sorts == TypeSet::NOTHING);
            let message = format!("`{symbol}` cannot calculate with ()");
            is_nothing.then(|| SORT.at(cx.source, node.at, message).hint(NO_NUMBER))
        }
        _ => None,
    };
    cx.source.walk().filter_map(of_nothing).collect()
}

fn sort(cx: &ScriptContext<'_>) -> Vec<Error> {
    let mut errors = nothing(cx);
    for (node, name, args, on_value) in calls(cx) {
        let Some(ways) = cx.known.get(name) else { continue };
        let ways: Vec<_> = ways.iter().filter(|way| way.params.len() == args.len()).collect();
        let types: Vec<_> = args.iter().map(|arg| arg.ty).collect();
        if ways.is_empty() {
            continue;
        }
        let fits_none = !ways.iter().any(|way| fits(way, &types));
        let i = match fits_none {
            true => first_misfit(&ways, args),
            false => match wrong_items(name, args) {
                Some(i) => i,
                None => continue,
            },
        };
        let given = args[i].ty.in_words();
        let verb = verbs_named(name).find(|verb| verb.params.len() == args.len());
        let message = if on_value && i == 0 {
            let works_on = verb.filter(|_| !fits_none).and_then(|verb| list_type(verb.params[0].1));
            let works_on = works_on.map_or_else(|| receivers(&ways), |list| list.to_string());
            format!("`{name}` works on {works_on}, not on {given}")
        } else {
            match verb {
                Some(verb) => {
                    let (param, wanted) = verb.params[i];
                    format!("`{name}` expects {wanted} as `{param}`, not {given}")
                }
                None => {
                    let near = ways.iter().filter(|way| fits_up_to(way, args, i));
                    let wanted = near.map(|way| way.params[i]).reduce(|a, b| a | b);
                    let wanted = wanted.unwrap_or(TypeSet::ANY).in_words();
                    let nth = i + usize::from(!on_value);
                    format!("`{name}` expects {wanted} as value {nth}, not {given}")
                }
            }
        };
        let at = if on_value && i == 0 { node.at } else { args[i].at };
        let error = match args[i].text().filter(|_| i > 0 || !on_value) {
            Some(_) => SORT.at_text(cx.source, &args[i], message),
            None => SORT.at(cx.source, at, message),
        };
        let usage = usage(name);
        let is_pile = |arg: &SyntaxNode| arg.ty.sorts == TypeSet::PILE;
        let of_list = ways.iter().any(|way| way.params[i].meets(TypeSet::LIST));
        let is_closure = matches!(args[i].what, NodeKind::Closure(..));
        let now = instead_of(&format!("{}.{name}", args[0].ty.sorts.in_words()));
        errors.push(match usage.is_empty() {
            _ if i == 0 && now.is_some() => error.hint(now.unwrap_or_default()),
            _ if is_pile(&args[i]) && of_list || is_pile(&args[0]) && is_closure => {
                error.hint(CARDS_OF_PILE)
            }
            true => error.hint("see the Rhai book: https://rhai.rs/book"),
            false => error.hint(format!("usage: {usage}")),
        });
    }
    errors
}

fn fits_up_to(way: &Signature, args: &[SyntaxNode], n: usize) -> bool {
    way.params.iter().zip(args).take(n).all(|(param, arg)| param.meets(arg.ty.sorts))
}

/// Returns the first argument that no signature accepts, given the arguments before it.
fn first_misfit(ways: &[&Signature], args: &[SyntaxNode]) -> usize {
    (0..args.len()).rev().find(|n| ways.iter().any(|way| fits_up_to(way, args, *n))).unwrap_or(0)
}

/// Formats the types of the values on which a function can be called.
fn receivers(ways: &[&Signature]) -> String {
    let types = ways.iter().map(|way| way.params[0]).reduce(|a, b| a | b);
    types.unwrap_or(TypeSet::ANY).in_words()
}

/// Returns the type of a list that a parameter takes.
fn list_type(wanted: Type) -> Option<Type> {
    match wanted {
        Type::List(_) => Some(wanted),
        Type::Any(types) => types.iter().copied().find(|of| matches!(of, Type::List(_))),
        _ => None,
    }
}

/// Returns the first list argument with no element of the type that the verb requires.
fn wrong_items(name: &str, args: &[SyntaxNode]) -> Option<usize> {
    let fitting = || verbs_named(name).filter(|verb| verb.params.len() == args.len());
    let verb = fitting().find(|verb| verb.form != Form::Property)?;
    let others = fitting().count();
    (0..args.len()).filter(|_| others == 1).find(|i| {
        let (ty, wanted) = (args[*i].ty, list_type(verb.params[*i].1).map(Ty::of));
        wanted.is_some_and(|wanted| ty.sorts == TypeSet::LIST && !wanted.of.meets(ty.of))
    })
}
