//! Options that depend on cards the player cannot see.

use super::questions::verb;
use crate::base::error::Error;
use crate::kernel::Hook;
use crate::lint::rule::{Detection, Rule, ScriptContext};
use crate::script::api::{Effect, KNOWING, Verb, verbs_named};
use crate::script::hooks::{HOOKS, HookSpec};
use crate::script::tree::{NodeKind, ScriptFunction, ScriptSource, SyntaxNode};
use crate::script::values::{NameOf, Type};
use std::collections::BTreeMap;

pub const LEAK: Rule = Rule::error("L0108", Detection::Script(look));

/// The result of a call on a pile.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OfPile {
    /// Nothing that is hidden: `len`.
    Public,
    /// A card by its place, which tells nothing about it: `top`.
    Place,
    /// Cards, which tell nothing while nobody looks at them: `cards`.
    Cards,
    /// Known only to whoever sees the cards: `has`.
    Faces,
}

/// Whether a verb reads the face of a card that it is called on.
fn reads_face(name: &str) -> bool {
    let reads = |verb: &Verb| {
        let of_kind = [Type::Name(NameOf::Tag), Type::Name(NameOf::Param)];
        verb.returns == Type::Kind || of_kind.iter().any(|of| verb.takes(*of))
    };
    verbs_named(name).any(|verb| verb.is_on(Type::Card) && reads(verb))
}

/// Returns what a function on a pile returns; `None` for those of lists.
fn of_pile(name: &str) -> Option<OfPile> {
    let verb = verbs_named(name).find(|verb| verb.is_on(Type::Pile));
    let Some(verb) = verb else {
        // These take closures.
        return matches!(name, "filter" | "some").then_some(OfPile::Cards);
    };
    let is_named = verb.takes(Type::Kind) || verb.takes(Type::Name(NameOf::Tag));
    Some(match verb.returns {
        _ if is_named => OfPile::Faces,
        Type::List(_) => OfPile::Cards,
        Type::Any(_) => OfPile::Place,
        _ => OfPile::Public,
    })
}

/// Whether a player may know hidden cards after a call.
fn shows(node: &SyntaxNode) -> bool {
    let called = node.call().and_then(|(name, args)| verb(name, args));
    called.is_some_and(|verb| verb.group == KNOWING && verb.effect != Effect::Read)
}

/// The maximum depth at which helper functions are followed.
const MAX_DEPTH: usize = 6;

fn look(cx: &ScriptContext<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    for spec in HOOKS.iter().filter(|spec| spec.only_reads() || spec.hook == Hook::Announce) {
        let hook = spec.hook.name();
        let Some(function) = cx.source.function(hook) else { continue };
        if !spec.only_reads() && function.body.walk().into_iter().any(shows) {
            continue;
        }
        let mut look = Leaks { source: cx.source, spec, depth: 0, errors: Vec::new() };
        let me = spec.reader_in(&function.params, cx.source.folder == "rules");
        look.function(function, me.map(|name| (name.clone(), LeakKind::Me)).into_iter().collect());
        for error in look.errors {
            if !errors.contains(&error) {
                errors.push(error);
            }
        }
    }
    errors
}

/// The classes of values that this rule tracks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LeakKind {
    /// The player who is prompted.
    Me,
    /// A pile hidden from that player.
    Pile(&'static str),
    /// A card of a hidden pile.
    Card(&'static str),
    Open,
}

struct Leaks<'a> {
    source: &'a ScriptSource,
    spec: &'static HookSpec,
    depth: usize,
    errors: Vec<Error>,
}

type LeakNames = BTreeMap<String, LeakKind>;

