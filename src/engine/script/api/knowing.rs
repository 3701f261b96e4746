//! Verbs on knowledge: looking at cards and revealing them.

use super::arg;
use super::verb::{Effect, Fact, Form, Run, Verb, run_of, table_of};
use crate::kernel::{CardEvent, PlayerEvent, Value, Zone};
use crate::script::values::Type::{self, Any, Bool, Card, Int, List, Nothing, Pile, Player, Text};

const CARDS_OR_PILE: Type = Any(&[Card, List(&Card), Pile, Nothing]);

/// The group of the verbs on what players know.
pub const GROUP: &str = "knowing";

table_of! { GROUP;
    Method look_at(p: Player, cards: CARDS_OR_PILE) -> Nothing, Change => Eye:
        "{p} look[s] at {cards}",
        "The player looks at these cards and knows them until they move out of sight.",
        "me.look_at(draw_pile().top);",
        |cx, args| {
            let to = arg::seat(args[0])?;
            for card in cx.query().cards_of(args[1])? {
                cx.show(card, to);
            }
        };
    Method look_at_top(p: Player, z: Pile, n_cards: Int) -> Nothing, Change => Eye:
        "{p} look[s] at the top {n_cards} of {z}",
        "The player looks at up to this many top cards of a pile, without moving them. Fails for a \
         negative number.",
        "me.look_at_top(draw_pile(), 3);",
        |cx, args| {
            let to = arg::seat(args[0])?;
            for card in super::asking::top_cards(cx.query(), args[1], args[2])? {
                cx.show(card, to);
            }
        };
    Method arrange(p: Player, z: Pile, n_cards: Int) -> Nothing, Ask => Eye:
        "{p} look[s] at the top {n_cards} of {z} and put[s] them back in any order",
        "The player looks at up to this many top cards of a pile and puts them back in an order of \
         their choice, chosen one at a time, top first. Fails for a negative number.",
        "me.arrange(draw_pile(), 3);",
        |cx, args| super::asking::arrange(cx, arg::seat(args[0])?, args[1], args[2])?;
    Method blind(p: Player, is_blind: Bool) -> Nothing, Change:
        "{p} {is_blind?look[s] at their hand again|cannot look at their hand}",
        "Turns the player's hand face down to the player, shuffled, or lets them look at it again. \
         A blind player may turn over a random card of the hand: it is played if it can be played \
         at that moment, else discarded. A card that is drawn or given is seen once; `place_in` \
         adds one unseen. Hooks that decide on options read only cards that the player sees.",
        "me.next.blind(true);",
        |cx, args| {
            let (seat, is_blind) = (arg::seat(args[0])?, *args[1] == Value::Bool(true));
            if cx.effects.table.blind.has(seat) != is_blind {
                cx.effects.emit(PlayerEvent::Blinded { seat, is_blind });
                if is_blind {
                    cx.effects.shuffle(Zone::Hand(seat))?;
                }
            }
        };
    Property is_blind(p: Player) -> Bool, Read,
        "Whether the player's hand lies face down to the player.",
        "me.is_blind",
        |cx, args| Ok(Value::Bool(cx.effects.table.blind.has(arg::seat(args[0])?)));
    Function say(text: Text) -> Nothing, Change:
        "everybody hears it",
        "Says something to everybody: an event that changes nothing. In a text in backticks, \
         `${card}` names a card to those who know it, by its title in their language, and is \
         \"a card\" to others.",
        "say(`${me.name} counts ${me.hand.len} cards`);",
        |cx, args| cx.say(args[0], None)?;
    Method tell(p: Player, text: Text) -> Nothing, Change,
        "Says something to this player only: an event that the others do not see.",
        "me.tell(`the pile has ${draw_pile().len} cards`);",
        |cx, args| cx.say(args[1], Some(arg::seat(args[0])?))?;
    Method reveal(cards: CARDS_OR_PILE) -> Nothing, Change => Eye:
        "show {cards} to everybody",
        "Shows these cards to all players.",
        "draw_pile().top.reveal();",
        |cx, args| {
            for card in cx.query().cards_of(args[0])? {
                cx.effects.emit(CardEvent::Revealed { card });
            }
        };
}
