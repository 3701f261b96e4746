//! The debugged program: a new or saved game, or a session whose later inputs are the program.

use super::wire::Request;
use crate::base::Interrupt;
use crate::base::error::render;
use crate::base::files::Files;
use crate::base::output;
use crate::disk::Folder;
use crate::script::Control;
use crate::session::blocks::blocks;
use crate::session::file::{self, SessionInput};
use crate::session::run::type_in;
use crate::shell::input_line::InputLine;
use crate::shell::prompt::prompted;
use crate::shell::trust::FileAccess;
use crate::shell::{Shell, Status};
use crate::variant::Library;
use crate::variant::notation::start::setting;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// The folder with the author's files. Nothing outside of it is read, and nothing is written.
pub struct DebuggedProject {
    folder: Arc<Folder>,
    pub root: PathBuf,
}

impl DebuggedProject {
    /// # Errors
    /// The folder cannot be opened.
    pub fn open(home: &Path) -> io::Result<Self> {
        Ok(Self { folder: Arc::new(Folder::open(home)?), root: std::path::absolute(home)? })
    }

    /// The name of a file within the folder.
    pub fn inner(&self, path: &str) -> Option<String> {
        let path = Path::new(path);
        let inner = if path.is_relative() { path } else { path.strip_prefix(&self.root).ok()? };
        Some(inner.to_str()?.replace('\\', "/"))
    }

    /// The name of the script of a path: what follows its folder `scripts`.
    pub fn script_name(&self, path: &str) -> String {
        let path = self.inner(path).unwrap_or_else(|| path.replace('\\', "/"));
        path.rsplit_once("scripts/").map_or(&*path, |(_, name)| name).to_owned()
    }

    fn read(&self, path: &str) -> Result<String, String> {
        let shown = output::escape(path);
        let Some(inner) = self.inner(path) else {
            return Err(format!("{shown} is outside of {}", output::path(&self.root)));
        };
        self.folder.read(&inner).map_err(|error| format!("cannot read {shown}: {error}"))
    }

    /// The path of a script that is in the folder.
    pub fn script_path(&self, name: &str) -> Option<String> {
        let inner = format!("scripts/{name}");
        let is_there = matches!(self.folder.kind(&inner), Ok(Some(_)));
        is_there.then(|| self.root.join(inner).to_string_lossy().into_owned())
    }

    fn shell(&self, interrupt: &Interrupt) -> Result<Shell, String> {
        let root = self.root.clone();
        let open = move || Library::open(Some(&root), None);
        let library = open().map_err(|errors| render(&errors, false))?;
        let control = Control { interrupt: interrupt.clone(), ..Control::default() };
        let mut shell = Shell::new(library).with_control(control).with_source(Rc::new(open));
        shell.trust.files = FileAccess::session(self.folder.clone());
        Ok(shell)
    }
}

/// The inputs of a session block, of which some were carried out.
#[derive(Debug, Default)]
pub struct DebuggedProgram {
    /// The path of the session file; none for other games.
    pub path: Option<String>,
    inputs: Vec<SessionInput>,
    /// The number of the next input.
    next: usize,
    /// Whether the next input was tried and failed.
    has_failed: bool,
    /// The entry of the timeline that the last input led to.
    front: Option<usize>,
    /// The number of the game that the entries belong to.
    game: u64,
    /// The number of the input that led to an entry.
    led_to: BTreeMap<usize, usize>,
}

/// Starts what is to be debugged.
///
/// # Errors
/// It cannot be started, as a message.
pub fn launch(
    project: &DebuggedProject,
    request: &Request,
    interrupt: &Interrupt,
) -> Result<(Shell, DebuggedProgram), String> {
    let text = |name: &str| request.get::<String>(name);
    let (session, variant, game) = (text("session")?, text("variant")?, text("game")?);
    let mut shell = project.shell(interrupt)?;
    let reply = match (session, variant, game) {
        (Some(session), None, None) => {
            let program = DebuggedProgram::open(project, &session, line(request)?, &mut shell)?;
            return Ok((shell, program));
        }
        (None, Some(variant), None) => {
            let mut words = vec![format!(":new {variant}")];
            words.extend(request.or_default::<Vec<String>>("names")?);
            words.extend(request.get::<u64>("seed")?.map(|seed| format!("--seed {seed}")));
            let set = request.or_default::<BTreeMap<String, Json>>("set")?;
            words.extend(set.into_iter().map(|(name, value)| {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                setting(&(name, text))
            }));
            words.extend(text("agents")?.map(|agents| format!("--agents {agents}")));
            shell.input(&words.join(" "))
        }
        (None, None, Some(game)) => {
            project.read(&game)?;
            shell.typed(&format!(":load {}", project.inner(&game).unwrap_or_default()))
        }
        _ => return Err("launch needs one of `session`, `variant` and `game`".into()),
    };
    if reply.status != Status::Done {
        return Err(reply.text());
    }
    Ok((shell, DebuggedProgram::default()))
}

