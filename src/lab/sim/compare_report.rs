//! The report of a comparison, as sections: the variants side by side by measure.

use super::compare::{Comparison, Figure, Measured, Member, Slope};
use super::figures::{number, percent};
use super::line::numbers;
use super::measures::{CARDS, FIRST_SEAT, LENGTH, MEASURES, N_OF_GAMES, TENSION};
use super::page_sections::differences;
use super::sections::{
    Answer, Bars, Cell, Column, Medium, Plot, Report, ReportSection, TableRow, answers,
};
use super::stats::Estimate;
use super::tally::is_cut;
use crate::base::error::{and, plural};
use crate::sim::registry::{caution, described};
use std::collections::BTreeSet;

const NOTES: &str = "\
All variants play the same games on common random numbers. ± is the half-width of a 95 % interval.
width: that of the interval of the difference, relative to independent games. A difference is named
only if it is significant among all differences of this report (Holm, 5 %). --metrics also compares
the tension.";

/// The sections of a comparison.
pub fn compare_report(comparison: &Comparison) -> Report {
    let [base, others @ ..] = comparison.members.as_slice() else { return Report::default() };
    let (n, all) = (base.n_games(), plural(base.plan.games, "game"));
    let games = if n < base.plan.games { format!("{n} of {all}") } else { all };
    let (players, agents) = (plural(base.plan.players, "player"), described(&base.plan.agents));
    let left_out = comparison.members.iter().flat_map(left_out);
    let figures = base.measures.iter().map(|one| section(&comparison.members, &one.figure));
    let at = at(&comparison.members);
    // Of two variants, a page has all differences in one plot; of more, a plot for each measure.
    let is_sweep = is_sweep(&comparison.members);
    let drawn = others.iter().filter(|_| !is_sweep);
    let drawn = drawn.map(|other| differences(base, other, true));
    let quality = others.iter().map(|other| differences(base, other, false));
    let quality = quality.map(|section| ReportSection {
        medium: if is_sweep { Medium::Print } else { Medium::All },
        ..section
    });
    let slopes = at.as_ref().and_then(|at| slopes(comparison, at));
    let slopes = slopes.map(|said| answers("What does each one change?", said));
    Report {
        title: format!("{}: comparison, {games}, {players}", compared(&comparison.members)),
        players: agents,
        about: format!("Seed {}.", base.plan.seed),
        warnings: caution(&base.plan.agents).into_iter().chain(left_out).collect(),
        summary: slopes.unwrap_or_else(|| summary(base, others)),
        sections: drawn.chain(figures).chain(quality).collect(),
        notes: NOTES.to_owned(),
    }
}

/// The variants that are compared: one, if only its options differ.
fn compared(members: &[Member]) -> String {
    let mut known = BTreeSet::new();
    let variants = members.iter().map(|member| &*member.plan.variant);
    let variants: Vec<&str> = variants.filter(|variant| known.insert(*variant)).collect();
    and(&variants)
}

/// The effect of the rules of the second member in a sentence, and the figures behind it.
pub(super) fn verdict(comparison: &Comparison) -> [String; 2] {
    let [base, other, ..] = comparison.members.as_slice() else { return Default::default() };
    if let Some(all) = of_all(base, other) {
        return [all, String::new()];
    }
    // What no question asks is said if nothing else is clear.
    let (asked, others): (Vec<&Measured>, Vec<&Measured>) =
        other.measures.iter().partition(|one| one.figure.question.is_some());
    let clear_of = |of: Vec<&Measured>| of.into_iter().filter_map(Measured::clear).collect();
    let mut clear: Vec<String> = clear_of(asked);
    if clear.is_empty() {
        clear = clear_of(others);
    }
    let unclear = [LENGTH, FIRST_SEAT, TENSION].iter().filter_map(|one| unclear(other, one));
    let unclear = unclear.collect::<Vec<_>>().join("; ");
    match (clear.is_empty(), unclear.is_empty()) {
        (true, true) => Default::default(),
        (true, false) => [no_difference(base, other), format!("{unclear}.")],
        (false, true) => [differs(other, &clear), String::new()],
        (false, false) => [differs(other, &clear), format!("No clear difference: {unclear}.")],
    }
}

