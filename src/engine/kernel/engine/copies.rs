//! Cards of one kind that their player can tell apart: each is an option of its own.

use super::game::Game;
use crate::kernel::card::{CardId, Kind, Seat};
use crate::kernel::decision::{CardPlace, Choice, SetCopy, SetKinds};
use crate::kernel::fault::Stop;
use crate::kernel::rules::Rules;
use crate::kernel::table::Table;
use crate::kernel::zone::Zone;
use smallvec::SmallVec;
use std::sync::Arc;

/// The maximum number of options for the sets of one combo that differ in their copies only.
const MAX_SETS: usize = 200;

/// Cards of a kind that a player cannot tell apart.
#[derive(Debug)]
pub(super) struct Copy {
    /// How they are told from others of their kind.
    pub(super) place: CardPlace,
    /// The cards, the one that most other seats know first, so that no seat keeps outdated
    /// knowledge of a card that left the hand.
    pub(super) cards: SmallVec<[CardId; 4]>,
}

/// The copies of a kind that a player can tell apart.
pub(super) type Copies = SmallVec<[Copy; 2]>;

impl Game {
    /// Adds to the listed plays those that differ from them in the copies of their cards only.
    #[inline]
    pub(super) fn list_copies(&mut self, seat: Seat) -> Result<(), Stop> {
        // Cards that may be played alike are told apart by their faces, their counters or where
        // they lie.
        let Rules { card_counters, has_front_plays, .. } = &*self.rules;
        if self.effect.table.has_turned || !card_counters.is_empty() || *has_front_plays {
            self.list_told_apart(seat)?;
        }
        Ok(())
    }

    // Few hands need it: the code that lists most options stays small.
    #[inline(never)]
    fn list_told_apart(&mut self, seat: Seat) -> Result<(), Stop> {
        let tells_hand = tells_hand(self.table(), &self.rules, seat);
        let is_told =
            |choice: &Choice| is_told_apart(self.table(), &self.rules, (seat, tells_hand), choice);
        if !self.decision.options.iter().any(is_told) {
            return Ok(());
        }
        let barred = self.barred_copies(seat)?;
        let Self { rules, decision, effect, listed, .. } = self;
        let table = &effect.table;
        let options = &mut decision.options;
        std::mem::swap(options, listed);
        for choice in listed.drain(..) {
            if !is_told_apart(table, rules, (seat, tells_hand), &choice) {
                options.push(choice);
                continue;
            }
            match choice {
                Choice::Play(kind) | Choice::Respond(kind) => {
                    let copies = copies(table, rules, &playable(table, rules, seat, kind));
                    let is_told = copies.iter().any(|copy| copy.place.traits.is_some());
                    let is_barred = |copy: &Copy| barred.contains(&copy.cards[0]);
                    let is_kind = |copy: &Copy| copies.len() < 2 || !copy.place.is_turned;
                    if !is_told && copies.iter().any(|copy| is_kind(copy) && !is_barred(copy)) {
                        options.push(choice);
                    }
                    // Without other traits, a card that lies as usual is the kind alone.
                    if copies.len() > 1 {
                        let is_new =
                            |copy: &Copy| (is_told || copy.place.is_turned) && !is_barred(copy);
                        let others = copies.into_iter().filter(is_new);
                        let play = |copy: Copy| Choice::Placed(copy.cards[0], kind, copy.place);
                        options.extend(others.map(play));
                    }
                }
                Choice::Combo(combo, kinds) => match self::sets(table, rules, seat, kinds) {
                    Some(sets) => {
                        options.extend(sets.into_iter().map(|set| Choice::Copies(combo, set)));
                    }
                    None => {
                        options.push(choice);
                        let sets = turned_sets(table, seat, kinds);
                        options.extend(sets.map(|kinds| Choice::Combo(combo, kinds)));
                    }
                },
                _ => {}
            }
        }
        Ok(())
    }

    /// Offers, for the next card of a set that is chosen one card at a time, the copies of each
    /// kind. Returns whether there are several of one.
    pub(super) fn list_card_copies(&mut self, seat: Seat, chosen: &[CardId]) -> bool {
        let Self { rules, decision, effect, listed, .. } = self;
        let table = &effect.table;
        if !tells_hand(table, rules, seat) {
            return false;
        }
        let n_options = decision.options.len();
        std::mem::swap(&mut decision.options, listed);
        for choice in listed.drain(..) {
            let Some(kind) = choice.visible_kind() else { continue };
            let mut held = seen(table, seat, kind);
            held.retain(|card| !chosen.contains(card));
            let copies = copies(table, rules, &held);
            if copies.len() < 2 {
                decision.options.push(choice);
                continue;
            }
            let card = |copy: Copy| Choice::of_card(copy.cards[0], kind, copy.place);
            decision.options.extend(copies.into_iter().map(card));
        }
        decision.options.len() > n_options
    }

