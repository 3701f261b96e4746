//! Converts positions and points of the timeline to reply data.

use crate::debugger::Debugger;
use crate::debugger::reply::{
    CardCounterInfo, CounterInfo, InputInfo, Location, OutcomeInfo, PileInfo, PlacedCard,
    PlyProgress, PositionInfo, ScoreInfo, SeatInfo, Secret, StartedInfo, TurnInfo,
};
use crate::kernel::{Prompt, Seat, SeatSet, Table, Zone};
use crate::notation::{CardCounter, position};
use crate::transcript::Input;

impl Debugger {
    /// The visible position.
    #[must_use]
    pub fn position_info(&self) -> PositionInfo {
        let (table, notation) = (self.table(), self.notation());
        let turns = &table.turns;
        let seat = |owner| SeatInfo {
            name: notation.seat_name(owner),
            alive: turns.alive.has(owner),
            blind: table.blind.has(owner),
            hand: self.cards_info(table, Zone::Hand(owner)),
            front: self.cards_info(table, Zone::Front(owner)),
        };
        let named =
            notation.rules.piles.iter().filter_map(|pile| notation.rules.find_pile(&pile.id));
        let named = named.filter(|zone| matches!(zone, Zone::Pile(_)));
        let lying = Some(Zone::Table).filter(|zone| !table.cards_in(*zone).is_empty());
        let piles = [Zone::Draw, Zone::Discard].into_iter().chain(named).chain(lying);
        PositionInfo {
            turn: TurnInfo {
                seat: notation.seat_name(turns.current),
                owed: turns.owed,
                attacked: turns.attacked,
                reversed: turns.reversed,
            },
            outcome: self.outcome_info(),
            seats: table.seats().map(seat).collect(),
            piles: piles
                .map(|zone| PileInfo {
                    zone: notation.zone_info(zone),
                    cards: self.cards_info(table, zone),
                })
                .collect(),
            counters: self.counters_info(table),
            card_counters: self.card_counters_info(table),
            stack: table.stack.iter().map(|action| self.action_info(action)).collect(),
        }
    }

    /// The counters of a table.
    #[must_use]
    pub fn counters_info(&self, table: &Table) -> Vec<CounterInfo> {
        let notation = self.notation();
        let info = |(slot, value): (usize, &i64)| {
            let (owner, name) = notation.rules.counter_at(slot as u16);
            let owner = owner.map(|owner| notation.seat_name(owner));
            CounterInfo { owner, name: name.to_string(), value: *value }
        };
        table.counters.iter().enumerate().map(info).collect()
    }

    /// The counters of cards that are not 0, with who knows the card: by zone, without the order of
    /// the cards in it, which is not public.
    fn counted_cards(&self, table: &Table) -> Vec<(CardCounter, i64, SeatSet)> {
        let n_names = self.notation().rules.card_counters.len();
        let mut found = Vec::new();
        for zone in table.zones.all().filter(|zone| *zone != Zone::Box && n_names > 0) {
            let mut here = Vec::new();
            for card in table.cards_in(zone) {
                let (kind, known) = (table.kind(*card), table.cards[card.index()].known);
                let values = (0..).zip(&table.card_counters[card.index() * n_names..][..n_names]);
                let set = values.filter(|(_, value)| **value != 0);
                here.extend(
                    set.map(|(slot, value)| (CardCounter { kind, zone, slot }, *value, known)),
                );
            }
            here.sort_by_key(|(counter, value, _)| (counter.kind, counter.slot, *value));
            found.extend(here);
        }
        found
    }

    fn card_counter_info(&self, counter: CardCounter, value: i64) -> CardCounterInfo {
        let notation = self.notation();
        CardCounterInfo {
            card: notation.kind(counter.kind).into(),
            zone: notation.zone_info(counter.zone),
            name: notation.rules.card_counters[usize::from(counter.slot)].to_string(),
            value,
        }
    }

    fn card_counters_info(&self, table: &Table) -> Vec<Secret<CardCounterInfo>> {
        let secret =
            |(counter, value, known)| Secret::new(self.card_counter_info(counter, value), known);
        self.counted_cards(table).into_iter().map(secret).collect()
    }

