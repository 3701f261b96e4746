//! Query hooks that run inside another hook: whether a play would be offered, and whom it may
//! choose.

use super::effect::{EarlyEnd, EffectContext, Nested, Reader};
use super::game::Game;
use crate::kernel::action::{Action, Subject};
use crate::kernel::card::{ActionId, CardId, Kind, Seat};
use crate::kernel::event::ActionEvent;
use crate::kernel::fault::Stop;
use crate::kernel::hook::Hook;
use crate::kernel::model::moment::Moment;
use crate::kernel::rules::{Call, Owner};
use crate::kernel::value::Value;
use crate::kernel::zone::Zone;
use smallvec::SmallVec;
use std::rc::Rc;

impl EffectContext {
    /// Whether a player who held a card of this kind could play it now on their own turn. False
    /// while the same question is being answered: a kind is not playable because of itself. A hook
    /// that asks the same again before the table changes gets the same answer.
    pub fn can_play(&self, seat: Seat, kind: Kind) -> Result<bool, Stop> {
        let asked = (seat, kind);
        let rule = self.rules.kind(kind);
        let is_main = rule.at(Moment::Main) || rule.hooks.has(Hook::PlaysAs);
        let Some(book) = self.book.clone() else { return Ok(false) };
        let Nested { queried, playable, .. } = &self.run.nested;
        if !is_main || queried.contains(&asked) {
            return Ok(false);
        }
        let n_events = self.cost.n_events;
        let is_asked =
            |(by, of, n, _): &&(Seat, Kind, u32, bool)| (*by, *of, *n) == (seat, kind, n_events);
        if let Some((.., known)) = playable.borrow().iter().find(is_asked) {
            return Ok(*known);
        }
        // Its options are listed on a copy: the hook that asks goes on with its own.
        let mut game = Game::around(book, self.table.clone(), self.players.names.clone(), false);
        game.effect.run.nested.queried.extend(queried.iter().copied().chain([asked]));
        game.effect.cost = self.cost.clone();
        let is_playable = game.is_playable(seat, kind, None);
        self.cost.n_operations.set(game.effect.cost.n_operations.get());
        let is_playable = is_playable?;
        playable.borrow_mut().push((seat, kind, n_events, is_playable));
        Ok(is_playable)
    }

    /// Returns the play whose script is running, unless a hook of another one runs inside it. A
    /// play of this owner that is only listed has no cards yet.
    fn running_play(&self, owner: Owner) -> Option<Rc<Action>> {
        let run = &self.run;
        if run.listing.is_none() {
            let action = run.action.as_ref().filter(|action| action.subject.is_play());
            return action.filter(|_| run.nested.inside.is_empty()).cloned();
        }
        let subject = match owner {
            Owner::Kind(kind) => Subject::Card(CardId(u16::MAX), kind),
            Owner::Combo(combo) => Subject::Combo(combo),
            Owner::Rules => return None,
        };
        let id = ActionId(self.table.n_actions);
        Some(Rc::new(Action { id, by: run.me, subject, ..Action::default() }))
    }

    /// Removes the players whom a player may not choose for the running play of this owner:
    /// `targetable` says so of others than the two players.
    #[cold]
    #[inline(never)]
    pub fn retain_targetable(
        &mut self,
        owner: Owner,
        by: Seat,
        seats: &mut SmallVec<[Seat; 16]>,
    ) -> Result<(), Stop> {
        let Some(action) = self.running_play(owner) else { return Ok(()) };
        let had_any = !seats.is_empty();
        let mut is_kept = Ok(true);
        seats.retain(|seat| {
            let is_asked = is_kept.is_ok() && *seat != by && *seat != action.by;
            if is_asked {
                is_kept = self.is_targetable(*seat, by, &action);
            }
            !is_asked || matches!(is_kept, Ok(true))
        });
        is_kept?;
        if had_any && seats.is_empty() && self.run.listing.is_none() {
            self.emit(ActionEvent::Aimless { action });
            self.run.early_end = Some(EarlyEnd::Aimless);
            return Err(Stop::Asked);
        }
        Ok(())
    }

    fn is_targetable(&self, seat: Seat, by: Seat, action: &Action) -> Result<bool, Stop> {
        let Some(book) = &self.book else { return Ok(true) };
        // A card in a hand would tell by the options that it is there.
        let is_held = |card: CardId| matches!(self.table.zones.zone_of(card), Zone::Hand(_));
        let mut listeners = self.listeners(Hook::Targetable, seat);
        listeners.retain(|listener| !listener.is_some_and(is_held));
        for listener in listeners {
            let owner = listener.map_or(Owner::Rules, |card| Owner::Kind(self.table.kind(card)));
            let mut call = Call::new(Hook::Targetable, owner, seat);
            call.args.extend(listener.map(Value::Card));
            call.args.extend([Value::Player(by), Value::Action(action.id)]);
            let reader = Reader { me: by, card: listener, action: Some(action), is_limited: true };
            if book.query(self, reader, &call)?.first() == Some(&Value::Bool(false)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Game {
    /// Whether a card that a script plays does anything: it is not only a response, and its first
    /// question, which is asked when the card has left its place, has an option. A fault is left to
    /// the play itself.
    pub(super) fn finds_option(&self, seat: Seat, card: CardId) -> bool {
        let kind = self.table().kind(card);
        let rule = self.rules.kind(kind);
        if !rule.at(Moment::Main) || !rule.hooks.has(Hook::Announce) {
            return rule.at(Moment::Main);
        }
        let mut game = self.fork();
        game.move_played(seat, Owner::Kind(kind), card);
        game.asked_copy = rule.by_copy.then_some(card);
        game.has_first_option(rule.hooks, Owner::Kind(kind), seat, None).unwrap_or(true)
    }
}
