//! `litterbox compare`: compares rule sets on common random numbers.

use super::failure::{CliError, CliResult, FOUND, OK};
use super::library;
use super::shards::write_or_show;
use super::shared_args::SharedArgs;
use super::sim::{ReportOut, nanoseconds_since, plan, sets, watched, write_report};
use super::sim_args::{CompareArgs, CompareRunArgs};
use super::sweep::{is_at, move_to};
use crate::base::error::Error;
use crate::page::PAGE_FILE;
use crate::sim::compare::{self, CompareRun, Comparison};
use crate::sim::{Plan, SHARD_FILE, ShardResult, compare_report};
use crate::variant::{Library, SET};
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Instant;

/// Runs the command.
///
/// # Errors
/// A variant or its scripts have errors, the command line is invalid.
pub fn run(shared: &SharedArgs, args: &CompareArgs) -> CliResult {
    let family = family(library::open(shared)?, &args.run)?;
    let games = args.shard.of(args.until.most_games(args.run.play.n_games()));
    let (shard, page) = (args.shard.out.as_deref(), args.report.as_deref());
    library::check_outputs(&[(&SHARD_FILE, shard), (&PAGE_FILE, page)])?;
    let start = Instant::now();
    let mut run = CompareRun::new(&family);
    let (counts, is_stopped) = watched(games.end - games.start, |progress| {
        let play = |games| compare::compare(&family, games, args.threads.n(), progress);
        let margin = |counts: &Vec<_>| Comparison::new(&run, counts).margin();
        args.until.play(games.clone(), progress, play, margin)
    })?;
    let mut games = games;
    if args.until.until.is_some() {
        let played = Comparison::new(&run, &counts).members[0].n_games();
        run.members.iter_mut().for_each(|(_, plan)| plan.games = played);
        games = 0..played;
    }
    let shard = ShardResult::new(run, games, nanoseconds_since(start), counts);
    write_or_show(&shard, is_stopped, args.shard.out.as_deref(), || {
        let (variant, page) = (Some(&*args.run.a), args.report.as_deref());
        show(&shard, ReportOut { shared, variant, format: args.format, page, seconds: None })
    })
}

/// Prints the result of a comparison, and writes its page.
///
/// # Errors
/// A file cannot be written.
pub fn show(shard: &ShardResult<CompareRun>, out: ReportOut<'_>) -> CliResult {
    let comparison = Comparison::new(&shard.run, &shard.counts);
    let json = BTreeMap::from([("result", &comparison)]);
    if let Some((name, plan)) = shard.run.members.first() {
        // The page shows the variant without the value of a sweep, which is set last.
        let mut plan = plan.clone();
        plan.set.pop_if(|(option, value)| *name == format!("{option}={value}"));
        write_report(&compare_report(&comparison), &json, out, &plan, None)?;
    }
    Ok(if comparison.members.iter().any(|member| member.faulty > 0) { FOUND } else { OK })
}

/// The variants to compare, by name: two, or one with each value of an option.
///
/// # Errors
/// A variant or its scripts have errors, the command line is invalid.
pub fn family(
    mut library: Library,
    args: &CompareRunArgs,
) -> Result<Vec<(String, Plan)>, CliError> {
    let ids = [Some(&args.a), args.b.as_ref()].into_iter().flatten();
    let ids: Vec<_> = ids.map(|id| library::find(&mut library, id)).collect::<Result<_, _>>()?;
    let common = sets(SET, &args.set)?;
    let with = sets("--with", &args.with)?;
    let plan = |id: &str, own: &[(String, String)], at: &dyn Fn(&mut Error)| {
        let set = [&common, own].concat();
        let mut plan =
            plan(&library, id, &set, &args.play).map_err(|failure| failure.mapped(at))?;
        plan.manifest.metrics = args.metrics;
        plan.manifest.card = args.card_values.then(String::new);
        Ok::<_, CliError>(plan)
    };
    let family = match &args.sweep {
        None if ids.len() < 2 && with.is_empty() => {
            let what = "nothing to compare with: name a second variant, or use --with or --sweep";
            return Err(CliError::Usage(what.to_owned()));
        }
        None => {
            let other = ids.last().unwrap_or(&ids[0]);
            let name = if ids.len() == 1 { args.with.join(" ") } else { other.clone() };
            let at = |error: &mut Error| {
                if let Some(text) = args.with.iter().find(|text| is_at(error, text)) {
                    move_to(error, "--with", text, None);
                }
            };
            vec![(ids[0].clone(), plan(&ids[0], &[], &|_| {})?), (name, plan(other, &with, &at)?)]
        }
        Some(sweep) if sweep.values.len() < 2 => {
            let what = "nothing to compare with: give --sweep two values or more";
            return Err(CliError::Usage(what.to_owned()));
        }
        Some(sweep) => {
            let at = |error: &mut Error| sweep.place("--sweep", error);
            let member = |(value, _): &(String, Range<usize>)| {
                let plan = plan(&ids[0], &[(sweep.name.clone(), value.clone())], &at)?;
                Ok((format!("{}={value}", sweep.name), plan))
            };
            sweep.values.iter().map(member).collect::<Result<_, CliError>>()?
        }
    };
    let players = family[0].1.manifest.players;
    if family.iter().any(|(_, plan)| plan.manifest.players != players) {
        return Err(CliError::Usage(
            "the variants have different smallest numbers of players: use --players".to_owned(),
        ));
    }
    Ok(family)
}
