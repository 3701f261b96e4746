//! Golden playthroughs: for each variant one whole game, played by agents from a seed, and written
//! down as a session file twice: as an onlooker sees it, and as one of the players does. Whatever a
//! change of the rules or of the kernel does to a game shows in them.

use crate::agent::{Greedy, Random};
use crate::error::Error;
use crate::kernel::Agent;
use crate::shell::out::text;
use crate::shell::{Shell, Status};
use crate::variant::Library;

/// Who plays, as many of them as the variant needs.
const NAMES: [&str; 10] = ["ann", "bob", "cat", "dan", "eve", "fox", "gus", "hal", "ivy", "jay"];

/// How many of them, where the variant lets one choose.
const PLAYERS: usize = 3;

/// The seed of the game and of the agents.
const SEED: u64 = 7;

/// A game that goes on for longer is cut off here.
const MOST_INPUTS: usize = 150;

/// Whose eyes the two accounts are seen with, and how that is said.
const EYES: [(&str, &str); 2] = [("nobody", "As an onlooker sees it"), ("ann", "As ann sees it")];

/// Plays a variant and writes the session file.
///
/// # Errors
/// The variant or its scripts are wrong, or what an agent chose is refused.
pub fn generate(library: &Library, variant: &str) -> Result<String, Box<Error>> {
    let players = crate::variant::Ruleset::load(library, variant, &[])
        .map_err(|errors| trouble(variant, &crate::error::render(&errors, false)))?
        .players;
    let n_players = PLAYERS.clamp(*players.start(), *players.end()).min(NAMES.len());
    let opening = format!(":new {variant} {} --seed {SEED}", NAMES[..n_players].join(" "));
    let inputs = play(library, variant, &opening)?;
    let mut text = format!(
        "# A whole game of {variant}\n\nPlayed by agents from a seed. `litterbox test --playthroughs` \
         plays it again;\nwith `--accept` it writes this file.\n"
    );
    for (eyes, title) in EYES {
        text += &format!("\n## {title}\n\n```litterbox\n");
        let mut shell = Shell::new(library.clone());
        let start = [opening.clone(), format!(":as {eyes}")];
        for input in start.iter().chain(&inputs) {
            let prompt = if Shell::is_answer(input) { shell.prompt() } else { "> ".to_owned() };
            let reply = typed(&mut shell, variant, input)?;
            text += &format!("{prompt}{input}\n");
            // How the game begins is printed before anybody's eyes are chosen.
            let said = if *input == opening { "..." } else { reply.as_str() };
            for line in said.lines() {
                text += &(format!("  {line}").trim_end().to_owned() + "\n");
            }
        }
        text += "```\n";
    }
    Ok(text)
}

/// What the agents type in one game: the first player is sensible, the others try everything.
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
        Status::Done => Ok(text::reply(&reply)),
        _ => Err(trouble(variant, &format!("`{input}`: {}", text::reply(&reply)))),
    }
}

fn trouble(variant: &str, why: &str) -> Box<Error> {
    let error = Error::new("T0204", format!("{variant} cannot be played through: {why}"));
    Box::new(error.hint("play it by hand to see more: litterbox repl"))
}
