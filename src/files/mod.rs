//! The only way to files. A [`Files`] port is a tree of text files by name: those of a [`Folder`],
//! which nothing leaves and no link leads out of; those that the person names by a [`Typed`] path;
//! [`Embedded`] ones; those in [`Memory`]. Names are separated by `/`.
//!
//! [`walk`](mod@walk) lists a tree within limits, [`atomic`] replaces files.

#[cfg(feature = "app")]
pub mod atomic;
mod embedded;
#[cfg(feature = "app")]
mod folder;
mod memory;
#[cfg(feature = "app")]
mod typed;
pub mod walk;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(feature = "app")]
pub use atomic::{create_private_folder, write, write_private};
pub use embedded::Embedded;
#[cfg(feature = "app")]
pub use folder::Folder;
pub use memory::Memory;
#[cfg(feature = "app")]
pub use typed::Typed;

/// The maximum size of a file that is read.
pub const MAX_BYTES: u64 = 32 << 20;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A link; where it leads is not known yet.
    Link,
    /// Something else: `a pipe`, `a device`.
    Special(&'static str),
}

/// An entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name in the folder.
    pub name: String,
    /// What it is. A link is not followed.
    pub kind: FileKind,
}

/// A tree of text files.
pub trait Files: fmt::Debug + Send + Sync {
    /// Returns what a name stands for, following links; `None` if there is no such file.
    ///
    /// # Errors
    /// It is or passes through a link that may not be followed.
    fn kind(&self, name: &str) -> io::Result<Option<FileKind>>;

    /// Returns the text of a file.
    ///
    /// # Errors
    /// It cannot be read, is not UTF-8 text, or is larger than [`MAX_BYTES`].
    fn read(&self, name: &str) -> io::Result<String>;

    /// Replaces a file, or creates it with its folders. A reader sees the old text or the new one.
    ///
    /// # Errors
    /// It cannot be written; the old file is unchanged.
    fn write(&self, name: &str, text: &str) -> io::Result<()>;

    /// Appends to a file: before its last bytes if these are `closing`, so that a file can be
    /// complete at all times.
    ///
    /// # Errors
    /// It cannot be written; the file is unchanged.
    fn append(&self, name: &str, text: &str, closing: &str) -> io::Result<()>;

    /// Deletes a file.
    ///
    /// # Errors
    /// It cannot be deleted.
    fn remove(&self, name: &str) -> io::Result<()>;

    /// Returns the entries of a folder by name; `""` is the top.
    ///
    /// # Errors
    /// It cannot be read, or has too many entries.
    fn entries(&self, folder: &str) -> io::Result<Vec<Entry>>;

    /// Returns the files of a folder. Nothing that is named within it is outside of it.
    ///
    /// # Errors
    /// It cannot be opened.
    fn folder(&self, name: &str) -> io::Result<Arc<dyn Files>>;
}

/// A file with its port.
#[derive(Clone, Debug)]
pub struct FileRef {
    files: Arc<dyn Files>,
    name: String,
    path: PathBuf,
}

impl FileRef {
    /// Names a file; `path` is how it is displayed.
    #[must_use]
    pub fn new(files: Arc<dyn Files>, name: &str, path: PathBuf) -> Self {
        Self { files, name: name.to_owned(), path }
    }

    /// Names a file whose path is displayed as it is.
    #[must_use]
    pub fn plain(files: Arc<dyn Files>, name: &str) -> Self {
        Self::new(files, name, name.into())
    }

    /// Returns its path in messages.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns its text.
    ///
    /// # Errors
    /// Those of [`Files::read`].
    pub fn read(&self) -> io::Result<String> {
        self.files.read(&self.name)
    }

    /// Replaces it.
    ///
    /// # Errors
    /// Those of [`Files::write`].
    pub fn write(&self, text: &str) -> io::Result<()> {
        self.files.write(&self.name, text)
    }

    /// Appends to it.
    ///
    /// # Errors
    /// Those of [`Files::append`].
    pub fn append(&self, text: &str, closing: &str) -> io::Result<()> {
        self.files.append(&self.name, text, closing)
    }

    /// Returns the file of the same folder with a longer name. It was not named by anybody: unlike
    /// this file, it is confined to the folder.
    ///
    /// # Errors
    /// The folder cannot be opened.
    pub fn beside(&self, suffix: &str) -> io::Result<Self> {
        let at = Path::new(&self.name);
        let name = at.file_name().unwrap_or_default().to_string_lossy();
        let folder = at.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.map_or_else(|| ".".into(), |folder| folder.to_string_lossy());
        let mut path = self.path.clone().into_os_string();
        path.push(suffix);
        Ok(Self::new(self.files.folder(&folder)?, &format!("{name}{suffix}"), path.into()))
    }

    /// Writes it, or deletes it if there is no text.
    ///
    /// # Errors
    /// It cannot be written or deleted.
    pub fn put(&self, text: Option<&str>) -> io::Result<()> {
        match text {
            Some(text) => self.write(text),
            None if self.files.kind(&self.name)?.is_some() => self.files.remove(&self.name),
            None => Ok(()),
        }
    }
}

fn not_found() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "there is no such file")
}
