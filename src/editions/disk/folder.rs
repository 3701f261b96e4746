//! The files of a folder of the disk, which is opened once: nothing that is named afterwards can be
//! outside of it, whatever links and `..` it contains.

use super::atomic::{self, Mode};
use crate::base::files::walk::{MAX_ENTRIES, not_a_file};
use crate::base::files::{Entry, FileKind, Files, MAX_BYTES, not_found, too_large, within};
use crate::base::output;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, FileType, OpenOptions};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// A folder of the disk, as a capability. Reading follows links that stay inside; nothing is
/// written through a link, and no folder is opened through one.
#[derive(Debug)]
pub struct Folder {
    dir: Dir,
}

/// The use of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Read,
    Write,
    Open,
}

impl Folder {
    /// Opens a folder by its path, which may be a link.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        Ok(Self { dir: Dir::open_ambient_dir(path, ambient_authority())? })
    }

    /// Checks that a name is inside of the folder.
    fn checked(&self, name: &str, purpose: Purpose) -> io::Result<PathBuf> {
        let mut path = PathBuf::new();
        for part in Path::new(name).components() {
            match part {
                Component::CurDir => continue,
                Component::Normal(part) => path.push(part),
                _ => return Err(refused(format!("`{name}` is outside of the folder"))),
            }
            let is_link = |at: &Path| self.dir.symlink_metadata(at).is_ok_and(|of| of.is_symlink());
            if !is_link(&path) {
                continue;
            }
            let target = self.dir.read_link_contents(&path).unwrap_or_default();
            let [from, to] = [&path, &target].map(|path| output::path(path));
            let link = format!("`{from}` is a link to `{to}`");
            let leaves = || matches!(self.dir.metadata(&path), Err(why) if !is_missing(&why));
            match purpose {
                Purpose::Write => {
                    return Err(refused(format!("{link}: nothing is written through a link")));
                }
                Purpose::Open => {
                    let how = "name its target instead, for a folder with `--home`";
                    return Err(refused(format!("{link}: {how}")));
                }
                Purpose::Read if leaves() => {
                    return Err(refused(format!("{link}: no link out of the folder is followed")));
                }
                Purpose::Read => {}
            }
        }
        if path.as_os_str().is_empty() {
            path.push(".");
        }
        Ok(path)
    }

    /// The kind of a checked path, following links.
    fn kind_of(&self, path: &Path) -> io::Result<Option<FileKind>> {
        match self.dir.metadata(path) {
            Ok(about) => Ok(Some(kind(about.file_type()))),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The folder and the name of a file that is written, and which is a regular file or none.
    fn place<'a>(&self, path: &'a Path) -> io::Result<(Dir, &'a OsStr)> {
        let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        match self.kind_of(path)? {
            Some(FileKind::File) | None => {}
            Some(other) => return Err(refused(not_a_file(word(other)))),
        }
        let Some(parent) = parent else { return Ok((self.dir.try_clone()?, name)) };
        self.dir.create_dir_all(parent)?;
        Ok((self.dir.open_dir(parent)?, name))
    }

    /// Waits until no other program holds this folder, and holds it until the result is dropped:
    /// for what reads several files and then changes them.
    ///
    /// # Errors
    /// The system cannot lock folders.
    #[doc(hidden)]
    pub fn hold(&self) -> io::Result<File> {
        // It is opened again: the handle is only good for lookups.
        let folder = self.dir.open(".")?.into_std();
        folder.lock()?;
        Ok(folder)
    }

    /// Creates a folder and those above it.
    ///
    /// # Errors
    /// It cannot be created.
    pub fn create_folder(&self, name: &str) -> io::Result<()> {
        self.dir.create_dir_all(self.checked(name, Purpose::Write)?)
    }
}

impl Files for Folder {
    fn kind(&self, name: &str) -> io::Result<Option<FileKind>> {
        self.kind_of(&self.checked(name, Purpose::Read)?)
    }

