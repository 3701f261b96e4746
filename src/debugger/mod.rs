//! A headless debugger for one game: the timeline, the current point, causes, and what each seat
//! may know. Returns [`reply`] values and formats no text.
//!
//! Reading order: [`game`] (a game with its [`timeline`]), [`steps`] (points between two events),
//! [`reply`] (the returned data), `describe` (creates it), `redaction`, `causes`, `stepping`,
//! [`answerable`], [`breakpoints`], [`watch_expr`], `edit`.

pub mod answerable;
pub(crate) mod breakable_lines;
pub mod breakpoints;
pub(crate) mod causes;
mod describe;
mod diff;
pub(crate) mod edit;
pub mod game;
pub mod locals;
mod odds;
mod options_read;
mod question_diff;
pub(crate) mod redaction;
mod replay_report;
pub mod reply;
pub(crate) mod stepping;
pub mod steps;
pub mod timeline;
pub mod watch_expr;

pub use game::{Debugger, ReplayedGame};
pub use steps::{PlySteps, TimelinePoint};
