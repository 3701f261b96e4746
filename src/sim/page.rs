//! A report as one page: opens from disk, needs no network, prints without colours.

use super::report::{CardRow, Report, Row};
use super::stats::Estimate;
use std::fmt::Write as _;

/// The size of a plot, in its own units.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 240.0;
/// The room for the labels at the left and below.
const LEFT: f64 = 56.0;
const BELOW: f64 = 28.0;

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1d5c8a; --soft: #1d5c8a33; --line: #8886; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; }
body { padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2.2rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .5rem; text-align: right; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; }
th button { all: unset; cursor: pointer; }
th button:focus-visible { outline: 2px solid var(--ink); }
th[aria-sort=ascending] button::after { content: ' ▲'; }
th[aria-sort=descending] button::after { content: ' ▼'; }
svg { width: 100%; height: auto; } svg text { font-size: 12px; fill: currentColor; }
.bar { fill: var(--ink); } .band { stroke: var(--ink); stroke-width: 2; }
.fair { stroke: currentColor; stroke-dasharray: 4 4; } .axis { stroke: var(--line); }
.curve { fill: none; stroke: var(--ink); stroke-width: 2.5; }
.seat { fill: none; stroke: var(--ink); stroke-width: 1; opacity: .45; }
.warning { border-left: 4px solid #c33; padding-left: .7rem; white-space: pre-wrap; }
";

const SORTING: &str = "
for (const table of document.querySelectorAll('table.sorts')) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.firstChild.addEventListener('click', () => {
    const down = head.ariaSort !== 'descending';
    heads.forEach(other => other.removeAttribute('aria-sort'));
    head.ariaSort = down ? 'descending' : 'ascending';
    head.setAttribute('aria-sort', head.ariaSort);
    const value = row => row.cells[column].dataset.value;
    const order = (a, b) => column ? value(a) - value(b) : value(b).localeCompare(value(a));
    const rows = [...table.tBodies[0].rows].sort(order);
    if (down) rows.reverse();
    table.tBodies[0].append(...rows);
  }));
}
document.documentElement.dataset.tables = document.querySelectorAll('table.sorts').length;
";

const NOTES: &str = "<p>± and the lines on the bars are 95 % intervals. Rates are in percent, the
rest is counted in a game. Holding: the win rate of who held it at the first turn, less that of who
did not. Playing: that of who played it, less that of who could have and did not; who lives longer
plays more.</p>
";

/// The report as a page.
#[must_use]
pub fn page(report: &Report) -> String {
    let plan = &report.plan;
    let title = format!("{}: {} games, {} players", plan.variant, report.games, plan.players);
    let mut body = format!("<h1>{}</h1>\n<p>{}</p>\n", escaped(&title), escaped(&about(report)));
    troubles(report, &mut body);
    if report.won > 0 {
        let fair = 1.0 / plan.players as f64;
        section(&mut body, "Win rate by seat", &rates(&report.seats, fair));
        if report.agents.len() > 1 {
            section(&mut body, "Win rate by agent", &rates(&report.agents, fair));
        }
        section(&mut body, "Still in the game, by turn", &survival(report));
        section(&mut body, "Length in turns", &histogram(&report.turn_counts));
        section(&mut body, "Cards", &cards(&report.cards, true));
        section(&mut body, "Combos", &cards(&report.combos, false));
        body += NOTES;
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta \
         name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n<style>{STYLE}\
         </style>\n</head>\n<body>\n{body}<script>{SORTING}</script>\n</body>\n</html>\n",
        escaped(&title)
    )
}

fn about(report: &Report) -> String {
    let plan = &report.plan;
    let set: Vec<String> = plan.set.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let set = if set.is_empty() { String::new() } else { format!(" with {}", set.join(", ")) };
    let agents = plan.agents.join(", ");
    format!("Agents: {agents}{set}. Seed {}. Rules {}.", plan.seed, plan.rules)
}

fn troubles(report: &Report, body: &mut String) {
    let mut warn = |text: String| {
        *body += &format!("<p class=\"warning\">{}</p>\n", escaped(&text));
    };
    if report.games < report.plan.games {
        warn(format!("Only {} of {} games were played.", report.games, report.plan.games));
    }
    if report.stopped > 0 {
        let limit = report.plan.limit;
        let n = report.stopped;
        warn(format!("{n} games did not end within {limit} plies: they are in no average."));
    }
    if let Some(first) = &report.first_fault {
        let n = report.faulty;
        warn(format!("{n} games ended in a fault; game {}:\n{}", first.game, first.fault));
    }
}

fn section(body: &mut String, title: &str, content: &str) {
    if !content.is_empty() {
        *body += &format!("<h2>{title}</h2>\n{content}");
    }
}

/// A text where markup may stand.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A picture that is read out as `label`.
fn plot(label: &str, inside: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">\n{inside}</svg>\n",
        escaped(label)
    )
}

fn label(out: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    // Writing into a string cannot fail.
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
        escaped(text)
    );
}

fn stroke(out: &mut String, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
    let _ = writeln!(
        out,
        "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
    );
}

/// The height of a share on a plot whose top is `most`.
fn height(share: f64, most: f64) -> f64 {
    8.0 + (HEIGHT - BELOW - 8.0) * (1.0 - share / most)
}

fn axes(out: &mut String, most: f64) {
    for share in [0.0, 0.5, 1.0].map(|part| part * most) {
        let y = height(share, most);
        stroke(out, "axis", (LEFT, y), (WIDTH, y));
        label(out, LEFT - 6.0, y + 4.0, "end", &format!("{:.0} %", 100.0 * share));
    }
}

