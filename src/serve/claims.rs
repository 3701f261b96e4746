//! Who has taken which seat of a table, as it is kept beside the journal.

use crate::message::SeatName;
use std::collections::BTreeMap;
use std::fmt;

/// The seats that were taken or freed, and the state of the room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatClaims {
    seats: BTreeMap<SeatName, Claim>,
    /// The number of the last new link.
    last: u32,
    /// Whether nobody may take a seat.
    pub is_closed: bool,
    /// Whether clocks run although somebody has never been there.
    pub is_started: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Claim {
    /// The number of the link of the seat; 0: the first one.
    number: u32,
    is_taken: bool,
}

impl SeatClaims {
    pub fn is_taken(&self, seat: &str) -> bool {
        self.seats.get(seat).is_some_and(|claim| claim.is_taken)
    }

    /// The number of the link of a seat: an earlier one is no link any more.
    pub fn number(&self, seat: &str) -> u32 {
        self.seats.get(seat).map_or(0, |claim| claim.number)
    }

    /// The number of the last new link of all seats.
    pub const fn last(&self) -> u32 {
        self.last
    }

    /// Notes that somebody has come with the link of a seat.
    pub fn take(&mut self, seat: &SeatName) {
        self.seats.entry(seat.clone()).or_default().is_taken = true;
    }

    /// Gives a seat a new link, for whoever takes it or for nobody yet.
    pub fn renew(&mut self, seat: &SeatName, is_taken: bool) {
        self.last += 1;
        self.seats.insert(seat.clone(), Claim { number: self.last, is_taken });
    }

    /// Reads the lines that [`Self`] is displayed as.
    pub fn parse<'a>(lines: impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut claims = Self::default();
        for line in lines {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["seat", name, number, taken] => {
                    let number: u32 = number.parse().ok()?;
                    let is_taken = taken == "taken";
                    claims.last = claims.last.max(number);
                    claims.seats.insert(name.into(), Claim { number, is_taken });
                }
                ["last", number] => claims.last = claims.last.max(number.parse().ok()?),
                ["closed"] => claims.is_closed = true,
                ["started"] => claims.is_started = true,
                _ => return None,
            }
        }
        Some(claims)
    }
}

impl fmt::Display for SeatClaims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, Claim { number, is_taken }) in &self.seats {
            let taken = if *is_taken { "taken" } else { "free" };
            writeln!(f, "seat {name} {number} {taken}")?;
        }
        // Links are new also after the last seat that had one has left the game.
        if self.last > 0 {
            writeln!(f, "last {}", self.last)?;
        }
        for (is_so, word) in [(self.is_closed, "closed"), (self.is_started, "started")] {
            if is_so {
                writeln!(f, "{word}")?;
            }
        }
        Ok(())
    }
}
