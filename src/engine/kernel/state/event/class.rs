//! The classes of events: what a breakpoint stops before, and what an observer is told of.

use super::{ActionEvent, CardEvent, EventKind, GameEvent, PlayerEvent};
use crate::kernel::action::Subject;
use crate::kernel::cause::MoveReason;

/// A set of classes of events: what a breakpoint stops before, and what an observer is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventClasses(u64);

/// Declares classes, each with its bits, its name and its sentence.
macro_rules! classes {
    ($($class:ident = $bits:expr, $name:literal: $about:literal;)*) => {
        impl EventClasses {
            $(
                #[doc = $about]
                pub const $class: Self = Self($bits);
            )*

            /// The classes that have a name, each with its sentence.
            pub const NAMED: &[(&str, &str, Self)] = &[$(($name, $about, Self::$class)),*];
        }
    };
}

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
    RESOLVE = Self::PERFORMED.0 | Self::EXPLODED.0, "resolve": "something takes effect";
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
}

impl EventClasses {
    pub const NONE: Self = Self(0);
    /// All events but internal ones.
    pub const SHOWN: Self = Self(!Self::INTERNAL.0);
    const INTERNAL: Self = Self(1 << 63);
    /// An explosion takes effect.
    pub const EXPLODED: Self = Self(1 << 61);
    /// Something else takes effect.
    const PERFORMED: Self = Self(1 << 26);
    /// The class of the other events.
    const OTHER: Self = Self(1 << 62);

    /// Returns the union of these sets.
    pub const fn of(sets: &[Self]) -> Self {
        let (mut all, mut i) = (Self::NONE, 0);
        while i < sets.len() {
            all.0 |= sets[i].0;
            i += 1;
        }
        all
    }

    /// The class of moves for a reason.
    #[inline(always)]
    pub const fn of_move(reason: MoveReason) -> Self {
        Self(1 << reason as u64)
    }

    /// Whether an event is of one of the classes.
    #[inline(always)]
    pub fn has(self, event: &EventKind) -> bool {
        self.0 & event.class().0 != 0
    }
}

impl EventKind {
    #[inline(always)]
    pub fn class(&self) -> EventClasses {
        match self {
            Self::Card(event) => match event {
                CardEvent::Created { .. } => EventClasses::OTHER,
                CardEvent::Moved { reason, .. } => EventClasses::of_move(*reason),
                CardEvent::Shuffled { .. } => EventClasses::SHUFFLE,
                CardEvent::Arranged { .. } => EventClasses::ARRANGE,
                CardEvent::Shown { .. } => EventClasses::LOOK,
                CardEvent::Revealed { .. } => EventClasses::REVEAL,
                CardEvent::Turned { .. } => EventClasses::TURN_OVER,
                CardEvent::Counted { .. } => EventClasses::COUNT,
            },
            Self::Action(event) => match event {
                ActionEvent::Announced { action } => match action.subject {
                    Subject::Card(..) | Subject::Combo(_) => EventClasses::PLAY,
                    Subject::Explosion(_) => EventClasses::EXPLODE,
                    Subject::Draw | Subject::Turn | Subject::Between => EventClasses::OTHER,
                },
                ActionEvent::Passed { .. } => EventClasses::PASS,
                ActionEvent::Cancelled { .. } | ActionEvent::Aimless { .. } => EventClasses::CANCEL,
                ActionEvent::Redirected { .. } => EventClasses::OTHER,
                ActionEvent::Resolved { action } => match action.subject {
                    Subject::Explosion(_) => EventClasses::EXPLODED,
                    _ => EventClasses::PERFORMED,
                },
            },
            Self::Player(event) => match event {
                PlayerEvent::Ended { .. } => EventClasses::END,
                PlayerEvent::Assigned { .. } | PlayerEvent::Added { .. } => EventClasses::OWE,
                PlayerEvent::Began { .. } => EventClasses::TURN,
                PlayerEvent::Reversed => EventClasses::DIRECTION,
                PlayerEvent::Out { .. } => EventClasses::OUT,
                PlayerEvent::Revived { .. } => EventClasses::REVIVE,
                PlayerEvent::Blinded { .. } => EventClasses::BLIND,
                PlayerEvent::Won { .. } | PlayerEvent::Lost { .. } => EventClasses::WIN,
                PlayerEvent::Scored { .. } => EventClasses::SCORE,
            },
            Self::Game(event) => match event {
                GameEvent::Ended => EventClasses::WIN,
                GameEvent::Counted { .. } => EventClasses::COUNT,
                GameEvent::CounterRevealed { .. } | GameEvent::Chosen { .. } => {
                    EventClasses::REVEAL
                }
                GameEvent::Said(_) => EventClasses::SAY,
                GameEvent::Printed { .. } => EventClasses::PRINT,
                GameEvent::Seeded { .. } => EventClasses::OTHER,
                GameEvent::LaidOut { .. } => EventClasses::LAYOUT,
            },
            Self::Internal(_) => EventClasses::INTERNAL,
        }
    }
}
