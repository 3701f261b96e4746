//! Agents by name: `random`, `greedy`, `search` (1,000 iterations), `search:200`, `search:50ms`.

use crate::agent::{Budget, Greedy, Random, Search};
use crate::error::suggest;
use crate::kernel::{Agent, Rulebook, Seat, rng};
use std::fmt;
use std::rc::Rc;
use std::str::FromStr;

/// The words agents go by.
const WORDS: [&str; 3] = ["random", "greedy", "search"];

/// How many games `search` imagines where nothing else is said.
const ITERATIONS: u32 = 1_000;

/// Which agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentName {
    /// Chooses uniformly.
    Random,
    /// A sane baseline.
    Greedy,
    /// Imagines how the game may go on.
    Search(Budget),
}

impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Search(Budget::Iterations(n)) => write!(f, "search:{n}"),
            Self::Search(Budget::Milliseconds(n)) => write!(f, "search:{n}ms"),
        }
    }
}

impl FromStr for AgentName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim() {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            "search" => Ok(Self::Search(Budget::Iterations(ITERATIONS))),
            word if word.starts_with("search:") => budget(&word["search:".len()..]),
            word => {
                let advice = match suggest(word, WORDS) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are {}", WORDS.join(", ")),
                };
                Err(format!("there is no agent `{word}`: {advice}"))
            }
        }
    }
}

fn budget(text: &str) -> Result<AgentName, String> {
    let (number, of): (&str, fn(u32) -> Budget) = match text.strip_suffix("ms") {
        Some(number) => (number, Budget::Milliseconds),
        None => (text, Budget::Iterations),
    };
    match number.parse() {
        Ok(n) if n > 0 => Ok(AgentName::Search(of(n))),
        _ => Err(format!("`search:{text}`: it takes a number of games, or of milliseconds (50ms)")),
    }
}

impl AgentName {
    /// The agent, for one seat of the game with this seed, which is played by this rulebook.
    #[must_use]
    pub fn agent(&self, book: &Rc<dyn Rulebook>, game_seed: u64, seat: Seat) -> Box<dyn Agent> {
        let seed = rng::split_mix(game_seed ^ rng::split_mix(0xa6e7 + u64::from(seat.0)));
        match self {
            Self::Random => Box::new(Random::new(seed)),
            Self::Greedy => Box::new(Greedy::new(seed)),
            Self::Search(budget) => Box::new(Search::new(book.clone(), *budget, seed)),
        }
    }
}
