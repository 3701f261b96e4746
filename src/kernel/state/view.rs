//! The view of one seat: the table with all unknown cards masked.

use super::table::Table;
use crate::kernel::action::Action;
use crate::kernel::card::{CardId, Kind, Seat, SeatSet};
use crate::kernel::model::moment::Moment;
use crate::kernel::rng;
use crate::kernel::rules::Rules;
use crate::kernel::turns::TurnQueue;
use crate::kernel::zone::Zone;
use rand_pcg::Pcg64Mcg;
use smallvec::SmallVec;
use std::rc::Rc;

/// A zone as one seat sees it, top first; `None` is a card it does not know.
pub type Masked = Vec<Option<Kind>>;

/// The knowledge of one seat, remembered cards included: a card it peeked at stays known until a
/// shuffle or an unseen insertion moves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The seat.
    pub seat: Seat,
    /// Every non-empty zone, masked. Hands are sorted, so that their order reveals nothing.
    pub zones: Vec<(Zone, Masked)>,
    /// The turn queue: public.
    pub turns: TurnQueue,
    /// The counters: public.
    pub counters: Vec<i64>,
    /// The scores by seat, empty until one is set: public.
    pub scores: Vec<Option<i64>>,
    /// The actions that may be answered, the latest last, with their announced values: public.
    pub stack: Vec<Rc<Action>>,
}

impl View {
    /// Returns what a seat knows of a table.
    #[must_use]
    pub fn of(table: &Table, seat: Seat) -> Self {
        let zones = table.zones.all().filter(|zone| table.zones.len(*zone) > 0);
        let zones = zones.map(|zone| (zone, Self::zone(table, zone, seat))).collect();
        let stack = table.stack.clone();
        let (turns, scores) = (table.turns.clone(), table.outcome.scores.clone());
        Self { seat, zones, turns, counters: table.counters.clone(), scores, stack }
    }

    /// Returns what a seat knows of one zone.
    #[must_use]
    pub fn zone(table: &Table, zone: Zone, seat: Seat) -> Masked {
        let mask = |card: &CardId| table.knows(seat, *card).then(|| table.kind(*card));
        let mut masked: Masked = table.cards_in(zone).iter().map(mask).collect();
        if matches!(zone, Zone::Hand(_)) {
            masked.sort_by_key(|kind| (kind.is_none(), *kind));
        }
        masked
    }

    /// Returns a zone of the view; empty if it holds no card.
    #[must_use]
    pub fn cards(&self, zone: Zone) -> &[Option<Kind>] {
        self.zones.iter().find(|(z, _)| *z == zone).map_or(&[], |(_, cards)| cards)
    }
}

/// Returns the cards unknown to a seat, in groups that may be permuted. Cards discarded to the same
/// pile belong to one deck; two decks that share no hidden zone are kept apart. All hands and the
/// draw pile count as one zone: otherwise the groups would tell of which deck a card in a hand is.
#[must_use]
pub fn unknown(table: &Table, rules: &Rules, seat: Seat) -> Vec<Vec<CardId>> {
    let mut groups: Vec<(Vec<Zone>, Vec<Zone>, Vec<CardId>)> = Vec::new();
    let has_hidden = |zone: &Zone| table.has_turned || !rules.is_face_up(*zone);
    for zone in table.zones.all().filter(has_hidden) {
        let mut cards = table.cards_in(zone).iter().copied();
        let zone = if matches!(zone, Zone::Hand(_)) { Zone::Draw } else { zone };
        while let Some(card) = cards.find(|card| !table.knows(seat, *card)) {
            let home = rules.kind(table.kind(card)).home;
            let is_in = |(zones, homes, _): &&mut (Vec<Zone>, Vec<Zone>, Vec<CardId>)| {
                zones.contains(&zone) && homes.contains(&home)
            };
            if let Some((.., members)) = groups.iter_mut().find(is_in) {
                members.push(card);
                continue;
            }
            let is_met = |(zones, homes, _): &(Vec<Zone>, Vec<Zone>, _)| {
                zones.contains(&zone) || homes.contains(&home)
            };
            let mut met = groups.extract_if(.., |group| is_met(group));
            let (mut zones, mut homes, mut members) = met.next().unwrap_or_default();
            for (more_zones, more_homes, more) in met {
                zones.extend(more_zones);
                homes.extend(more_homes);
                members.extend(more);
            }
            if !zones.contains(&zone) {
                zones.push(zone);
            }
            if !homes.contains(&home) {
                homes.push(home);
            }
            members.push(card);
            groups.push((zones, homes, members));
        }
    }
    groups.into_iter().map(|(.., members)| members).collect()
}

/// The cards that a seat does not know, and where they may lie.
#[derive(Clone, Debug, Default)]
pub struct HiddenCards {
    groups: Vec<HiddenGroup>,
    /// Hands that probably hold no answer.
    quiet: Vec<QuietHand>,
    /// The hidden kinds that answer plays.
    answers: SmallVec<[Kind; 8]>,
}

/// A hand whose player has let windows pass.
#[derive(Clone, Debug)]
struct QuietHand {
    /// The cards in it that the observing seat does not know.
    cards: SmallVec<[CardId; 16]>,
    /// How probable it is, in parts of [`CERTAIN`], that the player would have passed with an
    /// answer.
    likelihood: u32,
}

