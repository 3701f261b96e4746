//! What scripts define: their functions and closures, and the variables that change.

use super::builtins::ListFunction;
use crate::kernel::Hook;
use crate::script::language::natives;
use crate::script::syntax::is_closure;
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
    pub calls: Option<Vec<(String, usize)>>,
}

/// The largest number of expressions and statements of a function whose calls are replaced by its
/// body.
const MAX_INLINED_NODES: usize = 40;

/// What a script defines.
#[derive(Debug)]
pub struct ScriptNames {
    /// The functions by name and number of parameters.
    pub functions: Functions,
    /// The names of the variables that change after their definition.
    pub assigned: BTreeSet<String>,
    /// The names of the variables that closures share which are values.
    pub shared_variables: BTreeSet<String>,
    /// Whether the script is one of the rules, whose functions other scripts may call.
    pub is_shared: bool,
    /// Whether it is not, and redefines one of those functions.
    pub overrides: bool,
}

/// The functions of all scripts.
#[derive(Debug, Default)]
pub struct Definitions {
    pub scripts: Vec<ScriptNames>,
    /// The functions that are no closures, by number: the script and the key, in their order.
    pub numbered: Vec<(u16, FunctionKey)>,
    /// The functions of the rules that every script may call, the last of each name, with their
    /// numbers.
    pub shared: BTreeMap<FunctionKey, Option<u32>>,
}

/// The name of a function, and the number of its parameters.
pub type FunctionKey = (String, usize);

impl Definitions {
    /// Collects the functions of the scripts; `n_shared` of them, the first ones, are rules.
    pub fn new<'s>(scripts: impl Iterator<Item = &'s AST>, n_shared: usize) -> Self {
        let mut all = Self::default();
        for (i, ast) in scripts.enumerate() {
            let is_shared = i < n_shared;
            let script = ScriptNames::new(ast, is_shared, &all.shared);
            for key in script.functions.keys() {
                let number = (!is_closure(&key.0)).then_some(all.numbered.len() as u32);
                if is_shared && !is_hook(&key.0) {
                    all.shared.insert(key.clone(), number);
                }
                all.numbered.extend(number.map(|_| (i as u16, key.clone())));
            }
            all.scripts.push(script);
        }
        all
    }

    /// Returns the number of a function of a script.
    pub fn number(&self, script: u16, name: &str, n_params: usize) -> Option<u32> {
        let wanted = (script, name, n_params);
        let found =
            |(script, (name, n)): &(u16, FunctionKey)| (*script, name.as_str(), *n).cmp(&wanted);
        self.numbered.binary_search_by(found).ok().map(|number| number as u32)
    }

    /// Returns the last function of the rules with this name, such as a hook.
    pub fn of_rules(&self, name: &str, n_params: usize) -> Option<u32> {
        let is_shared = |script: &u16| self.scripts[*script as usize].is_shared;
        let mut numbers = (0..self.scripts.len() as u16).rev().filter(is_shared);
        numbers.find_map(|script| self.number(script, name, n_params))
    }
}

impl ScriptNames {
    /// Collects what a script defines; `shared` are the functions of the rules before it.
    pub fn new(ast: &AST, is_shared: bool, shared: &BTreeMap<FunctionKey, Option<u32>>) -> Self {
        let functions = definitions(ast);
        let overrides = !is_shared && functions.keys().any(|key| shared.contains_key(key));
        let shared_variables = shared_variables(ast, &functions);
        Self { functions, assigned: assigned(ast), shared_variables, is_shared, overrides }
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

/// The functions by name and number of parameters.
pub type Functions = BTreeMap<FunctionKey, Definition>;

pub fn is_inlined(functions: &Functions, call: &FnCallExpr) -> bool {
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
