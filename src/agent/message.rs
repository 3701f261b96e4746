//! A seat's view and decision as plain data, for agents that are programs or scripts.
//!
//! `view`: `seat` (its own, counted from 0), `alive` (the seats in the game), `turn` (`seat`,
//! `owed`, `attacked`, `reversed`), `hand` (its kinds), `hand_sizes` (by seat), `piles` (by name,
//! top first, with `()` or `null` for an unknown card), `fronts` (by seat), `counters`, `stack`
//! (the actions that may be answered, the latest last: `by`, `what`, `about`, `announced`,
//! `cancelled`).
//!
//! `decision`: `prompt` (`turn`, `respond`, `cards`, or the text of the question), `options`, each
//! with `what` and the fields that belong to it:
//!
//! | `what` | with |
//! | --- | --- |
//! | `draw`, `pass`, `yes`, `no`, `unseen` (a random unseen card of the own hand) | |
//! | `play`, `respond`, `kind`, `card` | `kind`; for a `card` with its other face up `turned` |
//! | `combo` | `combo`, `kinds` |
//! | `player` | `seat` |
//! | `hidden` | `place`, counted from 0 |
//! | `number` | `number` |
//! | `text` | `text` |

use crate::kernel::{
    Action, Choice, Decision, Kind, Observation, Prompt, Rules, Seat, Subject, Value,
};
use crate::kernel::{View, Zone};
use serde_json::{Map, Value as Json, json};

/// Returns what the seat knows.
#[must_use]
pub fn view(observation: &Observation<'_>) -> Json {
    let (view, rules) = (observation.view(), observation.rules());
    let n_seats = view.turns.n_seats;
    let seats = || (0..n_seats).map(Seat);
    let known = |zone| view.cards(zone).iter().map(|kind| kind.map(|k| id(rules, k)));
    let cards = |zone| known(zone).collect::<Json>();
    let mut piles = Map::new();
    piles.insert("draw".to_owned(), cards(Zone::Draw));
    piles.insert("discard".to_owned(), cards(Zone::Discard));
    piles.insert("table".to_owned(), cards(Zone::Table));
    for pile in &rules.piles {
        if let Some(zone) = rules.find_pile(&pile.id) {
            piles.insert(pile.id.to_string(), cards(zone));
        }
    }
    let mut message = json!({
        "seat": observation.seat().0,
        "alive": view.turns.alive.iter().map(|seat| seat.0).collect::<Vec<_>>(),
        "turn": {
            "seat": view.turns.current.0,
            "owed": view.turns.owed,
            "attacked": view.turns.attacked,
            "reversed": view.turns.reversed,
        },
        "hand": cards(Zone::Hand(observation.seat())),
        "hand_sizes": seats().map(|s| view.cards(Zone::Hand(s)).len()).collect::<Vec<_>>(),
        "piles": piles,
        "fronts": seats().map(|seat| cards(Zone::Front(seat))).collect::<Vec<_>>(),
        "counters": counters(&view, rules),
        "stack": view.stack.iter().map(|action| stacked(action, rules)).collect::<Vec<_>>(),
    });
    if !view.scores.is_empty() {
        message["scores"] = view.scores.into();
    }
    message
}

/// Returns the decision.
#[must_use]
pub fn decision(decision: &Decision, rules: &Rules) -> Json {
    let prompt = match &decision.prompt {
        Prompt::Turn => "turn",
        Prompt::Respond => "respond",
        Prompt::Cards(_) => "cards",
        Prompt::Text(text) => text,
    };
    let options: Vec<Json> = decision.options.iter().map(|choice| option(choice, rules)).collect();
    json!({ "prompt": prompt, "options": options })
}

fn id(rules: &Rules, kind: Kind) -> Json {
    Json::from(&*rules.kind(kind).id)
}

/// Returns the `what` of an option.
#[must_use]
pub const fn what(choice: &Choice) -> &'static str {
    match choice {
        Choice::Draw => "draw",
        Choice::Pass => "pass",
        Choice::Yes => "yes",
        Choice::No => "no",
        Choice::Unseen => "unseen",
        Choice::Play(_) => "play",
        Choice::Respond(_) => "respond",
        Choice::Kind(_) => "kind",
        Choice::Card(..) | Choice::Placed(..) => "card",
        Choice::Hidden(..) => "hidden",
        Choice::Combo(..) => "combo",
        Choice::Player(_) => "player",
        Choice::Number(_) => "number",
        Choice::Text(_) => "text",
    }
}

