//! Options: declarations, values and `--set`.

use super::assets::Library;
use super::check::wrong_id;
use super::deck::{self, MAX_COUNT};
use super::file::{Declaration, OptionEntry, Scalar};
use super::json::{Document, SET, without_duplicate};
use super::load::Merged;
use super::schema;
use crate::base::error::{Error, Span};
use crate::script::expression::Expressions;
use crate::script::options::{BUILT_IN_OPTIONS, DeclaredOption, is_built_in, may_declare};
use crate::script::{Script, Setting, Spec};
use serde_json::{Map, Value as Json};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// An option of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSetting {
    pub name: Arc<str>,
    pub about: String,
    pub value: Setting,
    pub default: Setting,
    /// The allowed values; empty: any value of the same type.
    pub values: Vec<Setting>,
    /// The texts that it may be in this variant or in one that it extends.
    pub texts: Vec<Arc<str>>,
    /// The origin of the value: the id of a variant, or `--set`.
    pub set_by: Arc<str>,
}

/// Puts what the program and the scripts of a ruleset declare under what the variant says. A value
/// for an option that only other scripts read is left out.
pub fn declare(merged: &mut Merged, spec: &Spec, library: &Library) {
    let mut declared = Document::single("options", Json::Object(Map::new()), "", "", 0..0);
    for option in &BUILT_IN_OPTIONS {
        if let Some(entry) = option.declaration(spec) {
            let path = format!("options/{}", option.name);
            declared.overlay(Document::single(&path, entry, "default", "", 0..0));
        }
    }
    let mut seen: HashSet<&str> = HashSet::new();
    let scripts = spec.rules.iter().chain(spec.scripts());
    for script in scripts.filter(|script| seen.insert(&script.name)) {
        let facts = library.script_facts(script.name.trim_end_matches(".rhai"));
        let options = match facts.map(|facts| &facts.options) {
            Some(Ok(options)) => options.as_slice(),
            Some(Err(error)) => {
                merged.errors.push((**error).clone());
                continue;
            }
            None => continue,
        };
        for DeclaredOption { name, bytes, entry } in options {
            let path = format!("options/{name}");
            if let Some(error) = wrong_id("option", name) {
                let span = Span::of(&script.name, &script.text, bytes);
                merged.errors.push(error.at(Some(span)));
            } else if declared.get(&path).is_none() {
                let (entry, bytes) = (entry.clone(), bytes.clone());
                declared.overlay(Document::single(&path, entry, &script.name, &script.text, bytes));
            }
        }
    }
    merged.errors.extend(schema::check(&mut declared, schema::variant()));
    merged.declare(&declared);
    std::mem::swap(&mut declared, &mut merged.document);
    merged.document.overlay(declared);
    let Some(options) = merged.document.value.get_mut("options").and_then(Json::as_object_mut)
    else {
        return;
    };
    if options.values().any(|option| option.get("about").is_none()) {
        let others = library.script_names().filter_map(|name| library.script(name));
        let others: Vec<Script> = others.collect();
        let facts = library.script_names().filter_map(|name| library.script_facts(name));
        let known = facts.filter_map(|facts| facts.options.as_ref().ok()).flatten();
        let known: HashSet<&str> = known.map(|option| option.name.as_str()).collect();
        let is_of_others = |name: &str| {
            let may_be = || others.iter().any(|script| may_declare(script, name));
            known.contains(name) || is_built_in(name) || may_be()
        };
        options.retain(|name, option| option.get("about").is_some() || !is_of_others(name));
    }
}

/// Overlays `--set NAME=VALUE` on a variant: options. `deal` and `deck.KIND` have been overlaid by
/// [`apply_counts`].
pub fn apply(merged: &mut Merged, sets: &[(String, String)]) {
    for (name, value) in sets {
        let (name, value) = (name.trim(), value.trim());
        let kind = name.strip_prefix("deck.");
        if name == "deal" || kind.is_some_and(|kind| has(&merged.document, "deck", kind)) {
            continue;
        }
        if merged.declared.contains_key(name) {
            let json = typed(value, merged.declared.get(name));
            overlay(merged, &format!("options/{name}/value"), (name, value), json);
        } else {
            let text = format!("{name}={value}");
            let span = Span::of(&SET.into(), &text.as_str().into(), &(0..name.len()));
            let error = unknown(merged, name).at(Some(span));
            merged.errors.push(error);
        }
    }
}

