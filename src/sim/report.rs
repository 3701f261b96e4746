//! From the tally to what is printed: shares, means, quantiles, intervals and tests.

use super::histogram::Histogram;
use super::plan::RunManifest;
use super::stats::{self, Estimate, rounded};
use super::tally::{FirstFault, Tally, Uses, WinCount};
use serde::Serialize;

/// The result of a run. It depends on the plan and the games played alone.
#[derive(Clone, Debug, Serialize)]
pub struct SimReport {
    /// What was played.
    pub plan: RunManifest,
    /// How many games were begun.
    pub games: u64,
    /// How many somebody won. All that follows is of these games.
    pub won: u64,
    /// How many ended without a winner.
    pub drawn: u64,
    /// How many were stopped at the limit: they are in no average.
    pub stopped: u64,
    /// How many ended in a fault of a script.
    pub faulty: u64,
    /// The first of them.
    pub first_fault: Option<FirstFault>,
    /// How many decisions were made, in all games.
    pub decisions: u64,
    /// By seat, in their order.
    pub seats: Vec<Row>,
    /// Whether all seats win equally often.
    pub seat_test: Option<Test>,
    /// By agent.
    pub agents: Vec<Row>,
    /// The player who begins.
    pub first: Option<FirstSeat>,
    /// How often the winner was alone in holding the fewest cards after half of the turns.
    pub comebacks: Option<Estimate>,
    /// Plies in a game.
    pub plies: Option<Length>,
    /// Turns in a game.
    pub turns: Option<Length>,
    /// Cards drawn in a game.
    pub draws: Option<Length>,
    /// How many options a decision of a turn had.
    pub turn_options: Option<Length>,
    /// How many options a decision in a window had.
    pub window_options: Option<Length>,
    /// How many options any other question had.
    pub question_options: Option<Length>,
    /// What took players out, most often first.
    pub causes: Vec<CauseRow>,
    /// By turn of the game: the share of seats still in it after that turn.
    pub survival: Vec<f64>,
    /// The same for each seat.
    pub seat_survival: Vec<Vec<f64>>,
    /// The counts behind the lengths in turns, from 0 up.
    pub turn_counts: Vec<u64>,
    /// The kinds of cards.
    pub cards: Vec<CardRow>,
    /// The combos.
    pub combos: Vec<CardRow>,
}

/// How often somebody wins.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Who.
    pub name: String,
    /// In how many games, counted by seat.
    pub n: u64,
    /// How many of them were won.
    pub wins: u64,
    /// The share of games won.
    pub rate: Option<Estimate>,
}

/// A test of the hypothesis that there is no difference.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Test {
    /// Pearson's chi-squared.
    pub statistic: f64,
    /// How likely a difference this great is by chance.
    pub p_value: f64,
}

/// The advantage of beginning.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FirstSeat {
    /// How often who began won.
    pub rate: Estimate,
    /// The fair share.
    pub fair: f64,
    /// How likely a difference this great from the fair share is by chance (exact binomial test).
    pub p_value: f64,
}

/// How large something is in a game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Length {
    /// The mean.
    pub mean: Estimate,
    /// The smallest.
    pub min: usize,
    /// One in twenty is at most this.
    pub p05: usize,
    /// One in four.
    pub p25: usize,
    /// Half.
    pub median: usize,
    /// Three in four.
    pub p75: usize,
    /// Nineteen in twenty.
    pub p95: usize,
    /// The greatest.
    pub max: usize,
}

/// What took players out.
#[derive(Clone, Debug, Serialize)]
pub struct CauseRow {
    /// The kind of card; `(rules)` where none caused it.
    pub name: String,
    /// How many players.
    pub eliminations: u64,
    /// The share of all eliminations.
    pub share: f64,
}

/// What became of a kind of card, or of a combo.
#[derive(Clone, Debug, Serialize)]
pub struct CardRow {
    /// Its id.
    pub name: String,
    /// How often it was played in a game.
    pub played: f64,
    /// How many were drawn in a game.
    pub drawn: f64,
    /// How many went from hand to hand in a game.
    pub stolen: f64,
    /// How many were in the hand of a player who went out, in a game.
    pub dead: f64,
    /// The share of its plays that were cancelled.
    pub cancelled: Option<Estimate>,
    /// The share of the explosions it caused that were cancelled.
    pub rescued: Option<Estimate>,
    /// The share of games won by who held it at the first turn, less the share of those who did
    /// not.
    pub holding: Option<Estimate>,
    /// The share of games won by who played it, less the share of those who held it and never did
    /// (of a combo: who never did). Who lives longer plays more: this is no cause.
    pub playing: Option<Estimate>,
}

