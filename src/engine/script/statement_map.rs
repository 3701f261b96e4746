//! Maps the statements of a script to their source ranges, for coverage and mutation testing.

use super::api::{Effect, Verb, verbs_named};
use super::fault;
use super::spec::Script;
use super::syntax::{Lexeme, byte_at, call, is_closure, tokens};
use super::values::Type;
use crate::error::TextIndex;
use rhai::{AST, ASTNode, Engine, Expr, OptimizationLevel, Position, Stmt, Token};
use std::collections::BTreeMap;
use std::ops::Range;

/// A function of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappedFunction {
    pub name: String,
    /// The line of its start, counted from 1.
    pub line: usize,
    /// The byte of its keyword `fn`.
    pub start: usize,
    /// The byte range of its body, including the braces.
    pub body: Range<usize>,
}

impl MappedFunction {
    /// Returns the line of the first comment directly above the function; its own line without one.
    pub fn first_line(&self, text: &str) -> usize {
        let lines: Vec<&str> = text.lines().take(self.line - 1).collect();
        let is_comment = |line: &&&str| line.starts_with("//") && !line.starts_with("//!");
        self.line - lines.iter().rev().take_while(is_comment).count()
    }
}

/// A statement of a function. The contents of an unbraced closure belong to the enclosing
/// statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The line of its start, counted from 1.
    pub line: usize,
    /// The column of its start in characters, counted from 1.
    pub column: usize,
    /// Its byte range, including the semicolon.
    pub bytes: Range<usize>,
    /// The index of its function in [`StatementMap::functions`].
    pub function: usize,
    /// Whether it is the expression of a `switch` case, without braces.
    pub is_case: bool,
}

/// A prompt in a script, identified by its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappedQuestion {
    /// Its line, counted from 1.
    pub line: usize,
    pub text: String,
}

/// The functions, statements and prompts of a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatementMap {
    /// The functions, in source order.
    pub functions: Vec<MappedFunction>,
    /// The statements, in source order; a nested one follows the one around it.
    pub statements: Vec<Statement>,
    /// The prompts, in source order.
    pub questions: Vec<MappedQuestion>,
    /// The number of the statement that is evaluated first at a position.
    first_nodes: BTreeMap<Position, usize>,
}

impl StatementMap {
    /// Returns the number of the statement that begins with the evaluation of a node.
    pub fn begun_at(&self, node: &ASTNode<'_>) -> Option<usize> {
        self.first_nodes.get(&node.position()).copied()
    }

    /// Returns the number of a statement.
    pub(super) fn number_of(&self, statement: &Stmt) -> Option<usize> {
        self.first_nodes.get(&first_node(statement)).copied()
    }
}

/// The statements of several scripts, numbered one script after the other.
#[derive(Clone, Debug, Default)]
pub struct NumberedStatements {
    pub scripts: Vec<NumberedScript>,
}

/// A script whose statements are numbered.
#[derive(Clone, Debug)]
pub struct NumberedScript {
    pub script: Script,
    pub statement_map: StatementMap,
    /// The number of its first statement.
    pub first: usize,
}

impl NumberedScript {
    /// The numbers of its statements.
    pub const fn numbers(&self) -> Range<usize> {
        self.first..self.first + self.statement_map.statements.len()
    }
}

impl FromIterator<Script> for NumberedStatements {
    fn from_iter<I: IntoIterator<Item = Script>>(all: I) -> Self {
        let mut scripts: Vec<NumberedScript> = Vec::new();
        for script in all {
            let is_known = scripts.iter().any(|known| known.script.name == script.name);
            if is_known {
                continue;
            }
            let first = scripts.last().map_or(0, |last| last.numbers().end);
            let statement_map = statement_map(&script.text);
            scripts.push(NumberedScript { script, statement_map, first });
        }
        Self { scripts }
    }
}

