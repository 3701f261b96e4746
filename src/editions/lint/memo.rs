//! Memory of earlier checks: parsed scripts, and findings with what they depend on.

use super::rule::LoadedVariant;
use super::rules::files::words_of_broken;
use crate::base::error::{Error, SourceText, contained, words};
use crate::script::Script;
use crate::script::options::{declared_options, has_unread};
use crate::script::tree::{NodeKind, Parser, ScriptSource, SyntaxNode};
use crate::variant::{Library, lineage};
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A script with what rules ask about all scripts.
pub struct ParsedScript {
    pub source: ScriptSource,
    called: BTreeSet<String>,
    keys: BTreeSet<String>,
    /// The properties that it reads.
    properties: BTreeSet<String>,
    /// The options that it declares, or may declare.
    declared: Vec<String>,
}

impl ParsedScript {
    fn of(parser: &Parser, script: &Script) -> Self {
        // A panic is reported where the script is checked.
        let parsed = contained(&script.name, || ScriptSource::parse(parser, script));
        let source = parsed.ok().flatten().unwrap_or_else(|| ScriptSource::broken(script));
        let (mut called, mut keys): (BTreeSet<String>, BTreeSet<String>) = Default::default();
        let mut properties = BTreeSet::new();
        for node in source.walk() {
            note_names(node, &mut called, &mut keys);
            if let NodeKind::Property(_, name) = &node.what {
                properties.insert(name.clone());
            }
        }
        let words_of_broken: Vec<String> = words_of_broken(&source).collect();
        called.extend(words_of_broken.iter().cloned());
        keys.extend(words_of_broken);
        let declared = declared_options(script).unwrap_or_default();
        let mut declared: Vec<String> = declared.into_iter().map(|option| option.name).collect();
        if declared.is_empty() && has_unread(script) {
            declared.extend(words(&script.text).map(str::to_owned));
        }
        Self { source, called, keys, properties, declared }
    }
}

/// Notes the function that a node calls, and the keys that it defines.
fn note_names(node: &SyntaxNode, called: &mut BTreeSet<String>, keys: &mut BTreeSet<String>) {
    match &node.what {
        NodeKind::Call { name, .. } => drop(called.insert(name.clone())),
        NodeKind::Map(entries) => keys.extend(entries.iter().map(|(key, _)| key.clone())),
        NodeKind::Assign(target, ..) => {
            if let NodeKind::Property(_, name) = &target.what {
                keys.insert(name.clone());
            }
        }
        _ => {}
    }
}

/// All that the findings of one file depend on in the others.
#[derive(Default)]
pub struct LibraryFacts {
    /// The names of all functions called by any script.
    pub called: BTreeSet<String>,
    /// The keys of all map literals in any script.
    pub keys: BTreeSet<String>,
    /// A hash of these and of the names of all files, functions of rules and options.
    pub hash: u64,
}

/// How a finding is compared with earlier ones, which it may repeat.
#[derive(Clone, Copy)]
pub enum Repeated {
    /// It repeats an equal finding.
    Equal,
    /// It repeats one with its code, message and location, of another variant.
    OfVariant,
    /// It repeats any finding at its location.
    AtLocation,
}

/// A variant that loads, with its findings.
pub struct CheckedVariant {
    pub loaded: Arc<LoadedVariant>,
    pub found: Vec<(Repeated, Vec<Error>)>,
    /// The texts of the variant, its parents and its scripts, by display name.
    texts: Vec<(Arc<str>, SourceText)>,
    facts: u64,
}

impl CheckedVariant {
    pub fn new(library: &Library, loaded: &Arc<LoadedVariant>, facts: u64) -> Self {
        let ruleset = &loaded.ruleset;
        let files = lineage(library, &ruleset.id).into_iter().map(|file| (file.name, file.text));
        let scripts =
            ruleset.spec.scripts().map(|script| (script.name.clone(), script.text.clone()));
        let texts = files.chain(scripts).collect();
        let (loaded, found) = (Arc::clone(loaded), Vec::new());
        Self { loaded, found, texts, facts }
    }

    /// Whether a check would find the same.
    fn is_current(&self, library: &Library, facts: u64) -> bool {
        let is_same = |(name, text): &(Arc<str>, SourceText)| {
            let now = match name.strip_prefix("variants/") {
                Some(file) => library.variant(file.trim_end_matches(".json")).map(|file| file.text),
                None => library.script(name.trim_end_matches(".rhai")).map(|script| script.text),
            };
            now.as_ref() == Some(text)
        };
        self.facts == facts && self.texts.iter().all(is_same)
    }

    /// Whether it uses a script, by display name.
    pub fn uses(&self, script: &str) -> bool {
        self.texts.iter().any(|(name, _)| **name == *script)
    }
}

/// A kept value with the text and the facts that it was computed from.
struct MemoEntry<V> {
    text: SourceText,
    facts: u64,
    value: V,
    /// The check that used it last.
    used: u64,
}

type Entries<K, V> = HashMap<K, MemoEntry<V>>;

