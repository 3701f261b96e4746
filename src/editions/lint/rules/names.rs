//! Ids and names that a script uses and its variant does not define.

use crate::base::error::Error;
use crate::kernel::rules::{CounterRule, Holds};
use crate::lint::rule::{Detection, Rule, VariantContext};
use crate::script::api::{Verb, verbs_named};
use crate::script::hooks::HOOKS;
use crate::script::reflect::{TypeSet, takes_tag};
use crate::script::tree::{NodeKind, ScriptSource, SyntaxNode};
use crate::script::values::{NameOf, Type};
use crate::variant::Ruleset;
use serde_json::Value as Json;
use std::collections::BTreeSet;

pub const KIND: Rule = Rule::error("L0111", Detection::Variant(kinds));
pub const PLAY: Rule = Rule::error("L0112", Detection::Variant(plays));
pub const PARAM: Rule = Rule::error("L0113", Detection::Variant(params));
pub const OPTION: Rule = Rule::error("L0114", Detection::Variant(options));
pub const COUNTER: Rule = Rule::error("L0115", Detection::Variant(counters));
pub const PILE: Rule = Rule::error("L0116", Detection::Variant(piles));
pub const DATA: Rule = Rule::error("L0117", Detection::Variant(data));
pub const TAG: Rule = Rule::warning("L0204", Detection::Variant(tags));

/// A call of a verb that takes a name, with the verb and the name.
pub type Naming<'a> = (&'a SyntaxNode, &'static Verb, &'a SyntaxNode);

/// Returns the verbs that a call may mean which take a name of this sort.
pub fn naming(node: &SyntaxNode, of: NameOf) -> impl Iterator<Item = Naming<'_>> {
    let called = node.call().into_iter();
    called.flat_map(move |(name, args)| {
        verbs_meant(name, args).filter_map(move |verb| {
            let at = verb.params.iter().position(|(_, param)| *param == Type::Name(of))?;
            Some((node, verb, &args[at]))
        })
    })
}

/// Returns the verbs that a call with these values may mean: lists and maps have functions with the
/// same names.
fn verbs_meant(name: &str, args: &[SyntaxNode]) -> impl Iterator<Item = &'static Verb> {
    verbs_named(name).filter(move |verb| {
        let on = verb.params.first().zip(args.first());
        let fits = || on.is_none_or(|((_, of), on)| TypeSet::of(*of).meets(on.ty.sorts));
        verb.params.len() == args.len() && fits()
    })
}

/// Returns the calls in a script of verbs that take a name of this sort.
pub fn namings(source: &ScriptSource, of: NameOf) -> impl Iterator<Item = Naming<'_>> {
    source.walk().flat_map(move |node| naming(node, of))
}

