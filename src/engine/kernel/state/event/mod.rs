//! Events: every change of the table is an event with its cause. A new one is a variant of a group,
//! with its class for breakpoints, and what it does ([`Table::apply`]).

mod class;

pub use class::EventClasses;
use class::{classes, events};

use super::table::Table;
use crate::kernel::action::{Action, ActionRef, Subject, Task, Window};
use crate::kernel::card::{ActionId, CardId, Kind, Seat, SeatSet};
use crate::kernel::cause::MoveReason;
pub use crate::kernel::cause::{Cause, Visibility};
use crate::kernel::decision::mark::MarkedText;
use crate::kernel::fault::Text;
use crate::kernel::layout::Layout;
use crate::kernel::rng::{Stream, Streams};
use crate::kernel::rules::{Owner, Placement, Rules};
use crate::kernel::turns::{EndedTurns, Phase};
use crate::kernel::value::Value;
use crate::kernel::zone::Zone;
use smallvec::SmallVec;
use std::rc::Rc;

classes! {
    PLAY = 1 << 16, "play": "a card or a set is announced";
    DRAW = 1 << MoveReason::Draw as u64, "draw": "a card is drawn";
    DISCARD = 1 << MoveReason::Discard as u64, "discard": "a card is discarded";
    GIVE = 1 << MoveReason::Give as u64, "give": "a card is given";
    STEAL = 1 << MoveReason::Steal as u64, "steal": "a card is stolen";
    TAKE = 1 << MoveReason::Take as u64, "take": "a card is taken out of a pile";
    HIDE = 1 << MoveReason::Hide as u64, "hide": "a card is put into a pile";
    MOVE = 0xffff, "move": "any card moves";
    SHUFFLE = 1 << 17, "shuffle": "a pile is shuffled";
    ARRANGE = 1 << 18, "arrange": "the top of a pile is put into an order";
    LOOK = 1 << 19, "look": "a player looks at a card";
    SAY = 1 << 20, "say": "a script says something";
    PRINT = 1 << 21, "print": "a script prints something";
    REVEAL = 1 << 22, "reveal": "everybody is shown a card";
    EXPLODE = 1 << 23, "explode": "a player is about to explode";
    PASS = 1 << 24, "pass": "a player lets something pass";
    CANCEL = 1 << 25, "cancel": "something is stopped";
    RESOLVE = 1 << 26, "resolve": "something takes effect";
    END = 1 << 27, "end": "a turn ends";
    TURN = 1 << 28, "turn": "a turn begins";
    OWE = 1 << 29, "owe": "turns are added, or must be taken next";
    DIRECTION = 1 << 30, "direction": "the direction of play changes";
    OUT = 1 << 31, "out": "a player leaves the game";
    REVIVE = 1 << 32, "revive": "a player comes back";
    WIN = 1 << 33, "win": "the game ends";
    SCORE = 1 << 34, "score": "a player's score changes";
    COUNT = 1 << 35, "count": "a counter changes";
    TURN_OVER = 1 << 36, "turn_over": "a card is turned over";
    BLIND = 1 << 37, "blind": "a hand is hidden from its holder, or shown again";
    LAYOUT = 1 << 38, "layout": "a position is laid out";
    ROUND = 1 << 39, "round": "a new round begins";
}

/// One change of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its number among the visible events of the game, counted from 0, or the first of its
    /// [numbers](Self::numbers). An internal event has the number of the next visible one.
    pub id: u32,
    pub cause: Cause,
    pub kind: EventKind,
}

/// The kinds of events, in groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    Card(CardEvent),
    Action(ActionEvent),
    /// Of players and their turns.
    Player(PlayerEvent),
    /// Of the game as a whole.
    Game(GameEvent),
    /// Of the bookkeeping: not shown, and without a number.
    Internal(InternalEvent),
}

events! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum CardEvent {
        /// Cards of the deck were created in a zone before the game; each has its own event number.
        Created { kind: Kind, zone: Zone, n_cards: u16 } => OTHER,
        Moved {
            card: CardId,
            from: Zone,
            to: Zone,
            /// The depth in `to`, 0 = top.
            depth: u16,
            reason: MoveReason,
            visibility: Visibility,
        } => of_move(reason),
        /// A zone was shuffled.
        Shuffled {
            zone: Zone,
            /// The chosen outcomes on top, top first; the rest is random.
            top: Vec<CardId>,
        } => SHUFFLE,
        /// A player secretly put the top of a pile into this order, top first.
        Arranged { zone: Zone, order: SmallVec<[CardId; 4]>, by: Seat } => ARRANGE,
        /// A player looked at a card.
        Shown { card: CardId, to: Seat } => LOOK,
        /// A card was shown to all players.
        Revealed { card: CardId } => REVEAL,
        /// A card was turned over where it lies.
        Turned { card: CardId, face_up: bool } => TURN_OVER,
        /// A counter of a card changed; `slot` is its index in the ruleset.
        /// `text` is the text that `value` stands for, if the counter holds texts.
        Counted { card: CardId, slot: u16, value: i64, text: Option<Text> } => COUNT,
    }
}

events! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ActionEvent {
        /// An action was announced: it is on the stack, and others may answer it.
        Announced { action: Rc<Action> } => of_announced(action),
        /// A player passed in a window.
        Passed { seat: Seat, action: ActionRef } => PASS,
        /// An action was cancelled.
        Cancelled {
            action: ActionRef,
            /// Whether a play of its own kind cancelled it.
            overruled: bool,
        } => CANCEL,
        /// The action on top of the stack takes effect and has left the stack.
        Resolved { action: ActionRef } => RESOLVE,
        /// A play ends early: it asks for a player, and nobody can be chosen.
        Aimless { action: Rc<Action> } => CANCEL,
        /// A play is aimed at another player: what it has announced names that one.
        Redirected { action: ActionRef, from: Seat, to: Seat } => OTHER,
    }
}

events! {
    /// Events of players and their turns.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PlayerEvent {
        /// The current turn (or all owed turns) will end once everything is settled.
        Ended { turns: EndedTurns } => END,
        /// A player was assigned the next turns.
        Assigned { to: Seat, turns: u32 } => OWE,
        /// The current player owes more turns, which come from an attack like the current one from
        /// then on.
        Added { to: Seat, turns: u32 } => OWE,
        Began { seat: Seat, owed: u32, attacked: bool } => TURN,
        /// The direction of play changed.
        Reversed => DIRECTION,
        /// A player is out of the game, because of this card or combo, or by a rule.
        Out { seat: Seat, by: Owner } => OUT,
        /// A player came back into the game.
        Revived { seat: Seat } => REVIVE,
        /// A player's hand was turned face down to its own holder, or they may look at it again.
        Blinded { seat: Seat, is_blind: bool } => BLIND,
        /// A player won, alone or with others, and the game is over.
        Won { seat: Seat } => WIN,
        /// A player lost, and the game is over.
        Lost { seat: Seat } => WIN,
        /// A player has this score.
        Scored { seat: Seat, score: i64 } => SCORE,
    }
}

events! {
    /// Events of the game as a whole.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum GameEvent {
        /// The game is over; the winners, if any, follow.
        Ended => WIN,
        /// A counter of the table or of a player changed; `slot` is its index in the ruleset.
        /// `text` is the text that `value` stands for, if the counter holds texts.
        Counted { slot: u16, value: i64, text: Option<Text> } => COUNT,
        /// A secret counter was revealed to everybody, until it is set again.
        CounterRevealed { slot: u16 } => REVEAL,
        /// A script says something.
        Said(Box<Said>) => SAY,
        /// A player has chosen in secret, as everybody learns now that all have: a card as far as
        /// it is known.
        Chosen { seat: Seat, value: Value } => REVEAL,
        /// A script prints something; `to` are the seats that know what it printed.
        Printed { text: MarkedText, to: SeatSet } => PRINT,
        /// The generators were reseeded by a sandbox edit.
        Seeded { seed: u64 } => OTHER,
        /// A position was set up by a sandbox edit.
        LaidOut { layout: Box<Layout> } => LAYOUT,
        /// All cards were collected, and a new round begins with its setup; `first` begins.
        RoundBegan { first: Seat } => ROUND,
    }
}

/// The words of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The text, which names cards by their kinds.
    pub text: MarkedText,
    /// The only player who hears it; `None`: all do.
    pub to: Option<Seat>,
    /// The seats that know each of the cards, in the order of the text.
    pub known: Vec<SeatSet>,
}

/// Events of the bookkeeping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InternalEvent {
    /// The setup deals cards from a zone, so each kind in it may be in a hand.
    Dealing { zone: Zone },
    /// This many cards of the draw pile were dealt, where nobody hears of single ones.
    Dealt { seat: Seat, n_cards: usize },
    /// The window of the action on top of the stack has closed.
    WindowClosed {
        /// Whether it closed because a seat answers the action.
        answered: bool,
    },
    /// The window of the action on top of the stack is open again, and passes are void.
    WindowReopened,
    /// A player also sees the private events that an action causes.
    Watched { action: ActionId, seat: Seat },
    /// The action on top of the stack was removed without taking effect.
    Withdrawn,
    /// A moment that nobody could answer has passed without a place on the stack; it has a number
    /// like other actions.
    MomentPassed,
    /// A task was pushed onto the agenda.
    Scheduled { task: Task },
    /// The next task was popped from the agenda and is running.
    Started,
    /// The turn entered another phase.
    PhaseChanged { phase: Phase },
    /// A number below `below` was drawn from a stream.
    RandomDrawn { stream: Stream, below: u32 },
    /// The game is over, and the remaining tasks are dropped.
    Cleared,
}

