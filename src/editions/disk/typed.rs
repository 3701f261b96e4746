//! The files that the person names: on the command line, or typed at the prompt.

use super::folder::{is_missing, kind, limited, text, word};
use super::{Folder, atomic};
use crate::base::files::walk::not_a_file;
use crate::base::files::{Entry, FileKind, Files, MAX_BYTES, is_of_system, too_large};
use cap_std::fs::Metadata;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

/// All files of the disk by path. A path may be a link or a device: who types it may mean that. A
/// pipe is read only below `/dev` and `/proc`, where the shell puts those of the command line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Typed;

impl Typed {
    /// Opens a folder, with the person's authority; the current one if the path is empty.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn open(path: &Path) -> io::Result<Arc<dyn Files>> {
        Ok(Arc::new(Folder::open(path)?))
    }
}

impl Files for Typed {
    fn kind(&self, name: &str) -> io::Result<Option<FileKind>> {
        match about(name) {
            Ok((kind, _)) => Ok(Some(kind)),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn read(&self, name: &str) -> io::Result<String> {
        read(Path::new(name))
    }

    fn read_bytes(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        bytes(Path::new(name), most)
    }

    fn head(&self, name: &str, most: u64) -> io::Result<String> {
        let mut bytes = Vec::new();
        File::open(name)?.take(most).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        atomic::write(Path::new(name), text)
    }

    fn append(&self, name: &str, text: &str, closing: &str) -> io::Result<()> {
        let is_file = self.kind(name)? == Some(FileKind::File);
        let mut file = OpenOptions::new().read(is_file).write(true).open(name)?;
        if is_file {
            atomic::append(&mut file, text, closing)
        } else {
            io::Write::write_all(&mut file, text.as_bytes())
        }
    }

    fn lock(&self, name: &str) -> io::Result<Option<File>> {
        match atomic::place(Path::new(name))? {
            Some((folder, name)) => atomic::lock(&folder, &name),
            None => Ok(None),
        }
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(name)
    }

    fn entries(&self, folder: &str) -> io::Result<Vec<Entry>> {
        Folder::open(Path::new(folder))?.entries("")
    }

    fn folder(&self, name: &str) -> io::Result<Arc<dyn Files>> {
        Self::open(Path::new(name))
    }
}

/// Returns the text of a file whose path was typed by the person; the name need not be UTF-8.
///
/// # Errors
/// It cannot be read, is not UTF-8 text, or is larger than [`MAX_BYTES`].
pub fn read(path: &Path) -> io::Result<String> {
    text(bytes(path, MAX_BYTES)?)
}

fn bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let (kind, size) = about(path)?;
    match kind {
        FileKind::File if size > most => return Err(too_large(most)),
        FileKind::Special(_) if path.to_str().is_some_and(is_of_system) => {}
        FileKind::File => {}
        other => return Err(io::Error::other(not_a_file(word(other)))),
    }
    limited(File::open(path)?, most)
}

/// The kind of what a path leads to, and its size.
fn about(path: impl AsRef<Path>) -> io::Result<(FileKind, u64)> {
    let about = Metadata::from_just_metadata(fs::metadata(path)?);
    Ok((kind(about.file_type()), about.len()))
}
