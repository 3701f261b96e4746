//! Where each name is defined and used: in scripts, variants, titles and sessions.

use super::rules::names::{counter_texts, kind_texts, namings, play_texts};
use crate::base::error::{SourceText, is_word_char};
use crate::script::options::declared_options;
use crate::script::reflect::takes_tag;
use crate::script::tree::syntax::function_names;
use crate::script::tree::{ScriptSource, SyntaxNode};
use crate::script::values::NameOf;
use crate::variant::json::Document;
use crate::variant::{Asset, Library};
use serde_json::Value as Json;
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

/// The class of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameClass {
    Kind,
    Combo,
    /// A function of a script.
    Function,
    /// A script: `cards/favor`.
    Script,
    Variant,
    /// A name in a text that a variant or a script declares.
    Of(NameOf),
}

impl NameClass {
    /// Returns the folder of the scripts of kinds or of combos.
    #[cfg(feature = "editor")]
    pub const fn folder(self) -> Option<&'static str> {
        match self {
            Self::Kind => Some("cards"),
            Self::Combo => Some("combos"),
            _ => None,
        }
    }
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

/// All names of a library, with the places that define and use them. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct IndexedNames {
    files: Vec<FileNames>,
}

/// The names in a file.
type FileNames = (Arc<str>, Arc<Vec<Mention>>);

impl IndexedNames {
    /// Returns all mentions: those of variants, of titles, of scripts.
    pub fn iter(&self) -> impl Iterator<Item = &Mention> {
        self.files.iter().flat_map(|(_, mentions)| &**mentions)
    }

    /// Returns the mention at a byte of a file.
    pub fn at(&self, file: &str, byte: usize) -> Option<&Mention> {
        let files = self.files.iter().filter(|(name, _)| **name == *file);
        let mut mentions = files.flat_map(|(_, mentions)| &**mentions);
        mentions.find(|mention| (mention.bytes.start..=mention.bytes.end).contains(&byte))
    }

    /// Returns all mentions of the same thing; definitions first.
    pub fn same(&self, mention: &Mention) -> Vec<&Mention> {
        let mut same: Vec<&Mention> = self.iter().filter(|m| m.is_of(mention)).collect();
        same.sort_by_key(|mention| !mention.is_definition);
        same
    }

    /// Returns the names of a class.
    pub fn named(&self, class: NameClass) -> BTreeSet<&str> {
        let of_class = self.iter().filter(|mention| mention.class == class);
        of_class.map(|mention| mention.name.as_str()).collect()
    }

    /// Whether something of a class is named, in this file or, without one, in any.
    pub fn has(&self, class: NameClass, name: &str, file: Option<&str>) -> bool {
        let is_it = |m: &&Mention| m.class == class && m.name == name;
        self.iter().filter(is_it).any(|mention| file.is_none_or(|file| *mention.file == *file))
    }

    /// Adds the kinds and combos that the inputs of sessions name by their ids; of each session,
    /// its file, its text, and the lines of its inputs.
    pub fn add_sessions<'s>(
        &mut self,
        sessions: impl Iterator<Item = (Arc<str>, &'s SourceText, Vec<usize>)>,
    ) {
        let (kinds, combos) = (self.named(NameClass::Kind), self.named(NameClass::Combo));
        let mut added: Vec<FileNames> = Vec::new();
        for (file, text, lines) in sessions {
            let mut found = Mentions::default();
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
                    found.note(class, &file, text, bytes);
                }
            }
            added.push((file, Arc::new(found.mentions)));
        }
        self.files.extend(added);
    }
}

/// By file: its text, a hash of what else its names depend on, and the names.
type KnownNames = HashMap<Arc<str>, (SourceText, u64, Arc<Vec<Mention>>)>;

/// Finds names, and keeps those of files that have not changed.
#[derive(Default)]
pub struct NameIndex {
    kept: KnownNames,
}

/// All that the names in a script depend on.
struct Defined<'a> {
    shared: BTreeSet<&'a str>,
    kinds: BTreeSet<&'a str>,
    combos: BTreeSet<&'a str>,
}

