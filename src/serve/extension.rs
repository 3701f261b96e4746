//! Additions to the table for its author, such as a workbench: they run on the thread of the table,
//! and their messages come over the author's connections.

use super::table::{ConnectionId, Table};
use serde_json::Value as Json;
use std::time::Duration;

/// An addition to a table.
pub trait Extension {
    /// Greets a page of the author, after the table has.
    fn open(&mut self, table: &mut Table, id: ConnectionId);

    /// Carries out a message of the author.
    fn receive(&mut self, table: &mut Table, id: ConnectionId, work: Json, now: Duration);

    /// Takes files over that have changed on the disk.
    fn reload(&mut self, table: &mut Table, now: Duration);

    /// Takes results of the background.
    fn wake(&mut self, table: &mut Table);
}
