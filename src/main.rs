//! Runs the command line on a thread whose stack is large enough for deeply nested scripts.

#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::thread::{Builder, JoinHandle};

/// The nesting limits of the script host depend on this stack size.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    match Builder::new().stack_size(STACK).spawn(litterbox::run).map(JoinHandle::join) {
        Ok(Ok(code)) => code,
        // The panic has already been printed.
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => {
            eprintln!("error: no thread can be started: {error}");
            ExitCode::from(3)
        }
    }
}
