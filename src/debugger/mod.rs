//! A headless debugger for one game: the timeline, the current point, causes, and what each seat
//! may know. Returns [`reply`] values and formats no text.
//!
//! Reading order: [`game`] (a game with its [`timeline`]), [`steps`] (points between two events),
//! [`record`] (what scripts do in a ply), `cursor` (a position there), [`reply`] (the returned
//! data), `describe` (creates it), `redaction`, `causes`, `stepping`, [`answerable`],
//! [`breakpoints`], [`watch_expr`], `edit`.

pub mod answerable;
mod break_places;
pub(crate) mod breakable_lines;
pub mod breakpoints;
pub(crate) mod causes;
pub(crate) mod cursor;
mod describe;
mod diff;
pub(crate) mod edit;
pub mod game;
mod odds;
mod options_read;
mod question_diff;
pub mod record;
pub(crate) mod recorded;
pub(crate) mod redaction;
mod replay_report;
pub mod reply;
pub(crate) mod stepping;
pub mod steps;
pub mod timeline;
pub mod watch_expr;

pub use game::{Debugger, ReplayedGame};
pub use steps::{PlySteps, TimelinePoint};