macro_rules! groups {
    ($($group:ident($type:ty)),*) => {
        $(impl From<$type> for EventKind {
            #[inline(always)]
            fn from(event: $type) -> Self {
                Self::$group(event)
            }
        })*
    };
}

groups!(
    Card(CardEvent),
    Action(ActionEvent),
    Player(PlayerEvent),
    Game(GameEvent),
    Internal(InternalEvent)
);

impl EventClasses {
    /// Whether an event is of one of the classes.
    pub fn has(self, event: &EventKind) -> bool {
        let class = match event {
            EventKind::Card(event) => event.class(),
            EventKind::Action(event) => event.class(),
            EventKind::Player(event) => event.class(),
            EventKind::Game(event) => event.class(),
            EventKind::Internal(_) => Self::INTERNAL,
        };
        self.0 & class.0 != 0
    }
}

impl EventKind {
    /// Returns the cards whose kinds it shows to some seat, or that a seat may have known.
    pub fn cards(&self) -> &[CardId] {
        match self {
            Self::Card(event) => match event {
                CardEvent::Moved { card, .. }
                | CardEvent::Shown { card, .. }
                | CardEvent::Turned { card, .. }
                | CardEvent::Counted { card, .. } => std::slice::from_ref(card),
                CardEvent::Arranged { order, .. } => order,
                CardEvent::Created { .. }
                | CardEvent::Shuffled { .. }
                | CardEvent::Revealed { .. } => &[],
            },
            Self::Game(GameEvent::Chosen { value: Value::Card(card), .. }) => {
                std::slice::from_ref(card)
            }
            Self::Action(_) | Self::Player(_) | Self::Game(_) | Self::Internal(_) => &[],
        }
    }

    /// Returns how many event numbers it takes: 0 for an internal event.
    pub const fn n_numbers(&self) -> u32 {
        match self {
            Self::Internal(_) => 0,
            Self::Card(CardEvent::Created { n_cards, .. }) => *n_cards as u32,
            Self::Card(_) | Self::Action(_) | Self::Player(_) | Self::Game(_) => 1,
        }
    }
}

impl Event {
    /// Returns its event numbers.
    pub const fn numbers(&self) -> std::ops::Range<u32> {
        self.id..self.id + self.kind.n_numbers()
    }

    /// Whether it is visible, that is, not internal.
    pub const fn is_visible(&self) -> bool {
        self.kind.n_numbers() > 0
    }

    /// Whether a number was drawn by lot.
    pub const fn is_by_lot(&self) -> bool {
        matches!(self.kind, EventKind::Internal(InternalEvent::RandomDrawn { .. }))
    }
}

impl Table {
    /// Applies an event. Where its kind is known, only the case of its kind is compiled.
    #[inline(always)]
    pub fn apply(&mut self, rules: &Rules, event: impl Into<EventKind>) {
        match event.into() {
            EventKind::Card(event) => self.apply_card(rules, event),
            EventKind::Action(event) => self.apply_action(rules, event),
            EventKind::Player(event) => self.apply_player(event),
            EventKind::Game(event) => self.apply_game(rules, event),
            EventKind::Internal(event) => self.apply_internal(rules, event),
        }
    }

    #[inline(always)]
    fn apply_card(&mut self, rules: &Rules, event: CardEvent) {
        match event {
            CardEvent::Created { kind, zone, n_cards } => {
                self.create(rules, kind, zone, n_cards);
            }
            CardEvent::Moved { card, from, to, depth, visibility, .. } => {
                if rules.notes_arrivals {
                    self.note_arrival(card, from, to);
                }
                self.relocate(rules, card, (from, to), depth, visibility);
            }
            CardEvent::Shuffled { zone, top } => self.shuffle(rules, zone, &top),
            CardEvent::Arranged { zone, order, by } => self.arrange(rules, zone, &order, by),
            CardEvent::Shown { card, to } => {
                let known = &mut self.cards[card.index()].known;
                *known = known.with(to);
            }
            CardEvent::Revealed { card } => self.cards[card.index()].known = SeatSet::ALL,
            CardEvent::Turned { card, face_up } => self.turn_over(rules, card, face_up),
            CardEvent::Counted { card, slot, value, text } => {
                let slot = card.index() * rules.card_counters.len() + slot as usize;
                self.card_counters[slot] = value;
                self.note_text(value, text);
            }
        }
    }

