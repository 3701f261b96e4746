//! Agents at the table: `:agent`, `:auto`, `:play-out`, `:suggest`. The answer of an agent becomes
//! an ordinary input, so a replay needs no agent.

use super::command::{Command, CommandGroup, Property};
use super::command_error::{CommandError, CommandResult, SHOW_ALL};
use super::new;
use super::reply::{Part, Reply, Status};
use super::seated_agents::SeatAgent;
use super::state::Shell;
use crate::agent::{Budget, PairedLead, Ranked, Search};
use crate::base::error::plural;
use crate::debugger::Debugger;
use crate::debugger::reply::{AdviceInfo, LeadInfo, OptionAdvice, Probability, SuggestedOption};
use crate::kernel::{Prompt, Seat, SeatSet};
use crate::message::Secret;
use crate::sim::registry::{AgentName, AgentPool};
use std::collections::BTreeMap;

/// The hint where an outcome of chance is asked.
const CHANCE_HINT: &str = "choose the outcome, or `:chance roll` leaves it to the seed";
/// The default number of games that `:suggest` simulates.
const ITERATIONS: u32 = 2_000;

/// The maximum number of plies that agents play at a time.
const MAX_PLIES: usize = 10_000;

/// Agents stop at a position that has occurred this often.
const MAX_REPEATS: u32 = 5;

/// The maximum number of plies shown of a playout, the last ones.
const MAX_SHOWN: usize = 30;

pub(super) const AGENTS: CommandGroup = CommandGroup {
    name: "Agents",
    commands: &[
        Command::new("agent", "[NAME|all WHO]", "let an agent answer for a player", seat)
            .is(&[Property::Unrecorded, Property::Journaled])
            .also(&["bot"])
            .more(&[
                "WHO is random, greedy, search, search:200 (simulated games), search:50ms,",
                "search:200@4 (on four threads),",
                "script NAME (scripts/agents/NAME.rhai, or a file of answers, one a line),",
                "exec:COMMAND (a program; only if you type this yourself, or with --allow-exec),",
                "or ask: you answer for the player again. Answers of agents are recorded as if",
                "they had been typed.",
                "e.g. :agent bob greedy",
            ]),
        Command::new("auto", "[N]", "let agents play N plies (default 1)", auto)
            .is(&[Property::Unrecorded])
            .more(&[
                "`greedy` answers for players who have no agent. Afterwards, the agents continue",
                "until a player without an agent must answer.",
            ]),
        Command::new("play-out", "", "let agents play to the end of the game", play_out)
            .is(&[Property::Unrecorded]),
        Command::new("suggest", "[N]", "what a search of N simulated games would answer", suggest)
            .is(&[Property::Unrecorded])
            .also(&["hint"])
            .more(&[
                "It uses only what the asked player may know. For each option, it prints the",
                "number of simulated games in which it was tried, and the share of the win in them,",
                "estimated for games that were cut short. Ctrl-C stops it early.",
            ]),
    ],
};

fn seat(shell: &mut Shell, rest: &str) -> CommandResult {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (name, who) = match words.as_slice() {
        [] => return Ok(vec![seated(shell)]),
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
            ["script", name] if shell.library().script(&format!("agents/{name}")).is_some() => {
                Some(agent(shell, &format!("script:{name}"))?)
            }
            ["script", file]
                if !file.contains(['.', '/', '\\']) && shell.trust.read(file).is_err() =>
            {
                return Err(CommandError::hinted(
                    format!("there is neither an agent script nor a file `{file}`"),
                    "create scripts/agents/NAME.rhai, or name a file of answers",
                ));
            }
            ["script", file] => {
                Some(SeatAgent::Script(Shell::answers_of(&shell.trust.read(file)?)))
            }
            ["script", ..] => return Err(CommandError::refused("`script` needs a file")),
            [word, ..] if word.starts_with("exec:") => Some(agent(shell, &who.join(" "))?),
            [word] => Some(agent(shell, word)?),
            _ => return Err(CommandError::refused("one agent is enough for a player")),
        };
        shell.agents.seat(&name, player);
    }
    shell.log_input(&format!(":agent {rest}"), None);
    shell.update_also_ask();
    let mut parts = vec![seated(shell)];
    if !shell.agents.is_muted() && shell.is_played() {
        parts.extend(played(shell, MAX_PLIES, false)?);
    }
    Ok(parts)
}

/// Parses an agent, if it can be seated.
fn agent(shell: &mut Shell, word: &str) -> Result<SeatAgent, CommandError> {
    let name: AgentName = word.parse().map_err(CommandError::refused)?;
    if let AgentName::Exec(_) = &name {
        shell.trust.may_start(word)?;
    }
    let host = shell.game()?.loaded.host.clone();
    let interrupt = shell.interrupt().clone();
    let messages = shell.agents.messages();
    AgentPool::new(std::slice::from_ref(&name), shell.library(), host, interrupt, messages)
        .map_err(|errors| CommandError::errors(&errors))?;
    Ok(SeatAgent::Agent(name, None))
}

