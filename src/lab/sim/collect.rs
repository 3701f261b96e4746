//! Collects statistics of one game while it is played. Only the tally outlives the game.

use super::habits::GameHabits;
use super::histogram::Histogram;
use super::measures::{GameResult, MEASURES, N_NUMBERS};
use super::offers::Offers;
use super::option_counts::OptionCounts;
use super::paired::Paired;
use super::questions::QuestionCollector;
use super::tally::{Ending, Tally, win_share};
use super::uses::GameUses;
use crate::kernel::action::ActionRef;
use crate::kernel::rules::Teams;
use crate::kernel::{
    Action, ActionId, CardId, Choice, Decision, Kind, Observer, Owner, Prompt, Rules, Seat,
    SeatSet, Subject, Table,
};
use smallvec::SmallVec;
use std::rc::Rc;

/// The number of cards of each kind in a hand.
type HandKinds = SmallVec<[(Kind, u16); 16]>;

/// The hands of living players when a turn began.
#[derive(Clone, Copy, Debug)]
struct TurnStart {
    n_hands: u32,
    n_cards: u32,
    /// The player who alone held the fewest cards.
    fewest: Option<Seat>,
}

/// The counts of one game.
#[derive(Clone, Debug, Default)]
struct GameCounts {
    /// By kind, then by combo.
    uses: Vec<GameUses>,
    n_kinds: usize,
    n_plays: usize,
    n_draws: usize,
    n_cancelled: usize,
    n_new_rounds: usize,
    other_eliminations: u64,
    /// The player whose explosion took effect last, with the hand at that time.
    exploding: Option<(Seat, HandKinds)>,
    turns: Vec<TurnStart>,
    first: Option<Seat>,
    winners: SeatSet,
    scores: Vec<Option<i64>>,
    /// The players who are out, each with the turn.
    outs: Vec<(Seat, usize)>,
    /// The plays, with the index of the kind or combo.
    announced: Vec<(ActionId, usize)>,
    /// The answers to plays: the index, and who answered.
    answers: Vec<(usize, Seat)>,
    habits: GameHabits,
}

/// Per-game counters, reset and reused for the next game.
#[derive(Debug)]
pub struct StatsCollector {
    n_seats: usize,
    rules: Rc<Rules>,
    teams: Teams,
    game: GameCounts,
    /// The counts before a hook that may have to wait.
    saved: Option<GameCounts>,
    options: OptionCounts,
    offers: Offers,
    questions: QuestionCollector,
}

impl StatsCollector {
    /// Creates a collector for games of these rules.
    pub fn new(rules: &Rc<Rules>, n_seats: usize) -> Self {
        let game = GameCounts {
            uses: vec![GameUses::default(); rules.kinds.len() + rules.combos.len()],
            n_kinds: rules.kinds.len(),
            ..GameCounts::default()
        };
        let teams = rules.teams.clone();
        let offers = Offers::new(rules.kinds.len(), rules.combos.len());
        let (options, questions) =
            (OptionCounts::default(), QuestionCollector::new(rules.clone(), n_seats));
        let rules = rules.clone();
        Self { n_seats, rules, teams, game, saved: None, options, offers, questions }
    }

    /// Adds the game that is over, after this many plies, with this seating; `agent_of` maps a seat
    /// to its agent. Returns the result.
    pub fn finish(
        &mut self,
        n_plies: usize,
        tally: &mut Tally,
        seating: u64,
        agent_of: impl Fn(Seat) -> usize,
    ) -> GameResult {
        self.options.add_to(tally);
        self.questions.end_game();
        self.game.habits.add_to(tally);
        let game = &self.game;
        self.count_uses(tally, agent_of);
        self.count_scores(tally);
        let winners = game.winners;
        let behind = game.turns.get(self.n_turns() / 2).and_then(|turn| turn.fewest);
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
        tally.rounds.add(game.n_new_rounds + 1);
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
        for (kind, all) in tally.kinds.iter_mut().enumerate() {
            game.uses[kind].add_wins(all, winners, win);
        }
        result
    }

    /// Adds the questions of all games that are over.
    pub(super) fn add_questions(&self, tally: &mut Tally) {
        self.questions.add_to(&mut tally.questions);
    }

    /// Returns the number of turns that have begun.
    pub(super) const fn n_turns(&self) -> usize {
        self.game.turns.len()
    }

    /// Returns the starting player, once a turn has begun.
    pub(super) const fn first(&self) -> Option<Seat> {
        self.game.first
    }

