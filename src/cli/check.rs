//! `litterbox check`: reports all errors in variants, titles and scripts.

use super::args::CheckArgs;
use super::failure::{CliError, CliResult, FOUND, OK};
use super::shared_args::{FindingsFormat, SharedArgs};
use super::{library, print};
use crate::base::error::{self, Error, plural};
use crate::base::files::{FileKind, FileRef, Files, walk};
use crate::base::lines::unmarked;
use crate::base::time_limit;
use crate::disk::Typed;
use crate::lint::{self, LintReport, LintTargets, TextProposal, fix, sarif};
use crate::session::suite::shown;
use crate::variant::{Library, MAX_SOURCE_BYTES, Ruleset, children, too_large};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How many times fixes are applied: one fix may reveal another.
const MAX_ROUNDS: usize = 5;

/// Runs the command.
///
/// # Errors
/// Something cannot be read or written, the output is closed.
pub fn run(shared: &SharedArgs, args: &CheckArgs) -> CliResult {
    if args.text {
        return propose(shared, args);
    }
    let mut run = CheckRun::open(shared, args)?;
    let mut fixed = Vec::new();
    if args.fix {
        for _ in 0..MAX_ROUNDS {
            let edits = run.fix()?;
            if edits.is_empty() {
                break;
            }
            fixed.extend(edits);
            run = CheckRun::open(shared, args)?;
        }
    }
    let CheckRun { found, .. } = &run;
    match args.format {
        FindingsFormat::Json => {
            print::json(&found.iter().map(|error| run.json(error)).collect::<Vec<_>>())?
        }
        FindingsFormat::Sarif => print::json(&sarif::log(found, |file| run.path(file)))?,
        FindingsFormat::Text if found.is_empty() => {}
        FindingsFormat::Text => print::text(&(error::render(found, true) + "\n"))?,
    }
    if !fixed.is_empty() {
        let n_fixed = plural(fixed.len(), "edit");
        print::talk(&format!("{}\napplied {n_fixed}", fixed.join("\n")))?;
    }
    let n_errors = found.iter().filter(|error| !error.is_warning()).count();
    print::talk(&run.summary(n_errors))?;
    if let Some(error) = found.first() {
        print::talk(&format!("for more about an error: litterbox explain {}", error.code))?;
    }
    let n_fixable = found.iter().filter(|error| run.is_fixable(error)).count();
    if n_fixable > 0 {
        print::talk(&format!("{n_fixable} of them can be fixed: litterbox check --fix"))?;
    }
    Ok(if n_errors > 0 || (args.strict && !found.is_empty()) { FOUND } else { OK })
}

/// Prints each card and combo with its text and the sentences that its scripts say.
fn propose(shared: &SharedArgs, args: &CheckArgs) -> CliResult {
    let CheckTargets { library, wanted, .. } = CheckTargets::of(shared, args)?;
    let lines = lint::text_proposals(&library, &wanted).into_iter().map(|proposal| {
        let TextProposal { id, script, text, proposed } = proposal;
        let text = if text.is_empty() { "none" } else { &text };
        format!("{id} ({script})\n  text:   {text}\n  script: {proposed}\n")
    });
    let lines: Vec<String> = lines.collect();
    match lines.is_empty() {
        true => print::talk("no cards or combos use these files")?,
        false => print::text(&lines.join("\n"))?,
    }
    Ok(OK)
}

/// The files that arguments name.
struct CheckTargets {
    library: Library,
    wanted: LintTargets,
    /// Whether only scripts were named.
    is_scripts_only: bool,
    /// The paths of the user's files, by the names used in messages.
    paths: BTreeMap<String, FileRef>,
}

impl CheckTargets {
    fn of(shared: &SharedArgs, args: &CheckArgs) -> Result<Self, CliError> {
        let mut library = library::open_quietly(shared)?;
        let mut n_unnamed = if args.paths.is_empty() { library.n_unnamed() } else { 0 };
        let mut paths = overlaid(&library);
        let mut wanted = LintTargets::default();
        if args.paths.is_empty() {
            wanted = LintTargets::all(&library);
        }
        for path in &args.paths {
            n_unnamed += take(&mut library, path, &mut wanted, &mut paths)?;
        }
        library::warn_left_out(n_unnamed, "the scripts and variants")?;
        if wanted.is_empty() {
            let paths = args.paths.join(", ");
            return Err(CliError::Usage(format!("no variants, titles or scripts in {paths}")));
        }
        let is_scripts_only = wanted.variants.is_empty() && wanted.languages.is_empty();
        if is_scripts_only {
            wanted.variants = library.variant_ids().map(str::to_owned).collect();
        }
        if args.text && !is_scripts_only {
            // Of variants, all cards.
            wanted.scripts.clear();
        }
        Ok(Self { library, wanted, is_scripts_only, paths })
    }
}

