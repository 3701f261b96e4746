//! The values of the arms of a `switch`, of which Rhai's tree keeps only hashes.

use super::lexer::closes_bracket;
use super::node::{NodeKind, SyntaxNode};
use super::tokens::Tokens;
use rhai::Token;

/// Reads the values of the arms of a `switch`, one arm after the other.
pub struct Cases<'a> {
    tokens: &'a Tokens,
    next: usize,
}

impl<'a> Cases<'a> {
    /// Begins after the brace that follows the subject, which ends at a byte.
    pub fn after(tokens: &'a Tokens, subject: usize) -> Self {
        let mut next = tokens.at(subject);
        while tokens.get(next).is_some_and(|token| *token != Token::LeftBrace) {
            next += 1;
        }
        Self { tokens, next: next + 1 }
    }

    /// Returns the values of the next arm; none for `_`.
    pub fn values(&mut self) -> Vec<SyntaxNode> {
        let mut values = Vec::new();
        loop {
            let end = self.end(self.next, |token| {
                matches!(token, Token::Pipe | Token::If | Token::DoubleArrow | Token::RightBrace)
            });
            if self.tokens.get(self.next) != Some(&Token::Underscore) {
                values.push(self.literal(self.next, end));
            }
            let is_last = self.tokens.get(end) != Some(&Token::Pipe);
            self.next = end + 1;
            if is_last {
                return values;
            }
        }
    }

    /// Goes on behind the body of an arm, which ends at a byte.
    pub fn pass(&mut self, body: usize) {
        let mut i = self.tokens.at(body);
        while self.tokens.get(i) == Some(&Token::RightParen) {
            i += 1;
        }
        self.next = i + usize::from(self.tokens.get(i) == Some(&Token::Comma));
    }

    /// Returns the index of the first token from another on, outside of brackets, that ends
    /// something.
    fn end(&self, first: usize, ends: impl Fn(&Token) -> bool) -> usize {
        let mut i = first;
        while let Some(token) = self.tokens.get(i) {
            if ends(token) {
                break;
            }
            i = self.tokens.partner(i).filter(|close| *close > i).unwrap_or(i) + 1;
        }
        i
    }

    /// Returns the literal between two tokens.
    fn literal(&self, first: usize, end: usize) -> SyntaxNode {
        let tokens = self.tokens;
        let bytes = tokens.bytes(first).start..tokens.bytes(end.saturating_sub(1)).end;
        let closed = tokens.partner(first).filter(|close| close + 1 == end);
        let range = (first..end).find_map(|i| match tokens.get(i) {
            Some(Token::ExclusiveRange) => Some((i, "..")),
            Some(Token::InclusiveRange) => Some((i, "..=")),
            _ => None,
        });
        let what = match (tokens.get(first), tokens.get(first + 1)) {
            (Some(Token::LeftParen), _) if closed == Some(first + 1) => NodeKind::Unit,
            (Some(Token::LeftParen), _) if closed.is_some() => {
                return self.literal(first + 1, end - 1);
            }
            (Some(Token::LeftBracket), _) if closed.is_some() => {
                let items = self.items(first + 1, end - 1).into_iter();
                NodeKind::List(items.map(|(from, to)| self.literal(from, to)).collect())
            }
            (Some(Token::MapStart), _) if closed.is_some() => {
                let entries = self.items(first + 1, end - 1).into_iter();
                let entry = |(from, to): (usize, usize)| match tokens.get(from) {
                    Some(Token::Identifier(key) | Token::StringConstant(key)) => {
                        (key.to_string(), self.literal(from + 2, to))
                    }
                    _ => (String::new(), self.literal(from, to)),
                };
                NodeKind::Map(entries.map(entry).collect())
            }
            _ if range.is_some_and(|(i, _)| i > first && i + 1 < end) => {
                let (i, symbol) = range.unwrap_or_default();
                let ends = vec![self.literal(first, i), self.literal(i + 1, end)];
                NodeKind::Operator(symbol.to_owned(), ends)
            }
            (Some(Token::True), _) => NodeKind::Bool(true),
            (Some(Token::False), _) => NodeKind::Bool(false),
            (Some(Token::Unit), _) => NodeKind::Unit,
            (Some(Token::IntegerConstant(n)), _) => NodeKind::Int(*n),
            (Some(Token::Minus | Token::UnaryMinus), Some(Token::IntegerConstant(n))) => {
                NodeKind::Int(n.wrapping_neg())
            }
            (Some(Token::StringConstant(text)), _) => NodeKind::Text(text.to_string()),
            (Some(Token::CharConstant(c)), _) => NodeKind::Char(*c),
            _ => NodeKind::Other,
        };
        SyntaxNode::new(what, bytes.start, bytes)
    }

    /// Returns the items between two tokens, which commas separate; the second token is a bracket
    /// that closes.
    fn items(&self, first: usize, end: usize) -> Vec<(usize, usize)> {
        let (mut items, mut from) = (Vec::new(), first);
        while from < end {
            let to = self.end(from, |token| *token == Token::Comma || closes_bracket(token));
            items.push((from, to));
            from = to + 1;
        }
        items
    }
}
