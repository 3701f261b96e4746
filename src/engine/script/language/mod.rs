//! The language of scripts besides the verbs, as one table: its functions with their types, their
//! cost and their code, its operators and its statements; and what other scripts know and these do
//! not.

mod absent;
mod lists;
mod maps;
mod numbers;
mod operators;
mod row;
mod statements;
mod texts;

pub use absent::absent;
pub(crate) use absent::absent_word;
#[doc(hidden)]
pub use absent::unrepeatable;
pub use row::GROUP;

use super::functions::Native;
use row::Row;

/// All entries.
pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    let tables =
        [lists::ROWS, texts::ROWS, numbers::ROWS, maps::ROWS, operators::ROWS, statements::ROWS];
    tables.into_iter().flatten()
}

/// Returns the functions with this name and number of values, the receiver included, in the order
/// in which they are tried.
pub(super) fn natives(
    name: &str,
    n_values: usize,
) -> impl Iterator<Item = &'static Native> + use<> {
    let row = rows().find(|row| row.name == name);
    let natives = row.map_or(&[][..], |row| row.natives);
    natives.iter().filter(move |native| native.params.len() == n_values)
}

/// Whether the closure that a function takes is a condition, as each of its forms says:
/// `list.filter(|item| bool)`.
#[doc(hidden)]
pub fn takes_condition(name: &str) -> bool {
    let forms = rows().filter(|row| row.name == name).flat_map(|row| row.forms);
    let mut results = forms.filter_map(|form| form.split('|').nth(2)).peekable();
    results.peek().is_some() && results.all(|result| result.trim_start().starts_with("bool"))
}

/// Returns the forms of a function of the language: `list.push(value)`.
pub(crate) fn forms(name: &str) -> Option<String> {
    let row = rows().find(|row| row.name == name)?;
    let forms: Vec<String> = row.forms.iter().map(|form| format!("`{form}`")).collect();
    Some(forms.join(" or "))
}

/// Returns all functions with their names.
pub(super) fn functions() -> impl Iterator<Item = (&'static str, &'static Native)> {
    rows().flat_map(|row| row.natives.iter().map(|native| (row.name, native)))
}

/// Whether a function is also called without brackets: `list.len`.
pub(super) fn is_property(name: &str) -> bool {
    let end = format!(".{name}");
    let is_it = |form: &&str| form.split(" -> ").next().is_some_and(|call| call.ends_with(&end));
    rows().any(|row| row.name == name && row.forms.iter().any(is_it))
}

/// Returns the values that each function takes, with its name, as `list, number`.
#[doc(hidden)]
pub fn overloads() -> impl Iterator<Item = (&'static str, String)> {
    functions().map(|(name, native)| {
        let params: Vec<String> = native.params.iter().map(ToString::to_string).collect();
        (name, params.join(", "))
    })
}
