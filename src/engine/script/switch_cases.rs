//! The values of the cases of a `switch`, of which Rhai's syntax tree keeps only hashes.

use super::syntax::{byte_at, tokens};
use crate::error::SourceText;
use rhai::{Position, Token};

/// The type of a value in a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literal {
    Nothing,
    Bool,
    Int,
    Text,
    List,
    Map,
    /// A character, or `_`.
    Other,
}

/// Returns the values in the cases of the `switch` at a position, each with its own position.
pub fn switch_cases(text: &SourceText, at: Position) -> Vec<(Position, Literal)> {
    let Some(start) = byte_at(text.index(), text, at) else { return Vec::new() };
    let tokens = tokens(text);
    let first = tokens.iter().position(|it| it.bytes.start >= start);
    let mut rest = tokens[first.unwrap_or(tokens.len())..].iter().peekable();
    if rest.next().is_none_or(|it| it.token != Token::Switch) {
        return Vec::new();
    }
    let (mut cases, mut depth, mut place) = (Vec::new(), 0_usize, Place::Subject);
    while let Some(it) = rest.next() {
        let opens = matches!(
            it.token,
            Token::LeftBrace | Token::LeftBracket | Token::LeftParen | Token::MapStart
        );
        let closes =
            matches!(it.token, Token::RightBrace | Token::RightBracket | Token::RightParen);
        if place == Place::Value && depth == 1 && !closes {
            let (line, column) = text.index().position(text, it.bytes.start);
            let next = rest.peek().map(|next| &next.token);
            let position = u16::try_from(line).ok().zip(u16::try_from(column).ok());
            let position = position.map(|(line, column)| Position::new(line, column));
            cases.extend(position.map(|at| (at, literal(&it.token, next))));
            place = Place::Rest;
        }
        match (&it.token, place) {
            (Token::LeftBrace, Place::Subject) if depth == 0 => place = Place::Value,
            (Token::Pipe, Place::Rest) if depth == 1 => place = Place::Value,
            (Token::If, Place::Rest) if depth == 1 => place = Place::Guard,
            (Token::DoubleArrow, Place::Rest | Place::Guard) if depth == 1 => {
                let is_block = rest.peek().is_some_and(|next| next.token == Token::LeftBrace);
                place = if is_block { Place::Block } else { Place::Body };
            }
            (Token::Comma, Place::Body) if depth == 1 => place = Place::Value,
            _ => {}
        }
        depth += usize::from(opens);
        if closes {
            depth = depth.saturating_sub(1);
            if depth == 0 && place != Place::Subject {
                break;
            }
            if depth == 1 && place == Place::Block {
                rest.next_if(|next| next.token == Token::Comma);
                place = Place::Value;
            }
        }
    }
    cases
}

/// What is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Subject,
    /// The first token of a value of a case.
    Value,
    /// The rest of a value.
    Rest,
    Guard,
    Body,
    /// A body between braces.
    Block,
}

fn literal(token: &Token, next: Option<&Token>) -> Literal {
    match token {
        Token::True | Token::False => Literal::Bool,
        Token::IntegerConstant(_) | Token::Minus | Token::UnaryMinus => Literal::Int,
        Token::StringConstant(_) => Literal::Text,
        Token::LeftBracket => Literal::List,
        Token::MapStart => Literal::Map,
        Token::Unit => Literal::Nothing,
        Token::LeftParen if next == Some(&Token::RightParen) => Literal::Nothing,
        _ => Literal::Other,
    }
}
