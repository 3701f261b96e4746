//! The linter: static checks of scripts and variants.
//!
//! [`check`] loads its targets, runs every rule of [`RULES`], and returns findings in file order.
//! Rules report only certain errors.

mod codes;
pub mod fix;
mod progress;
pub mod rule;
mod rules;
pub mod sarif;
pub mod tree;
mod types;
mod watchdog;

pub use codes::{CodeDoc, CodeExample, ExampleFile, codes, find};
pub use rules::RULES;
pub use watchdog::check_within;

use crate::agent::AgentMessages;
use crate::error::{Error, contained};
use crate::script::reflect::{Parser, Signature, TypeSet};
use crate::script::{AgentScript, Host, HostMode, Script, Spec};
use crate::variant::{self, Library, Ruleset, Titles};
use progress::CheckProgress;
use rule::{Detection, LibraryContext, ScriptContext, VariantContext};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use tree::{NodeKind, ScriptFunction, ScriptSource};
use types::{Functions, KnownFunctions};

/// The files to check, by name.
#[derive(Clone, Debug, Default)]
pub struct LintTargets {
    pub variants: Vec<String>,
    /// Title files by language.
    pub languages: Vec<String>,
    /// Scripts: `cards/favor`.
    pub scripts: Vec<String>,
    /// The errors of files that cannot be read.
    pub unreadable: Vec<Error>,
}

impl LintTargets {
    /// Whether there is nothing to check.
    pub const fn is_empty(&self) -> bool {
        let Self { variants, languages, scripts, unreadable } = self;
        variants.is_empty() && languages.is_empty() && scripts.is_empty() && unreadable.is_empty()
    }

    /// All files of a library.
    pub fn all(library: &Library) -> Self {
        Self {
            variants: library.variant_ids().map(str::to_owned).collect(),
            languages: library.languages().map(str::to_owned).collect(),
            scripts: library.script_names().map(str::to_owned).collect(),
            unreadable: library.unreadable().map(|(_, error)| error.clone()).collect(),
        }
    }
}

/// The result of a check.
#[derive(Clone, Debug, Default)]
pub struct LintReport {
    pub found: Vec<Error>,
    /// The number of scripts checked.
    pub n_scripts: usize,
    /// The functions that are interpreted instead of compiled, each with the reason.
    pub interpreted: BTreeSet<String>,
}

pub fn check(library: &Library, wanted: &LintTargets) -> LintReport {
    run(library, wanted, &CheckProgress::default())
}

fn run(library: &Library, wanted: &LintTargets, progress: &CheckProgress) -> LintReport {
    let mut check = Linter::new(library, progress);
    check.note(wanted.unreadable.clone());
    let scripts = check.variants(wanted);
    for language in &wanted.languages {
        if progress.begins(&format!("variants/titles/{language}.json")) {
            check.note(Titles::check(library, language));
        }
    }
    // What nothing uses or names may be used by a file that cannot be read.
    let is_all_read = library.unreadable().next().is_none();
    if is_all_read && progress.begins("all files together") {
        check.run_library_rules(wanted);
    }
    LintReport { found: check.found, n_scripts: scripts, interpreted: check.interpreted }
}

/// The code, the message, and the file, line and column of a finding.
type FindingKey = (&'static str, String, Option<(Arc<str>, usize, usize)>);

struct Linter<'a> {
    library: &'a Library,
    progress: &'a CheckProgress,
    found: Vec<Error>,
    /// The indices of the findings with the same code, message and location.
    alike: HashMap<FindingKey, Vec<usize>>,
    sources: Vec<ScriptSource>,
    known: KnownFunctions,
    called: BTreeSet<String>,
    keys: BTreeSet<String>,
    rulesets: Vec<Ruleset>,
    interpreted: BTreeSet<String>,
    /// The texts of the variants that are not checked or do not load.
    unread: Vec<String>,
}

impl<'a> Linter<'a> {
    fn new(library: &'a Library, progress: &'a CheckProgress) -> Self {
        let parser = Parser::default();
        let scripts = library.script_names().filter_map(|name| library.script(name));
        let scripts = scripts.filter(|script| progress.begins(&script.name));
        // A panic is reported where the script is checked.
        let parse = |script: Script| {
            let parsed = contained(&script.name, || ScriptSource::parse(&parser, &script));
            parsed.ok().flatten().unwrap_or_else(|| ScriptSource::broken(&script))
        };
        let sources: Vec<ScriptSource> = scripts.map(parse).collect();
        let (called, keys) = (rules::files::called(&sources), keys(&sources));
        let known = KnownFunctions::of_engine();
        let (rulesets, unread, found, alike, interpreted) = Default::default();
        Self {
            library,
            progress,
            found,
            alike,
            sources,
            known,
            called,
            keys,
            rulesets,
            interpreted,
            unread,
        }
    }

