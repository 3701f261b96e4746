//! Changes by a replay: which files, which marks are lost, and where the game first differs.

use super::game::Debugger;
use super::reply::{PlyState, ReplayDifference};
use super::timeline::is_there;
use crate::transcript::Header;

impl Debugger {
    /// The changed scripts, in order.
    pub fn changed_scripts<'a>(&'a self, before: &'a Header) -> Vec<&'a str> {
        let (now, scripts) = (&self.header.scripts, &before.scripts);
        let all = now.keys().chain(scripts.keys());
        let changed = all.filter(|name| scripts.get(*name) != now.get(*name));
        let mut names: Vec<&str> = changed.map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The changed scripts, and the variant if it has changed.
    pub fn changed_files(&self, before: &Header) -> Vec<String> {
        let variant = format!("variants/{}.json", self.header.variant);
        let scripts = self.changed_scripts(before).into_iter().map(str::to_owned);
        scripts
            .chain(
                (!before.rules.is_empty() && self.header.rules != before.rules).then_some(variant),
            )
            .collect()
    }

    /// The marks of plies that are no longer possible.
    pub fn lost_marks(&self) -> impl Iterator<Item = &str> {
        self.cut_off.iter().flat_map(|cut| {
            let marks = cut.transcript.names.marks.iter();
            let lost = marks.filter(|(_, saved)| !is_there(&cut.numbers, **saved));
            lost.map(|(name, _)| name.as_str())
        })
    }

    /// The first ply after which the position differs from this game.
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
