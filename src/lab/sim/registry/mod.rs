//! Agents by name: `random`, `greedy`, `search` (1,000 iterations), `search:200`, `search:50ms`,
//! `search:200@4` (on four threads), `script:NAME` (`scripts/agents/NAME.rhai`), `exec:COMMAND`
//! (another program).

#[cfg(feature = "app")]
mod exec;

#[cfg(feature = "app")]
pub use exec::{AgentProcess, Exec, ProgramLimits};

use crate::agent::{
    AgentError, AgentMessages, AgentRandom, Budget, Greedy, GreedyWithSets, Random,
    RulebookFactory, Search, SearchThreads,
};
use crate::base::error::{Error, Refusal, suggest};
use crate::base::{Interrupt, STACK_SIZE};
use crate::kernel::{Agent, Seat, rng};
use crate::script::{AgentScript, Control, Host, Script, ScriptedAgent};
use crate::variant::Library;
#[cfg(feature = "app")]
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::str::FromStr;
use std::sync::Arc;

/// The names of agents.
const WORDS: [&str; 5] = ["random", "greedy", "search", "script:NAME", "exec:COMMAND"];

/// The maximum number of threads of one agent. Each compiles the rules for itself, and a session
/// from others may give one to every player.
const MAX_THREADS: usize = 16;

/// The default number of games that `search` simulates.
const ITERATIONS: u32 = 1_000;

/// The kind of agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentName {
    Random,
    Greedy,
    /// Simulates the rest of the game, on this number of threads.
    Search(Budget, usize),
    /// A script of the folder `agents`, by its name.
    Script(String),
    /// A program with its arguments.
    Exec(String),
}

/// The plies of a simulation of a search, about.
const SIMULATED: u64 = 32;

impl AgentName {
    /// Returns the work of one answer, about, in plies of `greedy`; of a program: its messages.
    pub fn work(&self) -> u64 {
        match self {
            Self::Random | Self::Greedy => 1,
            Self::Script(_) => 10,
            Self::Search(Budget::Iterations(n), _) => SIMULATED.saturating_mul((*n).into()),
            Self::Search(Budget::Milliseconds(n), _) => 2_000_u64.saturating_mul((*n).into()),
            Self::Exec(_) => 1_000,
        }
    }
}

impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Search(budget, n_threads) => {
                match budget {
                    Budget::Iterations(n) => write!(f, "search:{n}")?,
                    Budget::Milliseconds(n) => write!(f, "search:{n}ms")?,
                }
                if *n_threads > 1 { write!(f, "@{n_threads}") } else { Ok(()) }
            }
            Self::Script(name) => write!(f, "script:{name}"),
            Self::Exec(command) => write!(f, "exec:{command}"),
        }
    }
}

impl AgentName {
    /// How it decides, in a few words.
    pub const fn meaning(&self) -> &'static str {
        match self {
            Self::Random => "chooses any option with equal chance",
            Self::Greedy => "plays by simple rules, without simulating games",
            Self::Search(..) => "simulates games for each decision",
            Self::Script(_) => "a script",
            Self::Exec(_) => "a program",
        }
    }
}

/// The names of agents, each with its meaning: `greedy (plays by …), random (chooses …)`.
pub fn described(agents: &[String]) -> String {
    let one = |name: &String| match name.parse::<AgentName>() {
        Ok(agent) => format!("{name} ({})", agent.meaning()),
        Err(_) => name.clone(),
    };
    agents.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A caution about figures of these agents.
pub fn caution(agents: &[String]) -> Option<String> {
    let random = AgentName::Random.to_string();
    agents.contains(&random).then(|| {
        format!(
            "`{random}` chooses any option with equal chance: its games say little about people. \
             Use greedy or search"
        )
    })
}

impl FromStr for AgentName {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        match text.trim() {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            "search" => Ok(Self::Search(Budget::Iterations(ITERATIONS), 1)),
            word if word.starts_with("search:") => search(&word["search:".len()..]),
            word if word.starts_with("script:") => {
                Ok(Self::Script(word["script:".len()..].to_owned()))
            }
            word if word.starts_with("exec:") => Ok(Self::Exec(word["exec:".len()..].to_owned())),
            word => {
                let advice = match suggest(word, WORDS) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("expected one of {}", WORDS.join(", ")),
                };
                Err(format!("unknown agent `{word}`: {advice}").into())
            }
        }
    }
}

