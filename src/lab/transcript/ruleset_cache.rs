//! A cache of compiled rulesets and titles. Compiling a ruleset takes longer than a few plies, and
//! libraries are immutable.

use super::hashes::short_hash;
use crate::base::error::Error;
use crate::script::{Control, Host, Script, Spec};
use crate::variant::{Library, Ruleset, Titles};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The capacity of each cache.
const MAX_ENTRIES: usize = 16;

/// A ruleset with its scripts.
#[derive(Clone)]
pub struct CompiledRuleset {
    pub ruleset: Rc<Ruleset>,
    pub host: Rc<Host>,
    /// The hashes of the scripts by name, and what is compiled but for their texts.
    pub(super) hashed: Rc<(BTreeMap<String, String>, Spec)>,
}

impl CompiledRuleset {
    fn new(ruleset: Ruleset, host: Rc<Host>) -> Self {
        let mut spec = ruleset.spec.clone();
        let hash = |script: &mut Script| {
            let text = std::mem::replace(&mut script.text, "".into());
            (script.name.to_string(), short_hash(text.as_bytes()))
        };
        let hashes = spec.scripts_mut().map(hash).collect();
        Self { ruleset: Rc::new(ruleset), host, hashed: Rc::new((hashes, spec)) }
    }
}

struct CacheEntry<K, V> {
    library: Library,
    key: K,
    value: V,
}

type Cache<K, V> = RefCell<Vec<CacheEntry<K, V>>>;

/// A variant with its `--set` options.
type CacheKey = (String, Vec<(String, String)>);

/// The compiled rulesets and titles of one thread.
#[derive(Default)]
pub struct RulesetCache {
    control: Control,
    rulesets: Cache<CacheKey, CompiledRuleset>,
    titles: Cache<String, Rc<Titles>>,
}

impl RulesetCache {
    /// Creates an empty cache whose hosts share this control.
    pub fn new(control: Control) -> Self {
        Self { control, ..Self::default() }
    }

    /// Returns the control of its hosts.
    pub const fn control(&self) -> &Control {
        &self.control
    }

    /// The ruleset of a variant with its options, and its compiled scripts.
    ///
    /// # Errors
    /// All errors of the variant and its scripts.
    pub fn ruleset(
        &self,
        library: &Library,
        variant: &str,
        set: &[(String, String)],
    ) -> Result<CompiledRuleset, Vec<Error>> {
        cached(&self.rulesets, library, (variant.to_owned(), set.to_vec()), || {
            let ruleset = Ruleset::load(library, variant, set)?;
            let host = Host::load(&ruleset.spec, &self.control)?;
            Ok(CompiledRuleset::new(ruleset, host))
        })
    }

    /// The titles in a language.
    ///
    /// # Errors
    /// All errors of the titles.
    pub fn titles(&self, library: &Library, language: &str) -> Result<Rc<Titles>, Vec<Error>> {
        cached(&self.titles, library, language.to_owned(), || {
            Titles::load(library, language).map(Rc::new)
        })
    }
}

fn cached<K: PartialEq, V: Clone>(
    cache: &Cache<K, V>,
    library: &Library,
    key: K,
    make: impl FnOnce() -> Result<V, Vec<Error>>,
) -> Result<V, Vec<Error>> {
    let known = cache
        .borrow()
        .iter()
        .find(|entry| entry.key == key && entry.library.is(library))
        .map(|entry| entry.value.clone());
    if let Some(value) = known {
        return Ok(value);
    }
    let value = make()?;
    let mut cache = cache.borrow_mut();
    if cache.len() == MAX_ENTRIES {
        cache.remove(0);
    }
    cache.push(CacheEntry { library: library.clone(), key, value: value.clone() });
    Ok(value)
}
