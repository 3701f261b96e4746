//! The report of `sim`, as sections.

use super::card_rows::card_section;
use super::figures::{effect, p_value, percent};
use super::histogram::bins;
use super::metric_report::Quality;
use super::page_sections;
use super::plan::LIMIT;
use super::question_section;
use super::report::{Length, NamedLength, ReportRow, SimReport};
use super::sections::{Bars, Cell, Column, Medium, Plot, Report, ReportSection, TableRow};
use super::stats::Estimate;
use super::summary::summary;
use super::value_report;
use crate::base::error::{and, plural};
use crate::sim::registry::{caution, described};

/// The meaning of the figures.
const NOTES: &str = "\
± is the half-width of a 95 % interval; an interval that is not symmetric is in brackets. played,
drawn, stolen, dead: number per game; played: alone, as another card or in a set; dead: in the hand
of an eliminated player. cancelled: of its plays on its own. dealt: the win rate in percentage
points of players who held it at the first turn, minus that of the others: an observation, but the
deal is random. What a card is worth is measured with --card-values.";

const SHARES: Option<Bars> = Some(Bars { column: 0, least: 0.0, most: 1.0 });

/// The sections of a report.
pub fn sim_report(report: &SimReport) -> Report {
    let plan = &report.plan;
    let (games, players) = (plural(report.games, "game"), plural(plan.players, "player"));
    let set = plan.set.iter().map(|(name, value)| format!(" {name}={value}"));
    let (agents, seed, rules) = (described(&plan.agents), plan.seed, &plan.rules);
    let mut sections = vec![run(report)];
    let mut notes = String::new();
    if report.won > 0 {
        sections.extend(rates(report));
        sections.extend([
            survival(report),
            turns(report, Medium::Text, 16),
            turns(report, Medium::Page, 60),
            lengths(report),
            causes(report),
            ReportSection {
                medium: Medium::Print,
                ..card_section("card", "cards", &report.cards, true)
            },
            card_section("combo", "combos", &report.combos, false),
            unplayed(report),
            question_section::questions(report),
            question_section::answers(report),
        ]);
        sections.push(question_section::habits(report));
        sections.extend(report.metrics.iter().flat_map(Quality::sections));
        sections.push(value_report::section(&report.values));
        page_sections::add_to(&mut sections, report);
        notes = [question_section::habits_line(report), NOTES.to_owned()]
            .join("\n\n")
            .trim_start()
            .to_owned();
    }
    Report {
        title: format!("{}{}: {games}, {players}", plan.variant, set.collect::<String>()),
        players: agents,
        about: format!("Seed {seed}. Rules {rules}."),
        warnings: caution(&plan.agents).into_iter().chain(left_out(report)).collect(),
        summary: if report.won > 0 { summary(report) } else { Vec::new() },
        sections,
        notes,
    }
}

/// The games that are left out of the figures, and why.
fn left_out(report: &SimReport) -> Vec<String> {
    let plan = &report.plan;
    let mut reasons = Vec::new();
    if report.games < plan.games {
        reasons.push(format!("played only {} of {}", report.games, plural(plan.games, "game")));
    }
    if report.stopped > 0 {
        let (games, plies) = (plural(report.stopped, "game"), plural(plan.limit, "ply"));
        let mut reason = format!("{games} did not end within {plies}: left out of every figure");
        if report.is_cut() && report.stopped < report.games {
            reason += ". Those that end early are not like all: play on with a larger --limit";
        }
        reasons.push(reason);
        if report.stopped == report.games {
            let why = match plan.limit < LIMIT {
                true => {
                    "no game ended: they may with a larger --limit, if a card eliminates players \
                     or a script ends the game"
                }
                false => {
                    "no game ended: is there a card that eliminates a player, or a script that \
                     ends the game?"
                }
            };
            reasons.push(why.to_owned());
        }
    }
    if report.drawn > 0 {
        reasons.push(format!("{} ended without a winner", plural(report.drawn, "game")));
    }
    reasons.extend(report.first_fault.iter().map(|first| first.told(report.faulty)));
    reasons
}

/// Figures of one row that only programs read.
fn csv_only(name: &'static str, row: &str, figures: Vec<(&str, Cell)>) -> ReportSection {
    let (names, cells): (Vec<_>, Vec<_>) = figures.into_iter().unzip();
    ReportSection {
        name,
        medium: Medium::Csv,
        columns: names.into_iter().map(|name| Column::new(name, "")).collect(),
        rows: vec![TableRow::new(row, cells)],
        ..ReportSection::default()
    }
}

