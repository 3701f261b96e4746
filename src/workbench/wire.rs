//! Messages between the page and the workbench, as JSON inside of those of the table. Places in
//! texts are bytes.

use crate::base::error::SourceText;
use crate::shell::catalogue::{CardInfo, RuleOption};
use crate::sim::weigh::Weight;
use crate::texts::suggestion::Suggestion;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// A message of the page.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum WorkMessage {
    /// Opens a file in the editor: `scripts/cards/tax.rhai`.
    Open { file: String },
    /// Notes what the editor has now; findings follow.
    Edit { text: String, version: i32 },
    /// Writes the file, whose text had this hash; `None`: there was no such file.
    Save { file: String, text: String, hash: Option<String> },
    /// The completions at a place.
    Complete { at: usize },
    /// The explanation of a place, and the fixes there.
    Explain { at: usize },
    /// Applies the fix with this title at a place to another file.
    Fix { at: usize, title: String },
    /// Renames what is at a place, in all files.
    Rename { at: usize, name: String },
    /// Plays a session at the table: the block at a line, or its first one.
    Play { file: String, line: Option<usize> },
    /// Writes the output of a session into its file, of one input or of all.
    Keep { file: String, line: Option<usize> },
    /// Creates a `card`, `combo`, `rule` or `variant`, of the first three like another one.
    New { what: String, name: String, from: Option<String> },
    /// Puts one more of a card into the deck, or takes one out.
    Count { card: String, by: i64 },
    /// Gives an option or a number of the variant a value: `options/loot`, `kinds/attack/turns`.
    Put { path: String, value: Json },
    /// Writes the inputs since the last position at the table as a session.
    Session { name: String },
    /// Plays the session again from its start, or begins another game.
    Again,
    /// Compares with the rules as they are now, from now on.
    Compare,
    /// Asks all seats, so that friends can play at the table.
    Invite,
    /// Undoes the last write.
    Undo,
}

/// A message to the page.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum WorkReply {
    /// The project; replaces the last one.
    Project(Box<ProjectInfo>),
    /// The text of a file that was opened; without a hash it is not in the project.
    Text { file: String, text: SourceText, hash: Option<String>, coverage: Coverage },
    /// The coverage of the open script, again.
    Coverage { file: String, coverage: Coverage },
    /// The findings in the open text, each as `check --json` prints it.
    Found { file: String, version: i32, found: Vec<Json> },
    /// A file was created, to be opened.
    Created { file: String, test: String },
    /// A file was saved.
    Saved { file: String, hash: Option<String> },
    /// Another program has written the file; `None`: it is gone.
    Conflict { file: String, text: Option<String>, hash: Option<String> },
    /// Why something was not done.
    Refused { message: String },
    /// The completions at a place, of the text from `start` on.
    Completions { at: usize, start: usize, items: Vec<Suggestion> },
    /// The explanation of a place, as Markdown.
    Explained { at: usize, markdown: Option<String>, fixes: Vec<FixItem> },
    /// The states of sessions that are new; all others stay.
    Tests { tests: Vec<TestInfo>, is_running: bool },
    /// The session that is played at the table.
    Playing { file: String, blocks: Headings, line: usize, stopped: Option<String> },
    /// The balance by now: of what the open card is worth, or a comparison with the rules before.
    Weighed { is_card: bool, games: u64, weight: Weight, is_running: bool },
}

/// The heading and the line of each block of a session.
pub type Headings = Vec<(String, usize)>;

/// By line of a script: whether a session has run it.
pub type Coverage = Vec<(usize, bool)>;

/// The project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ProjectInfo {
    pub variant: String,
    /// The names of the files of the project.
    pub files: Vec<String>,
    pub cards: Vec<CardInfo>,
    /// The script of each card that has one: `scripts/cards/tax.rhai`.
    pub card_scripts: BTreeMap<String, String>,
    /// The other scripts of the variant: `scripts/rules/setup.rhai`.
    pub scripts: Vec<String>,
    pub options: Vec<RuleOption>,
    /// Its numbers by path, but for those of the deck and of options: `kinds/attack/turns`.
    pub numbers: BTreeMap<String, i64>,
    /// The step that `undo` would undo.
    pub undo: Option<String>,
    /// Why the variant cannot be played, if so.
    pub errors: Option<String>,
}

/// A fix: the edits of the open text, or none if it changes another file.
#[derive(Clone, Debug, Serialize)]
pub struct FixItem {
    pub title: String,
    pub edits: Vec<Json>,
}

/// The state of a session file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TestInfo {
    pub file: String,
    pub state: TestState,
    /// The scripts of which it runs something; `None` until it has run once.
    pub uses: Option<Vec<String>>,
    pub differences: Vec<DifferenceInfo>,
    /// Why it fails, by line.
    pub problems: Vec<(usize, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TestState {
    Waiting,
    Green,
    Different,
    Failing,
    /// Its file is gone.
    Gone,
}

/// An input whose output differs from the recorded one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DifferenceInfo {
    pub line: usize,
    pub input: String,
    /// Each line with `-`, `+` or a space.
    pub lines: Vec<(char, String)>,
}
