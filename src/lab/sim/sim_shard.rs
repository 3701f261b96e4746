//! Shard results of `sim`.

use super::finite;
use super::plan::{Plan, RunManifest};
use super::report::SimReport;
use super::shard::ShardedRun;
use super::tally::Tally;
use crate::base::error::{Error, Refusal};
use serde::{Deserialize, Serialize};

/// The largest number of kinds, and of combos.
const MAX_KINDS: usize = 1 << 12;

/// A run of `sim`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SimRun {
    pub plan: RunManifest,
    /// The ids of the kinds, in the order they are counted.
    pub kinds: Vec<String>,
    /// The ids of the combos, in the order they are counted.
    pub combos: Vec<String>,
}

impl SimRun {
    /// The run of a plan.
    pub fn new(plan: &Plan) -> Self {
        let (plan, kinds, combos) = (plan.manifest.clone(), plan.kinds(), plan.combos());
        Self { plan, kinds, combos }
    }
}

impl ShardedRun for SimRun {
    const COMMAND: &'static str = "sim";
    type Counts = Tally;

    fn n_games(&self) -> u64 {
        self.plan.games
    }

    fn check(&self, _counts: &Tally) -> Result<(), Refusal> {
        let n = self.kinds.len().max(self.combos.len());
        if n > MAX_KINDS {
            return Err(format!("{n} kinds; at most {MAX_KINDS} are possible").into());
        }
        self.plan.check()
    }

    fn check_figures(&self, counts: &Tally) -> Result<(), Vec<Error>> {
        finite::check(&SimReport::new(&self.plan, &self.kinds, &self.combos, counts))
    }
}
