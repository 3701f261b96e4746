//! The configuration of a run: everything that determines its result.

use crate::base::error::{Error, Refusal, plural, readable};
use crate::base::output::json;
use crate::kernel::canonical;
use crate::kernel::card::MAX_SEATS;
use crate::kernel::rules::Text;
use crate::kernel::{Deck, Kind, Seat, SeatSet, Setup, rng};
use crate::script::Spec;
use crate::sim::registry::{self, AgentName};
use crate::transcript::hash_text;
use crate::variant::{Library, Ruleset, Titles};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The default ply limit of a game.
pub const LIMIT: u64 = 10_000;

/// The configuration of a run. Equal configurations give equal results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunManifest {
    /// The id of the variant.
    pub variant: String,
    /// The options from the command line, in order.
    pub set: Vec<(String, String)>,
    /// The number of players.
    pub players: usize,
    /// The seats of each team, counted from 0; empty if everybody plays alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Vec<u8>>,
    /// The agents by name, alternating around the table.
    pub agents: Vec<String>,
    /// Whether agents keep their seats; otherwise they rotate by one seat each game, and their list
    /// by one agent each round of the table if its length does not divide the number of players.
    pub fixed: bool,
    /// The seed of the run.
    #[serde(deserialize_with = "json::number")]
    pub seed: u64,
    /// The number of games.
    pub games: u64,
    /// The ply limit of a game.
    #[serde(deserialize_with = "json::number")]
    pub limit: u64,
    /// The hash of the ruleset, its scripts, options and deck.
    pub rules: String,
    /// Whether the run also measures what each card is worth.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub card_values: bool,
    /// Whether the run also measures the quality of the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub metrics: bool,
    /// The number of games, the first ones, whose quality is measured in any case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quality_games: Option<u64>,
    /// The card whose value was asked for, or no card in particular: only what holding cards is
    /// worth is measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// The English titles of its cards and combos that are not their ids in readable form.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub titles: BTreeMap<String, String>,
}

impl RunManifest {
    /// The English title of a card or combo.
    pub fn title(&self, id: &str) -> String {
        self.titles.get(id).cloned().unwrap_or_else(|| readable(id))
    }

    /// The teams, or each seat alone.
    pub fn sides(&self) -> Vec<SeatSet> {
        let team = |team: &Vec<u8>| team.iter().copied().map(Seat).collect();
        match self.teams.as_slice() {
            [] => (0..self.players).map(|seat| SeatSet::one(Seat(seat as u8))).collect(),
            teams => teams.iter().map(team).collect(),
        }
    }

    /// Whether the win rate of the starting player says something of the rules.
    pub fn has_first_seat(&self) -> bool {
        self.sides().len() > 1 && !self.seats_are_agents()
    }

    /// Whether the quality of a game is measured.
    pub const fn measures_quality_of(&self, game: u64) -> bool {
        self.metrics || matches!(self.quality_games, Some(first) if game < first)
    }

    /// The number of seatings, which are played in turn.
    pub const fn n_seatings(&self) -> u64 {
        let (n_agents, n_seats) = (self.agents.len() as u64, self.players as u64);
        match (self.fixed, n_seats.is_multiple_of(n_agents)) {
            (true, _) => 1,
            (false, true) => n_agents,
            // Of two agents in three seats, one sits twice: every seat is the single one equally
            // often.
            (false, false) => n_seats * n_agents,
        }
    }

    /// The number of the seating of a game.
    pub const fn seating_of(&self, game: u64) -> u64 {
        game % self.n_seatings()
    }

    /// The agent in a seat in one of the seatings.
    pub const fn agent_in(&self, seating: u64, seat: Seat) -> usize {
        let (n_seats, turned) = (self.players as u64, seating % self.players as u64);
        let shift = seating / n_seats;
        (((seat.index() as u64 + turned) % n_seats + shift) % self.agents.len() as u64) as usize
    }

    /// Whether seats have different agents in every game, so that they are no measure of seats.
    pub fn seats_are_agents(&self) -> bool {
        self.fixed && self.agents.iter().any(|agent| *agent != self.agents[0])
    }

    /// Checks a configuration that somebody else may have written.
    ///
    /// # Errors
    /// The number of players or agents is impossible.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let (n_players, n_agents) = (self.players, self.agents.len());
        match (1..=n_players).contains(&n_agents) {
            true => self.check_seats(),
            false => Err(format!("{n_agents} agents for {n_players} players").into()),
        }
    }

    /// Checks it without the agents.
    ///
    /// # Errors
    /// The number of players, or a seat of a team, is impossible.
    pub(super) fn check_seats(&self) -> Result<(), Refusal> {
        let n_players = self.players;
        if !(1..=MAX_SEATS).contains(&n_players) {
            return Err(format!("{n_players} players").into());
        }
        match self.teams.iter().flatten().find(|seat| usize::from(**seat) >= n_players) {
            Some(seat) => Err(format!("seat {seat} of {n_players} players").into()),
            None => Ok(()),
        }
    }
}

/// A run that can be played. It is sent to every thread, which compiles the scripts again.
#[derive(Clone, Debug)]
pub struct Plan {
    pub manifest: RunManifest,
    pub spec: Spec,
    /// The library with the scripts of agents.
    pub library: Library,
    agents: Vec<AgentName>,
    deck: Deck,
    names: Arc<[Text]>,
    first: Option<Seat>,
    common_random: bool,
    arrangements: Arc<[u32]>,
}

