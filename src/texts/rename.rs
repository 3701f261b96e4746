//! Renames a kind, an option, a counter, a parameter or a function in all files.

use super::actions::FileEdit;
use super::locals::LocalVariable;
use super::project::{Analysis, OpenText, Project, text_of, with_text};
use crate::base::Interrupt;
use crate::base::error::{Edit, Error, edited, is_word};
use crate::kernel::Hook;
use crate::lint::{Checker, LintTargets, Mention, NameClass};
use crate::script::api::is_verb;
use crate::script::topics;
use crate::script::values::NameOf;
use crate::variant::{Library, RESERVED};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// The edits of each file, by its name in messages.
type Edits = BTreeMap<Arc<str>, FileEdit>;

/// A new name for what is mentioned.
pub struct Rename<'a> {
    pub project: &'a Project,
    pub analysis: &'a Analysis,
    pub mention: &'a Mention,
    pub new: &'a str,
}

/// The edits of a rename.
pub struct Renamed {
    pub edits: Edits,
    /// The script that takes its name from what is renamed, and its new path.
    pub file: Option<(PathBuf, PathBuf)>,
}

impl Renamed {
    /// Renames a variable of a function in an open text.
    ///
    /// # Errors
    /// It cannot have this name.
    pub fn of_local(
        local: &LocalVariable<'_>,
        document: &OpenText,
        new: &str,
    ) -> Result<Self, String> {
        local.check(&document.text, new)?;
        let places = local.places.iter();
        let edits = places.map(|bytes| Edit { bytes: bytes.clone(), text: new.to_owned() });
        let edits = (document.path.clone(), Some(document.text.clone()), edits.collect());
        Ok(Self { edits: [(document.shown().into(), edits)].into(), file: None })
    }
}

impl Rename<'_> {
    /// Returns the edits.
    ///
    /// # Errors
    /// Why it cannot be renamed: it is built in, the name is malformed, reserved or taken, or the
    /// edited files have an error that was not there.
    pub fn renamed(&self) -> Result<Renamed, String> {
        self.check_name()?;
        let Self { project, analysis, mention, new } = self;
        let mut edits = Edits::new();
        for place in analysis.names.same(mention) {
            let Some(path) = project.own_path(&place.file) else {
                return Err(format!("`{}` is built in: {} has it", mention.name, place.file));
            };
            let Some(text) = analysis.text(&place.file) else { continue };
            let file = edits.entry(Arc::clone(&place.file));
            let (.., edits) = file.or_insert((path, Some(text), Vec::new()));
            edits.push(Edit { bytes: place.bytes.clone(), text: (*new).to_owned() });
        }
        for (.., edits) in edits.values_mut() {
            edits.sort_by_key(|edit| edit.bytes.start);
            edits.dedup();
        }
        let file = self.moved();
        self.check(&self.library(&edits, file.is_some()), &edits)?;
        Ok(Renamed { edits, file })
    }

    fn check_name(&self) -> Result<(), String> {
        let Self { analysis, mention, new, .. } = *self;
        let is_renamed = match mention.class {
            NameClass::Kind | NameClass::Function => true,
            NameClass::Of(of) => matches!(of, NameOf::Option | NameOf::Counter | NameOf::Param),
            NameClass::Combo | NameClass::Script | NameClass::Variant => false,
        };
        if !is_renamed {
            return Err(format!("`{}` cannot be renamed", mention.name));
        }
        let is_id =
            new.starts_with(|c: char| c.is_ascii_lowercase()) && is_word(new) && new.is_ascii();
        if !is_id || new != new.to_lowercase() {
            let wanted = "use a-z, 0-9 and `_`, starting with a letter";
            return Err(format!("`{new}` is not a name: {wanted}"));
        }
        let is_function = mention.class == NameClass::Function;
        let is_reserved = match is_function {
            true => Hook::find(new).is_some() || is_verb(new) || topics::find(new).is_some(),
            false => RESERVED.contains(&new),
        };
        if is_function && Hook::find(&mention.name).is_some() {
            return Err(format!("`{}` is a hook", mention.name));
        }
        if is_reserved {
            return Err(format!("`{new}` is reserved"));
        }
        let is_kind = mention.class == NameClass::Kind;
        let is_script = is_kind && analysis.library.script(&format!("cards/{new}")).is_some();
        let is_scope = |other: &Mention| other.scope == mention.scope || other.scope.is_none();
        let is_class = |other: &Mention| match is_kind {
            true => other.class.folder().is_some(),
            false => other.class == mention.class && is_scope(other),
        };
        let is_same = |other: &Mention| other.name == *new && is_class(other);
        if is_script || analysis.names.iter().any(is_same) {
            return Err(format!("the name `{new}` is taken"));
        }
        Ok(())
    }

    /// The script of a kind that takes its name from it, with its new path.
    fn moved(&self) -> Option<(PathBuf, PathBuf)> {
        let script = format!("cards/{}", self.mention.name);
        let is_listed = self.analysis.names.has(NameClass::Script, &script, None);
        if self.mention.class != NameClass::Kind || is_listed {
            return None;
        }
        let old = self.project.own_path(&format!("{script}.rhai"))?;
        let path = old.with_file_name(format!("{}.rhai", self.new));
        Some((old, path))
    }

    /// The library with the edits in memory.
    fn library(&self, edits: &Edits, is_moved: bool) -> Library {
        let mut library = self.analysis.library.clone();
        for (file, (_, text, edits)) in edits {
            let text = text.as_deref().unwrap_or_default();
            library = with_text(library, file, &edited(text, edits));
        }
        let old = format!("cards/{}", self.mention.name);
        if let Some(script) = library.script(&old).filter(|_| is_moved) {
            library = library.with_script(&format!("cards/{}", self.new), &script.text);
            library = library.with_unreadable(&script.name, "it is renamed");
        }
        library
    }

    /// The scope of the edits: the files of the project, and the built-in ones if an edited file
    /// takes the place of one.
    fn targets(&self, library: &Library, edits: &Edits) -> LintTargets {
        let mut wanted = LintTargets { unreadable: Vec::new(), ..LintTargets::all(library) };
        let is_used = |file: &Arc<str>| {
            !file.starts_with("variants/titles/") && text_of(&Library::embedded(), file).is_some()
        };
        if !edits.keys().any(is_used) {
            let is_own = |file: String| self.project.own_path(&file).is_some();
            wanted.variants.retain(|id| is_own(format!("variants/{id}.json")));
            wanted.languages.retain(|id| is_own(format!("variants/titles/{id}.json")));
            wanted.scripts.retain(|name| is_own(format!("{name}.rhai")));
        }
        wanted
    }

    /// Checks that the edited files have no error that was not there.
    fn check(&self, renamed: &Library, edits: &Edits) -> Result<(), String> {
        let mut checker = Checker::default();
        let mut errors = |library: &Library| -> Vec<Error> {
            let wanted = self.targets(library, edits);
            let mut found = checker.check(library, &wanted, &Interrupt::default()).found;
            found.retain(|error| !error.is_warning());
            found
        };
        let after = errors(renamed);
        if after.is_empty() {
            return Ok(());
        }
        let said = |error: &Error| {
            let renamed = |text: &str| text.replace(&self.mention.name, self.new);
            let file = error.span.as_ref().map(|span| renamed(&span.file));
            (error.code, renamed(&error.message), file)
        };
        let before: BTreeSet<_> = errors(&self.analysis.library).iter().map(said).collect();
        match after.iter().find(|error| !before.contains(&said(error))) {
            None => Ok(()),
            Some(error) => Err(format!("this would lead to an error: {}", error.message)),
        }
    }
}
