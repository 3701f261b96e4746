//! `litterbox check`: everything that is wrong with variants, titles and scripts, at once.

use super::args::{CheckArgs, Findings, SharedArgs};
use super::failure::CliError;
use super::{CliResult, FOUND, OK, library, print};
use crate::error::{self, Error};
use crate::lint::{self, LintTargets, fix, sarif};
use crate::variant::{Library, Ruleset};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How often fixes are looked for anew: one may lay another bare.
const MAX_ROUNDS: usize = 5;

/// Runs the command.
///
/// # Errors
/// Something cannot be read or written, the output is closed.
pub fn run(shared: &SharedArgs, args: &CheckArgs) -> CliResult {
    let mut run = CheckRun::open(shared, args)?;
    let mut n_mended = 0;
    if args.fix {
        for _ in 0..MAX_ROUNDS {
            match run.fix()? {
                0 => break,
                n => n_mended += n,
            }
            run = CheckRun::open(shared, args)?;
        }
    }
    let CheckRun { found, .. } = &run;
    match args.format {
        Findings::Json => print::json(&found.iter().map(|error| run.json(error)).collect())?,
        Findings::Sarif => print::json(&sarif::log(found, |file| run.path(file)))?,
        Findings::Text if found.is_empty() => {}
        Findings::Text => print::text(&(error::render(found, true) + "\n"))?,
    }
    if n_mended > 0 {
        print::talk(&format!("mended {}", library::plural(n_mended, "place")))?;
    }
    let n_mistakes = found.iter().filter(|error| !error.is_warning()).count();
    print::talk(&run.summary(n_mistakes))?;
    if let Some(error) = found.first() {
        print::talk(&format!("litterbox explain {} says more", error.code))?;
    }
    let n_mendable = found.iter().filter(|error| run.is_fixable(error)).count();
    if n_mendable > 0 {
        print::talk(&format!("{n_mendable} of them can be mended: litterbox check --fix"))?;
    }
    Ok(if n_mistakes > 0 || (args.strict && !found.is_empty()) { FOUND } else { OK })
}

/// What is being checked, and what was found.
struct CheckRun {
    wanted: LintTargets,
    /// Whether nothing but scripts was asked for.
    is_scripts_only: bool,
    /// Where the files lie that are not the shipped ones, by the name that messages give them.
    paths: BTreeMap<String, PathBuf>,
    found: Vec<Error>,
    n_scripts: usize,
}

impl CheckRun {
    fn open(shared: &SharedArgs, args: &CheckArgs) -> Result<Self, CliError> {
        let mut library = library::open(shared)?;
        let mut paths = overlaid(&library);
        let mut wanted = LintTargets::default();
        if args.paths.is_empty() {
            wanted = LintTargets::all(&library);
        }
        for path in &args.paths {
            take(&mut library, path, &mut wanted, &mut paths)?;
        }
        let is_scripts_only = wanted.variants.is_empty() && wanted.languages.is_empty();
        if is_scripts_only {
            wanted.variants = library.variant_ids().map(str::to_owned).collect();
        }
        let report = lint::check(&library, &wanted);
        let mut found = report.found;
        if is_scripts_only {
            let named: Vec<_> = wanted.scripts.iter().filter_map(|n| library.script(n)).collect();
            found.retain(|error| match &error.span {
                Some(span) => named.iter().any(|script| script.name == span.file),
                None => error.is_warning(),
            });
        }
        Ok(Self { wanted, is_scripts_only, paths, found, n_scripts: report.n_scripts })
    }

    fn summary(&self, n_mistakes: usize) -> String {
        let mut seen = Vec::new();
        if self.is_scripts_only {
            seen.push(library::plural(self.wanted.scripts.len(), "script"));
        } else {
            seen.push(library::plural(self.wanted.variants.len(), "variant"));
            seen.push(library::plural(self.n_scripts, "script"));
            seen.push(library::plural(self.wanted.languages.len(), "language"));
        }
        seen.retain(|part| !part.starts_with("0 "));
        let mistakes = match n_mistakes {
            0 => "no mistake".to_owned(),
            n => library::plural(n, "mistake"),
        };
        let warnings = match self.found.len() - n_mistakes {
            0 => String::new(),
            n => format!(" and {}", library::plural(n, "warning")),
        };
        format!("{mistakes}{warnings} in {}", seen.join(", "))
    }

