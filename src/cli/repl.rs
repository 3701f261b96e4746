//! `litterbox repl`: opens the game, then a terminal or a pipe on it.

use super::args::{ReplArgs, Shared};
use super::failure::Failure;
use super::{FOUND, OK, Outcome, print, shelf};
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

/// Runs the command.
///
/// # Errors
/// The game cannot be opened, a file cannot be read, the output is closed.
pub fn run(shared: &Shared, args: &ReplArgs) -> Outcome {
    let mut library = shelf::open(shared)?;
    let variant = shelf::find(&mut library, args.variant.as_deref().unwrap_or("classic"))?;
    let ruleset = shelf::load(&library, &variant)?;
    let mut bench = workbench(library, shared, args);
    let seed = args.seed.unwrap_or(bench.seed);
    let lang = shared.lang.as_deref();
    let lang = lang.map(|lang| if lang == "own" { ruleset.language.as_str() } else { lang });
    let opening = opening(&variant, lang, args, seed);
    let reply = bench.input(&opening);
    if reply.verdict != Verdict::Done {
        return Err(Failure::Usage(reply.text));
    }
    let is_batch = !args.command.is_empty() || !args.read.is_empty();
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if args.echo {
        print::text(&format!("> {opening}\n{}", indented(&reply.text)))?;
    } else if is_batch || !is_terminal {
        print::talk(&paint(FAINT, &format!("seed {seed}")))?;
    }
    let tally = batches(&mut bench, args)?;
    let ends = tally.quit || (tally.n_refused > 0 && !args.keep_going);
    if ends || (is_batch && !args.interactive) {
        return Ok(code(tally));
    }
    if !is_terminal {
        let piped = batch(args, "stdin").read(&mut bench, io::stdin().lock())?;
        return Ok(code(piped).max(code(tally)));
    }
    let mut terminal = Terminal::open(bench)?;
    if !is_batch {
        terminal.welcome(&reply.text)?;
    }
    terminal.run()?;
    Ok(code(tally))
}

/// A workbench that may use files, with a seed of its own for games that name none.
fn workbench(library: Library, shared: &Shared, args: &ReplArgs) -> Workbench {
    let (shared, variant) = (shared.clone(), args.variant.clone().unwrap_or_default());
    let source = Rc::new(move || {
        let unreadable = |failure: Failure| failure.errors();
        let mut library = shelf::open(&shared).map_err(unreadable)?;
        shelf::find(&mut library, &variant).map_err(unreadable)?;
        Ok(library)
    });
    let mut bench = Workbench::new(library).with_source(source);
    bench.seed = RandomState::new().hash_one(()) % SEEDS;
    bench.files = true;
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

const fn batch<'a>(args: &ReplArgs, name: &'a str) -> Batch<'a> {
    Batch { name, keep_going: args.keep_going, echo: args.echo }
}

/// Runs what `--read` and `-c` give, until one of them ends the run.
fn batches(bench: &mut Workbench, args: &ReplArgs) -> Result<Tally, Failure> {
    let mut sum = Tally::default();
    let goes_on = |sum: &Tally| !sum.quit && (sum.n_refused == 0 || args.keep_going);
    for path in &args.read {
        if goes_on(&sum) {
            sum += read(bench, args, path)?;
        }
    }
    for text in &args.command {
        if goes_on(&sum) {
            let inputs = crate::repl::line::split(text);
            sum += batch(args, "-c").run(bench, &inputs)?;
        }
    }
    Ok(sum)
}

fn read(bench: &mut Workbench, args: &ReplArgs, path: &Path) -> Result<Tally, Failure> {
    if path == Path::new("-") {
        return Ok(batch(args, "stdin").read(bench, io::stdin().lock())?);
    }
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| Failure::Io(name.clone(), error))?;
    Ok(batch(args, &name).text(bench, &text)?)
}

const fn code(tally: Tally) -> u8 {
    if tally.n_refused > 0 { FOUND } else { OK }
}
