//! `litterbox schema`: prints the JSON schemas of variants and titles.

use super::args::{SchemaArgs, SchemaOf};
use super::failure::{CliResult, OK};
use super::print;
use crate::variant::schema;

/// Runs the command.
///
/// # Errors
/// The output is closed.
pub fn run(args: &SchemaArgs) -> CliResult {
    print::json(match args.of {
        SchemaOf::Variant => schema::variant(),
        SchemaOf::Titles => schema::titles(),
    })?;
    Ok(OK)
}