impl NameIndex {
    /// Finds the names in all files of a library; `sources` are its scripts with types.
    pub fn names(&mut self, library: &Library, sources: &[ScriptSource]) -> IndexedNames {
        let mut known = std::mem::take(&mut self.kept);
        let mut names = IndexedNames::default();
        let mut add = |file: &Asset, look: fn(&mut Mentions, &Asset)| {
            let found = self.found(&mut known, &file.name, (&file.text, 0), |it| look(it, file));
            names.files.push((Arc::clone(&file.name), found));
        };
        let ids = library.variant_ids().chain(library.abstract_ids());
        for file in ids.filter_map(|id| library.variant(id)) {
            add(&file, Mentions::variant);
        }
        for file in library.languages().filter_map(|language| library.titles(language)) {
            add(&file, Mentions::titles);
        }
        let rules = sources.iter().filter(|source| source.folder == "rules");
        let shared = rules.flat_map(|source| source.functions.iter().map(|f| f.name.as_str()));
        let declared = names.clone();
        let defined = Defined {
            shared: shared.collect(),
            kinds: declared.named(NameClass::Kind),
            combos: declared.named(NameClass::Combo),
        };
        let mut hasher = DefaultHasher::new();
        (&defined.shared, &defined.kinds, &defined.combos).hash(&mut hasher);
        let facts = hasher.finish();
        for source in sources {
            let (name, text) = (&source.script.name, &source.script.text);
            let look = |it: &mut Mentions| it.script(source, &defined);
            let found = self.found(&mut known, name, (text, facts), look);
            names.files.push((Arc::clone(name), found));
        }
        names
    }

    fn found(
        &mut self,
        known: &mut KnownNames,
        name: &Arc<str>,
        (text, facts): (&SourceText, u64),
        look: impl FnOnce(&mut Mentions),
    ) -> Arc<Vec<Mention>> {
        let same = known.remove(name).filter(|(old, of, _)| *of == facts && old == text);
        let found = same.map(|(.., found)| found).unwrap_or_else(|| {
            let mut found = Mentions::default();
            look(&mut found);
            Arc::new(found.mentions)
        });
        self.kept.insert(Arc::clone(name), (text.clone(), facts, Arc::clone(&found)));
        found
    }
}

/// The names found so far in a file.
#[derive(Default)]
struct Mentions {
    mentions: Vec<Mention>,
}

impl Mentions {
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

    fn script(&mut self, source: &ScriptSource, defined: &Defined<'_>) {
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
            let bytes = node.at..node.at + name.len();
            let is_known = is_own || defined.shared.contains(name);
            if is_known && text.get(bytes.clone()) == Some(name) {
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
        for (_, node) in counter_texts(source) {
            if defined.kinds.contains(node.text().unwrap_or_default()) {
                self.text(NameClass::Kind, source, node);
            }
        }
        let of_set = source.constant("SET").into_iter().chain(source.constant("COMBOS"));
        let of_set = of_set.flat_map(SyntaxNode::walk).filter(|node| node.text().is_some());
        for node in play_texts(source).into_iter().chain(of_set) {
            let name = node.text().unwrap_or_default();
            if defined.kinds.contains(name) {
                self.text(NameClass::Kind, source, node);
            } else if defined.combos.contains(name) {
                self.text(NameClass::Combo, source, node);
            }
        }
    }

    fn scoped(&mut self, scope: &Option<Arc<str>>) {
        if let Some(last) = self.mentions.last_mut() {
            last.scope.clone_from(scope);
        }
    }

    /// Notes a string literal of a script that is written as it is.
    fn text(&mut self, class: NameClass, source: &ScriptSource, node: &SyntaxNode) {
        let text = &source.script.text;
        let Some(name) = node.text() else { return };
        let bytes = node.at + 1..node.at + 1 + name.len();
        let is_new = |other: &Mention| other.bytes != bytes;
        if text.get(bytes.clone()) == Some(name) && self.mentions.iter().all(is_new) {
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
