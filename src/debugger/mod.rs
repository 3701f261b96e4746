//! A game in the debugger, headless: its timeline, where it stands, what led there, and what each
//! seat may know of it. It answers with [`reply`] values and makes no sentences.
//!
//! Reading order: [`game`] (a game with its [`timeline`]), [`steps`] (places between two events),
//! [`reply`] (what is answered), `describe` (how it is made), [`redaction`], [`causes`] (what led
//! to something), [`stepping`], [`breakpoints`], [`watch_expr`], [`edit`].

pub mod breakable_lines;
pub mod breakpoints;
pub mod causes;
mod describe;
mod diff;
pub mod edit;
pub mod event_class;
pub mod game;
mod locals;
mod odds;
pub mod question_diff;
pub mod redaction;
mod replay_report;
pub mod reply;
pub mod stepping;
pub mod steps;
pub mod timeline;
pub mod watch_expr;

pub use game::{Debugger, ReplayedGame};
pub use steps::{PlySteps, TimelinePoint};
