//! Searches the values of options for a game with wanted properties, by successive halving
//! (`README.md`). The games that choose the finalists favour them, so the finalists are measured on
//! other games, those of the last round.
//!
//! The games of a search are counted from the first one of the first round to the last one of the
//! last round; the candidates of a round play its games. A shard is some games of one round.

use super::counts::Merge as _;
use super::finite;
use super::plan::{Plan, RunManifest};
use super::progress::Progress;
use super::run::{in_blocks, run as play};
use super::shard::{ShardedRun, shard_of};
use super::tally::Tally;
use super::tune::{Candidate, Target, mark_frontier, rounds};
use crate::base::error::{Error, Refusal};
use crate::transcript::short_hash;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

/// The most candidates, and the most bytes of their options.
const MAX_CANDIDATES: usize = 10_000;
const MAX_SPACE: usize = 64 << 20;

const MAX_TARGETS: usize = 16;

/// The values of options by name, of one candidate.
pub type OptionSet = Vec<(String, String)>;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneRun {
    /// The configuration that all candidates share; its hash of rules is that of all of them.
    pub plan: RunManifest,
    /// The values of each option.
    pub over: Vec<(String, Vec<String>)>,
    /// The targets as text, which is exact.
    pub toward: Vec<String>,
}

/// The tallies of candidates by index, without those of kinds and combos. Those of
/// the last round, which only measures, have the number of candidates added to the index.
pub type TuneCounts = BTreeMap<usize, Tally>;

impl TuneRun {
    /// The run of these candidates, which share the options `set`.
    pub fn new(
        set: OptionSet,
        over: Vec<(String, Vec<String>)>,
        targets: &[Target],
        plans: &[Plan],
    ) -> Self {
        let hashes: String = plans.iter().map(|plan| plan.manifest.rules.as_str()).collect();
        let first = plans[0].manifest.clone();
        let plan = RunManifest { set, rules: short_hash(hashes.as_bytes()), ..first };
        let toward = targets.iter().map(ToString::to_string).collect();
        Self { plan, over, toward }
    }

    pub fn targets(&self) -> Vec<Target> {
        self.toward.iter().filter_map(|text| text.parse().ok()).collect()
    }

    /// The wanted values of measures.
    #[doc(hidden)]
    pub fn wanted(&self) -> String {
        let targets = self.targets();
        let wanted = targets.iter().map(|t| format!("{}={}", t.measure.name, t.value));
        wanted.collect::<Vec<_>>().join(" ")
    }

    /// The number of candidates.
    ///
    /// # Errors
    /// There are none, more than 10,000, or their options are very long.
    pub fn n_candidates(over: &[(String, Vec<String>)]) -> Result<usize, Refusal> {
        let product = |n: usize, (_, values): &(_, Vec<_>)| n.checked_mul(values.len());
        let longest = |values: &[String]| values.iter().map(String::len).max().unwrap_or(0);
        let pair = size_of::<(String, String)>();
        let bytes = over.iter().map(|(name, values)| name.len() + longest(values) + pair);
        match over.iter().try_fold(1, product) {
            Some(0) => Err("no combinations".to_owned().into()),
            Some(n) if n <= MAX_CANDIDATES && n * bytes.sum::<usize>() <= MAX_SPACE => Ok(n),
            Some(n) if n <= MAX_CANDIDATES => {
                Err(format!("{n} combinations of options that are too long").into())
            }
            _ => Err(format!("more than {MAX_CANDIDATES} combinations: use fewer values").into()),
        }
    }

    /// All combinations of values.
    pub fn candidates(over: &[(String, Vec<String>)]) -> Vec<OptionSet> {
        let mut space = vec![Vec::new()];
        for (name, values) in over {
            let extended = space.iter().flat_map(|point: &OptionSet| {
                let with = |value: &String| {
                    let mut point = point.clone();
                    point.push((name.clone(), value.clone()));
                    point
                };
                values.iter().map(with).collect::<Vec<_>>()
            });
            space = extended.collect();
        }
        space
    }

