//! Sandbox edits between two answers: setting up a position, setting a counter, calling a verb. All
//! of them are logged as events.

use super::effect::EffectContext;
use super::game::Game;
use super::run::Loop;
use crate::kernel::card::{MAX_CARDS, Seat, SeatSet};
use crate::kernel::event::GameEvent;
use crate::kernel::fault::{Fault, Stop};
use crate::kernel::layout::Layout;
use crate::kernel::pending::{Pending, Suspended};
use crate::kernel::rules::Work;

impl Game {
    /// Sets up a position and continues from there.
    ///
    /// # Errors
    /// A fault of a hook that runs before the first decision, or of a position with too many cards.
    pub fn lay_out(&mut self, layout: Layout) -> Result<(), Box<Fault>> {
        let n_cards = self.table().n_cards_with(&layout);
        if n_cards > MAX_CARDS {
            return Err(Box::new(
                Fault::new("F0306", format!("the position needs {n_cards} cards in the game"))
                    .hint(format!("at most {MAX_CARDS} can be in it, with those in the box")),
            ));
        }
        let savepoint = self.savepoint();
        self.uncommitted = None;
        self.pending = Pending::Main;
        self.begin_input();
        self.effect.emit(GameEvent::LaidOut { layout: Box::new(layout) });
        self.advance().inspect_err(|_| self.restore(savepoint))
    }

    /// Runs a sandbox edit between two answers on the current table: `act` receives the context,
    /// with the seat of the current decision as that of the last question. The resulting tasks are
    /// run, and the decision is asked again.
    ///
    /// # Errors
    /// The error of `act`, or a fault of a task it caused; the game is then rolled back.
    pub fn sandbox_edit<T>(
        &mut self,
        act: impl FnOnce(&mut EffectContext) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let savepoint = self.savepoint();
        self.begin_input();
        let alive = self.table().turns.alive;
        let effect = &mut self.effect;
        // In a sandbox edit chance is not asked: random outcomes come from the generator.
        let asks_chance = std::mem::replace(&mut effect.players.ask_chance, false);
        let asked = self.decision.seat;
        let seat = if asked == Seat::CHANCE { effect.table.turns.current } else { asked };
        effect.question.seat = seat;
        let result = act(effect);
        effect.players.ask_chance = asks_chance;
        self.flush();
        let unchanged = self.effect.log.mark() == savepoint.log && *self.table() == self.before;
        let done = match result {
            Ok(value) if !unchanged => {
                self.finish_sandbox_edit(alive).map(|()| value).map_err(Stop::Fault)
            }
            result => result,
        };
        if unchanged || done.is_err() {
            self.restore(savepoint);
        }
        done
    }

    /// Continues after an edit; `alive` are the players who were in the game before. The waiting
    /// hook of a player who has left it since ends, like the hooks that are due.
    fn finish_sandbox_edit(&mut self, alive: SeatSet) -> Loop<()> {
        let left = alive.intersection(self.table().turns.alive.complement());
        let ends =
            |run: &Suspended| left.has(run.call.me) && !matches!(run.call.work, Work::Refill(_));
        self.uncommitted = None;
        match std::mem::replace(&mut self.pending, Pending::Main) {
            Pending::Run(run) if !ends(&run) => {
                self.run(*run).and_then(|asked| if asked { Ok(()) } else { self.advance() })
            }
            Pending::Over => {
                self.pending = Pending::Over;
                Ok(())
            }
            _ => self.advance(),
        }
    }
}
