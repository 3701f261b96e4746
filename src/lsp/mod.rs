//! The language server: `litterbox lsp`.
//!
//! `server` receives messages, `requests` answers them within a time limit; `checks` is the thread
//! that finds errors, and `project` what both know of a folder. A folder is a stranger's: nothing
//! here starts a program, and no file is written but read-only copies of built-in files in the
//! cache folder.

mod actions;
mod answer;
mod checks;
mod complete;
mod complete_json;
mod complete_session;
mod context;
mod explain;
mod limits;
mod navigate;
mod options;
mod project;
mod rename;
mod report;
mod requests;
mod server;
mod sessions;
mod state;
mod text;
mod transport;
mod uri;

pub use limits::TimeLimits;
pub use server::{Answers, serve, serve_with};

use crate::base::time_limit;
use std::io;
use std::time::Duration;

/// The longest time that the last messages are written.
const PATIENCE: Duration = Duration::from_secs(2);

/// Serves the client at stdin and stdout until it ends or vanishes.
///
/// # Errors
/// No thread can be started.
pub fn run() -> io::Result<()> {
    let (connection, written) = transport::stdio()?;
    serve(connection, TimeLimits::default());
    let patience = time_limit(PATIENCE);
    // Answers and checks that run may still hold the connection.
    let _ = written.recv_timeout(patience);
    transport::close(patience)
}
