//! Compares variants on common random numbers: all play the same games, and differences are paired
//! game by game.
//!
//! Two games with one seed share most of their randomness ([`Plan::with_common_random`]), so paired
//! differences vary less than the values themselves. The interval is that of the mean paired
//! difference ([`Paired::difference`]), reported with the variance reduction; sums are exact. The
//! p-values of all differences of a run are corrected together.

use super::counts::{Merge as _, counts};
use super::figures::{number, signed};
use super::finite;
use super::line::{FittedLine, LineSums, numbers};
use super::measures::{CARDS, GameResult, MEASURES, Measure, N_OF_GAMES, TENSION};
use super::metric_tally::{METRICS, TENSE, UNIT};
use super::paired::Paired;
use super::plan::{Plan, RunManifest};
use super::progress::Progress;
use super::run::{Worker, share_out};
use super::shard::ShardedRun;
use super::stats::{self, Estimate};
use super::tally::{FirstFault, Tally, WIN, is_cut};
use crate::base::error::{Error, Refusal};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The longest name of a variant, and of a card in bytes.
const MAX_NAME: usize = 1 << 16;
const MAX_CARD: usize = 1 << 8;

/// A comparison: the members of a family, which play the same games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompareRun {
    /// The members by name; the others are compared with the first one.
    pub members: Vec<(String, RunManifest)>,
    /// The kinds of the first member if it is measured what they are worth.
    pub cards: Vec<String>,
}

impl CompareRun {
    /// The run of these plans by name.
    pub fn new(family: &[(String, Plan)]) -> Self {
        let member = |(name, plan): &(String, Plan)| (name.clone(), plan.manifest.clone());
        let cards = family.first().filter(|(_, plan)| plan.manifest.card.is_some());
        let cards = cards.map_or_else(Vec::new, |(_, plan)| plan.kinds());
        Self { members: family.iter().map(member).collect(), cards }
    }

    /// The numbers of a sweep, if its values are numbers.
    pub(super) fn at(&self) -> Option<Vec<f64>> {
        numbers(self.members.iter().map(|(name, _)| &**name))
    }

    /// The line through the values of a sweep.
    fn line(&self) -> Option<FittedLine> {
        FittedLine::through(&self.at()?)
    }

    /// The compared figures: measures, the quality of games, and what holding cards is worth.
    fn figures(&self) -> Vec<Figure> {
        let measure = |measure: &Measure| {
            let (name, title) = (measure.name.to_owned(), measure.title.to_owned());
            let says = measure.says.map(str::to_owned);
            let (question, unit, is_share) = (measure.question, measure.unit(), measure.is_share());
            Figure { name, title, question, says, unit, is_share }
        };
        let share = |name: String, title: String, question, unit| {
            let says = ["higher", "lower"].map(|how| format!("{title} is {{}} points {how}"));
            Figure { name, title, question, says, unit, is_share: true }
        };
        let quality = (0..).zip(METRICS).map(|(at, (name, title))| {
            let question = TENSE.contains(&at).then_some(TENSION);
            let how = ["more", "less"].map(|how| format!("{title}: {{}} points {how}"));
            Figure { says: how, ..share(name.to_owned(), title.to_owned(), question, UNIT) }
        });
        let first = self.members.first();
        let title =
            |card: &String| first.map_or_else(|| card.clone(), |(_, plan)| plan.title(card));
        let cards = self.cards.iter();
        let cards = cards.map(|card| {
            let title = format!("what {} is worth", title(card));
            share(format!("holding_{card}"), title, Some(CARDS), WIN)
        });
        let measures = MEASURES[..N_OF_GAMES].iter().map(measure);
        measures.chain(quality).chain(cards).collect()
    }
}

/// One of the numbers of games that are compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    pub name: String,
    /// Its name in reports.
    pub title: String,
    /// The question that it answers; others are only in tables.
    pub question: Option<&'static str>,
    /// A difference as a sentence: of more, and of less.
    pub says: [String; 2],
    /// The number that stands for a whole.
    pub unit: u64,
    /// Whether it is a share, from 0 to 1.
    pub is_share: bool,
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
        base: Vec<Paired>,
        own: Vec<Paired>,
        paired: Vec<Paired>,
        /// In the first member: those of the line through the values of a sweep.
        lines: Vec<LineSums>,
    }
}

