//! `litterbox test --coverage`: script coverage of the sessions, as a table and an lcov file.

use super::super::{library, print};
use super::args::{TestArgs, TestFormat};
use crate::base::error::{Error, Span, render};
use crate::cli::failure::CliError;
use crate::script::tree::statements::NumberedScript;
use crate::session::coverage::{Catalog, Ratio, ScriptCoverage, measure};
use crate::session::suite::{TestFile, shown};
use crate::shell::render::text::grid::Grid;
use crate::variant::Library;

/// Measures coverage, prints the table and writes the file.
///
/// # Errors
/// The file cannot be written, the output is closed.
pub(super) fn run(
    library: &Library,
    targets: &[TestFile],
    args: &TestArgs,
) -> Result<(), CliError> {
    let mut catalog = Catalog::new(library);
    let sessions = measure(&catalog, targets, args.which.k.as_deref(), args.which.n_threads())?;
    if args.which.is_selection() || library.overlaid().is_empty() {
        catalog = catalog.only_used(library, &sessions);
    }
    let coverage = ScriptCoverage::of(&catalog, &sessions);
    if args.format == TestFormat::Text {
        print::text(&format!("\n{}", table(&coverage)))?;
    }
    // Nobody who has no scripts of their own can act on warnings about the built-in ones.
    let is_own = !library.overlaid().is_empty();
    let warnings = if is_own { warnings(library, &coverage) } else { Vec::new() };
    if !warnings.is_empty() {
        print::talk_styled(&render(&warnings, true))?;
    }
    if let Some(file) = &args.lcov {
        let text = coverage.lcov(|name| path(library, name));
        library::write(file, &text)?;
    }
    Ok(())
}

/// The path of a script on disk.
fn path(library: &Library, name: &str) -> String {
    let own = library.overlaid().iter().find(|own| own.path().ends_with(name));
    own.map_or_else(|| format!("scripts/{name}"), |own| shown(own.path()))
}

fn table(coverage: &ScriptCoverage<'_>) -> String {
    let mut grid = Grid::new(&["Script", "#Functions", "#Lines", "#Questions", "#Sessions"]);
    let mut sums = [Ratio::default(); 3];
    for (script, n_sessions) in coverage.catalog.scripts.iter().zip(&coverage.n_sessions) {
        let shares = shares(coverage, script);
        for (sum, share) in sums.iter_mut().zip(shares) {
            *sum += share;
        }
        let [functions, lines, questions] = shares.map(cell);
        let n_sessions = n_sessions.to_string();
        grid.row([script.source.script.name.to_string(), functions, lines, questions, n_sessions]);
    }
    let [functions, lines, questions] = sums.map(cell);
    grid.row(["total".to_owned(), functions, lines, questions, String::new()]);
    let n_kinds = coverage.catalog.kinds.len();
    let n_played = n_kinds - coverage.unplayed().len();
    format!("{}\n{n_played} of {n_kinds} cards and combos are played\n", grid.text("", 0))
}

fn shares(coverage: &ScriptCoverage<'_>, script: &NumberedScript) -> [Ratio; 3] {
    let functions = coverage.functions(script);
    let lines = coverage.lines(script);
    let n_questions = script.questions.len();
    let n_run = functions.iter().filter(|(.., count)| *count > 0).count();
    let n_lines = lines.values().filter(|count| **count > 0).count();
    [
        Ratio { hit: n_run, all: functions.len() },
        Ratio { hit: n_lines, all: lines.len() },
        Ratio { hit: n_questions - coverage.unasked(script).len(), all: n_questions },
    ]
}

fn cell(share: Ratio) -> String {
    if share.all == 0 { "-".to_owned() } else { format!("{}/{}", share.hit, share.all) }
}

/// The code that no session runs, as warnings.
fn warnings(library: &Library, coverage: &ScriptCoverage<'_>) -> Vec<Error> {
    let mut warnings = Vec::new();
    for id in coverage.unplayed() {
        let hint = "add a session that plays it";
        warnings.push(Error::warning("W0401", format!("no session plays `{id}`")).hint(hint));
    }
    for script in &coverage.catalog.scripts {
        let (file, text) =
            (path(library, &script.source.script.name).into(), script.source.script.text.clone());
        for statement in coverage.never_run(script) {
            let span = Span::of(&file, &text, &statement.bytes);
            let error = Error::warning("W0402", "no session runs this statement").at(Some(span));
            warnings
                .push(error.hint("set up a position with `:table` in which it runs, and play it"));
        }
        for question in coverage.unasked(script) {
            let message = format!("no session asks \"{}\"", question.text);
            let start: usize =
                text.split_inclusive('\n').take(question.line - 1).map(str::len).sum();
            let at = text[start..].find(&question.text).map_or(start, |at| start + at);
            let span = Span::of(&file, &text, &(at..at + question.text.len()));
            let error = Error::warning("W0403", message).at(Some(span));
            warnings
                .push(error.hint("set up a position with `:table` that has two options or more"));
        }
    }
    warnings
}
