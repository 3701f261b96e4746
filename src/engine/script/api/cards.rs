//! Verbs on cards: their properties, moves and actions.

use super::arg::{self, not_a};
use super::context::{Effects, Query, card_or_nothing};
use super::ruleset_data::list;
use super::verb::{Effect, Fact, Form, Run, Verb, run_of, table_of};
use crate::kernel::action::Task;
use crate::kernel::event::InternalEvent;
use crate::kernel::rules::Tags;
use crate::kernel::{
    Action, ActionEvent, CardEvent, Fault, MoveReason, Seat, Stop, Subject, Value, Zone,
};
use crate::script::show::find_action;
use crate::script::values::NameOf;
use crate::script::values::Type::{
    self, Any, Bool, Card, Datum, Int, Kind, List, Name, Nothing, Pile, Player,
};
use std::sync::Arc;

/// A card or several.
pub(super) const CARDS: Type = Any(&[Card, List(&Card)]);

/// Returns the action that a value denotes: one on the stack, or the one being resolved.
fn action<'a>(cx: Query<'a>, value: &Value) -> Result<&'a Action, Stop> {
    let Value::Action(id) = value else { return Err(not_a("action", value)) };
    let current = cx.reader.action.filter(|action| action.id == *id);
    current.or_else(|| find_action(cx.effects, *id)).ok_or_else(|| {
        let fault = Fault::new("F0106", "that action is over");
        fault.hint("an action can be read while it is waiting or resolving").into()
    })
}

fn turn(cx: &mut Effects<'_>, card: &Value, face_up: bool) -> Result<(), Stop> {
    let card = arg::card(card)?;
    if cx.effects.table.face(&cx.effects.rules, card).1 != face_up {
        cx.effects.emit(CardEvent::Turned { card, face_up });
    }
    Ok(())
}

/// Returns a depth argument.
fn depth(value: &Value) -> Result<usize, Stop> {
    usize::try_from(arg::int(value)?)
        .map_err(|_| Fault::new("F0107", "a depth cannot be negative").hint("0 is the top").into())
}

fn hide(cx: &mut Effects<'_>, args: &[&Value], by: Seat) -> Result<(), Stop> {
    cx.effects.hide(arg::card(args[0])?, arg::zone(args[1])?, depth(args[2])?, by);
    Ok(())
}

fn tagged(cx: Query<'_>, value: &Value, tags: Tags) -> Result<Value, Stop> {
    let tag = cx.effects.rules.find_tag(cx.text(value)?);
    Ok(Value::Bool(tag.is_some_and(|tag| tags.has(tag))))
}

fn move_to(cx: &mut Effects<'_>, value: &Value, to: Zone) -> Result<(), Stop> {
    for card in cx.query().cards_of(value)?.into_iter().rev() {
        if let Zone::Hand(seat) = to {
            cx.effects.give(card, seat, MoveReason::Take, false);
            continue;
        }
        cx.effects.put(card, to, 0);
    }
    Ok(())
}

