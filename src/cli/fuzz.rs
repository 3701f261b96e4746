//! `litterbox fuzz`: searches for rule bugs and saves each as a minimal failing session.

use super::failure::{CliError, CliResult, FOUND, OK};
use super::progress_bar::progress_bar;
use super::shards::write_or_show;
use super::shared_args::{Format, SharedArgs};
use super::sim::{nanoseconds_since, sets, watched_by};
use super::sim_args::{FuzzArgs, FuzzRunArgs, ThreadArgs};
use super::{library, print};
use crate::base::error::plural;
use crate::base::files::Files;
use crate::base::output;
use crate::fuzz::campaign::BLOCK;
use crate::fuzz::shrink::GRACE;
use crate::fuzz::slow::{HookLoad, SLOW};
use crate::fuzz::{Campaign, CoverageMap, Finding, FuzzConfig, FuzzCounts, FuzzRun, SavedFinding};
use crate::session::finding::{self, Written};
use crate::sim::shard::shard_of;
use crate::sim::{Progress, SHARD_FILE, ShardResult};
use crate::transcript::LoadedRuleset;
use crate::variant::{Library, SET};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

/// How many uncovered situations are listed per item; the rest are counted.
const LISTED: usize = 4;

/// Runs the command.
///
/// # Errors
/// The variant or its scripts have errors, the command line is invalid, a session cannot be
/// written.
pub fn run(shared: &SharedArgs, args: &FuzzArgs) -> CliResult {
    let mut library = library::open(shared)?;
    let config = config(&mut library, args)?;
    let (id, games) = (config.variant.clone(), config.games.clone());
    let campaign = Campaign::new(&library, config)
        .map_err(|errors| CliError::of_variant(&library, &id, errors))?;
    let start = Instant::now();
    let n_games = games.as_ref().map(|games| games.end - games.start);
    let (mut findings, bar) = (Vec::new(), progress_bar(n_games, "games"));
    let file = args.out.as_ref().filter(|_| args.shard.is_some());
    library::check_outputs(&[(&SHARD_FILE, file.map(PathBuf::as_path))])?;
    let sessions = args.out.as_deref().filter(|_| file.is_none()).unwrap_or(Path::new("."));
    if file.is_none() {
        library::check_folder(sessions)?;
    }
    let narrator = FindingNarrator { shared, variant: &id, format: args.format, sessions };
    let mut told = |finding: &Finding, _: &CoverageMap| -> Result<(), CliError> {
        let finding = saved(&library, finding);
        if args.shard.is_none() {
            bar.suspend(|| narrator.tell(&finding))?;
        }
        findings.push(finding);
        Ok(())
    };
    let (found, is_stopped) = watched_by(bar.clone(), |progress| {
        if let Some(time) = args.time {
            stop_at(start + time + GRACE, progress);
        }
        campaign.run(progress, &mut told)
    })?;
    let seconds = start.elapsed().as_secs_f64();
    print::talk(&format!("{} in {seconds:.1} s", plural(found.games, "game")))?;
    let LoadedRuleset { notation, host, .. } = campaign.loaded();
    let counts = FuzzCounts {
        games: found.games,
        inputs: found.inputs,
        stopped: found.stopped,
        unplaced: found.unplaced,
        coverage: found.coverage.named(notation),
        hooks: HookLoad::all(host, &found.costs),
        findings,
    };
    let run = campaign.sharded(args.run.games.unwrap_or(found.games));
    let games = games.unwrap_or(0..found.games);
    let shard = ShardResult::new(run, games, nanoseconds_since(start), counts);
    write_or_show(&shard, is_stopped, file.map(PathBuf::as_path), || match file {
        Some(_) => show(shared, &shard, args.format, sessions),
        None => narrator.sum_up(&shard, args.run.keep_going),
    })
}

/// The configuration of the campaign.
fn config(library: &mut Library, args: &FuzzArgs) -> Result<FuzzConfig, CliError> {
    let run = &args.run;
    let games = run.games.map(|games| match args.shard {
        Some(shard) => {
            let blocks = shard_of(games.div_ceil(BLOCK), shard);
            games.min(blocks.start * BLOCK)..games.min(blocks.end * BLOCK)
        }
        None => 0..games,
    });
    Ok(FuzzConfig {
        variant: library::find(library, &run.variant)?,
        set: sets(SET, &run.set)?,
        players: run.players,
        seed: run.seed,
        games,
        until: args.time.map(|time| Instant::now() + time),
        limit: run.limit,
        threads: args.threads.n(),
        keep_going: run.keep_going,
        always: run.always.clone(),
        given: run.given.clone(),
        from_setup: run.from_setup,
    })
}

