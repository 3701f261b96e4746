//! Facts about the scripts of a card: the rows of the verbs that they call, and numbers.

use super::card_calls::{
    asks_for_player, called, is_effect, is_of_player, is_self, moves_pile, numbers_given, offers,
    reads_players, repeated, returns_number, says, uses_announced,
};
use super::questions::likely_verb;
use super::topic::{DISCARD, OUT, SCORE, Topic};
use crate::kernel::Hook;
use crate::script::api::{Effect, Form, Verb, verbs_named};
use crate::script::reflect::TypeSet;
use crate::script::spec::{Setting, Spec};
use crate::script::tree::{NodeKind, ScriptFunction, ScriptSource, SyntaxNode};
use crate::script::values::{NameOf, Type};
use crate::script::{PREVIOUS, Symbol};
use serde_json::{Map, Value as Json};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Numbers that a text may name.
#[derive(Clone, Debug, Default)]
pub struct Numbers(pub BTreeSet<i64>);

/// Where the scripts of a card stand: what they can call and read.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    pub spec: &'a Spec,
    /// The rules, whose functions they can call.
    pub rules: &'a [Arc<ScriptSource>],
    pub params: &'a Map<String, Json>,
}

#[derive(Default)]
pub struct CardFacts {
    /// All verbs that the scripts may call, besides those of queries.
    called: Vec<&'static Verb>,
    /// Those that they call whenever the card takes effect.
    always: Vec<&'static Verb>,
    loops_always: bool,
    /// How often a list of players is read that no question offers.
    n_lists: usize,
    /// How many questions offer the players of a list that was read before.
    n_offers: usize,
    /// Numbers in the scripts, and parameters.
    pub numbers: Numbers,
    /// The numbers that calls of verbs give; `None`: one that is computed.
    given: Vec<(&'static Verb, Option<BTreeSet<i64>>)>,
    /// Whether a hook of an earlier script runs, too, or another kind's.
    pub is_other: bool,
    /// Whether the hook that was looked at last always runs that of the script before.
    goes_on: bool,
    responds: bool,
    /// Whether a hook tells of explosions that the card caused.
    explodes: bool,
}

impl CardFacts {
    /// Collects the facts about scripts.
    pub fn of(own: &[Arc<ScriptSource>], around: Surroundings<'_>) -> Self {
        let mut facts = Self::default();
        around.params.values().for_each(|value| facts.add_json(value));
        for source in own {
            facts.is_other |= source.function(Hook::PlaysAs.name()).is_some();
            facts.responds |= source.function(Hook::Responds.name()).is_some();
            facts.explodes |= source.function(Hook::Rescued.name()).is_some();
            let mut followed = BTreeSet::new();
            // Other functions are run where a hook calls them.
            for function in source.functions.iter().filter(|it| is_effect(&it.name)) {
                facts.follow((source, function), around, false, &mut followed);
            }
            for node in source.walk() {
                facts.add_number(node, around);
            }
            facts.add_numbers_of_piles(source, around);
        }
        facts.add_plays(own);
        // Rules may do something after each play.
        for source in around.rules {
            if let Some(function) = source.function(Hook::AfterPlay.name()) {
                facts.follow((&**source, function), around, false, &mut BTreeSet::new());
            }
        }
        facts
    }

    /// Collects what the hooks of a play do in all cases: those of the last script that has them,
    /// and of the ones before it that they always go on with.
    fn add_plays(&mut self, own: &[Arc<ScriptSource>]) {
        for hook in [Hook::Announce, Hook::Resolve] {
            if hook == Hook::Announce && !uses_announced(own) {
                continue;
            }
            for source in own.iter().rev() {
                let Some(function) = source.function(hook.name()) else { continue };
                self.goes_on = false;
                self.add_certain(&function.body, source, 0);
                if !self.goes_on {
                    break;
                }
            }
        }
    }

    fn add_json(&mut self, value: &Json) {
        match value {
            Json::Number(number) => self.numbers.0.extend(number.as_i64()),
            Json::Array(values) => values.iter().for_each(|value| self.add_json(value)),
            _ => {}
        }
    }

    /// Adds the numbers in functions of the rules that name a pile of the variant as a script does.
    fn add_numbers_of_piles(&mut self, source: &ScriptSource, around: Surroundings<'_>) {
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
        for function in around.rules.iter().flat_map(|source| source.functions.iter()) {
            if !own.is_disjoint(&piles(function)) {
                function.body.walk().into_iter().for_each(|node| self.add_number(node, around));
            }
        }
    }

