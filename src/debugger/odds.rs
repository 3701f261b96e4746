//! Inferences of a player about hidden cards: exact if possible, else estimated from sampled deals.

use super::game::Debugger;
use super::reply::{CardCount, DrawOdds, KnownCard, KnownCards, OddsInfo, Probability};
use crate::agent::{Evidence, HiddenCards};
use crate::kernel::{
    ActionEvent, CardEvent, CardId, Choice, Decision, EventKind, Game, Kind, Prompt, Seat, Subject,
    Table, Zone, rng,
};
use std::collections::BTreeSet;

/// The number of sampled deals.
const N_SAMPLES: u32 = 4_000;

/// The number of sampled deals if some possible top card is in none of the first ones.
const MAX_SAMPLES: u32 = 4 * N_SAMPLES;

/// At most this many players let a draw pass.
const MAX_WINDOWS: usize = 100;

impl Debugger {
    /// Computes the inferences of a player about hidden cards.
    pub fn odds(&self, seat: Seat) -> OddsInfo {
        OddsInfo {
            seat: self.notation().seat_name(seat),
            known: known(self, seat),
            unknown: unknown(self, seat),
            draw: next_draw(self, seat),
        }
    }
}

/// The cards a seat knows in other hands and in face-down piles.
fn known(debugger: &Debugger, seat: Seat) -> Vec<KnownCards> {
    let (table, notation) = (debugger.table(), debugger.notation());
    let is_dark = |zone: &Zone| *zone != Zone::Hand(seat) && !notation.rules.is_face_up(*zone);
    let known = table.zones.all().filter(is_dark).map(|zone| {
        let cards = table.cards_in(zone).iter().copied();
        let mut cards: Vec<(usize, CardId)> =
            cards.enumerate().filter(|(_, card)| table.knows(seat, *card)).collect();
        let is_hand = matches!(zone, Zone::Hand(_));
        if is_hand {
            // A place in a hand tells when the card was added.
            cards.sort_by_key(|(_, card)| (table.kind(*card), table.cards[card.index()].is_turned));
        }
        let cards = cards.into_iter().map(|(at, card)| KnownCard {
            card: notation.card(table, card),
            depth: (!is_hand).then_some(at),
        });
        let among = notation.among(table, zone, seat).into_iter();
        let among = among.map(|card| KnownCard { card, depth: None });
        KnownCards { zone: notation.zone_info(zone), cards: cards.chain(among).collect() }
    });
    known.filter(|known| !known.cards.is_empty()).collect()
}

/// The cards in zones unknown to the seat, by kind.
fn unknown(debugger: &Debugger, seat: Seat) -> Vec<CardCount> {
    let (table, notation) = (debugger.table(), debugger.notation());
    let dark = table.zones.all().filter(|zone| !notation.rules.is_face_up(*zone));
    let cards = dark.flat_map(|zone| table.cards_in(zone).iter().copied());
    let mut kinds: Vec<Kind> =
        cards.filter(|card| !table.knows(seat, *card)).map(|card| table.kind(card)).collect();
    for zone in table.zones.all() {
        for (kind, _) in table.known_among(&notation.rules, zone, seat) {
            kinds.iter().position(|other| *other == kind).map(|at| kinds.swap_remove(at));
        }
    }
    kinds.sort_unstable();
    let same = kinds.chunk_by(|a, b| a == b);
    same.map(|same| CardCount { card: notation.kind(same[0]).clone(), n: same.len() }).collect()
}

