//! The arguments of `workbench`.

use clap::Args;

/// The arguments of `workbench`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox workbench --open           the variant of this folder, in your browser
  litterbox workbench mine --share     friends play the seats of its table

The page shows the scripts of the project beside a table. A save replays the open session under \
the new rules, runs the tests, and compares games with those before. An editor may write the same \
files at the same time: what changes on the disk shows on the page. The link opens on this \
computer only; with --share, friends in your network can play the seats to which `invite` on the \
page gives links, and see nothing else of the project.")]
pub struct WorkbenchArgs {
    /// The variant of the project [default: the only one of this folder, or classic]
    pub variant: Option<String>,
    /// The port of the server [default: a free one]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub port: u16,
    /// Let friends in your network play the seats of the table
    #[arg(long)]
    pub share: bool,
    /// Open the page in your browser
    #[arg(long)]
    pub open: bool,
}