fn run(report: &SimReport) -> ReportSection {
    let counts = [
        ("games", report.games),
        ("won", report.won),
        ("drawn", report.drawn),
        ("stopped", report.stopped),
        ("faulty", report.faulty),
        ("decisions", report.decisions),
    ];
    csv_only("run", &report.plan.variant, counts.map(|(name, n)| (name, Cell::count(n))).into())
}

/// The sections about who wins.
fn rates(report: &SimReport) -> Vec<ReportSection> {
    let fair = 1.0 / report.plan.sides().len() as f64;
    let by = |name: &'static str, rows: &[ReportRow]| ReportSection {
        name,
        title: format!("win rate by {name} (fair: {:.1} %)", 100.0 * fair),
        short: if name == "seat" { "seats" } else { "agents" },
        names: name,
        columns: vec![
            Column::new("win_rate", "win rate"),
            Column::new("", "wins").aside(),
            Column::new("", "games").aside(),
        ],
        rows: rows.iter().map(rate).collect(),
        bars: SHARES,
        plot: Some(Plot::Bars { unit: "%", fair: Some(fair), axis: String::new() }),
        ..ReportSection::default()
    };
    let is_alone = report.agents.len() < 2;
    let agents = ReportSection {
        medium: if is_alone { Medium::Csv } else { Medium::All },
        ..by("agent", &report.agents)
    };
    let seats = ReportSection { findings: findings(report), ..by("seat", &report.seats) };
    let mut sections = vec![seats, agents, agent_seats(report), scores(report)];
    if let Some(test) = report.seat_test {
        let [statistic, p] = [test.statistic, test.p_value].map(|value| Cell::number(value, 4));
        sections.push(csv_only("test", "seats", vec![("chi_squared", statistic), ("p_value", p)]));
    }
    if let Some(first) = report.first {
        let p = Cell::number(first.p_value, 4);
        let rate = Cell::percent(Some(first.rate));
        sections.push(csv_only("first", "", vec![("win_rate", rate), ("p_value", p)]));
    }
    sections.push(csv_only("comebacks", "", vec![("share", Cell::percent(report.comebacks))]));
    sections
}

fn rate(row: &ReportRow) -> TableRow {
    let cells = [Cell::percent(row.rate), Cell::count(row.wins), Cell::count(row.n)];
    TableRow::new(&row.name, cells)
}

fn agent_seats(report: &SimReport) -> ReportSection {
    let seats = report.agent_seats.first().map_or(&[][..], |agent| &agent.seats);
    let column = |seat: &ReportRow| {
        let ReportRow { name, .. } = seat;
        Column::new(format!("win_rate_{name}"), format!("{name}, %"))
    };
    let row = |agent: &super::report::AgentSeats| {
        let cells = agent.seats.iter().map(|seat| Cell::share(seat.rate));
        TableRow::new(&agent.name, cells.collect::<Vec<_>>())
    };
    ReportSection {
        name: "agent_seat",
        title: "win rate by agent and seat".to_owned(),
        short: "agents by seat",
        medium: Medium::Page,
        names: "agent",
        columns: seats.iter().map(column).collect(),
        rows: report.agent_seats.iter().map(row).collect(),
        heat: true,
        ..ReportSection::default()
    }
}

fn scores(report: &SimReport) -> ReportSection {
    let row = |row: &super::report::ScoreRow| TableRow::new(&row.name, [Cell::mean(row.mean)]);
    ReportSection {
        name: "score",
        title: "mean score by seat".to_owned(),
        names: "seat",
        columns: vec![Column::new("mean", "mean")],
        rows: report.scores.iter().map(row).collect(),
        ..ReportSection::default()
    }
}

/// The conclusions about seats.
fn findings(report: &SimReport) -> Vec<String> {
    let mut findings = Vec::new();
    if let Some(test) = report.seat_test {
        let verdict = match test.p_value < 0.05 {
            true if report.plan.teams.is_empty() => "seats differ significantly",
            true => "teams differ significantly",
            false if report.plan.teams.is_empty() => "no significant difference among all seats",
            false => "no significant difference among all teams",
        };
        let (statistic, p) = (test.statistic, test.p_value);
        findings.push(format!("{verdict}: chi-squared {statistic:.2}, p = {}", p_value(p)));
    }
    if let Some(first) = report.first {
        let (points, p) = (effect(Some(first.advantage())), p_value(first.p_value));
        findings.push(format!("starting-player advantage: {points} points, p = {p}"));
    }
    if report.plan.seats_are_agents() {
        findings.push("agents keep their seats: a difference may be theirs".to_owned());
    }
    if report.is_cut() {
        findings.push("seats are not compared: many games did not end".to_owned());
    }
    let comebacks = percent(report.comebacks);
    findings.push(format!(
        "comebacks: in {comebacks} of the games a winner alone held the fewest cards at half-time"
    ));
    findings
}