table_of! { "cards";
    Function this_card() -> Any(&[Card, Nothing]), Read:
        "this card",
        "The card whose script is running. In `playable`, `responds` and `announce` it is the card \
         that would be played: each copy decides by itself. `()` in a combo, a rule and `plays_as`.",
        "this_card().move_to(me.front);",
        |cx, _| Ok(card_or_nothing(cx.reader.card));
    Property kind(c: Card) -> Kind, Read:
        "{c}",
        "The id of the card's kind.",
        "this_card().kind",
        |cx, args| Ok(Value::Kind(cx.kind_of(args[0])?));
    Property holder(c: Card) -> Any(&[Player, Nothing]), Read:
        "its holder",
        "The player who has the card in hand, in front or in an own pile; `()` if it is elsewhere.",
        "this_card().holder",
        |cx, args| Ok(match cx.effects.table.zones.zone_of(arg::card(args[0])?) {
            Zone::Hand(seat) | Zone::Front(seat) => Value::Player(seat),
            Zone::Own(pile) => Value::Player(pile.seat()),
            _ => Value::Unit,
        });
    Method tagged(c: Card, tag: Name(NameOf::Tag)) -> Bool, Read,
        "Whether the card's kind has this tag.",
        "this_card().tagged(\"cat\")",
        |cx, args| tagged(cx, args[1], cx.effects.rules.kind(cx.kind_of(args[0])?).tags);
    Method is_in(c: Card, z: Pile) -> Bool, Read,
        "Whether the card is in this pile or hand.",
        "this_card().is_in(discard_pile())",
        |cx, args| {
            let zone = cx.effects.table.zones.zone_of(arg::card(args[0])?);
            Ok(Value::Bool(zone == arg::zone(args[1])?))
        };
    Method move_to(c: CARDS, z: Pile) -> Nothing, Change:
        "put {c} into {z}",
        "Moves the card, or the cards in order, to the top of a pile or into a hand.",
        "this_card().move_to(me.front);",
        |cx, args| move_to(cx, args[0], arg::zone(args[1])?)?;
    Method move_back(c: CARDS) -> Nothing, Change:
        "put {c} back where it was",
        "Moves the card, or the cards, back to where they came from: to the hand, or to the depth of \
         the pile. A card that has not moved stays.",
        "this_card().move_back();",
        |cx, args| {
            for card in cx.query().cards_of(args[0])?.into_iter().rev() {
                cx.effects.put_back(card);
            }
        };
    Property since(c: Card) -> Int, Read,
        "How many turns have begun since the card came to where it lies: 0 = it came in this turn.",
        "this_card().since",
        |cx, args| {
            let card = arg::card(args[0])?;
            cx.look_at(card)?;
            Ok(Value::Int(cx.effects.table.turns_since(card).into()))
        };
    Method discard(c: CARDS) -> Nothing, Change:
        "discard {c}",
        "Discards the card, or the cards, face up.",
        "this_card().discard();",
        |cx, args| {
            for card in cx.query().cards_of(args[0])?.into_iter().rev() {
                cx.effects.discard(card);
            }
        };
    Method hide_in(c: Card, z: Pile, depth: Int) -> Nothing, Change:
        "hide {c} in {z}",
        "Moves the card into a pile at a depth (0 = top) that only the player knows. A depth beyond \
         the bottom is the bottom. Fails for a negative depth.",
        "this_card().hide_in(draw_pile(), 0);",
        |cx, args| hide(cx, args, cx.effects.run.me)?;
    Method hide_in(c: Card, z: Pile, depth: Int, p: Player) -> Nothing, Change:
        "{p} hide[s] {c} in {z}",
        "Moves the card into a pile at a depth (0 = top) that only this player knows. A depth beyond \
         the bottom is the bottom. Fails for a negative depth.",
        "this_card().hide_in(draw_pile(), 0, me.next);",
        |cx, args| hide(cx, args, arg::seat(args[3])?)?;
    Method place_in(c: Card, z: Pile, depth: Int) -> Nothing, Change:
        "put {c} {depth?on top of|at the bottom of|into} {z}",
        "Moves the card, without anybody looking at it, into a pile at a depth (0 = top) that all \
         players see. A depth beyond the bottom is the bottom. Fails for a negative depth.",
        "draw_pile().top.place_in(draw_pile(), draw_pile().len);",
        |cx, args| {
            let depth = depth(args[2])?;
            cx.effects.put(arg::card(args[0])?, arg::zone(args[1])?, depth);
        };
    Property is_face_up(c: Card) -> Bool, Read,
        "Whether all players see the card's face where it lies, or would see it if it were on top.",
        "draw_pile().top.is_face_up",
        |cx, args| {
            let (_, is_face_up) = cx.effects.table.face(&cx.effects.rules, arg::card(args[0])?);
            Ok(Value::Bool(is_face_up))
        };
    Method turn_up(c: Card) -> Nothing, Change:
        "turn {c} face up",
        "Turns the card face up where it lies. All players see it in a hand, and in a pile while it \
         is on top. It keeps its face until it leaves a hand or comes to a face-up pile.",
        "this_card().turn_up();",
        |cx, args| turn(cx, args[0], true)?;
    Method turn_down(c: Card) -> Nothing, Change:
        "turn {c} face down",
        "Turns the card face down where it lies.",
        "this_card().turn_down();",
        |cx, args| turn(cx, args[0], false)?;
    Property played_by(c: Card) -> Any(&[Player, Nothing]), Read:
        "who played it",
        "The player who played the card that stays in play (`TO`); `()` if nobody did.",
        "this_card().played_by",
        |cx, args| {
            let player = cx.effects.table.cards[arg::card(args[0])?.index()].played_by;
            Ok(player.map_or(Value::Unit, Value::Player))
        };
    Method give_to(c: Card, p: Player) -> Nothing, Change:
        "give {c} to {p}",
        "Moves the card into a player's hand, seen only by giver and taker.",
        "this_card().give_to(me.next);",
        |cx, args| {
            let (card, to) = (arg::card(args[0])?, arg::seat(args[1])?);
            cx.effects.give(card, to, MoveReason::Give, false);
        };
    Method play(p: Player, c: Card) -> Nothing, Change:
        "{p} play[s] {c}",
        "The player plays this card, wherever it is, once the running script has returned. It is \
         announced and can be responded to like any play.",
        "me.play(discard_pile().bottom);",
        |cx, args| {
            let (seat, card) = (arg::seat(args[0])?, arg::card(args[1])?);
            cx.effects.run.caused.push(Task::Play { seat, card });
        };
    Method explode(p: Player, hazard: Any(&[Card, Nothing])) -> Nothing, Change => Burst:
        "{p} explode[s]",
        "The player explodes once the running script has returned, because of this card or, with \
         `()`, a rule. Others can respond.",
        "me.explode(this_card());",
        |cx, args| {
            let hazard = match args[1] {
                Value::Card(card) => Some(*card),
                _ => None,
            };
            cx.effects.explode(arg::seat(args[0])?, hazard);
        };
    Function answered() -> Any(&[Type::Action, Nothing]), Read:
        "what it answers",
        "The action that the resolving card was played in response to; `()` if there is none.",
        "answered().cancel();",
        |cx, _| Ok(cx.effects.table.stack.last().map_or(Value::Unit, |a| Value::Action(a.id)));
    Function this_play() -> Any(&[Type::Action, Nothing]), Read:
        "this play",
        "The action being announced or resolved, or the explosion; `()` in other hooks.",
        "this_play().cards",
        |cx, _| Ok(cx.reader.action.map_or(Value::Unit, |a| Value::Action(a.id)));
    Property by(a: Type::Action) -> Player, Read(ActionPlayer):
        "its player",
        "Who plays, draws, explodes or begins a turn.",
        "answered().by",
        |cx, args| Ok(Value::Player(action(cx, args[0])?.by));
    Property what(a: Type::Action) -> Kind, Read,
        "What the action is: the id of the kind or combo played, `explosion`, `draw`, `turn` or \
         `between`.",
        "answered().what",
        |cx, args| Ok(match action(cx, args[0])?.subject {
            Subject::Card(_, kind) => Value::Kind(kind),
            Subject::Combo(combo) => Value::Text(cx.effects.rules.combo(combo).id.clone()),
            Subject::Explosion(_) => Value::Text(Arc::from("explosion")),
            Subject::Draw => Value::Text(Arc::from("draw")),
            Subject::Turn => Value::Text(Arc::from("turn")),
            Subject::Between => Value::Text(Arc::from("between")),
        });
    Property card(a: Type::Action) -> Any(&[Card, Nothing]), Read,
        "The card played or the hazard; `()` if there is none.",
        "answered().card",
        |cx, args| {
            let action = action(cx, args[0])?;
            Ok(card_or_nothing(match action.subject {
                Subject::Explosion(hazard) => hazard,
                _ => action.cards.first().copied(),
            }))
        };
    Property cards(a: Type::Action) -> List(&Card), Read:
        "its cards",
        "The cards played for it.",
        "answered().cards",
        |cx, args| Ok(Value::Cards(action(cx, args[0])?.cards.as_slice().into()));
    Property announced(a: Type::Action) -> List(&Datum), Read,
        "What `announce` returned, as everybody knows.",
        "answered().announced",
        |cx, args| Ok(list(action(cx, args[0])?.announced.iter().cloned()));
    Property targets(a: Type::Action) -> List(&Player), Read,
        "Whom the play is aimed at: the players among what it has announced.",
        "answered().targets.contains(me)",
        |cx, args| {
            Ok(list(action(cx, args[0])?.targets().into_iter().map(Value::Player)))
        };
    Method redirect(a: Type::Action, from: Player, to: Player) -> Nothing, Change:
        "turn {a} to {to} instead",
        "Aims the play at another player: `to` takes the place of `from` in what it has announced. \
         Nothing happens if the play is not aimed at `from`.",
        "answered().redirect(me, answered().by);",
        |cx, args| {
            let (from, to) = (arg::seat(args[1])?, arg::seat(args[2])?);
            let action = action(cx.query(), args[0])?;
            if from != to && action.targets().contains(&from) {
                let action = action.reference();
                cx.effects.emit(ActionEvent::Redirected { action, from, to });
                cx.effects.follow_redirection(action.subject, (from, to));
            }
        };
    Method tagged(a: Type::Action, tag: Name(NameOf::Tag)) -> Bool, Read(ActionTag),
        "Whether the kind played, the hazard, or an explosion without one has this tag.",
        "answered().tagged(\"unstoppable\")",
        |cx, args| {
            let action = action(cx, args[0])?;
            tagged(cx, args[1], cx.effects.table.tags(&cx.effects.rules, action))
        };
    Method cancel(a: Type::Action) -> Nothing, Change => Stop:
        "cancel {a}",
        "Cancels the action: it has no effect. Its cards stay where they are.",
        "answered().cancel();",
        |cx, args| {
            let action = action(cx.query(), args[0])?.reference();
            let canceller = cx.effects.run.action.as_ref().map(|action| action.subject);
            let overruled = match (canceller, action.subject) {
                (Some(Subject::Card(_, by)), Subject::Card(_, kind)) => by == kind,
                _ => false,
            };
            cx.effects.emit(ActionEvent::Cancelled { action, overruled });
        };
    Property is_cancelled(a: Type::Action) -> Bool, Read,
        "Whether the action was cancelled.",
        "answered().is_cancelled",
        |cx, args| Ok(Value::Bool(action(cx, args[0])?.cancelled));
    Method watch(a: Type::Action, p: Player) -> Nothing, Change => Eye:
        "{p} see[s] which cards move and where they are hidden while {a} takes effect",
        "The player also sees what the action, the actions it answers and the hooks they cause show \
         to single players: which cards move, and where they are hidden.",
        "answered().watch(me);",
        |cx, args| {
            let mut watched = Some(action(cx.query(), args[0])?.id);
            let seat = arg::seat(args[1])?;
            while let Some(action) = watched {
                cx.effects.emit(InternalEvent::Watched { action, seat });
                watched = find_action(cx.effects, action).and_then(|action| action.answers);
            }
        };
    Function last_play() -> Any(&[Type::Action, Nothing]), Read:
        "the last play",
        "The card or combo that was played last and whose effects are over; `()` if there is none.",
        "last_play() == ()",
        |cx, _| {
            let play = cx.effects.table.last_play.as_ref();
            Ok(play.map_or(Value::Unit, |play| Value::Action(play.id)))
        };
}