    #[inline(always)]
    fn apply_action(&mut self, rules: &Rules, event: ActionEvent) {
        match event {
            ActionEvent::Announced { action } => {
                self.n_actions += 1;
                if let Subject::Card(card, kind) = action.subject
                    && rules.kind(kind).placement != Placement::Home
                {
                    self.cards[card.index()].played_by = Some(action.by);
                }
                self.stack.push(action);
            }
            ActionEvent::Passed { seat, .. } => self.change_top(|action| {
                if let Window::Open(asked) = &mut action.window {
                    *asked = asked.with(seat);
                }
            }),
            ActionEvent::Cancelled { action, overruled } => self.change(action.id, |action| {
                action.cancelled = true;
                action.overruled = overruled;
            }),
            ActionEvent::Resolved { .. } => self.pop_action(rules),
            ActionEvent::Aimless { .. } => {}
            ActionEvent::Redirected { action, from, to } => self.change(action.id, |action| {
                action.announced.iter_mut().for_each(|value| value.redirect(from, to));
            }),
        }
    }

    #[inline(always)]
    fn apply_player(&mut self, event: PlayerEvent) {
        match event {
            PlayerEvent::Ended { turns } => self.turns.ended = turns,
            PlayerEvent::Assigned { to, turns } => self.turns.next = Some((to, turns)),
            PlayerEvent::Added { turns, .. } => {
                self.turns.owed = self.turns.owed.saturating_add(turns);
                self.turns.attacked = true;
            }
            PlayerEvent::Began { seat, owed, attacked } => {
                self.n_turns += 1;
                self.turns.begin(seat, owed, attacked);
            }
            PlayerEvent::Reversed => self.turns.reversed = !self.turns.reversed,
            PlayerEvent::Out { seat, .. } => {
                self.last_out = Some(seat);
                self.turns.alive = self.turns.alive.without(seat);
            }
            PlayerEvent::Revived { seat } => self.turns.alive = self.turns.alive.with(seat),
            PlayerEvent::Blinded { seat, is_blind } => self.set_blind(seat, is_blind),
            PlayerEvent::Won { seat } => self.outcome.win(seat),
            PlayerEvent::Lost { seat } => self.outcome.lose(seat),
            PlayerEvent::Scored { seat, score } => {
                self.outcome.set_score(seat, score, self.n_seats());
            }
        }
    }

    #[inline(always)]
    fn apply_game(&mut self, rules: &Rules, event: GameEvent) {
        match event {
            GameEvent::Ended => self.outcome.is_over = true,
            GameEvent::Counted { slot, value, text } => self.count(slot, value, text),
            GameEvent::CounterRevealed { slot } => self.notes.reveal(slot),
            GameEvent::Said(_) | GameEvent::Chosen { .. } | GameEvent::Printed { .. } => {}
            GameEvent::Seeded { seed } => self.rng = Streams::new(seed),
            GameEvent::LaidOut { layout } => self.lay_out(rules, &layout),
            GameEvent::RoundBegan { first } => self.begin_round(rules, first),
        }
    }

    #[inline(always)]
    fn apply_internal(&mut self, rules: &Rules, event: InternalEvent) {
        match event {
            InternalEvent::Dealing { zone } => self.note_dealing(zone),
            InternalEvent::Dealt { seat, n_cards } => self.deal(seat, n_cards),
            InternalEvent::WindowClosed { answered } => self.close_window(answered),
            InternalEvent::WindowReopened => self.change_top(|action| {
                action.window = Window::default();
            }),
            InternalEvent::Watched { action, seat } => self.change(action, |action| {
                action.watchers = action.watchers.with(seat);
            }),
            InternalEvent::Withdrawn => self.pop_action(rules),
            InternalEvent::MomentPassed => self.n_actions += 1,
            InternalEvent::Scheduled { task } => self.agenda.push(task),
            InternalEvent::Started => {
                if let Some(Task::Settled { .. }) = self.agenda.pop() {
                    self.last_play = self.settling.pop();
                }
            }
            InternalEvent::PhaseChanged { phase } => self.turns.phase = phase,
            InternalEvent::RandomDrawn { stream, below } => {
                self.rng.below(stream, below);
            }
            InternalEvent::Cleared => {
                self.stack.clear();
                self.agenda.clear();
                self.settling.clear();
            }
        }
    }
}
