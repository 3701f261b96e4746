//! Notation: ids and titles of cards and combos, names of players and piles, and the text of each
//! option. All words are parsed and printed here.

use crate::error::Refusal;
use crate::kernel::{Choice, ComboId, Decision, Kind, Rules, Seat, Zone};
use crate::variant::{Titles, fold};
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;

/// The name of [`Seat::CHANCE`].
pub const CHANCE: &str = "chance";

/// The names of a card or combo.
#[derive(Clone, Debug)]
pub struct DisplayName {
    /// Its id.
    pub id: Arc<str>,
    /// Its title in the selected language.
    pub title: String,
    /// The word typed and shown in lists: the id, or the title as one word.
    pub word: String,
    keys: [String; 2],
}

impl DisplayName {
    fn new(id: &Arc<str>, title: &str, by_title: bool) -> Self {
        let title = title.to_owned();
        let word = if by_title { one_word(&title) } else { id.to_string() };
        let keys = [fold(id), fold(&title)];
        Self { id: id.clone(), title, word, keys }
    }
}

fn one_word(title: &str) -> String {
    let words =
        title.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_").to_lowercase()
}

/// The notation of one game.
#[derive(Clone, Debug)]
pub struct Notation {
    /// The tables of the ruleset.
    pub rules: Rc<Rules>,
    /// The names of the players.
    pub seats: Vec<Arc<str>>,
    kinds: Vec<DisplayName>,
    combos: Vec<DisplayName>,
}

impl Notation {
    /// The notation of a ruleset in one language; with `by_title`, lists show titles instead of
    /// ids.
    #[must_use]
    pub fn new(rules: &Rc<Rules>, seats: Vec<Arc<str>>, titles: &Titles, by_title: bool) -> Self {
        let kind = |id: &Arc<str>| DisplayName::new(id, &titles.card(id).title, by_title);
        let combo = |id: &Arc<str>| DisplayName::new(id, &titles.combo(id).title, by_title);
        Self {
            kinds: rules.kinds.iter().map(|rule| kind(&rule.id)).collect(),
            combos: rules.combos.iter().map(|rule| combo(&rule.id)).collect(),
            rules: rules.clone(),
            seats,
        }
    }

    /// The names of a kind.
    #[must_use]
    pub fn kind(&self, kind: Kind) -> &DisplayName {
        &self.kinds[kind.index()]
    }

    /// The names of a combo.
    #[must_use]
    pub fn combo(&self, combo: ComboId) -> &DisplayName {
        &self.combos[combo.index()]
    }