/// Returns the strings that a value is compared with: `action.what == "nope"`.
fn compared(
    source: &ScriptSource,
    is_asked: impl Fn(&SyntaxNode) -> bool,
) -> Vec<(&SyntaxNode, &SyntaxNode)> {
    let mut found = Vec::new();
    for node in source.walk() {
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

/// Whether a value of this type is a kind, or has kinds.
pub fn is_of_kind(of: Type) -> bool {
    match of {
        Type::Kind => true,
        Type::Any(types) => types.contains(&Type::Kind),
        Type::List(of) => *of == Type::Kind,
        _ => false,
    }
}

/// Returns the values of a script that must be kinds.
pub fn kind_texts(source: &ScriptSource) -> Vec<&SyntaxNode> {
    let mut asked: Vec<&SyntaxNode> = Vec::new();
    for node in source.walk() {
        let Some((name, args)) = node.call() else { continue };
        // A counter may hold a kind, or any text: see `counter_texts`.
        let is_counted = |verb: &&Verb| verb.takes(Type::Name(NameOf::Counter));
        for verb in verbs_meant(name, args).filter(|verb| !is_counted(verb)) {
            let params = verb.params.iter().zip(args);
            asked.extend(params.filter(|((_, t), _)| is_of_kind(*t)).flat_map(|(_, a)| texts(a)));
        }
    }
    for spec in HOOKS.iter().filter(|spec| is_of_kind(spec.returns)) {
        let function = source.function(spec.hook.name());
        let returned = function.into_iter().flat_map(|function| function.body.results());
        asked
            .extend(returned.filter(|node| matches!(node.what, NodeKind::List(_))).flat_map(texts));
    }
    asked.extend(compared_with(source, "kind"));
    asked
}

/// Returns the strings of a script that must be kinds, combos or other plays.
pub fn play_texts(source: &ScriptSource) -> Vec<&SyntaxNode> {
    compared_with(source, "what").collect()
}

/// Returns the strings that a property is compared with.
fn compared_with<'a>(
    source: &'a ScriptSource,
    property: &str,
) -> impl Iterator<Item = &'a SyntaxNode> + use<'a> {
    let is_it = |node: &SyntaxNode| match &node.what {
        NodeKind::Property(_, name) => name == property,
        _ => false,
    };
    compared(source, is_it).into_iter().map(|(_, text)| text)
}

/// Returns the texts of a script that are put into a counter or compared with what it holds, each
/// with the call that names the counter.
pub fn counter_texts(source: &ScriptSource) -> Vec<(&SyntaxNode, &SyntaxNode)> {
    let is_counter = |node: &SyntaxNode| naming(node, NameOf::Counter).next().is_some();
    let mut found = compared(source, is_counter);
    for node in source.walk() {
        for (_, verb, name) in naming(node, NameOf::Counter) {
            let args = node.call().map_or(&[][..], |(_, args)| args);
            if let (Some(value), true) = (args.last(), verb.returns == Type::Nothing)
                && !std::ptr::eq(value, name)
            {
                found.extend(texts(value).into_iter().map(|text| (node, text)));
            }
        }
    }
    found.retain(|(_, text)| text.text().is_some());
    found.dedup_by(|a, b| std::ptr::eq(a.1, b.1));
    found
}

/// Returns the counters of a variant that a call may mean.
fn counters_meant<'a>(cx: &VariantContext<'a>, call: &SyntaxNode) -> Vec<&'a CounterRule> {
    let spec = &cx.ruleset.spec;
    let of_verb = |(_, verb, name): Naming<'_>| {
        let rules = match verb.params[0].1 {
            Type::Player => &spec.seat_counters,
            Type::Card => &spec.card_counters,
            _ => &spec.table_counters,
        };
        rules.iter().find(|rule| name.text() == Some(&*rule.id))
    };
    naming(call, NameOf::Counter).filter_map(of_verb).collect()
}

fn kinds(cx: &VariantContext<'_>) -> Vec<Error> {
    let fix = "kinds are counted in the `deck` of the variant";
    let known = ids(cx);
    let one = |node: &SyntaxNode| unknown(cx, (&KIND, "kind of card"), node, &known, fix);
    let holds_kinds = |call: &SyntaxNode| {
        let meant = counters_meant(cx, call);
        !meant.is_empty() && meant.iter().all(|rule| rule.holds == Holds::Kind)
    };
    let counted = counter_texts(cx.source).into_iter().filter(|(call, _)| holds_kinds(call));
    let named = kind_texts(cx.source).into_iter().chain(counted.map(|(_, text)| text));
    named.filter_map(one).collect()
}

/// Reports the texts that a counter never holds.
fn never_held(cx: &VariantContext<'_>) -> Vec<Error> {
    let may_hold = |rule: &&CounterRule, text: &str| match &rule.holds {
        Holds::Number(..) | Holds::Player => false,
        // Reported as an unknown kind.
        Holds::Kind => true,
        Holds::Text(texts) => texts.is_empty() || texts.iter().any(|held| **held == *text),
    };
    let one = |(call, node): (&SyntaxNode, &SyntaxNode)| {
        let (text, meant) = (node.text()?, counters_meant(cx, call));
        let rule = meant.first().filter(|_| !meant.iter().any(|rule| may_hold(rule, text)))?;
        let message = format!("the counter `{}` never holds the text `{text}`", rule.id);
        let error = COUNTER.at_text(cx.source, node, message);
        let held = match &rule.holds {
            Holds::Text(texts) => texts.iter().map(|text| &**text).collect(),
            _ => Vec::new(),
        };
        Some(error.meant_or(text, held, format!("it holds {}", rule.holds)))
    };
    counter_texts(cx.source).into_iter().filter_map(one).collect()
}

