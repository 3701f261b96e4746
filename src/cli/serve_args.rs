//! The arguments of `serve`.

use clap::Args;
use std::net::IpAddr;
use std::path::PathBuf;

/// The default of `--window`.
pub const WINDOW: u32 = 6;

/// The arguments of `serve`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox serve classic ann bob cat          a link for each player
  litterbox serve classic ann --agents 3 --open   play against three agents
  litterbox serve mine ann bob --share         links for phones in your network, as QR codes
  litterbox serve game.json                    continue a saved game
  litterbox serve --resume                     continue the last game, with the same links

Whoever has a link plays that seat, so give each player only their own. The author's link sees \
everything, steps back and changes the rules; save a script, and the table plays by it. For a \
proxy that adds TLS: --origin https://cats.example. Ctrl-C ends the game; each answer is in a \
journal before anybody sees what it does.")]
pub struct ServeArgs {
    /// The variant: an id or a file; or a saved game [default: classic]
    pub variant: Option<String>,
    /// The names of the players in seat order [default: p1 p2 …]
    pub names: Vec<String>,
    /// Add agents: how many, or their names (random, greedy, search, search:200, search:50ms)
    #[arg(long, value_name = "N|AGENT,…")]
    pub agents: Option<String>,
    /// Random seed; a short one can be guessed by players [default: one that nobody can guess]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Change an option of the variant for this game; can be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// The port of the server; 0: a free one [default: a free one; with --resume, the one it had]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Open the author's page in your browser
    #[arg(long)]
    pub open: bool,
    /// How many seconds players have to respond to a card; 0: until everybody has answered
    #[arg(long, value_name = "S", default_value_t = WINDOW,
        value_parser = clap::value_parser!(u32).range(..=3600))]
    pub window: u32,
    /// Let other devices in your network connect, by all addresses of this computer or one
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true)]
    pub share: Option<Option<IpAddr>>,
    /// The address of a proxy that forwards to this server; can be repeated
    #[arg(long, value_name = "URL")]
    pub origin: Vec<String>,
    /// The address that opens a line of a script in your editor, such as
    /// `vscode://file/{path}:{line}`
    #[arg(long, value_name = "URL")]
    pub editor_url: Option<String>,
    /// Continue the last game, or the one of the given journal (see `repl --journals`)
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    #[arg(conflicts_with_all = ["variant", "seed", "set", "agents"])]
    pub resume: Option<Option<PathBuf>>,
}