    /// Adds findings that are new: variants share scripts and parents.
    fn note(&mut self, errors: Vec<Error>) {
        for error in errors {
            self.note_unless(error, |other, error| other == error);
        }
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
                if !self.progress.begins(&format!("variants/{id}.json")) {
                    return Ok(());
                }
                let ruleset = Ruleset::load(self.library, id, &[])?;
                let names = rules::files::used(&ruleset);
                if names.iter().any(|name| self.progress.leaves_out(name)) {
                    return Ok(());
                }
                looked.extend(names.into_iter().map(|name| (name.to_owned(), true)));
                self.note(ruleset.findings.clone());
                self.variant(&ruleset);
                self.rulesets.push(ruleset);
                Ok(())
            });
            let checked: Result<(), Vec<Error>> = checked.unwrap_or_else(|error| Err(vec![*error]));
            if let Err(errors) = checked {
                self.unread.extend(text());
                self.note(errors);
            }
        }
        for name in &wanted.scripts {
            let Some(script) = self.library.script(name) else { continue };
            if looked.insert(script.name.to_string(), false).is_none()
                && self.progress.begins(&script.name)
                && let Err(error) = contained(&script.name, || self.alone(&script))
            {
                self.note(vec![*error]);
            }
        }
        looked.len()
    }

    /// Checks a variant (whether it compiles and can be set up), then the scripts it uses.
    fn variant(&mut self, ruleset: &Ruleset) {
        let shared = self.shared(&ruleset.spec);
        let names = rules::files::used(ruleset);
        let staged: Vec<ScriptSource> = {
            let used = self.sources.iter().filter(|source| names.contains(&*source.script.name));
            used.map(|source| self.annotated(source, &shared)).collect()
        };
        let host = Host::load(&ruleset.spec, HostMode::Compiled, &self.progress.control());
        // Errors in the evaluation of constants are reported after the rules have run.
        let errors = host.as_ref().err().cloned().unwrap_or_default();
        let (mut faults, errors): (Vec<Error>, _) =
            errors.into_iter().partition(|error| error.code.starts_with('F'));
        if staged.iter().any(|source| source.is_broken) {
            // Its functions are missing while constants are evaluated.
            faults.clear();
        }
        self.note(errors);
        let all: Vec<&ScriptSource> = staged.iter().collect();
        for source in staged.iter().filter(|source| !source.is_broken) {
            let is_part = is_listed_with_others(&ruleset.spec, source);
            self.run_script_rules(source, &shared, is_part, Some(&ruleset.id));
            let owners = owners(&ruleset.spec, source);
            let cx = VariantContext { source, scripts: &all, ruleset, owners };
            for rule in RULES {
                if let Detection::Variant(look) = rule.look {
                    let shipped = look(&cx).into_iter();
                    let found = shipped.map(|error| in_variant(error, ruleset)).collect();
                    self.note_in_variant(found);
                }
            }
        }
        let mut found = faults;
        if let Ok(host) = host {
            self.interpreted.extend(host.interpreted_functions());
            let document = variant::document(self.library, &ruleset.id);
            found.extend(rules::setup::look(ruleset, &host, document.as_ref()));
        }
        // An error that a rule has already reported at this position is not repeated.
        found.retain(|error| self.found.iter().all(|other| other.span != error.span));
        self.note(found);
    }

    /// Reports an error found in several variants only once.
    fn note_in_variant(&mut self, errors: Vec<Error>) {
        for error in errors {
            self.note_unless(error, |_, _| true);
        }
    }

    /// Adds a finding unless an earlier one with its code, message and location is the same.
    fn note_unless(&mut self, error: Error, is_same: impl Fn(&Error, &Error) -> bool) {
        let at = error.span.as_ref().map(|span| (Arc::clone(&span.file), span.line, span.column));
        let alike = self.alike.entry((error.code, error.message.clone(), at)).or_default();
        if !alike.iter().any(|other| is_same(&self.found[*other], &error)) {
            alike.push(self.found.len());
            self.found.push(error);
        }
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
            let error = Parser::default().parse(script).err();
            self.note(error.into_iter().map(|error| *error).collect());
            return;
        };
        // The script may call functions of any rules script, since its variant is unknown.
        let rules = self.sources.iter().filter(|source| source.folder == "rules");
        let shared: Functions = rules.flat_map(defined).collect();
        let source = self.annotated(source, &shared);
        let calls_previous = rules::previous::calls(&source).next().is_some();
        self.run_script_rules(&source, &shared, calls_previous, None);
    }

    /// Checks a script of an agent, which has neither verbs nor hooks.
    fn agent(&mut self, script: &Script) {
        let (control, messages) = (self.progress.control(), AgentMessages::default());
        if let Err(errors) = AgentScript::compile(script, &control, &messages) {
            return self.note(errors);
        }
        let Some(source) = self.valid(script) else {
            return;
        };
        let known = KnownFunctions::of_agents().with(defined(source));
        let mut source = source.clone();
        types::annotate(&mut source, &known);
        let cx = ScriptContext {
            source: &source,
            known: &known,
            called: &self.called,
            keys: &self.keys,
            sources: &[],
            is_part: false,
            variant: None,
        };
        let found = rules::calls::unknown(&cx);
        self.note(found);
    }

    /// Returns the functions that the rules of a variant share with all its scripts.
    fn shared(&self, spec: &Spec) -> Functions {
        let rules: BTreeSet<&str> = spec.rules.iter().map(|script| &*script.name).collect();
        let rules = self.sources.iter().filter(|source| rules.contains(&*source.script.name));
        rules.flat_map(defined).collect()
    }

    /// Returns all functions that a script can call.
    fn reach(&self, source: &ScriptSource, shared: &Functions) -> KnownFunctions {
        self.known.with(shared.clone().into_iter().chain(defined(source)))
    }

    fn annotated(&self, source: &ScriptSource, shared: &Functions) -> ScriptSource {
        let mut source = source.clone();
        let known = self.reach(&source, shared);
        types::annotate(&mut source, &known);
        source
    }

    fn run_script_rules(
        &mut self,
        source: &ScriptSource,
        shared: &Functions,
        is_part: bool,
        variant: Option<&str>,
    ) {
        let known = self.reach(source, shared);
        let (called, keys) = (&self.called, &self.keys);
        let sources = &self.sources;
        let cx = ScriptContext { source, known: &known, sources, called, keys, is_part, variant };
        let mut found: Vec<Error> = Vec::new();
        for rule in RULES {
            if let Detection::Script(look) = rule.look {
                found.extend(look(&cx));
            }
        }
        found.sort_by_key(|error| error.span.as_ref().map(|span| (span.line, span.column)));
        self.note(found);
    }

    fn run_library_rules(&mut self, wanted: &LintTargets) {
        let cx = LibraryContext {
            library: self.library,
            rulesets: &self.rulesets,
            unread: &self.unread,
            sources: &self.sources,
            wanted: &wanted.scripts,
        };
        let looks = RULES.iter().filter_map(|rule| match rule.look {
            Detection::Library(look) => Some(look),
            _ => None,
        });
        let found: Vec<Error> = looks.flat_map(|look| look(&cx)).collect();
        self.note(found);
    }
}