impl Figure {
    /// The factor of shares in sentences.
    fn scale(&self) -> f64 {
        if self.is_share { 100.0 } else { 1.0 }
    }

    /// A difference as a sentence.
    /// A difference with its unit: `+1.2 ± 0.4 points` of shares.
    pub(super) fn difference(&self, difference: Estimate, places: usize) -> String {
        let unit = if self.is_share { " points" } else { "" };
        signed(difference.times(self.scale()), places) + unit
    }

    pub(super) fn says(&self, difference: Estimate) -> String {
        let (is_less, scale) = (difference.value < 0.0, self.scale());
        let size = difference.times(if is_less { -scale } else { scale });
        self.says[usize::from(is_less)].replace("{}", &number(size, 2))
    }
}

/// The measurements of a game, in the order of [`CompareRun::figures`].
type Measurements = Vec<Option<i64>>;

impl MemberCounts {
    fn add(&mut self, base: &Measurements, own: &Measurements) {
        let is_paired = base[0].is_some() && own[0].is_some();
        self.n += u64::from(is_paired);
        self.unpaired += u64::from(!is_paired);
        for sums in [&mut self.base, &mut self.own, &mut self.paired] {
            sums.resize(base.len(), Paired::default());
        }
        for (i, pair) in base.iter().zip(own).enumerate() {
            let (Some(base), Some(own)) = pair else { continue };
            self.base[i].add(*base);
            self.own[i].add(*own);
            self.paired[i].add(own - base);
        }
    }
}

/// Counts a game of a sweep in the sums of its lines: for each figure that all members have.
fn add_to_lines(lines: &mut Vec<LineSums>, line: &FittedLine, values: &[&Measurements]) {
    lines.resize(values[0].len(), LineSums::default());
    for (i, sums) in lines.iter_mut().enumerate() {
        let from_first = |own: &&Measurements| Some(own[i]? - values[0][i]?);
        let differences: Option<Vec<i64>> = values.iter().map(from_first).collect();
        differences.iter().for_each(|differences| line.add(sums, differences));
    }
}

impl ShardedRun for CompareRun {
    const COMMAND: &'static str = "compare";
    type Counts = Vec<MemberCounts>;

    fn n_games(&self) -> u64 {
        self.members.first().map_or(0, |(_, plan)| plan.games)
    }

    fn check(&self, _counts: &Self::Counts) -> Result<(), Refusal> {
        let names = self.members.iter().map(|(name, _)| (name, MAX_NAME));
        let mut names = names.chain(self.cards.iter().map(|card| (card, MAX_CARD)));
        match names.find(|(name, most)| name.len() > *most) {
            Some((_, most)) => Err(format!("a name has more than {most} bytes").into()),
            None => Ok(()),
        }
    }

    fn check_figures(&self, counts: &Self::Counts) -> Result<(), Vec<Error>> {
        finite::check(&Comparison::new(self, counts))
    }
}

/// The result of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The members; the others are compared with the first one.
    pub members: Vec<Member>,
    /// The lines through the values of a sweep.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub slopes: Vec<Slope>,
}

/// The line of a figure through the values of a sweep, by least squares.
#[derive(Clone, Debug, Serialize)]
pub struct Slope {
    pub name: String,
    #[serde(skip)]
    pub figure: Figure,
    /// The mean paired difference by a step of 1.
    pub slope: Estimate,
    /// The p-value of no slope, corrected for all differences of the comparison (Holm).
    pub p_value: f64,
    /// That of the hypothesis that the values are on the line; `None` for two values.
    pub rest_p_value: Option<f64>,
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
    pub first_fault: Option<FirstFault>,
    pub measures: Vec<Measured>,
}

