//! `litterbox dap`: a debugger for editors that steps backwards, over the debug adapter protocol.
//!
//! Nothing is suspended. A game is a list of plies, and a ply that is run again on a watched host
//! reports each statement; the debugger is a cursor over that record.
//!
//! Reading order: `wire` (messages), `arguments` (of requests), `program` (what is debugged),
//! `cursor` (a position in the record), `stops` (breakpoints), `debuggee` (runs, steps, inputs),
//! `frames` and `variables` (what is shown), `server` (the requests).

mod arguments;
mod cursor;
mod debuggee;
mod frames;
mod program;
mod server;
mod stops;
mod variables;
mod wire;

use debuggee::PauseRequest;
use server::Server;
use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use wire::Incoming;

/// How long a run may go on after the client has left.
const GRACE: Duration = Duration::from_secs(3);

/// Serves one client until it leaves; `home` is the folder of the author's files.
///
/// # Errors
/// The output is closed.
pub fn serve(
    home: PathBuf,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let pause = PauseRequest::default();
    let (sender, requests) = mpsc::channel();
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
            if sender.send(incoming).is_err() || is_end {
                break;
            }
        }
        // Nobody waits for what still runs then.
        if is_done.recv_timeout(GRACE).is_err() {
            of_reader.set();
        }
    });
    let served = Server::new(home, pause, output).serve(&requests);
    drop(done);
    served
}
