//! Reads and writes the files of shard results.

use super::failure::{CliError, CliResult, FOUND, OK};
use super::{library, print};
use crate::base::files::{Entry, FileKind, Files as _};
use crate::base::output;
use crate::sim::ShardResult;
use crate::sim::shard::ShardedRun;
use std::path::{Path, PathBuf};

/// Reads a shard result.
///
/// # Errors
/// It cannot be read, or is that of another command.
pub fn read<R: ShardedRun>(path: &Path) -> Result<ShardResult<R>, CliError> {
    Ok(ShardResult::from_json(&output::path(path), &library::read(path)?)?)
}

/// Writes a shard result to `out`, or shows it if there is none, or if the run was stopped: the
/// counts are not those of its games.
///
/// # Errors
/// The file cannot be written; the errors of `show`.
pub fn write_or_show<R: ShardedRun>(
    shard: &ShardResult<R>,
    is_stopped: bool,
    out: Option<&Path>,
    show: impl FnOnce() -> CliResult,
) -> CliResult {
    let Some(path) = out else { return show() };
    if is_stopped {
        show()?;
        print::talk("no shard result was written: games are missing")?;
        return Ok(FOUND);
    }
    library::write(path, &shard.to_json())?;
    Ok(OK)
}

/// The files in the given order, those of a folder by name.
///
/// # Errors
/// A folder cannot be read.
pub fn shard_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let failed = |error| CliError::Io(path.display().to_string(), error);
        let entries = library::folder(path)?.entries("").map_err(failed)?;
        let is_shard = |it: &Entry| it.name.starts_with("shard") && it.name.ends_with(".json");
        let is_named = |it: &Entry| !matches!(it.kind, FileKind::Unnamed { .. });
        let shards = entries.into_iter().filter(is_shard);
        let (shards, unnamed): (Vec<Entry>, Vec<Entry>) = shards.partition(is_named);
        library::warn_left_out(unnamed.len(), "the shard results")?;
        let mut shards: Vec<_> = shards.into_iter().map(|it| path.join(it.name)).collect();
        shards.sort();
        files.append(&mut shards);
    }
    Ok(files)
}
