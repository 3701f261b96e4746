//! The linter: static checks of scripts and variants.
//!
//! [`check`] loads its targets, runs every rule of [`RULES`], and returns findings in file order.
//! Rules report only certain errors.

mod checker;
mod codes;
pub mod fix;
mod index;
mod memo;
mod narrator;
mod progress;
mod proposal;
pub mod rule;
mod rules;
pub mod sarif;
mod targets;
mod typed;
mod typed_sources;
mod watchdog;

pub use checker::{Checker, check};
pub use codes::{CodeDoc, CodeExample, ExampleFile, codes, find, page};
pub use index::{IndexedNames, Mention, NameClass, NameIndex};
pub use proposal::{TextProposal, text_proposal, text_proposals};
pub use rules::RULES;
#[cfg(feature = "editor")]
#[doc(hidden)]
pub use rules::names::{is_of_kind, naming};
pub use rules::titles::STALE_TEXT;
pub use targets::{LintReport, LintTargets};
pub use typed::TypedScripts;
pub use watchdog::check_within;
