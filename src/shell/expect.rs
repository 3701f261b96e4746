//! `:expect`: one-line assertions about the position. A passing assertion prints nothing.

use super::assertion::AssertionResult;
use super::forms;
use crate::debugger::Debugger;
use crate::transcript::ApplyError;

/// Checks an assertion. `helpers` prepends the functions that an expression calls.
///
/// # Errors
/// The assertion is malformed, as a message.
pub fn check(
    debugger: &Debugger,
    text: &str,
    helpers: &dyn Fn(&str) -> String,
) -> Result<AssertionResult, String> {
    let text = text.trim();
    let (form, rest) = match text.strip_prefix('=') {
        Some(code) => ("=", code),
        None => text.split_once(char::is_whitespace).unwrap_or((text, "")),
    };
    let rest = rest.trim();
    match form {
        "" => Err("what is expected? e.g. turn ann".into()),
        "not" => negated(text, check(debugger, rest, helpers)?),
        "any" => any(debugger, text, &alternatives(rest)?, helpers),
        "=" => evaluated(debugger, text, rest, helpers),
        _ => forms::check(debugger, text, form, rest),
    }
}

fn negated(text: &str, outcome: AssertionResult) -> Result<AssertionResult, String> {
    Ok(match outcome {
        AssertionResult::Holds => AssertionResult::Fails(text.to_owned(), "it holds".into()),
        AssertionResult::Fails(..) => AssertionResult::Holds,
    })
}

/// The forms that take the rest of the line.
const LAST: [&str; 3] = ["=", "fault", "shown"];

/// Splits an assertion at the word `or`.
fn alternatives(rest: &str) -> Result<Vec<&str>, String> {
    let (mut parts, mut left) = (Vec::new(), rest.trim());
    loop {
        let form = left.strip_prefix("not ").map_or(left, str::trim_start);
        let word = form.split_whitespace().next().unwrap_or_default();
        if word == "any" {
            return Err("an `any` within another one says nothing more".into());
        }
        let takes_all = LAST.contains(&word) || form.starts_with('=');
        let end = if takes_all { None } else { find_or(left) };
        let part = left[..end.unwrap_or(left.len())].trim();
        if part.is_empty() {
            return Err("write `any FORM or FORM`".into());
        }
        parts.push(part);
        match end {
            Some(end) => left = left[end..].trim_start()[2..].trim_start(),
            None => return Ok(parts),
        }
    }
}

/// Where the first word `or` of a text begins.
fn find_or(text: &str) -> Option<usize> {
    let words = text.split_whitespace();
    words
        .filter(|word| *word == "or")
        .map(|word| word.as_ptr() as usize - text.as_ptr() as usize)
        .next()
}

fn any(
    debugger: &Debugger,
    text: &str,
    forms: &[&str],
    helpers: &dyn Fn(&str) -> String,
) -> Result<AssertionResult, String> {
    // All alternatives are checked: a malformed one is refused even if another one holds.
    let outcomes = forms.iter().map(|form| check(debugger, form, helpers));
    let outcomes: Vec<AssertionResult> = outcomes.collect::<Result<_, _>>()?;
    let mut actual = Vec::new();
    for outcome in outcomes {
        match outcome {
            AssertionResult::Holds => return Ok(AssertionResult::Holds),
            AssertionResult::Fails(_, found) => actual.push(found),
        }
    }
    Ok(AssertionResult::Fails(text.to_owned(), actual.join("; ")))
}

/// Evaluates an expression that must be true.
fn evaluated(
    debugger: &Debugger,
    text: &str,
    code: &str,
    helpers: &dyn Fn(&str) -> String,
) -> Result<AssertionResult, String> {
    if code.is_empty() {
        return Err("there is no expression: e.g. `= draw_pile().len > 3`".into());
    }
    if debugger.viewer.is_some() {
        return Err("an expression sees more than a player knows".into());
    }
    match debugger.query(debugger.table().clone(), &helpers(code), &[]) {
        Ok(value) if value == "true" => Ok(AssertionResult::Holds),
        Ok(value) if value == "false" => Ok(AssertionResult::Fails(text.to_owned(), value)),
        Ok(value) => Err(format!("`{code}` is {value}: it must be true or false")),
        Err(ApplyError::Impossible(why, _)) => Err(why),
        Err(ApplyError::Fault(fault)) => Err(fault.message),
    }
}
