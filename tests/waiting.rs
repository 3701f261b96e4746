//! Waiting for events. Tests run on machines of any speed, beside anything: none compares a time.
//! What hangs ends after [`HANGING`]; how fast something is, `tests/benches` measures.

use litterbox::base::Interrupt;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time after which what a test waits for counts as hanging: the only limit of tests, far
/// above what the slowest machine needs.
pub const HANGING: Duration = Duration::from_secs(15 * 60);

/// The time limits of programs that tests start are multiplied by this (`tests/README.md`).
pub const PATIENT: (&str, &str) = ("LITTERBOX_TIMEOUT_FACTOR", "1000");

/// The same variable for a program with the time limits of users.
pub const PLAIN: (&str, &str) = ("LITTERBOX_TIMEOUT_FACTOR", "1");

/// The same variable for a program whose time limits have passed at once.
pub const IMPATIENT: (&str, &str) = ("LITTERBOX_TIMEOUT_FACTOR", "0");

/// The time limit of work of any length of which the result does not matter.
pub const BRIEF: Duration = Duration::from_secs(4);

/// [`HANGING`] in milliseconds, for programs, drivers of terminals and scripts.
pub fn hanging_ms() -> u64 {
    HANGING.as_secs() * 1_000
}

/// Half of that: for a driver that says what it waited for, before it counts as hanging itself.
pub fn driver_ms() -> u64 {
    hanging_ms() / 2
}

/// Waits for the next message. None if no more can come.
#[track_caller]
pub fn next<T>(messages: &Receiver<T>) -> Option<T> {
    match messages.recv_timeout(HANGING) {
        Ok(message) => Some(message),
        Err(RecvTimeoutError::Disconnected) => None,
        Err(RecvTimeoutError::Timeout) => panic!("nothing came within {HANGING:?}"),
    }
}

/// The output of a program, once it has ended.
#[track_caller]
pub fn output(command: &mut Command) -> Output {
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    ended(command.spawn().expect("the program starts"))
}

/// Waits until a program has ended.
#[track_caller]
pub fn ended(child: Child) -> Output {
    let id = child.id();
    let (send, ended) = channel();
    let waiting = thread::spawn(move || send.send(child.wait_with_output()));
    let Ok(output) = ended.recv_timeout(HANGING) else {
        let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
        panic!("the program does not end within {HANGING:?}")
    };
    let _ = waiting.join();
    output.expect("its output")
}

/// Waits until a condition holds that no message tells of.
#[track_caller]
pub fn until(mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < HANGING, "what is awaited here did not happen in {HANGING:?}");
        pause();
    }
}

/// Lets others work for a moment, between two looks at what they do.
pub fn pause() {
    thread::sleep(Duration::from_millis(5));
}

/// Interrupts a run after [`BRIEF`], as a person would with Ctrl-C, unless it is dropped before.
pub struct Alarm(Option<(Sender<()>, JoinHandle<()>)>);

impl Alarm {
    pub fn new(interrupt: Interrupt) -> Self {
        let (send, ended) = channel::<()>();
        let wait = move || {
            if ended.recv_timeout(BRIEF) == Err(RecvTimeoutError::Timeout) {
                interrupt.set();
            }
        };
        Self(Some((send, thread::spawn(wait))))
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        if let Some((send, thread)) = self.0.take() {
            drop(send);
            thread.join().expect("it only waits");
        }
    }
}
