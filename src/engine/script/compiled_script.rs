//! A script that is read, with the facts that loading asks for.

use super::tree::{NodeKind, ScriptSource, SyntaxNode};
use crate::kernel::Hook;
use std::collections::{BTreeMap, BTreeSet};

pub struct CompiledScript {
    pub source: ScriptSource,
    /// The number of parameters of each hook it defines.
    pub hooks: BTreeMap<Hook, usize>,
    /// The functions it calls.
    pub calls: BTreeSet<String>,
}

impl CompiledScript {
    /// Whether it asks when or from where a card came to its place.
    pub fn reads_arrivals(&self) -> bool {
        let reads = |node: &SyntaxNode| matches!(&node.what, NodeKind::Property(_, name) if name == "since");
        self.calls.contains("move_back") || self.source.walk().any(reads)
    }
}