/// A measure of one member.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    pub name: String,
    #[serde(skip)]
    pub figure: Figure,
    /// The mean of the first member, in the same games.
    pub before: Option<Estimate>,
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
        let figures = run.figures();
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
                measures: measured(&figures, counts, i == 0),
            };
        let members = run.members.iter().zip(counts).enumerate().map(member);
        let mut members: Vec<Member> = members.collect();
        let is_cut = |member: &Member| is_cut(member.stopped, member.n_games());
        let mut slopes = match members.iter().any(is_cut) {
            true => Vec::new(),
            false => slopes(run, &figures, counts),
        };
        let is_base_cut = members.first().is_some_and(is_cut);
        for member in members.iter_mut().filter(|member| is_base_cut || is_cut(member)) {
            member.measures.iter_mut().for_each(|one| one.p_value = None);
        }
        let measures = members.iter_mut().flat_map(|member| &mut member.measures);
        let of_measures = measures.filter_map(|one| one.p_value.as_mut());
        // Of two values, the slope is their difference.
        let lines = slopes.iter_mut().filter(|_| run.members.len() > 2);
        let of_lines = lines.flat_map(|one| [Some(&mut one.p_value), one.rest_p_value.as_mut()]);
        let mut p_values: Vec<&mut f64> = of_measures.chain(of_lines.flatten()).collect();
        stats::holm(&mut p_values);
        let n_compared = p_values.len();
        if let [_, second] = &*members {
            for slope in &mut slopes {
                let same = second.measures.iter().find(|one| one.name == slope.name);
                slope.p_value = same.and_then(|one| one.p_value).unwrap_or(slope.p_value);
            }
        }
        let compared = members.iter_mut().skip(1).filter(|member| !is_base_cut && !is_cut(member));
        for Member { name, measures, differing, .. } in compared {
            for measured in measures.iter_mut() {
                measured.sentence = sentence(name, measured, *differing, n_compared);
            }
        }
        Self { members, slopes }
    }

    /// The largest half-width of a difference between the win rates of starting players.
    pub fn margin(&self) -> Option<f64> {
        let is_first = |one: &&Measured| one.name == "first_wins";
        let of =
            |member: &Member| Some(member.measures.iter().find(is_first)?.difference?.margin());
        let margins: Option<Vec<f64>> = self.members.iter().skip(1).map(of).collect();
        Some(margins?.into_iter().fold(0.0, stats::larger))
    }
}

impl Member {
    /// The number of games played.
    pub const fn n_games(&self) -> u64 {
        self.games.saturating_add(self.unpaired)
    }
}

impl Measured {
    /// Whether it differs from the first member, beyond chance.
    pub fn is_clear(&self) -> bool {
        self.p_value.is_some_and(|p_value| p_value < 0.05)
    }

