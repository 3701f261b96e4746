//! A report as CSV: one number per line.

use super::metric_report::Quality;
use super::report::{CardRow, Length, SimReport};
use super::stats::Estimate;

/// Formats the report as lines `section,name,measure,value,low,high`; the ends of the 95 % interval
/// are empty if there is no interval.
#[must_use]
pub fn csv(report: &SimReport) -> String {
    let mut lines = Lines(csv::Writer::from_writer(Vec::new()));
    lines.row(["section", "name", "measure", "value", "low", "high"]);
    let counts = [
        ("games", report.games),
        ("won", report.won),
        ("drawn", report.drawn),
        ("stopped", report.stopped),
        ("faulty", report.faulty),
        ("decisions", report.decisions),
    ];
    for (measure, n) in counts {
        lines.number("run", &report.plan.variant, measure, n as f64);
    }
    for (section, rows) in [("seat", &report.seats), ("agent", &report.agents)] {
        for row in rows {
            lines.estimate(section, &row.name, "win_rate", row.rate);
        }
    }
    for agent in &report.agent_seats {
        for seat in &agent.seats {
            let measure = format!("win_rate_{}", seat.name);
            lines.estimate("agent_seat", &agent.name, &measure, seat.rate);
        }
    }
    for row in &report.scores {
        lines.estimate("score", &row.name, "mean", row.mean);
    }
    if let Some(test) = report.seat_test {
        lines.number("test", "seats", "chi_squared", test.statistic);
        lines.number("test", "seats", "p_value", test.p_value);
    }
    if let Some(first) = report.first {
        lines.estimate("first", "", "win_rate", Some(first.rate));
        lines.number("first", "", "p_value", first.p_value);
    }
    lines.estimate("comebacks", "", "share", report.comebacks);
    let lengths = [
        ("plies", report.plies),
        ("turns", report.turns),
        ("draws", report.draws),
        ("turn_options", report.turn_options),
        ("window_options", report.window_options),
        ("question_options", report.question_options),
    ];
    for (name, length) in lengths {
        lines.length(name, length);
    }
    for cause in &report.causes {
        lines.number("cause", &cause.name, "eliminations", cause.eliminations as f64);
    }
    for (turn, share) in report.survival.iter().enumerate() {
        lines.estimate("survival", &turn.to_string(), "share", Some(*share));
    }
    for (section, rows) in [("card", &report.cards), ("combo", &report.combos)] {
        rows.iter().for_each(|row| lines.card(section, row));
    }
    for (_, name, _, estimate) in report.metrics.iter().flat_map(Quality::rows) {
        lines.estimate("quality", name, "mean", estimate);
    }
    for row in &report.values {
        for (measure, estimate) in row.measures() {
            lines.estimate("value", &row.name, measure, estimate);
        }
    }
    String::from_utf8(lines.0.into_inner().unwrap_or_default()).unwrap_or_default()
}

struct Lines(csv::Writer<Vec<u8>>);

impl Lines {
    fn row(&mut self, cells: [&str; 6]) {
        // Writing into memory cannot fail.
        let _ = self.0.write_record(cells);
    }

    fn number(&mut self, section: &str, name: &str, measure: &str, value: f64) {
        self.row([section, name, measure, &value.to_string(), "", ""]);
    }

    fn estimate(&mut self, section: &str, name: &str, measure: &str, estimate: Option<Estimate>) {
        if let Some(Estimate { value, low, high }) = estimate {
            let [value, low, high] = [value, low, high].map(|number| number.to_string());
            self.row([section, name, measure, &value, &low, &high]);
        }
    }

    fn length(&mut self, name: &str, length: Option<Length>) {
        let Some(length) = length else { return };
        self.estimate("length", name, "mean", Some(length.mean));
        let quantiles = [
            ("min", length.min),
            ("p05", length.p05),
            ("p25", length.p25),
            ("median", length.median),
            ("p75", length.p75),
            ("p95", length.p95),
            ("max", length.max),
        ];
        for (measure, n) in quantiles {
            self.number("length", name, measure, n as f64);
        }
    }

    fn card(&mut self, section: &str, row: &CardRow) {
        let name = &row.name;
        let a_game = [
            ("played", row.played),
            ("drawn", row.drawn),
            ("stolen", row.stolen),
            ("dead", row.dead),
        ];
        for (measure, n) in a_game {
            self.number(section, name, measure, n);
        }
        let estimates =
            [("cancelled", row.cancelled), ("rescued", row.rescued), ("dealt", row.dealt)];
        for (measure, estimate) in estimates {
            self.estimate(section, name, measure, estimate);
        }
    }
}
