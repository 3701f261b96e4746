//! `litterbox compare`: compares rule sets on common random numbers.

use super::failure::{CliError, CliResult, FOUND, OK};
use super::shards::write_or_show;
use super::shared_args::SharedArgs;
use super::sim::{nanoseconds_since, plan, sets, watched};
use super::sim_args::{CompareArgs, CompareRunArgs, Numbers};
use super::{library, print};
use crate::error::{Error, Span, plural};
use crate::output::line;
use crate::sim::compare::{self, CompareRun, Comparison, Measured, Member};
use crate::sim::{Plan, ShardResult, bar, compare_page, number, signed, width};
use crate::variant::{Library, SET};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::time::Instant;

/// Runs the command.
///
/// # Errors
/// A variant or its scripts have errors, the command line is invalid.
pub fn run(shared: &SharedArgs, args: &CompareArgs) -> CliResult {
    let family = family(library::open(shared)?, &args.run)?;
    let games = args.shard.of(args.run.play.games);
    library::check_outputs(&[&args.shard.out, &args.report])?;
    let start = Instant::now();
    let (counts, is_stopped) = watched(games.end - games.start, |progress| {
        compare::compare(&family, games.clone(), args.threads.n(), progress)
    })?;
    let run = CompareRun::new(&family);
    let shard = ShardResult::new(run, games, nanoseconds_since(start), counts);
    write_or_show(&shard, is_stopped, args.shard.out.as_deref(), || {
        show(&shard, args.format, args.report.as_deref())
    })
}

