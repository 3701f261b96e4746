//! Names that the code of scripts may use.

use super::definitions::{Definition, Definitions, FunctionKey, ScriptNames};
use super::scope::Scope;
use super::tree::{At, MAX_CONSTANT, Node};
use crate::kernel::{Hook, Rules, ScriptLine, Seat, Value, Zone};
use crate::script::api::{Datum, RulesetData, Verb, json_value, verbs_named};
use crate::script::functions::{Native, RANDOM, SETS};
use crate::script::language::natives;
use crate::script::reflect::{Ty, TypeSet};
use crate::script::spec::Script;
use crate::script::tree::statements::{NumberedScript, NumberedStatements};
use crate::script::tree::{KnownFunctions, NamedValues, ScriptSource, SyntaxNode, annotate_all};
use crate::script::unknown::unknown_function;
use crate::script::values::{Kinds, NameOf, Type};
use crate::script::watch::StatementMark;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::slice::from_ref;

/// Code that is not part of the scripts and may call their functions.
struct CodeApart {
    /// Its own definitions, with the number of a script after the others.
    script: ScriptNames,
    /// Its functions, in their order.
    numbered: Vec<FunctionKey>,
    /// The number of the first of them.
    first: u32,
    /// The values of names that it does not declare.
    known: BTreeMap<String, Value>,
}

/// The verbs that code may call besides the functions of scripts and of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vocabulary {
    /// All verbs.
    Verbs,
    /// All verbs, and the patterns of sets: the constants of scripts.
    Constants,
    /// Numbers only: the expressions in files of variants.
    Numbers,
    /// `random`, which is that of an agent.
    Agent,
}

/// How deep calls that are replaced by the bodies of their functions may lie inside each other,
/// besides the outermost.
const MAX_INLINED_DEPTH: u32 = 3;

/// The functions of [`Vocabulary::Numbers`].
const OF_NUMBERS: [&str; 3] = ["min", "max", "contains"];

/// The values that a variant gives to the names of options, data and counters.
#[derive(Clone, Copy)]
pub struct VariantNames<'a> {
    pub data: &'a RulesetData,
    pub rules: &'a Rules,
}

impl VariantNames<'_> {
    /// Returns the result of a verb on a constant string, if it is the same in all games: an option
    /// that does not depend on the number of players, or a number or a short list of numbers of the
    /// variant's data.
    pub fn constant(&self, verb: &Verb, name: &str) -> Option<Value> {
        match verb.params {
            [(_, Type::Name(NameOf::Option))] => match self.data.options.get(name)? {
                Datum::Value(value) => Some(value.clone()),
                Datum::Count(_) => None,
            },
            [(_, Type::Name(NameOf::Data))] => {
                let value = json_value(self.data.find(name)?)?;
                let is_number = |value: &Value| matches!(value, Value::Int(_));
                let values = if let Value::List(list) = &value { list } else { from_ref(&value) };
                (values.len() <= MAX_CONSTANT && values.iter().all(is_number)).then_some(value)
            }
            _ => None,
        }
    }

    /// Returns the number of the counter that a verb reads by its name, if the counter is always a
    /// number; for one of players, that of the first player.
    pub fn plain_counter(&self, verb: &Verb, name: &str) -> Option<u16> {
        let of = match verb.params {
            [_] => None,
            [(_, Type::Player), _] => Some(Seat(0)),
            _ => return None,
        };
        let slot = self.rules.find_counter(of, name).filter(|_| verb.reads_counter())?;
        self.rules.counter_at(slot).1.is_plain().then_some(slot)
    }
}

impl NamedValues for VariantNames<'_> {
    fn type_of(&self, verb: &'static Verb, text: &str) -> Option<Ty> {
        let counter = self.plain_counter(verb, text).map(|_| Ty::one(TypeSet::INT));
        counter.or_else(|| Some(Ty::of_value(&self.constant(verb, text)?)))
    }
}

/// The names that code may use: the functions of all scripts, and the kinds and counters of the
/// ruleset.
pub struct CodeNames<'a> {
    /// The ids of the kinds.
    pub kinds: &'a Kinds,
    pub rules: &'a Rules,
    pub variant: VariantNames<'a>,
    defined: &'a Definitions,
    /// The code that is lowered, if it is none of the scripts.
    apart: Option<CodeApart>,
    vocabulary: Vocabulary,
    /// Whether calls are replaced by the bodies of short functions.
    pub inlines: bool,
    /// Whether those of a function are, by its number and how deep calls in it may lie. Worked out
    /// once: functions that call each other often are asked about millions of times.
    inlined: RefCell<BTreeMap<(u32, u32), bool>>,
    /// The number of the first function that is a closure or a copy.
    pub first_more: u32,
    /// The statements of the scripts that are watched, by number; may be empty.
    watched: Vec<Option<&'a NumberedScript>>,
}

