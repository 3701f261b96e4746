//! Scripts with inferred types, one at a time, for editors.

use super::tree::{ScriptFunction, ScriptSource};
use super::types::{self, Functions, KnownFunctions};
use crate::error::contained;
use crate::script::Script;
use crate::script::reflect::{Parser, Signature, TypeSet};
use crate::variant::Library;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// The most parameters of a function whose script is invalid.
const MAX_PARAMS: usize = 20;

/// Returns the functions of a script, as other scripts can call them.
pub(super) fn defined(source: &ScriptSource) -> Vec<(String, Vec<Signature>)> {
    let way = |n| Signature { params: vec![TypeSet::ANY; n], returns: TypeSet::ANY };
    let ways = |function: &ScriptFunction| match source.is_broken {
        true => (0..=MAX_PARAMS).map(way).collect(),
        false => vec![way(function.params.len())],
    };
    source.functions.iter().map(|f| (f.name.clone(), ways(f))).collect()
}

/// Infers the types in scripts that may be edited in between: what is unchanged is kept.
pub struct TypedScripts {
    parser: Parser,
    known: KnownFunctions,
    kept: HashMap<Arc<str>, ScriptSource>,
    shared: Functions,
}

impl Default for TypedScripts {
    fn default() -> Self {
        let (kept, shared) = Default::default();
        Self { parser: Parser::default(), known: KnownFunctions::of_engine(), kept, shared }
    }
}

impl TypedScripts {
    /// Returns all scripts of a library, in order; invalid ones by their tokens.
    pub fn all(&mut self, library: &Library) -> Vec<ScriptSource> {
        let scripts = library.script_names().filter_map(|name| library.script(name));
        let mut kept = std::mem::take(&mut self.kept);
        let mut sources = Vec::new();
        for script in scripts {
            let same = kept.remove(&script.name).filter(|old| old.script.text == script.text);
            let source = same.unwrap_or_else(|| {
                self.parse(&script).unwrap_or_else(|| ScriptSource::broken(&script))
            });
            self.kept.insert(Arc::clone(&script.name), source.clone());
            sources.push(source);
        }
        self.shared.clear();
        let rules = sources.iter().filter(|source| source.folder == "rules");
        self.shared.extend(rules.flat_map(defined));
        sources
    }

    fn parse(&self, script: &Script) -> Option<ScriptSource> {
        contained(&script.name, || ScriptSource::parse(&self.parser, script)).ok().flatten()
    }

    /// Returns a script with its types, if it is valid. It may call all functions of rules.
    pub fn typed(&self, script: &Script) -> Option<ScriptSource> {
        self.parse(script).map(|source| self.annotated(source))
    }

    /// Adds the types to a parsed script.
    pub fn annotated(&self, mut source: ScriptSource) -> ScriptSource {
        let known = self.known.with(self.shared.clone().into_iter().chain(defined(&source)));
        types::annotate(&mut source, &known);
        source
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

    /// Returns the names of the functions that the rules share.
    pub fn shared(&self) -> impl Iterator<Item = &str> {
        self.shared.keys().map(String::as_str)
    }
}
