//! Definition files of the script API for Rhai editor tools.

use super::failure::{CliError, CliResult, OK};
use super::{library, print};
use crate::base::files::Files;
use crate::base::output;
use crate::script::api::{Form, Verb, verbs};
use crate::script::tree::language_definitions;
use crate::script::values::Type;
use std::path::Path;

/// Writes the files into a folder.
///
/// # Errors
/// A file cannot be written.
pub fn write(folder: &Path) -> CliResult {
    let failed = |path: &Path| {
        let name = path.display().to_string();
        move |error| CliError::Io(name, error)
    };
    let files = library::created_folder(folder)?;
    let own = ("litterbox.d.rhai".to_owned(), verbs_file());
    for (name, text) in [own].into_iter().chain(language_definitions()) {
        let path = folder.join(&name);
        files.write(&name, &text).map_err(failed(&path))?;
        print::plain(&format!("wrote {}\n", output::path(&path)))?;
    }
    Ok(OK)
}

fn verbs_file() -> String {
    let all = verbs().map(definition).collect::<Vec<_>>();
    format!("module static;\n\n{}", all.join("\n"))
}

fn definition(verb: &Verb) -> String {
    let params = verb.params.iter().map(|(name, of)| format!("{name}: {}", named(*of)));
    let params = params.collect::<Vec<_>>().join(", ");
    let get = if verb.form == Form::Property { "get " } else { "" };
    let (name, returns) = (verb.name, named(verb.returns));
    format!(
        "/// {}\n///\n/// ```\n/// {}\n/// ```\nfn {get}{name}({params}) -> {returns};\n",
        verb.doc, verb.example
    )
}

/// The name of a type in Rhai's tools.
fn named(of: Type) -> &'static str {
    match of {
        Type::Nothing => "()",
        Type::Bool => "bool",
        Type::Int => "int",
        Type::Text | Type::Name(_) | Type::Kind => "String",
        Type::Player => "player",
        Type::Card => "card",
        Type::Pile => "pile",
        Type::Action => "action",
        Type::List(_) => "Array",
        Type::Any(_) | Type::Datum => "?",
    }
}
