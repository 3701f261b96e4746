//! Figures that become better with more and more games: the value of a card, and the effect of
//! changed rules. Used by whoever shows them while games go on.

use super::compare::{CompareRun, Comparison, MemberCounts, compare};
use super::counts::Merge as _;
use super::sections::Report;
use super::{
    LIMIT, Plan, Progress, RunConfig, SimReport, Tally, compare_report, run, sim_report, summary,
};
use crate::sim::registry::AgentName;
use crate::variant::Library;
use serde::Serialize;
use std::ops::Range;

/// The seed of the games.
const SEED: u64 = 1;

/// The findings of the games by now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Weight {
    /// About games that do not count: a script has failed, or nobody has won.
    pub warnings: Vec<String>,
    /// A sentence; empty if nothing is known.
    pub verdict: String,
    /// The figures behind it, in sentences.
    pub figures: String,
}

/// Plays further games on one thread; returns what all of them say. `None`: it was stopped.
pub type Scale = Box<dyn FnMut(Range<u64>, &Progress) -> Option<Weight>>;

fn plan(library: &Library, variant: &str, games: u64) -> Option<Plan> {
    let (agents, seed, limit) = (vec![AgentName::Greedy], SEED, LIMIT);
    let config = RunConfig { players: None, agents, fixed: false, seed, games, limit };
    Plan::new(library, variant, &[], config).ok()
}

/// Measures the value of a card among greedy players; `None` if the variant has no such card.
pub fn card(library: &Library, variant: &str, card: &str, most: u64) -> Option<Scale> {
    let mut plan = plan(library, variant, most)?;
    plan.kinds().iter().any(|kind| *kind == card).then_some(())?;
    plan.manifest.card = Some(card.to_owned());
    let mut tally: Option<Tally> = None;
    Some(Box::new(move |games, progress| {
        plan.manifest.games = games.end;
        let part = run(&plan, games, 1, progress).ok()?;
        match &mut tally {
            Some(tally) => tally.merge_from(&part),
            None => tally = Some(part),
        }
        let report = SimReport::new(&plan.manifest, &plan.kinds(), &plan.combos(), tally.as_ref()?);
        let Report { warnings, .. } = sim_report(&report);
        let [verdict, figures] = summary::verdict(&report).unwrap_or_default();
        Some(Weight { warnings, verdict, figures }).filter(|_| !progress.stop.is_set())
    }))
}

/// Compares the rules of two libraries on common random numbers; `None` if they are equal, or for
/// other numbers of players.
pub fn rules(old: &Library, new: &Library, variant: &str, most: u64) -> Option<Scale> {
    let (old, new) = (plan(old, variant, most)?, plan(new, variant, most)?);
    let (a, b) = (&old.manifest, &new.manifest);
    (a.rules != b.rules && a.players == b.players).then_some(())?;
    let family = [("before".to_owned(), old), ("your changes".to_owned(), new)];
    let (mut run, mut counts) = (CompareRun::new(&family), Vec::<MemberCounts>::new());
    Some(Box::new(move |games, progress| {
        run.members.iter_mut().for_each(|(_, plan)| plan.games = games.end);
        let part = compare(&family, games, 1, progress).ok()?;
        counts.resize(part.len(), MemberCounts::default());
        counts.iter_mut().zip(&part).for_each(|(all, part)| all.merge_from(part));
        let comparison = Comparison::new(&run, &counts);
        let Report { warnings, .. } = compare_report(&comparison);
        let [verdict, figures] = compare_report::verdict(&comparison);
        Some(Weight { warnings, verdict, figures }).filter(|_| !progress.stop.is_set())
    }))
}
