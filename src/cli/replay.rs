//! `litterbox replay`: a saved game or a session as a page to step through.

use super::args::ReplayArgs;
use super::failure::{CliError, CliResult, OK};
use super::shared_args::SharedArgs;
use super::{library, print};
use crate::base::error::plural;
use crate::base::output;
use crate::debugger::{Debugger, ReplayedGame};
use crate::disk::Typed;
use crate::page::PAGE_FILE;
use crate::page::replay::{MAX_PLIES, page};
use crate::session::blocks::blocks;
use crate::session::file;
use crate::session::play_to::{PlayedTo, play_block};
use crate::session::suite::{SessionTarget, shown};
use crate::shell::Shell;
use crate::shell::render::json::{ALL, NOBODY, viewer_seat};
use crate::shell::trust::FileAccess;
use crate::transcript::ruleset_cache::RulesetCache;
use crate::transcript::{Divergence, Origin, Transcript};
use crate::variant::Library;
use std::rc::Rc;
use std::sync::Arc;

/// Runs the command.
///
/// # Errors
/// The file cannot be read or is neither a saved game nor a session, its variant has errors, the
/// viewer does not play, the game is too long, the page cannot be written.
pub fn run(shared: &SharedArgs, args: &ReplayArgs) -> CliResult {
    library::check_outputs(&[(&PAGE_FILE, Some(&args.out))])?;
    let library = library::open(shared)?;
    let target = SessionTarget::parse(&args.file, &Typed);
    let text = library::read(&target.path)?;
    let rulesets = Rc::<RulesetCache>::default();
    let (mut debugger, library) = match Transcript::is_saved(&text) {
        true => saved((&args.file, &text), library, &rulesets)?,
        false => session(shared, (&target, &text), library, &rulesets)?,
    };
    if let Some(language) = &shared.lang {
        let mut game = debugger.to_replay();
        let language = debugger.loaded.ruleset.language_of_titles(language);
        game.header.lang = Some(language.to_owned());
        debugger = Debugger::replayed(&game, &library, &rulesets, Origin::Person)?.debugger;
    }
    let n_plies = debugger.timeline.last_ply();
    if n_plies > MAX_PLIES {
        let why = format!("{} has {n_plies} plies; a page holds {MAX_PLIES}", args.file);
        return Err(CliError::Usage(why));
    }
    let viewer = viewer_seat(&debugger, &args.viewer).map_err(CliError::Usage)?;
    library::write(&args.out, &page(&mut debugger, viewer))?;
    let holds = match &*args.viewer {
        ALL => "with all hidden cards; `--as NAME` leaves out what NAME does not know".to_owned(),
        NOBODY => "with what everybody knows".to_owned(),
        name => format!("with what {name} knows"),
    };
    let (out, plies) = (output::path(&args.out), plural(n_plies, "ply"));
    let (branches, shown) = (debugger.timeline.branches(), debugger.timeline.branch());
    let others = branches.iter().enumerate().filter(|(i, _)| *i != shown);
    let others: Vec<_> = others.map(|(_, branch)| output::escape_line(&branch.name)).collect();
    let left_out = match others.len() {
        0 => String::new(),
        n => format!("; not in it: {} ({})", plural(n, "other branch"), others.join(", ")),
    };
    print::plain(&format!("wrote {out}: {plies}, {holds}{left_out}\n"))?;
    Ok(OK)
}

/// Replays a saved game; what differs from it is told.
fn saved(
    (name, text): (&str, &str),
    library: Library,
    rulesets: &RulesetCache,
) -> Result<(Debugger, Library), CliError> {
    let game = Transcript::from_saved(name, text);
    let game = game.map_err(|error| CliError::Invalid(vec![*error]))?;
    let library = library.with_scripts(&game.header.tried);
    let replayed = Debugger::replayed(&game, &library, rulesets, Origin::Foreign);
    let ReplayedGame { debugger, differs, end, n_cut, .. } =
        replayed.map_err(|errors| CliError::Invalid(Transcript::placed(errors, name, text)))?;
    if let Some(Divergence { ply, typed, what }) = end.as_ref().or(differs.as_ref()) {
        let cut = match n_cut {
            0 => String::new(),
            n => format!("; {} left out", plural(n, "ply")),
        };
        print::talk(&format!(
            "warning: the replay differs from the saved game at ply {ply}, `{typed}`: {what}{cut}"
        ))?;
    }
    Ok((debugger, library))
}

/// Plays the session at a line, or the only one; returns also the library, which it may change.
fn session(
    shared: &SharedArgs,
    (target, text): (&SessionTarget, &str),
    library: Library,
    rulesets: &Rc<RulesetCache>,
) -> Result<(Debugger, Library), CliError> {
    let name = shown(&target.path);
    let parsed = file::parse(&name, text).map_err(|error| CliError::Invalid(vec![*error]))?;
    let starts: Vec<usize> = blocks(&parsed).iter().map(|(block, _)| block.lines.start).collect();
    let line = match (target.line, starts.as_slice()) {
        (Some(line), _) => line,
        (None, [line]) => *line,
        (None, []) => {
            let why = "neither a saved game nor a file with a session";
            return Err(CliError::Usage(format!("{name} is {why}")));
        }
        (None, [first, ..]) => {
            let n = starts.len();
            let why = format!("{name} has {n} sessions; name a line of one: `{name}:{first}`");
            return Err(CliError::Usage(why));
        }
    };
    let mut shell = Shell::new(library).with_rulesets(rulesets.clone());
    shell.trust.files = FileAccess::session(Arc::new(Typed));
    shell.trust.allow_exec = shared.allow_exec;
    let played = play_block(&parsed, line, &mut shell);
    let PlayedTo { next, stopped, .. } =
        played.ok_or_else(|| CliError::Usage(format!("there is no session at {name}:{line}")))?;
    if let (Some(input), Some(why)) = (next, stopped) {
        print::talk(&format!("warning: stopped at {name}:{}: {}: {why}", input.line, input.raw))?;
    }
    let debugger = shell.debugger().map(Debugger::fork);
    let none = || CliError::Usage(format!("the session at {name}:{line} has no game"));
    Ok((debugger.ok_or_else(none)?, shell.library().clone()))
}
