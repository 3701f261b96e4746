//! Plays many cases on all cores. Cases are planned in rounds from the coverage of earlier rounds,
//! so that findings do not depend on the number of threads. Each block of games starts from no
//! coverage, so that it can be played without those before it.

use super::config::FuzzConfig;
use super::coverage_points::{
    CoverageMap, CoveragePoint, PlayContext, PlayerAction, player_actions,
};
use super::finding::Finding;
use super::shard::FuzzRun;
use super::shrink::shrink;
use super::worker::{FuzzTask, Round, SharedContext, Strategy, TaskResult};
use crate::base::error::{Error, Span};
use crate::base::{Interrupt, STACK_SIZE, thread_pool};
use crate::kernel::{canonical, rng};
use crate::script::probe::HookCosts;
use crate::sim::progress::Progress;
use crate::transcript::Case;
use crate::transcript::ruleset_cache::RulesetCache;
use crate::transcript::{ApplyError, LoadedRuleset, hash_text};
use crate::variant::{Library, Ruleset};
use rand::RngExt as _;
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// The number of games planned per round.
const ROUND: u64 = 48;

/// The number of games whose plans use the coverage of each other.
pub const BLOCK: u64 = 40 * ROUND;

/// The default end: this many games without new coverage.
const MAX_STALE_GAMES: u64 = 480;

/// A coverage point is abandoned after this many scenarios that did not reach it.
const MOST_TRIES: u32 = 8;

/// The result of a campaign.
pub struct CampaignReport {
    /// The number of games played.
    pub games: u64,
    /// The number of answers.
    pub inputs: u64,
    /// The number of games that were stopped although they can end.
    pub stopped: u64,
    /// The number of games for which no position was found in which the given expressions are true.
    pub unplaced: u64,
    /// The findings without duplicates.
    pub findings: Vec<Finding>,
    pub coverage: CoverageMap,
    /// The cost of hooks.
    pub costs: HookCosts,
}

/// A search for failing games.
pub struct Campaign<'a> {
    shared: SharedContext<'a>,
    loaded: LoadedRuleset,
    rulesets: RulesetCache,
}

/// The threads of a campaign.
struct RoundThreads {
    to_threads: Vec<Sender<Arc<Round>>>,
    /// Their messages at the end of a round.
    is_over: Receiver<Result<(), Vec<Error>>>,
}

impl RoundThreads {
    /// Plays a round; returns the results in the order of the games.
    fn play(&self, round: Round) -> Result<Vec<TaskResult>, Vec<Error>> {
        let round = Arc::new(round);
        self.to_threads.iter().for_each(|thread| drop(thread.send(Arc::clone(&round))));
        let over: Vec<_> = self.is_over.iter().take(self.to_threads.len()).collect();
        over.into_iter().collect::<Result<(), _>>()?;
        Ok(round.results())
    }
}

fn no_thread(error: &io::Error) -> Error {
    let error = Error::new("A0102", format!("cannot start a thread: {error}"));
    error.hint("use fewer threads: --threads 1")
}

/// Evaluates an expression of an option at the start of a game.
fn check_truth(
    case: &Case,
    loaded: &LoadedRuleset,
    (option, code): (&str, &str),
) -> Result<(), Box<Error>> {
    let (name, text) = (option.into(), code.into());
    let whole = || Some(Span::of(&name, &text, &(0..code.len())));
    let refused = |message: String| Box::new(Error::new("A0105", message).at(whole()));
    let evaluated = case.begin(loaded)?.sandbox_edit(|context| {
        Ok(loaded
            .host
            .try_eval(context, &name, code)?
            .map(|value| value.plain())
            .map_err(|error| Error { code: "A0105", ..error }))
    });
    match evaluated.map_err(ApplyError::from) {
        Ok(Ok(value)) if value == "true" || value == "false" => Ok(()),
        Ok(Ok(value)) => Err(refused(format!("expected true or false, found {value}"))),
        Ok(Err(error)) => Err(Box::new(error)),
        Err(ApplyError::Fault(fault)) => Err(refused(fault.message.to_string())),
        Err(ApplyError::Impossible(why, _)) => Err(refused(why)),
    }
}