fn plays(cx: &VariantContext<'_>) -> Vec<Error> {
    let combos = cx.ruleset.spec.combos.iter().map(|combo| &*combo.id);
    let known: Vec<&str> =
        ids(cx).into_iter().chain(combos).chain(["explosion", "draw", "turn"]).collect();
    let fix = "what is played is the id of a kind or combo, `explosion`, `draw` or `turn`";
    let one = |text: &SyntaxNode| unknown(cx, (&PLAY, "play"), text, &known, fix);
    play_texts(cx.source).into_iter().filter_map(one).collect()
}

/// Whether a verb reads what belongs to one of its arguments: `card.param("suit")`.
pub fn has_owner(verb: &Verb) -> bool {
    !matches!(verb.params[0].1, Type::Name(_))
}

fn params<'a>(cx: &VariantContext<'a>) -> Vec<Error> {
    let kinds = cx.ruleset.spec.kinds.iter();
    let known: Vec<&str> = kinds.flat_map(|kind| kind.params.keys().map(String::as_str)).collect();
    let fix = "give it to a kind in the variant";
    let all = namings(cx.source, NameOf::Param).filter(|(.., name)| name.text().is_some());
    let (of_cards, own): (Vec<_>, Vec<_>) = all.partition(|(_, verb, _)| has_owner(verb));
    let unknown =
        |(.., name): &Naming<'_>| unknown(cx, (&PARAM, "parameter of a kind"), name, &known, fix);
    let mut errors: Vec<Error> = of_cards.iter().filter_map(unknown).collect();
    let asked: Vec<&'a SyntaxNode> = own.into_iter().map(|(.., name)| name).collect();
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
            "give it in the variant: \"kinds\": {{ \"{}\": {{ \"{name}\": {} }} }}",
            lacking[0].0,
            example(cx.source, node)
        );
        let error = error.meant_or(name, params.keys().map(String::as_str), give);
        // Either side may be misspelled: the more frequent spelling is taken as correct.
        let n_reads = asked.iter().filter(|node| node.text() == Some(name)).count();
        let is_certain = error.fix.is_empty() || cx.owners.len() > n_reads;
        errors.push(if is_certain { error } else { error.ambiguous() });
    }
    errors
}

/// Returns an example of a parameter, read by this name, as the verb expects it to which it is
/// passed.
fn example(source: &ScriptSource, name: &SyntaxNode) -> &'static str {
    let reads = |arg: &SyntaxNode| {
        arg.call().is_some_and(|(_, args)| args.iter().any(|arg| std::ptr::eq(arg, name)))
    };
    let expected = source.walk().filter_map(SyntaxNode::call).find_map(|(verb, args)| {
        let at = args.iter().position(reads)?;
        Some(verbs_meant(verb, args).next()?.params[at].1)
    });
    match expected {
        Some(Type::Name(NameOf::Pile)) => "\"draw\"",
        Some(Type::Name(_) | Type::Text | Type::Kind) => "\"…\"",
        Some(Type::Bool) => "true",
        _ => "2",
    }
}

