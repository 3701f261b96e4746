//! Replies as people and programs read them. Nothing else in the crate makes sentences of a reply,
//! and nothing reads what was rendered here.

pub mod json;
pub mod text;
