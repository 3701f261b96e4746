//! Parses the cards of a `play` line: the longest prefix that is an offered play.

use super::cards::CardWord;
use super::names::Notation;
use crate::base::error::Refusal;
use crate::kernel::rules::{ComboRule, SetForm};
use crate::kernel::{CardId, Choice, ComboId, Decision, Game, Kind, Rules, Seat, Table, Zone};

/// The maximum number of sets that a line may mean.
const MAX_SETS: usize = 1_000;

/// A play found in a line.
pub struct ParsedPlay {
    /// Its index among the options.
    pub index: usize,
    /// The cards of a set that remain to be chosen.
    pub remaining: Vec<CardId>,
    /// The number of words it consumed.
    pub n_words: usize,
}

/// Finds the longest prefix of the words that is an offered play of the asked player.
///
/// # Errors
/// Why there is none.
pub fn longest(
    words: &[&str],
    game: &Game,
    decision: &Decision,
    notation: &Notation,
) -> Result<ParsedPlay, Refusal> {
    let hand = named_cards(game, decision.seat);
    let search = ComboSearch { decision, game, table: game.table(), hand: &hand, notation };
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

/// The cards that a player could name in a play, sorted by kind: those the player sees in the hand,
/// and those that are played from in front of the player.
pub fn named_cards(game: &Game, seat: Seat) -> Vec<CardId> {
    if seat == Seat::CHANCE {
        return Vec::new();
    }
    let table = game.table();
    let seen = table.hand(seat).iter().copied().filter(|card| table.knows(seat, *card));
    let front = table.cards_in(Zone::Front(seat)).iter().copied();
    let front = front.filter(|card| game.rules().kind(table.kind(*card)).from_front);
    let mut cards: Vec<CardId> = seen.chain(front).collect();
    cards.sort_by_key(|card| table.kind(*card));
    cards
}

struct ComboSearch<'a> {
    decision: &'a Decision,
    game: &'a Game,
    table: &'a Table,
    /// Sorted by kind.
    hand: &'a [CardId],
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
                Choice::Play(_) | Choice::Placed(..)
                    if n_words == 1 && self.pairs_up(words, &self.cards_of(choice)) =>
                {
                    push(Vec::new());
                }
                Choice::Combo(combo, kinds) if kinds.is_empty() => {
                    if n_words == 1 && self.names(words[0], *combo) {
                        push(Vec::new());
                        continue;
                    }
                    let cards = match words {
                        [name, cards @ ..] if self.names(name, *combo) => cards,
                        _ => words,
                    };
                    self.sets_of(*combo, cards).into_iter().for_each(push);
                }
                Choice::Combo(combo, _) | Choice::Copies(combo, _) => {
                    let cards = self.cards_of(choice);
                    let by_cards = cards.len() == n_words && self.pairs_up(words, &cards);
                    let by_name = cards.len() + 1 == n_words
                        && self.is_shared(&cards)
                        && self.names(words[0], *combo)
                        && self.pairs_up(&words[1..], &cards);
                    if by_cards || by_name {
                        push(Vec::new());
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// The cards that an option plays, sorted.
    fn cards_of(&self, choice: &Choice) -> Vec<CardId> {
        let mut cards = self.game.cards_of(self.decision.seat, choice).to_vec();
        cards.sort_unstable();
        cards
    }

    /// Whether several options use these cards.
    fn is_shared(&self, cards: &[CardId]) -> bool {
        let sets = self.decision.options.iter().filter(|choice| choice.combo().is_some());
        sets.filter(|choice| self.cards_of(choice) == cards).count() > 1
    }

    /// The kinds of the cards in the hand that a word may name.
    fn kinds(&self, word: &str) -> Vec<Kind> {
        let word = CardWord::of(word);
        let is_meant = |card: &&CardId| self.notation.is_meant(&word, self.table, **card);
        let meant = self.hand.iter().filter(is_meant);
        let mut kinds: Vec<Kind> = meant.map(|card| self.table.kind(*card)).collect();
        kinds.dedup();
        self.notation.kinds_named(word.name, kinds.into_iter())
    }

    /// Whether a word may name a card of a play: one without a face names a card with its other
    /// face up only if `is_left` is false for all others that count alike and lie as usual.
    fn means(&self, word: &str, card: CardId, is_left: impl Fn(CardId) -> bool) -> bool {
        let (kind, word_of) = (self.table.kind(card), CardWord::of(word));
        let is_turned = |card: CardId| self.table.cards[card.index()].is_turned;
        let is_usual = |other: &CardId| {
            !is_turned(*other)
                && self.table.count_alike(&self.notation.rules, card, *other)
                && self.notation.is_meant(&word_of, self.table, *other)
        };
        let has_usual = || self.hand.iter().any(|other| is_usual(other) && is_left(*other));
        self.notation.is_meant(&word_of, self.table, card)
            && self.kinds(word).contains(&kind)
            && (word_of.is_turned || !is_turned(card) || !has_usual())
    }

    fn names(&self, word: &str, combo: ComboId) -> bool {
        self.kinds(word).is_empty() && !self.notation.combos_named(word, &[combo]).is_empty()
    }

    /// Whether the words name the cards of a play one to one.
    fn pairs_up(&self, words: &[&str], cards: &[CardId]) -> bool {
        let may_name = |word: &&str| {
            let is_left = |other: CardId| !cards.contains(&other);
            cards.iter().map(|card| self.means(word, *card, is_left)).collect()
        };
        let meant: Vec<Vec<bool>> = words.iter().map(may_name).collect();
        words.len() == cards.len() && is_matched(&meant, &mut vec![false; cards.len()])
    }

    /// The sets chosen one card at a time that match the words, in the order of the words.
    fn sets_of(&self, combo: ComboId, words: &[&str]) -> Vec<Vec<CardId>> {
        let rules = &self.notation.rules;
        let pattern = &rules.combo(combo).pattern;
        if usize::from(pattern.n_cards) != words.len() {
            return Vec::new();
        }
        let kind = |card: &CardId| self.table.kind(*card);
        let may_repeat = matches!(pattern.form, SetForm::Any | SetForm::Parts);
        let mut sets = vec![Vec::new()];
        for word in words {
            let longer = |set: &Vec<CardId>| {
                let is_left = |card: CardId| !set.contains(&card);
                let is_usable = |card: &CardId| {
                    is_left(*card)
                        && (may_repeat
                            || rules.repeats(kind(card))
                            || set.iter().all(|other| kind(other) != kind(card)))
                };
                let fitting = self.hand.iter().filter(|card| pattern.fits(rules, kind(card)));
                let mut new: Vec<CardId> = Vec::new();
                for card in fitting.filter(|card| is_usable(card)) {
                    let is_known =
                        new.iter().any(|other| self.table.are_alike(rules, *other, *card));
                    if !is_known && self.means(word, *card, is_left) {
                        new.push(*card);
                    }
                }
                let longer = new.into_iter().map(|card| [set.as_slice(), &[card]].concat());
                longer.collect::<Vec<_>>()
            };
            sets = sets.iter().flat_map(longer).collect();
            if sets.len() > MAX_SETS {
                return Vec::new();
            }
        }
        if pattern.form == SetForm::Parts {
            return in_parts(rules, self.table, rules.combo(combo), sets);
        }
        sets
    }

    fn ambiguous(&self, words: &[&str], found: &[ParsedPlay]) -> String {
        let texts = self.notation.words(self.decision);
        let mut may_be: Vec<String> =
            found.iter().map(|played| texts[played.index].clone()).collect();
        may_be.dedup();
        if let [option] = may_be.as_slice() {
            let word = words.iter().find_map(|word| {
                let copies = self.copies(word);
                (copies.len() > 1).then(|| (word, copies.join(" or ")))
            });
            if let Some((word, copies)) = word {
                return format!("`{word}` of `{option}` is ambiguous: {copies}");
            }
            return format!(
                "`{}` matches several sets of cards: write more of each name",
                words.join(" ")
            );
        }
        format!("`play {}` is ambiguous: {}", words.join(" "), may_be.join(", "))
    }

    /// The names of the copies in the hand that a word may name.
    fn copies(&self, word: &str) -> Vec<String> {
        let (kinds, word) = (self.kinds(word), CardWord::of(word));
        let is_meant = |card: &&CardId| {
            kinds.contains(&self.table.kind(**card))
                && self.notation.is_meant(&word, self.table, **card)
        };
        let meant: Vec<CardId> = self.hand.iter().filter(is_meant).copied().collect();
        let mut names: Vec<String> =
            meant.iter().map(|card| self.notation.copy_name(self.table, *card, &meant)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Explains why the words are not a play.
    fn why_not(&self, words: &[&str]) -> String {
        let word = words[0];
        if self.notation.find_seat(word).is_some() {
            return format!("{word} is a player; name the cards first");
        }
        let card = CardWord::of(word);
        if let Err(why) = card.traits(self.notation) {
            return why.into();
        }
        let held = self.kinds(word);
        match held.as_slice() {
            [] if card.has_traits() && !self.kinds(card.name).is_empty() => {
                let copies = self.copies(card.name);
                return format!("there is no `{word}` to play: {}", copies.join(", "));
            }
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
            let by_cards =
                |choice: &Choice| choice.combo() == Some(*combo) && !choice.set_kinds().is_empty();
            let offered = self.decision.options.iter().any(by_cards);
            let title = &self.notation.combo(*combo).title;
            return match offered {
                true => format!("to play {title}, name its cards"),
                false => format!("{title} cannot be played now"),
            };
        }
        match self.notation.the_kind(card.name) {
            Ok(_) if self.decision.options.contains(&Choice::Unseen) => {
                format!("`{word}` cannot be picked from a hand that lies face down")
            }
            Ok(kind) => {
                let seat = self.notation.seat(self.decision.seat);
                format!("{seat} has no {}", self.notation.kind(kind).title)
            }
            Err(_) => {
                let held = self.hand.iter().map(|card| self.table.kind(*card));
                let hint = match self.notation.suggested(word, held, std::iter::empty()) {
                    none if none.is_empty() => {
                        let all = self.notation.all_kinds();
                        self.notation.suggested(word, all, self.notation.all_combos())
                    }
                    hint => hint,
                };
                format!("there is no card `{word}` to play{hint}")
            }
        }
    }
}

/// Whether each word has a card of its own: `meant` says of each word which cards it may name.
fn is_matched(meant: &[Vec<bool>], is_used: &mut [bool]) -> bool {
    let Some((cards, others)) = meant.split_first() else { return true };
    for (i, is_meant) in cards.iter().enumerate() {
        if *is_meant && !is_used[i] {
            is_used[i] = true;
            if is_matched(others, is_used) {
                return true;
            }
            is_used[i] = false;
        }
    }
    false
}

/// Brings the cards of sets into the order of the parts of a combo, each set once; leaves out those
/// that do not make it.
fn in_parts(
    rules: &Rules,
    table: &Table,
    combo: &ComboRule,
    mut sets: Vec<Vec<CardId>>,
) -> Vec<Vec<CardId>> {
    let kind = |card: &CardId| table.kind(*card);
    sets.iter_mut().for_each(|set| set.sort_unstable_by_key(|card| (kind(card), *card)));
    sets.sort_unstable();
    sets.dedup();
    let ordered = sets.into_iter().filter_map(|mut set| {
        let equal = set.chunk_by(|a, b| kind(a) == kind(b));
        let counts: Vec<_> = equal.map(|cards| (kind(&cards[0]), cards.len() as u16)).collect();
        let kinds = combo.completed(rules, &counts, &[])?;
        let mut card = |wanted| {
            set.remove(set.iter().position(|card| kind(card) == wanted).unwrap_or_default())
        };
        Some(kinds.into_iter().map(&mut card).collect())
    });
    ordered.collect()
}
