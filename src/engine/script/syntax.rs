//! The tokens and calls of a script, from Rhai's own lexer and syntax tree.

use super::spec::Script;
use crate::error::{Span, TextIndex};
use rhai::{
    AST, ASTNode, Engine, Expr, FnCallExpr, LexError, Position, Stmt, Token, TokenIterator,
    TokenizerControl,
};
use std::collections::BTreeSet;
use std::ops::Range;

/// Whether a function is a closure: the engine makes up their names.
pub fn is_closure(name: &str) -> bool {
    name.starts_with("anon$")
}

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
pub(super) struct Lexer<'a> {
    stream: TokenIterator<'a>,
    control: TokenizerControl,
    /// The number of open braces in each open `${`.
    interpolated: Vec<usize>,
    depth: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(engine: &'a Engine, text: &'a &'a str) -> Self {
        let (stream, control) = engine.lex(std::slice::from_ref(text));
        Self { stream, control, interpolated: Vec::new(), depth: 0 }
    }

    /// Returns comments, too.
    pub(super) fn with_comments(mut self) -> Self {
        self.stream.state.include_comments = true;
        self
    }

    /// Whether what follows belongs to a text with `${…}`.
    fn is_in_interpolation(&self) -> bool {
        !self.interpolated.is_empty() || self.control.borrow().is_within_text
    }

    /// The byte after the last token.
    fn end(&self, index: &TextIndex, text: &str) -> usize {
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
        if self.closes_code(&token) {
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

/// What the lines of a text leave open for the next line: brackets, a comment or a string.
#[derive(Clone, Debug, Default)]
pub struct OpenCode {
    depth: usize,
    interpolated: Vec<usize>,
    comment_level: usize,
    /// What ends the open string: a quote, a backtick, or the number signs of a raw string.
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

/// What ends a string that begins at this character of a line and goes on in the next line.
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

const fn opens_bracket(token: &Token) -> bool {
    matches!(token, Token::LeftParen | Token::LeftBracket | Token::LeftBrace | Token::MapStart)
}

const fn closes_bracket(token: &Token) -> bool {
    matches!(token, Token::RightParen | Token::RightBracket | Token::RightBrace)
}

/// Splits a script into tokens, without comments.
pub fn tokens(text: &str) -> Vec<Lexeme> {
    let mut lexemes = lex(text);
    lexemes.retain(|lexeme| !matches!(lexeme.token, Token::Comment(_)));
    lexemes
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
    // A declaration takes at least 2 bytes.
    if text.len() < 2 * most {
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

/// Returns the value of a constant.
pub fn constant_value(text: &str, name: &str) -> Option<ConstantValue> {
    let tokens = tokens(text);
    let (_, at) = names(&tokens, &Token::Const).find(|(other, _)| *other == name)?;
    let value = &tokens[tokens.iter().position(|token| token.bytes.start == at)? + 2..];
    let (mut depth, mut keys) = (0_usize, Vec::new());
    for pair in value.windows(2) {
        let [Lexeme { token, bytes }, next] = pair else { continue };
        match token {
            token if opens_bracket(token) => depth += 1,
            token if closes_bracket(token) => depth = depth.saturating_sub(1),
            Token::Identifier(key) if depth == 1 && next.token == Token::Colon => {
                keys.push((key.to_string(), bytes.clone()));
            }
            Token::StringConstant(key) if depth == 1 && next.token == Token::Colon => {
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
