//! Looks for games that break, and makes them small.
//!
//! A [`Case`] is a game as it can be written down: how it begins, and which option is chosen each
//! time. It is [played](case::play) with everything [checked](checks) at every decision, by chance
//! or towards what has not been done yet: the [goals](coverage_points) are every card, combo,
//! prompt and statement, in every situation, and positions are laid out in which they can be
//! reached. A [campaign] plays many cases on all cores; what breaks is [made smaller](shrink) as
//! long as it breaks in the same way.

pub mod campaign;
pub mod case;
pub mod checks;
pub mod coverage_points;
mod scenario;
pub mod shrink;

pub use campaign::{Campaign, CampaignReport, Finding, FuzzConfig};
pub use case::{Case, CaseFailure, FailureKind};
pub use coverage_points::{CoverageMap, CoveragePoint};
