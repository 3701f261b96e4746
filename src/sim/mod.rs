//! Playouts over seeds: what a rule does to the game, told in numbers.
//!
//! A [`Plan`] says everything that decides a result; [`run()`] plays a range of its games on all
//! cores and returns a [`Tally`] of whole numbers that add up; [`Report`] derives shares, means,
//! intervals and tests from it. A [`Part`] is a tally as a file. [`compare`] plays a family of
//! variants on the same seeds; [`fuzz`] looks for games that break.
//!
//! Memory is that of one game a thread, whatever the number of games.

pub mod compare;
pub mod csv;
pub mod fold;
pub mod fuzz;
pub mod histogram;
pub mod page;
pub mod part;
pub mod plan;
pub mod players;
pub mod report;
pub mod run;
pub mod stats;
pub mod tally;
pub mod text;

pub use csv::csv;
pub use histogram::Histogram;
pub use page::page;
pub use part::Part;
pub use plan::{Describe, LIMIT, Plan, Wish};
pub use players::{AgentList, AgentName, Cast};
pub use report::Report;
pub use run::{Progress, run};
pub use tally::Tally;
pub use text::{bar, text};
