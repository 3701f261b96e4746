//! Simulated games that reuse the memory of the one before.

use crate::kernel::{Agent, Game, Rulebook, Seat, Table};
use std::rc::Rc;

/// Starts simulated games, one after another, with the same agents.
pub struct Simulator {
    /// The rulebook of the games.
    pub book: Rc<dyn Rulebook>,
    /// The table on which the next game starts, which takes it.
    pub table: Table,
    /// The last game, whose memory the next one reuses. Boxed: a game is large to move.
    game: Option<Box<Game>>,
}

impl Simulator {
    /// Creates a simulator with an empty table.
    pub fn new(book: Rc<dyn Rulebook>) -> Self {
        Self { book, table: Table::default(), game: None }
    }

    /// Starts a game on the table; `agent` makes the agents of the first game, which those after it
    /// keep. `None` if a script fails.
    pub fn start(&mut self, agent: impl Fn(Seat) -> Box<dyn Agent>) -> Option<Box<Game>> {
        match self.game.take() {
            Some(mut game) => game.restart(&mut self.table).ok().map(|()| game),
            None => {
                let game = Game::resume(self.book.clone(), std::mem::take(&mut self.table));
                game.ok().map(|game| seated(Box::new(game), agent))
            }
        }
    }

    /// Keeps the memory and the agents of a game.
    pub fn keep(&mut self, game: Box<Game>) {
        self.game = Some(game);
    }

    /// Drops the memory and the agents of the last game.
    pub fn reset(&mut self) {
        self.game = None;
    }
}

/// Seats simulated players; a game that fails is not rolled back.
pub fn seated(mut game: Box<Game>, agent: impl Fn(Seat) -> Box<dyn Agent>) -> Box<Game> {
    game.rollback_on_fault = false;
    let seats: Vec<Seat> = game.table().seats().collect();
    for seat in seats {
        game.seat(seat, Some(agent(seat)));
    }
    game
}
