//! Where what has been typed is kept between two sittings, and what each begins with.

use etcetera::BaseStrategy;
use rustyline::history::{FileHistory, History};
use rustyline::{Config, Result};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The folder of this program where the system keeps state; nothing without a home.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.state_dir().unwrap_or_else(|| base.data_dir()).join("litterbox"))
}

/// The file of inputs that every session begins with, in the folder where the system keeps
/// settings.
#[must_use]
pub fn rc() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.config_dir().join("litterbox").join("rc"))
}

/// The file of the history.
#[must_use]
pub fn file() -> Option<PathBuf> {
    let folder = folder()?;
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

/// Writes the file anew where it holds a line twice; the later one stays.
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
