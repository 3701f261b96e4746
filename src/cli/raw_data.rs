//! The files of `sim` with raw data: a row for each game, play or decision.

use super::failure::CliError;
use crate::files;
use crate::sim::{RowFiles, RowFormat, RowOutput};
use clap::Args;
use std::path::{Path, PathBuf};

/// The files to write.
#[derive(Clone, Debug, Default, Args)]
pub struct RawDataArgs {
    /// Also write a row for each game to this file
    #[arg(long, value_name = "FILE.csv|jsonl")]
    pub games_out: Option<PathBuf>,
    /// Also write a row for each card or combo played to this file
    #[arg(long, value_name = "FILE.csv|jsonl")]
    pub plays_out: Option<PathBuf>,
    /// Also write a row for each decision of an agent to this file
    #[arg(long, value_name = "FILE.csv|jsonl")]
    pub decisions_out: Option<PathBuf>,
}

impl RawDataArgs {
    fn paths(&self) -> [Option<&Path>; 3] {
        [&self.games_out, &self.plays_out, &self.decisions_out].map(Option::as_deref)
    }

    /// Creates the files; `first` is the first game of the run.
    ///
    /// # Errors
    /// The name of a file does not say its format, or it cannot be created.
    pub fn create(&self, first: u64) -> Result<Option<RowFiles>, CliError> {
        let mut outputs: [Option<RowOutput>; 3] = [const { None }; 3];
        let mut formats = [None; 3];
        for (format, path) in formats.iter_mut().zip(self.paths()) {
            *format = path.map(format_of).transpose()?;
        }
        for (i, path) in self.paths().into_iter().enumerate() {
            if let (Some(format), Some(path)) = (formats[i], path) {
                let file = files::create_stream(path)
                    .map_err(|error| CliError::Io(path.display().to_string(), error))?;
                outputs[i] = Some((format, Box::new(file)));
            }
        }
        let is_wanted = outputs.iter().any(Option::is_some);
        Ok(is_wanted.then(|| RowFiles::new(outputs, first)))
    }

    /// Closes the files.
    ///
    /// # Errors
    /// A file could not be written.
    pub fn finish(&self, files: Option<RowFiles>) -> Result<(), CliError> {
        let Some(files) = files else { return Ok(()) };
        files.finish().map_err(|(i, error)| {
            let path = self.paths()[i].unwrap_or(Path::new(""));
            CliError::Io(path.display().to_string(), error)
        })
    }
}

fn format_of(path: &Path) -> Result<RowFormat, CliError> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("csv") => Ok(RowFormat::Csv),
        Some("jsonl") => Ok(RowFormat::JsonLines),
        _ => {
            let name = path.display();
            Err(CliError::Usage(format!("`{name}`: expected a name ending in .csv or .jsonl")))
        }
    }
}
