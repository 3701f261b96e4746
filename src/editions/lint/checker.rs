//! Checks files, and checks them again after edits: only what depends on an edit is computed again.

use super::memo::{CheckedVariant, LibraryFacts, Memo, Repeated};
use super::progress::CheckProgress;
use super::rule::{Detection, LibraryContext, LoadedVariant, ScriptContext, VariantContext};
use super::rules::{self, RULES};
use super::targets::{LintReport, LintTargets};
use super::typed::{annotated, defined, hash_of, shared};
use crate::base::Interrupt;
use crate::base::error::{Error, contained};
use crate::script::tree::{Functions, KnownFunctions, Parser, ScriptSource};
use crate::script::{AgentScript, Control, Host, ReadScripts, Script, Spec};
use crate::variant::{self, Library, Ruleset, Titles};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Checks files. [`Checker`] checks them again after edits.
pub fn check(library: &Library, wanted: &LintTargets) -> LintReport {
    Checker::default().check(library, wanted, &Interrupt::default())
}

/// Checks files. It keeps what it has parsed and found, so that a check after an edit is fast.
pub struct Checker {
    parser: Parser,
    known: KnownFunctions,
    memo: Memo,
}

impl Default for Checker {
    fn default() -> Self {
        let (parser, known) = (Parser::default(), KnownFunctions::of_engine());
        Self { parser, known, memo: Memo::default() }
    }
}

impl Checker {
    /// Checks files. The report of an interrupted check is incomplete.
    pub fn check(
        &mut self,
        library: &Library,
        wanted: &LintTargets,
        interrupt: &Interrupt,
    ) -> LintReport {
        self.run(library, wanted, &CheckProgress::interrupted_by(interrupt))
    }

    /// Checks one file of these, by display name, for what can be said without the others: what is
    /// found in it alone and in the variants that are wanted.
    pub fn check_file(
        &mut self,
        library: &Library,
        wanted: &LintTargets,
        file: &str,
        interrupt: &Interrupt,
    ) -> Vec<Error> {
        let progress = CheckProgress::interrupted_by(interrupt);
        let mut linter = Linter::new(library, self, &progress);
        linter.only = Some(file);
        linter.files(wanted);
        linter.found
    }

    pub(super) fn run(
        &mut self,
        library: &Library,
        wanted: &LintTargets,
        progress: &CheckProgress,
    ) -> LintReport {
        let mut linter = Linter::new(library, self, progress);
        linter.note(Repeated::Equal, wanted.unreadable.clone());
        let n_scripts = linter.files(wanted);
        // What nothing uses or names may be used by a file that cannot be read.
        let is_all_read = library.unreadable().next().is_none();
        if is_all_read && progress.begins("all files together") {
            linter.run_library_rules(wanted);
        }
        let Linter { found, .. } = linter;
        let is_complete = library.variant_ids().all(|id| wanted.variants.iter().any(|v| v == id));
        if is_complete && !progress.interrupt.is_set() {
            self.memo.end(library);
        }
        LintReport { found, n_scripts }
    }

    /// Returns the first variant, of those checked last, that uses a script: `cards/favor.rhai`.
    pub fn user_of(&self, script: &str) -> Option<&str> {
        let users = self.memo.variants().filter(|checked| checked.uses(script));
        users.map(|checked| &*checked.loaded.ruleset.id).min()
    }
}

/// The code, the message, and the file, line and column of a finding.
type FindingKey = (&'static str, String, Option<(Arc<str>, usize, usize)>);

struct Linter<'a> {
    library: &'a Library,
    progress: &'a CheckProgress,
    /// The file that alone is checked; `None`: all that are wanted.
    only: Option<&'a str>,
    memo: &'a mut Memo,
    known: &'a KnownFunctions,
    found: Vec<Error>,
    /// The indices of the findings with the same code, message and location.
    alike: HashMap<FindingKey, Vec<usize>>,
    sources: Vec<ScriptSource>,
    /// Those scripts for the hosts of variants.
    read: ReadScripts,
    facts: LibraryFacts,
    loaded: Vec<Arc<LoadedVariant>>,
    /// The texts of the variants that are not checked or do not load.
    unread: Vec<String>,
}

