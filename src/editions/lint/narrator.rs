//! Scripts in words: their statements as clauses, their values as nouns.

use super::rules::questions::likely_verb;
use crate::kernel::Hook;
use crate::script::PREVIOUS;
use crate::script::api::{Effect, Verb};
use crate::script::hooks::{HookSpec, SOURCE};
use crate::script::reflect::TypeSet;
use crate::script::spec::Setting;
use crate::script::tree::{NodeKind, ScriptFunction, ScriptSource, SyntaxNode};
use crate::script::values::{NameOf, Type};
use crate::variant::Titles;
use serde_json::{Map, Value as Json};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// How deep functions are followed that scripts define.
const MAX_DEPTH: usize = 4;

/// A gap that only the author can fill.
const GAP: &str = "…";

const YOU: &str = "you";

const THIS_CARD: &str = "this card";

/// Says what scripts do.
#[derive(Clone, Copy)]
pub struct Narrator<'a> {
    /// The scripts of a card or combo; of equal hooks the last one runs.
    pub own: &'a [Arc<ScriptSource>],
    pub rules: &'a [Arc<ScriptSource>],
    pub params: &'a Map<String, Json>,
    pub options: &'a BTreeMap<String, Setting>,
    pub titles: &'a Titles,
}

/// The names that are known where a clause stands.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    nouns: HashMap<String, String>,
    /// The values that `announce` has returned.
    announced: Vec<String>,
    hook: Option<Hook>,
    /// The index of the script, and how deep its functions are followed.
    script: usize,
    depth: usize,
}

