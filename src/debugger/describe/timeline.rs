//! Converts the history of a game to reply data.

use crate::debugger::Debugger;
use crate::debugger::reply::{PeekInfo, PlyInfo, TimelineInfo};
use crate::debugger::timeline::TimelineTarget;

impl Debugger {
    /// The plies of the current line, up to this many before and after the current one.
    pub fn timeline_info(&self, n_around: usize) -> TimelineInfo {
        let timeline = &self.timeline;
        let (ply, last_ply) = (timeline.ply(), timeline.last_ply());
        let branches = timeline.branches();
        let others = (0..branches.len()).filter(|branch| *branch != timeline.branch());
        let others: Vec<(usize, &str)> =
            others.map(|i| (timeline.leaves_at(i), branches[i].name.as_str())).collect();
        let listed = ply.saturating_sub(n_around)..=ply.saturating_add(n_around).min(last_ply);
        let info = |ply| {
            let marks = timeline.marks().filter(|(_, at)| Some(*at) == timeline.number(ply));
            let marks: Vec<String> = marks.map(|(name, _)| name.to_owned()).collect();
            let note = |name: &String| Some((name.clone(), timeline.note(name)?.to_owned()));
            let leaving = others.iter().filter(|(at, _)| *at == ply);
            PlyInfo {
                ply,
                input: self.input_info(ply),
                notes: marks.iter().filter_map(note).collect(),
                marks,
                leaving: leaving.map(|(_, name)| (*name).to_owned()).collect(),
            }
        };
        TimelineInfo {
            branch: self.branch_name().to_owned(),
            n_branches: branches.len(),
            ply,
            is_within: timeline.inside().is_some(),
            last_ply,
            plies: listed.map(info).collect(),
        }
    }

    /// The name of the current branch.
    pub fn branch_name(&self) -> &str {
        &self.timeline.branches()[self.timeline.branch()].name
    }

    /// Another point of the timeline; the game does not move.
    pub fn peek(&self, target: TimelineTarget) -> PeekInfo {
        let mut fork = self.fork();
        fork.timeline.go_to(target);
        fork.place();
        PeekInfo {
            location: fork.location_info(),
            position: fork.position_info(),
            decision: fork.decision_info(),
            outcome: fork.outcome_info(),
            current: self.location_info(),
        }
    }
}
