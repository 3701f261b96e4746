//! Lowers closures: within the function that contains them, where a function of lists calls them at
//! once, and as functions of their own, where they are values.

use super::definitions::closure_of;
use super::lower::{Lowered, Lowering};
use super::scope::Scope;
use super::tree::{CLOSURE, Function, InlineClosure, NewClosure, Node, Piece};
use crate::script::values::Type;
use rhai::{Expr, Position};

impl Lowering<'_> {
    /// Lowers a closure that a function of lists calls at once; `types` are the types of what it
    /// may be given, of which it takes the first ones.
    pub fn inline_closure(
        &mut self,
        expr: &Expr,
        types: &[Option<Type>],
        position: Position,
    ) -> Lowered<InlineClosure> {
        let Some((name, captured)) = closure_of(expr) else { return self.not_available(position) };
        let names = self.names;
        let Some(definition) = names.own(self.script, &name) else {
            return self.not_available(position);
        };
        let outer = self.scope.open();
        let frame = self.scope.begin_frame(&definition.params[..captured.len()]);
        let mut shared = Vec::new();
        let params = definition.params[captured.len()..].iter().zip(types);
        let params = params.map(|(name, known)| self.parameter(name, *known, &mut shared));
        let params = params.collect();
        let body = self.body(&definition.body);
        self.scope.end_frame(frame);
        self.scope.close(outer);
        let Piece { node, cost } = body?;
        let body = Piece { node: self.framed(CLOSURE, node), cost };
        let (shared, at) = (shared.into(), self.at(position));
        Ok(InlineClosure { params, shared, body, at })
    }

    /// Lowers a closure that is a value; `None` for another expression.
    pub fn new_closure(&mut self, expr: &Expr) -> Lowered<Option<Node>> {
        let Some((name, captured)) = closure_of(expr) else { return Ok(None) };
        let names = self.names;
        let Some(definition) = names.own(self.script, &name) else {
            return self.not_available(expr.position());
        };
        let mut slots = Vec::new();
        let mut known = Vec::new();
        for value in captured {
            let Expr::Variable(variable, ..) = value else {
                return self.not_available(value.position());
            };
            match self.scope.find(&variable.1) {
                Some(slot) => slots.push(slot),
                // A name of an expression.
                None => known.push(variable.1.to_string()),
            }
        }
        let number = self.more.functions.len();
        // Closures within it come after it.
        self.more.functions.push(Function::empty());
        let params = definition.params.iter().filter(|name| !known.contains(name));
        let params: Vec<&String> = params.collect();
        let outer = (std::mem::take(&mut self.scope), std::mem::replace(&mut self.cost, 0));
        let body = self.closure_body(&params, slots.len(), &definition.body);
        let scope: Scope = std::mem::replace(&mut self.scope, outer.0);
        self.cost = outer.1;
        let (body, shared) = body?;
        self.more.functions[number] = Function {
            name: CLOSURE.into(),
            n_params: params.len(),
            shared: shared.into(),
            n_slots: scope.n_slots(),
            cost: body.cost.max(1),
            body: self.framed(CLOSURE, body.node),
        };
        Ok(Some(Node::Closure(Box::new(NewClosure {
            function: self.names.first_more + number as u32,
            n_params: (params.len() - slots.len()) as u8,
            captured: slots.into(),
        }))))
    }

    fn closure_body(
        &mut self,
        params: &[&String],
        n_captured: usize,
        body: &[rhai::Stmt],
    ) -> Lowered<(Piece, Vec<u16>)> {
        let mut shared = Vec::new();
        for (i, name) in params.iter().enumerate() {
            if i < n_captured {
                self.scope.declare(name, None, true);
            } else {
                self.parameter(name, None, &mut shared);
            }
        }
        let body = self.piece(|lowering| lowering.block(body))?;
        Ok((body, shared))
    }
}
