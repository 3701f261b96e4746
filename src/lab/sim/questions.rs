//! How questions of scripts are answered.

use super::clusters::RatioSums;
use super::counts::{Merge, counts};
use super::stats::{Estimate, rounded};
use crate::base::error::readable;
use crate::kernel::decision::mark::{Mark, MarkedText, plain};
use crate::kernel::{Choice, ComboId, Decision, Kind, Rules, ScriptLine, Seat, Subject};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// The most questions, and answers of each, that are counted: the first ones in their order, so
/// that the counts do not depend on who counts them.
const MAX_QUESTIONS: usize = 256;
const MAX_ANSWERS: usize = 128;

/// The most characters of a question or an answer.
const MAX_TEXT: usize = 160;

/// The most texts of a place that are known when they are asked again: others are read each time.
const MAX_KNOWN: usize = 16;

/// Questions by who asks and where.
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
    /// The counts of a question.
    pub struct QuestionCounts {
        /// The id of the card or combo that asks; empty for a rule.
        pub asker: FirstText,
        pub text: FirstText,
        /// By game: how often it was asked.
        pub asked: RatioSums,
        pub answers: Answers,
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

/// Who asks: a card, a combo, or a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asker {
    Card(Kind),
    Combo(ComboId),
    Rule,
}

/// An answer as reports group it: players by where they sit, cards by their kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
enum AnswerGroup {
    Card(Kind),
    Number(i64),
    Depth(i64),
    Text(Arc<str>),
    Fixed(&'static str),
}

/// An answer, with how often it was given in the game that is played.
#[derive(Clone, Debug)]
struct Given {
    group: AnswerGroup,
    n: u32,
    sums: RatioSums,
}

/// A place of a script that asks, with how often it has asked in the game that is played.
#[derive(Clone, Debug)]
struct AskedPlace {
    line: Option<ScriptLine>,
    asker: Asker,
    n: u32,
    asked: RatioSums,
    given: Vec<Given>,
    /// The first texts that were asked, and of all texts the first one in their order.
    texts: Vec<MarkedText>,
    first: String,
}

/// The questions that one thread hears.
#[derive(Debug)]
pub(super) struct QuestionCollector {
    places: Vec<AskedPlace>,
    rules: Rc<Rules>,
    n_seats: usize,
}

impl QuestionCollector {
    pub(super) const fn new(rules: Rc<Rules>, n_seats: usize) -> Self {
        Self { places: Vec::new(), rules, n_seats }
    }

    /// Forgets those of a game that has not ended.
    pub(super) fn begin_game(&mut self) {
        for place in &mut self.places {
            place.n = 0;
            place.given.iter_mut().for_each(|given| given.n = 0);
        }
    }

    /// Counts a question of a script.
    pub(super) fn add(&mut self, text: &MarkedText, decision: &Decision, index: usize) {
        let line = decision.cause.place;
        let asker = match decision.cause.action.map(|action| action.subject) {
            Some(Subject::Card(_, kind)) => Asker::Card(kind),
            Some(Subject::Combo(combo)) => Asker::Combo(combo),
            _ => Asker::Rule,
        };
        let group = self.group(decision, index);
        let is_here = |place: &AskedPlace| (place.line, place.asker) == (line, asker);
        let at = self.places.iter().position(is_here).unwrap_or_else(|| {
            let (texts, first) = (vec![text.clone()], self.read(text));
            let (asked, given) = (RatioSums::default(), Vec::new());
            self.places.push(AskedPlace { line, asker, n: 0, asked, given, texts, first });
            self.places.len() - 1
        });
        // The texts of a place are asked in turns: reading each again is slow.
        if !self.places[at].texts.contains(text) {
            let own = self.read(text);
            let place = &mut self.places[at];
            if place.texts.len() < MAX_KNOWN {
                place.texts.push(text.clone());
            }
            if own < place.first {
                place.first = own;
            }
        }
        let place = &mut self.places[at];
        place.n += 1;
        match place.given.iter_mut().find(|given| given.group == group) {
            Some(given) => given.n += 1,
            None => place.given.push(Given { group, n: 1, sums: RatioSums::default() }),
        }
    }