impl<'a> Campaign<'a> {
    /// Loads the variant.
    ///
    /// # Errors
    /// All errors of the variant; a number of players that it does not allow; `A0105`: an
    /// `--always` or `--given` expression that is not true or false at the start of a game.
    pub fn new(library: &'a Library, config: FuzzConfig) -> Result<Self, Vec<Error>> {
        let ruleset = Ruleset::load(library, &config.variant, &config.set)?;
        if let Some(n) = config.players {
            ruleset.check_players_in(library, n).map_err(|error| vec![*error])?;
        }
        let sizes: Vec<usize> = config.players.map_or(ruleset.players, |n| n..=n).collect();
        let mut case = Case::new(&config.variant, &config.set, sizes[0], 0);
        let rulesets = RulesetCache::default();
        let loaded = case.header.load(library, &rulesets)?;
        let always = config.always.iter().map(|code| ("--always", code.as_str()));
        let given = config.given.iter().map(|code| ("--given", code.as_str()));
        for expression in always.chain(given) {
            check_truth(&case, &loaded, expression).map_err(|error| vec![*error])?;
        }
        Ok(Self { shared: SharedContext { library, config, sizes }, loaded, rulesets })
    }

    /// The part that determines its result, for a campaign of this many games.
    pub fn sharded(&self, games: u64) -> FuzzRun {
        let config = &self.shared.config;
        let FuzzConfig { variant, set, players, seed, limit, always, given, .. } = config;
        let ruleset = &self.loaded.ruleset;
        let decks: Vec<_> = self.shared.sizes.iter().map(|n| ruleset.deck(*n)).collect();
        FuzzRun {
            variant: variant.clone(),
            set: set.clone(),
            players: *players,
            seed: *seed,
            games,
            limit: *limit,
            always: always.clone(),
            given: given.clone(),
            from_setup: config.from_setup,
            rules: hash_text(canonical::hash(&(&ruleset.spec, decks))),
        }
    }

    /// The rules of the games with the fewest players.
    pub const fn loaded(&self) -> &LoadedRuleset {
        &self.loaded
    }

    /// Plays until the campaign ends. `tell` is called for each finding.
    ///
    /// # Errors
    /// Script errors; the errors of `tell`.
    pub fn run<E: From<Vec<Error>>>(
        &self,
        progress: &Progress,
        tell: impl FnMut(&Finding, &CoverageMap) -> Result<(), E>,
    ) -> Result<CampaignReport, E> {
        let (shared, n_threads) = (&self.shared, self.shared.config.threads.max(1));
        let pool = thread_pool(n_threads, STACK_SIZE).map_err(|error| vec![no_thread(&error)])?;
        let (over, is_over) = channel();
        let (to_threads, of_threads): (Vec<_>, Vec<_>) = (0..n_threads).map(|_| channel()).unzip();
        let of_threads = Mutex::new(of_threads);
        pool.in_place_scope(|scope| {
            scope.spawn_broadcast(|_, _| {
                let rounds = of_threads.lock().expect("no thread has panicked").pop();
                rounds.into_iter().for_each(|rounds| shared.work(&rounds, &over, progress));
            });
            // The threads end with the channels to them.
            self.search(progress, tell, &RoundThreads { to_threads, is_over })
        })
    }

    fn search<E: From<Vec<Error>>>(
        &self,
        progress: &Progress,
        mut tell: impl FnMut(&Finding, &CoverageMap) -> Result<(), E>,
        threads: &RoundThreads,
    ) -> Result<CampaignReport, E> {
        let statements = self.loaded.ruleset.spec.scripts().cloned().collect();
        let nothing = CoverageMap::new(&self.loaded, &statements, self.shared.sizes());
        let (findings, costs, coverage) = (Vec::new(), HookCosts::new(), nothing.clone());
        let (games, inputs, stopped, unplaced) = (0, 0, 0, 0);
        let mut found =
            CampaignReport { games, inputs, stopped, unplaced, findings, coverage, costs };
        let (mut last_new, mut block) = (0, Arc::new(nothing.clone()));
        while !progress.stop.is_set() && !self.is_over(&found, last_new) {
            if found.games.is_multiple_of(BLOCK) {
                block = Arc::new(nothing.clone());
            }
            let tasks = self.plan(found.games, Arc::make_mut(&mut block));
            let done = match threads.play(Round::new(tasks, Arc::clone(&block))) {
                // The rules have been compiled before: only the interrupt can have failed.
                Err(_) if progress.stop.is_set() => break,
                done => done?,
            };
            let n_open = found.coverage.open().count();
            for done in done {
                let n_found = found.findings.len();
                Arc::make_mut(&mut block).add(&done.run_log.used);
                self.take(done, &mut found, &progress.stop);
                if found.findings.len() > n_found {
                    tell(&found.findings[n_found], &found.coverage)?;
                    if !self.shared.config.keep_going {
                        return Ok(found);
                    }
                }
            }
            if found.coverage.open().count() < n_open {
                last_new = found.games;
            }
        }
        Ok(found)
    }

