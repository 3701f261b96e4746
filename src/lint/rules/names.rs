//! Ids and names that a script uses and its variant does not define.

use crate::error::{Error, Severity};
use crate::lint::rule::{Detection, Rule, VariantContext};
use crate::lint::tree::{NodeKind, SyntaxNode};
use crate::script::Setting;
use crate::script::api::verbs;
use crate::script::values::Type;
use serde_json::Value as Json;
use std::collections::BTreeSet;

macro_rules! rule {
    ($name:ident, $severity:ident, $code:literal, $id:literal, $summary:literal, $why:literal,
     $fix:literal, $bad:literal, $good:literal, $look:ident) => {
        pub const $name: Rule = Rule {
            code: $code,
            severity: Severity::$severity,
            name: $id,
            summary: $summary,
            why: $why,
            fix: $fix,
            bad: &[("scripts/cards/demo.rhai", $bad), ("variants/mine.json", MINE)],
            good: &[("scripts/cards/demo.rhai", $good), ("variants/mine.json", MINE)],
            look: Detection::Variant($look),
        };
    };
}

/// The variant used by the examples.
const MINE: &str = r#"{
  "name": "Mine",
  "extends": "classic",
  "deck": { "demo": 4 },
  "kinds": { "demo": { "turns": 2 } },
  "counters": { "player": ["treats"] },
  "piles": { "toys": { "face_up": true } },
  "data": { "prize": { "cards": 2 } }
}
"#;

