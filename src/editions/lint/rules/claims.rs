//! Claims of an English text of a card: what it says that happens, to whom, and how many.

use super::topic::{DISCARD, Topic};
use super::topics::TOPICS;
use crate::script::Symbol;
use std::ops::Range;

const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// Words that begin an object.
const OBJECTS: [&str; 25] = [
    "a", "an", "one", "another", "the", "your", "their", "his", "her", "any", "some", "all", "up",
    "as", "it", "them", "from", "cards", "extra", "both", "this", "that", "every", "each", "its",
];

/// Words after which a text tells of a condition, of others, or of what does not happen.
const CONDITIONS: [&str; 31] = [
    "when",
    "whenever",
    "until",
    "if",
    "unless",
    "while",
    "who",
    "whoever",
    "after",
    "before",
    "where",
    "not",
    "cannot",
    "can't",
    "no",
    "nobody",
    "never",
    "nothing",
    "instead",
    "than",
    "because",
    "that",
    "which",
    "without",
    "whose",
    "once",
    "otherwise",
    "nor",
    // Of `the next time`, `as soon as` and `as long as`.
    "time",
    "soon",
    "long",
];

/// Words after which a number is one of a condition.
const NUMBER_CONDITIONS: [&str; 13] = [
    "if", "when", "whenever", "until", "unless", "while", "whoever", "where", "with", "has",
    "have", "had", "than",
];

/// The nouns that numbers count.
const UNITS: [&str; 8] = ["turns", "cards", "spaces", "points", "tiles", "turn", "card", "steps"];

/// Words that only English texts have; a text without any is in another language.
const ENGLISH: [&str; 33] = [
    "the",
    "you",
    "your",
    "of",
    "and",
    "or",
    "is",
    "it",
    "to",
    "with",
    "each",
    "every",
    "another",
    "player",
    "players",
    "card",
    "cards",
    "turn",
    "turns",
    "draw",
    "steal",
    "shuffle",
    "discard",
    "everybody",
    "everyone",
    "take",
    "takes",
    "look",
    "score",
    "two",
    "three",
    "next",
    "game",
];

/// Words that say where cards lie: a number after them counts cards.
const PLACES: [&str; 6] = ["top", "next", "first", "bottom", "last", "lowest"];

/// Words of actions whose objects are counted.
const COUNTED: &[(&str, Topic)] = &[
    ("draw", Topic::Symbol(Symbol::Draw)),
    ("draws", Topic::Symbol(Symbol::Draw)),
    ("steal*", Topic::Symbol(Symbol::Take)),
    ("rob*", Topic::Symbol(Symbol::Take)),
    ("take*", Topic::Symbol(Symbol::Take)),
    ("give*", Topic::Symbol(Symbol::Take)),
    ("look*", Topic::Symbol(Symbol::Eye)),
    ("peek*", Topic::Symbol(Symbol::Eye)),
    ("see*", Topic::Symbol(Symbol::Eye)),
    ("discard", DISCARD),
    ("discards", DISCARD),
];

/// Words that say that something happens more than once.
const AGAIN: [&str; 8] = ["again", "each", "twice", "both", "more", "second", "every", "times"];

/// A number of things that a text names.
#[derive(Debug, PartialEq, Eq)]
pub struct Count {
    pub number: i64,
    pub unit: &'static str,
    /// The action on them, if the text says so just before.
    pub action: Option<Topic>,
}

/// A text, taken apart.
pub struct Claims {
    /// The words of each part between punctuation marks, in lower case.
    parts: Vec<Vec<String>>,
    /// Whether a part follows a condition of its sentence.
    is_conditional: Vec<bool>,
    counts: Vec<Count>,
    said: Vec<(Topic, String)>,
}

impl Claims {
    /// Takes a text apart.
    pub fn of(text: &str) -> Self {
        let text = text.to_lowercase();
        let words = |part: &str| {
            let trim = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
            let words = part.split_whitespace().map(trim);
            words.filter(|word| !word.is_empty()).collect::<Vec<String>>()
        };
        let (mut parts, mut is_conditional) = (Vec::new(), Vec::new());
        for sentence in text.split(['.', ';', ':', '!', '?']) {
            let mut is_after = false;
            for (at, part) in sentence.split([',', '(', ')', '–', '—']).enumerate() {
                let mut part = words(part);
                // After a comma, `who` goes on with what happens.
                if at > 0 && part.first().is_some_and(|word| word == "who") {
                    part.remove(0);
                }
                is_conditional.push(is_after);
                is_after |= part.first().is_some_and(|word| word == "if");
                parts.push(part);
            }
        }
        let counts = parts.iter().flat_map(|part| counts_in(part)).collect();
        let mut claims = Self { parts, is_conditional, counts, said: Vec::new() };
        let said = TOPICS.iter().filter_map(|words| {
            let phrase = words.claims.iter().find_map(|claim| claims.find(claim))?;
            Some((words.topic, phrase))
        });
        claims.said = said.collect();
        claims
    }

