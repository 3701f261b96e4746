//! A position: the cards of each zone, the turn, the counters.

use super::counters::CounterValue;
use super::info::{ActionInfo, ValueInfo, ZoneInfo};
use super::names::{KindName, Names, PlacedCard, SeatName};
use super::secret::{Redact, Secret, Viewer, public, redact_fields};
use crate::kernel::{Action, CardId, Kind, Seat, SeatSet, Table, Zone};
use serde::{Deserialize, Serialize};

/// A position, in full or as one seat knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionInfo {
    /// Whose turn it is; in a setup who will begin.
    pub turn: TurnInfo,
    /// Whether the setup is still asking, so that no turn has begun.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub setup: bool,
    /// The outcome; `None` while the game goes on.
    pub outcome: Option<OutcomeInfo>,
    /// The teams by their numbers; empty if everybody plays alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Vec<SeatName>>,
    /// The players in seat order.
    pub seats: Vec<SeatInfo>,
    /// The piles.
    pub piles: Vec<PileInfo>,
    /// The counters.
    pub counters: Vec<CounterInfo>,
    /// The counters of cards that are not 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub card_counters: Vec<Secret<CardCounterInfo>>,
    /// The actions that wait for an answer or for their effect, latest last.
    pub stack: Vec<StackedInfo>,
}

/// Whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnInfo {
    /// The current player.
    pub seat: SeatName,
    /// The number of turns owed, including the current one.
    pub owed: u32,
    /// Whether they come from an attack.
    pub attacked: bool,
    /// Whether play goes counter-clockwise.
    pub reversed: bool,
}

/// How a game ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutcomeInfo {
    /// Who has won; several share the win.
    pub winners: Vec<SeatName>,
    /// Who was named a loser by the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub losers: Vec<SeatName>,
    /// The scores, best first; empty in a game without scores.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<ScoreInfo>,
}

/// The score of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreInfo {
    /// The player.
    pub player: SeatName,
    /// The score.
    pub score: i64,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatInfo {
    /// The name.
    pub name: SeatName,
    /// Whether the player is in the game.
    pub alive: bool,
    /// Whether the hand is face down to the player, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blind: bool,
    /// The hand: known cards first, sorted.
    pub hand: Vec<Secret<PlacedCard>>,
    /// Cards that are among the unknown ones of the hand.
    #[serde(flatten)]
    pub hand_among: AmongInfo,
    /// The cards in front of the player.
    pub front: Vec<Secret<PlacedCard>>,
    /// The score; none before it is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
}

/// A pile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PileInfo {
    /// Which.
    #[serde(flatten)]
    pub zone: ZoneInfo,
    /// Its cards, top first.
    pub cards: Vec<Secret<PlacedCard>>,
    /// Cards that are among the unknown ones.
    #[serde(flatten)]
    pub among: AmongInfo,
}

/// The cards that the viewer knows to be in a zone, though not where; none where no viewer is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AmongInfo {
    /// Cards that are among the unknown ones.
    #[serde(rename = "among", skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<PlacedCard>,
    /// The cards by seat.
    #[serde(skip)]
    by_seat: Vec<(Seat, Vec<PlacedCard>)>,
}

impl Redact for AmongInfo {
    fn redact(&mut self, viewer: &Viewer) {
        let known = std::mem::take(&mut self.by_seat).into_iter();
        self.cards = known.filter(|(seat, _)| *seat == viewer.seat).flat_map(|(_, c)| c).collect();
    }
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CounterInfo {
    /// Whose; none: of the table.
    pub owner: Option<SeatName>,
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Secret<CounterValue>,
}

/// A counter of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardCounterInfo {
    /// The card.
    pub card: KindName,
    /// Where it lies.
    pub zone: ZoneInfo,
    /// The name of the counter.
    pub name: String,
    /// Its value.
    pub value: CounterValue,
}

/// An action on the stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StackedInfo {
    /// The action.
    #[serde(flatten)]
    pub action: ActionInfo,
    /// The values announced with it.
    pub announced: Vec<ValueInfo>,
    /// Whether it was stopped.
    pub cancelled: bool,
}

public!(TurnInfo, OutcomeInfo, CardCounterInfo);

redact_fields!(CounterInfo: value);

