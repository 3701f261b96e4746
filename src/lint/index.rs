//! Where each name is defined and used: in scripts, variants, titles and sessions.

use super::rules::names::{kind_texts, namings, play_texts};
use super::tree::{ScriptSource, SyntaxNode};
use crate::error::{SourceText, is_word_char};
use crate::script::options::declared_options;
use crate::script::reflect::takes_tag;
use crate::script::syntax::{byte_at, function_names};
use crate::script::values::NameOf;
use crate::variant::json::Document;
use crate::variant::{Asset, Library};
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// What a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameClass {
    Kind,
    Combo,
    /// A function of a script.
    Function,
    /// A script: `cards/favor`.
    Script,
    Variant,
    /// What a text names that a variant or a script declares.
    Of(NameOf),
}

/// A place where a name is defined or used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    pub class: NameClass,
    pub name: String,
    /// The script that alone can use it, for functions of cards and combos.
    pub scope: Option<Arc<str>>,
    /// The file, as in messages: `cards/favor.rhai`.
    pub file: Arc<str>,
    /// The bytes of the name in the file.
    pub bytes: Range<usize>,
    pub is_definition: bool,
}

impl Mention {
    /// Whether both are of the same thing.
    pub fn is_of(&self, other: &Self) -> bool {
        self.class == other.class && self.name == other.name && self.scope == other.scope
    }
}

/// All names of a library, with the places that define and use them.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub mentions: Vec<Mention>,
}

impl Names {
    /// Finds the names in all files of a library; `sources` are its scripts with types.
    pub fn of(library: &Library, sources: &[ScriptSource]) -> Self {
        let mut names = Self::default();
        let ids = library.variant_ids().chain(library.abstract_ids());
        for file in ids.filter_map(|id| library.variant(id)) {
            names.variant(&file);
        }
        for file in library.languages().filter_map(|language| library.titles(language)) {
            names.titles(&file);
        }
        let rules = sources.iter().filter(|source| source.folder == "rules");
        let shared = rules.flat_map(|source| source.functions.iter().map(|f| f.name.as_str()));
        let shared: BTreeSet<&str> = shared.collect();
        for source in sources {
            names.script(source, &shared);
        }
        names
    }

    /// Returns the mention at a byte of a file.
    pub fn at(&self, file: &str, byte: usize) -> Option<&Mention> {
        let is_there = |mention: &&Mention| {
            *mention.file == *file && (mention.bytes.start..=mention.bytes.end).contains(&byte)
        };
        self.mentions.iter().find(is_there)
    }

    /// Returns all mentions of the same thing; definitions first.
    pub fn same(&self, mention: &Mention) -> Vec<&Mention> {
        let mut same: Vec<&Mention> = self.mentions.iter().filter(|m| m.is_of(mention)).collect();
        same.sort_by_key(|mention| !mention.is_definition);
        same
    }

    /// Returns the names of a class.
    pub fn named(&self, class: NameClass) -> BTreeSet<&str> {
        let of_class = self.mentions.iter().filter(|mention| mention.class == class);
        of_class.map(|mention| mention.name.as_str()).collect()
    }

    fn note(&mut self, class: NameClass, file: &Arc<str>, text: &str, bytes: Range<usize>) {
        self.note_as(class, &text[bytes.clone()], file, bytes, false);
    }

    fn note_as(
        &mut self,
        class: NameClass,
        name: &str,
        file: &Arc<str>,
        bytes: Range<usize>,
        is_definition: bool,
    ) {
        let (name, file) = (name.to_owned(), Arc::clone(file));
        self.mentions.push(Mention { class, name, scope: None, file, bytes, is_definition });
    }

