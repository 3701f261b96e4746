//! Messages to one viewer of a connection: numbered updates, and snapshots.

use super::message::{Message, RequestError, ShownInfo, SnapshotInfo, UpdateInfo};
use super::request::UpdatePart;
use crate::debugger::Debugger;
use crate::debugger::reply::{EventInfo, redact_events};
use crate::debugger::steps::TimelinePoint;
use crate::kernel::Seat;
use crate::message::{DecisionInfo, PositionInfo, Redact, SeatName};
use crate::shell::render::text::narration::narrate_each;
use crate::shell::state::Shell;

/// The viewer who sees everything.
pub const ALL: &str = "all";
/// The viewer who sees public knowledge.
pub const NOBODY: &str = "nobody";

/// A viewer who receives updates.
#[derive(Debug)]
pub struct Subscription {
    /// A player, `nobody` or `all`.
    pub viewer: String,
    with: Vec<UpdatePart>,
    seq: u64,
    shown: Option<Shown>,
}

/// The state that a viewer was shown last.
#[derive(Debug)]
struct Shown {
    game: u64,
    entry: usize,
    point: TimelinePoint,
    decision: Option<DecisionInfo>,
}

/// The seat of a viewer; `None` for the one who sees everything.
///
/// # Errors
/// The viewer does not exist.
pub fn viewer_seat(debugger: &Debugger, viewer: &str) -> Result<Option<Seat>, String> {
    match viewer {
        ALL => Ok(None),
        NOBODY => Ok(Some(Seat::CHANCE)),
        name => match debugger.notation().find_seat(name) {
            Some(seat) => Ok(Some(seat)),
            None => Err(format!("`{name}` does not play")),
        },
    }
}

/// The name of a viewer.
pub fn viewer_name(debugger: &Debugger, seat: Seat) -> SeatName {
    match seat {
        Seat::CHANCE => NOBODY.into(),
        seat => debugger.notation().seat_name(seat),
    }
}

impl Subscription {
    /// Creates a subscription that has shown nothing yet.
    pub const fn new(viewer: String, with: Vec<UpdatePart>) -> Self {
        Self { viewer, with, seq: 0, shown: None }
    }

    /// The subscription with a snapshot to be repeated: it gets the number of the last message.
    pub fn repeated(self) -> Self {
        Self { seq: self.seq.saturating_sub(1), ..self }
    }

    fn is_with(&self, part: UpdatePart) -> bool {
        self.with.contains(&part)
    }

    /// Shows a person these events and the position after them.
    fn shown_info(&self, debugger: &Debugger, events: &[EventInfo]) -> ShownInfo {
        let lines = self.is_with(UpdatePart::Lines).then(|| narrate_each(events).into_iter());
        let lines = lines.map(|lines| lines.map(|(line, event)| (line, event.id)).unzip());
        let (lines, line_events) = lines.unzip();
        let picture = self.is_with(UpdatePart::Picture).then(|| debugger.picture()).flatten();
        ShownInfo { lines, line_events, picture }
    }
}