    /// Adds a number, or that of an option or of the data that is read.
    fn add_number(&mut self, node: &SyntaxNode, around: Surroundings<'_>) {
        if let NodeKind::Int(number) = node.what {
            self.numbers.0.insert(number);
        }
        let Some((name, args)) = called(node) else { return };
        let Some(text) = args.first().and_then(|arg| arg.text()) else { return };
        let reads = |of: NameOf| verbs_named(name).any(|verb| verb.takes(Type::Name(of)));
        if reads(NameOf::Option) {
            if let Some(Setting::Int(number)) = around.spec.options.get(text) {
                self.numbers.0.insert(*number);
            }
        } else if reads(NameOf::Data) {
            let path = format!("/{}", text.replace('.', "/"));
            around.spec.data.pointer(&path).into_iter().for_each(|value| self.add_json(value));
        }
    }

    /// Collects what a function calls, also by way of functions of its script and of the rules.
    /// An `offered` one returns the players of a question.
    fn follow(
        &mut self,
        (source, function): (&ScriptSource, &ScriptFunction),
        around: Surroundings<'_>,
        offered: bool,
        followed: &mut BTreeSet<(String, String, bool)>,
    ) {
        let key = (source.script.name.to_string(), function.name.clone(), offered);
        if !followed.insert(key) {
            return;
        }
        let repeated = repeated(&function.body);
        let offers = offers(&function.body);
        self.n_offers += offers.iter().filter(|offer| offer.is_of_variable).count();
        for node in function.body.walk() {
            if source.folder != "rules" {
                self.add_number(node, around);
            }
            let Some((name, args)) = called(node) else { continue };
            self.is_other |= name == PREVIOUS;
            let offered = offered || offers.iter().any(|it| it.at.contains(&node.bytes.start));
            let rules = around.rules.iter().map(|source| &**source);
            let mut holders = [source].into_iter().chain(rules);
            let callee = holders.find_map(|holder| Some((holder, holder.function(name)?)));
            match callee.filter(|(_, function)| function.params.len() == args.len()) {
                Some(callee) => self.follow(callee, around, offered, followed),
                None => {
                    self.n_lists += usize::from(!offered && reads_players(name, args.len()));
                    let is_repeated = repeated.iter().any(|it| it.contains(&node.bytes.start));
                    self.add_verb(name, &args, around.params, is_repeated);
                }
            }
        }
    }

    fn add_verb(
        &mut self,
        name: &str,
        args: &[&SyntaxNode],
        params: &Map<String, Json>,
        is_repeated: bool,
    ) {
        let fits = |verb: &&Verb| {
            let pairs = || verb.params.iter().zip(args);
            verb.params.len() == args.len()
                && pairs().all(|((_, ty), arg)| TypeSet::of(*ty).meets(arg.ty.sorts))
        };
        for verb in verbs_named(name).filter(fits) {
            self.called.push(verb);
            let given = numbers_given(verb, args, params);
            self.given.push((verb, given.filter(|_| !is_repeated)));
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
                self.goes_on |= name == PREVIOUS;
                if let Some(function) = source.function(name).filter(|_| depth < 4) {
                    self.add_certain(&function.body, source, depth + 1);
                } else if let Some(verb) = likely_verb(name, args) {
                    let is_own =
                        |arg: &SyntaxNode| called(arg).is_some_and(|(name, _)| is_self(name));
                    // A card that leaves play by itself need not say so.
                    if !args.first().is_some_and(is_own) {
                        self.always.push(verb);
                    }
                }
            }
            NodeKind::Property(_, name) => {
                let is_read = |verb: &&Verb| verb.form == Form::Property;
                self.always.extend(verbs_named(name).filter(is_read));
            }
            _ => {}
        }
        node.children().into_iter().for_each(|child| self.add_certain(child, source, depth));
    }

    /// Whether the scripts may do something.
    pub fn does(&self, topic: Topic) -> bool {
        self.is_other
            || self.called.iter().any(|verb| self.is_topic(verb, topic))
            || match topic {
                Topic::Symbol(Symbol::Take) => {
                    let moves =
                        |verb: &&Verb| verb.effect == Effect::Change && verb.takes(Type::Pile);
                    self.has(is_of_player) && self.called.iter().any(moves)
                }
                Topic::Symbol(Symbol::Eye) => {
                    let shows = |verb: &Verb| verb.returns == Type::Pile && !verb.clause.is_empty();
                    self.has(shows) && self.does(Topic::Pile)
                }
                Topic::Everybody => self.loops(),
                Topic::NextPlayer => self.loops(),
                Topic::OutOfTurn => self.responds,
                Topic::NoDraw => !self.always.iter().any(|verb| verb.symbol == Some(Symbol::Draw)),
                Topic::Symbol(Symbol::Burst) => self.explodes,
                // Of a hand or what lies before a player, to any other pile.
                DISCARD if self.has(is_of_player) && self.has(moves_pile) => true,
                Topic::Clause(word) => {
                    let into =
                        |verb: &Verb| verb.returns == Type::Pile && verb.clause.contains(word);
                    self.has(into) && self.does(Topic::Pile)
                }
                _ => false,
            }
    }

