//! Where the desk lies while a hook runs, so that native functions can reach it.

use crate::kernel::desk::Desk;
use crate::kernel::{Fault, Owner, Place, Stop};
use rhai::{NativeCallContext, Position};
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// The slot. A verb takes the desk out and puts it back, so that nothing is borrowed while an agent
/// thinks.
pub struct Slot {
    desk: RefCell<Option<Box<Desk>>>,
    owner: Cell<Owner>,
    stopped: RefCell<Option<Stop>>,
    names: RefCell<Vec<Arc<str>>>,
    script: Cell<u16>,
}

impl Default for Slot {
    fn default() -> Self {
        Self {
            desk: RefCell::default(),
            owner: Cell::new(Owner::Rules),
            stopped: RefCell::default(),
            names: RefCell::default(),
            script: Cell::new(0),
        }
    }
}

/// What a run displaced, to be put back after it: an agent may think by playing on the same host.
pub struct Displaced {
    desk: Option<Box<Desk>>,
    owner: Owner,
    stopped: Option<Stop>,
    script: u16,
}

impl Slot {
    /// Puts a desk in for a hook of a script.
    pub fn enter(&self, desk: Box<Desk>, owner: Owner, script: u16) -> Displaced {
        Displaced {
            desk: self.desk.replace(Some(desk)),
            owner: self.owner.replace(owner),
            stopped: self.stopped.replace(None),
            script: self.script.replace(script),
        }
    }

    /// Takes the desk back, with what stopped the run.
    pub fn leave(&self, displaced: Displaced) -> (Box<Desk>, Option<Stop>) {
        let desk = self.desk.replace(displaced.desk).expect("every verb puts the desk back");
        let stopped = self.stopped.replace(displaced.stopped);
        self.owner.set(displaced.owner);
        self.script.set(displaced.script);
        (desk, stopped)
    }

    /// Takes the desk out for a verb.
    pub fn take(&self) -> Box<Desk> {
        self.desk.take().expect("verbs run one at a time, within a hook")
    }

    /// Puts it back.
    pub fn put(&self, desk: Box<Desk>) {
        *self.desk.borrow_mut() = Some(desk);
    }

    /// Whose hook is running.
    pub fn owner(&self) -> Owner {
        self.owner.get()
    }

    /// Whether something has ended the run; no verb may work any more then.
    pub fn is_stopped(&self) -> bool {
        self.stopped.borrow().is_some()
    }

    /// Ends the run.
    pub fn stop(&self, stop: Stop, ctx: &NativeCallContext<'_>) {
        let stop = match stop {
            Stop::Fault(fault) if fault.place.is_none() => {
                Stop::Fault(Box::new(Fault { place: self.place(ctx), ..*fault }))
            }
            stop => stop,
        };
        *self.stopped.borrow_mut() = Some(stop);
    }

    /// Names the scripts, in the order they are numbered.
    pub fn set_names(&self, names: Vec<Arc<str>>) {
        *self.names.borrow_mut() = names;
    }

    /// The place of a call.
    pub fn place(&self, ctx: &NativeCallContext<'_>) -> Option<Place> {
        self.place_at(ctx.call_source(), ctx.call_position())
    }

    /// A position of a source; the running script where no source is named.
    pub fn place_at(&self, source: Option<&str>, position: Position) -> Option<Place> {
        let names = self.names.borrow();
        let running = self.script.get();
        let script = match source {
            None => running,
            Some(s) if names.get(running as usize).is_some_and(|n| **n == *s) => running,
            Some(s) => names.iter().position(|n| **n == *s).map_or(running, |i| i as u16),
        };
        let line = position.line()? as u16;
        Some(Place { script, line, column: position.position().unwrap_or(1) as u16 })
    }
}
