//! The scripts and variants that games are played by: those of the files, changed by `:try`, and
//! the functions of `:define`.

use super::command_error::CommandError;
use crate::base::Interrupt;
use crate::base::error::{Error, Refusal};
use crate::base::files::Files;
use crate::script::tree::syntax::identifiers;
use crate::transcript::ruleset_cache::RulesetCache;
use crate::variant::Library;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// Reads the library again from its files.
pub type LibrarySource = Rc<dyn Fn() -> Result<Library, Vec<Error>>>;

/// Opens a file in an editor and waits until it is closed.
pub type Editor = Rc<dyn Fn(&Path) -> Result<(), Refusal>>;

/// The scripts and variants in use.
#[derive(Clone)]
pub(super) struct LiveRules {
    /// The library, with the scripts of `:try`.
    pub library: Library,
    /// The library without them, as it was read last.
    base: Library,
    source: Option<LibrarySource>,
    rulesets: Rc<RulesetCache>,
    /// Scripts by name, without the extension: `cards/skip`.
    tries: BTreeMap<String, String>,
    helpers: Vec<(String, String)>,
    editor: Option<ScriptEditor>,
}

/// A library as it is in its files now.
pub(super) struct FreshLibrary {
    /// With the scripts of `:try`.
    pub library: Library,
    base: Library,
}

/// The folder whose `scripts` overlay the built-in ones, and what opens them.
#[derive(Clone)]
pub(super) struct ScriptEditor {
    pub files: Arc<dyn Files>,
    pub home: PathBuf,
    pub open: Editor,
}

impl LiveRules {
    pub fn new(library: Library) -> Self {
        Self {
            base: library.clone(),
            library,
            source: None,
            rulesets: Rc::default(),
            tries: BTreeMap::new(),
            helpers: Vec::new(),
            editor: None,
        }
    }

    /// Sets the source that the library is read from.
    pub fn set_source(&mut self, source: LibrarySource) {
        self.source = Some(source);
    }

    /// Shares compiled rulesets, and what interrupts their scripts.
    pub fn set_rulesets(&mut self, rulesets: Rc<RulesetCache>) {
        self.rulesets = rulesets;
    }

    pub fn set_editor(&mut self, editor: ScriptEditor) {
        self.editor = Some(editor);
    }

    pub fn editor(&self) -> Option<ScriptEditor> {
        self.editor.clone()
    }

    pub const fn rulesets(&self) -> &Rc<RulesetCache> {
        &self.rulesets
    }

    /// Returns the interrupt of the running input.
    pub fn interrupt(&self) -> &Interrupt {
        &self.rulesets.control().interrupt
    }

    /// The library without the scripts of `:try`, as it was read last.
    pub const fn base(&self) -> &Library {
        &self.base
    }

    /// Reads the library from its files.
    pub fn fresh_library(&self) -> Result<FreshLibrary, CommandError> {
        let base = match &self.source {
            Some(source) => source().map_err(|errors| CommandError::errors(&errors))?,
            None => self.base.clone(),
        };
        Ok(FreshLibrary { library: base.clone().with_scripts(&self.tries), base })
    }

    /// Uses a library from now on; returns whether its files are others than before.
    pub fn set_library(&mut self, fresh: FreshLibrary) -> bool {
        let is_changed = !self.base.has_same_files(&fresh.base);
        (self.library, self.base) = (fresh.library, fresh.base);
        is_changed
    }

    /// The scripts of `:try`, by name.
    pub const fn tried(&self) -> &BTreeMap<String, String> {
        &self.tries
    }

    /// Replaces a script, or with no text restores that of its file; returns what to undo it with.
    pub fn set_script(&mut self, script: &str, text: Option<String>) -> BTreeMap<String, String> {
        let before = self.tries.clone();
        self.tries.remove(script);
        self.tries.extend(text.map(|text| (script.to_owned(), text)));
        before
    }

    /// Replaces these scripts, too.
    pub fn add_tried(&mut self, tried: BTreeMap<String, String>) {
        self.tries.extend(tried);
    }

    /// Undoes [`LiveRules::set_script`].
    pub fn undo(&mut self, before: BTreeMap<String, String>) {
        self.tries = before;
    }

    /// The functions of `:define`.
    pub fn helpers(&self) -> impl Iterator<Item = &str> {
        self.helpers.iter().map(|(_, text)| text.as_str())
    }

    /// Defines a function, or replaces it.
    pub fn define(&mut self, name: String, text: &str) {
        self.helpers.retain(|(other, _)| *other != name);
        self.helpers.push((name, text.to_owned()));
    }

    /// Prepends the helpers that the code uses.
    pub fn with_helpers(&self, code: &str) -> String {
        let mut used: Vec<&str> = Vec::new();
        let mut text = code.to_owned();
        loop {
            let names = identifiers(&text);
            let is_missing =
                |(name, _): &&(String, String)| !used.contains(&&**name) && names.contains(name);
            let Some((name, helper)) = self.helpers.iter().find(is_missing) else { return text };
            used.push(name);
            text = format!("{helper} {text}");
        }
    }
}
