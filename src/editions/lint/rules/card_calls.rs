//! Calls in the scripts of a card: which verb is meant, with which numbers, and what its row says.

use crate::kernel::Hook;
use crate::script::api::{Effect, Form, Verb, verbs_named};
use crate::script::reflect::TypeSet;
use crate::script::tree::{NodeKind, ScriptSource, SyntaxNode};
use crate::script::values::Type;
use serde_json::{Map, Value as Json};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// Whether what `announce` returned matters: no hook takes it, or one reads it.
pub fn uses_announced(own: &[Arc<ScriptSource>]) -> bool {
    let mut resolves = own.iter().rev().filter_map(|it| it.function(Hook::Resolve.name()));
    resolves.next().is_none_or(|function| {
        let taken = function.params.get(1..).unwrap_or_default();
        let reads = |node: &&SyntaxNode| {
            matches!(&node.what, NodeKind::Name(name, _) if taken.contains(name))
        };
        taken.is_empty() || function.body.walk().iter().any(reads)
    })
}

/// Whether a verb moves the cards of a pile to another one.
pub fn moves_pile(verb: &Verb) -> bool {
    let piles = verb.params.iter().filter(|(_, ty)| *ty == Type::Pile);
    verb.effect == Effect::Change && piles.count() == 2
}

/// Whether a verb acts, and its clause has a word.
pub fn says(verb: &Verb, word: &str) -> bool {
    verb.effect != Effect::Read && verb.clause.split(' ').any(|it| it == word)
}

/// A question for a player.
pub struct Offer {
    pub at: Range<usize>,
    /// Whether the players are those of a variable.
    pub is_of_variable: bool,
}

/// The questions for a player in a function.
pub fn offers(body: &SyntaxNode) -> Vec<Offer> {
    let offer = |node: &SyntaxNode| {
        let (name, args) = called(node)?;
        verbs_named(name).find(|verb| asks_for_player(verb))?;
        let is_of_variable = args.iter().skip(1).any(|arg| matches!(arg.what, NodeKind::Name(..)));
        Some(Offer { at: node.bytes.clone(), is_of_variable })
    };
    body.walk().into_iter().filter_map(offer).collect()
}

/// Whether a call reads a list of players.
pub fn reads_players(name: &str, n_args: usize) -> bool {
    verbs_named(name).any(|verb| {
        verb.effect == Effect::Read
            && verb.params.len() == n_args
            && matches!(verb.returns, Type::List(of) if *of == Type::Player)
    })
}

/// The parts of a function that are run more than once for one player.
pub fn repeated(body: &SyntaxNode) -> Vec<Range<usize>> {
    let of = |node: &SyntaxNode| match &node.what {
        NodeKind::Loop { .. } | NodeKind::Closure(_) => Some(node.bytes.clone()),
        NodeKind::For(_, over, _) if over.ty.of != TypeSet::PLAYER => Some(node.bytes.clone()),
        _ => None,
    };
    body.walk().into_iter().filter_map(of).collect()
}

/// The numbers of cards or turns that a call gives; `None` if they are computed.
pub fn numbers_given(
    verb: &Verb,
    args: &[&SyntaxNode],
    params: &Map<String, Json>,
) -> Option<BTreeSet<i64>> {
    let mut numbers = BTreeSet::new();
    for ((_, ty), arg) in verb.params.iter().zip(args) {
        if TypeSet::of(*ty).meets(TypeSet::LIST) && arg.ty.sorts.meets(TypeSet::LIST) {
            return None;
        }
        if verb.effect != Effect::Read && *ty == Type::Pile && !verb.takes(Type::Int) {
            return None;
        }
        for node in arg.walk().into_iter().filter(|_| *ty == Type::Int) {
            match &node.what {
                NodeKind::Int(number) => drop(numbers.insert(*number)),
                NodeKind::Text(name) => numbers.extend(params.get(name).and_then(Json::as_i64)),
                _ => {}
            }
        }
    }
    (!numbers.is_empty() || !verb.takes(Type::Int)).then_some(numbers)
}

/// Whether a function is a hook that may do something.
pub fn is_effect(name: &str) -> bool {
    Hook::find(name).is_some_and(|hook| !hook.is_query())
}

/// Whether a call names the card whose script runs.
pub fn is_self(name: &str) -> bool {
    let is = |verb: &Verb| {
        verb.form == Form::Function
            && verb.params.is_empty()
            && TypeSet::of(verb.returns).meets(TypeSet::CARD)
    };
    verbs_named(name).any(is)
}

/// Whether a question is answered by a number: a verb that moves nothing.
pub fn returns_number(verb: &Verb) -> bool {
    verb.returns == Type::Int
}

/// The name and the values of a call, or of a property that is read.
pub fn called(node: &SyntaxNode) -> Option<(&str, Vec<&SyntaxNode>)> {
    match &node.what {
        NodeKind::Property(on, name) => Some((name, vec![&**on])),
        NodeKind::Call { name, args, .. } => Some((name, args.iter().collect())),
        _ => None,
    }
}

pub fn asks_for_player(verb: &Verb) -> bool {
    verb.effect == Effect::Ask
        && TypeSet::of(verb.returns).meets(TypeSet::PLAYER)
        && verb.returns != Type::Datum
}

/// Whether it is the hand of a player, or what lies before them.
pub fn is_of_player(verb: &Verb) -> bool {
    verb.form == Form::Property && verb.is_on(Type::Player) && verb.returns == Type::Pile
}
