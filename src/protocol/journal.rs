//! The journal: every entry is written before its reply is shown, so that a session can be resumed
//! after a crash, a kill or a closed window. The file is a transcript that is appended to; each
//! line is written by one call. Only the user may read it.

use super::journal_folder::{clear_out, files, folder};
use crate::base::output;
use crate::disk::create_private_folder;
use crate::shell::Keeper;
use crate::transcript::{JournalText, LEAVE, SessionInput, Transcript, sealed_inputs};
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The size of a journal that is not read any more.
const MAX_BYTES: u64 = 1 << 28;

/// A journal read from its file.
#[derive(Debug)]
pub struct FoundJournal {
    /// The journal, open for appending.
    pub journal: Journal,
    pub text: JournalText,
    pub path: PathBuf,
}

/// A journal that has no file yet.
#[derive(Debug)]
struct PlannedJournal {
    /// The name of the file; `None` without a home folder.
    path: Option<PathBuf>,
    text: String,
    interactive: bool,
}

/// The open file of a journal, which is locked as long as it is open.
pub trait JournalFile: fmt::Debug + Send {
    /// Writes bytes at the end.
    ///
    /// # Errors
    /// They cannot be written; some of them may have been.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Removes what is beyond this length.
    ///
    /// # Errors
    /// It cannot be removed.
    fn cut(&mut self, length: u64) -> io::Result<()>;
}

impl JournalFile for File {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }
}

/// A file that ends with a whole line at all times: what cannot be written is cut off.
#[derive(Debug)]
struct WholeLines {
    file: Box<dyn JournalFile>,
    /// The length of its whole lines, and that before the last ones.
    length: u64,
    before: u64,
    /// Whether there may be a part of a line beyond them.
    is_torn: bool,
}

impl WholeLines {
    fn new(file: Box<dyn JournalFile>, length: u64) -> Self {
        Self { file, length, before: length, is_torn: false }
    }

    fn append(&mut self, text: &str) -> io::Result<()> {
        if self.is_torn {
            self.file.cut(self.length)?;
            self.is_torn = false;
        }
        let written = self.file.append(text.as_bytes());
        match written {
            Ok(()) => (self.before, self.length) = (self.length, self.length + text.len() as u64),
            Err(_) => self.is_torn = self.file.cut(self.length).is_err(),
        }
        written
    }

    fn take_back(&mut self) {
        self.length = self.before;
        self.is_torn = self.file.cut(self.length).is_err();
    }
}

/// The journal of a session. The file is created with the second entry, so that only looking at the
/// start of a game leaves no file.
#[derive(Debug, Default)]
pub struct Journal {
    file: Option<WholeLines>,
    planned: Option<PlannedJournal>,
    #[cfg_attr(not(feature = "serve"), expect(dead_code, reason = "links are beside it"))]
    path: Option<PathBuf>,
}

impl Journal {
    /// A journal that writes nothing.
    pub fn off() -> Self {
        Self::default()
    }

    /// Creates a journal for a new session, which began with this game and these inputs.
    pub fn new(game: &Transcript, begun: &[SessionInput]) -> Self {
        let text = game.to_journal(begun);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let name = format!("{now:013}-{}.jsonl", std::process::id());
        let path = folder().map(|folder| folder.join(name));
        let interactive = game.header.session.as_ref().is_some_and(|session| session.interactive);
        let planned = PlannedJournal { path: path.clone(), text, interactive };
        Self { file: None, planned: Some(planned), path }
    }

    /// The name of the file, also of one that is not created yet.
    #[cfg(feature = "serve")]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// A journal that is written to this file, which has only whole lines, of this length.
    #[cfg(feature = "serve")]
    pub fn on(file: Box<dyn JournalFile>, length: u64) -> Self {
        Self { file: Some(WholeLines::new(file, length)), ..Self::default() }
    }

    /// Whether it is written, or will be.
    pub const fn is_on(&self) -> bool {
        self.file.is_some() || self.planned.is_some()
    }

