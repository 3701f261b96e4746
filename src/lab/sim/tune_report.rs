//! The report of a search, as sections: the combinations, and the frontier of two targets.

use super::figures::{grouped, number, percent, round_up};
use super::line::numbers;
use super::measures::Measure;
use super::plan::RunManifest;
use super::sections::{Cell, Column, Medium, Plot, Report, ReportSection, TableRow, answers};
use super::stats::{Estimate, rounded};
use super::tally::{Tally, is_cut};
use super::tune::{Candidate, Target};
use super::tune_run::{TuneCounts, TuneRun};
use crate::base::error::{and, plural};
use crate::sim::registry::{caution, described};

/// The rows of a text.
const SHOWN: usize = 20;

const NOTES: &str = "\
at most: the distance at the far ends of the intervals, by which each round ranks; a game that is
left out counts as off by the whole target. measured: the number of games that were measured.
frontier: no other finalist is at least as near to every target and clearly nearer to one.";

/// The sections of a search.
pub fn tune_report(run: &TuneRun, counts: &TuneCounts) -> Report {
    let (plan, targets, found) = (&run.plan, run.targets(), run.ranked(counts));
    let n_played = found.iter().fold(0, |sum: u64, one| sum.saturating_add(one.games));
    let mut games = plural(run.total(), "game");
    if n_played < run.total() {
        games = format!("{n_played} of {games}");
    }
    let mut shown = section(&targets, &found[..found.len().min(SHOWN)], Medium::Text);
    if found.len() > SHOWN {
        shown.findings.push(format!("and {} more", found.len() - SHOWN));
    }
    let combinations = plural(found.len(), "combination");
    Report {
        title: format!(
            "{}: {combinations} toward {}, {}, {games}, seed {}",
            plan.variant,
            run.wanted(),
            plural(plan.players, "player"),
            plan.seed
        ),
        players: described(&plan.agents),
        warnings: caution(&plan.agents).into_iter().chain(left_out(run, counts)).collect(),
        summary: answers("What should the numbers be?", summary(plan, &targets, &found)),
        sections: [shown]
            .into_iter()
            .chain(targets.iter().enumerate().map(|(i, target)| plotted(i, target, &found)))
            .chain([section(&targets, &found, Medium::Page)])
            .collect(),
        notes: NOTES.to_owned(),
        ..Report::default()
    }
}

fn section(targets: &[Target], found: &[Candidate], medium: Medium) -> ReportSection {
    let row = |candidate: &Candidate| {
        let mark = if candidate.is_on_frontier { "*" } else { "" };
        let distance = candidate.distance.map(|distance| Cell::number(distance, 4));
        let bound = candidate.bound.map(|bound| Cell::number(bound, 4));
        let last = [
            distance.unwrap_or_else(|| Cell::text("-")),
            bound.unwrap_or_else(|| Cell::text("-")),
            Cell::count(candidate.measured),
            Cell::count(candidate.left_out),
            Cell { value: Some(mark.len() as f64), ..Cell::text(mark) },
        ];
        let found = (0..targets.len()).map(|i| measured(i, &targets[i], candidate));
        let measures = found.map(|found| Cell::estimate(found, 3));
        let cells: Vec<Cell> = measures.chain(last).collect();
        TableRow { marked: candidate.is_on_frontier, ..TableRow::new(named(candidate), cells) }
    };
    // In the terminal, as `--toward` names them.
    let is_page = matches!(medium, Medium::Page);
    let title = |measure: &Measure| if is_page { measure.title } else { measure.name };
    let measures = targets.iter().map(|target| (target.measure.name, title(target.measure)));
    let last = [("distance", "distance"), ("bound", "at most"), ("measured", "measured")];
    let columns = measures.chain(last).chain([("left_out", "left out"), ("frontier", "frontier")]);
    ReportSection {
        name: "combination",
        title: "combinations".to_owned(),
        medium,
        names: "combination",
        columns: columns.map(|(name, title)| Column::new(name, title)).collect(),
        rows: found.iter().map(row).collect(),
        sorts: true,
        is_ranked: true,
        ..ReportSection::default()
    }
}

/// The estimate of a target, with an interval of possible values.
fn measured(i: usize, target: &Target, candidate: &Candidate) -> Option<Estimate> {
    let found = candidate.measures.get(i).copied().flatten();
    found.map(|found| if target.measure.is_share() { found.within(0.0, 1.0) } else { found })
}

