//! Numbers of games, and when a run stops that waits for a figure.

use super::failure::CliError;
use super::print;
use crate::base::error::{Error, plural};
use crate::sim::Progress;
use crate::sim::counts::Merge;
use crate::sim::stopping::StoppingRule;
use clap::Args;
use std::ops::Range;
use std::time::Instant;

/// When to stop.
#[derive(Clone, Debug, Args)]
pub struct UntilArgs {
    /// Instead of --games, play until the answer is known to this many percentage points: what
    /// the card of --card is worth, or else how often the starting player wins (with `compare`, the
    /// difference); at most --most games
    #[arg(long, value_name = "±POINTS", value_parser = points)]
    #[arg(conflicts_with_all = ["games", "shard", "out"])]
    pub until: Option<f64>,
    /// With --until, the fewest games
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = n_games)]
    #[arg(requires = "until", conflicts_with_all = ["games", "shard", "out"])]
    pub min: u64,
    /// With --until, the most games
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = n_games)]
    #[arg(requires = "until", conflicts_with_all = ["games", "shard", "out"])]
    pub most: u64,
}

impl UntilArgs {
    /// The most games that it plays, instead of `games`.
    pub fn most_games(&self, games: u64) -> u64 {
        if self.until.is_some() { self.most } else { games }
    }

    /// Plays these games; or else, blocks of games from 0 on until the half-width of the interval
    /// of the answer, `margin`, is small enough. The blocks follow from the results, so that the
    /// number of threads makes no difference. After the first block, it is told how long the others
    /// may take.
    ///
    /// # Errors
    /// Those of `play`; there is no figure to wait for.
    pub fn play<C: Merge>(
        &self,
        games: Range<u64>,
        progress: &Progress,
        play: impl Fn(Range<u64>) -> Result<C, Vec<Error>>,
        margin: impl Fn(&C) -> Option<f64>,
    ) -> Result<C, CliError> {
        let Some(points) = self.until else { return Ok(play(games)?) };
        let (first, start) = (self.min.min(self.most), Instant::now());
        let rule = StoppingRule { wanted: points / 100.0, min: first, most: self.most };
        let (mut whole, mut n) = (play(0..first)?, first);
        while n < self.most && !progress.stop.is_set() {
            let Some(margin) = margin(&whole) else { return Err(nothing_to_wait_for(n)) };
            let Some(next) = rule.next(n, margin) else { break };
            if n == first {
                let needed = rule.needed(n, margin);
                let seconds = start.elapsed().as_secs_f64() / n as f64;
                let [likely, longest] = [needed.min(self.most as f64), self.most as f64]
                    .map(|games| about(seconds * (games - n as f64)));
                print::talk(&format!(
                    "±{points} points: about {likely} more; at most {longest}, for {} (--most)",
                    plural(self.most, "game")
                ))?;
            }
            whole.merge_from(&play(n..next)?);
            n = next;
        }
        Ok(whole)
    }
}

/// The error of `--until` if what it waits for is not measured.
fn nothing_to_wait_for(games: u64) -> CliError {
    CliError::Usage(format!(
        "`--until` has no figure to wait for: after {}, nothing is known of the card of `--card`, \
         or else of the starting player. Nobody had the card in a first hand, nobody won, many \
         games were cut by `--limit`, or agents keep their seats; use `--games`",
        plural(games, "game")
    ))
}

/// `40 seconds`, `2 minutes`, `3 hours`.
pub fn about(seconds: f64) -> String {
    let units = [(5_400.0, 3_600.0, "hour"), (90.0, 60.0, "minute"), (0.0, 1.0, "second")];
    let fitting = units.into_iter().find(|(least, ..)| seconds >= *least);
    let (_, unit, name) = fitting.unwrap_or((0.0, 1.0, "second"));
    plural((seconds / unit).round().max(1.0) as u64, name)
}

/// The maximum number of games, and of the shards of a run.
pub const MAX_GAMES: u64 = 1_000_000_000_000;

/// Parses a number of games, or of plies of a game: `1000000`, `1_000_000`, `1e6`, `2.5e5`.
///
/// # Errors
/// It is not a whole number, or not within 1 to [`MAX_GAMES`].
pub fn n_games(text: &str) -> Result<u64, String> {
    let n = whole_number(text)?;
    match (1..=MAX_GAMES).contains(&n) {
        true => Ok(n),
        false => Err(format!("expected a number from 1 to {MAX_GAMES}")),
    }
}

/// Parses a whole number in decimal or scientific notation; one beyond 64 bits is the largest.
fn whole_number(text: &str) -> Result<u64, String> {
    let plain = text.replace('_', "");
    let (mantissa, power) = plain.split_once(['e', 'E']).unwrap_or((&plain, "0"));
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [before, after].concat();
    let is_decimal = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let power = power.parse::<i32>().ok().filter(|_| is_decimal);
    let power = power.ok_or("expected a number, such as 5000 or 1e6")?;
    let significant = digits.trim_end_matches('0');
    if significant.is_empty() {
        return Ok(0);
    }
    let n_zeros = digits.len() as i64 - significant.len() as i64;
    let n_zeros = u32::try_from(i64::from(power) - after.len() as i64 + n_zeros);
    let n_zeros = n_zeros.map_err(|_| format!("{text} is not a whole number"))?;
    let unit = 10u64.checked_pow(n_zeros);
    let n = unit.zip(significant.parse::<u64>().ok()).and_then(|(unit, n)| n.checked_mul(unit));
    Ok(n.unwrap_or(u64::MAX))
}

/// Parses a half-width in percentage points: `2`, `±0.5`.
///
/// # Errors
/// It is not a number above 0.
fn points(text: &str) -> Result<f64, String> {
    let points = text.trim_start_matches(['±', '+', '-']).trim().parse().ok();
    let points = points.filter(|points: &f64| points.is_finite() && *points > 0.0);
    points.ok_or_else(|| "expected a number of points, such as ±2".to_owned())
}