    /// Where a file lies that messages call by this name.
    fn path(&self, file: &str) -> String {
        let found = self.paths.get(file).map(|path| path.display().to_string());
        let inside = if file.starts_with("variants/") { "" } else { "scripts/" };
        let path = found.unwrap_or_else(|| format!("{inside}{file}"));
        path.trim_start_matches("./").replace('\\', "/")
    }

    /// What was found as data, with the path of its file.
    fn json(&self, error: &Error) -> Json {
        let mut json = error.to_json();
        json["path"] = error.span.as_ref().map(|span| self.path(&span.file)).into();
        json
    }

    /// Whether it can be mended in a file of the user's.
    fn is_fixable(&self, error: &Error) -> bool {
        let is_theirs = error.span.as_ref().is_some_and(|s| self.paths.contains_key(&*s.file));
        is_theirs && !error.fix.is_empty()
    }

    /// Mends what can be mended in files of the user's. Returns at how many places.
    fn fix(&self) -> Result<usize, CliError> {
        let mut n_mended = 0;
        for (file, (text, n_edits)) in fix::apply_fixes(&self.found) {
            if let Some(path) = self.paths.get(&file) {
                let failed = |error| CliError::Io(path.display().to_string(), error);
                std::fs::write(path, text).map_err(failed)?;
                n_mended += n_edits;
            }
        }
        Ok(n_mended)
    }
}

/// The files of the user's that lie over the shipped ones.
fn overlaid(library: &Library) -> BTreeMap<String, PathBuf> {
    let mut paths = BTreeMap::new();
    for path in library.overlaid() {
        for folder in library.folders() {
            let Ok(inside) = path.strip_prefix(folder) else { continue };
            let inside = inside.display().to_string().replace('\\', "/");
            let name = match folder.file_name() {
                Some(top) if top == "variants" => format!("variants/{inside}"),
                _ => inside,
            };
            paths.insert(name, path.clone());
        }
    }
    paths
}

/// Lays a file, or the files of a folder, over the library; anything else is the id of a variant.
fn take(
    library: &mut Library,
    argument: &str,
    wanted: &mut LintTargets,
    paths: &mut BTreeMap<String, PathBuf>,
) -> Result<(), CliError> {
    let path = Path::new(argument);
    let unreadable = |error| CliError::Io(argument.to_owned(), error);
    if path.is_dir() {
        let entries = path.read_dir().map_err(unreadable)?;
        let mut inside: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        inside.sort();
        // Schemas describe variants and titles; they are neither.
        let is_schema = |path: &Path| path.to_string_lossy().ends_with(".schema.json");
        let is_ours = |path: &&PathBuf| {
            let is_read = path.extension().is_some_and(|end| end == "json" || end == "rhai");
            path.is_dir() || is_read && !is_schema(path)
        };
        return inside
            .iter()
            .filter(is_ours)
            .try_for_each(|path| take(library, &path.to_string_lossy(), wanted, paths));
    }
    if path.extension().is_some_and(|end| end == "rhai") {
        let name = library::inner_name(path);
        let text = std::fs::read_to_string(path).map_err(unreadable)?;
        *library = library.clone().with_script(&name, &text);
        paths.insert(format!("{name}.rhai"), path.to_owned());
        wanted.scripts.push(name);
        return Ok(());
    }
    let id = library::find(library, argument)?;
    if path.extension().is_some_and(|end| end == "json") {
        paths.insert(format!("variants/{id}.json"), path.to_owned());
    }
    match id.strip_prefix("titles/") {
        Some(language) => wanted.languages.push(language.to_owned()),
        None if library.variant(&id).is_some() => wanted.variants.push(id),
        None => {
            let missing = Ruleset::load(library, &id, &[]).err().unwrap_or_default();
            return Err(CliError::Unknown(missing));
        }
    }
    Ok(())
}
