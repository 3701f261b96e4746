//! A file with the port by which it is read and written.

use super::port::Files;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file with its port.
#[derive(Clone, Debug)]
pub struct FileRef {
    files: Arc<dyn Files>,
    name: String,
    path: PathBuf,
    lock: Option<Arc<File>>,
}

impl FileRef {
    /// Names a file; `path` is how it is displayed.
    pub fn new(files: Arc<dyn Files>, name: &str, path: PathBuf) -> Self {
        Self { files, name: name.to_owned(), path, lock: None }
    }

    /// Names a file whose path is displayed as it is.
    pub fn plain(files: Arc<dyn Files>, name: &str) -> Self {
        Self::new(files, name, name.into())
    }

    /// Writes a file that is appended to from now on: nothing else can begin to, until this and its
    /// clones are dropped.
    ///
    /// # Errors
    /// It is appended to already; those of [`Files::write`].
    #[doc(hidden)]
    pub fn begin(files: Arc<dyn Files>, name: &str, text: &str) -> io::Result<Self> {
        let mut file = Self::plain(files, name);
        // The file of this lock is replaced, so the new one needs another.
        let _old = file.files.lock(name)?;
        file.rewrite(text)?;
        Ok(file)
    }

    /// Replaces a file that is appended to.
    ///
    /// # Errors
    /// Those of [`Files::write`] and [`Files::lock`].
    #[doc(hidden)]
    pub fn rewrite(&mut self, text: &str) -> io::Result<()> {
        self.write(text)?;
        self.lock = self.files.lock(&self.name)?.map(Arc::new);
        Ok(())
    }

    /// Returns its path in messages.
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
    pub fn put(&self, text: Option<&str>) -> io::Result<()> {
        match text {
            Some(text) => self.write(text),
            None if self.files.kind(&self.name)?.is_some() => self.files.remove(&self.name),
            None => Ok(()),
        }
    }
}
