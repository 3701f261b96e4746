//! `litterbox lsp` and `litterbox editor`: the language server, and how editors start it.

use super::failure::{CliError, CliResult, OK};
use super::{library, print};
use crate::files::Files;
use crate::lsp;
use crate::output;
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

/// The files of the extension for VS Code.
const EXTENSION: &[(&str, &str)] = &[
    ("package.json", include_str!("editor/package.json")),
    ("extension.js", include_str!("editor/extension.js")),
    ("language-configuration.json", include_str!("editor/language-configuration.json")),
    ("rhai.tmLanguage.json", include_str!("editor/rhai.tmLanguage.json")),
    ("session.tmLanguage.json", include_str!("editor/session.tmLanguage.json")),
    ("README.md", include_str!("editor/README.md")),
];

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
    for (name, text) in EXTENSION {
        let text = text.replace("{version}", env!("CARGO_PKG_VERSION"));
        folder.write(name, &text).map_err(failed)?;
        print::plain(&format!("wrote {}\n", output::path(&path.join(name))))?;
    }
    print::talk(&format!("{} says how to install it", output::path(&path.join("README.md"))))?;
    Ok(OK)
}
