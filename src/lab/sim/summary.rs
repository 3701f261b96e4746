//! The answers to what a designer asks of a simulation, in sentences.

use super::editions::{CLASSIC, EditionFigures, classic_cards, usual};
use super::figures::{grouped, percent, percent_to};
use super::report::{BestAgent, SimReport};
use super::sections::{Answer, answers};
use super::stats::Estimate;
use super::value_report::CardValue;

/// The pace at which turns become minutes, in seconds.
const PACE: f64 = 20.0;

/// The half-width of an interval that settles a question, as a share.
const PRECISE: f64 = 0.02;

/// Returns the answers.
pub fn summary(report: &SimReport) -> Vec<Answer> {
    let mut said = card(report);
    if let Some(turns) = report.length("turns") {
        let (mean, p05, p95) = (turns.mean, turns.p05, turns.p95);
        let minutes = mean.value * PACE / 60.0;
        let places = usize::from(minutes < 10.0);
        let text = format!(
            "Games last {:.1} turns on average ({:.1} to {:.1}), about {minutes:.places$} minutes \
             at {PACE} seconds a turn; nine in ten last {p05} to {p95} turns.",
            mean.value,
            mean.low.max(0.0),
            mean.high,
        );
        said.push(Answer { question: "How long is it?", text, games: None });
    }
    said.extend(first_seat(report));
    said.extend(answers("Who wins?", agents(report).into_iter().collect()));
    said.extend(fun(report));
    said
}

/// The number of games, of as many as were played, for an interval of this half-width: rounded up
/// to two digits.
fn games_for(games: u64, margin: f64, wanted: f64) -> Option<u64> {
    let needed = games as f64 * (margin / wanted).powi(2);
    (margin > wanted && needed < 1e15).then(|| round_up(needed as u64))
}

/// Whether the starting player has an advantage.
fn first_seat(report: &SimReport) -> Option<Answer> {
    let first = report.first?;
    let Estimate { value, low, high } = first.rate;
    let fair = 100.0 * first.fair;
    let wins = format!(
        "The starting player wins between {:.1} and {:.1} % of the games (fair: {fair:.1} %)",
        100.0 * low,
        100.0 * high
    );
    let games = games_for(report.won, first.rate.margin(), PRECISE / 2.0);
    let more =
        games.map_or_else(String::new, |n| format!("; {} games would tell 1 point", grouped(n)));
    let advantage = 100.0 * (value - first.fair).abs();
    let verdict = match first.rate.holds(first.fair) {
        true => "no difference from a fair game shows".to_owned(),
        false if value > first.fair => format!("going first is worth {advantage:.1} points"),
        false => format!("going first costs {advantage:.1} points"),
    };
    let text = format!("{wins}: {verdict}{more}.");
    Some(Answer { question: "Is the first seat fair?", text, games })
}

fn agents(report: &SimReport) -> Option<String> {
    let BestAgent { name, games, fair, ahead } = report.best_agent.as_ref()?;
    let share = format!("{} of the games (fair: {:.1} %)", percent(Some(*games)), 100.0 * fair);
    Some(match ahead.low > 0.0 {
        true => format!("{name} wins most: {share}."),
        false => format!("No agent is clearly better: {name} wins {share}."),
    })
}

