//! The table: the complete state of a position, and the one function that changes it.

pub use super::card_state::CardState;
use super::counter_notes::CounterNotes;
use super::hand_counts::HandCounts;
use super::mixed_cards::MixedCards;
pub use super::whereabouts::Whereabouts;
use crate::kernel::action::{Action, Subject, Task, Window};
use crate::kernel::card::{ActionId, CardId, Kind, Seat, SeatSet};
use crate::kernel::model::clone_fields::clone_fields;
use crate::kernel::model::kind_set::KindSet;
use crate::kernel::outcome::Outcome;
use crate::kernel::rng::Streams;
use crate::kernel::rules::{Rules, Tags};
use crate::kernel::turns::TurnQueue;
use crate::kernel::zone::{Zone, Zones};
use std::rc::Rc;

/// A position, including the pending actions and tasks.
///
/// Only [`Table::apply`] changes it, the generators included: applying the events of a game in
/// order to the table before them gives an equal table.
///
/// The actions are shared by the copies of a table; with `Action` in place of `Rc<Action>` a table
/// shares nothing and can be sent to another thread ([`Table::map_actions`]).
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Table<A = Rc<Action>> {
    /// The location of each card.
    pub zones: Zones,
    /// The state of each card, by [`CardId`].
    pub cards: Vec<CardState>,
    /// The card counts of the hands.
    pub held: HandCounts,
    pub turns: TurnQueue,
    /// The actions that may be answered, the latest last.
    pub stack: Vec<A>,
    /// The pending tasks, the next last.
    pub agenda: Vec<Task>,
    /// The counters of the table, then of each seat; see [`Holds`](crate::kernel::rules::Holds).
    pub counters: Vec<i64>,
    pub rng: Streams,
    /// The number of actions so far.
    pub n_actions: u32,
    /// The winners, losers and scores.
    pub outcome: Outcome,
    /// The players who cannot see their own hand.
    pub blind: SeatSet,
    /// The counters of each card, by [`CardId`].
    pub card_counters: Vec<i64>,
    /// The texts in counters, and which secret ones are revealed.
    pub(crate) notes: CounterNotes,
    /// The plays that have left the stack but whose consequences are not over, the latest last.
    pub settling: Vec<A>,
    /// The play that was over last, if the rules ask for it.
    pub last_play: Option<A>,
    /// Whether a card has ever been turned over.
    pub has_turned: bool,
    /// The kinds that the setup may have dealt to hands: constant since the setup, and
    /// public.
    pub(crate) dealt: KindSet,
    /// The cards whose places seats have lost track of: not part of the position's identity.
    pub(crate) mixed: MixedCards,
    /// The number of turns that have begun.
    pub(crate) n_turns: u32,
    /// By [`CardId`], if the rules ask for it and the card has moved: the zone and the depth that
    /// it came from, and the number of turns that had begun.
    pub(crate) arrivals: Vec<Option<(Zone, u16, u32)>>,
    /// The player who was out last, in this round.
    pub(crate) last_out: Option<Seat>,
}

clone_fields!(
    Table: zones, cards, held, turns, stack, agenda, counters, rng, n_actions, outcome, blind,
    card_counters, notes, settling, last_play, has_turned, dealt, mixed, n_turns, arrivals, last_out
);

impl<A> Table<A> {
    /// Returns a copy with each action converted.
    pub fn map_actions<B>(&self, convert: impl Fn(&A) -> B) -> Table<B> {
        let converted = |actions: &[A]| actions.iter().map(&convert).collect();
        Table {
            zones: self.zones.clone(),
            cards: self.cards.clone(),
            held: self.held.clone(),
            turns: self.turns.clone(),
            stack: converted(&self.stack),
            agenda: self.agenda.clone(),
            counters: self.counters.clone(),
            rng: self.rng.clone(),
            n_actions: self.n_actions,
            outcome: self.outcome.clone(),
            blind: self.blind,
            card_counters: self.card_counters.clone(),
            notes: self.notes.clone(),
            settling: converted(&self.settling),
            last_play: self.last_play.as_ref().map(&convert),
            has_turned: self.has_turned,
            dealt: self.dealt.clone(),
            mixed: self.mixed.clone(),
            n_turns: self.n_turns,
            arrivals: self.arrivals.clone(),
            last_out: self.last_out,
        }
    }
}

/// Returns an action for modification; clones it if it is shared.
#[inline(always)]
pub(in crate::kernel) fn owned(action: &mut Rc<Action>) -> &mut Action {
    #[cold]
    #[inline(never)]
    fn copy(action: &mut Rc<Action>) {
        *action = Rc::new(Action::clone(action));
    }
    if Rc::strong_count(action) != 1 {
        copy(action);
    }
    Rc::get_mut(action).expect("the action is not shared")
}

impl Table {
    /// Creates an empty table.
    pub fn new(rules: &Rules, n_seats: usize, first: Seat, seed: u64) -> Self {
        Self {
            zones: Zones::new(rules.piles.len(), rules.seat_piles.len(), n_seats),
            cards: Vec::with_capacity(128),
            held: HandCounts::new(rules.kinds.len(), n_seats),
            dealt: KindSet::empty(rules.kinds.len()),
            turns: TurnQueue::new(n_seats, first),
            stack: Vec::with_capacity(4),
            agenda: Vec::with_capacity(4),
            counters: rules.initial_counters(n_seats),
            rng: Streams::new(seed),
            ..Self::default()
        }
    }

    /// Returns the number of seats, dead ones included.
    pub const fn n_seats(&self) -> usize {
        self.turns.n_seats as usize
    }