    /// The counters that all cards of a kind in a zone have alike: what `:set` can set.
    fn common_counters(&self) -> Vec<(CardCounter, i64)> {
        let table = self.table();
        let counters = self.counted_cards(table);
        let alike = counters.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).filter(|alike| {
            let CardCounter { kind, zone, .. } = alike[0].0;
            table.cards_in(zone).iter().filter(|card| table.kind(**card) == kind).count()
                == alike.len()
        });
        alike.map(|alike| (alike[0].0, alike[0].1)).collect()
    }

    /// The inputs that lay out the position.
    #[must_use]
    pub fn layout(&self) -> Vec<String> {
        let (table, notation) = (self.table(), self.notation());
        let spec = position::print(&position::of_table(table, notation), notation);
        let counters = table.counters.iter().enumerate().map(|(slot, value)| {
            let (owner, name) = notation.rules.counter_at(slot as u16);
            let owner =
                owner.map_or_else(String::new, |owner| notation.seat(owner).to_owned() + ".");
            format!(":set {owner}{name} {value}")
        });
        let of_cards = self.common_counters().into_iter().map(|(counter, value)| {
            let (kind, zone) = (&notation.kind(counter.kind).id, notation.zone(counter.zone));
            let name = &notation.rules.card_counters[usize::from(counter.slot)];
            format!(":set {kind}.{name} in {zone} {value}")
        });
        std::iter::once(format!(":table {spec}")).chain(counters).chain(of_cards).collect()
    }

    /// The parameters of the game.
    #[must_use]
    pub fn started(&self) -> StartedInfo {
        StartedInfo {
            variant: self.header.variant.clone(),
            title: self.loaded.ruleset.name.clone(),
            names: self.header.names.iter().map(|name| name.as_str().into()).collect(),
            seed: self.header.seed,
        }
    }

    /// The result of the game; `None` while it goes on.
    #[must_use]
    pub fn outcome_info(&self) -> Option<OutcomeInfo> {
        let table = self.game.table();
        table.outcome.is_over.then(|| self.outcome_on(table))
    }

    /// The winners, losers and scores of a table, best first.
    pub(in crate::debugger) fn outcome_on(&self, table: &Table) -> OutcomeInfo {
        let (notation, outcome) = (self.notation(), &table.outcome);
        let names = |seats: SeatSet| seats.iter().map(|seat| notation.seat_name(seat)).collect();
        let ranked = outcome.ranking(table.n_seats()).into_iter();
        let scores = ranked.flat_map(|seats| seats.iter().collect::<Vec<_>>()).filter_map(|seat| {
            Some(ScoreInfo { player: notation.seat_name(seat), score: outcome.score(seat)? })
        });
        OutcomeInfo {
            winners: names(outcome.winners),
            losers: names(outcome.losers),
            scores: scores.collect(),
        }
    }

    /// The cards of a zone with their audiences: a hand sorted, any other zone top first.
    #[must_use]
    pub fn cards_info(&self, table: &Table, zone: Zone) -> Vec<Secret<PlacedCard>> {
        let mut cards = table.cards_in(zone).to_vec();
        if matches!(zone, Zone::Hand(_)) {
            cards.sort_by_key(|card| (table.kind(*card), table.cards[card.index()].is_turned));
        }
        let secret = |card: &crate::kernel::CardId| {
            let state = table.cards[card.index()];
            let kind = self.notation().kind(state.kind).into();
            Secret::new(PlacedCard { kind, turned: state.is_turned }, state.known)
        };
        cards.iter().map(secret).collect()
    }

    /// The picture that the rules draw of the position, if any.
    #[must_use]
    pub fn picture(&self) -> Option<String> {
        let mut fork = self.fork();
        let host = fork.loaded.host.clone();
        fork.game.sandbox_edit(|context| Ok(host.picture(context))).ok().flatten()
    }

    /// The current location.
    #[must_use]
    pub fn location_info(&self) -> Location {
        let ply = self.timeline.ply();
        let within = self
            .timeline
            .inside()
            .map(|n_done| PlyProgress { n_done, n_events: self.steps(ply).events.len() });
        Location { ply, last_ply: self.timeline.last_ply(), input: self.input_info(ply), within }
    }

    /// The input of a ply; `None` for the start.
    #[must_use]
    pub fn input_info(&self, ply: usize) -> Option<InputInfo> {
        let entry = self.timeline.entry(ply)?;
        let record = entry.record.as_ref()?;
        let audience = self.input_audience(ply);
        let redacted = match record.input {
            Input::Table(_) => ":table …",
            Input::Seed(_) => ":seed …",
            Input::Eval(_) => "= …",
            Input::Set(..) => ":set …",
            Input::Answers(_) => "…",
        };
        let answers = match &record.input {
            Input::Answers(answers) if answers.len() > 1 => {
                answers.iter().map(|given| (given.seat.clone(), given.option.clone())).collect()
            }
            _ => Vec::new(),
        };
        Some(InputInfo {
            ply,
            seat: entry.seat.map(|seat| self.notation().seat_name(seat)),
            typed: Secret::new(record.typed.clone(), audience),
            redacted: redacted.to_owned(),
            answers: Secret::new(answers, audience),
        })
    }

    /// The audience of an input. Plays and responses are public; an answer to a script's question
    /// is known to the two players involved.
    fn input_audience(&self, ply: usize) -> SeatSet {
        let Some(entry) = self.timeline.entry(ply) else { return SeatSet::ALL };
        match entry.record.as_ref().map(|record| &record.input) {
            // A counter of cards names a place.
            Some(Input::Set(counter, _)) if counter.contains(" in ") => SeatSet::NONE,
            None | Some(Input::Set(..)) => SeatSet::ALL,
            Some(Input::Table(_) | Input::Seed(_) | Input::Eval(_)) => SeatSet::NONE,
            Some(Input::Answers(_)) => {
                let before = entry.parent.map(|parent| self.timeline.entry_at(parent));
                let asked = before.and_then(|entry| entry.snapshot.decision());
                match asked {
                    Some(asked) if matches!(asked.prompt, Prompt::Text(_)) && !asked.announcing => {
                        if asked.seat == Seat::CHANCE {
                            SeatSet::NONE
                        } else {
                            SeatSet::one(asked.seat)
                        }
                    }
                    _ => SeatSet::ALL,
                }
            }
        }
    }
}
