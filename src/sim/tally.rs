//! What is counted. All of it are whole numbers that add up: tallies of any parts of a run, in any
//! order, make the tally of the whole.

use super::histogram::Histogram;
use serde::{Deserialize, Serialize};

/// How many, and how many of them won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinCount {
    /// How many players of games that somebody won.
    pub n: u64,
    /// How many of them won.
    pub wins: u64,
}

impl WinCount {
    /// Counts one more.
    pub const fn add(&mut self, won: bool) {
        self.n += 1;
        self.wins += won as u64;
    }

    const fn merge(&mut self, other: Self) {
        self.n += other.n;
        self.wins += other.wins;
    }
}

/// What is counted of a kind of card or of a combo.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uses {
    /// How often it was played, as an answer too.
    pub played: u64,
    /// How often a play of it was cancelled.
    pub cancelled: u64,
    /// How many cards of it were drawn.
    pub drawn: u64,
    /// How many went from one hand into another.
    pub stolen: u64,
    /// How many were in the hand of a player when that player went out.
    pub dead: u64,
    /// How many explosions it caused, and how many of them were cancelled.
    pub explosions: u64,
    /// Of these.
    pub rescued: u64,
    /// How many players went out by it.
    pub eliminations: u64,
    /// The players who held it when the first turn began.
    pub opening: WinCount,
    /// The players who did not.
    pub no_opening: WinCount,
    /// The players who played it.
    pub users: WinCount,
    /// The players who could have: they held it at some time and never played it (of a combo: who
    /// never played it).
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

/// The first game in which a script was wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FirstFault {
    /// The number of the game, counted from 0.
    pub game: u64,
    /// Its seed.
    pub seed: u64,
    /// The fault, drawn.
    pub fault: String,
}

/// The tally of some games of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// How many games were begun.
    pub games: u64,
    /// How many somebody won. Lengths and shares are of these alone.
    pub won: u64,
    /// How many ended without a winner.
    pub drawn: u64,
    /// How many were stopped at the limit.
    pub stopped: u64,
    /// How many ended in a fault of a script.
    pub faulty: u64,
    /// The first of them.
    pub first_fault: Option<FirstFault>,
    /// How many decisions were made, in all games.
    pub decisions: u64,
    /// How often the player who began won.
    pub first_wins: u64,
    /// How often the winner held fewer cards than any other player in the game after half of the
    /// turns.
    pub comebacks: u64,
    /// How many plies a game took.
    pub plies: Histogram,
    /// How many turns a game took.
    pub turns: Histogram,
    /// How many cards were drawn in a game.
    pub draws: Histogram,
    /// How many options a decision had: of a turn, of a window, of a question.
    pub options: [Histogram; 3],
    /// By seat: in which turn of the game it went out.
    pub out: Vec<Histogram>,
    /// By seat.
    pub seats: Vec<WinCount>,
    /// By agent.
    pub agents: Vec<WinCount>,
    /// By kind.
    pub kinds: Vec<Uses>,
    /// By combo.
    pub combos: Vec<Uses>,
    /// How many players went out without a card that caused it.
    pub other_eliminations: u64,
}

impl Tally {
    /// A tally without a game.
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

    /// Adds what another part of the same run has counted.
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

    /// Whether another tally counts the same things.
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