    fn script(&mut self, source: &ScriptSource, shared: &BTreeSet<&str>) {
        let (file, text) = (&source.script.name, &source.script.text);
        let own: BTreeSet<&str> = source.functions.iter().map(|f| f.name.as_str()).collect();
        let is_rules = source.folder == "rules";
        let scope = (!is_rules).then(|| Arc::clone(file));
        for (name, bytes) in function_names(text) {
            self.note_as(NameClass::Function, &name, file, bytes, true);
            self.scoped(&scope);
        }
        for node in source.walk() {
            let Some((name, _)) = node.call() else { continue };
            let is_own = own.contains(name);
            let start = byte_at(text.index(), text, node.at);
            let Some(start) = start.filter(|_| is_own || shared.contains(name)) else { continue };
            let bytes = start..start + name.len();
            if text.get(bytes.clone()) == Some(name) {
                self.note(NameClass::Function, file, text, bytes);
                self.scoped(if is_own { &scope } else { &None });
            }
        }
        for option in declared_options(&source.script).unwrap_or_default() {
            let class = NameClass::Of(NameOf::Option);
            let bytes = unquoted(text, option.bytes);
            self.note_as(class, &option.name, file, bytes, true);
        }
        let all = [NameOf::Counter, NameOf::Data, NameOf::Option, NameOf::Param, NameOf::Pile];
        for of in all.into_iter().chain([NameOf::Tag]) {
            let named: Vec<&SyntaxNode> = namings(source, of).map(|(.., name)| name).collect();
            named.into_iter().for_each(|node| self.text(NameClass::Of(of), source, node));
        }
        let patterns = source.top.walk().into_iter().filter_map(SyntaxNode::call);
        for (_, args) in patterns.filter(|(name, _)| takes_tag(name)) {
            args.get(1).into_iter().for_each(|tag| {
                self.text(NameClass::Of(NameOf::Tag), source, tag);
            });
        }
        for node in kind_texts(source) {
            self.text(NameClass::Kind, source, node);
        }
        let (kinds, combos) = (self.owned(NameClass::Kind), self.owned(NameClass::Combo));
        let of_set = source.constant("SET").into_iter().chain(source.constant("COMBOS"));
        let of_set = of_set.flat_map(SyntaxNode::walk).filter(|node| node.text().is_some());
        for node in play_texts(source).into_iter().chain(of_set) {
            let name = node.text().unwrap_or_default();
            if kinds.contains(name) {
                self.text(NameClass::Kind, source, node);
            } else if combos.contains(name) {
                self.text(NameClass::Combo, source, node);
            }
        }
    }

    fn owned(&self, class: NameClass) -> BTreeSet<String> {
        self.named(class).into_iter().map(str::to_owned).collect()
    }

    fn scoped(&mut self, scope: &Option<Arc<str>>) {
        if let Some(last) = self.mentions.last_mut() {
            last.scope.clone_from(scope);
        }
    }

    /// Notes a string literal of a script that is written as it is.
    fn text(&mut self, class: NameClass, source: &ScriptSource, node: &SyntaxNode) {
        let text = &source.script.text;
        let start = byte_at(text.index(), text, node.at);
        let Some((name, start)) = node.text().zip(start) else { return };
        let bytes = start + 1..start + 1 + name.len();
        let is_new = |other: &Mention| other.file != source.script.name || other.bytes != bytes;
        if text.get(bytes.clone()) == Some(name) && self.mentions.iter().rev().all(is_new) {
            self.note(class, &source.script.name, text, bytes);
        }
    }

    fn variant(&mut self, file: &Asset) {
        let Ok(document) = Document::parse(&file.name, &file.text) else { return };
        for (path, key, value) in document.places() {
            let parts: Vec<&str> = path.split('/').collect();
            let text = document.get(path).and_then(Json::as_str);
            let key = key.map(|bytes| unquoted(&file.text, bytes));
            let value = text.map(|_| unquoted(&file.text, value));
            self.entry(file, &parts, key, value);
        }
    }