    /// Returns the seats that drew a card, by kind.
    pub(super) fn drawn(&self) -> impl Iterator<Item = SeatSet> {
        self.game.uses.iter().map(|uses| uses.drawn_by)
    }

    fn count_uses(&self, tally: &mut Tally, agent_of: impl Fn(Seat) -> usize) {
        let mut agents: SmallVec<[SeatSet; 8]> = SmallVec::new();
        for seat in SeatSet::first(self.n_seats).iter() {
            let agent = agent_of(seat);
            agents.resize(agents.len().max(agent + 1), SeatSet::NONE);
            agents[agent] = agents[agent].with(seat);
        }
        tally.other_eliminations += self.game.other_eliminations;
        let n_kinds = self.game.n_kinds;
        for (index, uses) in self.game.uses.iter().enumerate() {
            let all = match index.checked_sub(n_kinds) {
                None => &mut tally.kinds[index],
                Some(combo) => &mut tally.combos[combo],
            };
            uses.add_to(all, self.offers.seats()[index], &agents);
        }
        for (index, seat) in &self.game.answers {
            let mut all = tally.kinds.iter_mut().chain(&mut tally.combos);
            let by_agent = all.nth(*index).map(|uses| &mut uses.answered[agent_of(*seat)]);
            by_agent.into_iter().for_each(|n| *n += 1);
        }
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
        self.questions.begin_game();
        self.saved = None;
        self.game.clear();
    }

    fn drawn(&mut self, table: &Table, card: CardId, by: Seat) {
        self.game.n_draws += 1;
        let uses = &mut self.game.uses[table.kind(card).index()];
        uses.drawn += 1;
        uses.drawn_by = uses.drawn_by.with(by);
        self.game.habits.drawn(card, by);
    }

    fn changed_hands(&mut self, table: &Table, card: CardId, _to: Seat) {
        self.game.uses[table.kind(card).index()].stolen += 1;
    }

    fn announced(&mut self, table: &Table, action: &Action) {
        self.game.announced(table, action);
        self.game.habits.announced(&self.rules, table, action);
    }

    fn ended_early(&mut self, table: &Table, action: &Action) {
        // One that ends as it takes effect was announced.
        if self.game.announced.iter().all(|(id, _)| *id != action.id) {
            self.game.played(table, action);
        }
    }

    fn cancelled(&mut self, table: &Table, action: ActionRef) {
        self.game.cancelled(table, action);
    }

    fn resolved(&mut self, table: &Table, action: ActionRef) {
        if let Subject::Explosion(_) = action.subject {
            self.game.exploding = Some((action.by, table.held.kinds(action.by).collect()));
        }
    }

    fn turn_began(&mut self, table: &Table, seat: Seat) {
        self.game.turn_began(table, seat);
    }

    fn round_began(&mut self) {
        self.game.new_round();
    }

    fn eliminated(&mut self, table: &Table, seat: Seat, by: Owner) {
        self.game.eliminated(table, seat, by);
    }

    fn revived(&mut self, seat: Seat) {
        self.game.outs.retain(|(out, _)| *out != seat);
    }

    fn won(&mut self, seat: Seat) {
        self.game.winners = self.game.winners.with(seat);
    }

    fn scored(&mut self, n_seats: usize, seat: Seat, score: i64) {
        self.game.scores.resize(n_seats, None);
        self.game.scores[seat.index()] = Some(score);
    }

    fn hidden(&mut self, card: CardId, knowing: SeatSet) {
        self.game.habits.hidden(card, knowing);
    }

    fn answered(&mut self, table: &Table, decision: &Decision, index: usize) {
        self.options.add(decision);
        self.offers.add(decision);
        match &decision.prompt {
            Prompt::Text(text) => self.questions.add(text, decision, index),
            Prompt::Respond => self.game.could_answer(table, decision),
            Prompt::Turn | Prompt::Cards(_) => {}
        }
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
        self.uses.fill(GameUses::default());
        self.n_plays = 0;
        self.n_draws = 0;
        self.n_cancelled = 0;
        self.n_new_rounds = 0;
        self.other_eliminations = 0;
        self.exploding = None;
        self.turns.clear();
        self.first = None;
        self.winners = SeatSet::NONE;
        self.scores.clear();
        self.outs.clear();
        self.announced.clear();
        self.answers.clear();
        self.habits = GameHabits::default();
    }

