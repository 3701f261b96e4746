//! How a game names its cards, combos, players, piles and options: in inputs, in texts, and in the
//! JSON of the protocol and of agents. The module `notation` reads these names.

use super::secret::public;
use crate::kernel::decision::CardPlace;
use crate::kernel::{Choice, ComboId, Decision, Kind, ME, Prompt, Rules, Seat, Zone};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

/// The name of [`Seat::CHANCE`].
pub const CHANCE: &str = "chance";

/// Stands between the text of an option that others have, too, and its number.
const NUMBERED: char = '#';

/// The option to turn over a random unseen card of the player's own hand.
const UNSEEN: &str = "hidden_card";

/// The name of a player, or `chance`.
pub type SeatName = Arc<str>;

/// A kind of card, or a combo. In JSON it is its id.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "String", into = "String")]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
pub struct KindName {
    /// Its id.
    pub id: Arc<str>,
    /// Its title in the chosen language.
    pub title: Arc<str>,
    /// Its word in inputs and lists: the id, or the title as one word.
    pub word: Arc<str>,
}

impl PartialEq for KindName {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for KindName {}

impl Hash for KindName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl From<String> for KindName {
    fn from(id: String) -> Self {
        Self::of_id(&id.into())
    }
}

impl From<KindName> for String {
    fn from(name: KindName) -> Self {
        name.id.to_string()
    }
}

impl KindName {
    /// A kind that has only an id.
    pub fn of_id(id: &Arc<str>) -> Self {
        Self { id: id.clone(), title: id.clone(), word: id.clone() }
    }

    /// The name of a card that is told from others of its kind by these traits.
    #[must_use]
    pub fn told(self, traits: &str) -> Self {
        if traits.is_empty() {
            return self;
        }
        let with = |name: &str| format!("{name}{traits}").into();
        Self { title: with(&self.title), word: with(&self.word), ..self }
    }
}

/// A card where it lies. In JSON it is its id in positions: `favor`, `favor^`, or
/// `charge(charges=3)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "String", into = "String")]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
pub struct PlacedCard {
    /// Its kind.
    pub kind: KindName,
    /// The traits that tell it from others of its kind, in parentheses; may be empty.
    pub traits: String,
    /// Whether its other face is up: face up in a hand or a face-down pile, face down elsewhere.
    pub turned: bool,
}

impl From<String> for PlacedCard {
    fn from(id: String) -> Self {
        let turned = id.strip_suffix('^');
        let card = turned.unwrap_or(&id);
        let (kind, traits) = card.split_at(card.find('(').unwrap_or(card.len()));
        Self { kind: kind.to_owned().into(), traits: traits.to_owned(), turned: turned.is_some() }
    }
}

impl From<PlacedCard> for String {
    fn from(card: PlacedCard) -> Self {
        card.id()
    }
}

impl PlacedCard {
    /// Its word in positions: `favor`, or `favor^` with its other face up.
    pub fn word(&self) -> String {
        self.written(&self.kind.word)
    }

    /// Its title, marked like [`PlacedCard::word`].
    pub fn title(&self) -> String {
        self.written(&self.kind.title)
    }

    /// Its id in positions, like [`PlacedCard::word`].
    pub fn id(&self) -> String {
        self.written(&self.kind.id)
    }

    fn written(&self, name: &str) -> String {
        with_face(&format!("{name}{}", self.traits), self.turned)
    }
}

public!(KindName, PlacedCard, SeatName);

/// The names of one game.
#[derive(Clone, Debug)]
pub struct Names {
    /// The tables of the ruleset.
    pub rules: Rc<Rules>,
    /// The names of the players.
    pub seats: Vec<Arc<str>>,
    kinds: Vec<KindName>,
    combos: Vec<KindName>,
    /// The titles of piles in the chosen language, by id.
    pub(super) pile_titles: BTreeMap<String, Arc<str>>,
    /// The titles of counters.
    pub(super) counter_titles: BTreeMap<String, Arc<str>>,
}

impl Names {
    /// The names of a ruleset, in which `name` names the kind or combo of an id.
    pub fn new(
        rules: &Rc<Rules>,
        seats: Vec<Arc<str>>,
        kind: impl Fn(&Arc<str>) -> KindName,
        combo: impl Fn(&Arc<str>) -> KindName,
    ) -> Self {
        Self {
            kinds: rules.kinds.iter().map(|rule| kind(&rule.id)).collect(),
            combos: rules.combos.iter().map(|rule| combo(&rule.id)).collect(),
            rules: rules.clone(),
            seats,
            pile_titles: BTreeMap::new(),
            counter_titles: BTreeMap::new(),
        }
    }

