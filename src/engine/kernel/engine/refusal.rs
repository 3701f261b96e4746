//! Why a play is not offered: which of its hooks refuses it.

use super::copies::playable;
use super::game::Game;
use crate::kernel::card::Seat;
use crate::kernel::fault::Stop;
use crate::kernel::hook::Hook;
use crate::kernel::rules::{FastQuery, Owner};

impl Game {
    /// Returns the hook that does not offer a card or set to a player who has the cards: the query
    /// that says no, or the announcement whose first question has no option; `None` if none of them
    /// refuses it. Of cards that decide by themselves, the first one is asked.
    pub fn refusing_hook(&mut self, owner: Owner, seat: Seat) -> Result<Option<Hook>, Stop> {
        let (hooks, card, leaving) = match owner {
            Owner::Kind(kind) => {
                let rule = self.rules.kind(kind);
                let cards = playable(self.table(), &self.rules, seat, kind);
                let card = cards.first().copied().filter(|_| rule.by_copy);
                (rule.hooks, card, Some(kind))
            }
            Owner::Combo(combo) => (self.rules.combo(combo).hooks, None, None),
            Owner::Rules => return Ok(None),
        };
        let action = self.table().stack.last().map(|action| action.id);
        let asked = if action.is_some() { Hook::Responds } else { Hook::Playable };
        let query = FastQuery { hook: asked, owner, me: seat, action };
        if hooks.has(asked) && !self.with_copy(card, |game| game.query(query))? {
            return Ok(Some(asked));
        }
        let is_free =
            self.with_copy(card, |game| game.has_first_option(hooks, owner, seat, leaving))?;
        Ok((!is_free).then_some(Hook::Announce))
    }
}