fn search(text: &str) -> Result<AgentName, Refusal> {
    let (budget, n_threads) = text.split_once('@').unwrap_or((text, "1"));
    let n_threads = match n_threads.parse() {
        Ok(n) if (1..=MAX_THREADS).contains(&n) => n,
        _ => {
            let expected = format!("expected 1 to {MAX_THREADS} threads after `@`");
            return Err(format!("`search:{text}`: {expected}").into());
        }
    };
    let (number, of): (&str, fn(u32) -> Budget) = match budget.strip_suffix("ms") {
        Some(number) => (number, Budget::Milliseconds),
        None => (budget, Budget::Iterations),
    };
    match number.parse() {
        Ok(n) if n > 0 => Ok(AgentName::Search(of(n), n_threads)),
        _ => {
            Err(format!("`search:{text}`: expected a number of games or milliseconds (50ms)")
                .into())
        }
    }
}

/// The agents of a run, reused from game to game. They belong to one thread.
pub struct AgentPool {
    members: Vec<PoolMember>,
    host: Rc<Host>,
    error: AgentError,
    common_random: bool,
    interrupt: Interrupt,
}

enum PoolMember {
    Random,
    Greedy,
    Search(Budget, Option<Rc<SearchThreads>>),
    Script(Rc<AgentScript>),
    #[cfg(feature = "app")]
    Exec(Rc<RefCell<AgentProcess>>),
}

impl AgentPool {
    /// Compiles the agent scripts and starts the programs for games on these scripts. What programs
    /// write to stderr and what scripts print becomes `messages`.
    ///
    /// # Errors
    /// `A0103`: an agent script does not exist or has errors; `A0104`: a program cannot be started.
    pub fn new(
        agents: &[AgentName],
        library: &Library,
        host: Rc<Host>,
        interrupt: Interrupt,
        messages: &AgentMessages,
    ) -> Result<Self, Vec<Error>> {
        let member = |agent| PoolMember::new(agent, library, &host, &interrupt, messages);
        let members = agents.iter().map(member);
        let members = members.collect::<Result<_, _>>()?;
        Ok(Self { members, host, error: AgentError::default(), common_random: false, interrupt })
    }

    /// Whether the user asked the run to stop.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.is_set()
    }

    /// These agents with keyed random draws ([`AgentRandom::keyed`]).
    pub fn with_common_random(self, common_random: bool) -> Self {
        Self { common_random, ..self }
    }

    /// Returns the agent with this number for one seat of the game with this index and seed. A
    /// program receives only the index: the seed would reveal every hidden card.
    ///
    /// # Panics
    /// If there is no agent with this number.
    pub fn agent(&self, which: usize, game: u64, game_seed: u64, seat: Seat) -> Box<dyn Agent> {
        let random = if self.common_random { AgentRandom::keyed } else { AgentRandom::drawn };
        let seed = rng::split_mix(game_seed ^ rng::split_mix(0xa6e7 + u64::from(seat.0)));
        let error = self.error.clone();
        #[cfg(not(feature = "app"))]
        let _ = game;
        match &self.members[which] {
            PoolMember::Random => Box::new(Random::by(random(seed))),
            PoolMember::Greedy => {
                Box::new(GreedyWithSets::new(Greedy::by(random(seed)), self.host.clone(), seed))
            }
            PoolMember::Search(budget, threads) => {
                let search = Search::new(self.host.clone(), *budget, seed);
                let search = search.stopped_by(self.interrupt.clone());
                Box::new(match threads {
                    Some(threads) => search.on_threads(threads.clone()),
                    None => search,
                })
            }
            PoolMember::Script(script) => Box::new(ScriptedAgent::new(script.clone(), seed, error)),
            #[cfg(feature = "app")]
            PoolMember::Exec(program) => Box::new(Exec::new(program.clone(), game, error)),
        }
    }

    /// Takes the error of an agent that could not answer.
    pub fn error(&self) -> Option<String> {
        self.error.borrow_mut().take()
    }
}

