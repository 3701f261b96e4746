//! Verbs on piles and hands and their cards.

use super::arg;
use super::cards::CARDS;
use super::context::{Effects, Query, card_or_nothing};
use super::data::unknown;
use super::verb::{Effect, Fact, Form, Run, Verb, run_of, table_of};
use crate::base::error::suggest_or;
use crate::kernel::{CardId, Fault, Kind, Rules, Seat, Stop, Value, Zone};
use crate::script::values::NameOf;
use crate::script::values::Type::{self, Any, Bool, Card, Int, List, Name, Nothing, Pile, Player};
use smallvec::SmallVec;

fn named(cx: Query<'_>, name: &str) -> Result<Value, Stop> {
    let rules = &cx.effects.rules;
    rules.find_pile(name).map(Value::Zone).ok_or_else(|| {
        let known = rules.piles.iter().map(|p| &*p.id).chain(["draw", "discard", "box"]);
        unknown("F0105", "pile", name, known, "declare piles under \"piles\" in the variant")
    })
}

/// Discards the cards of a pile but some, the top one last.
fn discard_but(cx: &mut Effects<'_>, zone: Zone, kept: &[CardId]) {
    let cards = cx.effects.table.cards_in(zone).to_vec();
    for card in cards.into_iter().rev().filter(|card| !kept.contains(card)) {
        cx.effects.discard(card);
    }
}

fn own(cx: Query<'_>, seat: Seat, name: &str) -> Result<Value, Stop> {
    let rules = &cx.effects.rules;
    rules.find_seat_pile(seat, name).map(Value::Zone).ok_or_else(|| {
        let known = rules.seat_piles.iter().map(|p| &*p.id);
        let fix = format!("declare it in the variant: \"piles\": {{ \"player\": [\"{name}\"] }}");
        let fault = Fault::new("F0105", format!("players have no pile `{name}`"));
        fault.hint(suggest_or(name, known, fix)).into()
    })
}

/// Returns the cards of a zone of whose kind this holds, top first.
fn cards_of(cx: Query<'_>, zone: Zone, has: impl Fn(Kind) -> bool) -> Result<Value, Stop> {
    cx.look_into(zone)?;
    let (all, states) = (cx.cards_in(zone), cx.effects.table.cards.as_slice());
    let mut cards: SmallVec<[CardId; 256]> = SmallVec::from_slice(&all);
    let (cards, mut n) = (cards.as_mut_slice(), 0);
    // Branch-free: which cards these are is unpredictable.
    for card in all.iter().copied() {
        cards[n] = card;
        n += usize::from(has(states[card.index()].kind));
    }
    Ok(Value::Cards(cards[..n].into()))
}

/// Returns whether a zone has a card of whose kind this holds.
fn has_card(
    cx: Query<'_>,
    zone: Zone,
    is_wanted: impl Fn(&Rules, Kind) -> bool,
) -> Result<bool, Stop> {
    cx.look_into(zone)?;
    let (table, rules) = (&cx.effects.table, &cx.effects.rules);
    // Cards come and go on top.
    Ok(cx.cards_in(zone).iter().rev().any(|card| is_wanted(rules, table.kind(*card))))
}

