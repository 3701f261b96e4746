//! Plays other than a seen card of the hand: from in front of a player, as another kind, and of
//! cards that the player cannot see.

use super::game::Game;
use super::options::KindCounts;
use crate::kernel::card::{CardId, Kind, Seat};
use crate::kernel::decision::Choice;
use crate::kernel::fault::Stop;
use crate::kernel::hook::Hook;
use crate::kernel::model::moment::Moment;
use crate::kernel::rules::{Call, Owner};
use crate::kernel::value::Value;
use crate::kernel::zone::Zone;
use smallvec::SmallVec;

/// A short list of kinds.
type KindList = SmallVec<[Kind; 8]>;

impl Game {
    /// Returns the cards of a player's hand that the player cannot see.
    pub(super) fn unseen_cards(&self, seat: Seat) -> SmallVec<[CardId; 16]> {
        let table = self.table();
        let hand = table.hand(seat).iter().copied();
        hand.filter(|card| !table.knows(seat, *card)).collect()
    }

    /// Counts the cards that a player can see in their own hand, by kind.
    pub(super) fn count_seen(&self, seat: Seat) -> KindCounts {
        let table = self.table();
        let mut counts: KindCounts = table.held.kinds(seat).collect();
        if table.blind.has(seat) {
            let is_seen = |kind: Kind, card: &&CardId| {
                table.kind(**card) == kind && table.knows(seat, **card)
            };
            for (kind, n) in &mut counts {
                *n = table.hand(seat).iter().filter(|card| is_seen(*kind, card)).count() as u16;
            }
            counts.retain(|(_, n)| *n > 0);
        }
        counts
    }

    /// Lists the plays of cards in front of a player.
    pub(super) fn list_front_plays(&mut self, seat: Seat) -> Result<(), Stop> {
        let table = self.table();
        let front: KindList =
            table.cards_in(Zone::Front(seat)).iter().map(|card| table.kind(*card)).collect();
        for kind in front {
            let play = Choice::Play(kind);
            let is_listed = self.decision.options.contains(&play);
            let is_possible = !is_listed && self.rules.kind(kind).from_front;
            if is_possible && self.is_playable(seat, kind, None)? {
                self.decision.options.push(play);
            }
        }
        Ok(())
    }

    /// Whether a player has a card of a kind where it may be played from, and can see it.
    pub(super) fn can_play_from_somewhere(&self, seat: Seat, kind: Kind) -> bool {
        let table = self.table();
        let rule = self.rules.kind(kind);
        let is_it = |card: &CardId| table.kind(*card) == kind && table.knows(seat, *card);
        let is_held = rule.from_hand && table.held.holders(kind).has(seat);
        let is_seen = || !table.blind.has(seat) || table.hand(seat).iter().any(is_it);
        is_held && is_seen()
            || rule.from_front && table.cards_in(Zone::Front(seat)).iter().any(is_it)
    }

    /// Whether a kind is offered in the main decision of a player who has such a card.
    /// `leaving`: the same kind, if the card is in the hand.
    #[inline]
    pub(super) fn is_playable(
        &mut self,
        seat: Seat,
        kind: Kind,
        leaving: Option<Kind>,
    ) -> Result<bool, Stop> {
        let rule = self.rules.kind(kind);
        let (hooks, asked, is_of_turn) = (rule.hooks, rule.asked, rule.at(Moment::Main));
        if hooks.has(Hook::PlaysAs) && !self.stand_in_kinds(seat, kind, None, false)?.is_empty() {
            return Ok(true);
        }
        let is_offered = |game: &mut Self| game.is_offered(asked, Owner::Kind(kind), seat, leaving);
        Ok(is_of_turn && self.some_copy(seat, kind, is_offered)?)
    }

    /// Returns the kinds as which a card may be played now: those its script names, and its own.
    /// Without a card, the one that the kind alone would play is asked.
    pub(super) fn stand_in_kinds(
        &mut self,
        seat: Seat,
        kind: Kind,
        card: Option<CardId>,
        responds: bool,
    ) -> Result<KindList, Stop> {
        let rules = self.rules.clone();
        let action = self.table().stack.last().filter(|_| responds);
        let answered = action.map(|action| (action.id, Moment::of(&action.subject)));
        let moment = answered.map_or(Moment::Main, |(_, moment)| moment);
        let about = answered.map_or(Value::Unit, |(id, _)| Value::Action(id));
        let call = Call::new(Hook::PlaysAs, Owner::Kind(kind), seat).arg(about);
        let named = self.read(&call)?;
        let mut kinds = KindList::new();
        let named = named.iter().filter_map(|value| match value {
            Value::Kind(kind) => Some(*kind),
            _ => None,
        });
        for as_kind in named.chain([kind]) {
            let rule = rules.kind(as_kind);
            let has_effect = rule.hooks.has(Hook::Resolve) || rule.hooks.has(Hook::Announce);
            if !rule.at(moment) || !has_effect || kinds.contains(&as_kind) {
                continue;
            }
            let ask = |game: &mut Self| match answered {
                None => game.is_offered(rule.asked, Owner::Kind(as_kind), seat, Some(kind)),
                Some((id, _)) => game.may_respond(seat, (kind, as_kind), id),
            };
            // The card is asked that stands for the other kind.
            let card = card.or_else(|| self.pick(seat, kind)).filter(|_| rule.by_copy);
            if self.with_copy(card, ask)? {
                kinds.push(as_kind);
            }
        }
        Ok(kinds)
    }
}
