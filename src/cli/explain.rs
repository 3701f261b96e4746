//! `litterbox explain`: what a code means, an example, and the cure.

use super::args::{ExplainArgs, Format};
use super::{FOUND, OK, Outcome, print};
use crate::error::did_you_mean;
use crate::lint::rule::{File, Rule};
use crate::lint::{self, RULES};
use crate::repl::paint::{FAINT, STRONG, TYPED, paint};
use serde_json::{Value as Json, json};

/// Runs the command.
///
/// # Errors
/// The output is closed.
pub fn run(args: &ExplainArgs) -> Outcome {
    let Some(word) = &args.code else {
        match args.shape.format {
            Format::Json => print::json(&RULES.iter().map(entry).collect())?,
            Format::Text => print::text(&list())?,
        }
        return Ok(OK);
    };
    let Some(rule) = lint::find(word) else {
        let known = RULES.iter().flat_map(|rule| [rule.code, rule.name]);
        let hint = did_you_mean(&word.to_uppercase(), known.clone());
        let hint = hint.or_else(|| did_you_mean(word, known)).map(|hint| format!("; {hint}"));
        let all = "; `litterbox explain` lists them all".to_owned();
        print::talk(&format!("there is no code `{word}`{}", hint.unwrap_or(all)))?;
        return Ok(FOUND);
    };
    match args.shape.format {
        Format::Json => print::json(&entry(rule))?,
        Format::Text => print::text(&page(rule))?,
    }
    Ok(OK)
}

fn level(rule: &Rule) -> &'static str {
    if rule.is_warning() { "warning" } else { "error" }
}

fn entry(rule: &Rule) -> Json {
    let files = |files: &[File]| -> Json {
        files.iter().map(|(path, text)| json!({ "path": path, "text": text })).collect()
    };
    json!({
        "code": rule.code,
        "name": rule.name,
        "level": level(rule),
        "summary": rule.summary,
        "why": rule.why,
        "cure": rule.cure,
        "wrong": files(rule.bad),
        "right": files(rule.good),
    })
}

fn list() -> String {
    let mut text = String::new();
    for rule in RULES {
        let (code, name) = (paint(STRONG, rule.code), paint(TYPED, rule.name));
        text += &format!("{code}  {name}\n       {}\n", paint(FAINT, rule.summary));
    }
    text
}

/// All there is about a rule.
fn page(rule: &Rule) -> String {
    let head = format!("{} {} ({})", rule.code, rule.name, level(rule));
    let mut text = format!("{}\n\n{}.\n\n", paint(STRONG, &head), capital(rule.summary));
    text += &format!("{}\n\n", fill(rule.why));
    for (title, files) in [("Wrong", rule.bad), ("Right", rule.good)] {
        text += &format!("{}\n\n", paint(STRONG, title));
        // A file that is the same in both is shown once.
        let is_same = |file: &&File| title == "Right" && rule.bad.contains(file);
        for (path, code) in files.iter().filter(|file| !is_same(file)) {
            text += &format!("  {}\n", paint(FAINT, path));
            for line in code.trim_end().lines() {
                text += format!("    {}", paint(TYPED, line)).trim_end();
                text += "\n";
            }
            text += "\n";
        }
    }
    text += &format!("{}\n\n{}\n", paint(STRONG, "Cure"), fill(rule.cure));
    text
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(letters).collect()
}

/// A text in lines of a readable length.
fn fill(text: &str) -> String {
    const WIDTH: usize = 96;
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if line.is_empty() {
            *line = word.to_owned();
        } else if line.chars().count() + 1 + word.chars().count() <= WIDTH {
            *line += " ";
            *line += word;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.join("\n")
}
