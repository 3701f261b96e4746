//! Agents at the table: `:agent`, `:auto`, `:play-out`, `:suggest`. What an agent answers becomes
//! an input like any other, as if somebody had typed it: a replay needs no agent.

use super::command::{Command, Group};
use super::{Done, Reply, SHOW_ALL, Trouble, Verdict, Workbench, line, render, typed, words};
use crate::agent::{Budget, Ranked, Search};
use crate::kernel::{Agent, Game, Prompt, Seat};
use crate::script::{self, Host};
use crate::sim::players::{AgentName, Cast};
use crate::transcript::Edition;
use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use unicode_width::UnicodeWidthStr;

/// How many games `:suggest` simulates where nothing else is said.
const ITERATIONS: u32 = 2_000;

/// A game that has not ended by then is left alone.
const MAX_PLIES: usize = 10_000;

/// A position that has come back so often comes back for ever.
const MAX_REPEATS: u32 = 5;

/// Of what agents do so many lines are shown, the last ones.
const TOLD: usize = 40;

pub(super) const AGENTS: Group = Group {
    name: "Agents",
    commands: &[
        Command::new("agent", "[NAME|all WHO]", "let an agent answer for a player", seat)
            .more(&[
                "WHO is random, greedy, search, search:200 (games it imagines), search:50ms,",
                "script NAME (scripts/agents/NAME.rhai, or a file of answers, one a line),",
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
    seats: Vec<(String, Player)>,
    /// What is typed is done again, agents' answers among it: they must not play now.
    pub is_muted: bool,
    /// Why one could not answer.
    trouble: Option<String>,
    /// They have played as they were told to, and wait for the next answer.
    has_played: bool,
}

enum Player {
    Agent(AgentName, Option<Seated>),
    Script(VecDeque<String>),
}

/// An agent for one edition: it is made anew when the scripts change.
struct Seated {
    host: Rc<Host>,
    cast: Cast,
    agent: Box<dyn Agent>,
}

impl Agents {
    fn of(&mut self, name: &str) -> Option<&mut Player> {
        self.seats.iter_mut().find(|(seat, _)| seat == name).map(|(_, player)| player)
    }

    /// The same agents, to try something on: they do not answer by themselves.
    pub fn trial(&self) -> Self {
        let seats = self.seats.iter().map(|(seat, player)| {
            let player = match player {
                Player::Agent(name, _) => Player::Agent(name.clone(), None),
                Player::Script(answers) => Player::Script(answers.clone()),
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
                    Player::Agent(..) => true,
                    Player::Script(answers) => !answers.is_empty(),
                }
        })
    }
}

fn seat(workbench: &mut Workbench, rest: &str) -> Done {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (name, who) = match words.as_slice() {
        [] => return Ok(listed(workbench)),
        [name, who @ ..] if !who.is_empty() => (*name, who),
        _ => return Err(Trouble::hinted("who plays for whom?", "e.g. :agent bob greedy")),
    };
    let lexicon = workbench.game()?.lexicon();
    let names = match name {
        "all" => lexicon.seats.iter().map(ToString::to_string).collect(),
        name => {
            let seat = lexicon.the_seat(name).map_err(Trouble::refused)?;
            vec![lexicon.seat(seat).to_owned()]
        }
    };
    for name in names {
        let player = match who {
            ["ask"] => None,
            ["script", name] if workbench.library.script(&format!("agents/{name}")).is_some() => {
                Some(agent(workbench, &format!("script:{name}"))?)
            }
            ["script", file] => Some(Player::Script(answers(workbench, file)?)),
            ["script", ..] => return Err(Trouble::refused("`script` needs a file")),
            [word] => Some(agent(workbench, word)?),
            _ => return Err(Trouble::refused("one agent is enough for a player")),
        };
        workbench.agents.seats.retain(|(seat, _)| *seat != name);
        workbench.agents.seats.extend(player.map(|player| (name, player)));
    }
    workbench.keep_input(&format!(":agent {rest}"), None);
    let said = listed(workbench);
    if workbench.agents.is_muted || !workbench.is_played() {
        return Ok(said);
    }
    Ok(format!("{said}\n{}", played(workbench, MAX_PLIES, false)?))
}

/// The agent that a word names, if it can be seated.
fn agent(workbench: &Workbench, word: &str) -> Result<Player, Trouble> {
    let name: AgentName = word.parse().map_err(Trouble::refused)?;
    let host = workbench.game()?.edition.host.clone();
    Cast::new(std::slice::from_ref(&name), &workbench.library, host)
        .map_err(|errors| Trouble::errors(&errors))?;
    Ok(Player::Agent(name, None))
}

/// Lets agents play, as a command.
fn played(workbench: &mut Workbench, n_plies: usize, anybody: bool) -> Done {
    workbench.game()?;
    workbench.agents.has_played = true;
    let (lines, verdict) = workbench.let_play(n_plies, anybody);
    if workbench.json {
        workbench.nested = lines;
        return Ok(String::new());
    }
    let text = lines.join("\n");
    if verdict == Verdict::Done { Ok(text) } else { Err(Trouble::Failed(text)) }
}

fn listed(workbench: &Workbench) -> String {
    let seats = workbench.agents.seats.iter().map(|(seat, player)| match player {
        Player::Agent(name, _) => format!("{seat} is played by {name}"),
        Player::Script(answers) => {
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

fn answers(workbench: &Workbench, file: &str) -> Result<VecDeque<String>, Trouble> {
    let text = workbench.files.read(file)?;
    Ok(line::inputs(&text).iter().map(|input| line::prompted(input).1.to_owned()).collect())
}

fn auto(workbench: &mut Workbench, rest: &str) -> Done {
    let n = super::travel::number(rest, Some(1))?;
    played(workbench, n, true)
}

fn play_out(workbench: &mut Workbench, _: &str) -> Done {
    played(workbench, MAX_PLIES, true)
}

fn suggest(workbench: &mut Workbench, rest: &str) -> Done {
    let n = match rest {
        "" => ITERATIONS,
        rest => rest.parse().ok().filter(|n| (1..=1_000_000).contains(n)).ok_or_else(|| {
            Trouble::refused(format!(
                "`{rest}` is not a number of games: it must be 1 to 1,000,000"
            ))
        })?,
    };
    let study = workbench.game()?;
    let decision = study.game.decision().filter(|decision| decision.seat != Seat::CHANCE);
    let Some(decision) = decision else {
        return Err(Trouble::refused("nobody is asked anything"));
    };
    if !study.sees_question_of(decision.seat) {
        let asked = study.lexicon().seat(decision.seat);
        return Err(Trouble::hinted(
            format!("only {asked} sees what {asked} can answer"),
            SHOW_ALL,
        ));
    }
    if !matches!(decision.prompt, Prompt::Turn | Prompt::Respond) {
        return Err(Trouble::hinted(
            "turns and windows are searched, not the questions that follow from a choice",
            "`:back`, and ask there",
        ));
    }
    let seed = study.header.seed ^ study.timeline.ply() as u64;
    let search = Search::new(study.edition.host.clone(), Budget::Iterations(n), seed);
    let mut search = search.stopped_by(script::take_interrupt);
    let ranked = search.rank(&study.game.sight(decision.seat), decision);
    let (seat, options) = (study.lexicon().seat(decision.seat), study.lexicon().words(decision));
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
        let games = words::number_of(search.n_failed() as usize, "game", "games");
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
fn words_for(game: &Game, edition: &Edition, index: usize) -> String {
    let Some(decision) = game.decision() else { return String::new() };
    let text = edition.lexicon.words(decision).swap_remove(index);
    let means_it = |text: &str| {
        let mut fork = game.fork();
        let given = typed::answer(&mut fork, edition, text);
        given.is_ok_and(|given| given.first().is_some_and(|first| first.index == index))
    };
    if means_it(&text) { text } else { (index + 1).to_string() }
}

impl Workbench {
    /// Whether an agent answers for who is asked.
    fn is_played(&self) -> bool {
        self.asked().is_some_and(|name| self.agents.has(name))
    }

    /// Whether agents answer for all players.
    pub(super) fn is_all_played(&self) -> bool {
        let mut names = self.study.iter().flat_map(|study| &study.header.names);
        names.all(|name| self.agents.has(name))
    }

    /// Lets the agents answer after an input that has led to a question for one of them.
    pub(super) fn with_agents(&mut self, reply: Reply, before: usize) -> Reply {
        let has_played = std::mem::take(&mut self.agents.has_played);
        let is_answered = self.n_entries() != before && reply.verdict == Verdict::Done;
        if self.agents.is_muted || has_played || !is_answered || !self.is_played() {
            return reply;
        }
        // What the agent is asked is of no interest: it has answered when this is read.
        let asked = self.study.as_ref().map(|study| render::decision(study).join("\n"));
        let said = reply.text.strip_suffix(&asked.unwrap_or_default()).unwrap_or(&reply.text);
        let said = said.trim_end().to_owned();
        let (lines, verdict) = self.let_play(MAX_PLIES, false);
        let lines = [said].into_iter().filter(|said| !said.is_empty()).chain(lines);
        Reply { text: lines.collect::<Vec<_>>().join("\n"), verdict }
    }

    /// Lets agents play so many plies at most, until somebody without one is asked; `anybody`:
    /// greedy answers for those. Returns what there is to say, and how it went.
    fn let_play(&mut self, n_plies: usize, anybody: bool) -> (Vec<String>, Verdict) {
        let picture = self.picture.clone();
        let mut said: Vec<String> = Vec::new();
        let mut verdict = Verdict::Done;
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
            let (prompt, before) = (self.prompt(), self.n_entries());
            let reply = self.dispatch(&line);
            let reply = self.shaped(&line, reply, before);
            let reply = self.write_down(&prompt, &line, reply);
            verdict = reply.verdict;
            if self.json || verdict != Verdict::Done {
                said.extend(reply.text.lines().map(str::to_owned));
            } else {
                let study = self.study.as_ref();
                said.extend(study.map(|s| words::told(s, s.timeline.ply())).into_iter().flatten());
            }
            if verdict != Verdict::Done {
                break;
            }
            let hash = self.study.as_ref().map(|study| study.timeline.now().snapshot.hash());
            let n_times = seen.entry(hash).or_insert(0_u32);
            *n_times += 1;
            if *n_times == MAX_REPEATS {
                stands_still = true;
                break;
            }
        }
        if !self.json {
            let n_left_out = said.len().saturating_sub(TOLD);
            if n_left_out > 0 {
                said.drain(..n_left_out);
                said.insert(0, format!("… {n_left_out} lines more, which `:timeline` sums up"));
            }
            if self.picture != picture {
                said.extend(self.picture.clone());
            }
            let endless =
                "It goes round in circles: the same position has come back again and again.";
            said.extend(stands_still.then(|| endless.to_owned()));
            said.extend(self.study.as_ref().map(render::decision).into_iter().flatten());
        }
        (said, verdict)
    }

    /// What the agent of who is asked would type.
    fn choice(&mut self) -> Option<String> {
        let name = self.asked()?.to_owned();
        let study = self.study.as_ref()?;
        let decision = study.game.decision().filter(|decision| decision.seat != Seat::CHANCE)?;
        let mut greedy = Player::Agent(AgentName::Greedy, None);
        match self.agents.of(&name).unwrap_or(&mut greedy) {
            Player::Script(answers) => answers.pop_front(),
            Player::Agent(which, kept) => {
                let host = &study.edition.host;
                if !kept.as_ref().is_some_and(|seated| Rc::ptr_eq(&seated.host, host)) {
                    let seed = study.header.seed ^ study.timeline.ply() as u64;
                    let name = std::slice::from_ref(&*which);
                    let cast = Cast::new(name, &self.library, host.clone()).ok()?;
                    let agent = cast.agent(0, seed, decision.seat);
                    *kept = Some(Seated { host: host.clone(), cast, agent });
                }
                let seated = kept.as_mut()?;
                let index = seated.agent.answer(&study.game.sight(decision.seat), decision);
                if let Some(why) = seated.cast.trouble() {
                    self.agents.trouble = Some(why);
                    return None;
                }
                Some(words_for(&study.game, &study.edition, index))
            }
        }
    }
}
