//! The next step of a game, or the answer that it waits for.

use super::table::Table;
use crate::kernel::card::{CardId, ComboId, Kind, SeatSet};
use crate::kernel::decision::RecordedAnswer;
use crate::kernel::event::Event;
use crate::kernel::rules::Call;
use smallvec::SmallVec;

/// A hook that waits for an answer and will be run again from its start.
#[derive(Clone, Debug)]
pub(crate) struct Suspended {
    pub call: Call,
    pub answers: Answers,
}

/// The answers to the questions of a hook.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    /// Those recorded so far.
    pub given: Vec<RecordedAnswer>,
    /// Whether chance was asked before each of the questions.
    pub asked_chance: Vec<bool>,
    /// How many of the answers the run has used.
    pub n_used: usize,
    /// The fingerprint of the question that waits.
    pub question: u64,
    /// The ply in which the hook first began, and the number of automatic answers at that point.
    pub since: Option<(u32, usize)>,
}

impl From<Call> for Suspended {
    /// Creates a run without recorded answers.
    fn from(call: Call) -> Self {
        Self { call, answers: Answers::default() }
    }
}

/// The next step of the game, or the answer that it waits for.
#[derive(Clone, Debug)]
pub(crate) enum Pending {
    /// The main decision of a turn.
    Main,
    Window,
    /// The next card of a set that is chosen one card at a time.
    Cards {
        combo: ComboId,
        chosen: SmallVec<[CardId; 8]>,
    },
    /// Which of these kinds a played card stands for.
    StandIn {
        card: CardId,
        kinds: Vec<Kind>,
    },
    /// A question of a hook.
    Run(Box<Suspended>),
    /// Nothing: the game is over.
    Over,
}

/// The state left by an unfinished hook, for display only.
#[derive(Clone, Debug)]
pub(crate) struct UncommittedState {
    pub table: Table,
    /// The events of the hook so far.
    pub events: Vec<Event>,
}

/// The turns without options since the last answer.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::kernel) struct Idle {
    /// The hash of the position, which such a turn does not change.
    pub(in crate::kernel) position: u64,
    /// The number of decisions answered by agents before.
    pub(in crate::kernel) n_decisions: u64,
    /// The players who had such a turn.
    pub(in crate::kernel) seats: SeatSet,
}
