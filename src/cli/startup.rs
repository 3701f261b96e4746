//! Startup of the REPL: a new game from the arguments, or a resumed one.

use super::args::ReplArgs;
use super::failure::CliError;
use super::shared_args::{Format, SharedArgs};
use super::sim::sets;
use super::{library, print};
use crate::base::error::Refusal;
use crate::base::error::plural;
use crate::base::files::Files;
use crate::base::output;
use crate::disk::{self, Typed};
use crate::lint::{self, LintTargets};
use crate::protocol::journal::{FoundJournal, Journal};
use crate::protocol::journal_folder::{is_own, variant_of};
use crate::repl::history;
use crate::repl::paint::{BAD, paint};
use crate::repl::watch::WatchConfig;
use crate::shell::render::text::line::Line;
use crate::shell::trust::{FileAccess, Origin};
use crate::shell::{Editor, LibrarySource, NewDefaults, RedoDifference, Shell, Status, line};
use crate::transcript::{JournalDamage, JournalText, SessionInfo, SessionInput, Transcript};
use crate::variant::notation::start::setting;
use crate::variant::{Library, SET};
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::sync::Arc;

/// Random seeds of a person who plays alone are below this, so that they are easy to type.
const SEEDS: u64 = 1_000_000;

/// A shell with a game, and the startup messages.
pub struct StartedShell {
    pub shell: Shell,
    /// The journal of its inputs.
    pub journal: Journal,
    /// The inputs that opened a new game.
    pub inputs: Vec<String>,
    /// The lines to print first.
    pub said: Vec<Line>,
    /// The files to watch.
    pub watched: WatchConfig,
}

/// Opens a new game.
///
/// # Errors
/// The variant has errors, or the arguments do not fit it.
pub fn begin(
    shared: &SharedArgs,
    args: &ReplArgs,
    interactive: bool,
) -> Result<StartedShell, CliError> {
    let mut library = library::open(shared)?;
    let saved = args.variant.as_deref().map(|file| saved_game(file, args)).transpose()?.flatten();
    let variant = saved.as_ref().or(args.variant.as_ref());
    let argument = variant.map_or("classic", String::as_str);
    let variant = library::find(&mut library, argument)?;
    let mut shell = shell(library.clone(), shared)?;
    let set = sets(SET, &args.set)?;
    // Kept for the game that follows, which tells the errors of scripts and settings.
    let ruleset = match shell.rulesets().ruleset(&library, &variant, &set) {
        Ok(compiled) => compiled.ruleset,
        Err(_) => Rc::new(library::load(&library, &variant)?),
    };
    let is_guarded = args.format == Format::Json || args.agents.is_some();
    let seed = args.seed.unwrap_or_else(|| if is_guarded { draw_seed() } else { shell.seed });
    let lang = shared.lang.as_deref().map(|lang| ruleset.language_of_titles(lang).to_owned());
    shell.new_defaults = NewDefaults { seed: args.seed, lang, set };
    let opening = match &args.variant {
        Some(file) if saved.is_some() => format!(":load {file}"),
        _ => opening(&variant, &shell.new_defaults, args, seed),
    };
    let inputs = vec![opening];
    let reply = shell.typed(&inputs[0]);
    if reply.status != Status::Done {
        return Err(CliError::refused(&reply));
    }
    // The first game is played by the library that has just been read.
    let mut shell = shell.with_source(source(shared, argument));
    let mut opened = shell.saved_game();
    if let Some(game) = opened.as_mut().filter(|_| args.agents.is_some()) {
        // What agents have played is a part of the journal.
        game.records.clear();
    }
    let said = shell.lines(&reply).to_vec();
    if !args.no_rc {
        run_rc(&mut shell)?;
    }
    let home = std::path::absolute(home(shared));
    let argument = if argument == variant {
        Ok(argument.into())
    } else {
        std::path::absolute(argument).map(|file| file.display().to_string())
    };
    let begun = shell.take_redo_log();
    let is_kept = !args.no_journal && (interactive || args.journal);
    let journal = match (home, &argument, opened, begun.as_slice()) {
        (Ok(home), Ok(file), Some(mut game), [_, begun @ ..]) if is_kept => {
            game.header.session = Some(SessionInfo { home, variant: file.clone(), interactive });
            Journal::new(&game, begun)
        }
        _ => Journal::off(),
    };
    let watched = watched(shared, argument.as_deref().unwrap_or(&variant));
    Ok(StartedShell { shell, journal, inputs, said, watched })
}

/// The text of a file that `:save` wrote; `None` for any other file, or without one.
pub fn saved_text(file: &str) -> Option<String> {
    Typed.read(file).ok().filter(|text| Transcript::is_saved(text))
}

