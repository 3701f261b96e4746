//! Quick fixes: those of findings, and what `litterbox new` would add.

use super::complete::hook_text;
use super::project::{Analysis, FileRole, OpenText, Project};
use super::words::change;
use crate::base::error::{Edit, Error, SourceText, Span, readable};
use crate::kernel::Hook;
use crate::lint::fix::apply_fixes;
use crate::lint::{NameClass, find, text_proposal};
use crate::script::hooks::HOOKS;
use crate::script::tree::syntax::defined_functions;
use crate::session::first;
use crate::variant::edit::{add_card, add_entry, add_to_list};
use serde_json::json;
use std::ops::Range;
use std::path::PathBuf;

/// How many of a card are added to a deck, and how many hooks are offered.
const N_CARDS: u32 = 4;
const N_HOOKS: usize = 3;

/// A file with its text, or `None` for a new one, and the edits of it.
pub type FileEdit = (PathBuf, Option<SourceText>, Vec<Edit>);

/// A change that an editor offers.
pub struct TextAction {
    pub title: String,
    pub kind: &'static str,
    /// The finding that it fixes.
    pub of: Option<Error>,
    pub edit: FileEdit,
}

impl TextAction {
    fn new(title: String, edit: FileEdit) -> Self {
        Self { title, kind: "quickfix", of: None, edit }
    }
}

/// Where actions are asked for.
pub struct ActionsAsked<'a> {
    pub project: &'a Project,
    pub analysis: &'a Analysis,
    pub document: &'a OpenText,
    pub found: Vec<Error>,
    pub bytes: Range<usize>,
    /// Whether the client creates files.
    pub creates_files: bool,
}

