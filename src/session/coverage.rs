//! Script coverage of sessions: statements, hooks, questions, cards and combos.

use super::SessionOptions;
use super::blocks::blocks;
use super::file::{self, SessionFile};
use super::recorder::{RunRecorder, is_of_variants};
use super::run::BlockFilter;
use super::suite::{TestFile, on_threads, shown};
use crate::base::Interrupt;
use crate::base::files::OutputType;
use crate::script::Script;
use crate::script::tree::Statement;
use crate::script::tree::statements::{MappedQuestion, NumberedScript, NumberedStatements};
use crate::variant::{Library, Ruleset};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io;

/// A file with coverage.
#[doc(hidden)]
pub const LCOV_FILE: OutputType = OutputType {
    name: "coverage in lcov format",
    endings: &["info", "lcov"],
    is_head: |text| text.starts_with("TN:"),
};

/// Everything that sessions can cover.
#[derive(Clone, Debug)]
pub struct Catalog {
    /// The scripts of cards, combos and rules.
    pub scripts: Vec<NumberedScript>,
    /// The ids of all cards and combos of all variants.
    pub kinds: BTreeSet<String>,
    library: Library,
}

/// The coverage of one session.
#[derive(Clone, Debug)]
pub struct SessionCoverage {
    /// The index of the file.
    pub file: usize,
    /// The line of its first input.
    pub line: usize,
    /// The run count of each statement, by number.
    pub statements: BTreeMap<usize, u64>,
    /// The questions that were put.
    pub questions: BTreeSet<String>,
    /// The cards and combos that were played.
    pub played: BTreeSet<String>,
}

impl Catalog {
    /// The scripts of a library; only the user's files if it has an overlay.
    pub fn new(library: &Library) -> Self {
        let own = library.overlaid();
        let is_meant = |name: &&str| {
            let file = format!("{name}.rhai");
            let is_own = own.is_empty() || own.iter().any(|own| own.path().ends_with(&file));
            is_own && is_of_variants(name)
        };
        let names = library.script_names().filter(is_meant);
        let scripts = names.filter_map(|name| library.script(name));
        let NumberedStatements { scripts } = scripts.collect();
        Self { kinds: kinds(library, &scripts), scripts, library: library.clone() }
    }

    /// Without the scripts of which no session runs a statement.
    pub fn only_used(mut self, library: &Library, sessions: &[SessionCoverage]) -> Self {
        self.scripts.retain(|script| {
            sessions.iter().any(|one| one.statements.range(script.numbers()).next().is_some())
        });
        self.kinds = kinds(library, &self.scripts);
        self
    }

    /// The script that a statement belongs to.
    pub fn script_of(&self, statement: usize) -> Option<&NumberedScript> {
        self.scripts.iter().find(|script| script.numbers().contains(&statement))
    }
}

/// The cards and combos whose script is one of these, if it has a function: a card that only lies
/// in a hand or pile is never played.
fn kinds(library: &Library, scripts: &[NumberedScript]) -> BTreeSet<String> {
    let scripts = scripts.iter().filter(|one| !one.source.functions.is_empty());
    let scripts: BTreeSet<&str> = scripts.map(|one| &*one.source.script.name).collect();
    let variants = library.variant_ids().filter_map(|id| Ruleset::load(library, id, &[]).ok());
    let mut ids = BTreeSet::new();
    for ruleset in variants {
        let spec = &ruleset.spec;
        let is_absent = |id: &str| spec.kinds.iter().any(|k| *k.id == *id && !k.is_in_box);
        let is_one = |own: &[Script]| own.iter().any(|script| scripts.contains(&*script.name));
        let known = spec.owners().filter(|(id, own, _)| is_one(own) && !is_absent(id));
        ids.extend(known.map(|(id, ..)| id.to_string()));
    }
    ids
}

/// Runs the sessions of these files, with a word only those that it selects, and returns the
/// coverage of each. Unreadable files are skipped.
///
/// # Errors
/// No thread can be started.
pub fn measure(
    catalog: &Catalog,
    targets: &[TestFile],
    word: Option<&str>,
    n_threads: usize,
) -> io::Result<Vec<SessionCoverage>> {
    let numbered: Vec<(usize, &TestFile)> = targets.iter().enumerate().collect();
    let each = on_threads(n_threads, &numbered, |(number, target)| {
        let text = target.file.read().unwrap_or_default();
        let parsed = file::parse(&shown(target.file.path()), &text);
        let selected = target.blocks(word);
        parsed.map_or_else(|_| Vec::new(), |parsed| sessions(catalog, *number, &parsed, &selected))
    })?;
    Ok(each.into_iter().flatten().collect())
}

fn sessions(
    catalog: &Catalog,
    file: usize,
    parsed: &SessionFile,
    selected: &BlockFilter,
) -> Vec<SessionCoverage> {
    let scripts = catalog.scripts.clone();
    let recorder = RunRecorder::new(&catalog.library, scripts, Interrupt::default());
    let blocks = blocks(parsed).into_iter().map(|(block, _)| block);
    blocks
        .filter(|block| selected.fits(&parsed.name, block))
        .map(|block| block.lines.start)
        .map(|line| {
            let choice = BlockFilter { word: None, lines: vec![line] };
            let options = SessionOptions { expects: true, ..SessionOptions::default() };
            let (report, hits) = recorder.run(parsed.clone(), options, &choice);
            let questions = hits.questions.keys().map(ToString::to_string).collect();
            let statements = hits.statements;
            SessionCoverage { file, line, statements, questions, played: report.played }
        })
        .collect()
}

