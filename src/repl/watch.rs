//! Watches scripts and variants: reports errors above the line being typed when a file is saved,
//! and reloads valid files before the next input.

use notify_debouncer_mini::notify::{self, RecommendedWatcher, RecursiveMode};
use notify_debouncer_mini::{DebounceEventResult, Debouncer, new_debouncer};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

/// Debounce interval: editors write a file in several steps.
const PAUSE: Duration = Duration::from_millis(100);

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

type Watcher = Debouncer<RecommendedWatcher>;

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
        let mut before = lockfile(&paths);
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
            let now = lockfile(&looked_after);
            let names = differing(&before, &now);
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
        let mut debouncer = new_debouncer(PAUSE, notice).map_err(io::Error::other)?;
        let around = debouncer.watcher().watch(&home, RecursiveMode::NonRecursive);
        around.map_err(io::Error::other)?;
        for path in paths.iter().filter(|path| path.exists()) {
            look_after(&mut debouncer, path).map_err(io::Error::other)?;
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

fn look_after(watcher: &mut Watcher, path: &Path) -> notify::Result<()> {
    let mode = if path.is_dir() { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
    watcher.watcher().watch(path, mode)
}

/// The modification time and length of each file; reading them causes no event.
type FileStamps = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// The stamps of these scripts and variants, and of those in these folders.
fn lockfile(paths: &[PathBuf]) -> FileStamps {
    let mut found = FileStamps::new();
    let mut open: Vec<PathBuf> = paths.to_vec();
    while let Some(path) = open.pop() {
        let Ok(about) = path.metadata() else { continue };
        if about.is_dir() {
            let inner = path.read_dir().into_iter().flatten().flatten();
            open.extend(inner.map(|entry| entry.path()));
        } else if path
            .extension()
            .is_some_and(|end| ["rhai", "json", "md"].iter().any(|one| end == *one))
        {
            found.insert(path, (about.modified().ok(), about.len()));
        }
    }
    found
}

/// The names of the files that have changed.
fn differing(before: &FileStamps, now: &FileStamps) -> Vec<String> {
    let all: BTreeSet<&PathBuf> = before.keys().chain(now.keys()).collect();
    let differing = all.into_iter().filter(|path| before.get(*path) != now.get(*path));
    let name = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
    differing.filter_map(name).collect()
}
