//! Syntax highlighting of the script language, for typed lines and displayed sources.

use super::paint::{FAINT, STRONG, TYPED, paint};
use crate::script::api::verbs;
use crate::shell::line::{SourcePart, parts};
use anstyle::{AnsiColor, Style};

/// Strings and numbers.
const LITERAL: Style = AnsiColor::Yellow.on_default();

/// The keywords.
const KEYWORDS: [&str; 21] = [
    "let",
    "const",
    "fn",
    "private",
    "if",
    "else",
    "switch",
    "while",
    "loop",
    "do",
    "until",
    "for",
    "in",
    "break",
    "continue",
    "return",
    "throw",
    "true",
    "false",
    "is_def_var",
    "import",
];

/// The bracket that matches the one at the cursor.
const BRACKET: Style = AnsiColor::Blue.on_default().bold();

/// Highlights code.
#[must_use]
pub fn code(text: &str) -> String {
    code_with(text, None)
}

/// Highlights code, and the bracket at this byte offset.
#[must_use]
pub fn code_with(text: &str, bracket: Option<usize>) -> String {
    let mut painted = String::with_capacity(text.len() * 2);
    let mut done = 0;
    for (part, text) in parts(text) {
        let within = bracket.and_then(|at| at.checked_sub(done)).filter(|at| *at < text.len());
        match (part, within) {
            (SourcePart::Comment, _) => painted.push_str(&paint(FAINT, text)),
            (SourcePart::Text, _) => painted.push_str(&paint(LITERAL, text)),
            (SourcePart::Code, None) => words(text, &mut painted),
            (SourcePart::Code, Some(at)) => {
                words(&text[..at], &mut painted);
                painted.push_str(&paint(BRACKET, &text[at..=at]));
                words(&text[at + 1..], &mut painted);
            }
        }
        done += text.len();
    }
    painted
}

/// The byte offset of the bracket that matches the one at or before the cursor.
#[must_use]
pub fn partner(text: &str, cursor: usize) -> Option<usize> {
    let (mut open, mut done) = (Vec::new(), 0);
    for (part, text) in parts(text) {
        let brackets = text.char_indices().filter(|_| part == SourcePart::Code);
        for (at, bracket) in brackets.map(|(at, c)| (done + at, c)) {
            match bracket {
                '(' | '[' | '{' => open.push(at),
                ')' | ']' | '}' => {
                    let begun = open.pop()?;
                    let touches = |at: usize| cursor == at || cursor == at + 1;
                    match (touches(begun), touches(at)) {
                        (true, _) => return Some(at),
                        (_, true) => return Some(begun),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        done += text.len();
    }
    None
}

fn words(text: &str, painted: &mut String) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let same = |c: char| is_word(c) == is_word(first);
        let end = rest.find(|c| !same(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        painted.push_str(&if KEYWORDS.contains(&word) {
            paint(STRONG, word)
        } else if first.is_ascii_digit() {
            paint(LITERAL, word)
        } else if is_word(first) && verbs().any(|verb| verb.name == word) {
            paint(TYPED, word)
        } else {
            word.to_owned()
        });
        rest = after;
    }
}