/// Prints the result of a comparison, and writes its page.
///
/// # Errors
/// A file cannot be written.
pub fn show(shard: &ShardResult<CompareRun>, format: Numbers, page: Option<&Path>) -> CliResult {
    let comparison = Comparison::new(&shard.run, &shard.counts);
    if let (Some(path), [base, ..]) = (page, comparison.members.as_slice()) {
        let players = plural(base.plan.players, "player");
        let title = format!("{}: comparison, {}, {players}", base.name, played(base));
        library::write(path, &compare_page(&title, &comparison))?;
    }
    match format {
        Numbers::Text => print::plain(&text(&comparison))?,
        Numbers::Csv => print::plain(&csv(&comparison))?,
        Numbers::Json => print::json(&BTreeMap::from([("result", &comparison)]))?,
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
        plan(&library, id, &set, &args.play).map_err(|failure| failure.mapped(at))
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
        Some(sweep) => {
            let member = |(value, part): &(String, Range<usize>)| {
                let name = format!("{}={value}", sweep.name);
                let at = |error: &mut Error| {
                    if is_at(error, &name) {
                        move_to(error, "--sweep", &sweep.text, Some(part));
                    }
                };
                let plan = plan(&ids[0], &[(sweep.name.clone(), value.clone())], &at)?;
                Ok((name, plan))
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

/// Whether an error is in this value of `--set`.
fn is_at(error: &Error, text: &str) -> bool {
    error.span.as_ref().is_some_and(|at| &*at.file == SET && &*at.text == text)
}

/// Moves an error from `--set` to the option that the user gave: to the same bytes of its text, or
/// from the value to a part of the text.
fn move_to(error: &mut Error, option: &str, text: &str, part: Option<&Range<usize>>) {
    let Some(span) = &mut error.span else { return };
    let bytes = span.bytes();
    let is_name = span.text.find('=').is_some_and(|end| bytes.end <= end);
    let bytes = part.filter(|_| !is_name).cloned().unwrap_or(bytes);
    *span = Span::of(&option.into(), &text.into(), &bytes);
}

fn text(comparison: &Comparison) -> String {
    let mut out = String::new();
    let [base, others @ ..] = comparison.members.as_slice() else { return out };
    line(
        &mut out,
        format!(
            "{}, seed {}, {}, {}, compared with {}",
            played(base),
            base.plan.seed,
            plural(base.plan.players, "player"),
            base.plan.agents.join(", "),
            base.name
        ),
    );
    for (i, measure) in base.measures.iter().enumerate() {
        line(&mut out, format!("\n{}", measure.title));
        let means = comparison.members.iter().filter_map(|member| member.measures[i].mean);
        let most = means.map(|mean| mean.value).fold(f64::MIN_POSITIVE, f64::max);
        let cells: Vec<_> = comparison.members.iter().map(|member| cells(member, i)).collect();
        let widths = [0, 1].map(|column| width(cells.iter().map(|row| &row[column]), 20));
        for (member, cells) in comparison.members.iter().zip(&cells) {
            row(
                &mut out,
                member,
                member.measures[i].mean.map(|mean| mean.value / most),
                cells,
                widths,
            );
        }
    }
    line(&mut out, "");
    for other in others {
        for measure in &other.measures {
            line(&mut out, &measure.sentence);
        }
        line(&mut out, pairing(other));
    }
    comparison.members.iter().for_each(|member| left_out(&mut out, member));
    out
}

/// `500 games`, or `80 of 500 games` if not all were played.
fn played(base: &Member) -> String {
    let (n, all) = (base.games + base.unpaired, plural(base.plan.games, "game"));
    if n < base.plan.games { format!("{n} of {all}") } else { all }
}

/// The variance reduction achieved by common random numbers.
fn pairing(member: &Member) -> String {
    let widths = || member.measures.iter().filter_map(|measured| measured.width);
    let (least, most) = (widths().fold(f64::MAX, f64::min), widths().fold(0.0, f64::max));
    if widths().next().is_none() {
        return String::new();
    }
    format!(
        "(common random numbers: these intervals are {least:.2} to {most:.2} times as wide as those \
         of independent games)"
    )
}

/// The games that are left out of the figures, and why.
fn left_out(out: &mut String, member: &Member) {
    let Member { name, unpaired, stopped, faulty, .. } = member;
    if *stopped > 0 {
        let (games, plies) = (plural(stopped, "game"), plural(member.plan.limit, "ply"));
        line(out, format!("{name}: {games} did not end within {plies}"));
    }
    if let Some(first) = &member.first_fault {
        let (game, fault) = (first.game, &first.fault);
        line(
            out,
            format!(
                "{name}: a script failed in {}, first in game {game}:\n\n{fault}",
                plural(faulty, "game")
            ),
        );
    }
    if *unpaired > 0 {
        let games = plural(unpaired, "game");
        let what = "without a winner in one of the variants";
        line(out, format!("{name}: left out of every figure: {games} {what}"));
    }
}

/// The mean of a measure and its difference from the first member.
fn cells(member: &Member, i: usize) -> [String; 2] {
    let Measured { mean, difference, .. } = &member.measures[i];
    let mean = mean.map_or_else(String::new, |mean| number(mean, 3));
    [mean, difference.map_or_else(String::new, |difference| signed(difference, 3))]
}

fn row(
    out: &mut String,
    member: &Member,
    drawn: Option<f64>,
    cells: &[String; 2],
    widths: [usize; 2],
) {
    let (Some(drawn), [mean, difference]) = (drawn, cells) else { return };
    let (name, drawn, [wide, wider]) = (&member.name, bar(drawn, 30), widths);
    line(out, format!("  {name:24}{mean:>wide$}{difference:>wider$}  {drawn}"));
}

fn csv(comparison: &Comparison) -> String {
    let mut out = csv::Writer::from_writer(Vec::new());
    let ends = ["difference", "difference_low", "difference_high", "width"];
    // Writing into memory cannot fail, and all rows have as many cells.
    let _ = out.write_record(["variant", "measure", "mean", "low", "high"].iter().chain(&ends));
    for member in &comparison.members {
        for measured in &member.measures {
            let numbers = [measured.mean, measured.difference].map(|estimate| match estimate {
                Some(e) => [e.value, e.low, e.high].map(|number| number.to_string()),
                None => [const { String::new() }; 3],
            });
            let names = [member.name.clone(), measured.name.to_owned()];
            let width = measured.width.map_or_else(String::new, |width| width.to_string());
            let _ = out.write_record(names.iter().chain(numbers.as_flattened()).chain([&width]));
        }
    }
    String::from_utf8(out.into_inner().unwrap_or_default()).unwrap_or_default()
}
