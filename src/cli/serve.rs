//! `litterbox serve`: plays a game in browsers.

use super::args::ReplArgs;
use super::failure::{CliError, CliResult, OK};
use super::print;
use super::serve_args::{ServeArgs, WINDOW};
use super::shared_args::{Format, SharedArgs};
use super::startup::{StartedShell, begin, resume};
use crate::base::error::plural;
use crate::base::output;
use crate::kernel::ME;
use crate::page;
use crate::protocol::journal::Journal;
use crate::protocol::journal_folder;
use crate::repl::paint::{STRONG, TYPED, paint, typed};
use crate::repl::watch::FileWatch;
use crate::serve::address::{listen, localhost, origins};
use crate::serve::limits::ConnectionLimits;
use crate::serve::links::Links;
use crate::serve::server::{ServerConfig, control, serve};
use crate::serve::table::{NOT_ME, Table, TableOptions, Who, seed_warning};
use crate::shell::Shell;
use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};
use std::io;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use unicode_width::UnicodeWidthStr;

/// The program that opens an address in the browser.
const OPENER: &[&str] = if cfg!(windows) {
    &["rundll32", "url.dll,FileProtocolHandler"]
} else if cfg!(target_os = "macos") {
    &["open"]
} else {
    &["xdg-open"]
};

/// Runs the command.
///
/// # Errors
/// The game cannot be opened, the journal cannot be written, the address is not free.
pub fn run(shared: &SharedArgs, args: &ServeArgs) -> CliResult {
    let proxies = args.origin.iter().map(|url| origin(url)).collect::<Result<Vec<_>, _>>()?;
    let StartedShell { shell, mut journal, watched, .. } = start(shared, args)?;
    if shell.debugger().is_some_and(|game| game.started().names.contains(&ME.into())) {
        return Err(CliError::Usage(NOT_ME.to_owned()));
    }
    let (mut links, listener) = links_and_listener(&mut journal, args)?;
    let address = listener.local_addr()?;
    let own = origins(address);
    let public = match &proxies[..] {
        [] if own.len() > 1 => &own[1..],
        [] => &own[..],
        proxies => proxies,
    };
    let shown = public[0].clone();
    let (control, jobs) = control();
    let (stop, interrupt) = (control.clone(), shell.interrupt().clone());
    let stop = move || {
        interrupt.set();
        stop.stop();
    };
    ctrlc::set_handler(stop).map_err(io::Error::other)?;
    let resume = resume_command(shared, args, None);
    print::text(&invitation(&shell, &links, (&own[0], public), args, &resume))?;
    let saved = control.clone();
    let notice = move |names: &str, errors: Option<String>| {
        let text = errors.map(|errors| format!(", but:\n{}", errors.trim_end()));
        let text = text.unwrap_or_else(|| ": the table plays by it".to_owned());
        let _ = print::talk_styled(&format!("{names} saved{text}"));
        saved.reload();
    };
    let watch = FileWatch::start(watched, notice);
    if let Err(error) = &watch {
        print::talk(&format!("saved scripts are not noticed: {error}"))?;
    }
    if args.open {
        open_in_browser(&format!("{}/#{}", own[0], links.once()?))?;
    }
    let say = Box::new(|line: &str| drop(print::talk(line)));
    let origins = own.into_iter().chain(localhost(address)).collect();
    let (key, port) = (journal.path().map(journal_folder::links), address.port());
    let keep = Box::new(move |links: &Links| match &key {
        Some(key) => links.save(key, port),
        None => Ok(()),
    });
    let limits = ConnectionLimits::default();
    let page = page::live::page;
    let config = ServerConfig { links, origins, proxies, public: shown, limits, page, keep, say };
    let home = std::path::absolute(shared.home.as_deref().unwrap_or(Path::new(".")))?;
    let script = home.join("scripts/{path}").display().to_string();
    let editor_url = args.editor_url.as_ref().map(|url| url.replace("{path}", &script));
    let options = TableOptions { window: args.window, editor_url };
    let path = journal.path().map(Path::to_owned);
    let mut table = Table::new(shell, journal, options);
    serve(&mut table, None, listener, config, jobs)?;
    if !table.end() {
        print::talk("\nThe game was played on without a journal: its end is not saved.")?;
        return Ok(OK);
    }
    let [last, this] =
        [None, path.as_deref()].map(|journal| paint(TYPED, &resume_command(shared, args, journal)));
    let said =
        format!("\nThe game is saved: {last} continues it,\nor, after another game:\n{this}");
    print::talk_styled(&said)?;
    Ok(OK)
}

