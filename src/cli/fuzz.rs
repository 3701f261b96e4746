//! `litterbox fuzz`: looks for games that break, and writes them down as small as they get.

use super::args::Shared;
use super::failure::Failure;
use super::sim::sets;
use super::sim_args::FuzzArgs;
use super::{FOUND, OK, Outcome, print, shelf};
use crate::kernel::rng;
use crate::sim::fuzz::{self, Case, Coverage, Inputs};
use crate::sim::shrink::{Finding, shrink};
use std::fs;
use std::time::{Duration, Instant};

/// Runs the command.
///
/// # Errors
/// The variant or its scripts have mistakes, a session cannot be written.
pub fn run(shared: &Shared, args: &FuzzArgs) -> Outcome {
    let mut library = shelf::open(shared)?;
    let id = shelf::find(&mut library, &args.variant)?;
    let set = sets(&args.set)?;
    let ruleset = shelf::load(&library, &id)?;
    let (least, most) = ruleset.players.clone().into_inner();
    let sizes = args.players.map_or(least..=most, |n| n..=n);
    let mut editions = Vec::new();
    for n in sizes {
        let edition = fuzz::header(&id, &set, n, 0).edition(&library)?;
        edition.ruleset.check_players(n).map_err(|error| Failure::Unknown(vec![*error]))?;
        editions.push((n, edition, Coverage::default()));
    }
    let start = Instant::now();
    let is_time = |n: u64| match (args.games, args.time) {
        (Some(games), _) if n >= games => false,
        (_, Some(seconds)) => start.elapsed() < Duration::from_secs(seconds),
        (Some(_), None) => true,
        (None, None) => n < fuzz::GAMES,
    };
    let mut findings: Vec<String> = Vec::new();
    let (mut n_games, mut n_inputs, mut n_endless) = (0, 0, 0);
    while is_time(n_games) {
        let which = (n_games % editions.len() as u64) as usize;
        let (n, edition, coverage) = &mut editions[which];
        let seed = rng::split_mix(rng::split_mix(args.seed).wrapping_add(n_games));
        let header = fuzz::header(&id, &set, *n, seed);
        let mut chance = rng::generator(seed, 8);
        let inputs = Inputs::Chance(&mut chance, coverage);
        let trail = fuzz::play(edition, &header, inputs, args.limit);
        n_games += 1;
        n_inputs += trail.inputs.len();
        n_endless += u64::from(!trail.is_over && trail.failure.is_none());
        let Some(failure) = trail.failure else { continue };
        if findings.contains(&failure.kind) {
            continue;
        }
        findings.push(failure.kind.clone());
        let case = Case { header, inputs: trail.inputs };
        let found = shrink(&library, Finding { case, failure, edition: edition.clone() });
        tell(args, findings.len(), &found)?;
        if !args.keep_going {
            break;
        }
    }
    let mut text = format!("{id}: {n_games} games, {n_inputs} inputs, seed {}\n", args.seed);
    if n_endless > 0 {
        text += &format!("{n_endless} games did not end within {} inputs\n", args.limit);
    }
    for (n, edition, coverage) in &editions {
        let missing = coverage.missing(edition, *n);
        let covered = coverage.n_covered();
        text += &format!("{n} players: {covered} choices made, {} never\n", missing.len());
        text.extend(missing.iter().map(|what| format!("  never: {what}\n")));
    }
    text += &format!("{}\n", shelf::plural(findings.len(), "failure"));
    print::text(&text)?;
    Ok(if findings.is_empty() { OK } else { FOUND })
}

fn tell(args: &FuzzArgs, number: usize, found: &Finding) -> Result<(), Failure> {
    let Finding { case, failure, edition } = found;
    let path = args.out.join(format!("fuzz_{}_{number}.session.md", case.header.variant));
    let text = fuzz::session(edition, case, failure);
    fs::write(&path, text).map_err(|error| Failure::Io(path.display().to_string(), error))?;
    let players = case.header.names.len();
    print::text(&format!(
        "{}\n\n{} inputs, {players} players: litterbox test --expects {}\n\n",
        failure.message,
        case.inputs.len(),
        path.display()
    ))?;
    Ok(())
}
