//! Plays the cases of a campaign, round by round, on threads that keep their compiled scripts.

use super::case::{Bounds, CaseFailure, RunLog};
use super::config::FuzzConfig;
use super::coverage_points::{
    CoverageHits, CoverageMap, CoveragePoint, PlayContext, PlayerAction, player_action, reached,
};
use super::play::{is_given, play};
use super::scenario;
use crate::base::Interrupt;
use crate::base::error::{Error, contained};
use crate::invariants;
use crate::kernel::{Choice, Decision, Game, Moment, Prompt, rng};
use crate::script::probe::{HookCosts, Probe};
use crate::script::{Control, Host};
use crate::sim::progress::Progress;
use crate::transcript::ruleset_cache::RulesetCache;
use crate::transcript::{Case, LoadedRuleset};
use crate::variant::Library;
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex};

/// The number of answers after which the game is checked for termination.
const LONG: usize = 1_000;

/// The maximum number of answers in a generated scenario, which may have no way to end.
const SHORT: usize = 150;

/// The maximum number of positions generated until the given expressions are true in one.
const MOST_POSITIONS: usize = 40;

/// The context that all threads share.
pub(super) struct SharedContext<'a> {
    pub library: &'a Library,
    pub config: FuzzConfig,
    pub sizes: Vec<usize>,
}

/// How the options of a game are chosen.
#[derive(Clone, Debug)]
pub(super) enum Strategy {
    Chance,
    /// At random, with a preference for the least covered option.
    Rare,
    /// From a scenario generated for this coverage point.
    Towards(PlayerAction, PlayContext),
}

pub(super) struct FuzzTask {
    pub number: u64,
    pub n_players: usize,
    pub strategy: Strategy,
}

pub(super) struct TaskResult {
    pub number: u64,
    pub case: Case,
    pub run_log: RunLog,
    pub costs: HookCosts,
    /// Whether no position was found in which the given expressions are true.
    pub is_unplaced: bool,
}

/// Cases that threads play together.
pub(super) struct Round {
    pub tasks: Vec<FuzzTask>,
    pub coverage: Arc<CoverageMap>,
    /// The next task that no thread has taken.
    next: AtomicUsize,
    /// The first task with a failure. If the campaign ends at it, those after it are left out.
    broken: AtomicUsize,
    done: Mutex<Vec<TaskResult>>,
}

impl Round {
    pub fn new(tasks: Vec<FuzzTask>, coverage: Arc<CoverageMap>) -> Self {
        let (next, broken) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        Self { tasks, coverage, next, broken, done: Mutex::default() }
    }

    /// Takes the results, in the order of the games.
    pub fn results(&self) -> Vec<TaskResult> {
        let mut done = std::mem::take(&mut *self.done.lock().expect("no thread has panicked"));
        done.sort_by_key(|done| done.number);
        done
    }
}

impl SharedContext<'_> {
    pub fn sizes(&self) -> (usize, usize) {
        (self.sizes[0], self.sizes[self.sizes.len() - 1])
    }

    /// Loads the rules of a game.
    pub fn load(
        &self,
        case: &mut Case,
        rulesets: &RulesetCache,
    ) -> Result<LoadedRuleset, Vec<Error>> {
        case.header.load(self.library, rulesets)
    }

    /// Plays rounds as they come, each together with the other threads, and says when it is over.
    pub fn work(
        &self,
        rounds: &Receiver<Arc<Round>>,
        over: &Sender<Result<(), Vec<Error>>>,
        progress: &Progress,
    ) {
        let mut worker = None;
        for round in rounds {
            let played = contained("the search", || {
                let worker = match &mut worker {
                    Some(worker) => worker,
                    None => worker.insert(FuzzWorker::new(self, progress)?),
                };
                worker.round(&round, progress);
                Ok(())
            });
            drop(round);
            if over.send(played.unwrap_or_else(|error| Err(vec![*error]))).is_err() {
                return;
            }
        }
    }
}

