//! Facts about the scripts of a card: the rows of the verbs that they call, and numbers.

use super::claims::Topic;
use super::questions::verb;
use crate::kernel::Hook;
use crate::script::api::{Effect, Form, Verb, verbs_named};
use crate::script::reflect::TypeSet;
use crate::script::symbol::Symbols;
use crate::script::tree::{NodeKind, ScriptFunction, ScriptSource, SyntaxNode};
use crate::script::values::{NameOf, Type};
use crate::script::{PREVIOUS, Symbol};
use serde_json::{Map, Value as Json};
use std::collections::BTreeSet;

/// Numbers that a text may name.
#[derive(Clone, Debug, Default)]
pub struct Numbers(pub BTreeSet<i64>);

#[derive(Default)]
pub struct CardFacts {
    /// All verbs that the scripts may call.
    called: Vec<&'static Verb>,
    /// Those that they call whenever the card takes effect.
    always: Symbols,
    loops_always: bool,
    asks_always: bool,
    /// Numbers in the scripts, and parameters.
    pub numbers: Numbers,
    /// The numbers of turns that verbs with the symbol are given; empty if they are computed.
    turns: BTreeSet<i64>,
    gives_turns: bool,
    /// Whether a hook of an earlier script runs, too, or another kind's.
    is_other: bool,
}

impl CardFacts {
    /// Collects the facts about scripts that can call functions of the rules.
    pub fn of(own: &[&ScriptSource], rules: &[&ScriptSource], params: &Map<String, Json>) -> Self {
        let mut facts = Self::default();
        params.values().for_each(|value| facts.add_param(value));
        for source in own {
            facts.is_other |= source.function(Hook::PlaysAs.name()).is_some();
            let mut followed = BTreeSet::new();
            for function in &*source.functions {
                facts.follow((source, function), rules, params, &mut followed);
            }
            for node in source.top.walk() {
                facts.add_number(node);
            }
            facts.add_numbers_of_piles(source, rules);
            for hook in [Hook::Announce, Hook::Resolve] {
                if let Some(function) = source.function(hook.name()) {
                    facts.add_certain(&function.body, source, 0);
                }
            }
        }
        facts
    }

    fn add_param(&mut self, value: &Json) {
        match value {
            Json::Number(number) => self.numbers.0.extend(number.as_i64()),
            Json::Array(values) => values.iter().for_each(|value| self.add_param(value)),
            _ => {}
        }
    }

    /// Adds the numbers in functions of the rules that name a pile of the variant as a script does.
    fn add_numbers_of_piles(&mut self, source: &ScriptSource, rules: &[&ScriptSource]) {
        fn piles(function: &ScriptFunction) -> BTreeSet<&str> {
            let named = function.body.walk().into_iter().filter_map(|node| {
                let (name, args) = called(node)?;
                let text = args.first().filter(|_| args.len() == 1)?.text()?;
                let takes = |verb: &Verb| verb.takes(Type::Name(NameOf::Pile));
                verbs_named(name).any(takes).then_some(text)
            });
            named.collect()
        }
        let own: BTreeSet<&str> = source.functions.iter().flat_map(piles).collect();
        for function in rules.iter().flat_map(|source| source.functions.iter()) {
            if !own.is_disjoint(&piles(function)) {
                function.body.walk().into_iter().for_each(|node| self.add_number(node));
            }
        }
    }

    fn add_number(&mut self, node: &SyntaxNode) {
        if let NodeKind::Int(number) = node.what {
            self.numbers.0.insert(number);
        }
    }

