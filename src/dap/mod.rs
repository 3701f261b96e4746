//! `litterbox dap`: a debugger for editors that steps backwards, over the debug adapter protocol.
//!
//! Cursor, steps and breakpoints are those of [`crate::debugger`], in terms of the protocol.
//!
//! Reading order: `wire` (messages), `program` (what is debugged), `stops` (breakpoints),
//! `debuggee` (runs, steps, inputs), `frames` and `variables` (what is shown), `server` (the
//! requests).

mod debuggee;
mod frames;
mod program;
mod server;
mod stops;
mod variables;
mod wire;

use crate::base::requests::RequestQueue;
use crate::base::time_limit;
use debuggee::PauseRequest;
use server::{Begin, DapService};
use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use wire::Incoming;

/// How long a run may go on after the client has left, and each after it.
const GRACES: [Duration; 2] = [Duration::from_secs(3), Duration::from_millis(50)];

/// The maximum number of requests that are read and wait: the client waits where it sends more.
const MAX_WAITING: usize = 64;

/// Serves one client until it leaves; `home` is the folder of the author's files. `begin` is called
/// with the name of each work that may panic.
///
/// # Errors
/// The output is closed.
pub fn serve(
    home: PathBuf,
    input: impl Read + Send + 'static,
    output: impl Write,
    begin: Begin,
) -> io::Result<()> {
    let pause = PauseRequest::default();
    let requests = Arc::new(RequestQueue::new(MAX_WAITING));
    let read_requests = requests.clone();
    let (done, is_done) = mpsc::channel::<()>();
    let of_reader = pause.clone();
    thread::spawn(move || {
        let mut input = BufReader::new(input);
        loop {
            let incoming = wire::read(&mut input);
            if matches!(&incoming, Incoming::Request(request) if request.command == "pause") {
                of_reader.set();
            }
            let is_end = matches!(incoming, Incoming::Ended(_));
            if read_requests.add((), incoming, None).is_err() || is_end {
                break;
            }
        }
        // Nobody waits for what still runs then.
        let mut grace = time_limit(GRACES[0]);
        while is_done.recv_timeout(grace) == Err(RecvTimeoutError::Timeout) {
            of_reader.set();
            grace = GRACES[1];
        }
    });
    let served = requests.serve(&mut DapService::new(home, pause, output, begin));
    drop(done);
    served
}
