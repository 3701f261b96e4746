//! The frames at a position: functions of scripts, the hook, the stack, the input.

use super::debuggee::Debuggee;
use super::program::{DebuggedProgram, DebuggedProject};
use crate::debugger::Debugger;
use crate::debugger::reply::chosen;
use crate::kernel::Owner;
use crate::kernel::rules::Call;
use crate::message::ValueInfo;
use crate::script::{Frame, Local};
use serde_json::{Value as Json, json};

/// A frame of the stack.
pub struct ShownFrame {
    pub name: String,
    /// The source, the line and the column; none for a label.
    place: Option<(Json, usize, usize)>,
    /// The variables of a function.
    pub locals: Option<Vec<Local>>,
}

impl ShownFrame {
    fn label(name: impl Into<String>) -> Self {
        Self { name: name.into(), place: None, locals: None }
    }

    /// The frame in the protocol, with its number.
    pub fn json(&self, id: usize) -> Json {
        let mut frame = json!({"id": id, "name": self.name, "line": 0, "column": 0});
        match &self.place {
            Some((source, line, column)) => {
                frame["source"] = source.clone();
                frame["line"] = (*line).into();
                frame["column"] = (*column).into();
            }
            None => frame["presentationHint"] = "label".into(),
        }
        frame
    }
}

/// A script in the protocol: a file of the project, or a built-in one by its number.
pub fn source(debugger: &Debugger, project: &DebuggedProject, script: u16) -> Option<Json> {
    let name = &debugger.loaded.host.source(script)?.name;
    Some(match project.script_path(name) {
        Some(path) => json!({"name": **name, "path": path}),
        None => json!({"name": **name, "sourceReference": script + 1, "origin": "built in"}),
    })
}

/// A run of a hook: `resolve of Favor, bob on dan`.
fn title(debugger: &Debugger, call: &Call) -> String {
    let notation = debugger.notation();
    let owner = match call.owner {
        Owner::Kind(kind) => notation.kind(kind).title.to_string(),
        Owner::Combo(combo) => notation.combo(combo).title.to_string(),
        Owner::Rules => "the rules".to_owned(),
    };
    let infos = call.args.iter().map(|arg| debugger.value_info(arg));
    let single = infos.filter(|it| !matches!(it, ValueInfo::List(_) | ValueInfo::Players(_)));
    let mut args: Vec<String> = single.map(|info| chosen(&info)).collect();
    args.retain(|arg| !arg.is_empty());
    let on = if args.is_empty() { String::new() } else { format!(" on {}", args.join(", ")) };
    format!("{} of {owner}, {}{on}", call.hook.name(), notation.seat(call.me))
}

/// The input that is being carried out, or else the next one.
fn input(debuggee: &Debuggee) -> ShownFrame {
    let program = &debuggee.program;
    let Some(debugger) = debuggee.shell.debugger() else {
        return of_session(program, program.next());
    };
    if let Some(fault) = debugger.fault_stop() {
        return match program.next().filter(|next| next.text == fault.answer) {
            Some(next) => of_session(program, Some(next)),
            None => ShownFrame::label(format!("> {}", fault.answer)),
        };
    }
    let (timeline, at) = (&debugger.timeline, debugger.position());
    let is_end = at >= debugger.record(at.ply).end(at.ply);
    let is_last = at.ply == timeline.last_ply() || program.is_front(timeline.number(at.ply));
    if is_end
        && is_last
        && let Some(next) = program.next()
    {
        return of_session(program, Some(next));
    }
    let name = |seat| debugger.notation().seat(seat);
    let of_ply = |ply: usize| {
        let (entry, number) = (timeline.entry(ply)?, timeline.number(ply)?);
        let typed = &entry.record.as_ref()?.typed;
        Some(match program.input_of(number) {
            Some(input) => of_session(program, Some(input)),
            None => {
                let seat = entry.seat.map(name).unwrap_or_default();
                ShownFrame::label(format!("{seat}> {typed}"))
            }
        })
    };
    let ply = Some(at.ply + usize::from(is_end)).filter(|_| !is_end || !is_last);
    ply.and_then(of_ply).unwrap_or_else(|| match debugger.asked() {
        Some(seat) => ShownFrame::label(format!("{} must answer", name(seat))),
        None => ShownFrame::label("the game is over"),
    })
}

fn of_session(
    program: &DebuggedProgram,
    input: Option<&crate::session::file::SessionInput>,
) -> ShownFrame {
    let Some((path, input)) = program.path.as_ref().zip(input) else {
        return ShownFrame::label("no game");
    };
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let source = json!({"name": name, "path": path});
    ShownFrame { place: Some((source, input.line, 1)), ..ShownFrame::label(&input.raw) }
}

/// The frames at the cursor, innermost first.
pub fn frames(debuggee: &Debuggee) -> Vec<ShownFrame> {
    let Debuggee { shell, project, .. } = debuggee;
    let mut frames = Vec::new();
    if let Some(debugger) = shell.debugger() {
        let at = debugger.position();
        let record = debugger.record(at.ply);
        frames.extend(debugger.frames_here().into_iter().map(|frame| {
            let Frame { function, place, locals } = frame;
            let name = if function.is_empty() { "closure".to_owned() } else { function };
            let source = source(debugger, project, place.script);
            let place = source.map(|source| (source, place.line.into(), place.column.into()));
            ShownFrame { name, place, locals: Some(locals) }
        }));
        if record.is_cut && at.step >= record.steps.len() {
            frames.push(ShownFrame::label("recorded up to here"));
        }
        if let Some(step) = record.steps.get(at.step) {
            frames.push(ShownFrame::label(title(debugger, &record.runs[step.run].call)));
        }
        let stack = debugger.position_info().stack.into_iter().rev();
        frames.extend(stack.map(|stacked| {
            let stopped = if stacked.cancelled { ", stopped" } else { "" };
            ShownFrame::label(format!("{}{stopped}", stacked.action))
        }));
    }
    frames.push(input(debuggee));
    frames
}