fn section(members: &[Member], figure: &Figure) -> ReportSection {
    let row = |member: &Member| {
        let Measured { mean, difference, width, p_value, .. } = measured(member, figure)?;
        let width = width.map_or_else(Cell::default, |width| Cell::number(width, 2));
        let p_value = p_value.map_or_else(Cell::default, |p_value| Cell::number(p_value, 4));
        let [mean, difference] = match figure.is_share {
            true => [Cell::share(*mean), Cell::points(*difference)],
            false => [Cell::estimate(*mean, 3), Cell::difference(*difference, 3)],
        };
        let cells = [mean, difference, width, p_value];
        Some(TableRow::new(&member.name, cells))
    };
    let rows: Vec<TableRow> = members.iter().filter_map(row).collect();
    let most = rows.iter().filter_map(|row| row.cells[0].value).fold(0.0, f64::max);
    let (at, is_sweep) = (at(members), is_sweep(members));
    let base = members.first().map_or("", |member| member.name.as_str());
    let difference = format!("difference from {base}");
    let [mean, difference] = match figure.is_share {
        true => ["mean, %".to_owned(), format!("{difference}, points")],
        false => ["mean".to_owned(), difference],
    };
    // A figure that is not a measure of single games has a table of its own in texts.
    let measure = MEASURES[..N_OF_GAMES].iter().find(|measure| measure.name == figure.name);
    ReportSection {
        name: measure.map_or("", |measure| measure.name),
        medium: match (measure.is_some(), is_sweep) {
            (true, true) => Medium::All,
            (true, false) => Medium::Print,
            (false, true) => Medium::Page,
            (false, false) => Medium::Csv,
        },
        title: figure.title.clone(),
        names: "variant",
        columns: vec![
            Column::new("mean", mean),
            Column::new("difference", difference).drawn(ReportSection::reach(&rows, 1)),
            Column::new("width", "width"),
            Column::new("p_value", "p").aside(),
        ],
        bars: Some(Bars { column: 0, least: 0.0, most }),
        plot: Some(Plot::Points {
            unit: if figure.is_share { "%" } else { "" },
            column: 0,
            axis: axis(members, is_sweep),
            at: at.clone(),
            target: None,
        }),
        sorts: true,
        findings: members.iter().filter_map(|member| said(member, figure)).collect(),
        rows,
        ..ReportSection::default()
    }
}

/// The numbers of a sweep, if its values are numbers: `deck.nope=3`.
fn at(members: &[Member]) -> Option<Vec<f64>> {
    numbers(members.iter().map(|member| &*member.name))
}

/// Whether values are compared, and not two variants.
fn is_sweep(members: &[Member]) -> bool {
    at(members).is_some() || members.len() > 2
}

/// The axis of a plot: the option of a sweep, or the difference.
fn axis(members: &[Member], is_sweep: bool) -> String {
    let name = members.first().and_then(|member| member.name.rsplit_once('='));
    name.filter(|_| is_sweep).map_or_else(String::new, |(name, _)| name.to_owned())
}

fn measured<'a>(member: &'a Member, figure: &Figure) -> Option<&'a Measured> {
    member.measures.iter().find(|one| one.name == figure.name)
}

fn said(member: &Member, figure: &Figure) -> Option<String> {
    Some(measured(member, figure)?.sentence.clone()).filter(|sentence| !sentence.is_empty())
}

/// The change by one more of a swept number: the slope of a line where the values are on one, or
/// else where they are least and most.
fn slopes(comparison: &Comparison, at: &[f64]) -> Option<Vec<String>> {
    let Comparison { members, slopes } = comparison;
    let name = members.first()?.name.rsplit_once('=')?.0;
    let (from, to) = at.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(from, to), number| {
        (from.min(*number), to.max(*number))
    });
    let (mut straight, mut bent, mut uneven, mut unclear) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let told = slopes.iter().filter(|slope| slope.figure.question.is_some());
    for Slope { name, figure, slope, p_value, rest_p_value } in told {
        let found = |member: &Member| member.measures.iter().find(|one| one.name == *name).cloned();
        let found: Vec<Measured> = members.iter().filter_map(found).collect();
        let differs = found.iter().any(Measured::is_clear);
        match (rest_p_value.is_some_and(|p| p < 0.05), *p_value < 0.05) {
            (true, _) => bent.extend(extremes(figure, members, &found)),
            (false, true) => straight.push(figure.says(*slope)),
            (false, false) if differs => uneven.extend(extremes(figure, members, &found)),
            (false, false) => unclear.push(figure.title.as_str()),
        }
    }
    let mut said = Vec::new();
    if !straight.is_empty() {
        let what = match name.strip_prefix("deck.") {
            Some(kind) => members[0].plan.title(kind),
            None => name.to_owned(),
        };
        said.push(format!("+1 {what} (from {from} to {to}): {}.", straight.join("; ")));
    }
    if !bent.is_empty() {
        said.push(format!("Not along a straight line: {}.", bent.join("; ")));
    }
    if !uneven.is_empty() {
        said.push(format!("Different, but without a clear slope: {}.", uneven.join("; ")));
    }
    if !unclear.is_empty() {
        said.push(format!("It makes no clear difference in {}.", and(&unclear)));
    }
    (!slopes.is_empty()).then_some(said)
}

