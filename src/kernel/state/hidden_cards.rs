//! The cards that a seat does not know: where they may be, and how they are dealt at random.

use super::deal_limits::Limits;
use super::table::Table;
use super::view::unknown;
use crate::kernel::card::{CardId, Kind, Seat, SeatSet};
use crate::kernel::model::moment::Moment;
use crate::kernel::rng;
use crate::kernel::rules::Rules;
use crate::kernel::zone::Zone;
use rand_pcg::Pcg64Mcg;
use smallvec::SmallVec;

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
pub(super) struct HiddenGroup {
    pub places: Vec<Place>,
    /// The kinds and faces of cards that are in a hand only if no other position is left, sorted,
    /// so that the result does not depend on hidden information.
    pub hazards: Vec<(Kind, bool)>,
    /// The kinds and faces of the others, sorted.
    pub others: Vec<(Kind, bool)>,
    /// What is known of the places besides that, if anything.
    limits: Option<Limits>,
}

/// The place of a hidden card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub card: CardId,
    pub zone: Zone,
    /// Whether it is in a hand and may hold a hazard.
    pub is_gained: bool,
}

impl Place {
    pub const fn owner(self) -> Option<Seat> {
        match self.zone {
            Zone::Hand(owner) => Some(owner),
            _ => None,
        }
    }
}

impl HiddenCards {
    /// Returns the cards of a table that a seat does not know.
    #[must_use]
    pub fn of(table: &Table, rules: &Rules, seat: Seat) -> Self {
        let group = |cards: Vec<CardId>| {
            // A card with its other face up would be seen in a hand.
            let is_hazard = |(kind, is_turned): &(Kind, bool)| {
                *is_turned || table.is_kept_out_of_hands(rules, *kind)
            };
            let card = |card: &CardId| (table.kind(*card), table.cards[card.index()].is_turned);
            let (mut hazards, mut others): (Vec<_>, Vec<_>) =
                cards.iter().map(card).partition(is_hazard);
            hazards.sort_unstable();
            others.sort_unstable();
            let place = |card| Place { card, zone: table.zones.zone_of(card), is_gained: false };
            let mut places: Vec<Place> = cards.into_iter().map(place).collect();
            let limits = Limits::of(table, rules, seat, &mut places, &hazards, &others);
            HiddenGroup { places, hazards, others, limits }
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

    /// The possible kinds of a hidden card outside of hands, with their probabilities; `None` if
    /// there is no simple formula for them.
    #[must_use]
    pub fn kinds_of(&self, card: CardId) -> Option<Vec<(Kind, f64)>> {
        let mut places = self
            .groups
            .iter()
            .flat_map(|group| group.places.iter().map(move |place| (group, *place)));
        let (group, place) = places.find(|(_, place)| place.card == card)?;
        let mut kinds = group.kinds_at(place)?;
        kinds.sort_unstable_by_key(|(kind, _)| *kind);
        kinds.dedup_by(|again, first| {
            let is_same = again.0 == first.0;
            first.1 += if is_same { again.1 } else { 0.0 };
            is_same
        });
        kinds.retain(|(_, chance)| *chance > 0.0);
        Some(kinds)
    }

    fn is_accepted(&self, hand: &QuietHand, table: &Table, rng: &mut Pcg64Mcg) -> bool {
        let has_answer = hand.cards.iter().any(|card| self.answers.contains(&table.kind(*card)));
        !has_answer || rng::below(rng, CERTAIN) < hand.likelihood
    }
}

impl HiddenGroup {
    /// The probability of each of its cards at a place outside of hands; `None` if there is no
    /// simple formula.
    fn kinds_at(&self, place: Place) -> Option<Vec<(Kind, f64)>> {
        if let Some(limits) = &self.limits {
            return limits.kinds_at(self, place);
        }
        let n_outside = self.places.iter().filter(|place| place.owner().is_none()).count();
        let hazard = 1.0 / n_outside.max(self.hazards.len()) as f64;
        let others = (1.0 - self.hazards.len() as f64 * hazard) / self.others.len() as f64;
        let hazards = self.hazards.iter().map(|(kind, _)| (*kind, hazard));
        Some(hazards.chain(self.others.iter().map(|(kind, _)| (*kind, others))).collect())
    }

    fn deal(&self, table: &mut Table, rng: &mut Pcg64Mcg) {
        if let Some(limits) = &self.limits
            && let Some(order) = limits.deal(self, rng)
        {
            return self.lay(table, order.into_iter());
        }
        let shuffled = |rng: &mut Pcg64Mcg, items: &[(Kind, bool)]| {
            let mut items: SmallVec<[(Kind, bool); 128]> = items.iter().copied().collect();
            rng::shuffle(rng, &mut items);
            items
        };
        let mut places: SmallVec<[Place; 128]> = self.places.iter().copied().collect();
        rng::shuffle(rng, &mut places);
        let hazards = shuffled(rng, &self.hazards);
        let others = shuffled(rng, &self.others);
        let piled = places.iter().filter(|place| place.owner().is_none());
        let held = places.iter().filter(|place| place.owner().is_some());
        let cards = hazards.iter().chain(&others).copied();
        self.lay(table, piled.chain(held).copied().zip(cards));
    }

    fn lay(&self, table: &mut Table, cards: impl Iterator<Item = (Place, (Kind, bool))>) {
        for (place, (kind, is_turned)) in cards {
            let card = &mut table.cards[place.card.index()];
            (card.kind, card.is_turned) = (kind, is_turned);
            // Knowledge of other seats about replaced cards is outdated, but they still know some
            // card.
            if let Some(owner) = place.owner() {
                card.known = card.known.intersection(SeatSet::one(owner));
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
