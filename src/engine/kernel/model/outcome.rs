//! The outcome of a game: winners, losers and scores.
//!
//! A game ends once the hook that named a winner or a loser, or ended the game, has returned.
//! Everybody named in one hook shares the win. If nobody was named, the winners follow from the
//! losers and the scores ([`Outcome::implied_winners`]).

use super::card::{Seat, SeatSet};

/// The winners, losers and scores so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Whether the game is over, or will be once the running hook has returned.
    pub is_over: bool,
    /// The winners; they share the win.
    pub winners: SeatSet,
    /// The losers named by a script.
    pub losers: SeatSet,
    /// The scores by seat; empty until one is set.
    pub scores: Vec<Option<i64>>,
}

impl Outcome {
    pub(in crate::kernel) fn win(&mut self, seat: Seat) {
        self.is_over = true;
        self.winners = self.winners.with(seat);
    }

    pub(in crate::kernel) fn lose(&mut self, seat: Seat) {
        self.is_over = true;
        self.losers = self.losers.with(seat);
    }

    pub(in crate::kernel) fn set_score(&mut self, seat: Seat, score: i64, n_seats: usize) {
        self.scores.resize(n_seats, None);
        self.scores[seat.index()] = Some(score);
    }

    /// Returns the score of a seat.
    pub fn score(&self, seat: Seat) -> Option<i64> {
        self.scores.get(seat.index()).copied().flatten()
    }

    /// Returns the winners of a game that ends without a named one: those with the highest score;
    /// without scores, everybody who was not named a loser; without losers, the living players.
    pub fn implied_winners(&self, alive: SeatSet, n_seats: usize) -> SeatSet {
        let others = SeatSet::first(n_seats).intersection(self.losers.complement());
        let best = others.iter().filter_map(|seat| self.score(seat)).max();
        if best.is_some() {
            return others.iter().filter(|seat| self.score(*seat) == best).collect();
        }
        if self.losers.is_empty() { alive } else { others }
    }

    /// Returns the seats in groups of equal rank, best first: winners before the others, losers
    /// last, and by score within each; seats without a score rank below those with one.
    pub fn ranking(&self, n_seats: usize) -> Vec<SeatSet> {
        let rank = |seat: Seat| {
            let group = i32::from(self.losers.has(seat)) - i32::from(self.winners.has(seat));
            (group, self.score(seat).map_or(i64::MAX, |score| -score))
        };
        let mut seats: Vec<Seat> = SeatSet::first(n_seats).iter().collect();
        seats.sort_by_key(|seat| rank(*seat));
        let groups = seats.chunk_by(|a, b| rank(*a) == rank(*b));
        groups.map(|group| group.iter().copied().collect()).collect()
    }
}