/// `turns (least with deck.nope=3: 22.1 ± 0.3, most with deck.nope=9: 30.1 ± 0.4)`.
fn extremes(figure: &Figure, members: &[Member], found: &[Measured]) -> Option<String> {
    let means = members.iter().zip(found);
    let means: Vec<_> = means.filter_map(|(member, one)| Some((&member.name, one.mean?))).collect();
    let mean = |(_, mean): &&(&String, Estimate)| mean.value;
    let least = means.iter().min_by(|a, b| mean(a).total_cmp(&mean(b)))?;
    let most = means.iter().max_by(|a, b| mean(a).total_cmp(&mean(b)))?;
    let shown = |(name, mean): &(&String, Estimate)| match figure.is_share {
        true => format!("{name}: {}", percent(Some(*mean))),
        false => format!("{name}: {}", number(*mean, 2)),
    };
    Some(format!("{} (least with {}, most with {})", figure.title, shown(least), shown(most)))
}

/// The changes of the other variants: how long games are, who wins, how tense they are, and what
/// cards are worth; the tables have the other figures.
fn summary(base: &Member, others: &[Member]) -> Vec<Answer> {
    let whole = others.iter().filter_map(|other| of_all(base, other)).collect();
    let mut said = answers("What does it change?", whole);
    let compared: Vec<_> = others.iter().filter(|other| of_all(base, other).is_none()).collect();
    for question in [LENGTH, FIRST_SEAT, TENSION, CARDS] {
        let changes = compared.iter().filter_map(|other| change(base, other, question));
        said.extend(answers(question, changes.collect()));
    }
    said
}

/// The change of a variant in one question. `None` if nothing was measured that answers it.
fn change(base: &Member, other: &Member, question: &str) -> Option<String> {
    let figures = other.measures.iter().filter(|one| one.figure.question == Some(question));
    let clear: Vec<String> = figures.clone().filter_map(Measured::clear).collect();
    if !clear.is_empty() {
        return Some(differs(other, &clear));
    }
    let (said, found) = (no_difference(base, other), unclear(other, question)?);
    // Of many cards, the table has the differences.
    Some(if question == CARDS { said } else { format!("{}: {found}.", said.trim_end_matches('.')) })
}

fn differs(other: &Member, clear: &[String]) -> String {
    format!("With {}, {}.", other.name, clear.join("; "))
}

fn no_difference(base: &Member, other: &Member) -> String {
    format!("With {}, no clear difference from {}.", other.name, base.name)
}

/// The differences in one question that are not clear.
fn unclear(other: &Member, question: &str) -> Option<String> {
    let figures = other.measures.iter().filter(|one| one.figure.question == Some(question));
    let found = figures.filter(|one| one.clear().is_none()).filter_map(|one| {
        let difference = one.figure.difference(one.difference?, 1);
        Some(format!("{} {difference}", one.figure.title))
    });
    let found: Vec<String> = found.collect();
    (!found.is_empty()).then(|| found.join("; "))
}

/// The sentence instead, if nothing is known of a variant, or its games are the same.
fn of_all(base: &Member, other: &Member) -> Option<String> {
    let with = format!("With {}, ", other.name);
    if let Some(cut) = [base, other].into_iter().find(|one| is_cut(one.stopped, one.n_games())) {
        let (stopped, games) = (cut.stopped, plural(cut.n_games(), "game"));
        return Some(format!(
            "{with}nothing is known: {stopped} of {games} of {} did not end. Games that end early \
             are not like all: play on with a larger --limit.",
            cut.name
        ));
    }
    let is_same = other.differing == 0 && other.n_games() > 0;
    is_same.then(|| format!("{with}the games are the same, move by move."))
}

/// The games that are left out of the figures, and why.
fn left_out(member: &Member) -> Vec<String> {
    let Member { name, unpaired, stopped, faulty, .. } = member;
    let mut reasons = Vec::new();
    if *stopped > 0 {
        let (games, plies) = (plural(stopped, "game"), plural(member.plan.limit, "ply"));
        reasons.push(format!("{name}: {games} did not end within {plies}"));
    }
    let first = member.first_fault.iter();
    reasons.extend(first.map(|first| format!("{name}: {}", first.told(*faulty))));
    if *unpaired > 0 {
        let games = plural(unpaired, "game");
        let what = "without a winner in one of the variants";
        reasons.push(format!("{name}: left out of every figure: {games} {what}"));
    }
    reasons
}
