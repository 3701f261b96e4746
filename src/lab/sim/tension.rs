//! How tense a game is, beside the shipped editions for as many players.

use super::editions::{CLASSIC, EditionFigures, editions};
use super::figures::{games_for, in_percent, percent};
use super::measures::TENSION;
use super::metric_report::Quality;
use super::metric_tally::{METRICS, TENSE};
use super::report::SimReport;
use super::sections::{Answer, AnswerPace};
use super::stats::Estimate;
use super::stopping::may_judge;

/// The fewest editions that have relatives.
const MIN_EDITIONS: usize = 5;

/// The half-width that settles a figure, as a share.
const PRECISE: f64 = 0.02;

/// Says how tense it is: an answer for each figure.
pub(super) fn tension(report: &SimReport) -> Vec<Answer> {
    let Some(quality) = &report.metrics else {
        let plan = &report.plan;
        let other = match plan.card.is_some() {
            true => ", and so does a run without --card and --games",
            false if may_judge(plan) => ", and so does a run without --games",
            false => "",
        };
        let text = format!("Not measured: --metrics measures it{other}.");
        return vec![Answer { question: TENSION, text, ..Answer::default() }];
    };
    let others = comparable(report);
    let figure = |(i, at): (usize, usize)| {
        let found = quality.means[at]?;
        let beside: Vec<(&str, Estimate)> =
            others.iter().map(|row| (&*row.edition, row.tension[i])).collect();
        Some(answer(quality, METRICS[at].1, found, &beside, report.plan.players))
    };
    let mut said: Vec<Answer> = TENSE.into_iter().enumerate().filter_map(figure).collect();
    if let Some(first) = said.first_mut() {
        first.question = TENSION;
    }
    said
}

fn answer(
    quality: &Quality,
    title: &str,
    found: Estimate,
    beside: &[(&str, Estimate)],
    players: usize,
) -> Answer {
    let games = games_for(quality.games, found.margin(), PRECISE);
    let more = match games {
        Some(n) => format!(" For ± {:.0} points: --metrics --games {n}.", 100.0 * PRECISE),
        None => String::new(),
    };
    let (first, rest) = title.split_at(1);
    let title = first.to_uppercase() + rest;
    let text =
        format!("{title}: {}{}.{more}", percent(Some(found)), relation(found, beside, players));
    Answer { text, games, pace: AnswerPace::Quality, ..Answer::default() }
}

/// ` (classic 20.5 % ± 1.4; 24 other variants for 2 players: 11.2 to 28.0): like its relatives`.
fn relation(found: Estimate, beside: &[(&str, Estimate)], players: usize) -> String {
    let classic = beside.iter().find(|(edition, _)| *edition == CLASSIC);
    let classic = classic.map(|(_, figure)| format!("{CLASSIC} {}", percent(Some(*figure))));
    let values = beside.iter().map(|(_, figure)| in_percent(*figure).value);
    let ends = values.fold(None, |ends: Option<[f64; 2]>, value| match ends {
        Some([low, high]) => Some([low.min(value), high.max(value)]),
        None => Some([value; 2]),
    });
    let ends = ends.filter(|_| beside.len() >= MIN_EDITIONS);
    let range = ends.map(|[low, high]| {
        let n = beside.len();
        format!("{n} variants for {players} players: {low:.1} to {high:.1} %")
    });
    let parts: Vec<String> = classic.into_iter().chain(range).collect();
    let own = in_percent(found);
    let verdict = ends.map_or("", |[low, high]| match own.high < low || own.low > high {
        true => ": unusual",
        // A wide interval may reach far beyond them.
        false if found.margin() > PRECISE && (own.low < low || own.high > high) => {
            ": these games do not tell whether it is like its relatives"
        }
        false => ": like its relatives",
    });
    match parts.is_empty() {
        true => String::new(),
        false => format!(" ({}){verdict}", parts.join("; ")),
    }
}

/// The other editions with figures for as many players, if greedy players played.
pub(super) fn comparable(report: &SimReport) -> Vec<EditionFigures> {
    let plan = &report.plan;
    let is_greedy = plan.agents.iter().all(|agent| agent == "greedy");
    // With an option it is another edition.
    let is_own = |row: &EditionFigures| row.edition == plan.variant && plan.set.is_empty();
    let is_same = |row: &EditionFigures| is_greedy && row.players == plan.players && !is_own(row);
    editions().into_iter().filter(is_same).collect()
}
