//! How cards, kinds and words become the options of a question: what the asked player cannot tell
//! apart is one option.

use super::arg::{self, not_a};
use super::context::Effects;
use crate::kernel::decision::mark;
use crate::kernel::decision::{CardPlace, Choice};
use crate::kernel::table::CardState;
use crate::kernel::{CardId, Fault, Hook, Rules, Seat, SeatSet, Stop, Table, Value, Zone};
use smallvec::SmallVec;

/// Adds an option to the current question, unless it is there already.
pub(super) fn offer(cx: &mut Effects<'_>, choice: Choice) {
    let options = &mut cx.effects.question.options;
    if !options.contains(&choice) {
        options.push(choice);
    }
}

/// Lists these players as options, but for those whom the running play may not choose.
pub(super) fn list_players(cx: &mut Effects<'_>, by: Seat, players: &Value) -> Result<(), Stop> {
    let mut seats = arg::seats(players)?;
    if cx.effects.is_heard(Hook::Targetable) {
        cx.effects.retain_targetable(cx.owner, by, &mut seats)?;
    }
    cx.effects.question.options.clear();
    for seat in seats {
        offer(cx, Choice::Player(seat));
    }
    Ok(())
}

/// Lists these words as options.
pub(super) fn list_words(cx: &mut Effects<'_>, words: &Value) -> Result<(), Stop> {
    cx.effects.question.options.clear();
    offer_words(cx, words)
}

/// Adds these words to the options.
pub(super) fn offer_words(cx: &mut Effects<'_>, words: &Value) -> Result<(), Stop> {
    let Value::List(words) = words else { return Err(not_a("list", words)) };
    for word in words.iter() {
        let word = cx.query().text(word)?.clone();
        if mark::cards(&word).next().is_some() {
            let fault = Fault::new("F0102", "expected a word, found a text that names a card");
            return Err(fault.hint("offer cards with `choose_card`").into());
        }
        offer(cx, Choice::Text(word));
    }
    Ok(())
}

/// Lists these kinds as options, each once.
pub(super) fn list_kinds(cx: &mut Effects<'_>, kinds: &Value) -> Result<(), Stop> {
    let Value::List(kinds) = kinds else { return Err(not_a("list", kinds)) };
    let effects = &mut *cx.effects;
    let options = &mut effects.question.options;
    options.clear();
    let mut is_listed = no_kinds(&effects.rules);
    for kind in kinds.iter() {
        let kind = arg::kind(kind)?;
        if !std::mem::replace(&mut is_listed[kind.index()], true) {
            options.push(Choice::Kind(kind));
        }
    }
    Ok(())
}

/// Lists the cards of a pool as options. With cards of a hand that its player cannot see, all
/// unseen cards of that hand are listed: which of them a script has picked is hidden.
pub(super) fn list_pool(cx: &mut Effects<'_>, seat: Seat, pool: &[CardId]) {
    let table = &cx.effects.table;
    let is_own = |card: &CardId| table.zones.zone_of(*card) == Zone::Hand(seat);
    if !table.blind.has(seat) || !pool.iter().any(is_own) {
        return list_cards(cx, seat, pool);
    }
    let is_listed = |card: &CardId| pool.contains(card) || !table.knows(seat, *card);
    let hand = table.hand(seat).iter().copied().filter(is_listed);
    let others = pool.iter().copied().filter(|card| !is_own(card));
    let pool: SmallVec<[CardId; 64]> = hand.chain(others).collect();
    list_cards(cx, seat, &pool);
}

/// Converts cards to the options that `seat` sees: one option for each known kind, face, traits in
/// which cards of the kind differ and, if a kind is offered from several zones, zone; one position
/// for each unknown card.
pub(super) fn list_cards(cx: &mut Effects<'_>, seat: Seat, pool: &[CardId]) {
    let effects = &mut *cx.effects;
    let (table, rules) = (&effects.table, &effects.rules);
    let leaving = effects.run.listing.and_then(|listing| listing.leaving);
    let mut hand = table.hand(effects.run.me).iter();
    let played = leaving.and_then(|kind| hand.find(|card| table.kind(**card) == kind));
    let without: SmallVec<[CardId; 64]>;
    let mut pool = pool;
    if let Some(played) = played {
        without = pool.iter().copied().filter(|card| card != played).collect();
        pool = &without;
    }
    let options = &mut effects.question.options;
    options.clear();
    let mut is_listed = no_kinds(&effects.rules);
    let may_differ = may_differ(table, rules, pool);
    if may_differ || !list_known(table, &mut is_listed, seat, pool, options) {
        list_placed(table, rules, seat, pool, options);
    }
    // Whether cards of a hand are all of one kind is known to its owner only.
    let is_of_large_hand = |card: &CardId| {
        let zone = table.zones.zone_of(*card);
        matches!(zone, Zone::Hand(_)) && table.zones.len(zone) > 1
    };
    effects.run.asking.hides_options = pool.len() > 1 || pool.iter().any(is_of_large_hand);
}

