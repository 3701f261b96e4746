//! When a run ends that is given no number of games: its answer is known, or it has done enough
//! work.
//!
//! Work is counted in plies of `greedy`, never in time, so that the result is that of every machine
//! and every number of threads. `README.md` here says how sure an interval is that ends a run.

use super::counts::Merge as _;
use super::plan::{Plan, RunManifest};
use super::progress::Progress;
use super::registry::AgentName;
use super::report::SimReport;
use super::row_files::RowFiles;
use super::run::run_with_rows;
use super::sim_shard::SimRun;
use super::tally::Tally;
use crate::base::error::Error;

/// The number of games of a run that has no answer to wait for.
pub const GAMES: u64 = 1_000;

/// The most games of a run that waits for its answer.
pub const MOST: u64 = 10_000;

/// The most work of such a run, in plies of `greedy`: those of `classic` take about 10 seconds on
/// one core.
pub const WORK: u64 = 4_000_000;

/// The half-width that settles the win rate of the starting player, and the value of a card.
pub const SETTLED: [f64; 2] = [0.01, 0.03];

/// The fewest games after which a run ends because its answer is known.
pub const MIN: u64 = 200;

/// The first games, which tell how much work a game is.
const FIRST: u64 = 4;

/// The fewest games, however much work they are.
const FEWEST: u64 = 16;

/// The most games whose quality is measured without being asked for, with a half of the work.
pub const QUALITY_GAMES: u64 = 100;

/// A run ends when the half-width of an interval is small enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoppingRule {
    /// The half-width that is wanted.
    pub wanted: f64,
    /// The fewest games.
    pub min: u64,
    /// The most games.
    pub most: u64,
}

impl StoppingRule {
    /// Returns how many games are likely to be needed, if `n` have this half-width.
    pub fn needed(&self, n: u64, margin: f64) -> f64 {
        n as f64 * (margin / self.wanted).powi(2)
    }

    /// Returns how many games are to be played in all before the next look; `None`: no more.
    pub fn next(&self, n: u64, margin: f64) -> Option<u64> {
        let (least, most) = (n.saturating_add(n / 10 + 1), n.saturating_mul(4));
        let next = (self.needed(n, margin) as u64).clamp(least, most.max(least));
        let next = next.max(self.min).min(self.most);
        let is_known = margin <= self.wanted && n >= self.min;
        (!is_known && next > n).then_some(next)
    }
}

/// Whether a run of this plan has an answer to wait for.
pub fn has_answer(plan: &Plan) -> bool {
    plan.manifest.card.is_some() || plan.manifest.has_first_seat()
}

/// Whether such a run also measures the quality of games: it waits for the starting player, and
/// its agents are as fast as `greedy`.
pub(super) fn may_judge(plan: &RunManifest) -> bool {
    let is_fast = |agent: &String| agent.parse().is_ok_and(|agent: AgentName| agent.work() == 1);
    plan.card.is_none() && plan.has_first_seat() && plan.agents.iter().all(is_fast)
}

/// Plays games of a plan until its answer is known: the value of its card, or how often the
/// starting player wins. Also measures the quality of the first games if that is little work. The
/// plan then has the number of games, unless the run was stopped.
///
/// # Errors
/// Those of [`run_with_rows`].
pub fn play_until_known(
    plan: &mut Plan,
    threads: usize,
    progress: &Progress,
    rows: Option<&RowFiles>,
) -> Result<Tally, Vec<Error>> {
    let of_answer = plan.agents().iter().map(|agent| agent.work()).sum::<u64>();
    let (work, run) = ((of_answer, plan.agents().len() as u64), SimRun::new(plan));
    let is_judged = may_judge(&plan.manifest) && !plan.manifest.metrics;
    plan.manifest.games = MOST;
    plan.manifest.quality_games = is_judged.then_some(FIRST);
    let mut whole = run_with_rows(plan, 0..FIRST, threads, progress, rows)?;
    let judged = work_of(whole.metrics.plies, work);
    if let Some(first) = &mut plan.manifest.quality_games {
        *first = (FIRST * (WORK / 2) / judged.max(1)).clamp(FIRST, QUALITY_GAMES);
    }
    let (mut n, wanted) = (FIRST, SETTLED[usize::from(plan.manifest.card.is_some())]);
    while !progress.stop.is_set() {
        let most = most_games(&whole, plan.manifest.quality_games, work);
        let margin = SimReport::new(&run.plan, &run.kinds, &run.combos, &whole).margin();
        let next = match margin {
            Some(margin) => StoppingRule { wanted, min: MIN, most }.next(n, margin),
            // Nobody has won, or had the card: this may be so for ever.
            None => Some(GAMES.min(most)).filter(|next| *next > n),
        };
        let Some(next) = next else { break };
        whole.merge_from(&run_with_rows(plan, n..next, threads, progress, rows)?);
        n = next;
    }
    if !progress.stop.is_set() {
        plan.manifest.games = n;
    }
    Ok(whole)
}

/// The work of plies of these agents: their work, and their number.
const fn work_of(plies: u64, (work, n): (u64, u64)) -> u64 {
    plies.saturating_mul(work) / n
}

/// The most games that are not too much work, if the others are as those that were played.
fn most_games(whole: &Tally, quality_games: Option<u64>, work: (u64, u64)) -> u64 {
    let games = whole.games.max(1);
    let of_quality = work_of(whole.metrics.plies, work);
    // That of the quality of all games goes on, that of the first ones ends.
    let (first, of_each) = match quality_games {
        Some(first) => (of_quality / first.min(games) * first, 0),
        None => (0, of_quality),
    };
    let plies = whole.decisions.saturating_add(whole.values.plies);
    let of_games = work_of(plies, work).saturating_add(of_each);
    let left = u128::from(WORK.saturating_sub(first).max(WORK / 2)) * u128::from(games);
    let most = left / u128::from(of_games.max(1));
    u64::try_from(most).unwrap_or(MOST).clamp(FEWEST, MOST)
}