impl<'a> Linter<'a> {
    fn new(library: &'a Library, checker: &'a mut Checker, progress: &'a CheckProgress) -> Self {
        let Checker { parser, known, memo } = checker;
        let scripts = library.script_names().filter_map(|name| library.script(name));
        let scripts = scripts.filter(|script| progress.begins(&script.name));
        let (sources, mut facts) = memo.parse(parser, scripts);
        let mut hasher = DefaultHasher::new();
        let ids: Vec<&str> = library.variant_ids().chain(library.abstract_ids()).collect();
        let unreadable: Vec<&str> = library.unreadable().map(|(name, _)| name).collect();
        (facts.hash, ids, unreadable).hash(&mut hasher);
        facts.hash = hasher.finish();
        let (loaded, unread, found, alike) = Default::default();
        Self {
            library,
            progress,
            only: None,
            memo,
            known,
            found,
            alike,
            read: sources.iter().cloned().collect(),
            sources,
            facts,
            loaded,
            unread,
        }
    }

    /// Adds findings that are new: variants share scripts and parents.
    fn note(&mut self, repeated: Repeated, mut errors: Vec<Error>) {
        if matches!(repeated, Repeated::AtLocation) {
            errors.retain(|error| self.found.iter().all(|other| other.span != error.span));
        }
        for error in errors {
            let at = error.span.as_ref();
            let at = at.map(|span| (Arc::clone(&span.file), span.line, span.column));
            let alike = self.alike.entry((error.code, error.message.clone(), at)).or_default();
            let is_same = |other: &usize| match repeated {
                Repeated::OfVariant => true,
                Repeated::Equal | Repeated::AtLocation => self.found[*other] == error,
            };
            if !alike.iter().any(is_same) {
                alike.push(self.found.len());
                self.found.push(error);
            }
        }
    }

    /// Checks variants, scripts and titles; returns the number of scripts.
    fn files(&mut self, wanted: &LintTargets) -> usize {
        let n_scripts = self.variants(wanted);
        let languages = wanted.languages.iter().map(String::as_str);
        let languages: Vec<&str> = languages
            .filter(|language| self.progress.begins(&format!("variants/titles/{language}.json")))
            .collect();
        self.note(Repeated::Equal, Titles::check(self.library, &languages));
        n_scripts
    }

    /// Loads and compiles variants and checks the scripts they use. Returns the number of scripts.
    fn variants(&mut self, wanted: &LintTargets) -> usize {
        let mut looked: BTreeMap<String, bool> = BTreeMap::new();
        for id in self.library.variant_ids() {
            let text = || self.library.variant(id).map(|file| file.text.to_string());
            if !wanted.variants.iter().any(|wanted| wanted == id) {
                self.unread.extend(text());
                continue;
            }
            let checked = contained(id, || {
                let known = self.memo.variant(self.library, id, self.facts.hash);
                let Some(checked) =
                    known.map_or_else(|| self.variant(id), |known| Ok(Some(known)))?
                else {
                    return Ok(());
                };
                let names = rules::files::used(&checked.loaded.ruleset);
                looked.extend(names.into_iter().map(|name| (name.to_owned(), true)));
                for (repeated, errors) in &checked.found {
                    self.note(*repeated, errors.clone());
                }
                self.loaded.push(Arc::clone(&checked.loaded));
                Ok(())
            });
            let checked: Result<(), Vec<Error>> = checked.unwrap_or_else(|error| Err(vec![*error]));
            if let Err(errors) = checked {
                self.unread.extend(text());
                self.note(Repeated::Equal, errors);
            }
        }
        for name in &wanted.scripts {
            let Some(script) = self.library.script(name) else { continue };
            if looked.insert(script.name.to_string(), false).is_none()
                && self.progress.begins(&script.name)
                && let Err(error) = contained(&script.name, || self.alone(&script))
            {
                self.note(Repeated::Equal, vec![*error]);
            }
        }
        looked.len()
    }

