//! `litterbox repl`: opens the game, then a terminal or a pipe on it.

use super::args::{ReplArgs, Shared};
use super::failure::Failure;
use super::{FOUND, OK, Outcome, print, shelf};
use crate::repl::journal::{Found, Head, Journal};
use crate::repl::paint::{FAINT, paint};
use crate::repl::piped::{Batch, Tally};
use crate::repl::terminal::Terminal;
use crate::variant::Library;
use crate::workbench::{Verdict, Workbench};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::rc::Rc;

/// Random seeds stay below this, so that they are easily typed again.
const SEEDS: u64 = 1_000_000;

/// A workbench with a game, and what there is to say about it.
struct Opened {
    bench: Workbench,
    journal: Journal,
    /// The input that opened the game, and what was said to it.
    opening: Option<String>,
    said: String,
}

/// Runs the command.
///
/// # Errors
/// The game cannot be opened, a file cannot be read, the output is closed.
pub fn run(shared: &Shared, args: &ReplArgs) -> Outcome {
    let Opened { mut bench, mut journal, opening, said } = match &args.resume {
        Some(file) => resume(shared, file.as_deref())?,
        None => begin(shared, args)?,
    };
    let is_batch = !args.command.is_empty() || !args.read.is_empty();
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if args.echo {
        let typed = opening.iter().map(|input| format!("> {input}\n")).collect::<String>();
        print::text(&format!("{typed}{}", indented(&said)))?;
    } else if is_batch || !is_terminal {
        match (&opening, bench.study()) {
            (Some(_), Some(study)) => {
                print::talk(&paint(FAINT, &format!("seed {}", study.header.seed)))?;
            }
            _ => print::talk(&paint(FAINT, said.lines().next().unwrap_or_default()))?,
        }
    }
    let tally = batches(&mut bench, &mut journal, args)?;
    let ends = tally.quit || (tally.n_refused > 0 && !args.keep_going);
    if ends || (is_batch && !args.interactive) {
        journal.end();
        return Ok(code(tally));
    }
    if !is_terminal {
        let piped = batch(args, "stdin", &mut journal).read(&mut bench, io::stdin().lock())?;
        journal.end();
        return Ok(code(piped).max(code(tally)));
    }
    let mut terminal = Terminal::open(bench, journal)?;
    match opening {
        Some(_) if !is_batch => terminal.welcome(&said)?,
        Some(_) => {}
        None => terminal.greet_again(&said)?,
    }
    terminal.run()?;
    Ok(code(tally))
}

/// Opens a new game.
fn begin(shared: &Shared, args: &ReplArgs) -> Result<Opened, Failure> {
    let mut library = shelf::open(shared)?;
    let argument = args.variant.as_deref().unwrap_or("classic");
    let variant = shelf::find(&mut library, argument)?;
    let ruleset = shelf::load(&library, &variant)?;
    let mut bench = workbench(library, shared, argument);
    let seed = args.seed.unwrap_or(bench.seed);
    let lang = shared.lang.as_deref();
    let lang = lang.map(|lang| if lang == "own" { ruleset.language.as_str() } else { lang });
    let opening = opening(&variant, lang, args, seed);
    let reply = bench.input(&opening);
    if reply.verdict != Verdict::Done {
        return Err(Failure::Usage(reply.text));
    }
    let home = std::path::absolute(shared.home.as_deref().unwrap_or(Path::new(".")));
    let argument = if argument == variant {
        Ok(argument.into())
    } else {
        std::path::absolute(argument).map(|file| file.display().to_string())
    };
    let journal = match (args.no_journal, home, argument) {
        (false, Ok(home), Ok(file)) => Journal::new(&Head::new(home, file), &bench.take_kept()),
        _ => Journal::off(),
    };
    Ok(Opened { bench, journal, opening: Some(opening), said: reply.text })
}