/// Returns a flag for each kind, unset.
fn no_kinds(rules: &Rules) -> SmallVec<[bool; 64]> {
    SmallVec::from_elem(false, rules.kinds.len())
}

/// Whether cards of a kind may differ in their traits: without counters of cards, only in play.
fn may_differ(table: &Table, rules: &Rules, pool: &[CardId]) -> bool {
    let is_in_play =
        |card: &CardId| matches!(table.zones.zone_of(*card), Zone::Front(_) | Zone::Table);
    rules.has_traits && (!rules.card_counters.is_empty() || pool.iter().any(is_in_play))
}

/// Lists known cards that lie in one zone with their usual face. Returns whether all cards do.
/// `is_listed`: a flag for each kind, unset.
fn list_known(
    table: &Table,
    is_listed: &mut [bool],
    seat: Seat,
    pool: &[CardId],
    options: &mut Vec<Choice>,
) -> bool {
    let mut firsts: SmallVec<[CardId; 256]> = SmallVec::from_slice(pool);
    let (firsts, states) = (firsts.as_mut_slice(), table.cards.as_slice());
    let Some(zone) = pool.first().map(|card| table.zones.index_of(*card)) else { return true };
    let (mut n_listed, mut known) = (0, SeatSet::ALL);
    let (mut is_elsewhere, mut is_any_turned) = (false, false);
    // Branch-free: whether a kind comes for the first time is unpredictable.
    for card in pool.iter().copied() {
        let state = &states[card.index()];
        known = known.intersection(state.known);
        is_any_turned |= state.is_turned;
        is_elsewhere |= table.zones.index_of(card) != zone;
        let is_old = std::mem::replace(&mut is_listed[state.kind.index()], true);
        firsts[n_listed] = card;
        n_listed += usize::from(!is_old);
    }
    if is_elsewhere || is_any_turned || !known.has(seat) {
        return false;
    }
    let option = |card: &CardId| Choice::Card(*card, states[card.index()].kind);
    options.extend(firsts[..n_listed].iter().map(option));
    true
}

/// Lists cards of which some are unknown, in different zones, or with different faces or traits.
fn list_placed(
    table: &Table,
    rules: &Rules,
    seat: Seat,
    pool: &[CardId],
    options: &mut Vec<Choice>,
) {
    let zone_of = |card: &CardId| table.zones.zone_of(*card);
    let is_mixed = !table.zones.are_together(pool);
    for (i, card) in pool.iter().enumerate() {
        let CardState { kind, known, is_turned, .. } = table.cards[card.index()];
        if !known.has(seat) {
            if !pool[..i].contains(card) {
                options.push(Choice::Hidden(*card, i as u16));
            }
            continue;
        }
        let zone = zone_of(card);
        let is_elsewhere = |other: &CardId| {
            let CardState { kind: other_kind, known, .. } = table.cards[other.index()];
            known.has(seat) && other_kind == kind && zone_of(other) != zone
        };
        let zone = (is_mixed && pool.iter().any(is_elsewhere)).then_some(zone);
        // Those elsewhere are told apart by their place.
        let is_offered =
            |other: CardId| table.knows(seat, other) && zone_of(&other) == zone_of(card);
        let traits = table.traits_among(rules, *card, pool, is_offered);
        let place = CardPlace { zone, is_turned, traits };
        let is_same = |other: &Choice| other.place() == Some((kind, place.clone()));
        if !options.iter().any(is_same) {
            options.push(Choice::of_card(*card, kind, place));
        }
    }
}
