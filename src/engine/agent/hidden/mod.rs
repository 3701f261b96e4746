//! The cards that a seat does not know: where they may be, and how they are dealt at random.

mod evidence;
mod group;
mod hooks;
mod limits;
mod placing;

use crate::kernel::rng::Streams;
use crate::kernel::rules::Holds;
use crate::kernel::table::Whereabouts;
use crate::kernel::{CardId, Kind, Moment, Observation, Rules, Seat, Table, Value, Zone};
pub use evidence::Evidence;
use group::{Deck, Face, HiddenGroup, Place, Places};
use limits::Limits;
pub use placing::AT_NEXT_DRAW;
use placing::ChosenPlaces;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
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
    /// The slots of the secret counters that it does not know.
    secrets: Vec<u16>,
    /// Whether the seat knows more of the draw pile than that.
    is_vague: bool,
    /// The places that another player has chosen for some of them.
    chosen: Option<ChosenPlaces>,
}

/// A hand whose player has let windows pass.
#[derive(Clone, Debug)]
struct QuietHand {
    /// The cards in it that the observing seat does not know.
    cards: SmallVec<[CardId; 16]>,
    /// How probable it is that the player would have passed with an answer.
    likelihood: f64,
}

/// A deal is replaced this often if the plays so far speak against it.
const MAX_DEALS: usize = 8;

impl HiddenCards {
    /// Returns the cards of a table that a seat does not know.
    pub fn of(table: &Table, rules: &Rules, seat: Seat, evidence: &Evidence) -> Self {
        let deck = Deck { table, rules, seat, evidence };
        let mut unknown = unknown(table, rules, seat);
        let mut groups = Vec::new();
        let mut pinned = Vec::new();
        let mut settled: SmallVec<[CardId; 8]> = SmallVec::new();
        for mut mixed in table.whereabouts(rules, seat) {
            mixed.cards.retain(|card| !settled.contains(card));
            if mixed.faces.len() == mixed.cards.len() {
                let is_other = |card: &CardId| !mixed.cards.contains(card);
                unknown.iter_mut().for_each(|cards| cards.retain(is_other));
                settled.extend(mixed.cards.iter().copied());
                groups.push(deck.group(mixed.cards.into_vec(), &[]));
            } else {
                pinned.push(mixed);
            }
        }
        unknown.retain(|cards| !cards.is_empty());
        groups.extend(unknown.into_iter().map(|cards| deck.group(cards, &pinned)));
        let is_vague = table.mixed.groups().is_vague(seat);
        Self { groups, is_vague, secrets: secrets(table, rules, seat), ..Self::default() }
    }

    /// Creates them with cards that another player has placed unseen where that player's opponents
    /// draw, in the share [`AT_NEXT_DRAW`].
    pub fn placed(self, table: &Table, seat: Seat) -> Self {
        Self { chosen: ChosenPlaces::of(table, seat), ..self }
    }

    /// Creates them with answers dealt to a hand less often the more windows its player has let
    /// pass.
    pub fn weighted(
        mut self,
        table: &Table,
        rules: &Rules,
        seat: Seat,
        evidence: &Evidence,
    ) -> Self {
        for (kind, _) in self.groups.iter().flat_map(|(group, _)| &group.others) {
            if rules.kind(*kind).at(Moment::Card) && !self.answers.contains(kind) {
                self.answers.push(*kind);
            }
        }
        let hand = |other: Seat| QuietHand {
            cards: table.hand(other).iter().copied().filter(|c| !table.knows(seat, *c)).collect(),
            likelihood: evidence.likelihood(other),
        };
        let quiet = table.turns.alive.without(seat).iter().map(hand);
        self.quiet = quiet.filter(|hand| hand.likelihood < 1.0).collect();
        self
    }

    /// Deals the cards at random, on a copy of the table they are of.
    pub fn deal(&self, table: &mut Table, rules: &Rules, rng: &mut Pcg64Mcg) {
        for _ in 0..MAX_DEALS {
            for (group, limits) in &self.groups {
                let mut places = Places::from_slice(&group.places);
                if !group.pinned.is_empty() {
                    let pinned = group.deal_pinned(&mut places, rng);
                    HiddenGroup::lay(table, rules, pinned);
                }
                match limits.as_ref().and_then(|limits| limits.deal(group, &places, rng)) {
                    Some(dealt) => HiddenGroup::lay(table, rules, dealt),
                    None => group.deal(&mut places, table, rules, rng),
                }
            }
            if self.quiet.iter().all(|hand| self.is_accepted(hand, table, rng)) {
                break;
            }
        }
        if let Some(chosen) = self.chosen {
            chosen.prefer_top(table, rules, rng);
        }
        for slot in &self.secrets {
            sample_counter(table, rules, *slot, rng);
        }
        table.count_hands();
        table.rng = Streams::new(rng.random());
    }

