//! `litterbox api`: the reference of the functions scripts can call, generated from the verb
//! table, and of the hooks and constants they define.

use super::args::{ApiArgs, Reference};
use super::definitions;
use super::failure::{CliError, CliResult, OK};
use super::print::{self, json};
use crate::base::error::{capitalized, suggest};
use crate::repl::paint::{FAINT, STRONG, TYPED, paint};
use crate::script::api::{Verb, instead_of, verbs};
use crate::script::topics::{TOPICS, Topic};
use crate::script::tree::syntax::defined_functions;
use crate::shell::option_of_any;
use crate::variant::Library;
use serde_json::{Value as Json, json};

/// An entry of the reference: a verb, or something a script defines.
#[derive(Clone, Copy)]
enum ApiEntry {
    Verb(&'static Verb),
    Topic(&'static Topic),
}

impl ApiEntry {
    /// Returns all entries, grouped.
    fn all() -> impl Iterator<Item = Self> {
        verbs().map(Self::Verb).chain(TOPICS.iter().map(Self::Topic))
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Verb(verb) => verb.name,
            Self::Topic(topic) => topic.name,
        }
    }

    const fn group(self) -> &'static str {
        match self {
            Self::Verb(verb) => verb.group,
            Self::Topic(topic) => topic.group,
        }
    }

    fn doc(self) -> &'static str {
        match self {
            Self::Verb(verb) => verb.doc,
            Self::Topic(topic) => &topic.doc,
        }
    }

    const fn example(self) -> &'static str {
        match self {
            Self::Verb(verb) => verb.example,
            Self::Topic(topic) => topic.example,
        }
    }

    fn signature(self) -> String {
        match self {
            Self::Verb(verb) => verb.signature(),
            Self::Topic(topic) => topic.signature(),
        }
    }

    /// The effect of a verb, in words.
    fn does(self) -> Option<String> {
        let Self::Verb(verb) = self else { return None };
        Some(match verb.is_constant() {
            true => "Constant during a game.".to_owned(),
            false => format!("{}.", capitalized(verb.effect.in_words())),
        })
    }

    /// The effect of a verb, in one word.
    fn effect(self) -> Option<String> {
        let Self::Verb(verb) = self else { return None };
        Some(format!("{:?}", verb.effect).to_lowercase())
    }

    /// The sentences about its errors.
    fn errors(self) -> Vec<&'static str> {
        let sentences = self.doc().split_inclusive(". ").map(str::trim);
        let says = |sentence: &&str| sentence.contains("ails ") || sentence.ends_with("fails.");
        sentences.filter(says).collect()
    }

    fn json(self) -> Json {
        json!({
            "name": self.name(),
            "signature": self.signature(),
            "group": self.group(),
            "effect": self.effect(),
            "doc": self.doc(),
            "errors": self.errors(),
            "example": self.example(),
        })
    }

    /// The complete entry as text.
    fn page(self) -> String {
        let what = self.does().map_or_else(String::new, |does| format!("{does}\n"));
        let signature = paint(TYPED, &self.signature());
        let example = paint(TYPED, self.example());
        format!("{signature}\n\n{}\n{what}\nExample:  {example}\n", self.doc())
    }
}

/// Runs the command.
///
/// # Errors
/// There is no such entry, the output is closed.
pub fn run(args: &ApiArgs) -> CliResult {
    if let Some(folder) = &args.definitions {
        return definitions::write(folder);
    }
    let wanted = args.name.as_deref().unwrap_or("");
    let part = |entry: &ApiEntry| entry.name().contains(wanted) || entry.group() == wanted;
    let is_wanted = |entry: &ApiEntry| entry.name() == wanted;
    let others = ApiEntry::all().filter(|entry| part(entry) && !is_wanted(entry));
    let mut others: Vec<&str> = others.map(ApiEntry::name).collect();
    others.dedup();
    let others = others.join(", ");
    let mut found: Vec<ApiEntry> = ApiEntry::all().filter(is_wanted).collect();
    if found.is_empty() {
        let is_text = matches!(args.format, Reference::Text);
        let option = || option_of_any(&Library::embedded(), wanted);
        if let Some(lines) = is_text.then(option).flatten() {
            print::text(&format!("{}\n", lines.join("\n")))?;
            return Ok(OK);
        }
        if let Some(instead) = instead_of(wanted) {
            return Err(CliError::Usage(format!("there is no function `{wanted}`: {instead}")));
        }
        let word = wanted.to_lowercase();
        let is_about = |entry: &ApiEntry| entry.doc().to_lowercase().contains(&word);
        found.extend(ApiEntry::all().filter(|entry| part(entry) || is_about(entry)));
    }
    if found.is_empty() {
        if let Some(script) = helper(wanted) {
            return Err(CliError::Usage(format!(
                "`{wanted}` is a function of scripts/{script}.rhai: `??{wanted}` shows it in the \
                 REPL"
            )));
        }
        let near = suggest(wanted, ApiEntry::all().map(ApiEntry::name));
        let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        let message = format!(
            "no function, hook or constant has `{wanted}` in its name or description{hint}"
        );
        return Err(CliError::Usage(message));
    }
    match args.format {
        Reference::Json => json(&found.into_iter().map(ApiEntry::json).collect::<Vec<_>>())?,
        Reference::Text if found.iter().all(is_wanted) => {
            let pages: Vec<String> = found.iter().map(|entry| entry.page()).collect();
            print::text(&pages.join("\n"))?;
            if !others.is_empty() {
                print::talk_styled(&paint(FAINT, &format!("\nsee also: {others}")))?;
            }
        }
        Reference::Md => print::plain(&markdown(&found))?,
        Reference::Text => print::text(&list(&found))?,
    }
    Ok(OK)
}

/// The built-in rules script that defines a function for all others: that of classic, if it does.
fn helper(name: &str) -> Option<String> {
    let library = Library::embedded();
    let defines = |script: &&str| {
        let text = library.script(script).map(|script| script.text);
        text.is_some_and(|text| defined_functions(&text).iter().any(|defined| defined == name))
    };
    let scripts = library.script_names().filter(|script| script.starts_with("rules/"));
    scripts.filter(defines).max_by_key(|script| *script == "rules/classic").map(str::to_owned)
}

/// Several entries as text, by group.
fn list(found: &[ApiEntry]) -> String {
    let mut text = String::new();
    let mut group = "";
    for entry in found {
        if entry.group() != group {
            group = entry.group();
            let gap = if text.is_empty() { "" } else { "\n" };
            text += &format!("{gap}{}\n", paint(STRONG, group));
        }
        let signature = paint(TYPED, &entry.signature());
        text += &format!("  {signature}\n      {}\n", paint(FAINT, entry.doc()));
    }
    text
}

/// Several entries as Markdown.
fn markdown(found: &[ApiEntry]) -> String {
    let mut text = "# Script API\n".to_owned();
    let mut group = "";
    for entry in found {
        if entry.group() != group {
            group = entry.group();
            text += &format!("\n## {group}\n");
        }
        let (signature, example) = (entry.signature(), entry.example());
        let what = entry.does().map_or_else(String::new, |does| format!(" {does}"));
        text += &format!("\n### `{signature}`\n\n{}{what}\n", entry.doc());
        text += &format!("\n```rhai\n{example}\n```\n");
    }
    text
}