    /// Adds titles of piles and counters.
    #[must_use]
    pub fn with_titles(
        self,
        [pile_titles, counter_titles]: [BTreeMap<String, Arc<str>>; 2],
    ) -> Self {
        Self { pile_titles, counter_titles, ..self }
    }

    /// The names of a kind.
    pub fn kind(&self, kind: Kind) -> &KindName {
        &self.kinds[kind.index()]
    }

    /// The names of a combo.
    pub fn combo(&self, combo: ComboId) -> &KindName {
        &self.combos[combo.index()]
    }

    /// All kinds.
    pub fn all_kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        (0..self.kinds.len()).map(|i| Kind(i as u16))
    }

    /// The names of the combos.
    pub fn all_combos(&self) -> impl Iterator<Item = &KindName> {
        self.combos.iter()
    }

    /// The name of a player, or of [`Seat::CHANCE`].
    pub fn seat(&self, seat: Seat) -> &str {
        if seat == Seat::CHANCE {
            return CHANCE;
        }
        &self.seats[seat.index()]
    }

    /// Returns the name of a seat, to be kept.
    pub fn seat_name(&self, seat: Seat) -> SeatName {
        self.seats.get(seat.index()).cloned().unwrap_or_else(|| CHANCE.into())
    }

    /// The ids of the options of a decision: their texts, by ids of cards. Each is different.
    pub fn options(&self, decision: &Decision) -> Vec<String> {
        numbered(self.texts(decision, |name| &name.id), &decision.options)
    }

    /// Returns the option with this id, if it has a number because others have its text.
    pub fn numbered_option(&self, decision: &Decision, id: &str) -> Option<usize> {
        let ids = id.contains(NUMBERED).then(|| self.options(decision))?;
        ids.iter().position(|other| other == id)
    }

    /// The text of an option, by ids.
    pub fn option(&self, choice: &Choice) -> String {
        self.text(choice, |name| &name.id, false)
    }

    /// The texts of the options of a decision as displayed and typed.
    pub fn words(&self, decision: &Decision) -> Vec<String> {
        self.texts(decision, |name| &name.word)
    }

    fn texts(&self, decision: &Decision, word: impl Fn(&KindName) -> &str) -> Vec<String> {
        let texts = decision.options.iter().map(|choice| self.text(choice, &word, false));
        let texts: Vec<String> = texts.collect();
        let twice = |text: &String| texts.iter().filter(|other| *other == text).count() > 1;
        let is_turn = decision.prompt == Prompt::Turn;
        let full = decision.options.iter().zip(&texts).map(|(choice, text)| match choice {
            Choice::Placed(..) if is_turn => format!("play {}", self.text(choice, &word, true)),
            Choice::Combo(..) | Choice::Copies(..) | Choice::Placed(..) if twice(text) => {
                self.text(choice, &word, true)
            }
            _ => text.clone(),
        });
        full.collect()
    }

    /// The text of one option; `in_full` if others have the same: with the combo that uses the
    /// cards, or with the face of the card.
    fn text(&self, choice: &Choice, word: impl Fn(&KindName) -> &str, in_full: bool) -> String {
        match choice {
            Choice::Draw => "draw".into(),
            Choice::Pass => "pass".into(),
            Choice::Yes => "yes".into(),
            Choice::No => "no".into(),
            Choice::Play(kind) => format!("play {}", word(self.kind(*kind))),
            Choice::Combo(combo, kinds) => {
                let mut text = "play".to_owned();
                if kinds.is_empty() || in_full {
                    let _ = write!(text, " {}", word(self.combo(*combo)));
                }
                for (kind, is_turned) in kinds.faces() {
                    let _ = write!(text, " {}", with_face(word(self.kind(kind)), is_turned));
                }
                text
            }
            Choice::Copies(combo, set) => {
                let mut text = "play".to_owned();
                if in_full {
                    let _ = write!(text, " {}", word(self.combo(*combo)));
                }
                for copy in &**set {
                    let card = self.copy(word(self.kind(copy.kind)), &copy.place, true);
                    let _ = write!(text, " {card}");
                }
                text
            }
            Choice::Respond(kind) | Choice::Card(_, kind) | Choice::Kind(kind) => {
                word(self.kind(*kind)).to_owned()
            }
            Choice::Placed(_, kind, place) => self.copy(word(self.kind(*kind)), place, in_full),
            Choice::Player(seat) => self.seat(*seat).to_owned(),
            Choice::Hidden(_, at) => hidden(*at),
            Choice::Unseen => UNSEEN.into(),
            Choice::Number(n) => n.to_string(),
            Choice::Text(text) => text.split_whitespace().collect::<Vec<_>>().join("_"),
        }
    }

