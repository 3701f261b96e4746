//! `litterbox fuzz`: searches for rule bugs and saves each as a minimal failing session.

use super::failure::{CliError, CliResult, FOUND, OK};
use super::shared_args::{Format, SharedArgs};
use super::sim::{sets, watched_by};
use super::sim_args::FuzzArgs;
use super::{library, print};
use crate::error::plural;
use crate::files::Files;
use crate::session::finding::{self, Written};
use crate::sim::Progress;
use crate::sim::fuzz::shrink::GRACE;
use crate::sim::fuzz::slow::{SLOW, SlowHook, slow_hooks};
use crate::sim::fuzz::{Campaign, CampaignReport, CoverageMap, Finding, FuzzConfig};
use crate::variant::{Library, SET};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{fs, thread};

/// How many uncovered situations are listed per item; the rest are counted.
const LISTED: usize = 4;

/// Runs the command.
///
/// # Errors
/// The variant or its scripts have errors, the command line is invalid, a session cannot be
/// written.
pub fn run(shared: &SharedArgs, args: &FuzzArgs) -> CliResult {
    let mut library = library::open(shared)?;
    let id = library::find(&mut library, &args.variant)?;
    let config = FuzzConfig {
        variant: id.clone(),
        set: sets(SET, &args.set)?,
        players: args.players,
        seed: args.seed,
        games: args.games,
        until: args.time.map(|time| Instant::now() + time),
        limit: args.limit,
        threads: args
            .threads
            .unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from)),
        keep_going: args.keep_going,
        always: args.always.clone(),
    };
    let campaign = Campaign::new(&library, config)
        .map_err(|errors| CliError::of_variant(&library, &id, errors))?;
    let start = Instant::now();
    let mut told =
        FindingNarrator { shared, args, library: &library, findings: Vec::new(), bar: bar(args) };
    let bar = told.bar.clone();
    let found = watched_by(bar, |progress| {
        if let Some(time) = args.time {
            stop_at(start + time + GRACE, progress);
        }
        quietly(|| campaign.run(progress, |finding, _: &CoverageMap| told.tell(finding)))
    })?;
    let seconds = start.elapsed().as_secs_f64();
    print::talk(&format!("{} in {seconds:.1} s", plural(found.games, "game")))?;
    let missing = found.coverage.missing(&campaign.loaded().notation);
    let slow = slow_hooks(&campaign.loaded().host, &found.costs);
    match args.format {
        Format::Text => print::text(&summary(&id, args, &found, (&missing, &slow)))?,
        Format::Json => print::json(&json!({
            "variant": id,
            "seed": args.seed,
            "games": found.games,
            "inputs": found.inputs,
            "stopped": found.stopped,
            "goals": found.coverage.goals.len(),
            "reached": found.coverage.goals.len() - found.coverage.open().count(),
            "slow": slow,
            "never": missing.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
            "findings": told.findings,
        }))?,
    }
    Ok(if found.findings.is_empty() && found.stopped == 0 { OK } else { FOUND })
}

/// Runs a campaign. A panic of a game is a finding, which is not printed beside it.
///
/// # Panics
/// When the campaign does.
fn quietly<T>(campaign: impl FnOnce() -> T) -> T {
    let before = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let result = panic::catch_unwind(AssertUnwindSafe(campaign));
    panic::set_hook(before);
    result.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        panic!("{}", text.unwrap_or("the campaign panicked"))
    })
}

/// Stops the run and its scripts at a time, whatever they do.
fn stop_at(end: Instant, progress: &Progress) {
    let stop = progress.stop.clone();
    thread::spawn(move || {
        thread::sleep(end.saturating_duration_since(Instant::now()));
        stop.set();
    });
}

fn bar(args: &FuzzArgs) -> ProgressBar {
    let (bar, template) = match args.games {
        Some(games) => {
            (ProgressBar::new(games), "{bar:32} {pos}/{len} games  {per_sec}  {eta} left")
        }
        None => (ProgressBar::new_spinner(), "{spinner} {pos} games  {per_sec}  {elapsed}"),
    };
    bar.set_style(ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar()));
    bar
}

