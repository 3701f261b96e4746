//! `litterbox explain`: explains an error code, with an example and the fix.

use super::args::{ExplainArgs, Format};
use super::failure::CliError;
use super::{CliResult, OK, print};
use crate::error::did_you_mean;
use crate::lint;
use crate::lint::rule::{Detection, ExampleFile, Rule};
use crate::repl::paint::{FAINT, STRONG, TYPED, paint};
use serde_json::{Value as Json, json};

/// Runs the command.
///
/// # Errors
/// There is no such code, the output is closed.
pub fn run(args: &ExplainArgs) -> CliResult {
    let Some(word) = &args.code else {
        match args.shape.format {
            Format::Json => print::json(&lint::codes().into_iter().map(entry).collect())?,
            Format::Text => print::text(&list(""))?,
        }
        return Ok(OK);
    };
    let letter = word.to_uppercase();
    let is_subject = SUBJECTS.iter().any(|(subject, _)| *subject == letter);
    if is_subject && args.shape.format == Format::Text {
        print::text(&list(&letter))?;
        return Ok(OK);
    }
    let Some(rule) = lint::find(word) else {
        let codes = lint::codes();
        let known = || codes.iter().flat_map(|rule| [rule.code, rule.name]);
        let hint = did_you_mean(&word.to_uppercase(), known());
        let hint = hint.or_else(|| did_you_mean(word, known())).map(|hint| format!("; {hint}"));
        let all = "; `litterbox explain` lists them all".to_owned();
        let hint = hint.unwrap_or(all);
        return Err(CliError::Usage(format!("there is no code `{word}`{hint}")));
    };
    match args.shape.format {
        Format::Json => print::json(&entry(rule))?,
        Format::Text => print::text(&page(rule))?,
    }
    Ok(OK)
}

fn entry(rule: &Rule) -> Json {
    let files = |files: &[ExampleFile]| -> Json {
        files.iter().map(|(path, text)| json!({ "path": path, "text": text })).collect()
    };
    let (wrong, right) = commands(rule);
    json!({
        "code": rule.code,
        "name": rule.name,
        "level": rule.severity.word(),
        "summary": rule.summary,
        "why": rule.why,
        "fix": rule.fix,
        "wrong": files(rule.bad),
        "right": files(rule.good),
        "wrong_commands": wrong,
        "right_commands": right,
    })
}

/// The commands that show the error, and those that show the fix.
const fn commands(rule: &Rule) -> (&[&str], &[&str]) {
    match rule.look {
        Detection::Run { wrong, right } => (wrong, right),
        _ => (&[], &[]),
    }
}

/// The code groups by their first letter.
const SUBJECTS: [(&str, &str); 9] = [
    ("A", "Agents and runs"),
    ("C", "Command line"),
    ("F", "Faults while a script runs"),
    ("L", "Lint findings of `litterbox check`"),
    ("P", "Shard results"),
    ("S", "Scripts that fail to load"),
    ("T", "Session files and saved games"),
    ("V", "Variants and titles"),
    ("W", "Coverage"),
];

/// The codes of a group, or all, by group.
fn list(wanted: &str) -> String {
    let mut parts = Vec::new();
    let codes = lint::codes();
    for (letter, subject) in SUBJECTS.into_iter().filter(|(of, _)| of.starts_with(wanted)) {
        let mut text = format!("{}\n", paint(STRONG, subject));
        for rule in codes.iter().filter(|rule| rule.code.starts_with(letter)) {
            let (code, name) = (paint(STRONG, rule.code), paint(TYPED, rule.name));
            text += &format!("  {code}  {name}\n         {}\n", paint(FAINT, rule.summary));
        }
        parts.push(text);
    }
    parts.join("\n")
}

/// The complete documentation of a rule.
fn page(rule: &Rule) -> String {
    let head = format!("{} {} ({})", rule.code, rule.name, rule.severity.word());
    let mut text = format!("{}\n\n{}.\n\n", paint(STRONG, &head), capital(rule.summary));
    text += &format!("{}\n\n", fill(rule.why));
    let (wrong, right) = commands(rule);
    for (title, files, commands) in [("Wrong", rule.bad, wrong), ("Right", rule.good, right)] {
        let is_right = title == "Right";
        // A file or a command that is the same in both is shown once.
        let is_same = |file: &&ExampleFile| is_right && rule.bad.contains(file);
        let commands = if is_right && commands == wrong { &[] } else { commands };
        if files.is_empty() && commands.is_empty() {
            continue;
        }
        text += &format!("{}\n\n", paint(STRONG, title));
        for (path, code) in files.iter().filter(|file| !is_same(file)) {
            text += &format!("  {}\n", paint(FAINT, path));
            for line in code.trim_end().lines() {
                text += format!("    {}", paint(TYPED, line)).trim_end();
                text += "\n";
            }
            text += "\n";
        }
        for command in commands {
            text += &format!("  {}\n", paint(TYPED, command));
        }
        text += if commands.is_empty() { "" } else { "\n" };
    }
    text += &format!("{}\n\n{}\n", paint(STRONG, "Fix"), fill(rule.fix));
    text
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(letters).collect()
}

/// Wraps a text.
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
