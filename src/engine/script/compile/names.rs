//! The functions that scripts define, and what their code may name.

use super::tree::{ListChange, Node};
use crate::kernel::{Hook, Rules, Value, Zone};
use crate::script::api::{Datum, RulesetData, Verb, json_value};
use crate::script::spec::Script;
use crate::script::syntax::is_closure;
use crate::script::tree::statements::{NumberedScript, NumberedStatements};
use crate::script::values::{Kinds, NameOf, Type};
use rhai::{AST, ASTNode, Expr, Stmt};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Why a function is interpreted: something it contains.
pub type Unsupported = Cow<'static, str>;

/// A function or closure that a script defines.
#[derive(Debug)]
pub struct Definition {
    /// The names of its parameters; those of captured variables first.
    pub params: Vec<String>,
    pub body: Vec<Stmt>,
    /// The functions that it may call, by name and number of arguments, if it is short and has no
    /// `return`.
    calls: Option<Vec<(String, usize)>>,
}

/// The largest number of expressions and statements of a function whose calls are replaced by its
/// body.
const MAX_INLINED_NODES: usize = 40;

/// The functions of a script.
#[derive(Debug)]
struct ScriptNames {
    /// The functions by name and number of parameters.
    functions: BTreeMap<(String, usize), Definition>,
    /// The names of the variables that change after their definition.
    assigned: BTreeSet<String>,
    /// Whether the script is one of the rules, whose functions other scripts may call.
    is_shared: bool,
    /// Whether it is not, and redefines one of those functions.
    overrides: bool,
}

/// The functions of all scripts, and the kinds and counters of the ruleset.
pub struct Names<'a> {
    /// The ids of the kinds.
    pub kinds: &'a Kinds,
    pub rules: &'a Rules,
    data: &'a RulesetData,
    scripts: Vec<ScriptNames>,
    /// The functions that are no closures, by number: the script and the key, in their order.
    numbered: Vec<(u16, (String, usize))>,
    /// The functions of the rules that every script may call, the last of each name, with their
    /// numbers.
    shared: BTreeMap<(String, usize), Option<u32>>,
    /// The scripts whose statements are counted, by number; may be empty.
    counted: Vec<Option<&'a NumberedScript>>,
}

impl<'a> Names<'a> {
    /// Collects the functions of the scripts; `n_shared` of them, the first ones, are rules.
    pub fn new<'s>(
        scripts: impl Iterator<Item = &'s AST>,
        n_shared: usize,
        data: &'a RulesetData,
        rules: &'a Rules,
    ) -> Self {
        let (mut numbered, mut shared) = (Vec::new(), BTreeMap::new());
        let scripts = scripts.enumerate().map(|(i, ast)| {
            let (functions, is_shared) = (definitions(ast), i < n_shared);
            let overrides = !is_shared && functions.keys().any(|key| shared.contains_key(key));
            for key in functions.keys() {
                let number = (!is_closure(&key.0)).then_some(numbered.len() as u32);
                if is_shared && !is_hook(&key.0) {
                    shared.insert(key.clone(), number);
                }
                numbered.extend(number.map(|_| (i as u16, key.clone())));
            }
            ScriptNames { functions, assigned: assigned(ast), is_shared, overrides }
        });
        let scripts = scripts.collect();
        let counted = Vec::new();
        Self { kinds: &data.kinds, rules, data, scripts, numbered, shared, counted }
    }

    /// Whether a script is one of the rules.
    pub fn is_shared(&self, script: u16) -> bool {
        self.scripts[script as usize].is_shared
    }

    /// Makes the compiled code of these scripts count statements, if there are any.
    pub fn count(&mut self, scripts: &[Script], statements: Option<&'a Arc<NumberedStatements>>) {
        let Some(statements) = statements else { return };
        let counted =
            |script: &Script| statements.scripts.iter().find(|one| one.source.script == *script);
        self.counted = scripts.iter().map(counted).collect();
    }

    /// Returns the number of a statement that is counted.
    pub fn number_of(&self, script: u16, statement: &Stmt) -> Option<usize> {
        let script = (*self.counted.get(script as usize)?)?;
        Some(script.first + script.index_of(statement)?)
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

    /// Returns the result of a verb on a constant string, if it is the same in all games: an option
    /// that does not depend on the number of players, or a number of the variant's data.
    pub fn constant(&self, verb: &Verb, name: &str) -> Option<Value> {
        match verb.params {
            [(_, Type::Name(NameOf::Option))] => match self.data.options.get(name)? {
                Datum::Value(value) => Some(value.clone()),
                Datum::Count(_) => None,
            },
            [(_, Type::Name(NameOf::Data))] => {
                let value = json_value(self.data.find(name)?)?;
                matches!(value, Value::Int(_)).then_some(value)
            }
            _ => None,
        }
    }

    /// Returns the script and the definition of a function whose calls are replaced by its body: a
    /// short one that calls no other.
    pub fn inlined(&self, number: u32) -> Option<(u16, &Definition)> {
        let (script, definition) = self.function(number);
        let is_verb = |(name, n): &(String, usize)| self.callee(script, name, *n) == Ok(None);
        definition.calls.as_ref()?.iter().all(is_verb).then_some((script, definition))
    }

    fn function(&self, number: u32) -> (u16, &Definition) {
        let (script, key) = &self.numbered[number as usize];
        (*script, &self.scripts[*script as usize].functions[key])
    }

    /// Returns all functions by number: the script, the name and the definition.
    pub fn functions(&self) -> impl Iterator<Item = (u16, &str, &Definition)> {
        (0..).zip(&self.numbered).map(|(number, (_, (name, _)))| {
            let (script, definition) = self.function(number);
            (script, &**name, definition)
        })
    }

    /// Returns the number of a function of a script.
    pub fn number(&self, script: u16, name: &str, n_params: usize) -> Option<u32> {
        let wanted = (script, name, n_params);
        let found = |(script, (name, n)): &(u16, (String, usize))| {
            (*script, name.as_str(), *n).cmp(&wanted)
        };
        self.numbered.binary_search_by(found).ok().map(|number| number as u32)
    }

    /// Returns the closure of a script with this name.
    pub fn own(&self, script: u16, name: &str) -> Option<&Definition> {
        let functions = &self.scripts[script as usize].functions;
        let (key, definition) = functions.range((name.to_owned(), 0)..).next()?;
        (key.0 == name).then_some(definition)
    }

    /// Returns whether a variable of this name changes anywhere in a script after its definition.
    pub fn is_assigned(&self, script: u16, name: &str) -> bool {
        self.scripts[script as usize].assigned.contains(name)
    }

    /// Returns the function that a call in a script refers to: one of the script itself, or the
    /// last one of the rules. `Err` if this depends on the running hook.
    pub fn callee(
        &self,
        script: u16,
        name: &str,
        n_params: usize,
    ) -> Result<Option<u32>, Unsupported> {
        let own = &self.scripts[script as usize];
        let key = (name.to_owned(), n_params);
        if own.is_shared && is_hook(name) {
            return Err("a call of a hook of the rules".into());
        }
        if own.functions.contains_key(&key) {
            return Ok(self.number(script, name, n_params));
        }
        Ok(self.shared.get(&key).copied().flatten())
    }

    /// Returns the last function of the rules with this name, such as a hook.
    pub fn of_rules(&self, name: &str, n_params: usize) -> Option<u32> {
        let mut numbers = (0..self.scripts.len() as u16).rev();
        let is_shared = |script: &u16| self.is_shared(*script);
        numbers.find_map(|script| {
            Some(script).filter(is_shared).and_then(|script| self.number(script, name, n_params))
        })
    }

    /// Returns whether a script that is not one of the rules redefines a function that the code of
    /// the rules may call: its hooks are interpreted.
    pub fn overrides(&self, script: u16) -> bool {
        self.scripts[script as usize].overrides
    }
}

