//! Agents at the table: `:agent`, `:auto`, `:play-out`, `:suggest`. What an agent answers becomes
//! an input like any other, as if somebody had typed it: a replay needs no agent.

use super::command::{Command, CommandGroup};
use super::out::text;
use super::trust::Origin;
use super::{CommandError, Reply, SHOW_ALL, Shell, Status, TextResult, compat, line};
use crate::agent::{Budget, Interrupt, Ranked, Search};
use crate::debugger::reply::Part;
use crate::kernel::{Agent, Game, Prompt, Seat};
use crate::script::{self, Host};
use crate::sim::agents::{AgentName, AgentPool};
use crate::transcript::LoadedRuleset;
use crate::transcript::answer_parser;
use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use unicode_width::UnicodeWidthStr;

/// How many games `:suggest` simulates where nothing else is said.
const ITERATIONS: u32 = 2_000;

/// A game that has not ended by then is left alone.
const MAX_PLIES: usize = 10_000;

/// A position that has come back so often comes back for ever.
const MAX_REPEATS: u32 = 5;

/// Of what agents do so many lines are shown, the last ones.
const MAX_LINES: usize = 40;

pub(super) const AGENTS: CommandGroup = CommandGroup {
    name: "Agents",
    commands: &[
        Command::new("agent", "[NAME|all WHO]", "let an agent answer for a player", seat)
            .more(&[
                "WHO is random, greedy, search, search:200 (games it imagines), search:50ms,",
                "script NAME (scripts/agents/NAME.rhai, or a file of answers, one a line),",
                "exec:COMMAND (a program; only where you type this yourself, or with --allow-exec),",
                "or ask: whoever sits here answers again.",
                "What agents answer is recorded as if it had been typed.",
                "e.g. :agent bob greedy",
            ])
            .unnoted(),
        Command::new("auto", "[N]", "let agents play N plies (1), also for who has none", auto)
            .more(&[
                "`greedy` answers for players without an agent. Agents go on until it is the turn of",
                "one of those to answer.",
            ])
            .unnoted(),
        Command::new("play-out", "", "let agents play to the end of the game", play_out).unnoted(),
        Command::new("suggest", "[N]", "what a search of N simulated games would answer", suggest)
            .more(&[
                "It knows what the player who is asked may know. For each option: in how many of the",
                "simulated games it was tried, and the share of them that the player won. Ctrl-C ends",
                "it early.",
            ])
            .unnoted(),
    ],
};

/// Who answers for whom.
#[derive(Default)]
pub(super) struct Agents {
    seats: Vec<(String, SeatAgent)>,
    /// What is typed is done again, agents' answers among it: they must not play now.
    pub is_muted: bool,
    /// Why one could not answer.
    trouble: Option<String>,
    /// They have played as they were told to, and wait for the next answer.
    has_played: bool,
}

enum SeatAgent {
    Agent(AgentName, Option<SeatedAgent>),
    Script(VecDeque<String>),
}

/// An agent for one edition: it is made anew when the scripts change.
struct SeatedAgent {
    host: Rc<Host>,
    pool: AgentPool,
    agent: Box<dyn Agent>,
}

impl Agents {
    fn of(&mut self, name: &str) -> Option<&mut SeatAgent> {
        self.seats.iter_mut().find(|(seat, _)| seat == name).map(|(_, player)| player)
    }

    /// The same agents, to try something on: they do not answer by themselves.
    pub fn trial(&self) -> Self {
        let seats = self.seats.iter().map(|(seat, player)| {
            let player = match player {
                SeatAgent::Agent(name, _) => SeatAgent::Agent(name.clone(), None),
                SeatAgent::Script(answers) => SeatAgent::Script(answers.clone()),
            };
            (seat.clone(), player)
        });
        Self { seats: seats.collect(), is_muted: true, ..Self::default() }
    }

    /// Whether an agent answers for this player.
    pub fn has(&self, name: &str) -> bool {
        self.seats.iter().any(|(seat, player)| {
            seat == name
                && match player {
                    SeatAgent::Agent(..) => true,
                    SeatAgent::Script(answers) => !answers.is_empty(),
                }
        })
    }
}

