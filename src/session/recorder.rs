//! Runs sessions, and records which parts of scripts each of them runs: for coverage, and for those
//! who want to know the sessions that use a script.

use super::SessionOptions;
use super::file::SessionFile;
use super::run::{self, BlockFilter, SessionReport};
use crate::base::Interrupt;
use crate::script::Control;
use crate::script::probe::{Probe, ProbeHits};
use crate::script::tree::statements::{NumberedScript, NumberedStatements};
use crate::transcript::ruleset_cache::RulesetCache;
use crate::variant::Library;
#[cfg(all(feature = "serve", feature = "editor"))]
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// Folders of scripts that are not part of variants.
const APART: [&str; 1] = ["agents/"];

/// Whether a script is part of variants.
pub fn is_of_variants(script: &str) -> bool {
    !APART.iter().any(|folder| script.starts_with(folder))
}

/// Runs sessions, and records which statements of scripts each of them runs.
pub struct RunRecorder {
    library: Library,
    rulesets: Rc<RulesetCache>,
}

/// By script, such as `cards/tax.rhai`: the lines on which statements ran.
#[cfg(all(feature = "serve", feature = "editor"))]
pub type LinesRun = BTreeMap<Arc<str>, BTreeSet<usize>>;

impl RunRecorder {
    /// Creates one for these scripts of a library; scripts are ended by `interrupt`.
    pub fn new(library: &Library, scripts: Vec<NumberedScript>, interrupt: Interrupt) -> Self {
        let statements = Arc::new(NumberedStatements { scripts });
        let probe = Probe::recording();
        let control = Control { interrupt, probe, statements, ..Control::default() };
        Self { library: library.clone(), rulesets: Rc::new(RulesetCache::new(control)) }
    }

    /// Creates one for all scripts of the variants of a library.
    #[cfg(all(feature = "serve", feature = "editor"))]
    pub fn of_all(library: &Library, interrupt: Interrupt) -> Self {
        let names = library.script_names().filter(|name| is_of_variants(name));
        let NumberedStatements { scripts } =
            names.filter_map(|name| library.script(name)).collect();
        Self::new(library, scripts, interrupt)
    }

    /// Runs the selected blocks of a file.
    pub fn run(
        &self,
        file: SessionFile,
        options: SessionOptions,
        choice: &BlockFilter,
    ) -> (SessionReport, ProbeHits) {
        let control = self.rulesets.control();
        options.limit.into_iter().for_each(|limit| control.interrupt.restart(limit));
        let mode = options.mode();
        let report = run::run(file, &self.library, &self.rulesets, mode, options, choice);
        (report, control.probe.take())
    }

    /// The lines of statements that ran.
    #[cfg(all(feature = "serve", feature = "editor"))]
    pub fn lines(&self, hits: &ProbeHits) -> LinesRun {
        let scripts = &self.rulesets.control().statements.scripts;
        let mut ran = LinesRun::new();
        for number in hits.statements.keys() {
            let at = scripts.partition_point(|script| script.numbers().end <= *number);
            let Some(script) = scripts.get(at) else { continue };
            let line = script.source.statements[number - script.first].line;
            ran.entry(script.source.script.name.clone()).or_default().insert(line);
        }
        ran
    }
}