fn rates(rows: &[Row], fair: f64) -> String {
    let highs = rows.iter().filter_map(|row| row.rate).map(|rate| rate.high);
    let most = highs.fold(fair, f64::max);
    let most = ((most * 10.5).ceil() / 10.0).min(1.0);
    let mut out = String::new();
    axes(&mut out, most);
    let step = (WIDTH - LEFT) / rows.len() as f64;
    for (i, row) in rows.iter().enumerate() {
        let middle = (i as f64 + 0.5).mul_add(step, LEFT);
        let wide = (step * 0.6).min(90.0);
        let rate = row.rate.map_or(0.0, |rate| rate.value);
        let (top, bottom) = (height(rate, most), height(0.0, most));
        let _ = writeln!(
            out,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" \
             height=\"{:.1}\"><title>{} {}</title></rect>",
            middle - wide / 2.0,
            bottom - top,
            escaped(&row.name),
            percent(row.rate)
        );
        if let Some(Estimate { low, high, .. }) = row.rate {
            let x = wide.mul_add(0.5, middle) + 5.0;
            stroke(&mut out, "band", (x, height(low, most)), (x, height(high, most)));
        }
        label(&mut out, middle, HEIGHT - 8.0, "middle", &row.name);
    }
    let y = height(fair, most);
    stroke(&mut out, "fair", (LEFT, y), (WIDTH, y));
    let told: Vec<String> =
        rows.iter().map(|row| format!("{} {}", row.name, percent(row.rate))).collect();
    plot(&told.join(", "), &out)
}

fn percent(rate: Option<Estimate>) -> String {
    rate.map_or_else(
        || "-".to_owned(),
        |rate| format!("{:.1} ± {:.1}", 100.0 * rate.value, 100.0 * rate.margin()),
    )
}

fn survival(report: &Report) -> String {
    let mut out = String::new();
    axes(&mut out, 1.0);
    let n_turns = report.survival.len().max(2) - 1;
    let path = |shares: &[f64]| {
        let mut path = String::new();
        for (turn, share) in shares.iter().enumerate() {
            let x = LEFT + (WIDTH - LEFT) * turn as f64 / n_turns as f64;
            let y = height(*share, 1.0);
            let _ = match turn {
                0 => write!(path, "M{x:.1} {y:.1}"),
                _ => write!(path, "H{x:.1} V{y:.1}"),
            };
        }
        path
    };
    for seat in &report.seat_survival {
        let _ = writeln!(out, "<path class=\"seat\" d=\"{}\"/>", path(seat));
    }
    let _ = writeln!(out, "<path class=\"curve\" d=\"{}\"/>", path(&report.survival));
    for turn in [0, n_turns / 2, n_turns] {
        let x = LEFT + (WIDTH - LEFT) * turn as f64 / n_turns as f64;
        let anchor = if turn == n_turns { "end" } else { "middle" };
        label(&mut out, x, HEIGHT - 8.0, anchor, &turn.to_string());
    }
    plot("the share of players still in the game after each turn; thin: seat by seat", &out)
}

fn histogram(counts: &[u64]) -> String {
    let start = counts.iter().position(|n| *n > 0).unwrap_or(0);
    let width = (counts.len() - start).div_ceil(60).max(1);
    let bins: Vec<u64> = counts[start..].chunks(width).map(|chunk| chunk.iter().sum()).collect();
    let all: u64 = bins.iter().sum();
    let most = bins.iter().copied().max().unwrap_or(0).max(1) as f64 / all.max(1) as f64;
    let mut out = String::new();
    axes(&mut out, most);
    let step = (WIDTH - LEFT) / bins.len().max(1) as f64;
    for (i, n) in bins.iter().enumerate() {
        let x = (i as f64).mul_add(step, LEFT);
        let (low, high) = (start + i * width, start + (i + 1) * width - 1);
        let range = if width == 1 { low.to_string() } else { format!("{low}-{high}") };
        let top = height(*n as f64 / all.max(1) as f64, most);
        let _ = writeln!(
            out,
            "<rect class=\"bar\" x=\"{x:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\">\
             <title>{range} turns: {n} games</title></rect>",
            step * 0.9,
            height(0.0, most) - top
        );
        if i % bins.len().div_ceil(8).max(1) == 0 {
            label(&mut out, step.mul_add(0.5, x), HEIGHT - 8.0, "middle", &range);
        }
    }
    plot("how many games took how many turns", &out)
}

fn cards(rows: &[CardRow], are_cards: bool) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut heads = vec!["name", "played"];
    if are_cards {
        heads.extend(["drawn", "stolen", "dead", "cancelled", "rescued", "holding", "playing"]);
    } else {
        heads.extend(["cancelled", "playing"]);
    }
    let head = |head: &&str| format!("<th><button>{head}</button></th>");
    let heads: String = heads.iter().map(head).collect();
    let number = |n: f64| format!("<td data-value=\"{n}\">{n:.2}</td>");
    let rate = |rate: Option<Estimate>| {
        let value = rate.map_or(-9.0, |rate| rate.value);
        format!("<td data-value=\"{value}\">{}</td>", percent(rate))
    };
    let row = |row: &CardRow| {
        let name = escaped(&row.name);
        let played = number(row.played);
        let mut cells = format!("<td data-value=\"{name}\">{name}</td>{played}");
        if are_cards {
            cells += &[row.drawn, row.stolen, row.dead].map(number).concat();
            cells += &[row.cancelled, row.rescued, row.holding, row.playing].map(rate).concat();
        } else {
            cells += &[row.cancelled, row.playing].map(rate).concat();
        }
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = rows.iter().map(row).collect();
    format!(
        "<table class=\"sorts\"><thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table>\n"
    )
}