    /// Creates the file without an entry.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn create(&mut self) -> io::Result<()> {
        if let Some(planned) = self.planned.take() {
            let file = Box::new(begin(&planned)?);
            self.file = Some(WholeLines::new(file, planned.text.len() as u64));
        }
        Ok(())
    }

    /// Marks the session as ended by the user. Returns whether it can be resumed.
    pub fn end(&mut self) -> bool {
        let is_kept = self.file.is_some();
        if is_kept {
            let left = SessionInput { input: LEAVE.into(), game: None, hash: None, ply: None };
            // Only marks the end as normal; nothing depends on it.
            let _ = self.keep(&[left]);
        }
        is_kept
    }

    /// Opens the journal of an earlier session, by default the last one at a terminal.
    ///
    /// # Errors
    /// There is none, it is in use, or it cannot be read.
    pub fn resume(path: Option<&Path>) -> io::Result<FoundJournal> {
        let none = || io::Error::new(io::ErrorKind::NotFound, "there is no session to resume");
        match path {
            Some(path) => open(path)?.ok_or_else(|| {
                io::Error::new(
                    io::ErrorKind::WouldBlock,
                    "this session is still open in another process",
                )
            }),
            None => {
                let mut paths = files(&folder().ok_or_else(none)?);
                paths.reverse();
                for path in paths {
                    if let Some(found) = open(&path).map_err(|error| at(&path, &error))? {
                        return Ok(found);
                    }
                }
                Err(none())
            }
        }
    }

    /// Replaces the file of a damaged journal by one with this game and these inputs. Returns the
    /// name under which the damaged file is kept.
    ///
    /// # Errors
    /// The files cannot be written; the damaged file is unchanged.
    pub fn set_aside(
        &mut self,
        path: &Path,
        game: &Transcript,
        kept: &[SessionInput],
    ) -> io::Result<PathBuf> {
        let names = (1_u32..).map(|n| match n {
            1 => path.with_extension("jsonl.damaged"),
            n => path.with_extension(format!("jsonl.damaged{n}")),
        });
        let mut free = names.filter(|name| fs::symlink_metadata(name).is_err());
        let aside = free.next().unwrap_or_else(|| path.with_extension("damaged"));
        fs::hard_link(path, &aside).or_else(|_| fs::copy(path, &aside).map(drop))?;
        let repaired = path.with_extension("repaired");
        // What an earlier attempt left.
        let _ = fs::remove_file(&repaired);
        let mut file = private().create_new(true).append(true).open(&repaired)?;
        file.lock()?;
        file.write_all(game.to_journal(kept).as_bytes())?;
        file.sync_all()?;
        let length = file.metadata()?.len();
        fs::rename(&repaired, path)?;
        self.file = Some(WholeLines::new(Box::new(file), length));
        Ok(aside)
    }
}

impl Keeper for Journal {
    fn keep(&mut self, inputs: &[SessionInput]) -> io::Result<Option<String>> {
        if let Err(error) = self.create() {
            let what = "the journal cannot be written, so this session cannot be resumed later";
            return Ok(Some(format!("{what}: {error}")));
        }
        let Some(file) = &mut self.file else { return Ok(None) };
        file.append(&sealed_inputs(inputs)).map(|()| None)
    }

    fn take_back(&mut self) {
        self.file.iter_mut().for_each(WholeLines::take_back);
    }

    fn close(&mut self) {
        (self.file, self.planned) = (None, None);
    }
}

/// Creates the file of a journal.
fn begin(planned: &PlannedJournal) -> io::Result<File> {
    let path =
        planned.path.as_deref().ok_or_else(|| io::Error::other("there is no home folder"))?;
    let folder = path.parent().unwrap_or(path);
    create_private_folder(folder).map_err(|error| at(folder, &error))?;
    clear_out(folder, planned.interactive);
    let opened = private().create_new(true).append(true).open(path);
    let mut file = opened.map_err(|error| at(path, &error))?;
    let begun = file.lock().and_then(|()| file.write_all(planned.text.as_bytes()));
    if begun.is_err() {
        // A part of a line is no journal.
        let _ = fs::remove_file(path);
    }
    begun.map(|()| file).map_err(|error| at(path, &error))
}

fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", output::path(path)))
}

/// Options that create files for the user only.
fn private() -> OpenOptions {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "permissions are those of the folder"))]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Opens a journal for appending; `None` if it is in use.
fn open(path: &Path) -> io::Result<Option<FoundJournal>> {
    let wrong = |why: &str| Err(io::Error::new(io::ErrorKind::InvalidData, why.to_owned()));
    let about = fs::metadata(path)?;
    if !about.is_file() {
        return wrong("not a regular file");
    }
    if about.len() > MAX_BYTES {
        return wrong("larger than 256 MiB");
    }
    let file = OpenOptions::new().read(true).append(true).open(path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
        Err(TryLockError::Error(error)) => return Err(error),
    }
    let text = JournalText::read(BufReader::new(&file))?;
    let length = file.metadata()?.len();
    let file = WholeLines::new(Box::new(file), length);
    let journal = Journal { file: Some(file), planned: None, path: Some(path.to_owned()) };
    Ok(Some(FoundJournal { journal, text, path: path.to_owned() }))
}