/// The variant of the game, if the file is one that `:save` wrote.
fn saved_game(file: &str, args: &ReplArgs) -> Result<Option<String>, CliError> {
    let Some(text) = saved_text(file) else { return Ok(None) };
    let has_setup = args.players.is_some() || args.seed.is_some() || args.first.is_some();
    if has_setup || args.agents.is_some() || !args.names.is_empty() || !args.set.is_empty() {
        let what = "its players, seed and options cannot be changed";
        return Err(CliError::Usage(format!("{file} is a saved game: {what}")));
    }
    let transcript = Transcript::from_saved(file, &text);
    let transcript = transcript.map_err(|error| CliError::Invalid(vec![*error]))?;
    Ok(Some(transcript.header.variant))
}

/// Resumes the game of an earlier session.
///
/// # Errors
/// There is no journal, or its variant no longer exists.
pub fn resume(shared: &SharedArgs, file: Option<&Path>) -> Result<StartedShell, CliError> {
    let name = file.map_or_else(|| "cannot resume".to_owned(), |file| file.display().to_string());
    let found = Journal::resume(file).map_err(|error| CliError::Io(name.clone(), error))?;
    let FoundJournal { mut journal, text, path } = found;
    let JournalText { game, session: head, inputs: mut kept, damage } = text;
    let mut shared = shared.clone();
    if is_own(&path) {
        shared.home.get_or_insert(head.home.clone());
    } else if shared.home.is_none() && std::path::absolute(".").ok() != Some(head.home.clone()) {
        let home = output::path(&head.home);
        print::talk(&format!(
            "not opened: the folder `{home}` of this journal; add --home to do it"
        ))?;
    }
    let mut library = library::open(&shared)?;
    library::find(&mut library, &head.variant)?;
    let start = || -> Result<Shell, CliError> {
        let shell = shell(library.clone(), &shared)?;
        Ok(shell.with_source(source(&shared, &head.variant)))
    };
    let mut shell = start()?;
    let (differs, notice) = match damage {
        None => (shell.redo(&kept), None),
        Some(damage) => {
            let (differs, n_lost) = redo_damaged(&mut shell, &start, &mut kept, damage)?;
            let aside = journal.set_aside(&path, &game, &kept[1..]);
            let aside = aside.map_err(|error| CliError::Io(name, error))?;
            (differs, Some(damaged(damage, n_lost, &aside)))
        }
    };
    shell.take_redo_log();
    let mut said = vec![format!("Resumed: replayed {}.", plural(kept.len(), "input")).into()];
    let not_started = shell.trust.take_not_started();
    if !not_started.is_empty() {
        let programs = not_started.join("`, `");
        let what = format!("not started: `{programs}`; programs of a journal need --allow-exec");
        print::talk_styled(&paint(BAD, &what))?;
    }
    said.extend(notice.map(|notice| Line::from(format!("Journal: {notice}"))));
    said.extend(differs.map(|differs| Line::from(changed(&differs))));
    said.extend_from_slice(shell.lines(&shell.stand_reply()));
    let watched = watched(&shared, &head.variant);
    Ok(StartedShell { shell, journal, inputs: Vec::new(), said, watched })
}

/// Replays the entries of a damaged journal: those after the damage as far as they lead to the
/// recorded positions, or from the next game on. Removes the others; returns their number.
fn redo_damaged(
    shell: &mut Shell,
    start: &dyn Fn() -> Result<Shell, CliError>,
    kept: &mut Vec<SessionInput>,
    damage: JournalDamage,
) -> Result<(Option<RedoDifference>, usize), CliError> {
    let later = kept.split_off(damage.after);
    let differs = shell.redo(kept);
    let (mut n_lost, mut is_lost) = (0, false);
    for entry in later {
        let starts_game = entry.game.is_some() || variant_of(&entry.input).is_some();
        if is_lost && !starts_game {
            n_lost += 1;
        } else if shell.redo_entry(&entry).is_ok() {
            is_lost = false;
            kept.push(entry);
        } else {
            (n_lost, is_lost) = (n_lost + 1, true);
            *shell = start()?;
            shell.redo(kept);
        }
    }
    Ok((differs, n_lost))
}

fn damaged(damage: JournalDamage, n_lost: usize, aside: &Path) -> String {
    let lines = plural(damage.n_lines, "damaged line");
    let lost = match n_lost {
        0 => String::new(),
        n => format!(" and {} that cannot be replayed after the damage", plural(n, "input")),
    };
    format!("left out {lines}{lost}; the damaged file is kept as {}", output::path(aside))
}

/// Describes the first input with a different result.
fn changed(differs: &RedoDifference) -> String {
    let RedoDifference { number, input, reply } = differs;
    let what = reply.problem().unwrap_or_else(|| "the position is different".to_owned());
    format!("The rules have changed. First difference: input {number}, `{input}`: {what}")
}

