//! The answer of a search.

use super::odds::Probability;
use crate::message::{SeatName, Secret, public, redact_fields};
use serde::Serialize;

/// The statistics of a search on a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdviceInfo {
    /// The asked seat.
    pub seat: SeatName,
    /// The requested number of simulated games.
    pub n_requested: u32,
    /// The number of simulated games.
    pub n_games: u32,
    /// The number of games that do not count: a script failed, or they ended before the question.
    pub n_failed: u32,
    /// The options, the suggested one first, then the most frequently tried; empty without results.
    pub options: Secret<Vec<OptionAdvice>>,
    /// The suggested option.
    pub chosen: Secret<Option<SuggestedOption>>,
}

/// The statistics of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionAdvice {
    /// Its id.
    pub id: String,
    /// Its text, as typed and displayed.
    pub text: String,
    /// The number of simulated games in which it was tried.
    pub visits: u32,
    /// The average share of the win in these games; estimated for a game that was cut short.
    pub mean: Probability,
}

/// A suggested option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuggestedOption {
    /// Its id.
    pub id: String,
    /// Its text, as typed and displayed.
    pub text: String,
    /// The answer of the default policy, if it was not chosen: this one wins less.
    pub better_than: Option<String>,
    /// It compared with what the default policy answers; or, if that was chosen, the option that
    /// came nearest to it compared with it. `None` without deals on which both were tried.
    pub lead: Option<LeadInfo>,
}

/// The difference between two options by which the search decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeadInfo {
    /// The text of the option.
    pub text: String,
    /// The number of deals on which both were tried.
    pub n_deals: u32,
    /// The mean difference of their shares of the win on these deals, from -1 to 1.
    pub difference: Probability,
    /// How large the difference must be for the search to prefer the option.
    pub margin: Probability,
}

public!(LeadInfo, OptionAdvice, SuggestedOption);
redact_fields!(AdviceInfo: options, chosen);