    fn is_over(&self, found: &CampaignReport, last_new: u64) -> bool {
        match (&self.shared.config.games, self.shared.config.until) {
            (Some(games), _) if found.games >= games.end - games.start => true,
            (_, Some(until)) => Instant::now() >= until,
            (Some(_), None) => false,
            (None, None) => found.games >= last_new + MAX_STALE_GAMES,
        }
    }

    /// Adds the result of a game.
    fn take(&self, done: TaskResult, found: &mut CampaignReport, stop: &Interrupt) {
        let TaskResult { case, run_log, costs, number, is_unplaced } = done;
        for (hook, cost) in costs {
            found.costs.entry(hook).or_default().add(cost);
        }
        let SharedContext { library, config, .. } = &self.shared;
        found.games += 1;
        found.inputs += run_log.inputs.len() as u64;
        found.coverage.add(&run_log.used);
        found.stopped += u64::from(run_log.stopped);
        found.unplaced += u64::from(is_unplaced);
        let Some(failure) = run_log.failure else { return };
        if found.findings.iter().any(|known| known.failure.name == failure.name) {
            return;
        }
        let n_players = case.n_players();
        let found_with = (run_log.inputs.len(), n_players);
        let mut case = Case { inputs: run_log.inputs, ..case };
        let Ok(loaded) = self.shared.load(&mut case, &self.rulesets) else { return };
        let is_made_up = case.layout.is_some();
        let finding = Finding { case, failure, loaded, game: number, found_with, is_made_up };
        found.findings.push(shrink(library, &self.rulesets, finding, config, stop));
    }

    /// Plans the next round after `n_played` games from the coverage of the block.
    fn plan(&self, n_played: u64, block: &mut CoverageMap) -> Vec<FuzzTask> {
        let SharedContext { config, sizes, .. } = &self.shared;
        let (few, most) = self.shared.sizes();
        let games = config.games.clone().unwrap_or(0..u64::MAX);
        let start = games.start + n_played;
        let mut chance = rng::generator(config.seed ^ rng::split_mix(start), 10);
        let end = games.end.min(start.saturating_add(ROUND));
        let mut open: Vec<(PlayerAction, PlayContext)> = Vec::new();
        for target in block.open() {
            let n_tries = block.tries.get(target).copied().unwrap_or(0);
            if let CoveragePoint::Done(action, situation) = target
                && n_tries < MOST_TRIES
            {
                open.push((*action, *situation));
            }
        }
        let all = player_actions(&self.loaded, (few, most));
        let mut tasks = Vec::new();
        for number in start..end {
            let mut below = |n: usize| chance.random_range(0..n);
            let any = sizes[below(sizes.len())];
            let n_players = [few, most, any][below(3)];
            let strategy = match number % 4 {
                0 => Strategy::Chance,
                1 => Strategy::Rare,
                _ if open.is_empty() && all.is_empty() => Strategy::Rare,
                _ if open.is_empty() => Strategy::Towards(
                    all[below(all.len())],
                    PlayContext::ALL[below(PlayContext::ALL.len())],
                ),
                _ => {
                    let (action, situation) = open.swap_remove(below(open.len()));
                    let target = CoveragePoint::Done(action, situation);
                    *block.tries.entry(target).or_default() += 1;
                    Strategy::Towards(action, situation)
                }
            };
            let n_players = match strategy {
                Strategy::Towards(_, PlayContext::Few) => few,
                Strategy::Towards(_, PlayContext::Most) => most,
                _ => n_players,
            };
            tasks.push(FuzzTask { number, n_players, strategy });
        }
        tasks
    }
}
