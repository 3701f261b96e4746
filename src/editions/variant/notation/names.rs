//! Notation: reads the names of cards, combos, players and piles that [`Names`] writes.

use crate::base::error::Refusal;
use crate::kernel::{Choice, ComboId, Kind, Rules, Seat, Zone};
use crate::message::{CHANCE, KindName, Names};
use crate::variant::{Titles, fold};
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

fn one_word(title: &str) -> String {
    let words =
        title.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_").to_lowercase()
}

/// The names of one game, and the keys by which typed words find them.
#[derive(Clone, Debug)]
pub struct Notation {
    names: Names,
    kinds: Vec<[String; 2]>,
    combos: Vec<[String; 2]>,
}

impl Deref for Notation {
    type Target = Names;

    fn deref(&self) -> &Names {
        &self.names
    }
}

impl Notation {
    /// The notation of a ruleset in one language; with `by_title`, lists show titles instead of
    /// ids.
    pub fn new(rules: &Rc<Rules>, seats: Vec<Arc<str>>, titles: &Titles, by_title: bool) -> Self {
        let name = |id: &Arc<str>, title: &str| KindName {
            word: if by_title { one_word(title).into() } else { id.clone() },
            id: id.clone(),
            title: title.into(),
        };
        let kind = |id: &Arc<str>| name(id, &titles.card(id).title);
        let combo = |id: &Arc<str>| name(id, &titles.combo(id).title);
        let titles = titles.of_places().map(|titles| {
            titles.iter().map(|(id, title)| (id.clone(), title.as_str().into())).collect()
        });
        let names = Names::new(rules, seats, kind, combo).with_titles(titles);
        let keys = |name: &KindName| [fold(&name.id), fold(&name.title)];
        Self {
            kinds: names.all_kinds().map(|kind| keys(names.kind(kind))).collect(),
            combos: names.all_combos().map(keys).collect(),
            names,
        }
    }

    /// The player with this name; case does not matter.
    pub fn find_seat(&self, name: &str) -> Option<Seat> {
        let name = name.to_lowercase();
        let found = self.seats.iter().position(|seat| seat.to_lowercase() == name);
        found.map(|i| Seat(i as u8))
    }

    /// Whether the word is a full name of a card, combo or player. It is then not used as a prefix.
    pub fn is_name(&self, word: &str) -> bool {
        let key = fold(word);
        self.find_seat(word).is_some()
            || self.kinds.iter().chain(&self.combos).any(|keys| keys.contains(&key))
    }

    /// The kinds of `among` that match a word: by full name, or else by prefix.
    pub fn kinds_named(&self, word: &str, among: impl Iterator<Item = Kind>) -> Vec<Kind> {
        let keyed = among.map(|kind| (kind, self.kinds[kind.index()].to_vec()));
        self.named(word, keyed)
    }

    /// The combo that matches a word by full name or, if no card does, by prefix.
    pub fn combos_named(&self, word: &str, among: &[ComboId]) -> Vec<ComboId> {
        let keyed = among.iter().map(|combo| (*combo, self.combos[combo.index()].to_vec()));
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
        for (item, keys) in among {
            if keys.contains(&key) {
                exact.push(item);
            } else if !is_name && keys.iter().any(|k| k.starts_with(&key)) {
                begun.push(item);
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
                let hint = self.suggested(word, self.all_kinds(), std::iter::empty());
                Err(format!("there is no card `{word}`{hint}").into())
            }
            several => {
                let ids: Vec<&str> = several.iter().map(|kind| &*self.kind(*kind).id).collect();
                Err(format!("`{word}` is ambiguous: {}", ids.join(" or ")).into())
            }
        }
    }

    /// The line with a title or id of several words, which is typed as one word, as one.
    pub fn in_one_word(&self, line: &str) -> Option<String> {
        // No title has more words, and a play names no more cards: the search is quadratic.
        const MOST_WORDS: usize = 16;
        let words: Vec<&str> = line.split_whitespace().take(MOST_WORDS + 1).collect();
        if words.len() > MOST_WORDS || line.len() > 1_000 {
            return None;
        }
        for length in (2..=words.len()).rev() {
            for start in 0..=words.len() - length {
                let (before, rest) = words.split_at(start);
                let (title, after) = rest.split_at(length);
                let key = fold(&title.concat());
                let kind = self.all_kinds().find(|kind| self.kinds[kind.index()].contains(&key));
                if let Some(kind) = kind {
                    let word = &*self.kind(kind).word;
                    return Some([before, &[word], after].concat().join(" "));
                }
            }
        }
        None
    }

