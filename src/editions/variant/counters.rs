//! Counters: what they hold and who sees it.

use super::file::{CounterDeclaration, CounterEntry};
use super::json::Document;
use crate::base::error::Error;
use crate::kernel::rules::{CounterRule, Holds, SeenBy};

/// Returns the counters of the table, of players or of cards (`of`).
pub fn counters(
    of: &str,
    entries: &[CounterEntry],
    document: &Document,
    errors: &mut Vec<Error>,
) -> Vec<CounterRule> {
    let rule = |(i, entry): (usize, &CounterEntry)| match entry {
        CounterEntry::Id(id) => CounterRule::number(id.as_str().into()),
        CounterEntry::Full(declared) => {
            let path = format!("counters/{of}/{i}");
            let mut error = |key: &str, message: String, hint: &str| {
                let path = if key.is_empty() { path.clone() } else { format!("{path}/{key}") };
                let error = Error::new("V0127", message).at(document.span(&path));
                errors.push(error.hint(hint));
            };
            let seen_by = seen_by(of, declared, &mut error);
            let holds = holds(declared, seen_by, &mut error);
            let is_shown = declared.shown.unwrap_or(true);
            CounterRule {
                id: declared.id.as_str().into(),
                holds,
                seen_by,
                is_shown,
                is_kept: false,
            }
        }
    };
    entries.iter().enumerate().map(rule).collect()
}

type ReportError<'a> = dyn FnMut(&str, String, &str) + 'a;

fn seen_by(of: &str, declared: &CounterDeclaration, error: &mut ReportError<'_>) -> SeenBy {
    let word = declared.seen_by.as_deref().unwrap_or("everybody");
    let seen_by = match word {
        "everybody" => SeenBy::Everybody,
        "owner" => SeenBy::Owner,
        "nobody" => SeenBy::Nobody,
        _ => {
            let hint = "write `everybody`, `owner` or `nobody`";
            error("seen_by", format!("`{word}` sees no counter"), hint);
            SeenBy::Everybody
        }
    };
    match (of, seen_by) {
        ("table", SeenBy::Owner) => {
            let hint = "write `everybody` or `nobody`";
            error("seen_by", "a counter of the table has no owner".to_owned(), hint);
        }
        ("card", SeenBy::Owner | SeenBy::Nobody) => {
            let hint = "leave out `seen_by`";
            let message = "who knows a card sees its counters".to_owned();
            error("seen_by", message, hint);
        }
        _ => {}
    }
    seen_by
}

fn holds(declared: &CounterDeclaration, seen_by: SeenBy, error: &mut ReportError<'_>) -> Holds {
    let CounterDeclaration { holds, from, to, words, .. } = declared;
    let is_secret = seen_by != SeenBy::Everybody;
    let word = holds.as_deref().unwrap_or("number");
    if word != "number" && (from.is_some() || to.is_some()) {
        let hint = "leave out `from` and `to`";
        error("", format!("a {word} has no smallest and no largest value"), hint);
    }
    if word != "text" && words.is_some() {
        error("words", format!("a {word} is none of these texts"), "write \"holds\": \"text\"");
    }
    match word {
        "number" => {
            if is_secret && (from.is_none() || to.is_none()) {
                let hint = "write \"from\": 0, \"to\": 9: what players may think possible";
                error("", "a secret number needs a smallest and a largest value".to_owned(), hint);
            }
            let (low, high) = (from.unwrap_or(i64::MIN), to.unwrap_or(i64::MAX));
            if low > high {
                let message = format!("`from` is greater than `to`: {low} and {high}");
                error("from", message, "put the smallest number first");
            }
            Holds::Number(low.min(high), high)
        }
        "kind" => Holds::Kind,
        "player" => Holds::Player,
        "text" => {
            let words = words.iter().flatten().map(|word| word.as_str().into()).collect();
            let holds = Holds::Text(words);
            if is_secret && holds == Holds::Text([].into()) {
                let hint = "write \"words\": [\"red\", \"blue\"]: what players may think possible";
                error("", "a secret text needs the texts that it may be".to_owned(), hint);
            }
            holds
        }
        _ => {
            let hint = "write `number`, `kind`, `player` or `text`";
            error("holds", format!("a counter cannot hold a `{word}`"), hint);
            Holds::NUMBER
        }
    }
}
