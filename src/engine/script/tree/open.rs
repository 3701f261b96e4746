//! Open ends of an incomplete script: for prompts that read more lines, and at the cursor of an
//! editor.

use super::lexer::{Lexer, byte_at};
use crate::base::error::TextIndex;
use rhai::{Engine, LexError, Token};

/// The open ends of the lines of a text: brackets, a comment or a string.
#[derive(Clone, Debug, Default)]
pub struct OpenCode {
    depth: usize,
    interpolated: Vec<usize>,
    comment_level: usize,
    /// The end of the open string: a quote, a backtick, or the number signs of a raw string.
    text_end: Option<String>,
}

impl OpenCode {
    /// Reads the next line.
    pub fn push(&mut self, line: &str) {
        let engine = Engine::new_raw();
        let mut lexer = Lexer::new(&engine, &line);
        lexer.depth = self.depth;
        lexer.interpolated = std::mem::take(&mut self.interpolated);
        lexer.stream.state.comment_level = self.comment_level;
        lexer.stream.state.is_within_text_terminated_by = self.text_end.as_deref().map(Into::into);
        let mut begun = self.text_end.take();
        while let Some((token, at)) = lexer.next() {
            let is_unterminated = matches!(&token, Token::LexError(error)
                if **error == LexError::UnterminatedString);
            if is_unterminated {
                let start = at.position().unwrap_or(1) - 1;
                self.text_end = begun.or_else(|| text_end(line, start));
                break;
            }
            begun = lexer.control.borrow().is_within_text.then(|| "`".to_owned());
            self.text_end.clone_from(&begun);
        }
        self.depth = lexer.depth;
        self.comment_level = lexer.stream.state.comment_level;
        self.interpolated = lexer.interpolated;
    }

    /// Whether anything is open.
    pub fn is_open(&self) -> bool {
        let is_in_text = self.text_end.is_some() || !self.interpolated.is_empty();
        self.depth > 0 || self.comment_level > 0 || is_in_text
    }
}

/// Returns the end of a string that begins at this character of a line and goes on in the next
/// line.
fn text_end(line: &str, start: usize) -> Option<String> {
    let text = line.chars().skip(start);
    match text.clone().next()? {
        '`' => Some("`".to_owned()),
        '#' => Some(text.take_while(|c| *c == '#').collect()),
        // A string in quotes ends with its line, unless that ends with `\`.
        quote => {
            let n_backslashes = line.len() - line.trim_end_matches('\\').len();
            (n_backslashes % 2 == 1).then(|| quote.to_string())
        }
    }
}

/// Rhai counts lines and columns up to this number, so the tokens of a longer text may be wrong.
pub const MAX_POSITION: usize = u16::MAX as usize;

/// Returns the byte of the first `;` outside of brackets and strings, if it is among the first
/// [`MAX_POSITION`] characters of a line.
pub fn find_semicolon(text: &str) -> Option<usize> {
    let engine = Engine::new_raw();
    let mut lexer = Lexer::new(&engine, &text);
    while let Some((token, at)) = lexer.next() {
        if token == Token::SemiColon && lexer.depth == 0 {
            let is_exact = at.position().is_some_and(|column| column < MAX_POSITION);
            return byte_at(&TextIndex::new(text), text, at).filter(|_| is_exact);
        }
    }
    None
}

/// The innermost open call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenCall {
    /// The byte of its parenthesis.
    pub at: usize,
    pub n_commas: usize,
}

/// The open ends of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenAtCursor {
    /// The ends of its brackets and of its texts with `${…}`, outermost first.
    pub closers: Vec<&'static str>,
    /// The byte of an open string.
    pub text: Option<usize>,
    pub is_comment: bool,
    pub call: Option<OpenCall>,
}

/// Returns what a text leaves open.
pub fn open_at_cursor(text: &str) -> OpenAtCursor {
    let engine = Engine::new_raw();
    let index = TextIndex::new(text);
    let lexer = Lexer::new(&engine, &text).with_comments();

    let mut open: Vec<(&'static str, OpenCall)> = Vec::new();
    let mut found = OpenAtCursor::default();
    for (token, at) in lexer {
        let at = byte_at(&index, text, at).unwrap_or(text.len());
        let mut push = |closer| open.push((closer, OpenCall { at, n_commas: 0 }));
        found.is_comment = false;
        match token {
            Token::LeftParen => push(")"),
            Token::LeftBracket => push("]"),
            Token::LeftBrace | Token::MapStart => push("}"),
            Token::InterpolatedString(_) => push("}`"),
            Token::RightParen | Token::RightBracket | Token::RightBrace => drop(open.pop()),
            Token::Comma => open.last_mut().into_iter().for_each(|(_, call)| call.n_commas += 1),
            Token::LexError(error) if *error == LexError::UnterminatedString => {
                found.text = Some(at);
            }
            Token::Comment(comment) => {
                let closed = if comment.starts_with("//") { "\n" } else { "*/" };
                found.is_comment = !text[at..].contains(closed);
            }
            _ => {}
        }
    }
    // A comment that documents the script is no token.
    let line = text.rsplit('\n').next().unwrap_or_default();
    found.is_comment |= found.text.is_none() && line.trim_start().starts_with("//");
    found.closers = open.iter().map(|(closer, _)| *closer).collect();
    // Within a closure, the call around it is over.
    let calls = open.iter().rev().take_while(|(closer, _)| *closer != "}");
    found.call = calls.into_iter().find(|(closer, _)| *closer == ")").map(|(_, call)| *call);
    found
}