/// The probability that the current player's draw explodes, given what a seat knows.
fn next_draw(debugger: &Debugger, seat: Seat) -> Option<DrawOdds> {
    debugger.game.decision()?;
    let table = debugger.table();
    let rules = debugger.game.rules().clone();
    let mut chance = rng::generator(debugger.header.seed ^ debugger.timeline.ply() as u64, 5);
    let evidence = debugger.observe(seat, Evidence::of);
    let hidden = HiddenCards::of(table, &rules, seat, &evidence);
    let tops = tops(table, seat, &hidden);
    let mut unseen: BTreeSet<Kind> = tops.iter().flatten().map(|(kind, _)| *kind).collect();
    let mut drawn = Vec::new();
    let (mut guess, mut game) = (Table::default(), None);
    for n in 0..MAX_SAMPLES {
        if n >= N_SAMPLES && unseen.is_empty() {
            break;
        }
        guess.clone_from(table);
        hidden.deal(&mut guess, &rules, &mut chance);
        let top = guess.cards_in(Zone::Draw).first().map(|card| guess.kind(*card));
        top.iter().for_each(|kind| {
            unseen.remove(kind);
        });
        drawn.extend(draw(debugger, &mut guess, &mut game).map(|drawn| (top, drawn)));
    }
    let n_drawn = drawn.len();
    let sampled =
        || drawn.iter().filter(|(_, drawn)| drawn.explodes).count() as f64 / n_drawn as f64;
    let exact = tops.and_then(|tops| exactly(tops, &drawn));
    let explosion = (n_drawn > 0).then(|| Probability(exact.unwrap_or_else(sampled)));
    let n_samples = exact.is_none().then_some(n_drawn);
    let is_placed = table.placed_unseen(Zone::Draw, seat).is_some();
    let expected = explosion.filter(|_| is_placed).and_then(|_| {
        let hidden = HiddenCards::of(table, &rules, seat, &evidence).placed(table, seat);
        let explodes = |_| {
            guess.clone_from(table);
            hidden.deal(&mut guess, &rules, &mut chance);
            draw(debugger, &mut guess, &mut game).map(|drawn| drawn.explodes)
        };
        let drawn: Vec<bool> = (0..N_SAMPLES).filter_map(explodes).collect();
        let n_explosions = drawn.iter().filter(|explodes| **explodes).count();
        (!drawn.is_empty()).then(|| Probability(n_explosions as f64 / drawn.len() as f64))
    });
    let seat = debugger.notation().seat_name(table.turns.current);
    Some(DrawOdds { seat, explosion, expected, n_samples })
}

/// The exact probability, if it depends only on the kind of the top card.
fn exactly(tops: Vec<(Kind, f64)>, drawn: &[(Option<Kind>, Drawn)]) -> Option<f64> {
    let mut sum = 0.0;
    for (kind, likely) in tops {
        let mut same = drawn.iter().filter(|(top, _)| *top == Some(kind)).map(|(_, drawn)| drawn);
        let first = same.next()?;
        if !first.is_top_only || same.any(|other| other != first) {
            return None;
        }
        sum += if first.explodes { likely } else { 0.0 };
    }
    (drawn.iter().all(|(top, _)| top.is_some())).then_some(sum)
}

/// The possible kinds of the top card with their probabilities, given what a seat knows.
fn tops(table: &Table, seat: Seat, hidden: &HiddenCards) -> Option<Vec<(Kind, f64)>> {
    let top = *table.cards_in(Zone::Draw).first()?;
    match table.knows(seat, top) {
        true => Some(vec![(table.kind(top), 1.0)]),
        false => hidden.kinds_of(top),
    }
}

/// The result of a draw.
#[derive(PartialEq, Eq)]
struct Drawn {
    explodes: bool,
    /// Whether no card except the top one of the draw pile moved before.
    is_top_only: bool,
}

/// Lets the current player draw from a table; `None` if they cannot. The memory of the last game is
/// used again.
fn draw(debugger: &Debugger, guess: &mut Table, last: &mut Option<Game>) -> Option<Drawn> {
    guess.stack.clear();
    guess.agenda.clear();
    guess.turns.phase = crate::kernel::turns::Phase::Main;
    let top = guess.cards_in(Zone::Draw).first().copied();
    let mut game = match last.take() {
        Some(mut game) => game.restart(guess).ok().map(|()| game)?,
        None => Game::resume(debugger.game.book(), guess.clone()).ok()?,
    };
    let draw = game.decision()?.options.iter().position(|choice| *choice == Choice::Draw)?;
    game.keep_log();
    game.take_events();
    game.answer(draw).ok()?;
    // Nobody answers the draw.
    for _ in 0..MAX_WINDOWS {
        let is_window = |asked: &&Decision| asked.prompt == Prompt::Respond;
        let Some(asked) = game.decision().filter(is_window) else { break };
        let Some(pass) = asked.options.iter().position(|choice| *choice == Choice::Pass) else {
            break;
        };
        game.answer(pass).ok()?;
    }
    let is_explosion = |kind: &&EventKind| match kind {
        EventKind::Action(ActionEvent::Announced { action }) => {
            matches!(action.subject, Subject::Explosion(_))
        }
        _ => false,
    };
    let is_other = |kind: &EventKind| match kind {
        EventKind::Card(CardEvent::Moved { card, .. }) => Some(*card) != top,
        EventKind::Card(CardEvent::Shuffled { .. }) => true,
        _ => false,
    };
    let kinds = || game.events().iter().chain(game.uncommitted_events()).map(|event| &event.kind);
    let mut before = kinds().take_while(|kind| !is_explosion(kind));
    let is_top_only = !before.any(is_other);
    let explodes = kinds().any(|kind| is_explosion(&kind));
    *last = Some(game);
    Some(Drawn { is_top_only, explodes })
}