/// Checks that a campaign can be played in shards.
///
/// # Errors
/// The variant or its scripts have errors; it has no number of games, or ends at the first finding.
pub fn sharded_run(shared: &SharedArgs, run: &FuzzRunArgs, n: u64) -> Result<FuzzRun, CliError> {
    let Some(games) = run.games.filter(|_| run.keep_going) else {
        let message = "`--games N` and `--keep-going` are needed: shards do not wait for findings \
                       of others";
        return Err(CliError::Usage(message.to_owned()));
    };
    if n > games.div_ceil(BLOCK) {
        let most = games.div_ceil(BLOCK);
        let message = format!("`--shards {n}`: at most {most}, for blocks of {BLOCK} games");
        return Err(CliError::Usage(message));
    }
    let mut library = library::open(shared)?;
    let (time, threads) = (None, ThreadArgs { threads: None });
    let (shard, out, format) = (None, None, Format::Text);
    let args = FuzzArgs { run: run.clone(), time, threads, shard, out, format };
    let config = config(&mut library, &args)?;
    let id = config.variant.clone();
    let campaign = Campaign::new(&library, config);
    let run = campaign.map(|campaign| campaign.sharded(games));
    run.map_err(|errors| CliError::of_variant(&library, &id, errors))
}

/// Prints the result of a campaign, and writes the sessions of its findings to a folder.
///
/// # Errors
/// A session cannot be written.
pub fn show(
    shared: &SharedArgs,
    shard: &ShardResult<FuzzRun>,
    format: Format,
    sessions: &Path,
) -> CliResult {
    let narrator = FindingNarrator { shared, variant: &shard.run.variant, format, sessions };
    for finding in &shard.counts.findings {
        narrator.tell(finding)?;
    }
    narrator.sum_up(shard, true)
}

/// A finding as it is saved.
fn saved(library: &Library, finding: &Finding) -> SavedFinding {
    let Finding { case, failure, loaded, game, found_with, is_made_up } = finding;
    let Written { text, lines, fails } = finding::write(library, loaded, case, failure);
    SavedFinding {
        game: *game,
        name: failure.name.clone(),
        message: failure.message.clone(),
        found_with: *found_with,
        is_made_up: *is_made_up,
        seed: case.header.seed,
        inputs: case.inputs.len(),
        players: case.n_players(),
        lines,
        fails,
        session: text,
    }
}

/// Stops the run and its scripts at a time, whatever they do.
fn stop_at(end: Instant, progress: &Progress) {
    let stop = progress.stop.clone();
    thread::spawn(move || {
        thread::sleep(end.saturating_duration_since(Instant::now()));
        stop.set();
    });
}

/// Reports findings and saves them as sessions.
struct FindingNarrator<'a> {
    shared: &'a SharedArgs,
    variant: &'a str,
    format: Format,
    sessions: &'a Path,
}

