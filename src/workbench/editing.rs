//! The open text with the knowledge of `texts`: findings, completion, fixes, renaming.

use super::background::{Outcome, Report};
use super::files::{FileWrite, hash};
use super::shown::{byte_of, findings, unit_of};
use super::wire::{CompletionItem, FixItem, WorkReply};
use crate::base::{Interrupt, time_limit};
use crate::error::{Edit, Error, SourceText, mentions};
use crate::lint::fix::edited;
use crate::texts::actions::{ActionsAsked, FileEdit, TextAction};
use crate::texts::checks::{CheckAudience, CheckJob, Checks};
use crate::texts::explain;
use crate::texts::project::{Analysis, FileRole, OpenText, Project};
use crate::texts::rename::Rename;
use crate::texts::suggest::Typing;
use crate::texts::suggestion::Suggestion;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;
use std::time::Duration;

/// The most time that a block of a session is played to complete a line.
const COMPLETION: Duration = Duration::from_millis(200);

/// The editor of the page, which has one text open.
pub struct TextEditor {
    project: Project,
    root: PathBuf,
    pub open: Option<OpenText>,
    checks: Checks,
}

/// Sends findings to the page.
struct Findings(Report);

impl CheckAudience for Findings {
    fn found(&self, _: &CheckJob, document: &OpenText, found: &[Error]) {
        let (file, version) = (document.uri.clone(), document.version);
        let found = findings(&document.text, found);
        (self.0)(Outcome::Reply(WorkReply::Found { file, version, found }));
    }

    fn failed(&self, message: &str) {
        (self.0)(Outcome::Reply(WorkReply::Refused { message: message.to_owned() }));
    }
}

