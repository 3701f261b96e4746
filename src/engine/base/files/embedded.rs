//! The files that are part of the program.

use super::port::not_found;
use super::walk::join;
use super::{Entry, FileKind, Files};
use include_dir::{Dir, DirEntry};
use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The files of an embedded folder. They cannot be written.
#[derive(Clone, Debug)]
pub struct Embedded {
    top: &'static Dir<'static>,
    entries: Arc<HashMap<&'static Path, &'static DirEntry<'static>>>,
    folder: String,
}

impl Embedded {
    /// Returns the files of an embedded folder.
    pub fn new(top: &'static Dir<'static>) -> Self {
        let (mut entries, mut folders) = (HashMap::new(), vec![top]);
        while let Some(folder) = folders.pop() {
            entries.extend(folder.entries().iter().map(|entry| (entry.path(), entry)));
            folders.extend(folder.dirs());
        }
        Self { top, entries: Arc::new(entries), folder: String::new() }
    }

    fn entry(&self, name: &str) -> Option<&'static DirEntry<'static>> {
        self.entries.get(Path::new(&join(&self.folder, name))).copied()
    }
}

fn read_only<T>() -> io::Result<T> {
    Err(io::Error::new(io::ErrorKind::ReadOnlyFilesystem, "it is part of the program"))
}

fn kind(entry: &DirEntry<'_>) -> FileKind {
    if entry.as_dir().is_some() { FileKind::Folder } else { FileKind::File }
}

impl Files for Embedded {
    fn kind(&self, name: &str) -> io::Result<Option<FileKind>> {
        Ok(self.entry(name).map(kind))
    }

    fn read(&self, name: &str) -> io::Result<String> {
        let file = self.entry(name).and_then(DirEntry::as_file);
        let text = file.and_then(include_dir::File::contents_utf8);
        text.map(str::to_owned).ok_or_else(not_found)
    }

    fn write(&self, _: &str, _: &str) -> io::Result<()> {
        read_only()
    }

    fn append(&self, _: &str, _: &str, _: &str) -> io::Result<()> {
        read_only()
    }

    fn remove(&self, _: &str) -> io::Result<()> {
        read_only()
    }

    fn entries(&self, folder: &str) -> io::Result<Vec<Entry>> {
        let inside = match join(&self.folder, folder) {
            name if name.is_empty() => self.top.entries(),
            _ => self.entry(folder).and_then(DirEntry::as_dir).ok_or_else(not_found)?.entries(),
        };
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into();
        let mut entries: Vec<Entry> = inside
            .iter()
            .map(|entry| Entry { name: name(entry.path()), kind: kind(entry) })
            .collect();
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn folder(&self, name: &str) -> io::Result<Arc<dyn Files>> {
        Ok(Arc::new(Self { folder: join(&self.folder, name), ..self.clone() }))
    }
}
