//! Completion in variants and titles.

use super::complete::{item, kinds, named, values};
use super::options::{ProjectOption, options};
use super::project::{Analysis, Role};
use crate::lint::NameClass;
use crate::script::values::NameOf;
use gen_lsp_types::{CompletionItem, CompletionItemKind};

/// Where the cursor is: the keys around it, and whether a key is typed.
struct JsonCursor {
    path: Vec<String>,
    is_key: bool,
    is_quoted: bool,
}

/// Returns what can stand at the cursor, after this text.
pub fn items(analysis: &Analysis, role: &Role, before: &str) -> Vec<CompletionItem> {
    let Some(cursor) = cursor(before) else { return Vec::new() };
    let path: Vec<&str> = cursor.path.iter().map(String::as_str).collect();
    let Role::Variant(name) = role else { return Vec::new() };
    let mut items = match (name.starts_with("titles/"), path.as_slice(), cursor.is_key) {
        (true, ["cards"], true) => kinds(analysis),
        (true, ["combos"], true) => named(&analysis.names, NameClass::Combo),
        (false, ["deck"], true) => {
            let mut items = kinds(analysis);
            items.extend(scripts(analysis, "cards"));
            items
        }
        (false, ["kinds"], true) => kinds(analysis),
        (false, ["kinds", _], true) => named(&analysis.names, NameClass::Of(NameOf::Param)),
        (false, ["options"], true) => {
            let of = |it: ProjectOption| item(&it.name, CompletionItemKind::Property, it.about, "");
            options(analysis).into_iter().map(of).collect()
        }
        (false, ["options", name], false) => {
            let mut items = values(analysis, name);
            if items.is_empty() {
                let kind = CompletionItemKind::Constant;
                items.extend(["true", "false"].map(|word| item(word, kind, "", "")));
            }
            items
        }
        (false, ["kinds", _, "script", ..], false) => scripts(analysis, "cards"),
        (false, ["kinds", _, "tags", ..], false) => {
            named(&analysis.names, NameClass::Of(NameOf::Tag))
        }
        (false, ["combos", .., "script"] | ["combos", _], false) => scripts(analysis, "combos"),
        (false, ["rules", ..], false) => scripts(analysis, "rules"),
        (false, ["extends"], false) => {
            let ids = analysis.library.variant_ids().chain(analysis.library.abstract_ids());
            ids.map(|id| item(id, CompletionItemKind::Module, "", "")).collect()
        }
        _ => Vec::new(),
    };
    if !cursor.is_quoted {
        for item in &mut items {
            let is_bare = item.kind == Some(CompletionItemKind::Constant);
            let colon = if cursor.is_key { ": " } else { "" };
            if !is_bare {
                item.insert_text = Some(format!("\"{}\"{colon}", item.label));
            }
        }
    }
    items
}

fn scripts(analysis: &Analysis, folder: &str) -> Vec<CompletionItem> {
    let scripts = analysis.sources.iter().filter(|source| source.folder == folder);
    let named = scripts.map(|source| {
        let name = source.script.name.trim_end_matches(".rhai");
        let id = name.strip_prefix(folder).and_then(|id| id.strip_prefix('/')).unwrap_or(name);
        let about = source.script.about().unwrap_or_default();
        item(id, CompletionItemKind::File, about, "")
    });
    named.collect()
}

/// Reads a text that ends at the cursor; `None` if it is no JSON object.
fn cursor(before: &str) -> Option<JsonCursor> {
    // The open objects and lists: the key of the current value, and whether it is a list.
    let mut open: Vec<(String, bool)> = Vec::new();
    let (mut is_value, mut last) = (false, String::new());
    let mut chars = before.chars();
    let mut is_quoted = false;
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                let mut text = String::new();
                is_quoted = true;
                while let Some(c) = chars.next() {
                    match c {
                        '"' => {
                            is_quoted = false;
                            break;
                        }
                        '\\' => text.extend(chars.next()),
                        c => text.push(c),
                    }
                }
                last = text;
            }
            ':' => {
                let (key, _) = open.last_mut()?;
                key.clone_from(&last);
                is_value = true;
            }
            '{' | '[' => {
                open.push((String::new(), c == '['));
                is_value = c == '[';
            }
            '}' | ']' => {
                open.pop()?;
                is_value = false;
            }
            ',' => is_value = open.last()?.1,
            _ => {}
        }
    }
    let innermost = open.last()?;
    let is_key = !innermost.1 && !is_value;
    let n_keys = open.len() - usize::from(is_key);
    let path = open[..n_keys].iter().map(|(key, _)| key.clone());
    // An item of a list has no key of its own.
    Some(JsonCursor { path: path.collect(), is_key, is_quoted })
}