    /// Returns the cards that a play or a set among the options moves; none if they are chosen
    /// later.
    pub fn cards_of(&self, seat: Seat, choice: &Choice) -> SmallVec<[CardId; 5]> {
        let table = self.table();
        let mut cards = SmallVec::new();
        match choice {
            Choice::Play(kind) | Choice::Respond(kind) => cards.extend(self.pick(seat, *kind)),
            Choice::Card(card, _) | Choice::Placed(card, ..) => cards.push(*card),
            Choice::Copies(_, set) => cards.extend(set.iter().map(|copy| copy.card)),
            Choice::Combo(_, kinds) => {
                for card in kinds.faces() {
                    cards.extend(held_card(table, seat, card, &cards));
                }
            }
            _ => {}
        }
        cards
    }
}

/// Whether a player may be able to tell cards of one kind in the hand apart, or does not see some.
fn tells_hand(table: &Table, rules: &Rules, seat: Seat) -> bool {
    let is_turned = |card: &CardId| table.cards[card.index()].is_turned;
    table.has_turned && table.hand(seat).iter().any(is_turned)
        || !table.blind.is_empty()
        || !rules.card_counters.is_empty()
}

/// Whether a play may have several options, or none, because its player can tell cards of one kind
/// apart. `tells_hand`: whether those in the hand can be.
fn is_told_apart(
    table: &Table,
    rules: &Rules,
    (seat, tells_hand): (Seat, bool),
    choice: &Choice,
) -> bool {
    match choice {
        Choice::Play(kind) | Choice::Respond(kind) => {
            let rule = rules.kind(*kind);
            let is_one = || table.held.count(seat, *kind) == 1 && table.blind.is_empty();
            let has_one = || playable(table, rules, seat, *kind).len() == 1;
            rule.by_copy || tells_hand && !is_one() || rule.from_front && !has_one()
        }
        Choice::Combo(_, kinds) => tells_hand && !kinds.is_empty(),
        _ => false,
    }
}

/// Returns the copies among some cards of a kind: those that lie as usual first.
pub(super) fn copies(table: &Table, rules: &Rules, cards: &[CardId]) -> Copies {
    let differing = table.differing_traits(rules, cards);
    let mut copies = Copies::new();
    for card in cards.iter().copied() {
        let is_turned = table.cards[card.index()].is_turned;
        let traits = table.traits(rules, card, &differing);
        let place = CardPlace { zone: None, is_turned, traits };
        match copies.iter_mut().find(|copy| copy.place == place) {
            Some(copy) => {
                copy.cards.push(card);
                if table.better_known(copy.cards[0], card) == card {
                    let last = copy.cards.len() - 1;
                    copy.cards.swap(0, last);
                }
            }
            None => copies.push(Copy { place, cards: SmallVec::from_slice(&[card]) }),
        }
    }
    copies.sort_by_key(|copy| copy.place.is_turned);
    copies
}

/// Returns the cards of a kind that a player can play by themselves and sees, those in the hand
/// first.
pub(super) fn playable(
    table: &Table,
    rules: &Rules,
    seat: Seat,
    kind: Kind,
) -> SmallVec<[CardId; 8]> {
    let rule = rules.kind(kind);
    let mut cards = SmallVec::new();
    if rule.from_hand {
        cards.extend(seen(table, seat, kind));
    }
    if rule.from_front {
        let front = table.cards_in(Zone::Front(seat)).iter().copied();
        cards.extend(front.filter(|card| table.kind(*card) == kind && table.knows(seat, *card)));
    }
    cards
}

/// Returns the cards of a kind in a hand that its player sees.
pub(super) fn seen(table: &Table, seat: Seat, kind: Kind) -> SmallVec<[CardId; 8]> {
    let hand = table.hand(seat).iter().copied();
    hand.filter(|card| table.kind(*card) == kind && table.knows(seat, *card)).collect()
}

