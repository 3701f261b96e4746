//! Hooks with listeners: cards in play and the rules hear what happens, and some of them may do
//! something else instead.

use super::effect::{EffectContext, Returned, Values};
use crate::kernel::action::{Action, Subject, Task};
use crate::kernel::card::{CardId, Seat, SeatSet};
use crate::kernel::fault::{Fault, Stop};
use crate::kernel::hook::Hook;
use crate::kernel::rules::{Call, Owner, Whose};
use crate::kernel::value::Value;
use crate::kernel::zone::Zone;
use smallvec::SmallVec;
use std::rc::Rc;

/// The maximum number of replacement hooks that may run inside each other.
const MAX_DEPTH: usize = 4;

/// The listeners of a hook: cards, and the rules (without a card).
pub type Listeners = SmallVec<[Option<CardId>; 4]>;

impl EffectContext {
    /// Whether any script of the ruleset defines a hook.
    #[inline]
    pub fn is_heard(&self, hook: Hook) -> bool {
        self.rules.is_heard(hook)
    }

    /// Returns who hears a hook of a player, in the order they run: cards in the hand that listen
    /// from there, cards in front of the player, those of the other players in the direction of
    /// play, cards on the table, the rules; among cards of one place the one that has been there
    /// longest first.
    pub fn listeners(&self, hook: Hook, seat: Seat) -> Listeners {
        if !self.is_heard(hook) {
            return Listeners::new();
        }
        let mut found = Listeners::new();
        let [in_play, in_hands] = self.rules.heard_where.each_ref().map(|hooks| hooks.has(hook));
        let listening = self.rules.hand_listeners.iter().filter(|_| in_hands);
        let holders = listening.map(|kind| self.table.held.holders(*kind));
        let hands = holders.fold(SeatSet::NONE, SeatSet::union);
        if !hands.is_empty() || in_play && self.table.zones.has_cards_in_play() {
            let add = |owner: Seat, found: &mut Listeners| {
                if hands.has(owner) {
                    self.add_listeners(hook, seat, Zone::Hand(owner), found);
                }
                self.add_listeners(hook, seat, Zone::Front(owner), found);
            };
            add(seat, &mut found);
            if self.rules.heard_of_others.has(hook) {
                let turns = &self.table.turns;
                let others = turns.order(seat, turns.alive.without(seat));
                others.for_each(|other| add(other, &mut found));
            }
            self.add_listeners(hook, seat, Zone::Table, &mut found);
        }
        if self.rules.hooks.has(hook) {
            found.push(None);
        }
        found
    }

    /// Adds the cards of a zone that hear a hook of a player.
    #[inline]
    fn add_listeners(&self, hook: Hook, seat: Seat, zone: Zone, found: &mut Listeners) {
        for card in self.table.cards_in(zone).iter().rev() {
            let hooks = self.rules.kind(self.table.kind(*card)).hooks;
            if hooks.has(hook) && self.hears(*card, zone, seat) {
                found.push(Some(*card));
            }
        }
    }

    /// Schedules a hook about a card for its listeners, as soon as the stack has this height again.
    #[inline(always)]
    pub(super) fn tell_listeners(&mut self, hook: Hook, seat: Seat, about: CardId, height: u16) {
        if !self.is_heard(hook) {
            return;
        }
        for card in self.listeners(hook, seat) {
            self.run.caused.push(Task::About { hook, seat, card, about, height });
        }
    }

    /// Schedules the hook of a rescue, unless another explosion of the player waits on the stack.
    pub(super) fn tell_of_rescue(&mut self, seat: Seat, hazard: CardId) {
        let explodes = |action: &&Rc<Action>| {
            action.by == seat && matches!(action.subject, Subject::Explosion(_))
        };
        if self.table.stack.iter().filter(explodes).count() == 1 {
            let height = self.table.stack_height() - 1;
            self.tell_listeners(Hook::AfterRescue, seat, hazard, height);
        }
    }

