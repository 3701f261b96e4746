//! An entry of the table of the language.

use crate::script::functions::Native;

/// The group of these entries in the reference.
pub const GROUP: &str = "language";

/// An entry.
#[derive(Debug)]
pub struct Row {
    pub name: &'static str,
    pub forms: &'static [&'static str],
    pub doc: &'static str,
    /// An expression that is true.
    pub example: &'static str,
    /// The functions that run it, for values of certain types; nothing for what the syntax consists
    /// of.
    pub natives: &'static [Native],
}

macro_rules! table {
    ($($name:literal [$($form:literal),+] $doc:literal $example:literal
        $(=> $effect:ident $cost:ident [$($of:ident),*] $returned:ident $run:path)*;)*) => {
        &[$(Row {
            name: $name,
            forms: &[$($form),+],
            doc: $doc,
            example: $example,
            natives: &[$($crate::script::functions::Native {
                params: &[$($crate::script::functions::Of::$of),*],
                returned: $crate::script::functions::Of::$returned,
                changes: $crate::script::language::row::changes(stringify!($effect)),
                is_per_entry: $crate::script::language::row::is_per_entry(stringify!($cost)),
                run: $run,
            }),*],
        }),*]
    };
}
pub(super) use table;

/// Whether a function `change`s its receiver or only `read`s it.
pub(super) const fn changes(effect: &str) -> bool {
    match effect.as_bytes() {
        b"change" => true,
        b"read" => false,
        _ => panic!("`read` or `change`"),
    }
}

/// Whether a function costs something `each` entry, or only `once`.
pub(super) const fn is_per_entry(cost: &str) -> bool {
    match cost.as_bytes() {
        b"each" => true,
        b"once" => false,
        _ => panic!("`once` or `each`"),
    }
}
