//! The main findings of a report, in plain sentences.

use super::figures::{effect, percent, percent_to};
use super::report::SimReport;
use super::stats::Estimate;
use super::value_report::CardValue;

/// Returns the main findings as sentences.
pub fn summary(report: &SimReport) -> Vec<String> {
    let mut said = Vec::new();
    if let Some(turns) = report.length("turns") {
        let (mean, p05, p95) = (turns.mean.value, turns.p05, turns.p95);
        said.push(format!(
            "Games last {mean:.0} turns on average; nine in ten last {p05} to {p95}."
        ));
    }
    if let Some(first) = report.first {
        said.push(format!("Going first is worth {}.", points(first.advantage())));
    }
    if report.agents.len() > 1 {
        let rated = report.agents.iter().filter_map(|row| Some((row, row.rate?)));
        let mut rated: Vec<_> = rated.collect();
        rated.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
        if let [(best, rate), .., (_, worst)] = rated[..] {
            let share = format!("{} of its games", percent(Some(rate)));
            said.push(match rate.low > worst.high {
                true => format!("{} wins most, {share}.", best.name),
                false => format!("No agent is clearly better: {} wins {share}.", best.name),
            });
        }
    }
    if let Some(cause) = report.causes.first().filter(|_| report.causes.len() > 1) {
        let share = 100.0 * cause.share;
        said.push(format!("{} eliminates most players: {share:.0} %.", cause.name));
    }
    strongest(&mut said, report, "to hold", |row| row.holding);
    strongest(&mut said, report, "to play", |row| row.playing);
    if let Some(matter) = report.metrics.as_ref().and_then(|found| found.decisions_that_matter) {
        let most = Estimate { value: matter.value.max(0.0), ..matter };
        said.push(format!("{} of decisions matter.", percent_to(most, 0)));
    }
    said
}

/// `+1.1 ± 1.2 points, which is not distinguishable from 0`.
fn points(estimate: Estimate) -> String {
    let shown = format!("{} points", effect(Some(estimate)));
    if estimate.holds(0.0) {
        return format!("{shown}, which is not distinguishable from 0");
    }
    shown
}

fn strongest(
    said: &mut Vec<String>,
    report: &SimReport,
    what: &str,
    of: impl Fn(&CardValue) -> Option<Estimate>,
) {
    let rows = report.values.iter().filter_map(|row| Some((row, of(row)?)));
    if let Some((row, best)) = rows.max_by(|(_, a), (_, b)| a.value.total_cmp(&b.value)) {
        said.push(format!("{} is the strongest card {what}: {}.", row.name, points(best)));
    }
}