impl Narrator<'_> {
    /// The clauses of a hook.
    pub fn hook(self, hook: Hook, scope: &mut Scope) -> Vec<String> {
        scope.hook = Some(hook);
        let n = self.own.len();
        self.hook_below(n, hook, scope)
    }

    /// The result of a hook, in words.
    pub fn result(self, hook: Hook) -> Vec<String> {
        let mut scope = Scope::default();
        self.hook(hook, &mut scope);
        scope.announced
    }

    /// The clauses of a hook in the last script below an index that has it.
    fn hook_below(self, end: usize, hook: Hook, scope: &mut Scope) -> Vec<String> {
        let has = |at: &usize| self.own[*at].function(hook.name()).is_some();
        let Some(at) = (0..end).rev().find(has) else { return Vec::new() };
        let Some(function) = self.own[at].function(hook.name()) else { return Vec::new() };
        scope.script = at;
        let announced = std::mem::take(&mut scope.announced).into_iter();
        let values = [YOU.to_owned()].into_iter().chain(announced);
        let sources = HookSpec::of(hook).params(false).zip(&function.params);
        let sources = sources.filter(|((known, _), _)| *known == SOURCE);
        let sources = sources.map(|(_, param)| (param.clone(), THIS_CARD.to_owned()));
        scope.nouns = function.params.iter().cloned().zip(values).chain(sources).collect();
        let mut said = Vec::new();
        self.clauses(&function.body, scope, &mut said);
        scope.announced = self.returned(&function.body, scope);
        said
    }

    /// The nouns of what a function returns in the end: the values of a list, or one value.
    fn returned(self, body: &SyntaxNode, scope: &Scope) -> Vec<String> {
        let is_empty = |node: &&SyntaxNode| match &node.what {
            NodeKind::List(values) => values.is_empty(),
            NodeKind::Unit => true,
            _ => false,
        };
        let mut results = body.results().into_iter().filter(|node| !is_empty(node));
        let Some(result) = results.next_back() else { return Vec::new() };
        match &result.what {
            NodeKind::List(values) => values.iter().map(|value| self.noun(value, scope)).collect(),
            _ => vec![self.noun(result, scope)],
        }
    }

    fn clauses(self, node: &SyntaxNode, scope: &mut Scope, said: &mut Vec<String>) {
        match &node.what {
            NodeKind::Let(local, value) => {
                self.clauses(value, scope, said);
                let noun = self.noun(value, scope);
                scope.nouns.insert(local.name.clone(), noun);
            }
            NodeKind::For(locals, over, body) => {
                self.clauses(over, scope, said);
                if over.ty.of.within(TypeSet::PLAYER | TypeSet::CARD) {
                    let noun = self.noun(over, scope);
                    scope.nouns.extend(locals.first().map(|local| (local.name.clone(), noun)));
                }
                self.clauses(body, scope, said);
            }
            NodeKind::If(condition, then, otherwise) => {
                self.branches((condition, then, otherwise), scope, said);
            }
            NodeKind::Switch(switch) => {
                self.clauses(&switch.subject, scope, said);
                for arm in &switch.arms {
                    self.part(&format!("if {GAP}, "), &arm.body, scope, said);
                }
            }
            NodeKind::Closure(closure) => self.clauses(&closure.body, scope, said),
            NodeKind::Call { name, args, .. } => self.call(name, args, scope, said),
            _ => {
                for child in node.children() {
                    self.clauses(child, scope, said);
                }
            }
        }
    }

    /// The clauses of `if`: without words for whether there is something at all.
    fn branches(
        self,
        (condition, then, otherwise): (&SyntaxNode, &SyntaxNode, &SyntaxNode),
        scope: &mut Scope,
        said: &mut Vec<String>,
    ) {
        if let Some(is) = self.known(condition) {
            return self.clauses(if is { then } else { otherwise }, scope, said);
        }
        let question = condition.walk().into_iter().find_map(|node| {
            let (name, args) = node.call()?;
            let verb = likely_verb(name, args).filter(|it| it.effect == Effect::Ask)?;
            (verb.returns == Type::Bool).then(|| self.fill(verb, args, scope))
        });
        let nothing = |node: &&SyntaxNode| matches!(node.what, NodeKind::Unit);
        let is_test = condition.walk().iter().any(nothing);
        let (first, second) = match &question {
            Some(question) => (format!("{question}, "), "otherwise, ".to_owned()),
            None if is_test => (String::new(), String::new()),
            None => {
                self.clauses(condition, scope, said);
                (format!("if {GAP}, "), "otherwise, ".to_owned())
            }
        };
        self.part(&first, then, scope, said);
        self.part(&second, otherwise, scope, said);
    }

    /// Whether a condition holds in this variant: what its options alone decide.
    fn known(&self, condition: &SyntaxNode) -> Option<bool> {
        let NodeKind::Operator(op, parts) = &condition.what else {
            return match self.option(condition)? {
                Setting::Bool(is) => Some(*is),
                _ => None,
            };
        };
        match (&**op, &**parts) {
            ("!", [one]) => self.known(one).map(|is| !is),
            ("==" | "!=", [one, text]) => match (self.option(one)?, text.text()?) {
                (Setting::Text(value), text) => Some((**value == *text) == (op == "==")),
                _ => None,
            },
            ("&&", parts) => match parts.iter().map(|it| self.known(it)).collect::<Vec<_>>() {
                known if known.contains(&Some(false)) => Some(false),
                known => known.into_iter().all(|is| is == Some(true)).then_some(true),
            },
            _ => None,
        }
    }

    /// The value of the option that a call reads.
    fn option(&self, node: &SyntaxNode) -> Option<&Setting> {
        let (name, args) = node.call()?;
        let verb = likely_verb(name, args).filter(|verb| verb.takes(Type::Name(NameOf::Option)))?;
        debug_assert!(verb.effect == Effect::Read);
        self.options.get(args.first()?.text()?)
    }

    /// The clauses of a part, with words before the first one.
    fn part(self, before: &str, node: &SyntaxNode, scope: &mut Scope, said: &mut Vec<String>) {
        let mut part = Vec::new();
        self.clauses(node, scope, &mut part);
        if let Some(first) = part.first_mut() {
            *first = format!("{before}{first}");
        }
        said.extend(part);
    }

    fn call(self, name: &str, args: &[SyntaxNode], scope: &mut Scope, said: &mut Vec<String>) {
        for arg in args {
            self.clauses(arg, scope, said);
        }
        if name == PREVIOUS {
            let Some(hook) = scope.hook else { return };
            let mut before = Scope { announced: scope.announced.clone(), ..scope.clone() };
            said.extend(self.hook_below(scope.script, hook, &mut before));
        } else if let Some((at, source, function)) = self.function(name, args.len(), scope) {
            if scope.depth == MAX_DEPTH {
                return;
            }
            let nouns = args.iter().map(|arg| self.noun(arg, scope));
            let mut inner = Scope {
                nouns: function.params.iter().cloned().zip(nouns).collect(),
                depth: scope.depth + 1,
                ..scope.clone()
            };
            inner.script = at.unwrap_or(scope.script);
            let mut part = Vec::new();
            self.clauses(&function.body, &mut inner, &mut part);
            let documented = self.documented((source, function), args, scope);
            match documented.filter(|_| !part.is_empty()) {
                Some(clause) => said.push(clause),
                None => said.append(&mut part),
            }
        } else if let Some(verb) = likely_verb(name, args) {
            let acts = matches!(verb.effect, Effect::Ask | Effect::Change);
            if !acts || verb.effect == Effect::Ask && verb.returns == Type::Bool {
                return;
            }
            let clause =
                if verb.clause.is_empty() { GAP.to_owned() } else { self.fill(verb, args, scope) };
            if said.last() != Some(&clause) {
                said.push(clause);
            }
        }
    }

    /// The clause of a function in its author's words: the first sentence of its documentation,
    /// with the values of the parameters that it names: "/// Moves `p` forward by `n_spaces`."
    fn documented(
        self,
        (source, function): (&ScriptSource, &ScriptFunction),
        args: &[SyntaxNode],
        scope: &Scope,
    ) -> Option<String> {
        let sentence = first_sentence(source, function);
        let (does, rest) = sentence.split_once(' ').unwrap_or((&sentence, ""));
        let stem = does.strip_suffix('s').filter(|_| does != "Returns")?.to_lowercase();
        let has_e = ["she", "che", "sse", "xe"].iter().any(|end| stem.ends_with(end));
        let mut said = format!("{} ", &stem[..stem.len() - usize::from(has_e)]);
        for (at, part) in rest.split('`').enumerate() {
            let param = function.params.iter().position(|name| name == part);
            let Some(arg) = param.filter(|_| at % 2 == 1).and_then(|param| args.get(param)) else {
                let of_you = part.strip_prefix("'s").filter(|_| said.ends_with(" you"));
                said += &of_you.map_or_else(|| part.to_owned(), |rest| format!("r{rest}"));
                continue;
            };
            said += &match part.strip_prefix("n_") {
                Some(unit) => self.counted(arg, unit, scope),
                None => self.noun(arg, scope),
            };
        }
        Some(said)
    }

    /// A function of the script or of the rules, with its script, and the index of an own one.
    fn function(
        &self,
        name: &str,
        n_args: usize,
        scope: &Scope,
    ) -> Option<(Option<usize>, &ScriptSource, &ScriptFunction)> {
        let own = self.own.get(scope.script).map(|source| (Some(scope.script), source));
        let rules = self.rules.iter().map(|source| (None, source));
        own.into_iter().chain(rules).find_map(|(at, source)| {
            let function = source.function(name)?;
            (function.params.len() == n_args).then_some((at, &**source, function))
        })
    }

    /// The clause of a verb with its values.
    fn fill(self, verb: &Verb, args: &[SyntaxNode], scope: &Scope) -> String {
        let mut text = String::new();
        let mut subject: Option<String> = None;
        let clause = with_alternatives(verb, args);
        let mut rest = clause.as_str();
        while let Some(at) = rest.find(['{', '[']) {
            text += &rest[..at];
            let is_ending = rest.as_bytes()[at] == b'[';
            let end = rest[at..].find(['}', ']']).map_or(rest.len(), |end| at + end);
            let key = &rest[at + 1..end];
            rest = rest.get(end + 1..).unwrap_or_default();
            if is_ending {
                text += if subject.as_deref() == Some(YOU) { "" } else { key };
                continue;
            }
            let (before, key) = key.strip_prefix(" from ").map_or(("", key), |key| (" from ", key));
            let name = key.trim_end_matches("'s");
            let value = self.value(verb, name, args, scope);
            let is_you = value == YOU;
            let doer = subject.get_or_insert_with(|| value.clone());
            let value = match text.is_empty() {
                true => value,
                false => value.replace(&format!("{doer}'s"), "their"),
            };
            if text.is_empty() && is_you && name == key {
                // Cards say what to do.
                rest = rest.trim_start();
            } else if is_you && name != key {
                text += "your";
            } else if name != key {
                text += &format!("{value}'s");
            } else if text.ends_with("top ") && value.starts_with("1 ") {
                text += &value[2..];
            } else if before.is_empty() || value != GAP {
                text += &format!("{before}{value}");
            }
        }
        // Cards lie in front of a player; they are not put into these cards.
        (text + rest).replace("into the cards in front of", "in front of")
    }

    /// The value of a parameter in words; numbers with what they count.
    fn value(self, verb: &Verb, name: &str, args: &[SyntaxNode], scope: &Scope) -> String {
        let at = verb.params.iter().position(|(param, _)| *param == name);
        let Some((at, arg)) = at.and_then(|at| Some((at, args.get(at)?))) else {
            return GAP.to_owned();
        };
        match (&verb.params[at].1, arg.text()) {
            (Type::Int, _) => self.counted(arg, name.strip_prefix("n_").unwrap_or_default(), scope),
            (Type::Kind, Some(kind)) => self.titles.card(kind).title.into_owned(),
            _ => self.noun(arg, scope),
        }
    }

    /// A number, with the plural of what it counts.
    fn counted(self, arg: &SyntaxNode, unit: &str, scope: &Scope) -> String {
        if let Some((number, each)) = self.for_each(arg, scope) {
            return format!("{number} {unit} for {each}");
        }
        match (self.number(arg), unit) {
            (Some(number), "") => number.to_string(),
            (Some(1), unit) => format!("1 {}", unit.trim_end_matches('s')),
            (Some(number), unit) => format!("{number} {unit}"),
            (None, "") => GAP.to_owned(),
            (None, unit) => format!("{GAP} {unit}"),
        }
    }

    /// A number that is multiplied by the length of a list, and the list in words.
    fn for_each(self, node: &SyntaxNode, scope: &Scope) -> Option<(i64, String)> {
        let NodeKind::Operator(op, parts) = &node.what else { return None };
        match (&**op, &**parts) {
            ("+", parts) => parts.iter().find_map(|part| self.for_each(part, scope)),
            ("*", [number, length]) => {
                let (_, args) = length.call()?;
                let list = args.first().filter(|it| it.ty.sorts == TypeSet::LIST)?;
                Some((self.number(number)?, self.noun(list, scope)))
            }
            _ => None,
        }
    }

    /// A number that is written, a parameter, or their sum; what is not known counts nothing.
    fn number(self, node: &SyntaxNode) -> Option<i64> {
        match &node.what {
            NodeKind::Int(number) => Some(*number),
            NodeKind::Operator(op, parts) if parts.len() == 2 => {
                let [a, b] = [&parts[0], &parts[1]].map(|part| self.number(part));
                match (&**op, a, b) {
                    ("+", Some(a), Some(b)) => a.checked_add(b),
                    ("-", Some(a), Some(b)) => a.checked_sub(b),
                    ("+", a, b) => a.or(b),
                    _ => None,
                }
            }
            _ => self.param(node).and_then(Json::as_i64),
        }
    }

    /// The value of the parameter that a call reads.
    fn param(&self, node: &SyntaxNode) -> Option<&Json> {
        let (name, args) = node.call()?;
        let verb = likely_verb(name, args).filter(|verb| verb.takes(Type::Name(NameOf::Param)))?;
        let at = verb.params.iter().position(|(_, ty)| *ty == Type::Name(NameOf::Param))?;
        self.params.get(args.get(at)?.text()?)
    }

    /// A value in words.
    fn noun(self, node: &SyntaxNode, scope: &Scope) -> String {
        let (name, args) = match &node.what {
            NodeKind::Name(name, _) => {
                return scope.nouns.get(name).cloned().unwrap_or_else(|| of_type(node.ty.sorts));
            }
            NodeKind::Text(text) => return text.clone(),
            NodeKind::Property(on, name) => (name.as_str(), std::slice::from_ref(&**on)),
            NodeKind::Call { name, args, .. } => (name.as_str(), &**args),
            _ => return of_type(node.ty.sorts),
        };
        if let Some(text) = self.param(node).and_then(Json::as_str) {
            return text.to_owned();
        }
        if let Some((_, source, function)) = self.function(name, args.len(), scope) {
            let sentence = first_sentence(source, function);
            let noun = sentence.strip_prefix("Returns ").and_then(|it| it.split([';', ':']).next());
            if let Some(noun) = noun.filter(|noun| !noun.starts_with("whether")) {
                return noun.to_owned();
            }
        }
        let Some(verb) = likely_verb(name, args) else {
            // A list with fewer or other values.
            let is_list = args.first().is_some_and(|arg| arg.ty.sorts == TypeSet::LIST);
            return if is_list { self.noun(&args[0], scope) } else { of_type(node.ty.sorts) };
        };
        match verb.effect {
            Effect::Read | Effect::Chance if !verb.clause.is_empty() => {
                self.fill(verb, args, scope)
            }
            Effect::Read if TypeSet::of(verb.returns) == TypeSet::LIST && !args.is_empty() => {
                self.noun(&args[0], scope)
            }
            _ => of_type(TypeSet::of(verb.returns)),
        }
    }
}