/// The coverage of all sessions.
#[derive(Clone, Debug)]
pub struct ScriptCoverage<'a> {
    pub catalog: &'a Catalog,
    /// How often each statement was run.
    pub statements: Vec<u64>,
    /// The questions that were put.
    pub questions: BTreeSet<String>,
    /// The cards and combos that were played.
    pub played: BTreeSet<String>,
    /// The number of sessions that run each script.
    pub n_sessions: Vec<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratio {
    pub hit: usize,
    pub all: usize,
}

impl std::ops::AddAssign for Ratio {
    fn add_assign(&mut self, other: Self) {
        self.hit += other.hit;
        self.all += other.all;
    }
}

impl<'a> ScriptCoverage<'a> {
    /// Merges the coverage of sessions.
    pub fn of(catalog: &'a Catalog, sessions: &[SessionCoverage]) -> Self {
        let n_statements = catalog.scripts.last().map_or(0, |script| script.numbers().end);
        let mut coverage = Self {
            catalog,
            statements: vec![0; n_statements],
            questions: BTreeSet::new(),
            played: BTreeSet::new(),
            n_sessions: vec![0; catalog.scripts.len()],
        };
        for session in sessions {
            for (number, count) in &session.statements {
                coverage.statements[*number] += count;
            }
            coverage.questions.extend(session.questions.iter().cloned());
            coverage.played.extend(session.played.iter().cloned());
            for (n_sessions, script) in coverage.n_sessions.iter_mut().zip(&catalog.scripts) {
                *n_sessions +=
                    usize::from(session.statements.range(script.numbers()).next().is_some());
            }
        }
        coverage
    }

    /// The run count of each line on which a statement begins.
    pub fn lines(&self, script: &NumberedScript) -> BTreeMap<usize, u64> {
        let mut lines = BTreeMap::new();
        for (statement, number) in script.source.statements.iter().zip(script.numbers()) {
            let count = lines.entry(statement.line).or_insert(0);
            *count = self.statements[number].max(*count);
        }
        lines
    }

    /// The run count of each function; functions without statements are omitted.
    pub fn functions(&self, script: &NumberedScript) -> Vec<(&'a str, usize, u64)>
    where
        Self: 'a,
    {
        let catalog = self.catalog;
        let Some(script) =
            catalog.scripts.iter().find(|one| one.source.script.name == script.source.script.name)
        else {
            return Vec::new();
        };
        let of = |at: usize| {
            let own = script.source.statements.iter().zip(script.numbers());
            let own = own.filter(move |(statement, _)| statement.function == at);
            own.map(|(_, number)| self.statements[number]).max()
        };
        let functions = script.source.functions.iter().enumerate();
        functions.filter_map(|(at, f)| Some((f.name.as_str(), f.line, of(at)?))).collect()
    }

    /// The questions of a script that were never asked.
    pub fn unasked<'s>(&self, script: &'s NumberedScript) -> Vec<&'s MappedQuestion> {
        let all = script.questions.iter();
        all.filter(|question| !self.questions.contains(&question.text)).collect()
    }

    /// The statements of a script that never ran.
    pub fn never_run<'s>(&self, script: &'s NumberedScript) -> Vec<&'s Statement> {
        let all = script.source.statements.iter().zip(script.numbers());
        all.filter(|(_, number)| self.statements[*number] == 0).map(|(one, _)| one).collect()
    }

    /// The cards and combos that no session plays.
    pub fn unplayed(&self) -> Vec<&'a str> {
        let all = self.catalog.kinds.iter();
        all.filter(|id| !self.played.contains(*id)).map(String::as_str).collect()
    }

    /// Formats it as lcov; `path` gives the path of a script.
    pub fn lcov(&self, path: impl Fn(&str) -> String) -> String {
        let mut text = String::new();
        for script in &self.catalog.scripts {
            let _ = writeln!(text, "TN:\nSF:{}", path(&script.source.script.name));
            let functions = self.functions(script);
            for (name, line, _) in &functions {
                let _ = writeln!(text, "FN:{line},{name}");
            }
            for (name, _, count) in &functions {
                let _ = writeln!(text, "FNDA:{count},{name}");
            }
            let n_hit = functions.iter().filter(|(.., count)| *count > 0).count();
            let _ = writeln!(text, "FNF:{}\nFNH:{n_hit}", functions.len());
            let lines = self.lines(script);
            for (line, count) in &lines {
                let _ = writeln!(text, "DA:{line},{count}");
            }
            let n_hit = lines.values().filter(|count| **count > 0).count();
            let _ = writeln!(text, "LF:{}\nLH:{n_hit}\nend_of_record", lines.len());
        }
        text
    }
}
