//! `litterbox merge`: merges shard results.

use super::failure::{CliError, CliResult, FOUND};
use super::progress_bar::progress_bar;
use super::shards::{read, shard_files, write_or_show};
use super::shared_args::{Format, SharedArgs};
use super::sim::{self, ReportOut, watched_by};
use super::sim_args::{FiguresFormat, MergeArgs};
use super::{compare, fuzz, library, print, tournament, tune};
use crate::base::error::{Error, plural};
use crate::base::output;
use crate::fuzz::FuzzRun;
use crate::page::PAGE_FILE;
use crate::sim::compare::CompareRun;
use crate::sim::shard::{self, ShardedRun};
use crate::sim::tournament::TournamentRun;
use crate::sim::tune_run::TuneRun;
use crate::sim::{SHARD_FILE, ShardResult, SimRun, finite};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

/// Runs the command.
///
/// # Errors
/// A shard result cannot be read, or belongs to another run.
pub fn run(shared: &SharedArgs, args: &MergeArgs) -> CliResult {
    let files = shard_files(&args.shards)?;
    let Some(first) = files.first() else {
        return Err(CliError::Usage("no shard result was given".to_owned()));
    };
    let [shard, page, write] = [&args.out, &args.report, &args.write].map(Option::as_deref);
    library::check_outputs(&[
        (&SHARD_FILE, shard),
        (&PAGE_FILE, page),
        (&tune::TUNED_FILE, write),
    ])?;
    let name = output::path(first);
    let command = shard::command_of(&name, &library::read(first)?)?;
    if args.write.is_some() && command != TuneRun::COMMAND {
        let message = format!("`--write` is for `tune`: these are shards of `{command}`");
        return Err(CliError::Usage(message));
    }
    let page = args.report.as_deref();
    let out = ReportOut { shared, variant: None, format: args.format, page, seconds: None };
    match command.as_str() {
        SimRun::COMMAND => merge(args, &files, |whole| sim::show(whole, out)),
        CompareRun::COMMAND => merge(args, &files, |whole| compare::show(whole, out)),
        TournamentRun::COMMAND => merge(args, &files, |whole| tournament::show(whole, out)),
        TuneRun::COMMAND => merge(args, &files, |whole: &ShardResult<TuneRun>| {
            tune::check_write(&library::open(shared)?, &whole.run.plan.variant, write)?;
            tune::show(whole, out, write)
        }),
        FuzzRun::COMMAND => merge(args, &files, |whole| {
            fuzz::show(shared, whole, not_csv(args.format)?, &args.sessions)
        }),
        _ => {
            let message = format!("{name} is not a shard result: `{command}` has none");
            Err(vec![Error::new("P0101", message)].into())
        }
    }
}

fn not_csv(format: FiguresFormat) -> Result<Format, CliError> {
    match format {
        FiguresFormat::Text => Ok(Format::Text),
        FiguresFormat::Json => Ok(Format::Json),
        FiguresFormat::Csv => {
            Err(CliError::Usage("`--format csv`: this result has text and json only".to_owned()))
        }
    }
}

fn merge<R: ShardedRun>(
    args: &MergeArgs,
    files: &[PathBuf],
    show: impl FnOnce(&ShardResult<R>) -> CliResult,
) -> CliResult {
    let bar = progress_bar(Some(files.len() as u64), "files");
    let (whole, is_stopped) =
        watched_by(bar, |progress| -> Result<Option<ShardResult<R>>, CliError> {
            let mut whole: Option<ShardResult<R>> = None;
            for path in files {
                if progress.stop.is_set() {
                    break;
                }
                let shard = read(path)?;
                whole = Some(match whole {
                    None => shard,
                    Some(whole) => whole.merge(&output::path(path), shard)?,
                });
                progress.games.fetch_add(1, Ordering::Relaxed);
            }
            Ok(whole)
        })?;
    let Some(whole) = whole else { return Ok(FOUND) };
    let n_games = whole.run.n_games();
    let n_missing = n_games - whole.n_played();
    if n_missing > 0 {
        print::talk(&format!("missing: {n_missing} of {}", plural(n_games, "game")))?;
    }
    let names: Vec<String> = files.iter().map(|path| output::path(path)).collect();
    let code = write_or_show(&whole, is_stopped, args.out.as_deref(), || show(&whole))
        .map_err(|failure| failure.mapped(&|error| finite::name_files(error, &names)))?;
    Ok(if n_missing > 0 { FOUND } else { code })
}
