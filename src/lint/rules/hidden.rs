//! Offers that depend on cards which the player cannot see.

use crate::error::{Error, Severity};
use crate::lint::rule::{Look, Rule, Scene};
use crate::lint::tree::{Function, Node, Source, What};
use crate::lint::types::inside;
use std::collections::BTreeMap;

pub const LEAK: Rule = Rule {
    code: "L0108",
    severity: Severity::Error,
    name: "hidden-information",
    summary: "what is offered depends on cards that the player cannot see",
    why: "What a player is offered tells them what it depends on: a card that can be played only \
          when somebody else holds a Nope gives that Nope away. In `playable` and `responds` such \
          a look is refused when it is run.",
    cure: "Let it depend on public facts (`len`, `is_empty`, the discard pile) and on the player's \
           own hand; look at hidden cards in `resolve`.",
    bad: &[(
        "scripts/cards/demo.rhai",
        "//! Demo.\n\nfn playable(me) { me.next.hand.has(\"nope\") }\n\nfn resolve(me) { end_turn(); }\n",
    )],
    good: &[(
        "scripts/cards/demo.rhai",
        "//! Demo.\n\nfn playable(me) { me.next.hand.len > 2 }\n\nfn resolve(me) { end_turn(); }\n",
    )],
    look: Look::Script(look),
};

/// What may be asked of a pile that one cannot look into: the number of its cards, and a card by
/// its place, of which nothing can be told but the place.
const PLACES: [&str; 3] = ["top", "bottom", "at"];
const PUBLIC: [&str; 2] = ["len", "is_empty"];
/// Verbs that look into a pile.
const LOOKS: [&str; 10] =
    ["has", "count", "find", "all", "with_tag", "without_tag", "is_all", "filter", "some", "cards"];
/// Verbs that name cards without saying anything of them.
const LISTS: [&str; 3] = ["filter", "some", "cards"];
/// Verbs after which a player may know what was hidden.
const SHOWS: [&str; 4] = ["show", "look_at_top", "reveal", "arrange"];
/// How deep helpers are followed.
const MAX_DEPTH: usize = 6;

fn look(scene: &Scene<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    for hook in ["playable", "responds", "announce"] {
        let Some(function) = scene.source.function(hook) else { continue };
        let calls = function.body.walk();
        let shows = |node: &&Node| node.call().is_some_and(|(name, _)| SHOWS.contains(&name));
        if hook == "announce" && calls.iter().any(shows) {
            continue;
        }
        let mut look = Leaks { source: scene.source, hook, depth: 0, errors: Vec::new() };
        let me = function.params.first().cloned().into_iter().map(|name| (name, Kind::Me));
        look.function(function, me.collect());
        for error in look.errors {
            if !errors.contains(&error) {
                errors.push(error);
            }
        }
    }
    errors
}

/// What matters of a value here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The player who is offered something.
    Me,
    /// A pile that they cannot look into.
    Pile(&'static str),
    /// A card of such a pile.
    Card(&'static str),
    /// Anything else.
    Open,
}

struct Leaks<'a> {
    source: &'a Source,
    hook: &'static str,
    depth: usize,
    errors: Vec<Error>,
}

type Names = BTreeMap<String, Kind>;

impl Leaks<'_> {
    fn function(&mut self, function: &Function, mut names: Names) {
        self.depth += 1;
        if self.depth <= MAX_DEPTH {
            self.node(&function.body, &mut names);
        }
        self.depth -= 1;
    }

    fn node(&mut self, node: &Node, names: &mut Names) {
        match &node.what {
            What::Let(name, value) => {
                self.node(value, names);
                let kind = kind(value, names);
                names.insert(name.clone(), kind);
            }
            What::For(variables, over, body) => {
                self.node(over, names);
                if let (Some(name), Kind::Pile(of)) = (variables.first(), kind(over, names)) {
                    names.insert(name.clone(), Kind::Card(of));
                }
                self.node(body, names);
            }
            What::Call { name, args, .. } => self.call(node, name, args, names),
            What::Property(on, name) => {
                self.node(on, names);
                self.read(node, name, on, names);
            }
            _ => node.children().into_iter().for_each(|child| self.node(child, names)),
        }
    }

    fn call(&mut self, node: &Node, name: &str, args: &[Node], names: &mut Names) {
        if let Some(on) = args.first() {
            self.read(node, name, on, names);
        }
        let cards = args.first().map(|on| kind(on, names));
        for arg in args {
            let mut names = names.clone();
            if let (What::Closure(params, _), Some(Kind::Pile(of))) = (&arg.what, cards) {
                names.extend(params.iter().map(|name| (name.clone(), Kind::Card(of))));
            }
            self.node(arg, &mut names);
        }
        if let Some(helper) = self.source.function(name).filter(|f| f.params.len() == args.len()) {
            let given = args.iter().map(|arg| kind(arg, names));
            let names = helper.params.iter().cloned().zip(given).collect();
            self.function(helper, names);
        }
    }

    /// Something is asked of a value.
    fn read(&mut self, node: &Node, name: &str, on: &Node, names: &Names) {
        let of = match kind(on, names) {
            Kind::Pile(of) if LOOKS.contains(&name) => of,
            Kind::Card(of) if matches!(name, "kind" | "tagged") => of,
            _ => return,
        };
        if self.hook == "announce" && LISTS.contains(&name) {
            return;
        }
        let message = format!("`{name}` looks at {of}, which the player of `{}` cannot", self.hook);
        let error = LEAK.at(self.source, node.at, message);
        self.errors.push(error.hint(
            "what is offered may depend on public facts and the player's own hand alone; the number \
             of cards (`len`, `is_empty`) is public",
        ));
    }
}

fn kind(node: &Node, names: &Names) -> Kind {
    let of_pile = |on: &Node, name: &str| match kind(on, names) {
        Kind::Pile(of) if PLACES.contains(&name) => Kind::Card(of),
        Kind::Pile(of) if !PUBLIC.contains(&name) => Kind::Pile(of),
        _ => Kind::Open,
    };
    match &node.what {
        What::Name(name) => names.get(name).copied().unwrap_or(Kind::Open),
        What::Property(on, name) if name == "hand" => match kind(on, names) {
            Kind::Me => Kind::Open,
            _ => Kind::Pile("another player's hand"),
        },
        What::Property(on, name) => of_pile(on, name),
        What::Call { name, args, .. } => match (name.as_str(), args.as_slice()) {
            ("draw_pile", []) => Kind::Pile("the draw pile"),
            ("pile", [name]) if name.text() == Some("draw") => Kind::Pile("the draw pile"),
            ("hand", [on]) if kind(on, names) != Kind::Me => Kind::Pile("another player's hand"),
            (name, [on, ..]) => of_pile(on, name),
            _ => Kind::Open,
        },
        What::Index(on, _) => match kind(on, names) {
            Kind::Pile(of) => Kind::Card(of),
            _ => Kind::Open,
        },
        What::Block(_) => inside(node).last().map_or(Kind::Open, |last| match last.what {
            What::Block(_) => Kind::Open,
            _ => kind(last, names),
        }),
        _ => Kind::Open,
    }
}
