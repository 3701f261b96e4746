//! The library of scripts and variants: the built-in files, overlaid by the user's files of the
//! same name. Files are parsed elsewhere, but for `abstract` in variants.

use super::source::{JsonSource, ScriptFacts};
use crate::base::error::{Error, SourceText};
use crate::base::files::{Embedded, FileKind, FileRef, Files, walk};
use crate::base::lines::unmarked;
use crate::base::output::escape_line;
use crate::script::Script;
use include_dir::{Dir, include_dir};
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
#[cfg(feature = "app")]
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, OnceLock};

static SCRIPTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scripts");
static VARIANTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../variants");
static EMBEDDED: LazyLock<Library> = LazyLock::new(|| {
    let mut library = Library::empty();
    for (top, dir) in [(Top::Scripts, &SCRIPTS), (Top::Variants, &VARIANTS)] {
        let files: Arc<dyn Files> = Arc::new(Embedded::new(dir));
        library.lay(top, &files, Path::new(""), &mut Vec::new());
    }
    // Only the user's files are an overlay.
    Library { overlaid: Arc::default(), ..library }
});

/// The maximum size of a script, a variant or titles.
pub const MAX_SOURCE_BYTES: usize = 1 << 20;

/// The two folders of a library.
#[derive(Clone, Copy, PartialEq)]
enum Top {
    Scripts,
    Variants,
}

impl Top {
    const fn folder(self) -> &'static str {
        match self {
            Self::Scripts => "scripts",
            Self::Variants => "variants",
        }
    }

    const fn extension(self) -> &'static str {
        match self {
            Self::Scripts => ".rhai",
            Self::Variants => ".json",
        }
    }

    /// The display name of a file.
    fn shown(self, name: &str) -> String {
        match self {
            Self::Scripts => name.to_owned(),
            Self::Variants => format!("variants/{name}"),
        }
    }
}

/// A text file with its display name: `variants/classic.json`.
#[derive(Clone, Debug)]
pub struct Asset {
    pub name: Arc<str>,
    pub text: SourceText,
    is_abstract: bool,
    /// Read when it is first needed.
    known: Arc<KnownSource>,
}

/// The parts of a file that are read once.
#[derive(Default)]
struct KnownSource {
    json: OnceLock<Result<JsonSource, Vec<Error>>>,
    script: OnceLock<ScriptFacts>,
}

impl fmt::Debug for KnownSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KnownSource")
    }
}

impl PartialEq for Asset {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.text == other.text
    }
}

impl Eq for Asset {}

impl Asset {
    /// Returns the content of a variant or of titles.
    ///
    /// # Errors
    /// It is not JSON, or has a key twice.
    pub(super) fn json(&self) -> Result<&JsonSource, Vec<Error>> {
        let read = || JsonSource::read(&self.name, &self.text);
        self.known.json.get_or_init(read).as_ref().map_err(Vec::clone)
    }

    /// Returns whether this is the same file or a clone.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.known, &other.known)
    }

    /// Returns whether this is an abstract variant: it is only extended.
    pub const fn is_abstract(&self) -> bool {
        self.is_abstract
    }
}

/// The part of a variant that says whether it is only extended.
#[derive(Deserialize)]
struct AbstractFlag {
    #[serde(default, rename = "abstract")]
    is_set: bool,
}

fn is_abstract(variant: &str) -> bool {
    let flag = || serde_json::from_str::<AbstractFlag>(variant);
    variant.contains("\"abstract\"") && flag().is_ok_and(|flag| flag.is_set)
}

/// All scripts, variants and titles. Cheap to clone and immutable: open it again to read edited
/// files.
#[derive(Clone, Debug)]
pub struct Library {
    /// By name within their folder, without the extension: `cards/favor`.
    scripts: Arc<BTreeMap<String, Asset>>,
    /// By name: `classic`, `titles/en`.
    variants: Arc<BTreeMap<String, Asset>>,
    /// The files that cannot be read, by display name: they hide built-in files of the same name.
    unreadable: Arc<BTreeMap<String, Error>>,
    n_unnamed: usize,
    overlaid: Arc<Vec<FileRef>>,
    folders: Arc<Vec<PathBuf>>,
    /// The folders of the overlays, for other files of theirs.
    homes: Arc<Vec<Arc<dyn Files>>>,
}

impl Library {
    pub fn empty() -> Self {
        Self {
            scripts: Arc::default(),
            variants: Arc::default(),
            unreadable: Arc::default(),
            n_unnamed: 0,
            overlaid: Arc::default(),
            folders: Arc::default(),
            homes: Arc::default(),
        }
    }

    pub fn embedded() -> Self {
        EMBEDDED.clone()
    }