    fn has(&self, is: impl Fn(&Verb) -> bool) -> bool {
        self.called.iter().any(|verb| is(verb))
    }

    /// Whether a verb does what a topic says, as far as its row tells.
    fn is_topic(&self, verb: &Verb, topic: Topic) -> bool {
        let acts = verb.effect != Effect::Read;
        let takes = |of: TypeSet| verb.params.iter().any(|(_, ty)| TypeSet::of(*ty).meets(of));
        match topic {
            Topic::Symbol(Symbol::Take) => {
                let gives = verb.effect == Effect::Change && verb.symbol.is_none();
                verb.symbol == Some(Symbol::Take)
                    || gives && takes(TypeSet::CARD) && takes(TypeSet::PLAYER)
            }
            Topic::Symbol(Symbol::Eye) => {
                verb.symbol == Some(Symbol::Eye)
                    || acts && (says(verb, "sees") || verb.clause.contains("face up"))
            }
            Topic::Symbol(symbol) => verb.symbol == Some(symbol),
            Topic::Part(symbol, word) => verb.symbol == Some(symbol) && says(verb, word),
            Topic::Place(word) => {
                let returned = TypeSet::of(verb.returns);
                let returns_place =
                    [TypeSet::PILE, TypeSet::CARD].iter().any(|of| returned.meets(*of));
                // Any card of a pile, or a pile that the data names.
                let may_be = takes(TypeSet::PILE) && verb.takes(Type::Int)
                    || verb.takes(Type::Name(NameOf::Pile));
                may_be || returns_place && verb.clause.split(' ').any(|it| it == word)
            }
            Topic::NoDraw => false,
            OUT if verb.symbol == Some(Symbol::Burst) => true,
            SCORE if verb.symbol == Some(Symbol::Step) => true,
            Topic::Clause(word) => says(verb, word),
            Topic::Pile => {
                let is_move = !matches!(verb.symbol, Some(Symbol::Shuffle))
                    && (verb.effect == Effect::Ask || verb.symbol.is_none());
                acts && is_move && takes(TypeSet::PILE) && !returns_number(verb)
                    || acts
                        && verb.symbol.is_none()
                        && takes(TypeSet::CARD)
                        && verb.params.len() == 1
            }
            Topic::Everybody => {
                let to_all = says(verb, "everybody");
                let of_all = acts
                    && verb.params.iter().any(|(_, ty)| {
                        matches!(ty, Type::List(of) if **of == Type::Player)
                            && verb.form == Form::Function
                    });
                to_all || of_all
            }
            Topic::ChosenPlayer => asks_for_player(verb),
            Topic::Choice => verb.effect == Effect::Ask,
            Topic::NextPlayer => {
                verb.form == Form::Property
                    && verb.returns == Type::Player
                    && verb.is_on(Type::Player)
            }
            Topic::Random => {
                verb.effect == Effect::Chance
                    || matches!(verb.symbol, Some(Symbol::Shuffle | Symbol::Take))
                        && verb.effect == Effect::Change
            }
            Topic::OutOfTurn => false,
        }
    }

    /// Whether a list of players is read besides those that a question offers.
    const fn loops(&self) -> bool {
        self.n_lists > self.n_offers
    }

    /// The topics of what the scripts do in all cases.
    pub fn certain(&self) -> impl Iterator<Item = Topic> {
        Topic::told().filter(|topic| match topic {
            Topic::Symbol(Symbol::Burst) if self.explodes => true,
            Topic::Symbol(symbol) => self.always.iter().any(|it| it.symbol == Some(*symbol)),
            Topic::Everybody => self.loops_always,
            Topic::Clause(word) => self.always.iter().any(|verb| says(verb, word)),
            topic => self.always.iter().any(|verb| self.is_topic(verb, *topic)),
        })
    }

    /// Whether a verb is called this often.
    pub fn calls_times(&self, number: i64) -> bool {
        self.given.iter().any(|(verb, _)| {
            let calls = self.given.iter().filter(|(it, _)| std::ptr::eq(*it, *verb));
            calls.count() as i64 >= number
        })
    }

    /// The numbers that the verbs of an action are given; `None` if they do not tell.
    pub fn numbers_of(&self, action: Topic) -> Option<BTreeSet<i64>> {
        let of = |verb: &Verb| match action {
            Topic::Symbol(symbol) => verb.symbol == Some(symbol),
            action => self.is_topic(verb, action),
        };
        let calls: Vec<_> = self.given.iter().filter(|(verb, _)| of(verb)).collect();
        if calls.is_empty() || self.is_other {
            return None;
        }
        let mut numbers = BTreeSet::new();
        let mut n_single = 0;
        for (verb, given) in calls {
            let given = given.as_ref()?;
            numbers.extend(given);
            n_single += i64::from(!verb.takes(Type::Int));
        }
        numbers.extend(1..=n_single);
        Some(numbers)
    }
}
