//! Plays many cases on all cores. Cases are planned in rounds from the coverage of earlier rounds,
//! so that findings do not depend on the number of threads. Each block of games starts from no
//! coverage, so that it can be played without those before it.

use super::case::{Bounds, CaseFailure, RunLog};
use super::config::FuzzConfig;
use super::coverage_points::{
    CoverageHits, CoverageMap, CoveragePoint, PlayContext, PlayerAction, player_action,
    player_actions, reached,
};
use super::finding::Finding;
use super::play::play;
use super::scenario;
use super::shard::FuzzRun;
use super::shrink::shrink;
use crate::agent::Interrupt;
use crate::error::{Error, Span};
use crate::invariants;
use crate::kernel::{Choice, Decision, Game, Moment, Prompt, canonical, rng};
use crate::script::probe::{HookCosts, Probe};
use crate::script::{Control, Host, HostMode};
use crate::sim::progress::Progress;
use crate::sim::run::share_out;
use crate::transcript::Case;
use crate::transcript::ruleset_cache::RulesetCache;
use crate::transcript::{ApplyError, LoadedRuleset, hash_text};
use crate::variant::{Library, Ruleset};
use rand_pcg::Pcg64Mcg;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
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

/// The number of answers after which the game is checked for termination.
const LONG: usize = 1_000;

/// The maximum number of answers in a generated scenario, which may have no way to end.
const SHORT: usize = 150;

/// One of so many games is replayed with interpreted scripts.
const INTERPRETED: u64 = 32;

/// The result of a campaign.
pub struct CampaignReport {
    /// The number of games played.
    pub games: u64,
    /// The number of answers.
    pub inputs: u64,
    /// The number of games that were stopped although they can end.
    pub stopped: u64,
    /// The findings without duplicates.
    pub findings: Vec<Finding>,
    pub coverage: CoverageMap,
    /// What hooks have cost.
    pub costs: HookCosts,
}

/// A search for failing games.
pub struct Campaign<'a> {
    shared: SharedContext<'a>,
    loaded: LoadedRuleset,
    rulesets: RulesetCache,
}

/// The context that all threads share.
struct SharedContext<'a> {
    library: &'a Library,
    config: FuzzConfig,
    sizes: Vec<usize>,
}

/// How the options of a game are chosen.
#[derive(Clone, Debug)]
enum Strategy {
    Chance,
    /// At random, with a preference for the least covered option.
    Rare,
    /// From a scenario generated for this coverage point.
    Towards(PlayerAction, PlayContext),
}

struct FuzzTask {
    number: u64,
    n_players: usize,
    strategy: Strategy,
}

struct TaskResult {
    number: u64,
    case: Case,
    run_log: RunLog,
    costs: HookCosts,
}

/// Evaluates an `--always` expression at the start of a game.
fn check_always(case: &Case, loaded: &LoadedRuleset, code: &str) -> Result<(), Box<Error>> {
    let (name, text) = ("--always".into(), code.into());
    let whole = || Some(Span::of(&name, &text, &(0..code.len())));
    let always = |message: String| Box::new(Error::new("A0105", message).at(whole()));
    let evaluated = case.begin(loaded)?.sandbox_edit(|context| {
        Ok(loaded
            .host
            .try_eval(context, &name, code)?
            .map_err(|error| Error { code: "A0105", ..error }))
    });
    match evaluated.map_err(ApplyError::from) {
        Ok(Ok(value)) if value == "true" || value == "false" => Ok(()),
        Ok(Ok(value)) => Err(always(format!("expected true or false, found {value}"))),
        Ok(Err(error)) => Err(Box::new(error)),
        Err(ApplyError::Fault(fault)) => Err(always(fault.message.to_string())),
        Err(ApplyError::Impossible(why, _)) => Err(always(why)),
    }
}

impl<'a> Campaign<'a> {
    /// Loads the variant.
    ///
    /// # Errors
    /// All errors of the variant; a number of players that it does not allow; `A0105`: an
    /// `--always` expression that is not true or false at the start of a game.
    pub fn new(library: &'a Library, config: FuzzConfig) -> Result<Self, Vec<Error>> {
        let ruleset = Ruleset::load(library, &config.variant, &config.set)?;
        if let Some(n) = config.players {
            ruleset.check_players(n).map_err(|error| vec![*error])?;
        }
        let sizes: Vec<usize> = config.players.map_or(ruleset.players, |n| n..=n).collect();
        let mut case = Case::new(&config.variant, &config.set, sizes[0], 0);
        let rulesets = RulesetCache::default();
        let loaded = case.header.load(library, &rulesets)?;
        for code in &config.always {
            check_always(&case, &loaded, code).map_err(|error| vec![*error])?;
        }
        Ok(Self { shared: SharedContext { library, config, sizes }, loaded, rulesets })
    }

