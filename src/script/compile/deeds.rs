//! What functions do: the symbols of the verbs that they call, also by way of other functions, and
//! whether they let a player win.

use super::names::{Definition, Names};
use crate::script::PREVIOUS;
use crate::script::api::verbs;
use crate::script::symbol::Symbols;
use crate::script::syntax::call;
use rhai::{ASTNode, Expr, FnPtr};
use std::collections::BTreeSet;

/// The verb by which a player wins.
const WINS: &str = "wins";

/// What a function does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deeds {
    pub symbols: Symbols,
    /// Whether it calls the same hook of an earlier script.
    pub continues: bool,
}

/// What a function does itself.
#[derive(Default)]
struct Calls {
    deeds: Deeds,
    /// The numbers of the functions that it calls.
    functions: Vec<usize>,
    /// Whether it lets a player win.
    wins: bool,
}

/// Returns what each function does, by number, and whether one lets a player win.
pub fn deeds(names: &Names<'_>) -> (Vec<Deeds>, bool) {
    let calls = names.functions().map(|(script, _, function)| calls(names, script, function));
    let calls: Vec<Calls> = calls.collect();
    let all = |number: usize| {
        let (mut all, mut followed, mut left) = (Deeds::default(), BTreeSet::new(), vec![number]);
        while let Some(number) = left.pop() {
            if followed.insert(number) {
                let Calls { deeds, functions, .. } = &calls[number];
                all.symbols = all.symbols.union(deeds.symbols);
                all.continues |= deeds.continues;
                left.extend(functions);
            }
        }
        all
    };
    let deeds = (0..calls.len()).map(all).collect();
    (deeds, calls.iter().any(|calls| calls.wins))
}

fn calls(names: &Names<'_>, script: u16, function: &Definition) -> Calls {
    let (mut found, mut bodies) = (Calls::default(), vec![function]);
    while let Some(function) = bodies.pop() {
        for statement in &function.body {
            statement.walk(&mut Vec::new(), &mut |path| {
                if let Some(node) = path.last() {
                    bodies.extend(closure(node).and_then(|name| names.own(script, &name)));
                    found.add(names, script, node);
                }
                true
            });
        }
    }
    found
}

/// The name of the function that is the body of a closure.
fn closure(node: &ASTNode<'_>) -> Option<String> {
    let ASTNode::Expr(Expr::DynamicConstant(value, _)) = node else { return None };
    Some(value.read_lock::<FnPtr>()?.fn_name().to_owned())
}

impl Calls {
    /// Adds a node, if it is a call.
    fn add(&mut self, names: &Names<'_>, script: u16, node: &ASTNode<'_>) {
        let Some((call, _)) = call(node) else { return };
        let is_method = matches!(node, ASTNode::Expr(Expr::MethodCall(..)));
        let (name, n_args) = (&*call.name, call.args.len() + usize::from(is_method));
        self.deeds.continues |= name == PREVIOUS;
        self.wins |= name == WINS;
        let called = names.callee(script, name, n_args).ok().flatten();
        if let Some(number) = called.or_else(|| names.of_rules(name, n_args)) {
            self.functions.push(number as usize);
        } else {
            let verbs = verbs().filter(|verb| verb.name == name && verb.params.len() == n_args);
            let symbols = verbs.filter_map(|verb| verb.symbol);
            self.deeds.symbols = symbols.fold(self.deeds.symbols, Symbols::with);
        }
    }
}
