//! The open texts of an editor with the projects they belong to, and the answers about a place in
//! one of them. Language server and workbench have one each.

use super::actions::ActionsAsked;
use super::checks::{CheckAudience, CheckJob, Checks};
use super::explain;
use super::locals::{self, LocalVariable};
use super::project::{Analysis, FileRole, OpenText, Project};
use super::rename::{Rename, Renamed};
use super::sessions;
use super::suggest::Typing;
use super::suggestion::Suggestions;
use crate::base::error::{Error, mentions};
use crate::base::{Interrupt, Precedence};
use crate::lint::Mention;
#[cfg(feature = "serve")]
use crate::variant::Library;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::sync::PoisonError;
use std::time::Duration;

/// The texts that are open, and the thread that checks them.
pub struct Editor {
    pub projects: Vec<Project>,
    pub open: BTreeMap<String, OpenText>,
    checks: Checks,
    /// Goes before other work while something typed is checked.
    pub typing: Precedence,
    /// The most time that a session file runs.
    session: Duration,
}

/// A place in an open text.
pub struct TextPlace {
    pub document: OpenText,
    pub byte: usize,
    pub analysis: Analysis,
}

impl Editor {
    /// Starts the thread that checks texts.
    ///
    /// # Errors
    /// The system cannot start one.
    pub fn start(
        projects: Vec<Project>,
        audience: impl CheckAudience + 'static,
        session: Duration,
    ) -> io::Result<Self> {
        let (open, checks) = (BTreeMap::new(), Checks::start(audience)?);
        let typing = Precedence::default();
        Ok(Self { projects, open, checks, typing, session })
    }

    /// The open texts of a project.
    pub fn of_project(&self, project: usize) -> Vec<OpenText> {
        self.open.values().filter(|document| document.project == project).cloned().collect()
    }

    pub fn analysis(&mut self, project: usize) -> Analysis {
        let open = self.of_project(project);
        self.projects[project].analysis(&open)
    }

    /// Checks the open texts of a project, with this one first, and runs sessions.
    pub fn check(&mut self, project: usize, changed: Option<&str>, sessions: Vec<OpenText>) {
        let open = self.of_project(project);
        let library = self.projects[project].library(&open);
        let root = self.projects[project].root.clone();
        let (changed, interrupt) = (changed.map(str::to_owned), Interrupt::default());
        let (limit, first) = (self.session, Some(self.typing.begin()));
        let job =
            CheckJob { project, library, open, changed, sessions, root, interrupt, first, limit };
        self.checks.check(job);
    }

    /// Checks a text that was opened or changed.
    pub fn changed(&mut self, uri: &str) {
        let Some(document) = self.open.get(uri).cloned() else { return };
        let project = document.project;
        self.projects[project].forget();
        // A session shows how it differs as soon as it is open.
        let sessions = [document].into_iter().filter(|it| it.role == FileRole::Session).collect();
        self.check(project, Some(uri), sessions);
    }

    /// Runs a session now, as it is in the editor, and returns what differs or fails.
    pub fn played(&mut self, document: &OpenText) -> Vec<Error> {
        let open = self.of_project(document.project);
        let library = self.projects[document.project].library(&open);
        sessions::play(document, &library, self.session)
    }

    /// Reads the files again.
    pub fn reload(&mut self) {
        self.projects.iter_mut().for_each(Project::reload);
        self.check_all();
    }

    /// Takes the files of a project over, as somebody else has read them.
    #[cfg(feature = "serve")]
    pub fn take_over(&mut self, project: usize, library: Library) {
        self.projects[project].take_over(library);
        self.check_all();
    }

    fn check_all(&mut self) {
        let used: BTreeSet<usize> = self.open.values().map(|document| document.project).collect();
        used.into_iter().for_each(|project| self.check(project, None, Vec::new()));
    }

    /// The findings in a text as it is now.
    pub fn found(&self, document: &OpenText) -> Vec<Error> {
        let found = self.checks.found.lock().unwrap_or_else(PoisonError::into_inner);
        let found = found.get(&document.uri).filter(|(version, _)| *version == document.version);
        found.map(|(_, found)| found.clone()).unwrap_or_default()
    }

    /// A place in a text, if it is open.
    pub fn place(&mut self, uri: &str, byte: impl Fn(&OpenText) -> usize) -> Option<TextPlace> {
        let document = self.open.get(uri).cloned()?;
        let (byte, analysis) = (byte(&document), self.analysis(document.project));
        Some(TextPlace { document, byte, analysis })
    }

    /// The completions at a place; a block of a session is played for this long at most.
    pub fn suggestions(
        &self,
        place: &TextPlace,
        takes_snippets: bool,
        limit: Duration,
    ) -> Suggestions {
        let TextPlace { document, byte, analysis } = place;
        let (project, byte) = (&self.projects[document.project], *byte);
        Typing { project, analysis, document, byte, takes_snippets, limit }.suggestions()
    }

    /// Explains a place, as Markdown.
    pub fn hover(&mut self, place: &mut TextPlace) -> Option<String> {
        self.add_sessions(place);
        let TextPlace { document, byte, analysis } = place;
        let found = self.found(document);
        explain::hover(analysis, &document.shown(), &document.text, *byte, &found)
    }

    /// Adds the names in the sessions that mention what is named at a place; returns that.
    pub fn add_sessions(&mut self, place: &mut TextPlace) -> Option<Mention> {
        let mention = place.mention()?;
        let project = place.document.project;
        let open = self.of_project(project);
        let mut sessions = self.projects[project].sessions(&open);
        sessions.retain(|_, text| mentions(text, &mention.name));
        place.analysis.add_sessions(sessions);
        Some(mention)
    }

    /// Asks for the changes that are offered for a part of a text.
    pub fn ask_actions<'a>(
        &'a self,
        TextPlace { document, analysis, .. }: &'a TextPlace,
        bytes: Range<usize>,
        creates_files: bool,
    ) -> ActionsAsked<'a> {
        let (project, found) = (&self.projects[document.project], self.found(document));
        ActionsAsked { project, analysis, document, found, bytes, creates_files }
    }

    /// Renames what is at a place: a variable in its function, everything else in all files.
    ///
    /// # Errors
    /// Why it cannot be renamed.
    pub fn rename(&mut self, place: &mut TextPlace, new: &str) -> Result<Renamed, String> {
        if let Some(local) = place.local() {
            return Renamed::of_local(&local, &place.document, new);
        }
        let mention = &self.add_sessions(place).ok_or("there is no name here")?;
        let (project, analysis) = (&self.projects[place.document.project], &place.analysis);
        Rename { project, analysis, mention, new }.renamed()
    }
}

impl TextPlace {
    /// The variable of a function here.
    pub fn local(&self) -> Option<LocalVariable<'_>> {
        let shown = self.document.shown();
        let mut sources = self.analysis.sources.iter();
        locals::at(sources.find(|source| *source.script.name == *shown)?, self.byte)
    }

    /// The name here.
    pub fn mention(&self) -> Option<Mention> {
        let Self { document, byte, analysis } = self;
        let mut analysis = analysis.clone();
        if document.role == FileRole::Session {
            analysis.add_sessions([(document.path.clone(), document.text.clone())].into());
        }
        analysis.names.at(&document.shown(), *byte).cloned()
    }
}