fn option(choice: &Choice, rules: &Rules) -> Json {
    let mut option = json!({ "what": what(choice) });
    match choice {
        Choice::Draw | Choice::Pass | Choice::Yes | Choice::No | Choice::Unseen => {}
        Choice::Play(kind) | Choice::Respond(kind) | Choice::Kind(kind) | Choice::Card(_, kind) => {
            option["kind"] = id(rules, *kind);
        }
        Choice::Placed(_, kind, place) => {
            option["kind"] = id(rules, *kind);
            if place.is_turned {
                option["turned"] = Json::from(true);
            }
            if let Some(zone) = place.zone {
                option["zone"] = Json::from(zone_text(zone, rules, 0));
            }
        }
        Choice::Hidden(_, place) => option["place"] = Json::from(*place),
        Choice::Combo(combo, kinds) => {
            option["combo"] = Json::from(&*rules.combo(*combo).id);
            option["kinds"] = kinds.iter().map(|kind| id(rules, kind)).collect();
        }
        Choice::Player(seat) => option["seat"] = Json::from(seat.0),
        Choice::Number(number) => option["number"] = Json::from(*number),
        Choice::Text(text) => option["text"] = Json::from(&**text),
    }
    option
}

/// Names a zone: `discard`, `2.hand`, `2.front`. `first` is the number of the first seat.
pub fn zone_text(zone: Zone, rules: &Rules, first: u8) -> String {
    match zone {
        Zone::Draw => "draw".to_owned(),
        Zone::Discard => "discard".to_owned(),
        Zone::Table => "table".to_owned(),
        Zone::Box => "box".to_owned(),
        Zone::Pile(pile) => rules.piles[pile.index()].id.to_string(),
        Zone::Hand(seat) => format!("{}.hand", seat.0 + first),
        Zone::Front(seat) => format!("{}.front", seat.0 + first),
    }
}

/// Returns the counters by name: `name` for the table, `0.name` for a seat.
fn counters(view: &View, rules: &Rules) -> Json {
    let named = |(slot, value): (usize, &i64)| {
        let (seat, name) = rules.counter_at(slot as u16);
        let name = seat.map_or_else(|| name.to_string(), |seat| format!("{}.{name}", seat.0));
        (name, Json::from(*value))
    };
    Json::Object(view.counters.iter().enumerate().map(named).collect())
}

fn stacked(action: &Action, rules: &Rules) -> Json {
    let (what, about) = match action.subject {
        Subject::Card(_, kind) => ("card", id(rules, kind)),
        Subject::Combo(combo) => ("combo", Json::from(&*rules.combo(combo).id)),
        Subject::Explosion(_) => ("explosion", Json::Null),
        Subject::Draw => ("draw", Json::Null),
        Subject::Turn => ("turn", Json::Null),
    };
    let announced: Vec<Json> = action.announced.iter().map(|value| told(value, rules)).collect();
    json!({
        "by": action.by.0,
        "what": what,
        "about": about,
        "announced": announced,
        "cancelled": action.cancelled,
    })
}

/// Converts an announced value. Values without a plain form are left out.
fn told(value: &Value, rules: &Rules) -> Json {
    match value {
        Value::Bool(on) => Json::from(*on),
        Value::Int(number) => Json::from(*number),
        Value::Text(text) => Json::from(&**text),
        Value::Kind(kind) => json!({ "kind": id(rules, *kind) }),
        Value::Player(seat) => json!({ "seat": seat.0 }),
        Value::Players(seats) => seats.iter().map(|seat| json!({ "seat": seat.0 })).collect(),
        Value::List(values) => values.iter().map(|value| told(value, rules)).collect(),
        Value::Cards(cards) => cards.iter().map(|_| Json::Null).collect(),
        Value::Unit | Value::Card(_) | Value::Zone(_) | Value::Action(_) => Json::Null,
    }
}
