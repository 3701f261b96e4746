//! Titles of the cards of a deck, and of its combos.

use crate::base::error::Error;
use crate::lint::rule::{Detection, LibraryContext, LoadedVariant, Rule};
use crate::script::span::span_at;
use crate::script::tree::ScriptSource;
use crate::variant::{Library, Titles, Wording, fold};
use std::collections::BTreeMap;

pub const TWICE: Rule = Rule::error("L0406", Detection::Library(twice));

pub const STALE: Rule = Rule::warning(STALE_TEXT, Detection::Library(stale));

/// The code of a text that describes another script.
pub const STALE_TEXT: &str = "L0407";

/// The kinds and combos whose built-in text describes a script that somebody has replaced.
fn stale(cx: &LibraryContext<'_>) -> Vec<Error> {
    let mut found: BTreeMap<String, Error> = BTreeMap::new();
    let Ok(titles) = Titles::load(cx.library, "en") else { return Vec::new() };
    for LoadedVariant { ruleset, .. } in cx.variants.iter().map(|variant| &**variant) {
        let kinds = ruleset.spec.kinds.iter().filter(|kind| kind.is_in_box);
        let kinds = kinds.map(|kind| (&*kind.id, titles.card(&kind.id), &kind.scripts));
        let combos = ruleset.spec.combos.iter();
        let combos = combos.map(|it| (&*it.id, titles.combo(&it.id), &it.scripts));
        for (id, wording, scripts) in kinds.chain(combos) {
            let Some(script) = scripts.last().filter(|_| titles.is_stale(id, &wording, scripts))
            else {
                continue;
            };
            let is_broken = |it: &ScriptSource| it.is_broken && it.script.name == script.name;
            if cx.sources.iter().any(is_broken) {
                continue;
            }
            let message = format!("the text of `{id}` is the built-in one: {}", wording.text);
            let error = STALE.finding(message).at(Some(span_at(script, 1, 1)));
            let hint = format!(
                "describe what the script does in its first line, `//! {}: …`, or give it a text in \
                 `variants/titles/{}.json`",
                wording.title, titles.language
            );
            found.entry(script.name.to_string()).or_insert_with(|| error.hint(hint));
        }
    }
    found.into_values().collect()
}

fn twice(cx: &LibraryContext<'_>) -> Vec<Error> {
    let titles = cx.library.languages().map(|language| Titles::load(cx.library, language));
    // A file with errors is reported as such.
    let titles: Vec<Titles> = titles.filter_map(Result::ok).collect();
    cx.variants.iter().flat_map(|variant| of_deck(cx.library, variant, &titles)).collect()
}

/// The kinds of a deck and the combos that have the title of an earlier one in some language.
fn of_deck(
    library: &Library,
    LoadedVariant { ruleset, document }: &LoadedVariant,
    titles: &[Titles],
) -> Vec<Error> {
    let mut found: BTreeMap<(&str, &str), Error> = BTreeMap::new();
    for titles in titles {
        let mut taken: BTreeMap<String, &str> = BTreeMap::new();
        let kinds = ruleset.spec.kinds.iter().filter(|kind| kind.is_in_box);
        let kinds = kinds
            .map(|kind| ("cards", &*kind.id, titles.card(&kind.id), format!("deck/{}", kind.id)));
        let combos = ruleset.spec.combos.iter();
        let combos = combos
            .map(|combo| ("combos", &*combo.id, titles.combo(&combo.id), "combos".to_owned()));
        for (section, id, Wording { title, .. }, key) in kinds.chain(combos) {
            let Some(other) = taken.insert(fold(&title), id) else { continue };
            found.entry((id, other)).or_insert_with(|| {
                let message = format!("`{id}` has the title of `{other}`, `{title}`");
                let error = TWICE.finding(message).at(document.key_span(&key));
                let own = format!("`variants/titles/{}.json`", titles.language);
                let file = titles.file_of(library, section, id);
                error.hint(match file.as_deref() {
                    Some(file) if format!("`{file}`") == own => {
                        format!("its title stands there: give it another one in {own}")
                    }
                    Some(file) => format!(
                        "its title stands in `{file}`: change it there, or give it another one in {own}"
                    ),
                    None => format!("it has no title of its own: give it one in {own}"),
                })
            });
        }
    }
    found.into_values().collect()
}
