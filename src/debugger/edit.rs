//! One past input changed: a new branch begins before it, and the later inputs are replayed on it.

use super::game::Debugger;
use super::reply::{EditInfo, RefusedInput, ReplayEnd, Secret};
use super::timeline::TimelineTarget;
use crate::kernel::{Seat, SeatSet};
use crate::transcript::{Divergence, Record, replay_ply};

/// A change of a past input that is under way: the game stands before that ply, on a new branch.
pub struct PastEdit {
    ply: usize,
    /// Where the game stood.
    from: TimelineTarget,
    /// The later plies of the line.
    later: Vec<LaterPly>,
    /// Who was asked what before.
    asked: AskSettings,
}

/// A later ply of a line that is changed.
struct LaterPly {
    record: Record,
    seat: Option<Seat>,
    parent: usize,
}

/// Whether seats that can only pass are asked, and whether chance is.
type AskSettings = (SeatSet, bool);

impl Debugger {
    /// Goes before a past ply of the current line, on a new branch, to change its input. An input
    /// comes next, then [`Debugger::finish_edit`] or [`Debugger::cancel_edit`].
    #[must_use]
    pub fn begin_edit(&mut self, ply: usize) -> PastEdit {
        let later = self.timeline.line().skip(ply + 1).filter_map(|entry| {
            Some(LaterPly {
                record: entry.record.clone()?,
                seat: entry.seat,
                parent: entry.parent?,
            })
        });
        let later = later.collect();
        let (from, asked) = (self.timeline.here(), (self.also_asked, self.ask_chance));
        let record = self.timeline.entry(ply).and_then(|entry| entry.record.as_ref());
        let asked_then = record.map_or(asked, |record| (record.also_asked, record.ask_chance));
        self.go(ply - 1);
        let name = self.timeline.free_name("edit");
        self.timeline.begin_branch(&name);
        self.set_asked(asked_then);
        PastEdit { ply, from, later, asked }
    }

    /// Goes back to where the game stood before the edit, and drops its branch.
    pub fn cancel_edit(&mut self, edit: &PastEdit) {
        self.timeline.drop_branch(edit.from);
        self.set_asked(edit.asked);
        self.place();
    }

    /// Replays the later inputs, as far as they are possible.
    pub fn finish_edit(&mut self, edit: &PastEdit) -> EditInfo {
        let mut end = None;
        let mut n_replayed = 0;
        for later in &edit.later {
            let (ply, seat) = (self.timeline.ply() + 1, self.asked());
            match replay_ply(&mut self.game, &self.loaded, ply, &later.record) {
                Ok(_) => self.note_ply(&later.record, seat),
                Err(divergence) => {
                    self.place();
                    let n_left_out = edit.later.len() - n_replayed - 1;
                    let refused = Box::new(self.refused(later, divergence));
                    let refused = Secret::new(refused, SeatSet::NONE);
                    end = Some(ReplayEnd { ply, n_left_out, refused });
                    break;
                }
            }
            n_replayed += 1;
        }
        self.set_asked(edit.asked);
        EditInfo {
            branch: self.branch_name().to_owned(),
            old_branch: self.timeline.branches()[edit.from.branch].name.clone(),
            ply: edit.ply,
            n_replayed,
            end,
        }
    }

    fn refused(&self, later: &LaterPly, divergence: Divergence) -> RefusedInput {
        RefusedInput {
            seat: later.seat.map(|seat| self.notation().seat_name(seat)),
            typed: divergence.typed,
            why: divergence.what,
            old: self.asked_after(self.timeline.entry_at(later.parent)),
            new: self.asked_after(self.timeline.now()),
        }
    }

    fn set_asked(&mut self, (seats, chance): AskSettings) {
        self.also_ask(seats);
        self.ask_chance(chance);
    }
}