/// Opens the game.
fn start(shared: &SharedArgs, args: &ServeArgs) -> Result<StartedShell, CliError> {
    if let Some(file) = &args.resume {
        let none = || CliError::Usage("there is no game to resume".to_owned());
        let file = file.clone().or_else(journal_folder::last_served).ok_or_else(none)?;
        let started = resume(shared, Some(&file))?;
        // Without the position: whoever runs the server may play.
        let n_lines = started.shell.lines(&started.shell.stand_reply()).len();
        for line in &started.said[..started.said.len().saturating_sub(n_lines)] {
            print::talk(&line.text)?;
        }
        return Ok(started);
    }
    let ServeArgs { variant, names, agents, seed, set, .. } = args;
    let game = ReplArgs {
        variant: variant.clone(),
        names: names.clone(),
        agents: agents.clone(),
        seed: *seed,
        set: set.clone(),
        // As for programs, nobody can guess the seed.
        format: Format::Json,
        no_rc: true,
        journal: true,
        ..ReplArgs::default()
    };
    begin(shared, &game, false)
}

/// Creates the journal, and the key of the links beside it, and listens.
fn links_and_listener(
    journal: &mut Journal,
    args: &ServeArgs,
) -> Result<(Links, TcpListener), CliError> {
    let failed = |error| CliError::Io("cannot write the journal".to_owned(), error);
    journal.create().map_err(failed)?;
    let key = journal.path().map(journal_folder::links);
    let key = key.ok_or_else(|| failed(io::ErrorKind::NotFound.into()))?;
    let failed = |error| CliError::Io(output::path(&key), error);
    let kept = key.is_file().then(|| Links::load(&key)).transpose().map_err(failed)?;
    let (links, last_port) = match kept {
        Some((links, port)) => (links, port),
        None => (Links::draw().map_err(failed)?, 0),
    };
    let port = args.port.unwrap_or(last_port);
    let mut listening = listen(args.share, port);
    if args.port.is_none() && port != 0 && listening.is_err() {
        print::talk(&format!("port {port} is in use, so the links are new"))?;
        listening = listen(args.share, 0);
    }
    let busy = |error| CliError::Io(format!("cannot listen on port {port}"), error);
    let listener = listening.map_err(busy)?;
    links.save(&key, listener.local_addr()?.port()).map_err(failed)?;
    Ok((links, listener))
}

/// The origin of an address that was typed.
fn origin(url: &str) -> Result<String, CliError> {
    let origin = url.strip_suffix('/').unwrap_or(url);
    let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    let is_host = host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '#', '?', '@']));
    let what = || format!("`{url}` is not the address of a site, such as https://cats.example");
    // As browsers say it.
    let default_port = if origin.starts_with("https") { ":443" } else { ":80" };
    let origin = origin.strip_suffix(default_port).unwrap_or(origin);
    is_host.then(|| origin.to_owned()).ok_or_else(|| CliError::Usage(what()))
}

