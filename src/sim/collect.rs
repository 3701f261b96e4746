//! Collects statistics from the events of one game. Only the tally outlives the game.

use super::tally::{ScoreCount, Tally, Uses, WIN, win_share};
use crate::kernel::{
    ActionRef, Event, EventKind, Kind, MoveReason, Rules, Seat, SeatSet, Subject, Zone,
};
use std::rc::Rc;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The winners, who share the win.
    pub winners: SeatSet,
    /// The starting player.
    pub first: Option<Seat>,
    /// The number of turns.
    pub turns: usize,
    /// The number of plies.
    pub plies: usize,
    /// The number of cards drawn.
    pub draws: usize,
    /// The number of cards and combos played.
    pub plays: usize,
    /// The number of plays that were cancelled.
    pub cancelled: usize,
}

/// Per-game counters, reset and reused for the next game.
pub struct StatsCollector {
    rules: Rc<Rules>,
    n_seats: usize,
    /// By card.
    kinds: Vec<Kind>,
    /// The number of cards of each kind in each hand, by seat and kind.
    hands: Vec<u8>,
    sizes: Vec<u16>,
    /// By kind: the seats that held it before the first turn, and at the first turn.
    held: Vec<SeatSet>,
    opening: Vec<SeatSet>,
    n_plays: usize,
    /// By seat: the hazard that is about to eliminate the player, and the player's hand at that
    /// time.
    dying: Vec<Option<(Option<Kind>, Vec<u8>)>>,
    alive: SeatSet,
    /// By turn: the player who alone held the fewest cards.
    behind: Vec<Option<Seat>>,
    first: Option<Seat>,
    n_draws: usize,
    winners: SeatSet,
    scores: Vec<Option<i64>>,
    n_plies: usize,
    n_cancelled: usize,
    outs: Vec<(Seat, usize, Option<Kind>)>,
}

