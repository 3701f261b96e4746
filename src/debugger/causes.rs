//! The causes of an event, a value or the decision: the script line, the play, and the answers.

use super::game::Debugger;
use super::reply::{Causes, EventInfo, InputInfo, LocalInfo, NextInfo, WatchValue};
use super::steps::TimelinePoint;
use super::timeline::TimelineEntry;
use super::watch_expr::WatchExpr;
use crate::kernel::event::Cause;
use crate::kernel::{
    ActionEvent, CardEvent, Decision, Event, EventKind, GameEvent, MoveReason, PlayerEvent, Prompt,
};
use crate::message::ValueInfo;
use crate::script::Local;

/// The last change of a watch expression.
pub struct LastChange {
    /// The point before the event that changed it.
    pub point: TimelinePoint,
    /// The value before that event.
    pub was: WatchValue,
    /// The value after it.
    pub is: WatchValue,
}

/// Whether an event changes a counter, which only counts what has happened.
pub(super) const fn changes_counter(event: &Event) -> bool {
    matches!(
        event.kind,
        EventKind::Game(GameEvent::Counted { .. }) | EventKind::Card(CardEvent::Counted { .. })
    )
}

/// Whether a turn begins, or a position sets whose turn it is.
fn begins_turn(event: &&Event) -> bool {
    matches!(
        event.kind,
        EventKind::Player(PlayerEvent::Began { .. }) | EventKind::Game(GameEvent::LaidOut { .. })
    )
}

/// The ply of an entry if its input is a command, and the cause is an earlier input.
fn command_after(entry: &TimelineEntry, cause: &Cause) -> Option<u32> {
    let ply = entry.ply as u32;
    (!entry.is_answer() && ply > cause.ply).then_some(ply)
}

impl Debugger {
    /// The events of one ply, including those of a suspended effect.
    pub fn event_log(&self, ply: usize) -> Vec<EventInfo> {
        let Some(entry) = self.timeline.entry(ply) else { return Vec::new() };
        let events = match ply {
            0 => entry.visible().filter(|event| self.is_shown(event)).collect(),
            _ => self.steps(ply).events,
        };
        let first_pending = entry.begun.first().map(|event| event.id);
        let infos = self.event_infos(events.iter().copied()).into_iter();
        let with_state = infos.zip(&events).map(|(info, event)| {
            let pending = first_pending.is_some_and(|first| event.id >= first);
            EventInfo { pending, ..info }
        });
        with_state.collect()
    }

    /// The causes of an event up to the current point, by its number for the viewer; `None` if it
    /// does not exist.
    pub fn causes_of_event(&self, id: i32) -> Option<Causes> {
        let number = self.shown_to().map_or(id, |viewer| viewer.number(id));
        let event = self.events().find(|event| self.has_number(event, number))?;
        let mut causes = self.causes_of(event);
        if let Some(event) = &mut causes.event {
            event.id = number;
        }
        Some(causes)
    }

    /// Whether an event has this number in the list that people see.
    fn has_number(&self, event: &Event, number: i32) -> bool {
        let first = self.number(event);
        (first..first + event.kind.n_numbers() as i32).contains(&number)
    }

    /// The ply of an event of the line, by its number for the viewer, also after the current point.
    pub fn ply_of_event(&self, id: i32) -> Option<usize> {
        let number = self.shown_to().map_or(id, |viewer| viewer.number(id));
        (0..=self.timeline.last_ply())
            .find(|ply| self.steps(*ply).events.iter().any(|event| self.has_number(event, number)))
    }

    /// The causes of the last event; `None` if nothing has happened yet.
    pub fn causes_of_last_event(&self) -> Option<Causes> {
        self.events().next().map(|event| self.causes_of(event))
    }