impl FindingNarrator<'_> {
    /// Saves a finding, and prints it as text.
    fn tell(&self, finding: &SavedFinding) -> Result<(), CliError> {
        let path = self.write(finding)?;
        if self.format == Format::Text {
            print::plain(&self.text(finding, &path))?;
        }
        Ok(())
    }

    /// Writes the session of a finding; returns its file, which may be there already.
    fn write(&self, finding: &SavedFinding) -> Result<PathBuf, CliError> {
        let out = self.sessions;
        let name = format!("fuzz_{}_{}", self.variant, slug(&finding.name));
        let failed = |path: &Path, error| CliError::Io(path.display().to_string(), error);
        let files = library::created_folder(out)?;
        let name = free_name(files.as_ref(), &name, &finding.session).ok_or_else(|| {
            let taken = std::io::Error::other("the names up to number 999 are taken");
            failed(&out.join(&name), taken)
        })?;
        let path = if out.as_os_str() == "." { PathBuf::from(&name) } else { out.join(&name) };
        files.write(&name, &finding.session).map_err(|error| failed(&path, error))?;
        Ok(path)
    }

    fn text(&self, finding: &SavedFinding, path: &Path) -> String {
        let SavedFinding { name, message, game, found_with: (n_inputs, n_players), .. } = finding;
        let mut text = format!("Found: {name}\n\n{message}\n\n");
        let _ = writeln!(
            text,
            "Game {game} failed after {} with {}. Shrunk to {} with {}:\n",
            plural(n_inputs, "input"),
            plural(n_players, "player"),
            plural(finding.inputs, "input"),
            plural(finding.players, "player"),
        );
        if finding.is_made_up {
            text += "It began in a position that was made up, which no game need reach.\n\n";
        }
        for line in &finding.lines {
            let _ = writeln!(text, "  {line}");
        }
        let home = self.shared.home.as_ref();
        let home = home.map_or_else(String::new, |home| format!("--home {} ", output::path(home)));
        let path = output::path(path);
        text += &if finding.fails {
            format!("\nlitterbox test {home}{path}    reproduces it\n\n")
        } else {
            format!("\nWrote {path}, which does not reproduce the failure: please report this.\n\n")
        };
        text
    }

    /// Prints the result after the findings.
    fn sum_up(&self, shard: &ShardResult<FuzzRun>, keeps_going: bool) -> CliResult {
        let ShardResult { run, counts, .. } = shard;
        match self.format {
            Format::Text => print::plain(&summary(run, counts, keeps_going))?,
            Format::Json => {
                let (n_reached, n_points) = counts.coverage.reached();
                let missing = counts.coverage.missing().into_iter();
                let rows = counts.findings.iter().map(|finding| self.row(finding));
                print::json(&json!({
                    "variant": run.variant,
                    "seed": run.seed,
                    "games": counts.games,
                    "inputs": counts.inputs,
                    "stopped": counts.stopped,
                    "unplaced": counts.unplaced,
                    "goals": n_points,
                    "reached": n_reached,
                    "slow": HookLoad::slow(&counts.hooks),
                    "never": missing.collect::<BTreeMap<_, _>>(),
                    "findings": rows.collect::<Result<Vec<Json>, _>>()?,
                }))?;
            }
        }
        Ok(if counts.findings.is_empty() && counts.stopped == 0 { OK } else { FOUND })
    }

    fn row(&self, finding: &SavedFinding) -> Result<Json, CliError> {
        Ok(json!({
            "name": finding.name,
            "message": finding.message,
            "game": finding.game,
            "made_up": finding.is_made_up,
            "seed": finding.seed,
            "inputs": finding.inputs,
            "players": finding.players,
            "lines": finding.lines,
            "file": self.write(finding)?.display().to_string(),
            "fails": finding.fails,
        }))
    }
}

/// The name for a session: of a file that does not exist, or that is this session already. `None`
/// if all are taken.
fn free_name(files: &dyn Files, name: &str, text: &str) -> Option<String> {
    let numbered = (2..1_000).map(|number| format!("{name}_{number}.session.md"));
    let first = format!("{name}.session.md");
    let mut names = std::iter::once(first).chain(numbered);
    let is_free = |name: &String| match files.kind(name) {
        Ok(None) => true,
        Ok(Some(_)) => files.read(name).is_ok_and(|old| old == text),
        Err(_) => false,
    };
    names.find(is_free)
}

/// Converts a name for use in a file name.
fn slug(name: &str) -> String {
    let plain = name.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), " ");
    let words: Vec<&str> = plain.split_whitespace().filter(|word| *word != "rhai").collect();
    words.join("_").chars().take(60).collect()
}

fn summary(run: &FuzzRun, counts: &FuzzCounts, keeps_going: bool) -> String {
    let (n_reached, n_points) = counts.coverage.reached();
    let mut text = format!(
        "{}: {} with {}, seed {}: {}\n",
        run.variant,
        plural(counts.games, "game"),
        plural(counts.inputs, "input"),
        run.seed,
        match counts.findings.len() {
            0 => "no findings".to_owned(),
            n => plural(n, "finding"),
        }
    );
    if counts.stopped > 0 {
        let n = plural(counts.stopped, "game");
        let limit = plural(run.limit, "answer");
        let _ = writeln!(text, "{n} did not end within {limit}, but could still end");
    }
    if counts.unplaced > 0 {
        let n = plural(counts.unplaced, "game");
        let why = "no position was found in which `--given` is true";
        let _ = writeln!(text, "{n} started with the setup: {why}");
    }
    for HookLoad { hook, at, calls, operations, most } in HookLoad::slow(&counts.hooks) {
        let _ = writeln!(
            text,
            "slow: `{hook}` at {at}: up to {} per call, over the limit of {SLOW}; {operations} in {}",
            plural(most, "operation"),
            plural(calls, "call"),
        );
    }
    if !counts.findings.is_empty() && !keeps_going {
        return text;
    }
    let _ = writeln!(text, "{n_reached} of {n_points} coverage points reached; not reached:");
    for (subject, hows) in counts.coverage.missing() {
        let listed = hows.iter().take(LISTED).copied().collect::<Vec<_>>().join(", ");
        let more = match hows.len().saturating_sub(LISTED) {
            0 => String::new(),
            n => format!(", and {n} more"),
        };
        let _ = writeln!(text, "  {subject}: {listed}{more}");
    }
    text
}