/// Returns the sets that differ from one in the faces of the cards of its first kind only.
fn turned_sets(table: &Table, seat: Seat, kinds: SetKinds) -> impl Iterator<Item = SetKinds> {
    let kind = kinds.iter().next().unwrap_or_default();
    let n_cards = kinds.iter().filter(|other| *other == kind).count();
    let n = |is_turned| held(table, seat, kind, is_turned, &[]).count();
    let least = n_cards.saturating_sub(n(false));
    let most = if table.has_turned { n_cards.min(n(true)) } else { 0 };
    (least + 1..=most).map(move |n| kinds.with_turned(n as u8))
}

/// Returns the sets of copies of these kinds, if their player can tell cards of a kind apart by
/// more than the faces of the first kind.
fn sets(table: &Table, rules: &Rules, seat: Seat, kinds: SetKinds) -> Option<Vec<Arc<[SetCopy]>>> {
    let mut wanted: SmallVec<[(Kind, usize); 3]> = SmallVec::new();
    for kind in kinds.iter() {
        match wanted.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, n)) => *n += 1,
            None => wanted.push((kind, 1)),
        }
    }
    let of_kind = |(kind, n): (Kind, usize)| {
        let copies = copies(table, rules, &seen(table, seat, kind));
        (kind, copies, n)
    };
    let found: SmallVec<[_; 3]> = wanted.into_iter().map(of_kind).collect();
    let is_told = |(i, (_, copies, _)): (usize, &(Kind, Copies, usize))| {
        i > 0 && copies.len() > 1 || copies.iter().any(|copy| copy.place.traits.is_some())
    };
    if !found.iter().enumerate().any(is_told) {
        return None;
    }
    let mut sets: Vec<SetCopies> = vec![SetCopies::new()];
    for (kind, copies, n) in &found {
        let mut longer = Vec::new();
        for set in &sets {
            extend_set(*kind, copies, *n, set, &mut longer);
        }
        if longer.len() > MAX_SETS {
            return None;
        }
        sets = longer;
    }
    Some(sets.into_iter().map(|set| Arc::from(&*set)).collect())
}

/// The cards of a set.
type SetCopies = SmallVec<[SetCopy; 5]>;

/// Adds to `found` the extensions of a set by `n` cards of these copies.
fn extend_set(kind: Kind, copies: &[Copy], n: usize, set: &SetCopies, found: &mut Vec<SetCopies>) {
    let Some((copy, others)) = copies.split_first() else {
        found.extend((n == 0).then(|| set.clone()));
        return;
    };
    for n_taken in (0..=n.min(copy.cards.len())).rev() {
        if found.len() > MAX_SETS {
            return;
        }
        let mut longer = set.clone();
        let taken = copy.cards.iter().take(n_taken);
        longer.extend(taken.map(|card| SetCopy { card: *card, kind, place: copy.place.clone() }));
        extend_set(kind, others, n - n_taken, &longer, found);
    }
}

/// Returns a card of a kind in a hand that its player sees, not one of some: with the face that is
/// wanted, if there is one; of several equal ones, the card known to the most other seats, so that
/// no seat keeps outdated knowledge of a card that left the hand.
#[inline]
pub(super) fn held_card(
    table: &Table,
    seat: Seat,
    (kind, turned): (Kind, bool),
    but: &[CardId],
) -> Option<CardId> {
    let mut cards = table.hand(seat).iter().copied();
    if table.held.count(seat, kind) == 1 {
        return cards.find(|card| table.kind(*card) == kind);
    }
    if table.has_turned {
        let of_face = |face| held(table, seat, kind, face, but);
        let found = of_face(turned).reduce(|best, card| table.better_known(best, card));
        if let Some(card) = found.or_else(|| of_face(!turned).next()) {
            return Some(card);
        }
    }
    let is_seen = |card: &CardId| table.kind(*card) == kind && table.knows(seat, *card);
    cards
        .filter(|card| is_seen(card) && !but.contains(card))
        .reduce(|best, card| table.better_known(best, card))
}

/// The cards of a kind and face in a hand that its player sees, but some.
fn held(
    table: &Table,
    seat: Seat,
    kind: Kind,
    is_turned: bool,
    but: &[CardId],
) -> impl Iterator<Item = CardId> {
    let hand = table.hand(seat).iter().copied();
    hand.filter(move |card| {
        let state = &table.cards[card.index()];
        let is_it = state.kind == kind && state.is_turned == is_turned;
        is_it && state.known.has(seat) && !but.contains(card)
    })
}