/// The plot of one measure: of all values of one number, or else of the best combinations.
fn plotted(i: usize, target: &Target, found: &[Candidate]) -> ReportSection {
    let names: Vec<String> = found.iter().map(named).collect();
    let is_one = found.iter().all(|candidate| candidate.set.len() == 1);
    let at = numbers(names.iter().map(String::as_str)).filter(|_| is_one);
    let n_shown = if at.is_some() { found.len() } else { found.len().min(SHOWN) };
    let measure = target.measure;
    let row = |(candidate, name): (&Candidate, &String)| {
        let measured = measured(i, target, candidate);
        let cell = if measure.is_share() { Cell::percent(measured) } else { Cell::mean(measured) };
        TableRow { marked: candidate.is_on_frontier, ..TableRow::new(name, [cell]) }
    };
    let axis = found.first().and_then(|one| one.set.first()).map(|(name, _)| name.clone());
    let title = match n_shown == found.len() {
        true => measure.title.to_owned(),
        false => format!("{}: the best {n_shown} of {} combinations", measure.title, found.len()),
    };
    ReportSection {
        title,
        short: measure.title,
        medium: Medium::Page,
        names: "combination",
        columns: vec![Column::new("", measure.title)],
        rows: found.iter().zip(&names).take(n_shown).map(row).collect(),
        plot: Some(Plot::Points {
            unit: if measure.is_share() { "%" } else { "" },
            column: 0,
            axis: axis.filter(|_| at.is_some()).unwrap_or_default(),
            at,
            target: Some(target.value),
        }),
        ..ReportSection::default()
    }
}

/// `deal=4 deck.nope=2`.
pub fn named(candidate: &Candidate) -> String {
    let set = candidate.set.iter().map(|(name, value)| format!("{name}={value}"));
    set.collect::<Vec<_>>().join(" ")
}

/// The main findings, in plain sentences.
fn summary(plan: &RunManifest, targets: &[Target], found: &[Candidate]) -> Vec<String> {
    let Some(best) = found.first().filter(|best| best.distance.is_some()) else {
        return vec!["No game was played by all combinations.".to_owned()];
    };
    if is_cut(best.stopped, best.measured) {
        let (stopped, games) = (best.stopped, plural(best.measured, "game"));
        return vec![format!(
            "No combination is recommended: {stopped} of {games} of {} did not end. Games that end \
             early are not like all: play on with a larger --limit.",
            named(best)
        )];
    }
    let reached = |(i, target): (usize, &Target)| {
        let Target { measure, value, .. } = target;
        let (found, title) = (measured(i, target, best)?, measure.title);
        Some(match measure.is_share() {
            true => {
                format!("{title} {} (wanted {} %)", percent(Some(found)), rounded(100.0 * value))
            }
            false => format!("{} {title} (wanted {value})", number(found, 1)),
        })
    };
    let missed = missed(targets, best);
    let parts: Vec<String> = targets.iter().enumerate().filter_map(reached).collect();
    let rivals = rivals(best, found);
    let mut said = Vec::new();
    if !missed.is_empty() {
        said.push(format!("The best combination misses the target: {missed}."));
    }
    said.push(format!("Take {}: {}{rivals}.", counted(plan, best), parts.join(", ")));
    if let Some(nearest) = overtaken(best, found) {
        said.push(format!(
            "{} is first by the rounds that choose. The last round only measures, on other games: \
             {} came nearer there. More games tell them apart.",
            named(best),
            named(nearest),
        ));
    }
    let n_on = found.iter().filter(|candidate| candidate.is_on_frontier).count();
    if targets.len() > 1 {
        said.push(format!("{} on the frontier.", plural(n_on, "finalist")));
    }
    said
}

