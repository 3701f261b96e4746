//! `:new`: starts a game, with the options of its line.

use super::command::{Command, CommandGroup, Completer, Property};
use super::command_error::{CommandError, CommandResult, command_error};
use super::completion::{Completion, word};
use super::reply::Part;
use super::state::{NewDefaults, Shell};
use crate::base::error::and;
use crate::base::error::{Refusal, plural};
use crate::debugger::game::Debugger;
use crate::kernel::{Rulebook as _, SeatSet};
use crate::sim::registry::{AgentName, names};
use crate::transcript::{Header, Input};
use crate::variant::notation::player_names;
use crate::variant::notation::{Notation, position, start, suggestion};

pub(super) const PLAYING: CommandGroup = CommandGroup {
    name: "Playing",
    commands: &[
        Command::new("new", "VARIANT [NAMES…]", "start a game", run)
            .is(&[Property::Starts, Property::Moves])
            .also(&["restart", "start"])
            .completing(Completer::Always(words))
            .more(&[
                "Reads scripts and variants again.",
                "e.g. :new classic ann bob cat --seed 7 --first cat",
                "`--seed`, `--set` and `--lang` of the program apply unless they are given here.",
            ])
            .forms(&FORMS),
        Command::new(
            "autopass",
            "on|off [NAME…]",
            "off: also ask players who can only pass",
            autopass,
        )
        .completing(Completer::Always(|_, _| vec![word("on", ""), word("off", "")]))
        .more(&[
            "With names, only these players. They are also asked to choose when all their cards",
            "are alike. Players with an agent are always asked, so that a question reveals neither",
            "who holds an answer nor which cards are alike; so is a single person among them, who",
            "answers by itself where there is no choice.",
        ]),
    ],
};

/// An option of `:new`: parsing, help and completion read it.
#[derive(Clone, Copy)]
struct NewOption {
    name: &'static str,
    /// How it is written, and what it does.
    form: (&'static str, &'static str),
    set: fn(&mut NewGame, &str) -> Result<(), CommandError>,
}

const OPTIONS: [NewOption; 7] = [
    NewOption {
        name: "--players",
        form: ("--players N", "seats without names: p1 p2 …"),
        set: |wanted, text| {
            wanted.players = Some(number("--players", text)?);
            Ok(())
        },
    },
    NewOption {
        name: "--seed",
        form: ("--seed S", "the seed of all chance, 0 to 18446744073709551615"),
        set: |wanted, text| {
            wanted.seed = Some(number("--seed", text)?);
            Ok(())
        },
    },
    NewOption {
        name: "--first",
        form: ("--first NAME|random", "who begins"),
        set: |wanted, text| {
            wanted.first = Some(text.to_owned());
            Ok(())
        },
    },
    NewOption {
        name: "--lang",
        form: ("--lang L", "the language of the titles"),
        set: |wanted, text| {
            wanted.lang = Some(text.to_owned());
            Ok(())
        },
    },
    NewOption {
        name: "--chance",
        form: ("--chance ask", "choose random outcomes, also the deal: see :help chance"),
        set: |wanted, text| {
            wanted.ask_chance = super::chance::is_asked(text)?;
            Ok(())
        },
    },
    NewOption {
        name: "--set",
        form: ("--set OPTION=VALUE", "an option of the variant, for this game"),
        set: |wanted, text| {
            let text = start::unquoted(text);
            let (option, value) = text.split_once('=').ok_or_else(|| {
                CommandError::hinted("`--set` needs OPTION=VALUE", "e.g. --set self_nope=true")
            })?;
            wanted.set.push((option.to_owned(), value.to_owned()));
            Ok(())
        },
    },
    NewOption {
        name: "--agents",
        form: ("--agents N|WHO,…", "more players, who are agents: see :help agent"),
        // The first ones are split off before: a program takes the rest of the line.
        set: |_, _| Err(CommandError::refused("`--agents` is given twice")),
    },
];

const FORMS: [(&str, &str); OPTIONS.len()] = {
    let mut forms = [("", ""); OPTIONS.len()];
    let mut i = 0;
    while i < forms.len() {
        forms[i] = OPTIONS[i].form;
        i += 1;
    }
    forms
};

