//! The counts of a run. All are whole numbers that add up: tallies of disjoint games, merged in any
//! order, give the tally of all.

use super::histogram::Histogram;
use serde::{Deserialize, Serialize};

/// A number of players, and how many of them won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinCount {
    /// The number of players, in games with a winner.
    pub n: u64,
    /// The number of them who won.
    pub wins: u64,
}

impl WinCount {
    /// Counts a player.
    pub const fn add(&mut self, won: bool) {
        self.n += 1;
        self.wins += won as u64;
    }

    const fn merge(&mut self, other: Self) {
        self.n += other.n;
        self.wins += other.wins;
    }
}

/// The counts of a kind of card or a combo.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uses {
    /// The number of plays, including responses.
    pub played: u64,
    /// The number of plays that were cancelled.
    pub cancelled: u64,
    /// The number of its cards drawn.
    pub drawn: u64,
    /// The number of its cards moved from hand to hand.
    pub stolen: u64,
    /// The number of its cards in the hands of players when they were eliminated.
    pub dead: u64,
    /// The number of explosions it caused.
    pub explosions: u64,
    /// The number of these explosions that were cancelled.
    pub rescued: u64,
    /// The number of players it eliminated.
    pub eliminations: u64,
    /// The players who held it at the first turn.
    pub opening: WinCount,
    /// The players who did not.
    pub no_opening: WinCount,
    /// The players who played it.
    pub users: WinCount,
    /// The players who held it but never played it (of a combo: who never played it).
    pub keepers: WinCount,
}

impl Uses {
    fn merge(&mut self, other: &Self) {
        self.played += other.played;
        self.cancelled += other.cancelled;
        self.drawn += other.drawn;
        self.stolen += other.stolen;
        self.dead += other.dead;
        self.explosions += other.explosions;
        self.rescued += other.rescued;
        self.eliminations += other.eliminations;
        self.opening.merge(other.opening);
        self.no_opening.merge(other.no_opening);
        self.users.merge(other.users);
        self.keepers.merge(other.keepers);
    }
}

/// The first game that ended with a script fault.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FirstFault {
    /// The index of the game, counted from 0.
    pub game: u64,
    /// Its seed.
    pub seed: u64,
    /// The rendered fault.
    pub fault: String,
}

/// The tally of some games of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The number of games played.
    pub games: u64,
    /// The number of games with a winner. Lengths and shares refer to these only.
    pub won: u64,
    /// The number of games that ended without a winner.
    pub drawn: u64,
    /// The number of games stopped at the ply limit.
    pub stopped: u64,
    /// The number of games that ended with a script fault.
    pub faulty: u64,
    /// The first script fault.
    pub first_fault: Option<FirstFault>,
    /// The number of decisions in all games.
    pub decisions: u64,
    /// The number of games won by the starting player.
    pub first_wins: u64,
    /// The number of games whose winner alone held the fewest cards halfway through the turns.
    pub comebacks: u64,
    /// Plies per game.
    pub plies: Histogram,
    /// Turns per game.
    pub turns: Histogram,
    /// Cards drawn per game.
    pub draws: Histogram,
    /// The number of options per decision: turns, windows, questions.
    pub options: [Histogram; 3],
    /// By seat: the turn in which it was eliminated.
    pub out: Vec<Histogram>,
    /// By seat.
    pub seats: Vec<WinCount>,
    /// By agent.
    pub agents: Vec<WinCount>,
    /// By kind.
    pub kinds: Vec<Uses>,
    /// By combo.
    pub combos: Vec<Uses>,
    /// The number of players eliminated without a card as the cause.
    pub other_eliminations: u64,
}

impl Tally {
    /// Creates an empty tally.
    #[must_use]
    pub fn new(n_seats: usize, n_agents: usize, n_kinds: usize, n_combos: usize) -> Self {
        Self {
            out: vec![Histogram::default(); n_seats],
            seats: vec![WinCount::default(); n_seats],
            agents: vec![WinCount::default(); n_agents],
            kinds: vec![Uses::default(); n_kinds],
            combos: vec![Uses::default(); n_combos],
            ..Self::default()
        }
    }

    /// Adds the tally of other games of the same run.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.won += other.won;
        self.drawn += other.drawn;
        self.stopped += other.stopped;
        self.faulty += other.faulty;
        let faults = [self.first_fault.take(), other.first_fault.clone()];
        self.first_fault = faults.into_iter().flatten().min();
        self.decisions += other.decisions;
        self.first_wins += other.first_wins;
        self.comebacks += other.comebacks;
        self.plies.merge(&other.plies);
        self.turns.merge(&other.turns);
        self.draws.merge(&other.draws);
        self.other_eliminations += other.other_eliminations;
        each(&mut self.options, &other.options, Histogram::merge);
        each(&mut self.out, &other.out, Histogram::merge);
        each(&mut self.seats, &other.seats, |a, b| a.merge(*b));
        each(&mut self.agents, &other.agents, |a, b| a.merge(*b));
        each(&mut self.kinds, &other.kinds, Uses::merge);
        each(&mut self.combos, &other.combos, Uses::merge);
    }

    /// Whether another tally has the same dimensions.
    #[must_use]
    pub fn fits(&self, other: &Self) -> bool {
        let sizes =
            |t: &Self| [t.out.len(), t.seats.len(), t.agents.len(), t.kinds.len(), t.combos.len()];
        sizes(self) == sizes(other)
    }
}

fn each<T>(ours: &mut [T], theirs: &[T], merge: impl Fn(&mut T, &T)) {
    for (a, b) in ours.iter_mut().zip(theirs) {
        merge(a, b);
    }
}
