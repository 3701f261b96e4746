//! What is done by hand between two answers: laying out a position, setting a counter, calling a
//! verb. All of it is in the log like anything else.

use super::card::Seat;
use super::effect::EffectContext;
use super::event::EventKind;
use super::fault::{Fault, Stop};
use super::game::{Game, Pending};
use super::layout::Layout;

impl Game {
    /// Lays out a position by hand and goes on from there.
    ///
    /// # Errors
    /// A fault of a hook that runs before the first decision.
    pub fn lay_out(&mut self, layout: Layout) -> Result<(), Box<Fault>> {
        let savepoint = self.savepoint();
        let uncommitted = self.uncommitted.take();
        self.pending = Pending::Main;
        self.effect.emit(EventKind::LaidOut { layout: Box::new(layout) });
        self.advance().map_err(|fault| {
            self.restore(savepoint);
            self.uncommitted = uncommitted;
            Box::new(fault)
        })
    }

    /// Runs something by hand between two answers, on the table as it is: `act` gets the context,
    /// with the seat that is asked as that of the last question. What it causes is carried out, and
    /// the decision asked anew.
    ///
    /// # Errors
    /// What `act` returns, or a fault of what it caused; the game is then as it was.
    pub fn sandbox_edit<T>(
        &mut self,
        act: impl FnOnce(&mut EffectContext) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let savepoint = self.savepoint();
        let n_events = self.events().len();
        let hash = self.table().hash();
        let effect = &mut self.effect;
        // Chance is no player: by hand, what is left to it falls as it falls.
        let asks_chance = std::mem::replace(&mut effect.settings.ask_chance, false);
        let asked = self.decision.seat;
        let seat = if asked == Seat::CHANCE { effect.table.turns.current } else { asked };
        effect.question.seat = seat;
        let result = act(effect);
        effect.settings.ask_chance = asks_chance;
        self.flush();
        let value = result.inspect_err(|_| self.pending = Pending::Main);
        let unchanged = self.events().len() == n_events && self.table().hash() == hash;
        match value {
            Ok(value) if unchanged => {
                self.restore(savepoint);
                Ok(value)
            }
            Ok(value) => match self.finish_sandbox_edit() {
                Ok(()) => Ok(value),
                Err(fault) => {
                    self.restore(savepoint);
                    Err(fault.into())
                }
            },
            Err(stop) => {
                self.restore(savepoint);
                Err(stop)
            }
        }
    }

    fn finish_sandbox_edit(&mut self) -> Result<(), Fault> {
        let run = match std::mem::replace(&mut self.pending, Pending::Main) {
            Pending::Run(run) => run,
            Pending::Over => {
                self.pending = Pending::Over;
                return Ok(());
            }
            _ => return self.advance(),
        };
        let uncommitted = self.uncommitted.take();
        let done = self.run(*run).and_then(|asked| if asked { Ok(()) } else { self.advance() });
        if done.is_err() {
            self.uncommitted = uncommitted;
        }
        done
    }
}
