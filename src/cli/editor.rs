//! `litterbox lsp` and `litterbox editor`: the language server, and how editors start it.

use super::failure::{CliError, CliResult, OK};
use super::{library, print};
use crate::base::files::Files;
use crate::base::output;
use crate::disk;
use crate::lsp;
use crate::variant::schema;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The arguments of `editor`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox editor vscode --out litterbox-vscode
  litterbox editor neovim >> ~/.config/nvim/init.lua")]
pub struct EditorArgs {
    /// The editor: vscode, neovim, helix, zed or emacs
    #[arg(value_enum, hide_possible_values = true)]
    pub editor: EditorName,
    /// The folder of the extension for VS Code, which must be empty or new
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// The editors.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum EditorName {
    Vscode,
    Neovim,
    Helix,
    Zed,
    Emacs,
}

/// Files of the extension for VS Code.
macro_rules! extension {
    ($include:ident $($name:literal)*) => {
        &[$(($name, $include!(concat!("editor/vscode/", $name)))),*]
    };
}

/// Its texts. The JSON schemas are added.
const TEXTS: &[(&str, &str)] = extension!(include_str
    "package.json" "extension.js" "program.js" "commands.js" "testing.js"
    "language-configuration.json" "rhai.tmLanguage.json" "session.tmLanguage.json"
    "README.md" "CHANGELOG.md" "LICENSE.md");

/// Its pictures.
const PICTURES: &[(&str, &[u8])] = extension!(include_bytes
    "icon.png" "tests.png" "debugger.png");

/// The flags of the packager while the package names no repository, to which pictures would link.
const NO_REPOSITORY: &str = "--allow-missing-repository --no-rewrite-relative-links";

/// Serves an editor until it ends.
///
/// # Errors
/// The server cannot be started.
pub fn serve() -> CliResult {
    lsp::run().map_err(|error| CliError::Io("the language server".to_owned(), error))?;
    Ok(OK)
}

/// Prints what to put into the configuration of an editor, or writes its extension.
///
/// # Errors
/// The folder is not empty or cannot be written.
pub fn run(args: &EditorArgs) -> CliResult {
    let text = match args.editor {
        EditorName::Vscode => return extension(args),
        EditorName::Neovim => include_str!("editor/neovim.lua"),
        EditorName::Helix => include_str!("editor/helix.toml"),
        EditorName::Zed => include_str!("editor/zed.md"),
        EditorName::Emacs => include_str!("editor/emacs.el"),
    };
    print::text(text)?;
    Ok(OK)
}

fn extension(args: &EditorArgs) -> CliResult {
    let Some(path) = &args.out else {
        return Err(CliError::Usage("name the folder of the extension: --out DIR".to_owned()));
    };
    let failed = |error| CliError::Io(output::path(path), error);
    let folder = library::created_folder(path)?;
    if !folder.entries("").map_err(failed)?.is_empty() {
        return Err(CliError::Usage(format!("{} is not empty", output::path(path))));
    }
    let wrote = |name: &str| print::plain(&format!("wrote {}\n", output::path(&path.join(name))));
    for (name, text) in TEXTS {
        folder.write(name, &filled(text, env!("CARGO_PKG_REPOSITORY"))).map_err(failed)?;
        wrote(name)?;
    }
    for (of, schema) in [("variant", schema::variant()), ("titles", schema::titles())] {
        let name = format!("{of}.schema.json");
        folder.write(&name, &format!("{schema:#}\n")).map_err(failed)?;
        wrote(&name)?;
    }
    for (name, picture) in PICTURES {
        disk::write_new(&path.join(name), picture).map_err(failed)?;
        wrote(name)?;
    }
    print::talk(&format!("{} says how to install it", output::path(&path.join("README.md"))))?;
    Ok(OK)
}

/// Fills in what the package says of itself; without a repository, the line that names it goes.
fn filled(text: &str, repository: &str) -> String {
    let has_repository = !repository.is_empty();
    let is_kept = |line: &&str| has_repository || !line.contains("{repository}");
    let text: String = text.split_inclusive('\n').filter(is_kept).collect();
    text.replace("{repository}", repository)
        .replace("{license}", env!("CARGO_PKG_LICENSE"))
        .replace("{version}", env!("CARGO_PKG_VERSION"))
        .replace(
            " {flags}",
            &if has_repository { String::new() } else { format!(" {NO_REPOSITORY}") },
        )
}
