//! The measures of a game, one row each: `sim`, `compare`, `tune`, raw data and reports use them.
//!
//! A new number of a game is a field of [`GameResult`], which `collect` fills, and a row here.

use super::histogram::Histogram;
use super::outcomes::Outcomes;
use super::plan::RunManifest;
use super::spread::seat_spread;
use super::stats::{self, Estimate};
use super::tally::{Tally, WIN};
use crate::kernel::{Seat, SeatSet};
use serde::{Serialize, Serializer};

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The winners, who share the win; none if nobody wins.
    pub winners: SeatSet,
    /// The units of a win that each winner has.
    pub win: u64,
    pub first: Option<Seat>,
    /// Whether a winner alone held the fewest cards halfway through the turns.
    pub is_comeback: bool,
    /// The number of turns.
    pub turns: usize,
    /// The number of plies.
    pub plies: usize,
    /// The number of cards drawn.
    pub draws: usize,
    /// The number of cards and combos played.
    pub plays: usize,
    /// The number of plays that were cancelled.
    pub cancelled: usize,
}

/// A share of many games.
type OfMany = fn(&Outcomes<'_>, &Tally) -> Option<Estimate>;

/// How a measure is read.
#[derive(Clone, Copy)]
pub enum Reading {
    /// A number of each game. Tallies have its distribution, raw data a column.
    Number(fn(&GameResult) -> usize),
    /// A share of each game, in units of [`WIN`], and that of many games.
    Share(fn(&GameResult) -> u64, OfMany),
    /// A share of many games.
    Overall(OfMany),
}

pub struct Measure {
    /// Its name for programs, in `--toward`, and as a column.
    pub name: &'static str,
    /// Its name in reports.
    pub title: &'static str,
    pub meaning: &'static str,
    /// The question that it answers among the first ones of a report.
    pub question: Option<&'static str>,
    /// A difference of games as a sentence: of more, and of fewer.
    pub says: [&'static str; 2],
    /// How it is read.
    pub reading: Reading,
}

/// The questions that reports answer first.
pub const LENGTH: &str = "How long is it?";
pub const FIRST_SEAT: &str = "Is the first seat fair?";
pub const TENSION: &str = "Tension";
pub const CARDS: &str = "What are cards worth?";

/// The measures: numbers of games, then shares of games, then those of many games. Raw data has a
/// column for each number, in this order: a new number is the last one.
pub const MEASURES: &[Measure] = &[
    Measure {
        name: "turns",
        title: "turns",
        meaning: "the number of turns",
        question: Some(LENGTH),
        says: ["games are {} turns longer", "games are {} turns shorter"],
        reading: Reading::Number(|game| game.turns),
    },
    Measure {
        name: "plies",
        title: "plies",
        meaning: "the number of answers of players",
        question: None,
        says: ["games take {} more plies", "games take {} fewer plies"],
        reading: Reading::Number(|game| game.plies),
    },
    Measure {
        name: "draws",
        title: "draws",
        meaning: "the number of cards drawn",
        question: None,
        says: ["{} more cards are drawn per game", "{} fewer cards are drawn per game"],
        reading: Reading::Number(|game| game.draws),
    },
    Measure {
        name: "plays",
        title: "plays",
        meaning: "the number of cards and combos played",
        question: None,
        says: ["{} more plays are made per game", "{} fewer plays are made per game"],
        reading: Reading::Number(|game| game.plays),
    },
    Measure {
        name: "cancelled",
        title: "plays cancelled",
        meaning: "the number of plays that were cancelled",
        question: None,
        says: ["{} more plays are cancelled per game", "{} fewer plays are cancelled per game"],
        reading: Reading::Number(|game| game.cancelled),
    },
    Measure {
        name: "first_wins",
        title: "wins of the starting player",
        meaning: "the win rate of the starting player",
        question: Some(FIRST_SEAT),
        says: [
            "the starting player wins {} points more often",
            "the starting player wins {} points less often",
        ],
        reading: Reading::Share(
            |game| {
                let has_won = game.first.is_some_and(|seat| game.winners.has(seat));
                if has_won { game.win } else { 0 }
            },
            |outcomes, _| outcomes.first().rate(),
        ),
    },
    Measure {
        name: "comebacks",
        title: "comebacks",
        meaning: "how often a winner alone held the fewest cards halfway",
        question: None,
        says: ["comebacks are {} points more frequent", "comebacks are {} points less frequent"],
        reading: Reading::Share(
            |game| if game.is_comeback { WIN } else { 0 },
            |_, tally| stats::wilson(tally.comebacks, tally.won),
        ),
    },
    Measure {
        name: "seat_spread",
        title: "difference between seats",
        meaning: "the difference between the win rates of two seats",
        question: None,
        says: [""; 2],
        reading: Reading::Overall(|outcomes, _| seat_spread(&outcomes.sides()?)),
    },
    Measure {
        name: "agent_spread",
        title: "difference between agents",
        meaning: "the win rate of the first agent minus that of the second",
        question: None,
        says: [""; 2],
        reading: Reading::Overall(|outcomes, _| outcomes.difference(0, 1)),
    },
];

/// The number of measures that are numbers of a game.
pub const N_NUMBERS: usize = n_before_class(1);

/// The number of measures of single games.
pub const N_OF_GAMES: usize = n_before_class(2);

/// The number of measures before those of many games, or before shares.
const fn n_before_class(class: u8) -> usize {
    let mut n = 0;
    while n < MEASURES.len() {
        let own = match MEASURES[n].reading {
            Reading::Number(_) => 0,
            Reading::Share(..) => 1,
            Reading::Overall(_) => 2,
        };
        if own >= class {
            break;
        }
        n += 1;
    }
    n
}

impl Measure {
    /// The measure with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        MEASURES.iter().find(|measure| measure.name == name)
    }

    /// Whether it is a share, from 0 to 1.
    pub const fn is_share(&self) -> bool {
        !matches!(self.reading, Reading::Number(_))
    }

    /// The condition of a value that no game of a run can meet; `None` if there is none.
    #[doc(hidden)]
    pub fn lacking(&self, plan: &RunManifest) -> Option<&'static str> {
        match self.name {
            "agent_spread" if plan.agents.len() < 2 => {
                Some("two agents, such as `--agents greedy,random`")
            }
            "seat_spread" if plan.sides().len() < 2 => Some("two players or teams"),
            _ => None,
        }
    }

    /// The number that stands for a whole in [`Measure::of_game`].
    pub const fn unit(&self) -> u64 {
        if self.is_share() { WIN } else { 1 }
    }

    /// The measure of a game, in units; 0 for one of many games.
    pub fn of_game(&self, game: &GameResult) -> i64 {
        match self.reading {
            Reading::Number(of) => of(game) as i64,
            Reading::Share(of, _) => of(game) as i64,
            Reading::Overall(_) => 0,
        }
    }

    /// The distribution of a number.
    pub fn distribution<'a>(&self, tally: &'a Tally) -> Option<&'a Histogram> {
        tally.numbers.get(MEASURES.iter().position(|other| other == self)?)
    }

    /// The measure of many games: a mean or a share. `None` if there are too few.
    pub fn of(&self, plan: &RunManifest, tally: &Tally) -> Option<Estimate> {
        match self.reading {
            Reading::Number(_) => self.distribution(tally)?.mean(),
            Reading::Share(_, of) | Reading::Overall(of) => {
                of(&Outcomes::new(plan, &tally.endings), tally)
            }
        }
    }
}

/// The mean number of turns of the games with a winner, and of those that were stopped so far.
pub(super) fn turns_at_least(tally: &Tally) -> Option<f64> {
    let turns = Measure::named("turns")?.distribution(tally)?;
    let ended: f64 =
        turns.counts().iter().enumerate().map(|(n, games)| n as f64 * *games as f64).sum();
    let games = turns.n().saturating_add(tally.stopped) as f64;
    (tally.stopped > 0).then(|| stats::rounded((ended + tally.stopped_turns as f64) / games))
}

impl std::fmt::Debug for Measure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Measure {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Serialize for Measure {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name)
    }
}
