//! Messages between the page and the workbench, as JSON inside of those of the table. Places in
//! texts are in UTF-16 units, as scripts of pages count.

use crate::shell::catalogue::RuleOption;
use crate::texts::suggestion::Suggestion;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

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
    /// Gives an option of the variant a value.
    Setting { name: String, value: Json },
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
    /// The text of a file that was opened, or that has changed on the disk.
    Text {
        file: String,
        text: String,
        /// `None`: it is not in the project.
        hash: Option<String>,
        /// By line: whether a session has run it.
        coverage: Vec<(usize, bool)>,
    },
    /// By line: whether a session has run the open script.
    Coverage {
        file: String,
        coverage: Vec<(usize, bool)>,
    },
    /// The findings in the open text.
    Found {
        file: String,
        version: i32,
        found: Vec<Finding>,
    },
    /// A file was created, to be opened.
    Created {
        file: String,
        test: String,
    },
    Saved {
        file: String,
        hash: Option<String>,
    },
    /// Another program has written the file; `None`: it is gone.
    Conflict {
        file: String,
        text: Option<String>,
        hash: Option<String>,
    },
    /// Why something was not done.
    Refused {
        message: String,
    },
    Completions {
        at: usize,
        start: usize,
        items: Vec<Suggestion>,
    },
    Explained {
        at: usize,
        markdown: Option<String>,
        fixes: Vec<FixItem>,
    },
    /// The states of sessions that are new; all others stay.
    Tests {
        tests: Vec<TestInfo>,
        is_running: bool,
    },
    /// The session that is played at the table.
    Playing {
        file: String,
        /// The heading and the line of each block.
        blocks: Vec<(String, usize)>,
        line: usize,
        stopped: Option<String>,
    },
    /// The balance by now: the value of a card, or a comparison with the rules before.
    Weighed {
        /// Whether it is what the open card is worth.
        is_card: bool,
        games: u64,
        sentence: String,
        is_running: bool,
    },
}

/// The project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProjectInfo {
    pub variant: String,
    /// The names of the files of the project.
    pub files: Vec<String>,
    pub cards: Vec<CardInfo>,
    /// The other scripts of the variant: `scripts/rules/setup.rhai`.
    pub scripts: Vec<String>,
    pub options: Vec<RuleOption>,
    /// Whether the variant is a file of the project.
    pub is_own: bool,
    /// Whether the folder has no project yet.
    pub is_empty: bool,
    /// The step that `undo` would undo.
    pub undo: Option<String>,
    /// Why the variant cannot be played, if so.
    pub errors: Option<String>,
}

/// A card of the variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CardInfo {
    pub id: String,
    pub title: String,
    /// Its script; `None` without one.
    pub file: Option<String>,
    /// The copies in the deck.
    pub count: u16,
    /// Its number in the deck, if that is one number.
    pub number: Option<i64>,
}

/// Something found in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    pub start: usize,
    pub end: usize,
    /// Counted from 1.
    pub line: usize,
    pub is_warning: bool,
    pub code: &'static str,
    pub message: String,
}

/// A fix: the edits of the open text, or none if it changes another file.
#[derive(Clone, Debug, Serialize)]
pub struct FixItem {
    pub title: String,
    pub edits: Vec<(usize, usize, String)>,
}

/// The state of a session file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TestInfo {
    pub file: String,
    pub state: TestState,
    /// The scripts of which it runs something; `None` until it has run once.
    pub uses: Option<Vec<String>>,
    pub differences: Vec<DifferenceInfo>,
    /// Why it fails.
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
