//! `litterbox api`: the reference of what scripts can call, made from the table it is called by.

use super::args::{ApiArgs, Reference};
use super::print::{self, json};
use super::{CliResult, FOUND, OK, definitions};
use crate::error::suggest;
use crate::repl::paint::{FAINT, STRONG, TYPED, paint};
use crate::script::api::{Effect, Verb, verbs};
use serde_json::{Value as Json, json};

/// Runs the command.
///
/// # Errors
/// The output is closed.
pub fn run(args: &ApiArgs) -> CliResult {
    if let Some(folder) = &args.definitions {
        return definitions::write(folder);
    }
    let wanted = args.name.as_deref().unwrap_or("");
    let part = |verb: &&Verb| verb.name.contains(wanted) || verb.group == wanted;
    let mut found: Vec<&Verb> = verbs().filter(part).collect();
    let exact: Vec<&Verb> = found.iter().copied().filter(|verb| verb.name == wanted).collect();
    let others: Vec<&str> = found.iter().map(|verb| verb.name).filter(|n| *n != wanted).collect();
    let others = others.join(", ");
    if !exact.is_empty() {
        found = exact;
    }
    if found.is_empty() {
        let near = suggest(wanted, verbs().map(|verb| verb.name));
        let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        print::talk(&format!("no function has `{wanted}` in its name{hint}"))?;
        return Ok(FOUND);
    }
    match args.format {
        Reference::Json => json(&found.into_iter().map(entry).collect())?,
        Reference::Text if found.iter().all(|verb| verb.name == wanted) => {
            let pages: Vec<String> = found.iter().map(|verb| page(verb)).collect();
            print::text(&pages.join("\n"))?;
            if !others.is_empty() {
                print::talk(&paint(FAINT, &format!("\nsee also: {others}")))?;
            }
        }
        Reference::Md => print::text(&markdown(&found))?,
        Reference::Text => print::text(&list(&found))?,
    }
    Ok(OK)
}

fn entry(verb: &Verb) -> Json {
    json!({
        "name": verb.name,
        "signature": verb.signature(),
        "group": verb.group,
        "effect": effect(verb.effect),
        "doc": verb.doc,
        "errors": errors(verb),
        "example": verb.example,
    })
}

const fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Looks => "looks",
        Effect::Asks => "asks",
        Effect::Changes => "changes",
        Effect::Tells => "tells",
    }
}

/// The sentences that say when it fails.
fn errors(verb: &Verb) -> Vec<&'static str> {
    let sentences = verb.doc.split_inclusive(". ").map(str::trim);
    sentences
        .filter(|sentence| sentence.contains("ails ") || sentence.ends_with("fails."))
        .collect()
}

const fn what(verb: &Verb) -> &'static str {
    match verb.effect {
        Effect::Looks => "It only looks.",
        Effect::Asks => "It asks a player.",
        Effect::Changes => "It changes the table.",
        Effect::Tells => "It is the same all through the game.",
    }
}

/// All there is about one.
fn page(verb: &Verb) -> String {
    let what = what(verb);
    let signature = paint(TYPED, &verb.signature());
    let example = paint(TYPED, verb.example);
    format!("{signature}\n\n{}\n{what}\n\nExample:  {example}\n", verb.doc)
}

/// Many, group by group.
fn list(found: &[&Verb]) -> String {
    let mut text = String::new();
    let mut group = "";
    for verb in found {
        if verb.group != group {
            group = verb.group;
            let gap = if text.is_empty() { "" } else { "\n" };
            text += &format!("{gap}{}\n", paint(STRONG, group));
        }
        let signature = paint(TYPED, &verb.signature());
        text += &format!("  {signature}\n      {}\n", paint(FAINT, verb.doc));
    }
    text
}

/// Many, as a page.
fn markdown(found: &[&Verb]) -> String {
    let mut text = "# What scripts can call\n".to_owned();
    let mut group = "";
    for verb in found {
        if verb.group != group {
            group = verb.group;
            text += &format!("\n## {group}\n");
        }
        let (signature, example) = (verb.signature(), verb.example);
        text += &format!("\n### `{signature}`\n\n{} {}\n", verb.doc, what(verb));
        text += &format!("\n```rhai\n{example}\n```\n");
    }
    text
}
