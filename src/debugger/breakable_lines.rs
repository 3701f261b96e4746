//! Breakable lines of a script: those on which a statement starts that runs in a ply.

use crate::base::error::Refusal;
use crate::kernel::Hook;
use crate::script::Script;
use crate::script::tree::{ScriptSource, Statement};

/// Returns the breakable line for a line of a script.
///
/// # Errors
/// No statement can stop there, as a message.
pub fn line_from(script: &Script, line: usize) -> Result<u16, Refusal> {
    let (name, source) = (&script.name, ScriptSource::read(script));
    let found = statement(&source.statements, &script.text, line)
        .ok_or_else(|| format!("nothing is run in {name} from line {line} on"))?;
    let function = &source.functions[found.function].name;
    let hook = Hook::find(function);
    match hook {
        Some(hook) if hook.is_query() => Err(format!(
            "`{function}` runs whenever options are listed: breakpoints do not stop in it"
        )
        .into()),
        Some(Hook::Setup) => {
            Err("`setup` ends before the first ply: breakpoints do not stop in it".into())
        }
        _ => Ok(u16::try_from(found.line).map_err(|_| format!("{name} is too long"))?),
    }
}

/// The statement that contains a line, or else the next one.
fn statement<'o>(statements: &'o [Statement], text: &str, line: usize) -> Option<&'o Statement> {
    if let Some(found) = statements.iter().find(|statement| statement.line == line) {
        return Some(found);
    }
    let next = statements.iter().find(|statement| statement.line > line);
    let written = line.checked_sub(1).and_then(|before| text.lines().nth(before));
    let written = written.unwrap_or_default().trim();
    let is_end = written.chars().all(|c| "}]);".contains(c));
    let around = statements.iter().rev().filter(|_| !is_end).find(|statement| {
        let n_lines = text[statement.bytes.clone()].lines().count();
        (statement.line..statement.line + n_lines).contains(&line)
    });
    // A line within a block but outside of its statements is empty or a comment.
    let is_block = |end: usize| next.is_some_and(|next| next.bytes.start < end);
    around.filter(|around| !is_block(around.bytes.end)).or(next)
}
