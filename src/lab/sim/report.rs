//! Derives the printed statistics from the tally: shares, means, quantiles, intervals and tests.

use super::card_rows::{CardRow, card_rows};
use super::clusters::RatioSums;
use super::counts::Merge as _;
use super::distributions::{Z95, all_differences};
use super::habits::Habits;
use super::histogram::Histogram;
use super::measures::{MEASURES, Measure, N_NUMBERS, turns_at_least};
use super::metric_report::Quality;
use super::option_counts::OPTIONS;
use super::outcomes::{Outcomes, Wins};
use super::paired::Paired;
use super::plan::RunManifest;
use super::questions::{QuestionRow, question_rows};
use super::stats::{self, Estimate, SeatTest, rounded};
use super::tally::{FirstFault, Tally, is_cut};
use super::two_kinds::TwoKinds;
use super::uses::Uses;
use super::value_report::{CardValue, card_values};
use crate::kernel::card::MAX_SEATS;
use serde::{Serialize, Serializer};

/// The most turns of a survival curve.
const MAX_TURNS: usize = 10_000;

/// The result of a run. It depends only on the configuration and the games played.
#[derive(Clone, Debug, Serialize)]
pub struct SimReport {
    pub plan: RunManifest,
    /// The number of games played.
    pub games: u64,
    /// The number of games with a winner. All figures below refer to these games.
    pub won: u64,
    /// The number of games that ended without a winner.
    pub drawn: u64,
    /// The number of games stopped at the ply limit, which are left out of every figure.
    pub stopped: u64,
    /// The mean number of turns if each of these games ended where it was stopped: games are at
    /// least as long. `None` without such games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns_at_least: Option<f64>,
    /// The number of games that ended with a script fault.
    pub faulty: u64,
    pub first_fault: Option<FirstFault>,
    /// The number of decisions in all games.
    pub decisions: u64,
    /// The wins of each seat, in seat order.
    pub seats: Vec<ReportRow>,
    /// The test of equal win rates of all seats.
    pub seat_test: Option<SeatTest>,
    /// The mean score of each seat, in seat order; empty in games without scores.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<ScoreRow>,
    /// The wins of each agent.
    pub agents: Vec<ReportRow>,
    /// The agent that wins most; `None` with one agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_agent: Option<BestAgent>,
    /// The wins of each agent in each seat; empty with one agent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub agent_seats: Vec<AgentSeats>,
    /// The advantage of the starting player; `None` also if many games were stopped.
    pub first: Option<FirstSeat>,
    /// How often a winner alone held the fewest cards halfway through the turns.
    pub comebacks: Option<Estimate>,
    /// The numbers of a game ([`MEASURES`]), and the numbers of options of a decision.
    #[serde(flatten, serialize_with = "by_name")]
    pub lengths: Vec<NamedLength>,
    /// The causes of elimination, most frequent first.
    pub causes: Vec<CauseRow>,
    /// By turn: the share of seats still alive after that turn.
    pub survival: Vec<Estimate>,
    /// Survival for each seat.
    pub seat_survival: Vec<Vec<Estimate>>,
    /// By turn, from 1 on: the chance that somebody is eliminated in it.
    pub danger: Vec<Estimate>,
    /// By turn, from 1 on: the mean number of cards in the hands of those in the game.
    pub hands: Vec<f64>,
    /// By seat: the share of games in which it was out first, second, …, and in which it stayed.
    pub places: Vec<Vec<f64>>,
    /// The histogram of the turns per game, from 0 up.
    pub turn_counts: Vec<u64>,
    /// Two kinds of games, if their lengths have two peaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub two_kinds: Option<TwoKinds>,
    pub cards: Vec<CardRow>,
    pub combos: Vec<CardRow>,
    /// The cards and combos that were never offered, or never chosen by an agent.
    pub unplayed: Vec<UnplayedRow>,
    /// The questions that scripts ask, with the shares of their answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<QuestionRow>,
    /// Habits of these players that people do not have.
    pub habits: Habits,
    /// The value of each kind and combo; empty if it was not measured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<CardValue>,
    /// The quality of the game, if it was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metrics: Option<Quality>,
}

/// The win rate of a seat or an agent.
#[derive(Clone, Debug, Serialize)]
pub struct ReportRow {
    pub name: String,
    /// The number of games, counted once per seat.
    pub n: u64,
    /// The number of wins, alone or with others.
    pub wins: u64,
    /// The win rate; each of k winners, or winning teams, counts 1/k.
    pub rate: Option<Estimate>,
}

impl ReportRow {
    fn new(name: String, wins: &Wins) -> Self {
        Self { name, n: wins.n(), wins: wins.wins, rate: wins.rate() }
    }
}

