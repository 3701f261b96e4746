//! Scripts with the types of their values, made as they are asked for.

use super::typed::{annotated, shared};
use crate::script::Script;
use crate::script::tree::{Functions, KnownFunctions, ScriptSource};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Scripts with the types of their values.
pub struct TypedSources<'a> {
    sources: &'a [ScriptSource],
    known: KnownFunctions,
    shared: Functions,
    typed: BTreeMap<Arc<str>, Arc<ScriptSource>>,
}

impl<'a> TypedSources<'a> {
    /// The scripts may call functions of any rules script.
    pub fn new(sources: &'a [ScriptSource]) -> Self {
        let known = KnownFunctions::of_engine();
        let rules = sources.iter().filter(|source| source.folder == "rules");
        let rules: Vec<ScriptSource> =
            rules.map(|source| annotated(source.clone(), &known, &Functions::new())).collect();
        Self { sources, known, shared: shared(&rules), typed: BTreeMap::new() }
    }

    /// The sources of scripts, in their order.
    pub fn all(&mut self, scripts: &[Script]) -> Vec<Arc<ScriptSource>> {
        let found = scripts.iter().filter_map(|script| {
            if let Some(typed) = self.typed.get(&script.name) {
                return Some(Arc::clone(typed));
            }
            let source = self.sources.iter().find(|it| it.script.name == script.name)?.clone();
            let typed = Arc::new(annotated(source, &self.known, &self.shared));
            self.typed.insert(Arc::clone(&script.name), Arc::clone(&typed));
            Some(typed)
        });
        found.collect()
    }
}
