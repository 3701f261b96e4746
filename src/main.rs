//! Runs the command line on a thread whose stack is large enough for deeply nested scripts.

#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::thread::{Builder, JoinHandle};

fn main() -> ExitCode {
    match Builder::new()
        .stack_size(litterbox::base::STACK_SIZE)
        .spawn(litterbox::run)
        .map(JoinHandle::join)
    {
        Ok(Ok(code)) => code,
        // The panic has already been printed.
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => {
            eprintln!("error: no thread can be started: {error}");
            ExitCode::from(3)
        }
    }
}