/// The agent with the highest win rate.
#[derive(Clone, Debug, Serialize)]
pub struct BestAgent {
    pub name: String,
    /// The share of the games that its seats win together.
    pub games: Estimate,
    /// This share if all agents are equal.
    pub fair: f64,
    /// Its win rate minus that of the worst agent. As the two are chosen by the result, the
    /// interval is that of all differences between agents at once.
    pub ahead: Estimate,
}

/// The win rates of an agent by seat.
#[derive(Clone, Debug, Serialize)]
pub struct AgentSeats {
    pub name: String,
    /// The wins in each seat, in seat order.
    pub seats: Vec<ReportRow>,
}

/// The scores of a seat.
#[derive(Clone, Debug, Serialize)]
pub struct ScoreRow {
    pub name: String,
    /// The number of games in which it had a score.
    pub n: u64,
    pub mean: Option<Estimate>,
}

/// The advantage of the starting player.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FirstSeat {
    /// The win rate of the starting player.
    pub rate: Estimate,
    /// The win rate without an advantage.
    pub fair: f64,
    /// The probability of a deviation at least this large by chance (exact binomial test).
    pub p_value: f64,
}

impl FirstSeat {
    /// The win rate of the starting player minus that without an advantage.
    pub fn advantage(&self) -> Estimate {
        let Estimate { value, low, high } = self.rate;
        Estimate { value: value - self.fair, low: low - self.fair, high: high - self.fair }
    }
}

/// The distribution of a quantity.
#[derive(Clone, Debug)]
pub struct NamedLength {
    /// Its name for programs.
    pub name: &'static str,
    /// Its name in reports.
    pub title: &'static str,
    /// `None` if there are too few games.
    pub length: Option<Length>,
}

/// The mean and the quantiles of a distribution.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Length {
    pub mean: Estimate,
    pub min: usize,
    pub p05: usize,
    pub p25: usize,
    pub median: usize,
    pub p75: usize,
    pub p95: usize,
    pub max: usize,
}

/// A cause of elimination.
#[derive(Clone, Debug, Serialize)]
pub struct CauseRow {
    /// The kind of card or the combo; `(rules)` if none of them caused it.
    pub name: String,
    /// The number of players eliminated.
    pub eliminations: u64,
    /// The share of all eliminations.
    pub share: f64,
}

/// A card or a combo that an agent never played.
#[derive(Clone, Debug, Serialize)]
pub struct UnplayedRow {
    pub name: String,
    /// The number of games in which it was offered to them.
    pub offered: u64,
    /// The agents that were offered it and never chose it; none if nobody was offered it.
    pub never_chosen_by: Vec<String>,
}

impl SimReport {
    /// A distribution by its name.
    pub fn length(&self, name: &str) -> Option<&Length> {
        self.lengths.iter().find(|length| length.name == name)?.length.as_ref()
    }

    /// Whether so many games were stopped that the others say nothing of all.
    pub const fn is_cut(&self) -> bool {
        is_cut(self.stopped, self.games)
    }

    /// The half-width of the interval of what was asked for: of the value of the card, or else of
    /// the win rate of the starting player.
    pub fn margin(&self) -> Option<f64> {
        let row = |card: &String| self.values.iter().find(|row| row.name == *card);
        match &self.plan.card {
            Some(card) => Some(row(card)?.holding?.margin()),
            None => Some(self.first?.rate.margin()),
        }
    }