    /// Checks a variant (whether it compiles and can be set up), then the scripts it uses; `None`
    /// if it is left out.
    fn variant(&mut self, id: &str) -> Result<Option<Arc<CheckedVariant>>, Vec<Error>> {
        if !self.progress.begins(&format!("variants/{id}.json")) {
            return Ok(None);
        }
        let ruleset = Ruleset::load(self.library, id, &[])?;
        let document = variant::document(self.library, id).unwrap_or_default();
        let loaded = Arc::new(LoadedVariant { ruleset, document });
        let ruleset = &loaded.ruleset;
        let names = rules::files::used(ruleset);
        if names.iter().any(|name| self.progress.leaves_out(name)) {
            return Ok(None);
        }
        let mut checked = CheckedVariant::new(self.library, &loaded, self.facts.hash);
        checked.found.push((Repeated::Equal, ruleset.findings.clone()));
        let listed: BTreeSet<&str> =
            ruleset.spec.rules.iter().map(|script| &*script.name).collect();
        let shared = self.shared(|source| listed.contains(&*source.script.name));
        let hash = hash_of(&shared);
        let used = self.sources.clone();
        let used = used.iter().filter(|source| names.contains(&*source.script.name));
        let staged: Vec<ScriptSource> =
            used.map(|source| self.annotated(source, &shared, hash)).collect();
        let spec = self.only.map_or(Cow::Borrowed(&ruleset.spec), |file| {
            Cow::Owned(with_scripts_of(&ruleset.spec, file))
        });
        let control = Control { scripts: self.read.clone(), ..self.progress.control() };
        let host = Host::load(&spec, &control);
        // Errors in the evaluation of constants are reported after the rules have run.
        let errors = host.as_ref().err().cloned().unwrap_or_default();
        let (mut faults, errors): (Vec<Error>, _) =
            errors.into_iter().partition(|error| error.code.starts_with('F'));
        if staged.iter().any(|source| source.is_broken) {
            // Its functions are missing while constants are evaluated.
            faults.clear();
        }
        checked.found.push((Repeated::Equal, errors));
        let all: Vec<&ScriptSource> = staged.iter().collect();
        let is_wanted = |source: &&ScriptSource| {
            !source.is_broken && self.only.is_none_or(|only| *source.script.name == *only)
        };
        let checked_sources: Vec<&ScriptSource> = staged.iter().filter(is_wanted).collect();
        for source in checked_sources {
            let is_part = is_listed_with_others(&ruleset.spec, source);
            let found = self.script_findings(source, (&shared, hash), is_part, Some(id));
            checked.found.push((Repeated::Equal, found));
            let owners = owners(&ruleset.spec, source);
            let cx = VariantContext { source, scripts: &all, ruleset, owners };
            for rule in RULES {
                if let Detection::Variant(look) = rule.look {
                    let found = look(&cx).into_iter().map(|error| in_variant(error, ruleset));
                    checked.found.push((Repeated::OfVariant, found.collect()));
                }
            }
        }
        checked.found.retain(|(_, errors)| !errors.is_empty());
        let mut found = faults;
        if let Ok(host) = host {
            found.extend(rules::setup::look(&loaded, &host));
            found.extend(rules::positions::look(&loaded, &host));
        }
        // An error that a rule has already reported at this position is not repeated.
        checked.found.push((Repeated::AtLocation, found));
        let checked = Arc::new(checked);
        if !self.progress.interrupt.is_set() && self.only.is_none() {
            self.memo.put_variant(Arc::clone(&checked));
        }
        Ok(Some(checked))
    }

    /// Returns a script as parsed; `None` if it is invalid.
    fn valid(&self, script: &Script) -> Option<&ScriptSource> {
        self.sources.iter().find(|source| source.script.name == script.name && !source.is_broken)
    }

    /// Checks a script that no selected variant uses.
    fn alone(&mut self, script: &Script) {
        if script.name.starts_with("agents/") {
            return self.agent(script);
        }
        let Some(source) = self.valid(script) else {
            let error = Parser::default().read(script).err();
            self.note(Repeated::Equal, error.into_iter().map(|error| *error).collect());
            return;
        };
        // The script may call functions of any rules script, since its variant is unknown.
        let source = source.clone();
        let shared = self.shared(|source| source.folder == "rules");
        let hash = hash_of(&shared);
        let source = self.annotated(&source, &shared, hash);
        let calls_previous = rules::previous::calls(&source).next().is_some();
        let found = self.script_findings(&source, (&shared, hash), calls_previous, None);
        self.note(Repeated::Equal, found);
    }

