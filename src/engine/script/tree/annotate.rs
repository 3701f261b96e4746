//! Infers the types in scripts, each function after those that it calls: a call has the type of
//! what its function returns.

use super::infer::{CallScope, Callee, NamedValues, TypeWalk};
use super::node::{NodeKind, SyntaxNode};
use super::parts::ScriptFunction;
use super::source::ScriptSource;
use super::types::KnownFunctions;
use crate::kernel::Hook;
use crate::script::hooks::{HOOKS, HookSpec};
use crate::script::reflect::{Ty, TypeSet};
use std::collections::HashMap;
use std::sync::Arc;

/// Annotates each node of a script with its inferred type. What `announce` returns is what
/// `resolve` is given.
pub fn annotate(source: &mut ScriptSource, known: &KnownFunctions) {
    let scripts = std::slice::from_mut(source);
    ScriptTypes { known, names: &(), is_announced: true }.infer(scripts, 0);
}

/// Annotates scripts that call each other's functions; `n_shared` of them, the first ones, are
/// rules, whose functions the others may call.
pub fn annotate_all(
    scripts: &mut [ScriptSource],
    n_shared: usize,
    known: &KnownFunctions,
    names: &dyn NamedValues,
) {
    // Another script, or an earlier version of this one, may have announced.
    ScriptTypes { known, names, is_announced: false }.infer(scripts, n_shared);
}

/// Returns the body of a function for arguments of these types, which calls no other function of
/// scripts.
pub fn body_for(
    function: &ScriptFunction,
    args: &[Ty],
    known: &KnownFunctions,
    names: &dyn NamedValues,
) -> SyntaxNode {
    CallScope { known, names, find: &|_, _| None }.body_for(function, args)
}

/// The functions of a script: by name, the number of parameters and the place in [`Functions`].
type ByName = HashMap<String, Vec<(usize, usize)>>;

fn find(functions: &ByName, name: &str, n_params: usize) -> Option<usize> {
    let named = functions.get(name)?;
    named.iter().find(|(n, _)| *n == n_params).map(|(_, number)| *number)
}

/// The functions of scripts, and what calls of them refer to.
#[derive(Default)]
struct Functions {
    /// The script and the place there of each.
    all: Vec<(usize, usize)>,
    own: Vec<ByName>,
    /// The last ones of the rules.
    shared: ByName,
    /// Whether a script that is not one of the rules redefines one of theirs.
    overrides: Vec<bool>,
}

impl Functions {
    fn new(scripts: &[ScriptSource], n_shared: usize) -> Self {
        let mut functions = Self::default();
        for (script, source) in scripts.iter().enumerate() {
            let (mut own, is_shared) = (ByName::new(), script < n_shared);
            let mut overrides = false;
            for (i, function) in source.functions.iter().enumerate() {
                let (name, n_params) = (&function.name, function.params.len());
                let entry = (n_params, functions.all.len());
                functions.all.push((script, i));
                own.entry(name.clone()).or_default().push(entry);
                if is_shared && Hook::find(name).is_none() {
                    let shared = functions.shared.entry(name.clone()).or_default();
                    shared.retain(|(n, _)| *n != n_params);
                    shared.push(entry);
                }
                overrides |= !is_shared && find(&functions.shared, name, n_params).is_some();
            }
            functions.own.push(own);
            functions.overrides.push(overrides);
        }
        functions
    }

    /// Returns the function that a call in a script refers to.
    fn callee(&self, script: usize, name: &str, n_params: usize) -> Option<usize> {
        let own = find(&self.own[script], name, n_params);
        own.or_else(|| find(&self.shared, name, n_params))
    }

    /// Returns the functions that each one calls itself.
    fn calls(&self, scripts: &[ScriptSource]) -> Vec<Vec<usize>> {
        let calls = |(script, i): &(usize, usize)| {
            let nodes = scripts[*script].functions[*i].body.walk().into_iter();
            let called = nodes.filter_map(|node| match &node.what {
                NodeKind::Call { name, args, on_value: false } => {
                    self.callee(*script, name, args.len())
                }
                _ => None,
            });
            called.collect()
        };
        self.all.iter().map(calls).collect()
    }

    /// Makes each `resolve` follow the `announce` of its script.
    fn announce_first(&self, calls: &mut [Vec<usize>]) {
        for own in &self.own {
            let number = |hook: Hook| own.get(hook.name())?.first().map(|(_, number)| *number);
            if let (Some(resolve), Some(announce)) = (number(Hook::Resolve), number(Hook::Announce))
            {
                calls[resolve].push(announce);
            }
        }
    }
}

