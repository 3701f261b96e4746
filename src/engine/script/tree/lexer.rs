//! The tokens of a text that may be incomplete, from Rhai's own lexer.

use crate::base::error::TextIndex;
use rhai::{Engine, LexError, Position, Token, TokenIterator, TokenizerControl};
use std::ops::Range;

/// A token with its byte range. A text with `${…}` is one token.
#[derive(Clone, Debug)]
pub struct Lexeme {
    pub token: Token,
    pub bytes: Range<usize>,
}

/// The class of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LexemeClass {
    Comment,
    /// A string or a character, also one that does not end.
    Text,
    Number,
    /// A keyword, also one that this version of the language reserves.
    Keyword,
    /// The name of a variable or a function.
    Name,
    /// `(`, `[`, `{` or `#{`.
    OpeningBracket,
    /// `)`, `]` or `}`.
    ClosingBracket,
    Other,
}

impl Lexeme {
    /// Returns the class of the token.
    pub fn class(&self) -> LexemeClass {
        match &self.token {
            Token::Comment(_) => LexemeClass::Comment,
            Token::StringConstant(_) | Token::InterpolatedString(_) | Token::CharConstant(_) => {
                LexemeClass::Text
            }
            Token::LexError(error) if matches!(**error, LexError::UnterminatedString) => {
                LexemeClass::Text
            }
            Token::IntegerConstant(_) => LexemeClass::Number,
            Token::Identifier(_) => LexemeClass::Name,
            token if opens_bracket(token) => LexemeClass::OpeningBracket,
            token if closes_bracket(token) => LexemeClass::ClosingBracket,
            token if is_word(token) => LexemeClass::Keyword,
            _ => LexemeClass::Other,
        }
    }
}

/// Whether a token that is not a name is written as a word.
fn is_word(token: &Token) -> bool {
    match token {
        Token::Reserved(word) => word.starts_with(char::is_alphabetic),
        token => token.is_literal() && token.literal_syntax().starts_with(char::is_alphabetic),
    }
}

/// Rhai's lexer for a text that may be incomplete.
pub struct Lexer<'a> {
    pub(super) stream: TokenIterator<'a>,
    pub(super) control: TokenizerControl,
    /// The number of open braces in each open `${`.
    pub(super) interpolated: Vec<usize>,
    /// The number of open brackets.
    pub(super) depth: usize,
    is_text_again: bool,
}

impl<'a> Lexer<'a> {
    pub fn new(engine: &'a Engine, text: &'a &'a str) -> Self {
        let (stream, control) = engine.lex(std::slice::from_ref(text));
        Self { stream, control, interpolated: Vec::new(), depth: 0, is_text_again: false }
    }

    /// Returns comments, too.
    pub fn with_comments(mut self) -> Self {
        self.stream.state.include_comments = true;
        self
    }

    /// Whether what follows belongs to a text with `${…}`.
    fn is_in_interpolation(&self) -> bool {
        !self.interpolated.is_empty() || self.control.borrow().is_within_text
    }

    /// Whether the last token ended the code of a `${…}`, so that what follows is text again.
    pub const fn is_text_again(&self) -> bool {
        self.is_text_again
    }

    /// The byte after the last token.
    pub fn end(&self, index: &TextIndex, text: &str) -> usize {
        let at = self.stream.pos;
        let Some(last) = byte_at(index, text, at) else { return text.len() };
        // At the beginning of a line, the last character is the end of the line before.
        if at.position().is_none() {
            return last;
        }
        last + text[last..].chars().next().map_or(0, char::len_utf8)
    }

    /// Whether a token ends the code of a `${…}`, so that what follows is text again.
    fn closes_code(&mut self, token: &Token) -> bool {
        if matches!(token, Token::InterpolatedString(_)) {
            self.interpolated.push(0);
            return false;
        }
        let Some(braces) = self.interpolated.last_mut() else { return false };
        match token {
            Token::LeftBrace | Token::MapStart => *braces += 1,
            Token::RightBrace if *braces == 1 => {
                self.interpolated.pop();
                return true;
            }
            Token::RightBrace => *braces = braces.saturating_sub(1),
            _ => {}
        }
        false
    }
}

impl Iterator for Lexer<'_> {
    type Item = (Token, Position);

    fn next(&mut self) -> Option<Self::Item> {
        let end = self.stream.pos;
        let (token, at) = self.stream.next().filter(|(token, _)| *token != Token::EOF)?;
        // At the end of an open comment or string, Rhai returns the same token for ever.
        if self.stream.pos == end {
            return None;
        }
        self.is_text_again = self.closes_code(&token);
        if self.is_text_again {
            self.control.borrow_mut().is_within_text = true;
        }
        if opens_bracket(&token) {
            self.depth += 1;
        } else if closes_bracket(&token) {
            self.depth = self.depth.saturating_sub(1);
        }
        Some((token, at))
    }
}

/// Splits a text into tokens and comments.
pub fn lex(text: &str) -> Vec<Lexeme> {
    let engine = Engine::new_raw();
    let index = TextIndex::new(text);
    let mut lexer = Lexer::new(&engine, &text).with_comments();
    let mut lexemes: Vec<Lexeme> = Vec::new();
    let mut was_inside = false;
    while let Some((token, at)) = lexer.next() {
        // Positions of what is not a token may lie before the end of the last one.
        let done = lexemes.last().map_or(0, |last| last.bytes.end);
        let start = byte_at(&index, text, at).unwrap_or(done).max(done);
        let mut end = lexer.end(&index, text).max(start);
        if matches!(token, Token::Comment(_)) {
            end = start + text[start..end].trim_end().len();
        }
        match lexemes.last_mut() {
            Some(last) if was_inside => last.bytes.end = end,
            _ if start < end => lexemes.push(Lexeme { token, bytes: start..end }),
            _ => {}
        }
        was_inside = lexer.is_in_interpolation();
    }
    lexemes
}

pub const fn opens_bracket(token: &Token) -> bool {
    matches!(
        token,
        Token::LeftParen
            | Token::LeftBracket
            | Token::QuestionBracket
            | Token::LeftBrace
            | Token::MapStart
    )
}

pub const fn closes_bracket(token: &Token) -> bool {
    matches!(token, Token::RightParen | Token::RightBracket | Token::RightBrace)
}

/// Splits a script into tokens, without comments.
pub fn tokens(text: &str) -> Vec<Lexeme> {
    let mut lexemes = lex(text);
    lexemes.retain(|lexeme| !matches!(lexeme.token, Token::Comment(_)));
    lexemes
}

/// Returns the byte at a position.
pub fn byte_at(index: &TextIndex, text: &str, position: Position) -> Option<usize> {
    Some(index.byte(text, position.line()?, position.position().unwrap_or(1)))
}
