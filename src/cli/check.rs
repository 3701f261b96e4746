//! `litterbox check`: everything that is wrong with variants, titles and scripts, at once.

use super::args::{CheckArgs, Format, Shared};
use super::failure::Failure;
use super::{FOUND, OK, Outcome, print, shelf};
use crate::error::{self, Error};
use crate::script::{Host, KindSpec, Spec};
use crate::variant::{Library, Ruleset, Titles};
use serde_json::Map;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// Runs the command.
///
/// # Errors
/// Something cannot be read, the output is closed.
pub fn run(shared: &Shared, args: &CheckArgs) -> Outcome {
    let mut library = shelf::open(shared)?;
    let wanted = wanted(&mut library, &args.paths)?;
    let mut check = Check { library: &library, found: Vec::new(), sound: None, unread: Vec::new() };
    let used = check.variants(&wanted.variants);
    check.titles(&wanted.languages);
    check.scripts(&wanted.scripts, &used);
    let mut found = check.found;
    if wanted.is_scripts_only {
        let named: Vec<_> = wanted.scripts.iter().filter_map(|name| library.script(name)).collect();
        found.retain(|error| match &error.spot {
            Some(spot) => named.iter().any(|script| script.name == spot.file),
            None => error.is_warning(),
        });
    }
    match args.shape.format {
        Format::Json => print::json(&found.iter().map(Error::to_json).collect())?,
        Format::Text if found.is_empty() => {}
        Format::Text => print::text(&(error::render(&found, true) + "\n"))?,
    }
    let n_mistakes = found.iter().filter(|error| !error.is_warning()).count();
    let n_scripts = wanted.scripts.len().max(used.len());
    print::talk(&summary(n_mistakes, found.len() - n_mistakes, &wanted, n_scripts))?;
    Ok(if n_mistakes > 0 { FOUND } else { OK })
}

fn summary(n_mistakes: usize, n_warnings: usize, wanted: &Wanted, n_scripts: usize) -> String {
    let mut seen = Vec::new();
    if wanted.is_scripts_only {
        seen.push(shelf::plural(wanted.scripts.len(), "script"));
    } else {
        seen.push(shelf::plural(wanted.variants.len(), "variant"));
        seen.push(shelf::plural(n_scripts, "script"));
        seen.push(shelf::plural(wanted.languages.len(), "language"));
    }
    seen.retain(|part| !part.starts_with("0 "));
    let mistakes = match n_mistakes {
        0 => "no mistake".to_owned(),
        n => shelf::plural(n, "mistake"),
    };
    let warnings = match n_warnings {
        0 => String::new(),
        n => format!(" and {}", shelf::plural(n, "warning")),
    };
    format!("{mistakes}{warnings} in {}", seen.join(", "))
}

/// What is to be checked, by name.
#[derive(Default)]
struct Wanted {
    variants: Vec<String>,
    languages: Vec<String>,
    /// `cards/favor`.
    scripts: Vec<String>,
    /// Whether nothing but scripts was asked for.
    is_scripts_only: bool,
}

fn wanted(library: &mut Library, paths: &[String]) -> Result<Wanted, Failure> {
    let mut wanted = Wanted::default();
    if paths.is_empty() {
        wanted.variants = library.variant_ids().map(str::to_owned).collect();
        wanted.languages = library.languages().map(str::to_owned).collect();
        wanted.scripts = library.script_names().map(str::to_owned).collect();
    }
    for path in paths {
        take(library, path, &mut wanted)?;
    }
    if wanted.variants.is_empty() && wanted.languages.is_empty() {
        wanted.is_scripts_only = true;
        wanted.variants = library.variant_ids().map(str::to_owned).collect();
    }
    Ok(wanted)
}