/// Runs agents as a command.
fn played(shell: &mut Shell, n_plies: usize, anybody: bool) -> CommandResult {
    shell.game()?;
    shell.agents.rest();
    let (parts, status) = shell.let_play(n_plies, anybody);
    if status == Status::Done { Ok(parts) } else { Err(CommandError::Failed(parts)) }
}

fn seated(shell: &Shell) -> Part {
    let seats = shell.agents.seats().map(|(seat, player)| match player {
        SeatAgent::Agent(name, _) => format!("{seat} is played by {name}"),
        SeatAgent::Script(answers) => {
            let left = plural(answers.len(), "line");
            format!("{seat} is played by a script with {left} left")
        }
    });
    let mut seats: Vec<String> = seats.collect();
    if seats.is_empty() {
        seats.push("no player has an agent: you answer for everybody".into());
    }
    Part::lines(seats)
}

fn auto(shell: &mut Shell, rest: &str) -> CommandResult {
    let n = super::travel::number(rest, Some(1))?;
    played(shell, n, true)
}

fn play_out(shell: &mut Shell, _: &str) -> CommandResult {
    played(shell, MAX_PLIES, true)
}

fn suggest(shell: &mut Shell, rest: &str) -> CommandResult {
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
        return Err(match debugger.asked() {
            Some(_) => CommandError::hinted("no player is asked: `chance` is", CHANCE_HINT),
            None => CommandError::refused("nobody is asked anything"),
        });
    };
    if !debugger.sees_question_of(decision.seat) {
        let asked = debugger.notation().seat(decision.seat);
        return Err(CommandError::hinted(
            format!("only {asked} sees what {asked} can answer"),
            SHOW_ALL,
        ));
    }
    if matches!(decision.prompt, Prompt::Cards(_)) {
        return Err(CommandError::hinted(
            "the cards of a set are not searched one by one",
            "`:back`, and ask there",
        ));
    }
    let seed = debugger.header.seed ^ debugger.timeline.ply() as u64;
    let search = Search::new(debugger.loaded.host.clone(), Budget::Iterations(n), seed);
    let mut search = search.stopped_by(shell.interrupt().clone());
    let ranked = debugger.observe(decision.seat, |seen| search.rank(seen, decision));
    shell.interrupt().take();
    let audience = SeatSet::one(decision.seat);
    let (n_games, n_failed) = (search.n_games(), search.n_failed());
    let notation = debugger.notation();
    let names = OptionNames { ids: notation.options(decision), texts: notation.words(decision) };
    let is_known = n_games > n_failed;
    let chosen = ranked.first().filter(|_| is_known).map(|first| names.chosen(first, &ranked));
    Ok(vec![Part::Advice(AdviceInfo {
        seat: notation.seat_name(decision.seat),
        n_requested: n,
        n_games,
        n_failed,
        options: Secret::new(if is_known { names.advice(&ranked) } else { Vec::new() }, audience),
        chosen: Secret::new(chosen, audience),
    })])
}

/// The names of the options of a decision.
struct OptionNames {
    ids: Vec<String>,
    texts: Vec<String>,
}

impl OptionNames {
    /// The options in this order.
    fn advice(&self, ranked: &[Ranked]) -> Vec<OptionAdvice> {
        let advice = |one: &Ranked| OptionAdvice {
            id: self.ids[one.option].clone(),
            text: self.texts[one.option].clone(),
            visits: one.visits,
            mean: Probability(one.win_rate),
        };
        ranked.iter().map(advice).collect()
    }

    /// The option that was chosen instead of that of the default policy, or that came nearest.
    fn lead(&self, first: &Ranked, ranked: &[Ranked]) -> Option<LeadInfo> {
        let with_lead = |one: &Ranked| Some((one.option, one.lead?));
        let ahead = |(_, a): &(usize, PairedLead)| a.difference - a.margin;
        let nearest =
            ranked.iter().filter_map(with_lead).max_by(|a, b| ahead(a).total_cmp(&ahead(b)));
        let (option, lead) = with_lead(first).or(nearest)?;
        Some(LeadInfo {
            text: self.texts[option].clone(),
            n_deals: lead.n_deals,
            difference: Probability(lead.difference),
            margin: Probability(lead.margin),
        })
    }

    /// The option the search would choose, and the reason.
    fn chosen(&self, first: &Ranked, ranked: &[Ranked]) -> SuggestedOption {
        let default = ranked.iter().find(|one| one.is_default && one.option != first.option);
        SuggestedOption {
            id: self.ids[first.option].clone(),
            text: self.texts[first.option].clone(),
            better_than: default.map(|default| self.texts[default.option].clone()),
            lead: self.lead(first, ranked),
        }
    }
}

