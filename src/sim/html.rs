//! The report as a self-contained HTML page.

use super::histogram::bins;
use super::page::{
    HeatRow, LEFT, WIDTH, axes, below, dot, heat_map, height, page, plot, section, stroke, table,
    top, with_data,
};
use super::report::{AgentSeats, CardRow, CauseRow, Length, Row, SimReport};
use super::stats::Estimate;
use super::summary::summary;
use super::{figures, text, value_report};
use crate::error::plural;
use crate::output::escape_markup;
use std::fmt::Write as _;

const LEGEND: &str =
    "<p>The lines beside the bars and the band around the curve are 95 % intervals,
the dashed line is the fair share, thin curves are the seats one by one. Click on a heading to sort
by it.</p>
";

/// Formats the report as an HTML page.
#[must_use]
pub fn html(report: &SimReport) -> String {
    let plan = &report.plan;
    let title = format!(
        "{}: {}, {}",
        plan.variant,
        plural(report.games, "game"),
        plural(plan.players, "player")
    );
    let mut body =
        format!("<h1>{}</h1>\n<p>{}</p>\n", escape_markup(&title), escape_markup(&about(report)));
    left_out(report, &mut body);
    if report.won > 0 {
        let said: Vec<String> = summary(report).iter().map(|text| escape_markup(text)).collect();
        body += &format!("<p class=\"summary\">{}</p>\n", said.join(" "));
        let fair = 1.0 / plan.players as f64;
        section(&mut body, "Win rate by seat", &rates(&report.seats, fair));
        for finding in text::findings(report) {
            body += &format!("<p>{}</p>\n", escape_markup(&finding));
        }
        if !report.scores.is_empty() {
            section(&mut body, "Mean score by seat", &scores(report));
        }
        if report.agents.len() > 1 {
            section(&mut body, "Win rate by agent", &rates(&report.agents, fair));
            section(&mut body, "Win rate by agent and seat", &agent_seats(&report.agent_seats));
        }
        section(&mut body, "Survival by turn", &survival(report));
        let counted = |(turns, n): (usize, &u64)| format!("<td>{turns}</td><td>{n}</td>");
        let rows: Vec<String> = report.turn_counts.iter().enumerate().map(counted).collect();
        let bars =
            with_data(&histogram(&report.turn_counts), &table(&["turns", "games"], &rows, false));
        section(&mut body, "Length in turns", &bars);
        section(&mut body, "Game length", &lengths(report));
        if !report.causes.is_empty() {
            section(&mut body, "Causes of elimination", &causes(report));
        }
        section(&mut body, "Cards", &cards(&report.cards, true));
        section(&mut body, "Combos", &cards(&report.combos, false));
        if let Some(quality) = &report.metrics {
            section(&mut body, "Quality of the game", &quality.html());
        }
        section(&mut body, "What a card is worth", &value_report::html(&report.values));
        body += &format!("<p>{}</p>\n{LEGEND}", escape_markup(text::NOTES.trim()));
    }
    page(&title, &body)
}

fn about(report: &SimReport) -> String {
    let plan = &report.plan;
    let set: Vec<String> = plan.set.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let set = if set.is_empty() { String::new() } else { format!(" with {}", set.join(", ")) };
    let agents = plan.agents.join(", ");
    format!("Agents: {agents}{set}. Seed {}. Rules {}.", plan.seed, plan.rules)
}

fn left_out(report: &SimReport, body: &mut String) {
    for text in text::left_out(report) {
        *body += &format!("<p class=\"warning\">{}</p>\n", escape_markup(&text));
    }
}