    fn read(&self, name: &str) -> io::Result<String> {
        text(self.read_bytes(name, MAX_BYTES)?)
    }

    fn read_bytes(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        let path = self.checked(name, Purpose::Read)?;
        let about = self.dir.metadata(&path)?;
        match kind(about.file_type()) {
            FileKind::File if about.len() > most => return Err(too_large(most)),
            FileKind::File => {}
            other => return Err(refused(not_a_file(word(other)))),
        }
        limited(self.dir.open(path)?, most)
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        let path = self.checked(name, Purpose::Write)?;
        let (folder, name) = self.place(&path)?;
        atomic::replace(&folder, name, text, Mode::Kept)
    }

    fn append(&self, name: &str, text: &str, closing: &str) -> io::Result<()> {
        let path = self.checked(name, Purpose::Write)?;
        let (folder, name) = self.place(&path)?;
        let file = folder.open_with(name, OpenOptions::new().read(true).write(true))?;
        atomic::append(&mut file.into_std(), text, closing)
    }

    fn lock(&self, name: &str) -> io::Result<Option<File>> {
        let path = self.checked(name, Purpose::Write)?;
        let (folder, name) = self.place(&path)?;
        atomic::lock(&folder, name)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        // A link is deleted, not what it leads to.
        let path = Path::new(name);
        let parent = path.parent().and_then(Path::to_str).unwrap_or_default();
        self.checked(parent, Purpose::Write)?;
        self.dir.remove_file(path)
    }

    fn entries(&self, folder: &str) -> io::Result<Vec<Entry>> {
        let path = self.checked(folder, Purpose::Read)?;
        let mut entries = Vec::new();
        for entry in self.dir.read_dir(path)?.take(MAX_ENTRIES + 1) {
            let entry = entry?;
            let kind = kind(entry.file_type()?);
            entries.push(match entry.file_name().into_string() {
                Ok(name) => Entry { name, kind },
                Err(name) => Entry {
                    name: name.to_string_lossy().into_owned(),
                    kind: FileKind::Unnamed { is_folder: kind == FileKind::Folder },
                },
            });
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn folder(&self, name: &str) -> io::Result<Arc<dyn Files>> {
        let path = self.checked(name, Purpose::Open)?;
        match self.kind_of(&path)? {
            Some(FileKind::Folder) => Ok(Arc::new(Self { dir: self.dir.open_dir(path)? })),
            Some(_) => Err(refused("not a folder".to_owned())),
            None => Err(not_found()),
        }
    }
}

fn refused(why: String) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, why)
}

/// Whether an error says that there is no such file.
pub(super) fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// The kind of a file in words.
pub(super) const fn word(kind: FileKind) -> &'static str {
    match kind {
        FileKind::File => "a file",
        FileKind::Folder => "a folder",
        FileKind::Link => "a link",
        FileKind::Special(what) => what,
        FileKind::Unnamed { .. } => "something whose name is not UTF-8",
    }
}

/// The kind of a file, which is not followed if it is a link.
pub(super) fn kind(of: FileType) -> FileKind {
    if of.is_file() {
        FileKind::File
    } else if of.is_dir() {
        FileKind::Folder
    } else if of.is_symlink() {
        FileKind::Link
    } else {
        FileKind::Special(special(of))
    }
}

#[cfg(unix)]
fn special(of: FileType) -> &'static str {
    use cap_std::fs::FileTypeExt;
    if of.is_fifo() {
        "a pipe"
    } else if of.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn special(_: FileType) -> &'static str {
    "a device"
}

/// Reads a file that may grow meanwhile.
pub(super) fn limited(file: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    within(bytes, most)
}

/// Returns the text of bytes that were read.
pub(super) fn text(bytes: Vec<u8>) -> io::Result<String> {
    let text = String::from_utf8(bytes);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "not UTF-8 text"))
}