fn seat(shell: &mut Shell, rest: &str) -> TextResult {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (name, who) = match words.as_slice() {
        [] => return Ok(listed(shell)),
        [name, who @ ..] if !who.is_empty() => (*name, who),
        _ => return Err(CommandError::hinted("who plays for whom?", "e.g. :agent bob greedy")),
    };
    let notation = shell.game()?.notation();
    let names = match name {
        "all" => notation.seats.iter().map(ToString::to_string).collect(),
        name => {
            let seat = notation.the_seat(name).map_err(CommandError::refused)?;
            vec![notation.seat(seat).to_owned()]
        }
    };
    for name in names {
        let player = match who {
            ["ask"] => None,
            ["script", name] if shell.library.script(&format!("agents/{name}")).is_some() => {
                Some(agent(shell, &format!("script:{name}"))?)
            }
            ["script", file] => Some(SeatAgent::Script(answers(shell, file)?)),
            ["script", ..] => return Err(CommandError::refused("`script` needs a file")),
            [word, ..] if word.starts_with("exec:") => Some(agent(shell, &who.join(" "))?),
            [word] => Some(agent(shell, word)?),
            _ => return Err(CommandError::refused("one agent is enough for a player")),
        };
        shell.agents.seats.retain(|(seat, _)| *seat != name);
        shell.agents.seats.extend(player.map(|player| (name, player)));
    }
    shell.log_input(&format!(":agent {rest}"), None);
    let said = listed(shell);
    if shell.agents.is_muted || !shell.is_played() {
        return Ok(said);
    }
    Ok(format!("{said}\n{}", played(shell, MAX_PLIES, false)?))
}

/// The agent that a word names, if it can be seated.
fn agent(shell: &mut Shell, word: &str) -> Result<SeatAgent, CommandError> {
    let name: AgentName = word.parse().map_err(CommandError::refused)?;
    if let AgentName::Exec(_) = &name {
        shell.may_start(word)?;
    }
    let host = shell.game()?.loaded.host.clone();
    AgentPool::new(std::slice::from_ref(&name), &shell.library, host, interrupt())
        .map_err(|errors| CommandError::errors(&errors))?;
    Ok(SeatAgent::Agent(name, None))
}

fn interrupt() -> Interrupt {
    Arc::new(script::is_interrupted)
}

/// Lets agents play, as a command.
fn played(shell: &mut Shell, n_plies: usize, anybody: bool) -> TextResult {
    shell.game()?;
    shell.agents.has_played = true;
    let (lines, verdict) = shell.let_play(n_plies, anybody);
    let text = lines.join("\n");
    if verdict == Status::Done { Ok(text) } else { Err(CommandError::failed(text)) }
}

fn listed(shell: &Shell) -> String {
    let seats = shell.agents.seats.iter().map(|(seat, player)| match player {
        SeatAgent::Agent(name, _) => format!("{seat} is played by {name}"),
        SeatAgent::Script(answers) => {
            format!("{seat} is played by a script, of which {} lines are left", answers.len())
        }
    });
    let seats: Vec<String> = seats.collect();
    if seats.is_empty() {
        "whoever sits here answers for everybody".into()
    } else {
        seats.join("\n")
    }
}

fn answers(shell: &Shell, file: &str) -> Result<VecDeque<String>, CommandError> {
    let text = shell.files.read(file)?;
    Ok(line::inputs(&text).iter().map(|input| line::prompted(input).1.to_owned()).collect())
}

fn auto(shell: &mut Shell, rest: &str) -> TextResult {
    let n = super::travel::number(rest, Some(1))?;
    played(shell, n, true)
}

fn play_out(shell: &mut Shell, _: &str) -> TextResult {
    played(shell, MAX_PLIES, true)
}

