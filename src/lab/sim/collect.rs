//! Collects statistics of one game while it is played. Only the tally outlives the game.

use super::histogram::Histogram;
use super::measures::{GameResult, MEASURES, N_NUMBERS};
use super::offers::Offers;
use super::option_counts::OptionCounts;
use super::paired::Paired;
use super::tally::{Ending, Tally, win_share};
use crate::kernel::action::ActionRef;
use crate::kernel::event::EventClasses;
use crate::kernel::rules::Teams;
use crate::kernel::{
    Action, ActionEvent, ActionId, CardEvent, Decision, EventKind, Kind, MoveReason, Observer,
    Owner, PlayerEvent, Rules, Seat, SeatSet, Subject, Table, Zone,
};
use smallvec::SmallVec;

/// The counts of a kind of card or a combo in one game.
#[derive(Clone, Copy, Debug, Default)]
struct GameUses {
    played: u32,
    /// The plays on their own, which can be cancelled.
    announced: u32,
    cancelled: u32,
    drawn: u32,
    stolen: u32,
    dead: u32,
    explosions: u32,
    rescued: u32,
    eliminations: u32,
    /// The seats that held it at the first turn.
    opening: SeatSet,
    /// The seats that played it.
    chosen: SeatSet,
    /// The seats that drew it.
    drawn_by: SeatSet,
}

/// The number of cards of each kind in a hand.
type HandKinds = SmallVec<[(Kind, u16); 16]>;

/// The counts of one game.
#[derive(Clone, Debug, Default)]
struct GameCounts {
    kinds: Vec<GameUses>,
    combos: Vec<GameUses>,
    n_plays: usize,
    n_draws: usize,
    n_cancelled: usize,
    other_eliminations: u64,
    /// The player whose explosion took effect last, with the hand at that time.
    exploding: Option<(Seat, HandKinds)>,
    /// By turn: who was alive when it began.
    alive: Vec<SeatSet>,
    /// By turn: the number of cards in each hand when it began.
    hands: Vec<u16>,
    first: Option<Seat>,
    winners: SeatSet,
    scores: Vec<Option<i64>>,
    /// The players who are out, each with the turn.
    outs: Vec<(Seat, usize)>,
    /// The plays, with the index of the kind or combo.
    announced: Vec<(ActionId, usize)>,
    /// The answers to plays: the index, and who answered.
    answers: Vec<(usize, Seat)>,
}

/// Per-game counters, reset and reused for the next game.
#[derive(Debug)]
pub struct StatsCollector {
    n_seats: usize,
    teams: Teams,
    game: GameCounts,
    /// The counts before a hook that may have to wait.
    saved: Option<GameCounts>,
    options: OptionCounts,
    offers: Offers,
}

impl StatsCollector {
    /// Creates a collector for games of these rules.
    pub fn new(rules: &Rules, n_seats: usize) -> Self {
        let game = GameCounts {
            kinds: vec![GameUses::default(); rules.kinds.len()],
            combos: vec![GameUses::default(); rules.combos.len()],
            ..GameCounts::default()
        };
        let teams = rules.teams.clone();
        let offers = Offers::new(rules.kinds.len(), rules.combos.len());
        Self { n_seats, teams, game, saved: None, options: OptionCounts::default(), offers }
    }

