//! A cache of compiled rulesets, titles and names. Compiling a ruleset takes longer than a few
//! plies, and libraries are immutable.

use super::hashes::{hash_text, short_hash};
use crate::base::error::Error;
use crate::kernel::rules::Text;
use crate::kernel::{Rulebook as _, canonical};
use crate::script::{Control, Host, Script, Spec};
use crate::variant::notation::Notation;
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
    /// The hashes of the rules, by number of players.
    rules: Rc<RefCell<BTreeMap<usize, String>>>,
}

impl CompiledRuleset {
    fn new(ruleset: Ruleset, host: Rc<Host>) -> Self {
        let mut spec = ruleset.spec.clone();
        let hash = |script: &mut Script| {
            let text = std::mem::replace(&mut script.text, "".into());
            (script.name.to_string(), short_hash(text.as_bytes()))
        };
        let hashes = spec.scripts_mut().map(hash).collect();
        let (hashed, rules) = (Rc::new((hashes, spec)), Rc::default());
        Self { ruleset: Rc::new(ruleset), host, hashed, rules }
    }

    /// Returns the hash of the rules for a number of players.
    pub(super) fn rules_hash(&self, players: usize) -> String {
        let hash = || hash_text(canonical::hash(&(&self.hashed.1, &*self.ruleset.deck(players))));
        self.rules.borrow_mut().entry(players).or_insert_with(hash).clone()
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

/// A ruleset with the language and the names of the seats.
type NotationKey = (CacheKey, String, Vec<String>);

/// The compiled rulesets and titles of one thread.
#[derive(Default)]
pub struct RulesetCache {
    control: Control,
    rulesets: Cache<CacheKey, CompiledRuleset>,
    titles: Cache<String, Rc<Titles>>,
    notations: Cache<NotationKey, Rc<Notation>>,
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

    /// The names of a game of a variant with its options: of its cards in a language, and of its
    /// seats.
    ///
    /// # Errors
    /// All errors of the variant, its scripts and the titles.
    #[doc(hidden)]
    pub fn notation(
        &self,
        library: &Library,
        (variant, set): (&str, &[(String, String)]),
        language: &str,
        names: &[String],
    ) -> Result<Rc<Notation>, Vec<Error>> {
        let ruleset = (variant.to_owned(), set.to_vec());
        let key = (ruleset, language.to_owned(), names.to_vec());
        cached(&self.notations, library, key, || {
            let host = self.ruleset(library, variant, set)?.host;
            let titles = self.titles(library, language)?;
            let seats = names.iter().map(|name| Text::from(name.as_str())).collect();
            Ok(Rc::new(Notation::new(host.rules(), seats, &titles, language != "en")))
        })
    }

    /// Forgets all but those of a library.
    #[doc(hidden)]
    pub fn keep_only(&self, library: &Library) {
        fn keep<K, V>(cache: &Cache<K, V>, library: &Library) {
            cache.borrow_mut().retain(|entry| entry.library.is(library));
        }
        keep(&self.rulesets, library);
        keep(&self.titles, library);
        keep(&self.notations, library);
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
