//! Formats replies for people and programs. No other module turns a reply into text, and no code
//! parses the formatted output.

pub mod json;
pub mod text;