    /// The possible kinds of a hidden card outside of hands, with their probabilities; `None` if
    /// there is no simple formula for them.
    pub fn kinds_of(&self, card: CardId) -> Option<Vec<(Kind, f64)>> {
        let mut groups = self.groups.iter();
        let (place, (group, limits)) = groups.find_map(|group| {
            let mut places = group.0.places.iter();
            Some((*places.find(|place| place.card == card)?, group))
        })?;
        if self.is_vague {
            return None;
        }
        let mut kinds = match limits {
            Some(limits) => limits.kinds_at(group, place)?,
            None => group.kinds_at(place)?,
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
        !has_answer || rng.random_bool(hand.likelihood)
    }
}

/// The counters that a seat does not see. Whether something is in one is public, so one that holds
/// nothing is not secret.
fn secrets(table: &Table, rules: &Rules, seat: Seat) -> Vec<u16> {
    if !rules.has_secrets {
        return Vec::new();
    }
    let is_secret = |slot: &u16| {
        !table.counter_audience(rules, *slot).has(seat)
            && table.counter(rules, *slot) != Value::Unit
    };
    (0..table.counters.len() as u16).filter(is_secret).collect()
}

/// Puts a random value into a counter: one that it can hold.
fn sample_counter(table: &mut Table, rules: &Rules, slot: u16, rng: &mut Pcg64Mcg) {
    let value = match &rules.counter_at(slot).1.holds {
        Holds::Number(low, high) => Value::Int(rng.random_range(*low..=*high)),
        Holds::Kind => {
            let kinds = (0..rules.kinds.len()).filter(|kind| rules.kinds[*kind].is_in_box);
            let kinds: Vec<usize> = kinds.collect();
            let Some(kind) = kinds.choose(rng) else { return };
            Value::Kind(Kind(*kind as u16))
        }
        Holds::Player => Value::Player(Seat(rng.random_range(0..table.n_seats()) as u8)),
        Holds::Text(texts) => match texts.choose(rng) {
            Some(text) => Value::Text(text.clone()),
            None => return,
        },
    };
    table.put_into_counter(rules, slot, &value);
}

impl Deck<'_> {
    /// Groups cards that may be permuted, as far as the seat knows.
    fn group(&self, cards: Vec<CardId>, mixed: &[Whereabouts]) -> (HiddenGroup, Option<Limits>) {
        let Self { table, rules, .. } = *self;
        // A card that lies face up would be seen in a hand.
        let is_hazard =
            |(kind, is_face_up): &Face| *is_face_up || table.is_kept_out_of_hands(rules, *kind);
        let mut faces: Vec<Face> = cards.iter().map(|card| table.face(rules, *card)).collect();
        faces.sort_unstable();
        let mut found = Vec::new();
        for Whereabouts { cards: places, faces: known } in mixed {
            if !places.iter().all(|card| cards.contains(card)) {
                continue;
            }
            for face in known {
                if let Some(at) = faces.iter().position(|other| other == face) {
                    found.push((faces.remove(at), places));
                }
            }
        }
        let (hazards, others): (Vec<Face>, Vec<Face>) = faces.into_iter().partition(is_hazard);
        let place = |card| {
            let zone = table.zones.zone_of(card);
            let is_top = || table.cards_in(zone).first() == Some(&card);
            let is_dark = !matches!(zone, Zone::Hand(_)) && !rules.is_face_up(zone);
            Place { card, zone, is_gained: false, hides_faces: is_dark && !is_top() }
        };
        let mut places: Vec<Place> = cards.into_iter().map(place).collect();
        let limits = Limits::of(*self, &mut places, &hazards, &others);
        let mut group = HiddenGroup { places, hazards, others, pinned: Vec::new() };
        // Without limits a hazard is outside of hands.
        let is_nowhere_else = limits.is_none()
            && group.n_outside() >= group.hazards.len() + found.len()
            && found.iter().all(|(face, places)| {
                is_hazard(face) && group.is_anywhere(*face, |card| places.contains(&card))
            });
        if is_nowhere_else {
            group.hazards.extend(found.into_iter().map(|(face, _)| face));
        } else {
            for (face, places) in found {
                group.pin(face, is_hazard(&face), |card| places.contains(&card));
            }
        }
        group.hazards.sort_unstable();
        if limits.is_none() {
            group.pin_hazards();
        }
        (group, limits)
    }
}

/// Samples a table consistent with what `seat` knows of this one, without the course of the game:
/// the unknown cards are permuted at random. Known cards stay, and a hazard (a kind that acts where
/// it is gained, and that the setup did not deal) is dealt to a hand only beside a card that hears
/// of explosions, or if no other position is left.
pub fn determinized(table: &Table, rules: &Rules, seat: Seat, rng: &mut Pcg64Mcg) -> Table {
    let mut guess = table.clone();
    HiddenCards::of(table, rules, seat, &Evidence::default()).deal(&mut guess, rules, rng);
    guess
}

/// Returns the cards unknown to a seat, in groups that may be permuted. Cards discarded to the same
/// pile belong to one deck; two decks that share no hidden zone are kept apart. All hands and the
/// draw pile count as one zone: otherwise the groups would tell of which deck a card in a hand is.
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

impl Observation<'_> {
    /// Returns the ways in which the cards that the seat does not know may lie.
    pub fn hidden_cards(&self) -> HiddenCards {
        let (table, seat) = (self.table(), self.seat());
        HiddenCards::of(table, self.rules(), seat, &Evidence::default()).placed(table, seat)
    }

    /// Returns the hidden cards as the course of the game makes them likely: a player who has let
    /// windows pass probably holds no answer, and a card that another player has placed unseen is
    /// probably where that player's opponents draw.
    pub fn likely_cards(&self, evidence: &Evidence) -> HiddenCards {
        let (table, rules, seat) = (self.table(), self.rules(), self.seat());
        let hidden = HiddenCards::of(table, rules, seat, evidence).placed(table, seat);
        hidden.weighted(table, rules, seat, evidence)
    }

    /// Samples a table that agrees with the seat's knowledge; everything else is dealt at random.
    pub fn determinized(&self, rng: &mut Pcg64Mcg) -> Table {
        determinized(self.table(), self.rules(), self.seat(), rng)
    }

    /// Deals the hidden cards into a table that is reused; `hidden` are
    /// [`Observation::hidden_cards`] or [`Observation::likely_cards`].
    pub fn sample(&self, hidden: &HiddenCards, sampled: &mut Table, rng: &mut Pcg64Mcg) {
        sampled.clone_from(self.table());
        hidden.deal(sampled, self.rules(), rng);
    }
}
