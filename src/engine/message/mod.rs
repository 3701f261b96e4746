//! A position, a decision and its options as data: one set of types for the protocol, for agents
//! that are programs or scripts, and for the texts of the debugger. Cards are ids, players are
//! names, and an option is chosen by its `id`.
//!
//! Everything that is not public is a [`Secret`] with its audience; [`Redact`] removes what a
//! viewer may not know. The debugger adds events, causes and the timeline to these types.

mod counters;
mod decision;
mod info;
mod names;
mod picture;
mod position;
mod question;
mod secret;
mod text;
mod traits;

pub use counters::{CounterValue, counter_name, counter_title};
pub use decision::{
    AskedAfter, AskerInfo, DecisionInfo, HandInfo, OptionData, OptionInfo, PromptInfo,
    QuestionInfo, are_numbers, number_range, option_list, random_cards,
};
pub use info::{ActionInfo, Audience, Label, ScriptPlace, SubjectInfo, ValueInfo, ZoneInfo};
pub use names::{CHANCE, KindName, Names, PlacedCard, SeatName, whose, with_face};
pub use picture::{PictureCell, PictureInfo, PictureRow};
pub use position::{
    AmongInfo, CardCounterInfo, CounterInfo, OutcomeInfo, PileInfo, PositionInfo, ScoreInfo,
    SeatInfo, StackedInfo, TurnInfo,
};
pub use question::{AgentQuestion, AgentRequest};
pub use secret::{Redact, Secret, UNKNOWN, Viewer};
#[doc(hidden)]
pub use secret::{public, redact_fields};
pub use text::SaidText;
pub use traits::BY;

/// The version of the protocol and of the messages to agents.
pub const VERSION: u32 = 3;
