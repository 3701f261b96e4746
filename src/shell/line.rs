//! Splits typed, piped or pasted text into inputs: joins continued lines, splits at `;`, and drops
//! comments and pasted output. Script code is split by Rhai's lexer.

use super::input_line::InputLine;
use super::prompt::prompt_end;
use crate::base::lines::{MAX_LINE, unmarked};
use crate::script::tree::lexer::{LexemeClass, lex};
use crate::script::tree::open::{MAX_POSITION, OpenCode, find_semicolon};

/// Joins lines into inputs, one line at a time.
#[derive(Debug, Default)]
pub struct InputReader {
    open: String,
    code: OpenCode,
    after_prompt: bool,
    in_prose: bool,
    is_of_session: bool,
}

/// The opening fence of a block of a session file.
const FENCE: &str = "```litterbox";

impl InputReader {
    /// Creates a reader for this text; a session file starts with prose.
    pub fn of(text: &str) -> Self {
        let in_prose = text.lines().any(|line| unmarked(line).starts_with(FENCE));
        Self { in_prose, is_of_session: in_prose, ..Self::default() }
    }

    /// Whether the text is a session file, in which a line is one input.
    pub const fn is_of_session(&self) -> bool {
        self.is_of_session
    }

    /// Takes a line; returns an input when it is complete.
    ///
    /// Drops empty lines, `#` comments, and lines indented by two spaces below an input with a
    /// prompt, which are the output of a pasted session. Of a session file only the blocks are
    /// read.
    pub fn push(&mut self, line: &str) -> Option<String> {
        let line = unmarked(line);
        if self.open.is_empty() {
            if line.starts_with("```") {
                self.in_prose = !line.starts_with(FENCE);
                self.after_prompt = false;
                return None;
            }
            let is_output = self.after_prompt && line.starts_with("  ");
            let is_empty = line.trim().is_empty() || line.starts_with('#');
            if self.in_prose || is_output || is_empty {
                return None;
            }
            self.after_prompt = prompt_end(line) > 0;
            if !is_code(line) {
                return Some(line.to_owned());
            }
        } else {
            self.open.push('\n');
        }
        self.open.push_str(line);
        self.code.push(line);
        // An input that does not end is refused.
        let is_open = self.code.is_open() && self.open.len() as u64 <= MAX_LINE;
        if is_open { None } else { self.rest() }
    }

    /// Whether the next line continues the current input.
    pub const fn is_in_input(&self) -> bool {
        !self.open.is_empty()
    }

    /// Returns the rest at the end of the text.
    pub fn rest(&mut self) -> Option<String> {
        self.code = OpenCode::default();
        let text = std::mem::take(&mut self.open);
        (!text.is_empty()).then(|| joined(&text))
    }
}

/// Splits a text of several lines into inputs.
pub fn inputs(text: &str) -> Vec<String> {
    let mut reader = InputReader::of(text);
    let mut found: Vec<String> = text.lines().filter_map(|line| reader.push(line)).collect();
    found.extend(reader.rest());
    found
}

/// Splits a text at `;`, as after `-c`, except within script code, brackets, quotes, and a text
/// that takes the rest of its line.
pub fn split(text: &str) -> Vec<String> {
    inputs(text).iter().flat_map(|input| parts(input)).collect()
}

/// Splits one input in the same way.
pub fn parts(input: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = input;
    while !rest.trim().is_empty() {
        let end = part_end(rest);
        let (part, after) = rest.split_at(end);
        if !part.trim().is_empty() {
            found.push(part.trim().to_owned());
        }
        rest = after.strip_prefix(';').unwrap_or(after);
    }
    found
}

/// Whether the input is incomplete: an expression or a definition that ends within brackets, a
/// comment or a string of several lines.
pub fn is_open(text: &str) -> bool {
    let mut code = OpenCode::default();
    text.lines().for_each(|line| code.push(line));
    is_code(text) && code.is_open()
}

/// Whether the input contains script code.
fn is_code(text: &str) -> bool {
    InputLine::parse(&text[prompt_end(text)..]).is_code()
}

/// The byte offset of the first `;` that ends an input.
fn part_end(text: &str) -> usize {
    let text = text.trim_end();
    let start = text.len() - text.trim_start().len();
    let found = if is_code(&text[start..]) {
        find_semicolon(&text[start..]).map(|at| start + at)
    } else {
        outside(text)
    };
    let is_part = |end: &usize| {
        let part = text[start..*end].trim();
        !InputLine::parse(&part[prompt_end(part)..]).takes_rest()
    };
    found.filter(is_part).unwrap_or(text.len())
}

/// The byte offset of the first `;` outside of brackets and quotes; of the first one if a quote is
/// left open.
fn outside(text: &str) -> Option<usize> {
    let (mut depth, mut quote) = (0_usize, None);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            (None, ';') if depth == 0 => return Some(at),
            (None, _) => {}
        }
    }
    text.find(';').filter(|_| quote.is_some())
}

/// Joins the code of an input of a program; other inputs stay as they are.
pub fn joined_code(text: &str) -> String {
    if is_code(text) { joined(text) } else { text.to_owned() }
}

/// Joins an input to one line without comments, as it is saved and replayed. Strings stay as they
/// are, and so does an input that is too long for the lexer; a long expression is refused later.
fn joined(text: &str) -> String {
    if !text.contains('\n') || text.len() > MAX_POSITION {
        return text.to_owned();
    }
    let mut line = String::with_capacity(text.len());
    let mut end = 0;
    for lexeme in lex(text) {
        if end < lexeme.bytes.start && !line.ends_with(' ') {
            line.push(' ');
        }
        end = lexeme.bytes.end;
        if lexeme.class() != LexemeClass::Comment {
            line.push_str(&text[lexeme.bytes]);
        }
    }
    line.trim().to_owned()
}
