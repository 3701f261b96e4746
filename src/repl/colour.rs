//! Syntax highlighting of the script language, for typed lines and displayed sources.

use super::paint::{FAINT, STRONG, TYPED, paint};
use crate::base::error::is_word_char;
use crate::script::api::is_verb;
use crate::script::tree::lexer::{LexemeClass, lex};
use crate::shell::Shell;
use anstyle::{AnsiColor, Style};
use std::cmp::Reverse;

const LITERAL: Style = AnsiColor::Yellow.on_default();

/// The bracket that matches the one at the cursor.
const BRACKET: Style = AnsiColor::Blue.on_default().bold();

/// The names that stand out in replies: of players and of cards, longest first.
#[derive(Default)]
pub struct ReplyNames {
    names: Vec<(String, Style)>,
}

impl ReplyNames {
    /// The names of the game of a shell; none without a game.
    pub fn of(shell: &Shell) -> Self {
        let Some(notation) = shell.debugger().map(|debugger| debugger.notation()) else {
            return Self::default();
        };
        let players = notation.seats.iter().map(|seat| (seat.to_string(), STRONG));
        let kinds = notation.all_kinds().map(|kind| notation.kind(kind));
        let cards = kinds.flat_map(|kind| [&kind.title, &kind.word]);
        let cards = cards.map(|card| (card.to_string(), TYPED));
        let mut names: Vec<_> = players.chain(cards).collect();
        names.sort_by_key(|(name, _)| Reverse(name.len()));
        Self { names }
    }

    /// Highlights the names in a line.
    pub fn paint(&self, line: &str) -> String {
        let mut painted = String::with_capacity(2 * line.len());
        let (mut done, mut is_start) = (0, true);
        for (at, c) in line.char_indices() {
            if is_start && at >= done {
                let rest = &line[at..];
                let is_here = |(name, _): &&(String, Style)| {
                    let after = rest.strip_prefix(name.as_str());
                    after.is_some_and(|after| !after.starts_with(is_word_char))
                };
                if let Some((name, style)) = self.names.iter().find(is_here) {
                    painted.push_str(&line[done..at]);
                    painted.push_str(&paint(*style, name));
                    done = at + name.len();
                }
            }
            is_start = !is_word_char(c);
        }
        painted + &line[done..]
    }
}

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
            LexemeClass::Name => is_verb(word).then_some(TYPED),
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
