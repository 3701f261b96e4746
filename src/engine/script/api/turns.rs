//! Verbs for drawing, turns and elimination.

use super::arg;
use super::context::card_or_nothing;
use super::verb::{Effect, Fact, Form, Run, Verb, run_of, table_of};
use crate::kernel::turns::{EndedTurns, MAX_TURNS};
use crate::kernel::{Fault, GameEvent, Owner, PlayerEvent, Stop, Value, Zone};
use crate::script::values::Type::{Any, Card, Int, Nothing, Pile, Player};
use std::ops::RangeInclusive;

/// The largest score, and the negative of the smallest: sums of many games stay exact.
const MAX_SCORE: u64 = 1_000_000;

/// Returns an argument that is a number of turns in this range.
fn n_turns(value: &Value, allowed: RangeInclusive<u32>) -> Result<u32, Stop> {
    let n = arg::int(value)?;
    u32::try_from(n).ok().filter(|n| allowed.contains(n)).ok_or_else(|| {
        let (least, most) = (allowed.start(), allowed.end());
        Fault::new("F0108", format!("the number of turns must be {least} to {most}, not {n}"))
            .hint(match n < i64::from(*least) {
                true => format!("use `max({least}, n)`, or do not call it"),
                false => {
                    format!("a player can owe {MAX_TURNS} turns: check how the number is computed")
                }
            })
            .into()
    })
}

