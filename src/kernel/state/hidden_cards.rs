//! The cards that a seat does not know: where they may be, and how they are dealt at random.

use super::deal_limits::Limits;
use super::hidden_group::{HiddenGroup, Place};
use super::table::Table;
use super::view::unknown;
use crate::kernel::card::{CardId, Kind, Seat};
use crate::kernel::model::moment::Moment;
use crate::kernel::rng;
use crate::kernel::rules::Rules;
use rand_pcg::Pcg64Mcg;
use smallvec::SmallVec;

/// The cards that a seat does not know, and where they may lie.
#[derive(Clone, Debug, Default)]
pub struct HiddenCards {
    /// The groups, with what is known of their places besides that hazards are not in hands.
    groups: Vec<(HiddenGroup, Option<Limits>)>,
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
            (HiddenGroup { places, hazards, others }, limits)
        };
        let groups = unknown(table, rules, seat).into_iter().map(group).collect();
        Self { groups, ..Self::default() }
    }

    /// The same, with answers dealt to a hand less often the more windows its player has let pass.
    #[must_use]
    pub fn weighted(mut self, table: &Table, rules: &Rules, seat: Seat) -> Self {
        for (kind, _) in self.groups.iter().flat_map(|(group, _)| &group.others) {
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
            for (group, limits) in &self.groups {
                match limits.as_ref().and_then(|limits| limits.deal(group, rng)) {
                    Some(dealt) => HiddenGroup::lay(table, dealt.into_iter()),
                    None => group.deal(table, rng),
                }
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
        let mut groups = self.groups.iter();
        let (place, (group, limits)) = groups.find_map(|group| {
            let mut places = group.0.places.iter();
            Some((*places.find(|place| place.card == card)?, group))
        })?;
        let mut kinds = match limits {
            Some(limits) => limits.kinds_at(group, place)?,
            None => group.kinds_at(),
        };
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

/// Samples a table consistent with the knowledge of `seat`: the unknown cards are permuted at
/// random. Known cards stay, and a hazard (a kind that acts where it is gained, and that the setup
/// did not deal) is dealt to a hand only if no other position is left.
#[must_use]
pub fn determinized(table: &Table, rules: &Rules, seat: Seat, rng: &mut Pcg64Mcg) -> Table {
    let mut guess = table.clone();
    HiddenCards::of(table, rules, seat).deal(&mut guess, rng);
    guess
}
