//! The jobs of the table, and who tells a server what happens around it.

use super::socket::{Ended, Outbox};
use super::table::{ConnectionId, Who};
use super::wire::ClientMessage;
use crate::base::requests::RequestQueue;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;

/// The maximum number of jobs of a link that wait, and of connections without a link.
const MAX_JOBS: usize = 4;

/// Work for the thread of the table.
pub(super) enum Job {
    /// Opens a connection with a link; the answer is whose link it is.
    Join {
        id: ConnectionId,
        from: IpAddr,
        link: String,
        outbox: Outbox,
        joined: SyncSender<Result<Who, CloseReason>>,
    },
    Receive(ConnectionId, ClientMessage),
    Close(ConnectionId),
    /// Takes saved scripts and variants over.
    Reload,
    /// Looks at results of the background.
    Wake,
}

/// The jobs of the table. Each link has a few places, for which its connections wait.
pub(super) type JobQueue = RequestQueue<Option<Who>, Job>;

/// Why a connection is closed, and whether the page may connect again by itself.
pub(super) type CloseReason = (Ended, bool);

/// Tells a server what happens around it.
#[derive(Clone)]
pub struct Control(Arc<JobQueue>);

impl Control {
    /// Takes saved scripts and variants over.
    pub fn reload(&self) {
        self.0.add_urgent("reload", Job::Reload);
    }

    /// Looks at results of the background.
    pub fn wake(&self) {
        self.0.add_urgent("wake", Job::Wake);
    }

    /// Ends the server, before whatever else waits.
    pub fn stop(&self) {
        self.0.stop();
    }
}

/// The jobs of a server that has not begun.
pub struct Jobs(pub(super) Arc<JobQueue>);

/// Creates what a server needs to be told something.
pub fn control() -> (Control, Jobs) {
    let jobs = Arc::new(JobQueue::new(MAX_JOBS));
    (Control(jobs.clone()), Jobs(jobs))
}