    /// Counts the questions of a game that is over.
    pub(super) fn end_game(&mut self) {
        for place in self.places.iter_mut().filter(|place| place.n > 0) {
            let n_asked = u64::from(std::mem::take(&mut place.n));
            place.asked.add(n_asked, n_asked);
            for given in place.given.iter_mut().filter(|given| given.n > 0) {
                given.sums.add(n_asked, std::mem::take(&mut given.n).into());
            }
            if place.given.len() > 4 * MAX_ANSWERS {
                place.given.sort_by_cached_key(|given| named(&self.rules, &given.group));
                place.given.truncate(MAX_ANSWERS);
            }
        }
    }

    /// Adds those of all games that are over.
    pub(super) fn add_to(&self, questions: &mut Questions) {
        for place in self.places.iter().filter(|place| place.asked.size() > 0) {
            let asker = match place.asker {
                Asker::Card(kind) => self.rules.kind(kind).id.to_string(),
                Asker::Combo(combo) => self.rules.combo(combo).id.to_string(),
                Asker::Rule => String::new(),
            };
            let line = place.line.map_or_else(String::new, |at| {
                let ScriptLine { script, line, column } = at;
                format!("{script}:{line}:{column}")
            });
            let mut answers = Answers::default();
            for given in place.given.iter().filter(|given| given.sums.size() > 0) {
                let own = answers.0.entry(named(&self.rules, &given.group)).or_default();
                own.merge_from(&given.sums);
            }
            answers.limit();
            let mut own = Questions::default();
            own.0.insert(
                format!("{asker} {line}"),
                QuestionCounts {
                    asker: FirstText(Some(asker)),
                    text: FirstText(Some(place.first.clone())),
                    asked: place.asked,
                    answers,
                },
            );
            questions.merge_from(&own);
        }
    }

    fn read(&self, text: &MarkedText) -> String {
        short(&text.read(|mark| match mark {
            Mark::Kind(kind) => Some(readable(&self.rules.kind(kind).id).into()),
            Mark::Card(_) | Mark::Unknown => None,
        }))
    }

    fn group(&self, decision: &Decision, index: usize) -> AnswerGroup {
        AnswerGroup::Fixed(match &decision.options[index] {
            Choice::Number(depth) if decision.depth_of.is_some() => {
                return AnswerGroup::Depth(*depth);
            }
            Choice::Number(number) => return AnswerGroup::Number(*number),
            Choice::Text(text) => return AnswerGroup::Text(text.clone()),
            Choice::Card(_, kind) | Choice::Placed(_, kind, _) | Choice::Kind(kind) => {
                return AnswerGroup::Card(*kind);
            }
            Choice::Player(seat) => self.relation(decision.seat, *seat),
            Choice::Hidden(..) | Choice::Unseen => "a hidden card",
            Choice::Yes => "yes",
            Choice::No => "no",
            Choice::Pass => "pass",
            Choice::Draw => "draw",
            Choice::Play(_) | Choice::Respond(_) | Choice::Combo(..) | Choice::Copies(..) => {
                "a play"
            }
        })
    }

    const fn relation(&self, own: Seat, other: Seat) -> &'static str {
        let n_seats = self.n_seats;
        match (other.index() + n_seats - own.index()) % n_seats {
            0 => "themselves",
            _ if n_seats == 2 => "the opponent",
            1 => "the next seat",
            ahead if ahead + 1 == n_seats => "the seat before",
            _ => "another seat",
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

/// The questions of so many games, the most frequent ones first.
pub(super) fn question_rows(questions: &Questions, games: u64) -> Vec<QuestionRow> {
    let games = games.max(1) as f64;
    let row = |counts: &QuestionCounts| {
        let share = |(answer, sums): (&String, &RatioSums)| AnswerRow {
            answer: answer.clone(),
            share: sums.with_sizes_of(&counts.asked).share(1),
        };
        let mut answers: Vec<AnswerRow> = counts.answers.0.iter().map(share).collect();
        let value = |row: &AnswerRow| row.share.map_or(0.0, |share| share.value);
        answers.sort_by(|a, b| value(b).total_cmp(&value(a)));
        QuestionRow {
            asker: counts.asker.0.clone().unwrap_or_default(),
            question: counts.text.0.clone().unwrap_or_default(),
            per_game: rounded(counts.asked.size() as f64 / games),
            answers,
        }
    };
    let mut rows: Vec<QuestionRow> = questions.0.values().map(row).collect();
    rows.sort_by(|a, b| b.per_game.total_cmp(&a.per_game));
    rows
}
