//! The counts of the games of one thread: of the one that is played, and of all that are over.

use super::habits::add_habits;
use super::histogram::Histogram;
use super::measures::{GameResult, MEASURES, N_NUMBERS};
use super::option_counts::add_options;
use super::paired::Paired;
use super::questions::{QuestionSums, read_text};
use super::tally::{Ending, Tally, win_share};
use crate::counting::{GameCounter, GameCounts};
use crate::kernel::{Rules, Seat, SeatSet};
use crate::script::Host;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

/// A counter of games, shared with the game that is played.
pub type SharedCounter = Rc<RefCell<GameCounter>>;

/// Adds the games that a counter has heard to a tally.
#[derive(Debug)]
pub struct StatsCollector {
    n_seats: usize,
    rules: Rc<Rules>,
    counter: SharedCounter,
    questions: QuestionSums,
}

impl StatsCollector {
    /// Creates a collector for games of these rules.
    pub fn new(rules: &Rc<Rules>, n_seats: usize) -> Self {
        let counter = Rc::new(RefCell::new(GameCounter::new(rules, n_seats, read_text)));
        Self { n_seats, rules: rules.clone(), counter, questions: QuestionSums::default() }
    }

    /// The counter of the game that is played.
    pub const fn counter(&self) -> &SharedCounter {
        &self.counter
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
        let counter = &mut *self.counter.borrow_mut();
        self.questions.end_game(&self.rules, &mut counter.questions);
        add_options(tally, &counter.options);
        let game = &counter.game;
        add_habits(tally, &game.habits);
        count_uses(counter, self.n_seats, tally, agent_of);
        count_scores(game, self.n_seats, tally);
        let winners = game.winners;
        let n_turns = counter.n_turns();
        let behind = game.turns.get(n_turns / 2).and_then(|turn| turn.fewest);
        let win = win_share(self.rules.teams.count(self.n_seats, winners));
        let result = GameResult {
            winners,
            win,
            first: game.first,
            is_comeback: behind.is_some_and(|seat| winners.has(seat)),
            turns: n_turns,
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
        count_course(game, self.n_seats, tally);
        for (all, own) in tally.kinds.iter_mut().zip(&game.uses) {
            all.add_wins(own, winners, win);
        }
        result
    }

    /// Adds the questions of all games that are over.
    pub(super) fn add_questions(&self, host: &Host, tally: &mut Tally) {
        let counter = self.counter.borrow();
        self.questions.add_to(host, &counter.questions, &mut tally.questions);
    }
}

fn count_uses(
    counter: &GameCounter,
    n_seats: usize,
    tally: &mut Tally,
    agent_of: impl Fn(Seat) -> usize,
) {
    let game = &counter.game;
    let mut agents: SmallVec<[SeatSet; 8]> = SmallVec::new();
    for seat in SeatSet::first(n_seats).iter() {
        let agent = agent_of(seat);
        agents.resize(agents.len().max(agent + 1), SeatSet::NONE);
        agents[agent] = agents[agent].with(seat);
    }
    tally.other_eliminations += game.other_eliminations;
    let all = tally.kinds.iter_mut().chain(&mut tally.combos);
    for ((all, own), offered) in all.zip(&game.uses).zip(counter.offers.seats()) {
        all.add(own, *offered, &agents);
    }
    for (index, seat) in &game.answers {
        let all = match index.checked_sub(game.n_kinds) {
            None => &mut tally.kinds[*index],
            Some(combo) => &mut tally.combos[combo],
        };
        all.answered[agent_of(*seat)] += 1;
    }
}

fn count_scores(game: &GameCounts, n_seats: usize, tally: &mut Tally) {
    if !game.scores.is_empty() {
        tally.scores.resize(n_seats, Paired::default());
    }
    for (count, score) in tally.scores.iter_mut().zip(&game.scores) {
        score.iter().for_each(|score| count.add(*score));
    }
}

/// Counts who was out when, and the hands at the beginning of each turn.
fn count_course(game: &GameCounts, n_seats: usize, tally: &mut Tally) {
    tally.hands.resize(tally.hands.len().max(game.turns.len()), [0; 2]);
    for (turn, [hands, cards]) in game.turns.iter().zip(&mut tally.hands) {
        *hands += u64::from(turn.n_hands);
        *cards += u64::from(turn.n_cards);
    }
    for (seat, places) in tally.places.iter_mut().enumerate() {
        let place = game.outs.iter().position(|(out, _)| out.index() == seat);
        places.add(place.unwrap_or(n_seats));
    }
}