fn suggest(shell: &mut Shell, rest: &str) -> TextResult {
    let n = match rest {
        "" => ITERATIONS,
        rest => rest.parse().ok().filter(|n| (1..=1_000_000).contains(n)).ok_or_else(|| {
            CommandError::refused(format!(
                "`{rest}` is not a number of games: it must be 1 to 1,000,000"
            ))
        })?,
    };
    let debugger = shell.game()?;
    let decision = debugger.game.decision().filter(|decision| decision.seat != Seat::CHANCE);
    let Some(decision) = decision else {
        return Err(CommandError::refused("nobody is asked anything"));
    };
    if !debugger.sees_question_of(decision.seat) {
        let asked = debugger.notation().seat(decision.seat);
        return Err(CommandError::hinted(
            format!("only {asked} sees what {asked} can answer"),
            SHOW_ALL,
        ));
    }
    if !matches!(decision.prompt, Prompt::Turn | Prompt::Respond) {
        return Err(CommandError::hinted(
            "turns and windows are searched, not the questions that follow from a choice",
            "`:back`, and ask there",
        ));
    }
    let seed = debugger.header.seed ^ debugger.timeline.ply() as u64;
    let search = Search::new(debugger.loaded.host.clone(), Budget::Iterations(n), seed);
    let mut search = search.stopped_by(script::take_interrupt);
    let ranked = search.rank(&debugger.game.observation(decision.seat), decision);
    let (seat, options) =
        (debugger.notation().seat(decision.seat), debugger.notation().words(decision));
    let mut lines = Vec::new();
    if search.n_games() < n {
        lines.push(format!("Interrupted after {} of {n} simulated games.", search.n_games()));
    }
    let n_counted = search.n_games() - search.n_failed();
    if ranked.is_empty() || n_counted == 0 {
        lines.push(format!("Nothing is known of what {seat} can answer."));
        return Ok(lines.join("\n"));
    }
    lines.push(format!("{seat}'s options, tried in {n_counted} simulated games:"));
    lines.extend(listed_options(&ranked, &options));
    if search.n_failed() > 0 {
        let games = compat::number_of(search.n_failed() as usize, "game", "games");
        lines.push(format!("{games} more ended in a script fault or before this question."));
    }
    lines.push(chosen(&ranked, &options));
    Ok(lines.join("\n"))
}

/// The options, those tried most often first.
fn listed_options(ranked: &[Ranked], options: &[String]) -> Vec<String> {
    let width = options.iter().map(|text| text.width()).max().unwrap_or(0);
    let mut ranked = ranked.to_vec();
    ranked.sort_by_key(|one| Reverse(one.visits));
    let line = |one: &Ranked| {
        let text = &options[one.option];
        let pad = " ".repeat(width - text.width());
        let won = (one.win_rate * 100.0).round();
        format!("  {text}{pad}  tried {:>6}, won {won:>3} %", one.visits)
    };
    ranked.iter().map(line).collect()
}

/// Which option the search would answer, and why.
fn chosen(ranked: &[Ranked], options: &[String]) -> String {
    let first = ranked[0];
    let name = &options[first.option];
    match ranked.iter().find(|one| one.visits > first.visits) {
        None => format!("It would answer `{name}`: the option tried most often."),
        Some(other) => format!(
            "It would answer `{name}`, as `greedy` does: `{}` was tried more often, but does not win \
             clearly more.",
            options[other.option]
        ),
    }
}

/// What to type for an option: its text, or its number where the text means something else.
fn words_for(game: &Game, loaded: &LoadedRuleset, index: usize) -> String {
    let Some(decision) = game.decision() else { return String::new() };
    let text = loaded.notation.words(decision).swap_remove(index);
    let means_it = |text: &str| {
        let mut fork = game.fork();
        let given = answer_parser::answer(&mut fork, loaded, text);
        given.is_ok_and(|given| given.first().is_some_and(|first| first.index == index))
    };
    if means_it(&text) { text } else { (index + 1).to_string() }
}

impl Shell {
    /// Whether an agent answers for who is asked.
    fn is_played(&self) -> bool {
        self.asked().is_some_and(|name| self.agents.has(name))
    }

    /// Whether agents answer for all players.
    pub(super) fn is_all_played(&self) -> bool {
        let mut names = self.debugger.iter().flat_map(|debugger| &debugger.header.names);
        names.all(|name| self.agents.has(name))
    }

    /// Lets the agents answer after an input that has led to a question for one of them.
    pub(super) fn with_agents(&mut self, reply: Reply, before: usize) -> Reply {
        let has_played = std::mem::take(&mut self.agents.has_played);
        let is_answered = self.n_entries() != before && reply.status == Status::Done;
        if self.agents.is_muted || has_played || !is_answered || !self.is_played() {
            return reply;
        }
        // What the agent is asked is of no interest: it has answered when this is read.
        let mut parts = reply.parts;
        parts.retain(|part| !matches!(part, Part::Decision(_)));
        let (lines, status) = self.let_play(MAX_PLIES, false);
        parts.push(Part::Text { lines });
        Reply::new(status, parts)
    }

