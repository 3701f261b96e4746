//! What a script that ends at the cursor leaves open.

use super::syntax::{Lexer, byte_at};
use crate::error::TextIndex;
use rhai::{Engine, LexError, Token};

/// The innermost open call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenCall {
    /// The byte of its parenthesis.
    pub at: usize,
    pub n_commas: usize,
}

/// What a text leaves open at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenAtCursor {
    /// What closes its brackets and its texts with `${…}`, outermost first.
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
    found.closers = open.iter().map(|(closer, _)| *closer).collect();
    // Within a closure, the call around it is over.
    let calls = open.iter().rev().take_while(|(closer, _)| *closer != "}");
    found.call = calls.into_iter().find(|(closer, _)| *closer == ")").map(|(_, call)| *call);
    found
}