table_of! { "piles";
    Function draw_pile() -> Pile, Read(Ruleset):
        "the draw pile",
        "The draw pile.",
        "draw_pile().shuffle();",
        |_, _| Ok(Value::Zone(Zone::Draw));
    Function discard_pile() -> Pile, Read(Ruleset):
        "the discard pile",
        "The discard pile.",
        "discard_pile().top",
        |_, _| Ok(Value::Zone(Zone::Discard));
    Function table() -> Pile, Read(Ruleset):
        "the table",
        "The cards face up on the table.",
        "table().len",
        |_, _| Ok(Value::Zone(Zone::Table));
    Function pile(name: Name(NameOf::Pile)) -> Pile, Read(Ruleset):
        "the {name} pile",
        "The pile the variant declares under this name. Fails for a name it does not declare.",
        "pile(\"draw\").top",
        |cx, args| named(cx, cx.text(args[0])?);
    Method pile(p: Player, name: Name(NameOf::Pile)) -> Pile, Read:
        "{p's} {name} pile",
        "The pile of the player that the variant declares for each under this name \
         (`\"piles\": { \"player\": [\"pack\"] }`). Fails for a name it does not declare.",
        "me.pile(\"pack\").len",
        |cx, args| own(cx, arg::seat(args[0])?, cx.text(args[1])?);
    Property len(z: Pile) -> Int, Read,
        "The number of cards. Public, also for hands.",
        "me.hand.len",
        |cx, args| Ok(Value::Int(cx.effects.table.zones.len(arg::zone(args[0])?) as i64));
    Property is_empty(z: Pile) -> Bool, Read(IsEmpty),
        "Whether there are no cards. Public, also for hands.",
        "discard_pile().is_empty",
        |cx, args| {
            Ok(Value::Bool(cx.effects.table.zones.len(arg::zone(args[0])?) == 0))
        };
    Property top(z: Pile) -> Any(&[Card, Nothing]), Read:
        "the top card of {z}",
        "The top card, or `()`.",
        "draw_pile().top",
        |cx, args| {
            Ok(card_or_nothing(cx.cards_in(arg::zone(args[0])?).first().copied()))
        };
    Property bottom(z: Pile) -> Any(&[Card, Nothing]), Read:
        "the bottom card of {z}",
        "The bottom card, or `()`.",
        "draw_pile().bottom",
        |cx, args| {
            Ok(card_or_nothing(cx.cards_in(arg::zone(args[0])?).last().copied()))
        };
    Method at(z: Pile, depth: Int) -> Any(&[Card, Nothing]), Read,
        "The card at a depth, 0 = top, or `()`.",
        "draw_pile().at(1)",
        |cx, args| {
            let cards = cx.cards_in(arg::zone(args[0])?);
            let depth = usize::try_from(arg::int(args[1])?).ok();
            Ok(card_or_nothing(depth.and_then(|d| cards.get(d)).copied()))
        };
    Property cards(z: Pile) -> List(&Card), Read:
        "the cards of {z}",
        "All cards, top first.",
        "discard_pile().cards.len()",
        |cx, args| {
            let zone = arg::zone(args[0])?;
            cx.look_into(zone)?;
            Ok(Value::Cards((&*cx.cards_in(zone)).into()))
        };
    Method has(z: Pile, kind: Type::Kind) -> Bool, Read,
        "Whether there is a card of this kind.",
        "me.hand.has(\"nope\")",
        |cx, args| {
            let kind = arg::kind(args[1])?;
            Ok(Value::Bool(has_card(cx, arg::zone(args[0])?, |_, other| other == kind)?))
        };
    Method count(z: Pile, kind: Type::Kind) -> Int, Read,
        "The number of cards of this kind.",
        "me.hand.count(\"nope\")",
        |cx, args| {
            let (zone, kind) = (arg::zone(args[0])?, arg::kind(args[1])?);
            cx.look_into(zone)?;
            let table = &cx.effects.table;
            let n = cx.cards_in(zone).iter().filter(|c| table.kind(**c) == kind).count();
            Ok(Value::Int(n as i64))
        };
    Method find(z: Pile, kind: Type::Kind) -> Any(&[Card, Nothing]), Read,
        "The first card of this kind from the top, or `()`.",
        "discard_pile().find(\"defuse\")",
        |cx, args| {
            let (zone, kind) = (arg::zone(args[0])?, arg::kind(args[1])?);
            cx.look_into(zone)?;
            let table = &cx.effects.table;
            let cards = cx.cards_in(zone);
            Ok(card_or_nothing(cards.iter().copied().find(|c| table.kind(*c) == kind)))
        };
    Method all(z: Pile, kind: Type::Kind) -> List(&Card), Read:
        "each {kind} in {z}",
        "All cards of this kind, top first.",
        "draw_pile().all(\"exploding_kitten\")",
        |cx, args| {
            let kind = arg::kind(args[1])?;
            cards_of(cx, arg::zone(args[0])?, |other| other == kind)
        };
    Method with_tag(z: Pile, tag: Name(NameOf::Tag)) -> List(&Card), Read,
        "All cards whose kind has this tag, top first.",
        "me.hand.with_tag(\"cat\")",
        |cx, args| cards_of(cx, arg::zone(args[0])?, cx.tagged(args[1])?);
    Method without_tag(z: Pile, tag: Name(NameOf::Tag)) -> List(&Card), Read,
        "All cards whose kind does not have this tag, top first.",
        "discard_pile().without_tag(\"apart\")",
        |cx, args| {
            let tagged = cx.tagged(args[1])?;
            cards_of(cx, arg::zone(args[0])?, |kind| !tagged(kind))
        };
    Method is_all(z: Pile, tag: Name(NameOf::Tag)) -> Bool, Read(IsAll),
        "Whether every card there has this tag; true for an empty pile.",
        "discard_pile().is_all(\"apart\")",
        |cx, args| {
            let tags = cx.tags(args[1])?;
            let lacks = |rules: &Rules, kind| !rules.kind(kind).tags.have_any_of(tags);
            Ok(Value::Bool(!has_card(cx, arg::zone(args[0])?, lacks)?))
        };
    Method random(z: Pile) -> Any(&[Card, Nothing]), Chance:
        "a random card of {z}",
        "A card at random, or `()`.",
        "me.hand.random()",
        |cx, args| {
            let zone = arg::zone(args[0])?;
            Ok(card_or_nothing(cx.effects.random_card_in(zone)?))
        };
    Method random_face_down(z: Pile) -> Any(&[Card, Nothing]), Chance:
        "a random card of {z}",
        "A card at random among those that do not lie face up, or `()`.",
        "me.hand.random_face_down()",
        |cx, args| {
            let table = &cx.effects.table;
            let zone = arg::zone(args[0])?;
            let is_down = |card: &CardId| !table.face(&cx.effects.rules, *card).1;
            let cards: Vec<CardId> = table.cards_in(zone).iter().copied().filter(is_down).collect();
            Ok(card_or_nothing(match cards.is_empty() {
                true => None,
                false => Some(cx.effects.random_card(&cards)?),
            }))
        };
    Method shuffle(z: Pile) -> Nothing, Change => Shuffle:
        "shuffle {z}",
        "Shuffles the pile. Players lose their knowledge of its order.",
        "draw_pile().shuffle();",
        |cx, args| cx.effects.shuffle(arg::zone(args[0])?)?;
    Method move_all_to(z: Pile, to: Pile) -> Nothing, Change:
        "put {z} on top of {to}",
        "Moves all cards on top of another pile, in their order.",
        "me.front.move_all_to(me.hand);",
        |cx, args| cx.effects.move_all(arg::zone(args[0])?, arg::zone(args[1])?);
    Method discard_all_but(z: Pile, cards: CARDS) -> Nothing, Change:
        "discard all of {z} but {cards}",
        "Discards all cards but these, the top one last.",
        "me.hand.discard_all_but(me.hand.with_tag(\"cat\"));",
        |cx, args| {
            let kept = cx.query().cards_of(args[1])?;
            discard_but(cx, arg::zone(args[0])?, &kept);
        };
    Method discard_all(z: Pile) -> Nothing, Change:
        "discard {z}",
        "Discards all cards, the top one last, so that it ends up on top.",
        "me.hand.discard_all();",
        |cx, args| discard_but(cx, arg::zone(args[0])?, &[]);
}
