//! What the debugger returns: plain data, not formatted text.
//!
//! Everything that is not public is a [`Secret`] with its audience; [`Redact`] removes what a
//! viewer may not know before formatting.

mod agents;
mod breakpoint;
mod causes;
mod chance;
mod diff;
mod error;
mod event;
mod files;
mod game;
mod help;
mod location;
mod names;
mod position;
mod question;
mod question_diff;
mod script_place;
mod secret;
mod time;

pub use agents::{
    AdviceInfo, AgentReply, ChosenReason, OptionAdvice, Playout, PlayoutStop, SeatedAgentInfo,
    SuggestedOption,
};
pub use breakpoint::{
    BreakConditionInfo, BreakpointInfo, BreakpointsReply, EventClassInfo, HitInfo, StopInfo,
    ValueChange,
};
pub use causes::{Causes, CausesReply, LocalInfo, NextInfo, WatchValue};
pub use chance::{
    CardCount, ChanceReply, DrawOdds, KnownCard, KnownCards, OddsInfo, Probability, ViewerInfo,
};
pub use diff::{BeforeAfter, CardsChange, Change, DiffReply};
pub use error::ErrorInfo;
pub(crate) use error::{serialize as serialize_error, serialize_all as serialize_errors};
pub use event::{EventData, EventInfo, EventList, redact_events};
pub use files::{
    DivergenceInfo, FileReply, ImpossibleInput, LeftOut, PlyState, ReplayDifference, ReplayReport,
};
pub use game::GameReply;
pub use help::{
    CommandGroupInfo, CommandInfo, DefinedAt, FormInfo, HelpReply, Listing, Meaning, RuleInfo,
    ScriptInfo, TopicForm, TopicInfo,
};
pub use location::{InputInfo, Location, PlyProgress};
pub use names::{
    ActionInfo, Audience, KindName, PlacedCard, SeatName, SubjectInfo, ValueInfo, ZoneInfo,
};
pub use position::{
    CardCounterInfo, CounterInfo, OutcomeInfo, PileInfo, PositionInfo, ScoreInfo, SeatInfo,
    TurnInfo,
};
pub use question::{DecisionInfo, HandInfo, OptionData, OptionInfo, PromptInfo, QuestionInfo};
pub use question_diff::{AskedAfter, QuestionChange, QuestionDiff};
pub use script_place::ScriptPlace;
pub(crate) use secret::redact_fields;
pub use secret::{Redact, Secret, Viewer};
pub use time::{
    BranchInfo, EditInfo, MarkInfo, PeekInfo, PlyInfo, RefusedInput, ReplayEnd, TimeReply,
    TimelineInfo,
};
