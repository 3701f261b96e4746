//! Shard results of `sim`: what a run is, and checks of counts that somebody else may have written.

use super::plan::{Plan, RunManifest};
use super::shard::{MAX_COUNT, NAMED, ShardResult, ShardedRun, checksum, n_games};
use super::tally::{Tally, Uses, WIN, WinCount};
use crate::error::Refusal;
use crate::kernel::card::MAX_SEATS;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// The largest sum of squared scores.
const MAX_SQUARES: u64 = 1 << 62;
/// The largest number that a histogram counts, and the largest number of kinds or combos.
const MAX_NUMBER: usize = 1 << 20;

/// A run of `sim`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SimRun {
    /// The configuration.
    pub plan: RunManifest,
    /// The ids of the kinds, in the order they are counted.
    pub kinds: Vec<String>,
    /// The ids of the combos, in the order they are counted.
    pub combos: Vec<String>,
}

/// A shard result of formats 1 to 3. Version 2 says what wrote it and has another hash of rules;
/// version 3 has a checksum and does not count players by what they played.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OldShard {
    litterbox_part: u32,
    #[serde(default)]
    program: String,
    plan: RunManifest,
    kinds: Vec<String>,
    combos: Vec<String>,
    games: Vec<(u64, u64)>,
    nanoseconds: u64,
    tally: Tally,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    checksum: String,
}

/// The first format version with a checksum.
const SUMMED: u32 = 3;

impl SimRun {
    /// The run of a plan.
    #[must_use]
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

    fn check(&self, tally: &Tally, games: &[(u64, u64)]) -> Result<(), Refusal> {
        check_tally(&self.plan, tally, games)?;
        for (what, found, expected) in [
            ("kinds", tally.kinds.len(), self.kinds.len()),
            ("combos", tally.combos.len(), self.combos.len()),
        ] {
            check_size(what, found, expected)?;
        }
        Ok(())
    }

    fn merge(&self, ours: &mut Tally, theirs: Tally) {
        ours.merge(&theirs);
    }

    fn parse_old(text: &str) -> Option<Result<ShardResult<Self>, Refusal>> {
        let parsed = || {
            let mut old: OldShard = serde_json::from_str(text).map_err(|why| why.to_string())?;
            let found = std::mem::take(&mut old.checksum);
            if old.litterbox_part >= SUMMED && found != checksum(&old) {
                return Err("its checksum is not that of its contents".into());
            }
            let OldShard { program, plan, kinds, combos, games, nanoseconds, tally, .. } = old;
            Ok(ShardResult {
                litterbox_shard: NAMED,
                command: Self::COMMAND.to_owned(),
                program,
                run: Self { plan, kinds, combos },
                games,
                nanoseconds,
                counts: tally,
                checksum: String::new(),
            })
        };
        Some(parsed())
    }
}

/// Checks the counts of these games of a plan.
///
/// # Errors
/// Why they are impossible.
pub(super) fn check_tally(
    plan: &RunManifest,
    tally: &Tally,
    games: &[(u64, u64)],
) -> Result<(), Refusal> {
    if !(1..=MAX_SEATS).contains(&plan.players) {
        return Err(format!("{} players; 1 to {MAX_SEATS} can play", plan.players).into());
    }
    if !(1..=plan.players).contains(&plan.agents.len()) {
        return Err(format!("{} agents for {} players", plan.agents.len(), plan.players).into());
    }
    let n_games = n_games(games);
    if n_games != tally.games {
        return Err(format!("it lists {n_games} games but counts {}", tally.games).into());
    }
    let Tally { out, seats, scores, agents, .. } = tally;
    let n = plan.players;
    for (what, found, expected) in [
        ("seats", seats.len(), n),
        ("eliminations", out.len(), n),
        ("scores", scores.len(), if scores.is_empty() { 0 } else { n }),
        ("agents", agents.len(), plan.agents.len()),
    ] {
        check_size(what, found, expected)?;
    }
    check_bounds(tally)?;
    check_results(tally)?;
    check_agent_seats(tally)?;
    tally.kinds.iter().chain(&tally.combos).try_for_each(check_uses)
}

fn check_size(what: &str, found: usize, expected: usize) -> Result<(), Refusal> {
    if found != expected || found > MAX_NUMBER {
        return Err(format!("its counts are inconsistent: {found} {what}, not {expected}").into());
    }
    Ok(())
}

