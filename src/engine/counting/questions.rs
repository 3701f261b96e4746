//! How the questions of scripts are answered in a game.

use crate::kernel::decision::mark::MarkedText;
use crate::kernel::{Choice, ComboId, Decision, Kind, Rules, ScriptLine, Seat, Subject};
use std::rc::Rc;
use std::sync::Arc;

/// Returns a question as reports name it.
pub type ReadText = fn(&Rules, &MarkedText) -> String;

/// The most texts of a place that are known when they are asked again: others are read each time.
const MAX_KNOWN: usize = 16;

/// The most prompts of a place that are counted apart: a text that a script composes may be new
/// each time.
pub const MAX_PROMPTS: usize = 8;

/// Who asks: a card, a combo, or a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    Card(Kind),
    Combo(ComboId),
    Rule,
}

/// An answer as reports group it: players by where they sit, cards by their kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerGroup {
    Card(Kind),
    Number(i64),
    Depth(i64),
    Text(Arc<str>),
    Fixed(&'static str),
}

/// An answer, with how often it was given in the game that is played.
#[derive(Clone, Debug)]
pub struct Given {
    pub group: AnswerGroup,
    pub n: u32,
}

/// How often something was asked in the game that is played, and its answers.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    pub n: u32,
    pub given: Vec<Given>,
}

/// A prompt of a place of a script, as reports name it.
#[derive(Clone, Debug)]
pub struct AskedPrompt {
    pub name: String,
    pub asked: Asked,
    /// Whether a game that counts has asked it: others may make room.
    pub is_counted: bool,
}

/// A place of a script that asks.
#[derive(Clone, Debug)]
pub struct AskedPlace {
    pub line: Option<ScriptLine>,
    pub asker: Asker,
    /// All that it has asked, with any prompt.
    pub asked: Asked,
    /// Its prompts, at most [`MAX_PROMPTS`].
    pub prompts: Vec<AskedPrompt>,
    /// Whether games that count have asked more prompts.
    pub is_varied: bool,
    /// Whether the game that is played asks more prompts. It counts for nothing if it is stopped,
    /// so that the rows do not depend on which thread has played which game.
    pub has_more: bool,
    /// The first texts that were asked, each with the index of its prompt; [`MAX_PROMPTS`] for
    /// those that have no room.
    known: Vec<(MarkedText, usize)>,
    /// Of all prompts, the first one in their order.
    pub first: Option<String>,
}

impl Asked {
    fn begin_game(&mut self) {
        self.n = 0;
        self.given.iter_mut().for_each(|given| given.n = 0);
    }

    fn add(&mut self, group: &AnswerGroup) {
        self.n += 1;
        match self.given.iter_mut().find(|given| given.group == *group) {
            Some(given) => given.n += 1,
            None => self.given.push(Given { group: group.clone(), n: 1 }),
        }
    }
}

impl AskedPlace {
    const fn new(line: Option<ScriptLine>, asker: Asker) -> Self {
        Self {
            line,
            asker,
            asked: Asked { n: 0, given: Vec::new() },
            prompts: Vec::new(),
            is_varied: false,
            has_more: false,
            known: Vec::new(),
            first: None,
        }
    }

    fn begin_game(&mut self) {
        self.asked.begin_game();
        self.prompts.iter_mut().for_each(|prompt| prompt.asked.begin_game());
        if std::mem::take(&mut self.has_more) && !self.is_varied {
            self.known.retain(|(_, index)| *index < MAX_PROMPTS);
        }
    }

    /// Returns the index of the prompt of a text that is not known.
    fn learn(&mut self, text: &MarkedText, name: String) -> usize {
        if self.first.as_ref().is_none_or(|first| name < *first) {
            self.first = Some(name.clone());
        }
        let found = self.prompts.iter().position(|prompt| prompt.name == name);
        let index = found.unwrap_or_else(|| self.make_room(name));
        if self.known.len() < MAX_KNOWN {
            self.known.push((text.clone(), index));
        }
        index
    }

    /// Adds a prompt if there is room, and returns its index.
    fn make_room(&mut self, name: String) -> usize {
        let prompt = AskedPrompt { name, asked: Asked::default(), is_counted: false };
        let is_free = |prompt: &AskedPrompt| !prompt.is_counted && prompt.asked.n == 0;
        let index = self.prompts.iter().position(is_free).unwrap_or(self.prompts.len());
        if let Some(free) = self.prompts.get_mut(index) {
            *free = prompt;
            self.known.retain(|(_, known)| *known != index);
        } else if index < MAX_PROMPTS {
            self.prompts.push(prompt);
        }
        index
    }
}

/// The questions of a game. Places and answers of earlier games stay, without their counts.
#[derive(Debug)]
pub struct QuestionCounter {
    pub places: Vec<AskedPlace>,
    rules: Rc<Rules>,
    n_seats: usize,
    read: ReadText,
}

impl QuestionCounter {
    pub(super) const fn new(rules: Rc<Rules>, n_seats: usize, read: ReadText) -> Self {
        Self { places: Vec::new(), rules, n_seats, read }
    }

    /// Forgets how often something was asked.
    pub(super) fn begin_game(&mut self) {
        self.places.iter_mut().for_each(AskedPlace::begin_game);
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
            self.places.push(AskedPlace::new(line, asker));
            self.places.len() - 1
        });
        let place = &mut self.places[at];
        // The texts of a place are asked in turns: reading each again is slow.
        let index = match place.known.iter().find(|(known, _)| known == text) {
            Some((_, index)) => *index,
            None => place.learn(text, (self.read)(&self.rules, text)),
        };
        place.asked.add(&group);
        match place.prompts.get_mut(index) {
            Some(prompt) => prompt.asked.add(&group),
            None => place.has_more = true,
        }
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