    /// The difference in words, if it is beyond chance: `games are 3.1 ± 0.2 turns shorter`.
    pub(super) fn clear(&self) -> Option<String> {
        self.difference.filter(|_| self.is_clear()).map(|difference| self.figure.says(difference))
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
    let run = CompareRun::new(family);
    let (cards, line) = (&run.cards, &run.line());
    let none = || vec![MemberCounts::default(); family.len()];
    let workers = || -> Result<(Vec<Worker<'_>>, Vec<MemberCounts>), Vec<Error>> {
        let worker = |plan| -> Result<Worker<'_>, Vec<Error>> {
            Ok(Worker::new(plan, progress)?.with_collectors(None, progress)?.with_choices())
        };
        let workers = plans.iter().map(worker);
        Ok((workers.collect::<Result<_, _>>()?, none()))
    };
    let play = |(workers, counted): &mut (Vec<Worker<'_>>, Vec<MemberCounts>), game| {
        let ending = |worker: &mut Worker<'_>| {
            let result = worker.play(game);
            (measurements(cards, worker, game, result.as_ref()), worker.choices())
        };
        let endings: Vec<_> = workers.iter_mut().map(ending).collect();
        if workers.iter().any(Worker::is_interrupted) {
            return;
        }
        for (counted, own) in counted.iter_mut().zip(&endings) {
            counted.differing += u64::from(*own != endings[0]);
            counted.add(&endings[0].0, &own.0);
        }
        if let Some(line) = line {
            let values: Vec<_> = endings.iter().map(|(values, _)| values).collect();
            add_to_lines(&mut counted[0].lines, line, &values);
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

/// Measures a game that was played; the value of holding a card is found by the kind's id.
fn measurements(
    cards: &[String],
    worker: &Worker<'_>,
    game: u64,
    result: Option<&GameResult>,
) -> Measurements {
    let (values, metrics) = worker.measured(game);
    let value = |card: &String| {
        let at = worker.plan.spec.kinds.iter().position(|kind| *kind.id == **card)?;
        values.kinds.get(at)?.holding.only()
    };
    let measures = MEASURES[..N_OF_GAMES].iter();
    let measures = measures.map(|measure| result.map(|game| measure.of_game(game)));
    let quality = metrics.sums.iter().map(Paired::only);
    measures.chain(quality).chain(cards.iter().map(value)).collect()
}

fn measured(figures: &[Figure], counted: &MemberCounts, is_base: bool) -> Vec<Measured> {
    let pairs = counted.base.iter().zip(&counted.own).zip(&counted.paired);
    let one = |(figure, ((base, own), paired)): (&Figure, ((&Paired, &Paired), &Paired))| {
        let (unit, is_share) = (figure.unit, figure.is_share);
        let least = if Measure::named(&figure.name).is_some() { 0.0 } else { -1.0 };
        let within = |least: f64| {
            move |mean: Estimate| if is_share { mean.within(least, 1.0) } else { mean }
        };
        let found = Some(paired).filter(|_| !is_base).and_then(|sums| match counted.differing {
            0 => sums.mean(unit).map(|none| (none, 1.0)),
            _ => sums.difference(unit),
        });
        let margin = |sums: &Paired| sums.mean(unit).map(|mean| mean.margin());
        Measured {
            name: figure.name.clone(),
            figure: figure.clone(),
            before: base.mean(unit).map(within(least)),
            mean: own.mean(unit).map(within(least)),
            difference: found.map(|(difference, _)| within(-1.0)(difference)),
            width: found.and_then(|(difference, _)| {
                let independent = margin(base)?.hypot(margin(own)?);
                (independent > 0.0).then(|| difference.margin() / independent)
            }),
            p_value: found.map(|(_, p_value)| p_value),
            sentence: String::new(),
        }
    };
    let is_measured = |(i, one): &(usize, Measured)| *i < N_OF_GAMES || one.mean.is_some();
    let all = figures.iter().zip(pairs).map(one).enumerate();
    all.filter(is_measured).map(|(_, one)| one).collect()
}

/// The lines through the values of a sweep whose games are not all the same.
fn slopes(run: &CompareRun, figures: &[Figure], counts: &[MemberCounts]) -> Vec<Slope> {
    let (Some(line), Some(first)) = (run.line(), counts.first()) else { return Vec::new() };
    if counts.iter().all(|counts| counts.differing == 0) {
        return Vec::new();
    }
    let slope = |(figure, sums): (&Figure, &LineSums)| {
        let (slope, p_value) = sums.slope(&line, figure.unit)?;
        let (name, rest_p_value) = (figure.name.clone(), sums.rest(figure.unit));
        Some(Slope { name, figure: figure.clone(), slope, p_value, rest_p_value })
    };
    figures.iter().zip(&first.lines).filter_map(slope).collect()
}

/// `with Triple Slap, games are 3.1 ± 0.2 turns shorter`; `n_compared` is the number of differences
/// that the p-values are corrected for.
fn sentence(name: &str, measured: &Measured, differing: u64, n_compared: usize) -> String {
    let Some(difference) = measured.difference else { return String::new() };
    let title = &measured.figure.title;
    if differing == 0 {
        return format!("with {name}, no difference in {title}");
    }
    match measured.clear() {
        Some(clear) => format!("with {name}, {clear}"),
        None => {
            let shown = measured.figure.difference(difference, 2);
            match difference.holds(0.0) {
                true => format!("with {name}, no significant difference in {title} ({shown})"),
                false => format!(
                    "with {name}, {title} {shown}: alone this would be significant, but one of \
                     {n_compared} differences is as large by chance too often"
                ),
            }
        }
    }
}
