//! The host: a compiled ruleset, which runs hooks for the kernel.

use super::control::Control;
use super::fault;
use super::load::load;
use super::loaded::{Loaded, OwnerScripts};
use super::recording::{Frame, HookRun, Local, Recording};
use super::spec::{Script, Spec};
use super::symbol::Symbols;
use super::tree::ScriptSource;
use super::tree::statements::NumberedStatements;
use super::watch::Watcher;
use crate::base::error::Error;
use crate::kernel::{Fault, Hook, Owner, ScriptLine};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// A compiled ruleset. Not shared between threads: each thread compiles the [`Spec`].
pub struct Host {
    pub(super) loaded: Loaded,
    spec: Arc<Spec>,
    /// Whether hooks are watched: then each runs, even if its answer is known.
    pub(super) is_watched: bool,
    pub(super) recording: Option<Rc<Recording>>,
    control: Control,
}

impl Host {
    /// Compiles a ruleset.
    pub fn new(spec: &Spec) -> Result<Rc<Self>, Vec<Error>> {
        Self::load(spec, &Control::default())
    }

    /// Loads a ruleset whose host shares this control, and counts its statements, if there are any.
    pub fn load(spec: &Spec, control: &Control) -> Result<Rc<Self>, Vec<Error>> {
        let statements = &*control.statements;
        let counts = !statements.scripts.is_empty();
        let watch = || (Watcher(Some(Rc::new(control.probe.clone()))), statements);
        Self::watched(spec, control, counts.then(watch), None)
    }

    /// Loads a ruleset whose host records the executed statements and the values of variables.
    pub fn recorded(spec: &Spec, control: &Control) -> Result<Rc<Self>, Vec<Error>> {
        let statements = spec.scripts().cloned().collect();
        let recording = Rc::new(Recording::default());
        let watch = Watcher(Some(recording.clone()));
        Self::watched(spec, control, Some((watch, &statements)), Some(recording))
    }

    fn watched(
        spec: &Spec,
        control: &Control,
        watch: Option<(Watcher, &NumberedStatements)>,
        recording: Option<Rc<Recording>>,
    ) -> Result<Rc<Self>, Vec<Error>> {
        let is_watched = watch.is_some();
        let loaded = load(spec, control, watch)?;
        let control = control.clone();
        let spec = Arc::new(spec.clone());
        Ok(Rc::new(Self { loaded, spec, is_watched, recording, control }))
    }

    /// Returns the ruleset, which another thread can compile again.
    pub const fn spec(&self) -> &Arc<Spec> {
        &self.spec
    }

    /// Returns what the host shares with its owner.
    pub const fn control(&self) -> &Control {
        &self.control
    }

    /// Returns the symbols of what a hook of a kind or combo does.
    pub fn symbols(&self, owner: Owner, hook: Hook) -> Symbols {
        match owner {
            Owner::Rules => Symbols::default(),
            owner => self.owned(owner).summary(&self.loaded.program, hook).symbols,
        }
    }

    /// Takes the values of variables at each event since the last call, by event number; empty for
    /// an unwatched host.
    pub fn take_locals(&self) -> BTreeMap<u32, Vec<Local>> {
        self.recording.as_deref().map(Recording::take).unwrap_or_default()
    }

    /// Takes the runs of hooks since the last call that were not inside others, with the statements
    /// that they began, and whether these are more than are recorded; empty unless the host records
    /// them.
    pub fn take_runs(&self) -> (Vec<HookRun>, bool) {
        self.recording.as_deref().map(Recording::take_runs).unwrap_or_default()
    }

    /// Calls `act`, and returns the functions that were running in it at statements, each by the
    /// number of its run and its number in that run; innermost first.
    pub fn frames_at(&self, wanted: &[(usize, usize)], act: impl FnOnce()) -> Vec<Vec<Frame>> {
        let Some(recording) = &self.recording else { return Vec::new() };
        drop(recording.take_runs());
        recording.want(wanted.iter().copied().collect());
        act();
        drop((recording.take(), recording.take_runs()));
        let frames = recording.take_frames();
        let at = |statement| frames.get(statement).cloned().unwrap_or_default();
        wanted.iter().map(at).collect()
    }

    /// Returns a script by number.
    pub fn source(&self, script: u16) -> Option<&Script> {
        self.loaded.scripts.get(script as usize)
    }

    /// Returns the functions and statements of a script.
    pub fn read(&self, script: &Script) -> ScriptSource {
        let number = self.loaded.scripts.iter().position(|own| own == script);
        let unit = number.and_then(|number| self.loaded.units.get(number));
        unit.map_or_else(|| ScriptSource::read(script), |unit| unit.source.clone())
    }

    /// Formats a script position: `cards/favor.rhai:6`.
    pub fn at(&self, place: ScriptLine) -> Option<String> {
        let script = self.source(place.script)?;
        Some(format!("{}:{}", script.name, place.line))
    }

    /// Returns the source line at a script position.
    pub fn line(&self, place: ScriptLine) -> Option<&str> {
        let lines = usize::from(place.line).checked_sub(1)?;
        self.source(place.script)?.text.lines().nth(lines).map(str::trim)
    }

    /// Returns the script of a hook of a kind, a combo or the rules; for a kind or combo without
    /// this hook, its last script.
    pub fn script_of(&self, owner: Owner, hook: Hook) -> Option<&Script> {
        let own = self.owned(owner);
        let last = own.scripts.last().filter(|_| owner != Owner::Rules);
        own.by_hook[hook as usize].or(last.copied()).and_then(|number| self.source(number))
    }

    /// Converts a fault to an error.
    pub fn fault(&self, fault: &Fault) -> Error {
        fault::to_error(fault, &self.loaded.scripts)
    }

    pub(super) fn owned(&self, owner: Owner) -> &OwnerScripts {
        match owner {
            Owner::Kind(kind) => &self.loaded.kind_scripts[kind.index()],
            Owner::Combo(combo) => &self.loaded.combo_scripts[combo.index()],
            Owner::Rules => &self.loaded.rule_scripts,
        }
    }
}
