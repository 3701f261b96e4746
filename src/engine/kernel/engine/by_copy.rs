//! Kinds of which each card decides by itself whether it can be played, by its counters, its face
//! or who played it.

use super::copies::playable;
use super::game::Game;
use crate::kernel::card::{ActionId, CardId, Kind, Seat};
use crate::kernel::decision::Choice;
use crate::kernel::fault::Stop;
use crate::kernel::hook::Hook;
use crate::kernel::rules::{FastQuery, Owner};
use smallvec::SmallVec;

impl Game {
    /// Answers a question about a kind. Where the card decides, it is yes if one of the player's
    /// cards says yes, and if there is none: some card of the kind might.
    #[inline]
    pub(super) fn some_copy(
        &mut self,
        seat: Seat,
        kind: Kind,
        ask: impl Fn(&mut Self) -> Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        if !self.rules.kind(kind).by_copy {
            return ask(self);
        }
        let cards = playable(self.table(), &self.rules, seat, kind);
        for card in cards.iter().copied() {
            if self.with_copy(Some(card), &ask)? {
                return Ok(true);
            }
        }
        Ok(cards.is_empty())
    }

    /// Answers a question about a card, or about its kind.
    pub(super) fn with_copy(
        &mut self,
        card: Option<CardId>,
        ask: impl Fn(&mut Self) -> Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        let outer = std::mem::replace(&mut self.asked_copy, card);
        let answer = ask(self);
        self.asked_copy = outer;
        answer
    }

    /// Whether a card, which a player holds, may answer an action when it is played as a kind.
    pub(super) fn may_respond(
        &mut self,
        seat: Seat,
        (held, as_kind): (Kind, Kind),
        action: ActionId,
    ) -> Result<bool, Stop> {
        let (hooks, owner) = (self.rules.kind(as_kind).hooks, Owner::Kind(as_kind));
        let query = FastQuery { hook: Hook::Responds, owner, me: seat, action: Some(action) };
        Ok((!hooks.has(Hook::Responds) || self.query(query)?)
            && self.has_first_option(hooks, owner, seat, Some(held))?)
    }

    /// Returns the cards of the listed plays that decide by themselves, and say no.
    // Few cards need it: the code that lists most options stays small.
    #[inline(never)]
    pub(super) fn barred_copies(&mut self, seat: Seat) -> Result<SmallVec<[CardId; 8]>, Stop> {
        let mut barred = SmallVec::new();
        for i in 0..self.decision.options.len() {
            let (Choice::Play(kind) | Choice::Respond(kind)) = self.decision.options[i] else {
                continue;
            };
            let rule = self.rules.kind(kind);
            let (is_asked, asked) = (rule.by_copy && !rule.hooks.has(Hook::PlaysAs), rule.asked);
            if !is_asked {
                continue;
            }
            let action = self.table().stack.last().map(|action| action.id);
            let options = std::mem::take(&mut self.decision.options);
            for card in playable(self.table(), &self.rules, seat, kind) {
                let is_offered = self.with_copy(Some(card), |game| match action {
                    Some(action) => game.may_respond(seat, (kind, kind), action),
                    None => game.is_offered(asked, Owner::Kind(kind), seat, Some(kind)),
                });
                if !is_offered? {
                    barred.push(card);
                }
            }
            self.decision.options = options;
        }
        Ok(barred)
    }
}
