//! Options that depend on cards the player cannot see.

use crate::error::Error;
use crate::lint::rule::{Detection, Rule, ScriptContext};
use crate::lint::tree::{NodeKind, ScriptFunction, ScriptSource, SyntaxNode};
use crate::lint::types::inside;
use std::collections::BTreeMap;

pub const LEAK: Rule = Rule::error("L0108", Detection::Script(look));

/// Operations allowed on a hidden pile: its number of cards, and access to a card by index, which
/// reveals only the index.
const PLACES: [&str; 3] = ["top", "bottom", "at"];
const PUBLIC: [&str; 2] = ["len", "is_empty"];
/// Verbs that read the cards of a pile.
const LOOKS: [&str; 10] =
    ["has", "count", "find", "all", "with_tag", "without_tag", "is_all", "filter", "some", "cards"];
/// Verbs that refer to cards without revealing anything about them.
const LISTS: [&str; 3] = ["filter", "some", "cards"];
/// Verbs after which a player may know hidden cards.
const SHOWS: [&str; 4] = ["show", "look_at_top", "reveal", "arrange"];
/// The maximum depth at which helper functions are followed.
const MAX_DEPTH: usize = 6;

fn look(cx: &ScriptContext<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    for hook in ["playable", "responds", "announce"] {
        let Some(function) = cx.source.function(hook) else { continue };
        let calls = function.body.walk();
        let shows = |node: &&SyntaxNode| node.call().is_some_and(|(name, _)| SHOWS.contains(&name));
        if hook == "announce" && calls.iter().any(shows) {
            continue;
        }
        let mut look = Leaks { source: cx.source, hook, depth: 0, errors: Vec::new() };
        let me = function.params.first().cloned().into_iter().map(|name| (name, LeakKind::Me));
        look.function(function, me.collect());
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
    /// Any other value.
    Open,
}

struct Leaks<'a> {
    source: &'a ScriptSource,
    hook: &'static str,
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
            NodeKind::Let(name, value) => {
                self.node(value, names);
                let kind = kind(value, names);
                names.insert(name.clone(), kind);
            }
            NodeKind::For(variables, over, body) => {
                self.node(over, names);
                if let (Some(name), LeakKind::Pile(of)) = (variables.first(), kind(over, names)) {
                    names.insert(name.clone(), LeakKind::Card(of));
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
            if let (NodeKind::Closure(params, _), Some(LeakKind::Pile(of))) = (&arg.what, cards) {
                names.extend(params.iter().map(|name| (name.clone(), LeakKind::Card(of))));
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
            LeakKind::Pile(of) if LOOKS.contains(&name) => of,
            LeakKind::Card(of) if matches!(name, "kind" | "tagged") => of,
            _ => return,
        };
        if self.hook == "announce" && LISTS.contains(&name) {
            return;
        }
        let message =
            format!("`{name}` reads {of}, which the player of `{}` cannot see", self.hook);
        let error = LEAK.at(self.source, node.at, message);
        self.errors.push(error.hint(
            "options can depend only on public facts and the player's own hand; the number of cards \
             (`len`, `is_empty`) is public",
        ));
    }
}

fn kind(node: &SyntaxNode, names: &LeakNames) -> LeakKind {
    let of_pile = |on: &SyntaxNode, name: &str| match kind(on, names) {
        LeakKind::Pile(of) if PLACES.contains(&name) => LeakKind::Card(of),
        LeakKind::Pile(of) if !PUBLIC.contains(&name) => LeakKind::Pile(of),
        _ => LeakKind::Open,
    };
    match &node.what {
        NodeKind::Name(name) => names.get(name).copied().unwrap_or(LeakKind::Open),
        NodeKind::Property(on, name) if name == "hand" => match kind(on, names) {
            LeakKind::Me => LeakKind::Open,
            _ => LeakKind::Pile("another player's hand"),
        },
        NodeKind::Property(on, name) => of_pile(on, name),
        NodeKind::Call { name, args, .. } => match (name.as_str(), args.as_slice()) {
            ("draw_pile", []) => LeakKind::Pile("the draw pile"),
            ("pile", [name]) if name.text() == Some("draw") => LeakKind::Pile("the draw pile"),
            ("hand", [on]) if kind(on, names) != LeakKind::Me => {
                LeakKind::Pile("another player's hand")
            }
            (name, [on, ..]) => of_pile(on, name),
            _ => LeakKind::Open,
        },
        NodeKind::Index(on, _) => match kind(on, names) {
            LeakKind::Pile(of) => LeakKind::Card(of),
            _ => LeakKind::Open,
        },
        NodeKind::Block(_) => inside(node).last().map_or(LeakKind::Open, |last| match last.what {
            NodeKind::Block(_) => LeakKind::Open,
            _ => kind(last, names),
        }),
        _ => LeakKind::Open,
    }
}