    /// The causes of the current decision or of the end of the game.
    pub fn causes_of_decision(&self) -> Causes {
        let Some(decision) = self.game.decision() else {
            let is_end = |event: &&Event| {
                matches!(
                    event.kind,
                    EventKind::Player(PlayerEvent::Won { .. } | PlayerEvent::Lost { .. })
                        | EventKind::Game(GameEvent::Ended)
                )
            };
            let ends = self.since_layout().filter(is_end);
            return ends.last().map(|event| self.causes_of(event)).unwrap_or_default();
        };
        // A turn comes from the queue, which has no cause: the last effect of a script is used.
        let scripted = self.since_layout().find(|event| self.is_effect(event));
        let (cause, command) = self.cause_of_question(decision);
        let is_caused = cause.action.is_some() || self.viewer.is_none() && cause.place.is_some();
        let causes = match scripted {
            Some(event) if !is_caused => self.causes_of(event),
            _ => self.behind(&cause, command),
        };
        let turn = self.events().find(begins_turn).filter(|_| decision.prompt == Prompt::Turn);
        let turn = turn.and_then(|event| self.event_info(event));
        Causes { decision: self.decision_info(), turn, ..causes }
    }

    /// The cause of the current decision: that of the question that waited already before commands
    /// which only change a part of the position. With the command that led to the question, if the
    /// effect waited before for another answer.
    fn cause_of_question(&self, decision: &Decision) -> (Cause, Option<u32>) {
        let is_same = |before: &&Decision| {
            (before.seat, &before.prompt) == (decision.seat, &decision.prompt)
                && before.cause.action == decision.cause.action
        };
        let leaves_it = |entry: &&TimelineEntry| {
            !entry.is_answer() && !entry.visible().any(|e| begins_turn(&e))
        };
        let edits = self.timeline.path().rev().take_while(leaves_it);
        let before = edits.map_while(|edit| self.timeline.entry(edit.ply.checked_sub(1)?));
        let waited = before.map_while(|entry| Some((entry, entry.snapshot.decision()?)));
        let waited = waited.take_while(|(_, before)| is_same(before)).last();
        let (first, cause) =
            waited.map_or((self.timeline.now(), decision.cause), |(entry, it)| (entry, it.cause));
        (cause, command_after(first, &cause))
    }

    /// The command that let an effect go on which waited for an answer, up to this event.
    fn command_before(&self, event: &Event) -> Option<u32> {
        let is_it = |other: &&Event| (&other.kind, other.cause) == (&event.kind, event.cause);
        let n_until = |entry: &TimelineEntry| {
            let is_before = |other: &&Event| other.id <= event.id;
            entry.visible().take_while(is_before).filter(is_it).count()
        };
        // The effect is begun again with each input: the first entry that has the event counts.
        let n = n_until(self.entry_of(event));
        let mut entries = (event.cause.ply as usize..).map_while(|ply| self.timeline.entry(ply));
        let first = entries.find(|entry| entry.visible().filter(is_it).count() >= n)?;
        command_after(first, &event.cause)
    }

    /// The events since the position was laid out, if it was: nothing before it led to it.
    fn since_layout(&self) -> impl Iterator<Item = &Event> {
        let is_layout =
            |event: &&Event| matches!(event.kind, EventKind::Game(GameEvent::LaidOut { .. }));
        self.events().take_while(move |event| !is_layout(event))
    }

    /// Whether an event is the effect of a script. For a limited viewer its kind decides: whether a
    /// script or the kernel acted may depend on hidden cards.
    fn is_effect(&self, event: &Event) -> bool {
        match event.kind {
            _ if changes_counter(event) => false,
            _ if self.viewer.is_none() => event.cause.place.is_some(),
            EventKind::Card(CardEvent::Moved { reason, .. }) => reason != MoveReason::Play,
            EventKind::Action(ref action) => matches!(action, ActionEvent::Cancelled { .. }),
            EventKind::Player(PlayerEvent::Began { .. }) => false,
            _ => true,
        }
    }

    /// The causes of an event of the line.
    pub fn causes_of(&self, event: &Event) -> Causes {
        let makers = self.makers(event);
        let maker = makers.last().copied().unwrap_or(event);
        let Causes { because, in_setup, inputs, .. } =
            self.behind(&maker.cause, self.command_before(maker));
        Causes { because, in_setup, inputs, ..self.acted(event) }
    }

    /// An event with its script line. For a turn or a victory, which no script causes itself: the
    /// events that led to it.
    pub fn acted(&self, event: &Event) -> Causes {
        let after = self.event_infos(self.makers(event).into_iter());
        let event = self.event_info(event);
        let by = event.as_ref().and_then(|event| event.at.clone());
        let options = by.iter().flat_map(|place| self.options_read_at(place)).collect();
        Causes { by, options, event, after, ..Causes::default() }
    }

