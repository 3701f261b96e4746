//! The sections about the questions that scripts ask, and about the habits of the players.

use super::figures::percent;
use super::habits::Habits;
use super::questions::{AnswerRow, CARD, QuestionRow};
use super::report::SimReport;
use super::sections::{Cell, Column, Medium, ReportSection, TableRow};
use crate::base::error::and;

/// The most answers of a row.
const SHOWN: usize = 4;

/// A row for each question: how often it is asked, and its most frequent answers.
pub(super) fn questions(report: &SimReport) -> ReportSection {
    let row = |row: &QuestionRow| {
        let answers = row
            .answers
            .iter()
            .take(SHOWN)
            .map(|row| format!("{} {}", title(report, row), percent(row.share)));
        let mut text = answers.collect::<Vec<_>>().join(", ");
        if let Some(n @ 1..) = row.answers.len().checked_sub(SHOWN) {
            text += &format!(", {n} more");
        }
        let cells = [Cell::number(row.per_game, 2), Cell::text(text)];
        TableRow::new(asked(report, row), cells)
    };
    ReportSection {
        name: "question",
        title: "questions that cards ask".to_owned(),
        short: "questions",
        names: "question",
        columns: vec![
            Column::new("per_game", "per game"),
            Column { is_text: true, ..Column::new("", "answers") },
        ],
        rows: report.questions.iter().map(row).collect(),
        ..ReportSection::default()
    }
}

/// A row for each answer, for programs.
pub(super) fn answers(report: &SimReport) -> ReportSection {
    let rows = report.questions.iter().flat_map(|question| {
        let row = move |row: &AnswerRow| {
            let name = format!("{} {}", asked(report, question), title(report, row));
            TableRow::new(name, [Cell::percent(row.share)])
        };
        question.answers.iter().map(row)
    });
    ReportSection {
        name: "answer",
        medium: Medium::Csv,
        columns: vec![Column::new("share", "")],
        rows: rows.collect(),
        ..ReportSection::default()
    }
}

/// `Favor: Who gives a card?`, with the place in its script if another row has the same text.
fn asked(report: &SimReport, row: &QuestionRow) -> String {
    let asked = match row.asker.is_empty() {
        true => row.question.clone(),
        false => format!("{}: {}", report.plan.title(&row.asker), row.question),
    };
    let is_alike =
        |other: &QuestionRow| (&other.asker, &other.question) == (&row.asker, &row.question);
    match report.questions.iter().filter(|other| is_alike(other)).count() {
        0 | 1 => asked,
        _ => format!("{asked} ({})", row.at),
    }
}

fn title(report: &SimReport, row: &AnswerRow) -> String {
    match row.answer.strip_prefix(CARD) {
        Some(id) => report.plan.title(id),
        None => row.answer.clone(),
    }
}

/// The habits of the players, for programs.
pub(super) fn habits(report: &SimReport) -> ReportSection {
    let found = &report.habits;
    let shares = [
        ("put_backs_drawn_at_once", found.put_backs_drawn_at_once),
        ("shuffles_that_know_nothing", found.shuffles_that_know_nothing),
    ];
    let row = |(name, share): (&str, Option<_>)| {
        share.map(|share| TableRow::new(name, [Cell::percent(Some(share))]))
    };
    ReportSection {
        name: "habit",
        medium: Medium::Csv,
        columns: vec![Column::new("share", "")],
        rows: shares.into_iter().filter_map(row).collect(),
        ..ReportSection::default()
    }
}

/// The most cards that are named.
const MOST_NAMED: usize = 3;

/// The line under the figures; empty if there is nothing to say.
pub(super) fn habits_line(report: &SimReport) -> String {
    let Habits { put_backs_drawn_at_once, shuffles_that_know_nothing, never_stopped } =
        &report.habits;
    let put_backs = put_backs_drawn_at_once.map(|share| {
        format!("the next player draws {} of the cards put back unseen", percent(Some(share)))
    });
    let shuffles = shuffles_that_know_nothing.map(|share| {
        format!(
            "{} of the shuffles are played without a known or expected card",
            percent(Some(share))
        )
    });
    let titles: Vec<String> =
        never_stopped.iter().take(MOST_NAMED).map(|id| report.plan.title(id)).collect();
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let more = match never_stopped.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        n => format!(" (and {n} more)"),
    };
    let unstopped =
        (!titles.is_empty()).then(|| format!("no player ever stopped {}{more}", and(&titles)));
    let parts: Vec<String> = [put_backs, shuffles, unstopped].into_iter().flatten().collect();
    match parts.is_empty() {
        true => String::new(),
        false => format!("These players differ from people: {}.", parts.join("; ")),
    }
}
