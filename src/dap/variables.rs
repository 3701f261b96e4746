//! Variables shown at a position: variables of scripts and what lies on the table.

use crate::debugger::Debugger;
use crate::message::{
    CounterInfo, CounterValue, Names, PlacedCard, PositionInfo, Redact, SeatInfo, SeatName, Secret,
    counter_name,
};
use crate::script::Local;
use crate::shell::render::text::position::zone;
use serde_json::{Value as Json, json};

/// The number of items of a list that are shown at once.
const PAGE: usize = 100;

/// A value with its parts.
#[derive(Clone, Debug, Default)]
pub struct Item {
    pub name: String,
    value: String,
    parts: Vec<Self>,
    /// The counter that it is.
    pub counter: Option<String>,
    /// The expression to watch for a change of it.
    pub watch: Option<String>,
}

/// The items that the client can ask for, by their references, counted from 1.
#[derive(Debug, Default)]
pub struct ShownVariables(Vec<Vec<Item>>);

impl Item {
    fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into(), ..Self::default() }
    }

    fn list(name: impl Into<String>, parts: Vec<Self>, watch: Option<String>) -> Self {
        let values: Vec<&str> = parts.iter().map(|part| part.value.as_str()).take(PAGE).collect();
        let value = if values.is_empty() { "-".to_owned() } else { values.join(", ") };
        Self { parts, watch, ..Self::new(name, value) }
    }
}

impl ShownVariables {
    /// Makes items available; returns their reference, 0 without any.
    fn offer(&mut self, items: Vec<Item>) -> usize {
        if items.is_empty() {
            return 0;
        }
        let items = if items.len() <= PAGE { items } else { paged(items) };
        self.0.push(items);
        self.0.len()
    }

    /// Makes a scope available.
    pub fn scope(&mut self, name: &str, items: Vec<Item>) -> Json {
        let reference = self.offer(items);
        json!({"name": name, "variablesReference": reference, "expensive": false})
    }

    pub fn items(&self, reference: usize) -> &[Item] {
        reference.checked_sub(1).and_then(|i| self.0.get(i)).map_or(&[], Vec::as_slice)
    }

    pub fn find(&self, reference: usize, name: &str) -> Option<&Item> {
        self.items(reference).iter().find(|item| item.name == name)
    }

    /// The variables of a reference.
    pub fn variables(&mut self, reference: usize) -> Json {
        let items = self.items(reference).to_vec();
        let variables = items.into_iter().map(|item| {
            let attributes: &[&str] = if item.counter.is_some() { &[] } else { &["readOnly"] };
            json!({
                "name": item.name,
                "value": item.value,
                "variablesReference": self.offer(item.parts),
                "presentationHint": {"attributes": attributes},
            })
        });
        json!({"variables": variables.collect::<Vec<_>>()})
    }
}

/// A long list in pages.
fn paged(items: Vec<Item>) -> Vec<Item> {
    let pages = items.chunks(PAGE).zip((0..).step_by(PAGE)).map(|(part, first)| {
        let name = format!("[{first}..{}]", first + part.len() - 1);
        Item { parts: part.to_vec(), ..Item::new(name, "") }
    });
    pages.collect()
}

/// The variables of a function.
pub fn locals(locals: &[Local], names: &Names) -> Vec<Item> {
    let item = |local: &Local| Item {
        parts: self::locals(&local.items, names),
        ..Item::new(&local.name, names.read(&local.text))
    };
    locals.iter().map(item).collect()
}

fn cards(cards: &[Secret<PlacedCard>]) -> Vec<Item> {
    let text = |card: &Secret<PlacedCard>| match card.get() {
        None => "?".to_owned(),
        Some(card) if *card.kind.title == *card.kind.id => card.id(),
        Some(card) => format!("{} ({})", card.title(), card.id()),
    };
    (0_usize..).zip(cards).map(|(i, card)| Item::new(i.to_string(), text(card))).collect()
}

fn counters(position: &PositionInfo, owner: Option<&SeatName>) -> Vec<Item> {
    let own = position.counters.iter().filter(|counter| counter.owner.as_ref() == owner);
    let item = |counter: &CounterInfo| {
        let name = counter_name(counter.owner.as_ref(), &counter.name);
        let value = CounterValue::shown(&counter.value);
        let (counter, watch) = (Some(name.clone()), Some(name.clone()));
        Item { counter, watch, ..Item::new(name, value) }
    };
    own.map(item).collect()
}

fn game(position: &PositionInfo) -> Vec<Item> {
    let turn = &position.turn;
    let direction = if turn.reversed { "reversed" } else { "forward" };
    let mut items = vec![
        Item { watch: Some("turn".into()), ..Item::new("turn", &*turn.seat) },
        Item {
            watch: Some(format!("{}.owed", turn.seat)),
            ..Item::new("owed", turn.owed.to_string())
        },
        Item { watch: Some("direction".into()), ..Item::new("direction", direction) },
    ];
    items.extend(counters(position, None));
    let stack = position.stack.iter().rev().enumerate().map(|(i, stacked)| {
        let stopped = if stacked.cancelled { " (stopped)" } else { "" };
        Item::new(i.to_string(), format!("{}{stopped}", stacked.action))
    });
    items.push(Item::list("stack", stack.collect(), Some("stack".into())));
    items
}

fn piles(position: &PositionInfo) -> Vec<Item> {
    let piles = position.piles.iter().map(|pile| (zone(&pile.zone), &pile.cards));
    piles.map(|(name, pile)| Item::list(name.clone(), cards(pile), Some(name))).collect()
}

fn seat(position: &PositionInfo, seat: &SeatInfo) -> Vec<Item> {
    let name = &seat.name;
    let alive = Item::new("alive", seat.alive.to_string());
    let hand = Item::list("hand", cards(&seat.hand), Some(format!("hand {name}")));
    let front = Item::list("front", cards(&seat.front), Some(format!("{name}.front")));
    let mut items = vec![Item { watch: Some(format!("alive {name}")), ..alive }, hand, front];
    items.extend(seat.score.map(|score| Item::new("score", score.to_string())));
    items.extend(counters(position, Some(name)));
    items
}

/// The scopes of a position, with what the asked player knows of it.
pub fn scopes(debugger: &Debugger, shown: &mut ShownVariables) -> Vec<Json> {
    let position = debugger.position_info();
    let mut scopes =
        vec![shown.scope("Game", game(&position)), shown.scope("Piles", piles(&position))];
    for one in &position.seats {
        scopes.push(shown.scope(&one.name, seat(&position, one)));
    }
    if let Some(asked) = debugger.asked().filter(|asked| asked.index() < position.seats.len()) {
        let mut known = position.clone();
        known.redact(&asked.into());
        let mut items = game(&known);
        items.extend(piles(&known));
        let seats = known.seats.iter().map(|one| {
            let parts = seat(&known, one);
            let hand = parts.iter().find(|part| part.name == "hand");
            let value = hand.map_or_else(String::new, |hand| hand.value.clone());
            Item { parts, ..Item::new(&*one.name, value) }
        });
        items.extend(seats);
        for item in &mut items {
            item.counter = None;
        }
        let name = format!("What {} knows", debugger.notation().seat(asked));
        scopes.push(shown.scope(&name, items));
    }
    scopes
}
