//! The game of a debugger as a session, from the last position that was laid out.

use super::SessionOptions;
use super::run::run_text;
use crate::base::error::Error;
use crate::debugger::Debugger;
use crate::shell::Shell;
use crate::transcript::Input;
use crate::variant::Library;
use crate::variant::notation::position;
use std::fmt::Write as _;

/// Writes the plies up to the current one as a session with this heading, with their output.
///
/// # Errors
/// The text cannot be read as a session.
pub fn session_of(
    debugger: &Debugger,
    library: &Library,
    title: &str,
) -> Result<String, Box<Error>> {
    let (timeline, notation) = (&debugger.timeline, debugger.notation());
    let transcript = debugger.transcript(true);
    let mut records = transcript.line();
    records.truncate(timeline.ply());
    let is_laid = |input: &Input| matches!(input, Input::Table(_));
    let start = records.iter().rposition(|record| is_laid(&record.input)).map_or(0, |at| at + 1);
    let mut shell = Shell::new(library.clone());
    let mut text = format!("# {title}\n\n```litterbox\n");
    if let Some(entry) = timeline.entry(start) {
        let layout = position::of_table(entry.snapshot.shown(), notation);
        let spec = position::print(&layout, notation);
        let line = format!(":table {} {spec}", debugger.header.start_of_position());
        shell.input(&line);
        let _ = writeln!(text, "> {line}\n  ...");
    }
    for record in &records[start..] {
        let is_answer = Shell::is_answer(&record.typed);
        let prompt = if is_answer { shell.prompt() } else { "> ".to_owned() };
        let _ = writeln!(text, "{prompt}{}", record.typed);
        shell.input(&record.typed);
    }
    text += "```\n";
    Ok(run_text("session", &text, library, SessionOptions::default())?.printed())
}