    /// Checks a script of an agent, which has neither verbs nor hooks.
    fn agent(&mut self, script: &Script) {
        if let Err(errors) = AgentScript::check(script, &self.progress.control()) {
            return self.note(Repeated::Equal, errors);
        }
        let Some(source) = self.valid(script) else {
            return;
        };
        let known = KnownFunctions::of_agents();
        let source = annotated(source.clone(), &known, &Functions::new());
        let known = known.with(defined(&source));
        let cx = ScriptContext {
            source: &source,
            known: &known,
            called: &self.facts.called,
            keys: &self.facts.keys,
            sources: &[],
            is_part: false,
            variant: None,
        };
        let found = rules::calls::unknown(&cx);
        self.note(Repeated::Equal, found);
    }

    /// Returns the functions that these rules share with all scripts, with the types of what they
    /// return.
    fn shared(&mut self, is_rule: impl Fn(&ScriptSource) -> bool) -> Functions {
        let none = Functions::new();
        let hash = hash_of(&none);
        let rules: Vec<ScriptSource> =
            self.sources.iter().filter(|source| is_rule(source)).cloned().collect();
        let typed: Vec<ScriptSource> =
            rules.iter().map(|source| self.annotated(source, &none, hash)).collect();
        shared(&typed)
    }

    fn annotated(&mut self, source: &ScriptSource, shared: &Functions, hash: u64) -> ScriptSource {
        self.memo.annotated(source, hash, || annotated(source.clone(), self.known, shared))
    }

    /// Runs the rules for single scripts.
    fn script_findings(
        &mut self,
        source: &ScriptSource,
        (shared, of_shared): (&Functions, u64),
        is_part: bool,
        variant: Option<&str>,
    ) -> Vec<Error> {
        // A variant is only named in findings.
        if variant.is_some()
            && self.script_findings(source, (shared, of_shared), is_part, None).is_empty()
        {
            return Vec::new();
        }
        let (sources, LibraryFacts { called, keys, hash }) = (&self.sources, &self.facts);
        let engine = self.known;
        self.memo.found(source, (of_shared, is_part, variant), *hash, || {
            let known = engine.with(shared.clone().into_iter().chain(defined(source)));
            let cx =
                ScriptContext { source, known: &known, sources, called, keys, is_part, variant };
            let mut found: Vec<Error> = Vec::new();
            for rule in RULES {
                if let Detection::Script(look) = rule.look {
                    found.extend(look(&cx));
                }
            }
            found.sort_by_key(|error| error.span.as_ref().map(|span| (span.line, span.column)));
            found
        })
    }

    fn run_library_rules(&mut self, wanted: &LintTargets) {
        let cx = LibraryContext {
            library: self.library,
            variants: &self.loaded,
            unread: &self.unread,
            sources: &self.sources,
            wanted: &wanted.scripts,
        };
        let looks = RULES.iter().filter_map(|rule| match rule.look {
            Detection::Library(look) => Some(look),
            _ => None,
        });
        let found: Vec<Error> = looks.flat_map(|look| look(&cx)).collect();
        self.note(Repeated::Equal, found);
    }
}

/// Names the variant in an error that is specific to it.
fn in_variant(error: Error, ruleset: &Ruleset) -> Error {
    error.note(format!("in the variant `{}`", ruleset.id))
}

/// Returns a ruleset without the scripts of kinds that have not this one: another kind does not
/// change what is found in it.
fn with_scripts_of(spec: &Spec, file: &str) -> Spec {
    let mut spec = spec.clone();
    let has_it = |scripts: &[Script]| scripts.iter().any(|script| *script.name == *file);
    let others = spec.kinds.iter_mut().filter(|kind| !has_it(&kind.scripts));
    others.for_each(|kind| kind.scripts.clear());
    spec
}

/// Whether a kind or combo has this script and others.
fn is_listed_with_others(spec: &Spec, source: &ScriptSource) -> bool {
    spec.owners().any(|(_, scripts, _)| scripts.len() > 1 && source.is_one_of(scripts))
}

/// Returns the kinds or combos that run a script, with their parameters.
fn owners<'a>(
    spec: &'a Spec,
    source: &ScriptSource,
) -> Vec<(&'a str, &'a serde_json::Map<String, serde_json::Value>)> {
    let own = spec.owners().filter(|(_, scripts, _)| source.is_one_of(scripts));
    own.map(|(id, _, params)| (&**id, params)).collect()
}
