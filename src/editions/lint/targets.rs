//! Targets and results of a check.

use crate::base::error::Error;
use crate::variant::Library;

/// The files to check, by name.
#[derive(Clone, Debug, Default)]
pub struct LintTargets {
    pub variants: Vec<String>,
    /// Title files by language.
    pub languages: Vec<String>,
    /// Scripts: `cards/favor`.
    pub scripts: Vec<String>,
    /// The errors of files that cannot be read.
    pub unreadable: Vec<Error>,
}

impl LintTargets {
    /// Whether there is nothing to check.
    pub const fn is_empty(&self) -> bool {
        let Self { variants, languages, scripts, unreadable } = self;
        variants.is_empty() && languages.is_empty() && scripts.is_empty() && unreadable.is_empty()
    }

    /// All files of a library.
    pub fn all(library: &Library) -> Self {
        Self {
            variants: library.variant_ids().map(str::to_owned).collect(),
            languages: library.languages().map(str::to_owned).collect(),
            scripts: library.script_names().map(str::to_owned).collect(),
            unreadable: library.unreadable().map(|(_, error)| error.clone()).collect(),
        }
    }
}

/// The result of a check.
#[derive(Clone, Debug, Default)]
pub struct LintReport {
    pub found: Vec<Error>,
    /// The number of scripts checked.
    pub n_scripts: usize,
}