impl ActionsAsked<'_> {
    pub fn actions(&self) -> Vec<TextAction> {
        let mut actions = self.fixes();
        actions.extend(self.hooks());
        actions.extend(self.proposal());
        if let Some((class, folder, id)) = self.item() {
            actions.extend(self.uses(class, &folder, &id));
            actions.extend(self.titles(class, &id));
            actions.extend(self.session(class, &id));
        }
        actions
    }

    fn here(&self, edits: Vec<Edit>) -> FileEdit {
        (self.document.path.clone(), Some(self.document.text.clone()), edits)
    }

    /// Whether a finding is where actions are asked for.
    pub fn meets(&self, error: &Error) -> bool {
        let bytes = error.span.as_ref().map(Span::bytes);
        bytes.is_some_and(|at| at.start <= self.bytes.end && self.bytes.start <= at.end)
    }

    /// The fixes of the findings here, and those of the whole text together.
    fn fixes(&self) -> Vec<TextAction> {
        let fixable: Vec<Error> =
            self.found.iter().filter(|error| !error.fix.is_empty()).cloned().collect();
        let of_finding = |error: &Error| {
            let title = match error.code {
                "" => "record this output".to_owned(),
                _ => title(error),
            };
            let action = TextAction::new(title, self.here(error.fix.clone()));
            TextAction { of: Some(error.clone()), ..action }
        };
        let here = fixable.iter().filter(|error| self.meets(error));
        let mut actions: Vec<TextAction> = here.map(of_finding).collect();
        if let Some((text, _)) = apply_fixes(&fixable).into_values().next() {
            let is_session = fixable.iter().all(|error| error.code.is_empty());
            let title = if is_session { "record all of this file" } else { "fix all of this file" };
            let edit = self.here(vec![change(&self.document.text, &text)]);
            let action = TextAction::new(title.to_owned(), edit);
            actions.push(TextAction { kind: "source.fixAll", ..action });
        }
        actions
    }

    /// Hooks to add: where a function is none, and on the first line of a card without any.
    fn hooks(&self) -> Vec<TextAction> {
        let FileRole::Script(name) = &self.document.role else { return Vec::new() };
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
            let edit = self.here(vec![Edit { bytes: text.len()..text.len(), text: added }]);
            TextAction::new(format!("add the hook `{}`", spec.hook.name()), edit)
        });
        offered.collect()
    }

    /// Replaces the first line of a script by the sentences that it says.
    fn proposal(&self) -> Option<TextAction> {
        let FileRole::Script(name) = &self.document.role else { return None };
        let is_told = self.is_head() && !name.starts_with("rules/") && !name.starts_with("agents/");
        let library = is_told.then_some(&self.analysis.library)?;
        let proposal = text_proposal(library, name)?;
        let text = &self.document.text;
        let line = text.lines().next().unwrap_or_default();
        let title = line.strip_prefix("//!").and_then(|about| about.split_once(':'));
        let title = title.map_or_else(|| readable(&proposal.id), |(title, _)| title.trim().into());
        let bytes = if line.starts_with("//!") { 0..line.len() } else { 0..0 };
        let gap = if bytes.is_empty() { "\n\n" } else { "" };
        let edit = Edit { bytes, text: format!("//! {title}: {}{gap}", proposal.proposed) };
        let title = "write the text that the script says".to_owned();
        Some(TextAction::new(title, self.here(vec![edit])))
    }

    /// Whether actions for the whole file are asked for.
    fn is_head(&self) -> bool {
        !self.document.text[..self.bytes.start].contains('\n')
    }

    /// The card, combo or rule that actions are asked for, with its folder and its id: that of the
    /// script, or a name here.
    fn item(&self) -> Option<(NameClass, String, String)> {
        let is_unused = |error: &Error| error.code == "L0401" && self.meets(error);
        if let FileRole::Script(name) = &self.document.role {
            let is_asked = self.is_head() || self.found.iter().any(is_unused);
            let (folder, id) = name.split_once('/').filter(|_| is_asked)?;
            let mut classes = [NameClass::Kind, NameClass::Combo].into_iter();
            let class = classes.find(|class| class.folder() == Some(folder));
            let class = class.unwrap_or(NameClass::Script);
            return Some((class, folder.to_owned(), id.to_owned()));
        }
        let mention = self.analysis.names.at(&self.document.shown(), self.bytes.start)?;
        Some((mention.class, mention.class.folder()?.to_owned(), mention.name.clone()))
    }

    /// Returns the change of a file of the project; `None` if the project has no such file.
    fn rewritten(
        &self,
        shown: &str,
        rewrite: impl FnOnce(&str) -> Result<String, String>,
    ) -> Option<FileEdit> {
        let path = self.project.own_path(shown)?;
        let old = self.analysis.text(shown)?;
        let edit = change(&old, &rewrite(&old).ok()?);
        Some((path, Some(old), vec![edit]))
    }

    /// Adds a script that no variant uses to each variant of the project.
    fn uses(&self, class: NameClass, folder: &str, id: &str) -> Vec<TextAction> {
        let names = &self.analysis.names;
        let script = format!("{folder}/{id}");
        if names.has(class, id, None) || names.has(NameClass::Script, &script, None) {
            return Vec::new();
        }
        let library = &self.analysis.library;
        let place = if class == NameClass::Kind { "deck" } else { folder };
        let added = library.variant_ids().filter_map(|variant| {
            let rewrite = |text: &str| match class {
                NameClass::Kind => add_card(text, id, N_CARDS, None),
                _ => add_to_list(library, text, variant, folder, id, None),
            };
            let edit = self.rewritten(&format!("variants/{variant}.json"), rewrite)?;
            Some(TextAction::new(format!("add `{id}` to the {place} of `{variant}`"), edit))
        });
        added.collect()
    }

    /// Adds a title to each file of titles of the project, or to a new one.
    fn titles(&self, class: NameClass, id: &str) -> Vec<TextAction> {
        let (library, names) = (&self.analysis.library, &self.analysis.names);
        let Some(folder) = class.folder().filter(|_| names.has(class, id, None)) else {
            return Vec::new();
        };
        let (title, _) = self.analysis.wording(class, id);
        let about = self.analysis.about(&format!("{folder}/{id}"));
        let about = about.split_once(':').map_or(&*about, |(_, about)| about).trim();
        let entry = json!({ "title": title, "text": about });
        let shown = |language: &str| format!("variants/titles/{language}.json");
        let is_own = |language: &&str| self.project.own_path(&shown(language)).is_some();
        let own: Vec<&str> = library.languages().filter(is_own).collect();
        if own.is_empty() && self.creates_files {
            let file = json!({ "language": "en", "name": "English", folder: { id: entry } });
            let edit = self.created("variants/titles/en.json", format!("{file:#}\n"));
            let title = format!("add the title `{title}` in a new file of titles");
            return edit.map(|edit| TextAction::new(title, edit)).into_iter().collect();
        }
        let lacking = own.into_iter().filter(|it| !names.has(class, id, Some(&shown(it))));
        let added = lacking.filter_map(|language| {
            let rewrite = |text: &str| add_entry(text, folder, id, &entry);
            let edit = self.rewritten(&shown(language), rewrite)?;
            Some(TextAction::new(
                format!("add the title `{title}` to titles/{language}.json"),
                edit,
            ))
        });
        added.collect()
    }

    /// Returns the edit that creates a file.
    fn created(&self, file: &str, text: String) -> Option<FileEdit> {
        let path = self.project.root.as_ref()?.join(file);
        Some((path, None, vec![Edit { bytes: 0..0, text }]))
    }

    /// Writes the first session of an item, as `new` does.
    fn session(&self, class: NameClass, id: &str) -> Option<TextAction> {
        let file = format!("tests/{id}.session.md");
        let path = self.project.root.as_ref()?.join(&file);
        let is_missing = self.creates_files && !path.exists();
        let Analysis { library, names, .. } = self.analysis;
        let has_item = |variant: &&str| {
            let shown = format!("variants/{variant}.json");
            names.has(class, id, Some(&shown)) && self.project.own_path(&shown).is_some()
        };
        let variant = library.variant_ids().filter(|_| is_missing).find(has_item)?;
        let text = first::of_item(library, variant, id).ok()?.text;
        let edit = self.created(&file, text)?;
        Some(TextAction::new(format!("write a first session, {file}"), edit))
    }
}

/// The effect of a fix: ``write `a` instead of `b```.
fn title(error: &Error) -> String {
    let told = apply_fixes(std::slice::from_ref(error)).into_values().next();
    let told = told.and_then(|(_, told)| told.into_iter().next()).unwrap_or_default();
    match told.split_once(": ") {
        Some((_, what)) => format!("fix: {what}"),
        None => "fix".to_owned(),
    }
}
