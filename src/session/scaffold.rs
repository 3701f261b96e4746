//! New cards, combos and rules, each with a passing test: as `litterbox new` and the workbench
//! write them. Nothing is written here.

use super::first;
use crate::base::error::{Error, capitalized, did_you_mean, readable};
use crate::base::files::{FileChange, FileKind, Files};
use crate::lint::{self, LintTargets};
use crate::variant::edit::{self, CopySource};
use crate::variant::{Library, RESERVED, Ruleset, fold, is_id};

/// The variant that new ones extend by default.
pub const PARENT: &str = "classic";

/// How many of a new card are in the deck.
const N_CARDS: u32 = 4;

/// The item to create.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum NewItem {
    Card,
    Combo,
    Rule,
}

impl NewItem {
    pub const fn folder(self) -> &'static str {
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
            Self::Card => include_str!("scaffold/card.rhai"),
            Self::Combo => include_str!("scaffold/combo.rhai"),
            Self::Rule => include_str!("scaffold/rule.rhai"),
        }
    }
}

/// Why nothing can be created.
pub enum NewError {
    /// The name, the variant or the item to copy does not fit.
    Refused(String),
    /// The variant with this id has errors.
    Variant(String, Vec<Error>),
}

impl From<Vec<Error>> for NewError {
    fn from(errors: Vec<Error>) -> Self {
        Self::Variant(String::new(), errors)
    }
}

/// A created item.
pub struct Created {
    /// The variant that has it.
    pub variant: String,
    /// Its own file, such as `scripts/cards/tax.rhai`.
    pub script: String,
    /// Its first session.
    pub test: String,
    /// All files to write, in order.
    pub files: Vec<FileChange>,
    /// Whether no position was found in which the card or combo can be used, or on which the rule
    /// changes something: its session then starts a game only.
    pub is_untested: bool,
}

/// The wish for an item.
pub struct NewRequest<'a> {
    pub item: NewItem,
    pub name: &'a str,
    /// The item to copy.
    pub from: Option<&'a str>,
    /// The variant that gets it; the only one of the folder without it.
    pub variant: Option<&'a str>,
    /// The variant that a new one extends, if the folder has none.
    pub parent: &'a str,
}

/// Creates an item in the folder of a project.
///
/// # Errors
/// The name is invalid or taken, or the variant does not fit.
pub fn create(
    library: Library,
    root: &dyn Files,
    request: &NewRequest<'_>,
) -> Result<Created, NewError> {
    let NewRequest { item, name: typed, from, variant, parent } = *request;
    let id = id(typed)?;
    if RESERVED.contains(&id.as_str()) {
        let words = RESERVED.join(", ");
        return Err(refused(format!("`{id}` is a reserved word: choose a name except {words}")));
    }
    let folder = item.folder();
    let name = format!("{folder}/{id}");
    if library.script(&name).is_some() {
        let hint = format!("`--from {id}` copies it under another name");
        return Err(refused(format!("the script {name}.rhai already exists; {hint}")));
    }
    let (variant, old) = own_variant(&library, root, variant)?;
    let text = old.clone().unwrap_or_else(|| variant_text(&readable(&variant), parent, root));
    let former = library.with_variant(&variant, &text);
    let loaded = Ruleset::load(&former, &variant, &[]);
    let ruleset = loaded.map_err(|errors| NewError::Variant(variant.clone(), errors))?;
    let from = from.map(|from| origin(&former, &ruleset, folder, from));
    let (origin, elsewhere) = from.transpose()?.unzip();
    let script = match &origin {
        Some(origin) => retitled(&origin.script, request.from.unwrap_or_default(), &title(typed)),
        None => filled(item.template(), &id, &title(typed)),
    };
    let text = match item {
        NewItem::Card => edit::add_card(&text, &id, N_CARDS, origin.as_ref()),
        NewItem::Combo => {
            edit::add_to_list(&former, &text, &variant, "combos", &id, origin.as_ref())
        }
        NewItem::Rule => edit::add_to_list(&former, &text, &variant, "rules", &id, None),
    };
    let file = format!("variants/{variant}.json");
    let text = text.map_err(|why| refused(format!("{file}: {why}")))?;
    let library = former.clone().with_script(&name, &script).with_variant(&variant, &text);
    if let Some(other) = elsewhere.flatten() {
        fits(&library, &variant, &name, &other)?;
    }
    let first = match item {
        NewItem::Card | NewItem::Combo => first::of_item(&library, &variant, &id)?,
        NewItem::Rule => first::of_rule(&former, &library, &variant, &id)?,
    };
    let (own, test) = (format!("scripts/{name}.rhai"), test_file(root, &id, item.word()));
    let own_file = FileChange::new(&own, script);
    let session = FileChange::new(&test, first.text);
    let files = match old {
        Some(old) => vec![own_file, FileChange::edit(&file, &old, text), session],
        None => vec![FileChange::new(&file, text), own_file, session],
    };
    Ok(Created { variant, script: own, test, files, is_untested: !first.uses_item })
}

/// Creates a variant that extends another one.
///
/// # Errors
/// The name is invalid or taken, or the other variant has errors.
pub fn create_variant(
    library: &Library,
    root: &dyn Files,
    name: &str,
    parent: &str,
) -> Result<Created, NewError> {
    let id = id(name)?;
    if library.variant(&id).is_some() {
        return Err(refused(format!("the variant `{id}` already exists")));
    }
    let mut text = variant_text(&title(name), parent, root);
    if library.abstract_ids().any(|other| other == parent) {
        // Until it takes a deck from the box, it is played with all cards of it.
        text = text.replace(",\n  \"deck\": {}", "");
    } else {
        let loaded = Ruleset::load(library, parent, &[]);
        loaded.map_err(|errors| NewError::Variant(parent.to_owned(), errors))?;
    }
    let session = first::of_variant(&library.clone().with_variant(&id, &text), &id)?;
    let (script, test) = (format!("variants/{id}.json"), test_file(root, &id, "variant"));
    let files = vec![FileChange::new(&script, text), FileChange::new(&test, session)];
    Ok(Created { variant: id, script, test, files, is_untested: false })
}