    /// Notes the names of an entry of a variant: of its key, and of its value if that is a text.
    fn entry(
        &mut self,
        file: &Asset,
        path: &[&str],
        key: Option<Range<usize>>,
        value: Option<Range<usize>>,
    ) {
        let (name, text) = (&file.name, &file.text);
        let inside = value.clone().map(|bytes| text[bytes].to_owned()).unwrap_or_default();
        let mut script = |folder: &str| {
            let Some(bytes) = value.clone() else { return };
            self.note_as(NameClass::Script, &format!("{folder}/{inside}"), name, bytes, false);
        };
        let (class, bytes, is_definition) = match path {
            ["extends"] => (NameClass::Variant, value, false),
            ["rules", _] => return script("rules"),
            ["kinds", _, "script"] | ["kinds", _, "script", _] => return script("cards"),
            ["combos", _, "script"] | ["combos", _, "script", _] => return script("combos"),
            ["deck", _] => (NameClass::Kind, key, true),
            ["kinds", _] => (NameClass::Kind, key, false),
            ["kinds", _, "tags", _] => (NameClass::Of(NameOf::Tag), value, true),
            ["kinds", _, param] if !KIND_KEYS.contains(param) => {
                (NameClass::Of(NameOf::Param), key, true)
            }
            ["combos", _] | ["combos", _, "id"] => (NameClass::Combo, value, true),
            ["combos", _, param] if !KIND_KEYS.contains(param) => {
                (NameClass::Of(NameOf::Param), key, true)
            }
            ["options", _] => (NameClass::Of(NameOf::Option), key, false),
            ["piles", _] => (NameClass::Of(NameOf::Pile), key, true),
            ["counters", _, _] if value.is_some() => (NameClass::Of(NameOf::Counter), value, true),
            ["counters", _, _] => (NameClass::Of(NameOf::Counter), key, true),
            _ => return,
        };
        if let Some(bytes) = bytes {
            let named = text[bytes.clone()].to_owned();
            self.note_as(class, &named, name, bytes, is_definition);
        }
    }

    fn titles(&mut self, file: &Asset) {
        let Ok(document) = Document::parse(&file.name, &file.text) else { return };
        for (path, key, _) in document.places() {
            let class = match path.split('/').collect::<Vec<_>>().as_slice() {
                ["cards", _] => NameClass::Kind,
                ["combos", _] => NameClass::Combo,
                _ => continue,
            };
            if let Some(bytes) = key.map(|bytes| unquoted(&file.text, bytes)) {
                self.note(class, &file.name, &file.text, bytes);
            }
        }
    }

    /// Adds the kinds and combos that the inputs of a session at these lines name by their ids.
    pub fn add_session(
        &mut self,
        file: &Arc<str>,
        text: &SourceText,
        lines: impl Iterator<Item = usize>,
    ) {
        let (kinds, combos) = (self.owned(NameClass::Kind), self.owned(NameClass::Combo));
        for line in lines {
            let start = text.index().byte(text, line, 1);
            let line = text[start..].lines().next().unwrap_or_default();
            let from = line.find("> ").map_or(0, |at| at + 2);
            for bytes in words_in(line, from) {
                let word = &line[bytes.clone()];
                let class = match () {
                    () if kinds.contains(word) => NameClass::Kind,
                    () if combos.contains(word) => NameClass::Combo,
                    () => continue,
                };
                let bytes = start + bytes.start..start + bytes.end;
                self.note(class, file, text, bytes);
            }
        }
    }
}

/// The keys of a kind or combo that are not parameters.
const KIND_KEYS: [&str; 6] = ["script", "tags", "home", "start", "wild", "id"];

/// Returns the bytes inside of quotes.
fn unquoted(text: &str, bytes: Range<usize>) -> Range<usize> {
    match text[bytes.clone()].starts_with('"') && bytes.len() >= 2 {
        true => bytes.start + 1..bytes.end - 1,
        false => bytes,
    }
}

/// Returns the bytes of the words of a line after a byte.
fn words_in(line: &str, from: usize) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, c) in line.char_indices().filter(|(at, c)| *at >= from && is_word_char(*c)) {
        let end = at + c.len_utf8();
        match found.last_mut().filter(|last| last.end == at) {
            Some(last) => last.end = end,
            None => found.push(at..end),
        }
    }
    found
}