fn home(shared: &SharedArgs) -> &Path {
    shared.home.as_deref().unwrap_or(Path::new("."))
}

/// Reads the library from its files.
fn library(shared: &SharedArgs, variant: &str) -> Result<(Library, String), CliError> {
    let mut library = library::open(shared)?;
    let id = library::find(&mut library, variant)?;
    Ok((library, id))
}

/// Returns a source that reads the library from its files again.
fn source(shared: &SharedArgs, variant: &str) -> LibrarySource {
    let (shared, variant) = (shared.clone(), variant.to_owned());
    Rc::new(move || {
        library(&shared, &variant).map(|(library, _)| library).map_err(CliError::errors)
    })
}

/// Creates a shell with file access, a redo log, and a random default seed. It plays by this
/// library.
fn shell(books: Library, shared: &SharedArgs) -> Result<Shell, CliError> {
    let (folder, home) = (library::home(shared)?, home(shared).to_owned());
    let allow_exec = shared.allow_exec;
    let editor: Editor = Rc::new(edit);
    let mut shell = Shell::new(books).with_editor(folder, home, editor);
    shell.seed = draw_seed() % SEEDS;
    shell.draw_seed = Some(draw_seed);
    shell.trust.files = FileAccess::new(Arc::new(Typed), Typed::open(Path::new(".")).ok());
    shell.trust.allow_exec = allow_exec;
    shell.start_redo_log();
    Ok(shell)
}

/// Draws 64 random bits.
fn draw_seed() -> u64 {
    RandomState::new().hash_one(())
}

/// Opens a file in the user's editor and waits for it to exit.
fn edit(file: &Path) -> Result<(), Refusal> {
    let is_set = |command: &String| !command.trim().is_empty();
    let named = |name: &str| std::env::var(name).ok().filter(is_set);
    let set = ["VISUAL", "EDITOR"].into_iter().find_map(named);
    let command = set.unwrap_or_else(|| if cfg!(windows) { "notepad" } else { "vi" }.to_owned());
    let mut words = command.split_whitespace();
    let program = words.next().unwrap_or_default();
    let status = Command::new(program).args(words).arg(file).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{command}` exited with {status}; nothing was reloaded").into()),
        Err(error) => {
            Err(format!("cannot start `{command}`: {error}; set VISUAL or EDITOR").into())
        }
    }
}

/// The files and folders that `--watch` observes.
fn watched(shared: &SharedArgs, variant: &str) -> WatchConfig {
    let home = std::path::absolute(home(shared)).unwrap_or_default();
    let mut paths: Vec<PathBuf> =
        ["scripts", "variants"].iter().map(|folder| home.join(folder)).collect();
    paths.extend(std::path::absolute(variant).ok().filter(|file| file.is_file()));
    let (shared, variant) = (shared.clone(), variant.to_owned());
    let check = move || {
        let errors = match library(&shared, &variant) {
            Err(failure) => CliError::errors(failure),
            Ok((books, id)) => {
                let unreadable = books.why_unreadable(&format!("variants/{id}.json"));
                let unreadable = unreadable.into_iter().cloned().collect();
                let wanted = LintTargets { variants: vec![id], unreadable, ..Default::default() };
                lint::check(&books, &wanted).found
            }
        };
        let errors: Vec<_> = errors.into_iter().filter(|error| !error.is_warning()).collect();
        (!errors.is_empty()).then(|| crate::base::error::render(&errors, true))
    };
    WatchConfig { home, paths, check: Box::new(check) }
}

/// The input that opens the game.
fn opening(variant: &str, defaults: &NewDefaults, args: &ReplArgs, seed: u64) -> String {
    let mut words = vec![format!(":new {variant}")];
    words.extend(args.names.iter().cloned());
    words.extend(args.players.map(|players| format!("--players {players}")));
    words.push(format!("--seed {seed}"));
    words.extend(args.first.iter().map(|first| format!("--first {first}")));
    words.extend(defaults.lang.iter().map(|lang| format!("--lang {lang}")));
    words.extend(defaults.set.iter().map(setting));
    words.extend(args.agents.iter().map(|agents| format!("--agents {agents}")));
    words.join(" ")
}

/// Runs the user's rc file; invalid lines are reported and skipped.
fn run_rc(shell: &mut Shell) -> Result<(), CliError> {
    let Some(file) = history::rc() else { return Ok(()) };
    let Ok(text) = disk::read(&file) else { return Ok(()) };
    for input in line::inputs(&text) {
        let reply = shell.pasted(Origin::Foreign, &input);
        if reply.status.is_bad() {
            let what =
                format!("{}: {}\n{}", output::path(&file), output::escape(&input), reply.text());
            print::talk_styled(&paint(BAD, &what))?;
        }
    }
    Ok(())
}