impl StatsCollector {
    /// Creates a collector for games of these rules.
    #[must_use]
    pub fn new(rules: &Rc<Rules>, n_seats: usize) -> Self {
        Self {
            rules: rules.clone(),
            n_seats,
            kinds: Vec::new(),
            hands: vec![0; n_seats * rules.kinds.len()],
            sizes: vec![0; n_seats],
            held: vec![SeatSet::NONE; rules.kinds.len()],
            opening: Vec::new(),
            n_plays: 0,
            dying: vec![None; n_seats],
            alive: SeatSet::first(n_seats),
            behind: Vec::new(),
            first: None,
            n_draws: 0,
            winners: SeatSet::NONE,
            scores: Vec::new(),
            n_plies: 0,
            n_cancelled: 0,
            outs: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.kinds.clear();
        self.hands.fill(0);
        self.sizes.fill(0);
        self.held.fill(SeatSet::NONE);
        self.n_plays = 0;
        self.dying.fill(None);
        self.alive = SeatSet::first(self.n_seats);
        self.behind.clear();
        self.first = None;
        self.n_draws = 0;
        self.winners = SeatSet::NONE;
        self.scores.clear();
        self.n_plies = 0;
        self.n_cancelled = 0;
        self.outs.clear();
    }

    /// Adds a finished game; `agent_of` maps a seat to its agent. Returns the result if there is a
    /// winner.
    pub fn game(
        &mut self,
        events: &[Event],
        tally: &mut Tally,
        agent_of: impl Fn(Seat) -> usize,
    ) -> Option<GameResult> {
        self.clear();
        for event in events {
            self.n_plies = event.cause.ply as usize;
            self.event(&event.kind, tally);
        }
        self.count_scores(tally);
        let winners = self.winners;
        if winners.is_empty() {
            tally.drawn += 1;
            return None;
        }
        let share = |seat| if winners.has(seat) { win_share(winners.len()) } else { 0 };
        tally.won += 1;
        tally.plies.add(self.n_plies);
        tally.turns.add(self.behind.len());
        tally.draws.add(self.n_draws);
        if let Some(share) = self.first.map(share).filter(|share| *share > 0) {
            tally.first_wins += 1;
            tally.first_shared += WIN - share;
        }
        let behind = self.behind.get(self.behind.len() / 2).copied().flatten();
        tally.comebacks += u64::from(behind.is_some_and(|seat| winners.has(seat)));
        for (seat, turn, _) in &self.outs {
            tally.out[seat.index()].add(*turn);
        }
        for seat in SeatSet::first(self.n_seats).iter() {
            let share = share(seat);
            tally.seats[seat.index()].add(share);
            tally.agents[agent_of(seat)].add(share);
            self.player(seat, share, tally);
        }
        Some(GameResult {
            winners,
            first: self.first,
            turns: self.behind.len(),
            plies: self.n_plies,
            draws: self.n_draws,
            plays: self.n_plays,
            cancelled: self.n_cancelled,
        })
    }

    fn count_scores(&self, tally: &mut Tally) {
        if !self.scores.is_empty() {
            tally.scores.resize(self.n_seats, ScoreCount::default());
        }
        for (count, score) in tally.scores.iter_mut().zip(&self.scores) {
            score.iter().for_each(|score| count.add(*score));
        }
    }

    /// Counts wins by the cards a player held at the first turn.
    fn player(&self, seat: Seat, share: u64, tally: &mut Tally) {
        for (kind, uses) in tally.kinds.iter_mut().enumerate() {
            let opening = self.opening[kind].has(seat);
            if opening { &mut uses.opening } else { &mut uses.no_opening }.add(share);
        }
    }

    fn slot(&self, seat: Seat, kind: Kind) -> usize {
        seat.index() * self.rules.kinds.len() + kind.index()
    }

    fn enter(&mut self, zone: Zone, kind: Kind) {
        if let Zone::Hand(seat) = zone {
            let slot = self.slot(seat, kind);
            self.hands[slot] += 1;
            self.sizes[seat.index()] += 1;
            let held = &mut self.held[kind.index()];
            *held = held.with(seat);
        }
    }

    fn event(&mut self, event: &EventKind, tally: &mut Tally) {
        match event {
            EventKind::Minted { kind, zone, n_cards } => {
                for _ in 0..*n_cards {
                    self.kinds.push(*kind);
                    self.enter(*zone, *kind);
                }
            }
            EventKind::Moved { card, from, to, reason, .. } => {
                let kind = self.kinds[card.index()];
                self.moved(kind, *from, *to, *reason, tally);
            }
            EventKind::Announced { action } => self.announced(action.by, action.subject, tally),
            EventKind::Cancelled { action, .. } => self.cancelled(*action, tally),
            EventKind::Resolved { action } => {
                if matches!(action.subject, Subject::Explosion(_)) {
                    let hand = self.hand(action.by);
                    if let Some((_, dead)) = &mut self.dying[action.by.index()] {
                        *dead = hand;
                    }
                }
            }
            EventKind::Out { seat } => self.out(*seat, tally),
            EventKind::Revived { seat } => {
                self.alive = self.alive.with(*seat);
                self.outs.retain(|(out, ..)| out != seat);
            }
            EventKind::Began { seat, .. } => {
                if self.first.is_none() {
                    self.first = Some(*seat);
                    self.opening.clone_from(&self.held);
                }
                let fewest = self.fewest();
                self.behind.push(fewest);
            }
            EventKind::Won { seat } => self.winners = self.winners.with(*seat),
            EventKind::Scored { seat, score } => {
                self.scores.resize(self.n_seats, None);
                self.scores[seat.index()] = Some(*score);
            }
            EventKind::Lost { .. }
            | EventKind::GameEnded
            | EventKind::Shuffled { .. }
            | EventKind::Seeded { .. }
            | EventKind::Arranged { .. }
            | EventKind::Shown { .. }
            | EventKind::Revealed { .. }
            | EventKind::Passed { .. }
            | EventKind::Ended { .. }
            | EventKind::Assigned { .. }
            | EventKind::Added { .. }
            | EventKind::Reversed
            | EventKind::Said { .. }
            | EventKind::Dealing { .. }
            | EventKind::Counted { .. }
            | EventKind::CardCounted { .. }
            | EventKind::Turned { .. }
            | EventKind::Blinded { .. }
            | EventKind::LaidOut { .. }
            | EventKind::WindowClosed { .. }
            | EventKind::WindowReopened
            | EventKind::Watched { .. }
            | EventKind::Withdrawn
            | EventKind::Scheduled { .. }
            | EventKind::Started
            | EventKind::PhaseChanged { .. }
            | EventKind::RandomDrawn { .. }
            | EventKind::Cleared => {}
        }
    }

    fn moved(&mut self, kind: Kind, from: Zone, to: Zone, reason: MoveReason, tally: &mut Tally) {
        let uses: &mut Uses = &mut tally.kinds[kind.index()];
        if reason == MoveReason::Draw {
            self.n_draws += 1;
            uses.drawn += 1;
        }
        if let Zone::Hand(seat) = from {
            if matches!(to, Zone::Hand(other) if other != seat) {
                uses.stolen += 1;
            }
            let slot = self.slot(seat, kind);
            self.hands[slot] -= 1;
            self.sizes[seat.index()] -= 1;
        }
        self.enter(to, kind);
    }

    fn announced(&mut self, by: Seat, subject: Subject, tally: &mut Tally) {
        match subject {
            Subject::Card(_, kind) => {
                self.n_plays += 1;
                tally.kinds[kind.index()].played += 1;
            }
            Subject::Combo(combo) => {
                self.n_plays += 1;
                tally.combos[combo.index()].played += 1;
            }
            Subject::Explosion(hazard) => {
                let kind = hazard.map(|card| self.kinds[card.index()]);
                if let Some(kind) = kind {
                    tally.kinds[kind.index()].explosions += 1;
                }
                self.dying[by.index()] = Some((kind, Vec::new()));
            }
            Subject::Draw | Subject::Turn => {}
        }
    }

    fn cancelled(&mut self, action: ActionRef, tally: &mut Tally) {
        match action.subject {
            Subject::Card(_, kind) => {
                self.n_cancelled += 1;
                tally.kinds[kind.index()].cancelled += 1;
            }
            Subject::Combo(combo) => {
                self.n_cancelled += 1;
                tally.combos[combo.index()].cancelled += 1;
            }
            Subject::Explosion(hazard) => {
                self.dying[action.by.index()] = None;
                if let Some(card) = hazard {
                    tally.kinds[self.kinds[card.index()].index()].rescued += 1;
                }
            }
            Subject::Draw | Subject::Turn => {}
        }
    }

    fn hand(&self, seat: Seat) -> Vec<u8> {
        let first = self.slot(seat, Kind(0));
        self.hands[first..first + self.rules.kinds.len()].to_vec()
    }

    fn out(&mut self, seat: Seat, tally: &mut Tally) {
        self.alive = self.alive.without(seat);
        let (cause, dead) = match self.dying[seat.index()].take() {
            Some((kind, hand)) => (kind, hand),
            None => (None, self.hand(seat)),
        };
        for (uses, n) in tally.kinds.iter_mut().zip(dead) {
            uses.dead += u64::from(n);
        }
        match cause {
            Some(kind) => tally.kinds[kind.index()].eliminations += 1,
            None => tally.other_eliminations += 1,
        }
        self.outs.push((seat, self.behind.len(), cause));
    }

    /// The player who alone holds the fewest cards.
    fn fewest(&self) -> Option<Seat> {
        let fewest = self.alive.iter().map(|seat| self.sizes[seat.index()]).min()?;
        let mut those = self.alive.iter().filter(|seat| self.sizes[seat.index()] == fewest);
        those.next().filter(|_| those.next().is_none())
    }
}
