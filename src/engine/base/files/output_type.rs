//! The types of files that commands write. A command names a file of its type, and replaces no
//! other: a script or notes of the person are not overwritten by a report.

use super::port::{FileKind, Files};
use crate::base::error::Refusal;
use crate::base::output;
use std::path::Path;

/// How much of a file is read to recognize its type.
const HEAD_BYTES: u64 = 64 << 10;

/// A type of file that commands write.
#[derive(Clone, Copy, Debug)]
pub struct OutputType {
    /// Its name with the article: `a page of Litterbox`.
    pub name: &'static str,
    /// The endings that its files have, without the dot.
    pub endings: &'static [&'static str],
    /// Whether a file that begins with this text is one.
    pub is_head: fn(&str) -> bool,
}

impl OutputType {
    /// Checks the ending of a name.
    ///
    /// # Errors
    /// It is not one of this type.
    pub fn check_ending(&self, name: &str) -> Result<(), Refusal> {
        let path = Path::new(name);
        let ending = path.extension().and_then(|ending| ending.to_str());
        if ending.is_some_and(|ending| self.endings.contains(&ending)) {
            return Ok(());
        }
        let endings: Vec<String> = self.endings.iter().map(|ending| format!(".{ending}")).collect();
        let (name, endings) = (output::path(path), endings.join(" or "));
        Err(format!("`{name}`: expected a name ending in {endings}").into())
    }

    /// Checks that a file may be created, or replaced. What is no regular file, such as a device or
    /// a pipe, loses nothing, and its name is given by the system.
    ///
    /// # Errors
    /// Its name has another ending, or it exists and is of another type.
    pub fn check(&self, files: &dyn Files, name: &str) -> Result<(), Refusal> {
        if is_of_system(name) || matches!(files.kind(name), Ok(Some(FileKind::Special(_)))) {
            return Ok(());
        }
        self.check_ending(name)?;
        self.check_replaced(files, name)
    }

    /// Checks that a file of any name may be created, or replaced.
    ///
    /// # Errors
    /// It exists and is of another type.
    pub fn check_replaced(&self, files: &dyn Files, name: &str) -> Result<(), Refusal> {
        if is_of_system(name) || !matches!(files.kind(name), Ok(Some(FileKind::File))) {
            return Ok(());
        }
        let path = output::path(Path::new(name));
        match files.head(name, HEAD_BYTES) {
            Ok(head) if head.is_empty() || (self.is_head)(&head) => Ok(()),
            Ok(_) => {
                let what = self.name;
                Err(format!("{path} exists and is not {what}: name another file").into())
            }
            Err(why) => Err(format!("{path}: {why}").into()),
        }
    }
}

/// Whether a path is below `/dev` or `/proc`, where the shell puts pipes of the command line.
pub fn is_of_system(path: &str) -> bool {
    ["/dev/", "/proc/"].iter().any(|folder| path.starts_with(folder))
}
