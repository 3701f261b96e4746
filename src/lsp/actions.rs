//! Quick fixes: those of findings, and what `litterbox new` would add.

use super::complete::hook_text;
use super::project::{Analysis, Document, Project, Role, text_of};
use super::report;
use super::text::{Encoding, changed_part};
use crate::error::{Error, SourceText, Span, readable};
use crate::kernel::Hook;
use crate::lint::fix::apply_fixes;
use crate::lint::{NameClass, find};
use crate::script::hooks::HOOKS;
use crate::script::syntax::defined_functions;
use crate::session::first;
use crate::variant::edit::{add_card, add_entry, add_to_list};
use serde_json::{Value as Json, json};
use std::ops::Range;
use std::path::PathBuf;

/// How many of a card are added to a deck, and how many hooks are offered.
const N_CARDS: u32 = 4;
const N_HOOKS: usize = 3;

/// A file with its text, or `None` for a new one, and the edits of it.
pub type FileEdit = (PathBuf, Option<SourceText>, Vec<(Range<usize>, String)>);

/// What an editor offers to do.
pub struct Action {
    pub title: String,
    pub kind: &'static str,
    pub diagnostic: Option<Json>,
    pub edit: FileEdit,
}

/// Where actions are asked for.
pub struct Asked<'a> {
    pub project: &'a Project,
    pub analysis: &'a Analysis,
    pub document: &'a Document,
    pub found: &'a [Error],
    pub bytes: Range<usize>,
    pub encoding: Encoding,
    /// Whether the client creates files.
    pub creates_files: bool,
}

