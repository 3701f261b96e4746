//! The game under study, and what stays when another one replaces it.

use super::command_error::{CommandError, no_game};
use super::reply::{Part, Reply};
use crate::debugger::Debugger;
use crate::debugger::breakpoints::{BreakHit, Breakpoints, StoppedAt};
use crate::debugger::steps::TimelinePoint;
use crate::message::{PictureInfo, Redact};

/// The game under study.
#[derive(Default)]
pub(super) struct StudiedGame {
    debugger: Option<Debugger>,
    /// The breakpoints and watches.
    pub breakpoints: Breakpoints,
    /// Whether inputs are carried out to their end, past all breakpoints: the front end goes along
    /// them afterwards.
    pub runs_through: bool,
    /// The last picture of the position that was shown.
    picture: Option<PictureInfo>,
}

impl StudiedGame {
    /// Another game for trials, without breakpoints.
    pub fn trial(debugger: Option<Debugger>) -> Self {
        Self { debugger, ..Self::default() }
    }

    /// A copy to go back to.
    pub fn copy(&self) -> Self {
        Self {
            debugger: self.debugger.as_ref().map(Debugger::copy),
            breakpoints: self.breakpoints.clone(),
            runs_through: self.runs_through,
            picture: self.picture.clone(),
        }
    }

    /// The game; `None` before the first one.
    pub const fn debugger(&self) -> Option<&Debugger> {
        self.debugger.as_ref()
    }

    /// Returns it, to change it.
    pub const fn debugger_mut(&mut self) -> Option<&mut Debugger> {
        self.debugger.as_mut()
    }

    /// The game, for a command that needs one.
    pub fn game(&self) -> Result<&Debugger, CommandError> {
        self.debugger.as_ref().ok_or_else(no_game)
    }

    /// Returns it, to change it.
    pub fn game_mut(&mut self) -> Result<&mut Debugger, CommandError> {
        self.debugger.as_mut().ok_or_else(no_game)
    }

    /// The game with its breakpoints, for a command that runs to one.
    pub fn runnable(&mut self) -> Result<(&mut Debugger, &Breakpoints), CommandError> {
        Ok((self.debugger.as_mut().ok_or_else(no_game)?, &self.breakpoints))
    }

    /// Replaces the game. Decision ids are not reused.
    pub fn open(&mut self, mut debugger: Debugger) {
        if let Some(old) = &self.debugger {
            debugger.first_decision = old.first_decision + old.timeline.n_entries() as u64;
        }
        self.debugger = Some(debugger);
    }

    /// The number of inputs of this game so far.
    pub fn n_played(&self) -> usize {
        self.debugger.as_ref().map_or(0, |debugger| debugger.timeline.n_played())
    }

    /// Whether the current point is in the middle of a ply.
    pub fn is_within_ply(&self) -> bool {
        self.debugger.as_ref().is_some_and(|debugger| debugger.timeline.inside().is_some())
    }

    /// The events of the last ply and the next question, up to a breakpoint or watch that stops it.
    pub fn happened(&mut self) -> Vec<Part> {
        let Some(debugger) = &mut self.debugger else { return Vec::new() };
        let ply = debugger.timeline.ply();
        let left = debugger.timeline.take_left();
        let left = left.map(|name| Part::note(format!("the old line is `{name}`")));
        let mut parts: Vec<Part> = left.into_iter().collect();
        let plies = Some(ply).filter(|_| !self.runs_through);
        let StoppedAt { stop, logs } =
            self.breakpoints.stop_in(debugger, plies, |_| true, <[_]>::first);
        parts.extend(logs.into_iter().map(Part::note));
        if let Some((at, hits)) = stop {
            debugger.go_to(at);
            parts.push(Part::Events(debugger.events_within(ply, 0..at.n_done)));
            parts.extend(stopped(debugger, at.point(), &hits));
        } else {
            parts.push(Part::Events(debugger.events_of(ply)));
        }
        if debugger.timeline.inside().is_some() {
            parts.extend(self.standing());
            return parts;
        }
        parts.extend(self.new_picture());
        parts.extend(self.asked_parts());
        parts
    }

    /// The picture of the position, unless it is the one that was shown last.
    pub fn new_picture(&mut self) -> Option<Part> {
        let picture = self.debugger.as_ref().and_then(Debugger::picture);
        let is_new = picture != self.picture;
        self.picture = picture;
        self.picture.clone().filter(|_| is_new).map(Part::Picture)
    }

    /// The last picture of the position that was shown.
    pub const fn picture(&self) -> Option<&PictureInfo> {
        self.picture.as_ref()
    }

    /// Shows the picture of the next position in any case.
    pub fn forget_picture(&mut self) {
        self.picture = None;
    }

    /// Takes the picture that another one has shown last.
    pub fn set_picture(&mut self, other: Self) {
        self.picture = other.picture;
    }

    /// The current location and question.
    pub fn standing(&self) -> Vec<Part> {
        let location =
            self.debugger.iter().map(|debugger| Part::Location(debugger.location_info()));
        location.chain(self.asked_parts()).collect()
    }

    /// The open decision, the next event in the middle of a ply, or the end of the game.
    pub fn asked_parts(&self) -> Vec<Part> {
        self.debugger.iter().map(asked_part).collect()
    }

    /// Removes what the viewer may not know.
    pub fn hide(&self, reply: &mut Reply) {
        if let Some(viewer) = self.debugger.as_ref().and_then(Debugger::shown_to) {
            reply.redact(&viewer);
        }
    }
}

/// The open decision, the next event in the middle of a ply, or the end of the game.
pub(super) fn asked_part(debugger: &Debugger) -> Part {
    if debugger.timeline.inside().is_some() {
        return Part::Next(debugger.next_info());
    }
    match debugger.decision_info() {
        Some(decision) => Part::Decision(decision),
        None => Part::GameOver(debugger.outcome_info().unwrap_or_default()),
    }
}

/// The breakpoints that stopped the game; `None` if it was not stopped.
pub(super) fn stopped(
    debugger: &Debugger,
    point: TimelinePoint,
    hits: &[BreakHit],
) -> Option<Part> {
    (!hits.is_empty()).then(|| Part::Stopped(Box::new(debugger.stop_info(point, hits))))
}
