//! Scripts with inferred types, one at a time, for editors.

use crate::base::error::{SourceText, contained};
use crate::script::Script;
use crate::script::reflect::{Signature, Ty, TypeSet};
use crate::script::tree::{
    Functions, KnownFunctions, Parser, ScriptFunction, ScriptSource, annotate,
};
use crate::variant::Library;
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The most parameters of a function whose script is invalid.
const MAX_PARAMS: usize = 20;

/// Returns the functions of a script, as other scripts can call them. If it has its types, they
/// have those of what they return.
pub(super) fn defined(source: &ScriptSource) -> Vec<(String, Vec<Signature>)> {
    let way = |n, returns| Signature { params: vec![TypeSet::ANY; n], returns };
    let ways = |function: &ScriptFunction| match source.is_broken {
        true => (0..=MAX_PARAMS).map(|n| way(n, Ty::ANY)).collect(),
        false => vec![way(function.params.len(), function.returned())],
    };
    source.functions.iter().map(|f| (f.name.clone(), ways(f))).collect()
}

/// Returns the functions that these scripts share: several may define one of the same name.
pub(super) fn shared<'s>(rules: impl IntoIterator<Item = &'s ScriptSource>) -> Functions {
    let mut shared = Functions::new();
    for (name, ways) in rules.into_iter().flat_map(defined) {
        shared.entry(name).or_default().extend(ways);
    }
    shared
}

/// Returns a hash of functions that scripts define, which differ in names, in the number of
/// parameters and in what they return.
pub(super) fn hash_of(functions: &Functions) -> u64 {
    let mut hasher = DefaultHasher::new();
    for (name, ways) in functions {
        let ways = ways.iter().map(|way| (way.params.len(), way.returns));
        (name, ways.collect::<Vec<_>>()).hash(&mut hasher);
    }
    hasher.finish()
}

/// Returns a script with its types; it may call these functions and its own.
pub(super) fn annotated(
    mut source: ScriptSource,
    known: &KnownFunctions,
    shared: &Functions,
) -> ScriptSource {
    let known = known.with(shared.clone().into_iter().chain(defined(&source)));
    annotate(&mut source, &known);
    source
}

/// Infers the types in scripts that may be edited in between: what is unchanged is kept.
pub struct TypedScripts {
    parser: Parser,
    known: KnownFunctions,
    kept: HashMap<Arc<str>, ScriptSource>,
    /// Those scripts with the types of their variables.
    annotated: HashMap<Arc<str>, ScriptSource>,
    /// The last valid text of each script.
    valid: HashMap<Arc<str>, SourceText>,
    shared: Functions,
}

impl Default for TypedScripts {
    fn default() -> Self {
        let (parser, known) = (Parser::default(), KnownFunctions::of_engine());
        let (kept, annotated, valid, shared) = Default::default();
        Self { parser, known, kept, annotated, valid, shared }
    }
}

impl TypedScripts {
    /// Returns all scripts of a library with their types, in order; invalid ones by their tokens.
    pub fn all(&mut self, library: &Library) -> Vec<ScriptSource> {
        let scripts = library.script_names().filter_map(|name| library.script(name));
        let mut kept = std::mem::take(&mut self.kept);
        let mut sources = Vec::new();
        for script in scripts {
            let same = kept.remove(&script.name).filter(|old| old.script.text == script.text);
            let source = same.unwrap_or_else(|| {
                self.parse(&script).unwrap_or_else(|| ScriptSource::broken(&script))
            });
            if !source.is_broken {
                self.valid.insert(Arc::clone(&script.name), script.text.clone());
            }
            self.kept.insert(Arc::clone(&script.name), source.clone());
            sources.push(source);
        }
        let rules = sources.iter().filter(|source| source.folder == "rules");
        let rules: Vec<ScriptSource> =
            rules.map(|source| annotated(source.clone(), &self.known, &Functions::new())).collect();
        let shared = shared(&rules);
        let mut typed = std::mem::take(&mut self.annotated);
        if shared != self.shared {
            self.shared = shared;
            typed.clear();
        }
        for source in &mut sources {
            let name = Arc::clone(&source.script.name);
            let same = typed.remove(&name).filter(|old| old.script.text == source.script.text);
            *source = same.unwrap_or_else(|| self.annotated(source.clone()));
            self.annotated.insert(name, source.clone());
        }
        sources
    }

    /// Returns the last text of a script that was valid.
    pub fn last_valid(&self, name: &str) -> Option<&SourceText> {
        self.valid.get(name)
    }

    fn parse(&self, script: &Script) -> Option<ScriptSource> {
        contained(&script.name, || ScriptSource::parse(&self.parser, script)).ok().flatten()
    }

    /// Returns a script with its types, if it is valid. It may call all functions of rules.
    pub fn typed(&self, script: &Script) -> Option<ScriptSource> {
        self.parse(script).map(|source| self.annotated(source))
    }

    fn annotated(&self, source: ScriptSource) -> ScriptSource {
        annotated(source, &self.known, &self.shared)
    }

    /// Returns the names after a dot on a value of these types, and whether each is a property.
    pub fn names_on(&self, receiver: TypeSet) -> BTreeSet<(&str, bool)> {
        let takes = |ways: &[Signature]| {
            ways.iter().any(|way| way.params.first().is_some_and(|on| on.meets(receiver)))
        };
        let all = self.known.iter().chain(&self.shared).filter(|(_, ways)| takes(ways));
        let named = all.map(|(name, _)| match name.strip_prefix("get$") {
            Some(property) => (property, true),
            None => (name.as_str(), false),
        });
        named
            .filter(|(name, _)| name.starts_with(|c: char| c.is_alphabetic() || c == '_'))
            .collect()
    }

    /// Whether a function is for values of these types, not for any value.
    pub fn is_made_for(&self, name: &str, receiver: TypeSet) -> bool {
        let known = self.known.iter();
        let known = known.filter(|(key, _)| key.strip_prefix("get$").unwrap_or(key) == name);
        let mut first = known.flat_map(|(_, ways)| ways).filter_map(|way| way.params.first());
        first.any(|on| *on != TypeSet::ANY && on.meets(receiver))
    }

    /// Returns the names of the functions that the rules share.
    pub fn shared(&self) -> impl Iterator<Item = &str> {
        self.shared.keys().map(String::as_str)
    }
}
