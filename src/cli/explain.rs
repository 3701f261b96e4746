//! `litterbox explain`: explains an error code, with an example and the fix.

use super::args::ExplainArgs;
use super::failure::{CliError, CliResult, OK};
use super::print;
use super::shared_args::Format;
use crate::base::error::{capitalized, did_you_mean};
use crate::lint;
use crate::lint::{CodeDoc, CodeExample};
use crate::repl::paint::{FAINT, STRONG, TYPED, paint};
use crate::shell::option_of_any;
use crate::variant::Library;
use serde_json::{Value as Json, json};
use textwrap::{Options, WordSeparator, WordSplitter};

/// Runs the command.
///
/// # Errors
/// There is no such code, the output is closed.
pub fn run(args: &ExplainArgs) -> CliResult {
    let Some(word) = &args.code else {
        match args.shape.format {
            Format::Json => print::json(&lint::codes().iter().map(entry).collect::<Vec<_>>())?,
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
    let Some(doc) = lint::find(word) else {
        let is_text = args.shape.format == Format::Text;
        let option = || option_of_any(&Library::embedded(), word);
        if let Some(lines) = is_text.then(option).flatten() {
            print::text(&format!("{}\n", lines.join("\n")))?;
            return Ok(OK);
        }
        let codes = lint::codes();
        let known = || codes.iter().flat_map(|doc| [doc.code, doc.name]);
        let hint = did_you_mean(&word.to_uppercase(), known());
        let hint = hint.or_else(|| did_you_mean(word, known())).map(|hint| format!("; {hint}"));
        let all = "; `litterbox explain` lists them all".to_owned();
        let hint = hint.unwrap_or(all);
        return Err(CliError::Usage(format!("there is no code `{word}`{hint}")));
    };
    match args.shape.format {
        Format::Json => print::json(&entry(doc))?,
        Format::Text => print::text(&page(doc))?,
    }
    Ok(OK)
}

fn entry(doc: &CodeDoc) -> Json {
    let files = |example: &CodeExample| -> Json {
        example.files.iter().map(|(path, text)| json!({ "path": path, "text": text })).collect()
    };
    json!({
        "code": doc.code,
        "name": doc.name,
        "level": doc.severity.word(),
        "summary": doc.summary,
        "why": doc.why,
        "fix": doc.fix,
        "wrong": files(&doc.wrong),
        "right": files(&doc.right),
        "wrong_commands": doc.wrong.commands,
        "right_commands": doc.right.commands,
    })
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
        for doc in codes.iter().filter(|doc| doc.code.starts_with(letter)) {
            let (code, name) = (paint(STRONG, doc.code), paint(TYPED, doc.name));
            text += &format!("  {code}  {name}\n         {}\n", paint(FAINT, &doc.summary));
        }
        parts.push(text);
    }
    parts.join("\n")
}

/// The complete documentation of a code.
fn page(doc: &CodeDoc) -> String {
    let head = format!("{} {} ({})", doc.code, doc.name, doc.severity.word());
    let mut text = format!("{}\n\n{}.\n\n", paint(STRONG, &head), capitalized(&doc.summary));
    text += &format!("{}\n\n", fill(&doc.why));
    text += &example("Wrong", &doc.wrong, &CodeExample::default());
    text += &example("Right", &doc.right, &doc.wrong);
    text += &format!("{}\n\n{}\n", paint(STRONG, "Fix"), fill(&doc.fix));
    text
}

/// An example; what the example before it has, too, is not repeated.
fn example(title: &str, example: &CodeExample, before: &CodeExample) -> String {
    let is_shown_before = example.commands == before.commands;
    let commands = if is_shown_before { &[] } else { example.commands.as_slice() };
    if example.files.is_empty() && commands.is_empty() {
        return String::new();
    }
    let mut text = format!("{}\n\n", paint(STRONG, title));
    for (path, code) in example.files.iter().filter(|file| !before.files.contains(file)) {
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
    text + if commands.is_empty() { "" } else { "\n" }
}

/// Wraps a text between words.
fn fill(text: &str) -> String {
    let options = Options::new(96)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .break_words(false);
    textwrap::fill(text, options)
}
