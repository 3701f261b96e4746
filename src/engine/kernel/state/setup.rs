//! The parameters of a game, the table before its setup, and setups that are repeated.

use super::table::Table;
use crate::kernel::card::{Kind, Seat};
use crate::kernel::cost::Cost;
use crate::kernel::fault::Text;
use crate::kernel::value::Values;
use crate::kernel::zone::Zone;
use std::sync::Arc;

/// The cards of a game, and the zone of each before the setup.
pub type Deck = Arc<[(Kind, Zone, u16)]>;

/// The parameters of a new game.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The names of the seats, in their order.
    pub names: Arc<[Text]>,
    pub deck: Deck,
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
    /// The setups that have run on it, by the starting player.
    pub(in crate::kernel) setups: Vec<Option<Box<NotedSetup>>>,
}

/// A setup that has run. Others on an equal table, with the same starting player, do the same up to
/// the first random outcome.
#[derive(Debug, Default)]
pub(crate) struct NotedSetup {
    /// The table when it came to the first random outcome, and the cost so far.
    pub before_luck: Option<(Table, Cost)>,
    /// The calls of verbs from then on: their numbers, as the rulebook counts them, and arguments.
    pub calls: Vec<(usize, Values)>,
    /// Whether it has done something that these calls do not repeat.
    pub is_unique: bool,
}

impl StockedTable {
    /// Keeps a table before its setup.
    pub(in crate::kernel) fn keep(&mut self, setup: &Setup, table: &Table) {
        self.deck = setup.deck.clone();
        self.table.clone_from(table);
        self.names = setup.names.clone();
        self.setups.clear();
        self.setups.resize_with(setup.names.len(), || None);
    }

    pub(in crate::kernel) fn is_for(&self, setup: &Setup) -> bool {
        Arc::ptr_eq(&self.deck, &setup.deck) && self.names == setup.names
    }
}