    /// The text of a card that is told from others of its kind.
    fn copy(&self, word: &str, place: &CardPlace, with_its_face: bool) -> String {
        let zone = place.zone.map(|zone| self.place(zone) + ".").unwrap_or_default();
        let traits = place.traits.as_ref().map(|traits| self.traits(traits)).unwrap_or_default();
        with_face(&format!("{zone}{word}{traits}"), with_its_face && place.is_turned)
    }

    /// The name of a zone as typed.
    pub fn zone(&self, zone: Zone) -> String {
        match zone {
            Zone::Draw => "draw".into(),
            Zone::Discard => "discard".into(),
            Zone::Table => "table".into(),
            Zone::Box => "box".into(),
            Zone::Pile(pile) => self.rules.piles[pile.index()].id.to_string(),
            Zone::Hand(seat) => format!("hand {}", self.seat(seat)),
            Zone::Front(seat) => format!("{}.front", self.seat(seat)),
            Zone::Own(pile) => {
                let id = self.rules.pile(zone).map_or("pile", |rule| &rule.id);
                format!("{}.{id}", self.seat(pile.seat()))
            }
        }
    }

    /// The name of a zone as positions name it: a hand has the name of its player.
    pub fn place(&self, zone: Zone) -> String {
        match zone {
            Zone::Hand(seat) => self.seat(seat).to_owned(),
            zone => self.zone(zone),
        }
    }

    /// A list of cards, `-` for none.
    pub fn list(&self, kinds: impl IntoIterator<Item = Kind>) -> String {
        let words: Vec<&str> = kinds.into_iter().map(|kind| &*self.kind(kind).id).collect();
        if words.is_empty() { "-".into() } else { words.join(" ") }
    }
}

/// Adds numbers to texts that other options have: `show_hand`, `show_hand#2`. The one that a script
/// offers as it is written has none, or else the first.
fn numbered(mut texts: Vec<String>, options: &[Choice]) -> Vec<String> {
    let mut taken: HashSet<String> = texts.iter().cloned().collect();
    if taken.len() == texts.len() {
        return texts;
    }
    let is_as_written =
        |(text, choice): (&String, &Choice)| matches!(choice, Choice::Text(own) if **own == **text);
    let written: Vec<bool> = texts.iter().zip(options).map(is_as_written).collect();
    let of_written = texts.iter().zip(&written).filter(|(_, is_written)| **is_written);
    let mut n_of: HashMap<String, usize> = of_written.map(|(text, _)| (text.clone(), 1)).collect();
    for (text, _) in texts.iter_mut().zip(written).filter(|(_, is_written)| !is_written) {
        let n = n_of.entry(text.clone()).or_default();
        *n += 1;
        while *n > 1 && !taken.insert(format!("{text}{NUMBERED}{n}")) {
            *n += 1;
        }
        if *n > 1 {
            *text = format!("{text}{NUMBERED}{n}");
        }
    }
    texts
}

fn hidden(at: u16) -> String {
    format!("card_{}", at + 1)
}

/// The possessive of the name of a player: `ann's`; of [`ME`]: `my`.
pub fn whose(name: &str) -> String {
    if name == ME { "my".into() } else { format!("{name}'s") }
}

/// Writes a card as it is typed: `favor`, or `favor^` with its other face up.
pub fn with_face(card: &str, is_turned: bool) -> String {
    format!("{card}{}", if is_turned { "^" } else { "" })
}
