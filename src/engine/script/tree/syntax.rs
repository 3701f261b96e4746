//! The tokens of a script, from Rhai's own lexer.

use super::lexer::{Lexeme, Lexer, closes_bracket, opens_bracket, tokens};
use crate::base::error::Span;
use crate::script::spec::Script;
use rhai::{Engine, Position, Token};
use std::collections::BTreeSet;
use std::ops::Range;

/// Whether a function is a closure: the engine makes up their names.
pub fn is_closure(name: &str) -> bool {
    name.starts_with("anon$")
}

/// Returns the names of the functions that a text defines, in order.
pub fn defined_functions(text: &str) -> Vec<String> {
    names(&tokens(text), &Token::Fn).map(|(name, _)| name.to_owned()).collect()
}

/// Returns the names in a text, those within a `${…}` included.
pub fn identifiers(text: &str) -> BTreeSet<String> {
    let engine = Engine::new_raw();
    let name = |(token, _)| match token {
        Token::Identifier(name) => Some(name.to_string()),
        _ => None,
    };
    Lexer::new(&engine, &text).filter_map(name).collect()
}

/// Returns the position of the declaration that is one more than `most` in a function with its
/// closures, or outside of functions; `None` if there are fewer. Constants and parameters count.
pub fn declared(text: &str, most: usize) -> Option<Position> {
    // Few texts have as many words and characters with which a declaration begins.
    let keywords = ["let", "const", "for", "fn"].map(|word| text.matches(word).count());
    let lists = text.bytes().filter(|byte| matches!(byte, b'|' | b',' | b'(')).count();
    if keywords.iter().sum::<usize>() + lists <= most {
        return None;
    }
    let engine = Engine::new_raw();
    let (mut n_declared, mut is_list) = (0, false);
    for (token, at) in Lexer::new(&engine, &text) {
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

/// Returns the names of the functions that a text defines, each with its bytes.
pub fn function_names(text: &str) -> Vec<(String, Range<usize>)> {
    let tokens = tokens(text);
    let named = names(&tokens, &Token::Fn);
    named.map(|(name, at)| (name.to_owned(), at..at + name.len())).collect()
}

/// Returns the name of a function at its definition.
pub fn find_function(script: &Script, name: &str) -> Option<Span> {
    find(script, &Token::Fn, name)
}

/// Returns the name of a constant at its definition.
pub fn find_constant(script: &Script, name: &str) -> Option<Span> {
    find(script, &Token::Const, name)
}

/// The value of a constant.
pub struct ConstantValue {
    pub bytes: Range<usize>,
    /// Its keys with their bytes, if it is a map.
    pub keys: Vec<(String, Range<usize>)>,
}

/// Returns the value of a constant of the script with these tokens.
pub fn constant_value(tokens: &[Lexeme], name: &str) -> Option<ConstantValue> {
    let (_, at) = names(tokens, &Token::Const).find(|(other, _)| *other == name)?;
    let value = &tokens[tokens.iter().position(|token| token.bytes.start == at)? + 2..];
    let (mut depth, mut keys) = (0_usize, Vec::new());
    for pair in value.windows(2) {
        let [Lexeme { token, bytes }, next] = pair else { continue };
        match token {
            token if opens_bracket(token) => depth += 1,
            token if closes_bracket(token) => depth = depth.saturating_sub(1),
            Token::Identifier(key) | Token::StringConstant(key)
                if depth == 1 && next.token == Token::Colon =>
            {
                keys.push((key.to_string(), bytes.clone()));
            }
            _ => {}
        }
        if depth == 0 && next.token == Token::SemiColon {
            return Some(ConstantValue { bytes: value[0].bytes.start..bytes.end, keys });
        }
    }
    None
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

/// Returns the strings that the script with these tokens passes to the functions with these names.
pub fn texts_passed_to(tokens: &[Lexeme], is_meant: impl Fn(&str) -> bool) -> Vec<String> {
    let mut texts = Vec::new();
    let mut is_asked = false;
    let mut before = &Token::EOF;
    for Lexeme { token, .. } in tokens {
        match (token, before) {
            (Token::LeftParen, Token::Identifier(name)) => is_asked = is_meant(name),
            (Token::LeftParen | Token::RightParen, _) => is_asked = false,
            (Token::StringConstant(text), _) if is_asked => texts.push(text.to_string()),
            _ => {}
        }
        before = token;
    }
    texts
}