/// Goes on with the game of an earlier sitting.
fn resume(shared: &Shared, file: Option<&Path>) -> Result<Opened, Failure> {
    let Found { journal, head, kept, notice } = Journal::resume(file)
        .map_err(|error| Failure::Io("cannot go on with a session".into(), error))?;
    let mut shared = shared.clone();
    shared.home.get_or_insert(head.home);
    let mut library = shelf::open(&shared)?;
    shelf::find(&mut library, &head.variant)?;
    let mut bench = workbench(library, &shared, &head.variant);
    let differs = bench.redo(&kept);
    bench.take_kept();
    let inputs = if kept.len() == 1 { "input is" } else { "inputs are" };
    let mut lines = vec![format!("Back again: {} {inputs} done anew.", kept.len())];
    lines.extend(notice.map(|notice| format!("Of the journal, {notice}.")));
    lines.extend(differs.map(|(number, what)| {
        format!("The rules have changed meanwhile. First difference, input {number}, {what}")
    }));
    lines.push(bench.stands());
    Ok(Opened { bench, journal, opening: None, said: lines.join("\n") })
}

/// A workbench that may use files and keeps what is done, with a seed of its own for games that
/// name none.
fn workbench(library: Library, shared: &Shared, variant: &str) -> Workbench {
    let (shared, variant) = (shared.clone(), variant.to_owned());
    let source = Rc::new(move || {
        let unreadable = |failure: Failure| failure.errors();
        let mut library = shelf::open(&shared).map_err(unreadable)?;
        shelf::find(&mut library, &variant).map_err(unreadable)?;
        Ok(library)
    });
    let mut bench = Workbench::new(library).with_source(source);
    bench.seed = RandomState::new().hash_one(()) % SEEDS;
    bench.files = true;
    bench.keep();
    bench
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// The input that opens the game.
fn opening(variant: &str, lang: Option<&str>, args: &ReplArgs, seed: u64) -> String {
    let mut line = format!(":new {variant}");
    let mut add = |flag: &str, value: &str| {
        line.push_str(flag);
        line.push_str(value);
    };
    args.names.iter().for_each(|name| add(" ", name));
    if let Some(players) = args.players {
        add(" --players ", &players.to_string());
    }
    add(" --seed ", &seed.to_string());
    args.first.iter().for_each(|name| add(" --first ", name));
    lang.iter().for_each(|lang| add(" --lang ", lang));
    args.set.iter().for_each(|set| add(" --set ", set));
    line
}

const fn batch<'a>(args: &ReplArgs, name: &'a str, journal: &'a mut Journal) -> Batch<'a> {
    Batch { name, keep_going: args.keep_going, echo: args.echo, journal }
}

/// Runs what `--read` and `-c` give, until one of them ends the run.
fn batches(
    bench: &mut Workbench,
    journal: &mut Journal,
    args: &ReplArgs,
) -> Result<Tally, Failure> {
    let mut sum = Tally::default();
    let goes_on = |sum: &Tally| !sum.quit && (sum.n_refused == 0 || args.keep_going);
    for path in &args.read {
        if goes_on(&sum) {
            sum += read(bench, journal, args, path)?;
        }
    }
    for text in &args.command {
        if goes_on(&sum) {
            let inputs = crate::repl::line::split(text);
            sum += batch(args, "-c", journal).run(bench, &inputs)?;
        }
    }
    Ok(sum)
}

fn read(
    bench: &mut Workbench,
    journal: &mut Journal,
    args: &ReplArgs,
    path: &Path,
) -> Result<Tally, Failure> {
    if path == Path::new("-") {
        return Ok(batch(args, "stdin", journal).read(bench, io::stdin().lock())?);
    }
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| Failure::Io(name.clone(), error))?;
    Ok(batch(args, &name, journal).text(bench, &text)?)
}

const fn code(tally: Tally) -> u8 {
    if tally.n_refused > 0 { FOUND } else { OK }
}
