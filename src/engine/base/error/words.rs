//! Words in messages: names and their parts, similar names, plurals.

use std::collections::BTreeSet;
use std::fmt;

/// Whether a character can be part of a name: a letter, a digit or `_`.
pub fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a text consists of letters, digits and `_` only; so does an empty one.
pub fn is_word(text: &str) -> bool {
    text.chars().all(is_word_char)
}

/// Returns the words of a text: its longest parts that consist of letters, digits and `_`.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_word_char(c)).filter(|word| !word.is_empty())
}

/// Whether one of the words of a text is this one.
pub fn mentions(text: &str, word: &str) -> bool {
    words(text).any(|other| other == word)
}

/// The text with an upper-case first letter.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(letters).collect()
}

/// Converts an id to a title: `double_slap` is `Double Slap`.
pub fn readable(id: &str) -> String {
    id.split('_').map(capitalized).collect::<Vec<_>>().join(" ")
}

/// Returns `did you mean …?` with all candidates closest to the mistyped word.
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    did_you_mean_one_of(&nearest(word, candidates))
}

pub(super) fn did_you_mean_one_of(near: &[&str]) -> Option<String> {
    let near: Vec<String> = near.iter().take(3).map(|name| format!("`{name}`")).collect();
    (!near.is_empty()).then(|| format!("did you mean {}?", near.join(" or ")))
}

/// Returns all candidates that are close enough to a mistyped word and equally close.
pub(super) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Vec<&'a str> {
    let candidates: BTreeSet<&str> = candidates.into_iter().collect();
    let sought = Sought::new(word);
    let ranked = candidates.iter().filter_map(|name| Some((sought.rank(name)?, *name)));
    let ranked: Vec<(usize, &str)> = ranked.collect();
    let least = ranked.iter().map(|(rank, _)| *rank).min();
    ranked.into_iter().filter(|(rank, _)| Some(*rank) == least).map(|(_, name)| name).collect()
}

/// A mistyped word. Case, spaces, `-` and `_` do not matter, as in answers.
struct Sought {
    letters: String,
    /// The number of letters to insert, remove, replace or swap in a name that may be meant.
    reach: usize,
}

/// The rank of a name that begins with the word, after all that are spelled like it.
const BEGINS: usize = usize::MAX;

/// A beginning of this many letters says what is meant.
const MIN_BEGINNING: usize = 3;

impl Sought {
    fn new(word: &str) -> Self {
        let letters = plain(word);
        let reach = ((letters.chars().count() + 1) / 3).max(1);
        Self { letters, reach }
    }

    /// How near a name is, 0 for the nearest; `None` if it is not meant. A number means no name.
    fn rank(&self, name: &str) -> Option<usize> {
        if self.letters.is_empty() || self.letters.parse::<i64>().is_ok() {
            return None;
        }
        let letters = plain(name);
        let length = self.letters.chars().count();
        // The distance is at least the difference of the lengths, which is computed faster.
        if letters.chars().count().abs_diff(length) <= self.reach {
            let distance = strsim::damerau_levenshtein(&self.letters, &letters);
            if distance <= self.reach {
                return Some(distance);
            }
        }
        let begins = length >= MIN_BEGINNING && letters.starts_with(&self.letters);
        begins.then_some(BEGINS)
    }
}

/// The letters of a name, as they are compared.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_'));
    letters.flat_map(char::to_lowercase).collect()
}

/// The number of letters to insert, remove, replace or swap, ignoring case.
fn distance(a: &str, b: &str) -> usize {
    strsim::damerau_levenshtein(&a.to_lowercase(), &b.to_lowercase())
}

/// Whether a word is so near to another that it can be corrected unasked: two letters at most.
pub(super) fn is_near_spelling(word: &str, other: &str) -> bool {
    distance(word, other) <= 2
}

/// Returns the most likely candidate for a mistyped word, if any is close enough, or
/// else the only one that begins with it. A number has none.
pub fn suggest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let sought = Sought::new(word);
    let ranked = candidates.into_iter().filter_map(|name| Some((sought.rank(name)?, name)));
    let ranked: Vec<(usize, &str)> = ranked.collect();
    let (rank, name) = *ranked.iter().min_by_key(|(rank, _)| *rank)?;
    let is_one = ranked.iter().all(|(_, other)| *other == name);
    (rank != BEGINS || is_one).then_some(name)
}

/// Returns `did you mean …?` with the most likely candidate for a mistyped word, or else this hint.
pub fn suggest_or<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    otherwise: impl Into<String>,
) -> String {
    let near = suggest(word, candidates);
    near.map_or_else(|| otherwise.into(), |near| format!("did you mean `{near}`?"))
}

/// A number with its noun: `1 ply`, `2 plies`, `0 branches`.
pub fn plural(number: impl fmt::Display, noun: &str) -> String {
    let number = number.to_string();
    match (number.as_str(), noun.strip_suffix('y')) {
        ("1", _) => format!("1 {noun}"),
        (_, Some(stem)) if !stem.ends_with(['a', 'e', 'o']) => format!("{number} {stem}ies"),
        _ if noun.ends_with("ch") => format!("{number} {noun}es"),
        _ => format!("{number} {noun}s"),
    }
}

/// Joins names: `ann, bob and cat`.
pub fn and(names: &[&str]) -> String {
    match names {
        [] => "nobody".into(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}
