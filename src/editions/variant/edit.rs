//! Edits of variant files that preserve the author's formatting. The syntax tree of `jsonc_parser`
//! only gives the places: its own edits put each new entry of an object on a line of its own.

use super::assets::Library;
use super::load;
use super::ruleset::Ruleset;
use crate::base::error::SourceText;
use crate::script::{KindSpec, Script};
use jsonc_parser::ast::{Object, Value as Ast};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::{Map, Value as Json};
use std::ops::Range;

/// The item that a new one copies.
pub struct CopySource {
    /// Its script; of several, the last one.
    pub script: SourceText,
    /// The names of the scripts before it.
    pub earlier: Vec<String>,
    /// Its entry in the variant.
    pub entry: Map<String, Json>,
}

/// The card, combo or rule of a variant with this id.
pub fn origin(library: &Library, ruleset: &Ruleset, folder: &str, id: &str) -> Option<CopySource> {
    let spec = &ruleset.spec;
    let document = load::document(library, &ruleset.id)?;
    let entry = |path: String| {
        let mut entry = document.get(&path).and_then(Json::as_object).cloned().unwrap_or_default();
        entry.shift_remove("script");
        entry.shift_remove("id");
        entry
    };
    match folder {
        "cards" => {
            let by_script =
                |script: &str| script.strip_suffix(".rhai") == Some(&format!("cards/{id}"));
            let kind = spec.kinds.iter().find(|kind| *kind.id == *id);
            let runs = |kind: &&KindSpec| kind.scripts.iter().any(|s| by_script(&s.name));
            let kind = kind.or_else(|| spec.kinds.iter().find(runs))?;
            let entry = entry(format!("kinds/{}", kind.id));
            let (script, earlier) = kind.scripts.split_last()?;
            let name = |script: &Script| {
                Some(script.name.strip_prefix("cards/")?.strip_suffix(".rhai")?.to_owned())
            };
            let earlier = earlier.iter().filter_map(name);
            Some(CopySource { script: script.text.clone(), earlier: earlier.collect(), entry })
        }
        "combos" => {
            let i = spec.combos.iter().position(|combo| *combo.id == *id)?;
            let script = spec.combos[i].scripts.last()?.text.clone();
            Some(CopySource { script, earlier: Vec::new(), entry: entry(format!("combos/{i}")) })
        }
        folder => {
            let name = format!("{folder}/{id}.rhai");
            let script = spec.rules.iter().find(|script| *script.name == *name)?;
            let script = script.text.clone();
            Some(CopySource { script, earlier: Vec::new(), entry: Map::new() })
        }
    }
}

/// The names that a variant offers to copy.
pub fn names<'a>(ruleset: &'a Ruleset, folder: &str) -> Vec<&'a str> {
    let spec = &ruleset.spec;
    match folder {
        "cards" => spec.kinds.iter().map(|kind| &*kind.id).collect(),
        "combos" => spec.combos.iter().map(|combo| &*combo.id).collect(),
        folder => {
            let inner = |name: &'a str| name.strip_prefix(folder)?.get(1..)?.strip_suffix(".rhai");
            spec.rules.iter().filter_map(|script| inner(&script.name)).collect()
        }
    }
}

/// Returns the text with `n` cards of a kind in the deck.
///
/// # Errors
/// The text is not a JSON object.
pub fn add_card(
    text: &str,
    id: &str,
    n: u32,
    origin: Option<&CopySource>,
) -> Result<String, String> {
    let text = add_entry(text, "deck", id, &Json::from(n))?;
    let mut entry = origin.map(|origin| origin.entry.clone()).unwrap_or_default();
    let earlier = origin.map_or(&[][..], |origin| &origin.earlier);
    if !earlier.is_empty() {
        let scripts = earlier.iter().map(String::as_str).chain([id]);
        entry.insert("script".to_owned(), scripts.collect::<Vec<_>>().into());
    }
    let text = match entry.is_empty() {
        true => text,
        false => add_entry(&text, "kinds", id, &Json::Object(entry))?,
    };
    grown(text, i64::from(n))
}

/// Returns the text with another number of cards of a kind in the deck: `by` more, or less.
///
/// # Errors
/// The text is not a JSON object.
pub fn set_count(text: &str, id: &str, n: u32, by: i64) -> Result<String, String> {
    grown(put_at(text, &format!("deck/{id}"), &Json::from(n))?, by)
}

/// Returns the text with a declared box size that grows by the added cards.
fn grown(text: String, by: i64) -> Result<String, String> {
    let size = value(&text, "box")?.map(|(range, _)| range);
    let Some(range) = size else { return Ok(text) };
    Ok(match text[range.clone()].parse::<i64>() {
        Ok(size) => spliced(&text, range, &(size + by).to_string()),
        Err(_) => text,
    })
}

/// Returns the text with this value at a path of its objects, `kinds/attack/turns`, which may have
/// it already.
///
/// # Errors
/// The text is not a JSON object.
pub fn put_at(text: &str, path: &str, json: &Json) -> Result<String, String> {
    with_object(text, |object| put_in(text, object, path, json))
}