table_of! { "turns";
    Method draw(p: Player) -> Any(&[Card, Nothing]), Change => Draw:
        "{p} draw[s] a card",
        "The player draws the top card of the draw pile; `()` if it is empty, or if something else \
         happened instead (`before_draw`).",
        "me.draw();",
        |cx, args| {
            let card = cx.effects.draw(arg::seat(args[0])?, Zone::Draw)?;
            Ok(card_or_nothing(card))
        };
    Method draw_card(p: Player, c: Any(&[Card, Nothing])) -> Any(&[Card, Nothing]), Change => Draw:
        "{p} draw[s] {c}",
        "The player draws this card, wherever it is; `()` if there is none, or if something else \
         happened instead (`before_draw`).",
        "me.draw_card(draw_pile().bottom);",
        |cx, args| Ok(match args[1] {
            Value::Card(card) => {
                card_or_nothing(cx.effects.draw_card(arg::seat(args[0])?, *card)?)
            }
            _ => Value::Unit,
        });
    Method draw_cards(p: Player, n_cards: Int) -> Nothing, Change => Draw:
        "{p} draw[s] {n_cards}",
        "The player draws up to this many cards from the draw pile. After one that acts when \
         drawn (`gained`), like a hazard, the others follow once the running script has returned \
         and that card has acted, if the player is still in the game. Fails for a negative number.",
        "me.draw_cards(3);",
        |cx, args| {
            let n_cards = arg::n_cards(args[1])?.min(1000) as u16;
            cx.effects.draw_cards(arg::seat(args[0])?, n_cards)?;
        };
    Method refill(z: Pile) -> Nothing, Change:
        "refill {z} if it is empty",
        "If the pile is empty, shuffles the refill pile of the variant into it.",
        "draw_pile().refill();",
        |cx, args| cx.effects.refill(arg::zone(args[0])?)?;
    Function end_turn() -> Nothing, Change => Skip:
        "end one of your turns without drawing",
        "Ends one turn of the current player, once all effects are resolved.",
        "end_turn();",
        |cx, _| cx.effects.end_turn();
    Function end_all_turns() -> Nothing, Change => Skip:
        "end all your turns without drawing",
        "Ends all turns the current player owes, once all effects are resolved.",
        "end_all_turns();",
        |cx, _| cx.effects.emit(PlayerEvent::Ended { turns: EndedTurns::All });
    Function carried_turns() -> Int, Read,
        "The number of turns that the victim of an attack takes over: those that the current player \
         owes from an attack, if attacks add up, else 0. Read it before `end_all_turns()`.",
        "let carried = carried_turns(); end_all_turns(); me.next.take_turns(carried + 2);",
        |cx, _| Ok(Value::Int(i64::from(cx.effects.carried_turns())));
    Method take_turns(p: Player, n_turns: Int) -> Nothing, Change => Bolt:
        "{p} take[s] {n_turns}",
        "The player takes the next turns as the victim of an attack, and play continues from there. \
         The current turn has to be ended as well (`end_turn`, `end_all_turns`). In `setup` the \
         player begins. Fails for less than 1 turn and for more than 1,000.",
        "me.next.take_turns(2);",
        |cx, args| {
            let turns = n_turns(args[1], 1..=MAX_TURNS)?;
            cx.effects.emit(PlayerEvent::Assigned { to: arg::seat(args[0])?, turns });
        };
    Method add_turns(p: Player, n_turns: Int) -> Nothing, Change => Bolt:
        "{p} take[s] {n_turns} more",
        "The current player owes this many more turns. The current turn goes on, and comes from an \
         attack from then on, like those that are added. Fails for other players, negative \
         numbers, and beyond 1,000 turns.",
        "me.add_turns(2);",
        |cx, args| {
            let to = arg::seat(args[0])?;
            if to != cx.effects.table.turns.current {
                return Err(Fault::new("F0109", "only the current player owes turns")
                    .hint("use `take_turns` to give turns to another player")
                    .into());
            }
            let owed = cx.effects.table.turns.owed;
            let turns = n_turns(args[1], 0..=MAX_TURNS.saturating_sub(owed))?;
            cx.effects.emit(PlayerEvent::Added { to, turns });
        };
    Function reverse() -> Nothing, Change => Reverse:
        "reverse the direction of play",
        "Reverses the direction of play.",
        "reverse();",
        |cx, _| cx.effects.emit(PlayerEvent::Reversed);
    Method out(p: Player) -> Nothing, Change:
        "{p} leave[s] the game",
        "The player leaves the game. The last player or team left wins, unless the variant says \
         `\"last_alive_wins\": false`. If nobody is left, the game ends.",
        "me.out();",
        |cx, args| {
            let by = match (cx.owner, cx.effects.run.card) {
                (Owner::Kind(_) | Owner::Rules, Some(card)) => Owner::Kind(cx.effects.kind(card)),
                (owner, _) => owner,
            };
            let seat = arg::seat(args[0])?;
            if cx.effects.table.turns.alive.has(seat) {
                cx.effects.emit(PlayerEvent::Out { seat, by });
            }
        };
    Method revive(p: Player) -> Nothing, Change:
        "{p} return[s] to the game",
        "The player returns to the game.",
        "me.revive();",
        |cx, args| {
            let seat = arg::seat(args[0])?;
            if !cx.effects.table.turns.alive.has(seat) {
                cx.effects.emit(PlayerEvent::Revived { seat });
            }
        };
    Method wins(p: Player) -> Nothing, Change:
        "{p} win[s] the game",
        "The player wins, and the game is over once the script has run to its end: all players who \
         win until then share the win, with their partners. Fails for a player who has lost in the \
         same script.",
        "me.wins();",
        |cx, args| {
            if cx.effects.table.outcome.losers.has(arg::seat(args[0])?) {
                return Err(won_and_lost("has lost").into());
            }
            cx.effects.emit(PlayerEvent::Won { seat: arg::seat(args[0])? });
        };
    Method loses(p: Player) -> Nothing, Change:
        "{p} lose[s] the game",
        "The player loses, and the game is over once the script has run to its end. Unless it names \
         winners or there are scores, all players who do not lose win, even those who are out. \
         Partners win and lose together. Fails for a player who has won in the same script.",
        "me.loses();",
        |cx, args| {
            if cx.effects.table.outcome.winners.has(arg::seat(args[0])?) {
                return Err(won_and_lost("has won").into());
            }
            cx.effects.emit(PlayerEvent::Lost { seat: arg::seat(args[0])? });
        };
    Method score(p: Player, score: Int) -> Nothing, Change:
        "{p} score[s] points",
        "Sets the player's score; the game goes on. A game that ends without a named winner is won \
         by the highest score. Fails beyond 1,000,000 or -1,000,000.",
        "me.score(me.front.len);",
        |cx, args| {
            let (seat, score) = (arg::seat(args[0])?, arg::int(args[1])?);
            if score.unsigned_abs() > MAX_SCORE {
                return Err(Fault::new("F0118", format!("{score} is not a score"))
                    .hint("a score is a number from -1,000,000 to 1,000,000")
                    .into());
            }
            cx.effects.emit(PlayerEvent::Scored { seat, score });
        };
    Property score(p: Player) -> Int, Read,
        "The player's score; 0 before it is set.",
        "me.score",
        |cx, args| {
            let score = cx.effects.table.outcome.score(arg::seat(args[0])?);
            Ok(Value::Int(score.unwrap_or(0)))
        };
    Function new_round() -> Nothing, Change:
        "a new round begins",
        "Ends the running script and begins a new round: all cards are collected, everybody is in \
         the game again, waiting plays, turns, faces, counters and knowledge are gone, and `setup` \
         runs. Scores stay, and the counters that the variant `keeps`. Who was out last begins, or \
         else whose turn it is. Write it last: nothing after it runs.",
        "new_round();",
        |cx, _| cx.effects.begin_round(None)?;
    Function new_round(first: Player) -> Nothing, Change:
        "a new round begins with {first}",
        "The same, and this player begins.",
        "new_round(me);",
        |cx, args| cx.effects.begin_round(Some(arg::seat(args[0])?))?;
    Function end_game() -> Nothing, Change:
        "the game ends",
        "Ends the game once the script has run to its end. The players with the highest score win; \
         without scores, all players who are in the game.",
        "end_game();",
        |cx, _| cx.effects.emit(GameEvent::Ended);
}

fn won_and_lost(already: &str) -> Fault {
    Fault::new("F0120", format!("the player {already} already"))
        .hint("a player wins or loses: name each player once")
}
