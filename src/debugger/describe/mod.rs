//! From the kernel's handles to [`reply`](super::reply) data: names instead of numbers, and who may
//! know what.

mod events;
mod position;
mod question;
mod timeline;
