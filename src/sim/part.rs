//! Shard results: parts of a run saved as files, to merge.
//!
//! A shard result is one JSON object: `litterbox_part` (the format version, 1), `plan` (the
//! configuration of the whole run, [`RunManifest`]), `kinds` and `combos` (the counted ids, in
//! order), `games` (the games played, as sorted half-open ranges counted from 0), `nanoseconds`
//! (the elapsed time) and `tally` ([`Tally`]: whole numbers only). Shard results of one plan with
//! disjoint games merge, in any order and grouping, to the result of a single run.

use super::plan::{Plan, RunManifest};
use super::tally::Tally;
use crate::error::Error;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The only supported format version.
pub const FORMAT: u32 = 1;

/// The result of some games of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardResult {
    /// The format version.
    pub litterbox_part: u32,
    /// The configuration of the whole run.
    pub plan: RunManifest,
    /// The ids of the kinds.
    pub kinds: Vec<String>,
    /// The ids of the combos.
    pub combos: Vec<String>,
    /// The games played, as half-open ranges.
    pub games: Vec<(u64, u64)>,
    /// The elapsed time.
    pub nanoseconds: u64,
    /// The counts.
    pub tally: Tally,
}

impl ShardResult {
    /// Creates a shard result.
    #[must_use]
    pub fn new(plan: &Plan, games: Range<u64>, nanoseconds: u64, tally: Tally) -> Self {
        Self {
            litterbox_part: FORMAT,
            plan: plan.manifest.clone(),
            kinds: plan.kinds(),
            combos: plan.combos(),
            games: std::iter::once((games.start, games.end)).filter(|(a, b)| a < b).collect(),
            nanoseconds,
            tally,
        }
    }

    /// Formats it as JSON.
    ///
    /// # Panics
    /// Never: plain data is always JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain data is always JSON") + "\n"
    }

    /// Parses a shard result.
    ///
    /// # Errors
    /// `P0101`: not a shard result, or of another version.
    pub fn from_json(name: &str, text: &str) -> Result<Self, Vec<Error>> {
        let fault = |why: String| {
            let error = Error::new("P0101", format!("{name} is not a shard result: {why}"));
            vec![error.hint("`litterbox sim … --out FILE` writes a shard result")]
        };
        let part: Self = serde_json::from_str(text).map_err(|why| fault(why.to_string()))?;
        if part.litterbox_part != FORMAT {
            let why = format!("expected format {FORMAT}, found {}", part.litterbox_part);
            return Err(fault(why));
        }
        let n_games: u64 = part.games.iter().map(|(from, to)| to.saturating_sub(*from)).sum();
        let Tally { kinds, combos, seats, .. } = &part.tally;
        let sizes = (kinds.len(), combos.len(), seats.len());
        if n_games != part.tally.games
            || sizes != (part.kinds.len(), part.combos.len(), part.plan.players)
        {
            return Err(fault("its counts are inconsistent".to_owned()));
        }
        Ok(part)
    }

    /// Merges another shard result of the same run; `name` is used in messages.
    ///
    /// # Errors
    /// `P0102`: it belongs to another run, or its games overlap.
    pub fn merge(mut self, name: &str, other: Self) -> Result<Self, Vec<Error>> {
        let ours = (&self.plan, &self.kinds, &self.combos);
        if ours != (&other.plan, &other.kinds, &other.combos) || !self.tally.fits(&other.tally) {
            let message = format!("{name} belongs to a different run");
            let hint = "variant, options, players, agents, seed, games and limit must be the same";
            return Err(vec![Error::new("P0102", message).hint(hint)]);
        }
        self.games.extend(other.games);
        self.games.sort_unstable();
        if let Some(twice) = self.games.windows(2).find(|pair| pair[0].1 > pair[1].0) {
            let message = format!("{name}: game {} is in two shard results", twice[1].0);
            return Err(vec![Error::new("P0102", message).hint("name each file once")]);
        }
        self.games.dedup_by(|next, one| {
            let follows = one.1 == next.0;
            if follows {
                one.1 = next.1;
            }
            follows
        });
        self.nanoseconds = self.nanoseconds.saturating_add(other.nanoseconds);
        self.tally.merge(&other.tally);
        Ok(self)
    }
}