    /// Computes the report. `kinds` and `combos` are the ids in the order of the ruleset.
    pub fn new(plan: &RunManifest, kinds: &[String], combos: &[String], tally: &Tally) -> Self {
        let outcomes = Outcomes::new(plan, &tally.endings);
        let is_whole = !is_cut(tally.stopped, tally.games);
        // Of two players, the first seat differs from the other one as who begins does.
        let begins = plan.players == 2 && outcomes.seat(0).rate() == outcomes.first().rate();
        let seat_names = || (1..=plan.players).map(|n| format!("p{n}"));
        let seats = |of: &dyn Fn(usize) -> Wins| {
            seat_names().enumerate().map(|(seat, name)| ReportRow::new(name, &of(seat))).collect()
        };
        let agents = || plan.agents.iter().enumerate();
        let by_seat = |(agent, name): (usize, &String)| AgentSeats {
            name: name.clone(),
            seats: seats(&|seat| outcomes.agent_in(agent, seat)),
        };
        let score = |(name, scores): (String, &Paired)| ScoreRow {
            name,
            n: scores.n(),
            mean: scores.mean(1),
        };
        // Of one seat, one or none is out, and the square is the number.
        let alone = |out: &Histogram| survival(out, out, (tally.won, 1));
        let turn_counts = Measure::named("turns")
            .and_then(|turns| turns.distribution(tally))
            .map_or_else(Vec::new, |turns| turns.counts().to_vec());
        Self {
            two_kinds: TwoKinds::of(&turn_counts, plan.players).filter(|_| is_whole),
            plan: plan.clone(),
            games: tally.games,
            won: tally.won,
            drawn: tally.drawn,
            stopped: tally.stopped,
            turns_at_least: turns_at_least(tally),
            faulty: tally.faulty,
            first_fault: tally.first_fault.clone(),
            decisions: tally.decisions,
            seats: seats(&|seat| outcomes.seat(seat)),
            seat_test: outcomes
                .sides()
                .filter(|_| is_whole && !plan.seats_are_agents() && !begins)
                .and_then(|sides| sides.test()),
            scores: seat_names().zip(&tally.scores).map(score).collect(),
            agents: agents()
                .map(|(i, name)| ReportRow::new(name.clone(), &outcomes.agent(i)))
                .collect(),
            best_agent: best_agent(plan, &outcomes).filter(|_| is_whole),
            agent_seats: agents().filter(|_| plan.agents.len() > 1).map(by_seat).collect(),
            first: first(plan, &outcomes).filter(|_| is_whole),
            comebacks: stats::wilson(tally.comebacks, tally.won),
            lengths: lengths(tally),
            causes: causes((kinds, combos), tally),
            survival: survival(
                &together(&tally.out),
                &tally.out_squares,
                (tally.won, plan.players as u64),
            ),
            seat_survival: tally.out.iter().take(plan.players).map(alone).collect(),
            danger: danger(tally),
            hands: hands(tally),
            places: tally.places.iter().map(places).collect(),
            turn_counts,
            cards: card_rows(plan, kinds, &tally.kinds, tally),
            combos: card_rows(plan, combos, &tally.combos, tally),
            unplayed: unplayed(plan, kinds, combos, tally),
            questions: question_rows(&tally.questions, tally.won.saturating_add(tally.drawn)),
            habits: Habits::of((kinds, combos), tally),
            values: card_values(kinds, combos, &tally.values),
            metrics: Quality::of(&tally.metrics),
        }
    }
}

fn first(plan: &RunManifest, outcomes: &Outcomes<'_>) -> Option<FirstSeat> {
    let (fair, first) = (1.0 / outcomes.n_sides() as f64, outcomes.first());
    let found = FirstSeat { rate: first.rate()?, fair: rounded(fair), p_value: first.test(fair)? };
    (!plan.seats_are_agents()).then_some(found)
}

fn best_agent(plan: &RunManifest, outcomes: &Outcomes<'_>) -> Option<BestAgent> {
    let rate = |agent| Some((outcomes.agent(agent).rate()?.value, agent));
    let mut rated: Vec<(f64, usize)> = (0..plan.agents.len()).filter_map(rate).collect();
    rated.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let [(_, best), .., (_, worst)] = rated[..] else { return None };
    let (games, fair) = outcomes.agent_games(best)?;
    let ahead = outcomes.difference(best, worst)?;
    let ahead = ahead.widened(all_differences(rated.len(), f64::INFINITY) / Z95);
    Some(BestAgent { name: plan.agents[best].clone(), games, fair, ahead })
}

fn lengths(tally: &Tally) -> Vec<NamedLength> {
    let number = |measure: &Measure| NamedLength {
        name: measure.name,
        title: measure.title,
        length: measure.distribution(tally).and_then(|found| length(found, found.mean()?)),
    };
    // Games have several decisions.
    let options = tally.options.iter().zip(&tally.option_sums).zip(OPTIONS);
    let options = options.map(|((found, sums), (name, title))| NamedLength {
        name,
        title,
        length: sums.mean().and_then(|mean| length(found, mean)),
    });
    // Most games have one round.
    let rounds = Some(&tally.rounds).filter(|rounds| rounds.counts().len() > 2).map(|rounds| {
        let length = rounds.mean().and_then(|mean| length(rounds, mean));
        NamedLength { name: "rounds", title: "rounds", length }
    });
    MEASURES[..N_NUMBERS].iter().map(number).chain(rounds).chain(options).collect()
}

fn by_name<S: Serializer>(lengths: &[NamedLength], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(lengths.iter().map(|length| (length.name, &length.length)))
}

fn length(histogram: &Histogram, mean: Estimate) -> Option<Length> {
    Some(Length {
        mean,
        min: histogram.quantile(0)?,
        p05: histogram.quantile(50)?,
        p25: histogram.quantile(250)?,
        median: histogram.quantile(500)?,
        p75: histogram.quantile(750)?,
        p95: histogram.quantile(950)?,
        max: histogram.quantile(1000)?,
    })
}

/// The name of eliminations without a card or combo as the cause.
pub const RULES: &str = "(rules)";