    /// For each round, how many candidates play which games.
    pub fn rounds(&self) -> Vec<(usize, Range<u64>)> {
        let Ok(n) = Self::n_candidates(&self.over) else { return Vec::new() };
        let mut start = 0;
        let round = |(n, end)| (n, std::mem::replace(&mut start, end)..end);
        rounds(n, self.plan.games).into_iter().map(round).collect()
    }

    /// How far the indices of the tallies of a round are moved.
    fn offset(&self, games: &Range<u64>) -> usize {
        let rounds = self.rounds();
        let is_last = rounds.last().is_some_and(|(_, last)| last.start <= games.start);
        if is_last { rounds[0].0 } else { 0 }
    }

    /// The number of games of all candidates together.
    pub fn total(&self) -> u64 {
        self.rounds().into_iter().map(|(n, games)| n as u64 * (games.end - games.start)).sum()
    }

    /// Whether all candidates have played the first round, so that they can be ranked.
    pub fn has_ranking(&self, counts: &TuneCounts) -> bool {
        let rounds = self.rounds();
        let Some((n, first)) = rounds.first() else { return false };
        counts.range(..n).filter(|(_, tally)| tally.games >= first.end).count() == *n
    }

    /// The number of games of all candidates together of these games of one round.
    pub fn round_total(&self, games: &Range<u64>) -> u64 {
        self.round_of(games) as u64 * (games.end - games.start)
    }

    /// The number of candidates that play these games, which are of one round.
    fn round_of(&self, games: &Range<u64>) -> usize {
        let rounds = self.rounds();
        rounds.iter().find(|(_, round)| games.end <= round.end).map_or(0, |(n, _)| *n)
    }

    /// The games of a shard of the round after these games.
    ///
    /// # Errors
    /// The games are not those of whole rounds, or there is no other round.
    pub fn next_round(
        &self,
        played: &[(u64, u64)],
        shard: (u64, u64),
    ) -> Result<Range<u64>, Refusal> {
        let rounds = self.rounds();
        let end = match played {
            [] => 0,
            [(0, end)] => *end,
            _ => return Err("games of its first rounds are missing".to_owned().into()),
        };
        let next = rounds.iter().find(|(_, games)| games.end > end);
        let (_, games) = next.ok_or("all rounds have been played")?;
        if games.start != end {
            return Err(format!("{} games of its last round are missing", games.end - end).into());
        }
        let part = shard_of(games.end - games.start, shard);
        Ok(games.start + part.start..games.start + part.end)
    }

    /// The indices of the candidates with the best first: those that have played in the most
    /// rounds, by bound.
    fn order(&self, counts: &TuneCounts) -> Vec<usize> {
        let (rounds, targets) = (self.rounds(), self.targets());
        let rank = |i: usize| {
            let candidate = candidate(&self.plan, &targets, counts, i);
            let played = candidate.measured;
            let entered = rounds.iter().take_while(|(_, games)| games.start < played).count();
            (Reverse(entered), candidate.bound.unwrap_or(f64::INFINITY), i)
        };
        let n = rounds.first().map_or(0, |(n, _)| *n);
        let mut ranked: Vec<_> = (0..n).map(rank).collect();
        ranked.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        ranked.into_iter().map(|(.., i)| i).collect()
    }

    /// The candidates with the best first: finalists, then by the round in which they were left
    /// behind. The last round changes the measures of the finalists, but not their order.
    pub fn ranked(&self, counts: &TuneCounts) -> Vec<Candidate> {
        let (space, targets) = (Self::candidates(&self.over), self.targets());
        let ranked = |i: usize| {
            let confirmed = i + space.len();
            let tallies = || counts.get(&i).into_iter().chain(counts.get(&confirmed));
            let sum = |of: fn(&Tally) -> u64| tallies().map(of).fold(0, u64::saturating_add);
            let shown = if counts.contains_key(&confirmed) { confirmed } else { i };
            let (games, faulty) = (sum(|tally| tally.games), sum(|tally| tally.faulty));
            Candidate {
                set: space[i].clone(),
                games,
                faulty,
                ..candidate(&self.plan, &targets, counts, shown)
            }
        };
        let mut found: Vec<Candidate> = self.order(counts).into_iter().map(ranked).collect();
        // Who has played fewer games was left behind.
        let most = found.first().map_or(0, |first| first.games);
        let n_finalists = found.iter().take_while(|candidate| candidate.games == most).count();
        mark_frontier(&mut found[..n_finalists], &targets);
        found
    }
}