/// The likelihood of what is certain.
const CERTAIN: u32 = 1 << 16;

/// A deal is replaced this often if the plays so far speak against it.
const MAX_DEALS: usize = 8;

/// Cards that may be permuted.
#[derive(Clone, Debug, Default)]
struct HiddenGroup {
    /// Their positions, and in whose hand.
    places: Vec<(CardId, Option<Seat>)>,
    /// The kinds and faces of cards that are in a hand only if no other position is left, sorted,
    /// so that the result does not depend on hidden information.
    hazards: Vec<(Kind, bool)>,
    /// The kinds and faces of the others, sorted.
    others: Vec<(Kind, bool)>,
}

impl HiddenCards {
    /// Returns the cards of a table that a seat does not know.
    #[must_use]
    pub fn of(table: &Table, rules: &Rules, seat: Seat) -> Self {
        let group = |places: Vec<CardId>| {
            // A card with its other face up would be seen in a hand.
            let is_hazard = |(kind, is_turned): &(Kind, bool)| {
                *is_turned || table.is_kept_out_of_hands(rules, *kind)
            };
            let card = |card: &CardId| (table.kind(*card), table.cards[card.index()].is_turned);
            let (mut hazards, mut others): (Vec<_>, Vec<_>) =
                places.iter().map(card).partition(is_hazard);
            hazards.sort_unstable();
            others.sort_unstable();
            let place = |card: CardId| match table.zones.zone_of(card) {
                Zone::Hand(owner) => (card, Some(owner)),
                _ => (card, None),
            };
            let places = places.into_iter().map(place).collect();
            HiddenGroup { places, hazards, others }
        };
        let groups = unknown(table, rules, seat).into_iter().map(group).collect();
        Self { groups, ..Self::default() }
    }

    /// The same, with answers dealt to a hand less often the more windows its player has let pass.
    #[must_use]
    pub fn weighted(mut self, table: &Table, rules: &Rules, seat: Seat) -> Self {
        for (kind, _) in self.groups.iter().flat_map(|group| &group.others) {
            if rules.kind(*kind).at(Moment::Card) && !self.answers.contains(kind) {
                self.answers.push(*kind);
            }
        }
        let hand = |other: Seat| QuietHand {
            cards: table.hand(other).iter().copied().filter(|c| !table.knows(seat, *c)).collect(),
            likelihood: (table.unanswered.likelihood(other) * f64::from(CERTAIN)) as u32,
        };
        let quiet = table.turns.alive.without(seat).iter().map(hand);
        self.quiet = quiet.filter(|hand| hand.likelihood < CERTAIN).collect();
        self
    }

    /// Deals the cards at random, on a copy of the table they are of.
    pub fn deal(&self, table: &mut Table, rng: &mut Pcg64Mcg) {
        for _ in 0..MAX_DEALS {
            for group in &self.groups {
                group.deal(table, rng);
            }
            if self.quiet.iter().all(|hand| self.is_accepted(hand, table, rng)) {
                break;
            }
        }
        table.count_hands();
        table.rng = rng::Streams::new(u64::from(rng::below(rng, u32::MAX)));
    }

    fn is_accepted(&self, hand: &QuietHand, table: &Table, rng: &mut Pcg64Mcg) -> bool {
        let has_answer = hand.cards.iter().any(|card| self.answers.contains(&table.kind(*card)));
        !has_answer || rng::below(rng, CERTAIN) < hand.likelihood
    }
}

impl HiddenGroup {
    fn deal(&self, table: &mut Table, rng: &mut Pcg64Mcg) {
        let shuffled = |rng: &mut Pcg64Mcg, items: &[(Kind, bool)]| {
            let mut items: SmallVec<[(Kind, bool); 128]> = items.iter().copied().collect();
            rng::shuffle(rng, &mut items);
            items
        };
        let mut places: SmallVec<[_; 128]> = self.places.iter().copied().collect();
        rng::shuffle(rng, &mut places);
        let hazards = shuffled(rng, &self.hazards);
        let others = shuffled(rng, &self.others);
        let piled = places.iter().filter(|(_, owner)| owner.is_none());
        let held = places.iter().filter(|(_, owner)| owner.is_some());
        for ((place, owner), (kind, is_turned)) in
            piled.chain(held).zip(hazards.iter().chain(&others))
        {
            let card = &mut table.cards[place.index()];
            (card.kind, card.is_turned) = (*kind, *is_turned);
            // Knowledge of other seats about replaced cards is outdated, but they still know some
            // card.
            if let Some(owner) = owner {
                card.known = card.known.intersection(SeatSet::one(*owner));
            }
        }
    }
}

/// Samples a table consistent with the knowledge of `seat`: the unknown cards are permuted at
/// random. Known cards stay, and a hazard (a kind that acts where it is gained, and that the setup
/// did not deal) is dealt to a hand only if no other position is left.
#[must_use]
pub fn determinized(table: &Table, rules: &Rules, seat: Seat, rng: &mut Pcg64Mcg) -> Table {
    let mut guess = table.clone();
    HiddenCards::of(table, rules, seat).deal(&mut guess, rng);
    guess
}
