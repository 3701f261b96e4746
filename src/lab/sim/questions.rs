//! How questions of scripts are answered.

use super::clusters::RatioSums;
use super::counts::{Merge, counts};
use super::stats::{Estimate, rounded};
use crate::base::error::readable;
use crate::counting::{AnswerGroup, Asked, Asker, MAX_PROMPTS, QuestionCounter};
use crate::kernel::decision::mark::{Mark, MarkedText, plain};
use crate::kernel::{Rulebook as _, Rules};
use crate::script::Host;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most questions, and answers of each, that are counted: the first ones in their order, so
/// that the counts do not depend on who counts them.
const MAX_QUESTIONS: usize = 256;
const MAX_ANSWERS: usize = 128;

/// The most characters of a question or an answer.
const MAX_TEXT: usize = 160;

/// Questions by who asks and where: the id of the card or combo (empty for a rule), a space, and
/// the place in a script.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Questions(pub BTreeMap<String, QuestionCounts>);

/// Answers by their texts; the totals of their sums are how often they were given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Answers(pub BTreeMap<String, RatioSums>);

/// A text; of several, the first one in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FirstText(pub Option<String>);

counts! {
    /// How often something was asked, and its answers.
    pub struct AskedCounts {
        /// By game: how often it was asked.
        pub asked: RatioSums,
        pub answers: Answers,
    }
}

counts! {
    /// The counts of a place that asks.
    pub struct QuestionCounts {
        pub text: FirstText,
        /// With any prompt.
        pub all: AskedCounts,
        pub prompts: Prompts,
    }
}

/// The counts of the prompts of a place; empty if there are more than [`MAX_PROMPTS`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Prompts(pub BTreeMap<String, AskedCounts>);

impl Merge for Prompts {
    fn merge_from(&mut self, other: &Self) {
        let are_too_many = self.0.is_empty() || other.0.is_empty();
        self.0.merge_from(&other.0);
        if are_too_many || self.0.len() > MAX_PROMPTS {
            self.0.clear();
        }
    }
}

impl Merge for FirstText {
    fn merge_from(&mut self, other: &Self) {
        let texts = self.0.take().into_iter().chain(other.0.clone());
        self.0 = texts.min();
    }
}

impl Merge for Answers {
    fn merge_from(&mut self, other: &Self) {
        self.0.merge_from(&other.0);
        self.limit();
    }
}

impl Answers {
    /// Keeps the first answers in their order: also those of one thread, so that a result does not
    /// depend on the number of threads.
    fn limit(&mut self) {
        while self.0.len() > MAX_ANSWERS {
            self.0.pop_last();
        }
    }
}

impl Merge for Questions {
    fn merge_from(&mut self, other: &Self) {
        self.0.merge_from(&other.0);
        while self.0.len() > MAX_QUESTIONS {
            self.0.pop_last();
        }
    }
}

/// The sums of an [`Asked`]: of how often it was asked, and of its answers.
#[derive(Clone, Debug, Default)]
struct AskedSums {
    asked: RatioSums,
    given: Vec<RatioSums>,
}

impl AskedSums {
    /// Adds what was asked in a game that is over.
    fn end_game(&mut self, rules: &Rules, asked: &mut Asked) {
        if asked.n == 0 {
            return;
        }
        let n_asked = u64::from(asked.n);
        self.asked.add(n_asked, n_asked);
        self.given.resize(asked.given.len(), RatioSums::default());
        for (sums, given) in self.given.iter_mut().zip(&asked.given) {
            if given.n > 0 {
                sums.add(n_asked, given.n.into());
            }
        }
        if asked.given.len() > 4 * MAX_ANSWERS {
            self.keep_first_answers(rules, asked);
        }
    }

    /// Keeps the first answers in their order.
    fn keep_first_answers(&mut self, rules: &Rules, asked: &mut Asked) {
        let mut given: Vec<_> = asked.given.drain(..).zip(self.given.drain(..)).collect();
        given.sort_by_cached_key(|(given, _)| named(rules, &given.group));
        given.truncate(MAX_ANSWERS);
        (asked.given, self.given) = given.into_iter().unzip();
    }

    /// Returns the counts of all games that are over.
    fn counts(&self, rules: &Rules, asked: &Asked) -> AskedCounts {
        let mut answers = Answers::default();
        let given = self.given.iter().zip(&asked.given);
        for (sums, given) in given.filter(|(sums, _)| sums.size() > 0) {
            answers.0.entry(named(rules, &given.group)).or_default().merge_from(sums);
        }
        answers.limit();
        AskedCounts { asked: self.asked, answers }
    }
}

/// The sums of a place that asks, and of its prompts.
#[derive(Clone, Debug, Default)]
struct PlaceSums {
    all: AskedSums,
    prompts: Vec<AskedSums>,
}

/// The sums of the places of a [`QuestionCounter`], in their order.
#[derive(Debug, Default)]
pub(super) struct QuestionSums(Vec<PlaceSums>);

