//! A game in the debugger, headless: its timeline, where it stands, what led there, and what each
//! seat may know of it. It answers with [`reply`] values and makes no sentences.
//!
//! Reading order: [`game`] (a game with its [`timeline`]), [`steps`] (places between two events),
//! [`reply`] (what is answered), `describe` (how it is made), [`redaction`].

pub mod breakable_lines;
mod describe;
pub mod event_class;
pub mod game;
mod locals;
mod odds;
pub mod question_diff;
pub mod redaction;
mod replay_report;
pub mod reply;
pub mod steps;
pub mod timeline;

pub use game::{Debugger, ReplayedGame};
pub use steps::{PlySteps, TimelinePoint};
