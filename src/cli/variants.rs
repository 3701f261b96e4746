//! `litterbox variants`: lists the variants.

use super::args::OutputFormat;
use super::failure::{CliResult, OK};
use super::shared_args::{Format, SharedArgs};
use super::{library, print};
use crate::shell::catalogue;
use crate::shell::render::text::catalogue::{self as tables, Look};
use serde_json::json;

/// Runs the command. A variant with errors is listed too.
///
/// # Errors
/// The library cannot be read, the output is closed.
pub fn run(shared: &SharedArgs, shape: OutputFormat) -> CliResult {
    let variants = catalogue::variants(&library::open(shared)?);
    match shape.format {
        Format::Json => print::json(&json!(variants))?,
        Format::Text => print::text(&tables::variants(&variants, Look::Colour))?,
    }
    Ok(OK)
}