fn causes((kinds, combos): (&[String], &[String]), tally: &Tally) -> Vec<CauseRow> {
    let rules = RULES.to_owned();
    let uses = kinds.iter().zip(&tally.kinds).chain(combos.iter().zip(&tally.combos));
    let by_owner = uses.map(|(owner, uses)| (owner, uses.eliminations));
    let mut causes: Vec<_> = by_owner.chain([(&rules, tally.other_eliminations)]).collect();
    causes.retain(|(_, n)| *n > 0);
    causes.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    let all: f64 = causes.iter().map(|(_, n)| *n as f64).sum();
    let cause = |(name, n): (&String, u64)| CauseRow {
        name: name.clone(),
        eliminations: n,
        share: rounded(n as f64 / all),
    };
    causes.into_iter().map(cause).collect()
}

/// The sum over all seats.
fn together(out: &[Histogram]) -> Histogram {
    let mut all = Histogram::default();
    out.iter().for_each(|seat| all.merge_from(seat));
    all
}

/// The share of the players of `n_games` games still alive after each turn, from turn 0 on: 1 minus
/// the share eliminated by then. The winner stays alive to the end. `squares` are those of
/// [`Tally::out_squares`].
fn survival(
    out: &Histogram,
    squares: &Histogram,
    (n_games, n_players): (u64, u64),
) -> Vec<Estimate> {
    let [n, players] = [n_games.saturating_mul(n_players), n_players].map(i128::from);
    let (mut n_out, mut n_out_squared) = (0, 0);
    let after = |(turn, gone): (usize, &u64)| {
        n_out += i128::from(*gone);
        n_out_squared += squares.counts().get(turn).map_or(0, |n| i128::from(*n));
        // The sum of (players - out)² over games.
        let left_squared = n * players + n_out_squared - 2 * players * n_out;
        RatioSums::of_equal_sizes(n_games, n_players, n - n_out, left_squared).share(1)
    };
    out.counts().iter().take(MAX_TURNS).enumerate().filter_map(after).collect()
}

/// Of the games that reach a turn, those in which somebody is out in it.
fn danger(tally: &Tally) -> Vec<Estimate> {
    let (out, turns) = (together(&tally.out), Measure::named("turns"));
    let Some(turns) = turns.and_then(|turns| turns.distribution(tally)) else { return Vec::new() };
    let mut left = turns.n();
    let danger = |(turn, n_ended): (usize, &u64)| {
        let (reached, n) = (left, out.counts().get(turn).copied().unwrap_or(0));
        left = left.saturating_sub(*n_ended);
        stats::wilson(n.min(reached), reached)
    };
    turns.counts().iter().enumerate().take(MAX_TURNS).filter_map(danger).skip(1).collect()
}

fn hands(tally: &Tally) -> Vec<f64> {
    let mean = |[hands, cards]: &[u64; 2]| rounded(*cards as f64 / (*hands).max(1) as f64);
    tally.hands.iter().map(mean).take(MAX_TURNS).collect()
}

/// The shares of the places of a seat; the last one is that of staying in the game.
fn places(counts: &Histogram) -> Vec<f64> {
    let n = counts.n().max(1) as f64;
    counts.counts().iter().take(MAX_SEATS + 1).map(|count| rounded(*count as f64 / n)).collect()
}

/// Lists the cards and sets never offered, or offered and never chosen; but for cards that were in
/// nobody's hand or explode.
fn unplayed(
    plan: &RunManifest,
    kinds: &[String],
    combos: &[String],
    tally: &Tally,
) -> Vec<UnplayedRow> {
    let row = |(name, uses): (&String, &Uses)| {
        let by_agent = plan.agents.iter().zip(uses.offered.iter().zip(&uses.chosen));
        let unchosen = by_agent.filter(|(_, (offered, chosen))| **offered > 0 && **chosen == 0);
        let mut never_chosen_by: Vec<String> =
            unchosen.clone().map(|(agent, _)| agent.clone()).collect();
        never_chosen_by.dedup();
        let is_unknown = uses.played == 0 && uses.offered.iter().all(|n| *n == 0);
        let offered = unchosen.map(|(_, (offered, _))| *offered).max().unwrap_or(0);
        let is_unplayed = is_unknown || offered > 0;
        is_unplayed.then(|| UnplayedRow { name: name.clone(), offered, never_chosen_by })
    };
    let is_held = |(_, uses): &(&String, &Uses)| {
        let in_a_hand = [uses.opening_sums.size(), uses.drawn, uses.stolen, uses.dead];
        in_a_hand.iter().any(|n| *n > 0) && uses.rescued_sums.size() == 0
    };
    let kinds = kinds.iter().zip(&tally.kinds).filter(is_held);
    kinds.chain(combos.iter().zip(&tally.combos)).filter_map(row).collect()
}
