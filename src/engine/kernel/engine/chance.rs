//! Random outcomes. They come from the generators in the table or, if the game asks chance, from
//! the answers for the seat [`Seat::CHANCE`]: any line of play can be forced, and a small tree of
//! outcomes can be enumerated.

use super::effect::EffectContext;
use crate::kernel::card::{CardId, ME, Seat};
use crate::kernel::decision::{CardPlace, Choice, Prompt};
use crate::kernel::event::{CardEvent, InternalEvent};
use crate::kernel::fault::Stop;
use crate::kernel::pending::Answers;
use crate::kernel::rng::Stream;
use crate::kernel::table::CardState;
use crate::kernel::zone::Zone;

/// The option that leaves the rest of a shuffle to the generator.
pub const REST: &str = "rest";

/// The maximum number of outcomes offered as options.
const MOST: u32 = 1000;

impl EffectContext {
    /// Returns a uniformly random number below `n`, from the stream for effects.
    ///
    /// # Errors
    /// [`Stop::Asked`] when chance is asked and has not answered.
    pub fn random(&mut self, n: u32) -> Result<u32, Stop> {
        self.random_from(0, n)
    }

    /// Returns a random number, where chance is asked for numbers from `first`.
    ///
    /// # Errors
    /// [`Stop::Asked`] when chance is asked and has not answered.
    pub fn random_from(&mut self, first: i64, n: u32) -> Result<u32, Stop> {
        if !self.is_chance_asked() || !(2..=MOST).contains(&n) {
            let number = self.table.rng.clone().below(Stream::Effect, n);
            self.emit(InternalEvent::RandomDrawn { stream: Stream::Effect, below: n });
            return Ok(number);
        }
        self.question.reset();
        self.question.options.extend((first..first + i64::from(n)).map(Choice::Number));
        self.question.weights.resize(n as usize, 1);
        self.question.prompt = Prompt::Text("Which number comes up?".into());
        let index = self.ask(Seat::CHANCE)?;
        Ok(index as u32)
    }

    /// Returns one of these cards, each equally likely.
    ///
    /// # Errors
    /// [`Stop::Asked`] when chance is asked and has not answered.
    ///
    /// # Panics
    /// When `cards` is empty.
    pub fn random_card(&mut self, cards: &[CardId]) -> Result<CardId, Stop> {
        if !self.is_chance_asked() {
            let key = self.table.rng.clone().key(Stream::Effect);
            let keyed = key.and_then(|key| self.table.keyed_card(&self.rules, cards, key));
            let number = self.random(cards.len() as u32)? as usize;
            return Ok(keyed.unwrap_or_else(|| cards[number]));
        }
        self.question.reset();
        self.list_outcomes(cards);
        self.question.prompt = Prompt::Text("Which card is it?".into());
        let index = if self.question.options.len() == 1 { 0 } else { self.ask(Seat::CHANCE)? };
        Ok(self.question.options[index].card().unwrap_or(cards[0]))
    }

    /// Returns one of the cards in a zone, each equally likely; `None` if the zone is empty.
    ///
    /// # Errors
    /// [`Stop::Asked`] when chance is asked and has not answered.
    pub fn random_card_in(&mut self, zone: Zone) -> Result<Option<CardId>, Stop> {
        let n_cards = self.table.zones.len(zone) as u32;
        if n_cards == 0 {
            return Ok(None);
        }
        if self.is_chance_asked() || self.table.rng.is_keyed() {
            let cards = self.table.cards_in(zone).to_vec();
            return self.random_card(&cards).map(Some);
        }
        let i = self.random(n_cards)? as usize;
        Ok(Some(self.table.cards_in(zone)[i]))
    }

    /// Shuffles a zone.
    ///
    /// # Errors
    /// [`Stop::Asked`] when chance is asked and has not answered.
    pub fn shuffle(&mut self, zone: Zone) -> Result<(), Stop> {
        let mut top = Vec::new();
        if self.is_chance_asked() {
            let mut left = self.table.cards_in(zone).to_vec();
            while let Some(card) = self.next_of_shuffle(zone, &left, top.len())? {
                left.retain(|other| *other != card);
                top.push(card);
            }
        }
        self.emit(CardEvent::Shuffled { zone, top });
        Ok(())
    }

    /// Returns the next card of a shuffled zone, top first; `None` if the rest does not matter.
    fn next_of_shuffle(
        &mut self,
        zone: Zone,
        left: &[CardId],
        depth: usize,
    ) -> Result<Option<CardId>, Stop> {
        self.question.reset();
        self.list_outcomes(left);
        if self.question.options.len() < 2 {
            return Ok(None);
        }
        self.question.options.push(Choice::Text(REST.into()));
        self.question.weights.push(0);
        let name = self.zone_name(zone);
        let which = if depth == 0 { "which card is on top" } else { "which card comes next" };
        self.question.prompt = Prompt::Text(format!("{name} is shuffled: {which}?").into());
        let index = self.ask(Seat::CHANCE)?;
        Ok(self.question.options[index].card())
    }

    fn is_chance_asked(&self) -> bool {
        // What was asked before the answers of a run is asked again whenever it is repeated.
        let Answers { given, asked_chance, n_used: n, .. } = &self.run.answers;
        let asked_before = given.get(*n).and(asked_chance.get(*n)).copied();
        asked_before.unwrap_or(self.players.ask_chance) && !self.table.outcome.is_over
    }

    /// Lists one option for each kind and face among the cards, weighted by its number of cards.
    fn list_outcomes(&mut self, cards: &[CardId]) {
        for card in cards {
            let CardState { kind, is_turned, .. } = self.table.cards[card.index()];
            let traits = self.table.traits_among(&self.rules, *card, cards, |_| true);
            let place = CardPlace { zone: None, is_turned, traits };
            let is_it = |option: &Choice| option.place() == Some((kind, place.clone()));
            let question = &mut self.question;
            if let Some(i) = question.options.iter().position(is_it) {
                question.weights[i] += 1;
            } else {
                question.options.push(Choice::of_card(*card, kind, place));
                question.weights.push(1);
            }
        }
    }

    fn zone_name(&self, zone: Zone) -> String {
        match zone {
            Zone::Draw => "The draw pile".into(),
            Zone::Discard => "The discard pile".into(),
            Zone::Table => "The middle of the table".into(),
            Zone::Box => "The box".into(),
            Zone::Pile(_) | Zone::Own(_) => {
                let id = self.rules.pile(zone).map_or("cards", |rule| &rule.id);
                format!("The pile of {}", id.replace('_', " "))
            }
            Zone::Hand(seat) => format!("{} hand", self.whose(seat)),
            Zone::Front(seat) => format!("{} front", self.whose(seat)),
        }
    }

    fn whose(&self, seat: Seat) -> String {
        match &*self.players.names[seat.index()] {
            ME => "my".to_owned(),
            name => format!("{name}'s"),
        }
    }
}
