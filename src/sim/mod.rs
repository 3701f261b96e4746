//! Simulations: statistics of many games.
//!
//! A [`Plan`] determines a result; [`run()`] plays a range of its games on all cores and returns a
//! [`Tally`] of whole numbers; [`SimReport`] derives shares, means, intervals and tests from it. A
//! [`ShardResult`] is a tally as a file. [`compare`] plays several variants on the same seeds;
//! [`fuzz`] searches for rule bugs.
//!
//! Memory use is one game per thread, independent of the number of games.

pub mod agents;
pub mod collect;
pub mod compare;
pub mod csv;
pub mod fuzz;
pub mod histogram;
pub mod html;
pub mod part;
mod part_check;
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
pub use run::{Progress, Worker, run};
pub use tally::Tally;
pub use text::{bar, text};
