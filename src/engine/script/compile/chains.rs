//! Lowers chains of links: `a.b(…)[…]?.c`.

use super::definitions::inlined_closure;
use super::lower::{Lowered, Lowering};
use super::tree::{Node, Path, Step, StepTo};
use crate::script::api::Form;
use crate::script::tree::{NodeKind, SyntaxNode};

/// Splits a chain into its root and its links.
fn links(chain: &SyntaxNode) -> (&SyntaxNode, Vec<&SyntaxNode>) {
    let (mut node, mut links) = (chain, Vec::new());
    loop {
        let on = match &node.what {
            NodeKind::Property(on, _) | NodeKind::Index(on, _) => &**on,
            NodeKind::Call { args, on_value: true, .. } => &args[0],
            _ => break,
        };
        links.push(node);
        node = on;
        if on.is_enclosed {
            break;
        }
    }
    links.reverse();
    (node, links)
}

/// Whether it does not matter when a node is evaluated, within one expression.
const fn is_plain(node: &Node) -> bool {
    matches!(node, Node::Constant(_) | Node::Take(_))
}

impl Lowering<'_> {
    /// Lowers a chain. As in Rhai, all arguments and indices are evaluated first.
    pub fn chain(&mut self, chain: &SyntaxNode) -> Lowered {
        let (root, links) = links(chain);
        if links.is_empty() {
            return self.not_available(self.at(chain.at));
        }
        let mut args: Vec<Vec<Node>> = Vec::new();
        for link in &links {
            args.push(match &link.what {
                NodeKind::Index(_, index) => vec![self.expr(index)?],
                NodeKind::Call { args, .. } => {
                    let n_passed = 1 + usize::from(inlined_closure(link).is_some());
                    let args = args.iter().skip(n_passed);
                    args.map(|arg| self.expr(arg)).collect::<Lowered<_>>()?
                }
                _ => Vec::new(),
            });
        }
        let mut first = Vec::new();
        let is_busy = |args: &Vec<Node>| args.iter().any(|arg| !is_plain(arg));
        if args.iter().filter(|args| is_busy(args)).count() > 1 {
            for arg in args.iter_mut().flatten().filter(|arg| !is_plain(arg)) {
                let slot = self.scope.temporary();
                first.push((slot, std::mem::replace(arg, Node::Take(slot))));
            }
        }
        let root = self.expr(root)?;
        let links: Vec<_> = links.into_iter().zip(args).collect();
        let node = self.follow(root, links)?;
        Ok(if first.is_empty() { node } else { Node::After(first.into(), Box::new(node)) })
    }

    /// Lowers the links of a chain after a value.
    fn follow(&mut self, root: Node, links: Vec<(&SyntaxNode, Vec<Node>)>) -> Lowered {
        let mut node = root;
        let mut links = links.into_iter();
        while let Some((link, args)) = links.next() {
            let is_last = links.as_slice().is_empty();
            match &node {
                _ if !link.is_optional => node = self.link(node, link, args)?,
                // The change itself looks whether there is a value.
                _ if is_last && Self::changes(&node, link) => {
                    let mut changed = self.link(node, link, args)?;
                    if let Node::Change(change) = &mut changed {
                        change.is_optional = true;
                    }
                    return Ok(changed);
                }
                _ => {
                    let slot = self.scope.temporary();
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
                Node::Verb(mut call) if call.meanings.form == Form::Property => {
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

    fn link(&mut self, value: Node, link: &SyntaxNode, args: Vec<Node>) -> Lowered {
        match &link.what {
            NodeKind::Property(_, name) => Ok(self.property(link, name, value)),
            NodeKind::Index(_, index) => {
                let at = self.at(index.bytes.start);
                let index = args.into_iter().next().unwrap_or(Node::UNIT);
                Ok(Node::Index(Box::new((value, index)), at))
            }
            NodeKind::Call { name, .. } => self.method(link, name, value, args),
            _ => self.not_available(self.at(link.at)),
        }
    }
}
