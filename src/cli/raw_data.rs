//! The files of `sim` with raw data: a row for each game, play or decision.

use super::failure::CliError;
use crate::disk::Draft;
use crate::sim::{ROW_FILE, RowFiles, RowFormat, RowOutput};
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
    pub fn paths(&self) -> [Option<&Path>; 3] {
        [&self.games_out, &self.plays_out, &self.decisions_out].map(Option::as_deref)
    }

    /// Runs what writes the rows; `first` is the first game of the run. When it is done, the files
    /// replace the old ones.
    ///
    /// # Errors
    /// The name of a file does not say its format, or it cannot be written; the errors of `work`.
    pub fn write<T>(
        &self,
        first: u64,
        work: impl FnOnce(Option<&RowFiles>) -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        let failed = |i: usize| {
            let path = self.paths()[i].unwrap_or(Path::new(""));
            move |error| CliError::Io(path.display().to_string(), error)
        };
        let mut drafts = Vec::new();
        for (i, path) in self.paths().into_iter().enumerate() {
            let Some(path) = path else { continue };
            drafts.push((i, format_of(path)?, Draft::new(path).map_err(failed(i))?));
        }
        let (mut outputs, mut open) = ([const { None::<RowOutput> }; 3], Vec::new());
        for (i, format, draft) in &drafts {
            let file = draft.open().map_err(failed(*i))?;
            outputs[*i] = Some((*format, Box::new(file.stream().map_err(failed(*i))?)));
            open.push((*i, file));
        }
        let rows = (!open.is_empty()).then(|| RowFiles::new(outputs, first));
        let done = work(rows.as_ref())?;
        if let Some(rows) = rows {
            rows.finish().map_err(|(i, error)| failed(i)(error))?;
        }
        open.into_iter().try_for_each(|(i, file)| file.commit().map_err(failed(i)))?;
        Ok(done)
    }
}

fn format_of(path: &Path) -> Result<RowFormat, CliError> {
    let name = path.to_string_lossy();
    ROW_FILE.check_ending(&name).map_err(|why| CliError::Usage(why.into()))?;
    Ok(if name.ends_with(".csv") { RowFormat::Csv } else { RowFormat::JsonLines })
}
