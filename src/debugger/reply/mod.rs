//! What the debugger returns: plain data, not formatted text.
//!
//! Everything that is not public is a [`Secret`] with its audience; [`Redact`] removes what a
//! viewer may not know before formatting. An event also brings its sentence: it is described in one
//! file.

mod advice;
mod breakpoint;
mod causes;
mod diff;
mod error;
mod event;
mod location;
mod names;
mod odds;
mod position;
mod question;
mod replay;
mod script_place;
mod secret;
mod time;

pub use advice::{AdviceInfo, OptionAdvice, SuggestedOption};
pub use breakpoint::{BreakpointInfo, HitInfo, StopInfo, ValueChange};
pub use causes::{Causes, ChangeInfo, LocalInfo, NextInfo, WatchValue};
pub use diff::{BeforeAfter, CardsChange, Change, DiffReply};
pub use error::{ErrorInfo, hidden_fault};
pub(crate) use error::{serialize as serialize_error, serialize_all as serialize_errors};
pub use event::{
    ActionData, CardData, EventData, EventInfo, EventList, EventNames, GameData, PlayerData,
    joined, redact_events,
};
pub use location::{InputInfo, Location, PlyProgress};
pub use names::{
    ActionInfo, Audience, KindName, PlacedCard, SeatName, SubjectInfo, ValueInfo, ZoneInfo,
};
pub use odds::{CardCount, DrawOdds, KnownCard, KnownCards, OddsInfo, Probability};
pub use position::{
    CardCounterInfo, CounterInfo, OutcomeInfo, PileInfo, PositionInfo, ScoreInfo, SeatInfo,
    StartedInfo, TurnInfo,
};
pub use question::{
    AskedAfter, DecisionInfo, HandInfo, OptionData, OptionInfo, PromptInfo, QuestionDiff,
    QuestionInfo,
};
pub use replay::{PlyState, ReplayDifference};
pub use script_place::ScriptPlace;
pub(crate) use secret::redact_fields;
pub use secret::{Redact, Secret, Viewer};
pub use time::{PeekInfo, PlyInfo, TimelineInfo};