    /// What determines its result, for a campaign of this many games.
    pub fn sharded(&self, games: u64) -> FuzzRun {
        let FuzzConfig { variant, set, players, seed, limit, always, .. } = &self.shared.config;
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
        mut tell: impl FnMut(&Finding, &CoverageMap) -> Result<(), E>,
    ) -> Result<CampaignReport, E> {
        let statements = self.loaded.ruleset.spec.scripts().cloned().collect();
        let nothing = CoverageMap::new(&self.loaded, &statements, self.shared.sizes());
        let (findings, costs, coverage) = (Vec::new(), HookCosts::new(), nothing.clone());
        let mut found =
            CampaignReport { games: 0, inputs: 0, stopped: 0, findings, coverage, costs };
        let (mut last_new, mut block) = (0, nothing.clone());
        while !progress.stop.is_set() && !self.is_over(&found, last_new) {
            if found.games.is_multiple_of(BLOCK) {
                block = nothing.clone();
            }
            let tasks = self.plan(found.games, &mut block);
            let done = match self.shared.round(&tasks, &block, progress) {
                // The rules have been compiled before: only the interrupt can have failed.
                Err(_) if progress.stop.is_set() => break,
                done => done?,
            };
            let n_open = found.coverage.open().count();
            for done in done {
                let n_found = found.findings.len();
                block.add(&done.run_log.used);
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
        let TaskResult { number, case, run_log, costs } = done;
        for (hook, cost) in costs {
            found.costs.entry(hook).or_default().add(cost);
        }
        let SharedContext { library, config, .. } = &self.shared;
        found.games += 1;
        found.inputs += run_log.inputs.len() as u64;
        found.coverage.add(&run_log.used);
        found.stopped += u64::from(run_log.stopped);
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
            let mut below = |n: usize| rng::below(&mut chance, n as u32) as usize;
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

impl SharedContext<'_> {
    fn sizes(&self) -> (usize, usize) {
        (self.sizes[0], self.sizes[self.sizes.len() - 1])
    }

    /// Loads the rules of a game.
    fn load(&self, case: &mut Case, rulesets: &RulesetCache) -> Result<LoadedRuleset, Vec<Error>> {
        case.header.load(self.library, rulesets)
    }

    /// Plays a round; returns the results in the order of the games.
    fn round(
        &self,
        tasks: &[FuzzTask],
        coverage: &CoverageMap,
        progress: &Progress,
    ) -> Result<Vec<TaskResult>, Vec<Error>> {
        let Some(first) = tasks.first().map(|task| task.number) else { return Ok(Vec::new()) };
        let games = first..first + tasks.len() as u64;
        // If the campaign ends at the first finding, the games after it are skipped.
        let broken = AtomicU64::new(u64::MAX);
        let done = Mutex::new(Vec::new());
        let worker = || FuzzWorker::new(self, progress);
        let play = |worker: &mut FuzzWorker<'_>, number: u64| {
            if broken.load(Ordering::Relaxed) < number || invariants::is_late(self.config.until) {
                return;
            }
            let played = worker.play(&tasks[(number - first) as usize], coverage);
            if played.run_log.failure.is_some() && !self.config.keep_going {
                broken.fetch_min(number, Ordering::Relaxed);
            }
            done.lock().expect("no thread has panicked").push(played);
        };
        share_out(games, self.config.threads, progress, worker, play, |_| ())?;
        let mut done = done.into_inner().expect("no thread has panicked");
        done.sort_by_key(|done| done.number);
        Ok(done)
    }
}

/// The state of one thread.
struct FuzzWorker<'a> {
    shared: &'a SharedContext<'a>,
    rulesets: RulesetCache,
    /// The hosts whose statements are counted, compiled and interpreted, and what counts them.
    again: [Rc<Host>; 2],
    probe: Probe,
    stop: Interrupt,
}

impl<'a> FuzzWorker<'a> {
    fn new(shared: &'a SharedContext<'a>, progress: &Progress) -> Result<Self, Vec<Error>> {
        let config = &shared.config;
        let control = progress.control();
        let stop = control.interrupt.clone();
        let control = Control { probe: Probe::recording(), ..control };
        let rulesets = RulesetCache::new(control.clone());
        let mut case = Case::new(&config.variant, &config.set, shared.sizes[0], 0);
        let loaded = shared.load(&mut case, &rulesets)?;
        let spec = &loaded.ruleset.spec;
        let statements = Arc::new(spec.scripts().cloned().collect());
        let counting = Control { statements, ..control.clone() };
        let load = |mode| Host::load(spec, mode, &counting);
        let again = [load(HostMode::Counted)?, load(HostMode::Interpreted)?];
        Ok(Self { shared, rulesets, again, probe: control.probe, stop })
    }