/// The arguments of a plan.
#[derive(Clone, Debug)]
pub struct RunConfig {
    /// The number of players; `None`: the smallest number of the variant.
    pub players: Option<usize>,
    /// The agents, by name.
    pub agents: Vec<AgentName>,
    /// Whether agents keep their seats.
    pub fixed: bool,
    /// The seed of the run.
    pub seed: u64,
    /// The number of games.
    pub games: u64,
    /// The ply limit of a game.
    pub limit: u64,
}

/// The titles of a ruleset that are not the readable form of their ids; none if the file of titles
/// has errors, which other commands report.
fn titles(library: &Library, spec: &Spec) -> BTreeMap<String, String> {
    let Ok(titles) = Titles::load(library, "en") else { return BTreeMap::new() };
    let kinds = spec.kinds.iter().map(|kind| (&*kind.id, titles.card(&kind.id).title));
    let combos = spec.combos.iter().map(|combo| (&*combo.id, titles.combo(&combo.id).title));
    let is_other = |(id, title): &(&str, Cow<'_, str>)| **title != readable(id);
    let named = kinds.chain(combos).filter(is_other);
    named.map(|(id, title)| (id.to_owned(), title.into_owned())).collect()
}

impl Plan {
    /// Loads a variant and assigns its players.
    ///
    /// # Errors
    /// All errors of the variant; `V0123`: a number of players that it does not allow; `A0101`:
    /// more agents than players.
    pub fn new(
        library: &Library,
        id: &str,
        set: &[(String, String)],
        config: RunConfig,
    ) -> Result<Self, Vec<Error>> {
        let ruleset = Ruleset::load(library, id, set)?;
        let players = config.players.unwrap_or(*ruleset.players.start());
        ruleset.check_players_in(library, players).map_err(|error| vec![*error])?;
        let n_agents = config.agents.len();
        if n_agents == 0 || n_agents > players {
            let message =
                format!("{} for {}", plural(n_agents, "agent"), plural(players, "player"));
            let error = Error::new("A0101", message);
            return Err(vec![error.hint("name one agent, or at most one for each seat")]);
        }
        let deck = ruleset.deck(players);
        let mut agent_scripts = Vec::new();
        for agent in &config.agents {
            if let AgentName::Script(name) = agent {
                agent_scripts.push(registry::find(library, name)?.text.clone());
            }
        }
        let teams = ruleset.spec.teams.iter().find(|teams| teams.players == players);
        let manifest = RunManifest {
            variant: id.to_owned(),
            set: set.to_vec(),
            players,
            teams: teams.map_or_else(Vec::new, |teams| teams.seats.clone()),
            agents: config.agents.iter().map(ToString::to_string).collect(),
            fixed: config.fixed,
            seed: config.seed,
            games: config.games,
            limit: config.limit,
            rules: hash_text(canonical::hash(&(&ruleset.spec, &*deck, agent_scripts))),
            card_values: false,
            metrics: false,
            quality_games: None,
            card: None,
            titles: titles(library, &ruleset.spec),
        };
        Ok(Self {
            manifest,
            library: library.clone(),
            agents: config.agents,
            deck,
            names: (1..=players).map(|n| Text::from(format!("p{n}"))).collect(),
            first: ruleset.first(),
            spec: ruleset.spec,
            common_random: false,
            arrangements: Arc::from([]),
        })
    }

    /// Returns the plan with common random numbers: draws of the game and of agents are keyed by
    /// what they decide, so that plans with different decks and rules share as many draws as
    /// possible.
    pub const fn with_common_random(mut self) -> Self {
        self.common_random = true;
        self
    }

    /// Returns the plan for two agents, which sit in each of these arrangements in turn: bit k is
    /// set if the second agent has seat k. Without arrangements, agents alternate around the table.
    pub fn with_arrangements(self, arrangements: Arc<[u32]>) -> Self {
        Self { arrangements, ..self }
    }

    /// The deck with one more card of a kind; `None` if it has none.
    pub(super) fn deck_with(&self, kind: Kind) -> Option<Deck> {
        let mut deck = self.deck.to_vec();
        let entry = deck.iter_mut().find(|(other, _, n)| *other == kind && *n > 0)?;
        entry.2 += 1;
        Some(deck.into())
    }

    /// Whether draws are keyed.
    pub const fn uses_common_random(&self) -> bool {
        self.common_random
    }

    /// The seed of one game, counted from 0, so that the game can be played separately.
    pub const fn seed_of(&self, game: u64) -> u64 {
        rng::split_mix(rng::split_mix(self.manifest.seed).wrapping_add(game))
    }

    /// The setup of one game.
    pub fn setup(&self, game: u64, log: bool) -> Setup {
        Setup {
            names: self.names.clone(),
            deck: self.deck.clone(),
            seed: self.seed_of(game),
            first: self.first,
            // What searches are shown includes the course of the game.
            log: log || self.agents.iter().any(|agent| matches!(agent, AgentName::Search(..))),
            keyed: self.common_random,
        }
    }

    /// The agent in a seat in one game.
    pub fn agent_of(&self, game: u64, seat: Seat) -> usize {
        if !self.arrangements.is_empty() {
            let second = self.arrangements[(game % self.arrangements.len() as u64) as usize];
            return (second >> seat.index() & 1) as usize;
        }
        self.manifest.agent_in(self.manifest.seating_of(game), seat)
    }

    pub fn agents(&self) -> &[AgentName] {
        &self.agents
    }

    /// The ids of the kinds, in the order they are counted.
    pub fn kinds(&self) -> Vec<String> {
        self.spec.kinds.iter().map(|kind| kind.id.to_string()).collect()
    }

    /// The ids of the combos, in the order they are counted.
    pub fn combos(&self) -> Vec<String> {
        self.spec.combos.iter().map(|combo| combo.id.to_string()).collect()
    }
}