/// The clause with one of the words of `{depth?on top of|at the bottom of|into}`: for 0 or
/// `false`, for the size of a pile (if there are three), for anything else.
fn with_alternatives(verb: &Verb, args: &[SyntaxNode]) -> String {
    let mut clause = verb.clause.to_owned();
    while let Some(mark) = clause.find('?') {
        let start = clause[..mark].rfind('{').unwrap_or(mark);
        let end = clause[mark..].find('}').map_or(clause.len() - 1, |end| mark + end);
        let words: Vec<&str> = clause[mark + 1..end].split('|').collect();
        let name = clause.get(start + 1..mark).unwrap_or_default();
        let at = verb.params.iter().position(|(param, _)| *param == name);
        let arg = at.and_then(|at| args.get(at));
        let is_size = |node: &&SyntaxNode| {
            let NodeKind::Property(on, name) = &node.what else { return false };
            let read = likely_verb(name, std::slice::from_ref(&**on));
            read.is_some_and(|verb| verb.returns == Type::Int && verb.is_on(Type::Pile))
        };
        let number = match arg.map(|arg| &arg.what) {
            Some(NodeKind::Int(0) | NodeKind::Bool(false)) => 0,
            _ if arg.is_some_and(|arg| arg.walk().iter().any(is_size)) => 1,
            _ => words.len() - 1,
        };
        let word = words[number.min(words.len() - 1)].to_owned();
        clause.replace_range(start..=end, &word);
    }
    clause
}

/// The first sentence of the documentation of a function; may be empty.
fn first_sentence(source: &ScriptSource, function: &ScriptFunction) -> String {
    let text = &source.script.text;
    let above = text.lines().take(function.line - 1).skip(function.first_line(text) - 1);
    let lines: Vec<&str> = above.filter_map(|line| line.strip_prefix("/// ")).collect();
    let doc = lines.join(" ");
    doc.split(". ").next().unwrap_or_default().trim_end_matches('.').to_owned()
}

/// The words for a value of which only the type is known.
fn of_type(sorts: TypeSet) -> String {
    let sorts = sorts.without(TypeSet::NOTHING);
    let words = [
        (TypeSet::PLAYER, "that player"),
        (TypeSet::CARD, "that card"),
        (TypeSet::PILE, "that pile"),
        (TypeSet::ACTION, "that play"),
        (TypeSet::TEXT, "that"),
    ];
    let known = words.into_iter().find(|(ty, _)| sorts.meets(*ty) && sorts.within(*ty));
    known.map_or_else(|| GAP.to_owned(), |(_, words)| words.to_owned())
}