/// Checks that no number is so large that sums overflow.
fn check_bounds(tally: &Tally) -> Result<(), Refusal> {
    fn all(key: &str, value: &Json) -> Result<(), Refusal> {
        match value {
            Json::Array(list) if list.len() > MAX_NUMBER => {
                Err(format!("`{key}` has {} counts", list.len()).into())
            }
            Json::Array(list) => {
                let sum: u128 = list.iter().filter_map(Json::as_u64).map(u128::from).sum();
                if sum > u128::from(MAX_COUNT) {
                    return Err(format!("the counts of `{key}` add up to {sum}").into());
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
                    _ => Err(format!("`{key}` is {number}; at most {most} is possible").into()),
                }
            }
            _ => Ok(()),
        }
    }
    all("tally", &serde_json::to_value(tally).map_err(|why| why.to_string())?)
}

/// Checks that the results of the games add up.
fn check_results(tally: &Tally) -> Result<(), Refusal> {
    let Tally { games, won, drawn, stopped, faulty, first_wins, first_shared, comebacks, .. } =
        tally;
    if won + drawn + stopped + faulty != *games {
        return Err(format!(
            "{won} won, {drawn} drawn, {stopped} stopped and {faulty} faulty games \
                            are not {games}"
        )
        .into());
    }
    if first_wins > won || comebacks > won || u128::from(*first_shared) > units(*first_wins) {
        return Err("more wins than games".to_owned().into());
    }
    for (who, counts) in [("seats", &tally.seats), ("agents", &tally.agents)] {
        counts.iter().try_for_each(check_wins)?;
        let wins: u128 = counts.iter().map(|c| units(c.wins) - u128::from(c.shared)).sum();
        if wins != units(*won) {
            return Err(format!("the wins of the {who} are not those of {won} games").into());
        }
    }
    if let Some(seat) = tally.seats.iter().find(|seat| seat.n != *won) {
        return Err(format!("a seat has {} of {won} games", seat.n).into());
    }
    let lengths = [&tally.plies, &tally.turns, &tally.draws];
    if lengths.iter().any(|length| length.n() != *won) {
        return Err(format!("the lengths are not those of {won} games").into());
    }
    if let Some(out) = tally.out.iter().map(super::Histogram::n).find(|n| n > won) {
        return Err(format!("a seat was eliminated in {out} of {won} games").into());
    }
    if tally.options.iter().map(super::Histogram::n).sum::<u64>() > tally.decisions {
        return Err("more questions than decisions".to_owned().into());
    }
    Ok(())
}

/// Checks that the counts by agent and seat add up to those by agent and those by seat. Results of
/// older formats have none, and cannot be merged with newer ones that have.
fn check_agent_seats(tally: &Tally) -> Result<(), Refusal> {
    let Tally { agent_seats, agents, seats, .. } = tally;
    if agent_seats.is_empty() {
        return Ok(());
    }
    check_size(
        "agents by seat",
        agent_seats.len(),
        if agents.len() > 1 { agents.len() } else { 0 },
    )?;
    for row in agent_seats {
        check_size("seats of an agent", row.len(), seats.len())?;
        row.iter().try_for_each(check_wins)?;
    }
    let is_sum = |counts: &mut dyn Iterator<Item = &WinCount>, whole: &WinCount| {
        let sum = counts.fold([0; 3], |[n, wins, shared], count| {
            [n + count.n, wins + count.wins, shared + count.shared]
        });
        sum == [whole.n, whole.wins, whole.shared]
    };
    let by_agent =
        agent_seats.iter().zip(agents).all(|(row, agent)| is_sum(&mut row.iter(), agent));
    let by_seat = |(seat, whole): (usize, &WinCount)| {
        is_sum(&mut agent_seats.iter().map(|row| &row[seat]), whole)
    };
    match by_agent && seats.iter().enumerate().all(by_seat) {
        true => Ok(()),
        false => Err("the wins by agent and seat are not those of the agents and seats"
            .to_owned()
            .into()),
    }
}

fn check_uses(uses: &Uses) -> Result<(), Refusal> {
    if uses.cancelled > uses.played || uses.rescued > uses.explosions {
        return Err("more cancelled plays than plays".to_owned().into());
    }
    [uses.opening, uses.no_opening].iter().try_for_each(check_wins)
}

fn check_wins(count: &WinCount) -> Result<(), Refusal> {
    if count.wins > count.n || u128::from(count.shared) > units(count.wins) {
        return Err(format!("{} wins of {} players", count.wins, count.n).into());
    }
    Ok(())
}

/// The units of whole wins.
fn units(wins: u64) -> u128 {
    u128::from(wins) * u128::from(WIN)
}
