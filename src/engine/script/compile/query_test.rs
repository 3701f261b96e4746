//! Tests of public facts: what most queries ask needs no run.

use super::builtins::Operator;
use super::tree::{Condition, Node, VerbCall};
use crate::kernel::table::Table;
use crate::kernel::{Action, Rules, Seat, SeatSet, Value, Zone};
use crate::script::api::{Effect, Fact};

/// A condition on the player of a query and the action that it is about.
#[derive(Debug)]
pub enum Test {
    Known(bool),
    Not(Box<Self>),
    All(Box<[Self]>),
    Any(Box<[Self]>),
    /// Whether the player is in the game.
    IsAlive,
    /// Whether the action is one of the player.
    IsOwn,
    /// Whether the action has the tag with this number; no kind has one without a number.
    IsTagged(Option<u8>),
    IsEmpty(Zone),
    /// Whether all cards of a face-up pile have a tag.
    IsAll(Zone, Option<u8>),
    /// Whether these are any players: `Living`, `Others`, `OthersWithCards` or `Dead`.
    AreAny(Fact),
}

/// The slots of the parameters of queries.
const ME: u16 = 0;
const ACTION: u16 = 1;

const fn is_slot(node: &Node, slot: u16) -> bool {
    matches!(node, Node::Local(of) | Node::Take(of) if *of == slot)
}

impl Test {
    /// Returns the test of what a query returns.
    pub fn of_query(rules: &Rules, body: &Node) -> Option<Self> {
        let all = |conditions: &[Condition]| -> Option<Box<[Self]>> {
            conditions.iter().map(|condition| Self::of_query(rules, &condition.node)).collect()
        };
        Some(match body {
            Node::Constant(Value::Bool(is)) => Self::Known(*is),
            Node::Not(condition) => Self::Not(Box::new(Self::of_query(rules, &condition.node)?)),
            Node::And(conditions) => Self::All(all(conditions)?),
            Node::Or(conditions) => Self::Any(all(conditions)?),
            Node::Within(within) => Self::of_query(rules, &within.body)?,
            Node::Binary(Operator::Equal, sides, _) if is_own(sides) => Self::IsOwn,
            Node::Binary(Operator::NotEqual, sides, _) if is_own(sides) => {
                Self::Not(Box::new(Self::IsOwn))
            }
            Node::Verb(call) => Self::of_verb(rules, call)?,
            _ => return None,
        })
    }

    fn of_verb(rules: &Rules, call: &VerbCall) -> Option<Self> {
        Some(match (call.checked()?.fact, &*call.args) {
            (Fact::IsAlive, [of]) if is_slot(of, ME) => Self::IsAlive,
            (Fact::ActionTag, [of, Node::Constant(Value::Text(tag))]) if is_slot(of, ACTION) => {
                Self::IsTagged(rules.find_tag(tag))
            }
            (Fact::IsEmpty, [Node::Constant(Value::Zone(zone))]) => Self::IsEmpty(*zone),
            (
                Fact::IsAll,
                [Node::Constant(Value::Zone(zone)), Node::Constant(Value::Text(tag))],
            ) if rules.is_face_up(*zone) => Self::IsAll(*zone, rules.find_tag(tag)),
            _ => return None,
        })
    }

    /// Returns the test of whether the question with which a play begins has an option.
    pub fn of_question(body: &Node) -> Option<Self> {
        match body {
            Node::Constant(_) => Some(Self::Known(true)),
            Node::Block(nodes) => match nodes.first()? {
                first @ (Node::Verb(_) | Node::Store(..)) => Self::of_question(first),
                _ => None,
            },
            Node::Store(_, value) => match &**value {
                question @ Node::Verb(_) => Self::of_question(question),
                _ => None,
            },
            Node::Verb(call) if call.checked()?.effect == Effect::Ask => match &*call.args {
                [of, text, players] if of.is_placed() && text.is_placed() => of_players(players),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it holds for this player and the action that the query is about.
    pub fn holds(&self, table: &Table, rules: &Rules, me: Seat, action: Option<&Action>) -> bool {
        match self {
            Self::Known(is) => *is,
            Self::Not(test) => !test.holds(table, rules, me, action),
            Self::All(tests) => tests.iter().all(|test| test.holds(table, rules, me, action)),
            Self::Any(tests) => tests.iter().any(|test| test.holds(table, rules, me, action)),
            Self::IsAlive => table.turns.alive.has(me),
            Self::IsOwn => action.is_some_and(|action| action.by == me),
            Self::IsTagged(tag) => {
                let tags = action.map(|action| table.tags(rules, action)).unwrap_or_default();
                tag.is_some_and(|tag| tags.has(tag))
            }
            Self::IsEmpty(zone) => table.zones.len(*zone) == 0,
            Self::IsAll(zone, tag) => {
                let has = |tag: u8| move |card| rules.kind(table.kind(card)).tags.has(tag);
                // Cards come and go on top.
                let mut cards = table.cards_in(*zone).iter().rev().copied();
                cards.all(|card| tag.is_some_and(|tag| has(tag)(card)))
            }
            Self::AreAny(fact) => !players(*fact, table, me).is_empty(),
        }
    }
}

/// Whether these are the player of the action and that of the query.
fn is_own((a, b): &(Node, Node)) -> bool {
    let is_player = |node: &Node| match node {
        Node::Verb(call) => {
            let is_it = call.checked().is_some_and(|verb| verb.fact == Fact::ActionPlayer);
            is_it && is_slot(&call.args[0], ACTION)
        }
        _ => false,
    };
    is_player(a) && is_slot(b, ME) || is_player(b) && is_slot(a, ME)
}

/// Returns the test of whether a list of players has any.
fn of_players(list: &Node) -> Option<Test> {
    let call = match list {
        Node::Within(within) => return of_players(&within.body),
        Node::Verb(call) => call,
        _ => return None,
    };
    let fact = call.checked()?.fact;
    let is_of_me = call.args.iter().all(|of| is_slot(of, ME));
    let is_list = matches!(
        fact,
        Fact::Living | Fact::Others | Fact::OthersWithCards | Fact::Dead if is_of_me
    );
    is_list.then_some(Test::AreAny(fact))
}

/// Returns the players of a list.
fn players(fact: Fact, table: &Table, me: Seat) -> SeatSet {
    let alive = table.turns.alive;
    match fact {
        Fact::Living => alive,
        Fact::Others => alive.without(me),
        Fact::OthersWithCards => alive.intersection(table.held.with_cards()).without(me),
        Fact::Dead => SeatSet::first(table.n_seats()).intersection(alive.complement()),
        _ => SeatSet::NONE,
    }
}
