//! Calls of hooks: the hook, whose it is, and the values that it gets.

use super::action::Action;
use super::card::{ActionId, CardId, ComboId, Kind, Seat};
use super::hook::Hook;
use super::value::{Value, Values};
use super::zone::Zone;
use std::rc::Rc;

/// The owner of a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// A kind of card.
    Kind(Kind),
    Combo(ComboId),
    Rules,
}

/// A call of a hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub hook: Hook,
    pub owner: Owner,
    /// The player it runs for.
    pub me: Seat,
    /// The arguments after `me`.
    pub args: Values,
    /// The action being announced or resolved.
    pub action: Option<Rc<Action>>,
    /// The card it runs for.
    pub card: Option<CardId>,
    /// The hook or the work that runs.
    pub(crate) work: Work,
}

/// The hook or the work of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// The hook of the owner.
    Own,
    /// The hook of each of its listeners.
    Listeners,
    /// No hook: the player draws this many cards.
    Draw(u16),
    /// No hook: this pile is refilled.
    Refill(Zone),
}

impl Call {
    /// Creates a call without arguments.
    pub fn new(hook: Hook, owner: Owner, me: Seat) -> Self {
        let args = Values::new();
        Self { hook, owner, me, args, action: None, card: None, work: Work::Own }
    }

    /// Creates a call that runs no script but those that hear of what it does.
    pub(crate) fn to_do(work: Work, me: Seat) -> Self {
        Self { work, ..Self::new(Hook::DrawStep, Owner::Rules, me) }
    }

    /// Creates a call for all listeners of a hook.
    pub fn to_listeners(hook: Hook, me: Seat) -> Self {
        Self { work: Work::Listeners, ..Self::new(hook, Owner::Rules, me) }
    }

    pub fn arg(mut self, value: Value) -> Self {
        self.args.push(value);
        self
    }
}

/// A query, before it is a call.
#[derive(Clone, Copy, Debug)]
pub struct FastQuery {
    pub hook: Hook,
    pub owner: Owner,
    /// The player it would run for.
    pub me: Seat,
    /// The action passed to it, if any.
    pub action: Option<ActionId>,
}

impl FastQuery {
    /// Returns the equivalent call.
    pub fn call(self) -> Call {
        let call = Call::new(self.hook, self.owner, self.me);
        match self.action {
            Some(action) => call.arg(Value::Action(action)),
            None => call,
        }
    }
}
