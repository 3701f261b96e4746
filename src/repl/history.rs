//! The locations of the history and of the startup inputs.

use crate::disk;
use crate::protocol::journal_folder::state_folder;
use etcetera::BaseStrategy;
use rustyline::history::{FileHistory, History};
use rustyline::{Config, Result};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The file of startup inputs, in the config folder.
pub fn rc() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.config_dir().join("litterbox").join("rc"))
}

pub fn file() -> Option<PathBuf> {
    let folder = state_folder()?;
    disk::create_folder(&folder).ok()?;
    Some(folder.join("history"))
}

/// Removes duplicate lines from the file; the later one is kept.
///
/// # Errors
/// The file cannot be read or written.
pub fn tidy(file: &Path, config: &Config) -> Result<()> {
    let mut old = FileHistory::with_config(config);
    old.load(file)?;
    let mut seen = HashSet::new();
    let mut kept: Vec<&String> = old.iter().rev().filter(|line| seen.insert(*line)).collect();
    if kept.len() == old.len() {
        return Ok(());
    }
    kept.reverse();
    let mut new = FileHistory::with_config(config);
    for line in kept {
        new.add(line)?;
    }
    new.save(file)
}