    /// Adds the game that is over, after this many plies, with this seating; `agent_of` maps a seat
    /// to its agent. Returns the result.
    pub fn finish(
        &self,
        n_plies: usize,
        tally: &mut Tally,
        seating: u64,
        agent_of: impl Fn(Seat) -> usize,
    ) -> GameResult {
        self.options.add_to(tally);
        let game = &self.game;
        let seats = SeatSet::first(self.n_seats);
        game.count_uses(tally);
        for (index, seat) in &game.answers {
            let mut all = tally.kinds.iter_mut().chain(&mut tally.combos);
            let by_agent = all.nth(*index).map(|uses| &mut uses.answered[agent_of(*seat)]);
            by_agent.into_iter().for_each(|n| *n += 1);
        }
        let chosen = game.kinds.iter().chain(&game.combos).map(|uses| uses.chosen);
        self.offers.add_to(tally, seats, chosen, &agent_of);
        self.count_scores(tally);
        let winners = game.winners;
        let behind = game.fewest(self.n_turns() / 2, self.n_seats);
        let win = win_share(self.teams.count(self.n_seats, winners));
        let result = GameResult {
            winners,
            win,
            first: game.first,
            is_comeback: behind.is_some_and(|seat| winners.has(seat)),
            turns: self.n_turns(),
            plies: n_plies,
            draws: game.n_draws,
            plays: game.n_plays,
            cancelled: game.n_cancelled,
        };
        if winners.is_empty() {
            tally.drawn += 1;
            return result;
        }
        tally.won += 1;
        tally.numbers.resize(N_NUMBERS, Histogram::default());
        for (numbers, measure) in tally.numbers.iter_mut().zip(MEASURES) {
            numbers.add(measure.of_game(&result) as usize);
        }
        let ending = Ending { seating, first: game.first, winners };
        *tally.endings.entry(ending).or_default() += 1;
        tally.comebacks += u64::from(result.is_comeback);
        for (n_before, (seat, turn)) in (0..).zip(&game.outs) {
            tally.out[seat.index()].add(*turn);
            // (n + 1)² - n²
            tally.out_squares.add_times(*turn, 2 * n_before + 1);
        }
        game.count_course(self.n_seats, tally);
        game.count_wins(win, tally);
        result
    }

    /// Returns the number of turns that have begun.
    pub(super) const fn n_turns(&self) -> usize {
        self.game.alive.len()
    }

    /// Returns the starting player, once a turn has begun.
    pub(super) const fn first(&self) -> Option<Seat> {
        self.game.first
    }

    /// Returns the seats that drew a card, by kind.
    pub(super) fn drawn(&self) -> impl Iterator<Item = SeatSet> {
        self.game.kinds.iter().map(|uses| uses.drawn_by)
    }

    fn count_scores(&self, tally: &mut Tally) {
        let scores = &self.game.scores;
        if !scores.is_empty() {
            tally.scores.resize(self.n_seats, Paired::default());
        }
        for (count, score) in tally.scores.iter_mut().zip(scores) {
            score.iter().for_each(|score| count.add(*score));
        }
    }
}

impl Observer for StatsCollector {
    fn begin(&mut self, _table: &Table) {
        self.options.clear();
        self.offers.clear();
        self.saved = None;
        self.game.clear();
    }

    fn event(&mut self, table: &Table, event: &EventKind) {
        self.game.event(table, event);
    }

    fn interest(&self) -> EventClasses {
        const {
            EventClasses::of(&[
                EventClasses::PLAY,
                EventClasses::EXPLODE,
                EventClasses::CANCEL,
                EventClasses::EXPLODED,
                EventClasses::TURN,
                EventClasses::OUT,
                EventClasses::REVIVE,
                EventClasses::WIN,
                EventClasses::SCORE,
                // Draws, and cards that may come from another hand.
                EventClasses::DRAW,
                EventClasses::GIVE,
                EventClasses::STEAL,
                EventClasses::TAKE,
                EventClasses::of_move(MoveReason::Move),
            ])
        }
    }

    fn decision(&mut self, decision: &Decision) {
        self.options.add(decision);
        self.offers.add(decision);
    }

    fn savepoint(&mut self) {
        self.saved = Some(self.game.clone());
    }

    fn rollback(&mut self) {
        if let Some(saved) = self.saved.take() {
            self.game = saved;
        }
    }
}

impl GameCounts {
    fn clear(&mut self) {
        self.kinds.fill(GameUses::default());
        self.combos.fill(GameUses::default());
        self.n_plays = 0;
        self.n_draws = 0;
        self.n_cancelled = 0;
        self.other_eliminations = 0;
        self.exploding = None;
        self.alive.clear();
        self.hands.clear();
        self.first = None;
        self.winners = SeatSet::NONE;
        self.scores.clear();
        self.outs.clear();
        self.announced.clear();
        self.answers.clear();
    }

