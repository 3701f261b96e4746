//! Who plays together: by the number of players, sets of seats that win together.

use super::card::{Seat, SeatSet};

/// The teams of a ruleset by the number of players; none where nobody plays together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Teams(Vec<Vec<SeatSet>>);

impl Teams {
    /// Returns the teams of a number of players, in the order of their numbers; empty if everybody
    /// plays alone.
    #[inline]
    pub fn of(&self, n_seats: usize) -> &[SeatSet] {
        self.0.get(n_seats).map_or(&[], Vec::as_slice)
    }

    /// Returns the team of a seat: the seat alone where nobody plays together.
    pub fn of_seat(&self, n_seats: usize, seat: Seat) -> SeatSet {
        let mut teams = self.of(n_seats).iter().copied();
        teams.find(|team| team.has(seat)).unwrap_or(SeatSet::one(seat))
    }

    /// Returns these seats with all their partners.
    pub fn with_partners(&self, n_seats: usize, seats: SeatSet) -> SeatSet {
        let teams = self.of(n_seats).iter().copied();
        let theirs = teams.filter(|team| !team.intersection(seats).is_empty());
        theirs.fold(seats, SeatSet::union)
    }

    /// Returns the number of teams that these seats are of: of seats, where nobody plays together.
    pub fn count(&self, n_seats: usize, seats: SeatSet) -> usize {
        match self.of(n_seats) {
            [] => seats.len(),
            teams => teams.iter().filter(|team| !team.intersection(seats).is_empty()).count(),
        }
    }

    /// Whether all these seats are of one team.
    #[inline]
    pub fn are_partners(&self, n_seats: usize, seats: SeatSet) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let mut teams = self.of(n_seats).iter();
        teams.any(|team| seats.intersection(team.complement()).is_empty())
    }
}

impl FromIterator<(usize, Vec<SeatSet>)> for Teams {
    fn from_iter<I: IntoIterator<Item = (usize, Vec<SeatSet>)>>(teams: I) -> Self {
        let mut by_players = Vec::new();
        for (n_seats, teams) in teams {
            by_players.resize(by_players.len().max(n_seats + 1), Vec::new());
            by_players[n_seats] = teams;
        }
        Self(by_players)
    }
}
