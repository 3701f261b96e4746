//! Playouts over seeds: what a rule does to the game, told in numbers.
//!
//! A [`Plan`] says everything that decides a result; [`run()`] plays a range of its games on all
//! cores and returns a [`Tally`] of whole numbers that add up; [`SimReport`] derives shares, means,
//! intervals and tests from it. A [`ShardResult`] is a tally as a file. [`compare`] plays a family
//! of variants on the same seeds; [`fuzz`] looks for games that break.
//!
//! Memory is that of one game a thread, whatever the number of games.

pub mod agents;
pub mod collect;
pub mod compare;
pub mod csv;
pub mod fuzz;
pub mod histogram;
pub mod html;
pub mod part;
pub mod plan;
pub mod report;
pub mod run;
pub mod stats;
pub mod tally;
pub mod text;

pub use agents::{AgentList, AgentName, AgentPool};
pub use csv::csv;
pub use histogram::Histogram;
pub use html::html;
pub use part::ShardResult;
pub use plan::{LIMIT, Plan, RunConfig, RunManifest};
pub use report::SimReport;
pub use run::{Progress, run};
pub use tally::Tally;
pub use text::{bar, text};