/// Overlays `--set deal=N` and `--set deck.KIND=N` on a variant.
pub fn apply_counts(merged: &mut Merged, sets: &[(String, String)]) {
    for (name, value) in sets {
        let (name, value) = (name.trim(), value.trim());
        if let Some(kind) = name.strip_prefix("deck.") {
            merged.document.remove("box");
            if has(&merged.document, "deck", kind) {
                overlay(merged, &format!("deck/{kind}"), (name, value), number(value));
            }
        } else if name == "deal" {
            overlay(merged, "deal", (name, value), number(value));
        }
    }
}

fn overlay(merged: &mut Merged, path: &str, (name, value): (&str, &str), json: Json) {
    let text = format!("{name}={value}");
    let from_value = name.len() + 1..text.len();
    merged.document.overlay(Document::single(path, json, SET, &text, from_value));
}

fn has(document: &Document, key: &str, name: &str) -> bool {
    document.get(key).is_some_and(|map| map.get(name).is_some())
}

fn unknown(merged: &Merged, name: &str) -> Error {
    let deck = merged.document.get("deck").and_then(Json::as_object).into_iter().flatten();
    let kinds: Vec<String> = deck.map(|(kind, _)| format!("deck.{kind}")).collect();
    let known = merged.declared.keys().chain(&kinds).map(String::as_str).chain(["deal"]);
    let names: Vec<&str> = merged.declared.keys().map(String::as_str).collect();
    let list = format!("the options are {}, `deal` and `deck.KIND`", names.join(", "));
    Error::new("V0120", format!("there is no option `{name}`")).meant_or(name, known, list)
}

fn number(text: &str) -> Json {
    text.parse::<i64>().map_or_else(|_| Json::from(text), Json::from)
}

/// Parses the text of a `--set` as the type of the option.
fn typed(text: &str, declared: Option<&Json>) -> Json {
    match (declared, text) {
        (Some(Json::Bool(_)), "true" | "yes" | "on") => Json::Bool(true),
        (Some(Json::Bool(_)), "false" | "no" | "off") => Json::Bool(false),
        (Some(Json::Number(_)), _) => number(text),
        _ => Json::from(text),
    }
}

/// Checks and types the options of a variant.
pub fn settle(
    merged: &Merged,
    players: &RangeInclusive<usize>,
    errors: &mut Vec<Error>,
) -> Vec<OptionSetting> {
    let expressions = Expressions::default();
    let mut settled = Vec::new();
    let document = &merged.document;
    let options = document.get("options").and_then(Json::as_object).into_iter().flatten();
    for (name, entry) in options {
        let path = format!("options/{name}/value");
        let Ok(OptionEntry::Declared(option)) = serde_json::from_value(entry.clone()) else {
            continue;
        };
        let (Some(about), Some(declared)) = (&option.about, merged.declared.get(name)) else {
            let error = Error::new("V0120", format!("no variant declares the option `{name}`"));
            let error = error.at(document.key_span(&format!("options/{name}")));
            let declare = "to declare it, write { \"value\": …, \"about\": \"DESCRIPTION\" }";
            let declared = merged.declared.keys().map(String::as_str);
            let error = error.meant_or(name, declared, declare);
            errors.push(without_duplicate(error, &format!("options/{name}"), document));
            continue;
        };
        let default = Scalar::of(declared).unwrap_or(Scalar::Bool(false));
        let span = document.span(&path);
        if let Some(error) = wrong_value(name, &option, &default, span) {
            errors.push(error);
        } else if option.count {
            errors.extend(wrong_count(&option.value, &path, document, players, &expressions));
        }
        let by = document.file(&path).unwrap_or_default();
        let set_by = by.trim_start_matches("variants/").trim_end_matches(".json").into();
        settled.push(OptionSetting {
            texts: merged.texts.get(name).into_iter().flatten().cloned().collect(),
            name: name.as_str().into(),
            about: about.clone(),
            value: setting(&option.value, option.count),
            default: setting(&default, option.count),
            values: values(&option, &default),
            set_by,
        });
    }
    settled
}