    /// The built-in files, overlaid by those of the folder `home` and then those of `here`.
    ///
    /// # Errors
    /// `V0130` for each folder that cannot be read. A file that cannot be read is an error only for
    /// what uses it ([`Self::unreadable`]).
    #[cfg(feature = "app")]
    pub fn open(home: Option<&Path>, here: Option<&Path>) -> Result<Self, Vec<Error>> {
        use crate::disk::Typed;
        let mut library = Self::embedded();
        let mut errors = Vec::new();
        for path in [home, here].into_iter().flatten() {
            match Typed::open(path) {
                Ok(files) => match library.clone().overlay(&files, path) {
                    Ok(overlaid) => library = overlaid,
                    Err(more) => errors.extend(more),
                },
                Err(error) => {
                    let why = match error.kind() {
                        io::ErrorKind::NotFound => "the folder does not exist".to_owned(),
                        _ => error.to_string(),
                    };
                    errors.push(unreadable(&path.to_string_lossy(), &why));
                }
            }
        }
        if errors.is_empty() { Ok(library) } else { Err(errors) }
    }

    /// Returns the same library, overlaid by the `scripts` and `variants` of these files; `path` is
    /// their path in messages.
    ///
    /// # Errors
    /// `V0130` for each folder that cannot be read. A file that cannot be read is an error only for
    /// what uses it ([`Self::unreadable`]).
    pub fn overlay(self, files: &Arc<dyn Files>, path: &Path) -> Result<Self, Vec<Error>> {
        let (library, errors) = self.overlay_readable(files, path);
        if errors.is_empty() { Ok(library) } else { Err(errors) }
    }

    /// The library without the folders that cannot be read, with a `V0130` for each of them.
    #[doc(hidden)]
    pub fn overlay_readable(mut self, files: &Arc<dyn Files>, path: &Path) -> (Self, Vec<Error>) {
        let mut errors = Vec::new();
        Arc::make_mut(&mut self.homes).push(Arc::clone(files));
        for top in [Top::Scripts, Top::Variants] {
            let name = top.folder();
            let found = match files.kind(name) {
                Ok(Some(FileKind::Folder)) => files.folder(name),
                Ok(_) => continue,
                Err(error) => Err(error),
            };
            match found {
                Ok(found) => {
                    self.lay(top, &found, &path.join(name), &mut errors);
                    Arc::make_mut(&mut self.folders).push(path.join(name));
                }
                Err(error) => errors.push(unreadable(name, &error.to_string())),
            }
        }
        (self, errors)
    }

