//! Shard results: the counts of some games of a run, saved as files, to merge.
//!
//! A shard result is one JSON object: `litterbox_shard` (the format version), `command` (`sim`,
//! `compare`, `tournament`, `tune` or `fuzz`), `program` (that wrote it), `run` (everything that
//! determines the result of the whole run, [`ShardedRun`]), `games` (the games played, as sorted
//! half-open ranges counted from 0), `nanoseconds` (the elapsed time), `counts` (of these games)
//! and `checksum` (16 hexadecimal digits of the BLAKE3 hash of the object without it, with all
//! numbers as numbers).
//! Shard results of one run with disjoint games merge, in any order and grouping, to the result of
//! a single run.
//!
//! Somebody else may have written it. Then its counts may be wrong; but nothing derived from them
//! panics, overflows, hangs or needs much memory.

use super::counts::Merge;
use super::finite;
use crate::base::error::{Error, Refusal};
use crate::base::files::OutputType;
use crate::base::output::json;
use crate::transcript::{PROGRAM, short_hash};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::ops::Range;

pub const FORMAT: u32 = 19;

/// The largest number of games of a run.
pub const MAX_GAMES: u64 = 1 << 48;

/// A file with a shard result.
#[doc(hidden)]
pub const SHARD_FILE: OutputType = OutputType {
    name: "a shard result",
    endings: &["json"],
    is_head: |text| text.starts_with("{\"litterbox_shard\":"),
};

/// A run that can be played in shards: everything that determines its result.
pub trait ShardedRun: Clone + PartialEq + Serialize + DeserializeOwned {
    const COMMAND: &'static str;

    /// The counts of some games.
    type Counts: Merge + Clone + PartialEq + Serialize + DeserializeOwned;

    /// The number of games of the whole run.
    fn n_games(&self) -> u64;

    /// Checks a run and counts that somebody else may have written.
    ///
    /// # Errors
    /// What is so large that a report is impossible.
    fn check(&self, counts: &Self::Counts) -> Result<(), Refusal>;

    /// Checks that the figures of these counts are numbers.
    ///
    /// # Errors
    /// `A0106`: one is not.
    fn check_figures(&self, counts: &Self::Counts) -> Result<(), Vec<Error>>;
}

/// The result of some games of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct ShardResult<R: ShardedRun> {
    pub litterbox_shard: u32,
    pub command: String,
    /// The program that wrote it.
    pub program: String,
    pub run: R,
    /// The games played, as half-open ranges.
    pub games: Vec<(u64, u64)>,
    #[serde(deserialize_with = "json::number")]
    pub nanoseconds: u64,
    pub counts: R::Counts,
    /// The checksum in a file; otherwise empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub checksum: String,
}

/// The common head of all versions and commands.
#[derive(Deserialize)]
struct ShardHead {
    litterbox_shard: u32,
    command: String,
}

impl<R: ShardedRun> ShardResult<R> {
    /// Creates a shard result.
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
    pub fn n_played(&self) -> u64 {
        self.games.iter().map(|(from, to)| to - from).sum()
    }

    /// Formats it as JSON.
    pub fn to_json(&self) -> String {
        let mut summed = self.clone();
        summed.checksum = checksum(self);
        json::compact(&summed) + "\n"
    }

    /// Parses a shard result.
    ///
    /// # Errors
    /// `P0101`: not a shard result, damaged, or of another version; `P0102`: of another command;
    /// `A0106`: its counts have figures that are not numbers.
    pub fn from_json(name: &str, text: &str) -> Result<Self, Vec<Error>> {
        let command = command_of(name, text)?;
        if command != R::COMMAND {
            let message = format!(
                "{name} belongs to a different run: it is a shard of `{command}`, not of `{}`",
                R::COMMAND
            );
            return Err(vec![Error::new("P0102", message)]);
        }
        let mut shard: Self = serde_json::from_str(text).map_err(|why| refused(name, &why))?;
        let found = std::mem::take(&mut shard.checksum);
        if found != checksum(&shard) {
            return Err(refused(name, &DAMAGED));
        }
        shard.check().map_err(|why| refused(name, &why))?;
        shard.run.check_figures(&shard.counts).map_err(|mut errors| {
            errors.iter_mut().for_each(|error| finite::name_files(error, &[name]));
            errors
        })?;
        Ok(shard)
    }

    /// Merges another shard result of the same run; `name` is used in messages.
    ///
    /// # Errors
    /// `P0102`: it belongs to another run, or its games overlap.
    pub fn merge(mut self, name: &str, other: Self) -> Result<Self, Vec<Error>> {
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
        self.counts.merge_from(&other.counts);
        Ok(self)
    }

    /// Checks what somebody else may have written.
    fn check(&self) -> Result<(), Refusal> {
        let n_games = self.run.n_games();
        if n_games > MAX_GAMES {
            return Err(format!("{n_games} games; at most {MAX_GAMES} are possible").into());
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
        self.run.check(&self.counts)
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
        FORMAT => Ok(head.command),
        found => Err(refused(name, &format!("expected format {FORMAT}, found {found}"))),
    }
}

/// The games of shard `k` of `n` equal shards, counted from 1, of a run of `games` games.
pub fn shard_of(games: u64, (k, n): (u64, u64)) -> Range<u64> {
    let at = |k: u64| (u128::from(games) * u128::from(k) / u128::from(n)) as u64;
    at(k - 1)..at(k)
}

/// The checksum of a shard result without one, with all numbers as numbers.
fn checksum(bare: &impl Serialize) -> String {
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