    fn play(&self, task: &FuzzTask, coverage: &CoverageMap) -> TaskResult {
        let config = &self.shared.config;
        let seed = rng::split_mix(rng::split_mix(config.seed).wrapping_add(task.number)) >> 32;
        let mut case = Case::new(&config.variant, &config.set, task.n_players, seed);
        let number = task.number;
        let Ok(loaded) = self.shared.load(&mut case, &self.rulesets) else {
            let (run_log, costs) = (RunLog::default(), HookCosts::new());
            return TaskResult { number, case, run_log, costs };
        };
        let mut chance = rng::generator(seed, 8);
        if let Strategy::Towards(action, situation) = task.strategy {
            let target = (action, situation);
            // What is always true relies on what the setup has put into the pile.
            let keeps_hazards = !config.always.is_empty();
            let players = task.n_players;
            let layout = scenario::lay_out(&loaded, players, target, keeps_hazards, &mut chance);
            case.layout = Some(layout);
        }
        let sizes = self.shared.sizes();
        let bounds = Bounds {
            limit: config.limit as usize,
            sizes,
            is_incremental: true,
            again: Some(self.again[usize::from(number.is_multiple_of(INTERPRETED))].clone()),
            always: config.always.clone(),
            n_guesses: 1,
            until: config.until,
        };
        let (is_endless, is_late) = (RefCell::new(false), || invariants::is_late(config.until));
        let mut player = FuzzPlayer { task, coverage, sizes, chance };
        let mut choose = |game: &Game, used: &CoverageHits, n: usize| {
            if !task.is_dealt() && n == SHORT {
                return None;
            }
            if n == LONG && !invariants::ends(game, config.limit, &is_late) {
                is_endless.replace(true);
                return None;
            }
            player.choose(game, used)
        };
        drop(self.probe.take());
        let mut run_log = play(&loaded, &case, &mut choose, &bounds);
        let hits = self.probe.take();
        run_log.used.note(hits.statements.into_keys().map(CoveragePoint::Statement));
        if run_log.stopped {
            let end = Case { inputs: run_log.inputs.clone(), ..case.clone() }.end(&loaded);
            let ends = end.is_none_or(|game| invariants::ends(&game, config.limit, &is_late));
            is_endless.replace(!ends);
            // Past the deadline it is not known whether the game can end.
            run_log.stopped &= !invariants::is_late(config.until);
        }
        if self.stop.is_set() {
            // A script that was stopped has not failed by itself.
            run_log.failure = None;
        } else if run_log.failure.is_none() && is_endless.take() {
            run_log.failure = Some(CaseFailure::endless(config.limit));
            run_log.stopped = false;
        }
        TaskResult { number, case, run_log, costs: hits.costs }
    }
}

impl FuzzTask {
    /// Whether its game starts from the deal.
    const fn is_dealt(&self) -> bool {
        !matches!(self.strategy, Strategy::Towards(..))
    }
}

/// Chooses the options of one game.
struct FuzzPlayer<'a> {
    task: &'a FuzzTask,
    coverage: &'a CoverageMap,
    sizes: (usize, usize),
    chance: Pcg64Mcg,
}

impl FuzzPlayer<'_> {
    fn choose(&mut self, game: &Game, used: &CoverageHits) -> Option<usize> {
        let decision = game.decision()?;
        let n_options = decision.options.len();
        let any = rng::below(&mut self.chance, n_options as u32) as usize;
        let is_bold = rng::below(&mut self.chance, 3) == 0;
        Some(match &self.task.strategy {
            Strategy::Chance => any,
            Strategy::Rare if is_bold => self.rarest(game, decision, used, any),
            Strategy::Rare => any,
            Strategy::Towards(wanted, situation) => {
                let target = CoveragePoint::Done(*wanted, *situation);
                if used.count(&target) == 0 {
                    towards(game, decision, *wanted).unwrap_or(any)
                } else if is_bold {
                    self.rarest(game, decision, used, any)
                } else {
                    any
                }
            }
        })
    }

    /// Chooses the least covered option.
    fn rarest(&self, game: &Game, decision: &Decision, used: &CoverageHits, any: usize) -> usize {
        let n_options = decision.options.len();
        let count = |index: &usize| {
            let goals = reached(game, decision, *index, self.sizes);
            let counts =
                goals.iter().map(|target| self.coverage.used.count(target) + used.count(target));
            counts.min().unwrap_or(u64::MAX)
        };
        // Starts at a random index, so that ties are not always resolved to the first option.
        let all = (any..n_options).chain(0..any);
        all.min_by_key(count).unwrap_or(any)
    }
}

/// Chooses the option that is the wanted action or leads to it.
fn towards(game: &Game, decision: &Decision, wanted: PlayerAction) -> Option<usize> {
    let options = &decision.options;
    let found = options.iter().position(|choice| player_action(game, choice) == Some(wanted));
    let PlayerAction::Answer(_, moment) = wanted else { return found };
    found.or_else(|| {
        let leads = |choice: &Choice| match Moment::ALL[usize::from(moment)].0 {
            Moment::Card => matches!(choice, Choice::Play(_)),
            Moment::Combo => matches!(choice, Choice::Combo(..)),
            _ => matches!(choice, Choice::Draw),
        };
        let is_turn = decision.prompt == Prompt::Turn;
        options.iter().position(leads).filter(|_| is_turn)
    })
}
