//! The port: what a tree of text files can do.

use std::fs::File;
use std::sync::Arc;
use std::{fmt, io};

/// The maximum size of a file that is read.
pub const MAX_BYTES: u64 = 32 << 20;

/// The kind of thing that a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    File,
    Folder,
    /// A link; where it leads is not known yet.
    Link,
    /// Something else: `a pipe`, `a device`.
    Special(&'static str),
    /// A file or folder whose name is not UTF-8, so that nothing can name it.
    Unnamed {
        is_folder: bool,
    },
}

/// An entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name in the folder.
    pub name: String,
    /// Its kind. A link is not followed.
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

    /// Returns the bytes of a file, which need not be text.
    ///
    /// # Errors
    /// It cannot be read, or is larger than `most`.
    fn read_bytes(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        within(self.read(name)?.into_bytes(), most)
    }

    /// Returns the beginning of a file, of at most this many bytes; what is not UTF-8 is replaced.
    ///
    /// # Errors
    /// It cannot be read.
    #[doc(hidden)]
    fn head(&self, name: &str, most: u64) -> io::Result<String> {
        let mut bytes = self.read_bytes(name, MAX_BYTES)?;
        bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

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

    /// Locks a file for something that appends to it, until the returned file is dropped; it is
    /// created if it is missing. `None`: nothing else can append to it.
    ///
    /// # Errors
    /// It is locked already, or cannot be opened.
    fn lock(&self, _name: &str) -> io::Result<Option<File>> {
        Ok(None)
    }

    /// Deletes a file.
    fn remove(&self, name: &str) -> io::Result<()>;

    /// Returns the entries of a folder by name; `""` is the top.
    ///
    /// # Errors
    /// It cannot be read, or has too many entries.
    fn entries(&self, folder: &str) -> io::Result<Vec<Entry>>;

    /// Returns the files of a folder. Nothing that is named within it is outside of it.
    fn folder(&self, name: &str) -> io::Result<Arc<dyn Files>>;
}

/// The error of a file of more bytes.
#[doc(hidden)]
pub fn too_large(most: u64) -> io::Error {
    let most = match most {
        most if most >= 1 << 20 => format!("{} MiB", most >> 20),
        most => format!("{} kB", most / 1_000),
    };
    io::Error::new(io::ErrorKind::FileTooLarge, format!("larger than {most}"))
}

/// Returns the bytes unless they are more.
#[doc(hidden)]
pub fn within(bytes: Vec<u8>, most: u64) -> io::Result<Vec<u8>> {
    if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes) }
}

#[doc(hidden)]
pub fn not_found() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "there is no such file")
}
