//! The variables of functions: where one is declared and used.

use crate::base::error::is_word;
use crate::script::topics;
use crate::script::tree::syntax::identifiers;
use crate::script::tree::{NodeKind, ScriptFunction, ScriptSource, SyntaxNode};
use std::ops::Range;

/// A variable or parameter of a function.
pub struct LocalVariable<'a> {
    function: &'a ScriptFunction,
    /// Where it stands, its declaration first.
    pub places: Vec<Range<usize>>,
}

/// A place of a name with the slot of its variable.
type NamePlace = (u16, Range<usize>);

/// Returns the variable at a byte of a script.
pub fn at(source: &ScriptSource, byte: usize) -> Option<LocalVariable<'_>> {
    let text = &*source.script.text;
    let is_in =
        |function: &&ScriptFunction| (function.start..=function.body.bytes.end).contains(&byte);
    let function = source.functions.iter().find(is_in)?;
    let mut all = parameters(function, text);
    for node in function.body.walk() {
        declared(node, text, &mut all);
        if let NodeKind::Name(name, Some(slot)) = &node.what
            && text.get(node.bytes.clone()) == Some(name)
        {
            all.push((*slot, node.bytes.clone()));
        }
    }
    let is_here = |(_, bytes): &&NamePlace| (bytes.start..=bytes.end).contains(&byte);
    let slot = all.iter().find(is_here)?.0;
    let of_slot = all.into_iter().filter(|(of, _)| *of == slot);
    let mut places: Vec<Range<usize>> = of_slot.map(|(_, bytes)| bytes).collect();
    places.sort_by_key(|bytes| bytes.start);
    places.dedup();
    Some(LocalVariable { function, places })
}

impl LocalVariable<'_> {
    /// Checks a new name.
    ///
    /// # Errors
    /// Why it cannot be that: it is no name, or the function has it already.
    pub fn check(&self, text: &str, new: &str) -> Result<(), String> {
        let is_name = new.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
        if !is_name || !is_word(new) || !new.is_ascii() || new != new.to_lowercase() {
            return Err(format!("`{new}` is not a name: use a-z, 0-9 and `_`"));
        }
        if topics::find(new).is_some() {
            return Err(format!("`{new}` is reserved"));
        }
        let around = self.function.start..self.function.body.bytes.end;
        match identifiers(text.get(around).unwrap_or_default()).contains(new) {
            true => Err(format!("the name `{new}` is taken in `{}`", self.function.name)),
            false => Ok(()),
        }
    }
}

/// The parameters of a function, whose slots come first.
fn parameters(function: &ScriptFunction, text: &str) -> Vec<NamePlace> {
    let head = function.start..function.body.bytes.start;
    let list = text.get(head.clone()).and_then(|head| head.find('('));
    let from = head.start + list.unwrap_or_default()..head.end;
    let named = (0..).zip(&function.params);
    named.filter_map(|(slot, name)| Some((slot, word(text, from.clone(), name)?))).collect()
}

/// Adds what a node declares.
fn declared(node: &SyntaxNode, text: &str, all: &mut Vec<NamePlace>) {
    let (locals, end) = match &node.what {
        NodeKind::Let(local, value) => (std::slice::from_ref(local), value.bytes.start),
        NodeKind::For(locals, list, _) => (&**locals, list.bytes.start),
        NodeKind::Closure(closure) => (&*closure.params, closure.body.bytes.start),
        _ => return,
    };
    // A value that is left out has no place of its own.
    let head = node.bytes.start..end.max(node.bytes.start);
    let head = if head.is_empty() { node.bytes.clone() } else { head };
    let found = locals
        .iter()
        .filter_map(|local| Some((local.slot, word(text, head.clone(), &local.name)?)));
    all.extend(found);
}

/// The first place of a word in a part of a text.
fn word(text: &str, part: Range<usize>, word: &str) -> Option<Range<usize>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let within = text.get(part.clone())?;
    let mut found = within.match_indices(word).map(|(at, _)| at..at + word.len());
    let whole = found.find(|at| {
        !within[..at.start].ends_with(is_part) && !within[at.end..].starts_with(is_part)
    })?;
    Some(part.start + whole.start..part.start + whole.end)
}
