//! Atomic writes: a reader sees the old file or the new one, also after a kill, a power failure or
//! on a full disk.

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use cap_tempfile::TempFile;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

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
    match fs::metadata(path) {
        Ok(about) if !about.is_file() => in_place(path, text),
        Ok(_) => replace_at(&fs::canonicalize(path)?, text, Mode::Kept),
        // A link to a file that does not exist.
        Err(_) if fs::symlink_metadata(path).is_ok() => in_place(path, text),
        Err(_) => replace_at(path, text, Mode::Kept),
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
    let why = format!("the folder `{}` does not exist; create it first", folder.display());
    io::Error::new(io::ErrorKind::NotFound, why)
}

/// Writes a file of the user's state folder: only the user may read it.
///
/// # Errors
/// It cannot be written; the old file is unchanged.
pub fn write_private(path: &Path, text: &str) -> io::Result<()> {
    replace_at(path, text, Mode::Private)
}

/// Creates a folder, and the folders above it. It may exist.
///
/// # Errors
/// It cannot be created.
pub fn create_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Creates a file that is written piece by piece: rows of data, as many as there are. An old file
/// is emptied.
///
/// # Errors
/// It cannot be created.
pub fn create_stream(path: &Path) -> io::Result<impl io::Write + 'static> {
    let folder = path.parent().unwrap_or(path);
    let file = File::create(path).map_err(|error| no_folder(folder, error))?;
    Ok(io::BufWriter::new(file))
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

fn in_place(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(path)?;
    file.write_all(text.as_bytes())
}

fn replace_at(path: &Path, text: &str, mode: Mode) -> io::Result<()> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    replace(&folder_of(path)?, name, text, mode)
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
    file.as_file().sync_all()?;
    file.replace(name)?;
    sync(folder)
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
