//! The functions that scripts define, and what their code may name.

use super::builtins::ListFunction;
use super::scope::Scope;
use super::tree::Node;
use crate::kernel::{Hook, Rules, ScriptLine, Value, Zone};
use crate::script::api::{Datum, RulesetData, Verb, json_value};
use crate::script::language::natives;
use crate::script::spec::Script;
use crate::script::syntax::is_closure;
use crate::script::tree::statements::{NumberedScript, NumberedStatements};
use crate::script::values::{Kinds, NameOf, Type};
use crate::script::watch::StatementMark;
use rhai::{AST, ASTNode, Expr, FnCallExpr, FnPtr, Stmt};
use std::collections::{BTreeMap, BTreeSet};

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
    /// The names of the variables that closures share which are values.
    shared_variables: BTreeSet<String>,
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
    /// The statements of the scripts that are watched, by number; may be empty.
    watched: Vec<Option<&'a NumberedScript>>,
    /// The values of names that no script declares.
    known: BTreeMap<String, Value>,
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
            let shared_variables = shared_variables(ast, &functions);
            let assigned = assigned(ast);
            ScriptNames { functions, assigned, shared_variables, is_shared, overrides }
        });
        let scripts = scripts.collect();
        let (watched, known) = (Vec::new(), BTreeMap::new());
        Self { kinds: &data.kinds, rules, data, scripts, numbered, shared, watched, known }
    }

    /// Returns the value of a name that no script declares.
    pub fn known(&self, name: &str) -> Option<&Value> {
        self.known.get(name)
    }

    /// Returns the number of functions that are no closures.
    pub const fn n_functions(&self) -> u32 {
        self.numbered.len() as u32
    }

    /// Returns the name of a function.
    pub fn name(&self, number: u32) -> &str {
        &self.numbered[number as usize].1.0
    }

    /// Returns the names of the functions that a script defines.
    pub fn functions_of(&self, script: u16) -> impl Iterator<Item = &str> + Clone {
        self.scripts[script as usize].functions.keys().map(|(name, _)| &**name)
    }

    /// Whether closures that are values share variables of this name in a script.
    pub fn is_shared_variable(&self, script: u16, name: &str) -> bool {
        self.scripts[script as usize].shared_variables.contains(name)
    }

    /// Whether a call is one of a list function with a closure that takes as many values as it
    /// may: the closure is then a part of the function around it.
    pub fn is_inlined(&self, script: u16, call: &FnCallExpr) -> bool {
        is_inlined(&self.scripts[script as usize].functions, call)
    }

    /// Whether a script is one of the rules.
    pub fn is_shared(&self, script: u16) -> bool {
        self.scripts[script as usize].is_shared
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
    pub fn watched(&self, script: u16, stmt: &Stmt, scope: &Scope) -> Option<StatementMark> {
        let numbered = (*self.watched.get(script as usize)?)?;
        let index = numbered.index_of(stmt)?;
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
        let is_verb = |(name, n): &(String, usize)| self.callee(script, name, *n).is_none();
        definition.calls.as_ref()?.iter().all(is_verb).then_some((script, definition))
    }

    pub fn function(&self, number: u32) -> (u16, &Definition) {
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
    /// last one of the rules.
    pub fn callee(&self, script: u16, name: &str, n_params: usize) -> Option<u32> {
        let own = &self.scripts[script as usize];
        let key = (name.to_owned(), n_params);
        if own.functions.contains_key(&key) {
            return self.number(script, name, n_params);
        }
        self.shared.get(&key).copied().flatten()
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
    /// the rules may call.
    pub fn overrides(&self, script: u16) -> bool {
        self.scripts[script as usize].overrides
    }
}

/// Whether a function with this name and number of values after the receiver changes it.
pub fn is_change(name: &str, n_args: usize) -> bool {
    natives(name, n_args.wrapping_add(1)).any(|native| native.changes)
}

/// Returns whether a function with this name is a hook.
pub fn is_hook(name: &str) -> bool {
    Hook::find(name).is_some()
}

fn definitions(ast: &AST) -> Functions {
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
            // A function of lists that is called like others.
            Some(ASTNode::Stmt(Stmt::FnCall(call, _)) | ASTNode::Expr(Expr::FnCall(call, _)))
                if is_change(&call.name, call.args.len().wrapping_sub(1)) =>
            {
                call.args.first().and_then(root)
            }
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

/// Returns the name of a closure's function and the variables it captures.
pub fn closure_of(expr: &Expr) -> Option<(String, &[Expr])> {
    let pointer = |expr: &Expr| match expr {
        Expr::DynamicConstant(value, _) => {
            let pointer = value.read_lock::<FnPtr>()?;
            (!pointer.is_curried()).then(|| pointer.fn_name().to_owned())
        }
        _ => None,
    };
    if let Some(name) = pointer(expr) {
        return Some((name, &[]));
    }
    let Expr::Stmt(block) = expr else { return None };
    let [Stmt::Share(_), last] = block.statements() else { return None };
    let call = match last {
        Stmt::FnCall(call, _) => call,
        Stmt::Expr(expr) => match &**expr {
            Expr::FnCall(call, _) => call,
            _ => return None,
        },
        _ => return None,
    };
    let (first, captured) = call.args.split_first()?;
    Some((pointer(first).filter(|_| call.name == "curry")?, captured))
}

type Functions = BTreeMap<(String, usize), Definition>;

fn is_inlined(functions: &Functions, call: &FnCallExpr) -> bool {
    let Some(function) = ListFunction::find(&call.name, call.args.len().wrapping_sub(1)) else {
        return false;
    };
    let Some((name, captured)) = call.args.first().and_then(closure_of) else { return false };
    let mut found = functions.range((name.clone(), 0)..);
    let Some((_, definition)) = found.next().filter(|(key, _)| key.0 == name) else {
        return false;
    };
    let n_params = definition.params.len() - captured.len();
    function.counts().contains(&n_params)
}

/// Returns the names of the variables that closures share which are values.
fn shared_variables(ast: &AST, functions: &Functions) -> BTreeSet<String> {
    let (mut names, mut inlined) = (BTreeSet::new(), BTreeSet::new());
    ast.walk(&mut |path| {
        match path.last() {
            Some(ASTNode::Expr(Expr::MethodCall(call, _))) if is_inlined(functions, call) => {
                inlined.insert(std::ptr::from_ref(&call.args[0]));
            }
            Some(ASTNode::Expr(expr)) if !inlined.contains(&std::ptr::from_ref(*expr)) => {
                let captured = closure_of(expr).map_or(&[][..], |(_, captured)| captured);
                names.extend(captured.iter().filter_map(root).map(str::to_owned));
            }
            _ => {}
        }
        true
    });
    names
}

/// Whether a chain calls a function that changes a list.
fn changes_list(chain: &Expr) -> bool {
    match chain {
        Expr::MethodCall(call, _) => {
            let is_sort = matches!(&*call.name, "sort" | "sort_by");
            is_sort || is_change(&call.name, call.args.len())
        }
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => {
            matches!(parts.lhs, Expr::MethodCall(..)) && changes_list(&parts.lhs)
                || changes_list(&parts.rhs)
        }
        _ => false,
    }
}