/// Returns whether a function with this name is a hook.
pub fn is_hook(name: &str) -> bool {
    Hook::find(name).is_some()
}

fn definitions(ast: &AST) -> BTreeMap<(String, usize), Definition> {
    let functions = ast.iter_functions().map(|function| {
        let params: Vec<String> = function.params.iter().map(|p| (*p).to_owned()).collect();
        let key = (function.name.to_owned(), params.len());
        let mut alone = ast.clone_functions_only();
        alone.retain_functions(|_, _, name, n| name == key.0 && n == key.1);
        let mut body = Vec::new();
        alone.walk(&mut |path| {
            if let [ASTNode::Stmt(statement)] = path {
                body.push((*statement).clone());
            }
            true
        });
        let calls = calls(&body);
        (key, Definition { params, body, calls })
    });
    functions.collect()
}

/// Returns the functions that a body may call; `None` if it is long or has a `return`.
fn calls(body: &[Stmt]) -> Option<Vec<(String, usize)>> {
    let (mut n_nodes, mut calls) = (0, Vec::new());
    let is_short = body.iter().all(|statement| {
        statement.walk(&mut Vec::new(), &mut |path| {
            n_nodes += 1;
            match path.last() {
                Some(ASTNode::Stmt(Stmt::Return(..))) => return false,
                Some(
                    ASTNode::Stmt(Stmt::FnCall(call, _)) | ASTNode::Expr(Expr::FnCall(call, _)),
                ) => calls.push((call.name.to_string(), call.args.len())),
                _ => {}
            }
            n_nodes <= MAX_INLINED_NODES
        })
    });
    is_short.then_some(calls)
}

/// Returns the names of the variables that are assigned to, or whose lists change.
fn assigned(ast: &AST) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    ast.walk(&mut |path| {
        let target = match path.last() {
            Some(ASTNode::Stmt(Stmt::Assignment(parts))) => root(&parts.1.lhs),
            Some(ASTNode::Expr(chain)) if changes_list(chain) => root(chain),
            _ => None,
        };
        names.extend(target.map(str::to_owned));
        true
    });
    names
}

/// Returns the variable at the root of a chain.
fn root(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Variable(name, ..) => Some(&name.1),
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => root(&parts.lhs),
        _ => None,
    }
}

/// Whether a chain calls a function that changes a list.
fn changes_list(chain: &Expr) -> bool {
    match chain {
        Expr::MethodCall(call, _) => {
            let is_sort = matches!(&*call.name, "sort" | "sort_by");
            is_sort || ListChange::find(&call.name, call.args.len()).is_some()
        }
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => {
            matches!(parts.lhs, Expr::MethodCall(..)) && changes_list(&parts.lhs)
                || changes_list(&parts.rhs)
        }
        _ => false,
    }
}
