//! Atomic writes: a reader sees the old file or the new one, also after a kill, a power failure or
//! on a full disk.

use crate::base::output;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use cap_tempfile::TempFile;
use std::ffi::{OsStr, OsString};
#[cfg(unix)]
use std::fs::TryLockError;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The permissions of a written file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Those of the file that is replaced; a new file has those of the umask.
    Kept,
    /// Only the user may read and write it.
    Private,
}

/// Writes a file whose path was typed by the person. A link is followed; what is not a regular file
/// (a device, a pipe) is written in place.
///
/// # Errors
/// It cannot be written; the old file is unchanged.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    match place(path)? {
        Some((folder, name)) => replace(&folder, &name, text, Mode::Kept),
        None => in_place(path)?.write_all(text.as_bytes()),
    }
}

/// The folder and the name of a file that a typed path leads to; `None`: it is written in place.
pub(super) fn place(path: &Path) -> io::Result<Option<(Dir, OsString)>> {
    let path = match fs::metadata(path) {
        Ok(about) if !about.is_file() => return Ok(None),
        Ok(_) => fs::canonicalize(path)?,
        // A link to a file that does not exist.
        Err(_) if fs::symlink_metadata(path).is_ok() => return Ok(None),
        Err(_) => path.to_owned(),
    };
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    Ok(Some((folder_of(&path)?, name.to_owned())))
}

/// A file that is written piece by piece: rows of data, as many as there are. It replaces the old
/// one when it is whole.
#[derive(Debug)]
#[doc(hidden)]
pub struct Draft {
    path: PathBuf,
    place: Option<(Dir, OsString)>,
}

/// A draft that is being written.
#[derive(Debug)]
#[doc(hidden)]
pub struct OpenDraft<'d> {
    file: File,
    temporary: Option<(TempFile<'d>, &'d Dir, &'d OsStr)>,
}

impl Draft {
    /// A draft of the file that a typed path leads to.
    ///
    /// # Errors
    /// Its folder cannot be opened.
    #[doc(hidden)]
    pub fn new(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.to_owned(), place: place(path)? })
    }

    /// Begins to write it.
    ///
    /// # Errors
    /// It cannot be written.
    #[doc(hidden)]
    pub fn open(&self) -> io::Result<OpenDraft<'_>> {
        let Some((folder, name)) = &self.place else {
            return Ok(OpenDraft { file: in_place(&self.path)?, temporary: None });
        };
        let temporary = TempFile::new(folder)?;
        set_mode(folder, name, &temporary, Mode::Kept)?;
        let file = temporary.as_file().try_clone()?.into_std();
        Ok(OpenDraft { file, temporary: Some((temporary, folder, name)) })
    }
}

impl OpenDraft<'_> {
    /// A writer to it.
    ///
    /// # Errors
    /// It cannot be opened again.
    #[doc(hidden)]
    pub fn stream(&self) -> io::Result<impl Write + Send + 'static> {
        self.file.try_clone().map(io::BufWriter::new)
    }

    /// Replaces the old file.
    ///
    /// # Errors
    /// It cannot be written; the old file is unchanged.
    #[doc(hidden)]
    pub fn commit(self) -> io::Result<()> {
        match self.temporary {
            Some((file, folder, name)) => put(file, folder, name),
            None => Ok(()),
        }
    }
}

/// Checks that [`write()`] can write a file, without changing it.
///
/// # Errors
/// It cannot be written.
pub fn check(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(about) if about.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(about) if about.is_file() => check_folder(&fs::canonicalize(path)?),
        Err(_) if fs::symlink_metadata(path).is_err() => check_folder(path),
        _ => Ok(()),
    }
}

/// Checks that a file can be created beside this one.
fn check_folder(path: &Path) -> io::Result<()> {
    TempFile::new(&folder_of(path)?).map(drop)
}

/// Opens the folder of a file.
fn folder_of(path: &Path) -> io::Result<Dir> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or_else(|| Path::new("."));
    Dir::open_ambient_dir(parent, ambient_authority()).map_err(|error| no_folder(parent, error))
}

/// Names a folder that does not exist.
fn no_folder(folder: &Path, error: io::Error) -> io::Error {
    if error.kind() != io::ErrorKind::NotFound {
        return error;
    }
    let why = format!("the folder `{}` does not exist; create it first", output::path(folder));
    io::Error::new(io::ErrorKind::NotFound, why)
}

/// Writes a file of the user's state folder: only the user may read it.
///
/// # Errors
/// It cannot be written; the old file is unchanged.
pub fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    replace(&folder_of(path)?, name, text, Mode::Private)
}