impl Redact for PositionInfo {
    fn redact(&mut self, viewer: &Viewer) {
        self.seats.redact(viewer);
        self.piles.redact(viewer);
        self.counters.redact(viewer);
        // How many hidden cards have counters is hidden, too.
        self.card_counters.redact(viewer);
        self.card_counters.retain(|counter| counter.get().is_some());
    }
}

redact_fields!(PileInfo: cards, among);

impl Redact for SeatInfo {
    fn redact(&mut self, viewer: &Viewer) {
        self.hand.redact(viewer);
        // Stable sort: unknown cards go to the end, so that their position reveals nothing.
        self.hand.sort_by_key(|card| card.get().is_none());
        self.hand_among.redact(viewer);
        self.front.redact(viewer);
    }
}

/// A counter of cards that is not 0: of which kind and where, which counter and its value, and who
/// knows it.
pub(crate) type CountedCard = (Kind, Zone, u16, i64, SeatSet);

impl Names {
    /// Converts a position.
    pub fn position_info(&self, table: &Table) -> PositionInfo {
        let turns = &table.turns;
        let seat = |owner| SeatInfo {
            name: self.seat_name(owner),
            alive: turns.alive.has(owner),
            blind: table.blind.has(owner),
            hand: self.cards_info(table, Zone::Hand(owner)),
            hand_among: self.among_info(table, Zone::Hand(owner)),
            front: self.cards_info(table, Zone::Front(owner)),
            score: table.outcome.score(owner),
        };
        let teams = self.rules.teams.of(table.n_seats());
        let is_shown = |zone: &Zone| self.rules.pile(*zone).is_none_or(|rule| rule.is_shown);
        let named = self.rules.named_piles(table.n_seats()).filter(is_shown);
        let lying = Some(Zone::Table).filter(|zone| !table.cards_in(*zone).is_empty());
        let piles = [Zone::Draw, Zone::Discard].into_iter().chain(named).chain(lying);
        let pile = |zone| PileInfo {
            zone: self.zone_info(zone),
            cards: self.cards_info(table, zone),
            among: self.among_info(table, zone),
        };
        let counters = (0..).zip(self.counters_info(table));
        let counters = counters.filter(|(slot, _)| self.rules.counter_at(*slot).1.is_shown);
        PositionInfo {
            turn: TurnInfo {
                seat: self.seat_name(turns.current),
                owed: turns.owed,
                attacked: turns.attacked,
                reversed: turns.reversed,
            },
            setup: false,
            outcome: table.outcome.is_over.then(|| self.outcome_info(table)),
            teams: teams.iter().map(|team| self.seat_names(*team)).collect(),
            seats: table.seats().map(seat).collect(),
            piles: piles.map(pile).collect(),
            counters: counters.map(|(_, counter)| counter).collect(),
            card_counters: self.card_counters_info(table),
            stack: table.stack.iter().map(|action| self.stacked_info(action, table)).collect(),
        }
    }

    /// Converts an action on the stack.
    pub fn stacked_info(&self, action: &Action, table: &Table) -> StackedInfo {
        let announced = action.announced.iter().map(|value| self.value_info(value, table));
        StackedInfo {
            action: self.action_info(&action.reference(), table),
            announced: announced.collect(),
            cancelled: action.cancelled,
        }
    }

    /// The counters of a table.
    pub fn counters_info(&self, table: &Table) -> Vec<CounterInfo> {
        let info = |slot| {
            let (owner, rule) = self.rules.counter_at(slot);
            let owner = owner.map(|owner| self.seat_name(owner));
            CounterInfo { owner, name: rule.id.to_string(), value: self.counter_info(table, slot) }
        };
        (0..table.counters.len() as u16).map(info).collect()
    }

    /// Returns the content of a counter of the table or of a player, with those who see it. An
    /// empty one is public.
    pub fn counter_info(&self, table: &Table, slot: u16) -> Secret<CounterValue> {
        let value = self.counter_value(&table.counter(&self.rules, slot));
        match value.is_nothing() {
            true => Secret::public(value),
            false => Secret::new(value, table.counter_audience(&self.rules, slot)),
        }
    }

