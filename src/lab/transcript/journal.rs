//! Journals: transcripts that are appended to. The inputs of a session follow the game that it
//! began with. Each line ends with a checksum of what precedes it, so that damage is found and the
//! other lines are still used.

use super::{BranchNames, Header, SessionInfo, SessionInput, Transcript, short_hash};
use crate::base::files::MAX_BYTES;
use crate::base::lines::LineReader;
use crate::base::output::json;
use std::io::{self, BufRead};

/// The last input of a session that ended normally.
pub const LEAVE: &str = ":quit";

/// The longest line: one that loads a game has the text of its file.
const MAX_LINE: u64 = 2 * MAX_BYTES;

/// The texts before and after the checksum of a line.
const SUM: (&str, &str) = (",\"sum\":\"", "\"}");
/// The length of both with the checksum.
const SUM_LENGTH: usize = SUM.0.len() + 16 + SUM.1.len();

/// The contents of a journal.
#[derive(Debug)]
pub struct JournalText {
    /// The game that the session began with.
    pub game: Transcript,
    pub session: SessionInfo,
    /// The inputs: the one that opened the game, and those of the undamaged lines.
    pub inputs: Vec<SessionInput>,
    /// The damaged lines, if any.
    pub damage: Option<JournalDamage>,
}

/// The damaged lines of a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalDamage {
    pub n_lines: usize,
    /// The number of inputs before the first one.
    pub after: usize,
}

impl Transcript {
    /// A journal that begins with this game, in a session.
    pub fn to_journal(&self, inputs: &[SessionInput]) -> String {
        sealed(&self.to_json_lines()) + &*sealed_inputs(inputs)
    }

    /// The input that opens the game.
    fn opening(&self) -> SessionInput {
        let BranchNames { marks, branches, .. } = &self.names;
        let is_loaded = !(self.records.is_empty() && marks.is_empty() && branches.len() < 2);
        let header = Header { session: None, ..self.header.clone() };
        let input = if is_loaded { ":load".to_owned() } else { header.command() };
        let game = is_loaded.then(|| Self { header, ..self.clone() }.to_json_lines());
        SessionInput { input, game, hash: None, ply: None }
    }
}

impl JournalText {
    /// Parses a journal.
    ///
    /// # Errors
    /// The game that it begins with cannot be read, or it is of another version.
    pub fn read(input: impl BufRead) -> io::Result<Self> {
        let wrong = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why.to_owned());
        let mut lines = LineReader::new(input, MAX_LINE);
        let first = lines.bytes()?.unwrap_or_default();
        let first = text(&first).ok_or_else(|| wrong("not a session journal"))?;
        let mut game = Transcript::begun(first)
            .map_err(|why| wrong(&format!("not a session journal: {why}")))?;
        let Some(session) = game.header.session.clone() else {
            return Err(wrong("a saved game, which `litterbox repl FILE` opens, no journal"));
        };
        unsealed(first).ok_or_else(|| wrong("the first line of the journal is damaged"))?;
        let (mut inputs, mut damage) = (Vec::new(), None::<JournalDamage>);
        loop {
            let line = match lines.bytes() {
                Ok(None) => break,
                Err(why) if why.kind() == io::ErrorKind::InvalidData => Vec::new(),
                line => line?.unwrap_or_default(),
            };
            let body = text(&line).and_then(unsealed);
            let is_read = body.is_some_and(|body| match serde_json::from_str(&body).ok() {
                Some(SessionInput { input, .. }) if input == LEAVE => true,
                Some(input) => {
                    inputs.push(input);
                    true
                }
                None => inputs.is_empty() && damage.is_none() && game.add(&body).is_ok(),
            });
            if !is_read {
                let after = inputs.len() + 1;
                damage.get_or_insert(JournalDamage { n_lines: 0, after }).n_lines += 1;
            }
        }
        inputs.insert(0, game.opening());
        Ok(Self { game, session, inputs, damage })
    }
}

/// A complete line as text.
fn text(line: &[u8]) -> Option<&str> {
    std::str::from_utf8(line.strip_suffix(b"\n")?).ok()
}

/// A line without its checksum, if that is right.
fn unsealed(line: &str) -> Option<String> {
    let (start, end) = line.split_at_checked(line.len().checked_sub(SUM_LENGTH)?)?;
    let sum = end.strip_prefix(SUM.0)?.strip_suffix(SUM.1)?;
    let body = format!("{start}}}");
    (short_hash(body.as_bytes()) == sum).then_some(body)
}

/// The lines of a journal: the objects of a text, one per line, each with a checksum.
pub fn sealed(text: &str) -> String {
    let seal = |line: &str| {
        let sum = short_hash(line.as_bytes());
        format!("{}{}{sum}{}\n", line.strip_suffix('}').unwrap_or(line), SUM.0, SUM.1)
    };
    text.lines().map(seal).collect()
}

/// Inputs as lines of a journal.
pub fn sealed_inputs(inputs: &[SessionInput]) -> String {
    inputs.iter().map(|input| sealed(&json::compact(input))).collect()
}
