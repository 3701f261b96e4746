//! The fuzzer: searches for rule bugs and shrinks them.
//!
//! A [`Case`](crate::transcript::Case) is a reproducible game: its start and the chosen options.
//! It is [played](play::play) with [checks](crate::invariants) at every decision, randomly or
//! towards uncovered [points](coverage_points): every card, combo, prompt and statement in every
//! situation, for which scenarios are generated. A [campaign] plays many cases on all cores;
//! failures are [shrunk](shrink) while they fail in the same way.

pub mod campaign;
pub mod case;
pub mod config;
pub mod coverage_points;
pub mod finding;
pub mod play;
mod scenario;
pub mod shard;
pub mod shrink;
pub mod slow;
mod worker;

pub use campaign::{Campaign, CampaignReport};
pub use case::{CaseFailure, FailureKind};
pub use config::FuzzConfig;
pub use coverage_points::{CoverageMap, CoveragePoint};
pub use finding::Finding;
pub use shard::{FuzzCounts, FuzzRun, NamedCoverage, SavedFinding};