/// Names the variant in an error that is specific to it.
fn in_variant(error: Error, ruleset: &Ruleset) -> Error {
    error.note(format!("in the variant `{}`", ruleset.id))
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

/// The most parameters of a function whose script is invalid.
const MAX_PARAMS: usize = 20;

/// Returns the functions of a script, as other scripts can call them.
fn defined(source: &ScriptSource) -> Vec<(String, Vec<Signature>)> {
    let way = |n| Signature { params: vec![TypeSet::ANY; n], returns: TypeSet::ANY };
    let ways = |function: &ScriptFunction| match source.is_broken {
        true => (0..=MAX_PARAMS).map(way).collect(),
        false => vec![way(function.params.len())],
    };
    source.functions.iter().map(|f| (f.name.clone(), ways(f))).collect()
}

fn keys(sources: &[ScriptSource]) -> BTreeSet<String> {
    let mut keys: BTreeSet<String> = rules::files::words_of_broken(sources).collect();
    for node in sources.iter().flat_map(ScriptSource::walk) {
        match &node.what {
            NodeKind::Map(entries) => keys.extend(entries.iter().map(|(key, _)| key.clone())),
            NodeKind::Assign(target, _) => {
                if let NodeKind::Property(_, name) = &target.what {
                    keys.insert(name.clone());
                }
            }
            _ => {}
        }
    }
    keys
}