/// The line of a session, as a number, or as the text that editors put in place of a variable.
fn line(request: &Request) -> Result<Option<usize>, String> {
    let text = request.get::<String>("line").ok().flatten();
    let number = text.and_then(|text| text.parse().ok());
    if number.is_some() { Ok(number) } else { request.get("line") }
}

impl DebuggedProgram {
    fn open(
        project: &DebuggedProject,
        path: &str,
        line: Option<usize>,
        shell: &mut Shell,
    ) -> Result<Self, String> {
        let text = project.read(path)?;
        let parsed = file::parse(path, &text).map_err(|error| render(&[*error], false))?;
        let found = blocks(&parsed)
            .into_iter()
            .find(|(block, _)| line.is_none_or(|line| line < block.lines.end));
        let (_, inputs) = found.ok_or_else(|| match line {
            Some(line) => format!("there is no session at or after {path}:{line}"),
            None => format!("there is no session in {path}"),
        })?;
        let full = project.root.join(path).to_string_lossy().into_owned();
        let mut program = Self { path: Some(full), inputs, ..Self::default() };
        let first = line.and_then(|line| program.inputs.iter().rposition(|one| one.line <= line));
        while program.next < first.unwrap_or_default() {
            program.run(shell).map_err(|why| {
                let SessionInput { line, raw, .. } = &program.inputs[program.next];
                format!("{path}:{line}: {raw}\n{why}")
            })?;
        }
        Ok(program)
    }

    /// The next input.
    pub fn next(&self) -> Option<&SessionInput> {
        self.inputs.get(self.next)
    }

    /// Whether the entry of the cursor is the one that the last input led to: then the next input
    /// follows, even if there are later entries.
    pub fn is_front(&self, entry: Option<usize>) -> bool {
        self.path.is_some() && self.front == entry
    }

    /// The input that led to an entry.
    pub fn input_of(&self, entry: usize) -> Option<&SessionInput> {
        self.inputs.get(*self.led_to.get(&entry)?)
    }

    /// Leaves out an input that has failed.
    pub fn skip_failed(&mut self) {
        self.next += usize::from(std::mem::take(&mut self.has_failed));
    }

    /// Forgets that the next input has failed: it is tried again.
    pub const fn retry(&mut self) {
        self.has_failed = false;
    }

    /// Carries the next input out; returns what it printed.
    ///
    /// # Errors
    /// It failed, as a message.
    pub fn run(&mut self, shell: &mut Shell) -> Result<String, String> {
        let Some(input) = self.inputs.get(self.next) else { return Ok(String::new()) };
        let ran = type_in(shell, input, &self.inputs[self.next + 1..]);
        self.has_failed = ran.is_err();
        let printed = ran?;
        self.next += 1;
        self.note(shell, Some(self.next - 1));
        Ok(printed.join("\n"))
    }

    /// Notes where an input has led: one of the program, or else one that was typed. What was typed
    /// at an earlier point replaces the input that was carried out there.
    pub fn note(&mut self, shell: &Shell, number: Option<usize>) {
        let Some(debugger) = shell.debugger() else { return };
        let timeline = &debugger.timeline;
        if self.game != debugger.first_decision {
            self.game = debugger.first_decision;
            self.led_to.clear();
        }
        if let Some(number) = number {
            let path = (0..=timeline.ply()).filter_map(|ply| timeline.number(ply));
            let new: Vec<usize> = path.filter(|entry| !self.led_to.contains_key(entry)).collect();
            self.led_to.extend(new.into_iter().map(|entry| (entry, number)));
        }
        self.front = timeline.number(timeline.ply());
    }

    /// Continues after the input that led to an entry: what was typed has replaced it.
    pub fn replace_after(&mut self, replaced: usize) {
        if let Some(number) = self.led_to.get(&replaced) {
            self.next = number + 1;
        }
        self.has_failed = false;
    }

    /// Leaves the next input out if it is an answer, as is what was typed instead.
    pub fn replace_next(&mut self, typed: &str) {
        let is_answer = |text: &str| InputLine::parse(text).is_answer();
        let next = self.next().is_some_and(|next| is_answer(&next.text));
        self.next += usize::from(next && is_answer(prompted(typed).1));
        self.has_failed = false;
    }

    /// Notes the numbers that entries have after a replay: the old ones, by the new ones.
    pub fn renumber(&mut self, game: u64, numbers: &[usize], last: Option<usize>) {
        self.game = game;
        let led_to = std::mem::take(&mut self.led_to).into_iter();
        let there = led_to.filter_map(|(entry, n)| Some((*numbers.get(entry)?, n)));
        self.led_to = there.collect();
        self.front = last;
    }
}