/// Lays a file, or the files of a folder, over the library; anything else is the id of a variant.
fn take(library: &mut Library, argument: &str, wanted: &mut Wanted) -> Result<(), Failure> {
    let path = Path::new(argument);
    let unreadable = |error| Failure::Io(argument.to_owned(), error);
    if path.is_dir() {
        let entries = path.read_dir().map_err(unreadable)?;
        let mut inside: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        inside.sort();
        let is_ours = |path: &&std::path::PathBuf| {
            path.is_dir() || path.extension().is_some_and(|end| end == "json" || end == "rhai")
        };
        return inside
            .iter()
            .filter(is_ours)
            .try_for_each(|path| take(library, &path.to_string_lossy(), wanted));
    }
    if path.extension().is_some_and(|end| end == "rhai") {
        let name = shelf::inner_name(path);
        let text = std::fs::read_to_string(path).map_err(unreadable)?;
        *library = library.clone().with_script(&name, &text);
        wanted.scripts.push(name);
        return Ok(());
    }
    let id = shelf::find(library, argument)?;
    match id.strip_prefix("titles/") {
        Some(language) => wanted.languages.push(language.to_owned()),
        None if library.variant(&id).is_some() => wanted.variants.push(id),
        None => {
            let missing = Ruleset::load(library, &id, &[]).err().unwrap_or_default();
            return Err(Failure::Unknown(missing));
        }
    }
    Ok(())
}

struct Check<'a> {
    library: &'a Library,
    found: Vec<Error>,
    /// The rules of some variant in which nothing is wrong.
    sound: Option<Spec>,
    /// The texts of the variants that could not be loaded.
    unread: Vec<Arc<str>>,
}

impl Check<'_> {
    /// Notes what has not been noted yet: variants share scripts and what they extend.
    fn note(&mut self, errors: Vec<Error>) {
        for error in errors {
            if !self.found.contains(&error) {
                self.found.push(error);
            }
        }
    }

    /// Loads and compiles variants. Returns the names of the scripts they use, as they are shown.
    fn variants(&mut self, ids: &[String]) -> BTreeSet<String> {
        let mut used = BTreeSet::new();
        for id in ids {
            match Ruleset::load(self.library, id, &[]) {
                Ok(ruleset) => {
                    let spec = ruleset.spec;
                    let cards = spec.kinds.iter().map(|kind| &kind.script);
                    let combos = spec.combos.iter().map(|combo| &combo.script);
                    let all = cards.chain(combos).chain(&spec.rules);
                    used.extend(all.map(|script| script.name.to_string()));
                    match Host::new(&spec) {
                        Ok(host) => {
                            self.note(host.lint());
                            self.sound = Some(spec);
                        }
                        Err(errors) => self.note(errors),
                    }
                }
                Err(errors) => {
                    self.unread.extend(self.library.variant(id).map(|file| file.text));
                    self.note(errors);
                }
            }
        }
        used
    }

    fn titles(&mut self, languages: &[String]) {
        for language in languages {
            self.note(Titles::check(self.library, language));
        }
    }

    /// Compiles the scripts that no variant uses yet, as far as that can be done without one.
    fn scripts(&mut self, names: &[String], used: &BTreeSet<String>) {
        for name in names {
            let Some(script) = self.library.script(name).filter(|s| !used.contains(&*s.name))
            else {
                continue;
            };
            let id = name.rsplit('/').next().unwrap_or(name);
            let quoted = format!("\"{id}\"");
            if !self.unread.iter().any(|text| text.contains(&quoted)) {
                self.note(vec![unused(name, &script.name)]);
            }
            let Some(mut spec) = self.sound.clone().filter(|_| name.starts_with("cards/")) else {
                continue;
            };
            let params = Map::new();
            let (tags, home, wild) = (Vec::new(), None, None);
            spec.kinds.push(KindSpec { id: id.into(), script, tags, home, wild, params });
            self.note(Host::new(&spec).map_or_else(|errors| errors, |host| host.lint()));
        }
    }
}

fn unused(name: &str, shown: &str) -> Error {
    let (folder, id) = name.rsplit_once('/').unwrap_or_default();
    let key = match folder {
        "cards" => "deck",
        folder => folder,
    };
    let warning = Error::new("W0301", format!("no variant uses {shown}"));
    warning.hint(format!("put `{id}` in the `{key}` of a variant"))
}