/// `7 × Nope, deal=5`.
fn counted(plan: &RunManifest, candidate: &Candidate) -> String {
    let one = |(name, value): &(String, String)| match name.strip_prefix("deck.") {
        Some(kind) => format!("{value} × {}", plan.title(kind)),
        None => format!("{name}={value}"),
    };
    candidate.set.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The other finalists whose intervals of all measures overlap: `; not told apart from 5 and 6`.
fn rivals(best: &Candidate, found: &[Candidate]) -> String {
    // Who has played fewer games was left behind.
    let close =
        found[1..].iter().filter(|other| other.games == best.games && is_close(best, other));
    let name = |other: &Candidate| match best.set.len() {
        1 => other.set[0].1.clone(),
        _ => named(other),
    };
    let more = close.clone().filter_map(|other| Some((games_to_tell(best, other)?, name(other))));
    let fewest = more.min_by_key(|(games, _)| *games);
    let mut close: Vec<String> = close.map(name).collect();
    close.sort_by_key(|value| value.parse::<i64>().ok());
    match (&*close.iter().map(String::as_str).collect::<Vec<_>>(), fewest) {
        ([], _) => String::new(),
        (all, None) => format!("; not told apart from {}", and(all)),
        (all, Some((games, other))) => {
            let games = grouped(round_up(games));
            let from = if all.len() == 1 { String::new() } else { format!(" it from {other}") };
            let all = and(all);
            format!(
                "; not told apart from {all} (about {games} more games of each would tell{from})"
            )
        }
    }
}

/// How many more games of each of two combinations would tell them apart by a measure, if what was
/// found is so: their intervals would not overlap any more. `None` if no number of games would be
/// likely to.
fn games_to_tell(one: &Candidate, other: &Candidate) -> Option<u64> {
    let games = one.measured.min(other.measured) as f64;
    let needed = |(one, other): (&Option<Estimate>, &Option<Estimate>)| {
        let (one, other) = ((*one)?, (*other)?);
        let apart = (one.value - other.value).abs();
        // Between the values, the ends of the intervals that face each other.
        let (low, high) = if one.value < other.value { (one, other) } else { (other, one) };
        let reach = (low.high - low.value) + (high.value - high.low);
        let needed = games * (reach / apart).powi(2);
        (apart > 0.0 && needed < 1e9).then(|| (needed - games).max(1.0).ceil() as u64)
    };
    one.measures.iter().zip(&other.measures).filter_map(needed).min()
}

/// The smallest distance of a target that is said to be missed.
const FAR: f64 = 0.02;

/// The targets from which a combination is far: `turns is 27 % below 25`.
pub fn missed(targets: &[Target], found: &Candidate) -> String {
    let one = |(target, found): (&Target, &Option<Estimate>)| {
        let found = (*found)?;
        let (off, value) = (target.distance(found.value), target.value);
        let (unit, wanted) = match target.measure.is_share() {
            true => (" points", format!("{} %", rounded(100.0 * value))),
            false => (" %", value.to_string()),
        };
        let side = if found.value < value { "below" } else { "above" };
        let name = target.measure.name;
        // A distance is in parts of the target, but of 1 where the target is less.
        let off_by = match target.measure.is_share() || value >= 1.0 {
            true => format!("{:.0}{unit}", 100.0 * off),
            false => format!("{off:.2}"),
        };
        let said = format!("{name} is {off_by} {side} {wanted}");
        (off >= FAR && !found.holds(value)).then_some(said)
    };
    let missed = targets.iter().zip(&found.measures).filter_map(one);
    missed.collect::<Vec<_>>().join("; ")
}

/// The games that are left out of the figures, and why.
fn left_out(run: &TuneRun, counts: &TuneCounts) -> Vec<String> {
    let sum = |of: fn(&Tally) -> u64| counts.values().map(of).fold(0, u64::saturating_add);
    let all = plural(sum(|tally| tally.games), "game");
    let limit = plural(run.plan.limit, "ply");
    let reasons = [
        (sum(|tally| tally.stopped), format!("did not end within {limit}")),
        (sum(|tally| tally.drawn), "ended without a winner".to_owned()),
        (sum(|tally| tally.faulty), "ended in a failing script".to_owned()),
    ];
    let reasons = reasons.into_iter().filter(|(n, _)| *n > 0);
    reasons.map(|(n, why)| format!("{n} of {all} {why}: left out of every figure")).collect()
}

/// Whether the intervals of all measures overlap.
fn is_close(one: &Candidate, other: &Candidate) -> bool {
    one.measures.iter().zip(&other.measures).all(|pair| match pair {
        (Some(one), Some(other)) => one.low <= other.high && other.low <= one.high,
        _ => false,
    })
}

/// The one that came nearer to the targets than the first when both were measured last.
fn overtaken<'a>(first: &Candidate, found: &'a [Candidate]) -> Option<&'a Candidate> {
    let finalists = found.iter().filter(|other| other.measured == first.measured);
    let distance = |candidate: &Candidate| candidate.distance.unwrap_or(f64::INFINITY);
    let nearest = finalists.min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
    (distance(nearest) < distance(first)).then_some(nearest)
}
