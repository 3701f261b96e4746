//! The game at the table with its connections. It has no sockets and no clock: the time since the
//! start is given with each call, and what it says is taken with [`Table::take_outgoing`].
//!
//! Reading order: `names`, `state` ([`Table`]), `kept` (what the room and the end of a game
//! remember), `early` (answers to decisions that are not open yet), `window` (its clock), `news`
//! (what connections are told), `play` (what seats say, and how the game goes on), `room` (free
//! seats), `consent` (taking back an answer), `ending`, `author`.

mod author;
mod consent;
mod early;
mod ending;
mod kept;
mod names;
mod news;
mod play;
mod room;
mod state;
mod window;

pub use names::{ConnectionId, Who};
pub use state::{Built, NOT_ME, Table, TableOptions, seed_warning};