/// A run of `check`: its targets and its findings.
struct CheckRun {
    wanted: LintTargets,
    /// Whether only scripts were named.
    is_scripts_only: bool,
    /// The paths of the user's files, by the names used in messages.
    paths: BTreeMap<String, FileRef>,
    found: Vec<Error>,
    n_scripts: usize,
}

impl CheckRun {
    fn open(shared: &SharedArgs, args: &CheckArgs) -> Result<Self, CliError> {
        let CheckTargets { library, wanted, is_scripts_only, paths } =
            CheckTargets::of(shared, args)?;
        let limit = time_limit(Duration::from_secs(args.timeout));
        let LintReport { mut found, n_scripts } = lint::check_within(&library, &wanted, limit);
        if is_scripts_only {
            let named: Vec<_> = wanted.scripts.iter().filter_map(|n| library.script(n)).collect();
            found.retain(|error| match &error.span {
                Some(span) => named.iter().any(|script| script.name == span.file),
                None => error.is_warning() || wanted.unreadable.contains(error),
            });
        }
        Ok(Self { wanted, is_scripts_only, paths, found, n_scripts })
    }

    fn summary(&self, n_errors: usize) -> String {
        let mut seen = Vec::new();
        if self.is_scripts_only {
            seen.push(plural(self.wanted.scripts.len(), "script"));
        } else {
            seen.push(plural(self.wanted.variants.len(), "variant"));
            seen.push(plural(self.n_scripts, "script"));
            seen.push(plural(self.wanted.languages.len(), "language"));
        }
        seen.retain(|part| !part.starts_with("0 "));
        let errors = match n_errors {
            0 => "no errors".to_owned(),
            n => plural(n, "error"),
        };
        let warnings = match self.found.len() - n_errors {
            0 => String::new(),
            n => format!(" and {}", plural(n, "warning")),
        };
        format!("{errors}{warnings} in {}", seen.join(", "))
    }

    /// The path of a file by the name used in messages.
    fn path(&self, file: &str) -> String {
        let inside = if file.starts_with("variants/") { "" } else { "scripts/" };
        let own = self.paths.get(file);
        own.map_or_else(|| format!("{inside}{file}"), |own| shown(own.path()))
    }

    /// A finding as JSON, with the path of its file.
    fn json(&self, error: &Error) -> Json {
        let mut json = error.to_json();
        json["path"] = error.span.as_ref().map(|span| self.path(&span.file)).into();
        json
    }

    /// Whether it has a fix in a file of the user.
    fn is_fixable(&self, error: &Error) -> bool {
        let is_theirs = error.span.as_ref().is_some_and(|s| self.paths.contains_key(&*s.file));
        is_theirs && !error.fix.is_empty()
    }

    /// Applies fixes to files of the user and returns what each edit did, with its place.
    fn fix(&self) -> Result<Vec<String>, CliError> {
        let fixes = fix::apply_fixes(&self.found);
        let failed = |own: &FileRef, error| CliError::Io(own.path().display().to_string(), error);
        let mut marks = BTreeMap::new();
        // Before any file is written.
        for (name, own) in fixes.keys().filter_map(|name| self.paths.get_key_value(name)) {
            let spans = self.found.iter().filter_map(|error| error.span.as_ref());
            let checked = spans.into_iter().find(|span| *span.file == **name);
            let now = own.read().map_err(|error| failed(own, error))?;
            let (mark, now) = now.split_at(now.len() - unmarked(&now).len());
            marks.insert(name, mark.to_owned());
            if checked.is_some_and(|span| *now != *span.text) {
                let why = "it has changed since it was checked: check it again";
                return Err(failed(own, io::Error::other(why)));
            }
        }
        let mut fixed = Vec::new();
        for (file, (text, edits)) in fixes {
            if let Some(own) = self.paths.get(&file) {
                let mark = marks.get(&file).map_or("", String::as_str);
                own.write(&format!("{mark}{text}")).map_err(|error| failed(own, error))?;
                let path = self.path(&file);
                fixed.extend(edits.into_iter().map(|edit| format!("{path}:{edit}")));
            }
        }
        Ok(fixed)
    }
}

