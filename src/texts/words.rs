//! Words of a text, and what changes in it.

use crate::base::error::{Edit, is_word_char};
use std::ops;

/// Returns the bytes of the word at a byte; empty where none is.
pub fn word_at(text: &str, byte: usize) -> ops::Range<usize> {
    let before = text[..byte].chars().rev().take_while(|c| is_word_char(*c)).map(char::len_utf8);
    let after = text[byte..].chars().take_while(|c| is_word_char(*c)).map(char::len_utf8);
    byte - before.sum::<usize>()..byte + after.sum::<usize>()
}

/// Returns the edit that makes a text another one.
pub fn change(old: &str, new: &str) -> Edit {
    let same = |pair: &(char, char)| pair.0 == pair.1;
    let width = |(c, _): (char, char)| c.len_utf8();
    let before: usize = old.chars().zip(new.chars()).take_while(same).map(width).sum();
    let ends = old[before..].chars().rev().zip(new[before..].chars().rev());
    let after: usize = ends.take_while(same).map(width).sum();
    let text = new[before..new.len() - after].to_owned();
    Edit { bytes: before..old.len() - after, text }
}
