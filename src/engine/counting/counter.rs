//! Hears a game, and counts what happens in it.

use super::habits::GameHabits;
use super::offers::Offers;
use super::options::OptionCounts;
use super::questions::{QuestionCounter, ReadText};
use super::uses::GameUses;
use crate::kernel::action::ActionRef;
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
pub struct TurnStart {
    pub n_hands: u32,
    /// The number of cards in them.
    pub n_cards: u32,
    /// The player who alone held the fewest cards.
    pub fewest: Option<Seat>,
}

/// The counts of one game.
#[derive(Clone, Debug, Default)]
pub struct GameCounts {
    /// By kind, then by combo.
    pub uses: Vec<GameUses>,
    pub n_kinds: usize,
    /// The number of cards and combos played.
    pub n_plays: usize,
    pub n_draws: usize,
    /// The number of plays that were cancelled.
    pub n_cancelled: usize,
    /// The number of rounds after the first one.
    pub n_new_rounds: usize,
    /// The number of players eliminated without a card as the cause.
    pub other_eliminations: u64,
    /// The player whose explosion took effect last, with the hand at that time.
    exploding: Option<(Seat, HandKinds)>,
    pub turns: Vec<TurnStart>,
    /// The starting player, once a turn has begun.
    pub first: Option<Seat>,
    pub winners: SeatSet,
    /// By seat; empty until a score is set.
    pub scores: Vec<Option<i64>>,
    /// The players who are out, each with the turn.
    pub outs: Vec<(Seat, usize)>,
    /// The plays, with the index of the kind or combo.
    announced: Vec<(ActionId, usize)>,
    /// The answers to plays: the index, and who answered.
    pub answers: Vec<(usize, Seat)>,
    pub habits: GameHabits,
}

/// Counts one game after the other, and reuses its memory for each.
#[derive(Debug)]
pub struct GameCounter {
    rules: Rc<Rules>,
    /// The counts of the game.
    pub game: GameCounts,
    /// The counts before a hook that may have to wait.
    saved: Option<GameCounts>,
    pub options: OptionCounts,
    pub offers: Offers,
    pub questions: QuestionCounter,
}

impl GameCounter {
    /// Creates a counter for games of these rules; `read` returns a question as reports name it.
    pub fn new(rules: &Rc<Rules>, n_seats: usize, read: ReadText) -> Self {
        let game = GameCounts {
            uses: vec![GameUses::default(); rules.kinds.len() + rules.combos.len()],
            n_kinds: rules.kinds.len(),
            ..GameCounts::default()
        };
        Self {
            rules: rules.clone(),
            game,
            saved: None,
            options: OptionCounts::default(),
            offers: Offers::new(rules.kinds.len(), rules.combos.len()),
            questions: QuestionCounter::new(rules.clone(), n_seats, read),
        }
    }

    /// Returns the number of turns that have begun.
    pub const fn n_turns(&self) -> usize {
        self.game.turns.len()
    }

    /// Returns the seats that drew a card, by kind.
    pub fn drawn(&self) -> impl Iterator<Item = SeatSet> {
        self.game.uses.iter().map(|uses| uses.drawn_by)
    }
}

impl Observer for GameCounter {
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

    /// Returns the index of the card or the combo that is played. The card counts, whatever it is
    /// played as.
    fn played_index(&self, table: &Table, subject: Subject) -> Option<usize> {
        match subject {
            Subject::Card(card, _) => Some(table.kind(card).index()),
            Subject::Combo(combo) => Some(self.n_kinds + combo.index()),
            _ => None,
        }
    }

    /// Counts a play that somebody could answer.
    fn could_answer(&mut self, table: &Table, decision: &Decision) {
        let Some(action) = table.stack.last().map(|action| action.reference()) else { return };
        let Some(index) = self.played_index(table, action.subject) else { return };
        let is_able = decision.options.iter().any(|option| !matches!(option, Choice::Pass));
        if is_able && self.habits.could_stop(action) {
            self.uses[index].stoppable += 1;
        }
    }

    fn announced(&mut self, table: &Table, action: &Action) {
        let (by, subject) = (action.by, action.subject);
        if matches!(subject, Subject::Draw | Subject::Turn | Subject::Between) {
            return;
        }
        self.exploding = None;
        self.played(table, action);
        if let Subject::Explosion(Some(hazard)) = subject {
            self.uses[table.kind(hazard).index()].explosions += 1;
        }
        let Some(index) = self.played_index(table, subject) else { return };
        if let Some(answered) = action.answers {
            let found = self.announced.iter().rev().find(|(id, _)| *id == answered);
            self.answers.extend(found.map(|(_, index)| (*index, by)));
        }
        self.announced.push((action.id, index));
        let uses = &mut self.uses[index];
        if let Subject::Combo(_) = subject {
            uses.played += 1;
            uses.chosen = uses.chosen.with(by);
        }
        uses.announced += 1;
        self.n_plays += 1;
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
        if let Subject::Explosion(Some(hazard)) = action.subject {
            self.uses[table.kind(hazard).index()].rescued += 1;
        }
        if let Some(index) = self.played_index(table, action.subject) {
            self.uses[index].cancelled += 1;
            self.n_cancelled += 1;
        }
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
