//! Agents by name: `random`, `greedy`, `search` (1,000 iterations), `search:200`, `search:50ms`.

use crate::agent::{Budget, Greedy, Random, Search};
use crate::error::suggest;
use crate::kernel::{Agent, Seat, rng};
use crate::script::Host;
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

/// The agents of a run, ready to be seated in one game after the other.
pub struct Cast {
    agents: Vec<AgentName>,
    host: Rc<Host>,
}

impl Cast {
    /// Agents for games that are played by these scripts.
    #[must_use]
    pub fn new(agents: &[AgentName], host: Rc<Host>) -> Self {
        Self { agents: agents.to_vec(), host }
    }

    /// The agent with this number, for one seat of the game with this seed.
    ///
    /// # Panics
    /// When there is no agent with this number.
    #[must_use]
    pub fn agent(&self, which: usize, game_seed: u64, seat: Seat) -> Box<dyn Agent> {
        let seed = rng::split_mix(game_seed ^ rng::split_mix(0xa6e7 + u64::from(seat.0)));
        match &self.agents[which] {
            AgentName::Random => Box::new(Random::new(seed)),
            AgentName::Greedy => Box::new(Greedy::new(seed)),
            AgentName::Search(budget) => Box::new(Search::new(self.host.clone(), *budget, seed)),
        }
    }
}