fn number<N: std::str::FromStr>(option: &str, text: &str) -> Result<N, CommandError> {
    text.parse().map_err(|_| {
        let is_large = text.bytes().all(|byte| byte.is_ascii_digit());
        let why = if is_large { "is too large" } else { "is not a number" };
        CommandError::refused(format!("`{option} {text}` {why}"))
    })
}

/// The greatest number of agents.
const MAX_AGENTS: usize = 9;

/// The parsed command line.
#[derive(Default)]
struct NewGame {
    variant: String,
    names: Vec<String>,
    players: Option<usize>,
    seed: Option<u64>,
    first: Option<String>,
    lang: Option<String>,
    ask_chance: bool,
    set: Vec<(String, String)>,
    /// The agents, one for each player after the named ones.
    agents: Vec<String>,
}

impl NewGame {
    fn or(self, defaults: &NewDefaults) -> Self {
        Self {
            seed: self.seed.or(defaults.seed),
            lang: self.lang.or_else(|| defaults.lang.clone()),
            set: if self.set.is_empty() { defaults.set.clone() } else { self.set },
            ..self
        }
    }
}

/// Completes the variant, then options.
fn words(shell: &Shell, before: &[&str]) -> Vec<Completion> {
    match before {
        [] => shell.library().variant_ids().map(|id| word(id, "variant")).collect(),
        _ => OPTIONS.iter().map(|option| word(option.name, option.form.1)).collect(),
    }
}

/// The seed of the next game: the default, or one that nobody can guess where a player, a program
/// or an agent could search the seeds for the one that dealt its hand.
fn next_seed(shell: &Shell) -> u64 {
    let has_agents = || shell.agents.seats().next().is_some();
    let is_guarded = shell.guards_seed || shell.is_json() || has_agents();
    shell.draw_seed.filter(|_| is_guarded).map_or(shell.seed, |draw| draw())
}

fn run(shell: &mut Shell, line: &str) -> CommandResult {
    let mut wanted = parse(line)?.or(&shell.new_defaults);
    let library = shell.rules.fresh_library()?;
    shell.set_library(library);
    if wanted.variant.is_empty() {
        let ids: Vec<&str> = shell.library().variant_ids().collect();
        return Err(CommandError::hinted(
            "which variant?",
            format!("there are: {}", ids.join(", ")),
        ));
    }
    let agents = std::mem::take(&mut wanted.agents);
    wanted.names.extend(seats_of_agents(&wanted, agents.len())?);
    for agent in &agents {
        if let AgentName::Exec(_) = agent.parse().map_err(CommandError::refused)? {
            shell.trust.may_start(agent)?;
        }
    }
    if !agents.is_empty() && wanted.seed.is_none() {
        wanted.seed = shell.draw_seed.map(|draw| draw());
    }
    let debugger = start(shell, wanted)?;
    let names = &debugger.header.names;
    let seats = names[names.len() - agents.len()..].iter().cloned();
    shell.agents.arrive(seats.zip(agents).collect());
    let started = Part::Started(debugger.started());
    Ok(std::iter::once(started).chain(open(shell, debugger)).collect())
}

/// The names of the seats of agents, and of the person before them if no name is given.
fn seats_of_agents(wanted: &NewGame, n_agents: usize) -> Result<Vec<String>, CommandError> {
    if n_agents > 0 && wanted.players.is_some() {
        return Err(CommandError::hinted(
            "`--agents` and `--players` cannot be given together",
            "`--agents` adds players to those that are named",
        ));
    }
    let n_names = wanted.names.len();
    let first = usize::from(n_names == 0 && n_agents > 0);
    Ok((n_names + 1..=n_names + first + n_agents).map(|n| format!("p{n}")).collect())
}

