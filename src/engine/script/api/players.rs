//! Verbs on players, their cards and their state.

use super::arg;
use super::context::Query;
use super::verb::{Effect, Fact, Form, Run, Verb, run_of, table_of};
use crate::kernel::{Owner, Seat, Value, Zone};
use crate::script::values::Type::{Bool, Card, Int, List, Pile, Player, Text};

/// Returns the living players in the direction of play, starting after `seat`; `seat` itself is
/// last.
fn living_after(cx: Query<'_>, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
    let turns = &cx.effects.table.turns;
    let alive = turns.alive;
    turns.after(seat).filter(move |s| alive.has(*s))
}

table_of! { "players";
    Function players() -> List(&Player), Read(Living):
        "each player",
        "All living players in seat order.",
        "for p in players() { p.draw(); }",
        |cx, _| Ok(Value::Players(cx.effects.table.turns.alive.iter().collect()));
    Function others(me: Player) -> List(&Player), Read(Others):
        "each other player",
        "All living players except `me`, in the current direction, the next one first.",
        "others(me)",
        |cx, args| {
            let me = arg::seat(args[0])?;
            Ok(Value::Players(living_after(cx, me).filter(|s| *s != me).collect()))
        };
    Function others_with_cards(me: Player) -> List(&Player), Read(OthersWithCards):
        "each other player",
        "All living players except `me` who have at least one card, the next one first.",
        "others_with_cards(me)",
        |cx, args| {
            let me = arg::seat(args[0])?;
            let others = cx.effects.table.held.with_cards().without(me);
            Ok(Value::Players(living_after(cx, me).filter(|s| others.has(*s)).collect()))
        };
    Function players_from(me: Player) -> List(&Player), Read:
        "each player",
        "All living players in the current direction, starting with `me`.",
        "for p in players_from(me) { p.draw(); }",
        |cx, args| {
            let me = arg::seat(args[0])?;
            let turns = &cx.effects.table.turns;
            let first = turns.alive.has(me).then_some(me);
            let rest = living_after(cx, me).filter(|s| *s != me);
            Ok(Value::Players(first.into_iter().chain(rest).collect()))
        };
    Property team(p: Player) -> Int, Read,
        "The number of the player's team, counted from 0: the same for partners. Without teams it \
         is the player's seat.",
        "me.team == me.next.team",
        |cx, args| {
            let seat = arg::seat(args[0])?;
            let teams = cx.effects.rules.teams.of(cx.effects.table.n_seats());
            let number = teams.iter().position(|team| team.has(seat));
            Ok(Value::Int(number.map_or(i64::from(seat.0), |number| number as i64)))
        };
    Function the_dead() -> List(&Player), Read(Dead):
        "each dead player",
        "All players who are out of the game, in seat order.",
        "the_dead()",
        |cx, _| {
            let turns = &cx.effects.table.turns;
            Ok(Value::Players(cx.effects.table.seats().filter(|s| !turns.alive.has(*s)).collect()))
        };
    Property next(p: Player) -> Player, Read:
        "the next player",
        "The next living player in the current direction.",
        "me.next.take_turns(2);",
        |cx, args| Ok(Value::Player(cx.effects.table.turns.next_alive(arg::seat(args[0])?)));
    Property name(p: Player) -> Text, Read,
        "The player's name.",
        "me.name",
        |cx, args| Ok(Value::Text(cx.effects.players.names[arg::seat(args[0])?.index()].clone()));
    Property seat(p: Player) -> Int, Read,
        "The player's seat, counted from 0.",
        "me.seat",
        |_, args| Ok(Value::Int(i64::from(arg::seat(args[0])?.0)));
    Method can_play(p: Player, card: Card) -> Bool, Read,
        "Whether the player could play this card now on their own turn if they held it: `WHEN` has \
         `main`, `playable` is true, and the first question of `announce` has an option. False for \
         cards of the kind whose own hook asks.",
        "me.can_play(discard_pile().top)",
        |cx, args| {
            let kind = cx.kind_of(args[1])?;
            let is_own = cx.owner == Owner::Kind(kind);
            let seat = arg::seat(args[0])?;
            Ok(Value::Bool(!is_own && cx.effects.can_play(seat, kind)?))
        };
    Property hand(p: Player) -> Pile, Read(Hand):
        "{p's} hand",
        "The player's hand.",
        "me.hand.len",
        |_, args| Ok(Value::Zone(Zone::Hand(arg::seat(args[0])?)));
    Property front(p: Player) -> Pile, Read:
        "the cards in front of {p}",
        "The cards face up in front of the player.",
        "me.front.discard_all();",
        |_, args| Ok(Value::Zone(Zone::Front(arg::seat(args[0])?)));
    Property is_alive(p: Player) -> Bool, Read(IsAlive),
        "Whether the player is in the game.",
        "me.is_alive",
        |cx, args| Ok(Value::Bool(cx.effects.table.turns.alive.has(arg::seat(args[0])?)));
    Property is_current(p: Player) -> Bool, Read,
        "Whether it is the player's turn.",
        "me.is_current",
        |cx, args| Ok(Value::Bool(cx.effects.table.turns.current == arg::seat(args[0])?));
    Property is_attacked(p: Player) -> Bool, Read,
        "Whether it is the player's turn and the turns they owe come from an attack.",
        "me.is_attacked",
        |cx, args| {
            let turns = &cx.effects.table.turns;
            Ok(Value::Bool(turns.current == arg::seat(args[0])? && turns.attacked))
        };
    Property owed(p: Player) -> Int, Read,
        "The number of turns the player owes, including the current one; 0 if it is not their turn.",
        "me.owed",
        |cx, args| {
            let turns = &cx.effects.table.turns;
            let owed = if turns.current == arg::seat(args[0])? { turns.owed } else { 0 };
            Ok(Value::Int(i64::from(owed)))
        };
}
