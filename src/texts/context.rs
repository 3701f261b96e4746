//! The surroundings of the cursor in a script that may be incomplete.

use crate::lint::TypedScripts;
use crate::script::Script;
use crate::script::tree::open::{OpenAtCursor, open_at_cursor};
use crate::script::tree::{NodeKind, ScriptSource, SyntaxNode};
use std::ops::Range;
use std::sync::Arc;

/// A name that no script has.
const CURSOR: &str = "litterbox_cursor";

/// A script with a name, or the content of a string, put in at the cursor so that it parses.
pub struct Repaired {
    source: ScriptSource,
}

/// The text before the cursor, by its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// A comment: nothing is completed.
    Comment,
    /// An open string that begins at this byte, quote included.
    Text(usize),
    /// A dot.
    Dot,
    /// No function is open.
    TopLevel,
    Code,
}

/// Returns what is before the word that begins at `start`.
pub fn before(text: &str, start: usize) -> Before {
    let open = open_at_cursor(&text[..start]);
    if open.is_comment {
        return Before::Comment;
    }
    if let Some(at) = open.text {
        return Before::Text(at);
    }
    let code = text[..start].trim_end();
    let is_dot = code.ends_with('.') && !code.ends_with("..");
    // The dot may be the end of a comment above.
    match is_dot && !open_at_cursor(&code[..code.len() - 1]).is_comment {
        true => Before::Dot,
        false if open.closers.is_empty() => Before::TopLevel,
        false => Before::Code,
    }
}

impl Repaired {
    /// Repairs a script at the word that begins at `start`: the rest of its statement is cut off,
    /// and what is open is closed. If that does not parse, the statement is put in the last valid
    /// text. `None` if nothing parses.
    pub fn at(typed: &TypedScripts, script: &Script, start: usize) -> Option<Self> {
        let text = &*script.text;
        // The quote of an open text may be the last character.
        text.get(..start)?;
        let function = text[..start].rfind("\nfn ").map_or(0, |at| at + 1);
        // Errors in other functions do not matter.
        let mut texts = vec![text[..start].to_owned(), text[function..start].to_owned()];
        if let Some(valid) = typed.last_valid(&script.name) {
            let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
            let statement = text[..start].rfind([';', '{', '}']).map_or(line, |at| at + 1);
            texts.extend(within(valid, text, function..start, &text[statement..start]));
            texts.extend(within(valid, text, function..start, &text[line.max(statement)..start]));
        }
        texts.iter().find_map(|before| {
            let candidates = candidates(before);
            candidates.into_iter().find_map(|candidate| {
                let script = Script { name: Arc::clone(&script.name), text: candidate.into() };
                Some(Self { source: typed.typed(&script)? })
            })
        })
    }

    /// Returns the node at the cursor, and the nodes around it, outermost first.
    pub fn path(&self) -> Option<(Vec<&SyntaxNode>, &SyntaxNode)> {
        let bodies = self.source.functions.iter().map(|function| &function.body);
        let mut path = Vec::new();
        let found = bodies.chain([&*self.source.top]).find_map(|body| find(body, &mut path));
        found.map(|node| (path, node))
    }

    /// Returns the value before the dot at the cursor.
    pub fn receiver(&self) -> Option<&SyntaxNode> {
        match &self.path()?.1.what {
            NodeKind::Property(on, _) => Some(&**on),
            _ => None,
        }
    }

    /// Returns the function that the cursor is in.
    pub fn function(&self) -> Option<&str> {
        let is_in = |body| find(body, &mut Vec::new()).is_some();
        let function = self.source.functions.iter().find(|function| is_in(&function.body));
        function.map(|function| function.name.as_str())
    }
}

/// Returns the text before the cursor as it would be in the last valid text: the same function, up
/// to the line of the cursor or its end, then what is typed.
fn within(valid: &str, text: &str, at: Range<usize>, typed: &str) -> Option<String> {
    let head = text[at.start..].split_inclusive('{').next()?;
    let start = valid.find(head)?;
    let end = valid[start..].find("\n}").map_or(valid.len(), |end| start + end + 1);
    let n_lines = text[at].matches('\n').count();
    let lines = valid[start..end].split_inclusive('\n').take(n_lines);
    Some(format!("{}{typed}", &valid[..start + lines.map(str::len).sum::<usize>()]))
}

fn find<'a>(node: &'a SyntaxNode, path: &mut Vec<&'a SyntaxNode>) -> Option<&'a SyntaxNode> {
    let is_it = match &node.what {
        NodeKind::Name(name, _) | NodeKind::Property(_, name) => name == CURSOR,
        NodeKind::Text(text) => text == CURSOR,
        _ => false,
    };
    if is_it {
        return Some(node);
    }
    path.push(node);
    let found = node.children().into_iter().find_map(|child| find(child, path));
    if found.is_none() {
        path.pop();
    }
    found
}

/// Returns texts of which one may parse.
fn candidates(before: &str) -> Vec<String> {
    let OpenAtCursor { closers, text, .. } = open_at_cursor(before);
    let begun = match text {
        Some(at) => {
            let quote = before[at..].chars().next().filter(|c| matches!(c, '"' | '`'));
            let quote = quote.unwrap_or('`');
            let begun = if before[at..].starts_with(quote) { at + 1 } else { before.len() };
            format!("{}{CURSOR}{quote}", &before[..begun])
        }
        None => format!("{before}{CURSOR}"),
    };
    let finish = |end: &&str| {
        let mut candidate = begun.clone();
        let mut is_ended = false;
        for closer in closers.iter().rev() {
            if *closer == "}" && !is_ended {
                candidate += end;
                is_ended = true;
            }
            candidate += closer;
        }
        if !is_ended {
            candidate += end;
            candidate += ";";
        }
        candidate
    };
    ["", " {}", ": 0", " in [] {}", " => 0"].iter().map(finish).collect()
}
