//! The first test of something new: a session that is played to see what it prints.

use super::title;
use crate::cli::{CliError, library};
use crate::kernel::rules::SetRule;
use crate::kernel::{Rulebook, Rules, Zone};
use crate::script::Host;
use crate::session::{SessionOptions, run_text};
use crate::variant::{Library, Ruleset};

const NAMES: [&str; 6] = ["ann", "bob", "cat", "dan", "eve", "fay"];

/// A table for a variant: so many names as may sit there.
fn names(ruleset: &Ruleset) -> String {
    let n = 3.clamp(*ruleset.players.start(), *ruleset.players.end());
    NAMES[..n.min(NAMES.len())].join(" ")
}

/// A session in which a card or a combo is played, or a turn ends with a draw.
///
/// # Errors
/// All that is wrong with the variant.
pub fn of(library: &Library, variant: &str, id: &str, is_combo: bool) -> Result<String, CliError> {
    let ruleset = library::load(library, variant)?;
    let host = Host::new(&ruleset.spec)?;
    let rules = host.rules();
    let ids: Vec<&str> = rules.kinds.iter().map(|kind| &*kind.id).collect();
    let plain = plain(rules, id);
    let kind = |i: usize| plain[i % plain.len()];
    let combo = is_combo.then(|| rules.combos.iter().find(|combo| *combo.id == *id)).flatten();
    let played = match combo {
        Some(combo) => cards_of(rules, &combo.pattern).join(" "),
        None if ids.contains(&id) => id.to_owned(),
        None => String::new(),
    };
    let mut lines = vec![format!("> :new {variant} {} --seed 1", names(&ruleset))];
    if played.is_empty() || plain.is_empty() {
        lines.push("ann> draw".to_owned());
    } else {
        // Different kinds, so that nothing but what is new can be made of them.
        let (own, other, rest) = (kind(0), kind(1), [kind(2), kind(3), kind(4)].join(" "));
        let piles = piles(&ruleset);
        let table = format!("> :table ann: {played} {own} | bob: {other} | draw: {rest}{piles}");
        lines.push(table);
        lines.push(format!("ann> play {played}"));
    }
    let (text, holds) = played_out(library, id, &lines)?;
    if holds {
        return Ok(text);
    }
    // Where the play cannot be said in a line, the game is shown as it begins.
    lines.truncate(1);
    lines.push("ann> draw".to_owned());
    Ok(played_out(library, id, &lines)?.0)
}

/// A few cards for each pile of the variant's own, so that no card added later changes them.
fn piles(ruleset: &Ruleset) -> String {
    let deck = ruleset.deck(*ruleset.players.start());
    let named = ruleset.spec.piles.iter().enumerate().map(|(i, pile)| {
        let lies = |zone: &Zone| matches!(zone, Zone::Pile(pile) if pile.index() == i);
        let kinds = deck.iter().filter(|(_, zone, _)| lies(zone)).take(3);
        let kinds: Vec<&str> =
            kinds.map(|(kind, ..)| &*ruleset.spec.kinds[kind.index()].id).collect();
        (&pile.id, kinds.join(" "))
    });
    let filled = named.filter(|(_, kinds)| !kinds.is_empty());
    filled.map(|(id, kinds)| format!(" | {id}: {kinds}")).collect()
}

/// A session in which a game of a variant begins.
///
/// # Errors
/// All that is wrong with the variant.
pub fn of_variant(library: &Library, id: &str) -> Result<String, CliError> {
    let ruleset = library::load(library, id)?;
    let lines = [format!("> :new {id} {} --seed 1", names(&ruleset)), "ann> draw".to_owned()];
    Ok(played_out(library, id, &lines)?.0)
}

/// Kinds that nobody answers with and that nothing is said of: the rest of a hand.
fn plain<'a>(rules: &'a Rules, id: &str) -> Vec<&'a str> {
    let is_plain = |kind: &&crate::kernel::rules::KindRule| {
        let responds = kind.hooks.has(crate::kernel::Hook::Responds);
        *kind.id != *id && kind.tags.0 == 0 && !responds && !kind.apart
    };
    rules.kinds.iter().filter(is_plain).map(|kind| &*kind.id).collect()
}

/// Cards that make a combo.
fn cards_of<'a>(rules: &'a Rules, pattern: &SetRule) -> Vec<&'a str> {
    let tagged = |tag| rules.kinds.iter().filter(move |kind| kind.tags.has(tag));
    let fitting = match pattern.tag {
        Some(tag) => tagged(tag).map(|kind| &*kind.id).collect(),
        None => plain(rules, ""),
    };
    let fitting = fitting.into_iter();
    let n = usize::from(pattern.n_cards);
    if pattern.same { fitting.take(1).cycle().take(n).collect() } else { fitting.take(n).collect() }
}

/// The session as it prints, and whether every input was taken.
fn played_out(library: &Library, id: &str, lines: &[String]) -> Result<(String, bool), CliError> {
    let text = format!(
        "# {}\n\nWhat happens is written down here; `litterbox test` compares it.\n\n\
         ```litterbox\n{}\n```\n",
        title(id),
        lines.join("\n")
    );
    let played = run_text(id, &text, library, SessionOptions::default());
    let report = played.map_err(|error| CliError::Mistakes(vec![*error]))?;
    Ok((without_deals(&report.printed()), report.problems.is_empty()))
}

/// The session without what is printed of hands that were dealt: another card in the deck, and
/// everybody has another one.
fn without_deals(text: &str) -> String {
    let (mut kept, mut is_dealt) = (String::new(), false);
    for line in text.lines() {
        if !line.starts_with("  ") {
            let hands = ["> :new ", "> :table ", "ann> draw"];
            is_dealt = hands.iter().any(|start| line.starts_with(start));
            kept += &format!("{line}\n");
            if is_dealt {
                kept += "  ...\n";
            }
        } else if !is_dealt {
            kept += &format!("{line}\n");
        }
    }
    kept
}
