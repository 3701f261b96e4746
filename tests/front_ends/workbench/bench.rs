//! A workbench on a thread, with its sockets.

use crate::waiting::HANGING;
use litterbox::base::files::{Entry, FileKind, Files};
use litterbox::disk::Folder;
use litterbox::internals::limits::ConnectionLimits;
use litterbox::internals::links::Links;
use litterbox::internals::server::{Control, ServerConfig, control, serve};
use litterbox::internals::table::{Table, TableOptions, Who};
use litterbox::internals::{Journal, Workbench, workbench_page};
use litterbox::shell::Shell;
use litterbox::variant::Library;
use serde_json::{Value as Json, json};
use std::fs;
use std::io;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use tempfile::TempDir;

pub fn put(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A folder with these files.
pub fn folder<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    files.into_iter().for_each(|(name, text)| put(folder.path(), name, text));
    folder
}

/// The limits of a workbench, without those that a slow machine could reach.
pub fn limits() -> ConnectionLimits {
    let (greeting, silence) = (HANGING, HANGING);
    let (author_message, unsent, frames_a_second) = (3 << 20, 5_000, 1_000);
    let changed =
        ConnectionLimits { author_message, unsent, frames_a_second, ..ConnectionLimits::default() };
    ConnectionLimits { greeting, silence, ..changed }
}

/// A folder that counts what is read.
#[derive(Debug)]
struct Counted(Arc<dyn Files>, Arc<AtomicUsize>);

impl Files for Counted {
    fn kind(&self, name: &str) -> io::Result<Option<FileKind>> {
        self.0.kind(name)
    }

    fn read(&self, name: &str) -> io::Result<String> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.read(name)
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        self.0.write(name, text)
    }

    fn append(&self, name: &str, text: &str, closing: &str) -> io::Result<()> {
        self.0.append(name, text, closing)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.0.remove(name)
    }

    fn entries(&self, folder: &str) -> io::Result<Vec<Entry>> {
        self.0.entries(folder)
    }

    fn folder(&self, name: &str) -> io::Result<Arc<dyn Files>> {
        Ok(Arc::new(Self(self.0.folder(name)?, self.1.clone())))
    }
}

/// A workbench on a thread.
pub struct Bench {
    pub folder: TempDir,
    pub port: u16,
    n_reads: Arc<AtomicUsize>,
    links: Links,
    control: Control,
    thread: Option<JoinHandle<()>>,
}

impl Bench {
    /// Serves the variant of a folder.
    pub fn of(folder: TempDir, variant: &str, limits: ConnectionLimits) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (control, jobs) = control();
        let (links, root) = (Links::draw().unwrap(), folder.path().to_owned());
        let (kept, wakes, variant) = (links.clone(), control.clone(), variant.to_owned());
        let n_reads = Arc::<AtomicUsize>::default();
        let counter = n_reads.clone();
        let run = move || {
            let folder = Arc::new(Folder::open(&root).unwrap());
            let files: Arc<dyn Files> = Arc::new(Counted(folder, counter));
            let (mut bench, shell) = Workbench::open((files, root), &variant, wakes).unwrap();
            let options = TableOptions { window: 0, editor_url: None };
            let mut table = Table::new(Shell::new(Library::embedded()), Journal::off(), options);
            table.put_shell(shell, true, Duration::ZERO);
            let (say, keep) = (Box::new(|_: &str| ()), Box::new(|_: &Links| Ok(())));
            let origins = vec![format!("http://127.0.0.1:{port}")];
            let (public, page, proxies) = (origins[0].clone(), workbench_page, Vec::new());
            let config =
                ServerConfig { links: kept, origins, proxies, public, limits, page, keep, say };
            serve(&mut table, Some(&mut bench), listener, config, jobs).unwrap();
        };
        let thread = std::thread::Builder::new().stack_size(litterbox::base::STACK_SIZE);
        Self { folder, port, n_reads, links, control, thread: Some(thread.spawn(run).unwrap()) }
    }

    /// The number of files that the workbench has read.
    pub fn n_reads(&self) -> usize {
        self.n_reads.load(Ordering::Relaxed)
    }

    /// Says that another program has changed files.
    pub fn reload(&self) {
        self.control.reload();
    }

    pub fn link(&self, who: &Who) -> String {
        self.links.link(who)
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        self.control.stop();
        let ended = self.thread.take().unwrap().join();
        assert!(ended.is_ok() || std::thread::panicking(), "the workbench has panicked");
    }
}

/// A message to the workbench.
pub fn work(message: &Json) -> Json {
    json!({ "type": "work", "work": message })
}
