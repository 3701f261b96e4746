//! Checks of a shard result that somebody else may have written: its counts must be possible.

use super::part::ShardResult;
use super::tally::{Tally, Uses, WIN, WinCount};
use crate::kernel::card::MAX_SEATS;
use serde_json::Value as Json;

/// The largest count: sums of two cannot overflow, and are checked again.
const MAX_COUNT: u64 = 1 << 48;
/// The largest sum of squared scores.
const MAX_SQUARES: u64 = 1 << 62;
/// The largest number that a histogram counts, and the largest number of kinds or combos.
const MAX_NUMBER: usize = 1 << 20;

impl ShardResult {
    /// Why it is impossible.
    ///
    /// # Errors
    /// The reason.
    pub(super) fn check(&self) -> Result<(), String> {
        let ShardResult { plan, games, tally, .. } = self;
        if !(1..=MAX_SEATS).contains(&plan.players) {
            return Err(format!("{} players; 1 to {MAX_SEATS} can play", plan.players));
        }
        if !(1..=plan.players).contains(&plan.agents.len()) {
            return Err(format!("{} agents for {} players", plan.agents.len(), plan.players));
        }
        if plan.games > MAX_COUNT {
            return Err(format!("{} games; at most {MAX_COUNT} are possible", plan.games));
        }
        let mut end = 0;
        for (from, to) in games {
            if from >= to || *from < end || *to > plan.games {
                return Err(format!("its games {from} to {to} are not a range within the run"));
            }
            end = *to;
        }
        let n_games: u64 = games.iter().map(|(from, to)| to - from).sum();
        if n_games != tally.games {
            return Err(format!("it lists {n_games} games but counts {}", tally.games));
        }
        check_sizes(self)?;
        check_bounds(tally)?;
        check_results(tally)?;
        tally.kinds.iter().chain(&tally.combos).try_for_each(check_uses)
    }
}

fn check_sizes(part: &ShardResult) -> Result<(), String> {
    let Tally { out, seats, scores, agents, kinds, combos, .. } = &part.tally;
    let n = part.plan.players;
    for (what, found, expected) in [
        ("seats", seats.len(), n),
        ("eliminations", out.len(), n),
        ("scores", scores.len(), if scores.is_empty() { 0 } else { n }),
        ("agents", agents.len(), part.plan.agents.len()),
        ("kinds", kinds.len(), part.kinds.len()),
        ("combos", combos.len(), part.combos.len()),
    ] {
        if found != expected || found > MAX_NUMBER {
            return Err(format!("its counts are inconsistent: {found} {what}, not {expected}"));
        }
    }
    Ok(())
}

/// Checks that no number is so large that sums overflow.
fn check_bounds(tally: &Tally) -> Result<(), String> {
    fn all(key: &str, value: &Json) -> Result<(), String> {
        match value {
            Json::Array(list) if list.len() > MAX_NUMBER => {
                Err(format!("`{key}` has {} counts", list.len()))
            }
            Json::Array(list) => {
                let sum: u128 = list.iter().filter_map(Json::as_u64).map(u128::from).sum();
                if sum > u128::from(MAX_COUNT) {
                    return Err(format!("the counts of `{key}` add up to {sum}"));
                }
                list.iter().try_for_each(|value| all(key, value))
            }
            Json::Object(fields) => fields.iter().try_for_each(|(key, value)| all(key, value)),
            Json::Number(number) => {
                let most = match key {
                    "seed" => u64::MAX,
                    "squares" => MAX_SQUARES,
                    // Each of these counts units of a win.
                    "shared" | "first_shared" => MAX_SQUARES,
                    _ => MAX_COUNT,
                };
                let size = number.as_u64().or_else(|| Some(number.as_i64()?.unsigned_abs()));
                match size {
                    Some(size) if size <= most => Ok(()),
                    _ => Err(format!("`{key}` is {number}; at most {most} is possible")),
                }
            }
            _ => Ok(()),
        }
    }
    serde_json::to_value(tally)
        .map_err(|why| why.to_string())
        .and_then(|value| all("tally", &value))
}

/// Checks that the results of the games add up.
fn check_results(tally: &Tally) -> Result<(), String> {
    let Tally { games, won, drawn, stopped, faulty, first_wins, first_shared, comebacks, .. } =
        tally;
    if won + drawn + stopped + faulty != *games {
        return Err(format!(
            "{won} won, {drawn} drawn, {stopped} stopped and {faulty} faulty games \
                            are not {games}"
        ));
    }
    if first_wins > won || comebacks > won || u128::from(*first_shared) > units(*first_wins) {
        return Err("more wins than games".to_owned());
    }
    for (who, counts) in [("seats", &tally.seats), ("agents", &tally.agents)] {
        counts.iter().try_for_each(check_wins)?;
        let wins: u128 = counts.iter().map(|c| units(c.wins) - u128::from(c.shared)).sum();
        if wins != units(*won) {
            return Err(format!("the wins of the {who} are not those of {won} games"));
        }
    }
    if let Some(seat) = tally.seats.iter().find(|seat| seat.n != *won) {
        return Err(format!("a seat has {} of {won} games", seat.n));
    }
    let lengths = [&tally.plies, &tally.turns, &tally.draws];
    if lengths.iter().any(|length| length.n() != *won) {
        return Err(format!("the lengths are not those of {won} games"));
    }
    if let Some(out) = tally.out.iter().map(super::Histogram::n).find(|n| n > won) {
        return Err(format!("a seat was eliminated in {out} of {won} games"));
    }
    if tally.options.iter().map(super::Histogram::n).sum::<u64>() > tally.decisions {
        return Err("more questions than decisions".to_owned());
    }
    Ok(())
}

fn check_uses(uses: &Uses) -> Result<(), String> {
    if uses.cancelled > uses.played || uses.rescued > uses.explosions {
        return Err("more cancelled plays than plays".to_owned());
    }
    [uses.opening, uses.no_opening].iter().try_for_each(check_wins)
}

fn check_wins(count: &WinCount) -> Result<(), String> {
    if count.wins > count.n || u128::from(count.shared) > units(count.wins) {
        return Err(format!("{} wins of {} players", count.wins, count.n));
    }
    Ok(())
}

/// The units of whole wins.
fn units(wins: u64) -> u128 {
    u128::from(wins) * u128::from(WIN)
}
