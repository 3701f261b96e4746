//! Campaigns in shards: each plays whole [blocks](super::campaign::BLOCK) of games. Findings are
//! united; of those with one name the one of the first game is kept.

use super::slow::HookLoad;
use crate::base::error::{Error, Refusal, is_word_char};
use crate::base::output::json;
use crate::sim::counts::Merge;
use crate::sim::shard::ShardedRun;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The most findings: each is written to a file.
const MAX_FINDINGS: usize = 10_000;

/// A campaign that continues after findings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FuzzRun {
    /// The id of the variant.
    pub variant: String,
    /// The options from the command line, in order.
    pub set: Vec<(String, String)>,
    /// The number of players; `None`: all numbers that the variant allows.
    pub players: Option<usize>,
    #[serde(deserialize_with = "json::number")]
    pub seed: u64,
    /// The number of games.
    pub games: u64,
    /// The maximum number of answers in a game.
    #[serde(deserialize_with = "json::number")]
    pub limit: u64,
    /// Expressions that must always be true.
    pub always: Vec<String>,
    /// Expressions that must be true in a generated position.
    #[serde(default)]
    pub given: Vec<String>,
    /// Whether no positions are generated.
    #[serde(default)]
    pub from_setup: bool,
    /// The hash of the ruleset, its scripts, options and decks.
    pub rules: String,
}

/// The counts and the findings of some games of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FuzzCounts {
    /// The number of games.
    pub games: u64,
    /// The number of answers.
    #[serde(deserialize_with = "json::number")]
    pub inputs: u64,
    /// The number of games that were stopped although they can end.
    pub stopped: u64,
    /// The number of games for which no position was found in which the given expressions are true.
    #[serde(default, deserialize_with = "json::number")]
    pub unplaced: u64,
    pub coverage: NamedCoverage,
    /// The cost of hooks, by location and name.
    pub hooks: Vec<HookLoad>,
    /// The findings in the order of their games.
    pub findings: Vec<SavedFinding>,
}

/// A finding with its session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedFinding {
    /// The index of the game that failed, counted from 0.
    pub game: u64,
    /// The failure and its place: findings with equal names are one.
    pub name: String,
    pub message: String,
    /// The numbers of inputs and players of the game that failed.
    pub found_with: (usize, usize),
    /// Whether that game began in a generated position.
    pub is_made_up: bool,
    /// The seed of the shrunk game.
    #[serde(deserialize_with = "json::number")]
    pub seed: u64,
    /// The number of its inputs.
    pub inputs: usize,
    /// The number of its players.
    pub players: usize,
    /// The inputs of the session with their prompts.
    pub lines: Vec<String>,
    /// Whether the session fails, as it should.
    pub fails: bool,
    /// The text of the session.
    pub session: String,
}

/// The coverage points of a variant by name. The coverage of several campaigns can be united.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedCoverage {
    /// The item of each point, its context, and whether it was reached.
    pub points: Vec<(String, String, bool)>,
    /// The points that were found by reaching them: middle options of prompts.
    pub others: BTreeSet<(String, String)>,
}

impl NamedCoverage {
    /// The numbers of points reached and of all points.
    pub fn reached(&self) -> (usize, usize) {
        let n_reached = self.points.iter().filter(|(.., is_reached)| *is_reached).count();
        (n_reached + self.others.len(), self.points.len() + self.others.len())
    }

    /// The contexts of the points that were not reached, grouped by item.
    pub fn missing(&self) -> Vec<(&str, Vec<&str>)> {
        let mut missing: Vec<(&str, Vec<&str>)> = Vec::new();
        let mut known = BTreeSet::new();
        for (subject, how, _) in self.points.iter().filter(|(.., is_reached)| !is_reached) {
            match missing.last_mut() {
                Some((last, hows)) if last == subject => {
                    if known.insert(how) {
                        hows.push(how);
                    }
                }
                _ => {
                    known = BTreeSet::from([how]);
                    missing.push((subject, vec![how]));
                }
            }
        }
        missing
    }

    /// Adds the points that another campaign reached.
    pub fn merge(&mut self, other: &Self) {
        for (ours, theirs) in self.points.iter_mut().zip(&other.points) {
            ours.2 |= theirs.2;
        }
        self.others.extend(other.others.iter().cloned());
    }
}

impl ShardedRun for FuzzRun {
    const COMMAND: &'static str = "fuzz";
    type Counts = FuzzCounts;

    fn n_games(&self) -> u64 {
        self.games
    }

    fn check(&self, counts: &FuzzCounts) -> Result<(), Refusal> {
        if counts.findings.len() > MAX_FINDINGS {
            return Err(format!("more than {MAX_FINDINGS} findings").into());
        }
        let is_plain = |c: char| is_word_char(c) || c == '-';
        match self.variant.chars().all(is_plain) {
            true => Ok(()),
            false => Err(format!("`{}` is not the id of a variant", self.variant).into()),
        }
    }

    /// Its numbers are counts.
    fn check_figures(&self, _counts: &FuzzCounts) -> Result<(), Vec<Error>> {
        Ok(())
    }
}

impl Merge for FuzzCounts {
    fn merge_from(&mut self, other: &Self) {
        self.games.merge_from(&other.games);
        self.inputs.merge_from(&other.inputs);
        self.stopped.merge_from(&other.stopped);
        self.unplaced.merge_from(&other.unplaced);
        self.coverage.merge(&other.coverage);
        HookLoad::merge(&mut self.hooks, other.hooks.clone());
        self.findings.extend(other.findings.iter().cloned());
        self.findings.sort_by_key(|finding| finding.game);
        let mut known = BTreeSet::new();
        self.findings.retain(|finding| known.insert(finding.name.clone()));
    }
}