impl QuestionSums {
    /// Adds the questions of a game that is over.
    pub(super) fn end_game(&mut self, rules: &Rules, questions: &mut QuestionCounter) {
        self.0.resize(questions.places.len(), PlaceSums::default());
        let places = self.0.iter_mut().zip(&mut questions.places);
        for (sums, place) in places.filter(|(_, place)| place.asked.n > 0) {
            sums.all.end_game(rules, &mut place.asked);
            place.is_varied |= place.has_more;
            sums.prompts.resize(place.prompts.len(), AskedSums::default());
            for (sums, prompt) in sums.prompts.iter_mut().zip(&mut place.prompts) {
                prompt.is_counted |= prompt.asked.n > 0;
                sums.end_game(rules, &mut prompt.asked);
            }
        }
    }

    /// Adds those of all games that are over.
    pub(super) fn add_to(&self, host: &Host, counter: &QuestionCounter, questions: &mut Questions) {
        let rules = host.rules();
        let places = self.0.iter().zip(&counter.places);
        for (sums, place) in places.filter(|(sums, _)| sums.all.asked.size() > 0) {
            let asker = match place.asker {
                Asker::Card(kind) => rules.kind(kind).id.to_string(),
                Asker::Combo(combo) => rules.combo(combo).id.to_string(),
                Asker::Rule => String::new(),
            };
            let line = place.line.and_then(|at| Some(format!("{}:{}", host.at(at)?, at.column)));
            let line = line.unwrap_or_default();
            let prompts = sums.prompts.iter().zip(&place.prompts);
            let prompts = prompts
                .filter(|(sums, _)| sums.asked.size() > 0 && !place.is_varied)
                .map(|(sums, prompt)| (prompt.name.clone(), sums.counts(rules, &prompt.asked)));
            let counts = QuestionCounts {
                text: FirstText(place.first.clone()),
                all: sums.all.counts(rules, &place.asked),
                prompts: Prompts(prompts.collect()),
            };
            questions.merge_from(&Questions([(format!("{asker} {line}"), counts)].into()));
        }
    }
}

/// The text of an answer; of a card, its id.
fn named(rules: &Rules, group: &AnswerGroup) -> String {
    match group {
        AnswerGroup::Card(kind) => format!("{CARD}{}", rules.kind(*kind).id),
        AnswerGroup::Number(number) => number.to_string(),
        AnswerGroup::Depth(0) => "on top".to_owned(),
        AnswerGroup::Depth(depth) => format!("depth {depth}"),
        AnswerGroup::Text(text) => short(&plain(text)),
        AnswerGroup::Fixed(text) => (*text).to_owned(),
    }
}

/// Returns a question with the titles of the kinds that it names.
pub(super) fn read_text(rules: &Rules, text: &MarkedText) -> String {
    short(&text.read(|mark| match mark {
        Mark::Kind(kind) => Some(readable(&rules.kind(kind).id).into()),
        Mark::Card(_) | Mark::Unknown => None,
    }))
}

fn short(text: &str) -> String {
    text.chars().take(MAX_TEXT).collect()
}

/// The beginning of answers that are cards; then follows the id.
pub(super) const CARD: &str = "card ";

/// How a question was answered.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QuestionRow {
    /// The id of the card or combo that asks; empty for a rule.
    pub asker: String,
    /// The script, line and column that ask: `cards/favor.rhai:6:42`.
    pub at: String,
    pub question: String,
    /// How often it is asked per game.
    pub per_game: f64,
    /// The answers, the most frequent ones first.
    pub answers: Vec<AnswerRow>,
}

/// An answer: `card` and an id, or a text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnswerRow {
    pub answer: String,
    /// The share of the answers to its question.
    pub share: Option<Estimate>,
}

/// The questions of this many games, the most frequent ones first. A place with several prompts has
/// a row for each.
pub(super) fn question_rows(questions: &Questions, games: u64) -> Vec<QuestionRow> {
    let rows = questions.0.iter().flat_map(|(place, counts)| {
        let first = counts.text.0.as_deref().unwrap_or_default();
        let rows: Vec<QuestionRow> = match &counts.prompts.0 {
            prompts if prompts.len() > 1 => {
                prompts.iter().map(|(text, counts)| row(place, text, counts, games)).collect()
            }
            _ => vec![row(place, first, &counts.all, games)],
        };
        rows
    });
    let mut rows: Vec<QuestionRow> = rows.collect();
    rows.sort_by(|a, b| b.per_game.total_cmp(&a.per_game));
    rows
}

fn row(place: &str, text: &str, counts: &AskedCounts, games: u64) -> QuestionRow {
    let (asker, at) = place.split_once(' ').unwrap_or_default();
    let share = |(answer, sums): (&String, &RatioSums)| AnswerRow {
        answer: answer.clone(),
        share: sums.with_sizes_of(&counts.asked).share(1),
    };
    let mut answers: Vec<AnswerRow> = counts.answers.0.iter().map(share).collect();
    let value = |row: &AnswerRow| row.share.map_or(0.0, |share| share.value);
    answers.sort_by(|a, b| value(b).total_cmp(&value(a)));
    QuestionRow {
        asker: asker.to_owned(),
        at: at.to_owned(),
        question: text.to_owned(),
        per_game: rounded(counts.asked.size() as f64 / games.max(1) as f64),
        answers,
    }
}
