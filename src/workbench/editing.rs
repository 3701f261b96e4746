//! The open text with the knowledge of `texts`: findings, completion, fixes, renaming.

use super::bench::Workbench;
use super::files::{on_page, with_ends_of};
use super::wire::{FixItem, WorkReply};
use crate::base::error::{SourceText, edited};
use crate::base::files::{ChangeError, FileChange, text_hash};
use crate::base::time_limit;
use crate::texts::actions::{FileEdit, TextAction};
use crate::texts::editor::TextPlace;
use crate::texts::project::{FileRole, OpenText};
use std::path::Path;
use std::time::Duration;

/// The most time that a block of a session is played to complete a line.
const COMPLETION: Duration = Duration::from_millis(200);

type Changes = Result<Vec<FileChange>, ChangeError>;

impl Workbench {
    /// The open text.
    pub(super) fn open_text(&self) -> Option<&OpenText> {
        self.editor.open.values().next()
    }

    /// Opens a text by its name in the project, in place of the one before.
    pub(super) fn edit_file(&mut self, file: &str, text: SourceText) {
        let path = self.root.join(file);
        let role = self.editor.projects[0].role(&path).unwrap_or(FileRole::Other);
        let (uri, version, project) = (file.to_owned(), 0, 0);
        let document = OpenText { uri, path, version, text, project, role };
        self.editor.open = [(file.to_owned(), document)].into();
        self.editor.changed(file);
    }

    /// Notes the text of the page.
    pub(super) fn edit(&mut self, text: &str, version: i32) {
        let Some((file, open)) = self.editor.open.iter_mut().next() else { return };
        (open.text, open.version) = (text.into(), version);
        let file = file.clone();
        self.editor.changed(&file);
    }

    /// The place in the open text.
    fn place(&mut self, at: usize) -> Result<TextPlace, ChangeError> {
        let file = self.open_text().map(|open| open.uri.clone()).unwrap_or_default();
        let floor = |open: &OpenText| {
            let mut bytes = (0..=at.min(open.text.len())).rev();
            bytes.find(|byte| open.text.is_char_boundary(*byte)).unwrap_or_default()
        };
        self.editor.place(&file, floor).ok_or_else(|| "no text is open".to_owned().into())
    }

    /// The completions at a place.
    pub(super) fn completions(&mut self, at: usize) -> Result<WorkReply, ChangeError> {
        let place = self.place(at)?;
        let suggestions = self.editor.suggestions(&place, false, time_limit(COMPLETION));
        let (start, items) = (suggestions.bytes.start, suggestions.found);
        Ok(WorkReply::Completions { at, start, items })
    }

    /// Explains a place, with the fixes there.
    pub(super) fn explain(&mut self, at: usize) -> Result<WorkReply, ChangeError> {
        let mut place = self.place(at)?;
        let markdown = self.editor.hover(&mut place);
        let OpenText { path: here, text, .. } = &place.document;
        let fix = |TextAction { title, edit: (path, _, edits), .. }: TextAction| {
            let edits = edits.iter().filter(|_| path == *here).map(|edit| edit.to_json(text));
            FixItem { title, edits: edits.collect() }
        };
        let fixes = self.actions(&place).into_iter().map(fix).collect();
        Ok(WorkReply::Explained { at, markdown, fixes })
    }

    fn actions(&self, place: &TextPlace) -> Vec<TextAction> {
        self.editor.ask_actions(place, place.byte..place.byte, true).actions()
    }

    /// The files that the fix with this title at a place writes.
    pub(super) fn fix(&mut self, at: usize, title: &str) -> Changes {
        let place = self.place(at)?;
        let mut actions = self.actions(&place).into_iter();
        let action = actions.find(|action| action.title == title);
        let action = action.ok_or_else(|| "this fix is not possible any more".to_owned())?;
        Ok(vec![self.change(&action.edit)])
    }

    /// The files that are written to rename the name at a place.
    pub(super) fn rename(&mut self, at: usize, new: &str) -> Changes {
        let mut place = self.place(at)?;
        let renamed = self.editor.rename(&mut place, new)?;
        let mut changes: Vec<FileChange> =
            renamed.edits.values().map(|edit| self.change(edit)).collect();
        if let Some((old, new)) = renamed.file {
            let (name, old) = (self.name_of(&new), self.name_of(&old));
            let seen = self.texts.get(&old).map(|text| text.to_string()).unwrap_or_default();
            let at = changes.iter().position(|change| change.name == old);
            let text = at.and_then(|at| changes.remove(at).text);
            changes.push(FileChange { name: old, text: None, hash: Some(text_hash(&seen)) });
            changes.push(FileChange::new(&name, text.unwrap_or(seen)));
        }
        Ok(changes)
    }

    fn name_of(&self, path: &Path) -> String {
        let inside = path.strip_prefix(&self.root).unwrap_or(path);
        inside.to_string_lossy().replace('\\', "/")
    }

    /// The edits of a file as a change of it.
    fn change(&self, (path, old, edits): &FileEdit) -> FileChange {
        let (name, text) = (self.name_of(path), edited(old.as_deref().unwrap_or_default(), edits));
        match (old, self.texts.get(&name)) {
            (Some(old), Some(file)) if on_page(file) == **old => {
                FileChange::edit(&name, file, with_ends_of(file, text))
            }
            (old, _) => FileChange { name, text: Some(text), hash: old.as_deref().map(text_hash) },
        }
    }
}
