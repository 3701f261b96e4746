//! `litterbox dap`: the debugger that editors start.

use super::failure::{CliError, CliResult, OK};
use super::shared_args::SharedArgs;
use crate::dap;
use std::io;
use std::path::PathBuf;

/// Runs the command.
///
/// # Errors
/// The output is closed.
pub fn run(shared: &SharedArgs) -> CliResult {
    let home = shared.home.clone().unwrap_or_else(|| PathBuf::from("."));
    let served = dap::serve(home, io::stdin(), io::stdout().lock(), |_| ());
    served.map_err(|error| CliError::Io("stdout".to_owned(), error))?;
    Ok(OK)
}