/// Starts a game of the players of a position, and lays it out.
pub(super) fn laid_out(shell: &mut Shell, line: &str, spec: &str) -> CommandResult {
    let mut wanted = parse(line)?.or(&shell.new_defaults);
    let library = shell.rules.fresh_library()?;
    shell.set_library(library);
    if wanted.variant.is_empty() {
        "classic".clone_into(&mut wanted.variant);
    }
    if !wanted.agents.is_empty() {
        return Err(CommandError::refused("agents come with `:new` or `:agent`"));
    }
    if let [name, ..] = wanted.names.as_slice() {
        let why = format!("expected one variant before the players, found `{name}` too");
        return Err(CommandError::hinted(why, "e.g. :table classic ann: favor | bob: -"));
    }
    let rulesets = shell.rules.rulesets();
    let ruleset = rulesets.ruleset(shell.library(), &wanted.variant, &wanted.set);
    let host = ruleset.map_err(|errors| CommandError::errors(&errors))?.host;
    let names = position::players(spec, host.rules());
    wanted.names = names.into_iter().map(str::to_owned).collect();
    wanted.seed = wanted.seed.or(Some(1));
    let mut debugger = start(shell, wanted)?;
    let spec = lay_out(&mut debugger, spec)?;
    let line = format!(":table {} {spec}", debugger.header.start_of_position());
    shell.recording.spell(Some(line));
    Ok(open(shell, debugger))
}

/// Lays out a position as a ply; returns its text.
pub(super) fn lay_out(debugger: &mut Debugger, spec: &str) -> Result<String, CommandError> {
    let layout = position::parse(spec, debugger.notation());
    let layout = layout.map_err(|faults| match faults.as_slice() {
        [fault] => CommandError::refused(fault.to_string()),
        faults => {
            let list: String = faults.iter().map(|fault| format!("\n  {fault}")).collect();
            CommandError::refused(format!("this position has {} errors{list}", faults.len()))
        }
    })?;
    let spec = position::print(&layout, debugger.notation());
    let taken = debugger.take(&format!(":table {spec}"), Input::Table(spec.clone()));
    taken.map_err(|error| command_error(debugger, error))?;
    Ok(spec)
}

fn start(shell: &Shell, wanted: NewGame) -> Result<Debugger, CommandError> {
    let header = header(shell, wanted)?;
    let debugger = Debugger::new(header, shell.library(), shell.rules.rulesets())
        .map_err(|e| CommandError::errors(&e))?;
    player_names::check(debugger.notation()).map_err(CommandError::refused)?;
    Ok(debugger)
}

/// Replaces the game; returns what has happened in it.
fn open(shell: &mut Shell, debugger: Debugger) -> Vec<Part> {
    if debugger.header.seed == shell.seed {
        shell.seed = shell.seed.wrapping_add(1);
    }
    shell.studied.open(debugger);
    shell.studied.forget_picture();
    shell.studied.happened()
}

/// Splits `--agents` off; a program takes the rest of the line.
fn agents(line: &str) -> Result<(String, Vec<String>), CommandError> {
    let Some((before, after)) = line.split_once("--agents") else {
        return Ok((line.to_owned(), Vec::new()));
    };
    let after = after.trim_start_matches(['=', ' ']);
    let end = match after.contains("exec:") {
        true => after.len(),
        false => after.find(char::is_whitespace).unwrap_or(after.len()),
    };
    let (list, after) = after.split_at(end);
    let agents = match list.parse() {
        Ok(n @ 1..=MAX_AGENTS) => vec!["greedy".to_owned(); n],
        Ok(n) => {
            let why = format!("the number of agents must be 1 to {MAX_AGENTS}, not {n}");
            return Err(CommandError::refused(why));
        }
        Err(_) if list.is_empty() => {
            return Err(CommandError::refused("`--agents` needs a value"));
        }
        Err(_) => names(list).map(str::to_owned).collect(),
    };
    Ok((format!("{before} {after}"), agents))
}

fn parse(line: &str) -> Result<NewGame, CommandError> {
    let mut wanted = NewGame::default();
    let (line, agents) = agents(line)?;
    wanted.agents = agents;
    let mut words = start::words(&line).map(|(_, word)| word);
    while let Some(word) = words.next() {
        if !word.starts_with("--") {
            if wanted.variant.is_empty() {
                word.clone_into(&mut wanted.variant);
            } else {
                wanted.names.push(word.to_owned());
            }
            continue;
        }
        let (flag, value) = match word.split_once('=') {
            Some((flag, value)) => (flag, Some(value)),
            None => (word, None),
        };
        let option = OPTIONS.iter().find(|option| option.name == flag).ok_or_else(|| {
            let likely = suggestion(flag, OPTIONS.iter().map(|option| option.name));
            CommandError::refused(format!("unknown option `{flag}`{likely}"))
        })?;
        let value = value.or_else(|| words.next());
        let value =
            value.ok_or_else(|| CommandError::refused(format!("`{flag}` needs a value")))?;
        (option.set)(&mut wanted, value)?;
    }
    Ok(wanted)
}

