//! `litterbox new`: creates a card, combo, rule, variant or project, each with a passing test.

pub mod workflow;

use super::args::{NewArgs, NewCommand, NewProjectArgs, NewVariantArgs};
use super::failure::{CliError, CliResult, OK};
use super::shared_args::SharedArgs;
use super::{library, print};
use crate::disk::Folder;
use crate::error::{Error, capitalized, did_you_mean, readable};
use crate::files::{FileKind, Files};
use crate::lint::{self, LintTargets};
use crate::output;
use crate::session::first;
use crate::variant::edit::{self, CopySource};
use crate::variant::{Library, RESERVED, Ruleset, fold, is_id, schema};

const CARD: &str = include_str!("new/card.rhai");
const COMBO: &str = include_str!("new/combo.rhai");
const RULE: &str = include_str!("new/rule.rhai");
const GITIGNORE: &str = include_str!("new/gitignore");
const README: &str = include_str!("new/readme.md");

/// The variant that new ones extend by default.
const PARENT: &str = "classic";
/// How many of a new card are in the deck.
const N_CARDS: u32 = 4;

/// The item to create.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NewItem {
    Card,
    Combo,
    Rule,
}

impl NewItem {
    const fn folder(self) -> &'static str {
        match self {
            Self::Card => "cards",
            Self::Combo => "combos",
            Self::Rule => "rules",
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Combo => "combo",
            Self::Rule => "rule",
        }
    }

    const fn template(self) -> &'static str {
        match self {
            Self::Card => CARD,
            Self::Combo => COMBO,
            Self::Rule => RULE,
        }
    }
}

/// Runs the command.
///
/// # Errors
/// The name is invalid, the file exists already, a file cannot be read or written.
pub fn run(shared: &SharedArgs, command: &NewCommand) -> CliResult {
    let root = &library::home(shared)?;
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
    let id = id(&args.name)?;
    if RESERVED.contains(&id.as_str()) {
        let words = RESERVED.join(", ");
        return Err(CliError::Usage(format!("`{id}` is an answer: choose a name except {words}")));
    }
    let folder = item.folder();
    let name = format!("{folder}/{id}");
    if library.script(&name).is_some() {
        let hint = format!("`--from {id}` copies it under another name");
        return Err(CliError::Usage(format!("the script {name}.rhai already exists; {hint}")));
    }
    let mut writer = FileWriter::default();
    let (variant, text) = own_variant(&library, root, args.variant.as_deref(), &mut writer)?;
    let library = library.with_variant(&variant, &text);
    let ruleset = library::load(&library, &variant)?;
    let from = args.from.as_deref().map(|from| origin(&library, &ruleset, folder, from));
    let (origin, elsewhere) = from.transpose()?.unzip();
    let script = match &origin {
        Some(origin) => origin.script.to_string(),
        None => filled(item.template(), &id, &title(&args.name)),
    };
    let text = match item {
        NewItem::Card => edit::add_card(&text, &id, N_CARDS, origin.as_ref()),
        NewItem::Combo => {
            edit::add_to_list(&library, &text, &variant, "combos", &id, origin.as_ref())
        }
        NewItem::Rule => edit::add_to_list(&library, &text, &variant, "rules", &id, None),
    };
    let text = text.map_err(|why| CliError::Usage(format!("variants/{variant}.json: {why}")))?;
    let library = library.with_script(&name, &script).with_variant(&variant, &text);
    if let Some(other) = elsewhere.flatten() {
        fits(&library, &variant, &name, &other)?;
    }
    let test = first::of(&library, &variant, &id, item == NewItem::Combo)?;
    writer.add(&format!("scripts/{name}.rhai"), &script);
    writer.put(&format!("variants/{variant}.json"), &text);
    writer.add(&test_file(root, &id, item.word()), &test);
    writer.write(root)?;
    let next =
        format!("edit scripts/{name}.rhai, then: litterbox check && litterbox test --accept");
    print::talk(&next)?;
    Ok(OK)
}

