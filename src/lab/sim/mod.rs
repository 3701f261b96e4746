//! Simulations: statistics of many games.
//!
//! A [`Plan`] determines a result; [`run()`] plays a range of its games on all cores and returns a
//! [`Tally`] of whole numbers; [`SimReport`] derives shares, means, intervals and tests from it. A
//! [`ShardResult`] is a part of a result as a file. Beside the tally:
//!
//! - [`measures`] lists what is measured of a game, for all commands and for raw data;
//! - [`sections`] are what a report says; `text`, `csv` and `page` write them;
//! - [`rows`] are raw data: a row for each game, play and decision;
//! - [`values`] changes games in one respect to measure what a card is worth, and [`metrics`]
//!   measures the quality of a game from win-probability curves; both simulate with `rollout`;
//! - [`compare`] plays several variants on the same seeds, [`tune_run`] searches option values,
//!   [`tournament`] measures the strengths of agents ([`bradley_terry`]);
//! - [`registry`] has agents by name: built-in, script, program;
//! - `weigh` has figures that become better while games go on.
//!
//! Memory use is one game per thread, independent of the number of games.

pub mod bradley_terry;
pub mod card_rows;
pub mod clusters;
pub mod collect;
pub mod compare;
mod compare_report;
pub mod counts;
pub mod csv;
pub mod distributions;
pub mod editions;
mod figures;
pub mod finite;
pub mod habits;
pub mod histogram;
pub mod line;
pub mod measures;
pub mod metric_report;
pub mod metric_tally;
pub mod metrics;
mod option_counts;
pub mod outcomes;
mod page_sections;
pub mod paired;
pub mod plan;
pub mod progress;
mod question_section;
pub mod questions;
pub mod registry;
pub mod report;
mod rollout;
pub mod row_files;
pub mod row_format;
pub mod rows;
pub mod run;
pub mod sections;
pub mod shard;
mod sim_report;
pub mod sim_shard;
pub mod spread;
pub mod stats;
pub mod stopping;
mod summary;
pub mod tally;
mod tension;
pub mod text;
pub mod tournament;
mod tournament_report;
pub mod tune;
mod tune_report;
pub mod tune_run;
pub mod two_kinds;
pub mod uses;
pub mod value_report;
pub mod value_tally;
pub mod values;
#[doc(hidden)]
pub mod weigh;

pub use compare_report::compare_report;
pub use csv::csv;
pub use figures::{number, percent, signed, width};
pub use histogram::Histogram;
pub use plan::{LIMIT, Plan, RunConfig, RunManifest};
pub use progress::Progress;
pub use report::SimReport;
pub use row_files::{RowFiles, RowOutput};
#[doc(hidden)]
pub use row_format::ROW_FILE;
pub use row_format::RowFormat;
pub use run::{Worker, run, run_with_rows};
#[doc(hidden)]
pub use shard::SHARD_FILE;
pub use shard::ShardResult;
pub use sim_report::sim_report;
pub use sim_shard::SimRun;
pub use tally::Tally;
pub use text::text;
pub use tournament_report::tournament_report;
pub use tune_report::{missed, named, tune_report};
