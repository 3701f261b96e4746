//! The words of a line that starts a game: `classic ann bob --set hazards="players + 1"`.

/// The quotes around blanks that belong to a word.
const QUOTES: [char; 2] = ['"', '\''];

/// Splits a line at the blanks outside of quotes, which begin a word or a value; each word comes
/// with its place.
pub fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += line[at..].find(|c: char| !c.is_whitespace())?;
        let (start, mut quote, mut last) = (at, None, ' ');
        let is_end = |c: char| {
            match quote {
                Some(open) => quote = Some(open).filter(|open| *open != c),
                None => {
                    quote = Some(c).filter(|c| [' ', '='].contains(&last) && QUOTES.contains(c))
                }
            }
            last = c;
            quote.is_none() && c.is_whitespace()
        };
        at += line[at..].find(is_end).unwrap_or(line.len() - at);
        Some((start, &line[start..at]))
    })
}

/// The text of a word, without its quotes.
pub fn unquoted(word: &str) -> String {
    word.replace(QUOTES, "")
}

/// The words that set an option of a variant.
pub fn setting((option, value): &(String, String)) -> String {
    let words: Vec<&str> = value.split_whitespace().collect();
    match words.as_slice() {
        [_, _, ..] if !value.contains(QUOTES) => format!("--set {option}=\"{}\"", words.join(" ")),
        words => format!("--set {option}={}", words.join(" ")),
    }
}
