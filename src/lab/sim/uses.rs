//! The counts of one kind of card or one combo in all games.
//!
//! A new one is a field of [`GameUses`], which `counting::counter` counts, one of [`Uses`] with its
//! line in `Uses::add`, and a figure in `card_rows`.

use super::clusters::RatioSums;
use super::counts::counts;
use crate::counting::GameUses;
use crate::kernel::SeatSet;

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

impl Uses {
    /// Adds the counts of a game that is over. `offered` are the seats that could play it, `agents`
    /// the seats of each agent.
    pub(super) fn add(&mut self, game: &GameUses, offered: SeatSet, agents: &[SeatSet]) {
        // Many kinds are in no hand of a game.
        if offered.is_empty() && *game == GameUses::default() {
            return;
        }
        self.played += u64::from(game.played);
        self.drawn += u64::from(game.drawn);
        self.stolen += u64::from(game.stolen);
        self.dead += u64::from(game.dead);
        self.eliminations += u64::from(game.eliminations);
        self.stoppable += u64::from(game.stoppable);
        self.cancelled_sums.add(game.announced.into(), game.cancelled.into());
        self.rescued_sums.add(game.explosions.into(), game.rescued.into());
        for (agent, own) in agents.iter().enumerate() {
            self.offered[agent] += u64::from(!offered.intersection(*own).is_empty());
            self.chosen[agent] += u64::from(!game.chosen.intersection(*own).is_empty());
        }
    }

    /// Adds the wins of a game, each of this share, by the cards that players held and drew.
    pub(super) fn add_wins(&mut self, game: &GameUses, winners: SeatSet, share: u64) {
        let n_won = |seats: SeatSet| seats.intersection(winners).len() as u64 * share;
        self.opening_sums.add(game.opening.len() as u64, n_won(game.opening));
        self.drawn_sums.add(game.drawn_by.len() as u64, n_won(game.drawn_by));
    }
}
