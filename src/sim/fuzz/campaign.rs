//! Many cases on all cores. They are planned in rounds, each from what all rounds before it have
//! reached, so that what is found does not depend on the number of threads.

use super::case::{Bounds, Case, Failure, Trail, play, quietly};
use super::goals::{Coverage, Deed, Goal, Situation, Traced, Used, deed, deeds, reached};
use super::shrink::shrink;
use super::{checks, stage};
use crate::error::Error;
use crate::kernel::{Choice, Decision, Game, Moment, Prompt, rng};
use crate::script::Host;
use crate::sim::run::{Progress, share_out};
use crate::transcript::Edition;
use crate::variant::{Library, Ruleset};
use rand_pcg::Pcg64Mcg;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// How many games are planned at a time.
const ROUND: u64 = 48;

/// Where neither a number of games nor a time is given, it ends after so many games in which
/// nothing was done for the first time.
const QUIET: u64 = 480;

/// A goal that was not reached from so many positions laid out for it is not tried any more.
const MOST_TRIES: u32 = 8;

/// After so many answers it is asked whether the game can end at all.
const LONG: usize = 1_000;

/// A game from a position laid out is left after so many answers: there may be nothing in it that
/// ends it.
const SHORT: usize = 150;

/// What is to be fuzzed.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The variant.
    pub variant: String,
    /// Its options, as given by hand.
    pub set: Vec<(String, String)>,
    /// How many play; nothing: all numbers that can.
    pub players: Option<usize>,
    /// The seed.
    pub seed: u64,
    /// After how many games it ends.
    pub games: Option<u64>,
    /// When it ends.
    pub until: Option<Instant>,
    /// The most answers of a game.
    pub limit: u64,
    /// On how many threads.
    pub threads: usize,
    /// Whether it goes on after something was found.
    pub keep_going: bool,
    /// An expression that must always be true.
    pub always: Option<String>,
}

/// Something that breaks, as small as it got.
#[derive(Clone)]
pub struct Finding {
    /// The game.
    pub case: Case,
    /// What breaks in it.
    pub failure: Failure,
    /// Its rules.
    pub edition: Edition,
    /// In which game it was found, counted from 0.
    pub game: u64,
    /// How many inputs and players that game had.
    pub found_with: (usize, usize),
}

/// What came of it.
pub struct Found {
    /// How many games were played.
    pub games: u64,
    /// How many answers were given.
    pub inputs: u64,
    /// How many games were stopped that can end.
    pub stopped: u64,
    /// What was found, each once.
    pub findings: Vec<Finding>,
    /// What was done in the games.
    pub coverage: Coverage,
}

/// A search for games that break.
pub struct Campaign<'a> {
    ground: Ground<'a>,
    edition: Edition,
}

/// What all threads know of it.
struct Ground<'a> {
    library: &'a Library,
    wish: Wish,
    sizes: Vec<usize>,
}

/// How the options of a game are chosen.
#[derive(Clone, Debug)]
enum Manner {
    /// By chance.
    Chance,
    /// By chance, and what was done least.
    Rare,
    /// From a position laid out for this.
    Towards(Deed, Situation),
}

struct Task {
    number: u64,
    n_players: usize,
    manner: Manner,
}

struct Done {
    number: u64,
    case: Case,
    trail: Trail,
}

impl<'a> Campaign<'a> {
    /// Loads the variant.
    ///
    /// # Errors
    /// Everything that is wrong with it, a number of players that cannot play it.
    pub fn new(library: &'a Library, wish: Wish) -> Result<Self, Vec<Error>> {
        let ruleset = Ruleset::load(library, &wish.variant, &wish.set)?;
        if let Some(n) = wish.players {
            ruleset.check_players(n).map_err(|error| vec![*error])?;
        }
        let sizes: Vec<usize> = wish.players.map_or(ruleset.players, |n| n..=n).collect();
        let edition = Case::new(&wish.variant, &wish.set, sizes[0], 0).header.edition(library)?;
        Ok(Self { ground: Ground { library, wish, sizes }, edition })
    }

    /// The rules of the games with the fewest players.
    #[must_use]
    pub const fn edition(&self) -> &Edition {
        &self.edition
    }