fn put_in(text: &str, object: &Object<'_>, path: &str, json: &Json) -> String {
    let (key, inner) = path.split_once('/').map_or((path, None), |(key, in_it)| (key, Some(in_it)));
    let nested = |path: &str| {
        let wrap = |value, key: &str| Json::Object(Map::from_iter([(key.to_owned(), value)]));
        path.rsplit('/').fold(json.clone(), wrap)
    };
    let value = || shown(&inner.map_or_else(|| json.clone(), nested));
    match (object.get(key).map(|entry| &entry.value), inner) {
        (Some(Ast::Object(object)), Some(inner)) => put_in(text, object, inner, json),
        (Some(old), _) => spliced(text, bytes(old), &value()),
        (None, _) => {
            let items: Vec<Range<usize>> = object.properties.iter().map(bytes).collect();
            let entry = format!("\"{key}\": {}", value());
            inserted(text, &bytes(object), items.last(), &entry)
        }
    }
}

/// Returns the text with one more item in a list. A list replaces the parent's, so the parent's
/// items are copied too.
///
/// # Errors
/// The text is not a JSON object.
pub fn add_to_list(
    library: &Library,
    text: &str,
    variant: &str,
    key: &str,
    id: &str,
    origin: Option<&CopySource>,
) -> Result<String, String> {
    let entry = origin.map(|origin| &origin.entry).filter(|entry| !entry.is_empty());
    let item = match entry {
        Some(entry) => {
            let id = [("id".to_owned(), Json::from(id))];
            Json::Object(id.into_iter().chain(entry.clone()).collect())
        }
        None => Json::from(id),
    };
    if let Some((range, items)) = value(text, key)? {
        return Ok(inserted(text, &range, items.last(), &shown(&item)));
    }
    let inherited = load::document(library, variant);
    let inherited = inherited.and_then(|document| document.get(key).cloned());
    let mut list = inherited.and_then(|list| list.as_array().cloned()).unwrap_or_default();
    list.push(item);
    add_key(text, key, &Json::Array(list))
}

/// Returns the text with an entry in one of its objects.
///
/// # Errors
/// The text is not a JSON object.
pub fn add_entry(text: &str, key: &str, id: &str, json: &Json) -> Result<String, String> {
    match value(text, key)? {
        Some((range, items)) => {
            let entry = format!("\"{id}\": {}", shown(json));
            Ok(inserted(text, &range, items.last(), &entry))
        }
        None => add_key(text, key, &Json::Object(Map::from_iter([(id.to_owned(), json.clone())]))),
    }
}

/// Returns the text with one more key.
fn add_key(text: &str, key: &str, json: &Json) -> Result<String, String> {
    with_object(text, |object| {
        let items: Vec<Range<usize>> = object.properties.iter().map(bytes).collect();
        let entry = format!("\"{key}\": {}", shown(json));
        inserted(text, &bytes(object), items.last(), &entry)
    })
}

/// The byte range of a value, and of each of its items.
type Extent = (Range<usize>, Vec<Range<usize>>);

/// Finds the value of a key.
fn value(text: &str, key: &str) -> Result<Option<Extent>, String> {
    with_object(text, |object| {
        let value = &object.get(key)?.value;
        let items = match value {
            Ast::Object(object) => object.properties.iter().map(bytes).collect(),
            Ast::Array(list) => list.elements.iter().map(bytes).collect(),
            _ => Vec::new(),
        };
        Some((bytes(value), items))
    })
}

fn with_object<T>(text: &str, look: impl FnOnce(&Object<'_>) -> T) -> Result<T, String> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default());
    match parsed.map_err(|error| error.to_string())?.value {
        Some(Ast::Object(object)) => Ok(look(&object)),
        _ => Err("expected an object".to_owned()),
    }
}

fn bytes(of: &impl Ranged) -> Range<usize> {
    let range = of.range();
    range.start..range.end
}

/// Returns the text with one more item at the end of an object or a list, on a line of its own if
/// the last item starts a line.
fn inserted(text: &str, whole: &Range<usize>, last: Option<&Range<usize>>, entry: &str) -> String {
    let Some(last) = last else {
        let (open, close) = (&text[whole.start..=whole.start], &text[whole.end - 1..whole.end]);
        let space = if open == "{" { " " } else { "" };
        return spliced(text, whole.clone(), &format!("{open}{space}{entry}{space}{close}"));
    };
    let before = &text[..last.start];
    let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    let is_first = line.trim().is_empty() && before.contains('\n');
    let gap = if is_first { format!("\n{line}") } else { " ".to_owned() };
    spliced(text, last.end..last.end, &format!(",{gap}{entry}"))
}

fn spliced(text: &str, bytes: Range<usize>, with: &str) -> String {
    format!("{}{with}{}", &text[..bytes.start], &text[bytes.end..])
}

/// Formats a value in one line: `{ "tags": ["cat"] }`.
fn shown(json: &Json) -> String {
    match json {
        Json::Array(items) => {
            format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", "))
        }
        Json::Object(map) if map.is_empty() => "{}".to_owned(),
        Json::Object(map) => {
            let entry = |(key, value): (&String, &Json)| format!("\"{key}\": {}", shown(value));
            format!("{{ {} }}", map.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}
