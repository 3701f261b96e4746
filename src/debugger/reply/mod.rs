//! Replies of the debugger besides positions and decisions ([`crate::message`]): plain data, not
//! formatted text. An event also brings its sentence: it is described in one file.

mod advice;
mod breakpoint;
mod causes;
mod diff;
mod error;
mod event;
mod location;
mod odds;
mod replay;
mod time;

pub use advice::{AdviceInfo, LeadInfo, OptionAdvice, SuggestedOption};
pub use breakpoint::{BreakpointInfo, HitInfo, StopInfo, ValueChange};
pub use causes::{Causes, ChangeInfo, FrameInfo, LocalInfo, NextInfo, OptionRead, WatchValue};
pub use diff::{BeforeAfter, CardsChange, Change, DiffReply};
pub use error::{ErrorInfo, hidden_fault};
pub(crate) use error::{serialize as serialize_error, serialize_all as serialize_errors};
pub(crate) use event::announced_values;
#[cfg(feature = "editor")]
pub(crate) use event::chosen;
pub use event::{
    ActionData, CardData, EventData, EventInfo, EventList, EventNames, GameData, PlayerData,
    joined, redact_events,
};
pub use location::{InputInfo, Location, PlyProgress};
pub use odds::{CardCount, DrawOdds, KnownCard, KnownCards, OddsInfo, Probability};
pub use replay::{PlyState, QuestionDiff, ReplayDifference};
pub use time::{PeekInfo, PlyInfo, StartedInfo, TimelineInfo};
