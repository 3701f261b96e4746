//! Converts the history of a game to reply data.

use crate::debugger::Debugger;
use crate::debugger::reply::{PeekInfo, PlyInfo, TimelineInfo};
use crate::debugger::timeline::{TimelineShape, TimelineTarget};
use std::ops::RangeInclusive;

impl Debugger {
    /// The plies of the current line, up to this many before and after the current one.
    pub fn timeline_info(&self, n_around: usize) -> TimelineInfo {
        let (ply, last_ply) = (self.timeline.ply(), self.timeline.last_ply());
        self.timeline_of(ply.saturating_sub(n_around)..=ply.saturating_add(n_around).min(last_ply))
    }

    /// Describes the timeline without its plies.
    pub fn timeline_shape(&self) -> TimelineShape {
        let timeline = &self.timeline;
        let branches = timeline.branches().iter().enumerate();
        let others = branches.filter(|(branch, _)| *branch != timeline.branch());
        let mark = |(name, entry): (&str, usize)| {
            (name.to_owned(), entry, timeline.note(name).map(str::to_owned))
        };
        let last_ply = timeline.last_ply();
        TimelineShape {
            game: self.first_decision,
            branch: self.branch_name().to_owned(),
            others: others.map(|(_, other)| (other.name.clone(), other.tip)).collect(),
            marks: timeline.marks().map(mark).collect(),
            last: (last_ply, timeline.number(last_ply)),
            here: (timeline.ply(), timeline.inside().is_some()),
        }
    }

    /// The timeline with the plies that are new since it was like this; `None` if other plies have
    /// changed, too.
    pub fn timeline_since(&self, before: &TimelineShape) -> Option<TimelineInfo> {
        let now = self.timeline_shape();
        let (last, number) = before.last;
        let is_longer = self.timeline.number(last) == number
            && (now.game, &now.branch, &now.others, &now.marks)
                == (before.game, &before.branch, &before.others, &before.marks);
        is_longer.then(|| self.timeline_of(last + 1..=now.last.0))
    }

    fn timeline_of(&self, listed: RangeInclusive<usize>) -> TimelineInfo {
        let timeline = &self.timeline;
        let (ply, last_ply) = (timeline.ply(), timeline.last_ply());
        let branches = timeline.branches();
        let others = (0..branches.len()).filter(|branch| *branch != timeline.branch());
        let others: Vec<(usize, &str)> =
            others.map(|i| (timeline.leaves_at(i), branches[i].name.as_str())).collect();
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
