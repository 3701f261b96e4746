//! The faces of the cards and combos of a variant: symbols that follow from what scripts do, and
//! what tells equal symbols apart.

use crate::kernel::{ComboId, Hook, Kind, Moment, Owner, Rulebook};
use crate::script::hooks::{HOOKS, HookSpec};
use crate::script::symbol::Symbols;
use crate::script::{Host, Symbol};
use crate::variant::{Ruleset, Titles, Wording};
use std::collections::BTreeMap;

/// The tag of the cards that do nothing alone.
const CAT: &str = "cat";

/// The face of a card or combo besides its title and text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    pub symbol: Symbol,
    /// The first letter or digit of the title.
    pub letter: char,
    /// How many cards before it, in the order of the deck, have the same symbol.
    pub n_alike: usize,
    /// Whether it stops what it answers.
    pub stops: bool,
}

/// The faces of a variant.
pub struct Faces {
    /// Of the kinds in the box, in the order of [`Ruleset::counts`].
    pub cards: Vec<Face>,
    /// Of the combos, in the order of the variant.
    pub combos: Vec<Face>,
}

/// Returns the faces of the cards and combos of a variant, whose scripts the host runs.
pub fn faces(ruleset: &Ruleset, titles: &Titles, host: &Host) -> Faces {
    let kinds = ruleset.counts().map(|(at, id, _)| {
        let wording = titles.card(id);
        let is_cat = ruleset.spec.kinds[at].tags.iter().any(|tag| tag == CAT);
        let owner = Owner::Kind(Kind(at as u16));
        let symbol = || if is_cat { Symbol::Cat } else { symbol(host, owner) };
        (wording.symbol.unwrap_or_else(symbol), wording, stops(host, owner))
    });
    let combos = ruleset.spec.combos.iter().enumerate().map(|(at, combo)| {
        let wording = titles.combo(&combo.id);
        let owner = Owner::Combo(ComboId(at as u16));
        (wording.symbol.unwrap_or_else(|| symbol(host, owner)), wording, stops(host, owner))
    });
    Faces { cards: numbered(kinds), combos: numbered(combos) }
}

/// Whether the effect of a kind or combo can stop what it answers.
fn stops(host: &Host, owner: Owner) -> bool {
    host.symbols(owner, Hook::Resolve).has(Symbol::Stop)
}

/// Counts equal symbols.
fn numbered<'a>(shown: impl Iterator<Item = (Symbol, Wording<'a>, bool)>) -> Vec<Face> {
    let mut counts: BTreeMap<Symbol, usize> = BTreeMap::new();
    let face = |(symbol, wording, stops): (Symbol, Wording<'a>, bool)| {
        let count = counts.entry(symbol).or_default();
        *count += 1;
        let letter = wording.title.chars().find(|c| c.is_alphanumeric()).unwrap_or('?');
        let letter = letter.to_uppercase().next().unwrap_or(letter);
        Face { symbol, letter, n_alike: *count - 1, stops }
    };
    shown.map(face).collect()
}

/// Returns the symbol of the cards of a kind or combo.
fn symbol(host: &Host, owner: Owner) -> Symbol {
    let mut found = Symbols::default();
    for spec in HOOKS {
        let is_of_hook = |other: &HookSpec, symbol| other.symbol == Some(symbol);
        let is_shown = |symbol: &Symbol| {
            is_of_hook(spec, *symbol) || !HOOKS.iter().any(|other| is_of_hook(other, *symbol))
        };
        found = host.symbols(owner, spec.hook).iter().filter(is_shown).fold(found, Symbols::with);
    }
    let rescues =
        matches!(owner, Owner::Kind(kind) if host.rules().kind(kind).at(Moment::Explosion));
    if rescues && found.has(Symbol::Stop) {
        found = found.without(Symbol::Stop).with(Symbol::Shield);
    }
    // Cards drawn besides the draw that ends a turn are no draw of its own.
    if !found.has(Symbol::Skip) {
        found = found.without(Symbol::Draw);
    }
    found.iter().next().unwrap_or(Symbol::Letter)
}