fn rates(rows: &[Row], fair: f64) -> String {
    let highs = rows.iter().filter_map(|row| row.rate).map(|rate| rate.high);
    let most = top(highs.fold(fair, f64::max) * 1.05);
    let mut out = String::new();
    axes(&mut out, most);
    let step = (WIDTH - LEFT) / rows.len() as f64;
    for (i, row) in rows.iter().enumerate() {
        let middle = (i as f64 + 0.5).mul_add(step, LEFT);
        let wide = (step * 0.6).min(90.0);
        let rate = row.rate.map_or(0.0, |rate| rate.value);
        let (tip, bottom) = (height(rate, most), height(0.0, most));
        let _ = writeln!(
            out,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{tip:.1}\" width=\"{wide:.1}\" \
             height=\"{:.1}\"><title>{} {}</title></rect>",
            middle - wide / 2.0,
            bottom - tip,
            escape_markup(&row.name),
            figures::share(row.rate)
        );
        if let Some(Estimate { low, high, .. }) = row.rate {
            let x = wide.mul_add(0.5, middle) + 5.0;
            stroke(&mut out, "band", (x, height(low, most)), (x, height(high, most)));
        }
        below(&mut out, middle, "middle", &row.name, &format!("{:.1} %", 100.0 * rate));
    }
    let y = height(fair, most);
    stroke(&mut out, "fair", (LEFT, y), (WIDTH, y));
    let told: Vec<String> =
        rows.iter().map(|row| format!("{} {}", row.name, figures::share(row.rate))).collect();
    let cells = |row: &Row| {
        let (name, wins, n) = (escape_markup(&row.name), row.wins, row.n);
        format!("<td>{name}</td><td>{}</td><td>{wins}</td><td>{n}</td>", figures::share(row.rate))
    };
    let rows: Vec<String> = rows.iter().map(cells).collect();
    with_data(
        &plot(&told.join(", "), &out),
        &table(&["", "win rate, %", "wins", "games"], &rows, false),
    )
}

fn agent_seats(rows: &[AgentSeats]) -> String {
    let cell = |seat: &Row| (seat.rate, format!("{} of {}", plural(seat.wins, "win"), seat.n));
    let row = |row: &'_ AgentSeats| row.seats.iter().map(cell).collect();
    let rows: Vec<HeatRow<'_>> =
        rows.iter().map(|agent| HeatRow { agent: &agent.name, seats: row(agent) }).collect();
    if rows.is_empty() { String::new() } else { heat_map(&rows) }
}

/// The curves of all players and of each seat, which ends at the last turn.
fn survival(report: &SimReport) -> String {
    let n_turns = report.survival.len().max(2) - 1;
    let x = |turn: usize| LEFT + (WIDTH - LEFT) * turn as f64 / n_turns as f64;
    let mut out = String::new();
    axes(&mut out, 1.0);
    let mut around = steps(&report.survival, |share| share.high, x);
    for (turn, share) in report.survival.iter().enumerate().rev() {
        let _ = write!(around, "V{:.1} H{:.1}", height(share.low, 1.0), x(turn));
    }
    let _ = writeln!(out, "<path class=\"area\" d=\"{around}\"/>");
    for (seat, shares) in report.seat_survival.iter().enumerate() {
        let (path, seat) = (steps(shares, |share| share.value, x), seat + 1);
        let path = format!("{path}H{WIDTH:.1}");
        let _ = writeln!(out, "<path class=\"seat\" d=\"{path}\"><title>p{seat}</title></path>");
    }
    let curve = steps(&report.survival, |share| share.value, x);
    let _ = writeln!(out, "<path class=\"curve\" d=\"{curve}\"/>");
    for (turn, share) in report.survival.iter().enumerate() {
        let text = format!("after turn {turn}: {} in the game", figures::percent(Some(*share)));
        dot(&mut out, (x(turn), height(share.value, 1.0)), &text);
    }
    for turn in [0, n_turns / 2, n_turns] {
        let anchor = if turn == n_turns { "end" } else { "middle" };
        let axis = if turn == n_turns / 2 { "turn of the game" } else { "" };
        below(&mut out, x(turn), anchor, &turn.to_string(), axis);
    }
    let label = "share of players still in the game after each turn with its 95 % interval; thin \
                 lines: by seat";
    with_data(&plot(label, &out), &survival_table(report))
}

/// A curve of steps: each share holds from its turn to the next one.
fn steps(shares: &[Estimate], of: impl Fn(&Estimate) -> f64, x: impl Fn(usize) -> f64) -> String {
    let mut path = String::new();
    for (turn, share) in shares.iter().enumerate() {
        let (x, y) = (x(turn), height(of(share), 1.0));
        let _ = match turn {
            0 => write!(path, "M{x:.1} {y:.1}"),
            _ => write!(path, "H{x:.1} V{y:.1}"),
        };
    }
    path
}

