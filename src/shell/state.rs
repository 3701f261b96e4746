//! The state of a shell: parts that own their fields.

use super::command_error::CommandError;
use super::live_rules::{Editor, LibrarySource, LiveRules, ScriptEditor};
use super::recording::SessionRecording;
use super::render::text::grid::PAGE_WIDTH;
use super::seated_agents::SeatedAgents;
use super::studied_game::StudiedGame;
use super::trust::Trust;
use crate::base::Interrupt;
use crate::base::error::Error;
use crate::base::files::{FileRef, Files};
use crate::debugger::Debugger;
use crate::debugger::breakpoints::Breakpoints;
use crate::debugger::recorded::StepPosition;
use crate::script::Control;
use crate::transcript::ruleset_cache::RulesetCache;
use crate::variant::Library;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

pub struct Shell {
    pub(super) studied: StudiedGame,
    pub(super) rules: LiveRules,
    pub(super) agents: SeatedAgents,
    pub(super) recording: SessionRecording,
    pub(super) output: Output,
    /// How many shells this one is a trial of.
    pub(super) depth: u8,
    /// Whether an input runs, within which others may.
    pub(super) is_running: bool,
    /// Whether the last input was taken back because it could not be kept.
    pub(super) is_taken_back: bool,
    /// The rights of the current input.
    pub trust: Trust,
    /// The default seed of the next game.
    pub seed: u64,
    /// Draws a seed that nobody can guess, for games of programs and agents. Without it, the seed
    /// of each game is one more than that of the last.
    pub draw_seed: Option<fn() -> u64>,
    /// Whether no player may guess the seed of a game.
    pub guards_seed: bool,
    /// Whether `:new` without names keeps the players of the game.
    pub keeps_names: bool,
    /// Whether all replies are shown, so that `:output` writes none of them to a file.
    pub(super) shows_replies: bool,
    /// The defaults of `:new`.
    pub new_defaults: NewDefaults,
    /// Whether `:reload` says what is found in changed scripts: not where an editor shows it.
    pub says_findings: bool,
    /// Whether the game is replayed from its transcript before each input, to test that the
    /// transcript determines it.
    pub replaying: bool,
}

/// The defaults of `:new`: the options of the program.
#[derive(Clone, Debug, Default)]
pub struct NewDefaults {
    pub seed: Option<u64>,
    /// The language of the titles.
    pub lang: Option<String>,
    /// Options of the variant, replaced as a whole by a line with `--set`.
    pub set: Vec<(String, String)>,
}

/// How replies are shown.
#[derive(Default)]
pub(super) struct Output {
    /// Whether they are JSON.
    pub json: bool,
    /// The file that they are written to.
    pub file: Option<FileRef>,
    /// How many files are being read.
    pub n_reading: usize,
    pub last: String,
    /// The width of tables, if not that of a page.
    columns: Option<usize>,
}

impl Output {
    /// The width of tables: what is written to a file has that of a page.
    pub fn columns(&self) -> usize {
        self.columns.filter(|_| self.file.is_none()).unwrap_or(PAGE_WIDTH)
    }
}

impl Shell {
    /// Creates a shell without a game.
    pub fn new(library: Library) -> Self {
        Self::with(LiveRules::new(library))
    }

    fn with(rules: LiveRules) -> Self {
        Self {
            studied: StudiedGame::default(),
            rules,
            agents: SeatedAgents::default(),
            recording: SessionRecording::default(),
            output: Output::default(),
            depth: 0,
            is_running: false,
            is_taken_back: false,
            trust: Trust::default(),
            seed: 1,
            draw_seed: None,
            guards_seed: false,
            keeps_names: false,
            shows_replies: false,
            new_defaults: NewDefaults::default(),
            says_findings: true,
            replaying: false,
        }
    }

    /// Shares compiled rulesets, and what interrupts their scripts.
    pub fn with_rulesets(mut self, rulesets: Rc<RulesetCache>) -> Self {
        self.rules.set_rulesets(rulesets);
        self
    }

    /// Compiles rulesets within limits of time and with an interrupt.
    pub fn with_control(self, control: Control) -> Self {
        self.with_rulesets(Rc::new(RulesetCache::new(control)))
    }