/// The state of one thread.
struct FuzzWorker<'a> {
    shared: &'a SharedContext<'a>,
    rulesets: RulesetCache,
    /// The host whose statements are counted, and what counts them.
    again: Rc<Host>,
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
        let again = Host::load(spec, &counting)?;
        Ok(Self { shared, rulesets, again, probe: control.probe, stop })
    }

    /// Plays the tasks of a round that no other thread takes.
    fn round(&self, round: &Round, progress: &Progress) {
        let config = &self.shared.config;
        while !self.stop.is_set() {
            let index = round.next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = round.tasks.get(index) else { return };
            if round.broken.load(Ordering::Relaxed) >= index && !invariants::is_late(config.until) {
                let played = self.play(task, &round.coverage);
                if played.run_log.failure.is_some() && !config.keep_going {
                    round.broken.fetch_min(index, Ordering::Relaxed);
                }
                round.done.lock().expect("no thread has panicked").push(played);
            }
            progress.games.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn play(&self, task: &FuzzTask, coverage: &CoverageMap) -> TaskResult {
        let config = &self.shared.config;
        let seed = rng::split_mix(rng::split_mix(config.seed).wrapping_add(task.number)) >> 32;
        let mut case = Case::new(&config.variant, &config.set, task.n_players, seed);
        let number = task.number;
        let Ok(loaded) = self.shared.load(&mut case, &self.rulesets) else {
            let (run_log, costs) = (RunLog::default(), HookCosts::new());
            return TaskResult { number, case, run_log, costs, is_unplaced: false };
        };
        let mut chance = rng::generator(seed, 8);
        let is_unplaced = self.place(&mut case, task, &loaded, &mut chance);
        let sizes = self.shared.sizes();
        let bounds = Bounds {
            limit: config.limit as usize,
            sizes,
            is_incremental: true,
            again: Some(self.again.clone()),
            always: config.always.clone(),
            n_guesses: 1,
            until: config.until,
        };
        let (is_endless, is_late) = (RefCell::new(false), || invariants::is_late(config.until));
        let mut player = FuzzPlayer { task, coverage, sizes, chance };
        let mut choose = |game: &Game, used: &CoverageHits, n: usize| {
            if case.layout.is_some() && n == SHORT {
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
        run_log.used.note_statements(hits.statements.into_keys());
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
        TaskResult { number, case, run_log, costs: hits.costs, is_unplaced }
    }

    /// Generates the position of a scenario. Returns whether none in which the given expressions
    /// are true was found; then the game starts with the setup.
    fn place(
        &self,
        case: &mut Case,
        task: &FuzzTask,
        loaded: &LoadedRuleset,
        chance: &mut Pcg64Mcg,
    ) -> bool {
        let FuzzConfig { always, given, from_setup, .. } = &self.shared.config;
        let Strategy::Towards(action, situation) = task.strategy else { return false };
        if *from_setup {
            return false;
        }
        for number in 0..MOST_POSITIONS {
            // What is always true relies on what the setup has put into the pile.
            let keeps_hazards = !always.is_empty() || !given.is_empty() && number % 2 == 0;
            let target = (action, situation);
            let layout = scenario::lay_out(loaded, task.n_players, target, keeps_hazards, chance);
            case.layout = Some(layout);
            if is_given(case, loaded, given) {
                return false;
            }
        }
        case.layout = None;
        true
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
        let any = self.chance.random_range(0..n_options);
        let is_bold = self.chance.random_range(0..3) == 0;
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
            used.least(&self.coverage.used, &reached(game, decision, *index, self.sizes))
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
            Moment::Card => choice.played_kind().is_some(),
            Moment::Combo => choice.combo().is_some(),
            _ => matches!(choice, Choice::Draw),
        };
        let is_turn = decision.prompt == Prompt::Turn;
        options.iter().position(leads).filter(|_| is_turn)
    })
}
