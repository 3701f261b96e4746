//! Lowers closures: within the function that contains them, where a function of lists calls them at
//! once, and as functions of their own, where they are values.

use super::lower::{Lowered, Lowering};
use super::tree::{At, CLOSURE, Function, InlineClosure, NewClosure, Node, Piece};
use crate::script::tree::Closure;

impl Lowering<'_> {
    /// Lowers a closure that a function of lists calls at once.
    pub fn inline_closure(&mut self, closure: &Closure, at: At) -> Lowered<InlineClosure> {
        let outer = self.scope.open();
        let frame = self.scope.begin_frame(&closure.captured);
        let mut shared = Vec::new();
        let params = closure.params.iter().map(|local| self.parameter(local.slot, &mut shared));
        let params = params.collect();
        let body = self.body(&closure.body);
        self.scope.end_frame(frame);
        self.scope.close(outer);
        let Piece { node, cost } = body?;
        let body = Piece { node: self.framed(CLOSURE, node), cost };
        Ok(InlineClosure { params, shared: shared.into(), body, at })
    }

    /// Lowers a closure that is a value.
    pub fn new_closure(&mut self, closure: &Closure) -> Lowered {
        // A variable that is not in scope here is a name of an expression.
        let captured: Vec<(u16, u16)> = closure
            .captured
            .iter()
            .filter_map(|local| Some((*local, self.scope.find(*local)?)))
            .collect();
        let number = self.more.functions.len();
        // Closures within it come after it.
        self.more.functions.push(Function::default());
        let outer = std::mem::take(&mut self.scope);
        for (local, _) in &captured {
            self.scope.declare((self.code.name(*local), *local), true);
        }
        let mut shared = Vec::new();
        for local in &closure.params {
            self.parameter(local.slot, &mut shared);
        }
        let body = self.body(&closure.body);
        let scope = std::mem::replace(&mut self.scope, outer);
        let Piece { node, cost } = body?;
        self.more.functions[number] = Function {
            name: CLOSURE.into(),
            n_params: captured.len() + closure.params.len(),
            shared: shared.into(),
            n_slots: scope.n_slots(),
            body: self.framed(CLOSURE, node),
            cost,
        };
        Ok(Node::Closure(Box::new(NewClosure {
            function: self.names.first_more + number as u32,
            n_params: closure.params.len() as u8,
            captured: captured.into_iter().map(|(_, slot)| slot).collect(),
        })))
    }
}
