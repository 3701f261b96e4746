//! `litterbox repl`: opens a game in a terminal or on a pipe.

use super::args::ReplArgs;
use super::failure::{CliError, CliResult, FOUND, OK};
use super::shared_args::{Format, SharedArgs};
use super::startup::{StartedShell, begin, resume, saved_text};
use super::{library, print};
use crate::base::error::plural;
use crate::base::output;
use crate::protocol::BatchResult;
use crate::protocol::connection::Connection;
use crate::protocol::journal::Journal;
use crate::protocol::journal_folder;
use crate::repl::keyboard::{self, Keyboard};
use crate::repl::piped::Batch;
use crate::repl::streams::stdout;
use crate::repl::terminal::Terminal;
use crate::shell::Shell;
use crate::shell::render::text::grid::Grid;
use crate::shell::render::text::line::Line;
use crate::shell::trust::Origin;
use serde_json::json;
use std::io;
use std::path::{Path, PathBuf};

/// Runs the command.
///
/// # Errors
/// The game cannot be opened, a file cannot be read, the output is closed.
pub fn run(shared: &SharedArgs, args: &ReplArgs) -> CliResult {
    let is_terminal = keyboard::is_terminal();
    let (args, has_file) = &with_file(args, is_terminal);
    if args.journals {
        return list(args.format);
    }
    // The game of a file continues with the lines of a pipe.
    let is_batch = !args.command.is_empty() || args.read.len() > usize::from(*has_file);
    let interactive = is_terminal && (args.interactive || !is_batch);
    let mut opened = match &args.resume {
        Some(file) => resume(shared, file.as_deref())?,
        None => begin(shared, args, interactive)?,
    };
    let is_json = args.format == Format::Json;
    opened.shell.set_json(is_json);
    if !interactive && !args.journal {
        opened.journal = Journal::off();
    }
    if !opened.journal.is_on() {
        opened.shell.stop_redo_log();
    }
    let notice = if is_batch || !is_terminal || args.echo { tell(&opened, args)? } else { None };
    let StartedShell { shell, journal, .. } = &mut opened;
    let mut batch = Batch {
        name: "stdin".to_owned(),
        keep_going: args.keep_going,
        echo: args.echo,
        origin: Origin::Foreign,
        journal,
        notice,
    };
    let tally = batches(shell, &mut batch, args)?;
    let ends = tally.quit || (tally.n_refused > 0 && !args.keep_going && !args.interactive);
    if ends || (is_batch && !args.interactive) {
        opened.journal.end();
        return Ok(code(tally));
    }
    if !is_terminal {
        let stdin = io::BufReader::new(io::stdin());
        let piped = if is_json {
            Connection::new(shell, batch.journal, stdout()).serve(stdin)?
        } else {
            batch.read(shell, stdin)?
        };
        opened.journal.end();
        return Ok(code(piped).max(code(tally)));
    }
    let StartedShell { shell, journal, inputs, said, watched } = opened;
    let mut keyboard = Keyboard::open()?;
    let mut terminal = Terminal::open(shell, journal, &mut keyboard)?;
    if inputs.is_empty() {
        terminal.greet_again(&said)?;
    } else if !is_batch {
        terminal.welcome(&said)?;
    }
    if args.watch {
        terminal.watch(watched)?;
    }
    terminal.run()?;
    Ok(code(tally))
}

fn list(format: Format) -> CliResult {
    let journals = journal_folder::list();
    if format == Format::Json {
        print::json(&json!(journals))?;
        return Ok(OK);
    }
    let mut grid = Grid::new(&["written", "variant", "#ply", "interactive", "file"]);
    for one in &journals {
        let ply = one.ply.map_or_else(|| "?".to_owned(), |ply| ply.to_string());
        let interactive = if one.interactive { "yes" } else { "no" };
        let path = output::path(&one.path);
        grid.row([age(one.age), one.variant.clone(), ply, interactive.to_owned(), path]);
    }
    match journals.is_empty() {
        true => print::talk("there are no journals to resume")?,
        false => print::text(&grid.text("", 0))?,
    }
    Ok(OK)
}

/// `5 minutes ago`.
fn age(seconds: u64) -> String {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")];
    let unit = units.into_iter().find(|(length, _)| seconds >= *length);
    unit.map_or_else(
        || "just now".to_owned(),
        |(length, name)| format!("{} ago", plural((seconds / length) as usize, name)),
    )
}

/// Prints what was opened when there is no welcome screen, except for the returned notice, which is
/// printed with the first input.
fn tell(opened: &StartedShell, args: &ReplArgs) -> io::Result<Option<String>> {
    let said = &opened.said;
    if opened.shell.is_json() {
        print::text(&format!("{}\n", opened.shell.hello().line()))?;
        return Ok(None);
    }
    if args.echo {
        let inputs: String = opened.inputs.iter().map(|input| format!("> {input}\n")).collect();
        print::plain(&format!("{inputs}{}", indented(said)))?;
        return Ok(None);
    }
    Ok(match opened.shell.debugger().filter(|_| !opened.inputs.is_empty()) {
        Some(debugger) => Some(format!("seed {}", debugger.header.seed)),
        None => said.first().map(|line| line.text.clone()),
    })
}

/// Runs a file given instead of a variant, from whose end the game continues. Returns whether there
/// is one.
fn with_file(args: &ReplArgs, is_terminal: bool) -> (ReplArgs, bool) {
    let mut args = args.clone();
    let file = args.variant.take_if(|name| {
        let path = Path::new(name);
        let is_json = path.extension().is_some_and(|end| end == "json");
        let is_file = path.is_file() || path.extension().is_some();
        is_file && !is_json && saved_text(name).is_none()
    });
    let has_file = file.is_some();
    if let Some(file) = file {
        args.read.insert(0, PathBuf::from(file));
        args.interactive |= is_terminal;
        args.echo |= is_terminal;
    }
    (args, has_file)
}

fn indented(lines: &[Line]) -> String {
    lines.iter().map(|line| format!("  {}\n", line.text)).collect()
}

/// Runs the inputs of `--read` and `-c` until one ends the run.
fn batches(
    shell: &mut Shell,
    batch: &mut Batch<'_>,
    args: &ReplArgs,
) -> Result<BatchResult, CliError> {
    let mut sum = BatchResult::default();
    let continues = |sum: &BatchResult| !sum.quit && (sum.n_refused == 0 || args.keep_going);
    for path in &args.read {
        if continues(&sum) {
            sum += read(shell, batch, path)?;
        }
    }
    batch.origin = Origin::Person;
    for (i, text) in args.command.iter().enumerate() {
        if continues(&sum) {
            // Counted if there are several.
            batch.name = match args.command.len() {
                1 => "-c".to_owned(),
                _ => format!("-c {}", i + 1),
            };
            sum += batch.run(shell, &crate::shell::line::split(text))?;
        }
    }
    (batch.name, batch.origin) = ("stdin".to_owned(), Origin::Foreign);
    Ok(sum)
}

fn read(shell: &mut Shell, batch: &mut Batch<'_>, path: &Path) -> Result<BatchResult, CliError> {
    if path == Path::new("-") {
        batch.name = "stdin".to_owned();
        return Ok(batch.read(shell, io::stdin().lock())?);
    }
    batch.name = output::path(path);
    let text = library::read(path)?;
    Ok(shell.reading(|shell| batch.text(shell, &text))?)
}

const fn code(tally: BatchResult) -> u8 {
    if tally.n_refused > 0 { FOUND } else { OK }
}
