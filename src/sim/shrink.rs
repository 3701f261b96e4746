//! Makes a failing game smaller while it fails in the same way: fewer players, fewer inputs, a
//! smaller deck, earlier options.

use super::fuzz::{self, Case, Failure, Inputs};
use crate::transcript::Edition;
use crate::variant::Library;

/// After so many games it is small enough.
const MOST_TRIES: usize = 2_000;

/// A failure with the smallest game that was found for it.
pub struct Finding {
    /// The game.
    pub case: Case,
    /// What breaks in it.
    pub failure: Failure,
    /// Its rules.
    pub edition: Edition,
}

/// Tries smaller games as long as one of them fails in the same way.
#[must_use]
pub fn shrink(library: &Library, mut best: Finding) -> Finding {
    let mut n_tries = 0;
    loop {
        let smaller = candidates(&best.case, &best.edition);
        let found = smaller.into_iter().take_while(|_| n_tries < MOST_TRIES).find_map(|case| {
            n_tries += 1;
            fails(library, &best, case)
        });
        match found {
            Some(found) => best = found,
            None => return best,
        }
    }
}

/// Plays a case; what it comes to if that is the same failure.
fn fails(library: &Library, best: &Finding, mut case: Case) -> Option<Finding> {
    let same_rules = case.header.set == best.case.header.set
        && case.header.names.len() == best.case.header.names.len();
    let edition =
        if same_rules { best.edition.clone() } else { case.header.edition(library).ok()? };
    edition.ruleset.check_players(case.header.names.len()).ok()?;
    let trail = fuzz::play(&edition, &case.header, Inputs::Given(&case.inputs), case.inputs.len());
    let failure = trail.failure.filter(|failure| failure.kind == best.failure.kind)?;
    case.inputs = trail.inputs;
    Some(Finding { case, failure, edition })
}

/// Smaller games, the greatest steps first.
fn candidates(case: &Case, edition: &Edition) -> Vec<Case> {
    let mut smaller = Vec::new();
    let mut with = |change: &dyn Fn(&mut Case)| {
        let mut case = case.clone();
        change(&mut case);
        smaller.push(case);
    };
    let n_inputs = case.inputs.len();
    with(&|case| drop(case.header.names.pop()));
    let mut length = n_inputs / 2;
    while length > 0 {
        for start in (0..n_inputs).step_by(length) {
            let end = n_inputs.min(start + length);
            with(&|case| drop(case.inputs.drain(start..end)));
        }
        length /= 2;
    }
    for i in 0..n_inputs {
        if case.inputs[i] > 0 {
            with(&|case| case.inputs[i] = 0);
            with(&|case| case.inputs[i] /= 2);
        }
    }
    let deck = edition.ruleset.deck(case.header.names.len());
    for (kind, _, n) in deck.iter().filter(|(_, _, n)| *n > 0) {
        let name = format!("deck.{}", edition.ruleset.spec.kinds[kind.index()].id);
        for fewer in [0, n / 2] {
            with(&|case| {
                case.header.set.retain(|(set, _)| *set != name);
                case.header.set.push((name.clone(), fewer.to_string()));
            });
        }
    }
    smaller
}