/// Returns the numbers of functions, each after those that it calls, unless they call it.
fn callees_first(calls: &[Vec<usize>]) -> Vec<usize> {
    let (mut order, mut is_found) = (Vec::with_capacity(calls.len()), vec![false; calls.len()]);
    for start in 0..calls.len() {
        let mut open = Vec::new();
        if !is_found[start] {
            is_found[start] = true;
            open.push((start, 0));
        }
        while let Some((number, next)) = open.last_mut() {
            match calls[*number].get(*next) {
                Some(called) => {
                    *next += 1;
                    if !is_found[*called] {
                        is_found[*called] = true;
                        open.push((*called, 0));
                    }
                }
                None => {
                    order.push(*number);
                    open.pop();
                }
            }
        }
    }
    order
}

struct ScriptTypes<'a> {
    known: &'a KnownFunctions,
    names: &'a dyn NamedValues,
    /// Whether `resolve` is given what the `announce` of the same script returns.
    is_announced: bool,
}

impl ScriptTypes<'_> {
    fn infer(&self, scripts: &mut [ScriptSource], n_shared: usize) {
        let functions = Functions::new(scripts, n_shared);
        let mut calls = functions.calls(scripts);
        if self.is_announced {
            functions.announce_first(&mut calls);
        }
        let mut is_called = vec![false; calls.len()];
        calls.iter().flatten().for_each(|called| is_called[*called] = true);
        let mut callees: Vec<Option<Callee>> = calls.iter().map(|_| None).collect();
        for number in callees_first(&calls) {
            let (script, i) = functions.all[number];
            let folder = scripts[script].folder.clone();
            let given = self.announced(&scripts[script].functions, i);
            let function = &mut Arc::make_mut(&mut scripts[script].functions)[i];
            let given = parameters(function, &folder).into_iter().chain(given).collect::<Vec<_>>();
            self.scope(&functions, &callees, script, |scope| {
                TypeWalk::function(scope, function, &given);
            });
            if is_called[number] {
                callees[number] = Some(callee(function, |name, n_params| {
                    functions.callee(script, name, n_params).is_some()
                }));
            }
        }
        for (script, source) in scripts.iter_mut().enumerate() {
            let n_slots = source.constants.len();
            let top = Arc::make_mut(&mut source.top);
            self.scope(&functions, &callees, script, |scope| TypeWalk::top(scope, n_slots, top));
        }
    }

    /// Calls `infer` with what the calls in a script refer to.
    fn scope(
        &self,
        functions: &Functions,
        callees: &[Option<Callee>],
        script: usize,
        infer: impl FnOnce(CallScope<'_>),
    ) {
        let find = |name: &str, n_params: usize| {
            let number = functions.callee(script, name, n_params)?;
            let is_own = functions.all[number].0 == script;
            // A function of the rules may call one that this script redefines.
            let is_certain = is_own || !functions.overrides[script];
            Some(callees[number].as_ref().filter(|_| is_certain).unwrap_or(&Callee::UNKNOWN))
        };
        infer(CallScope { known: self.known, names: self.names, find: &find });
    }

    /// Returns the types of the values that `announce` passes to `resolve`, one per parameter after
    /// the first; none if they cannot be inferred, and for other functions.
    fn announced(&self, functions: &[ScriptFunction], i: usize) -> Vec<Ty> {
        if !self.is_announced || functions[i].name != Hook::Resolve.name() {
            return Vec::new();
        }
        let announce = functions.iter().find(|f| f.name == Hook::Announce.name());
        match announce.map(|announce| announce.body.results()).as_deref() {
            Some([SyntaxNode { what: NodeKind::List(items), .. }]) => {
                items.iter().map(|item| item.ty).collect()
            }
            Some([one]) if !one.ty.sorts.meets(TypeSet::LIST) => vec![one.ty],
            _ => Vec::new(),
        }
    }
}

/// Returns the types of the parameters that the kernel gives to a hook.
fn parameters(function: &ScriptFunction, folder: &str) -> Vec<Ty> {
    let has_hooks = HOOKS.iter().any(|spec| spec.is_run(folder));
    let hook = Hook::find(&function.name).filter(|_| has_hooks).map(HookSpec::of);
    let params = hook.into_iter().flat_map(|hook| hook.params(folder == "rules"));
    params.map(|(_, of)| Ty::of(of)).collect()
}

/// Returns a function as its callers see it.
fn callee(function: &ScriptFunction, is_script: impl Fn(&str, usize) -> bool) -> Callee {
    let calls = function.calls_if_short().filter(|_| Hook::find(&function.name).is_none());
    let is_short = calls.is_some_and(|calls| !calls.iter().any(|(name, n)| is_script(name, *n)));
    match is_short {
        true => Callee::Short(function.clone()),
        false => Callee::Returns(function.returned()),
    }
}
