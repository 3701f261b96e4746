//! The arguments that several commands take.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The heading of the options of every command in the help texts.
const EVERY_COMMAND: &str = "Options of every command";

/// The options of every command.
#[derive(Clone, Debug, Default, Args)]
pub struct SharedArgs {
    /// Overlay the `scripts` and `variants` folders of DIR on the built-in ones [default: the
    /// current folder]
    #[arg(long, value_name = "DIR", global = true, help_heading = EVERY_COMMAND)]
    pub home: Option<PathBuf>,
    /// Language of titles and texts: en, fr, it, zh, or `own` for the language of the variant
    #[arg(long, value_name = "L", global = true, help_heading = EVERY_COMMAND)]
    pub lang: Option<String>,
    /// Allow `:agent NAME exec:COMMAND` in session files, journals, rc files and pipes. These
    /// programs run with your permissions
    #[arg(long, global = true, help_heading = EVERY_COMMAND)]
    pub allow_exec: bool,
}

/// How results are printed: for people, or for programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    #[default]
    Text,
    Json,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FindingsFormat {
    #[default]
    Text,
    Json,
    Sarif,
}
