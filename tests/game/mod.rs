//! One game as people and programs meet it: `message`, `transcript`, `debugger`, `shell`,
//! `session`, `protocol`.

pub mod blocks;
pub mod generated_lines;
pub mod identities;
pub mod journal;
pub mod lines;
pub mod live_edit;
pub mod playthroughs;
pub mod protocol;
pub mod recorded;
pub mod refusals;
pub mod requests;
pub mod secrecy;
pub mod shell;
pub mod testing;
pub mod timeline;
#[cfg(feature = "serve")]
pub mod unwritten;