rule!(
    KIND,
    Error,
    "L0111",
    "unknown-kind",
    "a script names a kind of card that its variant does not have",
    "The verb refuses the name when it is run, which may be late in a game. A comparison with such \
     a name is silently never true.",
    "Correct the id, or count the kind in the `deck` of the variant.",
    "//! Demo.\n\nfn resolve(me) {\n    if me.hand.count(\"noppe\") > 0 \
     { me.draw_cards(param(\"turns\")); }\n}\n",
    "//! Demo.\n\nfn resolve(me) {\n    if me.hand.count(\"nope\") > 0 \
     { me.draw_cards(param(\"turns\")); }\n}\n",
    kinds
);
rule!(
    PLAY,
    Error,
    "L0112",
    "unknown-play",
    "a script compares an action with an unknown name",
    "`what` of an action is the id of a kind or combo, or `explosion`, `draw` or `turn`; a \
     comparison with any other text is silently never true.",
    "Correct the id, or list the combo in the `combos` of the variant.",
    "//! Demo.\n\nconst WHEN = [\"combo\"];\n\nfn responds(me, action) { action.what == \"piar\" \
     }\n\nfn resolve(me) { me.draw_cards(param(\"turns\")); }\n",
    "//! Demo.\n\nconst WHEN = [\"combo\"];\n\nfn responds(me, action) { action.what == \"pair\" \
     }\n\nfn resolve(me) { me.draw_cards(param(\"turns\")); }\n",
    plays
);
rule!(
    PARAM,
    Error,
    "L0113",
    "unknown-parameter",
    "a script reads a parameter that its kind is not given",
    "`param` fails when it is run for a kind whose entry in the variant lacks the name.",
    "Give it to every kind that runs the script: `\"kinds\": { \"demo\": { \"turns\": 2 } }`, or \
     correct the name.",
    "//! Demo.\n\nfn resolve(me) { me.draw_cards(param(\"turn\")); }\n",
    "//! Demo.\n\nfn resolve(me) { me.draw_cards(param(\"turns\")); }\n",
    params
);
rule!(
    OPTION,
    Error,
    "L0114",
    "unknown-option",
    "a script reads an option that no variant declares, or a value it never has",
    "`option` fails when it is run; a comparison with a value that the option cannot have is \
     silently never true.",
    "Correct the name or the value, or declare it in the variant: `litterbox cards VARIANT` lists \
     the options.",
    "//! Demo.\n\nfn playable(me) { option(\"dead_hand\") == \"discarded\" }\n\nfn resolve(me) { \
     me.draw_cards(param(\"turns\")); }\n",
    "//! Demo.\n\nfn playable(me) { option(\"dead_hand\") == \"discard\" }\n\nfn resolve(me) { \
     me.draw_cards(param(\"turns\")); }\n",
    options
);
rule!(
    COUNTER,
    Error,
    "L0115",
    "unknown-counter",
    "a script uses a counter that its variant does not declare",
    "`get` and `set` fail when they are run. Counters of a player and of the table are two things.",
    "Declare it: `\"counters\": { \"player\": [\"treats\"], \"table\": [\"side\"] }`, or correct \
     the name.",
    "//! Demo.\n\nfn resolve(me) { me.set(\"treat\", param(\"turns\")); }\n",
    "//! Demo.\n\nfn resolve(me) { me.set(\"treats\", param(\"turns\")); }\n",
    counters
);
rule!(
    PILE,
    Error,
    "L0116",
    "unknown-pile",
    "a script names a pile that its variant does not have",
    "`pile` fails when it is run.",
    "Correct the name, or describe the pile in the `piles` of the variant.",
    "//! Demo.\n\nfn resolve(me) { pile(\"toy\").shuffle(); me.draw_cards(param(\"turns\")); }\n",
    "//! Demo.\n\nfn resolve(me) { pile(\"toys\").shuffle(); me.draw_cards(param(\"turns\")); }\n",
    piles
);
rule!(
    DATA,
    Error,
    "L0117",
    "unknown-data",
    "a script reads data that its variant does not hold",
    "`data` fails when it is run.",
    "Write it into the `data` of the variant, or correct the path: `a.b` is the entry `b` of the \
     object `a`.",
    "//! Demo.\n\nfn resolve(me) { me.draw_cards(data(\"prize.card\") + param(\"turns\")); }\n",
    "//! Demo.\n\nfn resolve(me) { me.draw_cards(data(\"prize.cards\") + param(\"turns\")); }\n",
    data
);
rule!(
    TAG,
    Warning,
    "L0204",
    "unknown-tag",
    "a script asks for a tag that looks like a slip",
    "Nothing has the tag, so the answer is always no; another tag differs from it by a letter or \
     two.",
    "Correct the tag, or give it to a kind: `\"tags\": [\"cat\"]`.",
    "//! Demo.\n\nfn resolve(me) { me.draw_cards(me.hand.with_tag(\"cta\").len + param(\"turns\")); \
     }\n",
    "//! Demo.\n\nfn resolve(me) { me.draw_cards(me.hand.with_tag(\"cat\").len + param(\"turns\")); \
     }\n",
    tags
);

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
        Some(("param", [_, name])) => {
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
    let fix = "declare it in the `options` of the variant";
    let names = asked(cx, "option", "name").into_iter();
    let mut errors: Vec<Error> =
        names.filter_map(|node| unknown(cx, (&OPTION, "option"), node, &known, fix)).collect();
    let is_option = |node: &SyntaxNode| node.call().is_some_and(|(name, _)| name == "option");
    for (value, text) in compared(cx, is_option) {
        let name = value.call().and_then(|(_, args)| args.first()?.text()).unwrap_or_default();
        let Some(option) = options.iter().find(|option| &*option.name == name) else { continue };
        let values: Vec<&str> = option
            .values
            .iter()
            .filter_map(|value| match value {
                Setting::Text(text) => Some(&**text),
                _ => None,
            })
            .collect();
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
        let of_player = args.len() == if is_set { 3 } else { 2 };
        // Lists and maps also have `get` and `set`, which take an index or a key.
        let on = args.first().filter(|_| of_player);
        if on.is_some_and(|on| !on.ty.sorts.meets(crate::script::reflect::TypeSet::PLAYER)) {
            continue;
        }
        let Some(name) = args.get(usize::from(of_player)) else { continue };
        let (known, what, other) = if of_player {
            (&spec.seat_counters, "counter of a player", &spec.table_counters)
        } else {
            (&spec.table_counters, "counter of the table", &spec.seat_counters)
        };
        let is_other = name.text().is_some_and(|name| other.iter().any(|o| **o == *name));
        let fix = if is_other && of_player {
            "it is a counter of the table: leave out the player"
        } else if is_other {
            "it is a counter of each player: `me.get(…)`"
        } else {
            "counters are declared under `counters` of the variant"
        };
        let known: Vec<&str> = known.iter().map(|name| &**name).collect();
        errors.extend(unknown(cx, (&COUNTER, what), name, &known, fix));
    }
    errors
}

fn piles(cx: &VariantContext<'_>) -> Vec<Error> {
    let own = cx.ruleset.spec.piles.iter().map(|pile| &*pile.id);
    let known: BTreeSet<&str> = own.chain(["draw", "discard", "box"]).collect();
    let known: Vec<&str> = known.into_iter().collect();
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
