//! Compares variants on common random numbers: all play the same games, and differences are paired
//! game by game.
//!
//! Two games with one seed share most of their randomness ([`Plan::with_common_random`]), so paired
//! differences vary less than the values themselves. The interval is that of the mean paired
//! difference ([`Paired::difference`]), reported with the variance reduction; sums are exact. The
//! p-values of all differences of a run are corrected together.

use super::counts::{Merge as _, counts};
use super::figures::{number, signed};
use super::measures::{GameResult, MEASURES, Measure, N_OF_GAMES};
use super::paired::Paired;
use super::plan::{Plan, RunManifest};
use super::progress::Progress;
use super::run::{Worker, share_out};
use super::shard::ShardedRun;
use super::stats::{self, Estimate};
use super::tally::{FirstFault, Tally};
use crate::error::{Error, Refusal};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The longest name of a variant.
const MAX_NAME: usize = 1 << 16;

/// A comparison: the members of a family, which play the same games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CompareRun {
    /// The members by name; the others are compared with the first one.
    pub members: Vec<(String, RunManifest)>,
}

impl CompareRun {
    /// The run of these plans by name.
    pub fn new(family: &[(String, Plan)]) -> Self {
        let member = |(name, plan): &(String, Plan)| (name.clone(), plan.manifest.clone());
        Self { members: family.iter().map(member).collect() }
    }
}

counts! {
    /// The counts of one member of the family.
    pub struct MemberCounts {
        /// The number of games with a winner both here and in the first member.
        n: u64,
        /// The number of games without a winner on either side.
        unpaired: u64,
        /// The number of games with other choices or another result than in the first member.
        differing: u64,
        stopped: u64,
        faulty: u64,
        first_fault: Option<FirstFault>,
        base: [Paired; N_OF_GAMES],
        own: [Paired; N_OF_GAMES],
        paired: [Paired; N_OF_GAMES],
    }
}

impl MemberCounts {
    fn add(&mut self, base: Option<&GameResult>, own: Option<&GameResult>) {
        let (Some(base), Some(own)) = (base, own) else {
            self.unpaired += 1;
            return;
        };
        self.n += 1;
        for (i, measure) in MEASURES[..N_OF_GAMES].iter().enumerate() {
            let (base, own) = (measure.of_game(base), measure.of_game(own));
            self.base[i].add(base);
            self.own[i].add(own);
            self.paired[i].add(own - base);
        }
    }
}

impl ShardedRun for CompareRun {
    const COMMAND: &'static str = "compare";
    type Counts = Vec<MemberCounts>;

    fn n_games(&self) -> u64 {
        self.members.first().map_or(0, |(_, plan)| plan.games)
    }

    fn check(&self, _counts: &Self::Counts) -> Result<(), Refusal> {
        match self.members.iter().any(|(name, _)| name.len() > MAX_NAME) {
            true => Err(format!("the name of a variant has more than {MAX_NAME} bytes").into()),
            false => Ok(()),
        }
    }
}

/// The result of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The members; the others are compared with the first one.
    pub members: Vec<Member>,
}

/// One member of the family.
#[derive(Clone, Debug, Serialize)]
pub struct Member {
    pub name: String,
    pub plan: RunManifest,
    /// The number of games with a winner both here and in the first member.
    pub games: u64,
    /// The number of games without a winner on either side, which are left out of every figure.
    pub unpaired: u64,
    /// The number of games with other choices or another result than in the first member.
    pub differing: u64,
    /// The number of games stopped at the ply limit.
    pub stopped: u64,
    /// The number of games that ended with a script fault.
    pub faulty: u64,
    /// The first script fault.
    pub first_fault: Option<FirstFault>,
    pub measures: Vec<Measured>,
}

/// A measure of one member.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    pub name: &'static str,
    /// Its title in reports.
    #[serde(skip)]
    pub title: &'static str,
    /// Whether it is a share, from 0 to 1.
    #[serde(skip)]
    pub is_share: bool,
    pub mean: Option<Estimate>,
    /// The mean paired difference from the first member.
    pub difference: Option<Estimate>,
    /// The width of the interval relative to that of independent games: the variance reduction.
    pub width: Option<f64>,
    /// The probability of a difference at least this large by chance, corrected for all differences
    /// of the comparison ([`stats::holm`]).
    pub p_value: Option<f64>,
    /// The difference as a sentence; empty for the first member.
    pub sentence: String,
}

impl Comparison {
    /// Derives the measures of a run from its counts.
    pub fn new(run: &CompareRun, counts: &[MemberCounts]) -> Self {
        let member =
            |(i, ((name, plan), counts)): (usize, (&(_, RunManifest), &MemberCounts))| Member {
                name: String::clone(name),
                plan: plan.clone(),
                games: counts.n,
                unpaired: counts.unpaired,
                differing: counts.differing,
                stopped: counts.stopped,
                faulty: counts.faulty,
                first_fault: counts.first_fault.clone(),
                measures: measured(counts, i == 0),
            };
        let members = run.members.iter().zip(counts).enumerate().map(member);
        let mut members: Vec<Member> = members.collect();
        let measures = members.iter_mut().flat_map(|member| &mut member.measures);
        stats::holm(&mut measures.filter_map(|one| one.p_value.as_mut()).collect::<Vec<_>>());
        for Member { name, measures, differing, .. } in members.iter_mut().skip(1) {
            for (measured, measure) in measures.iter_mut().zip(MEASURES) {
                measured.sentence = sentence(name, measure, measured, *differing);
            }
        }
        Self { members }
    }
}

impl Measured {
    /// Whether it differs from the first member, beyond chance.
    pub fn is_clear(&self) -> bool {
        self.p_value.is_some_and(|p_value| p_value < 0.05)
    }
}