    /// Whether a card is still in a zone where it hears the hooks of a player.
    pub fn is_listening(&self, card: CardId, seat: Seat) -> bool {
        self.hears(card, self.table.zones.zone_of(card), seat)
    }

    /// Whether a card that lies in this zone hears the hooks of a player there.
    fn hears(&self, card: CardId, zone: Zone, seat: Seat) -> bool {
        let rule = self.rules.kind(self.table.kind(card));
        let (is_in_hand, owner) = match zone {
            Zone::Hand(owner) => (true, Some(owner)),
            Zone::Front(owner) => (false, Some(owner)),
            Zone::Table => (false, self.table.cards[card.index()].played_by),
            _ => return false,
        };
        let is_own = owner == Some(seat);
        rule.hears_in_hand == is_in_hand
            && match rule.hears {
                Whose::Usual => is_own || zone == Zone::Table,
                Whose::Own => is_own,
                Whose::Others => !is_own,
                Whose::Anybody => true,
            }
    }

    /// Runs the replacement hooks of what is about to happen to a player, until one of them says
    /// that it did something else instead. A listener is not run again inside its own hook.
    ///
    /// # Errors
    /// The stop of a hook; a fault when too many hooks run inside each other.
    pub fn is_replaced(&mut self, hook: Hook, seat: Seat, about: Value) -> Result<bool, Stop> {
        for listener in self.listeners(hook, seat) {
            if self.run.nested.inside.contains(&(hook, listener)) {
                continue;
            }
            if self.run_listener(hook, seat, listener, Some(about.clone()))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Runs a hook that the kernel starts for all its listeners, within one transaction. A
    /// replacement returns whether one of them did something else.
    pub(super) fn hear(&mut self, call: &Call, returned: &mut Values) -> Returned {
        let about = call.args.first().cloned();
        if call.hook.is_replacement() {
            let is_replaced = self.is_replaced(call.hook, call.me, about.unwrap_or_default())?;
            returned.push(Value::Bool(is_replaced));
            return Ok(());
        }
        for listener in self.listeners(call.hook, call.me) {
            self.run_listener(call.hook, call.me, listener, about.clone())?;
        }
        Ok(())
    }

    /// Runs a hook of a listener inside the running hook. Returns whether it returned `true`.
    fn run_listener(
        &mut self,
        hook: Hook,
        seat: Seat,
        listener: Option<CardId>,
        about: Option<Value>,
    ) -> Result<bool, Stop> {
        if listener.is_some_and(|card| !self.is_listening(card, seat)) {
            return Ok(false);
        }
        if self.run.nested.inside.len() >= MAX_DEPTH {
            return Err(Fault::new("F0305", "too many replacement hooks run inside each other")
                .hint(format!("at most {MAX_DEPTH} may; the innermost is `{}`", hook.name()))
                .into());
        }
        let Some(book) = self.book.clone() else { return Ok(false) };
        let owner = listener.map_or(Owner::Rules, |card| Owner::Kind(self.table.kind(card)));
        let mut call = Call::new(hook, owner, seat);
        call.card = listener;
        call.args.extend(listener.map(Value::Card));
        call.args.extend(about);
        let run = &mut self.run;
        debug_assert!(run.listing.is_none(), "what is only listed causes nothing");
        let outer = (run.me, run.card, run.path, run.asking.announcing, run.place);
        (run.me, run.card, run.asking.announcing) = (seat, listener, false);
        run.nested.inside.push((hook, listener));
        let mut returned = Values::new();
        let result = book.run(self, &call, &mut returned);
        let run = &mut self.run;
        run.nested.inside.pop();
        let path = run.path;
        (run.me, run.card, run.path, run.asking.announcing, run.place) = outer;
        if matches!(result, Err(Stop::Asked)) {
            // The question that is waited for is that of the inner hook.
            run.path = path;
        }
        result.map(|()| returned.last() == Some(&Value::Bool(true)))
    }
}