/// The name of a script, and a hash of the functions of the rules that it can call.
pub type InRules = (Arc<str>, u64);

#[derive(Default)]
pub struct Memo {
    scripts: HashMap<Arc<str>, ParsedScript>,
    variants: HashMap<String, Arc<CheckedVariant>>,
    annotated: Entries<InRules, ScriptSource>,
    /// The findings of a script; those of one of several of a kind apart, and by variant.
    found: Entries<(InRules, bool, Option<String>), Vec<Error>>,
    /// The number of complete checks.
    n_checks: u64,
}

fn entry<'e, K: Hash + Eq, V>(
    entries: &'e mut Entries<K, V>,
    key: &K,
    (text, facts): (&SourceText, u64),
    now: u64,
) -> Option<&'e V> {
    let entry = entries.get_mut(key).filter(|entry| entry.facts == facts && entry.text == *text)?;
    entry.used = now;
    Some(&entry.value)
}

impl Memo {
    /// Returns the parsed scripts, in order; invalid ones by their tokens.
    pub fn parse(
        &mut self,
        parser: &Parser,
        scripts: impl Iterator<Item = Script>,
    ) -> (Vec<ScriptSource>, LibraryFacts) {
        let (mut sources, mut facts) = (Vec::new(), LibraryFacts::default());
        let mut declared: BTreeSet<&str> = BTreeSet::new();
        let mut kept = std::mem::take(&mut self.scripts);
        for script in scripts {
            let parsed = kept.remove(&script.name);
            let parsed = parsed.filter(|parsed| parsed.source.script.text == script.text);
            let parsed = parsed.unwrap_or_else(|| ParsedScript::of(parser, &script));
            sources.push(parsed.source.clone());
            self.scripts.insert(Arc::clone(&script.name), parsed);
        }
        let mut hasher = DefaultHasher::new();
        // Of what is called and of keys, only what rules ask for: functions that scripts define,
        // and properties that they read.
        let (mut defined, mut read): (BTreeSet<&str>, BTreeSet<&str>) = Default::default();
        for parsed in sources.iter().filter_map(|source| self.scripts.get(&source.script.name)) {
            facts.called.extend(parsed.called.iter().cloned());
            facts.keys.extend(parsed.keys.iter().cloned());
            declared.extend(parsed.declared.iter().map(String::as_str));
            read.extend(parsed.properties.iter().map(String::as_str));
            parsed.source.script.name.hash(&mut hasher);
            for function in parsed.source.functions.iter() {
                defined.insert(&function.name);
                if parsed.source.folder == "rules" {
                    function.name.hash(&mut hasher);
                }
            }
        }
        defined.retain(|name| facts.called.contains(*name));
        read.retain(|name| facts.keys.contains(*name));
        (defined, read, declared).hash(&mut hasher);
        facts.hash = hasher.finish();
        (sources, facts)
    }

    /// Returns a variant that was checked before, if nothing has changed.
    pub fn variant(&self, library: &Library, id: &str, facts: u64) -> Option<Arc<CheckedVariant>> {
        self.variants.get(id).filter(|checked| checked.is_current(library, facts)).cloned()
    }

    pub fn put_variant(&mut self, checked: Arc<CheckedVariant>) {
        self.variants.insert(checked.loaded.ruleset.id.to_string(), checked);
    }

    /// Returns the variants that were checked last.
    pub fn variants(&self) -> impl Iterator<Item = &CheckedVariant> {
        self.variants.values().map(|checked| &**checked)
    }

    pub fn annotated(
        &mut self,
        source: &ScriptSource,
        shared: u64,
        annotate: impl FnOnce() -> ScriptSource,
    ) -> ScriptSource {
        let (key, stamp) = ((source.script.name.clone(), shared), (&source.script.text, 0));
        if let Some(annotated) = entry(&mut self.annotated, &key, stamp, self.n_checks) {
            return annotated.clone();
        }
        let (text, value, used) = (source.script.text.clone(), annotate(), self.n_checks);
        self.annotated.insert(key, MemoEntry { text, facts: 0, value: value.clone(), used });
        value
    }

    pub fn found(
        &mut self,
        source: &ScriptSource,
        (shared, is_part, variant): (u64, bool, Option<&str>),
        facts: u64,
        look: impl FnOnce() -> Vec<Error>,
    ) -> Vec<Error> {
        let key = ((source.script.name.clone(), shared), is_part, variant.map(str::to_owned));
        let text = source.script.text.clone();
        if let Some(found) = entry(&mut self.found, &key, (&text, facts), self.n_checks) {
            return found.clone();
        }
        let (value, used) = (look(), self.n_checks);
        self.found.insert(key, MemoEntry { text, facts, value: value.clone(), used });
        value
    }

    /// Forgets what a complete check has not used.
    pub fn end(&mut self, library: &Library) {
        let now = self.n_checks;
        self.annotated.retain(|_, entry| entry.used == now);
        self.found.retain(|_, entry| entry.used == now);
        self.variants.retain(|id, _| library.variant(id).is_some());
        self.n_checks += 1;
    }
}