impl Leaks<'_> {
    fn function(&mut self, function: &ScriptFunction, mut names: LeakNames) {
        self.depth += 1;
        if self.depth <= MAX_DEPTH {
            self.node(&function.body, &mut names);
        }
        self.depth -= 1;
    }

    fn node(&mut self, node: &SyntaxNode, names: &mut LeakNames) {
        match &node.what {
            NodeKind::Let(local, value) => {
                self.node(value, names);
                let kind = kind(value, names);
                names.insert(local.name.clone(), kind);
            }
            NodeKind::For(variables, over, body) => {
                self.node(over, names);
                if let (Some(local), LeakKind::Pile(of)) = (variables.first(), kind(over, names)) {
                    names.insert(local.name.clone(), LeakKind::Card(of));
                }
                self.node(body, names);
            }
            NodeKind::Call { name, args, .. } => self.call(node, name, args, names),
            NodeKind::Property(on, name) => {
                self.node(on, names);
                self.read(node, name, on, names);
            }
            _ => node.children().into_iter().for_each(|child| self.node(child, names)),
        }
    }

    fn call(&mut self, node: &SyntaxNode, name: &str, args: &[SyntaxNode], names: &mut LeakNames) {
        if let Some(on) = args.first() {
            self.read(node, name, on, names);
        }
        let cards = args.first().map(|on| kind(on, names));
        for arg in args {
            let mut names = names.clone();
            if let (NodeKind::Closure(closure), Some(LeakKind::Pile(of))) = (&arg.what, cards) {
                let params = closure.params.iter();
                names.extend(params.map(|local| (local.name.clone(), LeakKind::Card(of))));
            }
            self.node(arg, &mut names);
        }
        if let Some(helper) = self.source.function(name).filter(|f| f.params.len() == args.len()) {
            let given = args.iter().map(|arg| kind(arg, names));
            let names = helper.params.iter().cloned().zip(given).collect();
            self.function(helper, names);
        }
    }

    /// Checks an operation on a value.
    fn read(&mut self, node: &SyntaxNode, name: &str, on: &SyntaxNode, names: &LeakNames) {
        let of = match kind(on, names) {
            LeakKind::Pile(of) => match of_pile(name) {
                Some(OfPile::Faces) => of,
                Some(OfPile::Cards) if self.spec.only_reads() => of,
                _ => return,
            },
            LeakKind::Card(of) if reads_face(name) => of,
            _ => return,
        };
        let (hook, reader) = (self.spec.hook.name(), self.spec.reader());
        let message = match reader {
            "me" => format!("`{name}` reads {of}, which the player of `{hook}` cannot see"),
            _ => format!("`{name}` reads {of}, which `{reader}` cannot see"),
        };
        let error = LEAK.at(self.source, node.at, message);
        self.errors.push(error.hint(
            "options can depend only on public facts and the player's own hand; the number of cards \
             (`len`, `is_empty`) is public",
        ));
    }
}

fn kind(node: &SyntaxNode, names: &LeakNames) -> LeakKind {
    let on_pile = |on: &SyntaxNode, name: &str| match kind(on, names) {
        LeakKind::Pile(of) => match of_pile(name) {
            Some(OfPile::Place) => LeakKind::Card(of),
            Some(OfPile::Public) => LeakKind::Open,
            _ => LeakKind::Pile(of),
        },
        _ => LeakKind::Open,
    };
    match &node.what {
        NodeKind::Name(name, _) => names.get(name).copied().unwrap_or(LeakKind::Open),
        NodeKind::Property(on, name) if name == "hand" => match kind(on, names) {
            LeakKind::Me => LeakKind::Open,
            _ => LeakKind::Pile("another player's hand"),
        },
        NodeKind::Property(on, name) => on_pile(on, name),
        NodeKind::Call { name, args, .. } => match (name.as_str(), args.as_slice()) {
            ("draw_pile", []) => LeakKind::Pile("the draw pile"),
            ("pile", [name]) if name.text() == Some("draw") => LeakKind::Pile("the draw pile"),
            ("hand", [on]) if kind(on, names) != LeakKind::Me => {
                LeakKind::Pile("another player's hand")
            }
            (name, [on, ..]) => on_pile(on, name),
            _ => LeakKind::Open,
        },
        NodeKind::Index(on, _) => match kind(on, names) {
            LeakKind::Pile(of) => LeakKind::Card(of),
            _ => LeakKind::Open,
        },
        NodeKind::Block(_) => node.inside().last().map_or(LeakKind::Open, |last| match last.what {
            NodeKind::Block(_) => LeakKind::Open,
            _ => kind(last, names),
        }),
        _ => LeakKind::Open,
    }
}
