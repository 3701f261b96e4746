//! A folder with scripts and variants, overlaid by what is open in the editor.

use crate::base::error::{SourceText, readable};
use crate::base::files::{Files, walk};
use crate::disk::{self, Folder, Typed};
use crate::lint::{self, IndexedNames, NameClass, NameIndex, TypedScripts};
use crate::script::tree::ScriptSource;
use crate::session::file::{self, Item, Section};
use crate::session::suite::ENDING;
use crate::variant::{Library, MAX_SOURCE_BYTES, Titles, text_in, too_large};
use etcetera::BaseStrategy as _;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The part of a file in a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileRole {
    /// `cards/favor`.
    Script(String),
    /// A variant or titles: `classic`, `titles/en`.
    Variant(String),
    Session,
    Other,
}

impl FileRole {
    /// Returns the name of the file in messages.
    pub fn shown(&self, path: &Path) -> String {
        match self {
            Self::Script(name) => format!("{name}.rhai"),
            Self::Variant(name) => format!("variants/{name}.json"),
            Self::Session | Self::Other => path.to_string_lossy().into_owned(),
        }
    }
}

/// A text that is open in the editor.
#[derive(Clone, Debug)]
pub struct OpenText {
    pub uri: String,
    pub path: PathBuf,
    pub version: i32,
    pub text: SourceText,
    pub project: usize,
    pub role: FileRole,
}

impl OpenText {
    pub fn shown(&self) -> String {
        self.role.shown(&self.path)
    }
}

/// All that is known of the files of a project. Cheap to clone.
#[derive(Clone)]
pub struct Analysis {
    pub library: Library,
    pub sources: Arc<Vec<ScriptSource>>,
    pub names: IndexedNames,
    pub titles: Option<Arc<Titles>>,
    /// The sessions that mention what is asked for, if names are.
    pub sessions: Sessions,
}

impl Analysis {
    /// Returns the text of a file by its name in messages.
    pub fn text(&self, shown: &str) -> Option<SourceText> {
        text_of(&self.library, shown).or_else(|| self.sessions.get(Path::new(shown)).cloned())
    }

    /// Adds the names in sessions.
    pub fn add_sessions(&mut self, sessions: Sessions) {
        self.names.add_sessions(sessions.iter().filter_map(|(path, text)| {
            let name = path.to_string_lossy();
            let session = file::parse(&name, text).ok()?;
            let items = session.parts.iter().filter_map(|part| match part {
                Section::Block { items, .. } => Some(items),
                Section::Prose(_) => None,
            });
            let lines = items.flatten().filter_map(Item::input).map(|input| input.line);
            Some((Arc::from(&*name), text, lines.collect()))
        }));
        self.sessions = sessions;
    }

    /// Returns the title and the text of a kind or combo.
    pub fn wording(&self, class: NameClass, id: &str) -> (String, String) {
        let Some(titles) = &self.titles else { return (readable(id), String::new()) };
        let (section, wording) = match class {
            NameClass::Combo => ("combos", titles.combo(id)),
            _ => ("cards", titles.card(id)),
        };
        let text = text_in(&self.library, titles, section, id);
        (wording.title.into_owned(), text)
    }

    /// Returns what a script says of itself.
    pub fn about(&self, script: &str) -> String {
        let script = self.library.script(script);
        script.and_then(|script| script.about().map(str::to_owned)).unwrap_or_default()
    }
}

/// Session files with their texts, by path.
pub type Sessions = BTreeMap<PathBuf, SourceText>;

pub struct Project {
    /// `None`: the built-in files, for files that are in no project.
    pub root: Option<PathBuf>,
    disk: Library,
    /// The sessions of the folder; `None` until they are asked for.
    sessions: Option<Sessions>,
    pub typed: TypedScripts,
    index: NameIndex,
    /// The analysis of the files with the texts that are open.
    analysis: Option<Analysis>,
}

/// The language of the titles that are shown.
const LANGUAGE: &str = "en";

/// The most session files that are looked at.
const MAX_SESSIONS: usize = 2_000;

impl Project {
    pub fn open(root: Option<PathBuf>) -> Self {
        let (disk, typed) = (Library::embedded(), TypedScripts::default());
        let (sessions, index, analysis) = Default::default();
        let mut project = Self { root, disk, sessions, typed, index, analysis };
        project.reload();
        project
    }

    /// Whether a folder is one.
    pub fn is_at(root: &Path) -> bool {
        root.join("scripts").is_dir() || root.join("variants").is_dir()
    }

    /// Reads the files of the folder again.
    pub fn reload(&mut self) {
        let files = self.root.as_ref().and_then(|root| Typed::open(root).ok().zip(Some(root)));
        let disk = files.map(|(files, root)| Library::embedded().overlay_readable(&files, root).0);
        self.take_over(disk.unwrap_or_else(Library::embedded));
    }

    /// Takes the files of the folder over, as somebody else has read them.
    pub fn take_over(&mut self, disk: Library) {
        self.disk = disk;
        self.forget_sessions();
        self.forget();
    }

    /// Forgets what depends on the texts that are open.
    pub fn forget(&mut self) {
        self.analysis = None;
    }

    /// Forgets the sessions of the folder: they are read again when they are asked for.
    pub fn forget_sessions(&mut self) {
        self.sessions = None;
    }