/// Plays the same games with all members of a family, given by name. Returns the counts of each.
///
/// # Errors
/// Script errors; `A0102`: a thread cannot be started.
pub fn compare(
    family: &[(String, Plan)],
    games: Range<u64>,
    threads: usize,
    progress: &Progress,
) -> Result<Vec<MemberCounts>, Vec<Error>> {
    let common_random = |(_, plan): &(String, Plan)| plan.clone().with_common_random();
    let plans: Vec<Plan> = family.iter().map(common_random).collect();
    let none = || vec![MemberCounts::default(); family.len()];
    let workers = || -> Result<(Vec<Worker<'_>>, Vec<MemberCounts>), Vec<Error>> {
        let worker = |plan| Worker::new(plan, progress).map(Worker::with_choices);
        let workers = plans.iter().map(worker);
        Ok((workers.collect::<Result<_, _>>()?, none()))
    };
    let play = |(workers, counted): &mut (Vec<Worker<'_>>, Vec<MemberCounts>), game| {
        let ending = |worker: &mut Worker<'_>| (worker.play(game), worker.choices());
        let endings: Vec<_> = workers.iter_mut().map(ending).collect();
        if workers.iter().any(Worker::is_interrupted) {
            return;
        }
        for (counted, own) in counted.iter_mut().zip(&endings) {
            counted.differing += u64::from(*own != endings[0]);
            counted.add(endings[0].0.as_ref(), own.0.as_ref());
        }
    };
    let finish = |(workers, counted): (Vec<Worker<'_>>, Vec<MemberCounts>)| {
        let tallies = workers.into_iter().map(Worker::finish);
        let with = |(counted, tally): (MemberCounts, Tally)| MemberCounts {
            stopped: tally.stopped,
            faulty: tally.faulty,
            first_fault: tally.first_fault,
            ..counted
        };
        counted.into_iter().zip(tallies).map(with).collect::<Vec<_>>()
    };
    let mut whole = none();
    let parts = share_out(games, threads, progress, workers, play, finish)?;
    parts.iter().for_each(|part| whole.merge_from(part));
    Ok(whole)
}

fn measured(counted: &MemberCounts, is_base: bool) -> Vec<Measured> {
    let one = |(i, measure): (usize, &Measure)| {
        let mean = |sums: &Paired| sums.mean(measure.unit());
        let within = |least: f64| {
            move |mean: Estimate| if measure.is_share() { mean.within(least, 1.0) } else { mean }
        };
        let sums = Some(&counted.paired[i]).filter(|_| !is_base);
        let paired = sums.and_then(|sums| match counted.differing {
            0 => mean(sums).map(|none| (none, 1.0)),
            _ => sums.difference(measure.unit()),
        });
        let margin = |sums: &Paired| mean(sums).map(|mean| mean.margin());
        Measured {
            name: measure.name,
            title: measure.title,
            is_share: measure.is_share(),
            mean: mean(&counted.own[i]).map(within(0.0)),
            difference: paired.map(|(paired, _)| within(-1.0)(paired)),
            width: paired.and_then(|(paired, _)| {
                let independent = margin(&counted.base[i])?.hypot(margin(&counted.own[i])?);
                (independent > 0.0).then(|| paired.margin() / independent)
            }),
            p_value: paired.map(|(_, p_value)| p_value),
            sentence: String::new(),
        }
    };
    MEASURES[..N_OF_GAMES].iter().enumerate().map(one).collect()
}

/// `with Triple Slap, games are 3.1 ± 0.2 turns shorter`.
fn sentence(name: &str, measure: &Measure, measured: &Measured, differing: u64) -> String {
    let Some(difference) = measured.difference else { return String::new() };
    if differing == 0 {
        return format!("with {name}, no difference in {}", measure.title);
    }
    let scale = if measure.is_share() { 100.0 } else { 1.0 };
    let Estimate { value, low, high } = difference;
    let (more, fewer) = (
        Estimate::of(value * scale, low * scale, high * scale),
        Estimate::of(-value * scale, -high * scale, -low * scale),
    );
    if !measured.is_clear() {
        let shown = signed(more, 2);
        return format!("with {name}, no significant difference in {} ({shown})", measure.title);
    }
    let (says, size) = if value > 0.0 { (measure.says[0], more) } else { (measure.says[1], fewer) };
    format!("with {name}, {}", says.replace("{}", &number(size, 2)))
}

/// The values of an option to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The text it was parsed from.
    pub text: String,
    pub name: String,
    /// The values, each with the bytes of the text that name it.
    pub values: Vec<(String, Range<usize>)>,
}

/// Parses `deck.nope=0..9` (a range, inclusive) or `pair_of=any,cats`.
///
/// # Errors
/// The missing part, as a message.
pub fn sweep(text: &str) -> Result<Sweep, Refusal> {
    let (name, values) = text
        .split_once('=')
        .ok_or_else(|| format!("`{text}`: expected NAME=FROM..TO or NAME=A,B,C"))?;
    let start = text.len() - values.len();
    let values: Vec<_> = match values.split_once("..") {
        None => {
            let mut end = start;
            let part = |value: &str| {
                let from = end;
                end += value.len() + 1;
                (value.to_owned(), from..from + value.len())
            };
            values.split(',').map(part).collect()
        }
        Some((from, to)) => {
            let number = |text: &str| {
                text.parse::<i64>().map_err(|_| format!("`{text}` is not a whole number"))
            };
            let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
            if to < from || to.checked_sub(from).is_none_or(|n| n > 1_000) {
                return Err(format!("{from}..{to} is empty or too large").into());
            }
            (from..=to).map(|n| (n.to_string(), start..text.len())).collect()
        }
    };
    Ok(Sweep { text: text.to_owned(), name: name.to_owned(), values })
}
