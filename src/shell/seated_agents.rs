//! The agents of a shell by player: who plays for whom, and what they answer.

use crate::agent::AgentMessages;
use crate::base::Interrupt;
use crate::debugger::Debugger;
use crate::kernel::{Agent, Decision, Game, Observation, Seat, SeatSet};
use crate::script::Host;
use crate::sim::registry::{AgentName, AgentPool};
use crate::transcript::{LoadedRuleset, answer_parser};
use crate::variant::Library;
use std::collections::VecDeque;
use std::rc::Rc;

/// The agents by player.
#[derive(Default)]
pub(super) struct SeatedAgents {
    seats: Vec<(String, SeatAgent)>,
    /// Set during a replay, in which agents must not answer again.
    is_muted: bool,
    /// The error of the agent that could not answer.
    error: Option<String>,
    /// The text that programs have written to stderr.
    messages: AgentMessages,
    /// Set after a playout command: agents wait for the next answer.
    has_played: bool,
    /// The seats of `:autopass off`.
    typed_also_ask: SeatSet,
    /// The players of the game that has just been started who get an agent, with its name.
    arriving: Vec<(String, String)>,
}

pub(super) enum SeatAgent {
    Agent(AgentName, Option<RunningAgent>),
    Script(VecDeque<String>),
}

/// An agent for one ruleset; it is created again when the scripts change.
pub(super) struct RunningAgent {
    host: Rc<Host>,
    pool: AgentPool,
    agent: Box<dyn Agent>,
}

/// Who answers for whom, to go back to: agents keep running.
pub(super) struct Seating {
    seats: Vec<(String, SeatAgent)>,
    typed_also_ask: SeatSet,
}

impl SeatedAgents {
    /// Who answers for whom now.
    pub fn seating(&self) -> Seating {
        let trial = self.trial();
        Seating { seats: trial.seats, typed_also_ask: trial.typed_also_ask }
    }

    /// Goes back to who answered for whom.
    pub fn restore(&mut self, before: Seating) {
        let mut now = std::mem::replace(&mut self.seats, before.seats);
        for (name, player) in &mut self.seats {
            let SeatAgent::Agent(agent, running) = player else { continue };
            let same = now.iter_mut().find_map(|(seat, player)| match player {
                SeatAgent::Agent(other, running) if seat == name && other == agent => Some(running),
                _ => None,
            });
            *running = same.and_then(Option::take);
        }
        self.typed_also_ask = before.typed_also_ask;
        self.error = None;
        self.arriving.clear();
    }

    /// Returns the same agents for a trial; they do not answer by themselves.
    pub fn trial(&self) -> Self {
        let seats = self.seats.iter().map(|(seat, player)| {
            let player = match player {
                SeatAgent::Agent(name, _) => SeatAgent::Agent(name.clone(), None),
                SeatAgent::Script(answers) => SeatAgent::Script(answers.clone()),
            };
            (seat.clone(), player)
        });
        let typed_also_ask = self.typed_also_ask;
        Self { seats: seats.collect(), is_muted: true, typed_also_ask, ..Self::default() }
    }

    /// The agents with their players, in the order they were seated.
    pub fn seats(&self) -> impl Iterator<Item = (&str, &SeatAgent)> {
        self.seats.iter().map(|(seat, player)| (seat.as_str(), player))
    }

    /// Announces agents for players of a game that has just been started.
    pub fn arrive(&mut self, agents: Vec<(String, String)>) {
        self.arriving = agents;
    }

