//! Evidence of the course of a game about hidden cards: how hands and piles were filled, and which
//! windows players have let pass. Whoever could have answered probably would have, most of all an
//! action against them.

use crate::kernel::card::MAX_SEATS;
use crate::kernel::event::InternalEvent;
use crate::kernel::layout::Layout;
use crate::kernel::{
    Action, CardEvent, EventKind, GameEvent, Kind, Observation, PlayerEvent, Rules, Seat, SeatSet,
    Table, Value, Zone,
};

/// The evidence of a window of an action against the player, and of any other one, in units of
/// [`UNIT`]. A player with an answer is assumed to pass in 30 % of the former and in 94 % of the
/// latter.
const AGAINST: u8 = 19;
const OTHER: u8 = 1;

/// The most evidence that counts: players also keep answers for later.
const MOST: u8 = 48;

/// The logarithm of a likelihood ratio.
const UNIT: f64 = 1.0 / 16.0;

/// The evidence of the course of a game about hidden cards. Public: it follows from the actions,
/// their windows, and the cards that moved between zones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Whether the first turn has begun.
    has_begun: bool,
    /// The cards that each player has gained unseen since then, at most 255.
    gained: [u8; MAX_SEATS],
    /// The piles that the setup has filled from others, until another card comes to them, with the
    /// kinds that may be in them.
    laid_aside: Vec<(Zone, Vec<Kind>)>,
    /// The evidence against answers in each hand.
    unanswered: [u8; MAX_SEATS],
}

/// Without a history, what players hold they may have drawn.
impl Default for Evidence {
    fn default() -> Self {
        Self {
            has_begun: true,
            gained: [u8::MAX; MAX_SEATS],
            laid_aside: Vec::new(),
            unanswered: [0; MAX_SEATS],
        }
    }
}

impl Evidence {
    /// Returns what has happened so far in a game, as far back as that is known.
    pub fn of(observation: &Observation<'_>) -> Self {
        let mut evidence = Self::default();
        observation.replay(|table, event| evidence.add(table, observation.rules(), event));
        evidence
    }

    /// Adds an event; `table` is the one before it.
    fn add(&mut self, table: &Table, rules: &Rules, event: &EventKind) {
        match event {
            EventKind::Card(CardEvent::Created { .. }) if table.cards.is_empty() => self.restart(),
            EventKind::Game(GameEvent::RoundBegan { .. }) => self.restart(),
            EventKind::Card(CardEvent::Moved { to: Zone::Hand(seat), visibility, .. }) => {
                let n_cards = table.hand(*seat).len();
                let evidence = &mut self.unanswered[seat.index()];
                *evidence = (usize::from(*evidence) * n_cards / (n_cards + 1)) as u8;
                let is_hidden = visibility.seen != SeatSet::ALL;
                let gained = &mut self.gained[seat.index()];
                *gained = gained.saturating_add(is_hidden.into());
            }
            EventKind::Card(CardEvent::Moved { from, to: to @ Zone::Pile(_), .. })
                if from != to && !rules.is_face_up(*to) =>
            {
                self.fill(table, *from, *to);
            }
            EventKind::Player(PlayerEvent::Began { .. }) if !self.has_begun => {
                // What players gained before was dealt.
                (self.has_begun, self.gained) = (true, [0; MAX_SEATS]);
            }
            EventKind::Game(GameEvent::LaidOut { layout }) => {
                self.lay_out(layout, |kind| table.is_kept_out_of_hands(rules, kind));
            }
            EventKind::Internal(InternalEvent::WindowClosed { answered: false }) => {
                if let [.., action] = table.stack.as_slice()
                    && action.subject.is_play()
                {
                    let below = table.stack.iter().rev().nth(1).map(|below| &**below);
                    self.close_window(action, below, table.turns.alive);
                }
            }
            _ => {}
        }
    }

    /// A game or a round begins.
    fn restart(&mut self) {
        *self = Self { has_begun: false, gained: [0; MAX_SEATS], ..Self::default() };
    }

    /// A card comes from another zone to a pile that the variant defines.
    fn fill(&mut self, table: &Table, from: Zone, pile: Zone) {
        let known = self.laid_aside.iter().position(|(aside, _)| *aside == pile);
        let at = match known {
            Some(known) if self.has_begun => {
                self.laid_aside.remove(known);
                return;
            }
            Some(known) => known,
            None if self.has_begun || !table.cards_in(pile).is_empty() => return,
            None => {
                self.laid_aside.push((pile, Vec::new()));
                self.laid_aside.len() - 1
            }
        };
        let kinds = &mut self.laid_aside[at].1;
        kinds.extend(table.cards_in(from).iter().map(|card| table.kind(*card)));
        kinds.sort_unstable();
        kinds.dedup();
    }

    /// A position is laid out: what the players hold they may have drawn, and one of its piles may
    /// hold each card of a hand or pile but a hazard.
    fn lay_out(&mut self, layout: &Layout, is_hazard: impl Fn(Kind) -> bool) {
        (self.gained, self.unanswered) = ([u8::MAX; MAX_SEATS], [0; MAX_SEATS]);
        let in_piles = layout.piles.iter().flat_map(|laid| &laid.kinds);
        let hidden = in_piles.chain(layout.hands.iter().flat_map(|(_, kinds)| kinds));
        let hidden = hidden.copied().filter(|kind| !is_hazard(*kind));
        for (pile, kinds) in &mut self.laid_aside {
            if layout.piles.iter().any(|laid| laid.zone == *pile) {
                kinds.extend(hidden.clone());
                kinds.sort_unstable();
                kinds.dedup();
            }
        }
    }

    /// A window has closed without an answer; `below` is the action under that one.
    fn close_window(&mut self, action: &Action, below: Option<&Action>, alive: SeatSet) {
        let answered = below.filter(|below| Some(below.id) == action.answers);
        let mut against = answered.map_or(SeatSet::NONE, |below| SeatSet::one(below.by));
        for value in &action.announced {
            if let Value::Player(seat) = value {
                against = against.with(*seat);
            }
        }
        for seat in alive.without(action.by).iter() {
            let evidence = &mut self.unanswered[seat.index()];
            *evidence = (*evidence + if against.has(seat) { AGAINST } else { OTHER }).min(MOST);
        }
    }

    /// Returns the number of cards that a player has gained unseen since the setup, at most 255.
    pub(super) fn gained(&self, seat: Seat) -> usize {
        self.gained[seat.index()].into()
    }

    /// The kinds that may be in a pile, sorted; `None` if that is not known.
    pub(super) fn kinds_in(&self, pile: Zone) -> Option<&[Kind]> {
        let laid_aside = self.laid_aside.iter().find(|(aside, _)| *aside == pile);
        laid_aside.map(|(_, kinds)| kinds.as_slice())
    }

    /// Returns the probability of the windows that a player has let pass if they had an answer,
    /// divided by that without one: from above 0 to 1.
    pub(super) fn likelihood(&self, seat: Seat) -> f64 {
        (-f64::from(self.unanswered[seat.index()]) * UNIT).exp()
    }
}