/// The text for whoever invites the players: the author's page by the first address, those of the
/// players by the others.
fn invitation(
    shell: &Shell,
    links: &Links,
    (own, public): (&String, &[String]),
    args: &ServeArgs,
    resume: &str,
) -> String {
    let Some(debugger) = shell.debugger() else { return String::new() };
    let (started, agents) = (debugger.started(), shell.held_agents());
    let n_players = plural(started.names.len(), "player");
    let mut text = format!("{}, {n_players}\n", paint(STRONG, &started.title));
    text.extend(seed_warning(debugger).map(|warning| warning + "\n"));
    for agent in &agents {
        let name = output::escape(debugger.notation().seat(agent.seat));
        text += &format!("{name} is played by {}\n", agent.name);
    }
    let people = started
        .names
        .iter()
        .enumerate()
        .filter(|(seat, _)| agents.iter().all(|agent| agent.seat.index() != *seat));
    let seats = people.map(|(_, name)| (&**name, Who::Seat(name.clone())));
    let room = std::iter::once(("room", Who::Room));
    let others = [("onlookers", Who::Onlooker), ("author", Who::Author)];
    let whos: Vec<_> = room.chain(seats).chain(others).collect();
    let width = whos.iter().map(|(name, _)| name.width()).max().unwrap_or(0);
    text += "\n";
    for (name, who) in &whos {
        let is_author = *who == Who::Author;
        let origins = if is_author { std::slice::from_ref(own) } else { public };
        for (i, origin) in origins.iter().enumerate() {
            let link = format!("{origin}/#{}", links.link(who));
            let (name, used) = if i == 0 { (*name, name.width()) } else { ("", 0) };
            let pad = " ".repeat(width - used);
            text += &format!("  {}{pad}  {}\n", paint(STRONG, name), paint(TYPED, &link));
            if i == 0 && args.share.is_some() && !is_author {
                text += &qr_code(&link);
            }
        }
    }
    let plain = if args.share.is_some() { "Plain HTTP: whoever" } else { "Whoever" };
    let notes = "has a link plays that seat. In the room, friends take free seats by themselves. \
        Onlookers see what everybody knows, the author sees everything.";
    text += &typed(&format!("\n{plain} {notes}\n"));
    let resume = paint(TYPED, resume);
    text += &format!("Ctrl-C ends the game; {resume} continues it with the same links.\n");
    text
}

/// The command that continues the last game, or the one of a journal, as it is served now.
fn resume_command(shared: &SharedArgs, args: &ServeArgs, journal: Option<&Path>) -> String {
    let journal = journal.map(|path| path.display().to_string());
    let mut options = vec![("--resume", journal)];
    options.extend(args.share.map(|address| ("--share", address.map(|ip| ip.to_string()))));
    options.extend(args.origin.iter().map(|url| ("--origin", Some(url.clone()))));
    options.extend((args.window != WINDOW).then(|| ("--window", Some(args.window.to_string()))));
    options.extend(args.editor_url.iter().map(|url| ("--editor-url", Some(url.clone()))));
    options.extend(shared.lang.iter().map(|language| ("--lang", Some(language.clone()))));
    options.extend(shared.allow_exec.then_some(("--allow-exec", None)));
    options.into_iter().fold("litterbox serve".to_owned(), |command, (name, value)| {
        let value = value.map(|value| format!("={}", shell_words::quote(&value)));
        format!("{command} {name}{}", value.unwrap_or_default())
    })
}

/// A link for the camera of a phone, light on the dark of most terminals.
fn qr_code(link: &str) -> String {
    let Ok(code) = QrCode::with_error_correction_level(link, EcLevel::L) else {
        return String::new();
    };
    let (dark, light) = (Dense1x2::Light, Dense1x2::Dark);
    code.render::<Dense1x2>().dark_color(dark).light_color(light).build() + "\n"
}

/// Opens an address in the browser.
///
/// # Errors
/// Nothing can be printed.
pub fn open_in_browser(url: &str) -> io::Result<()> {
    let quiet = || Stdio::null();
    let mut program = Command::new(OPENER[0]);
    program.args(&OPENER[1..]).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet());
    if let Err(error) = program.spawn() {
        print::talk(&format!("cannot open a browser with `{}`: {error}", OPENER[0]))?;
    }
    Ok(())
}