/// A script with another title in its first line, if that has the title of a card or combo.
fn retitled(script: &str, id: &str, title: &str) -> String {
    let rest = script.strip_prefix(&format!("//! {}:", readable(id)));
    rest.map_or_else(|| script.to_owned(), |rest| format!("//! {title}:{rest}"))
}

fn refused(why: String) -> NewError {
    NewError::Refused(why)
}

/// The item to copy: from the target variant, or else from the first variant that has it, which is
/// returned too.
fn origin(
    library: &Library,
    ruleset: &Ruleset,
    folder: &str,
    from: &str,
) -> Result<(CopySource, Option<String>), NewError> {
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
        refused(format!("no variant has `{from}` in {folder}; {hint}"))
    })
}

/// Checks that a copy from another variant has what it needs in this one.
fn fits(library: &Library, variant: &str, script: &str, other: &str) -> Result<(), NewError> {
    let (variants, scripts) = (vec![variant.to_owned()], vec![script.to_owned()]);
    let wanted = LintTargets { variants, scripts, ..LintTargets::default() };
    if lint::check(library, &wanted).found.iter().all(Error::is_warning) {
        return Ok(());
    }
    Err(refused(format!(
        "it needs definitions that {variant} lacks: `litterbox new variant NAME --from {other}` \
         creates a variant that has them"
    )))
}

/// The user's variant to extend, its text, and whether it is a new file.
fn own_variant(
    library: &Library,
    root: &dyn Files,
    wanted: Option<&str>,
) -> Result<(String, Option<String>), NewError> {
    let is_own = |id: &str| is_file(root, &format!("variants/{id}.json"));
    let own: Vec<&str> = library.variant_ids().filter(|id| is_own(id)).collect();
    let id = match (wanted, own.as_slice()) {
        (Some(wanted), _) if own.contains(&wanted) => wanted.to_owned(),
        (Some(wanted), _) if library.variant(wanted).is_some() => {
            return Err(refused(format!(
                "`{wanted}` is a built-in variant; `litterbox new variant NAME --from {wanted}` \
                 creates one that extends it"
            )));
        }
        (Some(wanted), _) => {
            let hint = crate::variant::meant(library, wanted, library.variant_ids())
                .unwrap_or_else(|| format!("`litterbox new variant {wanted}` creates it"));
            return Err(refused(format!("there is no variant `{wanted}`; {hint}")));
        }
        (None, []) => "mine".to_owned(),
        (None, [one]) => (*one).to_owned(),
        (None, many) => {
            return Err(refused(format!(
                "several variants: choose one with --variant {}",
                many.join(", or --variant ")
            )));
        }
    };
    if let Some(file) = library.variant(&id).filter(|_| is_own(&id)) {
        return Ok((id, Some(file.text.to_string())));
    }
    Ok((id, None))
}

fn is_file(files: &dyn Files, name: &str) -> bool {
    matches!(files.kind(name), Ok(Some(FileKind::File)))
}

/// The text of a new variant with this name for people.
pub fn variant_text(title: &str, parent: &str, root: &dyn Files) -> String {
    let schema = is_file(root, "variants/schemas/variant.schema.json");
    let schema = if schema { "  \"$schema\": \"schemas/variant.schema.json\",\n" } else { "" };
    let title = serde_json::Value::from(title);
    format!(
        "{{\n{schema}  \"name\": {title},\n  \"about\": \"What is different here.\",\n  \
         \"extends\": \"{parent}\",\n  \"deck\": {{}}\n}}\n"
    )
}

/// The path of a first test. A variant and a rule may share a name; the second test then has a
/// suffix.
fn test_file(root: &dyn Files, id: &str, what: &str) -> String {
    let name = format!("tests/{id}.session.md");
    if !matches!(root.kind(&name), Ok(None)) {
        format!("tests/{id}_{what}.session.md")
    } else {
        name
    }
}

/// Converts a name to an id: `Big Cat` is `big_cat`.
///
/// # Errors
/// It has no id.
pub fn id(name: &str) -> Result<String, NewError> {
    let words = name.split(|c: char| c.is_whitespace() || matches!(c, '-' | '_'));
    let id = words.map(fold).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_");
    if is_id(&id) {
        return Ok(id);
    }
    let fix = "use a-z, 0-9 and spaces, starting with a letter";
    Err(refused(format!("`{name}` is not a valid name: {fix}")))
}

/// The title of a name as typed: `King's Ransom`; `big_cat` and `big cat` are `Big Cat`.
pub fn title(name: &str) -> String {
    let has_case = name.contains(char::is_uppercase);
    let ends_word = |c: char| c.is_whitespace() || c == '_' || c == '-' && !has_case;
    // A colon ends the title of a script.
    let is_said = |c: &char| !c.is_control() && *c != ':';
    let words = name.split(ends_word).map(|word| word.chars().filter(is_said).collect::<String>());
    let words = words.filter(|word| !word.is_empty());
    words.map(|w| if has_case { w } else { capitalized(&w) }).collect::<Vec<_>>().join(" ")
}

/// Fills a template.
pub fn filled(template: &str, id: &str, title: &str) -> String {
    template.replace("{id}", id).replace("{title}", title)
}
