//! The verbs: all functions that scripts can call, in one table for the engine, the reference, the
//! linter and completion.

mod arg;
mod asking;
mod cards;
mod context;
mod data;
mod knowing;
mod listing;
mod lists;
mod piles;
mod players;
mod ruleset_data;
mod setup;
mod turns;
mod verb;

use super::language;
use crate::base::error::is_word;
pub use context::{Effects, Query};
pub use knowing::GROUP as KNOWING;
pub(super) use ruleset_data::setting;
pub use ruleset_data::{Datum, RulesetData, json_value, option_value};
use std::collections::HashMap;
use std::sync::LazyLock;
pub use verb::{Effect, Fact, Form, Run, Verb};

/// All verbs by group.
pub static VERBS: &[&[Verb]] = &[
    players::VERBS,
    piles::VERBS,
    cards::VERBS,
    knowing::VERBS,
    asking::VERBS,
    turns::VERBS,
    data::VERBS,
    setup::VERBS,
    lists::VERBS,
];

/// Verbs of earlier versions, and how their effect is written now; `pile.…` are those on piles. A
/// call with one value can be rewritten as it stands where `$1` is that value; the last text stands
/// for it in a hint.
const RENAMED: [(&str, &str, &str); 12] = [
    ("draw_from_bottom", "$1.draw_card(draw_pile().bottom)", "me"),
    ("find_twin", "(p.hand.all(c.kind) + p.front.all(c.kind)).find(|other| other != c)", ""),
    ("hide", "card.hide_in(pile, depth, player)", ""),
    ("is_out", "!player.is_alive", ""),
    ("kinds_untagged", "kinds().filter(|kind| kind !in kinds_tagged($1))", "tag"),
    ("opponents", "others($1).filter(|p| p.team != $1.team)", "me"),
    ("partners", "others($1).filter(|p| p.team == $1.team)", "me"),
    ("pile.discard", "pile.discard_all()", ""),
    ("pile.move_to", "pile.move_all_to(other)", ""),
    ("pile.others", "pile.cards.filter(|other| other != card)", ""),
    ("show", "player.look_at(cards)", ""),
    ("shuffle_in", "other.move_all_to(pile); pile.shuffle();", ""),
];

/// The advice about `()` in a calculation.
pub const NO_NUMBER: &str = "verbs that only change the game return `()`; read `carried_turns()` \
                             before `end_all_turns()`";

/// The advice about a function of lists that is called on a pile.
pub const CARDS_OF_PILE: &str = "write `.cards` after the pile: the list of its cards";

/// Returns what to do instead of a verb of an earlier version, or of a function that scripts do not
/// have, as a hint.
pub fn instead_of(name: &str) -> Option<String> {
    match RENAMED.iter().find(|(old, ..)| *old == name) {
        Some((_, now, value)) => Some(format!("write `{}`", now.replace("$1", value))),
        None => language::absent(name).map(str::to_owned),
    }
}

/// Returns how a call of a verb of an earlier version with these values is written now, if it can
/// be rewritten as it stands.
pub fn rewritten(name: &str, args: &[&str]) -> Option<String> {
    let (_, now, _) = RENAMED.iter().find(|(old, now, _)| *old == name && now.contains("$1"))?;
    let [first] = args else { return None };
    let text = first.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    // A closure's parameter of the same name would hide it.
    let is_hidden = now.contains(&format!("|{first}|"));
    (is_word(text.unwrap_or(first)) && !is_hidden).then(|| now.replace("$1", first))
}

/// Returns how a verb or a function of the language is called: `list.push(value)`; empty if there
/// is none.
pub fn usage(name: &str) -> String {
    let verbs = verbs_named(name).map(|verb| format!("`{}`", verb.signature()));
    verbs.chain(language::forms(name)).collect::<Vec<_>>().join(" or ")
}

/// The verbs of a name, in the order of [`VERBS`].
pub fn verbs_named(name: &str) -> impl Iterator<Item = &'static Verb> + use<> {
    BY_NAME.get(name).into_iter().flatten().copied()
}

pub fn is_verb(name: &str) -> bool {
    BY_NAME.contains_key(name)
}

static BY_NAME: LazyLock<HashMap<&str, Vec<&Verb>>> = LazyLock::new(|| {
    let mut by_name: HashMap<&str, Vec<&Verb>> = HashMap::new();
    verbs().for_each(|verb| by_name.entry(verb.name).or_default().push(verb));
    by_name
});

pub fn verbs() -> impl Iterator<Item = &'static Verb> {
    VERBS.iter().copied().flatten()
}