    fn count_uses(&self, tally: &mut Tally) {
        tally.other_eliminations += self.other_eliminations;
        let kinds = self.kinds.iter().zip(&mut tally.kinds);
        for (game, uses) in kinds.chain(self.combos.iter().zip(&mut tally.combos)) {
            uses.played += u64::from(game.played);
            uses.drawn += u64::from(game.drawn);
            uses.stolen += u64::from(game.stolen);
            uses.dead += u64::from(game.dead);
            uses.eliminations += u64::from(game.eliminations);
            uses.cancelled_sums.add(game.announced.into(), game.cancelled.into());
            uses.rescued_sums.add(game.explosions.into(), game.rescued.into());
        }
    }

    /// Counts wins of this share by the cards that players held at the first turn.
    fn count_wins(&self, share: u64, tally: &mut Tally) {
        for (game, uses) in self.kinds.iter().zip(&mut tally.kinds) {
            let n = game.opening.len() as u64;
            let n_wins = game.opening.intersection(self.winners).len() as u64;
            uses.opening_sums.add(n, n_wins * share);
            let n_wins = game.drawn_by.intersection(self.winners).len() as u64;
            uses.drawn_sums.add(game.drawn_by.len() as u64, n_wins * share);
        }
    }

    /// Counts who was out when, and the hands at the beginning of each turn.
    fn count_course(&self, n_seats: usize, tally: &mut Tally) {
        tally.hands.resize(tally.hands.len().max(self.alive.len()), [0; 2]);
        let turns = self.alive.iter().zip(self.hands.chunks_exact(n_seats));
        for ((alive, sizes), [hands, cards]) in turns.zip(&mut tally.hands) {
            *hands += alive.len() as u64;
            *cards += alive.iter().map(|seat| u64::from(sizes[seat.index()])).sum::<u64>();
        }
        for (seat, places) in tally.places.iter_mut().enumerate() {
            let place = self.outs.iter().position(|(out, _)| out.index() == seat);
            places.add(place.unwrap_or(n_seats));
        }
    }

    /// Counts an event. Only the case of a move is compiled in place: it is the most frequent one,
    /// and most of the others count nothing.
    #[inline]
    fn event(&mut self, table: &Table, event: &EventKind) {
        match event {
            EventKind::Card(CardEvent::Moved { card, from, to, reason, .. }) => {
                self.moved(table.kind(*card), *from, *to, *reason);
            }
            EventKind::Action(event) => match event {
                ActionEvent::Announced { action } => {
                    self.announced(table, action);
                }
                ActionEvent::Cancelled { action, .. } => self.cancelled(table, *action),
                // Of an explosion: the others are not reported.
                ActionEvent::Resolved { action } => {
                    self.exploding = Some((action.by, table.held.kinds(action.by).collect()));
                }
                ActionEvent::Aimless { action } => {
                    // One that ends as it takes effect was announced.
                    if self.announced.iter().all(|(id, _)| *id != action.id) {
                        self.played(table, action);
                    }
                }
                ActionEvent::Passed { .. } | ActionEvent::Redirected { .. } => {}
            },
            EventKind::Player(event) => match event {
                PlayerEvent::Out { seat, by } => self.out(table, *seat, *by),
                PlayerEvent::Revived { seat } => self.revived(*seat),
                PlayerEvent::Began { seat, .. } => self.began(table, *seat),
                PlayerEvent::Won { seat } => self.winners = self.winners.with(*seat),
                PlayerEvent::Scored { seat, score } => {
                    self.scored(table.n_seats(), *seat, *score);
                }
                _ => {}
            },
            EventKind::Card(_) | EventKind::Game(_) | EventKind::Internal(_) => {}
        }
    }

    #[inline]
    fn moved(&mut self, kind: Kind, from: Zone, to: Zone, reason: MoveReason) {
        let uses = &mut self.kinds[kind.index()];
        if reason == MoveReason::Draw {
            self.n_draws += 1;
            uses.drawn += 1;
            if let Zone::Hand(seat) = to {
                uses.drawn_by = uses.drawn_by.with(seat);
            }
        }
        let Zone::Hand(seat) = to else { return };
        if matches!(from, Zone::Hand(other) if other != seat) {
            uses.stolen += 1;
        }
    }