/// What the card that was asked for is worth, or else the strongest and the weakest one.
fn card(report: &SimReport) -> Vec<Answer> {
    let held = report.values.iter().filter_map(|row| Some((row, row.holding?)));
    let mut held: Vec<(&CardValue, Estimate)> = held.collect();
    held.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
    let ([(best, _), ..], [.., (worst, _)]) = (&held[..], &held[..]) else {
        return Vec::new();
    };
    let asked = held.iter().find(|(row, _)| report.plan.card.as_ref() == Some(&row.name));
    let (row, value) = *asked.unwrap_or(&held[0]);
    let rank = match row.name.as_str() {
        name if held.len() > 1 && *name == best.name => ": the strongest card",
        name if held.len() > 1 && *name == worst.name => ": the weakest card",
        _ => "",
    };
    let games = games_for(report.games, value.margin(), PRECISE);
    let more = games.map_or_else(String::new, |n| {
        format!(" For ± {:.0} points play {} games.", 100.0 * PRECISE, grouped(n))
    });
    let others = held.iter().filter(|(other, _)| other.name != row.name).map(|(_, e)| e.value);
    let (least, most) = others.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| {
        (least.min(value), most.max(value))
    });
    let between = |who: &str, least: f64, most: f64| {
        if least > most {
            String::new()
        } else {
            format!("{who} between {least:+.0} and {most:+.0}")
        }
    };
    let others = between("; the others lie", 100.0 * least, 100.0 * most);
    let who = if report.plan.players == 2 {
        "; classic's lie"
    } else {
        "; classic's, for 2 players, lie"
    };
    let classic = classic_cards().filter(|_| report.plan.variant != CLASSIC);
    let classic = classic.map_or(String::new(), |[least, most]| between(who, least, most));
    let question = if asked.is_some() { "Is it too strong?" } else { "Which card is strongest?" };
    let text = format!("{}{rank}{others}{classic}.{more}", worth(&row.name, value));
    vec![Answer { question, text, games }]
}

/// `A player dealt nope wins 10.1 points less often than with a blank in its place (3.5 to 16.7
/// less)`.
fn worth(name: &str, value: Estimate) -> String {
    let Estimate { value, low, high } = value;
    let [size, low, high] = [value.abs(), low, high].map(|share| 100.0 * share);
    let blank = "than with a blank in its place";
    if low <= 0.0 && 0.0 <= high {
        let (less, more) = (-low, high);
        return format!(
            "A player dealt {name} wins about as often as with a blank in its place (between \
             {less:.1} points less and {more:.1} more)"
        );
    }
    let (word, from, to) = if value > 0.0 { ("more", low, high) } else { ("less", -high, -low) };
    format!(
        "A player dealt {name} wins {size:.1} points {word} often {blank} ({from:.1} to {to:.1} {word})"
    )
}

/// Rounded up to two digits.
fn round_up(n: u64) -> u64 {
    let unit = 10u64.pow(n.max(1).ilog10().saturating_sub(1));
    n.div_ceil(unit).saturating_mul(unit)
}

/// How tense it is.
fn fun(report: &SimReport) -> Vec<Answer> {
    let mut said = Vec::new();
    let mean = |name| report.length(name).map(|length| length.mean.value);
    let cancelled = mean("cancelled").zip(mean("plays")).filter(|(_, plays)| *plays > 0.0);
    let cancelled = cancelled.map(|(cancelled, plays)| cancelled / plays);
    if let (Some(comebacks), Some(cancelled), Some(options)) =
        (report.comebacks, cancelled, mean("turn_options"))
    {
        let percent = |value: f64, of: fn(&EditionFigures) -> f64| {
            let (classic, median) = usual(of);
            let [value, classic, median] = [value, classic, median].map(|share| 100.0 * share);
            format!("{value:.0} % (classic {classic:.0}, the editions' median {median:.0})")
        };
        let (classic, median) = usual(|row| row.options);
        said.push(format!(
            "Whoever alone held the fewest cards at half-time wins {}; of the plays, {} are \
             cancelled; a turn offers {options:.1} options ({classic:.1}, {median:.1}).",
            percent(comebacks.value, |row| row.comebacks),
            percent(cancelled, |row| row.cancelled),
        ));
    }
    if let Some(cause) = report.causes.first().filter(|_| report.causes.len() > 1) {
        let share = 100.0 * cause.share;
        said.push(format!("{} eliminates most players: {share:.0} %.", cause.name));
    }
    if let Some(matter) = report.metrics.as_ref().and_then(|found| found.means[4]) {
        let most = Estimate { value: matter.value.max(0.0), ..matter };
        said.push(format!("{} of decisions matter.", percent_to(most, 0)));
    }
    answers("Is it fun?", said)
}
