//! The turn, once no action and no task is left: it begins, is played, ends, and passes on.

use super::game::Game;
use super::run::{Loop, fault};
use crate::kernel::action::Task;
use crate::kernel::card::Seat;
use crate::kernel::decision::Prompt;
use crate::kernel::event::{InternalEvent, PlayerEvent};
use crate::kernel::hook::Hook;
use crate::kernel::model::moment::Moment;
use crate::kernel::pending::Pending;
use crate::kernel::turns::{EndedTurns, Phase};

impl Game {
    /// Handles an empty stack and agenda: begins the turn, asks the main decision, or ends the
    /// turn.
    pub(super) fn settle(&mut self) -> Loop {
        // Nobody has lost or won until a task has run.
        while self.table().agenda.is_empty() {
            let turns = &self.table().turns;
            let seat = turns.current;
            let is_alive = turns.alive.has(seat);
            let is_over = turns.ended != EndedTurns::None || !is_alive;
            match turns.phase {
                Phase::Begin if is_alive => {
                    self.effect.emit(InternalEvent::PhaseChanged { phase: Phase::Main });
                    if !self.rules.by_moment[Moment::Turn as usize].is_empty() {
                        self.effect.emit(InternalEvent::Scheduled { task: Task::Turn { seat } });
                    }
                    if self.effect.is_heard(Hook::TurnStart) {
                        self.schedule(Hook::TurnStart, seat);
                    }
                }
                Phase::Main if !is_over => {
                    self.list_main(seat).map_err(fault)?;
                    if self.decision.options.is_empty() {
                        self.pass_idle_turn(seat);
                        return Ok(false);
                    }
                    self.ask(seat, Prompt::Turn, Pending::Main);
                    return Ok(true);
                }
                Phase::Main if is_alive => {
                    self.effect.emit(InternalEvent::PhaseChanged { phase: Phase::End });
                    if self.effect.is_heard(Hook::TurnEnd) {
                        self.schedule(Hook::TurnEnd, seat);
                    }
                }
                Phase::Begin | Phase::Main | Phase::End => self.pass_turn(),
            }
        }
        Ok(false)
    }

    /// Schedules a hook for its listeners: the last one is pushed first.
    fn schedule(&mut self, hook: Hook, seat: Seat) {
        for card in self.effect.listeners(hook, seat).into_iter().rev() {
            let task = Task::Hook { hook, seat, card };
            self.effect.emit(InternalEvent::Scheduled { task });
        }
    }

    fn pass_turn(&mut self) {
        let turns = &self.table().turns;
        let (seat, next) = (turns.current, turns.next);
        let left = match turns.ended {
            EndedTurns::One if turns.alive.has(seat) => turns.owed - 1,
            _ => 0,
        };
        let attacked = turns.attacked;
        let following = turns.next_alive(seat);
        let (seat, owed, attacked) = match next {
            _ if left > 0 => (seat, left, attacked),
            Some((victim, owed)) if turns.alive.has(victim) && owed > 0 => (victim, owed, true),
            _ => (following, 1, false),
        };
        self.effect.emit(PlayerEvent::Began { seat, owed, attacked });
        if left > 0
            && let Some((to, turns)) = next
        {
            self.effect.emit(PlayerEvent::Assigned { to, turns });
        }
    }
}