fn survival_table(report: &SimReport) -> String {
    let seats = (1..=report.seat_survival.len()).map(|seat| format!("p{seat}, %"));
    let heads: Vec<String> =
        ["after turn".to_owned(), "in the game, %".to_owned()].into_iter().chain(seats).collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let cell = |share: Option<&Estimate>| format!("<td>{}</td>", figures::share(share.copied()));
    let row = |(turn, share): (usize, &Estimate)| {
        let seats = report.seat_survival.iter();
        let cells = seats.map(|shares| cell(shares.get(turn).or(shares.last())));
        format!("<td>{turn}</td>{}{}", cell(Some(share)), cells.collect::<String>())
    };
    let rows: Vec<String> = report.survival.iter().enumerate().map(row).collect();
    table(&heads, &rows, false)
}

fn histogram(counts: &[u64]) -> String {
    let bins = bins(counts, 60);
    let all: u64 = counts.iter().sum();
    let most = top(bins.iter().map(|(_, n)| *n).max().unwrap_or(0) as f64 / all.max(1) as f64);
    let mut out = String::new();
    axes(&mut out, most);
    let step = (WIDTH - LEFT) / bins.len().max(1) as f64;
    for (i, (range, n)) in bins.iter().enumerate() {
        let x = (i as f64).mul_add(step, LEFT);
        let tip = height(*n as f64 / all.max(1) as f64, most);
        let _ = writeln!(
            out,
            "<rect class=\"bar\" x=\"{x:.1}\" y=\"{tip:.1}\" width=\"{:.1}\" height=\"{:.1}\">\
             <title>{range} turns: {}</title></rect>",
            step * 0.9,
            height(0.0, most) - tip,
            plural(n, "game")
        );
        if i % bins.len().div_ceil(8).max(1) == 0 {
            below(&mut out, step.mul_add(0.5, x), "middle", range, "");
        }
    }
    below(&mut out, LEFT.midpoint(WIDTH), "middle", "", "turns per game, in percent of games");
    plot("distribution of the number of turns", &out)
}

fn lengths(report: &SimReport) -> String {
    let mut heads = vec![""];
    heads.extend(text::LENGTH_HEADS);
    let row = |(name, length): (&str, Option<Length>)| {
        let cells = text::length(&length?).map(|cell| format!("<td>{cell}</td>"));
        Some(format!("<td>{name}</td>{}", cells.concat()))
    };
    let rows: Vec<String> = text::lengths_of(report).into_iter().filter_map(row).collect();
    table(&heads, &rows, false)
}

fn scores(report: &SimReport) -> String {
    let row = |row: &super::report::ScoreRow| {
        format!("<td>{}</td><td>{}</td>", escape_markup(&row.name), figures::mean(row.mean))
    };
    table(&["seat", "mean"], &report.scores.iter().map(row).collect::<Vec<_>>(), false)
}

fn causes(report: &SimReport) -> String {
    let row = |cause: &CauseRow| {
        let (name, n, share) =
            (escape_markup(&cause.name), cause.eliminations, 100.0 * cause.share);
        format!("<td>{name}</td><td>{n}</td><td>{share:.1} %</td>")
    };
    let rows: Vec<String> = report.causes.iter().map(row).collect();
    table(&["name", "players", "share"], &rows, false)
}

fn cards(rows: &[CardRow], are_cards: bool) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut heads = vec!["name", "played"];
    if are_cards {
        heads.extend(["drawn", "stolen", "dead", "cancelled %", "rescued %", "dealt"]);
    } else {
        heads.push("cancelled %");
    }
    let number = |n: f64| format!("<td data-value=\"{n}\">{n:.2}</td>");
    let cell = |estimate: Option<Estimate>, shown: String| {
        let value = estimate.map_or_else(String::new, |estimate| estimate.value.to_string());
        format!("<td data-value=\"{value}\">{shown}</td>")
    };
    let share = |rate| cell(rate, figures::share(rate));
    let effect = |rate| cell(rate, figures::effect(rate));
    let row = |row: &CardRow| {
        let name = escape_markup(&row.name);
        let mut cells = format!("<td data-value=\"{name}\">{name}</td>{}", number(row.played));
        if are_cards {
            cells += &[row.drawn, row.stolen, row.dead].map(number).concat();
            cells += &[share(row.cancelled), share(row.rescued), effect(row.dealt)].concat();
        } else {
            cells += &share(row.cancelled);
        }
        cells
    };
    table(&heads, &rows.iter().map(row).collect::<Vec<_>>(), true)
}
