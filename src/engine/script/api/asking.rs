//! Verbs that prompt a player. Each offers a list of options to one player. Without options it
//! returns `()`; with one option it returns that option without prompting, unless that would tell
//! others of hidden cards and the player is one who is always asked.

use super::arg::{self, not_a};
use super::context::{Effects, Query, card_or_nothing};
use super::listing::{
    list_cards, list_kinds, list_players, list_pool, list_words, offer, offer_words,
};
use super::ruleset_data::list;
use super::verb::{Effect, Fact, Form, Run, Verb, run_of, table_of};
use crate::kernel::decision::{Choice, Prompt};
use crate::kernel::{
    CardEvent, CardId, Fault, GameEvent, Hook, MoveReason, Seat, SeatSet, Stop, Value, Zone,
};
use crate::script::values::Type::{
    self, Any, Bool, Card, Int, Kind, List, Nothing, Pile, Player, Text,
};
use smallvec::SmallVec;

const ONE_PLAYER: Type = Any(&[Player, Nothing]);
const POOL: Type = Any(&[List(&Card), Pile]);

/// Prompts with the listed options; returns `None` if there are none.
fn ask(cx: &mut Effects<'_>, seat: Seat, text: &Value) -> Result<Option<Choice>, Stop> {
    let prompt = &cx.effects.question.prompt;
    // Counting references to a text is slow.
    let new = cx.query().text(text)?;
    let is_set = matches!(prompt, Prompt::Text(last) if last.is(new));
    if !is_set {
        let prompt = Prompt::Text(cx.query().text_to(seat, new));
        cx.effects.question.prompt = prompt;
    }
    if cx.effects.question.options.is_empty() {
        cx.effects.run.asking.hides_options = false;
        return cx.effects.run.list(false).map(|()| None);
    }
    if cx.effects.run.listing.is_none() && cx.effects.question.options.len() > 1 {
        cx.data.probe.asked(cx.query().text(text)?);
    }
    let index = cx.effects.ask(seat)?;
    Ok(Some(std::mem::replace(&mut cx.effects.question.options[index], Choice::Pass)))
}