impl Shell {
    /// Asks the players with an agent in every window, in addition to those of `:autopass off`.
    /// Recorded as a command, since no agent sits in a recorded session.
    pub(super) fn update_also_ask(&mut self) {
        let Some(debugger) = self.studied.debugger_mut() else { return };
        let (seats, has_agents) = self.agents.also_ask(debugger);
        if debugger.also_asked == seats {
            return;
        }
        if has_agents {
            let notation = debugger.notation();
            let command = new::autopass_command(notation, seats);
            let said = Reply::done(vec![new::autopass_reply(notation, seats)]);
            self.recording.note(false, "> ", &command, &said.text());
        }
        debugger.also_ask(seats);
    }

    /// Whether the asked player has an agent, or answers by itself.
    fn is_played(&self) -> bool {
        self.debugger().is_some_and(|debugger| self.agents.play(debugger))
    }

    /// Lets the agents answer after an input that leads to a question for one of them.
    pub(super) fn with_agents(&mut self, reply: Reply, before: usize) -> Reply {
        let rests = self.agents.take_rest();
        let is_answered = self.studied.n_played() != before && reply.status == Status::Done;
        if self.agents.is_muted() || rests || !is_answered || !self.is_played() {
            return reply;
        }
        // The agent's question is not shown: it is answered already.
        let mut parts = reply.parts;
        parts.retain(|part| !matches!(part, Part::Decision(_)));
        let (more, status) = self.let_play(MAX_PLIES, false);
        parts.extend(more);
        let mut reply = Reply::new(status, parts);
        self.studied.hide(&mut reply);
        reply
    }

    /// The reply when an agent fails: its message may tell its hand.
    fn agent_failure(&self, message: String) -> Part {
        let is_limited = self.debugger().is_some_and(|debugger| debugger.viewer.is_some());
        Part::note(if is_limited { format!("An agent failed; {SHOW_ALL}.") } else { message })
    }

    /// Lets agents play up to this many plies, until a player without an agent is asked; with
    /// `anybody`, greedy answers for those. Returns the parts of the reply and its status.
    fn let_play(&mut self, n_plies: usize, anybody: bool) -> (Vec<Part>, Status) {
        let picture = self.studied.picture().cloned();
        let mut plies = Vec::new();
        let mut stopped = None;
        // The reply to an input that failed, or that a breakpoint has stopped.
        let mut last = Reply::done(Vec::new());
        let mut seen = BTreeMap::new();
        // A question is not left to an agent if every player has one.
        let is_watched = self.debugger().is_some_and(|debugger| self.agents.has_all(debugger));
        for n in 0..MAX_PLIES {
            let is_due = n < n_plies && (anybody || self.is_played());
            if self.interrupt().take() || !(is_due || !is_watched && self.is_played()) {
                break;
            }
            let Some(reply) = self.agent_ply() else {
                let message = self.agents.take_error();
                stopped = message.map(|message| self.agent_failure(message));
                let asked = self.debugger().and_then(Debugger::asked);
                if anybody && asked == Some(Seat::CHANCE) {
                    let why = format!("no agent answers for `chance`: {CHANCE_HINT}");
                    stopped = stopped.or_else(|| Some(Part::note(why)));
                }
                break;
            };
            if reply.status != Status::Done || self.studied.is_within_ply() {
                last = reply;
                break;
            }
            let Some(debugger) = self.debugger() else { break };
            plies.push(debugger.events_of(debugger.timeline.ply()));
            let n_times = seen.entry(debugger.timeline.now().snapshot.hash()).or_insert(0_u32);
            *n_times += 1;
            if *n_times == MAX_REPEATS {
                let why = "Stopped: the same position has come back again and again.";
                stopped = Some(Part::note(why));
                break;
            }
        }
        let n_left_out = plies.len().saturating_sub(MAX_SHOWN);
        let mut parts = Vec::new();
        if n_left_out > 0 {
            let plies = plural(n_left_out, "earlier ply");
            parts.push(Part::note(format!("… {plies} left out; `:timeline all` lists them")));
        }
        parts.extend(plies.into_iter().skip(n_left_out).map(Part::Events));
        parts.extend(stopped);
        // What an agent writes may tell its hand: it is shown when no view is selected.
        if self.debugger().is_some_and(|debugger| debugger.viewer.is_none()) {
            let messages = self.agents.messages().take().into_iter();
            parts.extend(messages.map(|line| Part::Warning { message: format!("agent: {line}") }));
        }
        parts.extend(last.parts);
        if !self.studied.is_within_ply() {
            let shown = self.studied.picture().filter(|shown| Some(*shown) != picture.as_ref());
            parts.extend(shown.cloned().map(Part::Picture));
            parts.extend(self.studied.asked_parts());
        }
        (parts, last.status)
    }
}