    /// Plays until it is time to end. `tell` is told each finding as it is made.
    ///
    /// # Errors
    /// What is wrong with the scripts; what `tell` returns.
    pub fn run<E: From<Vec<Error>>>(
        &self,
        progress: &Progress,
        mut tell: impl FnMut(&Finding, &Coverage) -> Result<(), E>,
    ) -> Result<Found, E> {
        let traced = Traced::new(&self.edition.ruleset.spec)?;
        let coverage = Coverage::new(&self.edition, &traced, self.ground.sizes());
        let mut found = Found { games: 0, inputs: 0, stopped: 0, findings: Vec::new(), coverage };
        let mut last_new = 0;
        while !progress.stop.load(Ordering::Relaxed) && !self.is_over(&found, last_new) {
            let tasks = self.plan(&mut found);
            let done = quietly(|| self.ground.round(&tasks, &found.coverage, progress))?;
            let n_open = found.coverage.open().count();
            for done in done {
                let n_found = found.findings.len();
                self.take(done, &mut found);
                if found.findings.len() > n_found {
                    tell(&found.findings[n_found], &found.coverage)?;
                    if !self.ground.wish.keep_going {
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

    fn is_over(&self, found: &Found, last_new: u64) -> bool {
        match (self.ground.wish.games, self.ground.wish.until) {
            (Some(games), _) if found.games >= games => true,
            (_, Some(until)) => Instant::now() >= until,
            (Some(_), None) => false,
            (None, None) => found.games >= last_new + QUIET,
        }
    }

    /// Adds what a game came to.
    fn take(&self, done: Done, found: &mut Found) {
        let Done { number, case, trail } = done;
        let Ground { library, wish, .. } = &self.ground;
        found.games += 1;
        found.inputs += trail.inputs.len() as u64;
        found.coverage.add(&trail.used);
        found.stopped += u64::from(trail.stopped);
        let Some(failure) = trail.failure else { return };
        if found.findings.iter().any(|known| known.failure.name == failure.name) {
            return;
        }
        let n_players = case.n_players();
        let found_with = (trail.inputs.len(), n_players);
        let mut case = Case { inputs: trail.inputs, ..case };
        let Ok(edition) = self.ground.edition(&mut case) else { return };
        let finding = Finding { case, failure, edition, game: number, found_with };
        found.findings.push(quietly(|| shrink(library, finding, wish)));
    }

    fn plan(&self, found: &mut Found) -> Vec<Task> {
        let Ground { wish, sizes, .. } = &self.ground;
        let (few, most) = self.ground.sizes();
        let mut chance = rng::generator(wish.seed ^ rng::split_mix(found.games), 10);
        let left = wish.games.map_or(ROUND, |games| games - found.games).min(ROUND);
        let mut open: Vec<(Deed, Situation)> = Vec::new();
        for goal in found.coverage.open() {
            let n_tries = found.coverage.tries.get(goal).copied().unwrap_or(0);
            if let Goal::Done(deed, situation) = goal
                && n_tries < MOST_TRIES
            {
                open.push((*deed, *situation));
            }
        }
        let all = deeds(&self.edition, (few, most));
        let mut tasks = Vec::new();
        for number in found.games..found.games + left {
            let mut below = |n: usize| rng::below(&mut chance, n as u32) as usize;
            let any = sizes[below(sizes.len())];
            let n_players = [few, most, any][below(3)];
            let manner = match number % 4 {
                0 => Manner::Chance,
                1 => Manner::Rare,
                _ if open.is_empty() && all.is_empty() => Manner::Rare,
                _ if open.is_empty() => Manner::Towards(
                    all[below(all.len())],
                    Situation::ALL[below(Situation::ALL.len())],
                ),
                _ => {
                    let (deed, situation) = open.swap_remove(below(open.len()));
                    let goal = Goal::Done(deed, situation);
                    *found.coverage.tries.entry(goal).or_default() += 1;
                    Manner::Towards(deed, situation)
                }
            };
            let n_players = match manner {
                Manner::Towards(_, Situation::Few) => few,
                Manner::Towards(_, Situation::Most) => most,
                _ => n_players,
            };
            tasks.push(Task { number, n_players, manner });
        }
        tasks
    }
}

impl Ground<'_> {
    fn sizes(&self) -> (usize, usize) {
        (self.sizes[0], self.sizes[self.sizes.len() - 1])
    }

    /// The rules of a game.
    fn edition(&self, case: &mut Case) -> Result<Edition, Vec<Error>> {
        case.header.edition(self.library)
    }

    /// Plays a round; what came of it, in the order of the games.
    fn round(
        &self,
        tasks: &[Task],
        coverage: &Coverage,
        progress: &Progress,
    ) -> Result<Vec<Done>, Vec<Error>> {
        let Some(first) = tasks.first().map(|task| task.number) else { return Ok(Vec::new()) };
        let games = first..first + tasks.len() as u64;
        // Games after one that breaks are of no interest, where it ends there.
        let broken = AtomicU64::new(u64::MAX);
        let done = Mutex::new(Vec::new());
        let worker = || Worker::new(self);
        let play = |worker: &mut Worker<'_>, number: u64| {
            let is_late = self.wish.until.is_some_and(|until| Instant::now() >= until);
            if broken.load(Ordering::Relaxed) < number || is_late {
                return;
            }
            let played = worker.play(&tasks[(number - first) as usize], coverage);
            if played.trail.failure.is_some() && !self.wish.keep_going {
                broken.fetch_min(number, Ordering::Relaxed);
            }
            done.lock().expect("no thread has panicked").push(played);
        };
        share_out(games, self.wish.threads, progress, worker, play, |_| ())?;
        let mut done = done.into_inner().expect("no thread has panicked");
        done.sort_by_key(|done| done.number);
        Ok(done)
    }
}

/// What one thread works with.
struct Worker<'a> {
    ground: &'a Ground<'a>,
    again: Rc<Host>,
}

impl<'a> Worker<'a> {
    fn new(ground: &'a Ground<'a>) -> Result<Self, Vec<Error>> {
        let wish = &ground.wish;
        let edition =
            ground.edition(&mut Case::new(&wish.variant, &wish.set, ground.sizes[0], 0))?;
        Ok(Self { ground, again: Traced::new(&edition.ruleset.spec)?.host })
    }

    fn play(&self, task: &Task, coverage: &Coverage) -> Done {
        let wish = &self.ground.wish;
        let seed = rng::split_mix(rng::split_mix(wish.seed).wrapping_add(task.number)) >> 32;
        let mut case = Case::new(&wish.variant, &wish.set, task.n_players, seed);
        let number = task.number;
        let Ok(edition) = self.ground.edition(&mut case) else {
            return Done { number, case, trail: Trail::default() };
        };
        let mut chance = rng::generator(seed, 8);
        if let Manner::Towards(deed, situation) = task.manner {
            let goal = (deed, situation);
            case.layout = Some(stage::lay_out(&edition, task.n_players, goal, &mut chance));
        }
        let sizes = self.ground.sizes();
        let bounds = Bounds {
            limit: wish.limit as usize,
            sizes,
            again: Some(self.again.clone()),
            always: wish.always.clone(),
            n_guesses: 1,
        };
        let is_endless = RefCell::new(false);
        let mut player = Player { task, coverage, sizes, chance };
        let mut choose = |game: &Game, used: &Used, n: usize| {
            if !task.is_dealt() && n == SHORT {
                return None;
            }
            if n == LONG && !checks::ends(game, wish.limit) {
                is_endless.replace(true);
                return None;
            }
            player.choose(game, used)
        };
        let (mut trail, trace) =
            crate::script::trace::watch(|| play(&edition, &case, &mut choose, &bounds));
        trail.used.note(trace.statements.into_keys().map(Goal::Statement));
        if trail.stopped {
            let end = Case { inputs: trail.inputs.clone(), ..case.clone() }.end(&edition);
            let ends = end.is_none_or(|game| checks::ends(&game, wish.limit));
            is_endless.replace(!ends);
        }
        if trail.failure.is_none() && is_endless.take() {
            trail.failure = Some(Failure::endless(wish.limit));
            trail.stopped = false;
        }
        Done { number, case, trail }
    }
}

impl Task {
    /// Whether its game begins as it is dealt.
    const fn is_dealt(&self) -> bool {
        !matches!(self.manner, Manner::Towards(..))
    }
}

/// Who chooses the options of one game.
struct Player<'a> {
    task: &'a Task,
    coverage: &'a Coverage,
    sizes: (usize, usize),
    chance: Pcg64Mcg,
}

impl Player<'_> {
    fn choose(&mut self, game: &Game, used: &Used) -> Option<usize> {
        let decision = game.decision()?;
        let n_options = decision.options.len();
        let any = rng::below(&mut self.chance, n_options as u32) as usize;
        let is_bold = rng::below(&mut self.chance, 3) == 0;
        Some(match &self.task.manner {
            Manner::Chance => any,
            Manner::Rare if is_bold => self.rarest(game, decision, used, any),
            Manner::Rare => any,
            Manner::Towards(wanted, situation) => {
                let goal = Goal::Done(*wanted, *situation);
                if used.count(&goal) == 0 {
                    towards(game, decision, *wanted).unwrap_or(any)
                } else if is_bold {
                    self.rarest(game, decision, used, any)
                } else {
                    any
                }
            }
        })
    }

    /// The option that does what was done least.
    fn rarest(&self, game: &Game, decision: &Decision, used: &Used, any: usize) -> usize {
        let n_options = decision.options.len();
        let count = |index: &usize| {
            let goals = reached(game, decision, *index, self.sizes);
            let counts = goals.iter().map(|goal| self.coverage.used.count(goal) + used.count(goal));
            counts.min().unwrap_or(u64::MAX)
        };
        // Beginning anywhere, so that of equal ones not always the first is taken.
        let all = (any..n_options).chain(0..any);
        all.min_by_key(count).unwrap_or(any)
    }
}

/// The option that is what one wants to do, or leads there.
fn towards(game: &Game, decision: &Decision, wanted: Deed) -> Option<usize> {
    let options = &decision.options;
    let found = options.iter().position(|choice| deed(game, choice) == Some(wanted));
    let Deed::Answer(_, moment) = wanted else { return found };
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
