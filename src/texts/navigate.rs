//! Definitions, references and the symbols of a file.

use super::project::Analysis;
use super::sessions;
use crate::base::error::SourceText;
use crate::kernel::Hook;
use crate::lint::{Mention, NameClass};
use crate::script::Script;
use crate::script::topics;
use crate::script::tree::ScriptSource;
use crate::script::values::NameOf;
use crate::session::suite::ENDING;
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
    pub children: Vec<Self>,
}

/// The sort of a part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolSort {
    Hook,
    Function,
    Constant,
    /// An entry of a JSON file.
    Entry,
    Kind,
    Combo,
    Option,
    Script,
    Variant,
    /// A block of a session.
    Session,
}

impl SymbolSort {
    /// The sort of the entries of a part of a variant or of titles.
    fn of_entries(part: &str) -> Self {
        match part {
            "deck" | "kinds" | "cards" => Self::Kind,
            "combos" => Self::Combo,
            "options" => Self::Option,
            "rules" => Self::Script,
            _ => Self::Entry,
        }
    }

    /// The sort of what is defined under a name; `None` for names within texts.
    const fn of_class(class: NameClass) -> Option<Self> {
        match class {
            NameClass::Kind => Some(Self::Kind),
            NameClass::Combo => Some(Self::Combo),
            NameClass::Function => Some(Self::Function),
            NameClass::Script => Some(Self::Script),
            NameClass::Variant => Some(Self::Variant),
            NameClass::Of(NameOf::Option) => Some(Self::Option),
            NameClass::Of(_) => None,
        }
    }
}

/// Returns what the files of a project define under a name that contains a text, by name.
pub fn named(
    analysis: &Analysis,
    query: &str,
    is_own: impl Fn(&str) -> bool,
) -> Vec<(SymbolSort, Mention)> {
    let query = query.to_lowercase();
    let is_asked = |mention: &&Mention| {
        mention.is_definition
            && mention.name.to_lowercase().contains(&query)
            && is_own(&mention.file)
    };
    let defined = analysis.names.iter().filter(is_asked);
    let mut found: Vec<(SymbolSort, Mention)> = defined
        .filter_map(|mention| {
            let is_hook =
                mention.class == NameClass::Function && Hook::find(&mention.name).is_some();
            let sort = SymbolSort::of_class(mention.class).filter(|_| !is_hook);
            Some((sort?, mention.clone()))
        })
        .collect();
    found.sort_by(|(_, a), (_, b)| (&a.name, &a.file).cmp(&(&b.name, &b.file)));
    found.dedup_by(|(_, a), (_, b)| a.is_of(b) && a.file == b.file);
    found
}

/// Returns the functions and constants of a script, the entries of a variant or of titles, or the
/// blocks of a session.
pub fn symbols(shown: &str, text: &SourceText) -> Vec<FileSymbol> {
    let mut symbols = Vec::new();
    if shown.ends_with(".rhai") {
        let script = Script { name: shown.into(), text: text.clone() };
        for function in ScriptSource::read(&script).functions.iter() {
            let is_hook = Hook::find(&function.name).is_some();
            let sort = if is_hook { SymbolSort::Hook } else { SymbolSort::Function };
            let (start, body) = (function.start, &function.body.bytes);
            let (whole, head) = (start..body.end, start..body.start);
            let children = Vec::new();
            symbols.push(FileSymbol { name: function.name.clone(), sort, whole, head, children });
        }
        for topic in topics::constants() {
            let head = format!("const {}", topic.name);
            let at = text.find(&head).map(|at| at..at + head.len());
            symbols.extend(at.map(|at| FileSymbol {
                name: topic.name.to_owned(),
                sort: SymbolSort::Constant,
                whole: at.clone(),
                head: at,
                children: Vec::new(),
            }));
        }
    } else if shown.ends_with(ENDING) {
        for (title, whole) in sessions::blocks(shown, text) {
            let (sort, head, children) =
                (SymbolSort::Session, whole.start..whole.start, Vec::new());
            symbols.push(FileSymbol { name: title, sort, whole, head, children });
        }
    } else if let Ok(document) = Json::parse(&shown.into(), text) {
        for (path, key, value) in document.places() {
            let (part, name) = path.split_once('/').unwrap_or(("", path));
            let Some(head) = key.filter(|_| !name.contains('/')) else { continue };
            let sort = match part {
                "" => SymbolSort::Entry,
                part => SymbolSort::of_entries(part),
            };
            let (whole, children) = (head.start..value.end, Vec::new());
            let symbol = FileSymbol { name: name.to_owned(), sort, whole, head, children };
            match symbols.last_mut().filter(|last: &&mut FileSymbol| last.name == part) {
                Some(around) => around.children.push(symbol),
                None if part.is_empty() => symbols.push(symbol),
                None => {}
            }
        }
    }
    symbols
}
