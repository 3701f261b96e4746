//! Golden playthroughs: one complete game of each variant, played by agents with a fixed seed and
//! recorded twice in a session file: as an onlooker sees it, and as one of the players does.

use crate::agent::{Greedy, Random};
use crate::error::Error;
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

/// Plays a variant and writes the session file.
///
/// # Errors
/// The variant or its scripts have errors, or an answer is refused.
pub fn generate(library: &Library, variant: &str) -> Result<String, Box<Error>> {
    let players = crate::variant::Ruleset::load(library, variant, &[])
        .map_err(|errors| error(variant, &crate::error::render(&errors, false)))?
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
