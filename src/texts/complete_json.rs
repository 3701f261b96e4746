//! Completion in variants and titles.

use super::complete::values;
use super::options::{ProjectOption, options};
use super::project::{Analysis, FileRole};
use super::suggestion::{Suggestion, SuggestionSort, item};
use crate::lint::NameClass;
use crate::script::tree::open::open_at_cursor;
use crate::script::values::NameOf;
use crate::variant::json::Document;
use std::ops::Range;

/// Where the cursor is: the keys around it, and whether a key is typed.
struct JsonCursor {
    path: Vec<String>,
    is_key: bool,
    is_quoted: bool,
}

/// Returns what can stand at the cursor, after this text.
pub fn items(analysis: &Analysis, role: &FileRole, before: &str) -> Vec<Suggestion> {
    let Some(cursor) = cursor(before) else { return Vec::new() };
    let path: Vec<&str> = cursor.path.iter().map(String::as_str).collect();
    let FileRole::Variant(name) = role else { return Vec::new() };
    let mut items = match (name.starts_with("titles/"), path.as_slice(), cursor.is_key) {
        (true, ["cards"], true) => analysis.kinds(),
        (true, ["combos"], true) => analysis.named(NameClass::Combo),
        (false, ["deck"], true) => {
            let mut items = analysis.kinds();
            items.extend(scripts(analysis, "cards"));
            items
        }
        (false, ["kinds"], true) => analysis.kinds(),
        (false, ["kinds", _], true) => analysis.named(NameClass::Of(NameOf::Param)),
        (false, ["options"], true) => {
            let of = |it: ProjectOption| item(&it.name, SuggestionSort::Property, it.about, "");
            options(analysis).into_iter().map(of).collect()
        }
        (false, ["options", name], false) => {
            let mut items = values(analysis, name);
            if items.is_empty() {
                let kind = SuggestionSort::Constant;
                items.extend(["true", "false"].map(|word| item(word, kind, "", "")));
            }
            items
        }
        (false, ["kinds", _, "script", ..], false) => scripts(analysis, "cards"),
        (false, ["kinds", _, "tags", ..], false) => analysis.named(NameClass::Of(NameOf::Tag)),
        (false, ["combos", .., "script"] | ["combos", _], false) => scripts(analysis, "combos"),
        (false, ["rules", ..], false) => scripts(analysis, "rules"),
        (false, ["extends"], false) => {
            let ids = analysis.library.variant_ids().chain(analysis.library.abstract_ids());
            ids.map(|id| item(id, SuggestionSort::Module, "", "")).collect()
        }
        _ => Vec::new(),
    };
    if !cursor.is_quoted {
        for item in &mut items {
            let is_bare = item.sort == SuggestionSort::Constant;
            let colon = if cursor.is_key { ": " } else { "" };
            if !is_bare {
                item.inserted = Some(format!("\"{}\"{colon}", item.label));
            }
        }
    }
    items
}

fn scripts(analysis: &Analysis, folder: &str) -> Vec<Suggestion> {
    let scripts = analysis.sources.iter().filter(|source| source.folder == folder);
    let named = scripts.map(|source| {
        let name = source.script.name.trim_end_matches(".rhai");
        let id = name.split_once('/').map_or(name, |(_, id)| id);
        let about = source.script.about().unwrap_or_default();
        item(id, SuggestionSort::File, about, "")
    });
    named.collect()
}

/// Reads a text that ends at the cursor; `None` if it is no JSON object.
fn cursor(before: &str) -> Option<JsonCursor> {
    let open = open_at_cursor(before);
    let is_quoted = open.text.is_some();
    let quotes = if is_quoted { "\"" } else { "\"\"" };
    let closers: String = open.closers.iter().rev().copied().collect();
    let repaired = ["", ": 0"].iter().find_map(|value| {
        let text = format!("{before}{quotes}{value}{closers}");
        Document::parse(&"".into(), &text.into()).ok()
    });
    let is_here = |bytes: &Range<usize>| bytes.contains(&before.len());
    let repaired = repaired?;
    let around = repaired.places().filter_map(|(path, key, value)| {
        let is_key = key.is_some_and(|key| is_here(&key));
        (is_key || is_here(&value)).then_some((path, is_key))
    });
    let (path, is_key) = around.max_by_key(|(path, _)| path.len())?;
    let mut path: Vec<String> = path.split('/').map(str::to_owned).collect();
    path.truncate(path.len() - usize::from(is_key));
    Some(JsonCursor { path, is_key, is_quoted })
}
