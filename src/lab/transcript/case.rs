//! A reproducible game in memory: its start and the numbers of the chosen options.

use super::{Header, LoadedRuleset};
use crate::base::error::Error;
use crate::kernel::Game;
use crate::kernel::layout::Layout;

/// A game: its start and the chosen options (each number is taken modulo the number of options).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    pub header: Header,
    /// The position laid out before the first answer; `None`: as dealt.
    pub layout: Option<Layout>,
    pub inputs: Vec<usize>,
}

impl Case {
    /// A game of a variant from the deal.
    pub fn new(variant: &str, set: &[(String, String)], players: usize, seed: u64) -> Self {
        let names = (1..=players).map(|n| format!("p{n}")).collect();
        let header = Header { set: set.to_vec(), seed, ..Header::new(variant, names) };
        Self { header, layout: None, inputs: Vec::new() }
    }

    /// The number of players.
    pub fn n_players(&self) -> usize {
        self.header.names.len()
    }

    /// Returns the game before the first answer, on these scripts.
    ///
    /// # Errors
    /// A script fault during the setup.
    pub fn begin(&self, loaded: &LoadedRuleset) -> Result<Game, Box<Error>> {
        let mut game = self.header.start(loaded)?;
        if let Some(layout) = &self.layout {
            let laid = game.lay_out(layout.clone());
            laid.map_err(|fault| Box::new(loaded.host.fault(&fault)))?;
        }
        game.take_events();
        Ok(game)
    }

    /// Returns the game after all answers; `None` if one of them causes a fault.
    pub fn end(&self, loaded: &LoadedRuleset) -> Option<Game> {
        let mut game = self.begin(loaded).ok()?;
        for input in &self.inputs {
            let n_options = game.decision()?.options.len();
            game.answer(input % n_options).ok()?;
        }
        Some(game)
    }
}