    /// Whether the text is English.
    pub fn is_english(&self) -> bool {
        self.parts.iter().flatten().any(|word| ENGLISH.contains(&&**word))
    }

    /// The topics that the text says happen, with the words that say so.
    pub fn said(&self) -> &[(Topic, String)] {
        &self.said
    }

    /// The words of a phrase where no condition stands before it.
    fn find(&self, claim: &str) -> Option<String> {
        let claim: Vec<&str> = claim.split(' ').collect();
        let sure = self.parts.iter().zip(&self.is_conditional).filter(|(_, is_if)| !**is_if);
        sure.map(|(part, _)| part).find_map(|part| {
            (0..part.len()).find_map(|at| {
                let end = at + matched(&part[at..], &claim)?;
                is_said(part, at..end, &claim).then(|| part[at..end].join(" "))
            })
        })
    }

    /// Whether a word of the text belongs to a topic.
    pub fn mentions(&self, topic: Topic) -> bool {
        let Some(words) = topic.words() else { return true };
        let all = self.parts.iter().flatten();
        all.into_iter().any(|word| words.mentions.iter().any(|pattern| fits(word, pattern)))
    }

    /// The numbers of things that the text names; one only where it says what is done with it.
    pub fn counts(&self) -> &[Count] {
        &self.counts
    }

    /// Whether something may happen more often than one phrase says.
    pub fn repeats(&self, topic: Topic) -> bool {
        let mut words = self.parts.iter().flatten();
        let n_counts = self.counts.iter().filter(|count| count.action == Some(topic)).count();
        n_counts > 1 || words.any(|word| AGAIN.contains(&&**word))
    }
}

/// Whether these words of a part say that it happens: no condition stands before them.
fn is_said(part: &[String], at: Range<usize>, claim: &[&str]) -> bool {
    let before = &part[..at.start];
    let is_sure = claim.first() == Some(&"without")
        || before.iter().all(|word| !CONDITIONS.contains(&&**word));
    let is_noun = matches!(part.get(at.end).map(String::as_str), Some("pile" | "step"))
        || claim.len() == 1 && matches!(before.last().map(String::as_str), Some("a" | "an"));
    // Hands are shuffled when they are turned face down.
    let is_hand = claim[0].starts_with("shuffle") && part.iter().any(|word| word == "hand");
    // A card is discarded when it is played.
    let is_played = claim[0].starts_with("discard")
        && matches!(part.get(at.start + 1).map(String::as_str), Some("this"));
    is_sure && !is_noun && !is_hand && !is_played
}

/// The number of words at the start that fit a phrase.
fn matched(words: &[String], phrase: &[&str]) -> Option<usize> {
    let Some((first, rest)) = phrase.split_first() else { return Some(0) };
    if *first == "…" {
        let most = words.len().min(5);
        return (0..=most).find_map(|n| Some(n + matched(&words[n..], rest)?));
    }
    let word = words.first().filter(|word| fits(word, first))?;
    debug_assert!(!word.is_empty());
    Some(1 + matched(&words[1..], rest)?)
}

fn fits(word: &str, pattern: &str) -> bool {
    match pattern {
        "#" => number(word).is_some_and(|n| n > 1),
        "%" => OBJECTS.contains(&word) || number(word).is_some(),
        _ => pattern.strip_suffix('*').map_or(word == pattern, |stem| word.starts_with(stem)),
    }
}

fn number(word: &str) -> Option<i64> {
    let at = NUMBERS.iter().position(|name| *name == word);
    at.map(|n| n as i64).or_else(|| word.parse().ok())
}

/// Numbers before a noun, also with an adjective between them: `two extra turns`, `the top three`.
fn counts_in(part: &[String]) -> Vec<Count> {
    let counted = part.iter().enumerate().filter_map(|(at, word)| {
        let is_one = matches!(&**word, "a" | "an" | "one" | "another");
        let number = if is_one { 1 } else { number(word).filter(|number| *number > 1)? };
        let before = &part[..at];
        if before.iter().any(|word| NUMBER_CONDITIONS.contains(&&**word)) {
            return None;
        }
        let mut after = part[at + 1..].iter().take(3).take_while(|word| *word != "of");
        let is_placed = before.last().is_some_and(|word| PLACES.contains(&&**word));
        let unit = after.find_map(|word| UNITS.iter().find(|unit| **unit == word));
        let unit = unit.copied().or((is_placed && number > 1).then_some("cards"))?;
        let action = match unit {
            "turn" | "turns" => {
                let takes = before.last().is_some_and(|word| word.starts_with("take"));
                takes.then_some(Topic::Symbol(Symbol::Bolt))
            }
            _ => before.iter().rev().take(5).find_map(|word| action_of(word)),
        };
        let is_singular = !unit.ends_with('s');
        let is_wanted = if number == 1 { is_singular && action.is_some() } else { true };
        is_wanted.then_some(Count { number, unit, action })
    });
    counted.collect()
}

fn action_of(word: &str) -> Option<Topic> {
    COUNTED.iter().find(|(pattern, _)| fits(word, pattern)).map(|(_, topic)| *topic)
}
