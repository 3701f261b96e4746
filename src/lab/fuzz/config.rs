//! The configuration of a campaign.

use std::ops::Range;
use std::time::Instant;

/// The configuration of a campaign.
#[derive(Clone, Debug)]
pub struct FuzzConfig {
    pub variant: String,
    /// Its options, from the command line.
    pub set: Vec<(String, String)>,
    /// The number of players; `None`: all numbers that the variant allows.
    pub players: Option<usize>,
    pub seed: u64,
    /// The games, from a multiple of [`BLOCK`](super::campaign::BLOCK) on; `None`: until they
    /// cover nothing new.
    pub games: Option<Range<u64>>,
    pub until: Option<Instant>,
    /// The maximum number of answers in a game.
    pub limit: u64,
    /// The number of threads.
    pub threads: usize,
    /// Whether to continue after a finding.
    pub keep_going: bool,
    /// Expressions that must always be true.
    pub always: Vec<String>,
    /// Expressions that must be true in a generated position.
    pub given: Vec<String>,
    /// Whether no positions are generated: all games start with the setup.
    pub from_setup: bool,
}
