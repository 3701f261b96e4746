//! `litterbox test`, `review` and `debug`: session files.

pub mod args;
mod coverage;
pub mod debug;
mod formats;
mod playthroughs;
pub mod review;
mod selection;
mod text;
mod watch;

use super::failure::{CliResult, exit_code};
use super::shared_args::SharedArgs;
use super::{library, print};
use crate::base::time_limit;
use crate::repl::paint::typed;
use crate::session::SessionOptions;
use crate::session::coverage::LCOV_FILE;
use crate::session::suite::shown;
use args::{TestArgs, TestFormat};
pub use selection::default_folder;
use selection::{is_ci, play, targets};
use std::time::Duration;
use text::FileTally;

/// Runs `test`.
///
/// # Errors
/// There is nothing to run, a file cannot be written, the output is closed.
pub fn run(shared: &SharedArgs, args: &TestArgs) -> CliResult {
    if args.playthroughs {
        return playthroughs::run(&library::open(shared)?, args);
    }
    if args.watch {
        let (library, is_typed) = (library::open_quietly(shared)?, !args.which.paths.is_empty());
        let folders = watch::folders(&library, &targets(&args.which)?.1, is_typed);
        return watch::again(&folders, || once(shared, args));
    }
    once(shared, args)
}

fn once(shared: &SharedArgs, args: &TestArgs) -> CliResult {
    library::check_outputs(&[(&LCOV_FILE, args.lcov.as_deref())])?;
    let library = library::open(shared)?;
    let options = SessionOptions {
        accept: args.accept,
        expects: args.expects,
        read_only: is_ci(),
        allow_exec: shared.allow_exec,
        limit: Some(time_limit(Duration::from_secs(args.timeout))),
        ..SessionOptions::default()
    };
    let (found, outcomes, locked) = play(&library, &args.which, options)?;
    let tally = FileTally::of(&outcomes);
    match args.format {
        TestFormat::Text => {
            outcomes.iter().try_for_each(|outcome| print::text(&text::outcome(outcome)))?;
            print::text(&tally.summary())?;
        }
        TestFormat::Json => print::json(&formats::json(&outcomes))?,
        TestFormat::Junit => print::plain(&formats::junit(&outcomes))?,
        TestFormat::Tap => print::plain(&formats::tap(&outcomes))?,
    }
    if args.coverage || args.lcov.is_some() {
        coverage::run(&library, &found.targets, args)?;
    }
    library::warn_left_out(found.n_unnamed, "the sessions")?;
    for orphan in &found.orphans {
        let name = shown(orphan.path());
        if options.accept && !options.read_only {
            orphan.put(None)?;
            print::talk(&format!("{name}: deleted, its session file is gone"))?;
        } else {
            print::talk(&format!("{name} belongs to no session file"))?;
        }
    }
    if let Err(why) = locked {
        print::talk(&format!("warning: {why}"))?;
    }
    if options.accept && options.read_only {
        print::talk("nothing was written: CI is set")?;
    } else if tally.n_differences > 0 {
        let hint =
            "`litterbox review` shows each difference, `litterbox test --accept` accepts them all";
        print::talk_styled(&typed(hint))?;
    } else if tally.n_new > 0 && !options.read_only {
        print::talk_styled(&typed("`litterbox test --accept` records the output of new sessions"))?;
    }
    Ok(exit_code(tally.n_unreadable, tally.n_failed))
}
