//! The faces of the cards and combos of a variant: symbols that follow from what scripts do, and
//! what tells equal symbols apart.

use crate::kernel::Moment;
use crate::lint::tree::{ScriptFunction, ScriptSource, SyntaxNode};
use crate::script::api::verbs;
use crate::script::hooks::{HOOKS, HookSpec};
use crate::script::reflect::Parser;
use crate::script::{PREVIOUS, Script, Symbol};
use crate::variant::{Ruleset, Titles, Wording};
use std::collections::{BTreeMap, BTreeSet};

/// The tag of the cards that do nothing alone.
const CAT: &str = "cat";

/// What a card or combo shows besides its title and text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    pub symbol: Symbol,
    /// The first letter or digit of the title.
    pub letter: char,
    /// How many cards before it, in the order of the deck, have the same symbol.
    pub n_alike: usize,
}

/// The faces of a variant.
pub struct Faces {
    /// Of the kinds in the box, in the order of [`Ruleset::counts`].
    pub cards: Vec<Face>,
    /// Of the combos, in the order of the variant.
    pub combos: Vec<Face>,
}

/// Returns the faces of the cards and combos of a variant.
pub fn faces(ruleset: &Ruleset, titles: &Titles) -> Faces {
    let reader = ScriptReader::new(ruleset);
    let kinds = ruleset.counts().map(|(at, id, _)| (titles.card(id), &ruleset.spec.kinds[at]));
    let kinds = kinds.map(|(wording, kind)| {
        let is_cat = kind.tags.iter().any(|tag| tag == CAT);
        let symbol = || if is_cat { Symbol::Cat } else { reader.symbol(&kind.scripts) };
        (wording.symbol.unwrap_or_else(symbol), wording)
    });
    let combos = ruleset.spec.combos.iter().map(|combo| {
        let wording = titles.combo(&combo.id);
        (wording.symbol.unwrap_or_else(|| reader.symbol(&combo.scripts)), wording)
    });
    Faces { cards: numbered(kinds), combos: numbered(combos) }
}

/// Counts equal symbols.
fn numbered<'a>(shown: impl Iterator<Item = (Symbol, Wording<'a>)>) -> Vec<Face> {
    let mut counts: BTreeMap<Symbol, usize> = BTreeMap::new();
    let face = |(symbol, wording): (Symbol, Wording<'a>)| {
        let count = counts.entry(symbol).or_default();
        *count += 1;
        let letter = wording.title.chars().find(|c| c.is_alphanumeric()).unwrap_or('?');
        let letter = letter.to_uppercase().next().unwrap_or(letter);
        Face { symbol, letter, n_alike: *count - 1 }
    };
    shown.map(face).collect()
}

/// The parsed scripts of a variant.
struct ScriptReader<'a> {
    sources: BTreeMap<&'a str, ScriptSource>,
    rules: &'a [Script],
}

impl<'a> ScriptReader<'a> {
    /// Parses the scripts; those with errors do nothing.
    fn new(ruleset: &'a Ruleset) -> Self {
        let (parser, spec) = (Parser::default(), &ruleset.spec);
        let mut sources = BTreeMap::new();
        for script in spec.scripts() {
            if !sources.contains_key(&*script.name) {
                sources.extend(ScriptSource::parse(&parser, script).map(|s| (&*script.name, s)));
            }
        }
        Self { sources, rules: &spec.rules }
    }

    /// Returns the symbol of a card or combo with these scripts.
    fn symbol(&self, scripts: &[Script]) -> Symbol {
        let mut found = BTreeSet::new();
        for spec in HOOKS {
            let is_shown = |symbol: &Symbol| {
                let is_of_hook = |other: &HookSpec| other.symbol == Some(*symbol);
                is_of_hook(spec) || !HOOKS.iter().any(is_of_hook)
            };
            found.extend(self.of_hook(spec.hook.name(), scripts).into_iter().filter(is_shown));
        }
        if self.answers_explosions(scripts) && found.remove(&Symbol::Stop) {
            found.insert(Symbol::Shield);
        }
        // Cards drawn besides the draw that ends a turn are no draw of its own.
        if !found.contains(&Symbol::Skip) {
            found.remove(&Symbol::Draw);
        }
        found.first().copied().unwrap_or(Symbol::Letter)
    }

    fn source(&self, script: &Script) -> Option<&ScriptSource> {
        self.sources.get(&*script.name)
    }

    /// Whether the scripts answer explosions: the last `WHEN` counts.
    fn answers_explosions(&self, scripts: &[Script]) -> bool {
        let mut constants = scripts.iter().rev().filter_map(|s| self.source(s)?.constant("WHEN"));
        let moment = Moment::ALL.iter().find(|(moment, _)| *moment == Moment::Explosion);
        let name = moment.map(|(_, name)| *name);
        constants.next().is_some_and(|when| when.walk().iter().any(|node| node.text() == name))
    }

    /// Returns the symbols of the verbs that a hook calls: that of the last script which defines
    /// it, and of those before it that it continues.
    fn of_hook(&self, name: &str, scripts: &[Script]) -> BTreeSet<Symbol> {
        let mut found = BTreeSet::new();
        for source in scripts.iter().rev().filter_map(|script| self.source(script)) {
            let Some(function) = source.function(name) else { continue };
            if !self.follow(source, function, &mut found) {
                break;
            }
        }
        found
    }

    /// Adds the symbols of the verbs that a function calls, also by way of other functions of its
    /// script and of the rules. Returns whether one of them calls the hook of an earlier script.
    fn follow<'s>(
        &'s self,
        source: &'s ScriptSource,
        function: &'s ScriptFunction,
        found: &mut BTreeSet<Symbol>,
    ) -> bool {
        let mut continues = false;
        let mut followed = BTreeSet::new();
        let mut left = vec![(source, function)];
        while let Some((source, function)) = left.pop() {
            let name = (&*source.script.name, function.name.as_str(), function.params.len());
            if !followed.insert(name) {
                continue;
            }
            let body = function.body.walk();
            for (name, args) in body.into_iter().filter_map(SyntaxNode::call) {
                let shared = self.rules.iter().rev().filter_map(|script| self.source(script));
                let called = std::iter::once(source).chain(shared).find_map(|source| {
                    let mut own = source.functions.iter();
                    let is_called =
                        |f: &&ScriptFunction| f.name == name && f.params.len() == args.len();
                    own.find(is_called).map(|function| (source, function))
                });
                continues |= name == PREVIOUS;
                let verbs = verbs().filter(|v| v.name == name && v.params.len() == args.len());
                match called {
                    Some(called) => left.push(called),
                    None => found.extend(verbs.filter_map(|verb| verb.symbol)),
                }
            }
        }
        continues
    }
}