impl<'a> CodeNames<'a> {
    /// Creates the names of the scripts.
    pub fn new(defined: &'a Definitions, data: &'a RulesetData, rules: &'a Rules) -> Self {
        Self {
            kinds: &data.kinds,
            rules,
            variant: VariantNames { data, rules },
            defined,
            apart: None,
            vocabulary: Vocabulary::Verbs,
            inlines: true,
            inlined: RefCell::default(),
            first_more: defined.numbered.len() as u32,
            watched: Vec::new(),
        }
    }

    /// Numbers further functions after those of the program.
    #[must_use]
    pub const fn after(mut self, n_functions: u32) -> Self {
        self.first_more = n_functions;
        self
    }

    /// Adds code that is not part of the scripts, and the values of names that it does not declare.
    #[must_use]
    pub fn with(mut self, mut source: ScriptSource, known: BTreeMap<String, Value>) -> Self {
        let shared = self.defined.shared.keys().map(|(name, n)| (name.as_str(), *n));
        let functions = self.functions_of_engine().with_unknown(shared);
        annotate_all(std::slice::from_mut(&mut source), 0, &functions, &self.variant);
        let script = ScriptNames::new(source, false, &self.defined.shared);
        let numbered: Vec<FunctionKey> = script.functions.keys().cloned().collect();
        let first = self.first_more;
        self.first_more += numbered.len() as u32;
        self.apart = Some(CodeApart { script, numbered, first, known });
        self
    }

    /// Calls the functions of the program, which may be watched, if `is_watched`.
    #[must_use]
    pub const fn calling(mut self, is_watched: bool) -> Self {
        self.inlines = !is_watched;
        self
    }

    /// Limits the verbs.
    #[must_use]
    pub const fn within(mut self, vocabulary: Vocabulary) -> Self {
        self.vocabulary = vocabulary;
        self
    }

