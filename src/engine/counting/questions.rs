//! How the questions of scripts are answered in a game.

use crate::kernel::decision::mark::MarkedText;
use crate::kernel::{Choice, ComboId, Decision, Kind, Rules, ScriptLine, Seat, Subject};
use std::rc::Rc;
use std::sync::Arc;

/// Returns a question as reports name it.
pub type ReadText = fn(&Rules, &MarkedText) -> String;

/// The most texts of a place that are known when they are asked again: others are read each time.
const MAX_KNOWN: usize = 16;

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

/// A place of a script that asks, with how often it has asked in the game that is played.
#[derive(Clone, Debug)]
pub struct AskedPlace {
    pub line: Option<ScriptLine>,
    pub asker: Asker,
    pub n: u32,
    pub given: Vec<Given>,
    /// The first texts that were asked, and of all texts the first one in their order.
    texts: Vec<MarkedText>,
    pub first: String,
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
            let (texts, first) = (vec![text.clone()], (self.read)(&self.rules, text));
            self.places.push(AskedPlace { line, asker, n: 0, given: Vec::new(), texts, first });
            self.places.len() - 1
        });
        // The texts of a place are asked in turns: reading each again is slow.
        if !self.places[at].texts.contains(text) {
            let own = (self.read)(&self.rules, text);
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
            None => place.given.push(Given { group, n: 1 }),
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