    /// Collects what a function calls, also by way of functions of its script and of the rules.
    fn follow(
        &mut self,
        (source, function): (&ScriptSource, &ScriptFunction),
        rules: &[&ScriptSource],
        params: &Map<String, Json>,
        followed: &mut BTreeSet<(String, String)>,
    ) {
        let key = (source.script.name.to_string(), function.name.clone());
        if !followed.insert(key) {
            return;
        }
        for node in function.body.walk() {
            if source.folder != "rules" {
                self.add_number(node);
            }
            let Some((name, args)) = called(node) else { continue };
            self.is_other |= name == PREVIOUS;
            let of_rules = || rules.iter().find_map(|it| Some((*it, it.function(name)?)));
            let callee = source.function(name).map(|function| (source, function)).or_else(of_rules);
            match callee.filter(|(_, function)| function.params.len() == args.len()) {
                Some(callee) => self.follow(callee, rules, params, followed),
                None => self.add_verb(name, &args, params),
            }
        }
    }

    fn add_verb(&mut self, name: &str, args: &[&SyntaxNode], params: &Map<String, Json>) {
        let fits = |verb: &&Verb| {
            let pairs = || verb.params.iter().zip(args);
            verb.params.len() == args.len()
                && pairs().all(|((_, ty), arg)| TypeSet::of(*ty).meets(arg.ty.sorts))
        };
        for verb in verbs_named(name).filter(fits) {
            self.called.push(verb);
            if verb.symbol != Some(Symbol::Bolt) {
                continue;
            }
            self.gives_turns = true;
            let counts = verb.params.iter().zip(args).filter(|((_, ty), _)| *ty == Type::Int);
            for node in counts.flat_map(|(_, arg)| arg.walk()) {
                match &node.what {
                    NodeKind::Int(number) => drop(self.turns.insert(*number)),
                    NodeKind::Text(name) => {
                        self.turns.extend(params.get(name).and_then(Json::as_i64));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Collects what happens in all cases: nothing within conditions and loops.
    fn add_certain(&mut self, node: &SyntaxNode, source: &ScriptSource, depth: usize) {
        match &node.what {
            NodeKind::If(condition, ..) => return self.add_certain(condition, source, depth),
            NodeKind::Switch(_) | NodeKind::Loop { .. } | NodeKind::Closure(_) => return,
            NodeKind::Operator(op, nodes) if matches!(&**op, "&&" | "||" | "??") => {
                return nodes.iter().take(1).for_each(|it| self.add_certain(it, source, depth));
            }
            NodeKind::For(_, over, body) => {
                let acts = body
                    .walk()
                    .into_iter()
                    .filter_map(called)
                    .any(|(name, _)| verbs_named(name).any(|verb| verb.effect != Effect::Read));
                self.loops_always |=
                    over.ty.sorts == TypeSet::LIST && over.ty.of == TypeSet::PLAYER && acts;
                return self.add_certain(over, source, depth);
            }
            NodeKind::Block(nodes) => {
                for node in nodes {
                    self.add_certain(node, source, depth);
                    // Afterwards the function may have ended.
                    let returns = |it: &&SyntaxNode| matches!(it.what, NodeKind::Return(_));
                    if node.walk().iter().any(returns) {
                        return;
                    }
                }
                return;
            }
            NodeKind::Call { name, args, .. } => {
                if let Some(function) = source.function(name).filter(|_| depth < 4) {
                    self.add_certain(&function.body, source, depth + 1);
                } else if let Some(verb) = verb(name, args) {
                    self.always = verb.symbol.into_iter().fold(self.always, Symbols::with);
                    self.asks_always |= asks_for_player(verb);
                }
            }
            _ => {}
        }
        node.children().into_iter().for_each(|child| self.add_certain(child, source, depth));
    }

    /// Whether the scripts may do something.
    pub fn does(&self, topic: Topic) -> bool {
        if self.is_other {
            return true;
        }
        let has = |symbol| self.called.iter().any(|verb| verb.symbol == Some(symbol));
        let changes_hands = |verb: &&&Verb| {
            let takes = |of: TypeSet| verb.params.iter().any(|(_, ty)| TypeSet::of(*ty).meets(of));
            verb.effect == Effect::Change && takes(TypeSet::CARD) && takes(TypeSet::PLAYER)
        };
        let to_players = || self.called.iter().filter(|verb| is_of_player(verb)).count() > 0;
        match topic {
            Topic::Symbol(Symbol::Take) => {
                let moves = |verb: &&Verb| {
                    verb.effect == Effect::Change
                        && verb.params.iter().any(|(_, ty)| *ty == Type::Pile)
                        && verb.symbol.is_none()
                };
                has(Symbol::Take)
                    || self.called.iter().any(|verb| changes_hands(&verb) && verb.symbol.is_none())
                    || to_players() && self.called.iter().any(|verb| moves(verb))
            }
            Topic::Symbol(Symbol::Burst) => has(Symbol::Burst),
            Topic::Symbol(symbol) => has(symbol),
            Topic::Everybody => {
                let lists = |verb: &&Verb| {
                    verb.effect == Effect::Read
                        && matches!(verb.returns, Type::List(of) if *of == Type::Player)
                };
                let shows = |verb: &&Verb| {
                    verb.effect == Effect::Change
                        && verb.symbol == Some(Symbol::Eye)
                        && verb.params.iter().all(|(_, ty)| *ty != Type::Player)
                };
                self.loops(lists) || self.called.iter().any(|verb| shows(verb))
            }
            Topic::ChosenPlayer => self.called.iter().any(|verb| asks_for_player(verb)),
            Topic::NextPlayer => {
                let is_next = |verb: &&Verb| {
                    verb.form == Form::Property
                        && verb.returns == Type::Player
                        && verb.is_on(Type::Player)
                };
                self.called.iter().any(|verb| is_next(verb))
            }
            Topic::Random => {
                let is_chance = |verb: &&Verb| {
                    verb.effect == Effect::Chance
                        || matches!(verb.symbol, Some(Symbol::Shuffle | Symbol::Take))
                            && verb.effect == Effect::Change
                };
                self.called.iter().any(|verb| is_chance(verb))
            }
        }
    }

    /// Whether a list of players is read besides those that a question offers.
    fn loops(&self, lists: impl Fn(&&Verb) -> bool) -> bool {
        let n_lists = self.called.iter().filter(|verb| lists(verb)).count();
        let n_offers = self.called.iter().filter(|verb| asks_for_player(verb)).count();
        n_lists > n_offers
    }

    /// The topics of what the scripts do in all cases.
    pub fn certain(&self) -> impl Iterator<Item = Topic> {
        Topic::told().filter(|topic| match topic {
            Topic::Symbol(symbol) => self.always.has(*symbol),
            Topic::Everybody => self.loops_always,
            Topic::ChosenPlayer => self.asks_always,
            Topic::NextPlayer | Topic::Random => false,
        })
    }

    /// The numbers of a unit, if the verbs that count it are given some.
    pub fn numbers_of(&self, unit: &str) -> Option<&BTreeSet<i64>> {
        let is_turns = unit.starts_with("turn") && self.gives_turns && !self.turns.is_empty();
        is_turns.then_some(&self.turns)
    }
}

/// The name and the values of a call, or of a property that is read.
fn called(node: &SyntaxNode) -> Option<(&str, Vec<&SyntaxNode>)> {
    match &node.what {
        NodeKind::Property(on, name) => Some((name, vec![&**on])),
        NodeKind::Call { name, args, .. } => Some((name, args.iter().collect())),
        _ => None,
    }
}

fn asks_for_player(verb: &Verb) -> bool {
    verb.effect == Effect::Ask
        && TypeSet::of(verb.returns).meets(TypeSet::PLAYER)
        && verb.returns != Type::Datum
}

/// Whether it is the hand of a player, or what lies before them.
fn is_of_player(verb: &Verb) -> bool {
    verb.form == Form::Property && verb.is_on(Type::Player) && verb.returns == Type::Pile
}
