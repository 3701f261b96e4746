//! `litterbox workbench`: the page of an author.

use super::failure::{CliError, CliResult, OK};
use super::serve::open_in_browser;
use super::shared_args::SharedArgs;
use super::workbench_args::WorkbenchArgs;
use super::{library, print};
use crate::base::files::Files;
use crate::base::output;
use crate::protocol::journal::Journal;
use crate::repl::paint::{STRONG, TYPED, paint};
use crate::repl::watch::{FileWatch, WatchConfig};
use crate::serve::address::{listen, localhost, origins};
use crate::serve::limits::ConnectionLimits;
use crate::serve::links::Links;
use crate::serve::server::{ServerConfig, control, serve};
use crate::serve::table::{Table, TableOptions, Who};
use crate::variant::Library;
use crate::workbench::bench::Workbench;
use crate::workbench::files::MAX_TEXT;
use std::io;
use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

/// The longest message of the page: a text, of which each character may be escaped.
const MAX_MESSAGE: usize = 2 * MAX_TEXT + (64 << 10);

/// Runs the command.
///
/// # Errors
/// There is no such variant, the address is not free.
pub fn run(shared: &SharedArgs, args: &WorkbenchArgs) -> CliResult {
    let home = std::path::absolute(shared.home.as_deref().unwrap_or(Path::new(".")))?;
    let folder = library::home(shared)?;
    check_folder(&*folder, &home)?;
    let books = library::open(shared)?;
    let variant = args.variant.clone().unwrap_or_else(|| own_variant(&books, &home));
    // One that is there opens also if it cannot be played: the page shows why.
    if !books.variant_ids().any(|id| id == variant) {
        library::load(&books, &variant)?;
    }
    let (control, jobs) = control();
    let opened = Workbench::open((folder, home.clone()), &variant, control.clone());
    let (mut bench, shell) = opened.map_err(CliError::Invalid)?;
    let stop = (control.clone(), shell.interrupt().clone());
    let stop = move || {
        stop.1.set();
        stop.0.stop();
    };
    ctrlc::set_handler(stop).map_err(io::Error::other)?;
    let busy = |error| CliError::Io(format!("cannot listen on port {}", args.port), error);
    let listener = listen(args.share.then_some(None), args.port).map_err(busy)?;
    let address = listener.local_addr()?;
    let mut links = Links::draw()?;
    links.claims.is_started = true;
    let own = origins(address);
    let link = format!("{}/#{}", own[0], links.link(&Who::Author));
    print::text(&format!("{} {}\n", paint(STRONG, "workbench"), paint(TYPED, &link)))?;
    let saved = control.clone();
    let paths = ["scripts", "variants", "tests"].map(|folder| home.join(folder)).to_vec();
    let watched = WatchConfig { home, paths, check: Box::new(|| None) };
    let watch = FileWatch::start(watched, move |_, _| saved.reload());
    if let Err(error) = &watch {
        print::talk(&format!("saved scripts are not noticed: {error}"))?;
    }
    if args.open {
        open_in_browser(&format!("{}/#{}", own[0], links.once()?))?;
    }
    let public = own.last().cloned().unwrap_or_default();
    let origins = own.into_iter().chain(localhost(address)).collect();
    let limits = ConnectionLimits {
        author_message: MAX_MESSAGE,
        is_author_at: IpAddr::is_loopback,
        unsent: 256,
        ..ConnectionLimits::default()
    };
    let say = Box::new(|line: &str| drop(print::talk(line)));
    let (keep, page, proxies) = (Box::new(|_: &Links| Ok(())), crate::workbench::page, Vec::new());
    let config = ServerConfig { links, origins, proxies, public, limits, page, keep, say };
    let options = TableOptions { window: 0, editor_url: None };
    let mut table = Table::new(crate::shell::Shell::new(books), Journal::off(), options);
    table.put_shell(shell, true, Duration::ZERO);
    serve(&mut table, Some(&mut bench), listener, config, jobs)?;
    Ok(OK)
}

/// Checks that a folder is a project, or becomes one without harm to other files.
fn check_folder(folder: &dyn Files, home: &Path) -> Result<(), CliError> {
    let failed = |error| CliError::Io(output::path(home), error);
    let entries = folder.entries("").map_err(failed)?;
    let mut visible = entries.iter().filter(|entry| !entry.name.starts_with('.')).peekable();
    let is_project = |name: &str| ["scripts", "variants", "tests"].contains(&name);
    if visible.peek().is_none() || visible.any(|entry| is_project(&entry.name)) {
        return Ok(());
    }
    let what = "is neither empty nor a project";
    let how = "make an empty folder and open it there, or name a project with --home";
    Err(CliError::Usage(format!("{} {what}: {how}", output::path(home))))
}

/// The only variant of the folder, or the classic one.
fn own_variant(library: &Library, home: &Path) -> String {
    let is_own = |id: &&str| home.join(format!("variants/{id}.json")).is_file();
    let own: Vec<&str> = library.variant_ids().filter(is_own).collect();
    let [one] = own[..] else { return "classic".to_owned() };
    one.to_owned()
}
