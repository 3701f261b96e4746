//! Converts decisions and options to reply data.

use crate::debugger::Debugger;
use crate::debugger::reply::{
    DecisionInfo, HandInfo, KindName, OptionData, OptionInfo, PlacedCard, PromptInfo, QuestionInfo,
    Secret,
};
use crate::kernel::{Choice, Decision, Prompt, Seat, SeatSet, Table};

impl Debugger {
    /// The open decision; `None` once the game is over.
    #[must_use]
    pub fn decision_info(&self) -> Option<DecisionInfo> {
        let decision = self.game.decision()?;
        Some(self.describe_decision(decision, self.game.table(), self.table()))
    }

    /// The id of the open decision; `None` in the middle of a ply and at the end.
    #[must_use]
    pub fn open_decision(&self) -> Option<u64> {
        let is_open = self.timeline.inside().is_none() && self.game.decision().is_some();
        is_open.then(|| self.decision_id())
    }

    fn decision_id(&self) -> u64 {
        self.first_decision + self.timeline.here().entry as u64
    }

    /// Converts a decision, given the table before the asking effect and the table that shows its
    /// uncommitted changes.
    #[must_use]
    pub fn describe_decision(
        &self,
        decision: &Decision,
        table: &Table,
        shown: &Table,
    ) -> DecisionInfo {
        let notation = self.notation();
        let seat = decision.seat;
        let audience = if seat == Seat::CHANCE { SeatSet::NONE } else { SeatSet::one(seat) };
        let QuestionInfo { prompt, options, .. } = self.question_info(decision, table, shown);
        let players = [Some(seat), self.viewer.filter(|viewer| *viewer != seat)];
        let players = players.into_iter().flatten().filter(|seat| *seat != Seat::CHANCE);
        DecisionInfo {
            id: self.decision_id(),
            seat: notation.seat_name(seat),
            prompt: Secret::new(prompt, audience),
            options: Secret::new(options, audience),
            hands: players.map(|seat| self.hand_info(shown, seat)).collect(),
        }
    }

    /// Converts a prompt with all its options.
    #[must_use]
    pub fn question_info(&self, decision: &Decision, table: &Table, shown: &Table) -> QuestionInfo {
        let notation = self.notation();
        let prompt = match &decision.prompt {
            Prompt::Turn => PromptInfo::Turn { owed: shown.turns.owed },
            Prompt::Respond => {
                PromptInfo::Respond { to: table.stack.last().map(|top| self.action_info(top)) }
            }
            Prompt::Cards(combo) => PromptInfo::Cards { combo: notation.combo(*combo).into() },
            Prompt::Text(text) => PromptInfo::Text { text: text.clone() },
        };
        let seat = notation.seat_name(decision.seat);
        QuestionInfo { seat, prompt, options: self.options(decision) }
    }

    fn hand_info(&self, table: &Table, seat: Seat) -> HandInfo {
        // A hand that lies face down to its holder: the cards they cannot see come last.
        let seen = |card| if table.knows(seat, card) { SeatSet::one(seat) } else { SeatSet::NONE };
        let cards = table.hand(seat).iter().map(|card| (table.kind(*card), seen(*card)));
        let mut cards: Vec<_> = cards.collect();
        cards.sort_unstable_by_key(|(kind, seen)| (*seen == SeatSet::NONE, *kind));
        let card = |(kind, seen)| Secret::new(self.notation().kind(kind).into(), seen);
        HandInfo {
            owner: self.notation().seat_name(seat),
            cards: Secret::new(cards.into_iter().map(card).collect(), SeatSet::one(seat)),
        }
    }

    fn options(&self, decision: &Decision) -> Vec<OptionInfo> {
        let notation = self.notation();
        let texts = notation.options(decision).into_iter().zip(notation.words(decision));
        let choices = decision.options.iter().enumerate().zip(texts);
        choices
            .map(|((i, choice), (id, text))| OptionInfo {
                id,
                text,
                data: self.option(choice),
                weight: decision.weights.get(i).copied(),
            })
            .collect()
    }

    fn option(&self, choice: &Choice) -> OptionData {
        let notation = self.notation();
        let card = |kind| KindName::from(notation.kind(kind));
        match choice {
            Choice::Draw => OptionData::Draw,
            Choice::Pass => OptionData::Pass,
            Choice::Yes => OptionData::Yes,
            Choice::No => OptionData::No,
            Choice::Play(kind) => OptionData::Play { card: card(*kind) },
            Choice::Combo(combo, kinds) => OptionData::Combo {
                combo: notation.combo(*combo).into(),
                cards: kinds.iter().map(card).collect(),
            },
            Choice::Respond(kind) => OptionData::Respond { card: card(*kind) },
            Choice::Player(seat) => OptionData::Player { player: notation.seat_name(*seat) },
            Choice::Card(_, kind) => {
                let card = PlacedCard { kind: card(*kind), turned: false };
                OptionData::Card { card, zone: None }
            }
            Choice::Placed(_, kind, place) => OptionData::Card {
                card: PlacedCard { kind: card(*kind), turned: place.is_turned },
                zone: place.zone.map(|zone| notation.zone_info(zone)),
            },
            Choice::Hidden(_, place) => OptionData::Hidden { place: *place },
            Choice::Kind(kind) => OptionData::Kind { card: card(*kind) },
            Choice::Unseen => OptionData::Unseen,
            Choice::Number(number) => OptionData::Number { number: *number },
            Choice::Text(value) => OptionData::Text { value: value.clone() },
        }
    }
}
