//! Shard results: parts of a run saved as files, to merge.
//!
//! A shard result is one JSON object: `litterbox_part` (the format version, 3), `program` (that
//! wrote it), `plan` (the configuration of the whole run, [`RunManifest`]), `kinds` and `combos`
//! (the counted ids, in order), `games` (the games played, as sorted half-open ranges counted from
//! 0), `nanoseconds` (the elapsed time), `tally` ([`Tally`]: whole numbers only) and `checksum` (16
//! hexadecimal digits of the BLAKE3 hash of the object without it). Shard results
//! of one plan with disjoint games merge, in any order and grouping, to the result of a single run.

use super::plan::{Plan, RunManifest};
use super::tally::Tally;
use crate::error::Error;
use crate::transcript::{PROGRAM, short_hash};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::ops::Range;

/// The format version that is written, and the newest that is read. Version 2 says what wrote it
/// and has another hash of rules; version 3 has a checksum and does not count players by what they
/// played.
pub const FORMAT: u32 = 3;
/// The first format version with a checksum.
const SUMMED: u32 = 3;

/// The result of some games of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardResult {
    /// The format version.
    pub litterbox_part: u32,
    /// The program that wrote it.
    #[serde(default)]
    pub program: String,
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
    /// The checksum in a file; otherwise empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub checksum: String,
}

impl ShardResult {
    /// Creates a shard result.
    #[must_use]
    pub fn new(plan: &Plan, games: Range<u64>, nanoseconds: u64, tally: Tally) -> Self {
        Self {
            litterbox_part: FORMAT,
            program: PROGRAM.to_owned(),
            plan: plan.manifest.clone(),
            kinds: plan.kinds(),
            combos: plan.combos(),
            games: std::iter::once((games.start, games.end)).filter(|(a, b)| a < b).collect(),
            nanoseconds,
            tally,
            checksum: String::new(),
        }
    }

    /// Formats it as JSON.
    ///
    /// # Panics
    /// Never: plain data is always JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let summed = Self { checksum: self.sum(), ..self.clone() };
        serde_json::to_string(&summed).expect("plain data is always JSON") + "\n"
    }

    /// The checksum of all other fields.
    fn sum(&self) -> String {
        let bare = Self { checksum: String::new(), ..self.clone() };
        short_hash(&serde_json::to_vec(&bare).expect("plain data is always JSON"))
    }

    /// Parses a shard result.
    ///
    /// # Errors
    /// `P0101`: not a shard result, damaged, or of another version.
    pub fn from_json(name: &str, text: &str) -> Result<Self, Vec<Error>> {
        let fault = |why: String| {
            let error = Error::new("P0101", format!("{name} is not a shard result: {why}"));
            vec![error.hint("`litterbox sim … --out FILE` writes a shard result")]
        };
        let mut part: Self = serde_json::from_str(text).map_err(|why| fault(why.to_string()))?;
        if !(1..=FORMAT).contains(&part.litterbox_part) {
            let found = part.litterbox_part;
            return Err(fault(format!("expected format 1 to {FORMAT}, found {found}")));
        }
        let checksum = std::mem::take(&mut part.checksum);
        if part.litterbox_part >= SUMMED && checksum != part.sum() {
            let message = format!("{name} is damaged: its checksum is not that of its contents");
            let hint = "copy it again, or play its shard again";
            return Err(vec![Error::new("P0101", message).hint(hint)]);
        }
        part.check().map_err(fault)?;
        Ok(Self { litterbox_part: FORMAT, ..part })
    }

    /// Merges another shard result of the same run; `name` is used in messages.
    ///
    /// # Errors
    /// `P0101`: the sums are too large; `P0102`: it belongs to another run, or its games overlap.
    pub fn merge(mut self, name: &str, other: Self) -> Result<Self, Vec<Error>> {
        let ours = (&self.plan, &self.kinds, &self.combos);
        if ours != (&other.plan, &other.kinds, &other.combos) || !self.tally.fits(&other.tally) {
            let message = format!("{name} belongs to a different run{}", self.difference(&other));
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
        self.check().map_err(|why| {
            vec![Error::new("P0101", format!("{name} cannot be merged with the others: {why}"))]
        })?;
        Ok(self)
    }

    /// The first part of the configuration that differs.
    fn difference(&self, other: &Self) -> String {
        let fields = [&self.plan, &other.plan].map(|plan| serde_json::to_value(plan).ok());
        let [Some(Json::Object(ours)), Some(Json::Object(theirs))] = fields else {
            return String::new();
        };
        let differs = ours.iter().find(|(key, value)| theirs.get(*key) != Some(value));
        differs.map_or_else(String::new, |(key, ours)| {
            format!(": `{key}` is {}, not {ours}", theirs.get(key).unwrap_or(&Json::Null))
        })
    }
}
