//! The counts of one kind of card or one combo: in the game that is played, and in all games.
//!
//! A new one is a field of `GameUses`, which `collect` counts, one of [`Uses`] with its line in
//! `GameUses::add_to`, and a figure in `card_rows`.

use super::clusters::RatioSums;
use super::counts::counts;
use crate::kernel::SeatSet;

/// The counts of a kind of card or a combo in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct GameUses {
    pub played: u32,
    /// The plays on their own, which can be cancelled.
    pub announced: u32,
    pub cancelled: u32,
    pub drawn: u32,
    pub stolen: u32,
    pub dead: u32,
    pub explosions: u32,
    pub rescued: u32,
    pub eliminations: u32,
    /// The plays that somebody could answer.
    pub stoppable: u32,
    /// The seats that held it at the first turn.
    pub opening: SeatSet,
    /// The seats that played it.
    pub chosen: SeatSet,
    /// The seats that drew it.
    pub drawn_by: SeatSet,
}

counts! {
    /// The counts of a kind of card or a combo.
    pub struct Uses {
        /// The number of its cards that were played, alone, as another card or in a set; of a
        /// combo, of its plays.
        pub played: u64,
        /// The number of its cards drawn.
        pub drawn: u64,
        /// The number of its cards moved from hand to hand.
        pub stolen: u64,
        /// The number of its cards in the hands of players when they were eliminated.
        pub dead: u64,
        /// The number of players it eliminated.
        pub eliminations: u64,
        /// The number of its plays that somebody could answer.
        pub stoppable: u64,
        /// By agent: the number of games in which it could play it.
        pub offered: Vec<u64>,
        /// By agent: the number of games in which it played it.
        pub chosen: Vec<u64>,
        /// By game: the players who held it at the first turn, and the units of their wins.
        pub opening_sums: RatioSums,
        /// By game: the players who drew it, and the units of their wins.
        pub drawn_sums: RatioSums,
        /// By agent: the number of plays that answered it.
        pub answered: Vec<u64>,
        /// By game: the plays on its own, and those that were cancelled.
        pub cancelled_sums: RatioSums,
        /// By game: the explosions it caused, and those that were cancelled.
        pub rescued_sums: RatioSums,
    }
}

impl GameUses {
    /// Adds the counts of a game that is over. `offered` are the seats that could play it, `agents`
    /// the seats of each agent.
    pub fn add_to(&self, uses: &mut Uses, offered: SeatSet, agents: &[SeatSet]) {
        // Many kinds are in no hand of a game.
        if offered.is_empty() && *self == Self::default() {
            return;
        }
        uses.played += u64::from(self.played);
        uses.drawn += u64::from(self.drawn);
        uses.stolen += u64::from(self.stolen);
        uses.dead += u64::from(self.dead);
        uses.eliminations += u64::from(self.eliminations);
        uses.stoppable += u64::from(self.stoppable);
        uses.cancelled_sums.add(self.announced.into(), self.cancelled.into());
        uses.rescued_sums.add(self.explosions.into(), self.rescued.into());
        for (agent, own) in agents.iter().enumerate() {
            uses.offered[agent] += u64::from(!offered.intersection(*own).is_empty());
            uses.chosen[agent] += u64::from(!self.chosen.intersection(*own).is_empty());
        }
    }

    /// Adds the wins of a game, each of this share, by the cards that players held and drew.
    pub fn add_wins(&self, uses: &mut Uses, winners: SeatSet, share: u64) {
        let n_won = |seats: SeatSet| seats.intersection(winners).len() as u64 * share;
        uses.opening_sums.add(self.opening.len() as u64, n_won(self.opening));
        uses.drawn_sums.add(self.drawn_by.len() as u64, n_won(self.drawn_by));
    }
}
