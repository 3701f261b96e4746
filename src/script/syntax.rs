//! The tokens and calls of a script, from Rhai's own lexer and syntax tree.

use super::spec::Script;
use crate::error::{Span, TextIndex};
use rhai::{AST, ASTNode, Engine, Expr, FnCallExpr, Position, Stmt, Token};
use std::collections::BTreeSet;
use std::ops::Range;

/// A token with its byte range. A text with `${…}` is one token.
#[derive(Clone, Debug)]
pub struct Lexeme {
    /// The token.
    pub token: Token,
    /// Its bytes.
    pub bytes: Range<usize>,
}

/// Whether a token ends the code of a `${…}`, so that what follows is text again. `open` has the
/// number of open braces in each open `${`.
fn closes_code(token: &Token, open: &mut Vec<usize>) -> bool {
    if matches!(token, Token::InterpolatedString(_)) {
        open.push(0);
        return false;
    }
    let Some(braces) = open.last_mut() else { return false };
    match token {
        Token::LeftBrace | Token::MapStart => *braces += 1,
        Token::RightBrace if *braces == 1 => {
            open.pop();
            return true;
        }
        Token::RightBrace => *braces = braces.saturating_sub(1),
        _ => {}
    }
    false
}

/// Splits a script into tokens, without comments.
pub fn tokens(text: &str) -> Vec<Lexeme> {
    let engine = Engine::new_raw();
    let index = TextIndex::new(text);
    let byte = |at| byte_at(&index, text, at);
    let (mut stream, control) = engine.lex([&text]);
    let mut tokens: Vec<Lexeme> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut is_inside = false;
    while let Some((token, at)) = stream.next() {
        let was_inside = is_inside;
        match &token {
            Token::EOF => break,
            Token::Comment(_) => continue,
            token if closes_code(token, &mut open) => control.borrow_mut().is_within_text = true,
            _ => {}
        }
        is_inside = !open.is_empty() || control.borrow().is_within_text;
        let end = byte(stream.pos).map_or(text.len(), |last| {
            last + text[last..].chars().next().map_or(0, char::len_utf8)
        });
        match (byte(at), tokens.last_mut()) {
            (_, Some(last)) if was_inside => last.bytes.end = end,
            (Some(start), _) => tokens.push(Lexeme { token, bytes: start..end }),
            (None, _) => {}
        }
    }
    tokens
}

/// Returns the position of the declaration that is one more than `most` in a function with its
/// closures, or outside of functions; `None` if there are fewer. Constants and parameters count.
pub fn declared(text: &str, most: usize) -> Option<Position> {
    // A declaration takes at least 2 bytes.
    if text.len() < 2 * most {
        return None;
    }
    let engine = Engine::new_raw();
    let (mut stream, control) = engine.lex([&text]);
    let (mut n_declared, mut is_list, mut open) = (0, false, Vec::new());
    while let Some((token, at)) = stream.next().filter(|(token, _)| *token != Token::EOF) {
        if closes_code(&token, &mut open) {
            control.borrow_mut().is_within_text = true;
        }
        match token {
            Token::Fn => (n_declared, is_list) = (0, true),
            Token::Pipe => is_list = true,
            Token::Let | Token::Const | Token::For => n_declared += 1,
            Token::Identifier(_) if is_list => n_declared += 1,
            Token::Identifier(_) | Token::Comma | Token::LeftParen => {}
            _ => is_list = false,
        }
        if n_declared > most {
            return Some(at);
        }
    }
    None
}

/// Returns the name of each function or constant that a script defines, with its position.
fn names<'t>(tokens: &'t [Lexeme], keyword: &Token) -> impl Iterator<Item = (&'t str, usize)> {
    tokens.windows(2).filter_map(move |pair| match &pair[1].token {
        Token::Identifier(name) if pair[0].token == *keyword => {
            Some((name.as_str(), pair[1].bytes.start))
        }
        _ => None,
    })
}

/// Returns the name of a function at its definition.
pub fn find_function(script: &Script, name: &str) -> Option<Span> {
    find(script, &Token::Fn, name)
}

/// Returns the name of a constant at its definition.
pub fn find_constant(script: &Script, name: &str) -> Option<Span> {
    find(script, &Token::Const, name)
}

fn find(script: &Script, keyword: &Token, wanted: &str) -> Option<Span> {
    let tokens = tokens(&script.text);
    let (_, at) = names(&tokens, keyword).find(|(name, _)| *name == wanted)?;
    Some(span(script, at))
}

/// Returns the first string literal with this content, without its quotes.
pub fn find_text(script: &Script, wanted: &str) -> Option<Span> {
    let is_it =
        |lexeme: &Lexeme| matches!(&lexeme.token, Token::StringConstant(text) if **text == *wanted);
    let at = tokens(&script.text).into_iter().find(is_it)?.bytes.start;
    Some(span(script, at + 1))
}

fn span(script: &Script, byte: usize) -> Span {
    let at = script.text.index().position(&script.text, byte);
    Span::of_word(&script.name, &script.text, at)
}

/// Returns the byte at a position.
pub fn byte_at(index: &TextIndex, text: &str, position: Position) -> Option<usize> {
    Some(index.byte(text, position.line()?, position.position().unwrap_or(1)))
}

/// Returns the strings that a script passes to the functions with these names.
pub fn texts_passed_to(text: &str, is_meant: impl Fn(&str) -> bool) -> Vec<String> {
    let mut texts = Vec::new();
    let mut is_asked = false;
    let mut before = Token::EOF;
    for Lexeme { token, .. } in tokens(text) {
        match (&token, &before) {
            (Token::LeftParen, Token::Identifier(name)) => is_asked = is_meant(name),
            (Token::LeftParen | Token::RightParen, _) => is_asked = false,
            (Token::StringConstant(text), _) if is_asked => texts.push(text.to_string()),
            _ => {}
        }
        before = token;
    }
    texts
}

/// Returns the names of the functions that a script calls.
pub fn called(ast: &AST) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    ast.walk(&mut |path| {
        names.extend(path.last().and_then(call).map(|(call, _)| call.name.to_string()));
        true
    });
    names
}

/// Returns the line and column of each call that prints a string literal.
pub fn printed_literals(ast: &AST) -> BTreeSet<(u16, u16)> {
    let mut places = BTreeSet::new();
    ast.walk(&mut |path| {
        let Some((call, at)) = path.last().and_then(call) else { return true };
        let is_literal = matches!(call.args.first(), Some(Expr::StringConstant(..)));
        if is_literal && matches!(call.name.as_str(), "print" | "debug") {
            let place = at.line().zip(at.position());
            places.extend(place.map(|(line, column)| (line as u16, column as u16)));
        }
        true
    });
    places
}

/// Returns the call of a node with its position, if it is one.
pub const fn call<'n>(node: &ASTNode<'n>) -> Option<(&'n FnCallExpr, Position)> {
    match node {
        ASTNode::Expr(Expr::FnCall(call, at) | Expr::MethodCall(call, at))
        | ASTNode::Stmt(Stmt::FnCall(call, at)) => Some((call, *at)),
        _ => None,
    }
}
