//! The answers to what a designer asks of a simulation, in sentences.

use super::distributions::{Z95, all_differences, binomial_test};
use super::editions::CLASSIC;
use super::figures::{games_for, grouped, percent};
use super::measures::{FIRST_SEAT, LENGTH};
use super::report::{BestAgent, CauseRow, RULES, SimReport};
use super::sections::{Answer, AnswerPace, answers};
use super::stats::Estimate;
use super::stopping::SETTLED;
use super::tension::{comparable, tension};
use super::two_kinds::TwoKinds;
use super::value_report::CardValue;
use crate::base::error::{and, plural};

/// The pace at which turns become minutes, in seconds.
const PACE: f64 = 20.0;

/// The half-width of an interval that settles a question, as a share.
const PRECISE: f64 = 0.02;

/// Returns the answers.
pub fn summary(report: &SimReport) -> Vec<Answer> {
    if report.is_cut() {
        return cut(report);
    }
    let mut said = card(report);
    if let Some(turns) = report.length("turns") {
        let (mean, p05, p95) = (turns.mean, turns.p05, turns.p95);
        let range = match p05 == p95 {
            true => plural(p05, "turn"),
            false => format!("{p05} to {p95} turns"),
        };
        let text = format!(
            "Games last {:.1} turns on average ({:.1} to {:.1}), {}; nine in ten last {range}.{}",
            mean.value,
            mean.low.max(0.0),
            mean.high,
            minutes(mean.value),
            report.two_kinds.map_or_else(String::new, two_kinds),
        );
        said.push(Answer { question: LENGTH, text, ..Answer::default() });
    }
    said.extend(first_seat(report));
    said.extend(answers("Who wins?", agents(report).into_iter().collect()));
    said.extend(tension(report));
    said.extend(answers("", cause(report).into_iter().collect()));
    said
}

/// ` There are two kinds of game: a third end within 13 turns, the others last about 35.`
fn two_kinds(found: TwoKinds) -> String {
    let TwoKinds { within, share, others } = found;
    let share = match (12.0 * share).round() as u64 {
        2 => "one in six".to_owned(),
        3 => "a quarter".to_owned(),
        4 => "a third".to_owned(),
        6 => "half".to_owned(),
        8 => "two thirds".to_owned(),
        9 => "three quarters".to_owned(),
        _ => format!("{:.0} %", 100.0 * share),
    };
    format!(
        " There are two kinds of game: about {share} end within {within} turns, the others last \
         about {others:.0}."
    )
}

/// `about 7.9 minutes at 20 seconds a turn`.
fn minutes(turns: f64) -> String {
    let minutes = turns * PACE / 60.0;
    let places = usize::from(minutes < 10.0);
    format!("about {minutes:.places$} minutes at {PACE} seconds a turn")
}

/// The answer where many games were stopped: those that ended are the short ones.
fn cut(report: &SimReport) -> Vec<Answer> {
    let turns = report.turns_at_least.unwrap_or_default();
    let (stopped, games) = (grouped(report.stopped), plural(report.games, "game"));
    let (were, they_are) =
        if report.stopped == 1 { ("was", "it is") } else { ("were", "they are") };
    let others =
        format!("Not known until {they_are}: games that end early are not like all games.");
    let rest = format!(
        "{stopped} of {games} {were} stopped after {}, so {they_are} still to be played to the end, \
         with a larger --limit",
        plural(report.plan.limit, "ply")
    );
    let length =
        format!("Games last at least {turns:.1} turns on average, {}: {rest}.", minutes(turns));
    let answer =
        |question, text: &str| Answer { question, text: text.to_owned(), ..Answer::default() };
    vec![answer(LENGTH, &length), answer(FIRST_SEAT, &others)]
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
        false if value > first.fair => format!("going first wins {advantage:.1} points more often"),
        false => format!("going first wins {advantage:.1} points less often"),
    };
    let text = format!("{wins}: {verdict}{more}.");
    Some(Answer { question: FIRST_SEAT, text, games, pace: AnswerPace::Games })
}

