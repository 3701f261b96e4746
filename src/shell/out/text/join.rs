//! Joins names.

/// Joins names: `ann, bob and cat`.
#[must_use]
pub fn and(names: &[&str]) -> String {
    match names {
        [] => "nobody".into(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}