    /// Iterates over all seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.turns.n_seats).map(Seat)
    }

    /// Returns the kind of a card.
    pub fn kind(&self, card: CardId) -> Kind {
        self.cards[card.index()].kind
    }

    /// Returns the cards of a zone, top first.
    #[inline]
    pub fn cards_in(&self, zone: Zone) -> &[CardId] {
        self.zones.cards(zone)
    }

    /// Returns the cards of a hand.
    #[inline]
    pub fn hand(&self, seat: Seat) -> &[CardId] {
        self.zones.cards(Zone::Hand(seat))
    }

    /// Returns the kind of a card, and whether it lies face up.
    pub fn face(&self, rules: &Rules, card: CardId) -> (Kind, bool) {
        let state = &self.cards[card.index()];
        (state.kind, state.is_turned != rules.is_face_up(self.zones.zone_of(card)))
    }

    /// Whether a seat knows that this card is at its position.
    pub fn knows(&self, seat: Seat, card: CardId) -> bool {
        self.cards[card.index()].known.has(seat)
    }

    /// Returns the card that more seats know; the second one on a tie.
    pub(in crate::kernel) fn better_known(&self, a: CardId, b: CardId) -> CardId {
        let [known_a, known_b] = [a, b].map(|card| self.cards[card.index()].known);
        if known_a != known_b && known_a.len() > known_b.len() { a } else { b }
    }

    /// Returns the tags of an action.
    pub fn tags(&self, rules: &Rules, action: &Action) -> Tags {
        match action.subject {
            Subject::Card(_, kind) => rules.kind(kind).tags,
            Subject::Explosion(Some(hazard)) => rules.kind(self.kind(hazard)).tags,
            Subject::Explosion(None) => rules.explosion_tags,
            _ => Tags::default(),
        }
    }

    /// Modifies an action on the stack.
    pub(super) fn change(&mut self, id: ActionId, change: impl FnOnce(&mut Action)) {
        if let Some(action) = self.stack.iter_mut().find(|action| action.id == id) {
            change(owned(action));
        }
    }

    /// Returns the number of actions on the stack.
    pub(in crate::kernel) fn stack_height(&self) -> u16 {
        u16::try_from(self.stack.len()).unwrap_or(u16::MAX)
    }

    /// Removes the action on top of the stack.
    #[inline(always)]
    pub(super) fn pop_action(&mut self, rules: &Rules) {
        let Some(action) = self.stack.pop() else { return };
        if action.overruled && self.stack.last().map(|below| below.id) == action.answers {
            self.change_top(|below| below.window = Window::Closed);
        }
        if rules.keeps_plays && action.subject.is_play() {
            let height = self.stack_height();
            self.agenda.push(Task::Settled { height });
            self.settling.push(action);
        }
    }

    /// Closes the window of the action on top of the stack.
    pub(super) fn close_window(&mut self, answered: bool) {
        self.change_top(|action| {
            action.window = if answered { Window::Answered } else { Window::Closed };
            action.answered |= answered;
        });
    }

    /// Modifies the action on top of the stack.
    #[inline(always)]
    pub(super) fn change_top(&mut self, change: impl FnOnce(&mut Action)) {
        if let Some(action) = self.stack.last_mut() {
            change(owned(action));
        }
    }

    /// Recounts the hands after cards were moved or changed in bulk.
    pub fn count_hands(&mut self) {
        self.held.clear();
        for seat in self.seats() {
            for card in self.zones.cards(Zone::Hand(seat)) {
                self.held.gain(seat, self.cards[card.index()].kind);
            }
        }
    }

    /// Checks the invariants that hold between two answers.
    pub fn check(&self, rules: &Rules) -> Result<(), String> {
        self.zones.check()?;
        let mut counted = self.clone();
        counted.count_hands();
        if counted.held != self.held {
            return Err("the hand counts differ from the hands".to_owned());
        }
        self.check_turns()?;
        (0..self.cards.len()).try_for_each(|i| self.check_known(rules, CardId(i as u16)))
    }

    /// Checks what a move of a card can break.
    #[doc(hidden)]
    pub fn check_move(
        &self,
        rules: &Rules,
        card: CardId,
        (from, to): (Zone, Zone),
    ) -> Result<(), String> {
        self.zones.check_move(card, (from, to))?;
        let kind = self.kind(card);
        for zone in [from, to] {
            if let Zone::Hand(seat) = zone {
                let held = self.hand(seat).iter().filter(|card| self.kind(**card) == kind);
                if held.count() != usize::from(self.held.count(seat, kind)) {
                    let why = format!("the hand counts differ from {zone:?}");
                    return Err(why);
                }
            }
        }
        self.check_known(rules, card)
    }

    /// Checks that the game is over, or that somebody's turn it is.
    #[doc(hidden)]
    pub fn check_turns(&self) -> Result<(), String> {
        let turns = &self.turns;
        if self.outcome.is_over {
            return Ok(());
        }
        if turns.alive.is_empty() {
            return Err("no player is in the game".to_owned());
        }
        if turns.owed == 0 {
            return Err("the current player owes 0 turns".to_owned());
        }
        Ok(())
    }

    /// Checks that the seats that see a card know it, unless the game is over.
    fn check_known(&self, rules: &Rules, card: CardId) -> Result<(), String> {
        let (state, zone) = (&self.cards[card.index()], self.zones.zone_of(card));
        let resting = self.resting_knowledge(rules, zone, state.is_turned);
        if self.outcome.is_over || state.known.intersection(resting) == resting {
            return Ok(());
        }
        let i = card.0;
        let why = format!("card {i} in {zone:?} is unknown to a seat that can see that zone");
        Err(why)
    }

    /// Whether the stack and the agenda are empty.
    pub fn is_settled(&self) -> bool {
        self.stack.is_empty() && self.agenda.is_empty()
    }
}
