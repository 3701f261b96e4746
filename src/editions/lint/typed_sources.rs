//! Scripts with the types of their values, made as they are asked for.

use super::typed::defined;
use crate::script::Script;
use crate::script::tree::{KnownFunctions, ScriptSource, annotate};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Scripts with the types of their values.
pub struct TypedSources<'a> {
    sources: &'a [ScriptSource],
    known: KnownFunctions,
    typed: BTreeMap<Arc<str>, Arc<ScriptSource>>,
}

impl<'a> TypedSources<'a> {
    /// The scripts may call functions of any rules script.
    pub fn new(sources: &'a [ScriptSource]) -> Self {
        let rules = sources.iter().filter(|source| source.folder == "rules");
        let known = KnownFunctions::of_engine().with(rules.flat_map(defined));
        Self { sources, known, typed: BTreeMap::new() }
    }

    /// The sources of scripts, in their order.
    pub fn all(&mut self, scripts: &[Script]) -> Vec<Arc<ScriptSource>> {
        let found = scripts.iter().filter_map(|script| {
            if let Some(typed) = self.typed.get(&script.name) {
                return Some(Arc::clone(typed));
            }
            let mut source = self.sources.iter().find(|it| it.script.name == script.name)?.clone();
            let known = self.known.with(defined(&source));
            annotate(&mut source, &known);
            let typed = Arc::new(source);
            self.typed.insert(Arc::clone(&script.name), Arc::clone(&typed));
            Some(typed)
        });
        found.collect()
    }
}
