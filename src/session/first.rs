//! The first test of a new item: a session with its recorded output.

use super::run::{SessionOptions, run_text};
use crate::error::{Error, readable};
use crate::kernel::rules::{SetForm, SetRule};
use crate::kernel::{Kind, Moment, Rulebook, Rules, Zone};
use crate::script::Host;
use crate::variant::{Library, Ruleset};

const NAMES: [&str; 6] = ["ann", "bob", "cat", "dan", "eve", "fay"];

/// The names of the smallest table of a variant.
fn names(ruleset: &Ruleset) -> String {
    let n = 3.clamp(*ruleset.players.start(), *ruleset.players.end());
    NAMES[..n.min(NAMES.len())].join(" ")
}

/// Creates a session that plays a card or combo, or ends a turn with a draw.
///
/// # Errors
/// All errors of the variant.
pub fn of(
    library: &Library,
    variant: &str,
    id: &str,
    is_combo: bool,
) -> Result<String, Vec<Error>> {
    let ruleset = Ruleset::load(library, variant, &[])?;
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
    let start = [format!("> :new {variant} {} --seed 1", names(&ruleset)), opening(rules)];
    if !played.is_empty() && !plain.is_empty() {
        // Different kinds, so that they form no other combo.
        let (own, other, rest) = (kind(0), kind(1), [kind(2), kind(3), kind(4)].join(" "));
        let piles = piles(&ruleset);
        let others = names(&ruleset);
        let others = others.split(' ').skip(2).map(|name| format!(" | {name}: -"));
        let hands = format!("ann: {played} {own} | bob: {other}{}", others.collect::<String>());
        let table = format!("> :table {variant} {hands} | draw: {rest}{piles}");
        let (text, holds) = played_out(library, id, &[table, format!("ann> play {played}")])?;
        if holds {
            return Ok(text);
        }
    }
    // If the play does not fit one line, the session shows the start of a game.
    Ok(played_out(library, id, &start)?.0)
}

/// A few cards for each pile of the variant, so that cards added later do not change the output.
fn piles(ruleset: &Ruleset) -> String {
    let deck = ruleset.deck(*ruleset.players.start());
    let named = ruleset.spec.piles.iter().enumerate().map(|(i, pile)| {
        let is_there = |zone: &Zone| matches!(zone, Zone::Pile(pile) if pile.index() == i);
        let kinds = deck.iter().filter(|(_, zone, _)| is_there(zone)).take(3);
        let kinds: Vec<&str> =
            kinds.map(|(kind, ..)| &*ruleset.spec.kinds[kind.index()].id).collect();
        (&pile.id, kinds.join(" "))
    });
    let filled = named.filter(|(_, kinds)| !kinds.is_empty());
    filled.map(|(id, kinds)| format!(" | {id}: {kinds}")).collect()
}

/// Creates a session that starts a game of a variant.
///
/// # Errors
/// All errors of the variant.
pub fn of_variant(library: &Library, id: &str) -> Result<String, Vec<Error>> {
    let ruleset = Ruleset::load(library, id, &[])?;
    let host = Host::new(&ruleset.spec)?;
    let lines = [format!("> :new {id} {} --seed 1", names(&ruleset)), opening(host.rules())];
    Ok(played_out(library, id, &lines)?.0)
}

/// The first input of a game: a draw, unless somebody may respond when the turn begins, which
/// depends on the deal.
fn opening(rules: &Rules) -> String {
    let is_open = rules.kinds.iter().all(|kind| !kind.at(Moment::Turn));
    if is_open { "ann> draw".to_owned() } else { "> :expect sound".to_owned() }
}

/// Kinds without tags that cannot respond, to fill hands.
fn plain<'a>(rules: &'a Rules, id: &str) -> Vec<&'a str> {
    let is_plain = |kind: &&crate::kernel::rules::KindRule| {
        let responds = kind.hooks.has(crate::kernel::Hook::Responds);
        *kind.id != *id && kind.tags.0 == 0 && !responds && !kind.apart
    };
    rules.kinds.iter().filter(is_plain).map(|kind| &*kind.id).collect()
}

/// Cards that form a combo.
fn cards_of<'a>(rules: &'a Rules, pattern: &SetRule) -> Vec<&'a str> {
    if !pattern.parts.is_empty() {
        return pattern.parts.iter().flat_map(|part| cards_of(rules, part)).collect();
    }
    let is_limited = pattern.tag.is_some() || pattern.kinds.is_some();
    let fits = |kind: &Kind| pattern.fits(rules, *kind);
    let fitting = match is_limited {
        true => {
            let kinds = (0..rules.kinds.len() as u16).map(Kind).filter(fits);
            kinds.map(|kind| &*rules.kind(kind).id).collect()
        }
        false => plain(rules, ""),
    };
    let n = usize::from(pattern.n_cards);
    let n_kinds = if pattern.form == SetForm::Same { 1 } else { n };
    fitting.into_iter().take(n_kinds).cycle().take(n).collect()
}

/// The session with its output, and whether every input was accepted.
fn played_out(library: &Library, id: &str, lines: &[String]) -> Result<(String, bool), Vec<Error>> {
    let text = format!(
        "# {}\n\n`litterbox test` compares the output below.\n\n\
         ```litterbox\n{}\n```\n",
        readable(id),
        lines.join("\n")
    );
    let played = run_text(id, &text, library, SessionOptions::default());
    let report = played.map_err(|error| vec![*error])?;
    Ok((without_deals(&report.printed()), report.problems.is_empty()))
}

/// Removes dealt hands and first options from the output: they change with every card and combo.
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
