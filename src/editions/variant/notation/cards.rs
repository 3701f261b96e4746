//! Cards as they are written: `favor`, `favor^`, `charge(charges=3,by=cat)^*2`.

use super::counter::counter_value;
use super::names::{Notation, suggestion};
use crate::base::error::Refusal;
use crate::kernel::layout::{CardTraits, CounterTrait};
use crate::kernel::{CardId, Choice, Game, Kind, Prompt, Table};
use crate::message::{BY, with_face};

/// The maximum of `*N` in a list of cards.
const MAX_TIMES: usize = 1000;

/// The parts of a word that names cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardWord<'t> {
    /// The name of the kind, perhaps with the place before it.
    pub name: &'t str,
    /// The text between parentheses.
    traits: Option<&'t str>,
    /// Whether it names a card with its other face up: `skip^`.
    pub is_turned: bool,
}

impl<'t> CardWord<'t> {
    /// Divides a word into its parts.
    pub fn of(word: &'t str) -> Self {
        let turned = word.strip_suffix('^');
        let card = turned.unwrap_or(word);
        let divided = card.strip_suffix(')').and_then(|card| card.split_once('('));
        let (name, traits) = divided.map_or((card, None), |(name, traits)| (name, Some(traits)));
        Self { name, traits, is_turned: turned.is_some() }
    }

    /// Whether it names a card, and not only a kind.
    pub const fn is_of_card(&self) -> bool {
        self.is_turned || self.traits.is_some()
    }

    /// Whether it has traits in parentheses.
    pub const fn has_traits(&self) -> bool {
        self.traits.is_some()
    }

    /// Reads the traits.
    ///
    /// # Errors
    /// Which trait cannot be read, and why.
    pub fn traits(&self, notation: &Notation) -> Result<CardTraits, Refusal> {
        let mut read = CardTraits::default();
        let Some(text) = self.traits else { return Ok(read) };
        for part in text.split(',') {
            let (name, value) =
                part.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or_else(|| {
                    format!("`{}({text})`: expected `COUNTER=VALUE` in the parentheses", self.name)
                })?;
            let rules = &notation.rules.card_counters;
            match rules.iter().position(|rule| *rule.id == *name) {
                Some(slot) => read.counters.push(counter_trait(slot, value, notation)?),
                None if name == BY && value == "-" => read.by = Some(None),
                None if name == BY => read.by = Some(Some(notation.the_seat(value)?)),
                None => {
                    let names = rules.iter().map(|rule| &*rule.id).chain([BY]);
                    let hint = suggestion(name, names);
                    return Err(format!("there is no card counter `{name}`{hint}").into());
                }
            }
        }
        Ok(read)
    }
}

fn counter_trait(slot: usize, value: &str, notation: &Notation) -> Result<CounterTrait, Refusal> {
    let rule = &notation.rules.card_counters[slot];
    let value = counter_value(rule, value, notation)?;
    let (number, text) = rule.holds.number(&value).unwrap_or_default();
    Ok((slot as u16, number, text))
}

impl Notation {
    /// Whether a card of the kind that a word names is one with the traits and the face that the
    /// word has. A word without a face says nothing of it.
    pub fn is_meant(&self, word: &CardWord<'_>, table: &Table, card: CardId) -> bool {
        (!word.is_turned || table.cards[card.index()].is_turned)
            && (word.traits.is_none()
                || word
                    .traits(self)
                    .is_ok_and(|traits| table.has_traits(&self.rules, card, &traits)))
    }

    /// Whether a word may name the card of an option: with these traits and this face; `skip` is
    /// one with its other face up only if none that is alike otherwise lies with its usual face up.
    pub fn is_option_meant(&self, word: &CardWord<'_>, choice: &Choice, game: &Game) -> bool {
        let (table, Some(decision)) = (game.shown(), game.decision()) else { return false };
        match (choice, choice.place(), choice.card()) {
            (Choice::Text(_) | Choice::Number(_), ..) => true,
            (Choice::Respond(_), ..) => {
                let cards = game.cards_of(decision.seat, choice);
                cards.iter().all(|card| self.is_meant(word, table, *card))
            }
            (_, Some((kind, place)), Some(card)) => {
                let is_usual = |other: &Choice| match (other, other.place()) {
                    (Choice::Respond(other), _) => *other == kind,
                    (_, Some((its_kind, at))) => {
                        // An option without a place does not tell the face of its card.
                        let means = |card: CardId| {
                            !table.cards[card.index()].is_turned && self.is_meant(word, table, card)
                        };
                        let is_alike =
                            (its_kind, at.zone, &at.traits) == (kind, place.zone, &place.traits);
                        is_alike && !at.is_turned && other.card().is_none_or(means)
                    }
                    _ => false,
                };
                let is_other_face = word.is_turned
                    || !table.cards[card.index()].is_turned
                    || !decision.options.iter().any(is_usual);
                // On a turn, a card is played.
                self.is_meant(word, table, card) && is_other_face && decision.prompt != Prompt::Turn
            }
            _ => !word.is_of_card(),
        }
    }

    /// The word of a card by what tells it from others of its kind.
    pub fn copy_name(&self, table: &Table, card: CardId, others: &[CardId]) -> String {
        let (state, among) = (table.cards[card.index()], |_| true);
        let traits = table.traits_among(&self.rules, card, others, among);
        let traits = traits.map(|traits| self.traits(&traits)).unwrap_or_default();
        with_face(&format!("{}{traits}", self.kind(state.kind).word), state.is_turned)
    }

    /// Reads a card: its kind, what tells it from others, and how many there are.
    ///
    /// # Errors
    /// A message that says which word cannot be read.
    pub fn the_cards<'t>(
        &self,
        word: &'t str,
    ) -> Result<(Kind, CardWord<'t>, CardTraits, usize), Refusal> {
        let (word, n) = times(word)?;
        let word = CardWord::of(word);
        Ok((self.the_kind(word.name)?, word, word.traits(self)?, n))
    }
}

/// Splits a word of a list of cards into name and count: `skip*3`.
///
/// # Errors
/// There is no card before the `*`, or no valid number after it.
pub fn times(word: &str) -> Result<(&str, usize), Refusal> {
    let after_traits = word.rfind(')').unwrap_or_default();
    let Some(at) = word[after_traits..].rfind('*') else { return Ok((word, 1)) };
    let (card, n) = (&word[..after_traits + at], &word[after_traits + at + 1..]);
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

/// Splits a list at the commas outside of parentheses.
pub fn split_list(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_u32;
    list.split(move |c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
}
