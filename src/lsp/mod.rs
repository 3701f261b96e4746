//! The language server: `litterbox lsp`.
//!
//! `server` receives messages, `requests` answers them within a time limit; `convert` and `report`
//! write in the client's terms what [`texts`](crate::texts) knows.

mod answer;
mod convert;
mod lenses;
mod limits;
mod report;
mod requests;
mod server;
mod state;
mod text;
mod transport;
mod types;
mod uri;

pub use limits::TimeLimits;
pub use server::{Answers, serve, serve_with};
pub use transport::connect;

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
