//! Golden playthroughs: one complete game of each variant, played by agents with a fixed seed and
//! recorded twice in a session file: as an onlooker sees it, and as one of the players does.

use super::file::{Item, Section, SessionFile, SessionInput, parse};
use super::run::{OutputDiff, Problem, SessionOptions, run_text};
use crate::agent::{Greedy, Random};
use crate::base::error::{Error, plural};
use crate::kernel::Agent;
use crate::shell::recorded::{ANY_LINES, escape};
use crate::shell::{Shell, Status};
use crate::variant::Library;

/// The names of the players.
const NAMES: [&str; 10] = ["ann", "bob", "cat", "dan", "eve", "fox", "gus", "hal", "ivy", "jay"];

/// The preferred number of players.
const PLAYERS: usize = 3;

/// The seed of the game and of the agents.
const SEED: u64 = 7;

/// The maximum length of a game.
const MOST_INPUTS: usize = 150;

/// The observers of the two recordings, and their headings.
const VIEWERS: [(&str, &str); 2] =
    [("nobody", "As an onlooker sees it"), ("ann", "As ann sees it")];

/// How a golden file differs from the game played again.
#[derive(Clone, Debug)]
pub struct PlaythroughDiff {
    /// A sentence: how many plies differ, and which is the first.
    pub summary: String,
    /// The first difference.
    pub first: FirstDiff,
}

/// The first difference of a golden file.
#[derive(Clone, Debug)]
pub enum FirstDiff {
    /// The output of a recorded input.
    Output(Box<OutputDiff>),
    /// A recorded input that is refused now.
    Refused(Problem),
    /// The agents choose another input, though nothing else differs: the recorded one, and the new.
    Choice([String; 2]),
    /// The text around the game.
    Text,
}

/// Compares a golden file with the game played again: first by its own inputs, so that a changed
/// rule is told from another choice of the agents.
///
/// # Errors
/// The golden file cannot be read as a session.
pub fn compare(
    library: &Library,
    name: &str,
    (golden, played): (&str, &str),
) -> Result<PlaythroughDiff, Box<Error>> {
    let options = SessionOptions { read_only: true, ..SessionOptions::default() };
    let report = run_text(name, golden, library, options)?;
    let old = plies(&parse(name, golden)?);
    let is_at = |line: usize| move |(_, input): &&(usize, SessionInput)| input.line == line;
    let ply_at = |line: usize| old.iter().find(is_at(line)).map(|(ply, _)| *ply);
    let outputs =
        report.differences.into_iter().map(|one| (one.line, FirstDiff::Output(Box::new(one))));
    let refused = report.problems.into_iter().map(|one| (one.line, FirstDiff::Refused(one)));
    let mut found: Vec<(Option<usize>, usize, FirstDiff)> =
        outputs.chain(refused).map(|(line, what)| (ply_at(line), line, what)).collect();
    found.sort_by_key(|(ply, line, _)| (*ply, *line));
    // The game is recorded twice.
    let mut differing: Vec<Option<usize>> = found.iter().map(|(ply, ..)| *ply).collect();
    differing.dedup();
    let n_all = differing.len();
    let at = |ply: Option<usize>| match ply {
        None | Some(0) => "before the first ply".to_owned(),
        Some(ply) => format!("ply {ply}"),
    };
    if let Some((ply, _, first)) = found.into_iter().next() {
        let summary = match n_all {
            1 => format!("1 difference: {}", at(ply)),
            n => format!("the first of {n} differences: {}", at(ply)),
        };
        return Ok(PlaythroughDiff { summary, first });
    }
    let new = plies(&parse(name, played)?);
    let n_plies = old.len().max(new.len());
    let input = |all: &[(usize, SessionInput)], at: usize| {
        all.get(at).map_or_else(|| "the end".to_owned(), |(_, input)| input.raw.clone())
    };
    let n_choices = (0..n_plies).filter(|at| input(&old, *at) != input(&new, *at)).count();
    let first = (0..n_plies).find(|at| input(&old, *at) != input(&new, *at));
    Ok(match first {
        Some(index) => {
            let ply = old.get(index).or(new.get(index)).map(|(ply, _)| *ply);
            let (n, at) = (plural(n_choices, "input"), at(ply));
            PlaythroughDiff {
                summary: format!(
                    "the recorded game is played as before, but the agents choose {n} \
                     differently: first {at}"
                ),
                first: FirstDiff::Choice([input(&old, index), input(&new, index)]),
            }
        }
        None => PlaythroughDiff {
            summary: "only the text around the game differs".to_owned(),
            first: FirstDiff::Text,
        },
    })
}