impl Shell {
    /// Runs an action with the shell redacted for a viewer.
    ///
    /// # Errors
    /// The viewer does not exist.
    pub fn as_viewer<T>(
        &mut self,
        viewer: &str,
        act: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, (RequestError, String)> {
        let unknown = |why: String| (RequestError::UnknownViewer, why);
        let debugger = self.studied.debugger_mut();
        let debugger = debugger.ok_or_else(|| unknown("there is no game".into()))?;
        let seat = viewer_seat(debugger, viewer).map_err(unknown)?;
        let (point, is_inside) = (debugger.point(), debugger.timeline.inside().is_some());
        let before = debugger.show_to(seat);
        let done = act(self);
        if let Some(debugger) = self.studied.debugger_mut() {
            debugger.viewer = before;
            if is_inside {
                debugger.stand(point, true);
            }
        }
        Ok(done)
    }

    /// Everything that a viewer may know now.
    ///
    /// # Errors
    /// The viewer does not exist.
    pub fn snapshot(
        &mut self,
        subscription: &mut Subscription,
    ) -> Result<Message, (RequestError, String)> {
        let viewer = subscription.viewer.clone();
        self.as_viewer(&viewer, |shell| {
            let state = shell.state().expect("a viewer has a game");
            let debugger = shell.debugger().expect("a viewer has a game");
            let notation = debugger.notation();
            let kinds = notation.all_kinds().map(|kind| notation.kind(kind));
            let named = kinds.chain(notation.all_combos());
            let titles = named.map(|name| (name.id.to_string(), name.title.to_string())).collect();
            let start = TimelinePoint { ply: 1, n_done: 0 };
            let mut events = events_between(debugger, start, debugger.point());
            if let Some(viewer) = debugger.shown_to() {
                redact_events(&mut events, &viewer);
            }
            let position = position(debugger);
            let seen = subscription.shown_info(debugger, &events);
            subscription.seq += 1;
            let shown = shown(debugger);
            let decision = shown.decision.clone();
            subscription.shown = Some(shown);
            let seq = subscription.seq;
            Message::Snapshot(Box::new(SnapshotInfo {
                viewer: viewer.clone(),
                seq,
                titles,
                position,
                events,
                decision,
                shown: seen,
                state,
            }))
        })
    }

    /// The update for a viewer; `None` if nothing is new, or if the viewer is not a player of a new
    /// game.
    pub fn update(&mut self, subscription: &mut Subscription) -> Option<Message> {
        let viewer = subscription.viewer.clone();
        let updated = self.as_viewer(&viewer, |shell| {
            let debugger = shell.debugger()?;
            let before = subscription.shown.as_ref()?;
            let from = resumed_from(debugger, before)?;
            let mut events = events_between(debugger, from, debugger.point());
            if let Some(viewer) = debugger.shown_to() {
                redact_events(&mut events, &viewer);
            }
            let shown = shown(debugger);
            let is_new = !events.is_empty() || shown.decision != before.decision;
            let decision = shown.decision.clone();
            subscription.shown = Some(shown);
            Some(is_new.then(|| {
                subscription.seq += 1;
                let is_with = subscription.is_with(UpdatePart::Position);
                let position = is_with.then(|| position(debugger));
                let (viewer, seq) = (viewer.clone(), subscription.seq);
                let shown = subscription.shown_info(debugger, &events);
                let state = shell.state().expect("a viewer has a game");
                let update = UpdateInfo { viewer, seq, events, decision, position, shown, state };
                Message::Update(Box::new(update))
            }))
        });
        match updated.ok()? {
            Some(message) => message,
            None => self.snapshot(subscription).ok(),
        }
    }
}

/// The position for the current viewer.
fn position(debugger: &Debugger) -> PositionInfo {
    let mut position = debugger.position_info();
    if let Some(viewer) = debugger.shown_to() {
        position.redact(&viewer);
    }
    position
}

/// The current state of the game for the current viewer.
fn shown(debugger: &Debugger) -> Shown {
    let open = debugger.open_decision();
    let mut decision = open.and_then(|_| debugger.decision_info());
    if let Some(seat) = debugger.viewer {
        decision.redact(&seat.into());
    }
    let entry = debugger.timeline.here().entry;
    Shown { game: debugger.first_decision, entry, point: debugger.point(), decision }
}

/// The last shown point, if it is on the path to the current one.
fn resumed_from(debugger: &Debugger, before: &Shown) -> Option<TimelinePoint> {
    if before.game != debugger.first_decision {
        return None;
    }
    let entry = debugger.timeline.entry_at(before.entry);
    let is_on_line = debugger.timeline.entry(entry.ply).is_some_and(|on| std::ptr::eq(on, entry));
    (is_on_line && before.point <= debugger.point()).then_some(before.point)
}

/// The events between two points of the line.
fn events_between(debugger: &Debugger, from: TimelinePoint, to: TimelinePoint) -> Vec<EventInfo> {
    debugger.events_between(from, to).into_iter().flat_map(|list| list.events).collect()
}