fn options(cx: &VariantContext<'_>) -> Vec<Error> {
    let options = &cx.ruleset.options;
    let known: Vec<&str> = options.iter().map(|option| &*option.name).collect();
    let fix = "declare it in `OPTIONS` of the script, or in the `options` of the variant";
    let may_be = |name: &str| cx.scripts.iter().any(|script| script.may_mean(name));
    let one = |(.., name): Naming<'_>| {
        let is_certain = !name.text().is_some_and(may_be);
        unknown(cx, (&OPTION, "option"), name, &known, fix).filter(|_| is_certain)
    };
    let mut errors: Vec<Error> = namings(cx.source, NameOf::Option).filter_map(one).collect();
    let is_option = |node: &SyntaxNode| naming(node, NameOf::Option).next().is_some();
    for (value, text) in compared(cx.source, is_option) {
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
    let of_table = (None, &spec.table_counters, "counter of the table", "leave out its owner");
    let of_player = (Some(Type::Player), &spec.seat_counters, "counter of a player", "`me.get(…)`");
    let of_card =
        (Some(Type::Card), &spec.card_counters, "counter of a card", "`this_card().get(…)`");
    let all = [of_table, of_player, of_card];
    for node in cx.source.walk() {
        let ways: Vec<_> = naming(node, NameOf::Counter).collect();
        let Some((.., name)) = ways.first() else { continue };
        let owner = |verb: &'static Verb| has_owner(verb).then_some(verb.params[0].1);
        let is_meant = |of: &Option<Type>| ways.iter().any(|(_, verb, _)| owner(verb) == *of);
        let meant = || all.iter().filter(|(of, ..)| is_meant(of));
        let Some((_, _, what, _)) = meant().next() else { continue };
        let has_name =
            |rules: &[CounterRule]| rules.iter().any(|known| name.text() == Some(&*known.id));
        let other = all.iter().find(|(of, names, ..)| !is_meant(of) && has_name(names));
        let fix = match other {
            Some((_, _, what, how)) => format!("it is a {what}: {how}"),
            None => "counters are declared under `counters` of the variant".to_owned(),
        };
        let known: Vec<&str> =
            meant().flat_map(|(_, rules, ..)| rules.iter().map(|rule| &*rule.id)).collect();
        errors.extend(unknown(cx, (&COUNTER, what), name, &known, &fix));
    }
    errors.extend(never_held(cx));
    errors
}

/// Returns the ids of all piles of a variant that a verb may name: those of the table, or those of
/// each player.
pub fn pile_ids<'a>(ruleset: &'a Ruleset, verb: &Verb) -> Vec<&'a str> {
    let spec = &ruleset.spec;
    if verb.takes(Type::Player) {
        return spec.seat_piles.iter().map(|pile| &*pile.id).collect();
    }
    let own = spec.piles.iter().map(|pile| &*pile.id);
    let known: BTreeSet<&str> = own.chain(["draw", "discard", "box"]).collect();
    known.into_iter().collect()
}

fn piles(cx: &VariantContext<'_>) -> Vec<Error> {
    let fix =
        "piles are described under `piles` of the variant; those of players under `player` there";
    let spec = &cx.ruleset.spec;
    let one = |(_, verb, name): Naming<'_>| {
        let is_own = verb.takes(Type::Player);
        let what = if is_own { "pile of players" } else { "pile" };
        let others = if is_own { &spec.piles } else { &spec.seat_piles };
        let call = if is_own { "pile" } else { "player.pile" };
        let other = others.iter().find(|pile| Some(&*pile.id) == name.text());
        let fix =
            other.map_or_else(|| fix.to_owned(), |pile| format!("use `{call}(\"{}\")`", pile.id));
        unknown(cx, (&PILE, what), name, &pile_ids(cx.ruleset, verb), &fix)
    };
    namings(cx.source, NameOf::Pile).filter_map(one).collect()
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
    let one = |(.., name): Naming<'_>| unknown(cx, (&DATA, "data"), name, &known, fix);
    namings(cx.source, NameOf::Data).filter_map(one).collect()
}

fn tags(cx: &VariantContext<'_>) -> Vec<Error> {
    let spec = &cx.ruleset.spec;
    let own = spec.kinds.iter().flat_map(|kind| &kind.tags).chain(&spec.explosion_tags);
    let own: BTreeSet<&str> = own.map(String::as_str).chain(["apart"]).collect();
    let named = namings(cx.source, NameOf::Tag).map(|(.., name)| name);
    // The tag of a pattern: `same(2, "cat")`.
    let of_pattern = cx.source.top.walk().into_iter().filter_map(SyntaxNode::call);
    let of_pattern = of_pattern.filter(|(name, _)| takes_tag(name));
    let mut errors = Vec::new();
    for node in named.chain(of_pattern.filter_map(|(_, args)| args.get(1))) {
        let Some(tag) = node.text().filter(|tag| !own.contains(tag)) else { continue };
        let message = format!("no kind has the tag `{tag}`");
        let error = TAG.at_text(cx.source, node, message).with_suggestion(tag, own.iter().copied());
        errors.extend(error.hint.is_some().then_some(error));
    }
    errors
}
