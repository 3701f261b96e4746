//! `litterbox new`: creates a card, combo, rule, variant or project, each with a passing test.

pub mod workflow;

use super::args::{NewArgs, NewCommand, NewProjectArgs, NewVariantArgs};
use super::failure::{CliError, CliResult, OK};
use super::shared_args::SharedArgs;
use super::{library, print};
use crate::base::error::readable;
use crate::base::files::{ChangeError, FileChange, FileStep, Files};
use crate::base::output;
use crate::disk::{self, Folder};
use crate::session::first;
use crate::session::scaffold::{
    self, Created, NewError, NewItem, NewRequest, PARENT, filled, id, title, variant_text,
};
use crate::variant::{Library, schema};
use std::io;

const GITIGNORE: &str = include_str!("new/gitignore");
const README: &str = include_str!("new/readme.md");

/// The last file of a new project: it is there if all are.
const README_FILE: &str = "README.md";

/// Runs the command.
///
/// # Errors
/// The name is invalid, the file exists already, a file cannot be read or written.
pub fn run(shared: &SharedArgs, command: &NewCommand) -> CliResult {
    let root = &library::home(shared)?;
    // Where folders have no locks, two that change one file at once may still lose a change.
    let _held = root.hold();
    match command {
        NewCommand::Card(args) => create(shared, root, NewItem::Card, args),
        NewCommand::Combo(args) => create(shared, root, NewItem::Combo, args),
        NewCommand::Rule(args) => create(shared, root, NewItem::Rule, args),
        NewCommand::Variant(args) => variant(shared, root, args),
        NewCommand::Project(args) => project(args),
    }
}

fn create(shared: &SharedArgs, root: &Folder, item: NewItem, args: &NewArgs) -> CliResult {
    let library = library::open(shared)?;
    let (from, variant) = (args.from.as_deref(), args.variant.as_deref());
    let request = NewRequest { item, name: &args.name, from, variant, parent: PARENT };
    let created = scaffold::create(library.clone(), root, &request);
    let created = created.map_err(|why| of_new(&library, why))?;
    write(root, &created.files)?;
    let Created { script, test, is_untested, .. } = created;
    if is_untested {
        let why = match item {
            NewItem::Card | NewItem::Combo => "no small position was found in which it can be used",
            NewItem::Rule => "no usual turn was found that it changes",
        };
        print::talk(&format!("{test} does not use it: {why}; add one"))?;
    }
    print::talk(&format!("edit {script}, then: litterbox check && litterbox test --accept"))?;
    Ok(OK)
}

fn of_new(library: &Library, why: NewError) -> CliError {
    match why {
        NewError::Refused(why) => CliError::Usage(why),
        NewError::Variant(id, errors) if !id.is_empty() => {
            CliError::of_variant(library, &id, errors)
        }
        NewError::Variant(_, errors) => CliError::Invalid(errors),
    }
}

fn variant(shared: &SharedArgs, root: &Folder, args: &NewVariantArgs) -> CliResult {
    let library = library::open(shared)?;
    let parent = args.from.as_deref().unwrap_or(PARENT);
    let created = scaffold::create_variant(&library, root, &args.name, parent);
    let created = created.map_err(|why| of_new(&library, why))?;
    write(root, &created.files)?;
    let id = created.variant;
    let then = match library.abstract_ids().any(|other| other == parent) {
        true => format!("cards {id}"),
        false => format!("diff {parent} {id}"),
    };
    print::talk(&format!("edit variants/{id}.json, then: litterbox {then}"))?;
    Ok(OK)
}

fn project(args: &NewProjectArgs) -> CliResult {
    let path = &args.dir;
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("mine");
    let (id, title) = match id(name) {
        Ok(id) => (id, title(name)),
        Err(_) => ("mine".to_owned(), readable("mine")),
    };
    let failed = |error| CliError::Io(path.display().to_string(), error);
    let is_new = !path.exists();
    let root = library::created_folder(path)?;
    if !root.entries("").map_err(failed)?.is_empty() {
        return Err(CliError::Usage(format!("{} exists and is not empty", output::path(path))));
    }
    let made = fill(&root, (&id, &title), failed);
    if made.is_err() && matches!(root.kind(README_FILE), Ok(None)) {
        disk::remove_empty_folders(path, is_new);
    }
    made?;
    let path = output::path(path);
    print::talk(&format!("cd {}, then: litterbox new card NAME", shell_words::quote(&path)))?;
    Ok(OK)
}

/// Writes the folders and files of a project.
fn fill(
    root: &Folder,
    (id, title): (&str, &str),
    failed: impl Fn(io::Error) -> CliError,
) -> Result<(), CliError> {
    let mut files = Vec::new();
    let mut add = |name: &str, text: &str| files.push(FileChange::new(name, text.to_owned()));
    for (name, schema) in [("variant", schema::variant()), ("titles", schema::titles())] {
        add(&format!("variants/schemas/{name}.schema.json"), &format!("{schema:#}\n"));
    }
    let with_schema = "{\n  \"$schema\": \"schemas/variant.schema.json\",\n";
    let text = variant_text(title, PARENT, root).replacen("{\n", with_schema, 1);
    let library = Library::embedded().with_variant(id, &text);
    add(&format!("variants/{id}.json"), &text);
    add(&format!("tests/{id}.session.md"), &first::of_variant(&library, id)?);
    add(".gitignore", GITIGNORE);
    // Empty as long as the package names no address.
    let workflow = workflow::workflow(env!("CARGO_PKG_REPOSITORY"));
    add(".github/workflows/check.yml", &workflow);
    add(README_FILE, &filled(README, id, title));
    for folder in ["scripts/cards", "scripts/combos", "scripts/rules"] {
        root.create_folder(folder).map_err(&failed)?;
    }
    write(root, &files)
}

/// Writes files, all or nothing: nothing is written if a new file already exists.
fn write(root: &Folder, files: &[FileChange]) -> Result<(), CliError> {
    FileStep::carry_out(root, files).map_err(|why| match why {
        ChangeError::Io(name, error) => CliError::Io(name, error),
        ChangeError::Conflict(name, Some(_)) if files.iter().any(|file| file.creates(&name)) => {
            CliError::Usage(format!("{name} already exists"))
        }
        why => CliError::Usage(why.to_string()),
    })?;
    for FileChange { name, hash, .. } in files {
        let did = if hash.is_none() { "wrote" } else { "changed" };
        print::plain(&format!("{did} {name}\n"))?;
    }
    Ok(())
}
