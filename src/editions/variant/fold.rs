//! The normalization of typed titles.

use deunicode::deunicode_char;

/// Normalizes a word: removes case, accents, spaces and punctuation. Non-Latin letters are kept.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars().filter(|letter| letter.is_alphanumeric()) {
        if letter.is_ascii() {
            folded.push(letter);
            continue;
        }
        match deunicode_char(letter).filter(|_| is_latin(letter)) {
            Some(plain) => folded.extend(plain.chars().filter(char::is_ascii_alphanumeric)),
            None => folded.extend(letter.to_lowercase()),
        }
    }
    folded.make_ascii_lowercase();
    folded
}

/// Returns whether a letter is Latin, including accented and full-width letters.
const fn is_latin(letter: char) -> bool {
    matches!(letter, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{ff01}'..='\u{ff5e}')
}