impl TextEditor {
    /// Opens the project of a folder.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn start(root: PathBuf, report: Report) -> io::Result<Self> {
        let checks = Checks::start(Findings(report))?;
        Ok(Self { project: Project::open(Some(root.clone())), root, open: None, checks })
    }

    /// Opens a text by its name in the project.
    pub fn open(&mut self, file: &str, text: SourceText) {
        let path = self.root.join(file);
        let role = self.project.role(&path).unwrap_or(FileRole::Other);
        let (uri, version, project) = (file.to_owned(), 0, 0);
        self.open = Some(OpenText { uri, path, version, text, project, role });
        self.check();
    }

    /// Notes the text of the page.
    pub fn edit(&mut self, text: &str, version: i32) {
        let Some(open) = &mut self.open else { return };
        (open.text, open.version) = (text.into(), version);
        self.check();
    }

    /// Reads the files of the project again.
    pub fn reload(&mut self) {
        self.project.reload();
        self.check();
    }

    fn check(&mut self) {
        self.project.forget();
        let Some(open) = &self.open else { return };
        let (changed, open) = (Some(open.uri.clone()), vec![open.clone()]);
        let library = self.project.library(&open);
        let (root, sessions, limit) = (Some(self.root.clone()), Vec::new(), COMPLETION);
        let interrupt = Interrupt::default();
        let project = 0;
        let job = CheckJob { project, library, open, changed, sessions, root, interrupt, limit };
        self.checks.check(job);
    }

    /// The open text with what is known of the project.
    fn analysed(&mut self) -> Option<(OpenText, Analysis)> {
        let open = self.open.clone()?;
        let analysis = self.project.analysis(std::slice::from_ref(&open));
        Some((open, analysis))
    }

    /// The completions at a place.
    pub fn completions(&mut self, at: usize) -> Option<WorkReply> {
        let (document, analysis) = self.analysed()?;
        let byte = byte_of(&document.text, at);
        let (project, limit) = (&self.project, time_limit(COMPLETION));
        let (analysis, document) = (&analysis, &document);
        let takes_snippets = false;
        let typing = Typing { project, analysis, document, byte, takes_snippets, limit };
        let suggestions = typing.suggestions();
        let start = unit_of(&document.text, suggestions.bytes.start);
        let item = |Suggestion { label, detail, inserted, .. }: Suggestion| {
            let inserted = inserted.unwrap_or_else(|| label.clone());
            CompletionItem { label, detail, inserted }
        };
        let items = suggestions.found.into_iter().map(item).collect();
        Some(WorkReply::Completions { at, start, items })
    }

    /// The findings in the open text as it is now.
    fn found(&self, document: &OpenText) -> Vec<Error> {
        let found = self.checks.found.lock().unwrap_or_else(PoisonError::into_inner);
        let found = found.get(&document.uri).filter(|(version, _)| *version == document.version);
        found.map(|(_, found)| found.clone()).unwrap_or_default()
    }

    fn actions(&self, document: &OpenText, analysis: &Analysis, byte: usize) -> Vec<TextAction> {
        let (project, found) = (&self.project, &self.found(document));
        let bytes = byte..byte;
        ActionsAsked { project, analysis, document, found, bytes, creates_files: true }.actions()
    }

    /// Explains a place, with the fixes there.
    pub fn explain(&mut self, at: usize) -> Option<WorkReply> {
        let (document, mut analysis) = self.analysed()?;
        let byte = byte_of(&document.text, at);
        self.add_sessions(&document, &mut analysis, byte);
        let (shown, found) = (document.shown(), self.found(&document));
        let markdown = explain::hover(&analysis, &shown, &document.text, byte, &found);
        let text = &document.text;
        let unit = |edit: &Edit| {
            let [start, end] = [edit.bytes.start, edit.bytes.end].map(|byte| unit_of(text, byte));
            (start, end, edit.text.clone())
        };
        let fix = |TextAction { title, edit: (path, _, edits), .. }: TextAction| {
            let is_here = path == document.path;
            let edits = if is_here { edits.iter().map(unit).collect() } else { Vec::new() };
            FixItem { title, edits }
        };
        let fixes = self.actions(&document, &analysis, byte).into_iter().map(fix).collect();
        Some(WorkReply::Explained { at, markdown, fixes })
    }

    /// Adds the names in the sessions that mention what is named at a place.
    fn add_sessions(&mut self, document: &OpenText, analysis: &mut Analysis, byte: usize) {
        let Some(mention) = analysis.names.at(&document.shown(), byte).cloned() else { return };
        let mut sessions = self.project.sessions(std::slice::from_ref(document));
        sessions.retain(|_, text| mentions(text, &mention.name));
        analysis.add_sessions(sessions);
    }

    /// The files that the fix with this title at a place writes.
    ///
    /// # Errors
    /// There is no such fix any more.
    pub fn fix(&mut self, at: usize, title: &str) -> Result<Vec<FileWrite>, String> {
        let gone = || "this fix is not possible any more".to_owned();
        let (document, analysis) = self.analysed().ok_or_else(gone)?;
        let byte = byte_of(&document.text, at);
        let mut actions = self.actions(&document, &analysis, byte).into_iter();
        let action = actions.find(|action| action.title == title).ok_or_else(gone)?;
        Ok(vec![self.write(&action.edit)])
    }

    /// The files that are written to rename the name at a place.
    ///
    /// # Errors
    /// Why it cannot be renamed.
    pub fn rename(&mut self, at: usize, new: &str) -> Result<Vec<FileWrite>, String> {
        let none = || "there is no name here".to_owned();
        let (document, mut analysis) = self.analysed().ok_or_else(none)?;
        let byte = byte_of(&document.text, at);
        self.add_sessions(&document, &mut analysis, byte);
        let mention = analysis.names.at(&document.shown(), byte).cloned().ok_or_else(none)?;
        let (project, mention, analysis) = (&self.project, &mention, &analysis);
        let renamed = Rename { project, analysis, mention, new }.renamed()?;
        let mut writes: Vec<FileWrite> =
            renamed.edits.values().map(|edit| self.write(edit)).collect();
        if let Some((old, new)) = renamed.file {
            let [old, new] = [old, new].map(|path| self.name_of(&path));
            let moved = writes.iter().position(|write| write.name == old);
            let text = match moved {
                Some(at) => writes.remove(at).text,
                None => analysis.text(old.trim_start_matches("scripts/")).map(|it| it.to_string()),
            };
            let seen = analysis.text(old.trim_start_matches("scripts/")).map(|text| hash(&text));
            writes.push(FileWrite { name: old, text: None, hash: seen });
            writes.push(FileWrite { name: new, text, hash: None });
        }
        Ok(writes)
    }

    fn name_of(&self, path: &Path) -> String {
        let inside = path.strip_prefix(&self.root).unwrap_or(path);
        inside.to_string_lossy().replace('\\', "/")
    }

    fn write(&self, (path, text, edits): &FileEdit) -> FileWrite {
        let old = text.clone().unwrap_or_else(|| "".into());
        let new = edited(&old, edits);
        FileWrite {
            name: self.name_of(path),
            text: Some(new),
            hash: text.as_ref().map(|text| hash(text)),
        }
    }
}
