//! Formats data of replies as text, each file one kind.

pub mod advice;
pub mod catalogue;
pub mod causes;
pub mod diff;
pub mod difference;
pub mod error;
pub mod grid;
pub mod line;
pub mod narration;
pub mod odds;
pub mod position;
pub mod question;
pub mod question_diff;
#[cfg(feature = "app")]
pub mod rules;
pub mod stop;
pub mod time;
