//! Edits one past input: creates a branch before it and replays the later inputs on it.

use super::game::Debugger;
use super::timeline::TimelineTarget;
use crate::kernel::{Seat, SeatSet};
use crate::message::AskedAfter;
use crate::transcript::{Divergence, replay_ply};

/// An edit in progress: the game is before that ply, on a new branch.
pub struct PastEdit {
    /// The location before the edit.
    from: TimelineTarget,
    /// The number of events of the ply before it, where it was within a ply.
    inside: Option<usize>,
    /// The entries of the later plies of the line.
    later: Vec<usize>,
    /// The question settings before the edit.
    asked: AskSettings,
}

/// The result of changing a past input.
pub struct EditResult {
    pub old_branch: usize,
    /// The number of later plies that were replayed.
    pub n_replayed: usize,
    /// The first later ply that is no longer possible; the new branch ends before it.
    pub end: Option<ReplayEnd>,
}

/// A recorded input that is no longer possible.
pub struct ReplayEnd {
    /// The number of later plies that were left out.
    pub n_left_out: usize,
    /// The seat that was asked, if any.
    pub seat: Option<Seat>,
    /// The input, and why it is impossible.
    pub divergence: Divergence,
    /// The question at the time.
    pub old: AskedAfter,
    pub new: AskedAfter,
}

/// The seats that are asked even if they can only pass, and whether chance is asked.
type AskSettings = (SeatSet, bool);

impl Debugger {
    /// Goes before a past ply of the current line, on a new branch. The caller then plays an input
    /// and calls [`Debugger::finish_edit`] or [`Debugger::cancel_edit`].
    pub fn begin_edit(&mut self, ply: usize) -> PastEdit {
        let later = ply + 1..=self.timeline.last_ply();
        let later = later.filter_map(|ply| self.timeline.number(ply)).collect();
        let (from, inside) = (self.timeline.here(), self.timeline.inside());
        let asked = (self.also_asked, self.ask_chance);
        let record = self.timeline.entry(ply).and_then(|entry| entry.record.as_ref());
        let asked_then = record.map_or(asked, |record| (record.also_asked, record.ask_chance));
        self.go(ply - 1);
        let name = self.timeline.free_name("edit");
        self.timeline.begin_branch(&name);
        self.set_asked(asked_then);
        PastEdit { from, inside, later, asked }
    }

    /// Returns to the location before the edit and deletes its branch.
    pub fn cancel_edit(&mut self, edit: &PastEdit) {
        self.timeline.drop_branch(edit.from);
        self.timeline.stand(self.timeline.ply(), edit.inside);
        self.set_asked(edit.asked);
        self.place();
    }

    /// Replays the later inputs up to the first impossible one.
    pub fn finish_edit(&mut self, edit: &PastEdit) -> EditResult {
        let mut end = None;
        let mut n_replayed = 0;
        for number in &edit.later {
            let later = self.timeline.entry_at(*number);
            let (asked_then, parent) = (later.seat, later.parent.unwrap_or_default());
            let Some(record) = later.record.clone() else { continue };
            let (ply, seat) = (self.timeline.ply() + 1, self.asked());
            match replay_ply(&mut self.game, &self.loaded, ply, &record) {
                Ok(_) => self.note_ply(&record, seat),
                Err(divergence) => {
                    self.place();
                    end = Some(ReplayEnd {
                        n_left_out: edit.later.len() - n_replayed - 1,
                        seat: asked_then,
                        divergence,
                        old: self.asked_after(self.timeline.entry_at(parent)),
                        new: self.asked_after(self.timeline.now()),
                    });
                    break;
                }
            }
            n_replayed += 1;
        }
        self.set_asked(edit.asked);
        EditResult { old_branch: edit.from.branch, n_replayed, end }
    }

    fn set_asked(&mut self, (seats, chance): AskSettings) {
        self.also_ask(seats);
        self.ask_chance(chance);
    }
}