/// The user's files that overlay the built-in ones.
fn overlaid(library: &Library) -> BTreeMap<String, FileRef> {
    let mut paths = BTreeMap::new();
    for own in library.overlaid() {
        for folder in library.folders() {
            let Ok(inside) = own.path().strip_prefix(folder) else { continue };
            let inside = inside.display().to_string().replace('\\', "/");
            let name = match folder.file_name() {
                Some(top) if top == "variants" => format!("variants/{inside}"),
                _ => inside,
            };
            paths.insert(name, own.clone());
        }
    }
    paths
}

/// Overlays a file or folder on the library; any other argument is the id of a variant.
/// Returns the number of files that are left out.
fn take(
    library: &mut Library,
    argument: &str,
    wanted: &mut LintTargets,
    paths: &mut BTreeMap<String, FileRef>,
) -> Result<usize, CliError> {
    let path = Path::new(argument);
    let unreadable = |error| CliError::Io(argument.to_owned(), error);
    if Typed.kind(argument).map_err(unreadable)? != Some(FileKind::Folder) {
        let is_file = path.extension().is_some_and(|end| end == "rhai" || end == "json");
        let file = is_file.then(|| FileRef::plain(Arc::new(Typed), argument));
        return take_one(library, argument, file, wanted, paths).map(|()| 0);
    }
    let folder = Typed::open(path).map_err(unreadable)?;
    // Schemas are neither variants nor titles.
    let is_ours = |name: &str| {
        name.ends_with(".rhai") || name.ends_with(".json") && !name.ends_with(".schema.json")
    };
    let tree = walk::walk(folder.as_ref(), "", &is_ours);
    for (name, error) in tree.errors {
        if !is_ours(&name) {
            return Err(CliError::Io(path.join(name).display().to_string(), error));
        }
        lose(library, &path.join(name), &error.to_string(), wanted);
    }
    for name in tree.files {
        let path = path.join(&name);
        let file = FileRef::new(Arc::clone(&folder), &name, path.clone());
        match file.read() {
            Err(error) => lose(library, &path, &error.to_string(), wanted),
            Ok(text) if text.len() > MAX_SOURCE_BYTES => {
                lose(library, &path, &too_large(), wanted);
            }
            Ok(_) => take_one(library, &path.to_string_lossy(), Some(file), wanted, paths)?,
        }
    }
    Ok(tree.n_unnamed)
}

/// Notes a file of a folder that cannot be read: the others are checked.
fn lose(library: &mut Library, path: &Path, why: &str, wanted: &mut LintTargets) {
    let shown = display_name(path);
    *library = library.clone().with_unreadable(&shown, why);
    wanted.unreadable.extend(library.why_unreadable(&shown).cloned());
}

/// The name of a script or a variant in messages.
fn display_name(path: &Path) -> String {
    let name = library::inner_name(path);
    match path.extension().is_some_and(|end| end == "rhai") {
        true => format!("{name}.rhai"),
        false => format!("variants/{}.json", name.strip_prefix("variants/").unwrap_or(&name)),
    }
}

/// Overlays a file on the library; without one, the argument is the id of a variant.
fn take_one(
    library: &mut Library,
    argument: &str,
    file: Option<FileRef>,
    wanted: &mut LintTargets,
    paths: &mut BTreeMap<String, FileRef>,
) -> Result<(), CliError> {
    let id = match file {
        Some(file) => {
            let text = file.read().map_err(|error| CliError::Io(argument.to_owned(), error))?;
            let path = Path::new(argument);
            if path.extension().is_some_and(|end| end == "rhai") {
                library::check_size(path, &text)?;
                let name = library::inner_name(path);
                *library = library.clone().with_script(&name, &text);
                wanted.unreadable.extend(library.why_unreadable(&display_name(path)).cloned());
                paths.insert(format!("{name}.rhai"), file);
                wanted.scripts.push(name);
                return Ok(());
            }
            let id = library::add(library, path, &text)?;
            if let Some(error) = library.why_unreadable(&display_name(path)) {
                wanted.unreadable.push(error.clone());
                return Ok(());
            }
            paths.insert(format!("variants/{id}.json"), file);
            id
        }
        None => library::find(library, argument)?,
    };
    match id.strip_prefix("titles/") {
        Some(language) => wanted.languages.push(language.to_owned()),
        None if library.abstract_ids().any(|parent| parent == id) => {
            wanted.variants.extend(children(library, &id).into_iter().map(str::to_owned));
        }
        None if library.variant(&id).is_some() => wanted.variants.push(id),
        None => {
            let missing = Ruleset::load(library, &id, &[]).err().unwrap_or_default();
            return Err(CliError::Unknown(missing));
        }
    }
    Ok(())
}