/// Creates a folder, and the folders above it. It may exist.
///
/// # Errors
/// It cannot be created.
pub fn create_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Removes the folders in a folder that have no files, after something that fills an empty folder
/// has failed; also the folder itself if that `is_new`. What cannot be removed stays.
#[doc(hidden)]
pub fn remove_empty_folders(path: &Path, is_new: bool) {
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            remove_empty_folders(&entry.path(), true);
        }
    }
    if is_new {
        let _ = fs::remove_dir(path);
    }
}

/// Writes a new file that is not text.
///
/// # Errors
/// It exists, or cannot be written.
#[cfg(feature = "editor")]
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    File::create_new(path)?.write_all(bytes)
}

/// Makes a file read-only.
///
/// # Errors
/// It cannot be.
#[cfg(feature = "editor")]
pub fn set_read_only(path: &Path) -> io::Result<()> {
    let mut permissions = fs::metadata(path)?.permissions();
    permissions.set_readonly(true);
    fs::set_permissions(path, permissions)
}

/// Creates a folder, and the folders above it, that only the user may open. A folder that exists
/// is made private.
///
/// # Errors
/// It cannot be created.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    create_folder(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

fn in_place(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).open(path)
}

/// Replaces a file of a folder, or creates it: writes a temporary file, syncs it, renames it, and
/// syncs the folder.
///
/// # Errors
/// It cannot be written; the old file is unchanged.
pub fn replace(folder: &Dir, name: &OsStr, text: &str, mode: Mode) -> io::Result<()> {
    let mut file = TempFile::new(folder)?;
    set_mode(folder, name, &file, mode)?;
    file.write_all(text.as_bytes())?;
    put(file, folder, name)
}

fn put(file: TempFile<'_>, folder: &Dir, name: &OsStr) -> io::Result<()> {
    file.as_file().sync_all()?;
    file.replace(name)?;
    sync(folder)
}

/// Locks a file of a folder for something that appends to it; it is created if it is missing.
///
/// # Errors
/// It is locked already, or cannot be opened.
#[cfg(unix)]
pub(super) fn lock(folder: &Dir, name: &OsStr) -> io::Result<Option<File>> {
    use cap_std::fs::MetadataExt as _;
    use std::os::unix::fs::MetadataExt as _;
    let mut options = cap_std::fs::OpenOptions::new();
    options.read(true).write(true).create(true);
    loop {
        let file = folder.open_with(name, &options)?.into_std();
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let why = "something else records to it";
                return Err(io::Error::new(io::ErrorKind::WouldBlock, why));
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let own = file.metadata()?;
        let is_same =
            |found: cap_std::fs::Metadata| (found.dev(), found.ino()) == (own.dev(), own.ino());
        // It may have been replaced before it was locked.
        if folder.symlink_metadata(name).is_ok_and(is_same) {
            return Ok(Some(file));
        }
    }
}

/// Elsewhere a lock would keep its owner from appending, too.
#[cfg(not(unix))]
pub(super) fn lock(_: &Dir, _: &OsStr) -> io::Result<Option<File>> {
    Ok(None)
}

#[cfg(unix)]
fn set_mode(folder: &Dir, name: &OsStr, file: &TempFile<'_>, mode: Mode) -> io::Result<()> {
    use cap_std::fs::{Permissions, PermissionsExt};
    let kept = match mode {
        Mode::Private => Some(Permissions::from_mode(0o600)),
        Mode::Kept => folder.symlink_metadata(name).ok().map(|about| about.permissions()),
    };
    kept.map_or(Ok(()), |kept| file.as_file().set_permissions(kept))
}

#[cfg(not(unix))]
fn set_mode(_: &Dir, _: &OsStr, _: &TempFile<'_>, _: Mode) -> io::Result<()> {
    Ok(())
}

/// Appends to a file: before its last bytes if these are `closing`. If that fails, the file is as
/// it was.
///
/// # Errors
/// It cannot be written.
pub fn append(file: &mut File, text: &str, closing: &str) -> io::Result<()> {
    let end = file.seek(SeekFrom::End(0))?;
    let start = end.saturating_sub(closing.len() as u64);
    let mut last = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    if start < end {
        Read::by_ref(file).take(end - start).read_to_end(&mut last)?;
    }
    let is_closed = last == closing.as_bytes();
    let (at, closing) = if is_closed { (start, closing) } else { (end, "") };
    file.seek(SeekFrom::Start(at))?;
    let written = file.write_all(format!("{text}{closing}").as_bytes());
    if written.is_err() {
        // The old end fits where it was; if not even that can be written, the error says enough.
        let restored = file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(at)));
        let _ = restored.and_then(|_| file.write_all(closing.as_bytes()));
    }
    written
}

/// Makes a rename durable. A folder is opened again for it: the handle is only good for lookups.
#[cfg(unix)]
fn sync(folder: &Dir) -> io::Result<()> {
    folder.open(".")?.sync_all()
}

#[cfg(not(unix))]
fn sync(_: &Dir) -> io::Result<()> {
    Ok(())
}
