//! Definitions, references and the symbols of a file.

use super::project::Analysis;
use crate::error::SourceText;
use crate::kernel::Hook;
use crate::lint::{Mention, NameClass};
use crate::script::Script;
use crate::script::topics;
use crate::script::tree::ScriptSource;
use crate::variant::json::Document as Json;
use std::ops::Range;

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

/// A part of a file that has a name.
pub struct FileSymbol {
    pub name: String,
    pub sort: SymbolSort,
    pub whole: Range<usize>,
    /// The bytes of its head.
    pub head: Range<usize>,
}

/// The sort of a part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolSort {
    Hook,
    Function,
    Constant,
    /// An entry of a JSON file.
    Entry,
}

/// Returns the functions and constants of a script, or the entries of a variant.
pub fn symbols(shown: &str, text: &SourceText) -> Vec<FileSymbol> {
    let mut symbols = Vec::new();
    if shown.ends_with(".rhai") {
        let script = Script { name: shown.into(), text: text.clone() };
        for function in ScriptSource::read(&script).functions.iter() {
            let is_hook = Hook::find(&function.name).is_some();
            let sort = if is_hook { SymbolSort::Hook } else { SymbolSort::Function };
            let (start, body) = (function.start, &function.body.bytes);
            let (whole, head) = (start..body.end, start..body.start);
            symbols.push(FileSymbol { name: function.name.clone(), sort, whole, head });
        }
        for topic in topics::constants() {
            let head = format!("const {}", topic.name);
            let at = text.find(&head).map(|at| at..at + head.len());
            symbols.extend(at.map(|at| FileSymbol {
                name: topic.name.to_owned(),
                sort: SymbolSort::Constant,
                whole: at.clone(),
                head: at,
            }));
        }
    } else if let Ok(document) = Json::parse(&shown.into(), text) {
        for (path, key, value) in document.places() {
            let Some(head) = key.filter(|_| !path.contains('/')) else { continue };
            let (name, whole) = (path.to_owned(), head.start..value.end);
            symbols.push(FileSymbol { name, sort: SymbolSort::Entry, whole, head });
        }
    }
    symbols
}
