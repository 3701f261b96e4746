//! Watches scripts and variants: reports errors above the line being typed when a file is saved,
//! and reloads valid files before the next input.

use crate::base::files::walk;
use crate::disk::Typed;
use notify_debouncer_mini::notify::{self, RecommendedWatcher, RecursiveMode};
use notify_debouncer_mini::{
    Config, DebounceEventHandler, DebounceEventResult, Debouncer, new_debouncer_opt,
};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

/// Debounce interval: editors write a file in several steps.
const PAUSE: Duration = Duration::from_millis(100);

/// The extensions of scripts, of variants and of sessions.
const EXTENSIONS: [&str; 3] = ["rhai", "json", "md"];

/// Returns the rendered errors of the current files; `None` if they are valid.
pub type FileCheck = Box<dyn Fn() -> Option<String> + Send>;

/// The files to watch, and how to check them.
pub struct WatchConfig {
    /// The folder in which subfolders may be created later.
    pub home: PathBuf,
    /// Files, and folders with their subfolders; they may not exist yet.
    pub paths: Vec<PathBuf>,
    pub check: FileCheck,
}

/// A running file watcher.
pub struct FileWatch {
    changed: Arc<AtomicBool>,
    _watcher: Arc<Mutex<Option<Watcher>>>,
}

/// A watcher of the system, which reports changes once they have settled.
pub type Watcher = Debouncer<RecommendedWatcher>;

impl FileWatch {
    /// Starts watching; the names of saved files, and the errors they have, go to `say`.
    ///
    /// # Errors
    /// The system cannot watch these files.
    pub fn start(
        watched: WatchConfig,
        mut say: impl FnMut(&str, Option<String>) + Send + 'static,
    ) -> io::Result<Self> {
        let changed = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&changed);
        let WatchConfig { home, paths, check } = watched;
        let mut before = FileStamps::of(&paths);
        let looked_after = paths.clone();
        let watcher: Arc<Mutex<Option<Watcher>>> = Arc::default();
        let later = Arc::downgrade(&watcher);
        let notice = move |events: DebounceEventResult| {
            // Folders created later are watched from now on.
            let made = events.iter().flatten().map(|event| &event.path);
            let mut made = made.filter(|path| looked_after.contains(path)).peekable();
            if made.peek().is_some()
                && let Some(watcher) = later.upgrade()
                && let Ok(mut watcher) = watcher.lock()
                && let Some(watcher) = watcher.as_mut()
            {
                made.for_each(|path| drop(look_after(watcher, path)));
            }
            // Reading a file is an event too.
            let now = FileStamps::of(&looked_after);
            let names = before.differing(&now);
            if events.is_err() || names.is_empty() {
                return;
            }
            before = now;
            let errors = check();
            if errors.is_none() {
                flag.store(true, Ordering::Release);
            }
            say(&names.join(", "), errors);
        };
        let mut debouncer = watcher_of(notice)?;
        let around = debouncer.watcher().watch(&home, RecursiveMode::NonRecursive);
        around.map_err(io::Error::other)?;
        for path in &paths {
            look_after(&mut debouncer, path)?;
        }
        if let Ok(mut watcher) = watcher.lock() {
            *watcher = Some(debouncer);
        }
        Ok(Self { changed, _watcher: watcher })
    }

    /// Whether valid files were saved since the last call.
    pub fn take(&self) -> bool {
        self.changed.swap(false, Ordering::AcqRel)
    }
}

/// Creates a watcher that tells a handler of changes. It follows no link: a folder may be
/// anybody's.
///
/// # Errors
/// The system cannot watch files.
pub fn watcher_of(handler: impl DebounceEventHandler) -> io::Result<Watcher> {
    let links = notify::Config::default().with_follow_symlinks(false);
    let config = Config::default().with_timeout(PAUSE).with_notify_config(links);
    new_debouncer_opt(config, handler).map_err(io::Error::other)
}

/// Watches a file, or a folder with its subfolders, if it exists and is no link to a folder.
///
/// # Errors
/// The system cannot watch it.
pub fn look_after(watcher: &mut Watcher, path: &Path) -> io::Result<()> {
    let mode = match path.is_dir() {
        true if path.is_symlink() => return Ok(()),
        true => RecursiveMode::Recursive,
        false if path.exists() => RecursiveMode::NonRecursive,
        false => return Ok(()),
    };
    watcher.watcher().watch(path, mode).map_err(io::Error::other)
}

/// Whether a file counts, by its name: a script, a variant or a session that is not hidden.
pub fn is_watched(name: &str) -> bool {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension)) && !walk::is_skipped(name)
}

/// The modification time and length of each file that is watched; reading them causes no event.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct FileStamps(BTreeMap<PathBuf, (Option<SystemTime>, u64)>);

impl FileStamps {
    /// The stamps of these files, and of those in these folders: only of what is also read there.
    pub fn of<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> Self {
        let mut stamps = Self::default();
        for path in paths {
            if !path.is_dir() {
                stamps.add(path.clone());
            } else if !path.is_symlink()
                && let Ok(folder) = Typed::open(path)
            {
                let tree = walk::walk(folder.as_ref(), "", &is_watched);
                tree.files.iter().for_each(|name| stamps.add(path.join(name)));
            }
        }
        stamps
    }

    fn add(&mut self, path: PathBuf) {
        if let Ok(about) = path.metadata() {
            self.0.insert(path, (about.modified().ok(), about.len()));
        }
    }

    /// The names of the files that have changed since.
    fn differing(&self, now: &Self) -> Vec<String> {
        let all: BTreeSet<&PathBuf> = self.0.keys().chain(now.0.keys()).collect();
        let differing = all.into_iter().filter(|path| self.0.get(*path) != now.0.get(*path));
        let name =
            |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
        differing.filter_map(name).collect()
    }
}