impl Scalar {
    fn of(json: &Json) -> Option<Self> {
        match json {
            Json::Bool(on) => Some(Self::Bool(*on)),
            Json::Number(number) => number.as_i64().map(Self::Int),
            Json::String(text) => Some(Self::Text(text.clone())),
            Json::Null | Json::Array(_) | Json::Object(_) => None,
        }
    }

    fn shown(&self) -> String {
        match self {
            Self::Bool(on) => on.to_string(),
            Self::Int(number) => number.to_string(),
            Self::Text(text) => format!("\"{text}\""),
        }
    }
}

fn setting(value: &Scalar, count: bool) -> Setting {
    match value {
        Scalar::Bool(on) => Setting::Bool(*on),
        Scalar::Int(number) => Setting::Int(*number),
        Scalar::Text(text) if count => Setting::Count(text.as_str().into()),
        Scalar::Text(text) => Setting::Text(text.as_str().into()),
    }
}

fn values(option: &Declaration, default: &Scalar) -> Vec<Setting> {
    match (&option.values, default) {
        (Some(values), _) => values.iter().map(|value| setting(value, false)).collect(),
        (None, Scalar::Bool(_)) => vec![Setting::Bool(false), Setting::Bool(true)],
        (None, Scalar::Int(_) | Scalar::Text(_)) => Vec::new(),
    }
}

fn wrong_value(
    name: &str,
    option: &Declaration,
    default: &Scalar,
    span: Option<Span>,
) -> Option<Error> {
    let value = &option.value;
    if let Some(values) = &option.values {
        if values.contains(value) {
            return None;
        }
        let list: Vec<String> = values.iter().map(Scalar::shown).collect();
        let message = format!("`{name}` cannot be {}", value.shown());
        let error = Error::new("V0119", message).at(span);
        let texts = values.iter().filter_map(|value| match value {
            Scalar::Text(text) => Some(text.as_str()),
            Scalar::Bool(_) | Scalar::Int(_) => None,
        });
        let error = match value {
            Scalar::Text(text) => error.with_suggestion(text, texts),
            Scalar::Bool(_) | Scalar::Int(_) => error,
        };
        return Some(error.note(format!("expected one of {}", list.join(", "))));
    }
    let wanted = match (option.count, default, value) {
        (true, _, Scalar::Int(_) | Scalar::Text(_))
        | (false, Scalar::Bool(_), Scalar::Bool(_))
        | (false, Scalar::Int(_), Scalar::Int(_))
        | (false, Scalar::Text(_), Scalar::Text(_)) => return None,
        (true, ..) => ("a number or an expression in `players`", "3, or \"players + 1\""),
        (_, Scalar::Bool(_), _) => ("true or false", "`true` or `false`, without quotes"),
        (_, Scalar::Int(_), _) => ("a whole number", "a whole number, without quotes"),
        (_, Scalar::Text(_), _) => ("a text", "a text in double quotes: \"…\""),
    };
    let (wanted, form) = wanted;
    let message = format!("`{name}` must be {wanted}, not {}", value.shown());
    Some(Error::new("V0119", message).at(span).hint(format!("write {form}")))
}

fn wrong_count(
    value: &Scalar,
    path: &str,
    document: &Document,
    players: &RangeInclusive<usize>,
    expressions: &Expressions,
) -> Option<Error> {
    let text = match value {
        Scalar::Int(number) if !(0..=MAX_COUNT).contains(number) => {
            let message = format!("a count must be 0 to {MAX_COUNT}, not {number}");
            let error = Error::new("V0115", message).at(document.span(path));
            return Some(error.hint("write a number in this range, or an expression in `players`"));
        }
        Scalar::Int(_) | Scalar::Bool(_) => return None,
        Scalar::Text(text) => text,
    };
    let wrong = |n| match expressions.count(text, n) {
        Ok(count) if (0..=MAX_COUNT).contains(&count) => None,
        Ok(count) => Some(format!("it gives {count}, but a count must be 0 to {MAX_COUNT}").into()),
        Err(why) => Some(why),
    };
    let fail: Vec<_> = players.clone().filter_map(|n| Some((n, wrong(n)?))).collect();
    deck::failure(fail, players.clone().count(), path, document)
}
