//! `litterbox debug`: opens the REPL at a step of a session file.

use super::super::{library, print};
use super::args::DebugArgs;
use crate::base::output::escape;
use crate::cli::failure::{CliError, CliResult, OK};
use crate::cli::shared_args::SharedArgs;
use crate::disk::Typed;
use crate::protocol::journal::Journal;
use crate::repl::keyboard::Console;
use crate::repl::paint::{FAINT, STRONG, paint};
use crate::repl::piped::Batch;
use crate::repl::terminal::Terminal;
use crate::session::file::{self, SessionInput};
use crate::session::play_to::{PlayedTo, play_to};
use crate::session::suite::{SessionTarget, shown};
use crate::session::{SessionOptions, run_text};
use crate::shell::Shell;
use crate::shell::trust::FileAccess;
use crate::shell::trust::Origin;
use crate::transcript::ruleset_cache::RulesetCache;
use crate::variant::Library;
use std::rc::Rc;
use std::sync::Arc;

/// Runs the command.
///
/// # Errors
/// The step does not exist, the file cannot be read or parsed, the output is closed.
pub fn run(shared: &SharedArgs, args: &DebugArgs) -> CliResult {
    let library = library::open(shared)?;
    let target = SessionTarget::parse(&args.step, &Typed);
    let name = shown(&target.path);
    let text = library::read(&target.path)?;
    let line = match target.line {
        Some(line) => line,
        None => first_fault(shared, &name, &text, &library)?,
    };
    open(shared, library, &Rc::default(), (&name, &text, line), &mut Console::open()?)?;
    Ok(OK)
}

/// The line of the first failing input of a file.
fn first_fault(
    shared: &SharedArgs,
    name: &str,
    text: &str,
    library: &Library,
) -> Result<usize, CliError> {
    let options = SessionOptions { allow_exec: shared.allow_exec, ..SessionOptions::default() };
    let report = run_text(name, text, library, options);
    let report = report.map_err(|error| CliError::Invalid(vec![*error]))?;
    let problems = report.problems.iter().map(|one| one.line);
    let first = problems.chain(report.differences.iter().map(|one| one.line)).min();
    first.ok_or_else(|| {
        CliError::Usage(format!("{name} passes; name a step: `litterbox debug {name}:LINE`"))
    })
}

/// Opens the REPL just before the input at a line.
///
/// # Errors
/// There is no session at that line, the file cannot be parsed, the output is closed.
pub(super) fn open(
    shared: &SharedArgs,
    library: Library,
    rulesets: &Rc<RulesetCache>,
    (name, text, line): (&str, &str, usize),
    console: &mut Console,
) -> Result<(), CliError> {
    let parsed = file::parse(name, text).map_err(|error| CliError::Invalid(vec![*error]))?;
    let source_args = shared.clone();
    let source = move || library::open_quietly(&source_args).map_err(CliError::errors);
    let mut shell =
        Shell::new(library).with_rulesets(rulesets.clone()).with_source(Rc::new(source));
    shell.trust.files = FileAccess::session(Arc::new(Typed));
    shell.trust.allow_exec = shared.allow_exec;
    let stage = play_to(&parsed, line, &mut shell)
        .ok_or_else(|| CliError::Usage(format!("there is no session at {name}:{line}")))?;
    print::text(&intro(name, &stage))?;
    match console {
        Console::Terminal(keyboard) => Terminal::open(shell, Journal::off(), keyboard)?.run()?,
        Console::Piped(input) => {
            let mut batch = Batch {
                name: "stdin".to_owned(),
                keep_going: true,
                echo: false,
                origin: Origin::Foreign,
                journal: &mut Journal::off(),
                notice: None,
            };
            batch.read(&mut shell, input)?;
        }
    }
    Ok(())
}

/// The position: the block, the last output, the next input.
fn intro(name: &str, stage: &PlayedTo) -> String {
    let mut text = String::new();
    let title = if stage.block.title.is_empty() { name } else { &stage.block.title };
    text += &format!("{}\n", paint(STRONG, title));
    let place =
        |input: &SessionInput| paint(FAINT, &format!("{name}:{}: {}", input.line, input.raw));
    if let Some((input, said)) = &stage.last {
        text += &format!("{}\n", place(input));
        text.extend(said.iter().map(|line| format!("  {}\n", escape(line))));
    }
    match (&stage.next, &stage.stopped) {
        (Some(next), Some(why)) => {
            text +=
                &format!("stopped at: {}\n  {}\n", place(next), escape(why).replace('\n', "\n  "));
        }
        (Some(next), None) => text += &format!("next: {}\n", place(next)),
        (None, _) => {}
    }
    text
}