/// Reports findings as they are made and saves them as sessions.
struct FindingNarrator<'a> {
    shared: &'a SharedArgs,
    args: &'a FuzzArgs,
    library: &'a Library,
    findings: Vec<Json>,
    bar: ProgressBar,
}

impl FindingNarrator<'_> {
    fn tell(&mut self, finding: &Finding) -> Result<(), CliError> {
        let Finding { case, failure, loaded, .. } = finding;
        let written = finding::write(self.library, loaded, case, failure);
        let variant = &case.header.variant;
        let name = format!("fuzz_{variant}_{}", slug(&failure.name));
        let out = &self.args.out;
        fs::create_dir_all(out).map_err(|error| CliError::Io(out.display().to_string(), error))?;
        let files = library::folder(out)?;
        let name = free_name(files.as_ref(), &name, &written.text).ok_or_else(|| {
            let taken = std::io::Error::other("the names up to number 999 are taken");
            CliError::Io(out.join(&name).display().to_string(), taken)
        })?;
        let path = if out.as_os_str() == "." { PathBuf::from(&name) } else { out.join(&name) };
        files
            .write(&name, &written.text)
            .map_err(|error| CliError::Io(path.display().to_string(), error))?;
        if self.args.format == Format::Text {
            let text = self.text(finding, &written, &path);
            self.bar.suspend(|| print::text(&text))?;
        }
        self.findings.push(json!({
            "name": failure.name,
            "message": failure.message,
            "game": finding.game,
            "seed": case.header.seed,
            "inputs": case.inputs.len(),
            "players": case.n_players(),
            "lines": written.lines,
            "file": path,
            "fails": written.fails,
        }));
        Ok(())
    }

    fn text(&self, finding: &Finding, written: &Written, path: &Path) -> String {
        let Finding { case, failure, game, found_with: (n_inputs, n_players), .. } = finding;
        let mut text = format!("Found: {}\n\n{}\n\n", failure.name, failure.message);
        let _ = writeln!(
            text,
            "Game {game} failed after {} with {}. Shrunk to {} with {}:\n",
            plural(n_inputs, "input"),
            plural(n_players, "player"),
            plural(case.inputs.len(), "input"),
            plural(case.n_players(), "player"),
        );
        for line in &written.lines {
            let _ = writeln!(text, "  {line}");
        }
        let home = self.shared.home.as_ref();
        let home = home.map_or_else(String::new, |home| format!("--home {} ", home.display()));
        let path = path.display();
        text += &if written.fails {
            format!("\nlitterbox test {home}{path}    reproduces it\n\n")
        } else {
            format!("\nWrote {path}, which does not reproduce the failure: please report this.\n\n")
        };
        text
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

fn summary(
    id: &str,
    args: &FuzzArgs,
    found: &CampaignReport,
    (missing, slow): (&[(String, Vec<String>)], &[SlowHook]),
) -> String {
    let coverage = &found.coverage;
    let n_goals = coverage.goals.len();
    let n_reached = n_goals - coverage.open().count();
    let mut text = format!(
        "{id}: {} with {}, seed {}: {}\n",
        plural(found.games, "game"),
        plural(found.inputs, "input"),
        args.seed,
        match found.findings.len() {
            0 => "no findings".to_owned(),
            n => plural(n, "finding"),
        }
    );
    if found.stopped > 0 {
        let n = plural(found.stopped, "game");
        let limit = plural(args.limit, "answer");
        let _ = writeln!(text, "{n} did not end within {limit}, but could still end");
    }
    for SlowHook { hook, at, calls, operations, most } in slow {
        let _ = writeln!(
            text,
            "slow: `{hook}` at {at}: up to {} per call, over the limit of {SLOW}; {operations} in {}",
            plural(most, "operation"),
            plural(calls, "call"),
        );
    }
    if !found.findings.is_empty() && !args.keep_going {
        return text;
    }
    let _ = writeln!(text, "{n_reached} of {n_goals} coverage points reached; not reached:");
    for (thing, hows) in missing {
        let listed = hows.iter().take(LISTED).cloned().collect::<Vec<_>>().join(", ");
        let more = match hows.len().saturating_sub(LISTED) {
            0 => String::new(),
            n => format!(", and {n} more"),
        };
        let _ = writeln!(text, "  {thing}: {listed}{more}");
    }
    text
}
