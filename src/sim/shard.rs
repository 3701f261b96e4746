//! Shard results: the counts of some games of a run, saved as files, to merge.
//!
//! A shard result is one JSON object: `litterbox_shard` (the format version, 6), `command` (`sim`,
//! `compare`, `tune` or `fuzz`), `program` (that wrote it), `run` (everything that determines the
//! result of the whole run, [`ShardedRun`]), `games` (the games played, as sorted half-open ranges
//! counted from 0), `nanoseconds` (the elapsed time), `counts` (of these games) and `checksum` (16
//! hexadecimal digits of the BLAKE3 hash of the object without it). Shard results of one run with
//! disjoint games merge, in any order and grouping, to the result of a single run.

use crate::error::{Error, Refusal};
use crate::transcript::{PROGRAM, short_hash};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::ops::Range;

/// The format version that is written, and the newest that is read. Versions 1 to 3 are those of
/// `sim` alone ([`SimRun`](super::SimRun)). Those before version 5 have no sums by game, without
/// which some figures have no interval, and do not count wins by agent and seat. Those before
/// version 6 may have seated several agents otherwise.
pub const FORMAT: u32 = 6;

/// The first format version that names its command.
pub(super) const NAMED: u32 = 4;

/// The largest number of games of a run: sums of two counts cannot overflow, and are checked again.
pub const MAX_COUNT: u64 = 1 << 48;

/// A run that can be played in shards: everything that determines its result.
pub trait ShardedRun: Clone + PartialEq + Serialize + DeserializeOwned {
    /// The command.
    const COMMAND: &'static str;

    /// The counts of some games. They add up.
    type Counts: Clone + PartialEq + Serialize + DeserializeOwned;

    /// The number of games of the whole run.
    fn n_games(&self) -> u64;

    /// Checks counts that somebody else may have written; `games` are within the run.
    ///
    /// # Errors
    /// Why they are impossible.
    fn check(&self, counts: &Self::Counts, games: &[(u64, u64)]) -> Result<(), Refusal>;

    /// Adds the counts of other games. Both are possible.
    fn merge(&self, ours: &mut Self::Counts, theirs: Self::Counts);

    /// Parses a shard result of a format that not all commands have, whose checksum is correct;
    /// `None` if there is no such format.
    ///
    /// # Errors
    /// Why it cannot be parsed.
    fn parse_old(_text: &str) -> Option<Result<ShardResult<Self>, Refusal>> {
        None
    }
}

/// The result of some games of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct ShardResult<R: ShardedRun> {
    /// The format version of its counts.
    pub litterbox_shard: u32,
    /// The command.
    pub command: String,
    /// The program that wrote it.
    pub program: String,
    /// The whole run.
    pub run: R,
    /// The games played, as half-open ranges.
    pub games: Vec<(u64, u64)>,
    /// The elapsed time.
    pub nanoseconds: u64,
    /// The counts.
    pub counts: R::Counts,
    /// The checksum in a file; otherwise empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub checksum: String,
}

/// What all formats have in common.
#[derive(Deserialize)]
struct ShardHead {
    #[serde(alias = "litterbox_part")]
    litterbox_shard: u32,
    #[serde(default)]
    command: String,
}

impl<R: ShardedRun> ShardResult<R> {
    /// Creates a shard result.
    #[must_use]
    pub fn new(run: R, games: Range<u64>, nanoseconds: u64, counts: R::Counts) -> Self {
        Self {
            litterbox_shard: FORMAT,
            command: R::COMMAND.to_owned(),
            program: PROGRAM.to_owned(),
            run,
            games: std::iter::once((games.start, games.end)).filter(|(a, b)| a < b).collect(),
            nanoseconds,
            counts,
            checksum: String::new(),
        }
    }

    /// The number of games played.
    #[must_use]
    pub fn n_played(&self) -> u64 {
        n_games(&self.games)
    }