fn header(shell: &Shell, mut wanted: NewGame) -> Result<Header, CommandError> {
    let library = shell.library();
    let ruleset = shell.rules.rulesets().ruleset(library, &wanted.variant, &wanted.set);
    let ruleset = ruleset.map_err(|errors| CommandError::errors(&errors))?.ruleset;
    if wanted.names.is_empty() && wanted.players.is_none() && shell.keeps_names {
        let names = shell.debugger().map(|debugger| debugger.header.names.clone());
        let fits = |names: &Vec<String>| ruleset.players.contains(&names.len());
        wanted.names = names.filter(fits).unwrap_or_default();
    }
    let n_players = match (wanted.names.len(), wanted.players) {
        (0, None) => *ruleset.players.start(),
        (0, Some(n)) => n,
        (n, None) => n,
        (n, Some(m)) if n == m => n,
        (n, Some(m)) => {
            return Err(CommandError::refused(format!(
                "{} given for {}",
                plural(n, "name"),
                plural(m, "player")
            )));
        }
    };
    let checked = ruleset.check_players_in(library, n_players);
    checked.map_err(|e| CommandError::Refused(e.message, e.hint))?;
    let names = if wanted.names.is_empty() {
        (1..=n_players).map(|n| format!("p{n}")).collect()
    } else {
        wanted.names
    };
    let seated = |first: &String| names.iter().any(|n| n.to_lowercase() == first.to_lowercase());
    if let Some(first) = wanted.first.as_ref().filter(|first| *first != "random" && !seated(first))
    {
        return Err(CommandError::refused(format!(
            "`{first}` cannot begin: there is no such player"
        )));
    }
    Ok(Header {
        set: wanted.set,
        seed: wanted.seed.unwrap_or_else(|| next_seed(shell)),
        first: wanted.first,
        lang: wanted.lang.map(|lang| ruleset.language_of_titles(&lang).to_owned()),
        ask_chance: wanted.ask_chance,
        ..Header::new(wanted.variant, names)
    })
}

fn autopass(shell: &mut Shell, rest: &str) -> CommandResult {
    let debugger = shell.game_mut()?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let seats = match words.as_slice() {
        ["on"] => SeatSet::NONE,
        ["off"] => SeatSet::ALL,
        ["off", names @ ..] => {
            let seat = |name: &&str| debugger.notation().the_seat(name);
            let seats: Result<SeatSet, Refusal> = names.iter().map(seat).collect();
            seats.map_err(CommandError::refused)?
        }
        _ => {
            return Err(CommandError::hinted(
                "expected `on`, `off` or `off NAME…`",
                "`:autopass off ann` also asks ann in windows in which she can only pass",
            ));
        }
    };
    let reply = autopass_reply(debugger.notation(), seats);
    shell.agents.set_also_ask(seats);
    shell.update_also_ask();
    Ok(vec![reply])
}

/// The reply to `:autopass`.
pub(super) fn autopass_reply(notation: &Notation, seats: SeatSet) -> Part {
    let names = seats.iter().take(notation.seats.len()).map(|seat| notation.seat(seat));
    Part::note(match seats {
        SeatSet::ALL => "windows are shown also to seats that can only pass".to_owned(),
        SeatSet::NONE => "seats that can only pass are not asked".to_owned(),
        _ => {
            let names = and(&names.collect::<Vec<_>>());
            format!("windows are shown to {names} even where they can only pass")
        }
    })
}

/// The command that asks these seats in windows even if they can only pass.
pub(super) fn autopass_command(notation: &Notation, seats: SeatSet) -> String {
    match seats {
        SeatSet::NONE => ":autopass on".into(),
        SeatSet::ALL => ":autopass off".into(),
        seats => {
            let names = seats.iter().map(|seat| format!(" {}", notation.seat(seat)));
            format!(":autopass off{}", names.collect::<String>())
        }
    }
}