    /// All kinds.
    pub fn all_kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        (0..self.kinds.len()).map(|i| Kind(i as u16))
    }

    /// The names of the combos.
    pub fn all_combos(&self) -> impl Iterator<Item = &DisplayName> {
        self.combos.iter()
    }

    /// The name of a player, or of [`Seat::CHANCE`].
    #[must_use]
    pub fn seat(&self, seat: Seat) -> &str {
        if seat == Seat::CHANCE {
            return CHANCE;
        }
        &self.seats[seat.index()]
    }

    /// The player with this name; case does not matter.
    #[must_use]
    pub fn find_seat(&self, name: &str) -> Option<Seat> {
        let name = name.to_lowercase();
        let found = self.seats.iter().position(|seat| seat.to_lowercase() == name);
        found.map(|i| Seat(i as u8))
    }

    /// Whether the word is a full name of a card, combo or player. It is then not used as a prefix.
    #[must_use]
    pub fn is_name(&self, word: &str) -> bool {
        let key = fold(word);
        let named = |name: &DisplayName| name.keys.contains(&key);
        self.find_seat(word).is_some()
            || self.kinds.iter().any(named)
            || self.combos.iter().any(named)
    }

    /// The kinds of `among` that match a word: by full name, or else by prefix.
    pub fn kinds_named(&self, word: &str, among: impl Iterator<Item = Kind>) -> Vec<Kind> {
        let keyed = among.map(|kind| (kind, self.kind(kind).keys.clone().to_vec()));
        self.named(word, keyed)
    }

    /// The combo that matches a word by full name or, if no card does, by prefix.
    #[must_use]
    pub fn combos_named(&self, word: &str, among: &[ComboId]) -> Vec<ComboId> {
        let keyed = among.iter().map(|combo| (*combo, self.combo(*combo).keys.to_vec()));
        self.named(word, keyed)
    }

    /// Matches a word against items with keys.
    pub fn named<T>(&self, word: &str, among: impl Iterator<Item = (T, Vec<String>)>) -> Vec<T> {
        let key = fold(word);
        if key.is_empty() {
            return Vec::new();
        }
        let (mut exact, mut begun) = (Vec::new(), Vec::new());
        let is_name = self.is_name(word);
        for (thing, keys) in among {
            if keys.contains(&key) {
                exact.push(thing);
            } else if !is_name && keys.iter().any(|k| k.starts_with(&key)) {
                begun.push(thing);
            }
        }
        if exact.is_empty() { begun } else { exact }
    }

    /// The kind that matches a word.
    ///
    /// # Errors
    /// The error message with a suggestion.
    pub fn the_kind(&self, word: &str) -> Result<Kind, Refusal> {
        match self.kinds_named(word, self.all_kinds()).as_slice() {
            [kind] => Ok(*kind),
            [] => {
                let ids = self.kinds.iter().map(|name| name.id.as_ref());
                Err(format!("there is no card `{word}`{}", suggestion(word, ids)).into())
            }
            several => {
                let ids: Vec<&str> = several.iter().map(|kind| &*self.kind(*kind).id).collect();
                Err(format!("`{word}` is ambiguous: {}", ids.join(" or ")).into())
            }
        }
    }

    /// The player that matches a word.
    ///
    /// # Errors
    /// The error message with a suggestion.
    pub fn the_seat(&self, word: &str) -> Result<Seat, Refusal> {
        self.find_seat(word).ok_or_else(|| {
            let names = self.seats.iter().map(AsRef::as_ref);
            format!("there is no player `{word}`{}", suggestion(word, names)).into()
        })
    }

    /// The player that matches a word, or chance.
    ///
    /// # Errors
    /// The error message with a suggestion.
    pub fn the_asked(&self, word: &str) -> Result<Seat, Refusal> {
        if word.eq_ignore_ascii_case(CHANCE) { Ok(Seat::CHANCE) } else { self.the_seat(word) }
    }

    /// The keys of an option that is typed as one word.
    #[must_use]
    pub fn keys(&self, choice: &Choice) -> Vec<String> {
        match choice {
            Choice::Draw => vec!["draw".into()],
            Choice::Pass => vec!["pass".into()],
            Choice::Yes => vec!["yes".into()],
            Choice::No => vec!["no".into()],
            Choice::Respond(kind) | Choice::Card(_, kind) | Choice::Kind(kind) => {
                self.kind(*kind).keys.to_vec()
            }
            Choice::Placed(_, kind, place) => {
                let mut keys = self.kind(*kind).keys.to_vec();
                if let Some(zone) = place.zone {
                    let place = fold(&self.place(zone));
                    let placed = keys.iter().map(|key| format!("{place}{key}"));
                    keys = placed.chain(keys.iter().cloned()).collect();
                }
                keys
            }
            Choice::Player(seat) => vec![fold(self.seat(*seat)), self.seat(*seat).to_lowercase()],
            Choice::Text(text) => vec![fold(text)],
            Choice::Hidden(_, at) => vec![fold(&hidden(*at))],
            Choice::Unseen => vec![fold(UNSEEN)],
            Choice::Number(_) | Choice::Play(_) | Choice::Combo(..) => Vec::new(),
        }
    }

    /// The texts of the options of a decision, by ids.
    #[must_use]
    pub fn options(&self, decision: &Decision) -> Vec<String> {
        self.texts(decision, |name| &name.id)
    }

    /// The texts of the options of a decision as displayed and typed.
    #[must_use]
    pub fn words(&self, decision: &Decision) -> Vec<String> {
        self.texts(decision, |name| &name.word)
    }

    /// The options of a decision in one line.
    #[must_use]
    pub fn option_list(&self, decision: &Decision) -> String {
        let numbers = decision.options.iter().map(|choice| match choice {
            Choice::Number(n) => Some(*n),
            _ => None,
        });
        number_range(numbers).unwrap_or_else(|| self.words(decision).join(", "))
    }

    fn texts(&self, decision: &Decision, word: impl Fn(&DisplayName) -> &str) -> Vec<String> {
        let texts = decision.options.iter().map(|choice| self.text(choice, &word, false));
        let texts: Vec<String> = texts.collect();
        let twice = |text: &String| texts.iter().filter(|other| *other == text).count() > 1;
        let full = decision.options.iter().zip(&texts).map(|(choice, text)| match choice {
            Choice::Combo(..) | Choice::Placed(..) if twice(text) => self.text(choice, &word, true),
            _ => text.clone(),
        });
        full.collect()
    }

    /// The text of one option; `in_full` if others have the same: with the combo that uses the
    /// cards, or with the face of the card.
    fn text(&self, choice: &Choice, word: impl Fn(&DisplayName) -> &str, in_full: bool) -> String {
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
                for kind in kinds.iter() {
                    let _ = write!(text, " {}", word(self.kind(kind)));
                }
                text
            }
            Choice::Respond(kind) | Choice::Card(_, kind) | Choice::Kind(kind) => {
                word(self.kind(*kind)).to_owned()
            }
            Choice::Placed(_, kind, place) => {
                let zone = place.zone.map(|zone| self.place(zone) + ".").unwrap_or_default();
                with_face(&(zone + word(self.kind(*kind))), in_full && place.is_turned)
            }
            Choice::Player(seat) => self.seat(*seat).to_owned(),
            Choice::Hidden(_, at) => hidden(*at),
            Choice::Unseen => UNSEEN.into(),
            Choice::Number(n) => n.to_string(),
            Choice::Text(text) => text.split_whitespace().collect::<Vec<_>>().join("_"),
        }
    }

    /// The name of a zone as typed.
    #[must_use]
    pub fn zone(&self, zone: Zone) -> String {
        match zone {
            Zone::Draw => "draw".into(),
            Zone::Discard => "discard".into(),
            Zone::Table => "table".into(),
            Zone::Box => "box".into(),
            Zone::Pile(pile) => self.rules.piles[pile.index()].id.to_string(),
            Zone::Hand(seat) => format!("hand {}", self.seat(seat)),
            Zone::Front(seat) => format!("{}.front", self.seat(seat)),
        }
    }

    /// The name of a zone as positions name it: a hand has the name of its player.
    fn place(&self, zone: Zone) -> String {
        match zone {
            Zone::Hand(seat) => self.seat(seat).to_owned(),
            zone => self.zone(zone),
        }
    }

    /// Finds a zone as [`Notation::zone`] names it; returns it and the remaining words.
    ///
    /// # Errors
    /// There is no such zone, as a message.
    pub fn zone_of<'w>(&self, words: &'w [&'w str]) -> Result<(Zone, &'w [&'w str]), Refusal> {
        match words {
            [] => Err("which pile?".into()),
            ["hand"] => Err("whose hand?".into()),
            ["hand", name, rest @ ..] => Ok((Zone::Hand(self.the_seat(name)?), rest)),
            [word, rest @ ..] => {
                if let Some(owner) = word.strip_suffix(".front") {
                    return Ok((Zone::Front(self.the_seat(owner)?), rest));
                }
                if *word == "table" {
                    return Ok((Zone::Table, rest));
                }
                let zone = self.rules.find_pile(word).ok_or_else(|| {
                    let piles = self.rules.piles.iter().map(|pile| &*pile.id);
                    let places = ["draw", "discard", "table", "box", "hand", "hands"];
                    let hint = suggestion(word, piles.chain(places));
                    format!("there is no pile `{word}`{hint}")
                })?;
                Ok((zone, rest))
            }
        }
    }

    /// The same, without other words after it.
    ///
    /// # Errors
    /// There is no such zone, or a word follows it, as a message.
    pub fn the_zone(&self, words: &[&str]) -> Result<Zone, Refusal> {
        match self.zone_of(words)? {
            (zone, []) => Ok(zone),
            (_, [word, ..]) => Err(format!("`{word}` is one word too many").into()),
        }
    }

    /// A list of cards, `-` for none.
    pub fn list(&self, kinds: impl IntoIterator<Item = Kind>) -> String {
        let words: Vec<&str> = kinds.into_iter().map(|kind| &*self.kind(kind).id).collect();
        if words.is_empty() { "-".into() } else { words.join(" ") }
    }
}

