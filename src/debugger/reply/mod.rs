//! The replies of the debugger and the shell: plain data, not formatted text.
//!
//! A [`Reply`] is a status and a list of [`Part`]s. Everything that is not public is a [`Secret`]
//! with its audience; [`Redact`] removes what a viewer may not know before formatting. `shell::out`
//! formats replies as text or JSON; no other module does, and no code parses the formatted output.

mod agents;
mod breakpoint;
mod catalogue;
mod causes;
mod chance;
mod diff;
mod error;
mod event;
mod files;
mod game;
mod help;
mod io;
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
pub use catalogue::{
    CardInfo, CatalogueReply, ComboInfo, RuleOption, SettingValue, VariantEntry, VariantPage,
    VariantSummary,
};
pub use causes::{Causes, CausesReply, LocalInfo, NextInfo, WatchValue};
pub use chance::{
    CardCount, ChanceReply, DrawOdds, KnownCard, KnownCards, OddsInfo, Probability, ViewerInfo,
};
pub use diff::{BeforeAfter, CardsChange, Change, DiffReply};
pub use error::ErrorInfo;
pub use event::{EventData, EventInfo, EventList, redact_events};
pub use files::{
    DivergenceInfo, FileReply, ImpossibleInput, LeftOut, PlyState, ReplayDifference, ReplayReport,
};
pub use game::GameReply;
pub use help::{
    CommandGroupInfo, CommandInfo, DefinedAt, FormInfo, HelpReply, Listing, Meaning, RuleInfo,
    ScriptInfo, TopicForm, TopicInfo,
};
pub use io::{IoReply, NestedInput, ReadFile};
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

use crate::error::Error;
use schemars::JsonSchema;
use serde::Serialize;

/// What became of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It was carried out.
    Done,
    /// It was not understood or is not possible; nothing changed.
    Refused,
    /// It asserted something that does not hold.
    Failed,
    /// A script is wrong; the game is as it was before.
    Fault,
    /// The person wants to leave.
    Quit,
}

/// The reply to one input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Reply {
    /// What became of the input.
    pub status: Status,
    /// The parts of the reply, in order.
    pub parts: Vec<Part>,
}

/// One thing there is to say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "part", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Part {
    /// What happened.
    Events(EventList),
    /// Where the game stands in its history.
    Location(Location),
    /// Who must choose what.
    Decision(DecisionInfo),
    /// The game is over.
    GameOver(OutcomeInfo),
    /// What led to something.
    Causes(Box<CausesReply>),
    /// What comes next in the middle of a ply.
    Next(NextInfo),
    /// Breakpoints and watches.
    Breakpoints(BreakpointsReply),
    /// A position.
    Position(PositionInfo),
    /// The history of the game.
    Time(TimeReply),
    /// The differences between two positions.
    Diff(DiffReply),
    /// A game as a whole.
    Game(GameReply),
    /// A position as the named seat knows it; the viewer of `:as` does not limit it.
    View {
        /// The seat.
        seat: SeatName,
        /// The position as it knows it.
        position: PositionInfo,
    },
    /// A picture that the rules draw of the position.
    Picture {
        /// Its lines.
        lines: Vec<String>,
    },
    /// Agents.
    Agents(AgentReply),
    /// Chance and hidden cards.
    Chance(ChanceReply),
    /// Files, and games replayed from them.
    Files(FileReply),
    /// Input and output.
    Io(IoReply),
    /// The value of an expression.
    Value {
        /// The value as a script would write it.
        value: String,
    },
    /// What commands do and names mean.
    Help(HelpReply),
    /// The lines of a script.
    Source(Listing),
    /// What variants are made of.
    Catalogue(CatalogueReply),
    /// The JSON Schema of the machine protocol.
    Schema {
        /// The schema.
        schema: serde_json::Value,
    },
    /// Something went wrong beside the input.
    Warning {
        /// What.
        message: String,
    },
    /// The input was refused.
    Refused {
        /// Why.
        message: String,
        /// What to do.
        hint: Option<String>,
    },
    /// The input was refused because files are wrong.
    Errors {
        /// The message.
        #[serde(serialize_with = "error::serialize_all")]
        #[schemars(with = "Vec<ErrorInfo>")]
        errors: Vec<Error>,
    },
    /// A script is wrong; the game is as it was before.
    Fault {
        /// The message.
        #[serde(serialize_with = "error::serialize")]
        #[schemars(with = "ErrorInfo")]
        error: Box<Error>,
    },
    /// An assertion does not hold.
    Assertion {
        /// What was expected.
        expected: String,
        /// The actual value.
        actual: String,
    },
}

impl Redact for Part {
    fn redact(&mut self, viewer: &Viewer) {
        match self {
            Self::Events(events) => events.redact(viewer),
            Self::Location(location) => location.redact(viewer),
            Self::Decision(decision) => decision.redact(viewer),
            Self::Causes(causes) => causes.redact(viewer),
            Self::Next(next) => next.redact(viewer),
            Self::Breakpoints(reply) => reply.redact(viewer),
            Self::Position(position) => position.redact(viewer),
            Self::Time(time) => time.redact(viewer),
            Self::Diff(diff) => diff.redact(viewer),
            Self::Game(game) => game.redact(viewer),
            Self::Help(help) => help.redact(viewer),
            Self::Source(listing) => listing.redact(viewer),
            Self::Catalogue(catalogue) => catalogue.redact(viewer),
            Self::Agents(agents) => agents.redact(viewer),
            Self::Files(files) => files.redact(viewer),
            // `:view NAME` has its own viewer, independent of `:as`.
            Self::View { .. }
            | Self::Chance(_)
            | Self::Io(_)
            | Self::GameOver(_)
            | Self::Picture { .. }
            | Self::Value { .. }
            | Self::Schema { .. }
            | Self::Warning { .. }
            | Self::Refused { .. }
            | Self::Errors { .. }
            | Self::Fault { .. }
            | Self::Assertion { .. } => {}
        }
    }
}

impl Reply {
    /// A reply to an input that was carried out.
    #[must_use]
    pub const fn done(parts: Vec<Part>) -> Self {
        Self { status: Status::Done, parts }
    }

    /// A reply with this status.
    #[must_use]
    pub const fn new(status: Status, parts: Vec<Part>) -> Self {
        Self { status, parts }
    }
}

impl Status {
    /// Whether nothing came of the input.
    #[must_use]
    pub const fn is_bad(self) -> bool {
        matches!(self, Self::Refused | Self::Failed | Self::Fault)
    }
}

redact_fields!(Reply: parts);
