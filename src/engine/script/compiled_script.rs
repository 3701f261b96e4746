//! A compiled script.

use super::tree::ScriptSource;
use crate::kernel::Hook;
use std::collections::{BTreeMap, BTreeSet};

pub struct CompiledScript {
    pub source: ScriptSource,
    /// The number of parameters of each hook it defines.
    pub hooks: BTreeMap<Hook, usize>,
    /// The functions it defines.
    pub functions: Vec<String>,
    /// The functions it calls.
    pub calls: BTreeSet<String>,
}
