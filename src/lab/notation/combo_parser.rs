//! Parses the cards of a `play` line: the longest prefix that is an offered play.

use super::names::{Notation, suggestion};
use crate::error::Refusal;
use crate::kernel::rules::{ComboRule, SetForm};
use crate::kernel::{Choice, ComboId, Decision, Kind, Rules};

/// A play found in a line.
pub struct ParsedPlay {
    /// Its index among the options.
    pub index: usize,
    /// The cards of a set that remain to be chosen: the kind, and whether it is one with its other
    /// face up.
    pub remaining: Vec<(Kind, bool)>,
    /// The number of words it consumed.
    pub n_words: usize,
}

/// Finds the longest prefix of the words that is an offered play.
///
/// # Errors
/// Why there is none.
pub fn longest(
    words: &[&str],
    decision: &Decision,
    (hand, turned): (&[Kind], &[Kind]),
    notation: &Notation,
) -> Result<ParsedPlay, Refusal> {
    let search = ComboSearch { decision, hand, turned, notation };
    for n_words in (1..=words.len()).rev() {
        let mut found = search.plays(&words[..n_words]);
        found.dedup_by(|a, b| a.index == b.index && a.remaining == b.remaining);
        if found.len() > 1 {
            return Err(search.ambiguous(&words[..n_words], &found).into());
        }
        if let Some(played) = found.pop() {
            return Ok(played);
        }
    }
    Err(search.why_not(words).into())
}

struct ComboSearch<'a> {
    decision: &'a Decision,
    /// Sorted, once per card.
    hand: &'a [Kind],
    /// The kinds of the cards among these with their other face up.
    turned: &'a [Kind],
    notation: &'a Notation,
}