/// The item to copy: from the target variant, or else from the first variant that has it, which is
/// returned too.
fn origin(
    library: &Library,
    ruleset: &Ruleset,
    folder: &str,
    from: &str,
) -> Result<(CopySource, Option<String>), CliError> {
    if let Some(origin) = edit::origin(library, ruleset, folder, from) {
        return Ok((origin, None));
    }
    let others = library.variant_ids().filter_map(|id| Ruleset::load(library, id, &[]).ok());
    let others: Vec<Ruleset> = others.collect();
    let found = others.iter().find_map(|other| {
        Some((edit::origin(library, other, folder, from)?, Some(other.id.to_string())))
    });
    found.ok_or_else(|| {
        let names = others.iter().flat_map(|other| edit::names(other, folder));
        let hint = did_you_mean(from, names)
            .unwrap_or_else(|| format!("`litterbox cards {}` lists the names", ruleset.id));
        CliError::Usage(format!("no variant has `{from}` in {folder}; {hint}"))
    })
}

/// Checks that a copy from another variant has what it needs in this one.
fn fits(library: &Library, variant: &str, script: &str, other: &str) -> Result<(), CliError> {
    let (variants, scripts) = (vec![variant.to_owned()], vec![script.to_owned()]);
    let wanted = LintTargets { variants, scripts, ..LintTargets::default() };
    if lint::check(library, &wanted).found.iter().all(Error::is_warning) {
        return Ok(());
    }
    Err(CliError::Usage(format!(
        "it needs definitions that {variant} lacks: `litterbox new variant NAME --from {other}` \
         creates a variant that has them"
    )))
}

/// The user's variant to extend, and its text.
fn own_variant(
    library: &Library,
    root: &Folder,
    wanted: Option<&str>,
    writer: &mut FileWriter,
) -> Result<(String, String), CliError> {
    let is_own = |id: &str| is_file(root, &format!("variants/{id}.json"));
    let own: Vec<&str> = library.variant_ids().filter(|id| is_own(id)).collect();
    let id = match (wanted, own.as_slice()) {
        (Some(wanted), _) if own.contains(&wanted) => wanted.to_owned(),
        (Some(wanted), _) if library.variant(wanted).is_some() => {
            return Err(CliError::Usage(format!(
                "`{wanted}` is a built-in variant; `litterbox new variant NAME --from {wanted}` \
                 creates one that extends it"
            )));
        }
        (Some(wanted), _) => {
            let hint = crate::variant::meant(library, wanted, library.variant_ids())
                .unwrap_or_else(|| format!("`litterbox new variant {wanted}` creates it"));
            return Err(CliError::Usage(format!("there is no variant `{wanted}`; {hint}")));
        }
        (None, []) => "mine".to_owned(),
        (None, [one]) => (*one).to_owned(),
        (None, many) => {
            return Err(CliError::Usage(format!(
                "several variants: choose one with --variant {}",
                many.join(", or --variant ")
            )));
        }
    };
    if let Some(file) = library.variant(&id).filter(|_| is_own(&id)) {
        return Ok((id, file.text.to_string()));
    }
    let text = variant_text(&id, PARENT, root);
    writer.add(&format!("variants/{id}.json"), &text);
    Ok((id, text))
}

fn is_file(files: &dyn Files, name: &str) -> bool {
    matches!(files.kind(name), Ok(Some(FileKind::File)))
}

fn variant_text(id: &str, parent: &str, root: &Folder) -> String {
    let schema = is_file(root, "variants/schemas/variant.schema.json");
    let schema = if schema { "  \"$schema\": \"schemas/variant.schema.json\",\n" } else { "" };
    let title = readable(id);
    format!(
        "{{\n{schema}  \"name\": \"{title}\",\n  \"about\": \"What is different here.\",\n  \
         \"extends\": \"{parent}\",\n  \"deck\": {{}}\n}}\n"
    )
}

fn variant(shared: &SharedArgs, root: &Folder, args: &NewVariantArgs) -> CliResult {
    let library = library::open(shared)?;
    let id = id(&args.name)?;
    if library.variant(&id).is_some() {
        return Err(CliError::Usage(format!("the variant `{id}` already exists")));
    }
    let parent = args.from.as_deref().unwrap_or(PARENT);
    library::load(&library, parent)?;
    let text = variant_text(&id, parent, root);
    let library = library.with_variant(&id, &text);
    let mut writer = FileWriter::default();
    writer.add(&format!("variants/{id}.json"), &text);
    let test = first::of_variant(&library, &id)?;
    writer.add(&test_file(root, &id, "variant"), &test);
    writer.write(root)?;
    print::talk(&format!("edit variants/{id}.json, then: litterbox diff {parent} {id}"))?;
    Ok(OK)
}

