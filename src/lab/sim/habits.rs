//! Habits of the players of simulations that people do not have.

use super::clusters::RatioSums;
use super::stats::Estimate;
use super::tally::Tally;
use super::uses::Uses;
use crate::counting::GameHabits;
use serde::Serialize;

/// The fewest plays that could have been stopped, of a card that nobody ever stopped.
const MANY: u64 = 100;

/// Adds the habits of a game that is over.
pub(super) fn add_habits(tally: &mut Tally, game: &GameHabits) {
    tally.put_backs.add(game.n_put_back, game.n_drawn_at_once);
    tally.shuffles.add(game.n_shuffles, game.n_blind);
}

/// Habits of the players that people do not have.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Habits {
    /// The share of the cards put back unseen that the next other player draws at once.
    pub put_backs_drawn_at_once: Option<Estimate>,
    /// The share of the plays that only shuffle whose player knows and expects nothing of the pile.
    pub shuffles_that_know_nothing: Option<Estimate>,
    /// The cards and combos that nobody ever stopped, although somebody could have often enough.
    pub never_stopped: Vec<String>,
}

impl Habits {
    pub(super) fn of((kinds, combos): (&[String], &[String]), tally: &Tally) -> Self {
        let share = |sums: &RatioSums| sums.share(1);
        let uses = kinds.iter().zip(&tally.kinds).chain(combos.iter().zip(&tally.combos));
        let is_unstopped = |(_, uses): &(&String, &Uses)| {
            uses.stoppable >= MANY && uses.cancelled_sums.total() == 0
        };
        let mut unstopped: Vec<_> = uses.filter(is_unstopped).collect();
        unstopped.sort_by_key(|(_, uses)| std::cmp::Reverse(uses.stoppable));
        Self {
            put_backs_drawn_at_once: share(&tally.put_backs),
            shuffles_that_know_nothing: share(&tally.shuffles),
            never_stopped: unstopped.into_iter().map(|(id, _)| id.clone()).collect(),
        }
    }
}