impl ComboSearch<'_> {
    fn plays(&self, words: &[&str]) -> Vec<ParsedPlay> {
        let n_words = words.len();
        let mut found = Vec::new();
        let options = self.decision.options.iter().enumerate();
        for (index, choice) in options {
            let mut push = |remaining| found.push(ParsedPlay { index, remaining, n_words });
            match choice {
                Choice::Play(kind) | Choice::Placed(_, kind, _) if n_words == 1 => {
                    let n_turned = usize::from(matches!(choice, Choice::Placed(..)));
                    if self.means(words[0], *kind) && self.has_faces(words, &[*kind], n_turned) {
                        push(Vec::new());
                    }
                }
                Choice::Combo(combo, kinds) if !kinds.is_empty() => {
                    let n_turned = kinds.faces().filter(|(_, is_turned)| *is_turned).count();
                    let kinds: Vec<_> = kinds.iter().collect();
                    if !self.has_faces(words, &kinds, n_turned) {
                        continue;
                    }
                    let by_cards = kinds.len() == n_words && self.pairs_up(words, &kinds);
                    let by_name = kinds.len() + 1 == n_words
                        && self.is_shared(index)
                        && self.names(words[0], *combo)
                        && self.pairs_up(&words[1..], &kinds);
                    if by_cards || by_name {
                        push(Vec::new());
                    }
                }
                Choice::Combo(combo, _) if n_words == 1 && self.names(words[0], *combo) => {
                    push(Vec::new());
                }
                Choice::Combo(combo, _) => {
                    let cards = match words {
                        [name, cards @ ..] if self.names(name, *combo) => cards,
                        _ => words,
                    };
                    self.sets_of(*combo, cards).into_iter().for_each(push);
                }
                _ => {}
            }
        }
        found
    }

    /// Whether another option uses the same cards.
    fn is_shared(&self, index: usize) -> bool {
        let cards = |choice: &Choice| match choice {
            Choice::Combo(_, kinds) => Some(*kinds),
            _ => None,
        };
        let options = &self.decision.options;
        options.iter().filter(|choice| cards(choice) == cards(&options[index])).count() > 1
    }

    fn kinds(&self, word: &str) -> Vec<Kind> {
        let mut kinds = self.hand.to_vec();
        kinds.dedup();
        kinds.retain(|kind| !is_marked(word) || self.turned.contains(kind));
        self.notation.kinds_named(word, kinds.into_iter())
    }

    fn means(&self, word: &str, kind: Kind) -> bool {
        self.kinds(word).contains(&kind)
    }

    /// Whether the words ask for the faces of a set: for as many cards with their other face up as
    /// it is about, or for no more than the hand makes it have.
    fn has_faces(&self, words: &[&str], kinds: &[Kind], n_turned: usize) -> bool {
        let n_marked = words.iter().filter(|word| is_marked(word)).count();
        if n_turned > 0 || n_marked == 0 {
            return n_turned == n_marked;
        }
        let n_of = |kind: &Kind, cards: &[Kind]| cards.iter().filter(|c| *c == kind).count();
        let n_usual = |kind: &Kind| n_of(kind, self.hand) - n_of(kind, self.turned);
        let n_forced = |same: &[Kind]| same.len().saturating_sub(n_usual(&same[0]));
        n_marked <= kinds.chunk_by(|a, b| a == b).map(n_forced).sum()
    }

    fn names(&self, word: &str, combo: ComboId) -> bool {
        self.kinds(word).is_empty() && !self.notation.combos_named(word, &[combo]).is_empty()
    }

    /// Whether the words match the cards one to one.
    fn pairs_up(&self, words: &[&str], cards: &[Kind]) -> bool {
        let Some((word, rest)) = words.split_first() else { return cards.is_empty() };
        (0..cards.len()).filter(|i| self.means(word, cards[*i])).any(|i| {
            let mut left = cards.to_vec();
            left.remove(i);
            self.pairs_up(rest, &left)
        })
    }

    /// The sets chosen one card at a time that match the words, in the order of the words.
    fn sets_of(&self, combo: ComboId, words: &[&str]) -> Vec<Vec<(Kind, bool)>> {
        let rules = &self.notation.rules;
        let pattern = &rules.combo(combo).pattern;
        if usize::from(pattern.n_cards) != words.len() {
            return Vec::new();
        }
        let fits = |kind: &Kind| pattern.fits(rules, *kind);
        let may_repeat = matches!(pattern.form, SetForm::Any | SetForm::Parts);
        let n_usable = |kind: &Kind| match may_repeat || rules.repeats(*kind) {
            true => self.hand.iter().filter(|other| *other == kind).count(),
            false => 1,
        };
        let mut sets = vec![Vec::new()];
        for word in words {
            let kinds: Vec<Kind> = self.kinds(word).into_iter().filter(fits).collect();
            let longer = |set: &Vec<(Kind, bool)>| {
                let n_used = |kind: &Kind| set.iter().filter(|(other, _)| other == kind).count();
                let new = kinds.iter().filter(|kind| n_used(kind) < n_usable(kind));
                let card = |kind: &Kind| (*kind, is_marked(word));
                new.map(|kind| [set.as_slice(), &[card(kind)]].concat()).collect::<Vec<_>>()
            };
            sets = sets.iter().flat_map(longer).collect();
        }
        if pattern.form == SetForm::Parts {
            return in_parts(rules, rules.combo(combo), sets);
        }
        sets
    }

    fn ambiguous(&self, words: &[&str], found: &[ParsedPlay]) -> String {
        let texts = self.notation.words(self.decision);
        let mut may_be: Vec<String> =
            found.iter().map(|played| texts[played.index].clone()).collect();
        may_be.dedup();
        if may_be.len() == 1 {
            return format!(
                "`{}` matches several sets of cards: write more of each name",
                words.join(" ")
            );
        }
        format!("`play {}` is ambiguous: {}", words.join(" "), may_be.join(", "))
    }

    /// Explains why the words are not a play.
    fn why_not(&self, words: &[&str]) -> String {
        let word = words[0];
        if self.notation.find_seat(word).is_some() {
            return format!("{word} is a player; name the cards first");
        }
        let held = self.kinds(word);
        match held.as_slice() {
            [] => {}
            [kind] => {
                let title = &self.notation.kind(*kind).title;
                return format!("{title} cannot be played like this now");
            }
            several => {
                let ids: Vec<_> =
                    several.iter().map(|kind| &*self.notation.kind(*kind).word).collect();
                return format!("`{word}` is ambiguous: {}", ids.join(" or "));
            }
        }
        let combos: Vec<ComboId> =
            (0..self.notation.rules.combos.len() as u16).map(ComboId).collect();
        if let [combo] = self.notation.combos_named(word, &combos).as_slice() {
            let by_cards = |choice: &Choice| match choice {
                Choice::Combo(id, cards) => id == combo && !cards.is_empty(),
                _ => false,
            };
            let offered = self.decision.options.iter().any(by_cards);
            let title = &self.notation.combo(*combo).title;
            return match offered {
                true => format!("to play {title}, name its cards"),
                false => format!("{title} cannot be played now"),
            };
        }
        match self.notation.the_kind(word) {
            Ok(_) if self.decision.options.contains(&Choice::Unseen) => {
                format!("`{word}` cannot be picked from a hand that lies face down")
            }
            Ok(kind) => {
                let seat = self.notation.seat(self.decision.seat);
                format!("{seat} has no {}", self.notation.kind(kind).title)
            }
            Err(_) => {
                let ids = self.hand.iter().map(|kind| &*self.notation.kind(*kind).word);
                format!("there is no card `{word}` to play{}", suggestion(word, ids))
            }
        }
    }
}

/// Whether a word names a card with its other face up: `skip^`.
pub fn is_marked(word: &str) -> bool {
    word.ends_with('^')
}

/// Brings the cards of sets into the order of the parts of a combo, each set once; leaves out those
/// that do not make it.
fn in_parts(
    rules: &Rules,
    combo: &ComboRule,
    mut sets: Vec<Vec<(Kind, bool)>>,
) -> Vec<Vec<(Kind, bool)>> {
    sets.iter_mut().for_each(|set| set.sort_unstable());
    sets.sort_unstable();
    sets.dedup();
    let ordered = sets.into_iter().filter_map(|mut set| {
        let equal = set.chunk_by(|a, b| a.0 == b.0);
        let counts: Vec<_> = equal.map(|cards| (cards[0].0, cards.len() as u16)).collect();
        let kinds = combo.completed(rules, &counts, &[])?;
        let mut card = |kind| set.remove(set.iter().position(|card| card.0 == kind).unwrap_or(0));
        Some(kinds.into_iter().map(&mut card).collect())
    });
    ordered.collect()
}