    /// Counts a play that somebody could answer.
    fn could_answer(&mut self, table: &Table, decision: &Decision) {
        let Some(action) = table.stack.last().map(|action| action.reference()) else { return };
        let index = match action.subject {
            Subject::Card(card, _) => table.kind(card).index(),
            Subject::Combo(combo) => self.n_kinds + combo.index(),
            _ => return,
        };
        let is_able = decision.options.iter().any(|option| *option != Choice::Pass);
        if is_able && self.habits.could_stop(action) {
            self.uses[index].stoppable += 1;
        }
    }

    /// Counts who was out when, and the hands at the beginning of each turn.
    fn count_course(&self, n_seats: usize, tally: &mut Tally) {
        tally.hands.resize(tally.hands.len().max(self.turns.len()), [0; 2]);
        for (turn, [hands, cards]) in self.turns.iter().zip(&mut tally.hands) {
            *hands += u64::from(turn.n_hands);
            *cards += u64::from(turn.n_cards);
        }
        for (seat, places) in tally.places.iter_mut().enumerate() {
            let place = self.outs.iter().position(|(out, _)| out.index() == seat);
            places.add(place.unwrap_or(n_seats));
        }
    }

    fn announced(&mut self, table: &Table, action: &Action) {
        if matches!(action.subject, Subject::Draw | Subject::Turn | Subject::Between) {
            return;
        }
        self.exploding = None;
        let (by, subject, n_kinds) = (action.by, action.subject, self.n_kinds);
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
            Subject::Card(card, _) => &mut self.uses[table.kind(card).index()],
            Subject::Combo(combo) => {
                let uses = &mut self.uses[self.n_kinds + combo.index()];
                uses.played += 1;
                uses.chosen = uses.chosen.with(by);
                uses
            }
            Subject::Explosion(hazard) => {
                if let Some(card) = hazard {
                    self.uses[table.kind(card).index()].explosions += 1;
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
            let uses = &mut self.uses[table.kind(*card).index()];
            uses.played += 1;
            uses.chosen = uses.chosen.with(action.by);
        }
    }

    fn cancelled(&mut self, table: &Table, action: ActionRef) {
        let uses = match action.subject {
            Subject::Card(card, _) => &mut self.uses[table.kind(card).index()],
            Subject::Combo(combo) => &mut self.uses[self.n_kinds + combo.index()],
            Subject::Explosion(hazard) => {
                if let Some(card) = hazard {
                    self.uses[table.kind(card).index()].rescued += 1;
                }
                return;
            }
            Subject::Draw | Subject::Turn | Subject::Between => return,
        };
        self.n_cancelled += 1;
        uses.cancelled += 1;
    }

    fn eliminated(&mut self, table: &Table, seat: Seat, by: Owner) {
        // Whoever explodes has discarded the hand by now.
        let exploding = self.exploding.take_if(|(exploding, _)| *exploding == seat);
        let hand = exploding.map_or_else(|| table.held.kinds(seat).collect(), |(_, hand)| hand);
        for (kind, n) in hand {
            self.uses[kind.index()].dead += u32::from(n);
        }
        match by {
            Owner::Kind(kind) => self.uses[kind.index()].eliminations += 1,
            Owner::Combo(combo) => self.uses[self.n_kinds + combo.index()].eliminations += 1,
            Owner::Rules => self.other_eliminations += 1,
        }
        self.outs.push((seat, self.turns.len()));
    }

    /// Everybody is in the game again: who is out when counts for the last round.
    #[cold]
    fn new_round(&mut self) {
        self.n_new_rounds += 1;
        self.exploding = None;
        self.outs.clear();
    }

    fn turn_began(&mut self, table: &Table, seat: Seat) {
        self.exploding = None;
        if self.first.is_none() {
            self.first = Some(seat);
            for (kind, uses) in (0..).map(Kind).zip(&mut self.uses[..self.n_kinds]) {
                uses.opening = table.held.holders(kind);
            }
        }
        self.turns.push(TurnStart::of(table));
    }
}

impl TurnStart {
    fn of(table: &Table) -> Self {
        let (mut n_hands, mut n_cards, mut fewest, mut least) = (0, 0, None, u32::MAX);
        for seat in table.turns.alive.iter() {
            let size = table.zones.hand_size(seat);
            n_hands += 1;
            n_cards += size;
            if size < least {
                (fewest, least) = (Some(seat), size);
            } else if size == least {
                fewest = None;
            }
        }
        Self { n_hands, n_cards, fewest }
    }
}