/// The curves of all players and of each seat, which ends at the last turn.
fn survival(report: &SimReport) -> ReportSection {
    let seats = (1..=report.seat_survival.len()).map(|n| Column::new("", format!("p{n}, %")));
    let row = |(turn, all): (usize, &Estimate)| {
        let seats = report.seat_survival.iter();
        let seats = seats.map(|shares| Cell::share(shares.get(turn).or(shares.last()).copied()));
        let cells: Vec<_> = [Cell::share(Some(*all))].into_iter().chain(seats).collect();
        TableRow::new(turn.to_string(), cells)
    };
    let all = Column::new("share", "in the game, %");
    ReportSection {
        name: "survival",
        title: "players still in the game after each turn".to_owned(),
        short: "survival",
        medium: Medium::Page,
        names: "after turn",
        columns: [all].into_iter().chain(seats).collect(),
        rows: report.survival.iter().enumerate().map(row).collect(),
        plot: Some(Plot::Curves {
            unit: "%",
            axis: "turn of the game".to_owned(),
            steps: true,
            strong: Vec::new(),
        }),
        ..ReportSection::default()
    }
}

/// The distribution of the number of turns in at most `most` ranges.
fn turns(report: &SimReport, medium: Medium, most: usize) -> ReportSection {
    let bins = bins(&report.turn_counts, most);
    let largest = bins.iter().map(|(_, n)| *n).max().unwrap_or(0).max(1);
    ReportSection {
        title: "turns per game".to_owned(),
        short: "turns",
        medium,
        names: "turns",
        columns: vec![Column::new("", "games")],
        rows: bins.into_iter().map(|(turns, n)| TableRow::new(turns, [Cell::count(n)])).collect(),
        bars: Some(Bars { column: 0, least: 0.0, most: largest as f64 }),
        plot: Some(Plot::Bars { unit: "", fair: None, axis: "turns per game".to_owned() }),
        ..ReportSection::default()
    }
}

fn lengths(report: &SimReport) -> ReportSection {
    let row = |named: &NamedLength| {
        let Length { mean, min, p05, p25, median, p75, p95, max } = named.length?;
        let ranks = [min, p05, p25, median, p75, p95, max].map(|n| Cell::count(n as u64));
        let cells = [Cell::mean(Some(mean))].into_iter().chain(ranks).collect::<Vec<_>>();
        Some(TableRow { id: Some(named.name), ..TableRow::new(named.title, cells) })
    };
    let columns = [
        ("mean", "mean"),
        ("min", "min"),
        ("p05", "5 %"),
        ("p25", "25 %"),
        ("median", "50 %"),
        ("p75", "75 %"),
        ("p95", "95 %"),
        ("max", "max"),
    ];
    ReportSection {
        name: "length",
        title: "game length".to_owned(),
        short: "length",
        columns: columns.map(|(name, title)| Column::new(name, title)).into(),
        rows: report.lengths.iter().filter_map(row).collect(),
        ..ReportSection::default()
    }
}

fn causes(report: &SimReport) -> ReportSection {
    let row = |cause: &super::report::CauseRow| {
        TableRow::new(&cause.name, [Cell::count(cause.eliminations), Cell::part(cause.share)])
    };
    ReportSection {
        name: "cause",
        title: "causes of elimination".to_owned(),
        short: "causes",
        names: "name",
        columns: vec![Column::new("eliminations", "players"), Column::new("share", "share")],
        rows: report.causes.iter().map(row).collect(),
        bars: Some(Bars { column: 1, least: 0.0, most: 1.0 }),
        ..ReportSection::default()
    }
}

/// One line for each card and combo that an agent never played.
fn unplayed(report: &SimReport) -> ReportSection {
    let row = |row: &super::report::UnplayedRow| {
        let agents: Vec<&str> = row.never_chosen_by.iter().map(String::as_str).collect();
        let text = match agents.is_empty() {
            true => "never offered".to_owned(),
            false => {
                let games = plural(row.offered, "game");
                format!("offered in {games}, never chosen by {}", and(&agents))
            }
        };
        let cell = Cell { text, ..Cell::count(row.offered) };
        TableRow::new(&row.name, [cell])
    };
    ReportSection {
        name: "unplayed",
        title: "never played".to_owned(),
        names: "name",
        columns: vec![Column::new("offered", "offered")],
        rows: report.unplayed.iter().map(row).collect(),
        ..ReportSection::default()
    }
}