impl SimReport {
    /// Derives it. `kinds` and `combos` are the ids, in the order of the ruleset.
    #[must_use]
    pub fn new(plan: &RunManifest, kinds: &[String], combos: &[String], tally: &Tally) -> Self {
        let counts: Vec<u64> = tally.seats.iter().map(|share| share.wins).collect();
        let seat_names = (1..=plan.players).map(|n| format!("p{n}"));
        Self {
            plan: plan.clone(),
            games: tally.games,
            won: tally.won,
            drawn: tally.drawn,
            stopped: tally.stopped,
            faulty: tally.faulty,
            first_fault: tally.first_fault.clone(),
            decisions: tally.decisions,
            seats: rows(seat_names, &tally.seats),
            seat_test: stats::chi_squared(&counts)
                .map(|(statistic, p_value)| Test { statistic, p_value }),
            agents: rows(plan.agents.iter().cloned(), &tally.agents),
            first: first(plan, tally),
            comebacks: stats::wilson(tally.comebacks, tally.won),
            plies: length(&tally.plies),
            turns: length(&tally.turns),
            draws: length(&tally.draws),
            turn_options: length(&tally.options[0]),
            window_options: length(&tally.options[1]),
            question_options: length(&tally.options[2]),
            causes: causes(kinds, tally),
            survival: survival(&together(&tally.out), tally.won * plan.players as u64),
            seat_survival: tally.out.iter().map(|out| survival(out, tally.won)).collect(),
            turn_counts: tally.turns.counts().to_vec(),
            cards: cards(kinds, &tally.kinds, tally.won + tally.drawn),
            combos: cards(combos, &tally.combos, tally.won + tally.drawn),
        }
    }
}

fn rows(names: impl Iterator<Item = String>, shares: &[WinCount]) -> Vec<Row> {
    let row = |(name, share): (String, &WinCount)| {
        let WinCount { n, wins } = *share;
        Row { name, n, wins, rate: stats::wilson(wins, n) }
    };
    names.zip(shares).map(row).collect()
}

fn first(plan: &RunManifest, tally: &Tally) -> Option<FirstSeat> {
    let fair = 1.0 / plan.players as f64;
    Some(FirstSeat {
        rate: stats::wilson(tally.first_wins, tally.won)?,
        fair: rounded(fair),
        p_value: stats::binomial_test(tally.first_wins, tally.won, fair)?,
    })
}

fn length(histogram: &Histogram) -> Option<Length> {
    Some(Length {
        mean: histogram.mean()?,
        min: histogram.quantile(0)?,
        p05: histogram.quantile(50)?,
        p25: histogram.quantile(250)?,
        median: histogram.quantile(500)?,
        p75: histogram.quantile(750)?,
        p95: histogram.quantile(950)?,
        max: histogram.quantile(1000)?,
    })
}

fn causes(kinds: &[String], tally: &Tally) -> Vec<CauseRow> {
    let rules = "(rules)".to_owned();
    let by_kind = kinds.iter().zip(&tally.kinds).map(|(kind, uses)| (kind, uses.eliminations));
    let mut causes: Vec<_> = by_kind.chain([(&rules, tally.other_eliminations)]).collect();
    causes.retain(|(_, n)| *n > 0);
    causes.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    let all: u64 = causes.iter().map(|(_, n)| n).sum();
    let cause = |(name, n): (&String, u64)| CauseRow {
        name: name.clone(),
        eliminations: n,
        share: rounded(n as f64 / all as f64),
    };
    causes.into_iter().map(cause).collect()
}

/// All seats together.
fn together(out: &[Histogram]) -> Histogram {
    let mut all = Histogram::default();
    out.iter().for_each(|seat| all.merge(seat));
    all
}

/// The share of `n` players still in the game after each turn, from turn 0 on: one less what has
/// gone out by then. Who won stays in to the end.
fn survival(out: &Histogram, n: u64) -> Vec<f64> {
    let mut left = n;
    let after = |gone: &u64| {
        left -= gone;
        rounded(left as f64 / n.max(1) as f64)
    };
    out.counts().iter().map(after).collect()
}

fn cards(names: &[String], uses: &[Uses], games: u64) -> Vec<CardRow> {
    let row = |(name, uses): (&String, &Uses)| {
        let a_game = |n: u64| rounded(n as f64 / games.max(1) as f64);
        let pair = |share: WinCount| (share.wins, share.n);
        CardRow {
            name: name.clone(),
            played: a_game(uses.played),
            drawn: a_game(uses.drawn),
            stolen: a_game(uses.stolen),
            dead: a_game(uses.dead),
            cancelled: stats::wilson(uses.cancelled, uses.played),
            rescued: stats::wilson(uses.rescued, uses.explosions),
            holding: stats::difference(pair(uses.opening), pair(uses.no_opening)),
            playing: stats::difference(pair(uses.users), pair(uses.keepers)),
        }
    };
    names.iter().zip(uses).map(row).collect()
}
