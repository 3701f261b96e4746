//! Converts decisions and options to reply data.

use crate::debugger::Debugger;
use crate::kernel::{CardId, Decision, Prompt, Seat, SeatSet, Table};
use crate::message::{AskerInfo, DecisionInfo, HandInfo, QuestionInfo, Secret};

impl Debugger {
    /// The open decision; `None` once the game is over.
    pub fn decision_info(&self) -> Option<DecisionInfo> {
        let decision = self.game.decision()?;
        Some(self.describe_decision(decision, self.game.table(), self.table()))
    }

    /// The id of the open decision; `None` in the middle of a ply and at the end.
    pub fn open_decision(&self) -> Option<u64> {
        let is_open = self.timeline.inside().is_none() && self.game.decision().is_some();
        is_open.then(|| self.decision_id())
    }

    fn decision_id(&self) -> u64 {
        self.first_decision + self.timeline.here().entry as u64
    }

    /// Converts a decision, given the table before the asking effect and the table that shows its
    /// uncommitted changes.
    pub fn describe_decision(
        &self,
        decision: &Decision,
        table: &Table,
        shown: &Table,
    ) -> DecisionInfo {
        let notation = self.notation();
        let seat = decision.seat;
        let audience = if seat == Seat::CHANCE { SeatSet::NONE } else { SeatSet::one(seat) };
        let QuestionInfo { prompt, options, .. } = notation.question_info(decision, table, shown);
        let players = [Some(seat), self.viewer.filter(|viewer| *viewer != seat)];
        let players = players.into_iter().flatten().filter(|seat| *seat != Seat::CHANCE);
        DecisionInfo {
            id: self.decision_id(),
            seat: notation.seat_name(seat),
            prompt: Secret::new(prompt, audience),
            options: Secret::new(options, audience),
            depth_of: decision.depth_of.map(|zone| notation.zone_info(zone)),
            asked_by: self.asker_info(decision, shown),
            together: Some(decision.together)
                .filter(|seats| seats.is_several())
                .map(|seats| seats.iter().map(|seat| notation.seat_name(seat)).collect())
                .unwrap_or_default(),
            hands: players.map(|seat| self.hand_info(shown, seat)).collect(),
        }
    }

    fn asker_info(&self, decision: &Decision, shown: &Table) -> Option<AskerInfo> {
        // Which play somebody is about to announce is theirs to know.
        let is_effect = matches!(decision.prompt, Prompt::Text(_)) && !decision.announcing;
        let action =
            decision.cause.action.map(|action| self.notation().action_info(&action, shown));
        is_effect.then(|| action.map_or(AskerInfo::Rule, AskerInfo::Action))
    }

    fn hand_info(&self, table: &Table, seat: Seat) -> HandInfo {
        // A hand that lies face down to its holder: the cards they cannot see come last.
        let seen = |card| if table.knows(seat, card) { SeatSet::one(seat) } else { SeatSet::NONE };
        let (notation, rules) = (self.notation(), &self.notation().rules);
        let mut cards: Vec<_> = table.hand(seat).iter().map(|card| (*card, seen(*card))).collect();
        cards.sort_by_key(|(card, seen)| {
            (*seen == SeatSet::NONE, table.kind(*card), table.counters_of(rules, *card))
        });
        let card = |(card, seen): (CardId, SeatSet)| {
            let name = notation.kind(table.kind(card)).clone();
            let of_hand = table.hand(seat);
            let traits = table.traits_among(rules, card, of_hand, |card| table.knows(seat, card));
            let name = traits.into_iter().fold(name, |name, t| name.told(&notation.traits(&t)));
            Secret::new(name, seen)
        };
        HandInfo {
            owner: self.notation().seat_name(seat),
            cards: Secret::new(cards.into_iter().map(card).collect(), SeatSet::one(seat)),
        }
    }
}