fn agents(report: &SimReport) -> Option<String> {
    let BestAgent { name, games, fair, ahead } = report.best_agent.as_ref()?;
    let share = format!("{} of the games (fair: {:.1} %)", percent(Some(*games)), 100.0 * fair);
    Some(match ahead.low > 0.0 {
        true => format!("{name} wins most: {share}."),
        false => format!("No agent is clearly better: {name} wins {share}."),
    })
}

/// The value of a card in sentences.
struct CardSentences {
    question: &'static str,
    /// Without an end: `A player dealt Nope wins 10.1 points less often than with a blank in its
    /// place`.
    verdict: String,
    /// `3.5 to 16.7 less`.
    interval: String,
    /// From its rank on.
    rest: String,
    /// The number of games that would settle it.
    games: Option<u64>,
}

/// The question that the value of a card answers.
const TOO_STRONG: &str = "Is it too strong?";

/// The sentence about the card that was asked for, if no hand shows its worth.
fn never_held(report: &SimReport) -> Option<String> {
    let asked = report.plan.card.as_ref().filter(|card| !card.is_empty())?;
    let row = report.values.iter().find(|row| row.name == *asked);
    if row.is_some_and(|row| row.holding.is_some()) {
        return None;
    }
    let (title, games) = (report.plan.title(asked), plural(report.games, "game"));
    let held = report.cards.iter().find(|row| row.name == *asked).map_or(0.0, |row| row.held);
    Some(match held > 0.0 {
        true => format!(
            "{title} was in too few first hands of {games} to say what holding it is worth."
        ),
        false => format!(
            "{title} is never dealt to a hand: in {games} it was in no first hand, so it has no \
             worth to hold."
        ),
    })
}

fn card(report: &SimReport) -> Vec<Answer> {
    if let Some(text) = never_held(report) {
        return vec![Answer { question: TOO_STRONG, text, ..Answer::default() }];
    }
    let answer = |CardSentences { question, verdict, interval, rest, games }| Answer {
        question,
        text: format!("{verdict} ({interval}){rest}"),
        games,
        pace: AnswerPace::Cards,
    };
    card_sentences(report).map(answer).into_iter().collect()
}

/// The value of the card that was asked for in a sentence, and the figures behind it.
pub(super) fn verdict(report: &SimReport) -> Option<[String; 2]> {
    if let Some(text) = never_held(report) {
        return Some([text, String::new()]);
    }
    let CardSentences { verdict, interval, rest, .. } = card_sentences(report)?;
    Some([format!("{verdict}."), format!("{interval}{rest}")])
}

/// The value of the card that was asked for, or else the one with the largest value; and which
/// others clearly differ from it.
fn card_sentences(report: &SimReport) -> Option<CardSentences> {
    let held = report.values.iter().filter_map(|row| Some((row, row.holding?)));
    let mut held: Vec<(&CardValue, Estimate)> = held.collect();
    held.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
    let asked = held.iter().find(|(row, _)| report.plan.card.as_ref() == Some(&row.name));
    let (row, value) = asked.or(held.first()).copied()?;
    let games = games_for(report.games, value.margin(), PRECISE);
    let more = games.map_or_else(String::new, |n| {
        format!(" For ± {:.0} points play {} games.", 100.0 * PRECISE, grouped(n))
    });
    let title = report.plan.title(&row.name);
    let (rank, classic) = (rank(report, &held, &row.name), classic(report));
    let question = if asked.is_some() { TOO_STRONG } else { "Which card is strongest?" };
    let (verdict, interval) = worth(&title, value);
    let rest = format!("{rank}{classic}.{more}");
    Some(CardSentences { question, verdict, interval, rest, games })
}