    /// Lets agents play so many plies at most, until somebody without one is asked; `anybody`:
    /// greedy answers for those. Returns what there is to say, and how it went.
    fn let_play(&mut self, n_plies: usize, anybody: bool) -> (Vec<String>, Status) {
        let picture = self.picture.clone();
        let mut said: Vec<String> = Vec::new();
        let mut verdict = Status::Done;
        let (mut seen, mut stands_still) = (BTreeMap::new(), false);
        // Agents are not left with a question that nobody else answers.
        let goes_on = !self.is_all_played();
        for n in 0..MAX_PLIES {
            let is_due = n < n_plies && (anybody || self.is_played());
            if script::take_interrupt() || !(is_due || goes_on && self.is_played()) {
                break;
            }
            let Some(line) = self.choice() else {
                said.extend(self.agents.trouble.take());
                break;
            };
            let prompt = self.prompt();
            let mut reply = self.from(Origin::Foreign, |shell| shell.dispatch(&line));
            self.hide(&mut reply);
            let reply = self.write_down(&prompt, &line, reply);
            verdict = reply.status;
            if verdict != Status::Done {
                said.extend(text::reply(&reply).lines().map(str::to_owned));
            } else {
                let debugger = self.debugger.as_ref();
                said.extend(
                    debugger.map(|s| compat::narrate(s, s.timeline.ply())).into_iter().flatten(),
                );
            }
            if verdict != Status::Done {
                break;
            }
            let hash =
                self.debugger.as_ref().map(|debugger| debugger.timeline.now().snapshot.hash());
            let n_times = seen.entry(hash).or_insert(0_u32);
            *n_times += 1;
            if *n_times == MAX_REPEATS {
                stands_still = true;
                break;
            }
        }
        let n_left_out = said.len().saturating_sub(MAX_LINES);
        if n_left_out > 0 {
            said.drain(..n_left_out);
            said.insert(0, format!("… {n_left_out} lines more, which `:timeline` sums up"));
        }
        if self.picture != picture {
            said.extend(self.picture.iter().flat_map(|picture| picture.lines()).map(str::to_owned));
        }
        let endless = "It goes round in circles: the same position has come back again and again.";
        said.extend(stands_still.then(|| endless.to_owned()));
        said.extend(self.debugger.as_ref().map(compat::decision).into_iter().flatten());
        (said, verdict)
    }

    /// What the agent of who is asked would type.
    fn choice(&mut self) -> Option<String> {
        let name = self.asked()?.to_owned();
        let debugger = self.debugger.as_ref()?;
        let decision = debugger.game.decision().filter(|decision| decision.seat != Seat::CHANCE)?;
        let mut greedy = SeatAgent::Agent(AgentName::Greedy, None);
        match self.agents.of(&name).unwrap_or(&mut greedy) {
            SeatAgent::Script(answers) => answers.pop_front(),
            SeatAgent::Agent(which, redo_log) => {
                let host = &debugger.loaded.host;
                if !redo_log.as_ref().is_some_and(|seated| Rc::ptr_eq(&seated.host, host)) {
                    let seed = debugger.header.seed ^ debugger.timeline.ply() as u64;
                    let name = std::slice::from_ref(&*which);
                    let pool =
                        AgentPool::new(name, &self.library, host.clone(), interrupt()).ok()?;
                    let agent = pool.agent(0, 0, seed, decision.seat);
                    *redo_log = Some(SeatedAgent { host: host.clone(), pool, agent });
                }
                let seated = redo_log.as_mut()?;
                let index =
                    seated.agent.answer(&debugger.game.observation(decision.seat), decision);
                if let Some(why) = seated.pool.trouble() {
                    self.agents.trouble = Some(why);
                    return None;
                }
                // What a search that was interrupted thought of so far is no answer.
                if script::is_interrupted() {
                    return None;
                }
                Some(words_for(&debugger.game, &debugger.loaded, index))
            }
        }
    }
}