    /// ` (did you mean …?)` with the option that a word is nearest to: by the names of its card, or
    /// else by its text.
    pub fn suggested_option(&self, word: &str, options: &[Choice], texts: &[String]) -> String {
        if self.find_seat(word).is_some() {
            return String::new();
        }
        let kinds = options.iter().filter_map(Choice::visible_kind);
        match self.suggested(word, kinds, std::iter::empty()) {
            none if none.is_empty() => suggestion(word, texts.iter().map(String::as_str)),
            hint => hint,
        }
    }

    /// ` (did you mean …?)` with the card or combo that a word is nearest to, by id or by title.
    pub fn suggested<'n>(
        &'n self,
        word: &str,
        kinds: impl Iterator<Item = Kind>,
        combos: impl Iterator<Item = &'n KindName>,
    ) -> String {
        let names: Vec<&KindName> = kinds.map(|kind| self.kind(kind)).chain(combos).collect();
        let spelled = names.iter().flat_map(|name| [&*name.id, &*name.title, &*name.word]);
        let Some(near) = crate::base::error::suggest(word, spelled) else { return String::new() };
        let is_it = |name: &&&KindName| [&*name.id, &*name.title, &*name.word].contains(&near);
        let word = names.iter().find(is_it).map_or(near, |name| &*name.word);
        format!(" (did you mean `{word}`?)")
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
    pub fn keys(&self, choice: &Choice) -> Vec<String> {
        match choice {
            Choice::Draw => vec!["draw".into()],
            Choice::Pass => vec!["pass".into()],
            Choice::Yes => vec!["yes".into()],
            Choice::No => vec!["no".into()],
            Choice::Respond(kind) | Choice::Card(_, kind) | Choice::Kind(kind) => {
                self.kinds[kind.index()].to_vec()
            }
            Choice::Placed(_, kind, place) => {
                let mut keys = self.kinds[kind.index()].to_vec();
                if let Some(zone) = place.zone {
                    let place = fold(&self.place(zone));
                    let placed = keys.iter().map(|key| format!("{place}{key}"));
                    keys = placed.chain(keys.iter().cloned()).collect();
                }
                keys
            }
            Choice::Player(seat) => vec![fold(self.seat(*seat)), self.seat(*seat).to_lowercase()],
            Choice::Text(text) => vec![fold(text)],
            Choice::Hidden(..) | Choice::Unseen => vec![fold(&self.option(choice))],
            Choice::Number(_) | Choice::Play(_) | Choice::Combo(..) | Choice::Copies(..) => {
                Vec::new()
            }
        }
    }

    /// Finds a zone as [`crate::message::Names::zone`] names it; returns it and the remaining
    /// words.
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
                if let Some(zone) = self.own_pile(word)? {
                    return Ok((zone, rest));
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

    /// The pile of a player that a word names: `ann.pack`; `None` for another word.
    ///
    /// # Errors
    /// There is no such player, as a message.
    pub fn own_pile(&self, word: &str) -> Result<Option<Zone>, Refusal> {
        let Some((owner, id)) = word.split_once('.') else { return Ok(None) };
        if self.rules.find_seat_pile(Seat(0), id).is_none() {
            return Ok(None);
        }
        Ok(self.rules.find_seat_pile(self.the_seat(owner)?, id))
    }

    /// As above, without other words after it.
    ///
    /// # Errors
    /// There is no such zone, or a word follows it, as a message.
    pub fn the_zone(&self, words: &[&str]) -> Result<Zone, Refusal> {
        match self.zone_of(words)? {
            (zone, []) => Ok(zone),
            (_, [word, ..]) => Err(format!("`{word}` is one word too many").into()),
        }
    }
}

/// ` (did you mean …?)`, or an empty string without a close candidate.
pub fn suggestion<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let near = crate::base::error::suggest(word, candidates);
    near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"))
}
