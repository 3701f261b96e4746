//! `litterbox test`, `review` and `debug`: session files.

pub mod args;
mod coverage;
pub mod debug;
mod formats;
mod playthroughs;
pub mod review;
mod text;
mod watch;

use super::args::Shared;
use super::failure::UNREADABLE;
use super::{FOUND, Failure, OK, Outcome, print, shelf};
use crate::repl::paint::typed;
use crate::session::Options;
use crate::session::suite::{self, Found, Plan, Target};
use crate::variant::Library;
use args::{Format, TestArgs, Which};
use std::path::Path;
use text::Tally;

/// Where sessions are looked for when nobody says.
const FOLDERS: [&str; 2] = ["tests", "sessions"];

/// Runs `test`.
///
/// # Errors
/// There is nothing to run, something cannot be written, the output is closed.
pub fn run(shared: &Shared, args: &TestArgs) -> Outcome {
    if args.playthroughs {
        return playthroughs::run(&shelf::open(shared)?, args);
    }
    if args.watch {
        let folders = watch::folders(&shelf::open(shared)?, &targets(&args.which)?);
        return watch::again(&folders, || once(shared, args));
    }
    once(shared, args)
}

fn once(shared: &Shared, args: &TestArgs) -> Outcome {
    let library = shelf::open(shared)?;
    let options = Options {
        accept: args.accept,
        expects: args.expects,
        read_only: is_ci(),
        ..Options::default()
    };
    let (found, outcomes) = play(&library, &args.which, options)?;
    let tally = Tally::of(&outcomes);
    match args.format {
        Format::Text => {
            outcomes.iter().try_for_each(|outcome| print::text(&text::outcome(outcome)))?;
            print::text(&tally.summary())?;
        }
        Format::Json => print::json(&formats::json(&outcomes))?,
        Format::Junit => print::text(&formats::junit(&outcomes))?,
        Format::Tap => print::text(&formats::tap(&outcomes))?,
    }
    if args.coverage || args.lcov.is_some() {
        coverage::run(&library, &found.targets, args)?;
    }
    for orphan in &found.orphans {
        print::talk(&format!("{orphan} is beside no session file"))?;
    }
    if options.accept && options.read_only {
        print::talk("nothing was written: CI is set")?;
    } else if tally.n_differences > 0 {
        let hint =
            "`litterbox review` goes through what differs, `litterbox test --accept` takes it all";
        print::talk(&typed(hint))?;
    } else if tally.n_new > 0 && !options.read_only {
        print::talk(&typed("`litterbox test --accept` records the output of new sessions"))?;
    }
    Ok(code(&tally))
}

/// Runs the sessions that are meant.
fn play(
    library: &Library,
    which: &Which,
    options: Options,
) -> Result<(Found, Vec<suite::Outcome>), Failure> {
    let mut found = suite::find(&targets(which)?);
    let word = which.k.as_ref().map(|word| word.to_lowercase());
    let plan = Plan { options, word, n_threads: which.jobs };
    let mut outcomes = suite::test(&found.targets, library, &plan)?;
    outcomes.append(&mut found.unreadable);
    Ok((found, outcomes))
}

fn targets(which: &Which) -> Result<Vec<Target>, Failure> {
    if !which.paths.is_empty() {
        return Ok(which.paths.iter().map(|path| Target::parse(path)).collect());
    }
    let found = FOLDERS.into_iter().find(|folder| Path::new(folder).is_dir());
    found.map(|folder| vec![Target { path: folder.into(), line: None }]).ok_or_else(|| {
        let hint = "litterbox test FILE runs a session file";
        Failure::Usage(format!("there is no folder `tests` or `sessions` here; {hint}"))
    })
}

/// Whether nobody is there who could look at what is written.
fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty())
}

const fn code(tally: &Tally) -> u8 {
    match (tally.n_unreadable, tally.n_failed) {
        (0, 0) => OK,
        (0, _) => FOUND,
        _ => UNREADABLE,
    }
}
