//! Many games: `agent`, `registry`, `invariants`, `sim`, `fuzz`.

pub mod agents;
pub mod card_values;
pub mod compared;
pub mod counting;
pub mod coverage;
pub mod deals;
pub mod distributions;
pub mod editions;
pub mod estimates;
pub mod exact;
pub mod first_screen;
pub mod fuzz;
pub mod luck;
pub mod memory;
pub mod metrics;
pub mod numbers;
pub mod outcomes;
pub mod page;
pub mod rows;
pub mod seats;
pub mod sentences;
pub mod shards;
pub mod sim;
pub mod sweeps;
pub mod tournament;
pub mod tune;
