//! Files that no variant uses, and declarations that no script reads.

use super::names::{has_owner, namings};
use crate::base::error::{Error, suggest, words};
use crate::lint::rule::{Detection, LibraryContext, LoadedVariant, Rule};
use crate::script::options::is_built_in;
use crate::script::tree::ScriptSource;
use crate::script::values::NameOf;
use crate::variant::json::Document;
use crate::variant::{Ruleset, fold, is_id};
use serde_json::Value as Json;
use std::collections::BTreeSet;

pub const SCRIPT: Rule = Rule::warning("L0401", Detection::Library(scripts));

pub const KIND: Rule = Rule::warning("L0402", Detection::Library(kinds));

pub const OPTION: Rule = Rule::warning("L0403", Detection::Library(options));

pub const PARAM: Rule = Rule::warning("L0405", Detection::Library(params));

/// Returns the display names of the scripts that a variant uses.
pub fn used(ruleset: &Ruleset) -> BTreeSet<&str> {
    ruleset.spec.scripts().map(|script| &*script.name).collect()
}

fn scripts(cx: &LibraryContext<'_>) -> Vec<Error> {
    let used = cx.variants.iter().flat_map(|variant| used(&variant.ruleset));
    let used: BTreeSet<&str> = used.collect();
    let mut errors = Vec::new();
    for name in cx.wanted {
        let Some(script) = cx.library.script(name) else { continue };
        let (folder, id) = name.rsplit_once('/').unwrap_or_default();
        let quoted = format!("\"{id}\"");
        let is_asked_for = cx.unread.iter().any(|text| text.contains(&quoted));
        let key = match folder {
            "cards" => "deck",
            "combos" | "rules" => folder,
            // Other scripts, such as agents, belong to no variant.
            _ => continue,
        };
        if used.contains(&*script.name) || is_asked_for {
            continue;
        }
        let span = crate::script::span::span_at(&script, 1, 1);
        let error = SCRIPT.finding(format!("no variant uses {}", script.name));
        let error = error.at(Some(span));
        let hint = match is_id(id) {
            true => format!("put `{id}` in the `{key}` of a variant"),
            false => {
                let as_id = as_id(id);
                format!(
                    "the file name must be an id, of lower-case letters, digits and `_`: rename it to \
                     `{as_id}.rhai`, and put `{as_id}` in the `{key}` of a variant"
                )
            }
        };
        errors.push(error.hint(hint));
    }
    errors
}

/// The id that a file name is meant as: `wind_fall` for `WindFall`.
fn as_id(name: &str) -> String {
    let mut id = String::new();
    for letter in name.chars() {
        let is_new = letter.is_uppercase() || !letter.is_alphanumeric();
        if is_new && !id.is_empty() && !id.ends_with('_') {
            id.push('_');
        }
        id.extend(fold(&letter.to_string()).chars().filter(char::is_ascii_alphanumeric));
    }
    id.trim_end_matches('_').to_owned()
}

fn kinds(cx: &LibraryContext<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    for variant in cx.variants {
        let LoadedVariant { ruleset, document } = &**variant;
        for (i, kind) in ruleset.spec.kinds.iter().enumerate() {
            let cards = |n: usize| ruleset.deck(n).get(i).map_or(0, |(.., n)| *n);
            if !kind.is_in_box || ruleset.players.clone().any(|n| cards(n) > 0) {
                continue;
            }
            let id = &kind.id;
            let span = document.key_span(&format!("deck/{id}"));
            let message = format!("there is no `{id}` for any number of players");
            let error = KIND.finding(message).at(span);
            errors.push(error.hint("correct the count, or write 0 to remove the kind"));
        }
    }
    errors
}

/// Returns the names of this sort that scripts pass to verbs without an owner: `option("first")`.
/// `None` if any script passes one that is not a string literal.
fn given<'a>(
    sources: impl Iterator<Item = &'a ScriptSource>,
    of: NameOf,
) -> Option<BTreeSet<&'a str>> {
    let named = sources.flat_map(|source| namings(source, of));
    named.filter(|(_, verb, _)| !has_owner(verb)).map(|(.., name)| name.text()).collect()
}

fn options(cx: &LibraryContext<'_>) -> Vec<Error> {
    let Some(read) = given(cx.sources.iter(), NameOf::Option) else { return Vec::new() };
    let mut errors: Vec<Error> = Vec::new();
    for variant in cx.variants {
        let LoadedVariant { ruleset, document } = &**variant;
        errors.extend(unread_settings(cx, variant));
        for option in &ruleset.options {
            let name = &*option.name;
            let may_be_read = || cx.sources.iter().any(|source| source.may_mean(name));
            if is_built_in(name) || read.contains(name) || may_be_read() {
                continue;
            }
            let span = document.key_span(&format!("options/{name}"));
            let error = OPTION.finding(format!("no script reads the option `{name}`"));
            let error =
                error.at(span).hint(format!("read it: `option(\"{name}\")`, or leave it out"));
            if !errors.contains(&error) {
                errors.push(error);
            }
        }
    }
    errors
}

