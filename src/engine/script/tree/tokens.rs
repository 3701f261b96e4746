//! The tokens of a script with their brackets: they say where the nodes of Rhai's tree end, which
//! has only one position for each.

use super::lexer::{Lexeme, Lexer, byte_at, closes_bracket, opens_bracket};
use crate::base::error::TextIndex;
use rhai::{Engine, Token};
use std::ops::Range;

/// The tokens of a script; those within a `${…}`, too.
pub struct Tokens {
    all: Vec<Lexeme>,
    /// Of each bracket and each end of a text with `${…}`, the index of the other one.
    partners: Vec<Option<usize>>,
}

impl Tokens {
    pub fn of(text: &str, index: &TextIndex) -> Self {
        let engine = Engine::new_raw();
        let mut lexer = Lexer::new(&engine, &text);
        let (mut all, mut partners): (Vec<Lexeme>, _) = (Vec::new(), Vec::new());
        let (mut open, mut texts) = (Vec::new(), Vec::new());
        let mut goes_on = false;
        while let Some((token, at)) = lexer.next() {
            // Positions of what is not a token may lie before the end of the last one.
            let done = all.last().map_or(0, |last| last.bytes.end);
            let start = byte_at(index, text, at).unwrap_or(done).max(done);
            let end = lexer.end(index, text).max(start);
            let i = all.len();
            let first = match &token {
                Token::InterpolatedString(_) if !goes_on => {
                    texts.push(i);
                    None
                }
                Token::StringConstant(_) if goes_on => texts.pop(),
                token if opens_bracket(token) => {
                    open.push(i);
                    None
                }
                token if closes_bracket(token) => open.pop(),
                _ => None,
            };
            partners.push(first);
            if let Some(first) = first {
                partners[first] = Some(i);
            }
            goes_on = lexer.is_text_again();
            all.push(Lexeme { token, bytes: start..end });
        }
        Self { all, partners }
    }

    /// Returns the index of the token at a byte, or of the next one.
    pub fn at(&self, byte: usize) -> usize {
        self.all.partition_point(|lexeme| lexeme.bytes.end <= byte)
    }

    pub fn get(&self, i: usize) -> Option<&Token> {
        self.all.get(i).map(|lexeme| &lexeme.token)
    }

    pub fn bytes(&self, i: usize) -> Range<usize> {
        self.all.get(i).map_or(0..0, |lexeme| lexeme.bytes.clone())
    }

    /// Returns the index of the bracket that belongs to the one at an index.
    pub fn partner(&self, i: usize) -> Option<usize> {
        self.partners.get(i).copied().flatten()
    }

    /// Returns the bytes of the token at a byte; of a bracket that opens, up to its end.
    pub fn whole(&self, byte: usize) -> Range<usize> {
        let i = self.at(byte);
        let last = self.partner(i).filter(|last| *last > i).unwrap_or(i);
        self.bytes(i).start..self.bytes(last).end
    }

    /// Returns the end of a call whose name is at a byte.
    pub fn end_of_call(&self, name: usize) -> usize {
        let mut i = self.at(name);
        while let Some(token) = self.get(i + 1) {
            i += 1;
            match token {
                Token::LeftParen => return self.bytes(self.partner(i).unwrap_or(i)).end,
                Token::Bang => {}
                Token::Unit => return self.bytes(i).end,
                _ => return self.bytes(i - 1).end,
            }
        }
        self.bytes(i).end
    }

    /// Returns the bytes from one part of a node to another, with the brackets that open or close
    /// between them.
    pub fn join(&self, a: Range<usize>, b: Range<usize>) -> Range<usize> {
        if a.is_empty() || b.is_empty() {
            return if a.is_empty() { b } else { a };
        }
        let (a, b) = if a.start <= b.start { (a, b) } else { (b, a) };
        let mut whole = a.start..a.end.max(b.end);
        let mut i = self.at(a.end);
        while i < self.all.len() && self.all[i].bytes.start < b.start {
            if let Some(partner) = self.partner(i) {
                let bytes = self.bytes(partner);
                whole = whole.start.min(bytes.start)..whole.end.max(bytes.end);
            }
            i += 1;
        }
        whole
    }

    /// Returns the bytes of a node with the parentheses around it.
    pub fn enclosed(&self, bytes: Range<usize>) -> Range<usize> {
        if bytes.is_empty() {
            return bytes;
        }
        let (mut first, mut next) = (self.at(bytes.start), self.at(bytes.end));
        while first > 0
            && self.get(first - 1) == Some(&Token::LeftParen)
            && self.partner(first - 1) == Some(next)
        {
            first -= 1;
            next += 1;
        }
        self.bytes(first).start..self.bytes(next - 1).end
    }

    /// Returns the bytes of a statement with its semicolon.
    pub fn statement(&self, bytes: Range<usize>) -> Range<usize> {
        let bytes = self.enclosed(bytes);
        let next = self.at(bytes.end);
        let is_ended = !bytes.is_empty() && self.get(next) == Some(&Token::SemiColon);
        bytes.start..if is_ended { self.bytes(next).end } else { bytes.end }
    }
}