/// Lets a player take the card that `pick` finds from another, unless both are the same or
/// something else happens instead (`before_take`). A question that is only listed replaces nothing.
fn take(
    cx: &mut Effects<'_>,
    args: &[&Value],
    (reason, is_seen): (MoveReason, bool),
    pick: impl FnOnce(&mut Effects<'_>, Seat, Seat) -> Result<Option<CardId>, Stop>,
) -> Result<Value, Stop> {
    let (to, from) = (arg::seat(args[0])?, arg::seat(args[1])?);
    let may_replace = cx.effects.is_heard(Hook::BeforeTake) && cx.effects.run.listing.is_none();
    if to == from
        || may_replace && cx.effects.is_replaced(Hook::BeforeTake, from, Value::Player(to))?
    {
        return Ok(Value::Unit);
    }
    let card = pick(cx, to, from)?;
    if let Some(card) = card {
        cx.effects.give(card, to, reason, is_seen);
    }
    Ok(card_or_nothing(card))
}

/// Asks which card to take from a hand that is not seen: one of those that are turned up, or a
/// random one of the rest. `None` if none are.
fn aim(cx: &mut Effects<'_>, to: Seat, from: Seat) -> Result<Option<CardId>, Stop> {
    const REST: &str = "another";
    let table = &cx.effects.table;
    if !table.has_turned {
        return Ok(None);
    }
    let is_turned = |card: &CardId| table.cards[card.index()].is_turned;
    let (turned, rest): (Vec<CardId>, Vec<CardId>) =
        table.hand(from).iter().partition(|card| is_turned(card));
    if turned.is_empty() {
        return Ok(None);
    }
    list_cards(cx, to, &turned);
    cx.effects.run.asking.hides_options = false;
    if !rest.is_empty() {
        offer(cx, Choice::Text(REST.into()));
    }
    match ask(cx, to, &Value::Text("Take which card?".into()))? {
        Some(Choice::Text(_)) => cx.effects.random_card(&rest).map(Some),
        choice => Ok(choice.and_then(|choice| choice.card())),
    }
}

fn choose_card(
    cx: &mut Effects<'_>,
    seat: Seat,
    text: &Value,
    pool: &[CardId],
) -> Result<Option<CardId>, Stop> {
    list_pool(cx, seat, pool);
    let choice = ask(cx, seat, text)?;
    chosen_card(cx, seat, choice, pool)
}

/// Returns the value of a choice that is not a card.
fn chosen(choice: Option<Choice>) -> Value {
    match choice {
        Some(Choice::Player(seat)) => Value::Player(seat),
        Some(Choice::Kind(kind)) => Value::Kind(kind),
        Some(Choice::Number(n)) => Value::Int(n),
        Some(Choice::Text(word)) => Value::Text(word),
        _ => Value::Unit,
    }
}

/// Asks for one of the listed options, with the player and the text of a verb.
#[inline]
fn choose(cx: &mut Effects<'_>, args: &[&Value]) -> Result<Value, Stop> {
    Ok(chosen(ask(cx, arg::seat(args[0])?, args[1])?))
}

/// Returns the card of a choice among the cards of a pool.
fn chosen_card(
    cx: &mut Effects<'_>,
    seat: Seat,
    choice: Option<Choice>,
    pool: &[CardId],
) -> Result<Option<CardId>, Stop> {
    if let Some(Choice::Hidden(card, _)) = choice
        && matches!(cx.effects.table.zones.zone_of(card), Zone::Hand(_))
    {
        // A hand position reveals when a card was added, so a random unseen card is taken instead,
        // or if the pool has none, one of the others.
        let unseen = |c: &&CardId| !cx.effects.table.knows(seat, **c);
        let hidden: SmallVec<[CardId; 16]> = pool.iter().filter(unseen).copied().collect();
        let cards = if hidden.is_empty() { pool } else { &hidden };
        return cx.effects.random_card(cards).map(Some);
    }
    Ok(choice.and_then(|choice| choice.card()))
}

/// Asks a player which card of a kind to give of those in their hand, if they can tell them apart.
/// `None` if there is none.
fn choose_of_kind(
    cx: &mut Effects<'_>,
    owner: Seat,
    kind: crate::kernel::Kind,
) -> Result<Option<CardId>, Stop> {
    let table = &cx.effects.table;
    let of_kind = |card: &CardId| table.kind(*card) == kind;
    let mut cards: SmallVec<[CardId; 8]> =
        table.hand(owner).iter().rev().copied().filter(of_kind).collect();
    // Of those that are alike the one that most players know, so that nobody keeps outdated
    // knowledge of a card that has left.
    cards.sort_by_key(|card| std::cmp::Reverse(table.cards[card.index()].known.len()));
    // An unseen card only if there is no other: the options would tell the owner of it.
    match cards.iter().any(|card| table.knows(owner, *card)) {
        true => cards.retain(|card| table.knows(owner, *card)),
        false => cards.truncate(1),
    }
    if cards.is_empty() {
        return Ok(None);
    }
    // Without a card that others see there, or counters, cards of a kind are alike.
    let is_turned = |card: &CardId| table.cards[card.index()].is_turned;
    let may_differ = cards.iter().any(is_turned) && !table.hand(owner).iter().all(is_turned)
        || !cx.effects.rules.card_counters.is_empty();
    list_cards(cx, owner, &cards);
    cx.effects.run.asking.hides_options &= may_differ;
    let choice = ask(cx, owner, &Value::Text("Give which card?".into()))?;
    Ok(choice.and_then(|choice| choice.card()))
}

/// Asks several players one after another; returns each player's choice. The table does not change
/// in between, and the answers are not part of an announcement: nobody learns one before the last
/// is given. `list` lists the options of the n-th player.
fn ask_together(
    cx: &mut Effects<'_>,
    seats: &[Seat],
    text: &Value,
    list: impl Fn(&mut Effects<'_>, usize) -> Result<(), Stop>,
) -> Result<SmallVec<[Option<Choice>; 16]>, Stop> {
    let is_probe = cx.effects.run.listing.is_some();
    let mut choices = SmallVec::new();
    for (i, seat) in seats.iter().enumerate() {
        cx.effects.run.asking.together = seats[i..].iter().copied().collect();
        list(cx, i)?;
        // One option for anybody is enough.
        if !is_probe || !cx.effects.question.options.is_empty() || i + 1 == seats.len() {
            choices.push(ask(cx, *seat, text)?);
        }
    }
    cx.effects.run.asking.together = SeatSet::NONE;
    Ok(choices)
}

/// Lets everybody know what each player has chosen; returns the list of it.
fn reveal_choices(cx: &mut Effects<'_>, seats: &[Seat], values: Vec<Value>) -> Value {
    for (seat, value) in seats.iter().zip(&values).filter(|(_, value)| **value != Value::Unit) {
        cx.effects.emit(GameEvent::Chosen { seat: *seat, value: value.clone() });
    }
    list(values)
}

/// Returns the top `n` cards of a pile, or all cards if it has fewer.
pub(super) fn top_cards(
    cx: Query<'_>,
    pile: &Value,
    n: &Value,
) -> Result<SmallVec<[CardId; 8]>, Stop> {
    let n = arg::n_cards(n)?;
    Ok(cx.effects.table.cards_in(arg::zone(pile)?).iter().take(n).copied().collect())
}

pub(super) fn arrange(
    cx: &mut Effects<'_>,
    seat: Seat,
    zone: &Value,
    n: &Value,
) -> Result<(), Stop> {
    let mut left = top_cards(cx.query(), zone, n)?;
    cx.effects.run.list(!left.is_empty())?;
    for card in &left {
        cx.effects.emit(CardEvent::Shown { card: *card, to: seat });
    }
    let mut order = SmallVec::new();
    while !left.is_empty() {
        let text =
            if order.is_empty() { "Which card goes on top?" } else { "Which card comes next?" };
        let text = Value::Text(text.into());
        let Some(card) = choose_card(cx, seat, &text, &left)? else { break };
        left.retain(|c| *c != card);
        order.push(card);
    }
    if !order.is_empty() {
        let zone = arg::zone(zone)?;
        cx.effects.emit(CardEvent::Arranged { zone, order: order.clone(), by: seat });
        cx.show_watchers(&order, seat);
    }
    Ok(())
}

/// Lists these numbers as options, 1,001 at most.
fn list_numbers(cx: &mut Effects<'_>, (low, high): (i64, i64)) {
    const MOST: i64 = 1000;
    cx.effects.question.options.clear();
    let last = high.min(low.saturating_add(MOST));
    cx.effects.question.options.extend((low..=last).map(Choice::Number));
}

table_of! { "asking";
    Method choose_player(p: Player, text: Text, players: List(&Player)) -> ONE_PLAYER, Ask:
        "{p} choose[s] a player",
        "The player chooses one of these players. In a play, other players are offered only if \
         `targetable` allows it; if it leaves nobody, the play ends there.",
        "me.choose_player(\"Whom?\", others(me))",
        |cx, args| {
            list_players(cx, arg::seat(args[0])?, args[2])?;
            choose(cx, args)
        };
    Method choose_player(p: Player, text: Text, players: List(&Player), words: List(&Text))
        -> Any(&[Player, Text, Nothing]), Ask:
        "{p} may choose a player",
        "The player chooses one of these players, as above, or one of these words, which is returned.",
        "me.choose_player(\"Whom?\", others(me), [\"nobody\"])",
        |cx, args| {
            list_players(cx, arg::seat(args[0])?, args[2])?;
            offer_words(cx, args[3])?;
            choose(cx, args)
        };
    Method choose_card(p: Player, text: Text, cards: POOL) -> Any(&[Card, Nothing]), Ask:
        "{p} choose[s] a card{ from cards}",
        "The player chooses one of these cards. Cards of one kind are one option, unless they lie in \
         different places (`bob.front.favor`, `discard.favor`) or with different faces; cards the \
         player cannot see are offered as hidden ones.",
        "me.choose_card(\"Which card?\", me.hand)",
        |cx, args| {
            let pool = cx.query().cards_of(args[2])?;
            choose_card(cx, arg::seat(args[0])?, args[1], &pool).map(card_or_nothing)
        };
    Method choose_card(p: Player, text: Text, cards: POOL, words: List(&Text))
        -> Any(&[Card, Text, Nothing]), Ask:
        "{p} may choose a card{ from cards}",
        "The player chooses one of these cards, as above, or one of these words, which is returned: \
         a way out, or the name of a card that nobody sees, such as `top card`.",
        "me.choose_card(\"Give what?\", me.hand, [\"refuse\"])",
        |cx, args| {
            let seat = arg::seat(args[0])?;
            let pool = cx.query().cards_of(args[2])?;
            list_pool(cx, seat, &pool);
            offer_words(cx, args[3])?;
            match ask(cx, seat, args[1])? {
                Some(Choice::Text(word)) => Ok(Value::Text(word)),
                choice => chosen_card(cx, seat, choice, &pool).map(card_or_nothing),
            }
        };
    Method choose_kind(p: Player, text: Text, kinds: List(&Kind)) -> Any(&[Kind, Nothing]), Ask:
        "{p} name[s] a card",
        "The player names one of these kinds.",
        "me.choose_kind(\"Which card?\", kinds())",
        |cx, args| {
            list_kinds(cx, args[2])?;
            choose(cx, args)
        };
    Method choose_kind(p: Player, text: Text, kinds: List(&Kind), words: List(&Text))
        -> Any(&[Kind, Text, Nothing]), Ask:
        "{p} may name a card",
        "The player names one of these kinds, as above, or one of these words, which is returned.",
        "me.choose_kind(\"Which card?\", kinds(), [\"none\"])",
        |cx, args| {
            list_kinds(cx, args[2])?;
            offer_words(cx, args[3])?;
            choose(cx, args)
        };
    Method choose(p: Player, text: Text, words: List(&Text)) -> Any(&[Text, Nothing]), Ask:
        "{p} choose[s]",
        "The player chooses one of these words.",
        "me.choose(\"Now or later?\", [\"now\", \"later\"])",
        |cx, args| {
            list_words(cx, args[2])?;
            choose(cx, args)
        };
    Method choose_number(p: Player, text: Text, low: Int, high: Int)
        -> Any(&[Int, Nothing]), Ask:
        "{p} choose[s] a number from {low} to {high}",
        "The player chooses a number from `low` to `high`, both included, of at most 1,001 numbers.",
        "me.choose_number(\"How many?\", 1, 3)",
        |cx, args| {
            list_numbers(cx, (arg::int(args[2])?, arg::int(args[3])?));
            choose(cx, args)
        };
    Method choose_number(p: Player, text: Text, low: Int, high: Int, words: List(&Text))
        -> Any(&[Int, Text, Nothing]), Ask:
        "{p} may choose a number from {low} to {high}",
        "The player chooses a number, as above, or one of these words, which is returned.",
        "me.choose_number(\"How many?\", 1, 3, [\"all\"])",
        |cx, args| {
            list_numbers(cx, (arg::int(args[2])?, arg::int(args[3])?));
            offer_words(cx, args[4])?;
            choose(cx, args)
        };
    Method choose_depth(p: Player, text: Text, z: Pile) -> Int, Ask:
        "{p} choose[s] how deep in {z}",
        "The player chooses a depth in a pile for a card: 0 = top, its size = bottom.",
        "me.choose_depth(\"How deep?\", draw_pile())",
        |cx, args| {
            let zone = arg::zone(args[2])?;
            let high = cx.effects.table.zones.len(zone) as i64;
            cx.effects.run.asking.depth_of = Some(zone);
            list_numbers(cx, (0, high));
            choose(cx, args)
        };
    Method confirm(p: Player, text: Text) -> Bool, Ask:
        "if {p} want[s]",
        "The player says yes or no.",
        "me.confirm(\"Really?\")",
        |cx, args| {
            cx.effects.question.options.clear();
            cx.effects.question.options.extend([Choice::Yes, Choice::No]);
            let choice = ask(cx, arg::seat(args[0])?, args[1])?;
            Ok(Value::Bool(choice == Some(Choice::Yes)))
        };
    Function choose_words_together(players: List(&Player), text: Text, words: List(&Text))
        -> List(&Any(&[Text, Nothing])), Ask:
        "{players} choose[s] in secret at the same time",
        "Each of these players chooses one of these words in secret: nobody learns an answer before \
         the last one is given, then everybody does. Returns the answers in the order of the players.",
        "choose_words_together(players(), \"Up or down?\", [\"up\", \"down\"])",
        |cx, args| {
            let list_them = |cx: &mut Effects<'_>, _| list_words(cx, args[2]);
            let seats = arg::seats(args[0])?;
            let choices = ask_together(cx, &seats, args[1], list_them)?;
            Ok(reveal_choices(cx, &seats, choices.into_iter().map(chosen).collect()))
        };
    Function choose_numbers_together(players: List(&Player), text: Text, low: Int, high: Int)
        -> List(&Any(&[Int, Nothing])), Ask:
        "{players} choose[s] a number from {low} to {high} in secret at the same time",
        "Each of these players chooses a number from `low` to `high`, both included, of at most 1,001 \
         numbers, in secret: nobody learns an answer before the last one is given, then everybody \
         does. Returns the answers in the order of the players.",
        "choose_numbers_together(players(), \"Bid how many cards?\", 0, 3)",
        |cx, args| {
            let range = (arg::int(args[2])?, arg::int(args[3])?);
            let seats = arg::seats(args[0])?;
            let choices = ask_together(cx, &seats, args[1], |cx, _| {
                list_numbers(cx, range);
                Ok(())
            })?;
            Ok(reveal_choices(cx, &seats, choices.into_iter().map(chosen).collect()))
        };
    Function choose_cards_together(players: List(&Player), text: Text, cards: List(&POOL))
        -> List(&Any(&[Card, Nothing])), Ask:
        "{players} choose[s] a card in secret at the same time",
        "Each of these players chooses a card in secret, the first player one of the first pile or \
         list of cards, and so on: nobody learns an answer before the last one is given, then \
         everybody who knows the card does. Returns the cards in the order of the players. Fails \
         unless there is one pile or list for each.",
        "choose_cards_together(players(), \"Pass which card?\", players().map(|p| p.hand))",
        |cx, args| {
            let Value::List(pools) = args[2] else { return Err(not_a("list", args[2])) };
            let seats = arg::seats(args[0])?;
            if seats.len() != pools.len() {
                let message = format!("{} piles for {} players", pools.len(), seats.len());
                let fault = Fault::new("F0119", message);
                return Err(fault.hint("give one pile or list of cards for each player").into());
            }
            let pools = pools.iter().map(|pool| cx.query().cards_of(pool));
            let pools: SmallVec<[_; 16]> = pools.collect::<Result<_, _>>()?;
            let choices = ask_together(cx, &seats, args[1], |cx, i| {
                list_pool(cx, seats[i], &pools[i]);
                Ok(())
            })?;
            let mut cards = Vec::with_capacity(choices.len());
            for (choice, (seat, pool)) in choices.into_iter().zip(seats.iter().zip(&pools)) {
                cards.push(card_or_nothing(chosen_card(cx, *seat, choice, pool)?));
            }
            Ok(reveal_choices(cx, &seats, cards))
        };
    Method take_random(p: Player, from: Player) -> Any(&[Card, Nothing]), Change => Take:
        "{p} steal[s] a random card from {from}",
        "The player steals a random card from another player's hand, unseen by the others; `()` if \
         there is none. If cards of the hand are turned up, the player chooses one of these or a \
         random one of the rest.",
        "me.take_random(me.next);",
        |cx, args| {
            take(cx, args, (MoveReason::Steal, false), |cx, to, from| match aim(cx, to, from)? {
                None => cx.effects.random_card_in(Zone::Hand(from)),
                aimed_at => Ok(aimed_at),
            })
        };
    Method take_chosen(p: Player, from: Player, text: Text) -> Any(&[Card, Nothing]), Ask => Take:
        "{from} give[s] {p} a card of their choice",
        "The player steals a card from another player's hand, which that player chooses and gives, \
         unseen by the others; `()` if there is none.",
        "me.take_chosen(me.next, \"Give which card?\");",
        |cx, args| {
            take(cx, args, (MoveReason::Give, false), |cx, _, from| {
                let hand = cx.effects.table.hand(from).to_vec();
                choose_card(cx, from, args[2], &hand)
            })
        };
    Method take_kind(p: Player, from: Player, kind: Kind) -> Any(&[Card, Nothing]), Ask => Take:
        "{p} steal[s] that card from {from}, if there is one",
        "The player steals a card of this kind from another player's hand, seen by all; `()` if \
         there is none. If that player can tell the cards of this kind apart, as one that is \
         turned up from one that is not, they choose which one they give.",
        "me.take_kind(me.next, \"defuse\");",
        |cx, args| {
            take(cx, args, (MoveReason::Give, true), |cx, _, from| {
                choose_of_kind(cx, from, arg::kind(args[2])?)
            })
        };
}
