//! Tests of public facts: what most queries ask needs no run, nor does a hook whose only condition
//! is false.

use super::builtins::Operator;
use super::tree::{Condition, Function, If, Node, Piece, VerbCall};
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
    If(Box<Branches>),
    /// The test of the script before this one.
    Previous,
    /// Whether the player is in the game.
    IsAlive,
    /// Whether the action is one of the player.
    IsOwn,
    /// Whether the action has the tag with this number; no kind has one without a number.
    IsTagged(Option<u8>),
    IsEmpty(Zone),
    /// Whether the player's hand is empty.
    HasNoCards,
    /// Whether the counter of the player with this number has this value.
    IsCounter(u16, i64),
    /// Whether all cards of a face-up pile have a tag.
    IsAll(Zone, Option<u8>),
    /// Whether these are any players: `Living`, `Others`, `OthersWithCards` or `Dead`.
    AreAny(Fact),
}

/// The parts of an `if`; the branches with their operations.
#[derive(Debug)]
pub struct Branches {
    condition: Test,
    then: (Test, u32),
    other: (Test, u32),
}

/// A query.
pub struct Asked<'a> {
    pub table: &'a Table,
    pub rules: &'a Rules,
    pub me: Seat,
    pub action: Option<&'a Action>,
    /// The functions of all scripts, and their tests.
    pub functions: &'a [Function],
    pub tests: &'a [Option<Test>],
    /// The functions of the hook that have not been asked, the last script's first.
    pub chain: &'a [u32],
    /// The operations of what has been asked.
    pub cost: u32,
    /// The number of calls of `previous`.
    pub n_previous: u32,
}

/// The maximum number of calls of `previous` in a test: more are left to a run, which has limits.
const MAX_TESTED: u32 = 8;

impl Asked<'_> {
    /// Returns the answer of the next function of the hook; `None` if it has no test.
    fn answer(&mut self) -> Option<bool> {
        let whole = self.chain;
        let (number, others) = whole.split_first()?;
        self.chain = others;
        self.cost += self.functions[*number as usize].cost;
        let answer = self.tests[*number as usize].as_ref()?.holds(self);
        self.chain = whole;
        answer
    }
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
            Node::Binary(Operator::Equal, sides, _) => match &**sides {
                (Node::SeatCounter(number, call), Node::Constant(Value::Int(value)))
                    if is_slot(&call.args[0], ME) =>
                {
                    Self::IsCounter(*number, *value)
                }
                _ => return None,
            },
            Node::Verb(call) => Self::of_verb(rules, call)?,
            Node::Block(nodes) => match &**nodes {
                [node] => Self::of_query(rules, node)?,
                _ => return None,
            },
            Node::If(parts) => {
                let If { condition, then, other } = &**parts;
                let branch =
                    |piece: &Piece| Some((Self::of_query(rules, &piece.node)?, piece.cost));
                let condition = Self::of_query(rules, &condition.node)?;
                let (then, other) = (branch(then)?, branch(other)?);
                Self::If(Box::new(Branches { condition, then, other }))
            }
            Node::Previous(values, _) if values.0.is_empty() => Self::Previous,
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
            (Fact::IsEmpty, [Node::Verb(hand)]) if hand.checked()?.fact == Fact::Hand => {
                is_slot(&hand.args[0], ME).then_some(Self::HasNoCards)?
            }
            (
                Fact::IsAll,
                [Node::Constant(Value::Zone(zone)), Node::Constant(Value::Text(tag))],
            ) if rules.is_face_up(*zone) => Self::IsAll(*zone, rules.find_tag(tag)),
            _ => return None,
        })
    }

    /// Returns the test of whether a hook does anything, if its body is one `if` without `else`.
    pub fn of_guard(rules: &Rules, body: &Node) -> Option<Self> {
        match body {
            Node::If(parts) if matches!(parts.other.node, Node::Constant(Value::Unit)) => {
                let condition = Self::of_query(rules, &parts.condition.node)?;
                let [then, other] = [(true, 0), (false, parts.other.cost)];
                let [then, other] = [then, other].map(|(is, cost)| (Self::Known(is), cost));
                Some(Self::If(Box::new(Branches { condition, then, other })))
            }
            _ => None,
        }
    }

    /// Returns the test of whether the question with which a play begins has an option.
    pub fn of_question(body: &Node) -> Option<Self> {
        let first = match body {
            Node::Constant(_) => return Some(Self::Known(true)),
            Node::Block(nodes) => nodes.first()?,
            statement => statement,
        };
        let value = if let Node::Store(_, value) = first { value } else { first };
        let Node::Verb(call) = value else { return None };
        let is_question = call.checked()?.effect == Effect::Ask;
        match &*call.args {
            [of, text, players] if is_question && of.is_placed() && text.is_placed() => {
                of_players(players)
            }
            _ => None,
        }
    }

    /// Whether it holds; `None` if it depends on a function that has no test.
    pub fn holds(&self, asked: &mut Asked<'_>) -> Option<bool> {
        let Asked { table, rules, me, action, .. } = *asked;
        Some(match self {
            Self::Known(is) => *is,
            Self::Not(test) => !test.holds(asked)?,
            Self::All(tests) => !any_holds(tests, false, asked)?,
            Self::Any(tests) => any_holds(tests, true, asked)?,
            Self::If(parts) => {
                let is_true = parts.condition.holds(asked)?;
                let (test, cost) = if is_true { &parts.then } else { &parts.other };
                asked.cost += cost;
                test.holds(asked)?
            }
            Self::Previous => {
                asked.cost += 1;
                asked.n_previous += 1;
                if asked.n_previous > MAX_TESTED {
                    return None;
                }
                asked.answer()?
            }
            Self::IsAlive => table.turns.alive.has(me),
            Self::IsOwn => action?.by == me,
            Self::IsTagged(tag) => {
                let tags = table.tags(rules, action?);
                tag.is_some_and(|tag| tags.has(tag))
            }
            Self::IsEmpty(zone) => table.zones.len(*zone) == 0,
            Self::HasNoCards => !table.held.with_cards().has(me),
            Self::IsCounter(number, value) => {
                table.counters[usize::from(*number) + me.index() * rules.seat_counters.len()]
                    == *value
            }
            Self::IsAll(zone, tag) => {
                let has = |tag: u8, card| rules.kind(table.kind(card)).tags.has(tag);
                // Cards come and go on top.
                let mut cards = table.cards_in(*zone).iter().rev().copied();
                cards.all(|card| tag.is_some_and(|tag| has(tag, card)))
            }
            Self::AreAny(fact) => !players(*fact, table, me).is_empty(),
        })
    }
}

/// Whether some of these tests has this result.
fn any_holds(tests: &[Test], wanted: bool, asked: &mut Asked<'_>) -> Option<bool> {
    for test in tests {
        if test.holds(asked)? == wanted {
            return Some(true);
        }
    }
    Some(false)
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
