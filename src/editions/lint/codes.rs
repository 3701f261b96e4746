//! The documentation of the error codes: one Markdown page per code, in `lint/codes`.

use crate::base::error::Severity;
use include_dir::{Dir, include_dir};
use std::sync::LazyLock;

static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/lint/codes");

/// The documentation of an error code.
#[derive(Clone, Debug)]
pub struct CodeDoc {
    /// The stable code: `L0101`.
    pub code: &'static str,
    pub severity: Severity,
    /// Its name: `unknown-function`.
    pub name: &'static str,
    pub summary: String,
    /// The reason, in one or two sentences.
    pub why: String,
    pub fix: String,
    /// An example with only this error; empty if no example can show it.
    pub wrong: CodeExample,
    /// That example without the error.
    pub right: CodeExample,
}

/// A file of an example: its path and its content.
pub type ExampleFile = (&'static str, &'static str);

/// An example of an error code. Without commands, loading and checking the files shows the error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeExample {
    pub files: Vec<ExampleFile>,
    /// The commands; the last one reports the error, or succeeds.
    pub commands: Vec<&'static str>,
}

/// All error codes, in order.
pub fn codes() -> &'static [CodeDoc] {
    static CODES: LazyLock<Vec<CodeDoc>> = LazyLock::new(|| {
        let page = |file: &'static include_dir::File<'_>| {
            let page = file.contents_utf8().and_then(parse);
            page.unwrap_or_else(|| panic!("{} is not the page of a code", file.path().display()))
        };
        let mut codes: Vec<CodeDoc> = PAGES.files().map(page).collect();
        codes.sort_by_key(|doc| doc.code);
        codes
    });
    &CODES
}

/// Finds an error code by its code or name.
pub fn find(word: &str) -> Option<&'static CodeDoc> {
    codes().iter().find(|doc| doc.code.eq_ignore_ascii_case(word) || doc.name == word)
}

/// Returns the page of a code, as Markdown.
pub fn page(code: &str) -> Option<&'static str> {
    PAGES.get_file(format!("{code}.md"))?.contents_utf8()
}

/// A part of a page.
enum Block {
    Heading(&'static str),
    Paragraph(String),
    File(ExampleFile),
    Commands(Vec<&'static str>),
}

/// Reads a page: a heading with code, name and severity; the summary; the reason; the sections
/// `Wrong` and `Right` with files and commands; the section `Fix`.
fn parse(page: &'static str) -> Option<CodeDoc> {
    let (title, rest) = page.strip_prefix("# ")?.split_once('\n')?;
    let (code, title) = title.split_once(' ')?;
    let (name, severity) = title.strip_suffix(')')?.split_once(" (")?;
    let severity =
        [Severity::Error, Severity::Warning].into_iter().find(|level| level.word() == severity)?;
    let mut blocks = blocks(rest.trim_start()).into_iter();
    let mut paragraph = || match blocks.next() {
        Some(Block::Paragraph(text)) => Some(text),
        _ => None,
    };
    let (summary, why) = (paragraph()?, paragraph()?);
    let (mut wrong, mut right) = (CodeExample::default(), CodeExample::default());
    let mut section = "";
    let mut fix = None;
    for block in blocks {
        let example = if section == "Wrong" { &mut wrong } else { &mut right };
        match block {
            Block::Heading(heading) => section = heading,
            Block::Paragraph(text) if section == "Fix" && fix.is_none() => fix = Some(text),
            Block::Paragraph(_) => return None,
            Block::File(file) => example.files.push(file),
            Block::Commands(commands) => example.commands = commands,
        }
    }
    Some(CodeDoc { code, severity, name, summary, why, fix: fix?, wrong, right })
}

/// Splits the body of a page into its blocks.
fn blocks(mut rest: &'static str) -> Vec<Block> {
    let mut blocks = Vec::new();
    while !rest.is_empty() {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let (block, end) = if let Some(heading) = line.strip_prefix("## ") {
            (Block::Heading(heading), after)
        } else if line.starts_with("```") {
            let (code, end) = fenced(line, after);
            (Block::Commands(code.lines().collect()), end)
        } else if let Some((path, (code, end))) = file(line, after) {
            (Block::File((path, code)), end)
        } else {
            let (text, end) = rest.split_once("\n\n").unwrap_or((rest, ""));
            (Block::Paragraph(text.split_whitespace().collect::<Vec<_>>().join(" ")), end)
        };
        blocks.push(block);
        rest = end.trim_start_matches('\n');
    }
    blocks
}

/// Reads a file of an example: a line with its path, then a fenced block with its content.
fn file(line: &'static str, after: &'static str) -> Option<(&'static str, Fenced)> {
    let path = line.strip_prefix('`')?.strip_suffix('`')?;
    let (fence, after) = after.split_once('\n')?;
    fence.starts_with("```").then(|| (path, fenced(fence, after)))
}

/// The content of a fenced block, and what follows it.
type Fenced = (&'static str, &'static str);

fn fenced(opening: &str, after: &'static str) -> Fenced {
    let fence = opening.trim_end_matches(|c: char| c != '`');
    let closing = format!("{fence}\n");
    let lines = after.split_inclusive('\n').take_while(|line| **line != *closing);
    let length = lines.map(str::len).sum();
    (&after[..length], after[length..].strip_prefix(&*closing).unwrap_or_default())
}
