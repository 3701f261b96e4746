//! A per-thread cache of compiled rulesets and titles. Compiling a ruleset takes longer than a few
//! plies, and libraries are immutable.

use crate::error::Error;
use crate::script::Host;
use crate::variant::{Library, Ruleset, Titles};
use std::cell::RefCell;
use std::rc::Rc;

/// The capacity of each cache.
const MAX_ENTRIES: usize = 16;

/// A ruleset with its scripts.
pub type CompiledRuleset = (Rc<Ruleset>, Rc<Host>);

struct CacheEntry<K, V> {
    library: Library,
    key: K,
    value: V,
}

type Cache<K, V> = RefCell<Vec<CacheEntry<K, V>>>;

/// A variant with its `--set` options.
type CacheKey = (String, Vec<(String, String)>);

thread_local! {
    static RULESETS: Cache<CacheKey, CompiledRuleset> = const { RefCell::new(Vec::new()) };
    static TITLES: Cache<String, Rc<Titles>> = const { RefCell::new(Vec::new()) };
}

/// The ruleset of a variant with its options, and its compiled scripts.
///
/// # Errors
/// All errors of the variant and its scripts.
pub fn ruleset(
    library: &Library,
    variant: &str,
    set: &[(String, String)],
) -> Result<CompiledRuleset, Vec<Error>> {
    RULESETS.with(|shelf| {
        cached(shelf, library, (variant.to_owned(), set.to_vec()), || {
            let ruleset = Ruleset::load(library, variant, set)?;
            let host = Host::new(&ruleset.spec)?;
            Ok((Rc::new(ruleset), host))
        })
    })
}

/// The titles in a language.
///
/// # Errors
/// All errors of the titles.
pub fn titles(library: &Library, language: &str) -> Result<Rc<Titles>, Vec<Error>> {
    TITLES.with(|shelf| {
        cached(shelf, library, language.to_owned(), || Titles::load(library, language).map(Rc::new))
    })
}

fn cached<K: PartialEq, V: Clone>(
    shelf: &Cache<K, V>,
    library: &Library,
    key: K,
    make: impl FnOnce() -> Result<V, Vec<Error>>,
) -> Result<V, Vec<Error>> {
    let known = shelf
        .borrow()
        .iter()
        .find(|kept| kept.key == key && kept.library.is(library))
        .map(|kept| kept.value.clone());
    if let Some(value) = known {
        return Ok(value);
    }
    let value = make()?;
    let mut shelf = shelf.borrow_mut();
    if shelf.len() == MAX_ENTRIES {
        shelf.remove(0);
    }
    shelf.push(CacheEntry { library: library.clone(), key, value: value.clone() });
    Ok(value)
}