impl Asked<'_> {
    pub fn actions(&self) -> Vec<Action> {
        let mut actions = self.fixes();
        actions.extend(self.hooks());
        if let Some((folder, id)) = self.item() {
            let (folder, id) = (folder.as_str(), id.as_str());
            let added = self.uses(folder, id).into_iter().chain(self.titles(folder, id));
            let added = added.chain(self.session(folder, id));
            actions.extend(added.map(|(title, edit)| self.action(title, "quickfix", edit)));
        }
        actions
    }

    fn action(&self, title: String, kind: &'static str, edit: FileEdit) -> Action {
        Action { title, kind, diagnostic: None, edit }
    }

    fn here(&self, edits: Vec<(Range<usize>, String)>) -> FileEdit {
        (self.document.path.clone(), Some(self.document.text.clone()), edits)
    }

    fn meets(&self, error: &Error) -> bool {
        let bytes = error.span.as_ref().map(Span::bytes);
        bytes.is_some_and(|at| at.start <= self.bytes.end && self.bytes.start <= at.end)
    }

    /// The fixes of the findings here, and those of the whole text together.
    fn fixes(&self) -> Vec<Action> {
        let fixable: Vec<Error> =
            self.found.iter().filter(|error| !error.fix.is_empty()).cloned().collect();
        let mut actions = Vec::new();
        for error in fixable.iter().filter(|error| self.meets(error)) {
            let edits = error.fix.iter().map(|edit| (edit.bytes.clone(), edit.text.clone()));
            let title = match error.code {
                "" => "record this output".to_owned(),
                _ => title(error),
            };
            actions.push(Action {
                diagnostic: report::diagnostic(error, self.encoding, |_| None::<PathBuf>),
                ..self.action(title, "quickfix", self.here(edits.collect()))
            });
        }
        if let Some((text, _)) = apply_fixes(&fixable).into_values().next() {
            let is_session = fixable.iter().all(|error| error.code.is_empty());
            let title = if is_session { "record all of this file" } else { "fix all of this file" };
            let (bytes, part) = changed_part(&self.document.text, &text);
            let edit = self.here(vec![(bytes, part.to_owned())]);
            actions.push(self.action(title.to_owned(), "source.fixAll", edit));
        }
        actions
    }

    /// Hooks to add: where a function is none, and on the first line of a card without any.
    fn hooks(&self) -> Vec<Action> {
        let Role::Script(name) = &self.document.role else { return Vec::new() };
        let folder = name.split('/').next().unwrap_or_default();
        let text = &self.document.text;
        let there = defined_functions(text);
        let is_no_hook = |error: &&Error| {
            let name = find(error.code).map_or("", |page| page.name);
            let names =
                ["hook-that-never-runs", "never-played", "misspelt-hook", "unused-function"];
            names.contains(&name) && error.fix.is_empty() && self.meets(error)
        };
        let near = self.found.iter().find(is_no_hook).and_then(|error| error.span.as_ref());
        let has_none = there.iter().all(|name| Hook::find(name).is_none());
        let word = match near {
            Some(span) => text.get(span.bytes()).unwrap_or_default(),
            None if has_none && self.is_head() => "resolve",
            None => return Vec::new(),
        };
        let hooks = HOOKS.iter().filter(|spec| spec.is_run(folder));
        let mut hooks: Vec<_> =
            hooks.filter(|spec| there.iter().all(|name| name != spec.hook.name())).collect();
        hooks.sort_by_key(|spec| strsim::damerau_levenshtein(spec.hook.name(), word));
        let offered = hooks.into_iter().take(N_HOOKS).map(|spec| {
            let gap = if text.ends_with('\n') { "\n" } else { "\n\n" };
            let added = format!("{gap}{}\n", hook_text(spec, folder, ""));
            let edit = self.here(vec![(text.len()..text.len(), added)]);
            self.action(format!("add the hook `{}`", spec.hook.name()), "quickfix", edit)
        });
        offered.collect()
    }

    /// Whether actions for the whole file are asked for.
    fn is_head(&self) -> bool {
        !self.document.text[..self.bytes.start].contains('\n')
    }

    /// The card, combo or rule that actions are asked for: that of the script, or a name here.
    fn item(&self) -> Option<(String, String)> {
        let is_unused = |error: &Error| error.code == "L0401" && self.meets(error);
        if let Role::Script(name) = &self.document.role {
            let is_asked = self.is_head() || self.found.iter().any(is_unused);
            let (folder, id) = name.split_once('/').filter(|_| is_asked)?;
            return Some((folder.to_owned(), id.to_owned()));
        }
        let mention = self.analysis.names.at(&self.document.shown(), self.bytes.start)?;
        let folder = match mention.class {
            NameClass::Kind => "cards",
            NameClass::Combo => "combos",
            _ => return None,
        };
        Some((folder.to_owned(), mention.name.clone()))
    }

    /// The variants of the project, with their titles.
    fn own_variants(&self) -> Vec<(&str, PathBuf)> {
        let ids = self.analysis.library.variant_ids();
        let own =
            ids.filter_map(|id| Some((id, self.project.own_path(&format!("variants/{id}.json"))?)));
        own.collect()
    }

    /// Returns the edit that turns a file of the project into this text.
    fn rewritten(&self, shown: &str, path: PathBuf, new: &str) -> Option<FileEdit> {
        let old = text_of(&self.analysis.library, shown)?;
        let (bytes, part) = changed_part(&old, new);
        let part = part.to_owned();
        Some((path, Some(old), vec![(bytes, part)]))
    }

    /// Adds a script that no variant uses to each variant of the project.
    fn uses(&self, folder: &str, id: &str) -> Vec<(String, FileEdit)> {
        let class = match folder {
            "cards" => NameClass::Kind,
            "combos" => NameClass::Combo,
            _ => NameClass::Script,
        };
        let names = &self.analysis.names;
        let script = format!("{folder}/{id}");
        if names.has(class, id, None) || names.has(NameClass::Script, &script, None) {
            return Vec::new();
        }
        let library = &self.analysis.library;
        let added = self.own_variants().into_iter().filter_map(|(variant, path)| {
            let text = library.variant(variant)?.text;
            let (new, place) = match folder {
                "cards" => (add_card(&text, id, N_CARDS, None), "deck"),
                list => (add_to_list(library, &text, variant, list, id, None), list),
            };
            let edit = self.rewritten(&format!("variants/{variant}.json"), path, &new.ok()?)?;
            Some((format!("add `{id}` to the {place} of `{variant}`"), edit))
        });
        added.collect()
    }

    /// Adds a title to each file of titles of the project, or to a new one.
    fn titles(&self, folder: &str, id: &str) -> Vec<(String, FileEdit)> {
        let library = &self.analysis.library;
        let class = if folder == "cards" { NameClass::Kind } else { NameClass::Combo };
        if folder == "rules" || !self.analysis.names.has(class, id, None) {
            return Vec::new();
        }
        let wording = self.analysis.titles.as_ref().map(|titles| match folder {
            "cards" => titles.card(id),
            _ => titles.combo(id),
        });
        let title = wording.as_ref().map_or_else(|| readable(id), |it| it.title.to_string());
        let script = library.script(&format!("{folder}/{id}"));
        let about = script.as_ref().and_then(|script| script.about()).unwrap_or_default();
        let about = about.split_once(':').map_or(about, |(_, about)| about).trim();
        let entry = json!({ "title": title, "text": about });
        let own = library.languages().filter_map(|language| {
            let shown = format!("variants/titles/{language}.json");
            Some((self.project.own_path(&shown)?, shown, language))
        });
        let own: Vec<_> = own.collect();
        if own.is_empty() && self.project.root.is_some() && self.creates_files {
            let file = json!({ "language": "en", "name": "English", folder: { id: entry } });
            let path = self.project.root.iter().map(|root| root.join("variants/titles/en.json"));
            let created = path.map(|path| (path, None, vec![(0..0, format!("{file:#}\n"))]));
            let title = format!("add the title `{title}` in a new file of titles");
            return created.map(|edit| (title.clone(), edit)).collect();
        }
        let added = own.into_iter().filter_map(|(path, shown, language)| {
            let text = library.titles(language)?.text;
            if self.analysis.names.has(class, id, Some(&shown)) {
                return None;
            }
            let new = add_entry(&text, folder, id, &entry).ok()?;
            let edit = self.rewritten(&shown, path, &new)?;
            Some((format!("add the title `{title}` to titles/{language}.json"), edit))
        });
        added.collect()
    }

    /// Writes the first session of an item, as `new` does.
    fn session(&self, folder: &str, id: &str) -> Option<(String, FileEdit)> {
        let file = format!("tests/{id}.session.md");
        let path = self.project.root.as_ref()?.join(&file);
        let is_missing = self.creates_files && !path.exists();
        let class = if folder == "cards" { NameClass::Kind } else { NameClass::Combo };
        let names = &self.analysis.names;
        let of_item =
            |variant: &str| names.has(class, id, Some(&format!("variants/{variant}.json")));
        let own = self.own_variants().into_iter().map(|(variant, _)| variant);
        let variant = own.filter(|_| is_missing).find(|variant| of_item(variant))?;
        let library = &self.analysis.library;
        let text = first::of(library, variant, id, folder == "combos").ok()?;
        Some((format!("write a first session, {file}"), (path, None, vec![(0..0, text)])))
    }
}

/// What a fix does: ``write `a` instead of `b```.
fn title(error: &Error) -> String {
    let told = apply_fixes(std::slice::from_ref(error)).into_values().next();
    let told = told.and_then(|(_, told)| told.into_iter().next()).unwrap_or_default();
    match told.split_once(": ") {
        Some((_, what)) => format!("fix: {what}"),
        None => "fix".to_owned(),
    }
}

/// Converts edits of files; `uri_of` returns the URI of a path.
pub fn workspace_edit(
    files: &[FileEdit],
    encoding: Encoding,
    uri_of: impl Fn(&PathBuf) -> String,
) -> Vec<Json> {
    let mut changes = Vec::new();
    for (path, text, edits) in files {
        let uri = uri_of(path);
        if text.is_none() {
            changes.push(json!({ "kind": "create", "uri": uri }));
        }
        let text = text.clone().unwrap_or_else(|| "".into());
        let edits = edits
            .iter()
            .map(|(bytes, new)| json!({ "range": encoding.range(&text, bytes), "newText": new }));
        let edits: Vec<Json> = edits.collect();
        let document = json!({ "uri": uri, "version": null });
        changes.push(json!({ "textDocument": document, "edits": edits }));
    }
    changes
}
