//! Converts the kernel's handles to [`reply`](super::reply) data: names instead of numbers, with
//! audiences.

mod events;
mod position;
mod question;
mod timeline;
