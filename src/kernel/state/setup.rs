//! The parameters of a game, the table before its setup, and how far setups are alike.

use super::table::Table;
use crate::kernel::action::Task;
use crate::kernel::card::{Kind, Seat};
use crate::kernel::cost::Cost;
use crate::kernel::fault::Text;
use crate::kernel::value::Value;
use crate::kernel::zone::Zone;
use std::rc::Rc;
use std::sync::Arc;

/// The cards of a game, and the zone of each before the setup.
pub type Deck = Arc<[(Kind, Zone, u16)]>;

/// The parameters of a new game.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The names of the seats, in their order.
    pub names: Arc<[Text]>,
    /// The cards.
    pub deck: Deck,
    /// The random seed.
    pub seed: u64,
    /// The starting player; `None`: a random seat.
    pub first: Option<Seat>,
    /// Whether events are logged.
    pub log: bool,
    /// Whether draws are keyed, so that games with different decks use common random numbers
    /// ([`Streams::keyed`](crate::kernel::rng::Streams::keyed)).
    pub keyed: bool,
}

/// A deck and the table on which its cards lie, before the setup.
#[derive(Default)]
pub(in crate::kernel) struct StockedTable {
    pub(in crate::kernel) deck: Deck,
    pub(in crate::kernel) table: Table,
    names: Arc<[Text]>,
    /// By starting player.
    beginnings: Vec<Option<SetupBeginning>>,
}

impl StockedTable {
    /// Keeps a table before its setup.
    pub(in crate::kernel) fn keep(&mut self, setup: &Setup, table: &Table) {
        self.deck = setup.deck.clone();
        self.table.clone_from(table);
        self.names = setup.names.clone();
        self.beginnings.clear();
        self.beginnings.resize_with(setup.names.len(), || None);
    }

    pub(in crate::kernel) fn is_for(&self, setup: &Setup) -> bool {
        Arc::ptr_eq(&self.deck, &setup.deck) && self.names == setup.names
    }

    /// Returns how each setup begins in which this player starts, if that is known.
    pub(in crate::kernel) fn beginning(&mut self, first: Seat) -> &mut Option<SetupBeginning> {
        &mut self.beginnings[first.index()]
    }
}

/// The beginning of every setup of a deck, up to the first random number.
pub(in crate::kernel) struct SetupBeginning {
    /// What the verbs returned.
    pub(in crate::kernel) results: Rc<[Value]>,
    /// The state after them.
    pub(in crate::kernel) state: Box<SetupState>,
}

/// What the rulebook does at the beginning of a setup.
pub enum SetupRun {
    /// It notes how setups begin.
    Record(SetupRecording),
    /// It does not run so many verbs again, whose results are known.
    Replay(Rc<[Value]>),
}

/// A state in the course of a setup.
pub(in crate::kernel) struct SetupState {
    /// How many verbs have returned.
    pub(in crate::kernel) n_results: usize,
    pub(in crate::kernel) table: Table,
    pub(in crate::kernel) cost: Cost,
    pub(in crate::kernel) caused: Vec<Task>,
}

/// The state before each verb of a setup, until the first random number.
pub struct SetupRecording {
    /// The last state before a verb.
    pub(in crate::kernel) last: Option<Box<SetupState>>,
    /// Whether that is the state before the first random number.
    pub(in crate::kernel) is_over: bool,
    /// The number of events told to an observer before the setup.
    pub(in crate::kernel) n_told: u64,
    /// The results of the verbs, once it is over.
    pub(in crate::kernel) results: Vec<Value>,
}
