//! Lowers chains: `a.b(…)[…]?.c`.

use super::lower::{Lowered, Lowering};
use super::tree::{Node, Path, Step, StepTo};
use rhai::{ASTFlags, BinaryExpr, Expr, FnCallExpr, Position};

/// A link of a chain.
struct Link<'e> {
    to: LinkTo<'e>,
    position: Position,
    /// Whether `()` before it ends the chain.
    is_optional: bool,
}

#[derive(Clone, Copy)]
enum LinkTo<'e> {
    Property(&'e str),
    Method(&'e FnCallExpr),
    Index(&'e Expr),
}

/// Returns the parts of an expression `a.b` or `a[b]`, and whether it is `a[b]`.
const fn parts(expr: &Expr) -> Option<(&BinaryExpr, ASTFlags, bool)> {
    match expr {
        Expr::Dot(parts, flags, _) => Some((parts, *flags, false)),
        Expr::Index(parts, flags, _) => Some((parts, *flags, true)),
        _ => None,
    }
}

/// Splits a chain into its root and its links.
fn links<'e>(expr: &'e Expr) -> Option<(&'e Expr, Vec<Link<'e>>)> {
    let (mut chain, mut flags, mut is_index) = parts(expr)?;
    let root = &chain.lhs;
    let mut links = Vec::new();
    loop {
        let is_optional = flags.intersects(ASTFlags::NEGATED);
        let link = |expr: &'e Expr| {
            let (to, position) = match expr {
                expr if is_index => (LinkTo::Index(expr), expr.start_position()),
                Expr::Property(names, position) => (LinkTo::Property(&names.2), *position),
                Expr::MethodCall(call, position) => (LinkTo::Method(call), *position),
                _ => return None,
            };
            Some(Link { to, position, is_optional })
        };
        match parts(&chain.rhs) {
            Some((rest, rest_flags, rest_is_index)) if !flags.intersects(ASTFlags::BREAK) => {
                links.push(link(&rest.lhs)?);
                (chain, flags, is_index) = (rest, rest_flags, rest_is_index);
            }
            _ => {
                links.push(link(&chain.rhs)?);
                return Some((root, links));
            }
        }
    }
}

/// Whether it does not matter when a node is evaluated, within one expression.
const fn is_plain(node: &Node) -> bool {
    matches!(node, Node::Constant(_) | Node::Take(_))
}

impl Lowering<'_> {
    /// Lowers a chain. As in Rhai, all arguments and indices are evaluated first.
    pub fn chain(&mut self, expr: &Expr) -> Lowered {
        let Some((root, links)) = links(expr) else {
            return self.not_available(expr.position());
        };
        let mut args: Vec<Vec<Node>> = Vec::new();
        for link in &links {
            args.push(match link.to {
                LinkTo::Property(_) => Vec::new(),
                LinkTo::Index(index) => vec![self.expr(index)?],
                LinkTo::Method(call) => {
                    let is_inlined = self.names.is_inlined(self.script, call);
                    let args = call.args.iter().skip(usize::from(is_inlined));
                    args.map(|arg| self.expr(arg)).collect::<Lowered<_>>()?
                }
            });
        }
        let mut first = Vec::new();
        let is_busy = |args: &Vec<Node>| args.iter().any(|arg| !is_plain(arg));
        if args.iter().filter(|args| is_busy(args)).count() > 1 {
            for arg in args.iter_mut().flatten().filter(|arg| !is_plain(arg)) {
                let known = self.type_of(arg);
                let slot = self.scope.temporary(known);
                first.push((slot, std::mem::replace(arg, Node::Take(slot))));
            }
        }
        let root = self.expr(root)?;
        let links: Vec<_> = links.iter().zip(args).collect();
        let node = self.follow(root, links)?;
        Ok(if first.is_empty() { node } else { Node::After(first.into(), Box::new(node)) })
    }

    /// Lowers the links of a chain after a value.
    fn follow(&mut self, root: Node, links: Vec<(&Link<'_>, Vec<Node>)>) -> Lowered {
        let mut node = root;
        let mut links = links.into_iter();
        while let Some((link, args)) = links.next() {
            let is_last = links.as_slice().is_empty();
            match (&node, link.to) {
                _ if !link.is_optional => node = self.link(node, link, args)?,
                // The change itself looks whether there is a value.
                (_, LinkTo::Method(call)) if is_last && self.changes(&node, call) => {
                    let mut changed = self.link(node, link, args)?;
                    if let Node::Change(change) = &mut changed {
                        change.is_optional = true;
                    }
                    return Ok(changed);
                }
                _ => {
                    let slot = self.scope.temporary(None);
                    let rest = self.link(Node::Take(slot), link, args)?;
                    let rest = self.follow(rest, links.collect())?;
                    return Ok(Node::Optional(Box::new((node, slot, rest))));
                }
            }
        }
        Ok(node)
    }

    /// Returns the variable and the steps to a part of it, or the node.
    pub fn path(&self, node: Node) -> Result<Path, Node> {
        fn steps(node: Node) -> Result<(u16, Vec<Step>), Node> {
            let (of, step) = match node {
                Node::Local(slot) | Node::Shared(slot) => return Ok((slot, Vec::new())),
                Node::Index(parts, at) => (parts.0, Step { to: StepTo::Index(parts.1), at }),
                Node::Verb(mut call) if call.is_property => {
                    let at = call.at;
                    let of = std::mem::take(&mut call.args).into_vec().remove(0);
                    (of, Step { to: StepTo::Property(call), at })
                }
                node => return Err(node),
            };
            let (slot, mut steps) = steps(of)?;
            steps.push(step);
            Ok((slot, steps))
        }
        if !node.is_path() {
            return Err(node);
        }
        let (slot, steps) = steps(node)?;
        Ok(Path { slot, steps: steps.into() })
    }

    fn link(&mut self, value: Node, link: &Link<'_>, args: Vec<Node>) -> Lowered {
        match link.to {
            LinkTo::Property(name) => Ok(self.property(name, value, link.position)),
            LinkTo::Index(_) => {
                let index = args.into_iter().next().unwrap_or(Node::UNIT);
                Ok(Node::Index(Box::new((value, index)), self.at(link.position)))
            }
            LinkTo::Method(call) => self.method(call, value, args, link.position),
        }
    }
}
