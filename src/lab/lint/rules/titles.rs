//! Titles of the cards of a deck, and of its combos.

use crate::error::Error;
use crate::lint::rule::{Detection, LibraryContext, LoadedVariant, Rule};
use crate::variant::{Titles, Wording, fold};
use std::collections::BTreeMap;

pub const TWICE: Rule = Rule::error("L0406", Detection::Library(twice));

fn twice(cx: &LibraryContext<'_>) -> Vec<Error> {
    let titles = cx.library.languages().map(|language| Titles::load(cx.library, language));
    // A file with errors is reported as such.
    let titles: Vec<Titles> = titles.filter_map(Result::ok).collect();
    cx.variants.iter().flat_map(|variant| of_deck(variant, &titles)).collect()
}

/// The kinds of a deck and the combos that have the title of an earlier one in some language.
fn of_deck(LoadedVariant { ruleset, document }: &LoadedVariant, titles: &[Titles]) -> Vec<Error> {
    let mut found: BTreeMap<(&str, &str), Error> = BTreeMap::new();
    for titles in titles {
        let mut taken: BTreeMap<String, &str> = BTreeMap::new();
        let kinds = ruleset.spec.kinds.iter().filter(|kind| kind.is_in_box);
        let kinds =
            kinds.map(|kind| (&*kind.id, titles.card(&kind.id), format!("deck/{}", kind.id)));
        let combos = ruleset.spec.combos.iter();
        let combos = combos.map(|combo| (&*combo.id, titles.combo(&combo.id), "combos".to_owned()));
        for (id, Wording { title, .. }, key) in kinds.chain(combos) {
            let Some(other) = taken.insert(fold(&title), id) else { continue };
            found.entry((id, other)).or_insert_with(|| {
                let message = format!("`{id}` has the title of `{other}`, `{title}`");
                let error = TWICE.finding(message).at(document.key_span(&key));
                error.hint(format!(
                    "give it another title in `variants/titles/{}.json`",
                    titles.language
                ))
            });
        }
    }
    found.into_values().collect()
}