    /// Returns the verbs with this name.
    pub fn verbs(&self, name: &str) -> impl Iterator<Item = &'static Verb> + use<> {
        let has_verbs = matches!(self.vocabulary, Vocabulary::Verbs | Vocabulary::Constants);
        verbs_named(name).filter(move |_| has_verbs)
    }

    /// Returns the functions of the language with this name and number of values.
    pub fn natives(
        &self,
        name: &str,
        n_values: usize,
    ) -> impl Iterator<Item = &'static Native> + use<> {
        let Self { vocabulary, .. } = *self;
        let is_random = vocabulary == Vocabulary::Agent && (name, n_values) == ("random", 1);
        let is_limited = vocabulary == Vocabulary::Numbers && !OF_NUMBERS.contains(&name);
        let is_set = |(set, native): &&(&str, Native)| {
            *set == name && native.params.len() == n_values && vocabulary == Vocabulary::Constants
        };
        let sets: SmallVec<[&'static Native; 2]> =
            SETS.iter().filter(is_set).map(|(_, native)| native).collect();
        let all = natives(name, n_values).filter(move |_| !is_limited);
        all.chain(is_random.then_some(&RANDOM)).chain(sets)
    }

    /// Returns the functions of the engine.
    pub fn functions_of_engine(&self) -> KnownFunctions {
        match self.vocabulary {
            Vocabulary::Agent => KnownFunctions::of_agents(),
            _ => KnownFunctions::of_engine(),
        }
    }

    /// Returns the functions that a script may call; nothing is known of those of scripts.
    pub fn unknown_functions(&self, script: u16) -> KnownFunctions {
        let own = self.script(script).functions.keys();
        let all = own.chain(self.defined.shared.keys()).map(|(name, n)| (name.as_str(), *n));
        self.functions_of_engine().with_unknown(all)
    }

    /// Returns the message and the hint about a function that neither the language nor the script
    /// has.
    pub fn unknown(&self, name: &str, script: u16) -> Option<(String, String)> {
        let hint = match self.vocabulary {
            Vocabulary::Agent => "agents have no verbs: they read `position` and `decision`",
            Vocabulary::Numbers => "expressions have `players`, `min`, `max` and operators",
            _ => return unknown_function(name, self.functions_of(script)),
        };
        Some((format!("there is no function `{name}` here"), hint.to_owned()))
    }

    /// Returns the hook that a function with this name is.
    pub fn hook(&self, name: &str) -> Option<Hook> {
        Hook::find(name).filter(|_| self.vocabulary == Vocabulary::Verbs)
    }

    /// Returns the value of a name that no script declares.
    pub fn known(&self, name: &str) -> Option<&Value> {
        self.apart.as_ref()?.known.get(name)
    }

    /// Returns the number of the script that is not part of the others.
    pub const fn number_apart(&self) -> u16 {
        self.defined.scripts.len() as u16
    }

    pub fn script(&self, script: u16) -> &ScriptNames {
        match (&self.apart, self.defined.scripts.get(script as usize)) {
            (Some(apart), None) => &apart.script,
            (_, script) => script.expect("scripts have numbers"),
        }
    }

    /// Returns the script and the key of a function.
    fn key(&self, number: u32) -> (u16, &FunctionKey) {
        match (&self.apart, self.defined.numbered.get(number as usize)) {
            (Some(apart), None) => {
                (self.number_apart(), &apart.numbered[(number - apart.first) as usize])
            }
            (_, key) => key.map(|(script, key)| (*script, key)).expect("functions have numbers"),
        }
    }

    /// Returns a position in a script.
    pub fn at(&self, script: u16, byte: usize) -> At {
        let text = &self.script(script).source.script.text;
        let (line, column) = text.index().position(text, byte);
        Some(ScriptLine { script, line: line as u16, column: column as u16 })
    }

    /// Returns the name of a function.
    pub fn name(&self, number: u32) -> &str {
        &self.key(number).1.0
    }

    /// Returns the names of the functions that a script defines.
    pub fn functions_of(&self, script: u16) -> impl Iterator<Item = &str> + Clone {
        self.script(script).functions.keys().map(|(name, _)| &**name)
    }

    /// Makes the functions of these scripts show their statements.
    pub fn watch(&mut self, scripts: &[Script], statements: &'a NumberedStatements) {
        let watched =
            |script: &Script| statements.scripts.iter().find(|one| one.source.script == *script);
        self.watched = scripts.iter().map(watched).collect();
    }

    /// Whether functions show where they are.
    pub const fn is_watched(&self) -> bool {
        !self.watched.is_empty()
    }

    /// Returns what is shown of a statement.
    pub fn watched(&self, script: u16, node: &SyntaxNode, scope: &Scope) -> Option<StatementMark> {
        let numbered = (*self.watched.get(script as usize)?)?;
        let index = numbered.index_of(node)?;
        let statement = &numbered.source.statements[index];
        let (line, column) = (statement.line as u16, statement.column as u16);
        let variables = scope.visible().map(|(name, slot)| (name.into(), slot));
        Some(StatementMark {
            number: numbered.first + index,
            place: ScriptLine { script, line, column },
            variables: variables.collect(),
        })
    }

    /// Returns the pile that a call of a verb always returns.
    pub fn zone(&self, verb: &Verb, args: &[Node]) -> Option<Zone> {
        match (verb.name, args) {
            ("draw_pile", []) => Some(Zone::Draw),
            ("discard_pile", []) => Some(Zone::Discard),
            ("table", []) => Some(Zone::Table),
            ("pile", [Node::Constant(Value::Text(name))]) => self.rules.find_pile(name),
            _ => None,
        }
    }

    /// Returns the script and the definition of a function whose calls are replaced by its body: a
    /// short one that calls only functions for which the same is true.
    pub fn inlined(&self, number: u32) -> Option<(u16, &Definition)> {
        self.is_inlined(number, MAX_INLINED_DEPTH).then(|| self.function(number))
    }

    /// Whether the calls of a function are replaced, if those in it may be this many levels deep.
    fn is_inlined(&self, number: u32, depth: u32) -> bool {
        if let Some(known) = self.inlined.borrow().get(&(number, depth)) {
            return *known;
        }
        let (script, definition) = self.function(number);
        let is_short = |(name, n): &(String, usize)| match self.callee(script, name, *n) {
            Some(callee) => depth > 0 && self.is_inlined(callee, depth - 1),
            None => true,
        };
        let is_inlined = definition.calls.as_ref().is_some_and(|calls| calls.iter().all(is_short));
        self.inlined.borrow_mut().insert((number, depth), is_inlined);
        is_inlined
    }

    pub fn function(&self, number: u32) -> (u16, &Definition) {
        let (script, key) = self.key(number);
        (script, &self.script(script).functions[key])
    }

    /// Returns the functions of the code that is not part of the scripts, or else those of all
    /// scripts, by number: the script, the name and the definition.
    pub fn functions(&self) -> impl Iterator<Item = (u16, &str, &Definition)> {
        let numbers = match &self.apart {
            Some(apart) => apart.first..self.first_more,
            None => 0..self.defined.numbered.len() as u32,
        };
        numbers.map(|number| {
            let (script, definition) = self.function(number);
            (script, self.name(number), definition)
        })
    }

    /// Returns the number of a function of a script.
    pub fn number(&self, script: u16, name: &str, n_params: usize) -> Option<u32> {
        match &self.apart {
            Some(apart) if script == self.number_apart() => {
                let is_it = |(other, n): &FunctionKey| other == name && *n == n_params;
                apart.numbered.iter().position(is_it).map(|i| apart.first + i as u32)
            }
            _ => self.defined.number(script, name, n_params),
        }
    }

    /// Returns the function that a call in a script refers to: one of the script itself, or the
    /// last one of the rules.
    pub fn callee(&self, script: u16, name: &str, n_params: usize) -> Option<u32> {
        let own = self.script(script);
        let key = (name.to_owned(), n_params);
        if own.functions.contains_key(&key) {
            return self.number(script, name, n_params);
        }
        self.defined.shared.get(&key).copied()
    }

    /// Returns the last function of the rules with this name, such as a hook.
    pub fn of_rules(&self, name: &str, n_params: usize) -> Option<u32> {
        self.defined.of_rules(name, n_params)
    }
}