    /// Returns whether two libraries are the same one or clones of each other.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.scripts, &other.scripts) && Arc::ptr_eq(&self.variants, &other.variants)
    }

    /// Returns the same library with one script added or replaced: `cards/favor`.
    pub fn with_script(mut self, name: &str, text: &str) -> Self {
        self.put(Top::Scripts, name, text.into());
        self
    }

    /// Returns the same library with these scripts added or replaced.
    pub fn with_scripts(self, scripts: &BTreeMap<String, String>) -> Self {
        scripts.iter().fold(self, |library, (name, text)| library.with_script(name, text))
    }

    /// Returns the same library with one variant or title file added or replaced: `classic`,
    /// `titles/en`.
    pub fn with_variant(mut self, name: &str, text: &str) -> Self {
        self.put(Top::Variants, name, text.into());
        self
    }

    /// Whether another one has the same scripts, variants and titles.
    pub fn has_same_files(&self, other: &Self) -> bool {
        self.scripts == other.scripts && self.variants == other.variants
    }

    /// Returns the script with this name: `cards/favor`.
    pub fn script(&self, name: &str) -> Option<Script> {
        let asset = self.scripts.get(name)?;
        Some(Script { name: Arc::clone(&asset.name), text: asset.text.clone() })
    }

    /// Returns what the script with this name declares and asks for: `cards/favor`.
    pub(super) fn script_facts(&self, name: &str) -> Option<&ScriptFacts> {
        let Asset { name, text, known, .. } = self.scripts.get(name)?;
        let script = || Script { name: Arc::clone(name), text: text.clone() };
        Some(known.script.get_or_init(|| ScriptFacts::of(&script())))
    }

    /// Returns the names of all scripts, in order: `cards/favor`.
    pub fn script_names(&self) -> impl Iterator<Item = &str> {
        self.scripts.keys().map(String::as_str)
    }

    /// Returns the text of the variant with this id.
    pub fn variant(&self, id: &str) -> Option<Asset> {
        if id.contains('/') { None } else { self.variants.get(id).cloned() }
    }

    /// Returns the ids of all variants that can be played, in order.
    pub fn variant_ids(&self) -> impl Iterator<Item = &str> {
        self.ids(false)
    }

    /// Returns the ids of the abstract variants, which are only extended, in order.
    pub fn abstract_ids(&self) -> impl Iterator<Item = &str> {
        self.ids(true)
    }

    fn ids(&self, is_abstract: bool) -> impl Iterator<Item = &str> {
        let files = self.variants.iter().filter(|(name, _)| !name.contains('/'));
        let those = files.filter(move |(_, file)| file.is_abstract() == is_abstract);
        those.map(|(name, _)| name.as_str())
    }

    /// Returns the titles in this language.
    pub fn titles(&self, language: &str) -> Option<Asset> {
        self.variants.get(&format!("titles/{language}")).cloned()
    }

    /// Returns the languages that have titles, in order.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.variants.keys().filter_map(|name| name.strip_prefix("titles/"))
    }

    /// The number of files and folders that are left out, as their names are not UTF-8.
    pub const fn n_unnamed(&self) -> usize {
        self.n_unnamed
    }

    /// Returns the files that cannot be read, by display name, each with a `V0130`.
    pub fn unreadable(&self) -> impl Iterator<Item = (&str, &Error)> {
        self.unreadable.iter().map(|(name, error)| (name.as_str(), error))
    }

    /// Returns why a file cannot be read, by display name: `cards/favor.rhai`. `None`: it is read,
    /// or there is no such file.
    pub fn why_unreadable(&self, name: &str) -> Option<&Error> {
        self.unreadable.get(name)
    }

    /// Returns the same library with a file that cannot be read, by display name, for this reason:
    /// whatever uses it fails.
    pub fn with_unreadable(mut self, name: &str, why: &str) -> Self {
        match name.strip_prefix("variants/") {
            Some(file) => self.lose(Top::Variants, file, why),
            None => self.lose(Top::Scripts, name, why),
        }
        self
    }

    /// Returns the folders of the overlays, which contain `scripts` and `variants`; the last one
    /// overlays the others.
    pub(super) fn homes(&self) -> &[Arc<dyn Files>] {
        &self.homes
    }

    /// Returns the files of the overlays.
    pub fn overlaid(&self) -> &[FileRef] {
        &self.overlaid
    }

    /// Returns the folders of the overlays, to watch recursively.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    fn put(&mut self, top: Top, name: &str, text: SourceText) {
        let file = format!("{name}{}", top.extension());
        let mark = text.len() - unmarked(&text).len();
        let text = if mark > 0 { text[mark..].into() } else { text };
        // It is printed in many places.
        if matches!(escape_line(name), Cow::Owned(_)) {
            return self.lose(top, &file, "its name has control characters; rename it");
        }
        let shown = top.shown(&file);
        let files = match top {
            Top::Scripts => &mut self.scripts,
            Top::Variants => &mut self.variants,
        };
        // A copy of the file that it would hide is not read again.
        if files.get(name).is_some_and(|hidden| hidden.text == text) {
            return;
        }
        let is_abstract = top == Top::Variants && is_abstract(&text);
        let asset = Asset { name: shown.into(), text, is_abstract, known: Arc::default() };
        Arc::make_mut(&mut self.unreadable).remove(&*asset.name);
        Arc::make_mut(files).insert(name.to_owned(), asset);
    }

    /// Hides a file that cannot be read, and one of the same name under it.
    fn lose(&mut self, top: Top, file: &str, why: &str) {
        let shown = top.shown(file);
        let name = file.strip_suffix(top.extension()).unwrap_or(file);
        let files = match top {
            Top::Scripts => &mut self.scripts,
            Top::Variants => &mut self.variants,
        };
        Arc::make_mut(files).remove(name);
        let error = unreadable(&shown, why);
        Arc::make_mut(&mut self.unreadable).insert(shown, error);
    }

    /// Overlays the files of a folder, which has this path.
    fn lay(&mut self, top: Top, files: &Arc<dyn Files>, path: &Path, errors: &mut Vec<Error>) {
        let tree = walk::walk(files.as_ref(), "", &|name| name.ends_with(top.extension()));
        self.n_unnamed += tree.n_unnamed;
        for (name, error) in tree.errors {
            match name.ends_with(top.extension()) {
                true => self.lose(top, &name, &error.to_string()),
                false => errors.push(unreadable(&top.shown(&name), &error.to_string())),
            }
        }
        for file in tree.files {
            let Some(name) = file.strip_suffix(top.extension()) else { continue };
            match files.read(&file) {
                Ok(text) if text.len() > MAX_SOURCE_BYTES => self.lose(top, &file, &too_large()),
                Ok(text) => self.put(top, name, text.into()),
                Err(error) => self.lose(top, &file, &error.to_string()),
            }
            let file = FileRef::new(Arc::clone(files), &file, path.join(&file));
            Arc::make_mut(&mut self.overlaid).push(file);
        }
    }
}

/// Why a file above [`MAX_SOURCE_BYTES`] is not read.
pub fn too_large() -> String {
    format!("larger than {} MiB", MAX_SOURCE_BYTES >> 20)
}

pub(super) fn unreadable(name: &str, why: &str) -> Error {
    Error::new("V0130", format!("cannot read {}: {}", escape_line(name), escape_line(why)))
}