fn project(args: &NewProjectArgs) -> CliResult {
    let path = &args.dir;
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("mine");
    let id = id(name).unwrap_or_else(|_| "mine".to_owned());
    let failed = |error| CliError::Io(path.display().to_string(), error);
    let root = library::created_folder(path)?;
    if !root.entries("").map_err(failed)?.is_empty() {
        return Err(CliError::Usage(format!("{} exists and is not empty", output::path(path))));
    }
    let mut writer = FileWriter::default();
    for (name, schema) in [("variant", schema::variant()), ("titles", schema::titles())] {
        writer.add(&format!("variants/schemas/{name}.schema.json"), &format!("{schema:#}\n"));
    }
    let with_schema = "{\n  \"$schema\": \"schemas/variant.schema.json\",\n";
    let text = variant_text(&id, PARENT, &root).replacen("{\n", with_schema, 1);
    let library = Library::embedded().with_variant(&id, &text);
    writer.add(&format!("variants/{id}.json"), &text);
    writer.add(&format!("tests/{id}.session.md"), &first::of_variant(&library, &id)?);
    writer.add(".gitignore", GITIGNORE);
    // Empty as long as the package names no address.
    let workflow = workflow::workflow(env!("CARGO_PKG_REPOSITORY"));
    writer.add(".github/workflows/check.yml", &workflow);
    writer.add("README.md", &filled(README, &id, &readable(&id)));
    for folder in ["scripts/cards", "scripts/combos", "scripts/rules"] {
        root.create_folder(folder).map_err(failed)?;
    }
    writer.write(&root)?;
    print::talk(&format!("cd {}, then: litterbox new card NAME", output::path(path)))?;
    Ok(OK)
}

/// The path of a first test. A variant and a rule may share a name; the second test then has a
/// suffix.
fn test_file(root: &Folder, id: &str, what: &str) -> String {
    let name = format!("tests/{id}.session.md");
    if !matches!(root.kind(&name), Ok(None)) {
        format!("tests/{id}_{what}.session.md")
    } else {
        name
    }
}

/// Converts a name to an id: `Big Cat` is `big_cat`.
fn id(name: &str) -> Result<String, CliError> {
    let words = name.split(|c: char| c.is_whitespace() || matches!(c, '-' | '_'));
    let id = words.map(fold).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_");
    if is_id(&id) {
        return Ok(id);
    }
    let fix = "use a-z, 0-9 and spaces, starting with a letter";
    Err(CliError::Usage(format!("`{name}` is not a valid name: {fix}")))
}

/// The title of a name as typed: `King's Ransom`; `big_cat` and `big cat` are `Big Cat`.
fn title(name: &str) -> String {
    let has_case = name.contains(char::is_uppercase);
    let ends_word = |c: char| c.is_whitespace() || c == '_' || c == '-' && !has_case;
    // A colon ends the title of a script.
    let is_said = |c: &char| !c.is_control() && *c != ':';
    let words = name.split(ends_word).map(|word| word.chars().filter(is_said).collect::<String>());
    let words = words.filter(|word| !word.is_empty());
    words.map(|w| if has_case { w } else { capitalized(&w) }).collect::<Vec<_>>().join(" ")
}

fn filled(template: &str, id: &str, title: &str) -> String {
    template.replace("{id}", id).replace("{title}", title)
}

/// Files to write by name, all or nothing: nothing is written if a new file already exists.
#[derive(Default)]
struct FileWriter {
    files: Vec<(String, String, bool)>,
}

impl FileWriter {
    /// Adds a file that must not exist.
    fn add(&mut self, name: &str, text: &str) {
        self.files.push((name.to_owned(), text.to_owned(), true));
    }

    /// Adds a file that may exist, replacing an earlier entry of the same name.
    fn put(&mut self, name: &str, text: &str) {
        match self.files.iter_mut().find(|(other, ..)| other == name) {
            Some(file) => text.clone_into(&mut file.1),
            None => self.files.push((name.to_owned(), text.to_owned(), false)),
        }
    }

    fn write(&self, root: &Folder) -> Result<(), CliError> {
        let failed = |name: &str, error| CliError::Io(name.to_owned(), error);
        for (name, ..) in self.files.iter().filter(|(.., is_new)| *is_new) {
            if root.kind(name).map_err(|error| failed(name, error))?.is_some() {
                return Err(CliError::Usage(format!("{name} already exists")));
            }
        }
        for (name, text, is_new) in &self.files {
            root.write(name, text).map_err(|error| failed(name, error))?;
            let did = if *is_new { "wrote" } else { "changed" };
            print::plain(&format!("{did} {name}\n"))?;
        }
        Ok(())
    }
}
