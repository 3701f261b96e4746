//! The breakpoints of a client, in terms of the debugger's.

use super::wire::argument;
use crate::debugger::Debugger;
use crate::debugger::breakable_lines::line_from;
use crate::debugger::breakpoints::{BreakCondition, BreakOptions, HitCount};
use crate::debugger::watch_expr::WatchExpr;
use crate::kernel::event::EventClasses;
use crate::shell::Shell;
use crate::variant::Library;
use serde_json::{Value as Json, json};

/// The place of a breakpoint, as clients group them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The lines of a script.
    Script(String),
    Functions,
    Data,
}

/// A breakpoint as the client has set it.
pub struct EditorBreakpoint {
    /// Its number among those of the debugger.
    pub number: u32,
    pub target: Target,
    given: Json,
    /// The condition that stops, or the reason why nothing can.
    active: Result<BreakCondition, String>,
}

impl EditorBreakpoint {
    pub fn new(target: Target, given: Json, shell: &mut Shell) -> Self {
        let number = shell.breakpoints_mut().number();
        let active = Err(String::new());
        let mut new = Self { number, target, given, active };
        new.renew(shell);
        new
    }

    /// Finds its place again in scripts that have changed; returns whether it is another one.
    pub fn renew(&mut self, shell: &mut Shell) -> bool {
        let before = self.info();
        let found = place(&self.target, &self.given, shell);
        let found = found.and_then(|at| Ok((at, options(shell.debugger(), &self.given)?)));
        shell.breakpoints_mut().delete(Some(self.number));
        self.active = found.map(|(at, options)| {
            shell.breakpoints_mut().set(self.number, at.clone(), options);
            at
        });
        before != self.info()
    }

    /// The breakpoint in the protocol.
    pub fn info(&self) -> Json {
        let mut info = json!({"id": self.number, "verified": self.active.is_ok()});
        match &self.active {
            Ok(BreakCondition::Line(_, Some(line))) => info["line"] = (*line).into(),
            Ok(_) => {}
            Err(why) => info["message"] = why.as_str().into(),
        }
        info
    }
}

fn text(given: &Json, name: &str) -> Result<Option<String>, String> {
    let text = argument::<String>(given, name)?;
    Ok(text.filter(|text| !text.trim().is_empty()))
}

fn place(target: &Target, given: &Json, shell: &Shell) -> Result<BreakCondition, String> {
    let debugger = shell.debugger();
    match target {
        Target::Script(script) => {
            let line = argument(given, "line")?.unwrap_or_default();
            on_line(shell.library(), script, line)
        }
        Target::Functions => on_function(debugger, &text(given, "name")?.unwrap_or_default()),
        Target::Data => on_data(debugger, &text(given, "dataId")?.unwrap_or_default()),
    }
}

fn options(debugger: Option<&Debugger>, given: &Json) -> Result<BreakOptions, String> {
    let only = text(given, "condition")?;
    if let (Some(debugger), Some(only)) = (debugger, &only) {
        debugger.check_condition(only).map_err(|error| error.to_string())?;
    }
    let count = text(given, "hitCondition")?.map(|text| HitCount::parse(&text));
    Ok(BreakOptions {
        only,
        count: count.transpose().map_err(|why| why.to_string())?,
        log: text(given, "logMessage")?,
    })
}

/// A line of a script: that one, or the next one on which a statement begins.
fn on_line(library: &Library, script: &str, line: usize) -> Result<BreakCondition, String> {
    let found = library.script(script.trim_end_matches(".rhai"));
    let found = found.ok_or_else(|| format!("there is no script `{script}` in this project"))?;
    let line = line_from(&found, line).map_err(|why| why.to_string())?;
    Ok(BreakCondition::Line(found.name.to_string(), Some(line)))
}

/// A hook or another function, a card, or a class of events.
fn on_function(debugger: Option<&Debugger>, name: &str) -> Result<BreakCondition, String> {
    let name = name.trim();
    if let Some(class) = name.strip_prefix("on ") {
        let found = EventClasses::NAMED.iter().find(|(known, ..)| *known == class.trim());
        let (class, _, events) = found.ok_or_else(|| {
            let names: Vec<&str> = EventClasses::NAMED.iter().map(|one| one.0).collect();
            format!("there is no kind of event `{class}`: {}", names.join(", "))
        })?;
        return Ok(BreakCondition::On(class, *events));
    }
    match debugger {
        Some(debugger) if debugger.card_or_combo(name).is_some() => {
            Ok(BreakCondition::Card(name.to_owned()))
        }
        Some(debugger) if !debugger.has_function(name) => {
            let hint = "write a hook (resolve), a card (favor), or `on` and a kind of event";
            Err(format!("there is no function or card `{name}` in this game; {hint}"))
        }
        _ => Ok(BreakCondition::Function(name.to_owned())),
    }
}

/// The change of a value.
fn on_data(debugger: Option<&Debugger>, watch: &str) -> Result<BreakCondition, String> {
    let debugger = debugger.ok_or("there is no game yet")?;
    WatchExpr::parse(debugger, watch).map_err(|error| error.to_string())?;
    Ok(BreakCondition::Watch(watch.to_owned()))
}