    /// The announced agents, which are then to be seated.
    pub fn take_arriving(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.arriving)
    }

    /// Seats an agent; without one, the player answers.
    pub fn seat(&mut self, name: &str, player: Option<SeatAgent>) {
        self.seats.retain(|(seat, _)| *seat != name);
        self.seats.extend(player.map(|player| (name.to_owned(), player)));
    }

    /// Sets whether agents answer by themselves; returns whether they did not before.
    pub const fn mute(&mut self, is_muted: bool) -> bool {
        std::mem::replace(&mut self.is_muted, is_muted)
    }

    pub const fn is_muted(&self) -> bool {
        self.is_muted
    }

    /// Lets agents wait for the next answer.
    pub const fn rest(&mut self) {
        self.has_played = true;
    }

    /// Whether agents wait for the next answer; they do not wait any longer.
    pub const fn take_rest(&mut self) -> bool {
        std::mem::replace(&mut self.has_played, false)
    }

    /// The error of the agent that could not answer.
    pub const fn take_error(&mut self) -> Option<String> {
        self.error.take()
    }

    /// Returns the text that programs and scripts have written.
    pub const fn messages(&self) -> &AgentMessages {
        &self.messages
    }

    /// Sets the seats that are asked in every window at the request of the user.
    pub const fn set_also_ask(&mut self, seats: SeatSet) {
        self.typed_also_ask = seats;
    }

    /// The seats that are asked in every window: those of `:autopass off`, and those with an agent
    /// and a single person among them, as whether a player is asked must not reveal whether they
    /// hold a response. Whether they are more than those of `:autopass off`.
    pub fn also_ask(&self, debugger: &Debugger) -> (SeatSet, bool) {
        let alone = self.only_person(&debugger.header.names);
        let names = self.seats.iter().map(|(name, _)| name.as_str()).chain(alone);
        let seats = names.filter_map(|name| debugger.notation().find_seat(name));
        let seats = seats.fold(self.typed_also_ask, SeatSet::with);
        (seats, seats != self.typed_also_ask)
    }

    /// Whether an agent answers for this player.
    pub fn has(&self, name: &str) -> bool {
        self.seats.iter().any(|(seat, player)| {
            seat == name
                && match player {
                    SeatAgent::Agent(..) => true,
                    SeatAgent::Script(answers) => !answers.is_empty(),
                }
        })
    }

    /// Whether all players have agents.
    pub fn has_all(&self, debugger: &Debugger) -> bool {
        debugger.header.names.iter().all(|name| self.has(name))
    }

    /// Returns the only player without an agent, if there is just one.
    fn only_person<'n>(&self, names: &'n [String]) -> Option<&'n str> {
        let mut persons = names.iter().filter(|name| !self.has(name));
        let person = persons.next().filter(|_| persons.next().is_none())?;
        (names.len() > 1).then_some(person)
    }

    /// Whether the asked player is the only person among agents and has no choice. To the agents
    /// that answer is an ordinary one; `:autopass off` asks for it.
    pub fn answers_by_itself(&self, debugger: &Debugger, decision: &Decision) -> bool {
        let alone = self.only_person(&debugger.header.names);
        decision.is_formal
            && !self.typed_also_ask.has(decision.seat)
            && alone.is_some_and(|name| debugger.notation().find_seat(name) == Some(decision.seat))
    }

    /// Whether the asked player has an agent, or answers by itself.
    pub fn play(&self, debugger: &Debugger) -> bool {
        debugger.timeline.inside().is_none()
            && debugger.game.decision().is_some_and(|decision| {
                self.has(debugger.notation().seat(decision.seat))
                    || self.answers_by_itself(debugger, decision)
            })
    }

    /// The input of the asked player's agent; that of `greedy` without one. `is_answer` tells which
    /// lines are answers.
    pub fn choice(
        &mut self,
        debugger: &Debugger,
        library: &Library,
        interrupt: &Interrupt,
        is_answer: fn(&str) -> bool,
    ) -> Option<String> {
        let decision = debugger.game.decision().filter(|decision| decision.seat != Seat::CHANCE)?;
        let words = |index| words_for(&debugger.game, &debugger.loaded, index, is_answer);
        if self.answers_by_itself(debugger, decision) {
            return Some(words(0));
        }
        let name = debugger.notation().seat(decision.seat);
        let mut greedy = SeatAgent::Agent(AgentName::Greedy, None);
        let seated = self.seats.iter_mut().find(|(seat, _)| seat == name);
        let (which, running) = match seated.map_or(&mut greedy, |(_, player)| player) {
            SeatAgent::Script(answers) => return answers.pop_front(),
            SeatAgent::Agent(which, running) => (which, running),
        };
        let host = &debugger.loaded.host;
        if !running.as_ref().is_some_and(|running| Rc::ptr_eq(&running.host, host)) {
            let seed = debugger.header.seed ^ debugger.timeline.ply() as u64;
            let (names, stop) = (std::slice::from_ref(&*which), interrupt.clone());
            let pool = AgentPool::new(names, library, host.clone(), stop, &self.messages).ok()?;
            let agent = pool.agent(0, 0, seed, decision.seat);
            *running = Some(RunningAgent { host: host.clone(), pool, agent });
        }
        let running = running.as_mut()?;
        let is_searching = running.agent.samples_hooks();
        let mut answer = |seen: &Observation<'_>| running.agent.answer(seen, decision);
        let index = match is_searching {
            true => debugger.observe(decision.seat, answer),
            false => answer(&debugger.game.observation(decision.seat)),
        };
        self.error = running.pool.error();
        // The result of an interrupted search is discarded.
        (self.error.is_none() && !interrupt.is_set()).then(|| words(index))
    }
}

/// The input for an option: its text, or its number if the text is ambiguous.
fn words_for(
    game: &Game,
    loaded: &LoadedRuleset,
    index: usize,
    is_answer: fn(&str) -> bool,
) -> String {
    let Some(decision) = game.decision() else { return String::new() };
    let text = loaded.notation.words(decision).swap_remove(index);
    let means_it = |text: &str| {
        let mut fork = game.fork();
        let given = answer_parser::answer(&mut fork, loaded, text);
        given.is_ok_and(|given| given.first().is_some_and(|first| first.index == index))
    };
    // A text that a script offers may look like a command.
    if is_answer(&text) && means_it(&text) { text } else { (index + 1).to_string() }
}