/// Returns an error for each option that a variant sets itself and only scripts of others read.
fn unread_settings(
    cx: &LibraryContext<'_>,
    LoadedVariant { ruleset, document }: &LoadedVariant,
) -> Vec<Error> {
    let file = cx.library.variant(&ruleset.id).map(|file| file.name.clone());
    let options = document.get("options").and_then(Json::as_object).into_iter().flatten();
    let unread = options.filter_map(|(name, _)| {
        let path = format!("options/{name}");
        let may_be_read = || cx.sources.iter().any(|source| source.may_mean(name));
        let is_own =
            document.file(&path) == file && ruleset.option(name).is_none() && !may_be_read();
        let message = format!("no script of {} reads the option `{name}`", ruleset.id);
        let error = is_own.then(|| OPTION.finding(message).at(document.key_span(&path)));
        error.map(|error| error.hint("leave it out, or use a script that reads it"))
    });
    unread.collect()
}

/// Returns the names of the parameters that scripts read of a card: `card.param("value")`. `None`
/// if any script passes a name that is not a string literal.
fn read_of_cards<'a>(cx: &LibraryContext<'a>) -> Option<BTreeSet<&'a str>> {
    let named = cx.sources.iter().flat_map(|source| namings(source, NameOf::Param));
    named.filter(|(_, verb, _)| has_owner(verb)).map(|(.., name)| name.text()).collect()
}

/// Returns the parameters by which the kinds of families differ: their ids are made of them.
fn told_apart(document: &Document) -> BTreeSet<String> {
    let families = document.get("families").and_then(Json::as_object).into_iter().flatten();
    let each = families.filter_map(|(_, family)| family.get("each")?.as_object());
    each.flat_map(|each| each.keys().cloned()).collect()
}

/// A hint about a title in a variant.
const TITLES: &str =
    "titles and texts of cards belong in a file of a language, `variants/titles/en.json`";

fn params(cx: &LibraryContext<'_>) -> Vec<Error> {
    let of_cards = read_of_cards(cx);
    let mut errors: Vec<Error> = Vec::new();
    for variant in cx.variants {
        let LoadedVariant { ruleset, document } = &**variant;
        let spec = &ruleset.spec;
        let told_apart = told_apart(document);
        let kinds = spec.kinds.iter();
        let kinds = kinds.map(|k| (format!("kinds/{}", k.id), &k.scripts, &k.params));
        let combos = spec.combos.iter().enumerate();
        let combos = combos.map(|(i, c)| (format!("combos/{i}"), &c.scripts, &c.params));
        for (path, scripts, params) in kinds.chain(combos).filter(|(.., p)| !p.is_empty()) {
            let own = cx.sources.iter().filter(|source| source.is_one_of(scripts));
            let Some(mut read) = given(own, NameOf::Param) else { continue };
            let Some(of_cards) = of_cards.as_ref() else { continue };
            read.extend(of_cards);
            // A read of an unknown name is reported at the read.
            let missing: Vec<&str> =
                read.iter().copied().filter(|name| !params.contains_key(*name)).collect();
            let is_meant = |name: &str| suggest(name, missing.iter().copied()).is_some();
            let unread = params.keys().filter(|name| !read.contains(name.as_str()));
            let unread = unread.filter(|name| !is_meant(name) && !told_apart.contains(*name));
            let may_be_read = |name: &str| cx.sources.iter().any(|source| source.may_mean(name));
            let unread = unread.filter(|name| !may_be_read(name));
            for name in unread {
                let span = document.key_span(&format!("{path}/{name}"));
                let scripts = crate::script::spec::names(scripts);
                let message = format!("{scripts} does not read the parameter `{name}`");
                let error = PARAM.finding(message).at(span);
                let keys = ["script", "tags", "home", "start", "wild"];
                let near = keys.into_iter().chain(read.iter().copied());
                let read = match name.as_str() {
                    "title" | "text" => TITLES.to_owned(),
                    name => format!("read it with `param(\"{name}\")`, or leave it out"),
                };
                let error = error.meant_or(name, near, read);
                if !errors.contains(&error) {
                    errors.push(error);
                }
            }
        }
    }
    errors
}

/// Returns the words of a script if it is invalid: it may use all that has such a name.
pub fn words_of_broken(source: &ScriptSource) -> impl Iterator<Item = String> {
    let text = if source.is_broken { &*source.script.text } else { "" };
    words(text).map(str::to_owned)
}