    /// The counters of cards that are not 0: by zone, without the order of the cards in it, which
    /// is not public.
    #[doc(hidden)]
    pub fn counted_cards(&self, table: &Table) -> Vec<CountedCard> {
        let n_names = self.rules.card_counters.len();
        let mut found = Vec::new();
        for zone in table.zones.all().filter(|zone| *zone != Zone::Box && n_names > 0) {
            let mut here: Vec<CountedCard> = Vec::new();
            for card in table.cards_in(zone) {
                let (kind, known) = (table.kind(*card), table.cards[card.index()].known);
                let values = (0..).zip(&table.card_counters[card.index() * n_names..][..n_names]);
                let is_shown = |slot: u16| self.rules.card_counters[usize::from(slot)].is_shown;
                let set = values.filter(|(slot, value)| **value != 0 && is_shown(*slot));
                here.extend(set.map(|(slot, value)| (kind, zone, slot, *value, known)));
            }
            here.sort_by_key(|(kind, _, slot, value, _)| (*kind, *slot, *value));
            found.extend(here);
        }
        found
    }

    fn card_counters_info(&self, table: &Table) -> Vec<Secret<CardCounterInfo>> {
        let secret = |(kind, zone, slot, value, known): CountedCard| {
            let info = CardCounterInfo {
                card: self.kind(kind).clone(),
                zone: self.zone_info(zone),
                name: self.rules.card_counters[usize::from(slot)].id.to_string(),
                value: self.counted(table, &self.rules.card_counters[usize::from(slot)], value),
            };
            Secret::new(info, known)
        };
        self.counted_cards(table).into_iter().map(secret).collect()
    }

    fn seat_names(&self, seats: SeatSet) -> Vec<SeatName> {
        seats.iter().map(|seat| self.seat_name(seat)).collect()
    }

    /// The winners, losers and scores of a table, best first.
    pub fn outcome_info(&self, table: &Table) -> OutcomeInfo {
        let outcome = &table.outcome;
        let ranked = outcome.ranking(table.n_seats()).into_iter();
        let scores =
            ranked.flat_map(|seats| seats.iter().collect::<Vec<Seat>>()).filter_map(|seat| {
                Some(ScoreInfo { player: self.seat_name(seat), score: outcome.score(seat)? })
            });
        OutcomeInfo {
            winners: self.seat_names(outcome.winners),
            losers: self.seat_names(outcome.losers),
            scores: scores.collect(),
        }
    }

    /// A card with what it has acquired.
    pub fn card(&self, table: &Table, card: CardId) -> PlacedCard {
        let state = table.cards[card.index()];
        let traits = match self.rules.has_traits {
            true => self.traits(&table.acquired_traits(&self.rules, card, false)),
            false => String::new(),
        };
        PlacedCard { kind: self.kind(state.kind).clone(), traits, turned: state.is_turned }
    }

    /// The cards that a seat knows to be in a zone, though not where.
    pub fn among(&self, table: &Table, zone: Zone, seat: Seat) -> Vec<PlacedCard> {
        let faces = table.known_among(&self.rules, zone, seat).into_iter();
        let card = |(kind, is_face_up)| PlacedCard {
            kind: self.kind(kind).clone(),
            traits: String::new(),
            turned: is_face_up != self.rules.is_face_up(zone),
        };
        faces.map(card).collect()
    }

    fn among_info(&self, table: &Table, zone: Zone) -> AmongInfo {
        let by_seat = table.seats().map(|seat| (seat, self.among(table, zone, seat)));
        AmongInfo { cards: Vec::new(), by_seat: by_seat.filter(|(_, c)| !c.is_empty()).collect() }
    }

    /// The cards of a zone with their audiences: a hand sorted, any other zone top first.
    pub fn cards_info(&self, table: &Table, zone: Zone) -> Vec<Secret<PlacedCard>> {
        let mut cards = table.cards_in(zone).to_vec();
        if matches!(zone, Zone::Hand(_)) {
            cards.sort_by_key(|card| {
                let counters = table.counters_of(&self.rules, *card);
                (table.kind(*card), table.cards[card.index()].is_turned, counters)
            });
        }
        let secret =
            |card: &CardId| Secret::new(self.card(table, *card), table.cards[card.index()].known);
        cards.iter().map(secret).collect()
    }
}