    /// Sets the source that `:reload` reads the library from.
    pub fn with_source(mut self, source: LibrarySource) -> Self {
        self.rules.set_source(source);
        self
    }

    /// Sets the editor of `:edit-script`, and the folder of its files with its path.
    pub fn with_editor(mut self, files: Arc<dyn Files>, home: PathBuf, open: Editor) -> Self {
        self.rules.set_editor(ScriptEditor { files, home, open });
        self
    }

    /// Returns the interrupt of the running input.
    pub fn interrupt(&self) -> &Interrupt {
        self.rules.interrupt()
    }

    /// The rules that were loaded before.
    #[cfg(feature = "app")]
    pub(crate) fn rulesets(&self) -> &RulesetCache {
        self.rules.rulesets()
    }

    /// The scripts and variants in use.
    pub const fn library(&self) -> &Library {
        &self.rules.library
    }

    /// The game in the debugger.
    pub const fn debugger(&self) -> Option<&Debugger> {
        self.studied.debugger()
    }

    /// Goes to a position of the current line.
    pub fn go_to(&mut self, to: StepPosition) {
        if let Some(debugger) = self.studied.debugger_mut() {
            debugger.go_to(to);
        }
    }

    /// Goes to the statement of the fault of an answer.
    pub fn go_to_fault(&mut self, answer: &str, error: Error) {
        if let Some(debugger) = self.studied.debugger_mut() {
            debugger.go_to_fault(answer, error);
        }
    }

    /// Leaves a fault; returns whether the game was in one.
    pub fn leave_fault(&mut self) -> bool {
        self.studied.debugger_mut().is_some_and(Debugger::leave_fault)
    }

    /// The breakpoints and watches.
    pub const fn breakpoints(&self) -> &Breakpoints {
        &self.studied.breakpoints
    }

    /// Returns the breakpoints, to change them.
    pub const fn breakpoints_mut(&mut self) -> &mut Breakpoints {
        &mut self.studied.breakpoints
    }

    /// Carries inputs out to their end from now on: who debugs goes along them afterwards.
    pub const fn run_through(&mut self) {
        self.studied.runs_through = true;
    }

    pub(super) fn game(&self) -> Result<&Debugger, CommandError> {
        self.studied.game()
    }

    pub(super) fn game_mut(&mut self) -> Result<&mut Debugger, CommandError> {
        self.studied.game_mut()
    }

    /// The name of the asked player; `None` without a game or once it is over.
    pub fn asked(&self) -> Option<&str> {
        let debugger = self.debugger()?;
        debugger.asked().map(|seat| debugger.notation().seat(seat))
    }

    /// The prompt: the name of the asked player.
    pub fn prompt(&self) -> String {
        format!("{}> ", self.asked().unwrap_or_default())
    }

    /// The prompt at a terminal: where nobody is asked, it says why.
    pub fn terminal_prompt(&self) -> String {
        match self.debugger() {
            Some(debugger) if debugger.timeline.inside().is_some() => {
                format!("within ply {}> ", debugger.timeline.ply())
            }
            Some(debugger) if debugger.asked().is_none() => "game over> ".into(),
            _ => self.prompt(),
        }
    }

    /// Whether replies are JSON, one object per line.
    pub const fn is_json(&self) -> bool {
        self.output.json
    }

    /// Sets whether replies are JSON.
    pub const fn set_json(&mut self, on: bool) {
        self.output.json = on;
    }

    /// Sets the greatest width of tables.
    pub const fn set_columns(&mut self, columns: usize) {
        self.output.columns = Some(columns);
    }

    /// A shell with a copy of the game, for trials; it writes no file.
    pub(super) fn trial(&self) -> Self {
        self.trial_on(self.debugger().map(Debugger::fork))
    }

    /// A shell with another game on the same scripts, for trials; it writes no file.
    pub fn trial_on(&self, debugger: Option<Debugger>) -> Self {
        Self {
            studied: StudiedGame::trial(debugger),
            agents: self.agents.trial(),
            seed: self.seed,
            draw_seed: self.draw_seed,
            guards_seed: self.guards_seed,
            keeps_names: self.keeps_names,
            shows_replies: self.shows_replies,
            depth: self.depth + 1,
            new_defaults: self.new_defaults.clone(),
            trust: self.trust.trial(),
            ..Self::with(self.rules.clone())
        }
    }
}