/// The inputs of all blocks, each with its ply: 0 before the first answer of its block.
fn plies(file: &SessionFile) -> Vec<(usize, SessionInput)> {
    let mut all = Vec::new();
    for part in &file.parts {
        let Section::Block { items, .. } = part else { continue };
        let mut ply = 0;
        for input in items.iter().filter_map(Item::input) {
            ply += usize::from(Shell::is_answer(&input.text));
            all.push((ply, input.clone()));
        }
    }
    all
}

/// Plays a variant and writes the session file.
///
/// # Errors
/// The variant or its scripts have errors, or an answer is refused.
pub fn generate(library: &Library, variant: &str) -> Result<String, Box<Error>> {
    let players = crate::variant::Ruleset::load(library, variant, &[])
        .map_err(|errors| error(variant, &crate::base::error::render(&errors, false)))?
        .players;
    let n_players = PLAYERS.clamp(*players.start(), *players.end()).min(NAMES.len());
    let opening = format!(":new {variant} {} --seed {SEED}", NAMES[..n_players].join(" "));
    let inputs = play(library, variant, &opening)?;
    let mut text = format!(
        "# A complete game of {variant}\n\nPlayed by agents with a fixed seed. `litterbox test \
         --playthroughs` compares it;\nwith `--accept` it rewrites this file.\n"
    );
    for (viewer, title) in VIEWERS {
        text += &format!("\n## {title}\n\n```litterbox\n");
        let mut shell = Shell::new(library.clone());
        let start = [opening.clone(), format!(":as {viewer}")];
        for input in start.iter().chain(&inputs) {
            let prompt = if Shell::is_answer(input) { shell.prompt() } else { "> ".to_owned() };
            let reply = typed(&mut shell, variant, input)?;
            text += &format!("{prompt}{input}\n");
            // The output of `:new` is not redacted, so it is not recorded.
            if *input == opening {
                text += &format!("  {ANY_LINES}\n");
                continue;
            }
            for line in reply.lines() {
                text += &(format!("  {}", escape(line)).trim_end().to_owned() + "\n");
            }
        }
        text += "```\n";
    }
    Ok(text)
}

/// The inputs of the agents in one game: the first player is sensible, the others try everything.
fn play(library: &Library, variant: &str, opening: &str) -> Result<Vec<String>, Box<Error>> {
    let mut shell = Shell::new(library.clone());
    typed(&mut shell, variant, opening)?;
    let mut agents: Vec<Box<dyn Agent>> = vec![Box::new(Greedy::new(SEED))];
    agents
        .extend((1..NAMES.len() as u64).map(|n| Box::new(Random::new(SEED + n)) as Box<dyn Agent>));
    let mut inputs = Vec::new();
    while inputs.len() < MOST_INPUTS {
        let Some(debugger) = shell.debugger() else { break };
        let Some(decision) = debugger.game.decision() else { break };
        let observation = debugger.game.observation(decision.seat);
        let index = agents[decision.seat.index()].answer(&observation, decision);
        let mut input = debugger.notation().words(decision).swap_remove(index);
        if shell.input(&input).status != Status::Done {
            input = (index + 1).to_string();
            typed(&mut shell, variant, &input)?;
        }
        inputs.push(input);
    }
    Ok(inputs)
}

fn typed(shell: &mut Shell, variant: &str, input: &str) -> Result<String, Box<Error>> {
    let reply = shell.input(input);
    match reply.status {
        Status::Done => Ok(reply.text()),
        _ => Err(error(variant, &format!("`{input}`: {}", reply.text()))),
    }
}

fn error(variant: &str, why: &str) -> Box<Error> {
    let error = Error::new("T0204", format!("cannot play {variant} to the end: {why}"));
    Box::new(error.hint("play it in the REPL to see more: `litterbox repl`"))
}
