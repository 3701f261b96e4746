//! Counts what happens in a game while it is played, without a log: what statistics of many games
//! are made of.
//!
//! [`GameCounter`] hears a game and has the counts of one at a time. It is in the package of what
//! plays games because it runs as often as the kernel does.

mod counter;
mod habits;
mod offers;
mod options;
mod questions;
mod uses;

pub use counter::{GameCounter, GameCounts, TurnStart};
pub use habits::GameHabits;
pub use offers::Offers;
pub use options::OptionCounts;
pub use questions::{
    AnswerGroup, Asked, AskedPlace, AskedPrompt, Asker, Given, MAX_PROMPTS, QuestionCounter,
    ReadText,
};
pub use uses::GameUses;
