//! What is done by hand between two answers: laying out a position, setting a counter, calling a
//! verb. All of it is in the log like anything else.

use super::card::Seat;
use super::desk::Desk;
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
        let kept = self.keep();
        let glimpse = self.glimpse.take();
        self.pending = Pending::Main;
        self.desk_mut().emit(EventKind::LaidOut { layout: Box::new(layout) });
        self.advance().map_err(|fault| {
            self.restore(kept);
            self.glimpse = glimpse;
            Box::new(fault)
        })
    }

    /// Runs something by hand between two answers, on the table as it is: `act` gets the desk, with
    /// the seat that is asked as that of the last question. What it causes is carried out, and
    /// the decision asked anew.
    ///
    /// # Errors
    /// What `act` returns, or a fault of what it caused; the game is then as it was.
    pub fn tamper<T>(
        &mut self,
        act: impl FnOnce(Box<Desk>) -> (Box<Desk>, Result<T, Stop>),
    ) -> Result<T, Stop> {
        let kept = self.keep();
        let n_events = self.events().len();
        let hash = self.table().hash();
        let mut desk = self.desk.take().expect("the desk is here between runs");
        // Chance is no player: by hand, what is left to it falls as it falls.
        let asks_chance = std::mem::replace(&mut desk.ask_chance, false);
        let asked = self.decision.seat;
        desk.question.seat = if asked == Seat::CHANCE { desk.table.turns.current } else { asked };
        let (mut desk, result) = act(desk);
        desk.ask_chance = asks_chance;
        let caused = std::mem::take(&mut desk.caused);
        desk.table.agenda.extend(caused.into_iter().rev());
        self.desk = Some(desk);
        let value = result.inspect_err(|_| self.pending = Pending::Main);
        let unchanged = self.events().len() == n_events && self.table().hash() == hash;
        match value {
            Ok(value) if unchanged => {
                self.restore(kept);
                Ok(value)
            }
            Ok(value) => match self.tampered() {
                Ok(()) => Ok(value),
                Err(fault) => {
                    self.restore(kept);
                    Err(fault.into())
                }
            },
            Err(stop) => {
                self.restore(kept);
                Err(stop)
            }
        }
    }

    fn tampered(&mut self) -> Result<(), Fault> {
        let run = match std::mem::replace(&mut self.pending, Pending::Main) {
            Pending::Run(run) => run,
            Pending::Over => {
                self.pending = Pending::Over;
                return Ok(());
            }
            _ => return self.advance(),
        };
        let glimpse = self.glimpse.take();
        let done = self.run(*run).and_then(|asked| if asked { Ok(()) } else { self.advance() });
        if done.is_err() {
            self.glimpse = glimpse;
        }
        done
    }
}
