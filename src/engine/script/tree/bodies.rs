//! The functions of Rhai's tree and the places of its statements.

use rhai::{AST, ASTNode, Position, Stmt};

/// A function of Rhai's tree.
pub struct Body {
    pub name: String,
    pub params: Vec<String>,
    /// Its braces; the end has no position if it is one statement without braces.
    pub start: Position,
    pub end: Position,
    pub statements: Vec<Stmt>,
}

impl Body {
    /// Whether a statement at a position may be its own: it is, unless this is so of a function
    /// that begins later.
    fn may_have(&self, at: Position) -> bool {
        at == self.start || !self.end.is_none() && (self.start..=self.end).contains(&at)
    }
}

/// Returns the functions of a script in source order. Rhai shows their statements only on a walk
/// through the tree, one function after the other.
pub fn bodies(ast: &AST) -> Vec<Body> {
    let body = |function: &rhai::ScriptFuncDef| Body {
        name: function.name.to_string(),
        params: function.params.iter().map(|name| name.to_string()).collect(),
        start: function.body.start_position(),
        end: function.body.end_position(),
        statements: Vec::new(),
    };
    let mut bodies: Vec<Body> = ast.iter_fn_def().map(|function| body(function)).collect();
    bodies.sort_by_key(|body| body.start);
    ast.clone_functions_only().walk(&mut |path| {
        if let [ASTNode::Stmt(stmt)] = path {
            let at = stmt.position();
            let own = bodies.iter_mut().rev().find(|body| body.may_have(at));
            own.into_iter().for_each(|body| body.statements.push((*stmt).clone()));
        }
        true
    });
    bodies
}
