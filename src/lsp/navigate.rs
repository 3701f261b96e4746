//! Definitions, references and the symbols of a file.

use super::project::{Analysis, Project};
use super::text::Encoding;
use super::uri;
use crate::error::SourceText;
use crate::kernel::Hook;
use crate::lint::{Mention, NameClass};
use crate::script::statement_map::statement_map;
use crate::script::topics;
use crate::variant::json::Document as Json;
use gen_lsp_types as lsp;
use serde_json::{Value, json};
use std::ops::Range;

/// Returns the place of a mention.
pub fn location(
    project: &Project,
    analysis: &Analysis,
    mention: &Mention,
    encoding: Encoding,
) -> Option<lsp::Location> {
    let path = project.path_of(&mention.file, &analysis.library)?;
    let range = encoding.range(&analysis.text(&mention.file)?, &mention.bytes);
    Some(lsp::Location { uri: uri::of_path(&path).into(), range })
}

/// Returns where a name is defined: its entry, and for a kind or combo its script.
pub fn definitions(analysis: &Analysis, mention: &Mention) -> Vec<Mention> {
    let same = analysis.names.same(mention).into_iter();
    let defined = same.filter(|place| place.is_definition).cloned();
    let name = &mention.name;
    let file = match mention.class {
        NameClass::Script => Some(format!("{name}.rhai")),
        NameClass::Variant => Some(format!("variants/{name}.json")),
        class => class.folder().map(|folder| format!("{folder}/{name}.rhai")),
    };
    let file = file.filter(|file| analysis.text(file).is_some());
    let begin = file.map(|file| Mention {
        file: file.into(),
        bytes: 0..0,
        is_definition: true,
        ..mention.clone()
    });
    begin.into_iter().chain(defined).collect()
}

/// Returns the functions and constants of a script, or the entries of a variant.
pub fn symbols(shown: &str, text: &SourceText, encoding: Encoding) -> Vec<Value> {
    let symbol = |name: &str, kind: lsp::SymbolKind, whole: Range<usize>, name_at: Range<usize>| {
        let (range, selection) = (encoding.range(text, &whole), encoding.range(text, &name_at));
        json!({ "name": name, "kind": kind, "range": range, "selectionRange": selection })
    };
    let mut symbols = Vec::new();
    if shown.ends_with(".rhai") {
        for function in statement_map(text).functions {
            let is_hook = Hook::find(&function.name).is_some();
            let kind = if is_hook { lsp::SymbolKind::Event } else { lsp::SymbolKind::Function };
            let (start, body) = (function.start, function.body);
            symbols.push(symbol(&function.name, kind, start..body.end, start..body.start));
        }
        for topic in topics::constants() {
            let head = format!("const {}", topic.name);
            let at = text.find(&head).map(|at| at..at + head.len());
            let kind = lsp::SymbolKind::Constant;
            symbols.extend(at.map(|at| symbol(topic.name, kind, at.clone(), at)));
        }
    } else if let Ok(document) = Json::parse(&shown.into(), text) {
        for (path, key, value) in document.places() {
            let Some(key) = key.filter(|_| !path.contains('/')) else { continue };
            symbols.push(symbol(path, lsp::SymbolKind::Property, key.start..value.end, key));
        }
    }
    symbols
}
