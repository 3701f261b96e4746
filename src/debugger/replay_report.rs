//! Reports on replays: which files have changed, which inputs are impossible, and where the game
//! first differs.

use super::game::Debugger;
use super::reply::{ImpossibleInput, LeftOut, PlyState, ReplayDifference, ReplayReport, Secret};
use super::timeline::is_there;
use crate::debugger::reply::QuestionDiff;
use crate::kernel::SeatSet;
use crate::transcript::{Divergence, Header};

impl Debugger {
    /// Creates a report on a replay of a game with this header, before the comparison with the
    /// game.
    #[must_use]
    pub fn replay_report(
        &self,
        before: &Header,
        end: Option<&Divergence>,
        n_cut: usize,
        question: Option<QuestionDiff>,
    ) -> ReplayReport {
        ReplayReport {
            changed: self.changed_files(before),
            findings: Vec::new(),
            divergence: None,
            left_out: end.map(|end| self.left_out(end, n_cut)),
            difference: None,
            question,
            same: false,
        }
    }

    /// The changed scripts, in order.
    #[must_use]
    pub fn changed_scripts<'a>(&'a self, before: &'a Header) -> Vec<&'a str> {
        let (now, scripts) = (&self.header.scripts, &before.scripts);
        let all = now.keys().chain(scripts.keys());
        let changed = all.filter(|name| scripts.get(*name) != now.get(*name));
        let mut names: Vec<&str> = changed.map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn changed_files(&self, before: &Header) -> Vec<String> {
        let variant = format!("variants/{}.json", self.header.variant);
        let scripts = self.changed_scripts(before).into_iter().map(str::to_owned);
        scripts
            .chain(
                (!before.rules.is_empty() && self.header.rules != before.rules).then_some(variant),
            )
            .collect()
    }

    fn left_out(&self, end: &Divergence, n_plies: usize) -> LeftOut {
        let marks = self.cut_off.iter().flat_map(|cut| {
            let marks = cut.transcript.names.marks.iter();
            marks.filter(|(_, saved)| !is_there(&cut.numbers, **saved)).map(|(name, _)| name)
        });
        let input = ImpossibleInput { typed: end.typed.clone(), message: end.what.clone() };
        LeftOut {
            ply: end.ply,
            n_plies,
            consecutive: self.timeline.branches().len() == 1,
            input: Secret::new(input, SeatSet::NONE),
            marks: marks.cloned().collect(),
        }
    }

    /// The first ply after which the position differs from this game.
    #[must_use]
    pub fn first_difference(&self, before: &Self) -> Option<ReplayDifference> {
        let hash =
            |debugger: &Self, ply| debugger.timeline.entry(ply).map(|entry| entry.snapshot.hash());
        let plies = 0..=self.timeline.last_ply();
        let pairs = plies.map_while(|ply| Some((ply, hash(before, ply)?, hash(self, ply)?)));
        let (ply, ..) = pairs.into_iter().find(|(_, was, is)| was != is)?;
        let input = self.input_info(ply);
        Some(ReplayDifference { ply, input, old: before.ply_state(ply), new: self.ply_state(ply) })
    }

    fn ply_state(&self, ply: usize) -> PlyState {
        let mut fork = self.fork();
        fork.go(ply);
        PlyState {
            events: fork.events_of(ply),
            position: fork.position_info(),
            decision: fork.decision_info(),
            outcome: fork.outcome_info(),
        }
    }
}
