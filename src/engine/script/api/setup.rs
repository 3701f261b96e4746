//! Verbs for the setup: removing cards from the deck, dealing, and putting cards back.

use super::arg;
use super::context::{Effects, Query};
use super::ruleset_data::option_value;
use super::verb::{Effect, Fact, Form, Run, SETUP, Verb, run_of, table_of};
use crate::kernel::event::InternalEvent;
use crate::kernel::event::Visibility;
use crate::kernel::{CardId, Fault, Kind, MoveReason, SeatSet, Stop, Value, Zone};
use crate::script::values::Type::{Int, Kind as KindType, Nothing, Pile, Player};
use smallvec::SmallVec;
use std::fmt;

const UNSEEN: Visibility = Visibility { seen: SeatSet::NONE, tracked: true, placed: SeatSet::ALL };

fn of_kind(cx: Query<'_>, zone: Zone, kind: Kind) -> SmallVec<[CardId; 32]> {
    let table = &cx.effects.table;
    table.cards_in(zone).iter().copied().filter(|c| table.kind(*c) == kind).collect()
}

/// Checks that there are enough cards to deal this number to every player.
fn can_deal(cx: Query<'_>, n_cards: usize) -> Result<(), Stop> {
    let n_players = cx.effects.table.turns.alive.len();
    let to = format_args!(" to each of {n_players} players");
    can_take(cx, n_cards.saturating_mul(n_players), format_args!("{n_cards} cards{to}"))
}

/// Checks that the draw pile has this many cards to deal, which are to be described so.
fn can_take(cx: Query<'_>, n_cards: usize, dealt: fmt::Arguments<'_>) -> Result<(), Stop> {
    let n_left = cx.effects.table.zones.len(Zone::Draw);
    if n_cards <= n_left {
        return Ok(());
    }
    let message = format!("cannot deal {dealt} from {n_left} cards");
    Err(Fault::new("F0117", message).hint("add cards, deal fewer, or allow fewer players").into())
}

fn put_back(cx: &mut Effects<'_>, kind: &Value, n_cards: usize) -> Result<(), Stop> {
    for card in of_kind(cx.query(), Zone::Box, arg::kind(kind)?).into_iter().take(n_cards) {
        cx.effects.relocate(card, (Zone::Draw, 0), MoveReason::SetUp, UNSEEN);
    }
    Ok(())
}

/// Moves a card of a kind from the box into a hand or to the top of a pile, if there is one.
fn receive(cx: &mut Effects<'_>, to: Zone, kind: Kind) {
    let table = &cx.effects.table;
    let mut cards = table.cards_in(Zone::Box).iter().copied();
    let Some(card) = cards.find(|card| table.kind(*card) == kind) else { return };
    match to {
        Zone::Hand(seat) => {
            let visibility = Visibility { seen: SeatSet::one(seat), tracked: false, ..UNSEEN };
            cx.effects.relocate(card, (to, 0), MoveReason::Deal, visibility);
            cx.effects.emit(InternalEvent::Dealing { zone: to });
        }
        to => cx.effects.put(card, to, 0),
    }
}

table_of! { SETUP;
    Function hand_size() -> Int, Read(Ruleset),
        "The number of cards that the variant deals to each player.",
        "hand_size()",
        |cx, _| Ok(option_value(&cx.data.deal, cx.effects.table.n_seats()));
    Function set_aside(kind: KindType) -> Int, Change,
        "Moves all cards of this kind from the draw pile to the box. Returns how many.",
        "set_aside(\"defuse\")",
        |cx, args| {
            let cards = of_kind(cx.query(), Zone::Draw, arg::kind(args[0])?);
            let bottom = (Zone::Box, usize::MAX);
            for card in &cards {
                cx.effects.relocate(*card, bottom, MoveReason::SetUp, Visibility::ALL);
            }
            Ok(Value::Int(cards.len() as i64))
        };
    Function put_back(kind: KindType) -> Nothing, Change,
        "Moves all cards of this kind from the box to the top of the draw pile. Shuffle afterwards.",
        "put_back(\"defuse\");",
        |cx, args| put_back(cx, args[0], usize::MAX)?;
    Function put_back(kind: KindType, n_cards: Int) -> Nothing, Change,
        "Moves up to this many cards of this kind from the box to the top of the draw pile. Shuffle \
         afterwards. Fails for a negative number.",
        "put_back(\"defuse\", 2);",
        |cx, args| {
            let n_cards = arg::n_cards(args[1])?;
            put_back(cx, args[0], n_cards)?;
        };
    Method receive(p: Player, kind: KindType) -> Nothing, Change:
        "{p} get[s] {kind} from the box",
        "The player receives a card of this kind from the box, if there is one left.",
        "me.receive(\"defuse\");",
        |cx, args| receive(cx, Zone::Hand(arg::seat(args[0])?), arg::kind(args[1])?);
    Method receive(z: Pile, kind: KindType) -> Nothing, Change:
        "put {kind} from the box into {z}",
        "The pile receives a card of this kind from the box, if there is one left.",
        "me.front.receive(\"defuse\");",
        |cx, args| receive(cx, arg::zone(args[0])?, arg::kind(args[1])?);
    Function deal(n_cards: Int) -> Nothing, Change:
        "deal {n_cards} to each player",
        "Deals this many cards from the draw pile to each player. Fails if it has too few.",
        "deal(hand_size());",
        |cx, args| {
            let n_cards = arg::n_cards(args[0])?;
            can_deal(cx.query(), n_cards)?;
            cx.effects.emit(InternalEvent::Dealing { zone: Zone::Draw });
            for seat in cx.effects.table.turns.alive.iter() {
                cx.effects.deal(seat, n_cards);
            }
        };
    Function deal_to(z: Pile, n_cards: Int) -> Nothing, Change:
        "put the top {n_cards} of the draw pile into {z}",
        "Puts this many cards from the top of the draw pile into another pile or a hand, one at a \
         time. Fails if it has too few.",
        "deal_to(discard_pile(), 1);",
        |cx, args| {
            let (to, n_cards) = (arg::zone(args[0])?, arg::n_cards(args[1])?);
            can_take(cx.query(), n_cards, format_args!("{n_cards} cards"))?;
            match to {
                Zone::Hand(seat) => cx.effects.deal(seat, n_cards),
                to => {
                    for _ in 0..n_cards {
                        let card = cx.effects.table.cards_in(Zone::Draw)[0];
                        cx.effects.put(card, to, 0);
                    }
                }
            }
        };
    Function deal_all() -> Nothing, Change:
        "deal the draw pile",
        "Deals the whole draw pile round the table, one card at a time, the starting player first: \
         hands differ by at most one card.",
        "deal_all();",
        |cx, _| {
            cx.effects.emit(InternalEvent::Dealing { zone: Zone::Draw });
            let turns = cx.effects.table.turns.clone();
            let order = turns.after(turns.current).filter(|seat| turns.alive.has(*seat));
            let mut seats: SmallVec<[_; 16]> = order.collect();
            // The order starts after the current player, who comes last in it.
            if turns.alive.has(turns.current) {
                seats.rotate_right(1);
            }
            for seat in seats.iter().cycle() {
                if cx.effects.table.zones.len(Zone::Draw) == 0 {
                    break;
                }
                cx.effects.deal(*seat, 1);
            }
        };
}