/// `a number from 0 to 34`, if the options are consecutive numbers.
pub fn number_range(numbers: impl Iterator<Item = Option<i64>>) -> Option<String> {
    let numbers: Vec<i64> = numbers.collect::<Option<_>>()?;
    let is_row = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let (first, last) = (numbers.first()?, numbers.last()?);
    (is_row && numbers.len() > 2).then(|| format!("a number from {first} to {last}"))
}

/// The option to turn over a random unseen card of the player's own hand.
const UNSEEN: &str = "hidden_card";

fn hidden(at: u16) -> String {
    format!("card_{}", at + 1)
}

/// The maximum of `*N` in a list of cards.
const MAX_TIMES: usize = 1000;

/// Splits a word of a list of cards into name and count: `skip*3`.
///
/// # Errors
/// There is no card before the `*`, or no valid number after it.
pub fn times(word: &str) -> Result<(&str, usize), Refusal> {
    let Some((card, n)) = word.rsplit_once('*') else { return Ok((word, 1)) };
    if card.is_empty() {
        return Err(format!("`{word}` names no card: write e.g. `skip*2`").into());
    }
    match n.parse() {
        Ok(n) if (1..=MAX_TIMES).contains(&n) => Ok((card, n)),
        _ => {
            Err(format!("`{word}`: the number of cards must be 1 to {MAX_TIMES}, not `{n}`").into())
        }
    }
}

/// Splits a word that names cards, `favor^*2`: the card, whether it lies with its other face up,
/// and how many there are.
///
/// # Errors
/// The number is not valid.
pub fn faced(word: &str) -> Result<(&str, bool, usize), Refusal> {
    let (card, n) = times(word)?;
    let turned = card.strip_suffix('^');
    Ok((turned.unwrap_or(card), turned.is_some(), n))
}

/// Writes a card as [`faced`] reads it: `favor`, or `favor^` with its other face up.
#[must_use]
pub fn with_face(card: &str, is_turned: bool) -> String {
    format!("{card}{}", if is_turned { "^" } else { "" })
}

/// ` (did you mean …?)`, or an empty string without a close candidate.
pub fn suggestion<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let near = crate::error::suggest(word, candidates);
    near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"))
}