    /// Returns what a file of the folder is.
    pub fn role(&self, path: &Path) -> Option<FileRole> {
        let inside = path.strip_prefix(self.root.as_ref()?).ok()?;
        let inside = inside.to_str()?.replace('\\', "/");
        let within =
            |top: &str, end: &str| Some(inside.strip_prefix(top)?.strip_suffix(end)?.to_owned());
        Some(match (within("scripts/", ".rhai"), within("variants/", ".json")) {
            (Some(name), _) => FileRole::Script(name),
            (_, Some(name)) if !name.starts_with("schemas/") => FileRole::Variant(name),
            _ if inside.ends_with(ENDING) => FileRole::Session,
            _ => FileRole::Other,
        })
    }

    /// Returns the files of the folder, overlaid by the open texts.
    pub fn library(&self, open: &[OpenText]) -> Library {
        let mut library = self.disk.clone();
        for document in open {
            let text = &document.text;
            library = match &document.role {
                FileRole::Session | FileRole::Other => library,
                role if text.len() > MAX_SOURCE_BYTES => {
                    library.with_unreadable(&role.shown(&document.path), &too_large())
                }
                role => with_text(library, &role.shown(&document.path), text),
            };
        }
        library
    }

    /// Returns what is known of the files with the open texts.
    pub fn analysis(&mut self, open: &[OpenText]) -> Analysis {
        if let Some(analysis) = &self.analysis {
            return analysis.clone();
        }
        let library = self.library(open);
        let sources = Arc::new(self.typed.all(&library));
        let names = self.index.names(&library, &sources);
        let titles = Titles::load(&library, LANGUAGE).ok().map(Arc::new);
        let sessions = Sessions::new();
        self.analysis.insert(Analysis { library, sources, names, titles, sessions }).clone()
    }

    /// Returns the session files of the folder with their texts, as in the folder or as open.
    pub fn sessions(&mut self, open: &[OpenText]) -> Sessions {
        let read = || self.root.as_deref().and_then(read_sessions).unwrap_or_default();
        let mut sessions = self.sessions.get_or_insert_with(read).clone();
        let open = open.iter().filter(|document| document.role == FileRole::Session);
        sessions.extend(open.map(|document| (document.path.clone(), document.text.clone())));
        sessions.retain(|_, text| text.len() <= MAX_SOURCE_BYTES);
        sessions
    }

    /// Returns the path of a file by its name in messages: in the folder, or of a copy if it is
    /// built in.
    pub fn path_of(&self, shown: &str, library: &Library) -> Option<PathBuf> {
        self.own_path(shown).or_else(|| copy(shown, &text_of(library, shown)?))
    }

    /// Returns the path of a file in the folder; `None` if it is built in.
    pub fn own_path(&self, shown: &str) -> Option<PathBuf> {
        if Path::new(shown).is_absolute() {
            return Some(PathBuf::from(shown));
        }
        let root = self.root.as_ref()?;
        let top = if shown.starts_with("variants/") { "" } else { "scripts" };
        Some(root.join(top).join(shown)).filter(|path| path.is_file())
    }
}

fn read_sessions(root: &Path) -> Option<Sessions> {
    let folder = Folder::open(root).ok()?;
    let tree = walk::walk(&folder, "", &|name| name.ends_with(ENDING));
    let read = |name: &String| Some((root.join(name), folder.read(name).ok()?.into()));
    Some(tree.files.iter().take(MAX_SESSIONS).filter_map(read).collect())
}

/// Returns the text of a file by its name in messages.
pub fn text_of(library: &Library, shown: &str) -> Option<SourceText> {
    if let Some(name) = shown.strip_suffix(".rhai") {
        return library.script(name).map(|script| script.text);
    }
    let name = shown.strip_prefix("variants/")?.strip_suffix(".json")?;
    let file = match name.strip_prefix("titles/") {
        Some(language) => library.titles(language),
        None => library.variant(name),
    };
    file.map(|file| file.text)
}

/// Returns a library with this text of a file, by its name in messages.
pub fn with_text(library: Library, shown: &str, text: &str) -> Library {
    if let Some(name) = shown.strip_suffix(".rhai") {
        return library.with_script(name, text);
    }
    match shown.strip_prefix("variants/").and_then(|name| name.strip_suffix(".json")) {
        Some(name) => library.with_variant(name, text),
        None => library,
    }
}

/// The folder of the copies of built-in files.
pub fn cache() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.cache_dir().join("litterbox").join(env!("CARGO_PKG_VERSION")))
}

/// Returns the path of a read-only copy of the page of an error code.
pub fn page_of(code: &str) -> Option<PathBuf> {
    copy(&format!("codes/{code}.md"), lint::page(code)?)
}

/// Returns the path of a read-only copy of a built-in file, which is written if it is missing.
fn copy(shown: &str, text: &str) -> Option<PathBuf> {
    let cache = cache()?;
    disk::create_folder(&cache).ok()?;
    let (folder, path) = (Folder::open(&cache).ok()?, cache.join(shown));
    if folder.read(shown).is_ok_and(|known| known == text) {
        return Some(path);
    }
    folder.write(shown, text).ok()?;
    disk::set_read_only(&path).ok()?;
    Some(path)
}
