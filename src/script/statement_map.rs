//! Maps the statements of a script to their source ranges, for coverage and mutation testing.

use super::api::verbs;
use super::values::Type;
use rhai::{ASTNode, Engine, Expr, FnCallExpr, OptimizationLevel, Position};
use std::collections::BTreeMap;
use std::ops::Range;

/// A function of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappedFunction {
    /// Its name.
    pub name: String,
    /// The line of its start, counted from 1.
    pub line: usize,
    /// The byte range of its body, including the braces.
    pub body: Range<usize>,
}

/// A statement of a function. The contents of an unbraced closure belong to the enclosing
/// statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The line of its start, counted from 1.
    pub line: usize,
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
    /// The text.
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
}

/// Parses a script; the map is empty if the script is invalid.
#[must_use]
pub fn statement_map(text: &str) -> StatementMap {
    let mut engine = Engine::new_raw();
    engine.set_max_expr_depths(64, 64);
    engine.set_optimization_level(OptimizationLevel::None);
    let Ok(ast) = engine.compile(text) else { return StatementMap::default() };
    let masked = masked(text);
    let functions = functions(text, &masked);
    let lines = LineIndex::of(text);
    let mut starts: BTreeMap<usize, (usize, bool)> = BTreeMap::new();
    let mut questions = BTreeMap::new();
    ast.walk(&mut |path| {
        // A statement starts at or before its first part.
        let first = lines.byte(path.last().map_or(Position::NONE, ASTNode::position));
        if let (Some(ASTNode::Stmt(_)), Some(byte)) = (path.last(), first) {
            let (start, is_case) = beginning(&masked, byte);
            let of = functions.iter().position(|function| function.body.contains(&start));
            if let Some(of) = of.filter(|_| !masked[start..].starts_with("else")) {
                starts.insert(start, (of, is_case));
            }
        }
        if let Some((text, byte)) = path
            .last()
            .and_then(question)
            .and_then(|(text, position)| Some((text, lines.byte(position)?)))
        {
            questions.insert(byte, text);
        }
        true
    });
    let statement = |(start, (function, is_case))| Statement {
        line: lines.line(start),
        bytes: start..end(&masked, start, is_case),
        function,
        is_case,
    };
    let question = |(byte, text)| MappedQuestion { line: lines.line(byte), text };
    StatementMap {
        statements: starts.into_iter().map(statement).collect(),
        questions: questions.into_iter().map(question).collect(),
        functions,
    }
}

/// Returns the script without a statement; line numbers do not change.
#[must_use]
pub fn without(text: &str, statement: &Statement) -> String {
    let Range { start, end } = statement.bytes;
    let lines: String = text[start..end].chars().filter(|c| *c == '\n').collect();
    let nothing = if statement.is_case { "()" } else { "" };
    format!("{}{nothing}{lines}{}", &text[..start], &text[end..])
}

/// Returns the script with a probe before each statement, numbered from `first`. Line numbers do
/// not change.
#[must_use]
pub fn instrumented(text: &str, statement_map: &StatementMap, first: usize) -> String {
    with_probes(text, statement_map, |i| format!("{}{}", super::probe::PROBE, first + i))
}

/// Returns the script with a probe without a number before each statement.
#[must_use]
pub fn marked(text: &str, statement_map: &StatementMap) -> String {
    with_probes(text, statement_map, |_| String::new())
}

fn with_probes(text: &str, map: &StatementMap, probe: impl Fn(usize) -> String) -> String {
    let mut inserted: Vec<(usize, String)> = Vec::new();
    for (i, statement) in map.statements.iter().enumerate() {
        let brace = if statement.is_case { "{ " } else { "" };
        inserted.push((statement.bytes.start, format!("{brace}debug(\"{}\"); ", probe(i))));
        if statement.is_case {
            inserted.push((statement.bytes.end, " }".to_owned()));
        }
    }
    inserted.sort_by_key(|(at, _)| *at);
    let mut instrumented = String::with_capacity(2 * text.len());
    let mut done = 0;
    for (at, code) in inserted {
        instrumented.push_str(&text[done..at]);
        instrumented.push_str(&code);
        done = at;
    }
    instrumented.push_str(&text[done..]);
    instrumented
}