    #[inline(never)]
    fn announced(&mut self, table: &Table, action: &Action) {
        self.exploding = None;
        let (by, subject, n_kinds) = (action.by, action.subject, self.kinds.len());
        self.played(table, action);
        let index = match subject {
            // The card counts, whatever it is played as.
            Subject::Card(card, _) => Some(table.kind(card).index()),
            Subject::Combo(combo) => Some(n_kinds + combo.index()),
            _ => None,
        };
        if let Some(index) = index {
            if let Some(answered) = action.answers {
                let found = self.announced.iter().rev().find(|(id, _)| *id == answered);
                self.answers.extend(found.map(|(_, index)| (*index, by)));
            }
            self.announced.push((action.id, index));
        }
        let uses = match subject {
            Subject::Card(card, _) => &mut self.kinds[table.kind(card).index()],
            Subject::Combo(combo) => {
                let uses = &mut self.combos[combo.index()];
                uses.played += 1;
                uses.chosen = uses.chosen.with(by);
                uses
            }
            Subject::Explosion(hazard) => {
                if let Some(card) = hazard {
                    self.kinds[table.kind(card).index()].explosions += 1;
                }
                return;
            }
            Subject::Draw | Subject::Turn | Subject::Between => return,
        };
        self.n_plays += 1;
        uses.announced += 1;
    }

    /// Counts the cards of a play.
    fn played(&mut self, table: &Table, action: &Action) {
        for card in &action.cards {
            let uses = &mut self.kinds[table.kind(*card).index()];
            uses.played += 1;
            uses.chosen = uses.chosen.with(action.by);
        }
    }

    #[inline(never)]
    fn scored(&mut self, n_seats: usize, seat: Seat, score: i64) {
        self.scores.resize(n_seats, None);
        self.scores[seat.index()] = Some(score);
    }

    #[inline(never)]
    fn revived(&mut self, seat: Seat) {
        self.outs.retain(|(out, _)| *out != seat);
    }

    #[inline(never)]
    fn cancelled(&mut self, table: &Table, action: ActionRef) {
        let uses = match action.subject {
            Subject::Card(card, _) => &mut self.kinds[table.kind(card).index()],
            Subject::Combo(combo) => &mut self.combos[combo.index()],
            Subject::Explosion(hazard) => {
                if let Some(card) = hazard {
                    self.kinds[table.kind(card).index()].rescued += 1;
                }
                return;
            }
            Subject::Draw | Subject::Turn | Subject::Between => return,
        };
        self.n_cancelled += 1;
        uses.cancelled += 1;
    }

    #[inline(never)]
    fn out(&mut self, table: &Table, seat: Seat, by: Owner) {
        // Whoever explodes has discarded the hand by now.
        let exploding = self.exploding.take_if(|(exploding, _)| *exploding == seat);
        let hand = exploding.map_or_else(|| table.held.kinds(seat).collect(), |(_, hand)| hand);
        for (kind, n) in hand {
            self.kinds[kind.index()].dead += u32::from(n);
        }
        match by {
            Owner::Kind(kind) => self.kinds[kind.index()].eliminations += 1,
            Owner::Combo(combo) => self.combos[combo.index()].eliminations += 1,
            Owner::Rules => self.other_eliminations += 1,
        }
        self.outs.push((seat, self.alive.len()));
    }

    #[inline(never)]
    fn began(&mut self, table: &Table, seat: Seat) {
        self.exploding = None;
        if self.first.is_none() {
            self.first = Some(seat);
            for (kind, uses) in (0..).map(Kind).zip(&mut self.kinds) {
                uses.opening = table.held.holders(kind);
            }
        }
        self.alive.push(table.turns.alive);
        table.zones.add_hand_sizes(&mut self.hands);
    }

    /// The player who alone held the fewest cards when a turn began.
    fn fewest(&self, turn: usize, n_seats: usize) -> Option<Seat> {
        let alive = self.alive.get(turn)?;
        let hands = &self.hands[turn * n_seats..];
        let by_size = alive.iter().map(|seat| (hands[seat.index()], seat));
        let (fewest, who) = by_size.clone().min()?;
        let n_fewest = by_size.filter(|(n_cards, _)| *n_cards == fewest).count();
        (n_fewest == 1).then_some(who)
    }
}