/// Parses a script; the map is empty if the script is invalid or too long.
pub fn statement_map(text: &str) -> StatementMap {
    let mut engine = Engine::new_raw();
    engine.set_max_expr_depths(64, 64);
    engine.set_optimization_level(OptimizationLevel::None);
    let script = Script { name: "".into(), text: text.into() };
    let Ok(ast) = fault::compile(&engine, &script) else { return StatementMap::default() };
    let index = TextIndex::new(text);
    let byte = |at| byte_at(&index, text, at);
    let tokens = Tokens(tokens(text));
    let functions = functions(&ast, &tokens, &index, &byte);
    let mut starts: BTreeMap<usize, (usize, bool, Position)> = BTreeMap::new();
    let mut questions = BTreeMap::new();
    walk(&ast, &mut |node| {
        // A statement starts at or before its first part. What a closure captures is a statement of
        // Rhai's own, at the first use of a variable.
        if let (ASTNode::Stmt(statement), Some(byte)) = (node, byte(node.position()))
            && !matches!(statement, Stmt::Share(_))
        {
            let (start, is_case) = tokens.beginning(byte);
            let at = tokens.0[start].bytes.start;
            let of = functions.iter().position(|function| function.body.contains(&at));
            if let Some(of) = of.filter(|_| tokens.0[start].token != Token::Else) {
                starts.entry(start).or_insert((of, is_case, first_node(statement)));
            }
        }
        let question = question(node);
        let at = |(text, position)| Some((byte(position)?, text));
        questions.extend(question.and_then(at));
    });
    let first_nodes = starts.values().enumerate().map(|(i, (.., first))| (*first, i)).collect();
    let statement = |(start, (function, is_case, _)): (usize, _)| {
        let bytes = tokens.0[start].bytes.start..tokens.end(start, is_case);
        let before = &text[..bytes.start];
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        Statement { line: index.line(bytes.start), column, bytes, function, is_case }
    };
    let question = |(byte, text)| MappedQuestion { line: index.line(byte), text };
    StatementMap {
        statements: starts.into_iter().map(statement).collect(),
        questions: questions.into_iter().map(question).collect(),
        functions,
        first_nodes,
    }
}

