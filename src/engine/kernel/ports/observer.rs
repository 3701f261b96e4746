//! Listening to a game while it is played, without keeping its events. A new thing to hear is a
//! method of [`Observer`], called by `tell` below.

use crate::kernel::action::{Action, ActionRef};
use crate::kernel::card::{CardId, Seat, SeatSet};
use crate::kernel::cause::{MoveReason, Visibility};
use crate::kernel::decision::Decision;
use crate::kernel::event::{ActionEvent, CardEvent, EventKind, GameEvent, PlayerEvent};
use crate::kernel::rules::Owner;
use crate::kernel::table::Table;
use crate::kernel::zone::Zone;
use std::cell::RefCell;
use std::rc::Rc;

/// Observers are told of a game as it happens, each time just before the table changes. Nothing is
/// copied for it, unlike for a log. An observer implements the methods of what it counts.
///
/// A fault ends the game, and with it what is told.
pub trait Observer {
    /// A game begins: its cards lie where the deck puts them, and the setup follows.
    fn begin(&mut self, _table: &Table) {}

    /// A player draws a card.
    fn drawn(&mut self, _table: &Table, _card: CardId, _by: Seat) {}

    /// A card is put into the draw pile at a depth that only these seats know.
    fn hidden(&mut self, _card: CardId, _knowing: SeatSet) {}

    /// A card goes from one hand to another one.
    fn changed_hands(&mut self, _table: &Table, _card: CardId, _to: Seat) {}

    /// An action is announced: a play, an explosion, or a moment that others may answer. Without a
    /// log, moments that nobody can answer are left out.
    fn announced(&mut self, _table: &Table, _action: &Action) {}

    /// A play ends early, before or after it was announced: nobody can be chosen.
    fn ended_early(&mut self, _table: &Table, _action: &Action) {}

    /// An action is cancelled.
    fn cancelled(&mut self, _table: &Table, _action: ActionRef) {}

    /// An action takes effect.
    fn resolved(&mut self, _table: &Table, _action: ActionRef) {}

    /// A turn begins.
    fn turn_began(&mut self, _table: &Table, _seat: Seat) {}

    /// A player is eliminated, because of this card or combo, or by a rule.
    fn eliminated(&mut self, _table: &Table, _seat: Seat, _by: Owner) {}

    /// A player comes back into the game.
    fn revived(&mut self, _seat: Seat) {}

    /// A player wins, alone or with others.
    fn won(&mut self, _seat: Seat) {}

    /// A player has this score, in a game of this many seats.
    fn scored(&mut self, _n_seats: usize, _seat: Seat, _score: i64) {}

    /// A new round begins: all cards are collected, and everybody is in the game.
    fn round_began(&mut self) {}

    /// An agent answers a decision, with the option of this index.
    fn answered(&mut self, _table: &Table, _decision: &Decision, _index: usize) {}

    /// A hook begins that may have to wait for an answer.
    fn savepoint(&mut self);

    /// The hook waits: its events since the savepoint have not happened. It will be run again.
    fn rollback(&mut self);
}

/// An observer, shared with its owner.
pub type SharedObserver = Rc<RefCell<dyn Observer>>;

/// Tells an observer of a move of a card.
#[inline(always)]
pub fn tell_move(
    observer: Option<&SharedObserver>,
    table: &Table,
    card: CardId,
    (from, to): (Zone, Zone),
    (reason, visibility): (MoveReason, Visibility),
) {
    let Some(observer) = observer else { return };
    match (to, reason) {
        (Zone::Hand(to), MoveReason::Draw) => observer.borrow_mut().drawn(table, card, to),
        (Zone::Hand(seat), _) if matches!(from, Zone::Hand(_)) && from != to => {
            observer.borrow_mut().changed_hands(table, card, seat);
        }
        (Zone::Draw, MoveReason::Hide) => observer.borrow_mut().hidden(card, visibility.placed),
        _ => {}
    }
}

/// Tells an observer of an event. It is compiled in place: where the kind of the event is known,
/// only its call is left, and nothing for an event that no observer can hear.
#[inline(always)]
pub fn tell(observer: Option<&SharedObserver>, table: &Table, event: &EventKind) {
    if let EventKind::Card(CardEvent::Moved { card, from, to, reason, visibility, .. }) = event {
        return tell_move(observer, table, *card, (*from, *to), (*reason, *visibility));
    }
    let Some(observer) = observer else { return };
    match event {
        EventKind::Action(event) => match event {
            ActionEvent::Announced { action } => observer.borrow_mut().announced(table, action),
            ActionEvent::Aimless { action } => observer.borrow_mut().ended_early(table, action),
            ActionEvent::Cancelled { action, .. } => {
                observer.borrow_mut().cancelled(table, *action);
            }
            ActionEvent::Resolved { action } => observer.borrow_mut().resolved(table, *action),
            ActionEvent::Passed { .. } | ActionEvent::Redirected { .. } => {}
        },
        EventKind::Player(event) => match *event {
            PlayerEvent::Began { seat, .. } => observer.borrow_mut().turn_began(table, seat),
            PlayerEvent::Out { seat, by } => observer.borrow_mut().eliminated(table, seat, by),
            PlayerEvent::Revived { seat } => observer.borrow_mut().revived(seat),
            PlayerEvent::Won { seat } => observer.borrow_mut().won(seat),
            PlayerEvent::Scored { seat, score } => {
                observer.borrow_mut().scored(table.n_seats(), seat, score);
            }
            _ => {}
        },
        EventKind::Game(GameEvent::RoundBegan { .. }) => observer.borrow_mut().round_began(),
        EventKind::Card(_) | EventKind::Game(_) | EventKind::Internal(_) => {}
    }
}
