//! The files of a project that its page may write, and the steps that can be undone.

use crate::base::error::SourceText;
use crate::base::files::{ChangeError, FileChange, FileKind, FileStep, Files, walk};
use crate::base::lines::unmarked;
use crate::session::suite::ENDING;
use crate::variant::is_id;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The maximum length of a text that is written, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// The most steps that can be undone.
const MAX_UNDO: usize = 100;

/// The texts of a project by name.
pub type Texts = BTreeMap<String, SourceText>;

pub struct ProjectFiles {
    folder: Arc<dyn Files>,
    /// The last writes, each with its subject.
    steps: Vec<(String, FileStep)>,
}

/// A text as a page knows it, which has one form of line ends and no byte order mark.
pub fn on_page(text: &str) -> String {
    unmarked(text).replace("\r\n", "\n")
}

/// Gives a text of a page the line ends of its file, and its byte order mark.
pub fn with_ends_of(file: &str, text: String) -> String {
    let is_windows = file.contains("\r\n") && !on_page(file).contains('\r');
    let n_ends = |ends| file.matches(ends).count();
    let is_all = is_windows && n_ends("\r\n") == n_ends("\n");
    let mark = &file[..file.len() - unmarked(file).len()];
    format!("{mark}{}", if is_all { text.replace('\n', "\r\n") } else { text })
}

/// Whether a page may write a file of this name.
pub fn is_writable(name: &str) -> bool {
    let is = |file: &str, end: &str, is_fit: fn(&str) -> bool| {
        file.strip_suffix(end).is_some_and(is_fit)
    };
    match name.split('/').collect::<Vec<_>>()[..] {
        ["scripts", "cards" | "combos" | "rules", file] => is(file, ".rhai", is_id),
        ["variants", "titles", file] => is(file, ".json", is_language),
        ["variants", file] => is(file, ".json", is_id),
        ["tests", ref folders @ .., file] => {
            is(file, ENDING, is_plain) && folders.iter().all(|part| is_plain(part))
        }
        _ => false,
    }
}

fn is_plain(name: &str) -> bool {
    let is_fit = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    !name.is_empty() && !name.starts_with('.') && name.chars().all(is_fit)
}

fn is_language(name: &str) -> bool {
    is_plain(name) && name.len() <= 20 && name.is_ascii() && !name.contains('.')
}

impl ProjectFiles {
    pub const fn new(folder: Arc<dyn Files>) -> Self {
        Self { folder, steps: Vec::new() }
    }

    /// The folder of the project.
    pub fn folder(&self) -> &dyn Files {
        self.folder.as_ref()
    }

    pub fn shared(&self) -> Arc<dyn Files> {
        self.folder.clone()
    }

    /// Returns all texts of the project. Files that cannot be read are left out: who opens one
    /// learns why.
    pub fn texts(&self) -> Texts {
        let names = ["scripts", "variants", "tests"].into_iter().flat_map(|top| {
            let is_there = matches!(self.folder.kind(top), Ok(Some(FileKind::Folder)));
            let all = || walk::walk(self.folder.as_ref(), top, &|name| name.contains('.')).files;
            is_there.then(all).unwrap_or_default()
        });
        let read = |name: String| Some((name.clone(), self.folder.read(&name).ok()?.into()));
        names.filter(|name| is_writable(name)).filter_map(read).collect()
    }

    /// Writes files as a step that can be undone: all, or none.
    ///
    /// # Errors
    /// A file may not be written, cannot be written, or is not as it was seen.
    pub fn write(&mut self, about: &str, changes: &[FileChange]) -> Result<(), ChangeError> {
        for FileChange { name, text, .. } in changes {
            if !is_writable(name) {
                return Err(ChangeError::Refused(format!(
                    "`{name}` is not written here: scripts/cards, scripts/combos, scripts/rules, \
                     variants and tests are"
                )));
            }
            if text.as_ref().is_some_and(|text| text.len() > MAX_TEXT) {
                let why = format!("{name} is larger than {} MiB", MAX_TEXT >> 20);
                return Err(ChangeError::Refused(why));
            }
        }
        let step = FileStep::carry_out(self.folder(), changes)?;
        self.steps.push((about.to_owned(), step));
        let n_old = self.steps.len().saturating_sub(MAX_UNDO);
        self.steps.drain(..n_old);
        Ok(())
    }

    /// The subject of the last step, if it can be undone.
    pub fn last_step(&self) -> Option<&str> {
        self.steps.last().map(|(about, _)| &**about)
    }

    /// Undoes the last step.
    ///
    /// # Errors
    /// There is none, or a file is not as it was left.
    pub fn undo(&mut self) -> Result<(), ChangeError> {
        let none = || ChangeError::Refused("there is nothing to undo".to_owned());
        let (_, step) = self.steps.last().ok_or_else(none)?;
        step.undo(self.folder.as_ref())?;
        self.steps.pop();
        Ok(())
    }
}
