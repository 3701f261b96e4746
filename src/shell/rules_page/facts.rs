//! Facts about the scripts of a ruleset: their symbols, and the comments above their hooks.

use super::data::RulesEntry;
use crate::base::error::capitalized;
use crate::kernel::{ComboId, Hook, Kind, Owner, Rulebook};
use crate::script::symbol::Symbols;
use crate::script::tree::ScriptSource;
use crate::script::{Script, Symbol};
use crate::transcript::LoadedRuleset;

/// The symbols of everything that a kind or combo does.
fn symbols(loaded: &LoadedRuleset, owner: Owner) -> Symbols {
    let host = &loaded.host;
    let each = Hook::ALL.iter().map(|hook| host.symbols(owner, *hook));
    each.fold(Symbols::default(), Symbols::union)
}

/// Whether a card or combo of the variant does what a symbol stands for.
pub fn has(loaded: &LoadedRuleset, symbol: Symbol) -> bool {
    let rules = loaded.host.rules();
    let kinds = (0..rules.kinds.len() as u16).map(Kind);
    let kinds = kinds.filter(|kind| rules.kind(*kind).is_in_box).map(Owner::Kind);
    let combos = (0..rules.combos.len() as u16).map(|at| Owner::Combo(ComboId(at)));
    kinds.chain(combos).any(|owner| symbols(loaded, owner).has(symbol))
}

/// The comments (`///`) above a hook in the rules scripts, where it runs: the last script that
/// defines it, and those before it.
pub fn docs(loaded: &LoadedRuleset, hook: Hook) -> Vec<RulesEntry> {
    let scripts = loaded.ruleset.spec.rules.iter();
    scripts.filter_map(|script| doc(script, hook.name())).map(RulesEntry::plain).collect()
}

fn doc(script: &Script, function: &str) -> Option<String> {
    let source = ScriptSource::read(script);
    let found = source.functions.iter().find(|other| &*other.name == function)?;
    let lines: Vec<&str> = script.text.lines().take(found.line - 1).map(str::trim).collect();
    let is_doc = |line: &&&str| line.starts_with("///");
    let n_lines = lines.iter().rev().take_while(is_doc).count();
    let lines = lines[lines.len() - n_lines..].iter();
    let lines: Vec<&str> = lines.map(|line| line.trim_start_matches('/').trim()).collect();
    (!lines.is_empty()).then(|| capitalized(&lines.join(" ")))
}