/// Calls a function for all nodes of the functions of a script, those of closures last: a statement
/// in a closure without braces belongs to the one around it.
fn walk(ast: &AST, on_node: &mut dyn FnMut(&ASTNode<'_>)) {
    for closures in [false, true] {
        let mut functions = ast.clone_functions_only();
        functions.retain_functions(|_, _, name, _| is_closure(name) == closures);
        functions.walk(&mut |path| {
            path.iter().last().into_iter().for_each(&mut *on_node);
            true
        });
    }
}

/// Returns the position of the node of a statement that is evaluated first.
fn first_node(statement: &Stmt) -> Position {
    match statement {
        Stmt::Expr(expr) => expr.position(),
        statement => statement.position(),
    }
}

/// Returns the script without a statement; line numbers do not change.
pub fn without(text: &str, statement: &Statement) -> String {
    let Range { start, end } = statement.bytes;
    let lines: String = text[start..end].chars().filter(|c| *c == '\n').collect();
    let nothing = if statement.is_case { "()" } else { "" };
    format!("{}{nothing}{lines}{}", &text[..start], &text[end..])
}

/// Returns the text of a prompt if a node is one.
fn question(node: &ASTNode<'_>) -> Option<(String, Position)> {
    let (call, _) = call(node)?;
    let is_text = |(name, kind): &(&str, Type)| *name == "text" && matches!(kind, Type::Text);
    let asks = |verb: &Verb| verb.effect == Effect::Ask && verb.params.iter().any(is_text);
    if !verbs_named(&call.name).any(asks) {
        return None;
    }
    call.args.iter().find_map(|arg| match arg {
        Expr::StringConstant(text, position) => Some((text.to_string(), *position)),
        _ => None,
    })
}

fn functions(
    ast: &AST,
    tokens: &Tokens,
    index: &TextIndex,
    byte: &dyn Fn(Position) -> Option<usize>,
) -> Vec<MappedFunction> {
    let named = ast.iter_fn_def().filter(|function| !is_closure(&function.name));
    let mut found: Vec<MappedFunction> = named
        .filter_map(|function| {
            let body = &function.body;
            let body = byte(body.start_position())?..byte(body.end_position())? + 1;
            let mut before = tokens.0[..tokens.at(body.start)].iter().rev();
            let start = before.find(|lexeme| lexeme.token == Token::Fn)?.bytes.start;
            let (name, line) = (function.name.to_string(), index.line(start));
            Some(MappedFunction { name, line, start, body })
        })
        .collect();
    found.sort_by_key(|function| function.body.start);
    found
}

/// The tokens of a script, which say where its statements begin and end: Rhai's tree has only a
/// position for each.
struct Tokens(Vec<Lexeme>);

impl Tokens {
    /// Returns the index of the token at a byte.
    fn at(&self, byte: usize) -> usize {
        self.0.partition_point(|lexeme| lexeme.bytes.end <= byte).min(self.0.len() - 1)
    }

    /// Returns the index after the bracket that closes the one at an index.
    fn closed(&self, open: usize) -> usize {
        let mut depth = 0_usize;
        for (i, lexeme) in self.0.iter().enumerate().skip(open) {
            match lexeme.token {
                _ if is_opening(&lexeme.token) => depth += 1,
                _ if is_closing(&lexeme.token) && depth <= 1 => return i + 1,
                _ if is_closing(&lexeme.token) => depth -= 1,
                _ => {}
            }
        }
        self.0.len()
    }

    /// Returns the index of the bracket that the one at an index closes.
    fn opened(&self, close: usize) -> usize {
        let mut depth = 0_usize;
        for (i, lexeme) in self.0[..=close].iter().enumerate().rev() {
            match lexeme.token {
                _ if is_closing(&lexeme.token) => depth += 1,
                _ if is_opening(&lexeme.token) && depth <= 1 => return i,
                _ if is_opening(&lexeme.token) => depth -= 1,
                _ => {}
            }
        }
        0
    }

    /// Returns the first token of the statement around a byte, and whether it is a `switch` case:
    /// after the brace of its block, the statement before it, or the arrow of its case. What stands
    /// in parentheses, or between the braces of a map, belongs to the statement around them.
    fn beginning(&self, byte: usize) -> (usize, bool) {
        let mut first = self.at(byte);
        while let Some(before) = first.checked_sub(1) {
            match self.0[before].token {
                Token::SemiColon | Token::LeftBrace => break,
                Token::DoubleArrow => return (first, true),
                Token::RightBrace if self.ends_statement(before) => break,
                Token::RightBrace | Token::RightParen | Token::RightBracket => {
                    first = self.opened(before);
                }
                _ => first = before,
            }
        }
        (first, false)
    }

    /// Whether the brace at an index closes a block that is a statement, not part of an expression.
    fn ends_statement(&self, brace: usize) -> bool {
        let follow = [Token::Else, Token::Period, Token::LeftBracket];
        let next = self.0.get(brace + 1);
        let open = self.opened(brace);
        let precede = [Token::Pipe, Token::Or, Token::Do];
        self.0[open].token == Token::LeftBrace
            && !(open > 0 && precede.contains(&self.0[open - 1].token))
            && !next.is_some_and(|next| follow.contains(&next.token))
    }

    /// Returns the end of the statement, or of the `switch` case, that starts at an index.
    fn end(&self, start: usize, is_case: bool) -> usize {
        let has_block = matches!(
            self.0[start].token,
            Token::If | Token::For | Token::While | Token::Loop | Token::Switch
        );
        let mut at = start;
        while let Some(Lexeme { token, .. }) = self.0.get(at) {
            match token {
                Token::SemiColon => return self.0[at].bytes.end,
                _ if is_closing(token) || (is_case && *token == Token::Comma) => break,
                _ if is_opening(token) => {
                    let is_block = has_block && *token == Token::LeftBrace;
                    at = self.closed(at);
                    let continues = self.0.get(at).is_some_and(|next| next.token == Token::Else);
                    if is_block && !continues {
                        break;
                    }
                }
                _ => at += 1,
            }
        }
        self.0[at.max(start + 1) - 1].bytes.end
    }
}

const fn is_opening(token: &Token) -> bool {
    matches!(token, Token::LeftBrace | Token::LeftParen | Token::LeftBracket | Token::MapStart)
}

const fn is_closing(token: &Token) -> bool {
    matches!(token, Token::RightBrace | Token::RightParen | Token::RightBracket)
}