/// Which cards are clearly stronger and weaker than this one, among all differences at once.
fn rank(report: &SimReport, held: &[(&CardValue, Estimate)], name: &str) -> String {
    let others = || held.iter().filter(|(row, _)| row.name != name);
    let Some((_, own)) = held.iter().find(|(row, _)| row.name == name) else {
        return String::new();
    };
    let width = match held.len() {
        0 | 1 => return String::new(),
        n => all_differences(n, f64::INFINITY) / Z95,
    };
    let ahead =
        |a: Estimate, b: Estimate| a.value - b.value > width * f64::hypot(a.margin(), b.margin());
    let named = |is_named: &dyn Fn(Estimate) -> bool| {
        let named = others().filter(|(_, other)| is_named(*other));
        named.map(|(row, _)| report.plan.title(&row.name)).collect::<Vec<_>>()
    };
    let (above, below) = (named(&|other| ahead(other, *own)), named(&|other| ahead(*own, other)));
    let n_others = held.len() - 1;
    if below.len() == n_others {
        return ": the strongest card".to_owned();
    }
    if above.len() == n_others {
        return ": the weakest card".to_owned();
    }
    let list = |titles: &[String]| match titles {
        [shown @ .., _, _] if titles.len() > MOST_NAMED => {
            let shown: Vec<&str> = shown.iter().take(MOST_NAMED - 1).map(String::as_str).collect();
            format!("{} and {} more", shown.join(", "), titles.len() - shown.len())
        }
        _ => and(&titles.iter().map(String::as_str).collect::<Vec<_>>()),
    };
    match (&above[..], &below[..]) {
        ([], []) => "; not told apart from the other cards".to_owned(),
        (above, []) => format!("; clearly stronger: {}; weaker: none", list(above)),
        ([], below) => format!("; clearly weaker: {}; stronger: none", list(below)),
        (above, below) => {
            format!("; clearly stronger: {}; clearly weaker: {}", list(above), list(below))
        }
    }
}

/// The most cards that a sentence names.
const MOST_NAMED: usize = 5;

/// Between which values the cards of classic lie: for as many players.
fn classic(report: &SimReport) -> String {
    let row = comparable(report).into_iter().find(|row| row.edition == CLASSIC);
    let cards = row.filter(|_| report.plan.variant != CLASSIC).and_then(|row| row.cards);
    cards.map_or_else(String::new, |cards| {
        // The sum has no minus if a value rounds to zero.
        let [least, most] = cards.map(|value| value.round() + 0.0);
        format!("; classic's were measured between {least:+.0} and {most:+.0}")
    })
}

/// `A player dealt Nope wins 10.1 points less often than with a blank in its place`, and its
/// interval: `3.5 to 16.7 less`.
fn worth(name: &str, value: Estimate) -> (String, String) {
    let is_settled = value.margin() <= SETTLED[1];
    let Estimate { value, low, high } = value;
    let [size, low, high] = [value.abs(), low, high].map(|share| 100.0 * share);
    let blank = "than with a blank in its place";
    if low <= 0.0 && 0.0 <= high {
        let (less, more) = (-low, high);
        let verdict = match is_settled {
            true => {
                format!("A player dealt {name} wins about as often as with a blank in its place")
            }
            false => format!(
                "These games do not tell whether a player dealt {name} wins more or less often \
                 {blank}"
            ),
        };
        return (verdict, format!("between {less:.1} points less and {more:.1} more"));
    }
    let (word, from, to) = if value > 0.0 { ("more", low, high) } else { ("less", -high, -low) };
    (
        format!("A player dealt {name} wins {size:.1} points {word} often {blank}"),
        format!("{from:.1} to {to:.1} {word}"),
    )
}

/// The cause that eliminates the most players, if it is not a matter of chance which one does.
fn cause(report: &SimReport) -> Option<String> {
    let [first, second, ..] = &report.causes[..] else { return None };
    let both = first.eliminations.saturating_add(second.eliminations);
    let is_clear = binomial_test(first.eliminations, both, 0.5).is_some_and(|p| p < 0.05);
    let shown = |cause: &CauseRow| {
        let title = match &*cause.name {
            RULES => "no card".to_owned(),
            id => report.plan.title(id),
        };
        (title, 100.0 * cause.share)
    };
    let ((title, share), (other, others)) = (shown(first), shown(second));
    Some(match is_clear {
        true if first.share > 0.5 => format!("{title} eliminates most players: {share:.0} %."),
        true => format!("{title} eliminates more players than any other cause: {share:.0} %."),
        false => format!(
            "{title} eliminates {share:.0} % of the players, {other} {others:.0} %: not told apart."
        ),
    })
}
