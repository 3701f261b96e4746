//! The next step of a game, or the answer that it waits for.

use super::table::Table;
use crate::kernel::card::{CardId, ComboId, Kind, SeatSet};
use crate::kernel::decision::RecordedAnswer;
use crate::kernel::event::Event;
use crate::kernel::rules::Call;
use crate::kernel::zone::Zone;
use smallvec::SmallVec;

/// The step that follows a hook.
#[derive(Clone, Debug)]
pub enum Continuation {
    Settle,
    /// Begin the first turn after the setup.
    Begin,
    /// Put the action of the call on the stack, with the hook's return values as its announcement.
    Announce,
    /// Let the player of the call explode, unless something else happened instead.
    Explode {
        hazard: Option<CardId>,
    },
    /// Continue the loop; the player of the call draws this many cards instead of running a hook.
    Draw(u16),
    /// Continue the loop; the run refills this pile instead of calling a hook.
    Refill(Zone),
}

/// A hook that waits for an answer and will be run again from its start.
#[derive(Clone, Debug)]
pub struct SuspendedHook {
    pub call: Call,
    pub then: Continuation,
    /// The answers recorded so far.
    pub given: Vec<RecordedAnswer>,
    /// The fingerprint of the question it waits for.
    pub question: u64,
    /// The ply in which it first began, and the number of automatic answers at that point.
    pub since: Option<(u32, usize)>,
}

impl SuspendedHook {
    /// Creates a run without recorded answers.
    pub const fn of(call: Call, then: Continuation) -> Self {
        Self { call, then, given: Vec::new(), question: 0, since: None }
    }
}

/// The next step of the game, or the answer that it waits for.
#[derive(Clone, Debug)]
pub enum Pending {
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
        responds: bool,
    },
    /// A question of a hook.
    Run(Box<SuspendedHook>),
    /// Nothing: the game is over.
    Over,
}

/// The state left by an unfinished hook, for display only.
#[derive(Clone, Debug)]
pub struct UncommittedState {
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
