//! Renames a kind, an option, a counter, a parameter or a function in all files.

use super::actions::FileEdit;
use super::project::{Analysis, Project, Sessions, text_of, with_text};
use crate::agent::Interrupt;
use crate::error::{Edit, Error, is_word};
use crate::kernel::Hook;
use crate::lint::fix::edited;
use crate::lint::{Checker, LintTargets, Mention, NameClass, Names};
use crate::script::api::is_verb;
use crate::script::topics;
use crate::script::values::NameOf;
use crate::variant::{Library, RESERVED};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// The edits of each file, by its name in messages.
type Edits = BTreeMap<Arc<str>, FileEdit>;

/// The edits of a rename.
pub struct Renamed {
    pub edits: Edits,
    /// The script that takes its name from what is renamed, and its new path.
    pub file: Option<(PathBuf, PathBuf)>,
}

/// Renames what is mentioned.
///
/// # Errors
/// Why it cannot be renamed: it is built in, the name is malformed, reserved or taken, or the
/// edited files have an error that was not there.
pub fn rename(
    project: &Project,
    analysis: &Analysis,
    (names, sessions): (&Names, &Sessions),
    mention: &Mention,
    new: &str,
) -> Result<Renamed, String> {
    check_name(names, analysis, mention, new)?;
    let mut edits = Edits::new();
    for place in names.same(mention) {
        let own = project.own_path(&place.file);
        let Some(path) = own else {
            return Err(format!("`{}` is built in: {} has it", mention.name, place.file));
        };
        let session = || sessions.get(&path).cloned();
        let text = text_of(&analysis.library, &place.file).or_else(session);
        let Some(text) = text else { continue };
        let (.., edits) =
            edits.entry(Arc::clone(&place.file)).or_insert((path, Some(text), Vec::new()));
        edits.push(Edit { bytes: place.bytes.clone(), text: new.to_owned() });
    }
    for (.., edits) in edits.values_mut() {
        edits.sort_by_key(|edit| edit.bytes.start);
        edits.dedup();
    }
    let file = moved(project, names, mention, new);
    let library = renamed(analysis, &edits, mention, (new, file.is_some()));
    let wanted = |library: &Library| targets(project, library, &edits);
    check(&analysis.library, &library, wanted, (&mention.name, new))?;
    Ok(Renamed { edits, file })
}

fn check_name(
    names: &Names,
    analysis: &Analysis,
    mention: &Mention,
    new: &str,
) -> Result<(), String> {
    let is_renamed = match mention.class {
        NameClass::Kind | NameClass::Function => true,
        NameClass::Of(of) => matches!(of, NameOf::Option | NameOf::Counter | NameOf::Param),
        NameClass::Combo | NameClass::Script | NameClass::Variant => false,
    };
    if !is_renamed {
        return Err(format!("`{}` cannot be renamed", mention.name));
    }
    let is_id = new.starts_with(|c: char| c.is_ascii_lowercase()) && is_word(new) && new.is_ascii();
    if !is_id || new != new.to_lowercase() {
        return Err(format!("`{new}` is not a name: use a-z, 0-9 and `_`, starting with a letter"));
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
    let of_kinds = [NameClass::Kind, NameClass::Combo].contains(&mention.class);
    let is_script = of_kinds && analysis.library.script(&format!("cards/{new}")).is_some();
    let is_same = |other: &Mention| {
        let is_class = match of_kinds {
            true => [NameClass::Kind, NameClass::Combo].contains(&other.class),
            false => {
                other.class == mention.class
                    && (other.scope == mention.scope || other.scope.is_none())
            }
        };
        is_class && other.name == new
    };
    if is_script || names.iter().any(is_same) {
        return Err(format!("the name `{new}` is taken"));
    }
    Ok(())
}

/// The script of a kind that takes its name from it, with its new path.
fn moved(
    project: &Project,
    names: &Names,
    mention: &Mention,
    new: &str,
) -> Option<(PathBuf, PathBuf)> {
    let script = format!("cards/{}", mention.name);
    let is_listed = |other: &Mention| other.class == NameClass::Script && other.name == script;
    if mention.class != NameClass::Kind || names.iter().any(is_listed) {
        return None;
    }
    let old = project.own_path(&format!("{script}.rhai"))?;
    let path = old.with_file_name(format!("{new}.rhai"));
    Some((old, path))
}

/// The library with the edits in memory.
fn renamed(
    analysis: &Analysis,
    edits: &Edits,
    mention: &Mention,
    (new, is_moved): (&str, bool),
) -> Library {
    let mut library = analysis.library.clone();
    for (file, (_, text, edits)) in edits {
        let text = text.as_deref().unwrap_or_default();
        library = with_text(library, file, &edited(text, edits));
    }
    let old = format!("cards/{}", mention.name);
    if let Some(script) = library.script(&old).filter(|_| is_moved) {
        library = library.with_script(&format!("cards/{new}"), &script.text);
        library = library.with_unreadable(&script.name, "it is renamed");
    }
    library
}

/// What the edits concern: the files of the project, and the built-in ones if an edited file takes
/// the place of one.
fn targets(project: &Project, library: &Library, edits: &Edits) -> LintTargets {
    let mut wanted = LintTargets { unreadable: Vec::new(), ..LintTargets::all(library) };
    let is_used = |file: &Arc<str>| {
        !file.starts_with("variants/titles/") && text_of(&Library::embedded(), file).is_some()
    };
    if !edits.keys().any(is_used) {
        let is_own = |file: String| project.own_path(&file).is_some();
        wanted.variants.retain(|id| is_own(format!("variants/{id}.json")));
        wanted.languages.retain(|id| is_own(format!("variants/titles/{id}.json")));
        wanted.scripts.retain(|name| is_own(format!("{name}.rhai")));
    }
    wanted
}

/// Checks that the edited files have no error that was not there.
fn check(
    library: &Library,
    edited: &Library,
    wanted: impl Fn(&Library) -> LintTargets,
    (old, new): (&str, &str),
) -> Result<(), String> {
    let mut checker = Checker::default();
    let mut errors = |library: &Library| -> Vec<Error> {
        let mut found = checker.check(library, &wanted(library), &Interrupt::default()).found;
        found.retain(|error| !error.is_warning());
        found
    };
    let said = |error: &Error| {
        let file = error.span.as_ref().map(|span| span.file.replace(old, new));
        (error.code, error.message.replace(old, new), file)
    };
    let after = errors(edited);
    if after.is_empty() {
        return Ok(());
    }
    let before = errors(library);
    let before: BTreeSet<_> = before.iter().map(said).collect();
    match after.iter().find(|error| !before.contains(&said(error))) {
        None => Ok(()),
        Some(error) => Err(format!("this would lead to an error: {}", error.message)),
    }
}
