//! Query hooks that run inside another hook: whether a play would be offered.

use super::effect::EffectContext;
use super::game::Game;
use crate::kernel::card::{Kind, Seat};
use crate::kernel::fault::Stop;
use crate::kernel::hook::Hook;
use crate::kernel::model::moment::Moment;
use crate::kernel::rules::Owner;

impl EffectContext {
    /// Whether a player who held a card of this kind could play it now on their own turn. False
    /// while the same question is being answered: a kind is not playable because of itself. A hook
    /// that asks the same again before the table changes gets the same answer.
    ///
    /// # Errors
    /// A fault of a query hook.
    pub fn can_play(&mut self, seat: Seat, kind: Kind) -> Result<bool, Stop> {
        let rules = self.rules.clone();
        let asked = (seat, kind);
        let rule = rules.kind(kind);
        let is_main = rule.at(Moment::Main) || rule.hooks.has(Hook::PlaysAs);
        let Some(book) = self.book.clone() else { return Ok(false) };
        if !is_main || self.queried.contains(&asked) {
            return Ok(false);
        }
        let n_events = self.cost.n_events;
        let is_asked =
            |(by, of, n, _): &&(Seat, Kind, u32, bool)| (*by, *of, *n) == (seat, kind, n_events);
        if let Some((.., known)) = self.run.playable.iter().find(is_asked) {
            return Ok(*known);
        }
        self.queried.push(asked);
        let run = std::mem::take(&mut self.run);
        let question = std::mem::take(&mut self.question);
        let mut game = Game::within(book, std::mem::replace(self, Self::idle(rules)));
        let is_playable = game.is_playable(seat, kind, None);
        *self = game.effect;
        self.run = run;
        self.question = question;
        self.queried.pop();
        let is_playable = is_playable?;
        self.run.playable.push((seat, kind, n_events, is_playable));
        Ok(is_playable)
    }
}

impl Game {
    /// Whether a card that a script plays does anything: it is not only a response, and its first
    /// question has an option. A fault is left to the play itself.
    pub(super) fn finds_option(&mut self, seat: Seat, kind: Kind) -> bool {
        let rule = self.rules.kind(kind);
        let (hooks, is_main) = (rule.hooks, rule.at(Moment::Main));
        is_main && self.has_first_option(hooks, Owner::Kind(kind), seat, None).unwrap_or(true)
    }
}
