//! The state of a shell.

use super::command_error::{CommandError, no_game};
use super::disk::FileAccess;
use super::recorder::Recorder;
use super::redo_log::RedoEntry;
use super::seated_agents::SeatedAgents;
use crate::agent::Interrupt;
use crate::debugger::Debugger;
use crate::debugger::breakpoints::Breakpoints;
use crate::error::{Error, Refusal};
use crate::files::{FileRef, Files};
use crate::kernel::SeatSet;
use crate::transcript::Origin;
use crate::transcript::ruleset_cache::RulesetCache;
use crate::variant::Library;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// Reads the library again from its files.
pub type LibrarySource = Rc<dyn Fn() -> Result<Library, Vec<Error>>>;

/// The shell.
pub struct Shell {
    pub(super) rulesets: Rc<RulesetCache>,
    pub(super) library: Library,
    /// The library without the scripts of `:try`; a source takes precedence.
    pub(super) base: Library,
    pub(super) source: Option<LibrarySource>,
    pub(super) debugger: Option<Debugger>,
    pub(super) recorder: Recorder,
    /// The entries since [`Shell::take_redo_log`], if the log is enabled.
    pub(super) redo_log: Option<Vec<RedoEntry>>,
    /// The recorded form of the last input, if it differs from the typed one.
    pub(super) recorded_as: Option<String>,
    pub(super) breakpoints: Breakpoints,
    /// The last picture of the position that was shown.
    pub(super) picture: Option<String>,
    pub(super) io: IoState,
    pub(super) live_edit: LiveEdit,
    pub(super) agents: SeatedAgents,
    /// Whether replies are JSON.
    pub(super) json: bool,
    /// The last input, and whether it created a position.
    pub(super) last: (String, bool),
    /// The seats of `:autopass off`.
    pub(super) typed_also_ask: SeatSet,
    /// The origin of the current input.
    pub(super) origin: Origin,
    /// How many shells this one is a trial of.
    pub(super) depth: u8,
    /// Programs that untrusted inputs were not allowed to start.
    pub(super) not_started: Vec<String>,
    /// Whether inputs that were not typed may start programs.
    pub allow_exec: bool,
    /// The default seed of the next game.
    pub seed: u64,
    /// The defaults of `:new`.
    pub new_defaults: NewDefaults,
    /// Whether the game is replayed from its transcript before each input, to test that the
    /// transcript determines it.
    pub replaying: bool,
    /// Where files are read and written.
    pub files: FileAccess,
}

impl Shell {
    /// Creates a shell without a game.
    #[must_use]
    pub fn new(library: Library) -> Self {
        Self {
            base: library.clone(),
            library,
            rulesets: Rc::default(),
            source: None,
            debugger: None,
            recorder: Recorder::default(),
            redo_log: None,
            recorded_as: None,
            breakpoints: Breakpoints::default(),
            picture: None,
            io: IoState::default(),
            live_edit: LiveEdit::default(),
            agents: SeatedAgents::default(),
            json: false,
            last: (String::new(), false),
            typed_also_ask: SeatSet::NONE,
            origin: Origin::Foreign,
            depth: 0,
            not_started: Vec::new(),
            allow_exec: false,
            seed: 1,
            new_defaults: NewDefaults::default(),
            replaying: false,
            files: FileAccess::none(),
        }
    }

    /// Shares compiled rulesets, and what interrupts their scripts.
    #[must_use]
    pub fn with_rulesets(mut self, rulesets: Rc<RulesetCache>) -> Self {
        self.rulesets = rulesets;
        self
    }

    /// What interrupts the running input.
    #[must_use]
    pub fn interrupt(&self) -> &Interrupt {
        &self.rulesets.control().interrupt
    }

    /// Sets the source that `:reload` reads the library from.
    #[must_use]
    pub fn with_source(mut self, source: LibrarySource) -> Self {
        self.source = Some(source);
        self
    }

    /// The scripts and variants in use.
    #[must_use]
    pub const fn library(&self) -> &Library {
        &self.library
    }

    /// The game in the debugger.
    #[must_use]
    pub const fn debugger(&self) -> Option<&Debugger> {
        self.debugger.as_ref()
    }

    /// The name of the asked player; `None` without a game or once it is over.
    #[must_use]
    pub fn asked(&self) -> Option<&str> {
        let debugger = self.debugger.as_ref()?;
        debugger.asked().map(|seat| debugger.notation().seat(seat))
    }

    /// The prompt: the name of the asked player.
    #[must_use]
    pub fn prompt(&self) -> String {
        format!("{}> ", self.asked().unwrap_or_default())
    }

    /// A shell with a copy of the game, for trials; it writes no file.
    pub(super) fn trial(&self) -> Self {
        self.trial_on(self.debugger.as_ref().map(Debugger::fork))
    }

    /// A shell with another game on the same scripts, for trials; it writes no file.
    #[must_use]
    pub fn trial_on(&self, debugger: Option<Debugger>) -> Self {
        Self {
            base: self.base.clone(),
            source: self.source.clone(),
            debugger,
            live_edit: self.live_edit.clone(),
            agents: self.agents.trial(),
            seed: self.seed,
            typed_also_ask: self.typed_also_ask,
            depth: self.depth + 1,
            new_defaults: self.new_defaults.clone(),
            files: self.files.trial(),
            rulesets: self.rulesets.clone(),
            ..Self::new(self.library.clone())
        }
    }

    /// Reads the library from its files.
    pub(super) fn fresh_library(&self) -> Result<Library, CommandError> {
        let library = match &self.source {
            Some(source) => source().map_err(|errors| CommandError::errors(&errors))?,
            None => self.base.clone(),
        };
        Ok(self.with_tries(library))
    }

    pub(super) fn game(&self) -> Result<&Debugger, CommandError> {
        self.debugger.as_ref().ok_or_else(no_game)
    }

    pub(super) fn game_mut(&mut self) -> Result<&mut Debugger, CommandError> {
        self.debugger.as_mut().ok_or_else(no_game)
    }
}

/// What `:new` uses where its line does not say otherwise: the options of the program.
#[derive(Clone, Debug, Default)]
pub struct NewDefaults {
    /// The seed.
    pub seed: Option<u64>,
    /// The language of the titles.
    pub lang: Option<String>,
    /// Options of the variant, replaced as a whole by a line with `--set`.
    pub set: Vec<(String, String)>,
}

/// Opens a file in an editor and waits until it is closed.
pub type Editor = Rc<dyn Fn(&Path) -> Result<(), Refusal>>;

/// The differences from the files, and their location.
#[derive(Clone, Default)]
pub(super) struct LiveEdit {
    /// Scripts by name, without the extension: `cards/skip`.
    pub(super) tries: Vec<(String, String)>,
    pub(super) helpers: Vec<DefinedHelper>,
    /// The folder whose `scripts` overlay the built-in ones.
    pub(super) home: PathBuf,
    /// The files of that folder, and what opens them.
    pub(super) editor: Option<(Arc<dyn Files>, Editor)>,
}

#[derive(Clone)]
pub(super) struct DefinedHelper {
    pub(super) name: String,
    pub(super) text: String,
}

/// The state of `:output` and `:read`.
#[derive(Default)]
pub(super) struct IoState {
    pub(super) output: Option<FileRef>,
    pub(super) depth: usize,
}
