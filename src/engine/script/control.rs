//! State that a host shares with its owner.

use super::probe::Probe;
use super::spec::Script;
use super::tree::ScriptSource;
use super::tree::statements::NumberedStatements;
use crate::base::Interrupt;
use crate::base::error::Error;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// State that a host shares with its owner.
#[derive(Clone, Debug, Default)]
pub struct Control {
    /// Stops the running script as if it had exceeded its limit.
    pub interrupt: Interrupt,
    /// Counts what scripts do.
    pub probe: Probe,
    /// The statements that the probe counts.
    pub statements: Arc<NumberedStatements>,
    /// The scripts that its hosts have read, or its owner: they are not read again.
    pub scripts: ReadScripts,
}

/// The number of scripts that are kept: more than an edition with 200 cards of its own has.
const MAX_SCRIPTS: usize = 500;

/// Scripts that are read, without types. The clones share them.
#[derive(Clone, Debug, Default)]
pub struct ReadScripts(Rc<RefCell<HashMap<Arc<str>, ScriptSource>>>);

impl ReadScripts {
    /// Returns a script: reads it, unless the last one with its name has the same text.
    pub(super) fn read(
        &self,
        script: &Script,
        read: impl FnOnce() -> Result<ScriptSource, Box<Error>>,
    ) -> Result<ScriptSource, Box<Error>> {
        let mut scripts = self.0.borrow_mut();
        let known = scripts.get(&script.name);
        if let Some(source) = known.filter(|it| it.script == *script && !it.is_broken) {
            return Ok(source.clone());
        }
        let (is_new, source) = (known.is_none(), read()?);
        if scripts.len() >= MAX_SCRIPTS && is_new {
            scripts.clear();
        }
        scripts.insert(Arc::clone(&script.name), source.clone());
        Ok(source)
    }
}

impl FromIterator<ScriptSource> for ReadScripts {
    fn from_iter<T: IntoIterator<Item = ScriptSource>>(sources: T) -> Self {
        let named = |source: ScriptSource| (Arc::clone(&source.script.name), source);
        Self(Rc::new(RefCell::new(sources.into_iter().map(named).collect())))
    }
}
