//! Summaries of functions: the symbols of the verbs that they call, also by way of other functions,
//! and whether they let a player win.

use super::definitions::is_hook;
use super::names::CodeNames;
use super::tree::At;
use crate::script::PREVIOUS;
use crate::script::api::{Effect, Verb, verbs_named};
use crate::script::symbol::{Symbol, Symbols};
use crate::script::tree::SyntaxNode;
use std::collections::BTreeSet;

/// The verb by which a player wins.
const WINS: &str = "wins";

/// The verb that returns the card whose script runs.
const THIS_CARD: &str = "this_card";

/// A summary of a function.
#[derive(Clone, Copy, Debug, Default)]
pub struct Summary {
    pub symbols: Symbols,
    /// Whether it calls the same hook of an earlier script.
    pub continues: bool,
    /// Whether it depends on the card whose script it is.
    pub reads_card: bool,
    /// Whether it may ask a player.
    pub asks: bool,
}

/// The calls of a function itself.
#[derive(Debug, Default)]
pub struct Calls {
    summary: Summary,
    /// The numbers of the functions that it calls.
    functions: Vec<usize>,
    /// Whether it lets a player win.
    pub wins: bool,
    /// The first verb whose result is not the same in all games.
    pub reads: Option<VerbCalled>,
    /// The first verb that does more than read.
    pub acts: Option<VerbCalled>,
}

/// A verb where it is called.
#[derive(Clone, Copy, Debug)]
pub struct VerbCalled {
    pub verb: &'static Verb,
    pub at: At,
}

/// Returns what each function does itself, by number.
pub fn all_calls(names: &CodeNames<'_>) -> Vec<Calls> {
    names
        .functions()
        .map(|(script, _, function)| calls(names, script, &function.function().body))
        .collect()
}

/// Returns what a function does, also by way of the functions that it calls.
pub fn summary(calls: &[Calls], number: usize) -> Summary {
    let (mut all, mut followed, mut left) = (Summary::default(), BTreeSet::new(), vec![number]);
    while let Some(number) = left.pop() {
        if followed.insert(number) {
            let Calls { summary, functions, .. } = &calls[number];
            all.symbols = all.symbols.union(summary.symbols);
            all.continues |= summary.continues;
            all.reads_card |= summary.reads_card;
            all.asks |= summary.asks;
            left.extend(functions);
        }
    }
    all
}

/// Returns a verb that code calls, also by way of the functions that it calls.
pub fn find<'c>(
    code: &'c Calls,
    called: impl Fn(usize) -> Option<&'c Calls>,
    which: fn(&Calls) -> Option<VerbCalled>,
) -> Option<VerbCalled> {
    let (mut followed, mut left) = (BTreeSet::new(), vec![code]);
    while let Some(calls) = left.pop() {
        if let found @ Some(_) = which(calls) {
            return found;
        }
        let new = calls.functions.iter().filter(|number| followed.insert(**number));
        left.extend(new.filter_map(|number| called(*number)));
    }
    None
}

/// Returns what code does itself.
pub fn calls(names: &CodeNames<'_>, script: u16, body: &SyntaxNode) -> Calls {
    let mut found = Calls::default();
    for node in body.walk() {
        let Some((name, args)) = node.call() else { continue };
        found.summary.continues |= name == PREVIOUS;
        found.summary.reads_card |= name == THIS_CARD;
        found.wins |= name == WINS;
        let called = names.callee(script, name, args.len());
        // Which hook of the rules is meant depends on the running one.
        let called = called.filter(|_| !(is_hook(name) && names.script(script).is_shared));
        let hook = || Some(names).filter(|_| is_hook(name))?.of_rules(name, args.len());
        if let Some(number) = called.or_else(hook) {
            found.functions.push(number as usize);
            continue;
        }
        let fitting = || verbs_named(name).filter(|verb| verb.params.len() == args.len());
        // What is drawn or taken may be replaced by what others choose.
        let may_ask = |verb: &Verb| {
            let is_replaced = matches!(verb.symbol, Some(Symbol::Draw | Symbol::Take));
            verb.effect == Effect::Ask || is_replaced
        };
        found.summary.asks |= fitting().any(may_ask);
        let symbols = fitting().filter_map(|verb| verb.symbol);
        found.summary.symbols = symbols.fold(found.summary.symbols, Symbols::with);
        let first = |is_it: fn(&Verb) -> bool| {
            let verb = fitting().next().filter(|_| fitting().all(is_it))?;
            Some(VerbCalled { verb, at: names.at(script, node.at) })
        };
        found.reads = found.reads.or_else(|| first(|verb| !verb.is_constant()));
        found.acts = found.acts.or_else(|| first(|verb| verb.effect != Effect::Read));
    }
    found
}