impl ShardedRun for TuneRun {
    const COMMAND: &'static str = "tune";
    type Counts = TuneCounts;

    fn n_games(&self) -> u64 {
        self.rounds().last().map_or(0, |(_, games)| games.end)
    }

    fn check(&self, _counts: &TuneCounts) -> Result<(), Refusal> {
        self.plan.check()?;
        self.toward.iter().try_for_each(|text| text.parse::<Target>().map(drop))?;
        match self.toward.len() <= MAX_TARGETS {
            true => Self::n_candidates(&self.over).map(drop),
            false => Err(format!("more than {MAX_TARGETS} targets").into()),
        }
    }

    fn check_figures(&self, counts: &TuneCounts) -> Result<(), Vec<Error>> {
        finite::check(&self.ranked(counts))
    }
}

/// Returns the candidate that the games of a tally show, without the values of the options.
fn candidate(plan: &RunManifest, targets: &[Target], counts: &TuneCounts, i: usize) -> Candidate {
    let tally = counts.get(&i);
    let candidate = Candidate {
        measured: tally.map_or(0, |tally| tally.games),
        stopped: tally.map_or(0, |tally| tally.stopped),
        left_out: tally.map_or(0, |tally| tally.games.saturating_sub(tally.won)),
        measures: targets.iter().map(|target| target.measure.of(plan, tally?)).collect(),
        ..Candidate::default()
    };
    candidate.placed(targets)
}

/// Plays some games of a round of a search whose earlier rounds have these counts; `plans` are
/// those of all candidates, which take turns. Returns the counts of these games. If the run is
/// stopped, they are those of the games that all candidates have played.
///
/// # Errors
/// Script errors; `A0102`: a thread cannot be started.
pub fn play_round(
    run: &TuneRun,
    plans: &[Plan],
    earlier: &TuneCounts,
    games: &Range<u64>,
    threads: usize,
    progress: &Progress,
) -> Result<TuneCounts, Vec<Error>> {
    let mut counts = TuneCounts::new();
    let (players, offset) = (&run.order(earlier)[..run.round_of(games)], run.offset(games));
    in_blocks(games, players.len(), progress, |block| -> Result<(), Vec<Error>> {
        let mut played = TuneCounts::new();
        for i in players {
            let plan = plans[*i].clone().with_common_random();
            let tally = play(&plan, block.clone(), threads, progress);
            if progress.stop.is_set() {
                return Ok(());
            }
            let mut tally = tally?;
            (tally.kinds, tally.combos) = (Vec::new(), Vec::new());
            played.insert(*i + offset, tally);
        }
        counts.merge_from(&played);
        Ok(())
    })?;
    Ok(counts)
}

/// Plays all rounds of a search; `plans` are those of all candidates. `told` is called after each
/// round with the candidates that are left.
///
/// # Errors
/// Script errors; `A0102`: a thread cannot be started.
pub fn tune(
    run: &TuneRun,
    plans: &[Plan],
    threads: usize,
    progress: &Progress,
    mut told: impl FnMut(&[Candidate]),
) -> Result<TuneCounts, Vec<Error>> {
    let mut counts = TuneCounts::new();
    for (n, games) in run.rounds() {
        let played = play_round(run, plans, &counts, &games, threads, progress)?;
        counts.merge_from(&played);
        if progress.stop.is_set() {
            break;
        }
        told(&run.ranked(&counts)[..n]);
    }
    Ok(counts)
}