    /// Whether the kernel caused an event itself; a limited viewer is told by its action.
    fn is_by_kernel(&self, event: &Event) -> bool {
        match self.viewer {
            None => event.cause.place.is_none(),
            Some(_) => event.cause.action.is_none(),
        }
    }

    /// The events that led to a turn, or to a victory: those that ended the previous turn and
    /// assigned this one; the last one that put a player out. Empty for other events.
    fn makers(&self, event: &Event) -> Vec<&Event> {
        match event.kind {
            EventKind::Player(PlayerEvent::Began { .. }) => self.turn_makers(event),
            EventKind::Player(PlayerEvent::Won { .. }) if self.is_by_kernel(event) => {
                let out = |earlier: &&Event| {
                    earlier.id < event.id
                        && matches!(earlier.kind, EventKind::Player(PlayerEvent::Out { .. }))
                };
                self.events().find(out).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn turn_makers(&self, began: &Event) -> Vec<&Event> {
        let earlier = self.events().filter(|event| event.id < began.id);
        let since = earlier.take_while(|event| !begins_turn(event));
        let makes = |event: &&Event| {
            matches!(
                event.kind,
                EventKind::Player(
                    PlayerEvent::Ended { .. }
                        | PlayerEvent::Assigned { .. }
                        | PlayerEvent::Added { .. }
                )
            )
        };
        let mut makers: Vec<&Event> = since.filter(makes).collect();
        makers.reverse();
        makers
    }

    /// The script line, the actions and the inputs of a cause, with the command that let an effect
    /// go on.
    fn behind(&self, cause: &Cause, command: Option<u32>) -> Causes {
        let by = cause.place.and_then(|place| self.script_place(place));
        let mut because = Vec::new();
        let mut next = cause.action.map(|action| action.id);
        let mut plies: Vec<u32> = std::iter::once(cause.ply).chain(command).collect();
        let is_answer =
            |ply: u32| self.timeline.entry(ply as usize).is_some_and(TimelineEntry::is_answer);
        while let Some((event, action)) = next.and_then(|id| self.announcement(id)) {
            because.extend(self.event_info(event));
            let Cause { since, ply, .. } = event.cause;
            plies.push(since);
            plies.extend((since + 1..=ply).filter(|ply| is_answer(*ply)));
            plies.extend(self.command_before(event));
            next = action.answers;
        }
        plies.sort_unstable();
        plies.dedup();
        let in_setup = plies.first() == Some(&0);
        let inputs: Vec<InputInfo> =
            plies.into_iter().filter_map(|ply| self.input_info(ply as usize)).collect();
        let options = by.iter().flat_map(|place| self.options_read_at(place)).collect();
        Causes { by, options, because, in_setup, inputs, ..Causes::default() }
    }

    /// The last change of a watch expression before the current point, as far as it is visible.
    pub fn last_change(&self, watched: &WatchExpr) -> Option<LastChange> {
        let here = self.point();
        (1..=here.ply).rev().find_map(|ply| {
            let mut values = self.values(ply, watched);
            if ply == here.ply {
                values.truncate(here.n_done + 1);
            }
            let n_done = values.windows(2).rposition(|pair| !pair[0].is_same(&pair[1]))?;
            let point = TimelinePoint { ply, n_done };
            let is = values.swap_remove(n_done + 1);
            Some(LastChange { point, was: values.swap_remove(n_done), is })
        })
    }

    /// The next event in the middle of a ply, with the script line about to run and its local
    /// variables.
    pub fn next_info(&self) -> NextInfo {
        let point = self.point();
        let Some(event) = self.around(point).1 else {
            return NextInfo { event: None, locals: Vec::new() };
        };
        let mut locals = self.locals(point.ply, event);
        locals.retain(|local| local.value.is_some());
        NextInfo { event: self.event_info(event), locals: self.local_infos(locals) }
    }

    pub(super) fn local_infos(&self, locals: Vec<Local>) -> Vec<LocalInfo> {
        let info = |local: Local| LocalInfo {
            value: local.value.as_ref().map_or(ValueInfo::None, |value| self.value_info(value)),
            text: self.notation().read(&local.text),
            name: local.name,
        };
        locals.into_iter().map(info).collect()
    }
}
