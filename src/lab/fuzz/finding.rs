//! Findings of a campaign.

use super::case::CaseFailure;
use crate::transcript::Case;
use crate::transcript::LoadedRuleset;

#[derive(Clone)]
pub struct Finding {
    pub case: Case,
    pub failure: CaseFailure,
    pub loaded: LoadedRuleset,
    /// The index of the game that failed, counted from 0.
    pub game: u64,
    /// The numbers of inputs and players of that game.
    pub found_with: (usize, usize),
    /// Whether that game began in a generated position, which no deal need lead to.
    pub is_made_up: bool,
}
