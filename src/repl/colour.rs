//! Syntax highlighting of the script language, for typed lines and displayed sources.

use super::paint::{FAINT, STRONG, TYPED, paint};
use crate::script::api::verbs;
use crate::script::syntax::{LexemeClass, lex};
use anstyle::{AnsiColor, Style};

const LITERAL: Style = AnsiColor::Yellow.on_default();

/// The bracket that matches the one at the cursor.
const BRACKET: Style = AnsiColor::Blue.on_default().bold();

pub fn code(text: &str) -> String {
    code_with(text, None)
}

/// Highlights code, and the bracket at this byte offset.
pub fn code_with(text: &str, bracket: Option<usize>) -> String {
    let mut painted = String::with_capacity(text.len() * 2);
    let mut end = 0;
    for lexeme in lex(text) {
        painted.push_str(&text[end..lexeme.bytes.start]);
        end = lexeme.bytes.end;
        let word = &text[lexeme.bytes.clone()];
        let style = match lexeme.class() {
            LexemeClass::Comment => Some(FAINT),
            LexemeClass::Text | LexemeClass::Number => Some(LITERAL),
            LexemeClass::Keyword => Some(STRONG),
            LexemeClass::Name => verbs().any(|verb| verb.name == word).then_some(TYPED),
            _ => (bracket == Some(lexeme.bytes.end - 1)).then_some(BRACKET),
        };
        match style {
            Some(style) => painted.push_str(&paint(style, word)),
            None => painted.push_str(word),
        }
    }
    painted + &text[end..]
}

/// The byte offset of the bracket that matches the one at or before the cursor.
pub fn partner(text: &str, cursor: usize) -> Option<usize> {
    let mut open = Vec::new();
    for lexeme in lex(text) {
        let at = lexeme.bytes.end - 1;
        match lexeme.class() {
            LexemeClass::OpeningBracket => open.push(at),
            LexemeClass::ClosingBracket => {
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
    None
}