/// Returns the text of a prompt if a call is one.
fn question(node: &ASTNode<'_>) -> Option<(String, Position)> {
    let call: &FnCallExpr = match node {
        ASTNode::Expr(Expr::FnCall(call, _) | Expr::MethodCall(call, _)) => call,
        ASTNode::Stmt(rhai::Stmt::FnCall(call, _)) => call,
        _ => return None,
    };
    let asks = |(name, kind): &(&str, Type)| *name == "text" && matches!(kind, Type::Text);
    if !verbs().any(|verb| verb.name == call.name.as_str() && verb.params.iter().any(asks)) {
        return None;
    }
    call.args.iter().find_map(|arg| match arg {
        Expr::StringConstant(text, position) => Some((text.to_string(), *position)),
        _ => None,
    })
}

/// Returns the byte offset of each line.
struct LineIndex<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    fn of(text: &'a str) -> Self {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(breaks).collect() }
    }

    fn byte(&self, position: Position) -> Option<usize> {
        let start = *self.starts.get(position.line()? - 1)?;
        let column = position.position().unwrap_or(1).max(1) - 1;
        let within = self.text[start..].char_indices().nth(column);
        Some(within.map_or(self.text.len(), |(at, _)| start + at))
    }

    fn line(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte)
    }
}

/// Returns the source with comments blanked and strings filled with `x`, at the same byte offsets.
fn masked(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (length, mark) = match first {
            '"' | '\'' | '`' => (quoted(rest, first), 'x'),
            '/' if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), ' '),
            '/' if rest.starts_with("/*") => (rest.find("*/").map_or(rest.len(), |at| at + 2), ' '),
            c => {
                let length = c.len_utf8();
                masked.push_str(if length == 1 { &rest[..1] } else { "" });
                masked.extend(std::iter::repeat_n('x', if length == 1 { 0 } else { length }));
                rest = &rest[length..];
                continue;
            }
        };
        let hidden = rest[..length].bytes().map(|byte| if byte == b'\n' { '\n' } else { mark });
        masked.extend(hidden);
        rest = &rest[length..];
    }
    masked
}

/// Returns the length of the string literal that starts here.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, char) in rest.char_indices().skip(1) {
        match char {
            _ if escaped => escaped = false,
            '\\' if quote != '`' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

fn functions(text: &str, masked: &str) -> Vec<MappedFunction> {
    let mut found = Vec::new();
    for (at, _) in masked.match_indices("fn ") {
        let is_word = masked[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let Some(open) = masked[at..].find('{').filter(|_| !is_word) else { continue };
        let name = text[at + 3..].split('(').next().unwrap_or_default().trim().to_owned();
        let line = masked[..at].matches('\n').count() + 1;
        found.push(MappedFunction { name, line, body: at + open..block_end(masked, at + open) });
    }
    found
}

/// Returns the end of the block that starts here, after its closing brace.
fn block_end(masked: &str, open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, char) in masked[open..].char_indices() {
        match char {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' if depth <= 1 => return open + at + 1,
            '}' | ')' | ']' => depth -= 1,
            _ => {}
        }
    }
    masked.len()
}

/// Returns the start of the statement around `byte`: after the last brace, semicolon or arrow of a
/// `switch` case, and whether it is such a case.
fn beginning(masked: &str, byte: usize) -> (usize, bool) {
    let after = masked[..byte].rfind(['{', '}', ';']).map_or(0, |at| at + 1);
    let arrow = masked[after..byte].rfind("=>").map(|at| after + at + 2);
    let start = arrow.unwrap_or(after);
    let blanks = masked[start..].len() - masked[start..].trim_start().len();
    (start + blanks, arrow.is_some())
}

/// Returns the end of the statement, or of the `switch` case, that starts here.
fn end(masked: &str, start: usize, is_case: bool) -> usize {
    let word = masked[start..].split(|c: char| !c.is_alphanumeric() && c != '_').next();
    let has_block = matches!(word, Some("if" | "for" | "while" | "loop" | "switch"));
    let mut at = start;
    while let Some(char) = masked[at..].chars().next() {
        match char {
            ';' => return at + 1,
            '}' | ')' | ']' => break,
            ',' if is_case => break,
            '{' if has_block => {
                at = block_end(masked, at);
                let next = masked[at..].trim_start();
                if !next.starts_with("else") {
                    return at;
                }
            }
            '{' | '(' | '[' => at = block_end(masked, at),
            _ => at += 1,
        }
    }
    start + masked[start..at].trim_end().len()
}