/// Starts threads that search games on the ruleset of a host.
fn search_threads(host: &Host, n_threads: usize) -> std::io::Result<SearchThreads> {
    let spec = host.spec().clone();
    let factory: RulebookFactory = Arc::new(move || match Host::new(&spec) {
        Ok(host) => host,
        Err(_) => unreachable!("a ruleset that compiles once compiles twice"),
    });
    Search::start_threads(n_threads, STACK_SIZE, &factory)
}

impl PoolMember {
    fn new(
        agent: &AgentName,
        library: &Library,
        host: &Rc<Host>,
        interrupt: &Interrupt,
        messages: &AgentMessages,
    ) -> Result<Self, Vec<Error>> {
        Ok(match agent {
            AgentName::Random => Self::Random,
            AgentName::Greedy => Self::Greedy,
            AgentName::Search(budget, 1) => Self::Search(*budget, None),
            AgentName::Search(budget, n_threads) => {
                let threads = search_threads(host, n_threads - 1).map_err(|error| {
                    let message = format!("cannot start the threads of `{agent}`: {error}");
                    vec![Error::new("A0104", message).hint("use fewer threads")]
                })?;
                Self::Search(*budget, Some(Rc::new(threads)))
            }
            AgentName::Script(name) => {
                let control = Control { interrupt: interrupt.clone(), ..Control::default() };
                Self::Script(AgentScript::compile(&find(library, name)?, &control, messages)?)
            }
            #[cfg(not(feature = "app"))]
            AgentName::Exec(command) => {
                let message = format!("cannot start the agent `{command}`");
                let hint = "the library starts programs only with its feature `app`";
                return Err(vec![Error::new("A0104", message).hint(hint)]);
            }
            #[cfg(feature = "app")]
            AgentName::Exec(command) => {
                let (limits, interrupt) = (ProgramLimits::default(), interrupt.clone());
                let started = AgentProcess::start(command, limits, interrupt, messages);
                let program = started.map_err(|error| {
                    let message = format!("cannot start the agent `{command}`: {error}");
                    let hint = "name an existing program and its arguments: exec:python3 mine.py";
                    vec![Error::new("A0104", message).hint(hint)]
                })?;
                Self::Exec(Rc::new(RefCell::new(program)))
            }
        })
    }
}

/// Agents by name, separated by commas; a comma within quotes belongs to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentList(pub Vec<AgentName>);

impl FromStr for AgentList {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        names(text).map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

/// Splits a list of agents at commas outside of quotes.
pub fn names(list: &str) -> impl Iterator<Item = &str> {
    let mut quote = None;
    let at_comma = move |c: char| {
        match quote {
            Some(open) if c == open => quote = None,
            None if matches!(c, '"' | '\'') => quote = Some(c),
            _ => {}
        }
        c == ',' && quote.is_none()
    };
    list.split(at_comma).map(str::trim)
}

/// Returns the script of an agent.
///
/// # Errors
/// `A0103`: there is no agent script of this name.
pub fn find(library: &Library, name: &str) -> Result<Script, Vec<Error>> {
    library.script(&format!("agents/{name}")).ok_or_else(|| {
        if let Some(error) = library.why_unreadable(&format!("agents/{name}.rhai")) {
            return vec![error.clone()];
        }
        let names = library.script_names().filter_map(|full| full.strip_prefix("agents/"));
        let error = Error::new("A0103", format!("there is no script agents/{name}.rhai"));
        let error = error.with_suggestion(name, names);
        let hint = format!("create scripts/agents/{name}.rhai, or name another agent");
        vec![if error.hint.is_some() { error } else { error.hint(hint) }]
    })
}