    /// Formats it as JSON.
    ///
    /// # Panics
    /// Never: plain data is always JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut summed = self.clone();
        summed.checksum = checksum(self);
        serde_json::to_string(&summed).expect("plain data is always JSON") + "\n"
    }

    /// Parses a shard result.
    ///
    /// # Errors
    /// `P0101`: not a shard result, damaged, or of another version; `P0102`: of another command.
    pub fn from_json(name: &str, text: &str) -> Result<Self, Vec<Error>> {
        let command = command_of(name, text)?;
        if command != R::COMMAND {
            let message = format!(
                "{name} belongs to a different run: it is a shard of `{command}`, not of `{}`",
                R::COMMAND
            );
            return Err(vec![Error::new("P0102", message)]);
        }
        let head: ShardHead = serde_json::from_str(text).map_err(|why| refused(name, &why))?;
        let old = (head.litterbox_shard < NAMED).then(|| R::parse_old(text)).flatten();
        let shard = match old {
            Some(old) => old.map_err(|why| refused(name, &why))?,
            None => {
                let mut shard: Self =
                    serde_json::from_str(text).map_err(|why| refused(name, &why))?;
                let found = std::mem::take(&mut shard.checksum);
                if found != checksum(&shard) {
                    return Err(refused(name, &DAMAGED));
                }
                shard
            }
        };
        shard.check().map_err(|why| refused(name, &why))?;
        Ok(shard)
    }

    /// Merges another shard result of the same run; `name` is used in messages.
    ///
    /// # Errors
    /// `P0101`: the sums are too large; `P0102`: it belongs to another run, has another format, or
    /// its games overlap.
    pub fn merge(mut self, name: &str, other: Self) -> Result<Self, Vec<Error>> {
        let [ours, theirs] = [self.litterbox_shard, other.litterbox_shard];
        if ours != theirs {
            let message =
                format!("{name} has format {theirs}, not {ours} as the shard results before it");
            let hint = format!("play the shards again that do not have format {FORMAT}");
            return Err(vec![Error::new("P0102", message).hint(hint)]);
        }
        if (&self.program, &self.run) != (&other.program, &other.run) {
            let message = format!("{name} belongs to a different run{}", self.difference(&other));
            let hint = "program, command, variant, options, players, agents, seed, games and limit \
                        must be the same";
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
        self.run.merge(&mut self.counts, other.counts);
        self.check().map_err(|why| {
            vec![Error::new("P0101", format!("{name} cannot be merged with the others: {why}"))]
        })?;
        Ok(self)
    }

    /// Checks that its counts are those of its games.
    ///
    /// # Errors
    /// Why they are not.
    pub fn check(&self) -> Result<(), Refusal> {
        let n_games = self.run.n_games();
        if n_games > MAX_COUNT {
            return Err(format!("{n_games} games; at most {MAX_COUNT} are possible").into());
        }
        let mut end = 0;
        for (from, to) in &self.games {
            if from >= to || *from < end || *to > n_games {
                return Err(
                    format!("its games {from} to {to} are not a range within the run").into()
                );
            }
            end = *to;
        }
        self.run.check(&self.counts, &self.games)
    }

    /// The first part of the run that differs.
    fn difference(&self, other: &Self) -> String {
        if self.program != other.program {
            return format!(": it was written by {}, not {}", other.program, self.program);
        }
        let runs = [&self.run, &other.run].map(|run| serde_json::to_value(run).ok());
        let [Some(ours), Some(theirs)] = runs else { return String::new() };
        first_difference("run", &ours, &theirs).map_or_else(String::new, |(key, ours, theirs)| {
            format!(": `{key}` is {theirs}, not {ours}")
        })
    }
}

const DAMAGED: &str = "its checksum is not that of its contents; copy it again, or play its shard \
                       again";

/// The command whose shard result a text is.
///
/// # Errors
/// `P0101`: it is not a shard result, or of another version.
pub fn command_of(name: &str, text: &str) -> Result<String, Vec<Error>> {
    let head: ShardHead = serde_json::from_str(text).map_err(|why| refused(name, &why))?;
    match head.litterbox_shard {
        1..NAMED => Ok("sim".to_owned()),
        NAMED..=FORMAT => Ok(head.command),
        found => Err(refused(name, &format!("expected format 1 to {FORMAT}, found {found}"))),
    }
}

/// The games of shard `k` of `n` equal shards, counted from 1, of a run of `games` games.
#[must_use]
pub fn shard_of(games: u64, (k, n): (u64, u64)) -> Range<u64> {
    let at = |k: u64| (u128::from(games) * u128::from(k) / u128::from(n)) as u64;
    at(k - 1)..at(k)
}

/// The number of games in ranges.
#[must_use]
pub fn n_games(ranges: &[(u64, u64)]) -> u64 {
    ranges.iter().map(|(from, to)| to - from).sum()
}

/// The checksum of a shard result without one.
pub(super) fn checksum(bare: &impl Serialize) -> String {
    short_hash(&serde_json::to_vec(bare).expect("plain data is always JSON"))
}

fn refused(name: &str, why: &dyn std::fmt::Display) -> Vec<Error> {
    let error = Error::new("P0101", format!("{name} is not a shard result: {why}"));
    vec![error.hint("`litterbox sim … --out FILE` writes a shard result")]
}

/// The first value that differs, with its key.
fn first_difference<'a>(
    key: &str,
    ours: &'a Json,
    theirs: &'a Json,
) -> Option<(String, &'a Json, &'a Json)> {
    match (ours, theirs) {
        (Json::Object(ours), Json::Object(theirs)) => {
            let null = &Json::Null;
            let keys = ours.keys().chain(theirs.keys());
            let get = |fields: &'a serde_json::Map<_, _>, key| fields.get(key).unwrap_or(null);
            keys.into_iter().find_map(|k| first_difference(k, get(ours, k), get(theirs, k)))
        }
        (Json::Array(ours), Json::Array(theirs)) if ours.len() == theirs.len() => {
            ours.iter().zip(theirs).find_map(|(ours, theirs)| first_difference(key, ours, theirs))
        }
        _ => (ours != theirs).then(|| (key.to_owned(), ours, theirs)),
    }
}
